// The page. `data` is what Rust's `page.rs` put together: nodes in columns, texts as numbers into
// one list, boards as what differs from the board above. A place in the tree is an address, so that
// links, the history and the search box all go through `location.hash`:
//   #e2e4/e7e5      moves from the root of the last depth
//   #@5/e2e4/e7e5   of depth 5
//   #@5.2/d2d4      of the second line there; #@5t1/e2e4 of another thread, the second
const data = JSON.parse(document.getElementById("data").textContent);
const { nodes, texts } = data, count = nodes.move.length;
const $ = id => document.getElementById(id), NS = "http://www.w3.org/2000/svg";
const ROWS_MAX = 150, FLAME_PLIES = 9, FLAME_ROW = 21, NARROW = 1.5;
const number = new Intl.NumberFormat("en").format;
const COLORS = { cut: "#7cc68d", searched: "#86b6ef", table: "#b79be0", endgame: "#c792c9",
  horizon: "#e2c27a", "stand-pat": "#eadca6", "null-move": "#74c7c5", "prob-cut": "#9ad0b8", futility: "#ec9f7e",
  razoring: "#d9b48f", finished: "#e98a95", repetition: "#f0a9cf", "mate-distance": "#c3b091",
  averaged: "#9fb4d8", "played-out": "#d8c79f", "too-long": "#aab2bd", stopped: "#c4c8ce" };

// The nodes below each node, the most visited first; `first[i]` to `first[i + 1]` are those of node i.
const first = new Uint32Array(count + 1), list = new Uint32Array(count);
nodes.parent.forEach(above => { if (above !== null) first[above + 1]++; });
for (let i = 0; i < count; i++) first[i + 1] += first[i];
const next = first.slice();
nodes.parent.forEach((above, i) => { if (above !== null) list[next[above]++] = i; });
const effort = (a, b) => nodes.visits[b] - nodes.visits[a] || a - b;
for (let i = 0; i < count; i++) list.subarray(first[i], first[i + 1]).sort(effort);
const below = i => list.subarray(first[i], first[i + 1]);
const text = (column, i) => texts[nodes[column][i]];
// The trees: of every thread each depth, of each depth every line.
const trees = data.trees.filter(tree => tree.root !== null), mainTree = trees.find(tree => tree.root === data.root);
const treeAt = (depth, line = 1, thread = 0) =>
  trees.find(tree => tree.depth === depth && tree.line === line && tree.thread === thread);
// The tree in which we are; whoever goes to another depth stays with thread and line where it has them.
let tree = mainTree;
const treeNear = (depth, line = tree.line, thread = tree.thread) => treeAt(depth, line, thread) ?? treeAt(depth, 1, thread);
const depthsOf = thread => trees.filter(tree => tree.thread === thread && tree.line === 1).map(tree => tree.depth);
const linesOf = ({ depth, thread }) => trees.filter(tree => tree.depth === depth && tree.thread === thread);
const threads = [...new Set(trees.map(tree => tree.thread))];

let here = data.root, shown = null, rows = [], chosen = 0, sorting = "visits", upwards = false, all = false;

function el(parent, name, attributes = {}, content) {
  const child = parent.namespaceURI === NS || name === "svg" ? document.createElementNS(NS, name)
    : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) child.setAttribute(key, value);
  if (content !== undefined) child.textContent = content;
  parent.append(child);
  return child;
}
const clear = id => { $(id).replaceChildren(); return $(id); };
const percent = (part, whole) => `${(100 * part / Math.max(whole, 1)).toFixed(1)} %`;

// The way to a node, and back.
function chain(i) {
  const way = [];
  for (; nodes.parent[i] !== null; i = nodes.parent[i]) way.unshift(i);
  return way;
}
const rootOf = i => { while (nodes.parent[i] !== null) i = nodes.parent[i]; return i; };
const moves = i => chain(i).map(at => text("move", at));
const treeName = ({ depth, line, thread }) =>
  `depth ${depth}${line > 1 ? `, line ${line}` : ""}${thread > 0 ? `, thread ${thread}` : ""}`;
function address(to, moves) {
  const from = to === mainTree || to === undefined ? []
    : [`@${to.depth}${to.line > 1 ? `.${to.line}` : ""}${to.thread > 0 ? `t${to.thread}` : ""}`];
  return "#" + [...from, ...moves.map(encodeURIComponent)].join("/");
}
const link = i => address(tree, moves(i));
const named = (i, name) => below(i).find(at => text("move", at).toLowerCase() === name.toLowerCase());
function find(root, path) {
  let at = root;
  for (const [n, move] of path.entries()) {
    const step = named(at, move);
    // A chain that the search took apart, such as `1,5`, is there as its steps.
    const parts = move.split(",");
    if (step === undefined && parts.length > 1) {
      const [end, missing] = find(at, parts);
      if (missing.length === 0) { at = end; continue; }
    }
    if (step === undefined) return [at, path.slice(n)];
    at = step;
  }
  return [at, []];
}
function bestLine(i) {
  const line = [];
  for (let at = i; text("best", at);) {
    const step = named(at, text("best", at));
    if (step === undefined) break;
    line.push(at = step);
  }
  return line;
}
function parse(hash) {
  let parts = [];
  try { parts = hash.slice(1).split("/").filter(Boolean).map(decodeURIComponent); } catch { /* no address */ }
  const at = /^@(\d+)(?:\.(\d+))?(?:t(\d+))?$/.exec(parts[0] ?? "");
  const [depth, line, thread] = at ? [at[1], at[2] ?? 1, at[3] ?? 0].map(Number) : [];
  const wanted = at ? treeAt(depth, line, thread) : mainTree;
  return { to: wanted ?? mainTree, path: at ? parts.slice(1) : parts,
    wrong: wanted === undefined ? treeName({ depth, line, thread }) : null };
}

// The board: what differs is put together from the root down.
function scene(i) {
  const words = new Array(data.picture.places.length).fill("");
  for (const at of [rootOf(i), ...chain(i)]) {
    const changes = nodes.scene[at];
    if (changes === null) return null;
    for (let n = 0; n < changes.length; n += 2) words[changes[n]] = texts[changes[n + 1]];
  }
  return words;
}
function showBoard(i) {
  const words = scene(i), isRoot = nodes.parent[i] === null;
  if (words === null) {
    clear("board").textContent = "No board can be shown here.";
    $("turn").textContent = "";
    return;
  }
  const changed = isRoot ? [] : nodes.scene[i].filter((_, n) => n % 2 === 0)
    .filter(place => data.picture.places[place]?.[0]);
  const shares = $("values").checked ? nodes.evaluations[i]?.shares ?? [] : [];
  const svg = drawBoard(data.picture, words, changed,
    shares.map(([place, value]) => [place, `${value < 0 ? "−" : "+"}${(Math.abs(value) / 100).toFixed(2)}`]));
  const spoken = words.map((word, n) => [data.picture.places[n]?.[0], word]).filter(([name, word]) => name && word);
  svg.setAttribute("aria-label", spoken.map(([name, word]) => `${name} ${word}`).join(", ") || "board");
  clear("board").append(svg);
  $("turn").textContent = `${["First", "Second"][nodes.side[i]]} side to move`;
}

function showFacts(i) {
  const facts = clear("facts"), root = rootOf(i), staticEval = nodes.static_eval[i];
  const fact = (name, value) => { el(facts, "dt", {}, name); el(facts, "dd", {}, value); };
  fact(i === root ? "score" : "score, for who chose the move", text("score", i));
  fact("why it ended", text("why", i));
  fact("visits", `${number(nodes.visits[i])}, ${percent(nodes.visits[i], nodes.visits[root])} of ${treeName(tree)}`);
  fact("searched to", text("depth", i));
  fact("window, for the side to move", text("window", i));
  if (staticEval !== null) fact("static eval", `cp ${staticEval} for the side to move`);
}

// The evaluator is known at the nodes with the most visits.
function showJudge(i) {
  const said = nodes.evaluations[i] ?? null;
  $("evaluation").hidden = said === null;
  if (said === null) return;
  clear("terms");
  bars("terms", said.terms.map(([id, value]) => [texts[id], value]));
  $("meant").textContent = texts[said.about];
  $("values").closest("p").hidden = said.shares.length === 0;
}

function showPath(i) {
  const nav = clear("path"), way = [rootOf(i), ...chain(i)];
  for (const at of way) {
    const a = el(nav, "a", { href: link(at) }, text("move", at) || treeName(tree));
    if (at === i) a.setAttribute("aria-current", "true");
  }
  const line = clear("line"), best = bestLine(i);
  if (best.length > 0) line.append("best line from here: ");
  for (const at of best) { el(line, "a", { href: link(at) }, text("move", at)); line.append(" "); }
}

// The table of moves.
function showMoves(i) {
  const order = { visits: effort, tried: (a, b) => nodes.tried[a] - nodes.tried[b],
    value: (a, b) => (nodes.value[b] ?? -Infinity) - (nodes.value[a] ?? -Infinity) || effort(a, b) }[sorting];
  rows = [...below(i)].sort(order);
  if (upwards) rows.reverse();
  $("moves-title").textContent = rows.length === 0 ? "No move is recorded below here"
    : `${rows.length} ${rows.length === 1 ? "move" : "moves"}`;
  $("children").hidden = rows.length === 0;
  for (const th of $("children").querySelectorAll("th[aria-sort]")) {
    const is = th.firstElementChild.dataset.sort === sorting;
    th.setAttribute("aria-sort", is ? (upwards === (sorting === "tried") ? "descending" : "ascending") : "none");
  }
  const body = $("children").tBodies[0], whole = nodes.visits[i];
  body.replaceChildren();
  const shown = all ? rows : rows.slice(0, ROWS_MAX);
  shown.forEach((at, n) => {
    const isBest = text("move", at) === text("best", i);
    const tr = el(body, "tr", { "data-row": n, class: isBest ? "best" : "" });
    el(el(tr, "td"), "a", { href: link(at), tabindex: -1 }, text("move", at) + (isBest ? " ★" : ""));
    el(tr, "td", { class: "number" }, text("score", at));
    const share = el(el(tr, "td"), "div", { class: "share" });
    el(el(share, "i"), "b", { style: `width:${100 * nodes.visits[at] / Math.max(whole, 1)}%` });
    el(share, "span", {}, `${number(nodes.visits[at])}  ${percent(nodes.visits[at], whole)}`);
    el(tr, "td", {}, text("depth", at).replace(/^depth /, ""));
    el(tr, "td", {}, text("why", at));
  });
  clear("more");
  if (shown.length < rows.length) {
    el($("more"), "button", { type: "button" }, `Show all ${rows.length} moves`)
      .addEventListener("click", () => { all = true; showMoves(here); });
  }
  const skipped = nodes.skipped[i] || [];
  $("skipped").textContent = skipped.length === 0 ? ""
    : `Left out without a look: ${skipped.map(id => texts[id]).join(" ")}`;
  choose(Math.max(0, Math.min(chosen, shown.length - 1)));
}
function choose(n) {
  const all = $("children").tBodies[0].rows;
  all[chosen]?.removeAttribute("aria-selected");
  chosen = n;
  all[n]?.setAttribute("aria-selected", "true");
  return all[n];
}

// The flame: each box as wide as its share of the visits, its moves below it.
function showFlame(i) {
  const box = clear("flame"), width = Math.max(box.clientWidth, 200), boxes = [];
  let plies = 0;
  const place = (at, x, w, ply) => {
    boxes.push([at, x, w, ply]);
    plies = Math.max(plies, ply + 1);
    if (ply + 1 === FLAME_PLIES) return;
    let left = x;
    for (const child of below(at)) {
      const share = w * nodes.visits[child] / Math.max(nodes.visits[at], 1);
      if (share < NARROW) break;
      place(child, left, share, ply + 1);
      left += share;
    }
  };
  place(i, 0, width, 0);
  const svg = el(box, "svg", { viewBox: `0 0 ${width} ${plies * FLAME_ROW}`, height: plies * FLAME_ROW,
    role: "img", "aria-label": "Visits below this node; the table of moves has the same numbers" });
  const used = new Set();
  for (const [at, x, w, ply] of boxes) {
    const end = text("end", at), name = text("move", at) || "root";
    used.add(end);
    el(svg, "rect", { x, y: ply * FLAME_ROW, width: w, height: FLAME_ROW - 1, "data-node": at,
      fill: COLORS[end] ?? "#bbb" });
    if (w > 7.4 * name.length + 6) el(svg, "text", { x: x + 4, y: ply * FLAME_ROW + 14 }, name);
  }
  const legend = clear("legend");
  for (const end of [...used].sort()) {
    const item = el(legend, "span");
    el(item, "span", { class: "swatch", style: `background:${COLORS[end] ?? "#bbb"}` });
    item.append(end);
  }
  tell(i);
}
const tell = i => {
  $("hover").textContent = `${moves(i).join(" ") || "root"}: ${number(nodes.visits[i])} visits, `
    + `${text("score", i)}, ${text("why", i)}`;
};

// Curves, one point a depth, each a link to its tree.
function plot(id, values, name, digits) {
  const known = values.filter(v => v.y !== null), width = 460, height = 170, left = 52, base = height - 22;
  if (known.length < 2) { $(id).textContent = "too few depths"; return; }
  const xs = known.map(v => v.x), ys = known.map(v => v.y);
  const [x0, x1] = [Math.min(...xs), Math.max(...xs)];
  const step = nice((Math.max(...ys) - Math.min(...ys)) / 4 || 1);
  const [y0, y1] = [Math.floor(Math.min(...ys) / step) * step, Math.ceil(Math.max(...ys) / step) * step || step];
  const X = x => left + (width - left - 12) * (x - x0) / (x1 - x0), Y = y => base - (base - 12) * (y - y0) / ((y1 - y0) || 1);
  const svg = el($(id), "svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label":
    `${name}: ` + known.map(v => `depth ${v.x} ${v.text}`).join(", ") });
  for (let y = y0; y <= y1 + step / 2; y += step) {
    el(svg, "path", { d: `M${left} ${Y(y)}H${width - 8}`, class: "grid" });
    el(svg, "text", { x: left - 6, y: Y(y) + 4, "text-anchor": "end" }, y.toFixed(step < 1 ? digits : 0));
  }
  const every = Math.ceil((x1 - x0 + 1) / 16);
  for (let x = x0; x <= x1; x += every) el(svg, "text", { x: X(x), y: height - 4, "text-anchor": "middle" }, x);
  el(svg, "polyline", { points: known.map(v => `${X(v.x)},${Y(v.y)}`).join(" "), class: "curve" });
  for (const v of known) {
    const to = treeAt(v.x) ? el(svg, "a", { href: address(treeAt(v.x), []), "aria-label": `depth ${v.x}: ${v.text}` }) : svg;
    const point = el(to, "circle", { cx: X(v.x), cy: Y(v.y), r: 4.5, class: "point", "data-depth": v.x });
    el(point, "title", {}, `depth ${v.x}: ${v.text}`);
  }
}
function nice(step) {
  const power = 10 ** Math.floor(Math.log10(step)), part = step / power;
  return power * (part <= 1 ? 1 : part <= 2 ? 2 : part <= 5 ? 5 : 10);
}
function bars(id, list, { color = () => "", href = () => null, label = x => x } = {}) {
  const box = $(id), most = Math.max(1, ...list.map(([, n]) => Math.abs(n)));
  for (const [name, n] of list) {
    const to = href(name), cell = el(box, "span");
    if (to) el(cell, "a", { href: to }, label(name)); else cell.textContent = label(name);
    el(el(box, "i"), "b", { style: `width:${100 * Math.abs(n) / most}%;${color(name)}`, class: n < 0 ? "minus" : "" });
    el(box, "span", {}, number(n));
  }
}
function showWhole() {
  const { heat, iterations } = data;
  // A proven end is far off the scale of evaluations; it is drawn at its edge.
  const within = iterations.map(it => it.score).filter(score => Math.abs(score) <= data.eval_max);
  const edge = Math.max(100, ...within.map(Math.abs)) * 1.25;
  const shown = score => Math.max(-edge, Math.min(edge, score)) / 100;
  plot("scores", iterations.map(it => ({ x: it.depth, y: shown(it.score), text: it.text })), "score over depth", 2);
  let before = 0, grown = 0;
  const factors = iterations.map(it => {
    const more = it.nodes - before, y = grown > 0 ? more / grown : null;
    before = it.nodes;
    grown = more;
    return { x: it.depth, y, text: y?.toFixed(2) };
  });
  plot("branching", factors, "branching over depth", 1);
  const own = end => `background:${COLORS[end] ?? "#bbb"}`;
  bars("plies", heat.plies, { label: ply => `ply ${ply}` });
  bars("ends", heat.ends, { color: own });
  const known = move => data.root !== null && named(data.root, move) !== undefined;
  bars("roots", heat.moves, { href: move => known(move) ? address(mainTree, [move]) : null, label: move => move || "(pass)" });
  const terms = data.terms.filter(([, score]) => score !== 0);
  $("last").hidden = terms.length === 0;
  bars("last-terms", terms);
  const row = (to, cells, pv) => {
    const tr = el($("iterations"), "tr"), first = el(tr, "td", { class: "number" });
    const name = cells.shift();
    if (to) el(first, "a", { href: address(to, []) }, name); else first.textContent = name;
    for (const cell of cells) el(tr, "td", { class: "number" }, cell);
    const line = el(tr, "td");
    pv.forEach((move, n) => {
      el(line, "a", { href: address(to, pv.slice(0, n + 1)) }, move);
      line.append(" ");
    });
  };
  for (const it of iterations) {
    const best = treeAt(it.depth);
    row(best, [it.depth, it.text, number(it.nodes), number(Math.round(it.time_us / 1000))], it.pv);
    // Of the other lines what the recording knows.
    for (const to of best ? linesOf(best).slice(1) : []) {
      row(to, [`line ${to.line}`, text("score", to.root), "", ""], bestLine(to.root).map(at => text("move", at)));
    }
  }
  const about = $("about");
  about.append(`${data.variant} `);
  el(about, "code", {}, data.position);
  about.append(` · ${number(data.visits)} visits, ${number(data.recorded)} recorded, ${number(count)} on this page`
    + (data.ply_kept === null ? "" : ` · plies below ${data.ply_kept} were not kept`));
}
// The ways to other depths, lines and threads, each where there is more than one.
function showTrees() {
  const choices = (id, list, to, name, title) => {
    const nav = clear(id);
    nav.hidden = list.length < 2;
    for (const value of list) {
      const other = to(value), a = el(nav, "a", { href: address(other, []), title: title(value, other) }, name(value, other));
      if (other === tree) a.setAttribute("aria-current", "true");
    }
  };
  const told = new Map(data.iterations.map(it => [it.depth, `depth ${it.depth}: ${it.text} ${it.pv.join(" ")}`]));
  choices("depths", depthsOf(tree.thread), depth => treeNear(depth), depth => depth,
    depth => tree.thread === 0 && told.get(depth) || `depth ${depth}`);
  choices("lines", linesOf(tree), to => to, ({ line, root }) => `line ${line}: ${text("best", root)} ${text("score", root)}`,
    to => bestLine(to.root).map(at => text("move", at)).join(" "));
  const visits = new Map(data.heat.threads);
  choices("threads", threads, thread => treeNear(tree.depth, tree.line, thread) ?? treeAt(Math.max(...depthsOf(thread)), 1, thread),
    thread => `thread ${thread}${thread === 0 ? ", which decides" : ""}`,
    thread => `${number(visits.get(thread) ?? 0)} visits recorded`);
  for (const point of document.querySelectorAll(".point")) point.classList.toggle("here", Number(point.dataset.depth) === tree.depth);
}

// Everything that depends on where we are.
function show() {
  if (data.root === null) { $("found").textContent = "The recording is empty."; return; }
  shown = location.hash;
  const from = here, { to, path, wrong } = parse(shown);
  tree = to;
  const [at, missing] = find(tree.root, path);
  here = at;
  all = false;
  chosen = 0;
  showBoard(at); showJudge(at); showFacts(at); showPath(at); showTrees(); showMoves(at); showFlame(at);
  // Going up, the move we came from is chosen.
  const back = rows.indexOf(chain(from).find(step => nodes.parent[step] === at));
  if (back >= 0) choose(back);
  const typing = document.activeElement === $("search");
  if (!typing) $("search").value = moves(at).join(" ");
  $("found").classList.toggle("wrong", wrong !== null || missing.length > 0);
  $("found").textContent = wrong !== null ? `${wrong} is not recorded`
    : missing.length === 0 ? (typing && path.length > 0 ? `found: ${text("score", at)}` : "")
    : `${missing[0]} is not recorded after ${moves(at).join(" ") || "the root"}`;
  const prefix = moves(at).join(" ");
  clear("moves").replaceChildren(...[...below(at)].slice(0, 30).map(step => new Option("", `${prefix} ${text("move", step)}`.trim())));
  document.title = `${moves(at).join(" ") || "A search under the microscope"} · ${data.variant}`;
}
// The page follows at once, so that two keys in a row are two steps; the browser tells of the new
// address later, when it is shown already.
const turnTo = to => { location.hash = to; show(); };
// The same in place of the present address: no page to come back to.
const turnOnTo = to => { history.replaceState(null, "", to.replace(/^#?/, "#")); show(); };
const go = i => { if (i !== undefined && i !== null) turnTo(link(i)); };
// To the same moves in another tree, as far as they are there.
function goIn(to) {
  if (to === undefined) return;
  const path = moves(here), [, missing] = find(to.root, path);
  turnTo(address(to, path.slice(0, path.length - missing.length)));
}
const beside = (list, at, by) => list[list.indexOf(at) + by];
function otherDepth(by) {
  const depth = beside(depthsOf(tree.thread), tree.depth, by);
  if (depth !== undefined) goIn(treeNear(depth));
}
const otherLine = by => goIn(beside(linesOf(tree), tree, by));
function positionCommand() {
  const from = data.setup === null ? "startpos" : `fen ${data.setup}`, played = [...data.moves, ...moves(here)];
  return `position ${data.variant} ${from}${played.length > 0 ? " moves " : ""}${played.join(" ")}`;
}

// All that is typed at a time is one step of the history.
let hasTyped = false;
$("search").addEventListener("focus", () => { hasTyped = false; });
$("search").addEventListener("input", () => {
  (hasTyped ? turnOnTo : turnTo)(address(tree, $("search").value.split(/\s+/).filter(Boolean)));
  hasTyped = true;
});
$("search").addEventListener("keydown", event => {
  if (event.key === "Escape" || event.key === "Enter") $("search").blur();
});
$("search").addEventListener("blur", () => { $("search").value = moves(here).join(" "); });
$("values").addEventListener("change", () => showBoard(here));
$("copy").addEventListener("click", async () => {
  const line = positionCommand();
  try { await navigator.clipboard.writeText(line); $("copied").textContent = "copied"; } catch { $("copied").textContent = line; }
});
$("children").tHead.addEventListener("click", event => {
  const by = event.target.dataset.sort;
  if (!by) return;
  [upwards, sorting] = [by === sorting && !upwards, by];
  showMoves(here);
});
$("children").tBodies[0].addEventListener("click", event => {
  const row = event.target.closest("tr");
  if (row && !event.target.closest("a")) go(rows[row.dataset.row]);
});
$("flame").addEventListener("click", event => go(event.target.dataset.node));
$("flame").addEventListener("mouseover", event => { if (event.target.dataset.node) tell(Number(event.target.dataset.node)); });
$("flame").addEventListener("mouseleave", () => tell(here));
const KEYS = {
  ArrowDown: () => choose(Math.min(chosen + 1, $("children").tBodies[0].rows.length - 1))?.scrollIntoView({ block: "nearest" }),
  ArrowUp: () => choose(Math.max(chosen - 1, 0))?.scrollIntoView({ block: "nearest" }),
  ArrowRight: () => go(rows[chosen]), Enter: () => go(rows[chosen]),
  ArrowLeft: () => go(nodes.parent[here]), Home: () => go(rootOf(here)),
  b: () => go(bestLine(here).at(-1)), "[": () => otherDepth(-1), "]": () => otherDepth(1), "(": () => otherLine(-1), ")": () => otherLine(1),
  "/": () => { $("search").focus(); $("search").select(); },
};
addEventListener("keydown", event => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.matches("input[type=search]")) return;
  // A link or button that has the focus keeps its own Enter.
  if (event.key === "Enter" && event.target.matches("a, button, summary")) return;
  const act = KEYS[event.key];
  if (act) { event.preventDefault(); act(); }
});
addEventListener("hashchange", () => { if (location.hash !== shown) show(); });
addEventListener("resize", () => { if (data.root !== null) showFlame(here); });
showWhole();
show();
