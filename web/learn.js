// What players make of the position, on the board and as sums; and the one that learns, learning.
import { choice, coalesced, field, h, number } from "./dom.js";
import { bars, graph } from "./graph.js";

export function learnPanel(game, match, { coat, say }) {
  const select = h("select", { id: "account-player", onchange: () => ask() });
  const grid = h("select", { id: "account-grid", onchange: () => show() });
  const gridField = field("On the board", grid);
  const sums = h("div", { id: "account-terms" });
  const games = choice({ id: "learn-games" }, [["100", "100"], ["1000", "1,000"], ["10000", "10,000"]], "1000");
  const begin = h("button", { type: "button", id: "learn", onclick: learn }, "Let it learn");
  const curve = h("div", { id: "learn-curve" });
  const figures = h("p", { class: "hint", role: "status" });
  const table = h("pre", { id: "knowledge" });
  const learning = h("div", { class: "body" }, h("h2", {}, "Learning by playing"),
    h("div", { class: "row" }, h("div", { class: "grow" }, field("Games", games)), begin), figures, curve, h("details", {}, h("summary", {}, "Its table"), h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "What it has learned" }, table)));
  const element = h("div", { class: "panel", id: "panel-learn" }, h("h2", {}, "What players make of it"),
    h("div", { class: "two" }, field("Player", select), gridField), sums, learning);
  let isOpen = false, account = null, done = false;

  const learner = () => game.family?.players.find(({ name, about }) => /learn/i.test(`${name} ${about}`));

  function players() {
    const list = game.family?.players ?? [];
    if (select.dataset.of === game.family?.name) return;
    select.dataset.of = game.family?.name ?? "";
    select.replaceChildren(...list.map(({ name, title }) => h("option", { value: name }, title)));
  }

  async function ask() {
    const { node } = game;
    if (!isOpen || !node.state) return;
    players();
    const answer = await game.ask({ type: "accounts", players: [select.value] }, "accounts");
    if (node !== game.node || !isOpen) return;
    account = answer?.players[0] ?? null;
    const grids = account?.grids ?? [], before = grid.value;
    gridField.hidden = grids.length === 0;
    grid.replaceChildren(...grids.map(({ about }) => h("option", { value: about, selected: about === before }, about)), h("option", { value: "" }, "Nothing"));
    show();
  }

  function show() {
    if (account === null) {
      sums.replaceChildren(h("p", { class: "hint" }, "This player says nothing of the position."));
      return coat();
    }
    const rows = account.terms.map(({ name, value }) => [name, value, figure(value)]);
    if (account.total !== null && account.total !== undefined) rows.push(["together", account.total, figure(account.total)]);
    sums.replaceChildren(h("p", { class: "hint" }, `In ${account.unit}.`), bars(rows));
    coat(new Map(), account.grids?.find(({ about }) => about === grid.value)?.places ?? []);
  }

  // Whoever learns plays games; the curve is the share of points in each run of them.
  const runs = [];
  async function learn() {
    runs.length = 0;
    done = false;
    curve.replaceChildren();
    begin.disabled = true;
    const option = game.family.options.find(({ scope, values }) => scope === "player" && values?.includes(learner()?.name));
    if (option) await game.set({ [option.name]: learner().name });
    const told = await game.ask({ type: "learn", games: Number(games.value) }, "learned");
    if (told === null) begin.disabled = false;
  }

  game.socket.on("learned", run => {
    if (run.done) table.textContent = run.knowledge ?? "";
    else runs.push(run);
    begin.disabled = !run.done;
    done = run.done;
    draw();
  });

  const draw = coalesced(() => {
    const points = runs.map(({ first, last, won, drawn, lost }, at) => {
      const all = Math.max(won + drawn + lost, 1), share = 100 * (won + drawn / 2) / all;
      return { at, value: share, title: `Games ${first} to ${last}: won ${won}, drawn ${drawn}, lost ${lost}` };
    });
    const last = runs.at(-1);
    if (last === undefined) return;
    figures.textContent = `${number(last.last)} games: in the last run won ${last.won}, drawn ${last.drawn}, lost ${last.lost}.${done ? " Done." : ""}`;
    curve.replaceChildren(graph(points, { low: 0, high: 100, ticks: [[0, "0"], [50, "50"], [100, "100"]], label: "Points of 100, run by run" }));
    if (done) {
      say("It has learned; its table has grown.");
      ask();
    }
  });

  const again = coalesced(() => ask());
  game.on("node", again);
  game.on("rules", () => { players(); learning.hidden = !learner(); });
  return { id: "learn", title: "Learn", element, open() { isOpen = true; again(); }, close() { isOpen = false; coat(); } };
}

const figure = value => Number.isInteger(value) ? String(value) : value.toFixed(2);
