// The search seen at work: its tree as it grows, from the root down, each move as wide as the visits it
// took. A click asks for the board there and why the search ended; "why not" asks about a move. What was recorded is saved
// as a file; the panel of files opens one.
import { choice, coalesced, download, field, fromBase64, h, number, s } from "./dom.js";

const WIDE = 420, ROW = 20, PLIES = 8, NARROW = 1;
// Reasons by their first word; the same colours as on the page of a recording.
const COLORS = [["cut", "#7cc68d"], ["all moves", "#86b6ef"], ["table", "#b79be0"], ["endgame", "#c792c9"], ["horizon", "#e2c27a"],
  ["stand", "#eadca6"], ["null", "#74c7c5"], ["futil", "#ec9f7e"], ["razor", "#d9b48f"], ["over", "#e98a95"], ["finished", "#e98a95"],
  ["repet", "#f0a9cf"], ["mate", "#c3b091"]];
const color = why => COLORS.find(([begin]) => (why ?? "").startsWith(begin))?.[1] ?? "#c4c8ce";

export function theatrePanel(game, match, { display, back, say }) {
  const by = choice({ id: "theatre-by" }, [["depth", "Depth"], ["movetime", "Milliseconds"], ["nodes", "Nodes"]], "depth");
  const amount = h("input", { id: "theatre-amount", type: "number", min: "1", value: "6" });
  const begin = h("button", { type: "button", class: "main", id: "theatre", onclick: () => running() ? game.hasten() : start() }, "Watch it think");
  const keep = h("button", { type: "button", id: "theatre-save", onclick: save }, "Save as a file");
  const figures = h("p", { class: "hint", role: "status", id: "theatre-figures" });
  const flame = h("div", { id: "flame" });
  const path = h("p", { id: "theatre-path", class: "hint" });
  const story = h("ul", { class: "plain", id: "theatre-node" });
  const why = h("select", { id: "whynot" });
  const asked = h("button", { type: "button", id: "ask-whynot", onclick: whyNot }, "Why not?");
  const answer = h("ul", { class: "plain", id: "whynot-answer" });
  const element = h("div", { class: "panel", id: "panel-theatre" },
    h("div", { class: "two" }, field("Until", by), field("How much", amount)), h("div", { class: "row" }, begin, keep), figures, flame, path, story,
    h("div", { class: "row" }, h("div", { class: "grow" }, field("Why not this move?", why)), asked), answer);
  let tree = null, at = null, picked = null;
  // Who searched, where that was elsewhere, and what came of it.
  let who = "", best = null;

  const running = () => game.search?.kind === "theatre";

  async function start() {
    match.pause();
    tree = null;
    clear();
    at = game.node;
    await game.start("theatre", at, { limits: { [by.value]: Number(amount.value) }, theatre: true });
    begin.textContent = "Stop";
  }

  function clear() {
    [picked, who, best] = [null, "", null];
    path.textContent = "";
    for (const list of [story, answer]) list.replaceChildren();
  }

  function tell() {
    const known = tree?.nodes.length > 0 ? `Iteration ${tree.iteration}, ${number(tree.visits)} visits.` : "";
    figures.textContent = [who, known, best && `Best: ${best}.`].filter(Boolean).join(" ");
  }

  game.on("opened", (node, message) => {
    [tree, at] = [message, node];
    clear();
    [who, best] = [message.lines.join(" ") || `A search by ${message.player}, from a file.`, message.lines.length > 0 ? null : message.played];
    draw();
  });
  game.on("theatre", (search, message) => {
    if (search.kind !== "theatre") return;
    [tree, at] = [message, search.node];
    draw();
  });
  game.on("found", (search, message) => {
    if (search.kind !== "theatre") return;
    begin.textContent = "Watch it think";
    if (!search.dropped) best = message.best;
    tell();
  });

  // From the root to a branch, without the root.
  function way(branch) {
    const line = [];
    for (let now = branch; now && now.above !== null && now.above !== undefined; now = tree.nodes[now.above]) line.unshift(now);
    return line;
  }
  const moves = branch => way(branch).map(({ move }) => move);
  // The same as records write it.
  const nameOf = ({ name, move }) => name ?? move;
  const names = branch => way(branch).map(nameOf);

  const draw = coalesced(() => {
    if (tree === null) return;
    tell();
    const below = tree.nodes.map(() => []);
    tree.nodes.forEach((branch, n) => { if (branch.above !== null && branch.above !== undefined) below[branch.above].push(n); });
    const parts = [];
    let deepest = 1;
    const lay = (nth, x, wide, row) => {
      if (wide < NARROW || row >= PLIES) return;
      deepest = Math.max(deepest, row + 1);
      const branch = tree.nodes[nth], line = moves(branch).join(" ");
      const shown = names(branch).join(" ");
      const rect = s("rect", { x, y: row * ROW, width: wide, height: ROW - 1, fill: color(branch.why), class: line === picked ? "picked" : null,
        onclick: () => pick(branch) }, s("title", {}, `${shown || "root"}: ${branch.score}, ${number(branch.visits)} visits, ${branch.why}`));
      parts.push(rect);
      const text = nameOf(branch) || "root";
      if (wide > 7 * text.length + 4) parts.push(s("text", { x: x + 3, y: row * ROW + 14 }, `${text}${branch.best ? " ★" : ""}`));
      const children = below[nth].sort((a, b) => tree.nodes[b].visits - tree.nodes[a].visits);
      const sum = Math.max(branch.visits, children.reduce((sum, child) => sum + tree.nodes[child].visits, 0)) || 1;
      let left = x;
      for (const child of children) {
        const part = wide * tree.nodes[child].visits / sum;
        lay(child, left, part, row + 1);
        left += part;
      }
    };
    const roots = tree.nodes.flatMap((branch, n) => branch.above === null || branch.above === undefined ? [n] : []);
    const sum = roots.reduce((sum, n) => sum + tree.nodes[n].visits, 0) || 1;
    let left = 0;
    for (const root of roots) {
      const part = WIDE * tree.nodes[root].visits / sum;
      lay(root, left, part, 0);
      left += part;
    }
    flame.replaceChildren(s("svg", { class: "graph flame", viewBox: `0 0 ${WIDE} ${deepest * ROW}`, role: "img", "aria-label": `The tree of the search, ${tree.nodes.length} branches shown` }, parts));
    if (why.dataset.of !== at.state?.position) {
      why.dataset.of = at.state?.position ?? "";
      why.replaceChildren(...(at.state?.legal ?? []).map(({ text, name }) => h("option", { value: text }, name ?? text)));
    }
  });

  async function pick(branch) {
    const line = branch.line ?? moves(branch), shown = branch.names ?? names(branch);
    picked = line.join(" ");
    path.textContent = shown.join(" ") || "root";
    draw();
    const node = await game.aside({ type: "node", path: line }, "node");
    if (node === null) {
      story.replaceChildren(...[branch.score, `${number(branch.visits)} visits`, branch.why].map(text => h("li", {}, text)));
      return;
    }
    story.replaceChildren(...node.lines.map(text => h("li", {}, text)),
      h("li", {}, ...node.nodes.slice(1, 13).map(child => h("button", { type: "button", class: "plain", title: `${child.score}: ${child.why}`, onclick: () => pickLine([...line, child.move], [...shown, nameOf(child)]) }, `${nameOf(child)} ${child.score}`))),
      h("li", {}, h("button", { type: "button", onclick: back }, "Back to the game")));
    if (node.scene.length > 0) display(node.scene);
  }

  function pickLine(line, shown) {
    const branch = tree.nodes.find(branch => moves(branch).join(" ") === line.join(" "));
    pick(branch ?? { score: "", visits: 0, why: "", line, names: shown });
  }

  async function whyNot() {
    const told = await game.aside({ type: "whynot", move: why.value }, "text");
    answer.replaceChildren(...(told?.lines ?? ["There is no recorded search that could say it: watch it think first."]).map(text => h("li", {}, text)));
    if (told === null) say("");
  }

  async function save() {
    const saved = await game.ask({ type: "savetrace" }, "saved");
    if (saved === null) return;
    download(saved.name, [fromBase64(saved.base64)], "application/zstd");
    say(`Saved: ${saved.name}.`);
  }

  return { id: "theatre", title: "Theatre", element, close: back };
}
