//! How the counters of the draw rules go on from move to move, and which limit they reach.

use super::board::{Board, road};
use super::limits::{Force, Kind, Since};
use super::rules::{Draughts, FEW_PIECES, Position};
use plyglot_core::Side;

impl<B: Board> Draughts<B> {
    fn forces(pos: &Position) -> [Force; 2] {
        Side::BOTH.map(|side| pos.force(side))
    }

    /// The limit by class of ending that is in force, if any.
    pub(super) fn class(&self, pos: &Position) -> Option<Kind> {
        let forces = Self::forces(pos);
        Kind::ALL.into_iter().find(|&kind| {
            self.limits[kind as usize] > 0 && kind.since() == Since::Class && kind.holds(forces)
        })
    }

    fn has_limit(&self, since: Since) -> bool {
        Kind::ALL.into_iter().any(|kind| kind.since() == since && self.limits[kind as usize] > 0)
    }

    fn is_road_held(&self, pos: &Position) -> bool {
        self.limits[Kind::Road as usize] > 0
            && Kind::Road.holds(Self::forces(pos))
            && Side::BOTH.into_iter().any(|side| {
                let [own, other] = [side, side.other()].map(|side| pos.pieces[side.index()]);
                let road = const { road::<B>() };
                own.is_power_of_two() && own & road != 0 && other & road == 0
            })
    }

    /// Counters without meaning in a position are nought.
    pub(super) fn tidy_counts(&self, pos: &mut Position) {
        if !self.counts_balance(pos) {
            pos.counts.balance = 0;
        }
        if pos.len() >= FEW_PIECES || self.class(pos).is_none() {
            pos.counts.class = 0;
        }
        if !self.is_road_held(pos) {
            pos.counts.road = 0;
        }
    }

    fn counts_balance(&self, pos: &Position) -> bool {
        pos.kings & pos.pieces[0] != 0
            && pos.kings & pos.pieces[1] != 0
            && pos.len() < FEW_PIECES
            && self.has_limit(Since::Balance)
    }

    /// The counters after a move: `changed` says that a piece was captured or crowned.
    pub(super) fn count_few(&self, before: &Position, pos: &mut Position, changed: bool) {
        let next = |count: u16| count.saturating_add(1);
        let old = before.counts;
        let class_goes_on = !changed && old.class > 0 || {
            let class = self.class(pos);
            class.is_some() && (!changed || class == self.class(before))
        };
        pos.counts.class = if class_goes_on { next(old.class) } else { 0 };
        let balance_goes_on = !changed && self.counts_balance(pos);
        pos.counts.balance = if balance_goes_on { next(old.balance) } else { 0 };
        let road_goes_on = self.is_road_held(pos) && self.is_road_held(before);
        pos.counts.road = if road_goes_on { next(old.road) } else { 0 };
    }

    fn count(pos: &Position, since: Since) -> u32 {
        u32::from(match since {
            Since::Quiet => pos.counts.quiet,
            Since::Balance => pos.counts.balance,
            Since::Class => pos.counts.class,
            Since::Road => pos.counts.road,
        })
    }

    /// The limits that are counting in this position: kind, plies so far, plies allowed.
    pub(super) fn running(&self, pos: &Position) -> impl Iterator<Item = (Kind, u32, u32)> {
        let forces = Self::forces(pos);
        let is_counting = !pos.counts.are_timeless();
        let few = pos.len() < FEW_PIECES;
        let class = if few { self.class(pos) } else { None };
        let road = few && self.is_road_held(pos);
        Kind::ALL.into_iter().filter_map(move |kind| {
            let limit = 2 * u32::from(self.limits[kind as usize]);
            let applies = is_counting
                && limit > 0
                && match kind.since() {
                    Since::Quiet => !class.is_some_and(Kind::replaces_quiet),
                    Since::Balance => few && kind.holds(forces),
                    Since::Class => class == Some(kind),
                    Since::Road => road,
                };
            applies.then(|| (kind, Self::count(pos, kind.since()), limit))
        })
    }

    /// The limit on quiet moves, in plies, if there is one.
    pub(super) fn quiet_plies(&self) -> Option<u16> {
        let moves = self.limits[Kind::Quiet as usize];
        (moves > 0).then_some(moves.saturating_mul(2))
    }

    /// The limit that has been reached, if any.
    pub(super) fn reached(&self, pos: &Position) -> Option<Kind> {
        let quiet = 2 * u32::from(self.limits[Kind::Quiet as usize]);
        let counts = &pos.counts;
        if counts.are_timeless() {
            return None;
        }
        let may_be_replaced = self.limits[Kind::FiveToTwo as usize] > 0 && pos.len() < FEW_PIECES;
        if counts.class | counts.balance | counts.road == 0 && !may_be_replaced {
            return (quiet > 0 && u32::from(counts.quiet) >= quiet).then_some(Kind::Quiet);
        }
        let mut running = self.running(pos);
        running.find(|&(_, count, limit)| count >= limit).map(|(kind, ..)| kind)
    }
}
