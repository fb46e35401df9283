// Small helpers to build and find elements. Text goes in as text, never as markup.
const NS = "http://www.w3.org/2000/svg";

export const $ = id => document.getElementById(id);

// An element with attributes, listeners (`on…`) and children; `null` and `false` are left out.
export function h(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

export function s(name, attributes = {}, ...children) {
  return fill(document.createElementNS(NS, name), attributes, children);
}

function fill(element, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "vars") for (const [name, text] of Object.entries(value)) element.style.setProperty(name, text);
    else if (key in element && typeof value !== "string" && !(element instanceof SVGElement)) element[key] = value;
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter(child => child !== null && child !== undefined && child !== false));
  return element;
}

// A select with its choices, each `[value, text]`.
export function choice(attributes, choices, chosen) {
  return h("select", attributes, choices.map(([value, text]) => h("option", { value, selected: value === chosen }, text)));
}

// A field with its label above it.
export function field(label, control, help) {
  const id = control.id || (control.id = `f${++fields}`);
  return h("div", { class: "field" }, h("label", { for: id, title: help }, label), control);
}
let fields = 0;

export const number = new Intl.NumberFormat("en").format;

// Saves something as a file.
export function download(name, parts, type) {
  const address = URL.createObjectURL(new Blob(parts, { type }));
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

// Bytes as a text, and back; no function takes as many arguments as a file has bytes.
export function toBase64(bytes) {
  const parts = [];
  for (let at = 0; at < bytes.length; at += 0x8000) parts.push(String.fromCharCode(...bytes.subarray(at, at + 0x8000)));
  return btoa(parts.join(""));
}
export const fromBase64 = text => Uint8Array.from(atob(text), byte => byte.charCodeAt(0));

// 1234567 -> 1.23 M
export function short(count) {
  for (const [size, name] of [[1e9, "G"], [1e6, "M"], [1e3, "k"]]) {
    if (count >= size) return `${(count / size).toPrecision(3)} ${name}`;
  }
  return String(count);
}

// 83000 -> 1:23, and tenths below ten seconds.
export function clockText(ms) {
  const left = Math.max(ms, 0);
  if (left < 10000) return `0:0${(Math.floor(left / 100) / 10).toFixed(1)}`;
  const seconds = Math.ceil(left / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = value => String(value).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

// Calls at most once a frame, with what was last asked for.
export function coalesced(draw) {
  let waiting = null;
  return (...args) => {
    const first = waiting === null;
    waiting = args;
    if (first) {
      requestAnimationFrame(() => {
        const latest = waiting;
        waiting = null;
        draw(...latest);
      });
    }
  };
}
