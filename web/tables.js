// What endgame tables know: every move with its verdict and distance, seen on the board too; how far the
// end is along the game; the longest win.
import { coalesced, h } from "./dom.js";
import { graph } from "./graph.js";
import { mainLine } from "./tree.js";

export function tablesPanel(game, match, { coat, say, preview, back }) {
  const told = h("p", { class: "hint", role: "status", id: "table-name" });
  const verdicts = h("p", { id: "verdicts" });
  const body = h("tbody", {});
  const head = h("tr", {});
  const list = h("div", { class: "scroll" }, h("table", { id: "table-moves" }, h("thead", {}, head), body));
  const remote = h("div", { id: "remoteness" });
  const along = h("button", { type: "button", id: "along", onclick: follow }, "Along the game");
  const element = h("div", { class: "panel", id: "panel-tables" }, told, verdicts, list,
    h("div", { class: "row" },
      h("button", { type: "button", id: "perfect", onclick: perfect, title: "The moves both sides should play from here" }, "Perfect line"),
      h("button", { type: "button", id: "longest", onclick: longest }, "Longest win"), along), remote);
  let isOpen = false;

  const first = verdicts => verdicts.find(verdict => verdict?.wdl) ?? verdicts.find(Boolean) ?? null;

  async function ask() {
    const { node } = game;
    if (!isOpen || !node.state || node.state.outcome) return clear(node.state?.outcome?.text ?? "");
    const answer = await game.ask({ type: "probe" }, "tables");
    if (!isOpen || node !== game.node) return;
    if (answer === null) return clear("");
    show(node, answer);
  }

  function clear(text) {
    told.textContent = text;
    verdicts.replaceChildren();
    head.replaceChildren();
    body.replaceChildren();
    coat();
  }

  function show(node, { table, verdicts: own, moves, notices }) {
    told.textContent = [table ? `From the table ${table}.` : "No table knows this position.", ...notices ?? []].join(" ");
    verdicts.replaceChildren(...(own ?? []).flatMap(({ metric, text, wdl }) => [h("b", { class: wdl ?? "" }, text), ` ${metric}  `]));
    const metrics = (own ?? []).map(({ metric }) => metric);
    head.replaceChildren(h("th", {}, "Move"), ...(metrics.length > 0 ? metrics : ["verdict"]).map(metric => h("th", {}, metric)));
    const known = moves.filter(({ verdicts }) => first(verdicts) !== null);
    body.replaceChildren(...known.map(({ move, verdicts, demand }) => h("tr", { class: "pick", onmouseenter: () => preview(node, [move]), onmouseleave: back },
      h("td", {}, h("button", { type: "button", class: "plain", onfocus: () => preview(node, [move]), onblur: back, onclick: () => { back(); game.play(move); } }, move)),
      verdicts.map(verdict => h("td", { class: verdict?.wdl ?? "" }, verdict?.text ?? "–")),
      demand ? h("td", {}, demand) : [])));
    paint(node, known);
  }

  // Each place where moves end has the colour of the best that ends there, and its distance.
  function paint(node, moves) {
    const rank = { win: 2, draw: 1, loss: 0 }, best = new Map();
    const legal = new Map(node.state.legal.map(move => [move.text, move]));
    for (const { move, verdicts } of moves) {
      const place = legal.get(move)?.clicks.at(-1), verdict = first(verdicts);
      if (place === undefined || !verdict?.wdl) continue;
      const held = best.get(place);
      const better = !held || rank[verdict.wdl] > rank[held.wdl] || (verdict.wdl === held.wdl
        && (verdict.wdl === "win" ? verdict.plies < held.plies : verdict.plies > held.plies));
      if (better) best.set(place, verdict);
    }
    const values = [...best].filter(([, { plies }]) => plies !== undefined && plies !== null).map(([place, { plies }]) => [place, String(plies)]);
    coat(new Map([...best].map(([place, { wdl }]) => [place, wdl])), values);
  }

  async function perfect() {
    const { node } = game;
    const answer = await game.ask({ type: "perfect" }, "line");
    if (answer === null) return;
    if (answer.moves.length === 0) return say("The tables know no line from here.");
    answer.moves.reduce((at, move) => at.add(move), node);
    game.keep();
    game.emit("tree");
    say(`Perfect play: ${answer.moves.length} moves, now in the tree.`);
  }

  async function longest() {
    const answer = await game.ask({ type: "longest" }, "position");
    if (answer === null) return;
    match.pause();
    if (await game.place(answer.position) !== null) say(answer.text ?? "The longest win of the table.");
  }

  // Plies to the end at every move of the game that tables know.
  async function follow() {
    const here = game.node, line = [game.root, ...mainLine(game.root)], points = [];
    match.pause();
    along.disabled = true;
    for (const [at, node] of line.entries()) {
      await game.visit(node);
      const answer = node.state?.outcome ? null : await game.aside({ type: "probe" }, "tables");
      const verdict = answer && first(answer.verdicts ?? []);
      points.push({ at, value: verdict?.plies ?? (verdict?.wdl === "draw" ? 0 : null), kind: verdict?.wdl, title: verdict ? `${node.name ?? "start"}: ${verdict.text}` : "", go: () => game.go(node) });
    }
    along.disabled = false;
    const most = Math.max(...points.map(({ value }) => value ?? 0), 1);
    const known = points.some(({ value }) => value !== null);
    remote.replaceChildren(known ? graph(points, { low: 0, high: most, ticks: [[0, "0"], [most, String(most)]], here: line.indexOf(here),
      label: "Plies to the end, after every move, where tables know" }) : h("p", { class: "hint" }, "No table knows a position of this game."));
    game.go(here);
  }

  const again = coalesced(ask);
  game.on("node", again);
  return { id: "tables", title: "Tables", element, open() { isOpen = true; again(); }, close() { isOpen = false; coat(); } };
}
