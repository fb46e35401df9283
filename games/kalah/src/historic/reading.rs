//! How the program of [dubner-1990] may have searched, as data: what the text leaves open.
//!
//! The text tells of the search by procedure F2, of the order of moves and of the evaluation, and
//! that a function `isEmpty` looks after rule 1.4. Where the search calls that function, for whom,
//! and what it does there, it does not tell. A [`Reading`] is one answer to all such questions; the
//! sample game of the text is what there is to try it on (`super::hypotheses`).
//!
//! ```text
//!            q                     bare: the side to move at p has no stones left
//!            │ B sows 6,3          idle: the side that has just moved has none, and
//!            p   A to move               the side to move at p has some
//!           ╱ ╲                    emptied: a sowing that ends in the store, so that its
//!                                        player would sow again, took his last stone
//! ```

use super::estimate::{Evaluation, Value};
use crate::board::Board;
use crate::rules::{Kalah, Position};
use plyglot_core::Side;

/// A value of a node without a successor that is neither won nor lost by stones in the store.
pub(super) const CERTAIN: Value = 1_000_000_000;

/// What the text leaves open, and one answer to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Reading {
    /// What is liked.
    pub(super) evaluation: Evaluation,
    /// Rule 1.4 in the tree.
    pub(super) end: End,
    /// Pits are tried from the last to the first.
    pub(super) is_backward: bool,
    /// Of equal moves the last is played.
    pub(super) takes_last: bool,
}

/// How the tree ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// By the rules in force, as they are played.
    Ruled,
    /// Otherwise.
    Loose(Loose),
}

/// An end by other rules than those that are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Loose {
    /// What a node is worth whose side to move has no stones, by the two of `whose`.
    pub(super) bare: [Bare; 2],
    /// Whom the two are.
    pub(super) whose: Whose,
    /// Nodes at the limit of depth are looked at in this way, too.
    pub(super) at_limit: bool,
    /// A chain that takes its player's last stone by a sowing into the store.
    pub(super) emptied: Emptied,
    /// A node is over, and its rest swept to the side to move, where the side that has just moved
    /// has no stones left.
    pub(super) idle_ends: bool,
}

/// What becomes of a node whose side to move has no stones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bare {
    /// Its estimate: the rest is nobody's.
    Unswept,
    /// The rest goes to its owner, as rule 1.4 has it.
    Owner,
    /// The rest goes to the side that has none left.
    Itself,
    /// The sign of the estimate is wrong.
    Negated,
    /// It is worth nothing to either side.
    Zero,
    /// The side without stones has lost.
    Lost,
    /// It has won.
    Won,
}

/// Which two sides are told apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Whose {
    /// The side for which a move is looked for, and the other.
    Searching,
    /// A and B.
    Players,
}

/// What becomes of a chain whose last sowing would go on, were there a stone to go on with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Emptied {
    /// It is no move.
    NoMove,
    /// The turn passes.
    Passes,
    /// The game is over, the rest swept to its owner.
    Ends,
}

/// A place in the tree where readings part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Case {
    /// A bare node: of the searching side, at the limit.
    Bare { is_searching: bool, at_limit: bool },
    /// An idle node, at the limit.
    Idle { at_limit: bool },
    /// An emptied chain.
    Emptied,
}

/// What a reading does at such a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Treatment {
    Bare(Bare),
    Idle(bool),
    Emptied(Emptied),
}

/// Some of these places.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Cases(u8);

impl Case {
    const ALL: [Self; 7] = [
        Self::Bare { is_searching: false, at_limit: false },
        Self::Bare { is_searching: false, at_limit: true },
        Self::Bare { is_searching: true, at_limit: false },
        Self::Bare { is_searching: true, at_limit: true },
        Self::Idle { at_limit: false },
        Self::Idle { at_limit: true },
        Self::Emptied,
    ];
}

impl Cases {
    /// One more.
    pub(super) fn insert(&mut self, place: Case) {
        let at = Case::ALL.iter().position(|&other| other == place);
        self.0 |= 1 << at.expect("all cases are listed");
    }

    /// All of them.
    pub(super) fn iter(self) -> impl Iterator<Item = Case> {
        (0..).zip(Case::ALL).filter(move |(at, _)| self.0 >> at & 1 == 1).map(|(_, place)| place)
    }
}

impl Reading {
    /// As the text has it, and with the rules as they are played.
    pub(super) const fn ruled(evaluation: Evaluation) -> Self {
        Self { evaluation, end: End::Ruled, is_backward: false, takes_last: false }
    }

    /// What `Kalah.Compat=dubner` stands for, one of several readings that explain the whole sample
    /// game.
    pub(super) const fn dubner(evaluation: Evaluation) -> Self {
        Self { end: End::Loose(Loose::DUBNER), ..Self::ruled(evaluation) }
    }

    /// What a node without successors is worth for its side to move: one at a place where readings
    /// part, by what this one does there; or any other.
    pub(super) fn leaf(self, kalah: &Kalah, pos: &Position, treatment: Option<Treatment>) -> Value {
        let estimate = |pos: &Position, is_over| self.evaluation.of(kalah, pos, is_over);
        let bare = match treatment {
            Some(Treatment::Bare(bare)) => bare,
            Some(Treatment::Idle(true)) => Bare::Owner,
            Some(Treatment::Idle(false) | Treatment::Emptied(_)) => Bare::Unswept,
            None => return estimate(pos, self.end == End::Ruled),
        };
        match bare {
            Bare::Unswept => estimate(pos, false),
            Bare::Owner => estimate(&swept(*pos), true),
            Bare::Itself => estimate(&swept(Position { board: pos.board.turned(), ..*pos }), true),
            Bare::Negated => -estimate(pos, false),
            Bare::Zero => 0,
            Bare::Lost => -CERTAIN,
            Bare::Won => CERTAIN,
        }
    }

    /// The place where readings part that a node is, if it is one, and what this one does there.
    pub(super) fn treatment(
        &self,
        pos: &Position,
        searching: Side,
        at_limit: bool,
    ) -> Option<(Case, Treatment)> {
        let End::Loose(loose) = self.end else { return None };
        let place = match (pos.board.own, pos.board.opposing) {
            (0, _) => Case::Bare { is_searching: pos.side == searching, at_limit },
            (_, 0) => Case::Idle { at_limit },
            _ => return None,
        };
        Some((place, loose.treatment(place, searching)))
    }
}

impl Treatment {
    /// Whether a node that is treated so has no successors.
    pub(super) fn is_end(self) -> bool {
        matches!(self, Self::Bare(_) | Self::Idle(true))
    }
}

impl Loose {
    /// No rule 1.4 in the tree.
    pub(super) const UNSWEPT: Self = Self {
        bare: [Bare::Unswept; 2],
        whose: Whose::Searching,
        at_limit: false,
        emptied: Emptied::NoMove,
        idle_ends: false,
    };
    /// No rule 1.4 in the tree, but that the searching side gets what is left where it has nothing
    /// to move.
    pub(super) const DUBNER: Self =
        Self { bare: [Bare::Itself, Bare::Unswept], at_limit: true, ..Self::UNSWEPT };

    /// What is done at a place of a tree that looks for a move of this side.
    pub(super) fn treatment(self, place: Case, searching: Side) -> Treatment {
        match place {
            Case::Bare { at_limit: true, .. } if !self.at_limit => Treatment::Bare(Bare::Unswept),
            Case::Bare { is_searching, .. } => {
                let is_first = match self.whose {
                    Whose::Searching => is_searching,
                    Whose::Players => is_searching == (searching == Side::First),
                };
                Treatment::Bare(self.bare[usize::from(!is_first)])
            }
            Case::Idle { at_limit } => {
                Treatment::Idle(self.idle_ends && (self.at_limit || !at_limit))
            }
            Case::Emptied => Treatment::Emptied(self.emptied),
        }
    }
}

/// What lies in the pits given to its owners.
pub(super) fn swept(mut pos: Position) -> Position {
    pos.stores[0] += Board::sum(pos.board.own);
    pos.stores[1] += Board::sum(pos.board.opposing);
    pos.board = Board::EMPTY;
    pos
}
