//! The search that follows what is forced where only kos are minded, with all boards of the game in mind.

use std::collections::{HashMap, HashSet};

use super::board::{BLACK, Board, bits};
use super::states::States;

/// Cannot be done.
const NEVER: u32 = 1 << 30;
/// Proofs of one position that are kept.
const KEPT: usize = 12;
/// How hard a position seems where the side is forced to lose, or nothing is known.
const LOST: u32 = 4000;
const OPEN: [u32; 2] = [30, 10];
/// How hard it seems to refute what is forced.
const FORCED: u32 = 200;

/// A position of the game.
#[derive(Clone, Copy, Debug)]
struct Node {
    board: Board,
    /// The board before the stone that was just put; none after a pass.
    before: Option<Board>,
    side: usize,
}

/// What a proof rests on, in the form of the board that has the number.
#[derive(Debug)]
struct Proof {
    /// Boards to which the side itself moves, in order.
    steps: Box<[Board]>,
    /// Boards to which the other side could not move, in order.
    refused: Box<[Board]>,
}

/// A search for a proof that a side gets so many points.
#[derive(Debug)]
pub struct Prover<'a> {
    states: &'a States,
    side: usize,
    points: i32,
    /// In how many plies the side is forced to get them, or the other to prevent it.
    forced: [Vec<u8>; 2],
    /// By how much each side is ahead at least if it passes.
    passing: [Vec<i32>; 2],
    /// How much is left to show by each side; nothing yet where it is 0.
    left: Vec<[u32; 2]>,
    proofs: HashMap<(u32, usize, bool), Vec<Proof>>,
    /// Positions with a mark of the boards of the game, from which the side fails.
    failed: HashSet<(u32, u64)>,
    boards: Vec<Board>,
    mark: u64,
    nodes: u64,
}

impl<'a> Prover<'a> {
    /// That `side` gets `points` at least.
    pub fn new(states: &'a States, side: usize, points: i32) -> Self {
        let forced = [
            states.forced(side, |ahead| ahead >= points),
            states.forced(1 - side, |ahead| -ahead < points),
        ];
        let passing = [states.passing(side), states.passing(1 - side)];
        let left = vec![[0; 2]; forced[0].len()];
        let (proofs, failed, boards) = (HashMap::new(), HashSet::new(), Vec::new());
        Self {
            states,
            side,
            points,
            forced,
            passing,
            left,
            proofs,
            failed,
            boards,
            mark: 0,
            nodes: 0,
        }
    }

    /// Nodes so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether it does from the empty board, Black to move.
    pub fn proves_the_start(&mut self) -> bool {
        let start = Node { board: Board::default(), before: Some(Board::default()), side: BLACK };
        self.enter(start);
        self.look(start, [NEVER; 2]);
        self.proof(start).is_some()
    }

    fn enter(&mut self, node: Node) {
        if node.before.is_some() {
            self.boards.push(node.board);
            self.mark ^= mark(node.board);
        }
    }

    fn leave(&mut self, node: Node) {
        if node.before.is_some() {
            self.boards.pop();
            self.mark ^= mark(node.board);
        }
    }

    fn position(&self, node: Node) -> u32 {
        self.states.position(node.board, node.side, node.before)
    }

    /// Whether it is shown without a further move: the side passes until the other has done its worst.
    fn is_plain(&self, node: Node) -> bool {
        self.passing[0][self.states.number(node.board).0 as usize] >= self.points
    }

    /// A proof that is known and holds, in the form of this board.
    fn proof(&self, node: Node) -> Option<(Vec<Board>, Vec<Board>)> {
        if self.is_plain(node) {
            return Some(Default::default());
        }
        let turns = &self.states.turns;
        let (number, turn) = self.states.number(node.board);
        let known = self.proofs.get(&(number, node.side, node.before.is_none()))?;
        let mut been: Vec<Board> =
            self.boards.iter().map(|board| board.turned(turns, turn)).collect();
        been.sort_unstable();
        let has_been = |board: &Board| been.binary_search(board).is_ok();
        let holds = |proof: &&Proof| {
            let steps = &proof.steps;
            !been.iter().any(|board| steps.binary_search(board).is_ok())
                && proof.refused.iter().all(has_been)
        };
        let proof = known.iter().find(holds)?;
        let back = turns.back(turn);
        let turned =
            |boards: &[Board]| boards.iter().map(|board| board.turned(turns, back)).collect();
        Some((turned(&proof.steps), turned(&proof.refused)))
    }

    fn keep(&mut self, node: Node, steps: &[Board], refused: &[Board]) {
        let turns = &self.states.turns;
        let (number, turn) = self.states.number(node.board);
        let ordered = |boards: &[Board]| {
            let mut boards: Vec<Board> =
                boards.iter().map(|board| board.turned(turns, turn)).collect();
            boards.sort_unstable();
            boards.dedup();
            boards.into_boxed_slice()
        };
        let proof = Proof { steps: ordered(steps), refused: ordered(refused) };
        let kept = self.proofs.entry((number, node.side, node.before.is_none())).or_default();
        if kept.len() == KEPT {
            kept.remove(0);
        }
        kept.push(proof);
    }

    /// What is left to show by each side.
    fn seen(&mut self, node: Node) -> [u32; 2] {
        self.enter(node);
        let left = self.seen_inside(node);
        self.leave(node);
        left
    }

    fn seen_inside(&self, node: Node) -> [u32; 2] {
        let position = self.position(node);
        let number = self.states.number(node.board).0 as usize;
        if self.passing[1][number] > -self.points || self.failed.contains(&(position, self.mark)) {
            return [NEVER, 0];
        }
        if self.proof(node).is_some() {
            return [0, NEVER];
        }
        match self.left[position as usize] {
            [0, _] => match [0, 1].map(|side| u32::from(self.forced[side][position as usize])) {
                [plies, _] if plies < 255 => [1 + plies / 4, FORCED],
                [_, plies] if plies < 255 => [LOST, 1 + plies / 4],
                _ => OPEN,
            },
            left => left,
        }
    }

    /// The moves of a node, and the boards to which it may not move.
    fn moves(&self, node: Node) -> (Vec<Node>, Vec<Board>) {
        let (mut moves, mut refused) = (Vec::new(), Vec::new());
        for point in bits(node.board.empty()) {
            let board = node.board.after(node.side, point);
            if self.boards.contains(&board) {
                refused.push(board);
            } else {
                moves.push(Node { board, before: Some(node.board), side: 1 - node.side });
            }
        }
        refused.retain(|&board| board != node.board);
        if node.before.is_some() {
            moves.push(Node { before: None, side: 1 - node.side, ..node });
        }
        (moves, refused)
    }

    /// Looks at a node until one side has less to show than it may have.
    fn look(&mut self, node: Node, limits: [u32; 2]) {
        self.nodes += 1;
        let position = self.position(node);
        let (moves, refused) = self.moves(node);
        let is_own = node.side == self.side;
        let ends_well = node.board.ahead(self.side) >= self.points;
        if node.before.is_none() && is_own == ends_well {
            // The second pass, which the side to move likes.
            return if is_own { self.keep(node, &[], &[]) } else { self.fail(position) };
        }
        let (mover, other) = if is_own { (0, 1) } else { (1, 0) };
        let mut left: Vec<[u32; 2]> = moves.iter().map(|&next| self.seen(next)).collect();
        loop {
            let order = |at: &usize| (left[*at][mover], left[*at][other]);
            let mut best: Vec<usize> = (0..moves.len()).collect();
            best.sort_by_key(order);
            let least = best.first().map_or(NEVER, |&at| left[at][mover]);
            let open: Vec<u32> = left.iter().map(|left| left[other]).filter(|&n| n != 0).collect();
            let most = open.iter().max().map_or(0, |most| most + open.len() as u32 - 1);
            let shown: &[Node] = match (is_own, least, most) {
                (true, 0, _) => &moves[best[0]..=best[0]],
                (false, _, 0) => &moves,
                (true, _, 0) | (false, 0, _) => return self.fail(position),
                _ => &[],
            };
            if !shown.is_empty() {
                let refused = if is_own { &[] } else { &refused[..] };
                if self.put_together(node, shown, refused) {
                    return;
                }
                // Of a proof that was seen another has taken the place.
                left = moves.iter().map(|&next| self.seen(next)).collect();
                continue;
            }
            let mut numbers = [0; 2];
            (numbers[mover], numbers[other]) = (least.min(NEVER), most.min(NEVER));
            self.left[position as usize] = numbers;
            if numbers[0] >= limits[0] || numbers[1] >= limits[1] {
                return;
            }
            let next = best[0];
            let second = best.get(1).map_or(NEVER, |&at| left[at][mover]);
            let mut below = [0; 2];
            below[mover] = limits[mover].min(second.min(NEVER) + second.min(NEVER) / 4 + 1);
            below[other] = (limits[other] - numbers[other] + left[next][other]).min(NEVER);
            self.enter(moves[next]);
            self.look(moves[next], below);
            left[next] = self.seen_inside(moves[next]);
            self.leave(moves[next]);
        }
    }

    fn fail(&mut self, position: u32) {
        self.failed.insert((position, self.mark));
    }

    /// Keeps the proof of a node by those of these moves, unless one of them is there no more.
    fn put_together(&mut self, node: Node, moves: &[Node], refused: &[Board]) -> bool {
        let (mut steps, mut refused) = (Vec::new(), refused.to_vec());
        for &next in moves {
            self.enter(next);
            let proof = self.proof(next);
            self.leave(next);
            let Some((more, also)) = proof else { return false };
            steps.extend(more);
            refused.extend(also.into_iter().filter(|&board| board != next.board));
            if node.side == self.side && next.before.is_some() {
                steps.push(next.board);
            }
        }
        refused.retain(|&board| board != node.board);
        self.keep(node, &steps, &refused);
        true
    }
}

/// A number by which boards are told apart, whatever their order.
fn mark(board: Board) -> u64 {
    let mixed = (u64::from(board.stones(0)) << 16 | u64::from(board.stones(1))) + 1;
    let mixed = mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed ^ mixed >> 32
}
