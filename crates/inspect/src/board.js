"use strict";
// A board as an SVG element, from what Rust's Picture holds and a word for each place; other pages
// may use this function alone. `changed` are places to be marked, `values` pairs of a place and a short text.
function drawBoard(picture, words, changed, values = []) {
  const NS = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(NS, "svg");
  svg.setAttribute("viewBox", `0 0 ${picture.size[0]} ${picture.size[1]}`);
  svg.setAttribute("role", "img");
  svg.innerHTML = picture.ground;
  const write = (group, text, attributes) => {
    const child = document.createElementNS(NS, "text");
    for (const [key, value] of Object.entries(attributes)) child.setAttribute(key, value);
    child.setAttribute("text-anchor", "middle");
    child.textContent = text;
    group.append(child);
  };
  const at = (place, inside) => {
    const group = document.createElementNS(NS, "g");
    const [name, x, y] = picture.places[place];
    group.setAttribute("transform", `translate(${x} ${y})`);
    if (name) group.setAttribute("data-place", name);
    group.innerHTML = inside;
    svg.append(group);
    return group;
  };
  for (const place of changed) at(place, picture.mark);
  words.forEach((word, place) => {
    if (!word || !picture.places[place]) return;
    const group = at(place, picture.men[word] || "");
    group.setAttribute("data-word", word);
    if (!picture.men[word]) write(group, word, { y: ".35em", "font-size": picture.text_size,
      "font-family": "ui-monospace, monospace", fill: "currentColor" });
  });
  for (const [place, value] of values) {
    write(at(place, ""), value, { y: "-.26", "font-size": ".25", "font-family": "sans-serif", "font-weight": "bold",
      fill: "#111", stroke: "#fff", "stroke-width": ".07", "paint-order": "stroke", class: "value" });
  }
  return svg;
}
