// A look back at the whole game: what the program thinks of every position, how accurate each side was,
// and where it went wrong; kept with the game as comments, marks and variations.
import { coalesced, field, h } from "./dom.js";
import { graph } from "./graph.js";
import { accuracy, byFirst, chances, fault, FAULT_NAGS, scoreText } from "./score.js";
import { mainLine, turnText } from "./tree.js";

const BEST_SHOWN = 4;

export function reviewPanel(game, match) {
  let running = false;
  const spent = h("input", { id: "review-ms", type: "number", min: "10", max: "60000", value: "200" });
  const begin = h("button", { type: "button", class: "main", id: "review", onclick: () => running ? cancel() : review() }, "Look back at the game");
  const progress = h("p", { class: "hint", role: "status", id: "review-progress" });
  const picture = h("div", { id: "review-graph" });
  const sums = h("div", { class: "numbers", id: "accuracy" });
  const faults = h("ul", { class: "plain", id: "faults" });
  const element = h("div", { class: "panel", id: "panel-review" },
    h("div", { class: "row" }, begin, h("div", { class: "grow" }, field("Milliseconds a position", spent))), progress, picture, sums, faults);

  async function review() {
    match.pause();
    running = true;
    begin.textContent = "Stop";
    const line = [game.root, ...mainLine(game.root)], here = game.node;
    for (const [n, node] of line.entries()) {
      if (!running || node.root !== game.root) break;
      progress.textContent = `Position ${n + 1} of ${line.length}`;
      const found = await look(node);
      if (found === null) continue;
      node.score = found.score;
      node.best = found.pv;
      node.bestNames = found.names;
      node.reviewed = true;
      if (node.parent) judge(node);
      draw();
    }
    progress.textContent = running ? "" : "Stopped.";
    running = false;
    begin.textContent = "Look back at the game";
    game.keep();
    game.emit("tree");
    game.go(here.root === game.root ? here : game.node);
  }

  function cancel() {
    running = false;
    game.stop("review");
  }

  // The score of a position for the first side, and the best line.
  async function look(node) {
    if (!node.state) await game.visit(node);
    const { outcome, side } = node.state ?? {};
    if (!side) return null;
    if (outcome) return { score: outcome.winner === null ? { cp: 0 } : { mate: outcome.winner === "first" ? 1 : -1 }, pv: [] };
    const info = await game.think(node, "review", { limits: { movetime: Number(spent.value) || 200 } });
    return info?.score ? { score: byFirst(info.score, side), pv: info.pv ?? [], names: info.names ?? [] } : null;
  }

  // What a move cost who played it, from before and after.
  function cost(node) {
    const before = node.parent;
    if (!before?.score || !node.score) return null;
    const own = score => node.mover === "second" ? 100 - chances(score) : chances(score);
    return { before: own(before.score), after: own(node.score) };
  }

  function judge(node) {
    const spent = cost(node), best = node.parent.best ?? [], names = node.parent.bestNames ?? [];
    if (spent === null) return;
    const found = best[0] === node.move ? null : fault(spent.before, spent.after);
    node.nags = node.nags.filter(nag => !FAULT_NAGS.includes(nag));
    // What was written before by hand stays.
    node.comment = node.comment.replace(/\s*\{?(Inaccuracy|Mistake|Blunder): .* was better\.\}?/, "").trim();
    if (found === null) return;
    node.nags.push(found.nag);
    const word = found.word[0].toUpperCase() + found.word.slice(1);
    const told = `${word}: ${scoreText(node.parent.score)} before, ${scoreText(node.score)} after; ${names[0] ?? best[0]} was better.`;
    node.comment = [node.comment, told].filter(Boolean).join(" ");
    best.slice(0, BEST_SHOWN).reduce((at, move, n) => at.add(move, names[n]), node.parent);
  }

  const draw = coalesced(() => {
    const line = [game.root, ...mainLine(game.root)];
    const known = line.filter(({ score }) => score);
    picture.hidden = sums.hidden = faults.hidden = known.length < 2;
    if (known.length < 2) return;
    const points = line.map((node, at) => ({ at, value: node.score ? chances(node.score) : null, go: () => game.go(node),
      kind: node.nags.filter(nag => FAULT_NAGS.includes(nag)).map(nag => `fault-${nag}`)[0], title: node.parent ? `${node.name} ${scoreText(node.score)}` : "start" }));
    const here = line.indexOf(game.node);
    picture.replaceChildren(graph(points, { low: 0, high: 100, ticks: [[0, "0"], [50, "50"], [100, "100"]], here: here < 0 ? null : here,
      label: "Chances of the first side, of 100, after every move" }));
    sums.replaceChildren(...["first", "second"].map(side => summary(side, line)));
    const wrong = line.filter(node => node.nags.some(nag => FAULT_NAGS.includes(nag)));
    faults.replaceChildren(...wrong.map(node => h("li", {}, h("button", { type: "button", class: "plain", onclick: () => game.go(node) }, `${turnText(node)} ${node.name}`), " ", node.comment)));
  });

  function summary(side, line) {
    const costs = line.filter(node => node.parent && node.mover === side).map(cost).filter(Boolean);
    const values = costs.map(({ before, after }) => accuracy(before, after));
    const mean = values.length > 0 ? values.reduce((a, b) => a + b, 0) / values.length : null;
    return h("span", {}, `${match.name(side)}: `, h("b", {}, mean === null ? "–" : `${mean.toFixed(0)} %`), " accurate");
  }

  game.on("node", draw);
  game.on("tree", draw);
  return { id: "review", title: "Review", element, open: draw };
}
