// Arrows over the board: from the first to the last place of a move, or, where heaps are sown, arcs
// from the pit to where its last stone falls. How strong an arrow is says how good its move is.
import { s } from "./dom.js";

const HEAD = .34;

// `arrows` are `{move, weight, kind, label?}`: a legal move, 0 to 1, and a class.
export function drawArrows(layer, board, arrows) {
  // A move that no clicks make cannot be pointed at.
  const drawn = arrows.filter(({ move }) => move.clicks.length > 0).map(({ move, weight, kind, label }) => {
    const points = way(board, move).map(place => board.at(place));
    const group = s("g", { class: `arrow ${kind}`, opacity: (.35 + .5 * weight).toFixed(2) });
    // Fields are large where there are few.
    const width = (.1 + .1 * weight) * Math.max(.5, Math.min(1, board.picture.size[0] / 8));
    if (points.length === 1) {
      const [[cx, cy]] = points;
      group.append(s("circle", { cx, cy, r: .4, "stroke-width": width, class: "ring" }));
    } else if (board.sows) {
      for (let n = 0; n + 1 < points.length; n += 2) arc(group, points[n], points[n + 1], width);
    } else {
      straight(group, points, width);
    }
    if (label) tag(group, points.length === 1 || board.sows ? points[0] : points.at(-1), label);
    return group;
  });
  // The best lies on top.
  layer.replaceChildren(...drawn.reverse());
}

function way(board, move) {
  if (!board.sows) return move.clicks;
  const pit = move.clicks[0];
  const last = landing(board, pit, move.places);
  return last === null ? [pit] : [pit, last];
}

// Stones go round against the clock, one in each place that the move changes.
function landing(board, pit, changed) {
  const [width, height] = board.picture.size, stones = Number(board.scene[pit]);
  const turn = place => {
    const [, x, y] = board.picture.places[place];
    return Math.atan2(height / 2 - y, (x - width / 2) * height / width);
  };
  const from = turn(pit);
  const after = changed.filter(place => place !== pit && board.picture.places[place]?.[0])
    .map(place => [(turn(place) - from + 4 * Math.PI) % (2 * Math.PI), place]).sort(([a], [b]) => a - b);
  return after.length === 0 ? null : after[Math.min(stones, after.length) - 1][1];
}

function head(group, [x, y], angle) {
  const corner = (far, turn) => `${x + far * Math.cos(angle + turn)} ${y + far * Math.sin(angle + turn)}`;
  group.append(s("path", { d: `M${x} ${y}L${corner(HEAD, Math.PI - .5)}L${corner(HEAD, Math.PI + .5)}Z`, class: "head" }));
}

function straight(group, points, width) {
  const [last, before] = [points.at(-1), points.at(-2)];
  const angle = Math.atan2(last[1] - before[1], last[0] - before[0]);
  const end = [last[0] - .8 * HEAD * Math.cos(angle), last[1] - .8 * HEAD * Math.sin(angle)];
  const line = [...points.slice(0, -1), end].map(point => point.join(" ")).join("L");
  group.append(s("path", { d: `M${line}`, "stroke-width": width, class: "shaft" }));
  head(group, last, angle);
}

function arc(group, from, to, width) {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]], far = Math.hypot(dx, dy);
  // Bows out to the right of its way, which is away from the middle of the board.
  const bow = Math.min(.25 * far, .55);
  const [cx, cy] = [(from[0] + to[0]) / 2 - bow * dy / far, (from[1] + to[1]) / 2 + bow * dx / far];
  const angle = Math.atan2(to[1] - cy, to[0] - cx);
  const end = [to[0] - .8 * HEAD * Math.cos(angle), to[1] - .8 * HEAD * Math.sin(angle)];
  group.append(s("path", { d: `M${from.join(" ")}Q${cx} ${cy} ${end.join(" ")}`, "stroke-width": width, class: "shaft" }));
  head(group, to, angle);
}

function tag(group, [x, y], text) {
  group.append(s("text", { x, y: y - .26, "font-size": .27, class: "tag" }, text));
}
