// A match of programs that is being played, watched: its games, the standing and what it says so far.
import { coalesced, h } from "./dom.js";

export function watchPanel(game, match, { say }) {
  const told = h("p", { class: "hint", role: "status", id: "watch-told" });
  const body = h("tbody", {});
  const lines = h("ul", { class: "plain", id: "watch-lines" });
  const here = h("button", { type: "button", class: "main", id: "watch-here", onclick: together }, "The program against itself, here");
  const element = h("div", { class: "panel", id: "panel-watch" },
    h("p", { class: "hint" }, "The program plays both sides on this board, at the level chosen under Play; or a match started with “plyglot match --web” is followed."),
    h("div", { class: "row" }, here, h("button", { type: "button", id: "watch", onclick: follow }, "Follow the match")), told, lines,
    h("div", { class: "scroll" }, h("table", { id: "watch-games" }, body)));

  // Who sits at the board keeps level and player; empty seats are taken by the program.
  function together() {
    const seat = match.seats.first ?? match.seats.second ?? { player: game.family.players[0]?.name, limits: { movetime: 500 } };
    match.start({ first: match.seats.first ?? seat, second: match.seats.second ?? seat }, null);
    say("The program plays both sides.");
  }

  async function follow() {
    told.textContent = "";
    const report = await game.ask({ type: "watch" }, "match");
    if (report === null) told.textContent = "No match is being played by this server.";
  }

  const draw = coalesced(report => {
    lines.replaceChildren(...(report.standing ?? []).map(text => h("li", {}, text)));
    body.replaceChildren(...(report.games ?? []).map(text => h("tr", {}, h("td", {}, String(text)))));
  });
  game.socket.on("match", draw);
  return { id: "watch", title: "Watch", element };
}
