// Records of games, out and in: shown to be copied, saved as a file, pasted or opened; and recorded searches, opened.
import { choice, coalesced, download, field, h, toBase64 } from "./dom.js";
import { toRecord } from "./tree.js";

// What a message has besides the file.
const SPARE_BYTES = 1000;
const megabytes = bytes => (bytes / 1e6).toFixed(1);
const TAGS = ["First", "Second", "Event", "Date", "Round", "Termination"];

export function filesPanel(game, match, { say }) {
  const form = choice({ id: "record-form", onchange: () => write() }, [["own", "As the game's players write it"], ["text", "As plyglot does"]], "own");
  const out = h("textarea", { id: "record-text", readonly: true, rows: "8", spellcheck: "false" });
  let name = "game.txt";
  const paste = h("textarea", { id: "load-text", rows: "5", spellcheck: "false", placeholder: "A record, a saved game or a position" });
  const file = h("input", { id: "load-file", type: "file", onchange: () => open() });
  const remarks = h("ul", { class: "plain hint", id: "remarks" });
  const element = h("div", { class: "panel", id: "panel-files" },
    h("h2", {}, "Export"), field("Form", form), field("Record with variations and comments", out),
    h("div", { class: "row" },
      h("button", { type: "button", id: "record-copy", onclick: copy }, "Copy"),
      h("button", { type: "button", id: "record-save", onclick: save }, "Save as a file")),
    h("h2", {}, "Import"), field("Paste", paste), field("Or open a file", file),
    h("div", { class: "row" }, h("button", { type: "button", class: "main", id: "load", onclick: () => load({ name: "pasted.txt", text: paste.value }) }, "Load")), remarks);

  let isOpen = false;
  async function write() {
    const tags = Object.fromEntries(Object.entries(game.tags).filter(([tag]) => TAGS.includes(tag)));
    if (game.tags.Result) tags.Result = game.tags.Result;
    if (game.result?.text) Object.assign(tags, { Result: game.result.winner ?? "draw", Termination: game.result.text });
    const answer = await game.ask({ type: "record", form: form.value, tags, tree: toRecord(game.root) }, "record");
    if (answer === null) return;
    name = answer.name;
    out.value = answer.text;
  }

  async function copy() {
    out.select();
    try {
      await navigator.clipboard.writeText(out.value);
      say("Record copied.");
    } catch {
      say("The browser lets nobody copy here; the record is marked.", "wrong");
    }
  }

  function save() {
    download(name, [out.value], "text/plain");
  }

  async function open() {
    const [chosen] = file.files;
    if (!chosen) return;
    const bytes = new Uint8Array(await chosen.arrayBuffer());
    try {
      await load({ name: chosen.name, text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) });
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      await load({ name: chosen.name, base64: toBase64(bytes) });
    }
    file.value = "";
  }

  // A file names the game it is of, or is read as one of the game in play. Of a recorded search that is the game that
  // leads to it.
  async function load(upload) {
    const bytes = new Blob([JSON.stringify(upload)]).size + SPARE_BYTES, most = game.welcome.limits.upload_bytes;
    if (bytes > most) {
      say(`${upload.name} is too large: ${megabytes(bytes)} MB to send, expected at most ${megabytes(most)}. A recorded search takes a fifth when it is packed (.zst).`, "wrong");
      return;
    }
    const loaded = await game.ask({ type: "load", ...upload }, "loaded");
    if (loaded === null) return;
    match.pause();
    await game.begin(loaded.variant, loaded.options, loaded);
    remarks.replaceChildren(...(loaded.remarks ?? []).map(text => h("li", {}, text)));
    if (loaded.trace && await game.openTrace(upload) === null) return;
    say(`Loaded: ${loaded.trace ? "a search of " : ""}${game.title}, ${game.root.end.ply} moves.`);
    if (isOpen) write();
  }

  const again = coalesced(() => { if (isOpen && game.socket.isOpen) write(); });
  game.on("tree", again);
  return { id: "files", title: "Files", element, open() { isOpen = true; again(); }, close() { isOpen = false; } };
}
