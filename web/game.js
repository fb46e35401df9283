// The game on the page: its tree, where the reader stands, and the room of the server that follows.
// Everything said to the room goes through one queue, so that answers are about what was asked.
import { Events } from "./events.js";
import { Gone, Refused } from "./socket.js";
import { keep, saved } from "./store.js";
import { fromRecord, Node, nodeAt, toRecord } from "./tree.js";

// Emits `welcome`, `rules` (another game or rule set), `node` (the reader stands elsewhere, or more is
// known of where he stands), `played` (a move with its frames), `tree`, `searching`, `info`, `found`,
// `theatre`, `opened` (a recorded search of a file), `refused` (a text) and `note`.
export class Game extends Events {
  welcome = null;
  variant = null;
  options = {};
  setup = null;
  tags = {};
  root = new Node();
  node = this.root;
  // How the game ended apart from the rules: resigned, agreed, out of time.
  result = null;
  // Options of players and engine that were set on this page, as the server tells those of the rules alone.
  told = {};
  picture = null;
  sides = ["first", "second"];
  search = null;
  #queue = Promise.resolve();
  // The room is as the page has it.
  #hasArrived = false;
  // Where the room stands; `null` when that is not known.
  #at = null;
  // Waits for the state that follows a welcome.
  #greeted = null;
  // Who waits for the end of which search.
  #thinking = new Map();

  constructor(socket) {
    super();
    this.socket = socket;
    socket.on("open", () => this.#arrive());
    socket.on("gone", reason => this.#leave(reason));
    socket.on("info", message => {
      const waiting = this.#thinking.get(message.re);
      if (waiting && message.line === 1) waiting.info = message;
      this.#hear("info", message);
    });
    socket.on("theatre", message => this.#hear("theatre", message));
    socket.on("bestmove", message => this.#end(message));
    socket.on("refused", message => this.#refuse(message));
    socket.on("state", message => this.#greeted?.(message));
    socket.on("note", message => this.emit("note", message.text));
  }

  get state() {
    return this.node.state;
  }

  // Title and declared options of the game in play.
  get family() {
    return this.welcome?.games.find(game => game.variants.some(({ name }) => name === this.variant)) ?? null;
  }

  get title() {
    return this.family?.variants.find(({ name }) => name === this.variant)?.title ?? this.variant;
  }

  // One thing after the other; what fails says so, and the next is done all the same.
  #do(work) {
    const done = this.#queue.then(work);
    this.#queue = done.catch(() => {});
    return done.catch(error => {
      if (error instanceof Refused) this.emit("refused", error.message);
      else if (!(error instanceof Gone)) throw error;
      return null;
    });
  }

  async #arrive() {
    this.#at = null;
    const kept = saved.game ?? null;
    await this.#do(async () => {
      const hello = { type: "hello", version: 1, ...(saved.session && { session: saved.session }) };
      const first = new Promise(done => { this.#greeted = done; });
      this.welcome = await this.socket.ask(hello, "welcome");
      keep({ session: this.welcome.session });
      this.emit("welcome", this.welcome);
      const state = await first;
      this.#greeted = null;
      const resumed = this.welcome.resumed && kept !== null && state.variant === kept.variant;
      if (this.variant === null && kept !== null) this.#restore(kept);
      if (this.variant === null) {
        this.#begin(state);
      } else if (resumed && this.#is(state)) {
        this.#take(this.node, state);
        this.emit("rules");
      } else {
        this.#drop();
        // A new room that has drawn the same board does not draw it again.
        this.picture = state.picture ?? this.picture;
        const fresh = await this.socket.ask({ type: "new", variant: this.variant, options: this.options }, "state");
        this.#look(fresh);
        await this.#stand(this.node);
        this.emit("rules");
      }
      if (this.search && !this.welcome.resumed) this.#drop();
    });
    this.#hasArrived = true;
    this.emit("node", this.node);
    this.emit("arrived");
  }

  #leave(reason) {
    // Another page took the room over, such as a copy of this one: this one goes on in a room of its own.
    if (reason === "taken over") keep({ session: null });
    this.#at = null;
    this.#hasArrived = false;
    this.#queue = Promise.resolve();
    this.search?.done?.();
    this.emit("gone");
  }

  #is({ variant, setup, moves }) {
    return variant === this.variant && (setup ?? null) === this.setup && moves.join(" ") === this.node.moves.join(" ");
  }

  // A game of which nothing was known begins where the server has it.
  #begin(state) {
    Object.assign(this, { variant: state.variant, options: state.options ?? {}, setup: state.setup ?? null, result: null, tags: {} });
    this.root = this.node = new Node();
    for (const move of state.moves) this.node = this.node.add(move);
    this.#take(this.node, state);
    this.emit("rules");
    this.emit("tree");
  }

  #restore({ variant, options, setup, tree, address, result, search, tags }) {
    Object.assign(this, { variant, options, setup, result, tags: tags ?? {} });
    this.root = fromRecord(tree);
    this.node = nodeAt(this.root, address);
    this.search = search ? { ...search, node: nodeAt(this.root, search.address), adopted: true } : null;
    this.emit("tree");
  }

  keep() {
    const { variant, options, setup, root, node, result, search, tags } = this;
    const running = search && { id: search.id, kind: search.kind, address: search.node.address };
    keep({ game: { variant, options, setup, result, tags, tree: toRecord(root), address: node.address, search: running } });
  }

  // What a state says of boards as such.
  #look(state) {
    if (state.picture) this.picture = state.picture;
    if (state.sides) this.sides = state.sides.map(name => name[0].toUpperCase() + name.slice(1));
    if (state.options) this.options = state.options;
    this.#at = { setup: state.setup ?? null, moves: state.moves.join(" ") };
  }

  #take(node, state) {
    this.#look(state);
    node.state = { ...state, picture: undefined };
    const names = state.names ?? [];
    for (const [n, step] of node.chain.entries()) step.name = names[n] ?? step.name;
    this.keep();
    return state;
  }

  // Sends the room to a node.
  async #stand(node) {
    await this.#quiet();
    const moves = node.moves;
    if (node.state && this.#at?.setup === this.setup && this.#at.moves === moves.join(" ")) return;
    const position = this.setup === null ? {} : { position: this.setup };
    this.#take(node, await this.socket.ask({ type: "position", ...position, moves }, "state"));
  }

  // Learns how the game stands at a node while the room stays where it is.
  async #glance(node) {
    const state = await this.socket.ask({ type: "look", moves: node.moves }, "state");
    node.state = state;
    if (this.node === node) this.emit("node", node);
  }

  // Shows a node. While the program thinks about its move the room stays where it is.
  async go(node) {
    this.node = node;
    this.emit("node", node);
    this.keep();
    await this.#do(async () => {
      if (this.node !== node) return;
      if (this.search?.kind === "play") {
        if (node.state === null) await this.#glance(node);
        return;
      }
      await this.#stand(node);
      if (this.node === node) this.emit("node", node);
    });
  }

  // Plays a move, where the reader stands unless said otherwise; the node after it, or `null`.
  play(move, from = this.node) {
    return this.#do(async () => {
      await this.#stand(from);
      const state = await this.socket.ask({ type: "play", move }, "state");
      if (from === this.root.end) for (const tag of ["Result", "Ended", "Termination"]) delete this.tags[tag];
      const node = from.add(state.moves.at(-1));
      this.#take(node, state);
      const follows = this.node === from;
      if (follows) this.node = node;
      this.keep();
      if (follows) this.emit("played", node, state.frames ?? []);
      this.emit("tree");
      if (follows) this.emit("node", node);
      return node;
    });
  }

  // Takes a line into the tree, and goes to its end.
  playLine(from, moves, names = []) {
    const node = moves.reduce((node, move, n) => node.add(move, names[n]), from);
    this.emit("tree");
    return this.go(node);
  }

  // Another game; with a record, that one.
  begin(variant, options = {}, record = null) {
    return this.#do(async () => {
      await this.#quiet();
      const state = await this.socket.ask({ type: "new", variant, options }, "state");
      this.#begin(state);
      if (record !== null) {
        this.setup = record.setup ?? null;
        // How the file says that it ended: kept for the next record, no end to whoever goes on from here.
        const { tags, result, ended } = record;
        this.tags = { ...tags, ...(result && { Result: result }), ...(ended && { Ended: ended }) };
        this.root = fromRecord(record.tree);
        this.node = this.root;
        await this.#stand(this.root);
        this.result = null;
        this.emit("tree");
      }
      this.keep();
      this.emit("node", this.node);
      this.emit("begun");
      return state;
    });
  }

  // The same game from another position; nothing changes where the position is refused.
  place(position) {
    return this.#do(async () => {
      await this.#quiet();
      const state = await this.socket.ask({ type: "position", ...(position !== null && { position }), moves: [] }, "state");
      this.setup = state.setup ?? null;
      this.root = this.node = new Node();
      this.result = null;
      this.#take(this.node, state);
      this.emit("tree");
      this.emit("node", this.node);
      this.emit("begun");
      return state;
    });
  }

  // Options of rules, players, tables; the state may change with them.
  set(options) {
    return this.#do(async () => {
      await this.#stand(this.node);
      const state = await this.socket.ask({ type: "set", options }, "state");
      this.#take(this.node, state);
      this.emit("rules");
      this.emit("node", this.node);
      return state;
    });
  }

  // Asks the room about where the reader stands.
  ask(message, ...types) {
    const node = this.node;
    return this.#do(async () => {
      if (this.search === null) await this.#stand(node);
      return this.socket.ask(message, ...types);
    });
  }

  // Opens a recorded search, at the end of the moves that lead to it.
  async openTrace(upload) {
    await this.go(this.root.end);
    const opened = await this.ask({ type: "opentrace", ...upload }, "opened");
    if (opened !== null) this.emit("opened", this.node, opened);
    return opened;
  }

  // Asks what is not about the room's position.
  async aside(message, ...types) {
    try {
      return await this.socket.ask(message, ...types);
    } catch (error) {
      if (error instanceof Refused || error instanceof Gone) return null;
      throw error;
    }
  }

  // Begins a search at a node: of a `kind`, so that everyone knows whose it is. One that ran is stopped.
  start(kind, node, request) {
    return this.#do(async () => {
      await this.#stand(node);
      const id = this.socket.send({ type: "go", ...request });
      const search = this.search = { id, kind, node };
      this.emit("searching", search);
      this.keep();
      return search;
    });
  }

  // Learns how the game stands at a node that the reader need not be at.
  visit(node) {
    return this.#do(() => this.#stand(node));
  }

  // Searches, and waits for the last that was said of the best line; `null` where it was interrupted.
  async think(node, kind, request) {
    const search = await this.start(kind, node, request);
    if (search === null) return null;
    return new Promise(done => this.#thinking.set(search.id, { done, info: null }));
  }

  // Stops the search of a kind, whichever it is without a name.
  stop(kind = null) {
    return this.#do(async () => {
      if (this.search && (kind === null || this.search.kind === kind)) await this.#quiet();
    });
  }

  // Ends its thinking at once, and its answer counts.
  hasten() {
    if (this.search) this.socket.send({ type: "stop" });
  }

  async #quiet() {
    const search = this.search;
    if (search === null) return;
    search.dropped = true;
    this.socket.send({ type: "stop" });
    await new Promise(done => {
      search.done = done;
      // A search that the server does not know any more has no end to wait for.
      setTimeout(done, 3000);
    });
    if (this.search === search) this.#drop();
  }

  // A search that does not begin ends as one that was interrupted, and why is said. Who began it does
  // not try again, since it would be refused again, but where the room was still being set up.
  #refuse({ re, what }) {
    if (this.search?.id !== re) return;
    const { dropped, done } = this.search;
    this.#drop(!dropped && this.#hasArrived);
    done?.();
    if (!dropped) this.emit("refused", what);
  }

  #drop(refused = false) {
    if (this.search === null) return;
    const search = this.search;
    this.search = null;
    this.#thought(search.id, true);
    this.emit("found", { ...search, dropped: true, refused }, { best: null, notices: [] });
  }

  #hear(name, message) {
    if (this.search?.id === message.re && !this.search.dropped) this.emit(name, this.search, message);
  }

  #end(message) {
    const search = this.search;
    if (search?.id !== message.re) return;
    this.search = null;
    this.#thought(search.id, search.dropped);
    this.emit("found", search, message);
    search.done?.();
    this.keep();
  }

  #thought(id, interrupted) {
    const waiting = this.#thinking.get(id);
    this.#thinking.delete(id);
    waiting?.done(interrupted ? null : waiting.info);
  }
}
