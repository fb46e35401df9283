// A game against the program, or of the program against itself: who moves which side, the clocks, and
// how a game ends otherwise than by its rules.
import { Events } from "./events.js";
import { keep, saved } from "./store.js";
import { nodeAt } from "./tree.js";

const TICK_MS = 100;
// The program takes a draw when it hopes for no more than this, and no game ends so at once.
const DRAW_CP = 15, DRAW_PLIES = 12;

// Emits `change`, and `tick` while clocks run.
export class Match extends Events {
  // Of each side: `null` for a person, else `{player, limits}`.
  seats = { first: null, second: null };
  // `{left: {first, second}, inc}` in ms, or `null`.
  clock = null;
  live = null;
  playing = false;
  // What the program thought of its own position last, by side.
  #hopes = {};

  constructor(game) {
    super();
    this.game = game;
    game.on("played", node => this.#played(node));
    game.on("node", () => this.#step());
    game.on("found", (search, answer) => this.#found(search, answer));
    game.on("info", (search, info) => this.#heard(search, info));
    game.on("begun", () => this.#begun());
    game.on("arrived", () => this.#arrived());
    setInterval(() => this.#tick(), TICK_MS);
  }

  // Who sits there, of the side to move without a name.
  seat(side = this.live?.state?.side) {
    return this.seats[side] ?? null;
  }

  get over() {
    return this.live === null || this.game.result !== null || Boolean(this.live.state?.outcome);
  }

  // Whether a person may move where the reader stands.
  get mayMove() {
    return !this.playing || this.game.node !== this.live || this.over || this.seat() === null;
  }

  async begin(variant, options, seats, clock, position = null) {
    this.playing = false;
    await this.game.stop();
    if (await this.game.begin(variant, options) === null) return false;
    if (position && await this.game.place(position) === null) return false;
    this.start(seats, clock);
    return true;
  }

  // Plays on from where the reader stands.
  start(seats = this.seats, clock = this.clock) {
    Object.assign(this, { seats, clock, live: this.game.node, playing: true });
    this.game.result = null;
    this.since = null;
    this.#hopes = {};
    this.#keep();
    this.#step();
  }

  pause() {
    if (!this.playing) return;
    this.playing = false;
    this.#keep();
    this.game.stop("play");
  }

  #begun() {
    if (this.playing && this.live?.root !== this.game.root) {
      this.playing = false;
      this.live = null;
    }
    this.#keep();
  }

  #arrived() {
    const kept = saved.match;
    if (this.live === null && kept) {
      this.seats = kept.seats;
      this.clock = kept.clock;
      this.playing = kept.playing;
      this.live = kept.live === null ? null : nodeAt(this.game.root, kept.live);
    }
    this.#step();
  }

  #keep() {
    const { seats, clock, playing, live } = this;
    keep({ match: { seats, clock, playing, live: live?.address ?? null } });
    this.game.keep();
    this.emit("change");
  }

  #played(node) {
    if (!this.playing) return;
    const mover = node.parent.state?.side;
    if (this.clock && mover && node.parent === this.live) {
      this.#spend(mover);
      this.clock.left[mover] += this.clock.inc;
    }
    this.live = node;
    this.since = null;
    this.#keep();
  }

  // The program thinks where it is its turn.
  #step() {
    this.emit("change");
    const { game, live } = this;
    if (!this.playing || this.over || !live?.state || !game.socket.isOpen) return;
    if (this.since === null) this.since = performance.now();
    const seat = this.seat();
    if (seat === null || game.search?.kind === "play" || this.thinking) return;
    this.thinking = true;
    const request = { limits: this.#limits(seat), player: seat.player, lines: 1 };
    game.start("play", live, request).finally(() => { this.thinking = false; });
  }

  #limits(seat) {
    if (!this.clock) return seat.limits;
    const { left, inc } = this.clock;
    const time = ["first", "second"].map(side => Math.max(1, Math.round(left[side])));
    return { time, inc: [inc, inc] };
  }

  #heard(search, { line, score }) {
    if (search.kind === "play" && (line ?? 1) === 1 && score) this.#hopes[search.node.state?.side] = score;
  }

  async #found(search, answer) {
    if (search.kind !== "play") return this.#step();
    if (search.refused) {
      this.playing = false;
      return this.#keep();
    }
    if (search.dropped || !this.playing || search.node !== this.live) return this.#step();
    if (answer.best) {
      const node = await this.game.play(answer.best, search.node);
      if (node !== null && this.live === search.node) this.#played(node);
      this.#step();
    } else if (!this.over) {
      this.playing = false;
      this.#keep();
      this.game.emit("note", ["The program has no move to give.", ...answer.notices ?? []].join(" "));
    }
  }

  #spend(side) {
    if (this.since === null || !this.clock) return;
    const now = performance.now();
    this.clock.left[side] -= now - this.since;
    this.since = now;
  }

  #tick() {
    const side = this.live?.state?.side;
    if (!this.playing || this.over || !this.clock || !side) return;
    this.#spend(side);
    this.emit("tick");
    if (this.clock.left[side] <= 0) {
      this.clock.left[side] = 0;
      this.#end({ winner: other(side), text: `${this.name(side)} is out of time` });
    }
  }

  name(side) {
    return this.game.sides[side === "first" ? 0 : 1];
  }

  #end(result) {
    this.game.result = result;
    this.playing = false;
    this.game.stop("play");
    this.#keep();
    this.game.emit("node", this.game.node);
  }

  resign() {
    const side = this.#person();
    this.#end({ winner: other(side), text: `${this.name(side)} resigned` });
  }

  // The person's side: of two persons the one to move.
  #person() {
    const side = this.live?.state?.side ?? "first";
    return this.seats[side] === null ? side : this.seats[other(side)] === null ? other(side) : side;
  }

  // Whether the rules give a draw to who asks, or the program agrees; two persons have agreed when one
  // asks for it.
  async offerDraw() {
    const claimed = await this.game.aside({ type: "claim" }, "claimed");
    if (claimed?.outcome) {
      this.#end({ winner: claimed.outcome.winner ?? null, text: claimed.outcome.text });
      return true;
    }
    const asked = other(this.#person()), hope = this.#hopes[asked];
    const wants = this.seats[asked] === null
      || (this.live.ply >= DRAW_PLIES && hope !== undefined && (hope.mate !== undefined ? hope.mate < 0 : (hope.cp ?? 1e9) <= DRAW_CP));
    if (wants) this.#end({ winner: null, text: "Draw agreed" });
    return wants;
  }

  // Back to where a person moves, taking out what was played since.
  async takeBack() {
    const from = this.playing && this.live?.root === this.game.root ? this.live : this.game.node;
    if (from.parent === null) return;
    await this.game.stop("play");
    let node = from, removed;
    do {
      removed = node;
      node = node.parent;
    } while (this.playing && node.parent !== null && this.#program(node, from) && this.#hasPerson());
    this.game.result = null;
    if (removed.parent) removed.remove();
    if (this.playing) {
      this.live = node;
      this.since = null;
    }
    this.#keep();
    this.game.emit("tree");
    await this.game.go(node);
  }

  #hasPerson() {
    return this.seats.first === null || this.seats.second === null;
  }

  // Whether the program is to move there; sides take turns where nothing else is known.
  #program(node, from) {
    const known = node.state?.side ?? ((from.ply - node.ply) % 2 === 0 ? from.state?.side : other(from.state?.side));
    return this.seats[known] !== null;
  }
}

export const other = side => side === "first" ? "second" : "first";
