// What a reload must not lose, kept in this tab alone; and what every tab should know, its colours.
const KEY = "plyglot";

export const saved = (() => {
  try {
    return JSON.parse(sessionStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
})();

// Takes these over into what is kept, and writes it when the page has a moment.
export function keep(parts) {
  Object.assign(saved, parts);
  clearTimeout(keep.timer);
  keep.timer = setTimeout(write, 100);
}

function write() {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(saved));
  } catch { /* without storage a reload begins anew */ }
}

addEventListener("pagehide", write);

export function setting(name, value) {
  try {
    if (value === undefined) return localStorage.getItem(`${KEY}.${name}`);
    localStorage.setItem(`${KEY}.${name}`, value);
  } catch { /* a setting lasts as long as the page */ }
  return value ?? null;
}
