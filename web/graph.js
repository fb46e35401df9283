// A curve over the plies of a game, with a dot for each; a click on it goes there.
import { h, s } from "./dom.js";

const WIDE = 480, HIGH = 120, LEFT = 26, RIGHT = 6, TOP = 8, LOW = 14;

// `points` are `{at, value, kind, title, go}`; values run between `low` and `high`; `ticks` name some of them.
export function graph(points, { low, high, ticks, here = null, label, count = points.length }) {
  const x = at => LEFT + (WIDE - LEFT - RIGHT) * (count > 1 ? at / (count - 1) : .5);
  const y = value => TOP + (HIGH - TOP - LOW) * (1 - (Math.max(low, Math.min(high, value)) - low) / (high - low || 1));
  const known = points.filter(({ value }) => value !== null && value !== undefined);
  const path = known.map(({ at, value }, n) => `${n === 0 ? "M" : "L"}${x(at).toFixed(1)} ${y(value).toFixed(1)}`).join("");
  const base = y(ticks.length > 1 ? ticks[Math.floor(ticks.length / 2)][0] : low);
  return s("svg", { class: "graph", viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": label },
    ticks.map(([value, text]) => [s("line", { class: "axis", x1: LEFT, x2: WIDE - RIGHT, y1: y(value), y2: y(value) }),
      s("text", { x: LEFT - 4, y: y(value) + 3, "text-anchor": "end" }, text)]),
    known.length > 1 && s("path", { class: "area", d: `${path}L${x(known.at(-1).at)} ${base}L${x(known[0].at)} ${base}Z` }),
    s("path", { class: "curve", d: path }),
    here !== null && s("line", { class: "here", x1: x(here), x2: x(here), y1: TOP, y2: HIGH - LOW }),
    known.map(({ at, value, kind, title, go }) => s("circle", { class: `dot ${kind ?? ""}`, cx: x(at), cy: y(value), r: kind ? 4 : 2.6, onclick: go ?? (() => {}) },
      title ? s("title", {}, title) : null)));
}

// Rows of a name, a bar and a value.
export function bars(rows) {
  const most = Math.max(...rows.map(([, value]) => Math.abs(value)), 1e-9);
  return h("div", { class: "bars" }, rows.map(([name, value, text]) => [h("span", {}, name),
    h("i", {}, h("b", { class: value < 0 ? "minus" : "", vars: { "--share": `${100 * Math.abs(value) / most}%` } })),
    h("span", { class: "value" }, text ?? String(value))]).flat());
}
