// What is seen of the board besides the game: previews of lines, arrows, the gauge, colours and values.
export function looking(game, board, gauge, show) {
  let previewing = null;
  const seen = new WeakMap();

  async function preview(node, moves) {
    if (game.node !== node || board.setup) return;
    const key = moves.join(" ");
    previewing = { node, key };
    if (!seen.has(node)) seen.set(node, new Map());
    const known = seen.get(node);
    if (!known.has(key)) known.set(key, game.aside({ type: "peek", moves }, "peeked"));
    const answer = await known.get(key);
    if (answer === null) known.delete(key);
    if (answer === null || previewing?.key !== key || game.node !== node) return;
    const { scene, changed } = answer.plies.at(-1);
    display(scene, changed);
  }

  // A board that is not the game's, until `back`.
  function display(scene, changed = [], more = {}) {
    previewing ??= { node: game.node, key: null };
    board.over.parentNode.classList.add("preview");
    board.layers.arrows.setAttribute("visibility", "hidden");
    board.show(scene, { changed, ...more });
  }

  function back() {
    if (previewing === null) return;
    previewing = null;
    board.over.parentNode.classList.remove("preview");
    board.layers.arrows.removeAttribute("visibility");
    show();
  }

  return {
    preview, display, back,
    get isPreview() { return previewing !== null; },
    arrows: arrows => board.setArrows(arrows),
    gauge(value) {
      gauge.classList.toggle("known", value !== null);
      gauge.style.setProperty("--share", `${value?.first ?? 50}%`);
      gauge.classList.toggle("flipped", board.flipped);
      gauge.setAttribute("aria-label", value === null ? "No evaluation"
        : `Evaluation ${value.text || ""}, ${Math.round(value.first)} of 100 for the first side`);
    },
  };
}
