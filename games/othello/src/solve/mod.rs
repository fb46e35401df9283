//! The solver: the exact final margin of a position, with proof.
//!
//! The search asks one question at a time: is the margin above this goal? (Null windows, as in MTD(f)
//! [plaat-1996].) The first is who wins: is it more than nothing, is it less? Then the goals close
//! in on the margin, from where the evaluator expects it. Each answer moves one of the two bounds of the
//! root, and what it cost stays in the memory for the next question.
//!
//! Reading order: `memory` (what is known of boards), `last` (the last four empty squares), `search` (one
//! question), then this module (question after question), and `player`.

mod last;
mod memory;
mod player;
mod search;

use super::board::{Board, set_of};
use super::rules::{Move, Othello};
use super::variant::Empties;
use memory::Memory;
pub(super) use player::{EndgamePlayer, MEMORY, SolverMind};
use plyglot_core::bits::bits;
use plyglot_search::Stopped;
use search::Search;

/// How far a proof has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// The margin for the side to move is at least this …
    pub low: i32,
    /// … and at most this.
    pub high: i32,
    /// A move that comes to `low` at least, once one is known.
    pub best: Option<Move>,
    /// Positions searched so far.
    pub nodes: u64,
    /// How full the memory is, in thousandths.
    pub fill: u32,
}

impl Progress {
    /// The margin, once it is settled.
    pub const fn settled(&self) -> Option<i32> {
        if self.low == self.high { Some(self.low) } else { None }
    }

    /// Who wins, once it is known: 1 the side to move, -1 the other, 0 a draw.
    pub const fn winner(&self) -> Option<i32> {
        if self.low > 0 {
            Some(1)
        } else if self.high < 0 {
            Some(-1)
        } else if self.low == 0 && self.high == 0 {
            Some(0)
        } else {
            None
        }
    }
}

/// Settles positions. Keeps its memory from one to the next.
#[derive(Clone, Debug)]
pub struct Solver {
    rules: Othello,
    memory: Memory,
    memory_mib_max: usize,
    nodes_max: u64,
}

/// Buckets of the memory: two to the power of the empty squares, and this much more or less.
const BITS_LESS: u32 = 1;
const BITS_MIN: u32 = 10;

impl Solver {
    /// A solver that keeps at most so many MiB of positions in mind.
    pub fn new(rules: Othello, memory_mib_max: usize) -> Self {
        Self { rules, memory: Memory::default(), memory_mib_max, nodes_max: u64::MAX }
    }

    /// Knows nothing any more.
    pub fn forget(&mut self) {
        self.memory = Memory::default();
    }

    /// At most so many nodes go into a proof from now on; with fewer than some hundred none is begun.
    pub fn set_nodes_max(&mut self, nodes_max: u64) {
        self.nodes_max = nodes_max;
    }

    /// Settles a position; `moves` are those to choose from, all legal ones if it is empty. `tell` hears
    /// of each step, and `must_stop` is told the nodes so far now and then. The error is that there is no
    /// room for the memory.
    pub fn settle(
        &mut self,
        board: Board,
        moves: &[Move],
        must_stop: &dyn Fn(u64) -> bool,
        tell: &mut dyn FnMut(&Progress),
    ) -> Result<Progress, String> {
        let empty = (self.rules.squares() & !board.taken()).count_ones();
        let bits = (empty.saturating_sub(BITS_LESS)).max(BITS_MIN);
        if self.memory.bits() < Memory::bits_within(bits, self.memory_mib_max) {
            let memory = Memory::new(bits, self.memory_mib_max);
            self.memory = memory.map_err(|error| error.to_string())?;
        }
        let most = self.rules.squares().count_ones().cast_signed();
        let mut root = Root::new(&self.rules, board, moves);
        let mut progress = Progress { low: -most, high: most, best: None, nodes: 0, fill: 0 };
        if let Some(margin) = root.over() {
            (progress.low, progress.high) = (margin, margin);
            return Ok(progress);
        }
        let mut search = Search::new(&self.rules, &mut self.memory, must_stop, self.nodes_max);
        // Margins go by two where the empty squares are the winner's.
        let step = if self.rules.empties == Empties::Winner { 2 } else { 1 };
        let mut expected = search.expected(board).clamp(-most, most) / step * step;
        while progress.settled().is_none() {
            let goal = if progress.winner().is_none() {
                if progress.low < 0 && progress.high >= 0 && (expected <= 0 || progress.high == 0) {
                    0
                } else {
                    step
                }
            } else {
                expected.clamp(progress.low + step, progress.high)
            };
            // Is the margin the goal at least?
            let found = root.ask(&mut search, goal - 1);
            progress.nodes = search.nodes;
            progress.fill = search.memory.fill();
            if search.is_stopped {
                break;
            }
            if found >= goal {
                progress.low = found.min(progress.high);
                progress.best = root.moves.first().copied();
                expected = found + step;
            } else {
                progress.high = found.max(progress.low);
                expected = found;
            }
            tell(&progress);
        }
        if progress.best.is_none() && progress.settled().is_some() {
            progress.best = root.moves.first().copied();
        }
        Ok(progress)
    }

    /// Whether the margin after a move of a position that was settled is more than `alpha` for the side
    /// that plays it: a bound of the margin, from below if so and from above if not. `nodes` goes on
    /// being counted.
    pub(super) fn ask(
        &mut self,
        board: Board,
        mv: Move,
        alpha: i32,
        nodes: &mut u64,
        must_stop: &dyn Fn(u64) -> bool,
    ) -> Result<i32, Stopped> {
        let mut search = Search::new(&self.rules, &mut self.memory, must_stop, self.nodes_max);
        search.nodes = *nodes + 1;
        let child = after(board, mv);
        let found = if search.must_end() { 0 } else { -search.margin(child, -alpha - 1, -alpha) };
        *nodes = search.nodes;
        if search.is_stopped { Err(Stopped) } else { Ok(found) }
    }
}

/// The moves of the root, the best so far first.
struct Root {
    board: Board,
    moves: Vec<Move>,
    margin: Option<i32>,
}

impl Root {
    fn new(rules: &Othello, board: Board, chosen: &[Move]) -> Self {
        let squares = rules.squares();
        let open = board.mobility(squares);
        let mut moves: Vec<Move> = bits(open).map(Move).collect();
        if moves.is_empty() && !rules.is_over(board) {
            moves.push(Move::PASS);
        }
        if !chosen.is_empty() {
            moves.retain(|mv| chosen.contains(mv));
        }
        moves.sort_by_key(|mv| {
            mv.square().map_or(0, |square| board.played(square).mobility(squares).count_ones())
        });
        let margin = rules.is_over(board).then(|| rules.margin(board));
        Self { board, moves, margin }
    }

    /// The margin of a game that is over.
    fn over(&self) -> Option<i32> {
        self.margin
    }

    /// The margin in the window above `alpha`; the move that reaches beyond it comes to the front.
    fn ask(&mut self, search: &mut Search<'_>, alpha: i32) -> i32 {
        search.nodes += 1;
        if search.must_end() {
            return 0;
        }
        let mut best = i32::MIN;
        for at in 0..self.moves.len() {
            let found = -search.margin(after(self.board, self.moves[at]), -alpha - 1, -alpha);
            if search.is_stopped {
                break;
            }
            if found > alpha {
                self.moves[..=at].rotate_right(1);
                return found;
            }
            best = best.max(found);
        }
        best
    }
}

/// The board after a move, seen by the other side.
fn after(board: Board, mv: Move) -> Board {
    mv.square().map_or(board.turned(), |square| board.played(square))
}

impl Solver {
    /// The line that the memory has from here, a best move first, as long as its bounds have met.
    pub(super) fn line(&self, board: Board, first: Move, length_max: usize) -> Vec<Move> {
        let mut line = vec![first];
        let mut board = after(board, first);
        while line.len() < length_max {
            let open = board.mobility(self.rules.squares());
            if open == 0 {
                if self.rules.is_over(board) {
                    break;
                }
                line.push(Move::PASS);
                board = board.turned();
                continue;
            }
            let known = self.memory.find(board).filter(|known| known.low == known.high);
            let Some(known) = known else { break };
            if known.mv > 63 || open & set_of(known.mv) == 0 {
                break;
            }
            line.push(Move(known.mv));
            board = board.played(known.mv);
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use super::super::rules::Position;
    use super::*;
    use plyglot_core::game::{Ending, Notation, PlayedGame, Rules};

    /// The margin by the rules alone.
    fn minimax(rules: &Othello, pos: &Position) -> i32 {
        let mut moves = Vec::new();
        rules.legal_moves(pos, &mut moves);
        let values = moves.into_iter().map(|mv| -minimax(rules, &rules.after(pos, mv)));
        values.max().unwrap_or_else(|| rules.margin(pos.board))
    }

    fn settled(solver: &mut Solver, pos: &Position) -> Progress {
        let found = solver.settle(pos.board, &[], &|_| false, &mut |_| {}).unwrap();
        assert!(found.settled().is_some(), "{found:?}");
        found
    }

    #[test]
    fn margins_are_those_of_minimax() {
        let mut lot = 3_usize;
        let mut passes = 0;
        for (size, games, left) in [(4, 300, 9), (6, 120, 8), (8, 120, 8)] {
            for empties in [Empties::Winner, Empties::Nobody] {
                let rules = Othello::new(size, empties);
                let mut solver = Solver::new(rules, 1);
                for _ in 0..games {
                    let mut pos = rules.start();
                    while rules.empty(&pos).count_ones() > left && rules.outcome(&pos).is_none() {
                        let mut moves = Vec::new();
                        rules.legal_moves(&pos, &mut moves);
                        lot = lot.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695);
                        let mv = moves[(lot >> 33) % moves.len()];
                        passes += usize::from(mv == Move::PASS);
                        rules.play(&mut pos, mv);
                    }
                    if rules.outcome(&pos).is_some() {
                        continue;
                    }
                    let found = settled(&mut solver, &pos);
                    let margin = minimax(&rules, &pos);
                    assert_eq!(found.settled(), Some(margin), "{}", rules.position_text(&pos));
                    let after = rules.after(&pos, found.best.unwrap());
                    assert_eq!(-minimax(&rules, &after), margin, "{}", rules.position_text(&pos));
                }
            }
        }
        assert!(passes > 0);
    }

    #[test]
    fn the_small_board_is_won_by_the_second_player_with_eight() {
        let rules = Othello::new(4, Empties::Nobody);
        let found = settled(&mut Solver::new(rules, 4), &rules.start());
        assert_eq!(found.settled(), Some(-8));
    }

    #[test]
    fn a_look_ahead_heeds_the_time() {
        let rules = Othello::default();
        let mut memory = Memory::new(BITS_MIN, 1).unwrap();
        let mut search = Search::new(&rules, &mut memory, &|_| true, u64::MAX);
        search.expected(rules.start().board);
        assert!(search.is_stopped && search.judgements <= 256, "{}", search.judgements);
    }

    /// Positions of the published game on six by six squares, after so many moves, have its margin.
    fn check_perfect(plies: std::ops::RangeInclusive<usize>) {
        let rules = Othello::new(6, Empties::Nobody);
        let mut solver = Solver::new(rules, 512);
        let line = include_str!("../../data/perfect6.csv").lines().nth(1).unwrap();
        let fields: Vec<&str> = line.split(',').collect();
        let (margin, moves): (i32, &str) = (fields[0].parse().unwrap(), fields[1]);
        let mut played = PlayedGame::new(&rules, rules.start());
        for text in moves.split(' ') {
            // The text leaves passes out.
            if played.moves(&rules) == [Move::PASS] {
                played.play(&rules, Move::PASS);
            }
            let mv = rules.parse_move(&played, text).unwrap();
            played.play(&rules, mv);
        }
        let outcome = played.outcome(&rules).unwrap();
        assert_eq!(outcome.ending, Ending::Margin(margin.try_into().unwrap()));
        for pos in plies.rev().map(|ply| played.positions()[ply]) {
            let found = settled(&mut solver, &pos);
            let text = rules.position_text(&pos);
            assert_eq!(found.settled(), Some(pos.side.relative(margin)), "{text}");
        }
    }

    #[test]
    fn the_last_of_a_published_game_of_six_by_six_is_without_a_mistake() {
        check_perfect(16..=31);
    }

    #[test]
    #[ignore = "half a minute"]
    fn a_published_game_of_six_by_six_is_without_a_mistake_from_the_seventh_move_on() {
        check_perfect(6..=15);
    }

    /// Problems of the file with so many empty squares.
    fn check(empty: std::ops::RangeInclusive<u32>) {
        let rules = Othello::default();
        let mut solver = Solver::new(rules, 512);
        let mut checked = 0;
        for line in include_str!("../../data/endgames.csv").lines().skip(1) {
            let fields: Vec<&str> = line.split(',').collect();
            let pos = rules.parse_position(fields[2]).unwrap();
            if !empty.contains(&rules.empty(&pos).count_ones()) {
                continue;
            }
            let found = settled(&mut solver, &pos);
            let best = rules.move_text(&pos, found.best.unwrap());
            assert_eq!(found.settled(), Some(fields[3].parse().unwrap()), "{line}");
            assert!(fields[4].split(' ').any(|mv| mv == best), "{best}: {line}");
            checked += 1;
        }
        assert!(checked > 0);
    }

    #[test]
    fn short_problems_of_the_field_have_their_published_margins() {
        check(0..=14);
    }

    #[test]
    #[ignore = "some seconds a problem"]
    fn the_problems_up_to_40_have_their_published_margins() {
        check(15..=20);
    }

    #[test]
    #[ignore = "minutes"]
    fn the_problems_from_41_on_have_their_published_margins() {
        check(21..=30);
    }
}
