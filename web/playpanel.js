// The panel to begin a game: which, by which rules, who plays, how strong, and with what clocks.
import { choice, field, h } from "./dom.js";
import { optionForm } from "./options.js";
import { keep, saved } from "./store.js";

const LEVELS = { movetime: ["Seconds a move", 1, .05, 600, 1000], depth: ["Depth", 6, 1, 99, 1], nodes: ["Nodes", 20000, 1, 1e9, 1] };
const CLOCKS = [["", "None"], ["60000,0", "1 min"], ["180000,2000", "3 min + 2 s"], ["300000,0", "5 min"], ["600000,5000", "10 min + 5 s"], ["1800000,0", "30 min"]];

export function playPanel(game, match, { turnTo }) {
  const element = h("form", { class: "panel", id: "panel-play", onsubmit: begin });
  // What was chosen last; a reload shows it again.
  const chosen = { side: "first", clock: "", by: "movetime", amounts: {}, players: {}, ...saved.chosen };
  let variant = null, rules = null;

  function build() {
    // Who changes one option after the other stays where they are.
    const here = document.activeElement?.dataset?.option;
    variant ??= game.variant;
    const family = game.welcome.games.find(({ variants }) => variants.some(({ name }) => name === variant));
    const preset = family.variants.find(({ name }) => name === variant);
    const groups = game.welcome.games.map(({ title, variants }) => h("optgroup", { label: title },
      variants.map(({ name, title, about }) => h("option", { value: name, title: about, selected: name === variant }, title))));
    const which = h("select", { id: "variant", onchange: () => { variant = which.value; build(); } }, groups);
    const sides = variant === game.variant ? game.sides : ["First", "Second"];
    const side = segments("side", [["first", sides[0]], ["second", sides[1]], ["both", "Both"], ["none", "None"]], chosen.side,
      value => { chosen.side = value; build(); });
    const declared = family.options.filter(({ scope }) => scope === "rules" || scope === "notation");
    const values = variant === game.variant ? game.options : {};
    rules = optionForm(declared, values);
    const open = element.querySelector("#new-game")?.open ?? !match.playing;
    element.replaceChildren(
      h("details", { id: "new-game", open }, h("summary", {}, "New game"), h("div", { class: "body" },
        h("div", {}, field("Game", which), h("p", { class: "hint" }, preset.about)),
        h("fieldset", {}, h("legend", {}, "You play"), side),
        chosen.side === "both" ? null : strength(family),
        field("Clocks", choice({ id: "clock", onchange: event => { chosen.clock = event.target.value; } }, CLOCKS, chosen.clock)),
        declared.length === 0 ? null : h("details", { id: "rules" }, h("summary", {}, "Rules"), h("div", { class: "body" }, rules.element)),
        h("div", { class: "row" }, h("button", { class: "main", id: "begin", type: "submit" }, "Begin")))),
      h("div", { class: "row" },
        h("button", { id: "go-on", type: "button", onclick: goOn, title: "With these players from the position on the board" }, "Play on from here"),
        h("button", { id: "pause", type: "button", onclick: () => match.pause() }, "Pause")),
      variant === game.variant ? h("details", { id: "tuning", open: element.querySelector("#tuning")?.open }, h("summary", {}, "Players and engine"),
        h("div", { class: "body" }, tuning(family))) : null);
    follow();
    if (here) element.querySelector(`[data-option="${here}"]`)?.focus();
  }

  // What may be changed while a game is played; who plays is chosen above.
  function tuning(family) {
    const names = family.players.map(({ name }) => name).join();
    const own = family.options.filter(({ scope, values }) => scope === "player" && values?.join() !== names);
    const engine = game.welcome.options.filter(({ scope }) => scope === "engine" || scope === "tables");
    const told = { ...game.options, ...game.told };
    return optionForm([...own, ...engine], told, async (name, value) => {
      if (await game.set({ [name]: value }) !== null) game.told = { ...game.told, [name]: value };
      else build();
    }).element;
  }

  function strength(family) {
    const players = family.players.map(({ name, title }) => [name, title]);
    const pick = (key, label) => {
      const told = h("p", { class: "hint" }, family.players.find(({ name }) => name === (chosen.players[key] ?? players[0][0]))?.about ?? "");
      const select = choice({ id: `player-${key}`, onchange: () => {
        chosen.players[key] = select.value;
        told.textContent = family.players.find(({ name }) => name === select.value).about;
      } }, players, chosen.players[key]);
      return h("div", {}, field(label, select), told);
    };
    const [, usual, min, max] = LEVELS[chosen.by];
    const amount = h("input", { id: "amount", type: "number", min: String(min), max: String(max), step: "any", required: true,
      value: String(chosen.amounts[chosen.by] ?? usual), onchange: () => { chosen.amounts[chosen.by] = Number(amount.value); } });
    const by = choice({ id: "by", onchange: () => { chosen.by = by.value; build(); } },
      Object.entries(LEVELS).map(([name, [text]]) => [name, text]), chosen.by);
    return h("div", { class: "two" },
      ...chosen.side === "none" ? [pick("first", "First player"), pick("second", "Second player")] : [pick("program", "Against")],
      h("div", { class: "two" }, field("Level by", by), field("How much", amount)));
  }

  function seats() {
    const family = game.welcome.games.find(({ variants }) => variants.some(({ name }) => name === variant));
    const known = name => family.players.some(player => player.name === name) ? name : family.players[0]?.name;
    const [, usual, , , unit] = LEVELS[chosen.by];
    const limits = { [chosen.by]: Math.round((chosen.amounts[chosen.by] ?? usual) * unit) };
    const program = key => ({ player: known(chosen.players[key]), limits });
    const of = (side, key) => chosen.side === side || chosen.side === "both" ? null : program(chosen.side === "none" ? key : "program");
    return { first: of("first", "first"), second: of("second", "second") };
  }

  function clock() {
    if (chosen.clock === "") return null;
    const [ms, inc] = chosen.clock.split(",").map(Number);
    return { left: { first: ms, second: ms }, inc };
  }

  async function begin(event) {
    event.preventDefault();
    keep({ chosen });
    if (!await match.begin(variant, rules.values, seats(), clock())) return;
    element.querySelector("#new-game").open = false;
    // Whoever plays one side of a board that has ends sits at theirs.
    if (game.picture.has_ends && (chosen.side === "first" || chosen.side === "second")) turnTo(chosen.side === "second");
  }

  function goOn() {
    if (!element.reportValidity()) return;
    keep({ chosen });
    match.start(seats(), clock());
  }

  function follow() {
    const pause = element.querySelector("#pause"), goOn = element.querySelector("#go-on");
    if (pause) pause.disabled = !match.playing;
    if (goOn) goOn.disabled = variant !== game.variant || match.playing || Boolean(game.state?.outcome);
  }

  game.on("rules", () => {
    variant = game.variant;
    build();
  });
  match.on("change", follow);
  return { id: "play", title: "Play", element, chosen };
}

// Buttons of which one is chosen.
export function segments(name, choices, chosen, change) {
  return h("div", { class: "seg" }, choices.map(([value, text]) => h("label", {},
    h("input", { type: "radio", name, value, checked: value === chosen, onchange: () => change(value) }), h("span", {}, text))));
}
