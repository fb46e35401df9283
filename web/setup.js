// A position set up by hand: men from a palette, heaps counted up and down, or a position as text. The
// server says what is wrong with it, in the words of `position`.
import { field, h, s } from "./dom.js";
import { spoken } from "./boardview.js";
import { segments } from "./playpanel.js";

export function setupPanel(game, match, { board, say }) {
  let scene = [], side = "first", word = null;
  const palette = h("div", { class: "palette", id: "palette", role: "group", "aria-label": "What a click puts on the board" });
  const sides = h("div", {});
  const text = h("input", { id: "position", type: "text", autocomplete: "off", spellcheck: "false" });
  const hint = h("p", { class: "hint" });
  const element = h("div", { class: "panel", id: "panel-setup" },
    hint, palette, h("fieldset", {}, h("legend", {}, "To move"), sides),
    h("div", { class: "row" },
      h("button", { type: "button", class: "main", id: "use", onclick: use }, "Use this position"),
      h("button", { type: "button", id: "clear", onclick: () => put(scene.map((old, place) => named(place) ? "" : old)) }, "Empty board"),
      h("button", { type: "button", id: "start", onclick: start }, "Start position"),
      h("button", { type: "button", id: "reset", onclick: take }, "As it was")),
    h("form", { onsubmit: event => { event.preventDefault(); read(text.value.trim()); } },
      field("Or as text", text), h("div", { class: "row" }, h("button", { id: "set-text", type: "submit" }, "Set"))));

  const named = place => Boolean(game.picture.places[place]?.[0]);

  // The words that may stand on a place: those the server names, or single men.
  const words = () => game.picture.palette ?? Object.keys(game.picture.men).filter(word => !word.includes(" ") && word !== "turn" && !/^\d/.test(word));

  function put(next) {
    scene = next;
    board.show(scene);
  }

  function take() {
    scene = [...game.state.scene];
    side = game.state.side;
    text.value = game.state.position;
    put(scene);
    draw();
  }

  function draw() {
    sides.replaceChildren(segments("setup-side", [["first", game.sides[0]], ["second", game.sides[1]]], side, value => { side = value; }));
    hint.textContent = board.sows
      ? "A click puts a stone more into a pit, a right click or the choice of − takes one out."
      : "Choose a man and click places; drag men to move them, off the board to take them away.";
    const kinds = board.sows ? [["+1", "+1"], ["+5", "+5"], ["-1", "−1"], ["0", "0"]] : words().map(man => [man, man]).concat([["", "✕"]]);
    if (!kinds.some(([kind]) => kind === word)) word = kinds[0][0];
    palette.replaceChildren(...kinds.map(([kind, label]) => {
      const man = game.picture.men[kind];
      const drawing = man && !board.sows ? s("svg", { viewBox: "-.5 -.5 1 1", "aria-hidden": "true" }) : null;
      if (drawing) drawing.innerHTML = man;
      return h("button", { type: "button", "data-man": kind, "aria-pressed": String(kind === word), "aria-label": kind === "" ? "Nothing" : board.sows ? kind : spoken(game.picture, kind),
        onclick: () => { word = kind; draw(); } }, drawing ?? label);
    }));
  }

  function change(place, button) {
    const next = [...scene];
    if (board.sows) {
      const stones = Number(next[place] || 0), step = button === 2 ? -1 : Number(word);
      const left = word === "0" && button !== 2 ? 0 : Math.max(0, stones + step);
      next[place] = left === 0 ? "" : String(left);
    } else {
      next[place] = button === 2 || next[place] === word ? "" : word;
    }
    put(next);
  }

  board.on("place", (place, button) => change(place, button));
  board.on("drop", (from, to) => {
    const next = [...scene];
    if (to === from) return;
    if (board.sows) return;
    if (to !== null) next[to] = next[from];
    next[from] = "";
    put(next);
  });

  async function use() {
    const edited = await game.ask({ type: "edit", scene, side }, "edited");
    if (edited !== null) await read(edited.position);
  }

  async function read(position) {
    match.pause();
    if (await game.place(position) === null) return;
    take();
    say("The position is set up.");
  }

  async function start() {
    match.pause();
    if (await game.place(null) !== null) take();
  }

  let isOpen = false;
  game.on("rules", () => { if (isOpen) take(); });
  game.on("begun", () => { if (isOpen) take(); });
  return {
    id: "setup", title: "Set up", element,
    open() {
      isOpen = board.setup = true;
      board.clear();
      if (game.state) take();
    },
    close() {
      isOpen = board.setup = false;
      game.emit("node", game.node);
    },
  };
}
