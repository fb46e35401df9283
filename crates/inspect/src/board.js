// The one drawing of boards: an SVG element from what Rust's Picture holds and a word for each place.
// The page of `plyglot web` and the page of a recording both use it; the latter takes it in as text.

// `changed` are places to be marked, `values` pairs of a place and a short text; `flipped` turns the
// board by half a circle, and what stands on it stays upright.
export function drawBoard(picture, words, changed, values = [], flipped = false) {
  const NS = "http://www.w3.org/2000/svg";
  const [width, height] = picture.size;
  const svg = document.createElementNS(NS, "svg");
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  svg.setAttribute("role", "img");
  if (flipped) {
    const ground = document.createElementNS(NS, "g");
    ground.innerHTML = picture.ground;
    ground.setAttribute("transform", `rotate(180 ${width / 2} ${height / 2})`);
    for (const text of ground.querySelectorAll("text")) {
      // The middle of a letter is a third of its size above the line.
      const [x, y, size] = ["x", "y", "font-size"].map(key => parseFloat(text.closest(`[${key}]`)?.getAttribute(key) ?? 0));
      text.setAttribute("transform", `rotate(180 ${x} ${y - .35 * size})`);
    }
    svg.append(ground);
  } else {
    svg.innerHTML = picture.ground;
  }
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
    group.setAttribute("transform", flipped ? `translate(${width - x} ${height - y})` : `translate(${x} ${y})`);
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
    group.setAttribute("data-at", place);
    if (!picture.men[word]) write(group, word, { y: ".35em", "font-size": picture.text_size,
      "font-family": "ui-monospace, monospace", fill: "currentColor" });
  });
  for (const [place, value] of values) {
    write(at(place, ""), value, { y: "-.26", "font-size": ".25", "font-family": "sans-serif", "font-weight": "bold",
      fill: "#111", stroke: "#fff", "stroke-width": ".07", "paint-order": "stroke", class: "value" });
  }
  return svg;
}
