// The browser build in node: nodes as tests/bench.txt has them, every game played, analysed and explained
// by messages as the page sends them, recorded searches as files from the program and to it, a search stopped; how large it all is, and how fast beside the
// program. Usage: wasm-test.mjs SITE EXPECTED PLYGLOT.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";

const BYTES_MAX = 3_000_000;
const PLIES_MAX = 600;
const RATIO_MIN = 1 / 3;
const [site, expected, asked] = process.argv.slice(2);
// Asked from other folders, too.
const program = resolve(asked);
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
holds(sizes[1] < BYTES_MAX, `found ${sizes[1]} bytes by gzip, expected less than ${BYTES_MAX}`);

const engine = await import(pathToFileURL(join(assets, "plyglot_wasm.js")));
engine.initSync({ module: readFileSync(join(assets, "plyglot_wasm_bg.wasm")) });

// Time of the processor, which others on the machine take none of. Twice, since the first time much is still
// being compiled; the program counts all games in the same order.
function processor(used = process.cpuUsage()) {
  return (used.user + used.system) / 1e6;
}

let total = 0, seconds = 0;
for (const line of readFileSync(expected, "utf8").split("\n")) {
  const [game, nodes] = line.split("#")[0].trim().split(" ");
  if (!game) continue;
  check(engine.bench(game), Number(nodes), `nodes of ${game}`);
  const begun = processor();
  check(engine.bench(game), Number(nodes), `nodes of ${game}, the second time`);
  const used = processor() - begun;
  console.log(`${game}: ${nodes} nodes, ${(nodes / used).toFixed(0)} a second`);
  total += Number(nodes);
  seconds += used;
}
const { stdout } = spawnSync("sh", ["-c", '"$0" bench > /dev/null && times', program], { encoding: "utf8" });
const native = [...stdout.split("\n")[1].matchAll(/(\d+)m([\d.]+)s/g)].reduce((sum, [, m, s]) => sum + 60 * m + Number(s), 0);
const ratio = native / seconds;
console.log(`all: ${total} nodes, ${(total / seconds).toFixed(0)} a second, ${ratio.toFixed(2)} of the program's ${(total / native).toFixed(0)}`);
holds(ratio > RATIO_MIN, `the program is ${(1 / ratio).toFixed(1)} times as fast, expected at most 3`);

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

// A recorded search in a file: its game is opened, and then the search.
function openTrace(file) {
  const upload = { name: file, base64: readFileSync(file).toString("base64") };
  const { variant, options, setup, tree, trace } = ask({ type: "load", ...upload }, "loaded");
  check(trace, true, `${file}: is a recorded search`);
  ask({ type: "new", variant, options }, "state");
  ask({ type: "position", ...(setup !== null && { position: setup }), moves: tree.moves.map(({ move }) => move) }, "state");
  return ask({ type: "opentrace", ...upload }, "opened");
}
const folder = mkdtempSync(join(tmpdir(), "plyglot-"));
const trace = join(folder, "trace.jsonl.zst");

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
    // As a file it is read by the program, and here again.
    writeFileSync(trace, Buffer.from(ask({ type: "savetrace" }, "saved").base64, "base64"));
    const why = spawnSync(program, ["inspect", trace, "why"], { encoding: "utf8" });
    holds(why.status === 0 && why.stdout.startsWith("root: "), `${variant}: the program says ${why.stdout}${why.stderr} of a recorded search`);
    check(openTrace(trace).nodes, theatre.nodes, `${variant}: a recorded search that was saved and opened`);
  }
  // One of the program.
  rmSync(trace, { force: true });
  spawnSync(program, ["--game", variant], { cwd: folder, input: "trace trace.jsonl.zst\ngo depth 3\n" });
  const opened = openTrace(trace);
  holds(opened.nodes.length > 1 || opened.lines.length > 0, `${variant}: a recorded search of the program without a node`);
  state = ask({ type: "new", variant }, "state");
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

rmSync(folder, { recursive: true });

// A search without an end is ended, and has a move.
ask({ type: "new", variant: "chess" }, "state");
const stopAt = performance.now() + 500;
isStopped = () => performance.now() > stopAt;
const { best } = ask({ type: "go", limits: { infinite: true }, lines: 2 }, "bestmove");
holds(best && performance.now() - stopAt < 500, `stopped after ${performance.now() - stopAt} ms with ${best}`);
console.log(`stopped within ${(performance.now() - stopAt).toFixed(0)} ms: ${best}`);
