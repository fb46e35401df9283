"use strict";
// A board as an SVG element, from what Rust's Picture holds and a word for each place; other pages
// may use this function alone. `changed` are places to be marked.
function drawBoard(picture, words, changed) {
  const NS = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(NS, "svg");
  svg.setAttribute("viewBox", `0 0 ${picture.size[0]} ${picture.size[1]}`);
  svg.setAttribute("role", "img");
  svg.innerHTML = picture.ground;
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
    if (picture.men[word]) return;
    const text = document.createElementNS(NS, "text");
    for (const [key, value] of [["y", ".35em"], ["font-size", picture.text_size], ["text-anchor", "middle"],
      ["font-family", "ui-monospace, monospace"], ["fill", "currentColor"]]) text.setAttribute(key, value);
    text.textContent = word;
    group.append(text);
  });
  return svg;
}
