// The board to be touched: the one drawing below, and above it places that can be clicked, dragged to
// and reached by keys; targets, arrows and moving men. It knows clicks, and nothing of any game.
import { h, s } from "./dom.js";
import { Events } from "./events.js";
import { drawBoard } from "./board.js";
import { drawArrows } from "./arrows.js";
import { moveMen, sow } from "./animate.js";

const DRAG_PX = 6;
// A place is meant by who points so near to it, fields.
const REACH = .72;

// What stands on a place in words: the title of its drawing, where that has one.
export function spoken(picture, word) {
  const title = /^<title>(.*?)<\/title>/.exec(picture.men[word] ?? "");
  return title?.[1] ?? (word || "empty");
}

// Emits `move` with a legal move, `choose` with several of the same clicks, `miss` with clicks that
// make no legal move, `place` with a place and the button while the board is set up.
export class BoardView extends Events {
  picture = null;
  scene = [];
  legal = [];
  clicks = [];
  // Places pointed at between clicks, by which moves pass.
  passed = [];
  flipped = false;
  #arrows = [];
  #shown = { changed: [], values: [], colors: new Map() };
  #focus = 0;
  #drag = null;
  #running = 0;

  constructor(host) {
    super();
    this.base = h("div", { class: "base", "aria-hidden": "true" });
    this.over = s("svg", { class: "over", role: "group", "aria-label": "Board" });
    this.layers = Object.fromEntries(["tints", "marks", "places", "arrows", "moving"].map(name => [name, s("g", { class: name })]));
    this.layers.arrows.setAttribute("aria-hidden", "true");
    this.over.append(...Object.values(this.layers));
    host.append(this.base, this.over);
    this.over.addEventListener("pointerdown", event => this.#press(event));
    this.over.addEventListener("pointermove", event => this.#move(event));
    this.over.addEventListener("pointerup", event => this.#release(event));
    this.over.addEventListener("pointercancel", () => this.#letGo());
    this.over.addEventListener("click", event => this.#click(event));
    this.over.addEventListener("contextmenu", event => this.#click(event));
    this.over.addEventListener("keydown", event => this.#key(event));
  }

  // The point where a place is drawn.
  at(place) {
    const [, x, y] = this.picture.places[place], [width, height] = this.picture.size;
    return this.flipped ? [width - x, height - y] : [x, y];
  }

  get places() {
    return [...this.picture.places.keys()].filter(place => this.picture.places[place][0] !== "");
  }

  // Heaps are counted by their words.
  get sows() {
    return this.picture !== null && "1" in this.picture.men && "2" in this.picture.men;
  }

  setPicture(picture) {
    if (picture === this.picture) return;
    this.picture = picture;
    this.scene = picture.places.map(() => "");
    this.over.setAttribute("viewBox", `0 0 ${picture.size[0]} ${picture.size[1]}`);
    this.over.parentNode.style.setProperty("--ratio", picture.size[0] / picture.size[1]);
    Object.assign(this, { legal: [], clicks: [] });
    this.#arrows = [];
    this.#shown = { changed: [], values: [], colors: new Map() };
    this.#build();
  }

  flip() {
    this.flipped = !this.flipped;
    this.#build();
    this.#draw();
    this.setArrows(this.#arrows);
  }

  #build() {
    const { places } = this.layers;
    places.replaceChildren();
    this.hits = new Map();
    for (const place of this.places) {
      const [x, y] = this.at(place);
      const hit = s("g", { role: "button", tabindex: "-1", "data-hit": place, "data-name": this.picture.places[place][0],
        transform: `translate(${x} ${y})` }, s("circle", { r: .46 }));
      hit.addEventListener("focus", () => this.#rove(place));
      this.hits.set(place, hit);
      places.append(hit);
    }
    this.#rove(this.hits.has(this.#focus) ? this.#focus : this.hits.keys().next().value);
  }

  // Shows a scene at once. `colors` are words of colour by place.
  show(scene, { changed = [], values = [], colors = new Map() } = {}) {
    this.#running++;
    this.scene = scene;
    this.#shown = { changed, values, colors };
    this.#draw();
  }

  #draw() {
    if (this.picture === null) return;
    const { changed, values, colors } = this.#shown;
    const named = changed.filter(place => this.picture.places[place]?.[0]);
    this.base.replaceChildren(drawBoard(this.picture, this.scene, named, values, this.flipped));
    this.layers.tints.replaceChildren(...[...colors].map(([place, color]) => {
      const [cx, cy] = this.at(place);
      return s("circle", { cx, cy, r: .44, class: `tint ${color}` });
    }));
    for (const [place, hit] of this.hits) {
      const word = spoken(this.picture, this.scene[place]), open = this.#open(place) ? ", can be chosen" : "";
      hit.setAttribute("aria-label", `${this.picture.places[place][0]}, ${word}${open}`);
    }
    this.#mark();
  }

  // Shows what a move did, step by step, where the reader wants things to move.
  async play(frames, options) {
    const run = ++this.#running;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden;
    const steps = still ? frames.slice(-1) : frames;
    for (const [n, scene] of steps.entries()) {
      if (run !== this.#running) return;
      const before = this.scene;
      this.scene = scene;
      this.#shown = { ...options, values: [], colors: new Map(), changed: n === steps.length - 1 ? options.changed : [] };
      this.#draw();
      if (still) break;
      const pace = Math.min(1, 14 / steps.length);
      await (this.sows ? sow(this, before, scene, pace) : moveMen(this, before, scene, pace));
    }
    if (run === this.#running) this.show(frames.at(-1), options);
  }

  // The moves that may be clicked; what was clicked of one is forgotten.
  setLegal(legal) {
    this.legal = legal;
    this.clicks = [];
    this.passed = [];
    this.#draw();
  }

  #going(clicks) {
    return this.legal.filter(move => clicks.every((place, n) => move.clicks[n] === place)
      && this.passed.every(place => move.via?.includes(place)));
  }

  #open(place) {
    return this.#going([...this.clicks, place]).length > 0 && this.legal.length > 0;
  }

  // Where a move may begin or go on.
  #mark() {
    const { marks } = this.layers;
    marks.replaceChildren();
    for (const hit of this.hits?.values() ?? []) hit.classList.remove("open", "target");
    const depth = this.clicks.length;
    const next = new Set(this.#going(this.clicks).map(move => move.clicks[depth]).filter(place => place !== undefined));
    for (const place of next) this.hits?.get(place)?.classList.add(depth > 0 ? "target" : "open");
    for (const place of [...this.clicks, ...this.passed]) {
      const [cx, cy] = this.at(place);
      marks.append(s("circle", { cx, cy, r: .46, class: "chosen" }));
    }
    if (depth === 0) return;
    for (const place of next) {
      const [cx, cy] = this.at(place);
      marks.append(s("circle", { cx, cy, r: this.scene[place] ? .43 : .15, class: this.scene[place] ? "target full" : "target" }));
    }
  }

  // A click on a place, by mouse, finger or key.
  choose(place) {
    if (this.setup) return this.emit("place", place, 0);
    const clicks = [...this.clicks, place];
    const going = this.#going(clicks);
    if (going.length > 0) {
      const whole = going.filter(move => move.clicks.length === clicks.length);
      const forced = going.length === 1 && clicks.length > 1;
      if (forced || whole.length === going.length) return this.#finish(going);
      this.clicks = clicks;
      this.emit("part", clicks, whole, going);
    } else if (place === this.clicks.at(-1)) {
      const whole = this.#going(this.clicks).filter(move => move.clicks.length === this.clicks.length);
      if (whole.length > 0) return this.#finish(whole);
      this.clear();
    } else if (this.#pass(place)) {
      return;
    } else {
      const missed = clicks;
      this.clear();
      if (this.#going([place]).length > 0 && missed.length > 1) return this.choose(place);
      if (this.legal.length > 0 || missed.length > 0) this.emit("miss", missed);
    }
    this.#draw();
  }

  // A place by which moves pass that are begun stands for them: for the one there is, or until another
  // click tells them apart. Whether it is one.
  #pass(place) {
    const passing = this.#going(this.clicks).filter(move => move.via?.includes(place) && move.clicks.length === this.clicks.length + 1);
    if (passing.length === 0 || this.passed.includes(place)) return false;
    if (passing.length === 1) {
      this.#finish(passing);
    } else {
      this.passed.push(place);
      this.#draw();
    }
    return true;
  }

  #finish(moves) {
    this.clear();
    if (moves.length === 1) this.emit("move", moves[0]);
    else this.emit("choose", moves);
  }

  clear() {
    if (this.clicks.length > 0) this.emit("part", [], [], []);
    this.clicks = [];
    this.passed = [];
    this.#draw();
  }

  setArrows(arrows) {
    this.#arrows = arrows;
    if (this.picture !== null) drawArrows(this.layers.arrows, this, arrows);
  }

  // The place under a pointer.
  #under({ clientX, clientY }) {
    const box = this.over.getScreenCTM();
    if (box === null) return null;
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(box.inverse());
    let [near, best] = [REACH, null];
    for (const place of this.places) {
      const [px, py] = this.at(place), far = Math.hypot(px - x, py - y);
      if (far < near) [near, best] = [far, place];
    }
    return best;
  }

  #press(event) {
    if (event.button !== 0) return;
    const place = this.#under(event);
    this.#drag = place === null ? null : { place, x: event.clientX, y: event.clientY, id: event.pointerId, ghost: null };
  }

  #move(event) {
    const drag = this.#drag;
    if (drag === null) return;
    if (drag.ghost === null) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < DRAG_PX) return;
      const man = this.base.querySelector(`[data-at="${drag.place}"]`);
      const movable = this.setup || this.legal.some(move => move.clicks[0] === drag.place && move.clicks.length > 1);
      if (man === null || !movable) return;
      if (!this.setup) {
        this.clear();
        this.choose(drag.place);
      }
      drag.man = this.base.querySelector(`[data-at="${drag.place}"]`);
      drag.ghost = drag.man.cloneNode(true);
      drag.man.classList.add("lifted");
      this.layers.moving.append(drag.ghost);
      this.over.setPointerCapture(drag.id);
    }
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.over.getScreenCTM().inverse());
    drag.ghost.setAttribute("transform", `translate(${x} ${y})`);
  }

  #release(event) {
    const drag = this.#drag;
    if (drag?.ghost) {
      const place = this.#under(event);
      this.#letGo();
      this.dropped = true;
      setTimeout(() => { this.dropped = false; }, 0);
      if (this.setup) this.emit("drop", drag.place, place);
      else if (place !== null && place !== drag.place) this.choose(place);
    }
    this.#drag = null;
  }

  #letGo() {
    this.#drag?.ghost?.remove();
    this.#drag?.man?.classList.remove("lifted");
    this.#drag = null;
  }

  #click(event) {
    if (event.type === "contextmenu") {
      if (!this.setup) return;
      event.preventDefault();
    }
    if (this.dropped) return;
    const hit = event.target.closest?.("[data-hit]");
    // Without a pointer, as from a screen reader, the element says where.
    const place = event.detail > 0 ? this.#under(event) ?? null : hit ? Number(hit.dataset.hit) : null;
    if (place === null) {
      if (this.clicks.length > 0) this.clear();
      return;
    }
    if (this.setup) this.emit("place", place, event.type === "contextmenu" ? 2 : 0);
    else this.choose(place);
  }

  #rove(place) {
    this.hits.get(this.#focus)?.setAttribute("tabindex", "-1");
    this.#focus = place;
    this.hits.get(place)?.setAttribute("tabindex", "0");
  }

  #key(event) {
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (way) {
      const next = this.#beside(this.#focus, way);
      if (next !== null) this.hits.get(next).focus();
    } else if (event.key === "Enter" || event.key === " ") {
      this.choose(this.#focus);
    } else if (event.key === "Escape") {
      this.clear();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  // The nearest place in a direction: far along it counts less than aside of it.
  #beside(from, [dx, dy]) {
    const [x, y] = this.at(from);
    let [best, least] = [null, Infinity];
    for (const place of this.places) {
      const [px, py] = this.at(place), along = (px - x) * dx + (py - y) * dy;
      const aside = Math.abs((px - x) * dy) + Math.abs((py - y) * dx);
      if (along > .2 && aside <= along * 2 && along + 2 * aside < least) [best, least] = [place, along + 2 * aside];
    }
    return best;
  }
}
