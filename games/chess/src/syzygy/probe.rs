//! Positions looked up in Syzygy tables [syzygy-format].
//!
//! A table need not say what captures make plain: where the best of them is at least as good as what it
//! says, they count, and distances need not be right either where a capture or a pawn's move decides.
//! So both are searched before. Tables of distances know one side to move; for the other the moves
//! are.
//!
//! Distances are plies to the next capture or pawn move that keeps the result, one for a mate. They
//! may be one too small, for most are kept in moves; never where the fifty-move rule turns on it.

use std::ops::Neg;

use cozy_chess::{Board, Color, Move, Piece};

use super::Syzygy;
use super::numbering::{Man, OTHER_COLOUR};
use super::table::{Distance, Kind, Table};

/// Plies after which the rule makes a draw of what is won.
pub(super) const RULE: i32 = 100;

/// Who wins, from the side to move, if the counter of the fifty-move rule stands at nought.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Wdl {
    /// Lost.
    Loss,
    /// Lost but for the rule.
    BlessedLoss,
    /// Drawn.
    Draw,
    /// Won but for the rule.
    CursedWin,
    /// Won.
    Win,
}

impl Wdl {
    const ALL: [Self; 5] = [Self::Loss, Self::BlessedLoss, Self::Draw, Self::CursedWin, Self::Win];

    /// From -2 to 2.
    pub(super) const fn number(self) -> i32 {
        self as i32 - 2
    }

    /// The plies of what is decided by the next move, with the sign of who wins.
    const fn at_once(self) -> i32 {
        match self {
            Self::Loss => -1,
            Self::BlessedLoss => -RULE - 1,
            Self::Draw => 0,
            Self::CursedWin => RULE + 1,
            Self::Win => 1,
        }
    }
}

impl Neg for Wdl {
    type Output = Self;

    fn neg(self) -> Self {
        Self::ALL[4 - self as usize]
    }
}

/// What a search of captures has found.
struct Searched {
    wdl: Wdl,
    /// The best of the moves that were searched is as good as any.
    at_once: bool,
}

impl Syzygy {
    /// Who wins; `None` where no table says so.
    pub fn wdl(&self, board: &Board) -> Option<Wdl> {
        self.is_asked(board).then(|| self.searched(board, false)).flatten().map(|it| it.wdl)
    }

    /// Plies to the next capture or pawn move: more than nought for who wins, 0 for a draw, beyond a
    /// hundred where the fifty-move rule makes it one.
    pub fn dtz(&self, board: &Board) -> Option<i32> {
        self.is_asked(board).then(|| self.plies(board, true)).flatten()
    }

    /// Castling is in no table.
    pub(super) fn is_asked(&self, board: &Board) -> bool {
        let may_castle = Color::ALL.into_iter().any(|color| {
            let rights = board.castle_rights(color);
            rights.short.is_some() || rights.long.is_some()
        });
        board.occupied().len() as usize <= self.men_max && !may_castle
    }

    fn searched(&self, board: &Board, with_pawns: bool) -> Option<Searched> {
        let (mut best, mut all_were_searched, mut has_moves) = (Wdl::Loss, true, false);
        for mv in moves(board) {
            has_moves = true;
            if !(is_capture(board, mv) || with_pawns && is_pawn_move(board, mv)) {
                all_were_searched = false;
                continue;
            }
            best = best.max(-self.searched(&after(board, mv), false)?.wdl);
            if best == Wdl::Win {
                return Some(Searched { wdl: best, at_once: true });
            }
        }
        if has_moves && all_were_searched {
            return Some(Searched { wdl: best, at_once: true });
        }
        let held = self.held(board)?;
        // A loss at once is no better than one that the table knows.
        Some(Searched { wdl: best.max(held), at_once: best >= held && best > Wdl::Draw })
    }

    /// What the table itself says.
    fn held(&self, board: &Board) -> Option<Wdl> {
        if board.occupied().len() == 2 {
            return Some(Wdl::Draw);
        }
        let value = self.table(board, Kind::Wdl)?.wdl(&men(board), is_blacks(board))?;
        Wdl::ALL.get(usize::from(value)).copied()
    }

    fn table(&self, board: &Board, kind: Kind) -> Option<&Table> {
        let key = men(board).into_iter().map(|(man, _)| 1 << (4 * man)).sum();
        self.tables(key).map(|tables| tables.of(kind))?
    }

    /// `may_turn`: the table may hold the other side to move, so that the moves are asked.
    fn plies(&self, board: &Board, may_turn: bool) -> Option<i32> {
        let Searched { wdl, at_once } = self.searched(board, true)?;
        if wdl == Wdl::Draw {
            return Some(0);
        }
        if at_once {
            return Some(wdl.at_once());
        }
        let sign = wdl.number().signum();
        let table = self.table(board, Kind::Dtz)?;
        match table.dtz(&men(board), is_blacks(board), wdl.number())? {
            Distance::Value(plies) => {
                let beyond = if wdl.number().abs() == 1 { RULE } else { 0 };
                Some(sign * (i32::from(plies) + beyond))
            }
            Distance::OtherSide if may_turn => self.by_moves(board, sign),
            Distance::OtherSide => None,
        }
    }

    fn by_moves(&self, board: &Board, sign: i32) -> Option<i32> {
        let mut least: Option<i32> = None;
        for mv in moves(board) {
            let plies = self.move_plies(board, mv, false)?;
            if plies.signum() == sign {
                least = Some(least.map_or(plies, |least| least.min(plies)));
            }
        }
        // Mated.
        Some(least.unwrap_or(-1))
    }

    /// The plies of a position in which this move is made. `may_turn` as in [`Self::plies`].
    pub(super) fn move_plies(&self, board: &Board, mv: Move, may_turn: bool) -> Option<i32> {
        let child = after(board, mv);
        if is_capture(board, mv) || is_pawn_move(board, mv) {
            return Some((-self.searched(&child, false)?.wdl).at_once());
        }
        if !child.checkers().is_empty() && moves(&child).is_empty() {
            return Some(1);
        }
        let plies = -self.plies(&child, may_turn)?;
        Some(plies + plies.signum())
    }
}

/// The men on the board as the files have them.
pub(super) fn men(board: &Board) -> Vec<(Man, u8)> {
    let of_square = |square| {
        let piece = board.piece_on(square)?;
        let colour = if board.colors(Color::Black).has(square) { OTHER_COLOUR } else { 0 };
        Some((piece as Man + 1 + colour, square as u8))
    };
    board.occupied().into_iter().filter_map(of_square).collect()
}

fn is_blacks(board: &Board) -> bool {
    board.side_to_move() == Color::Black
}

pub(super) fn moves(board: &Board) -> Vec<Move> {
    let mut all = Vec::new();
    board.generate_moves(|moves| {
        all.extend(moves);
        false
    });
    all
}

pub(super) fn after(board: &Board, mv: Move) -> Board {
    let mut child = board.clone();
    child.play_unchecked(mv);
    child
}

pub(super) fn is_capture(board: &Board, mv: Move) -> bool {
    let passes = is_pawn_move(board, mv) && mv.from.file() != mv.to.file();
    board.colors(!board.side_to_move()).has(mv.to) || passes
}

pub(super) fn is_pawn_move(board: &Board, mv: Move) -> bool {
    board.pieces(Piece::Pawn).has(mv.from)
}
