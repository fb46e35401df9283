// The connection: questions with their answers, and a new connection when the old one is gone.
import { Events } from "./events.js";

const RETRY_MS = [150, 300, 600, 1000, 2000];

// Emits `open`, `gone`, and every message that no question waits for under its type.
export class Socket extends Events {
  #socket = null;
  #waiting = new Map();
  #retry = 0;
  // Numbers go on after a reload: a search that began before it still answers to its own.
  #id = Date.now() % 1e9 * 1000;

  // `open` makes a connection.
  constructor(open) {
    super();
    this.open = open;
    addEventListener("online", () => this.#again(0));
  }

  get isOpen() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  connect() {
    clearTimeout(this.timer);
    const socket = this.#socket = this.open();
    socket.onopen = () => {
      this.#retry = 0;
      this.emit("open");
    };
    socket.onmessage = event => this.#take(JSON.parse(event.data));
    socket.onclose = ({ reason }) => {
      if (this.#socket !== socket) return;
      for (const { fail } of this.#waiting.values()) fail(new Gone());
      this.#waiting.clear();
      this.emit("gone", reason);
      this.#again(RETRY_MS[Math.min(this.#retry++, RETRY_MS.length - 1)]);
    };
  }

  #again(ms) {
    clearTimeout(this.timer);
    if (this.#socket?.readyState !== WebSocket.CLOSED) return;
    this.timer = setTimeout(() => this.connect(), ms);
  }

  #take(message) {
    const asked = this.#waiting.get(message.re);
    if (asked && (message.type === "refused" || asked.types.includes(message.type))) {
      this.#waiting.delete(message.re);
      if (message.type === "refused") asked.fail(new Refused(message.what));
      else asked.done(message);
      if (message.type === "refused") return;
    }
    this.emit(message.type, message);
  }

  // Sends, and says under which number.
  send(message) {
    const id = ++this.#id;
    if (this.isOpen) this.#socket.send(JSON.stringify({ ...message, id }, whole));
    return id;
  }

  // Sends, and waits for an answer of one of these types. Fails with `Refused`, or `Gone` when the
  // connection is lost before.
  ask(message, ...types) {
    return new Promise((done, fail) => {
      if (!this.isOpen) return fail(new Gone());
      this.#waiting.set(this.send(message), { types, done, fail });
    });
  }
}

// Halves of characters, as a text that was cut may have, are no JSON to the server.
const whole = (_, value) => typeof value === "string" ? value.toWellFormed?.() ?? value : value;

export class Refused extends Error {}

export class Gone extends Error {
  constructor() {
    super("the server is gone");
  }
}
