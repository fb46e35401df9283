// Analysis without end of where the reader stands: lines to read, play and look at, arrows, and the
// gauge beside the board.
import { choice, coalesced, field, h, number, short } from "./dom.js";
import { keep, saved } from "./store.js";
import { byFirst, chances, scoreText } from "./score.js";

const LINES_MAX = 5, PV_SHOWN = 14;

export function analysisPanel(game, match, look) {
  const settings = { on: false, lines: 3, arrows: true, ...saved.analysis };
  // The node whose search is on its way, in a box: the end of one start says nothing of another.
  let starting = null;
  const toggle = h("button", { id: "analyse", type: "button", class: "main", "aria-pressed": "false", onclick: () => turn(!settings.on) }, "Analyse");
  const count = choice({ id: "lines", onchange: () => { settings.lines = Number(count.value); store(); again(); } },
    Array.from({ length: LINES_MAX }, (_, n) => [String(n + 1), n === 0 ? "1 line" : `${n + 1} lines`]), String(settings.lines));
  count.setAttribute("aria-label", "Lines");
  const arrows = h("input", { id: "arrows", type: "checkbox", checked: settings.arrows, onchange: () => { settings.arrows = arrows.checked; store(); draw(); } });
  const figures = h("div", { class: "numbers", id: "figures" });
  const wdl = h("div", { class: "wdl", id: "wdl", role: "img", hidden: true });
  const list = h("div", { class: "lines", id: "pvs" });
  const arrowsField = field("Arrows", arrows);
  arrowsField.classList.add("check");
  arrowsField.prepend(arrows);
  const element = h("div", { class: "panel", id: "panel-analyse" },
    h("div", { class: "row" }, toggle, h("div", { class: "grow" }, count), arrowsField), figures, wdl, list);

  const store = () => keep({ analysis: settings });

  function turn(on) {
    settings.on = on;
    store();
    if (on) {
      match.pause();
      follow();
    } else {
      game.stop("analysis");
      look.arrows([]);
    }
    draw();
  }

  const again = () => {
    if (settings.on) game.stop("analysis").then(() => { game.node.analysis = null; follow(); });
  };

  // The search goes where the reader goes.
  function follow() {
    draw();
    const { node, search } = game;
    if (!settings.on || match.playing || !node.state || !game.socket.isOpen) return;
    if (search && search.kind !== "analysis") return;
    if (node.state.outcome) {
      if (search) game.stop("analysis");
      return;
    }
    if ((search?.node === node && !search.dropped) || starting?.node === node || node.analysis?.done === settings.lines) return;
    const own = starting = { node };
    node.analysis = { lines: [] };
    game.start("analysis", node, { limits: { infinite: true }, lines: settings.lines }).then(() => {
      if (starting === own) starting = null;
      if (game.node !== node) follow();
    });
  }

  game.on("info", (search, info) => {
    const { node } = search;
    if (search.kind !== "analysis" && search.kind !== "play") return;
    node.analysis ??= { lines: [] };
    const line = (info.line ?? 1) - 1;
    if (info.pv?.length > 0) node.analysis.lines[line] = info;
    node.analysis.latest = info;
    if (line === 0 && info.score && !info.bound) node.score = byFirst(info.score, node.state?.side);
    if (node === game.node) draw();
  });
  game.on("node", follow);
  game.on("gone", () => { starting = null; });
  game.on("arrived", () => {
    // What a server that is gone has not said nobody will say.
    if (game.search === null && starting === null && game.node.analysis && !game.node.analysis.done) game.node.analysis = null;
    follow();
  });
  game.on("found", (search, answer) => {
    // What ended by itself has nothing more to say.
    if (search.kind === "analysis" && !search.dropped && search.node.analysis) {
      Object.assign(search.node.analysis, { done: settings.lines, notices: answer.notices ?? [] });
    }
    if (search.kind === "analysis" && search.refused) turn(false);
    else if (search.kind !== "play") follow();
  });
  match.on("change", () => { if (match.playing && settings.on) turn(false); });

  const draw = coalesced(() => {
    const { node } = game;
    toggle.setAttribute("aria-pressed", String(settings.on));
    toggle.textContent = settings.on ? "Stop" : "Analyse";
    // Hints in a game against the program are asked for, not shown.
    const hidden = match.playing && !match.over;
    const shown = hidden ? null : node.analysis;
    look.gauge(hidden ? null : node.state?.outcome ? decided(node.state.outcome) : share(node));
    const lines = shown?.lines.filter(Boolean) ?? [];
    numbers(shown?.latest);
    show(lines.length > 0 ? lines.map((info, n) => lineOf(node, info, n)) : [h("p", { class: "hint" }, idle(node))]);
    balance(lines[0]);
    if (settings.on) look.arrows(settings.arrows ? graded(node, lines) : []);
  });

  function idle(node) {
    if (match.playing && !match.over) return "A game is being played. To analyse pauses it.";
    if (node.state?.outcome) return node.state.outcome.text;
    if (node.analysis?.done) return node.analysis.notices.join(" ") || "There is nothing to think about.";
    return settings.on ? "Thinking…" : "Begin, and the program says what it thinks of every position you go to.";
  }

  function numbers(latest) {
    const told = latest ? [["depth", latest.seldepth ? `${latest.depth}/${latest.seldepth}` : latest.depth],
      ["nodes", short(latest.nodes ?? 0)], ["a second", short(latest.nps ?? 0)], ["s", ((latest.time ?? 0) / 1000).toFixed(1)],
      ["from tables", latest.tbhits ? number(latest.tbhits) : null], ["hash", latest.hashfull ? `${(latest.hashfull / 10).toFixed(0)} %` : null]] : [];
    figures.replaceChildren(...told.filter(([, value]) => value !== null && value !== undefined).map(([name, value]) =>
      h("span", {}, h("b", {}, String(value)), ` ${name}`)));
  }

  function balance(first) {
    const parts = first?.wdl;
    wdl.hidden = !parts;
    if (!parts) return;
    const sum = parts.reduce((a, b) => a + b, 0) || 1, percent = parts.map(part => 100 * part / sum);
    wdl.setAttribute("aria-label", `Won ${percent[0].toFixed(0)} %, drawn ${percent[1].toFixed(0)} %, lost ${percent[2].toFixed(0)} %`);
    wdl.replaceChildren(...["win", "draw", "loss"].map((name, n) => h("i", { class: name, vars: { "--share": `${percent[n]}%` } })));
  }

  // Rows and their buttons stay while what they say changes, so that a click finds what it aimed at.
  const rows = [];
  function row(nth) {
    while (rows.length <= nth) {
      const at = rows.length, score = h("span", { class: "score", title: "For the first side" });
      const pv = h("span", { class: "pv" });
      rows.push({ element: h("div", { class: "line", onmouseleave: look.back }, score, pv), score, pv, buttons: [], at });
    }
    return rows[nth];
  }

  function button(row, nth) {
    while (row.buttons.length <= nth) {
      const at = row.buttons.length, moves = () => row.info.pv.slice(0, at + 1);
      const see = () => look.preview(row.node, moves());
      row.buttons.push(h("button", { type: "button", onmouseenter: see, onfocus: see, onblur: look.back,
        onclick: () => { look.back(); game.playLine(row.node, moves(), row.info.names); } }));
    }
    return row.buttons[nth];
  }

  function lineOf(node, info, nth) {
    const line = row(nth), pv = info.pv.slice(0, PV_SHOWN), names = info.names ?? [];
    Object.assign(line, { node, info });
    line.score.textContent = `${info.bound === "lower" ? "≥" : info.bound === "upper" ? "≤" : ""}${scoreText(byFirst(info.score, node.state?.side))}`;
    const buttons = pv.map((_, n) => button(line, n));
    for (const [n, move] of pv.entries()) if (buttons[n].textContent !== (names[n] ?? move)) buttons[n].textContent = names[n] ?? move;
    if (line.pv.children.length !== buttons.length) line.pv.replaceChildren(...buttons);
    return line.element;
  }

  function show(elements) {
    const same = elements.length === list.children.length && elements.every((element, n) => element === list.children[n]);
    if (!same) list.replaceChildren(...elements);
  }

  // The better a move is against the best, the stronger its arrow.
  function graded(node, lines) {
    const best = lines.length > 0 ? chances(lines[0].score) : 0;
    return lines.flatMap((info, n) => {
      const move = legalOf(node, info.pv[0]);
      if (!move) return [];
      const weight = Math.max(0, 1 - (best - chances(info.score)) / 20);
      return [{ move, weight, kind: n === 0 ? "best" : "other", label: lines.length > 1 ? String(n + 1) : "" }];
    });
  }

  return { id: "analyse", title: "Analyse", element, turn, settings };
}

// The legal move of this text, or the part of a turn that it begins with.
export function legalOf(node, text) {
  const legal = node.state?.legal ?? [];
  return legal.find(move => move.text === text)
    ?? legal.find(move => text.startsWith(move.text) && /^\W/.test(text.slice(move.text.length)));
}

const decided = ({ winner }) => ({ first: winner === "first" ? 100 : winner === "second" ? 0 : 50, text: "" });

// What the first side may hope for, of 100.
function share(node) {
  const first = node.analysis?.lines[0];
  const parts = first?.wdl, score = node.score;
  if (!parts && !score) return null;
  const sum = parts?.reduce((a, b) => a + b, 0) || 1;
  const own = parts ? 100 * (parts[0] + parts[1] / 2) / sum : null;
  const byWdl = own === null ? null : node.state?.side === "second" ? 100 - own : own;
  return { first: byWdl ?? chances(score), text: scoreText(score) };
}
