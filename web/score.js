// Scores: how they are written, and what part of the whole point they promise.

// A score as the other side sees it.
export const turned = score => "cp" in score ? { cp: -score.cp } : "mate" in score ? { mate: -score.mate } : score;

// Seen by the first side, from a search at a node.
export const byFirst = (score, side) => side === "second" ? turned(score) : score;

export function scoreText(score) {
  if (!score) return "";
  if (score.mate !== undefined) return `${score.mate < 0 ? "−" : ""}#${Math.abs(score.mate)}`;
  if (score.cp !== undefined) return `${score.cp < 0 ? "−" : "+"}${(Math.abs(score.cp) / 100).toFixed(2)}`;
  return score.text ?? "";
}

// Of 100, what who has the score may hope for; the curve is the one of lichess for centipawns.
export function chances(score) {
  if (!score) return 50;
  if (score.mate !== undefined) return score.mate > 0 ? 100 : 0;
  if (score.cp === undefined) return 50;
  return 100 / (1 + Math.exp(-.00368208 * Math.max(-1500, Math.min(1500, score.cp))));
}

// What a move cost, and what it is called by NAGs: 6 dubious, 2 a mistake, 4 a blunder.
const FAULTS = [[30, 4, "blunder"], [20, 2, "mistake"], [10, 6, "inaccuracy"]];
export const FAULT_NAGS = [2, 4, 6];

export function fault(before, after) {
  const found = FAULTS.find(([lost]) => before - after >= lost);
  return found ? { nag: found[1], word: found[2] } : null;
}

// 0 to 100 for one move that took the chances from one value to another.
export const accuracy = (before, after) =>
  Math.max(0, Math.min(100, 103.1668 * Math.exp(-.04354 * Math.max(0, before - after)) - 3.1669));

const NAG_SIGNS = { 1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!", 10: "=", 14: "⩲", 15: "⩱", 16: "±", 17: "∓", 18: "+−", 19: "−+" };
export const nagText = nag => NAG_SIGNS[nag] ?? `$${nag}`;
export const NAGS = [[1, "! good"], [2, "? mistake"], [3, "!! brilliant"], [4, "?? blunder"], [5, "!? interesting"], [6, "?! dubious"]];
