// The tree of a game: the moves played, variations, comments and marks. The page owns it; the server
// is told of one line at a time.

export class Node {
  constructor(parent = null, move = null) {
    Object.assign(this, { parent, move, children: [], comment: "", nags: [], again: false });
    // What the server said of the position here.
    this.state = null;
    this.name = move;
  }

  get ply() {
    return this.parent === null ? 0 : this.parent.ply + 1;
  }

  // From the root to here.
  get chain() {
    const chain = [];
    for (let node = this; node.parent !== null; node = node.parent) chain.unshift(node);
    return chain;
  }

  get moves() {
    return this.chain.map(node => node.move);
  }

  get root() {
    return this.parent === null ? this : this.parent.root;
  }

  // The node after a move, if it is in the tree.
  child(move) {
    return this.children.find(node => node.move === move) ?? null;
  }

  // The name is what records call the move, where that is known.
  add(move, name = move) {
    const node = this.child(move) ?? new Node(this, move);
    if (name !== move) node.name = name;
    if (!this.children.includes(node)) this.children.push(node);
    return node;
  }

  // Who played the move to here; sides take turns where nothing is known of the position before.
  get mover() {
    return this.parent.state?.side ?? turnOf(this).mover;
  }

  // The end of the line that goes on from here.
  get end() {
    let node = this;
    while (node.children.length > 0) node = node.children[0];
    return node;
  }

  get isMain() {
    return this.parent === null || (this.parent.children[0] === this && this.parent.isMain);
  }

  // Makes the line through here the main one.
  promote() {
    for (const node of this.chain) {
      const among = node.parent.children;
      among.splice(among.indexOf(node), 1);
      among.unshift(node);
    }
  }

  remove() {
    const among = this.parent.children;
    among.splice(among.indexOf(this), 1);
  }

  // Which child to take at each step from the root.
  get address() {
    return this.chain.map(node => node.parent.children.indexOf(node));
  }
}

// Before the first move: see `turnAfter`.
export const START = { count: 1, mover: null, begins: true };

// The turn that a move is part of, which one side may have several moves in, by the turn before it: its
// number, whose it is, and whether it begins with this move.
export function turnAfter({ count, mover: before }, { parent, again }) {
  const turns = before === "first" ? "second" : "first";
  const mover = parent.state?.side ?? (before !== null && again ? before : turns);
  const begins = mover !== before;
  return { count: count + (before !== null && begins && mover === "first"), mover, begins };
}

const turnOf = node => node.chain.reduce(turnAfter, START);

// `5.` of a move of the first side, `5…` of one of the second.
export const numberOf = ({ count, mover }) => `${count}${mover === "first" ? "." : "…"}`;
export const turnText = node => numberOf(turnOf(node));

export function nodeAt(root, address) {
  let node = root;
  for (const nth of address) node = node.children[nth] ?? node;
  return node;
}

// The nodes of the main line, without the root.
export const mainLine = root => root.end.chain;

// What a review or another program thought of a position stands at the head of its comment, for the first
// side: [%eval 0.23], [%eval #-3].
const EVAL = /\[%eval (#?)([+-]?[\d.]+)[^\]]*\]\s*/;
const evalText = ({ cp, mate }) => mate !== undefined ? `#${mate}` : (cp / 100).toFixed(2);

const commentOf = node => [node.reviewed && node.score ? `[%eval ${evalText(node.score)}]` : "", node.comment].filter(Boolean).join(" ");

function takeComment(node, comment = "") {
  const found = comment.match(EVAL), value = found && Number(found[2]);
  node.comment = comment.replace(EVAL, "");
  if (!found || !Number.isFinite(value)) return;
  node.score = found[1] ? { mate: value } : { cp: Math.round(100 * value) };
  node.reviewed = true;
}

// As the contract has it: steps in a row, the first of several with the variations to it.
export function toRecord(root) {
  const line = (first, isVariation, turn) => {
    const steps = [];
    for (let node = first; node; node = node.children[0]) {
      const before = turn;
      turn = turnAfter(before, node);
      const others = node === first && isVariation ? [] : node.parent.children.slice(1);
      steps.push({
        move: node.move,
        ...(node.name !== node.move && { name: node.name }),
        ...(!turn.begins && { again: true }),
        ...(commentOf(node) && { comment: commentOf(node) }),
        ...(node.nags.length > 0 && { nags: node.nags }),
        ...(others.length > 0 && { variations: others.map(other => line(other, true, before)) }),
      });
    }
    return steps;
  };
  const tree = { moves: line(root.children[0], false, START) };
  if (commentOf(root)) tree.comment = commentOf(root);
  return tree;
}

export function fromRecord(tree) {
  const root = new Node();
  takeComment(root, tree.comment);
  const play = (from, steps) => {
    let node = from;
    for (const { move, name, again, comment, nags, variations } of steps) {
      const before = node;
      node = before.add(move);
      node.name = name ?? node.name;
      node.again = again ?? false;
      takeComment(node, comment);
      node.nags = nags ?? [];
      for (const variation of variations ?? []) play(before, variation);
    }
  };
  play(root, tree.moves ?? []);
  return root;
}
