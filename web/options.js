// A form made from declared options, and what it says that is not as declared.
import { choice, field, h } from "./dom.js";

// `kCaptureRule` and `Game.CaptureRule` -> `Capture rule`
const called = name => name.replace(/^.*\./, "").replace(/([a-z])([A-Z])/g, (_, a, b) => `${a} ${b.toLowerCase()}`);

// Options by name are read from `values`, else as declared.
export function optionForm(options, values = {}, changed = () => {}) {
  const controls = new Map();
  const fields = options.filter(({ kind }) => kind !== "button").map(option => {
    const { name, kind, default: usual, min, max, values: words, help } = option;
    const value = values[name] ?? usual;
    const attributes = { title: help, "data-option": name, onchange: () => changed(name, read(option)),
      // Enter takes a value that was written, by leaving it for a moment; what the form around it begins has a button.
      onkeydown: event => { if (event.key === "Enter") { event.preventDefault(); control.blur(); control.focus(); } } };
    let control;
    if (kind === "check") control = h("input", { ...attributes, type: "checkbox", checked: String(value) === "true" });
    else if (kind === "combo") control = choice(attributes, words.map(word => [word, word]), String(value));
    else if (kind === "spin") control = h("input", { ...attributes, type: "number", min: String(min), max: String(max), value: String(value) });
    else control = h("input", { ...attributes, type: "text", value: String(value ?? ""), autocomplete: "off", spellcheck: "false" });
    controls.set(name, control);
    const made = field(called(name), control, help);
    if (kind === "check") {
      made.classList.add("check");
      made.prepend(control);
    }
    return made;
  });
  const read = ({ name, kind }) => {
    const control = controls.get(name);
    return kind === "check" ? control.checked : kind === "spin" ? Number(control.value) : control.value;
  };
  return {
    element: h("div", { class: "two" }, fields),
    get values() {
      const told = options.filter(option => controls.has(option.name) && String(read(option)) !== String(option.default));
      return Object.fromEntries(told.map(option => [option.name, read(option)]));
    },
  };
}
