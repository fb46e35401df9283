//! Moves as text, in PDN's way and in the many ways of its readers.
//!
//! ```text
//! 32-28  28x17  c3-d4        from and to; what is written where that is enough
//! 28x19x10x17                every square landed on; written where from and to leave a choice
//! 28:17  c3:e5:g7  3228      other separators, or none
//! 28x17x22x23x11             Hub: from, to, and what is captured, in any order
//! ```
//!
//! Three squares and more are read as landings first, then as Hub has them; where Hub is spoken,
//! the other way round. Two that fit several captures mean the one that is a single jump.

use std::fmt::{self, Write};
use std::marker::PhantomData;

use super::board::{Board, Direction, Set, bit_of, set_of, step};
use super::fen::read_square;
use super::rules::{Draughts, Position};
use super::ruleset::{PromotionDuringCapture, RuleSet};
use super::view::{Move, View};
use plyglot_core::bits::{bits, lowest};
use plyglot_core::game::Rules;
use plyglot_core::game::notation::ParsedMove;

/// Several moves begin and end so.
const AMBIGUOUS: ParsedMove<Move> =
    ParsedMove::Syntax("every square landed on, since several captures begin and end so");

/// The squares of a move as they are written, as bits; `None` if the text is no move at all.
pub(super) fn squares<B: Board>(text: &str) -> Option<Vec<u8>> {
    let text = text.trim_end_matches(['!', '?', '+', '#', '*']);
    let mut squares = Vec::new();
    for part in text.split(['-', 'x', 'X', ':', '*', '×']) {
        split_squares::<B>(part, &mut squares)?;
    }
    (squares.len() >= 2).then(|| squares.into_iter().map(bit_of::<B>).collect())
}

/// One square, or several without anything between: `c3d4`, `3228`.
fn split_squares<B: Board>(part: &str, out: &mut Vec<u32>) -> Option<()> {
    if let Some(square) = read_square::<B>(part) {
        out.push(square);
        return Some(());
    }
    let is_long = part.len() >= 4 && part.len().is_multiple_of(2) && part.is_ascii();
    if !is_long {
        return None;
    }
    for at in (0..part.len()).step_by(2) {
        out.push(read_square::<B>(part.get(at..at + 2)?)?);
    }
    Some(())
}

impl<B: Board> Draughts<B> {
    /// Writes a legal move.
    pub(super) fn spell(&self, pos: &Position, mv: Move, f: &mut dyn Write) -> fmt::Result {
        let separator = if mv.is_capture() { 'x' } else { '-' };
        self.write_square(mv.from, f)?;
        if self.hub {
            f.write_char(separator)?;
            self.write_square(mv.to, f)?;
            return bits(mv.captured).try_for_each(|bit| {
                f.write_char('x')?;
                self.write_square(bit, f)
            });
        }
        self.needed(pos, mv).into_iter().try_for_each(|bit| {
            f.write_char(separator)?;
            self.write_square(bit, f)
        })
    }

    /// The squares that say where a move goes: its end where no other goes there from the same
    /// square, else every square it lands on.
    pub(super) fn needed(&self, pos: &Position, mv: Move) -> Vec<u8> {
        let is_plain = !mv.is_capture() || !self.has_twin(pos, mv);
        if is_plain { vec![mv.to] } else { self.first_path(pos, mv) }
    }

    /// The squares that are clicked for a move: from where, and those that say where to.
    pub(super) fn clicked(&self, pos: &Position, mv: Move) -> Vec<u8> {
        std::iter::once(mv.from).chain(self.needed(pos, mv)).collect()
    }

    /// Finds the move that is written as these squares.
    pub(super) fn find(&self, pos: &Position, moves: &[Move], squares: &[u8]) -> ParsedMove<Move> {
        let (Some(&from), Some(&last)) = (squares.first(), squares.last()) else {
            return ParsedMove::Illegal;
        };
        let middle = &squares[1..squares.len() - 1];
        let pick = |fits: &dyn Fn(&Move) -> bool| {
            let mut found = moves.iter().filter(|mv| mv.from == from && fits(mv));
            match (found.next(), found.next()) {
                (None, _) => ParsedMove::Illegal,
                (Some(&mv), None) => ParsedMove::Move(mv),
                (Some(_), Some(_)) => AMBIGUOUS,
            }
        };
        let landings = &squares[1..];
        let by_path =
            || pick(&|mv| mv.to == last && mv.is_capture() && self.has_path(pos, *mv, landings));
        if middle.is_empty() {
            let by_ends = pick(&|mv| mv.to == last);
            // Of several captures one may be a single jump, and then this is its whole path.
            let jump = if by_ends == AMBIGUOUS { by_path() } else { ParsedMove::Illegal };
            return if jump == ParsedMove::Illegal { by_ends } else { jump };
        }
        let captured = squares[2..].iter().fold(0, |set, &bit| set | set_of(bit));
        let by_captured = pick(&|mv| mv.to == squares[1] && mv.captured == captured);
        let by_path = by_path();
        let both = if self.hub { [by_captured, by_path] } else { [by_path, by_captured] };
        if let Some(found) = both.into_iter().find(|read| *read != ParsedMove::Illegal) {
            return found;
        }
        // Some writers leave landings out.
        pick(&|mv| mv.to == last && mv.is_capture() && self.has_part(pos, *mv, landings))
    }

    /// Another legal move has the same from and to.
    fn has_twin(&self, pos: &Position, mv: Move) -> bool {
        let mut moves = Vec::new();
        self.legal_moves(pos, &mut moves);
        moves.iter().filter(|other| (other.from, other.to) == (mv.from, mv.to)).count() > 1
    }

    /// The squares that a move lands on; of several ways the first.
    pub(super) fn first_path(&self, pos: &Position, mv: Move) -> Vec<u8> {
        let mut found = None;
        self.each_path(pos, mv, |path| {
            found = Some(path.to_vec());
            true
        });
        found.unwrap_or_else(|| vec![mv.to])
    }

    fn has_path(&self, pos: &Position, mv: Move, landings: &[u8]) -> bool {
        self.each_path(pos, mv, |path| path == landings)
    }

    fn has_part(&self, pos: &Position, mv: Move, landings: &[u8]) -> bool {
        self.each_path(pos, mv, |path| {
            let mut path = path.iter();
            landings.iter().all(|landing| path.any(|at| at == landing))
        })
    }

    /// Shows the ways to make a capture, each as the squares landed on, until `visit` says that it
    /// has seen enough; whether it has.
    fn each_path(&self, pos: &Position, mv: Move, visit: impl FnMut(&[u8]) -> bool) -> bool {
        let view = self.view(pos);
        let mut paths = Paths::<B, _> {
            rules: &self.rules,
            view,
            empty: view.empty::<B>() | set_of(mv.from),
            to: mv.to,
            path: Vec::new(),
            visit,
            board: PhantomData,
        };
        paths.walk(set_of(mv.from), mv.captured, 0, pos.kings & set_of(mv.from) != 0)
    }
}

/// A walk through all ways to capture given pieces.
struct Paths<'a, B, V> {
    rules: &'a RuleSet,
    view: View,
    empty: Set,
    to: u8,
    path: Vec<u8>,
    visit: V,
    board: PhantomData<B>,
}

impl<B: Board, V: FnMut(&[u8]) -> bool> Paths<'_, B, V> {
    /// From `at` on, with `left` still to be captured and `gone` captured already.
    fn walk(&mut self, at: Set, left: Set, gone: Set, is_king: bool) -> bool {
        if left == 0 {
            return lowest(at) == self.to && (self.visit)(&self.path);
        }
        let empty = if self.rules.removed_at_once { self.empty | gone } else { self.empty };
        let flies = is_king && self.rules.flying_kings;
        Direction::ALL.into_iter().any(|direction| {
            let is_up = matches!(direction, Direction::UpLeft | Direction::UpRight);
            if !is_king && !self.rules.men_capture_back && is_up != self.view.up {
                return false;
            }
            let mut over = step::<B>(at, direction);
            while flies && over & empty != 0 {
                over = step::<B>(over, direction);
            }
            over &= left;
            let mut land = step::<B>(over, direction) & empty;
            while land != 0 {
                let is_crowned = self.rules.crossing == PromotionDuringCapture::Crowned
                    && land & self.view.last_row::<B>() != 0;
                self.path.push(lowest(land));
                let enough = self.walk(land, left & !over, gone | over, is_king || is_crowned);
                self.path.pop();
                if enough {
                    return true;
                }
                land = if flies { step::<B>(land, direction) & empty } else { 0 };
            }
            false
        })
    }
}
