//! How the game goes on and ends.
//!
//! **Repeated mills.** [dagaz-9] recognises a mill that is formed again by a partial hash over its
//! three (point, man) pairs, each man with an identity of his own, and asks whether the same hash
//! stood two moves of that side ago. Such a mill was opened by the move between, which took one man
//! off the line; the same three men stand there again only if that very man comes straight back.
//! And if he does, every mill he closes is one that he had opened: its other two men have not moved
//! since. So remembering the last move, where it opened a mill, is remembering the hashes, and
//! neither keys nor position strings need identities (`tests/morris/repeat.rs` plays both side by
//! side, and shows that a window of two moves would not do).

use super::board::Set;
use super::moves::Move;
use super::position::{Last, Position};
use super::symmetry::geometry;
use super::variant::{MillProtection, MillRepeat, NoMove, RuleSet};
use plyglot_core::Side;
use plyglot_core::game::repetition::Same;
use plyglot_core::game::{Outcome, Repetition, Rules};

/// So many plies without a man placed or taken are a draw where nobody says otherwise.
pub(super) const USUAL_MOVE_LIMIT: u16 = 100;
/// So many plies before the limit, values found elsewhere may be wrong.
const NEAR_PLIES: u16 = 24;

/// What the counters count.
pub(super) const QUIET: &str = "plies without a man placed or taken";
pub(super) const PLIES: &str = "plies in all";

/// The rules of a variant, and how the game is ended when nothing happens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Morris {
    /// The rules of the board.
    pub set: RuleSet,
    /// What a repeated position means.
    pub repetition: Repetition,
    /// So many plies without a man placed or taken are a draw; 0 for never.
    pub move_limit: u16,
    /// So many are where a side has three men left and all are on the board; 0 for as elsewhere.
    pub endgame_limit: u16,
    /// The game is drawn after so many plies in all; 0 for never.
    pub ply_limit: u16,
    /// A removal is a move of its own.
    pub split: bool,
}

/// What closing mills at a point is worth to the mover.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Closing {
    /// The move is not legal.
    Forbidden,
    /// So many men may be taken; 0 where none can be.
    Takes(u8),
}

impl Morris {
    /// The game of this rule set, with threefold repetition and fifty moves of each side.
    pub const fn new(set: RuleSet) -> Self {
        let (endgame_limit, ply_limit) = (0, 0);
        let repetition = Repetition::THREEFOLD;
        Self {
            set,
            repetition,
            move_limit: USUAL_MOVE_LIMIT,
            endgame_limit,
            ply_limit,
            split: false,
        }
    }

    /// The empty points.
    #[inline]
    pub(super) const fn empty(&self, pos: &Position) -> Set {
        self.set.board.all() & !pos.taken()
    }

    /// Whether a side may place men, and whether it may move them.
    #[inline]
    pub(super) const fn ways(&self, pos: &Position, side: Side) -> (bool, bool) {
        let places = pos.hand(side) > 0;
        (places, !places || self.set.moves_while_placing)
    }

    /// Whether a side's men go to any empty point.
    #[inline]
    pub(super) const fn flies(&self, pos: &Position, side: Side) -> bool {
        self.set.flying && pos.hand(side) == 0 && pos.men(side).count_ones() <= 3
    }

    /// The men of a side that may be taken.
    #[inline]
    pub(super) fn removable(&self, men: Set) -> Set {
        let free = men & !self.set.board.in_mills(men);
        match self.set.shield {
            MillProtection::Always => men,
            MillProtection::UnlessNone if free == 0 => men,
            MillProtection::UnlessNone | MillProtection::Never => free,
        }
    }

    /// What the side to move gets for having a man go from a point, or from the hand, to `to`.
    pub(super) fn closing(&self, pos: &Position, from: Option<u8>, to: u8) -> Closing {
        let (set, mover) = (&self.set, pos.side());
        let left = from.map_or(pos.men(mover), |from| pos.men(mover) ^ 1 << from);
        let mills = self.mills(pos, left, to);
        if mills == 0 || set.mill_wins {
            return Closing::Takes(0);
        }
        let last = pos.last(mover);
        if from == Some(last.to) && to == last.from {
            match set.mill_repeat {
                MillRepeat::Allowed => {}
                MillRepeat::Barren => return Closing::Takes(0),
                MillRepeat::Forbidden => return Closing::Forbidden,
                MillRepeat::Reverse => {
                    if self.mills(pos, pos.men(mover), last.to) > 0 {
                        return Closing::Forbidden;
                    }
                }
            }
        }
        let other = pos.men(mover.other());
        if self.removable(other) == 0 {
            return Closing::Takes(0);
        }
        let wanted = if set.each_mill_takes { mills } else { 1 };
        Closing::Takes(wanted)
    }

    /// How many mills that count these men of the mover would make through a point.
    #[inline]
    fn mills(&self, pos: &Position, own: Set, point: u8) -> u8 {
        if self.set.mill_once {
            self.set.board.new_mills_through(own, point, pos.formed(pos.side())).1
        } else {
            self.set.board.mills_through(own, point)
        }
    }

    /// Whether all men are placed and a side has three left.
    pub(super) fn is_endgame(pos: &Position) -> bool {
        Side::BOTH.iter().all(|side| pos.hand(*side) == 0)
            && Side::BOTH.iter().any(|side| pos.total(*side) <= 3)
    }

    /// The limit of plies without a man placed or taken; 0 where there is none.
    #[inline]
    pub(super) fn limit(&self, pos: &Position) -> u16 {
        if self.endgame_limit == 0 {
            return self.move_limit;
        }
        let limits = [self.move_limit, if Self::is_endgame(pos) { self.endgame_limit } else { 0 }];
        limits.into_iter().filter(|limit| *limit > 0).min().unwrap_or(0)
    }

    /// What a side remembers of a move it makes; `pos` is the position before.
    #[inline]
    fn memory(&self, pos: &Position, from: u8, to: u8) -> Last {
        let (board, own) = (self.set.board, pos.men(pos.side()));
        let matters = match self.set.mill_repeat {
            MillRepeat::Allowed => false,
            MillRepeat::Barren | MillRepeat::Forbidden => board.mills_through(own, from) > 0,
            MillRepeat::Reverse => board.mills_through(own ^ 1 << from, to) > 0,
        };
        if matters { Last { from, to } } else { Last::NONE }
    }

    /// Whether the game is decided by the men there are, whoever is to move: who has won?
    #[inline]
    pub(super) fn winner(&self, pos: &Position) -> Option<(Side, &'static str)> {
        if self.set.mill_wins {
            let waiting = pos.side().other();
            for side in [waiting, pos.side()] {
                if self.set.board.in_mills(pos.men(side)) != 0 {
                    return Some((side, "three men on a line"));
                }
            }
            return None;
        }
        for side in Side::BOTH {
            if pos.total(side) < 3 {
                return Some((side.other(), "fewer than three men"));
            }
        }
        None
    }

    /// Whether the side to move has a man to take, to place or to move, while the game is not
    /// decided.
    #[inline]
    pub(super) fn has_moves(&self, pos: &Position) -> bool {
        let mover = pos.side();
        if pos.pending() > 0 {
            return true;
        }
        let empty = self.empty(pos);
        let (places, moves) = self.ways(pos, mover);
        if places && empty != 0 {
            return true;
        }
        if !moves {
            return false;
        }
        let own = pos.men(mover);
        let goes = if self.flies(pos, mover) { empty } else { self.set.board.beside(own, empty) };
        goes != 0 && own != 0 && (!pos.last(mover).is_some() || self.has_turns(pos))
    }

    /// How the game ends where the side to move has no move; `None` if it passes.
    #[cold]
    fn without_moves(&self, pos: &Position) -> Option<Outcome> {
        match self.set.no_move {
            NoMove::Loss => Some(Outcome::win(pos.side().other(), "no move left")),
            NoMove::Draw => Some(Outcome::draw("no move left")),
            NoMove::Pass => {
                let is_stuck = !self.has_moves(&pos.passed());
                is_stuck.then(|| Outcome::draw("no move left to either side"))
            }
        }
    }

    /// Whether the side to move can do nothing but pass, and the rules have it pass.
    pub(super) fn must_pass(&self, pos: &Position) -> bool {
        self.set.no_move == NoMove::Pass
            && self.winner(pos).is_none()
            && !self.has_moves(pos)
            && self.without_moves(pos).is_none()
    }

    /// A man is taken by itself.
    fn play_removal(&self, pos: &mut Position, mv: Move) {
        mv.taken().for_each(|point| pos.remove(point));
        pos.count_quiet(false);
        let left = pos.pending() - 1;
        let is_done = left == 0 || self.removable(pos.men(pos.side().other())) == 0;
        pos.set_pending(if is_done { 0 } else { left });
        if is_done {
            pos.give_turn();
        }
    }
}

/// Nine men's morris.
impl Default for Morris {
    fn default() -> Self {
        Self::new(RuleSet::NINE)
    }
}

impl Rules for Morris {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        Position::new([0, 0], [self.set.men; 2], Side::First)
    }

    #[inline]
    fn side_to_move(&self, pos: &Position) -> Side {
        pos.side()
    }

    #[inline]
    fn legal_moves(&self, pos: &Position, out: &mut Vec<Move>) {
        self.list(pos, out);
    }

    #[inline]
    fn count_moves(&self, pos: &Position) -> u64 {
        self.count(pos)
    }

    #[inline]
    fn play(&self, pos: &mut Position, mv: Move) {
        let mover = pos.side();
        let Some(to) = mv.to() else {
            if mv.takes() {
                self.play_removal(pos, mv);
            } else {
                pos.count_quiet(true);
                pos.set_last(mover, Last::NONE);
                pos.give_turn();
            }
            return;
        };
        let paused = if mv.pauses() { self.closing(pos, mv.from(), to) } else { Closing::Takes(0) };
        if let Some(from) = mv.from() {
            let last = self.memory(pos, from, to);
            pos.toggle(mover, from);
            pos.set_last(mover, last);
        } else {
            pos.draw_from_hand();
            pos.set_last(mover, Last::NONE);
        }
        pos.count_quiet(mv.from().is_some() && !mv.takes());
        pos.toggle(mover, to);
        if self.set.mill_once {
            let (mills, _) = self.set.board.new_mills_through(pos.men(mover), to, 0);
            pos.add_formed(mills);
        }
        if let Closing::Takes(count @ 1..) = paused {
            pos.set_pending(count);
            return;
        }
        if mv.takes() {
            mv.taken().for_each(|point| pos.remove(point));
        }
        pos.give_turn();
    }

    #[inline]
    fn outcome(&self, pos: &Position) -> Option<Outcome> {
        if let Some((side, reason)) = self.winner(pos) {
            return Some(Outcome::win(side, reason));
        }
        if self.set.full_board_draws && self.empty(pos) == 0 && pos.pending() == 0 {
            return Some(Outcome::draw("the board is full"));
        }
        if !self.has_moves(pos)
            && let Some(outcome) = self.without_moves(pos)
        {
            return Some(outcome);
        }
        if pos.pending() > 0 {
            return None;
        }
        let limit = self.limit(pos);
        if limit > 0 && pos.quiet() >= limit {
            return Some(Outcome::draw("no man taken for too long"));
        }
        let is_over = self.ply_limit > 0 && pos.ply() >= self.ply_limit.into();
        is_over.then(|| Outcome::draw("too many plies"))
    }

    fn stuck(&self, pos: &Position) -> Outcome {
        self.without_moves(pos).unwrap_or_else(|| Outcome::draw("no move left"))
    }

    #[inline]
    fn key(&self, pos: &Position) -> u64 {
        pos.key()
    }

    fn images(&self, pos: &Position) -> Vec<Position> {
        let geometry = geometry(self.set.board);
        (0..geometry.symmetries()).map(|nth| pos.image(geometry.symmetry(nth))).collect()
    }

    fn board_key(&self, pos: &Position) -> u64 {
        pos.board_key()
    }

    fn is_same(&self, one: &Position, other: &Position, same: Same) -> bool {
        one.is_same(other, same)
    }

    #[inline]
    fn encode_move(mv: Move) -> u16 {
        mv.encode()
    }

    /// A man placed is never in hand again, and a man taken never on the board. Boards alone may look
    /// as before while others can still be placed.
    #[inline]
    fn is_irreversible(&self, pos: &Position, mv: Move) -> bool {
        if self.repetition.same.is_board() {
            return mv.takes() && Side::BOTH.iter().all(|side| pos.hand(*side) == 0);
        }
        mv.takes() || mv.from().is_none() && mv.to().is_some()
    }

    #[inline]
    fn is_near_limit(&self, pos: &Position) -> bool {
        let limit = self.limit(pos);
        limit > 0 && pos.quiet().saturating_add(NEAR_PLIES) >= limit
            || self.ply_limit > 0 && pos.ply() + u32::from(NEAR_PLIES) >= self.ply_limit.into()
    }

    fn repetition(&self) -> Repetition {
        self.repetition
    }

    fn counters(&self, pos: &Position) -> Vec<(&'static str, u32, u32)> {
        let limit = self.limit(pos);
        let quiet = (QUIET, pos.quiet().into(), limit.into());
        let all = (PLIES, pos.ply(), self.ply_limit.into());
        [quiet, all].into_iter().filter(|(_, _, limit)| *limit > 0).collect()
    }
}
