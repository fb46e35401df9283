// The page: its parts put together, and what is shown of the game where the reader stands.
import { analysisPanel, legalOf } from "./analysis.js";
import { BoardView } from "./boardview.js";
import { $, clockText, h } from "./dom.js";
import { Game } from "./game.js";
import { keysOf } from "./keys.js";
import { looking } from "./look.js";
import { Match, other } from "./match.js";
import { moveList } from "./moves.js";
import { playPanel } from "./playpanel.js";
import { Socket } from "./socket.js";
import { keep, saved, setting } from "./store.js";
import { tabs } from "./tabs.js";
import { filesPanel } from "./files.js";
import { learnPanel } from "./learn.js";
import { reviewPanel } from "./review.js";
import { setupPanel } from "./setup.js";
import { tablesPanel } from "./tables.js";
import { theatrePanel } from "./theatre.js";
import { watchPanel } from "./watch.js";

const scheme = location.protocol === "https:" ? "wss" : "ws";
// A page that was exported has the engine with it.
const isHere = document.documentElement.dataset.engine === "here";
const { Here } = isHere ? await import("./here.js") : {};
if (isHere) $("link").textContent = "Loading the engine…";
const socket = new Socket(() => isHere ? new Here() : new WebSocket(`${scheme}://${location.host}/ws`));
const game = new Game(socket);
const match = new Match(game);
const board = new BoardView($("board"));
board.flipped = Boolean(saved.flipped);

// What a panel wants to be seen on the board while it is open: colours and values by place.
const coat = { colors: new Map(), values: [] };

function say(text, kind = "") {
  $("say").textContent = text;
  $("say").className = kind;
}

// The places that the move to a node changed.
function changedAt(node) {
  const before = node.parent?.state?.scene, after = node.state?.scene;
  return before && after ? after.flatMap((word, place) => word !== before[place] ? [place] : []) : [];
}

function showBoard() {
  const { state } = game;
  if (!game.picture || !state) return;
  board.setPicture(game.picture);
  if (!look.isPreview && !board.setup) board.show(state.scene, { changed: changedAt(game.node), ...coat });
}

const look = looking(game, board, $("gauge"), showBoard);
const panels = [playPanel, analysisPanel, reviewPanel, tablesPanel, theatrePanel, learnPanel, watchPanel, setupPanel, filesPanel]
  .map(make => make(game, match, makeTools()));
function makeTools() {
  return { ...look, get isPreview() { return look.isPreview; }, board, say, turnTo, coat(colors = new Map(), values = []) {
    Object.assign(coat, { colors, values });
    showBoard();
  } };
}
function turnTo(flipped) {
  if (flipped === board.flipped) return;
  board.flip();
  keep({ flipped });
  strips();
  $("gauge").classList.toggle("flipped", flipped);
}
const chooser = tabs($("tabs"), $("panels"), panels);
moveList(game, $("moves"), $("note"));

let moving = false;
// What is shown already: clicks of a move that is begun, and a line that is looked at, stay.
const shown = { node: null, legal: null, picture: null };
function showNode() {
  const { state, node } = game;
  if (!state) return;
  const legal = match.mayMove && !game.result && !moving ? state.legal : [];
  if (shown.node !== node) {
    look.back();
    // What was said of another position is not seen on this one.
    Object.assign(coat, { colors: new Map(), values: [] });
  }
  if (!moving) showBoard();
  const isNew = shown.node !== node || shown.legal !== legal || shown.picture !== game.picture;
  if (isNew) board.setLegal(legal.filter(({ clicks }) => clicks.length > 0));
  Object.assign(shown, { node, legal, picture: game.picture });
  // What is done beside the board, such as a pass, has a button.
  $("others").replaceChildren(...legal.filter(({ clicks }) => clicks.length === 0).map(({ text }) =>
    h("button", { type: "button", onclick: () => game.play(text) }, text)));
  $("choose").hidden = true;
  tell();
  strips();
  facts();
  $("undo").disabled = node.parent === null;
  $("first").disabled = $("back").disabled = node.parent === null;
  $("forth").disabled = $("last").disabled = node.children.length === 0;
  const open = match.playing && !match.over;
  $("resign").disabled = $("draw").disabled = !open || (match.seats.first !== null && match.seats.second !== null);
  $("hint").disabled = Boolean(state.outcome);
}

function tell() {
  const { state, result } = game;
  const ended = state.outcome ?? (game.node.children.length === 0 ? result : null);
  if (ended) return say(`${ended.text[0].toUpperCase()}${ended.text.slice(1)}${ended.claim ? " (may be claimed)" : ""}`, "over");
  const who = match.name(state.side);
  const seat = match.playing && game.node === match.live ? match.seat(state.side) : null;
  say(seat ? `${who}: the program thinks…` : `${who} to move`);
}

function strips() {
  document.body.classList.toggle("dark-first", match.name("first") === "Black");
  const up = board.flipped ? "first" : "second";
  for (const [id, side] of [["strip-top", up], ["strip-bottom", other(up)]]) {
    const seat = match.live ? match.seats[side] : null;
    const turn = game.state?.side === side && !game.state.outcome;
    $(id).classList.toggle("turn", turn);
    const time = match.clock && match.live ? h("time", { role: "timer" }, clockText(match.clock.left[side])) : null;
    const thinks = turn && game.search?.kind === "play" ? h("button", { type: "button", class: "plain think", title: "Move at once", onclick: () => game.hasten() }, "thinking… move now") : null;
    $(id).replaceChildren(...[h("span", { class: `dot ${side} ${match.name(side).toLowerCase()}` }), h("span", { class: "who" }, match.name(side)),
      h("span", { class: "what" }, seat ? `program, ${seat.player}` : ""), thinks, time].filter(Boolean));
  }
}

function facts() {
  const { state } = game;
  const rows = [["Position", h("code", {}, state.position), h("button", { type: "button", class: "plain", id: "copy", onclick: copy }, "Copy")]];
  for (const { name, value, end } of state.counters ?? []) rows.push([name[0].toUpperCase() + name.slice(1), end ? `${value} of ${end}` : String(value)]);
  if (state.occurrences?.[0] > 1) rows.push(["Repetition", `${state.occurrences[0]} of ${state.occurrences[1]}`]);
  $("facts").replaceChildren(...rows.flatMap(([name, ...value]) => [h("dt", {}, name), h("dd", {}, ...value)]));
}

async function copy() {
  try {
    await navigator.clipboard.writeText(game.state.position);
    say("Position copied.");
  } catch {
    say("The browser lets nobody copy here; the position can be marked by hand.", "wrong");
  }
}

async function played(node, frames) {
  const options = { changed: changedAt(node) };
  moving = true;
  shown.legal = null;
  board.setLegal([]);
  // A game knows nothing of the time that it takes to show a move.
  await board.play(frames.length > 0 ? frames : [node.state.scene], options);
  moving = false;
  showNode();
}

board.on("move", move => game.play(move.text));
board.on("choose", moves => {
  const offer = $("choose");
  offer.replaceChildren(...moves.map(move => h("button", { type: "button", onclick: () => { offer.hidden = true; game.play(move.text); } }, move.name ?? move.text)),
    h("button", { type: "button", class: "plain", onclick: () => { offer.hidden = true; } }, "None"));
  offer.hidden = false;
  offer.querySelector("button").focus();
});
// Where a move is whole and may go on, a button says that it is enough.
board.on("part", (clicks, whole) => {
  const offer = $("choose");
  offer.hidden = whole.length === 0;
  offer.replaceChildren(...whole.map(move => h("button", { type: "button", onclick: () => { board.clear(); game.play(move.text); } }, `Play ${move.text}`)));
});
// What stands between two places in the moves of this game, as a legal move shows.
function between() {
  for (const { text, clicks } of board.legal) {
    const [from, to] = clicks.map(place => game.picture.places[place][0]);
    const at = to === undefined ? -1 : text.indexOf(to, from.length);
    if (at > 0 && text.startsWith(from)) return text.slice(from.length, at);
  }
  return "";
}

// The move that clicks would make if it were one, as far as legal moves show how they are written.
function meant(clicks, names) {
  if (clicks.length > 1) return names.join(between());
  const single = board.legal.filter(({ clicks }) => clicks.length === 1).map(({ text, clicks: [place] }) => [text, game.picture.places[place][0]]);
  if (single.length === 0) return null;
  // A place `s1` may be the move `1`, and another place of a column the same move.
  const [text, place] = single.find(([text, place]) => place.startsWith(names[0][0]) && text.length < place.length) ?? single[0];
  return text.length < place.length && place.endsWith(text) ? names[0].slice(place.length - text.length) : names[0];
}

board.on("miss", async clicks => {
  if (!match.mayMove) return say("It is the program's turn.", "wrong");
  const names = clicks.map(place => game.picture.places[place][0]);
  const move = meant(clicks, names);
  const answer = move && await game.aside({ type: "why", move }, "text");
  const text = answer?.lines.join("\n") ?? "";
  say(text.includes("is not a move") ? `No move begins or goes on so: ${names.join(" ")}.` : text || `No move begins at ${names.join(" ")}.`, "wrong");
});

game.on("welcome", welcome => {
  $("link").textContent = "";
  $("link").className = "";
  if (welcome.match && !saved.game) chooser.open("watch");
});
game.on("gone", () => { $("link").textContent = isHere ? "The engine has stopped; it begins anew…" : "The server is gone; trying again…"; $("link").className = "gone"; });
game.on("rules", () => {
  $("title").textContent = game.title;
  document.title = `${game.title} · plyglot`;
  showNode();
});
game.on("node", () => { if (!moving) showNode(); });
game.on("played", played);
game.on("begun", () => { moving = false; showNode(); });
game.on("opened", () => chooser.open("theatre"));
game.on("refused", text => say(text, "wrong"));
game.on("note", text => say(text));
game.on("searching", strips);
game.on("found", (search, answer) => {
  strips();
  if (search.kind === "hint" && !search.dropped && answer.best) {
    const move = legalOf(game.node, answer.best);
    say(`The program would play ${answer.best}.`);
    if (move) board.setArrows([{ move, weight: 1, kind: "best" }]);
  }
});
match.on("change", () => { if (!moving && game.state) showNode(); });
match.on("tick", () => {
  for (const id of ["strip-top", "strip-bottom"]) {
    const side = id === "strip-top" === board.flipped ? "first" : "second";
    const time = $(id).querySelector("time");
    if (time) {
      time.textContent = clockText(match.clock.left[side]);
      time.classList.toggle("low", match.clock.left[side] < 10000);
    }
  }
});
game.on("played", () => board.setArrows([]));

const actions = {
  first: () => game.go(game.root),
  back: () => game.node.parent && game.go(game.node.parent),
  forth: () => game.node.children[0] && game.go(game.node.children[0]),
  last: () => game.go(game.node.end),
  flip: () => turnTo(!board.flipped),
  hint: () => game.start("hint", game.node, { limits: { movetime: 700 } }),
  undo: () => match.takeBack(),
  draw: async () => { if (!await match.offerDraw()) say("The program plays on.", "wrong"); },
  resign() {
    const button = $("resign");
    if (button.textContent === "Resign") {
      button.textContent = "Really?";
      setTimeout(() => { button.textContent = "Resign"; }, 3000);
    } else {
      button.textContent = "Resign";
      match.resign();
    }
  },
  title() {
    chooser.open("play");
    $("variant")?.focus();
  },
  theme() {
    const next = { auto: "light", light: "dark", dark: "auto" }[setting("theme") ?? "auto"];
    setting("theme", next);
    paint();
  },
};
for (const [id, action] of Object.entries(actions)) $(id).addEventListener("click", action);
keysOf(actions);

function paint() {
  const theme = setting("theme") ?? "auto";
  document.documentElement.dataset.theme = theme;
  $("theme").setAttribute("aria-label", `Colours: ${theme === "auto" ? "as the system has them" : theme}`);
}
paint();
socket.connect();
