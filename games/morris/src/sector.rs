//! Sectors: morris positions by the men of each side, as numbers and back, and the moves between
//! them.
//!
//! A place is a position of a *mover* and an *other*; what tables there are, and how places are
//! numbered, is told in [`super::indexer`]. Looking at a place, and back from it, does without
//! positions: sets of men, and the lines they make. Taking back needs no captures, which come from
//! other tables: a man of the side that has moved who stands in no mill goes back to an empty point
//! beside him. A side that has passed has left everything where it was.

#![expect(clippy::cast_possible_truncation, reason = "places of a table fit its memory")]

use std::borrow::Borrow;

use super::board::Set;
use super::kinds::{Count, Kind, MorrisIndexer};
use super::position::Position;
use super::seat::Seat;
use super::symmetry::{geometry, sets, spread};
use super::variant::{MillProtection, NoMove};
use plyglot_core::Side;
use plyglot_core::bits::bits;
use plyglot_tablebase::TableId;
use plyglot_tablebase::indexer::TerminalValue;
use plyglot_tablebase::rank::binomial;
use plyglot_tablebase::wdl::{Successor, Target};

/// What moves lead to, but for the men of who has moved.
pub(super) enum Child {
    /// Who has been left with two men has lost.
    Lost,
    /// A place of another table, or of the same.
    In { table: Option<TableId>, seat: Seat },
}

impl Child {
    /// The move after which the men of who has moved are these.
    #[inline]
    pub(super) fn with(&self, other: Set, zeroes: bool) -> Successor {
        let to = match self {
            Self::Lost => Target::Terminal(TerminalValue::Loss),
            Self::In { table: None, seat } => Target::SameTable(seat.place(other)),
            Self::In { table: Some(to), seat } => Target::OtherTable(*to, seat.place(other)),
        };
        Successor { to, same_side: false, zeroes }
    }
}

/// A turn of the mover, whichever man it is about.
pub(super) struct Turn {
    /// Where it leads without taking anybody.
    quiet: Child,
    /// How many men are left when it takes one.
    pub(super) taking: Count,
    /// A man is placed.
    places: bool,
}

impl Turn {
    /// A man comes beside those that are left, quietly or by closing a mill, which takes one man or another.
    #[inline]
    pub(super) fn moves<C: Borrow<Child>>(
        &self,
        left: Set,
        [quiet, closing]: [Set; 2],
        takes: impl Iterator<Item = C>,
        out: &mut Vec<Successor>,
    ) {
        for to in bits(quiet) {
            out.push(self.quiet.with(left | 1 << to, self.places));
        }
        if closing == 0 {
            return;
        }
        for child in takes {
            out.extend(bits(closing).map(|to| child.borrow().with(left | 1 << to, true)));
        }
    }
}

/// The men on the board and in hand, mover's first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Men {
    pub(super) men: [Set; 2],
    pub(super) hand: [u8; 2],
}

impl Men {
    pub(super) fn count(&self) -> Count {
        let men = self.men.map(|set| set.count_ones().to_le_bytes()[0]);
        Count { men, hand: self.hand }
    }

    /// The same men with the other side to move.
    const fn turned(&self) -> Self {
        let ([mover, other], [own, others]) = (self.men, self.hand);
        Self { men: [other, mover], hand: [others, own] }
    }
}

impl MorrisIndexer {
    /// The place of these men in their table.
    #[inline]
    pub(super) fn place_of(&self, kind: Kind, men: &Men) -> u64 {
        self.seat(kind, men.men[0], men.count()).place(men.men[1])
    }

    /// The men at a place; `None` where a symmetric position stands elsewhere.
    #[inline]
    pub(super) fn men_at(&self, kind: Kind, at: u64) -> Option<Men> {
        let (count, first) = self.part_at(kind, at);
        let [mover, other] = count.men.map(usize::from);
        let geometry = geometry(self.set.board);
        let others = binomial(usize::from(self.set.board.points()) - mover, other);
        let orbits = geometry.orbits(mover);
        let orbit = ((at - first) / others) as usize;
        let own = orbits.set(orbit);
        let second = spread(own, sets(other)[((at - first) % others) as usize]);
        let is_least = orbits.keepers(orbit).least(geometry, second) == second;
        is_least.then_some(Men { men: [own, second], hand: count.hand })
    }

    #[inline]
    fn flies(&self, men: &Men, who: usize) -> bool {
        self.set.flying && men.hand[who] == 0 && men.men[who].count_ones() <= 3
    }

    /// How the game has ended in this position, from the mover.
    #[inline]
    pub(super) fn ended(&self, men: &Men) -> Option<TerminalValue> {
        let board = self.set.board;
        if self.set.mill_wins {
            if board.in_mills(men.men[1]) != 0 {
                return Some(TerminalValue::Loss);
            }
            if board.in_mills(men.men[0]) != 0 {
                return Some(TerminalValue::Win);
            }
        }
        if self.set.full_board_draws && self.empty(men) == 0 {
            return Some(TerminalValue::Draw);
        }
        if self.can_move(men, 0) {
            return None;
        }
        match self.set.no_move {
            NoMove::Loss => Some(TerminalValue::Loss),
            NoMove::Draw => Some(TerminalValue::Draw),
            NoMove::Pass => (!self.can_move(men, 1)).then_some(TerminalValue::Draw),
        }
    }

    #[inline]
    pub(super) fn empty(&self, men: &Men) -> Set {
        self.set.board.all() & !(men.men[0] | men.men[1])
    }

    /// Whether the mover (0) or the other (1) could place or move a man.
    #[inline]
    pub(super) fn can_move(&self, men: &Men, who: usize) -> bool {
        let empty = self.empty(men);
        let anywhere = men.hand[who] > 0 || self.flies(men, who);
        let reach = if anywhere { empty } else { self.set.board.beside(men.men[who], empty) };
        reach != 0
    }

    /// The other's men that a mill of the mover may take; none where it wins.
    #[inline]
    pub(super) fn removable(&self, men: Set) -> Set {
        let free = men & !self.set.board.in_mills(men);
        match self.set.shield {
            _ if self.set.mill_wins => 0,
            MillProtection::Always => men,
            MillProtection::UnlessNone if free == 0 => men,
            MillProtection::UnlessNone | MillProtection::Never => free,
        }
    }

    /// The moves of a position that goes on, as successors.
    #[inline]
    pub(super) fn successors_of(&self, kind: Kind, men: &Men, out: &mut Vec<Successor>) {
        let board = self.set.board;
        let other = men.men[1];
        if self.set.no_move == NoMove::Pass && !self.can_move(men, 0) {
            self.pass_successor(kind, men, out);
            return;
        }
        let takes = self.removable(other);
        let turns = self.turns(kind, other, men.count());
        self.each_step(men, &turns, |turn, left, reach| {
            let closing = if takes == 0 { 0 } else { board.closers(left) & reach };
            let taking = |taken: u8| self.child(kind, other ^ 1 << taken, turn.taking);
            turn.moves(left, [reach & !closing, closing], bits(takes).map(taking), out);
        });
    }

    /// What the mover may do where so many men are, against these of the other: place a man, move one.
    #[inline]
    pub(super) fn turns(&self, kind: Kind, other: Set, count: Count) -> [Option<Turn>; 2] {
        let places = count.hand[0] > 0;
        let moves = !places || self.set.moves_while_placing;
        let turn = |places| self.turn(kind, other, count, places);
        [places.then(|| turn(true)), moves.then(|| turn(false))]
    }

    /// Shows the ways to place or to move a man: what is known of such turns, the men that are left, and
    /// the points that one may come to beside them.
    #[inline]
    pub(super) fn each_step<T>(
        &self,
        men: &Men,
        [placing, moving]: &[Option<T>; 2],
        mut step: impl FnMut(&T, Set, Set),
    ) {
        let ([own, _], empty) = (men.men, self.empty(men));
        if let Some(turn) = placing {
            step(turn, own, empty);
        }
        let Some(turn) = moving else { return };
        let flies = self.flies(men, 0);
        for from in bits(own) {
            let reach = if flies { empty } else { self.set.board.neighbours(from) & empty };
            step(turn, own ^ 1 << from, reach);
        }
    }

    /// What placing or moving a man leads to.
    #[inline]
    fn turn(&self, kind: Kind, other: Set, count: Count, places: bool) -> Turn {
        let after = count.after(places.into(), 0).expect("who places has men in hand");
        let [waits, moves] = after.men;
        let taking = Count { men: [waits.saturating_sub(1), moves], ..after };
        Turn { quiet: self.child(kind, other, after), taking, places }
    }

    /// The one move of who cannot move; apart, so that the others are compiled as if it were not.
    #[cold]
    pub(super) fn pass_successor(&self, kind: Kind, men: &Men, out: &mut Vec<Successor>) {
        let turned = men.turned();
        let child = self.child(kind, turned.men[0], turned.count());
        out.push(child.with(turned.men[1], false));
    }

    /// What moves lead to that leave the same men to who moves next.
    #[inline]
    pub(super) fn child(&self, from: Kind, mover: Set, count: Count) -> Child {
        let to = self.kind(count);
        to.map_or(Child::Lost, |to| Child::In {
            table: (to != from).then(|| to.table()),
            seat: self.seat(to, mover, count),
        })
    }

    /// Shows the positions of the same table from which a man's move leads to this one.
    #[inline]
    pub(super) fn each_before(&self, men: &Men, mut found: impl FnMut(Men)) {
        if men.hand != [0, 0] && !self.set.moves_while_placing {
            return;
        }
        let board = self.set.board;
        // The other has moved; before that it was to move.
        let [waiting, moved] = men.men;
        let empty = self.empty(men);
        let closes_for_nothing = self.removable(waiting) == 0;
        let movable = if closes_for_nothing { moved } else { moved & !board.in_mills(moved) };
        let flies = self.flies(men, 1);
        if self.set.mill_wins && board.in_mills(waiting) != 0 {
            return;
        }
        for to in bits(movable) {
            let reach = if flies { empty } else { board.neighbours(to) & empty };
            for from in bits(reach) {
                let before = moved ^ 1 << to | 1 << from;
                if self.set.mill_wins && board.in_mills(before) != 0 {
                    continue;
                }
                found(Men { men: [before, waiting], hand: [men.hand[1], men.hand[0]] });
            }
        }
    }

    /// The position of the same table from which a pass leads to this one, if that is so.
    #[cold]
    pub(super) fn before_pass(&self, men: &Men) -> Option<Men> {
        let is_moving = men.hand == [0, 0];
        let passed = is_moving && !self.can_move(men, 1) && self.can_move(men, 0);
        let is_won =
            self.set.mill_wins && men.men.iter().any(|set| self.set.board.in_mills(*set) != 0);
        (passed && !is_won).then_some(men.turned())
    }

    /// A position of these men: White is the mover while men are placed and an even number is,
    /// and in all tables without men in hand.
    pub(super) fn position(men: &Men) -> Position {
        let is_second = men.hand[0] > men.hand[1];
        let (side, [first, second]) =
            if is_second { (Side::Second, [1, 0]) } else { (Side::First, [0, 1]) };
        Position::new([men.men[first], men.men[second]], [men.hand[first], men.hand[second]], side)
    }

    pub(super) fn men_of(pos: &Position) -> Men {
        let sides = [pos.side(), pos.side().other()];
        Men { men: sides.map(|side| pos.men(side)), hand: sides.map(|side| pos.hand(side)) }
    }
}
