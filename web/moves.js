// The moves as people read them: the main line in its numbers, variations below the move they are
// instead of, comments and marks; and the form that writes those.
import { choice, coalesced, field, h } from "./dom.js";
import { START, numberOf, turnAfter } from "./tree.js";
import { FAULT_NAGS, NAGS, nagText } from "./score.js";

export function moveList(game, host, note) {
  let buttons = new Map(), written = { node: null, told: "" };

  function word(node, turn, needsNumber) {
    const first = turn.begins && turn.mover === "first";
    const mark = node.nags.find(nag => FAULT_NAGS.includes(nag));
    const button = h("button", { type: "button", class: mark ? `fault-${mark}` : null, tabindex: "-1",
      onclick: () => game.go(node) }, node.name + node.nags.map(nagText).join(""));
    buttons.set(node, button);
    return [
      first || needsNumber ? h("span", { class: "no" }, numberOf(turn)) : null,
      button,
      node.comment ? h("span", { class: "comment" }, node.comment) : null,
    ];
  }

  // A line from its first node on; the variations to a move follow it.
  function line(first, parts, isVariation, turn) {
    let needsNumber = true;
    for (let node = first; node; node = node.children[0]) {
      const before = turn;
      turn = turnAfter(before, node);
      parts.push(...word(node, turn, needsNumber));
      needsNumber = Boolean(node.comment);
      if (node === first && isVariation) continue;
      for (const other of node.parent.children.slice(1)) {
        const inside = [];
        line(other, inside, true, before);
        parts.push(h("div", { class: "var" }, inside));
        needsNumber = true;
      }
    }
    return parts;
  }

  const draw = coalesced(() => {
    buttons = new Map();
    const parts = line(game.root.children[0], [], false, START).filter(Boolean);
    const end = game.result?.text ?? game.root.end.state?.outcome?.text ?? game.tags.Ended;
    if (end) parts.push(h("p", { class: "result" }, end));
    if (game.root.comment) parts.unshift(h("p", { class: "comment" }, game.root.comment));
    host.replaceChildren(...parts.length > 0 ? parts : [h("p", { class: "hint" }, "No move yet.")]);
    current();
  });

  function current() {
    host.querySelector("[aria-current]")?.removeAttribute("aria-current");
    host.querySelector("[tabindex='0']")?.setAttribute("tabindex", "-1");
    const here = buttons.get(game.node) ?? buttons.values().next().value;
    here?.setAttribute("tabindex", "0");
    if (buttons.has(game.node)) {
      here.setAttribute("aria-current", "true");
      const [top, bottom] = [here.offsetTop - host.offsetTop, here.offsetTop - host.offsetTop + here.offsetHeight];
      if (top < host.scrollTop || bottom > host.scrollTop + host.clientHeight) host.scrollTop = top - host.clientHeight / 2;
    } else if (game.node.parent === null) {
      host.scrollTop = 0;
    }
    write();
  }

  // Of the move where the reader stands: comment, mark, and where its line belongs.
  function write() {
    const node = game.node;
    const told = [node.comment, node.nags.join(), node.isMain].join("|");
    if (written.node === node && written.told === told) return;
    written = { node, told };
    const open = note.querySelector("details")?.open ?? false;
    const comment = h("textarea", { id: "comment", rows: "2", onchange: () => {
      node.comment = comment.value.trim();
      changed();
    } });
    comment.value = node.comment;
    const kinds = [["0", "no mark"], ...NAGS.map(([nag, text]) => [String(nag), text])];
    const nag = choice({ id: "nag", disabled: node.parent === null, onchange: () => {
      node.nags = [...node.nags.filter(nag => nag > 6), ...nag.value === "0" ? [] : [Number(nag.value)]];
      changed();
    } }, kinds, String(node.nags.find(nag => nag <= 6) ?? 0));
    note.replaceChildren(h("details", { open }, h("summary", {}, "Comment and marks"), h("div", { class: "body" },
      field(node.parent === null ? "Before the first move" : `On ${node.name}`, comment),
      field("Mark", nag),
      h("div", { class: "row" },
        h("button", { type: "button", id: "promote", disabled: node.isMain, onclick: () => { node.promote(); changed(); } }, "Make main line"),
        h("button", { type: "button", id: "remove", disabled: node.parent === null, onclick: remove }, "Delete from here")))));
  }

  function remove() {
    const node = game.node;
    game.node = node.parent;
    node.remove();
    changed();
    game.go(node.parent);
  }

  function changed() {
    game.keep();
    game.emit("tree");
  }

  host.addEventListener("keydown", event => {
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const node = step < 0 ? game.node.parent : game.node.children[0];
    if (node) game.go(node).then(() => buttons.get(game.node)?.focus());
  });
  game.on("tree", draw);
  game.on("node", () => { if (game.node.state?.outcome) draw(); current(); });
  game.on("rules", draw);
}
