//! A line of best play from a board whose margin is settled to the end of the game.
//!
//! Both sides keep the margin all the way: of the pits of a board one reaches it, and which does is asked
//! of each by turns, since a wrong one may take long to be refuted where a right one is known already from
//! the proof. The last that is left needs no question. Below the tables nothing is searched. What the
//! line banks is added up in the end, and has to be the margin: so a line is a check by itself.

use std::fmt::{self, Write as _};

use super::super::board::Board;
use super::super::chain::{Chain, SOWINGS_MAX};
use super::settlement::Settlement;
use plyglot_search::Stopped;

/// So many nodes a pit gets at first before another is tried.
const SLICE: u64 = 1 << 20;

/// A line of best play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// One after the other: the turns that begin where the board was settled.
    pub turns: Vec<Turn>,
}

/// A turn of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn {
    /// Stones in play before it.
    pub in_play: u16,
    /// How many stones more than the other its mover will get from there on.
    pub margin: i16,
    /// His sowings.
    pub chain: Chain,
}

impl Line {
    fn write_moves(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        self.turns.iter().try_for_each(|turn| write!(out, " {}", turn.chain))
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("line:")?;
        self.write_moves(f)?;
        f.write_str("; before each turn its mover will still get:")?;
        self.turns.iter().try_for_each(|turn| write!(f, " {:+}", turn.margin))
    }
}

impl Settlement<'_> {
    /// A line of best play from a board whose margin is settled; `None` where it has to stop before.
    pub fn line(&mut self) -> Result<Option<Line>, String> {
        let (mut board, mut margin) = (self.board, self.standing.margin.low);
        let mut line = Line { turns: Vec::new() };
        let mut turn = Turn { in_play: board.in_play(), margin, chain: Chain::EMPTY };
        while !self.solver.ending.end.is_over(board) {
            let mut what = format!("keeps {margin:+} after");
            let _ = line.write_moves(&mut what);
            let _ = write!(what, " {}", turn.chain);
            let Ok(pit) = self.keeping(board, margin, &what) else { return Ok(None) };
            let sown = self.solver.sowings.sow(board, pit);
            turn.chain = turn.chain.and(pit);
            margin -= sown.banked.cast_signed();
            board = sown.board;
            if sown.again && turn.chain.len() < SOWINGS_MAX {
                continue;
            }
            if !sown.again {
                board = board.turned();
                margin = -margin;
            }
            line.turns.push(turn);
            turn = Turn { in_play: board.in_play(), margin, chain: Chain::EMPTY };
        }
        line.turns.extend((!turn.chain.is_empty()).then_some(turn));
        self.count(self.progress.nodes);
        let end = self.solver.ending.margin(board);
        if end == margin {
            Ok(Some(line))
        } else {
            Err(format!("{line}; ends with {end:+} where {margin:+} was proven"))
        }
    }

    /// A pit of a board that keeps its margin; `what` is said of the one that is asked about.
    fn keeping(&mut self, board: Board, margin: i16, what: &str) -> Result<usize, Stopped> {
        let first = self.solver.remembered(board);
        let mut pits: Vec<usize> = board.pits().collect();
        pits.sort_by_key(|&pit| (Some(pit) != first, !self.solver.sowings.sow(board, pit).again));
        if board == self.board {
            let settled = &self.standing.pits;
            pits.retain(|&pit| settled.iter().any(|&(at, of)| at == pit && of.low >= margin));
        }
        let mut nodes_max = SLICE;
        while !pits.is_empty() {
            for pit in pits.clone() {
                if let [last] = pits[..] {
                    return Ok(last);
                }
                let what = format!("pit {} {what}", pit + 1);
                match self.ask((board, pit, margin), nodes_max, &what)? {
                    Some(value) if value >= margin => return Ok(pit),
                    Some(_) => pits.retain(|&left| left != pit),
                    None => (),
                }
            }
            nodes_max = nodes_max.saturating_mul(2);
        }
        Err(Stopped)
    }
}
