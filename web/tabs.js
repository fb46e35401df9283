// Panels of which one is seen, chosen by tabs; a panel is told when it opens and closes.
import { h } from "./dom.js";
import { keep, saved } from "./store.js";

export function tabs(bar, host, panels) {
  const sheets = panels.map(({ id, element }) => h("div", { id: `sheet-${id}`, role: "tabpanel", "aria-labelledby": `tab-${id}`, hidden: true }, element));
  const buttons = panels.map(({ id, title }) => h("button", { type: "button", role: "tab", id: `tab-${id}`,
    "aria-controls": `sheet-${id}`, "aria-selected": "false", tabindex: "-1", onclick: () => open(id) }, title));
  host.append(...sheets);
  bar.append(...buttons);
  let shown = null;

  function open(id) {
    const next = panels.find(panel => panel.id === id) ?? panels[0];
    if (next === shown) return;
    shown?.close?.();
    shown = next;
    for (const [n, panel] of panels.entries()) {
      sheets[n].hidden = panel !== next;
      buttons[n].setAttribute("aria-selected", String(panel === next));
      buttons[n].setAttribute("tabindex", panel === next ? "0" : "-1");
    }
    next.open?.();
    keep({ tab: next.id });
  }

  bar.addEventListener("keydown", event => {
    const step = { ArrowLeft: -1, ArrowRight: 1, Home: -panels.length, End: panels.length }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const to = Math.max(0, Math.min(panels.length - 1, panels.indexOf(shown) + step));
    open(panels[to].id);
    buttons[to].focus();
  });
  open(saved.tab ?? panels[0].id);
  return { open, get shown() { return shown.id; } };
}
