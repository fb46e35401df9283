// The connection of a page without a server: rules and engine are in two workers of its own. One has the board and
// answers at once; the other thinks, and hears nothing until it has done. It is told how the game stands when it is
// asked to think, and stopped by an address that is taken back: the one thing that it can look at while it thinks.

// What thinks, what was thought elsewhere, what asks about what was thought, and what changes how the game stands.
const THINKING = ["go", "learn"];
const INSTEAD = ["opentrace"];
const AFTERWARDS = ["whynot", "node", "savetrace", "hint"];
const CHANGING = ["hello", "new", "set", "position", "play", "undo"];
// Numbers of our own messages; nobody waits for the replies.
const OURS = 0;

// A page is compiled once, for both workers and for those that follow them.
let compiled = null;
async function compile() {
  const address = new URL("plyglot_wasm_bg.wasm", import.meta.url);
  try {
    return await WebAssembly.compileStreaming(fetch(address));
  } catch {
    // Not every server knows what kind of file that is.
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(`${address.pathname}: ${answer.status}`);
    return WebAssembly.compile(await answer.arrayBuffer());
  }
}

function worker(hear, fail) {
  const made = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
  made.onmessage = ({ data }) => data.failed === undefined ? hear(JSON.parse(data.text)) : fail(data.failed);
  made.onerror = ({ message }) => fail(message ?? "a worker cannot be started");
  made.postMessage({ start: compiled, game: document.documentElement.dataset.game ?? null });
  return made;
}

// To whoever talks to it, a WebSocket.
export class Here {
  readyState = WebSocket.CONNECTING;
  #board = null;
  #thinker = null;
  // Requests to the board that are not answered yet and change how the game stands: their numbers.
  #asked = new Set();
  // Those of them that begin a game anew: the thinker is to forget the last one.
  #renewing = new Set();
  // What is to be thought about once they are answered.
  #waiting = [];
  // How the game stands, as the board and as the thinker have it.
  #stands = null;
  #known = null;
  // Searches by their numbers, with the address that keeps each going.
  #running = new Map();
  // Replies that the end of a search comes before.
  #held = [];
  #usual = new Map();

  constructor() {
    this.#begin().catch(error => this.#fail(error.message));
  }

  async #begin() {
    compiled ??= await compile();
    this.#board = worker(message => this.#ofBoard(message), why => this.#fail(why));
    this.readyState = WebSocket.OPEN;
    this.onopen?.();
  }

  #fail(reason) {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    this.#stop();
    this.#board?.terminate();
    this.#thinker?.terminate();
    console.error(`plyglot: ${reason}`);
    this.onclose?.({ reason });
  }

  #tell(message) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  send(text) {
    const message = JSON.parse(text);
    if (message.type === "stop") return this.#stop();
    const isAfterwards = AFTERWARDS.includes(message.type) && this.#thinker !== null && this.#running.size === 0;
    if (THINKING.includes(message.type) || INSTEAD.includes(message.type) || isAfterwards) {
      this.#waiting.push(message);
      return this.#think();
    }
    if (CHANGING.includes(message.type)) this.#asked.add(message.id);
    if (message.type === "new") this.#renewing.add(message.id);
    this.#board.postMessage({ text });
  }

  #stop() {
    for (const address of this.#running.values()) URL.revokeObjectURL(address);
  }

  // Hands on what is to be thought about, when it is settled how the game stands.
  #think() {
    if (this.#asked.size > 0 || this.#stands === null) return;
    for (const message of this.#waiting.splice(0)) {
      this.#thinker ??= this.#newThinker();
      this.#agree();
      let address = null;
      // One search at a time: the next ends the one before, as does a recorded one.
      if (!AFTERWARDS.includes(message.type)) this.#stop();
      if (THINKING.includes(message.type)) {
        address = URL.createObjectURL(new Blob());
        this.#running.set(message.id, address);
      }
      this.#thinker.postMessage({ text: JSON.stringify(message), goesOn: address });
      if (message.player) this.#choose(message.player);
    }
  }

  #newThinker() {
    const made = worker(message => this.#ofThinker(message), why => this.#fail(why));
    made.postMessage({ text: JSON.stringify({ type: "hello", version: 1, id: OURS }) });
    return made;
  }

  // The player that thinks is the one in force.
  #choose(player) {
    this.#board.postMessage({ text: JSON.stringify({ type: "set", options: { Mind: player }, id: OURS }) });
    this.#asked.add(OURS);
  }

  // Lets the thinker have the game as the board has it.
  #agree() {
    const { variant, options, setup, moves } = this.#stands, known = this.#known;
    const say = message => this.#thinker.postMessage({ text: JSON.stringify({ ...message, id: OURS }) });
    const changed = {};
    for (const name of new Set([...Object.keys(known?.options ?? {}), ...Object.keys(options)])) {
      if (known?.options[name] !== options[name]) changed[name] = options[name] ?? this.#usual.get(name);
    }
    const isOther = known?.variant !== variant;
    if (isOther) say({ type: "new", variant, options: { ...this.#ofProgram(changed), ...options } });
    else if (Object.keys(changed).length > 0) say({ type: "set", options: changed });
    if (isOther || Object.keys(changed).length > 0 || known.setup !== setup || known.moves.join(" ") !== moves.join(" ")) {
      say({ type: "position", ...(setup !== null && { position: setup }), moves });
    }
    this.#known = this.#stands;
  }

  // Options of the last game are nothing to the next.
  #ofProgram(options) {
    return Object.fromEntries(Object.entries(options).filter(([name]) => !name.includes(".")));
  }

  #ofBoard(message) {
    const { type, re } = message;
    if (type === "welcome") {
      const declared = [...message.options, ...message.games.flatMap(({ options }) => options)];
      this.#usual = new Map(declared.map(option => [option.name, option.default]));
    }
    const isChange = this.#asked.has(re) && (type === "state" || type === "refused");
    if (isChange) this.#asked.delete(re);
    if (isChange && this.#renewing.delete(re) && type === "state") this.#known = null;
    if (isChange && type === "state") {
      const { variant, options, setup, moves } = message, before = this.#stands;
      this.#stands = { variant, options, setup, moves };
      // The thinker has set its player itself.
      if (re === OURS && this.#known === before) this.#known = this.#stands;
    }
    if (re !== OURS) {
      // What changes the game ends its search, and that is said first.
      const ends = isChange && type === "state" && this.#running.size > 0;
      if (ends) this.#stop();
      if (ends || this.#held.length > 0 && isChange) this.#held.push(message);
      else this.#tell(message);
    }
    this.#think();
  }

  #ofThinker(message) {
    const { type, re } = message;
    if (re === OURS) {
      if (type === "refused") this.#tell({ type: "note", text: message.what });
      return;
    }
    // The board says what is to be known of the game.
    if (re === undefined && this.#running.size === 0) return;
    const isEnd = type === "bestmove" || type === "refused" || type === "learned" && message.done;
    if (isEnd && this.#running.has(re)) {
      URL.revokeObjectURL(this.#running.get(re));
      this.#running.delete(re);
    }
    this.#tell(message);
    if (this.#running.size === 0) for (const held of this.#held.splice(0)) this.#tell(held);
  }
}
