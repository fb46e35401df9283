// Who wants to know of something says so with `on`; what happens is told with `emit`.
export class Events {
  #listeners = new Map();

  on(name, listener) {
    if (!this.#listeners.has(name)) this.#listeners.set(name, []);
    this.#listeners.get(name).push(listener);
  }

  emit(name, ...args) {
    for (const listener of this.#listeners.get(name) ?? []) listener(...args);
  }
}
