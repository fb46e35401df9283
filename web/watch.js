// A match of programs that is being played, watched: its boards, the standing, and games that ended.
import { drawBoard } from "./board.js";
import { clockText, coalesced, h } from "./dom.js";

export function watchPanel(game, match, { say }) {
  const told = h("p", { class: "hint", role: "status", id: "watch-told" });
  const standing = h("ul", { class: "plain", id: "standing" });
  const boards = h("div", { class: "boards", id: "watch-boards" });
  const ended = h("ul", { class: "plain hint", id: "ended" });
  const element = h("div", { class: "panel", id: "panel-watch" },
    h("p", { class: "hint" }, "The program plays both sides of the game on the board, or a match begun with “plyglot match --web” is followed."),
    h("div", { class: "row" },
      h("button", { type: "button", class: "main", id: "watch-here", onclick: together }, "Both sides, here"),
      h("button", { type: "button", id: "watch", onclick: follow }, "Follow the match")), told, standing, boards, ended);
  let watching = null;

  // Who sits at the board keeps level and player; empty seats are taken by the program.
  function together() {
    const seat = match.seats.first ?? match.seats.second ?? { player: game.family.players[0]?.name, limits: { movetime: 500 } };
    match.start({ first: match.seats.first ?? seat, second: match.seats.second ?? seat }, null);
    say("The program plays both sides.");
  }

  async function follow() {
    const answer = await game.aside({ type: "watch" }, "watching");
    if (answer === null) told.textContent = "No match is being played by this server.";
    else watching = answer;
  }

  const draw = coalesced(report => {
    if (watching === null) return;
    told.textContent = `${watching.players.join(" against ")}, ${watching.variant}: ${report.done} of ${watching.total} games${report.over ? ", over" : ""}.`;
    standing.replaceChildren(...report.lines.map(text => h("li", {}, text)));
    boards.replaceChildren(...report.games.map(live => {
      const svg = drawBoard(watching.picture, live.scene, []);
      svg.setAttribute("aria-label", `Game ${live.number}, ${live.moves.length} moves`);
      const clocks = live.left_ms.map(ms => ms === null || ms === undefined ? "" : ` ${clockText(ms)}`);
      return h("figure", {}, svg, h("figcaption", { class: "hint" },
        `${live.number}. ${live.names[0]}${clocks[0]} – ${live.names[1]}${clocks[1]}: ${live.moves.slice(-4).join(" ")}${live.thought ? ` (${live.thought})` : ""}`));
    }));
    ended.replaceChildren(...[...report.ended].reverse().map(text => h("li", {}, text)));
  });
  game.socket.on("match", draw);
  game.on("arrived", () => { if (watching !== null || game.welcome.match) follow(); });
  return { id: "watch", title: "Watch", element };
}
