// The browser build in node: nodes as tests/bench.txt has them, every game played, analysed and explained
// by messages as the page sends them, a search stopped; how large it all is, and how fast beside the
// program. Usage: wasm-test.mjs SITE EXPECTED [BENCH], the last what `plyglot bench` printed, once or several times.
import { readFileSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";

const BYTES_MAX = 3_000_000;
const PLIES_MAX = 600;
const TIMES = 3;
const [site, expected, native] = process.argv.slice(2);
const assets = resolve(site, "assets");

function check(found, wanted, what) {
  if (JSON.stringify(found) === JSON.stringify(wanted)) return;
  throw new Error(`${what}: found ${JSON.stringify(found)}, expected ${JSON.stringify(wanted)}`);
}

function holds(condition, what) {
  if (!condition) throw new Error(what);
}

const files = [join(site, "index.html"), ...readdirSync(assets).map(name => join(assets, name))];
const sizes = [file => file, file => gzipSync(file, { level: 9 }), file => brotliCompressSync(file)]
  .map(packed => files.reduce((sum, file) => sum + packed(readFileSync(file)).length, 0));
console.log(`the page and its engine: ${sizes[0]} bytes, ${sizes[1]} by gzip, ${sizes[2]} by brotli`);
holds(Math.min(sizes[1], sizes[2]) < BYTES_MAX, `found ${sizes.join(", ")} bytes, expected less than ${BYTES_MAX} compressed`);

const engine = await import(pathToFileURL(join(assets, "plyglot_wasm.js")));
engine.initSync({ module: readFileSync(join(assets, "plyglot_wasm_bg.wasm")) });

// What `bench` says: `chess: 1295762 nodes 1500000 nps`.
const speeds = new Map();
for (const line of native ? readFileSync(native, "utf8").split("\n") : []) {
  const [, game, nps] = line.match(/^(\w+): \d+ nodes (\d+) nps$/) ?? [];
  if (game) speeds.set(game, Math.max(Number(nps), speeds.get(game) ?? 0));
}
for (const line of readFileSync(expected, "utf8").split("\n")) {
  const [game, nodes] = line.split("#")[0].trim().split(" ");
  if (!game) continue;
  // The first time it is still being compiled; of several the fastest is disturbed least.
  let nps = 0;
  for (let times = 0; times < TIMES; times++) {
    const begun = performance.now();
    check(engine.bench(game), Number(nodes), `nodes of ${game}`);
    nps = Math.max(nps, Number(nodes) / (performance.now() - begun) * 1000);
  }
  const ratio = speeds.has(game) ? `, ${(nps / speeds.get(game)).toFixed(2)} of the program's` : "";
  console.log(`${game}: ${nodes} nodes, ${nps.toFixed(0)} a second${ratio}`);
}

// The room, whose replies are there when it has been asked.
let replies = [], isStopped = () => false, last = 0;
engine.open(text => replies.push(JSON.parse(text)), () => isStopped(), undefined);
function ask(message, type) {
  replies = [];
  engine.hear(JSON.stringify({ ...message, id: ++last }));
  const refused = replies.find(reply => reply.type === "refused");
  holds(!refused, `${JSON.stringify(message)}: ${refused?.what}`);
  const found = replies.findLast(reply => reply.type === type && reply.re === last);
  holds(found, `${JSON.stringify(message)}: found ${replies.map(reply => reply.type)}, expected ${type}`);
  return found;
}

const welcome = ask({ type: "hello", version: 1 }, "welcome");
const variants = welcome.games.flatMap(game => game.variants.map(variant => ({ game, variant: variant.name })));
for (const { game, variant } of variants) {
  let state = ask({ type: "new", variant }, "state");
  // Several lines, and what players think.
  ask({ type: "go", limits: { depth: 3 }, lines: 3 }, "bestmove");
  const lines = new Set(replies.filter(({ type, pv }) => type === "info" && pv?.length > 0).map(({ line }) => line));
  holds(lines.size === Math.min(3, state.legal.length) || lines.size > 0 && state.legal.length > 3 && game.name === "kalah", `${variant}: lines ${[...lines]}`);
  const accounts = ask({ type: "accounts", players: [state.player] }, "accounts");
  check(accounts.players.length, 1, `${variant}: accounts`);
  ask({ type: "rules" }, "text");
  // A search is recorded and looked at node by node.
  const best = ask({ type: "go", limits: { depth: 4 }, theatre: true }, "bestmove");
  if (best.recorded) {
    const theatre = replies.findLast(({ type }) => type === "theatre");
    holds(theatre.nodes.length > 1, `${variant}: a tree of ${theatre.nodes.length} nodes`);
    const node = ask({ type: "node", path: [theatre.nodes[1].move] }, "node");
    check(node.scene.length, state.scene.length, `${variant}: places of a node's board`);
    ask({ type: "whynot", move: theatre.nodes.at(-1).above === 0 ? theatre.nodes.at(-1).move : theatre.nodes[1].move }, "text");
  }
  // A whole game.
  let plies = 0;
  while (!state.outcome && plies++ < PLIES_MAX) {
    const { best } = ask({ type: "go", limits: { nodes: 300 } }, "bestmove");
    state = ask({ type: "play", move: best }, "state");
  }
  const { text, name } = ask({ type: "record", form: "own", tags: {}, tree: { moves: state.moves.map(move => ({ move })) } }, "record");
  const loaded = ask({ type: "load", name, text }, "loaded");
  check(loaded.tree.moves.length, state.moves.length, `${variant}: moves of the record`);
  console.log(`${variant}: ${state.moves.length} moves, ${state.outcome?.text ?? "not over"}`);
}

// A search without an end is ended, and has a move.
ask({ type: "new", variant: "chess" }, "state");
const stopAt = performance.now() + 500;
isStopped = () => performance.now() > stopAt;
const { best } = ask({ type: "go", limits: { infinite: true }, lines: 2 }, "bestmove");
holds(best && performance.now() - stopAt < 500, `stopped after ${performance.now() - stopAt} ms with ${best}`);
console.log(`stopped within ${(performance.now() - stopAt).toFixed(0)} ms: ${best}`);
