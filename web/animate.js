// Men that slide from where they stood to where they stand, and stones that fall one by one.
const SLIDE_MS = 180, STONE_MS = 130;

const manAt = (board, place) => board.base.querySelector(`[data-at="${place}"]`);
const finished = animations => Promise.all(animations.map(animation => animation.finished.catch(() => {})));

// Each word that left a place is the nearest of the same that came to one.
export async function moveMen(board, before, after, pace) {
  const left = [], came = [];
  after.forEach((word, place) => {
    if (word === before[place] || !board.picture.places[place]?.[0]) return;
    if (before[place]) left.push(place);
    if (word) came.push(place);
  });
  const apart = (a, b) => Math.hypot(...board.at(a).map((x, n) => x - board.at(b)[n]));
  const pairs = came.flatMap(to => left.filter(from => before[from] === after[to]).map(from => [apart(from, to), from, to]));
  pairs.sort(([a], [b]) => a - b);
  const running = [], used = new Set();
  const slide = (from, to) => {
    used.add(from).add(-1 - to);
    const [[x0, y0], [x1, y1]] = [board.at(from), board.at(to)];
    const man = manAt(board, to);
    if (man === null) return;
    man.parentNode.append(man);
    running.push(man.animate([{ transform: `translate(${x0}px, ${y0}px)` }, { transform: `translate(${x1}px, ${y1}px)` }],
      { duration: SLIDE_MS * pace + 40, easing: "ease-in-out" }));
  };
  for (const [, from, to] of pairs) if (!used.has(from) && !used.has(-1 - to)) slide(from, to);
  // One that came from somewhere as something else was changed on its way, such as a man crowned.
  const [origins, ends] = [left.filter(from => !after[from] && !used.has(from)), came.filter(to => !used.has(-1 - to))];
  if (ends.length === 1 && origins.length > 0) slide(origins.sort((a, b) => apart(a, ends[0]) - apart(b, ends[0]))[0], ends[0]);
  else for (const to of ends) {
    const man = manAt(board, to);
    if (man) running.push(man.animate([{ opacity: 0 }, { opacity: 1 }], { duration: SLIDE_MS * pace }));
  }
  await finished(running);
}

// The places whose heaps grew light up for the time of a stone.
export async function sow(board, before, after, pace) {
  const grown = after.flatMap((word, place) => Number(word || 0) > Number(before[place] || 0) ? [place] : []);
  const running = grown.map(place => manAt(board, place)).filter(Boolean)
    .map(man => man.animate([{ opacity: .25 }, { opacity: 1 }], { duration: STONE_MS * pace }));
  const pause = new Promise(done => setTimeout(done, STONE_MS * pace));
  await Promise.all([finished(running), pause]);
}
