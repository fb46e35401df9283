// Keys for the whole page, wherever nothing is written and no control wants them.
const KEYS = { ArrowLeft: "back", ArrowRight: "forth", Home: "first", End: "last", f: "flip", h: "hint", u: "undo" };

export function keysOf(actions) {
  addEventListener("keydown", event => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest("input, select, textarea, [role=tablist], .seg")) return;
    const action = actions[KEYS[event.key]];
    if (!action) return;
    event.preventDefault();
    action();
  });
}
