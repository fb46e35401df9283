//! The endgame indexer of draughts: positions with few pieces, numbered without gaps.
//!
//! A table holds all positions with given men and kings of two sides, whichever of them has which
//! colour; the stronger is called the leader. Since turning the board swaps the colours, a position
//! is looked at by the side to move as if its men went up, and a table has one half for the leader
//! to move and one for the other side (equal sides have one half); `ranking` numbers each.
//!
//! Positions in which a capture is due are stored like all others: leaving them to a search would
//! save a third of the places and cost every probe a look at the moves.
//!
//! What a table holds knows nothing of draws by counting. The limit on quiet moves is the one that
//! whoever asks the tables looks at, as it is with fifty moves in chess
//! ([`WdlIndexer::counter_limit`]). Of the others, that of two pieces against a king leaves time
//! for every win where kings fly, if it has hardly begun; while any other limit counts, a win is one
//! if the table says that it comes before ([`WdlIndexer::deadline`]).

use std::marker::PhantomData;

use super::board::{Board, Direction, Set, set_of, step, turned};
use super::limits::{Force, Kind};
use super::ranking::{Half, Halves, PIECES_MAX, Seen};
use super::rules::{Counts, Draughts, Position};
use super::ruleset::RuleSet;
use super::view::Move;
use plyglot_core::Side;
use plyglot_core::bits::bits;
use plyglot_tablebase::indexer::{NodeKind, Predecessor, TerminalValue};
use plyglot_tablebase::wdl::{Successor, Target};
use plyglot_tablebase::{Indexer, TableId, Wdl, WdlIndexer};

/// With so many pieces on the board a search begins to meet the embedded tables.
const NEAR_PIECES: u32 = 8;
/// No win of two pieces against a king takes more plies, where kings fly.
const TWO_TO_ONE_PLIES: u32 = 9;

/// The gapless indexer by men and kings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DraughtsIndexer<B> {
    /// The first side's men go up.
    first_up: bool,
    /// The limit on quiet moves, in plies, if there is one.
    quiet_plies: Option<u16>,
    board: PhantomData<B>,
}

/// Room for the moves of most positions.
const MOVES_USUAL: usize = 32;

impl<B: Board> DraughtsIndexer<B> {
    /// The indexer for these rules.
    pub(super) fn new(rules: &Draughts<B>) -> Self {
        let first_up = rules.goes_up(Side::First);
        Self { first_up, quiet_plies: rules.quiet_plies(), board: PhantomData }
    }

    /// The table of these forces, the leader's first.
    fn table([leader, other]: [Force; 2]) -> TableId {
        let part = |force: Force| u32::from(force.kings) << 4 | u32::from(force.men);
        TableId(part(leader) << 8 | part(other))
    }

    /// The forces of a table, the leader's first.
    fn forces(table: TableId) -> [Force; 2] {
        let four = |shift: u32| (table.0 >> shift & 0xF) as u8;
        [(12, 8), (4, 0)].map(|(kings, men)| Force { kings: four(kings), men: four(men) })
    }

    /// Who leads: more pieces, then more kings.
    fn leads(own: Force, other: Force) -> bool {
        (own.men + own.kings, own.kings) >= (other.men + other.kings, other.kings)
    }

    fn is_even(table: TableId) -> bool {
        let [leader, other] = Self::forces(table);
        leader == other
    }

    /// The positions with the side of the first force to move.
    fn half([mover, other]: [Force; 2]) -> &'static Half {
        Halves::of::<B>().get(mover, other)
    }

    /// The position at a place as its mover sees it, and what the mover has and the other side.
    fn seen_at(table: TableId, at: u64) -> (Seen, [Force; 2]) {
        let [leader, other] = Self::forces(table);
        let half = Self::half([leader, other]);
        match at.checked_sub(half.len()) {
            None => (half.unrank::<B>(at), [leader, other]),
            Some(at) => (Self::half([other, leader]).unrank::<B>(at), [other, leader]),
        }
    }

    fn seen(self, pos: &Position) -> Seen {
        let (own, other) = (pos.pieces[pos.side.index()], pos.pieces[pos.side.other().index()]);
        self.facing(Seen { own, other, kings: pos.kings }, pos.side)
    }

    /// The board turned so that this side's men go up, or back.
    fn facing(self, seen: Seen, mover: Side) -> Seen {
        if self.first_up == (mover == Side::First) {
            return seen;
        }
        let [own, other, kings] = [seen.own, seen.other, seen.kings].map(turned::<B>);
        Seen { own, other, kings }
    }

    fn position(self, seen: Seen, mover: Side) -> Position {
        let Seen { own, other, kings } = self.facing(seen, mover);
        let pieces = if mover == Side::First { [own, other] } else { [other, own] };
        let mut pos = Position::new(pieces, kings, mover);
        pos.counts = Counts::TIMELESS;
        pos
    }

    /// The half of a table in which the side of the first force moves, as what stands before it.
    fn before_half(table: TableId, [mover, other]: [Force; 2]) -> u64 {
        if Self::is_even(table) || Self::leads(mover, other) {
            return 0;
        }
        Self::half([other, mover]).len()
    }

    /// Where a move leads that may have changed the forces; the position as the side sees it that
    /// moves there.
    fn elsewhere(child: Seen) -> Target {
        let [mover, other] = child.forces();
        if mover == Force::default() {
            return Target::Terminal(TerminalValue::Loss);
        }
        let ordered = if Self::leads(mover, other) { [mover, other] } else { [other, mover] };
        let table = Self::table(ordered);
        let first = Self::before_half(table, [mover, other]);
        Target::OtherTable(table, first + Self::half([mover, other]).rank::<B>(child))
    }
}

/// The positions from which a move that neither captures nor crowns leads here, and whether a man
/// made it; all as the side sees them that made it.
fn each_before<B: Board>(rules: &RuleSet, seen: Seen, mut visit: impl FnMut(Seen, bool)) {
    let empty = seen.view().empty::<B>();
    let mut take_back = |from: Set, to: Set, is_king: bool| {
        let kings = if is_king { seen.kings ^ (from | to) } else { seen.kings };
        let before = Seen { own: seen.own ^ (from | to), kings, ..seen };
        // Who could have captured could not have made another move.
        if !before.view().can_capture::<B>(rules) {
            visit(before, !is_king);
        }
    };
    for bit in bits(seen.own) {
        let to = set_of(bit);
        if seen.kings & to == 0 {
            for direction in Direction::DOWN {
                let from = step::<B>(to, direction) & empty;
                if from != 0 {
                    take_back(from, to, false);
                }
            }
            continue;
        }
        for direction in Direction::ALL {
            let mut from = step::<B>(to, direction) & empty;
            while from != 0 {
                take_back(from, to, true);
                from = if rules.flying_kings { step::<B>(from, direction) & empty } else { 0 };
            }
        }
    }
}

impl<B: Board> Indexer<Draughts<B>> for DraughtsIndexer<B> {
    type Contents = Wdl;

    const VERSION: u32 = 1;
    const EMBEDDED_MEN: u8 = B::EMBEDDED_MEN;

    fn is_near_embedded(&self, pos: &Position) -> bool {
        pos.len() <= NEAR_PIECES
    }

    /// Fewer pieces first, then fewer men: captures take pieces away, crownings men.
    fn tables(&self, _rules: &Draughts<B>, men_max: u8) -> Vec<TableId> {
        let most = men_max.min(PIECES_MAX);
        let mut tables = Vec::new();
        for all in 2..=most {
            for men in 0..=all {
                for leading in all.div_ceil(2)..all {
                    for leading_men in 0..=men.min(leading) {
                        let (rest, rest_men) = (all - leading, men - leading_men);
                        if rest_men > rest {
                            continue;
                        }
                        let leader = Force { men: leading_men, kings: leading - leading_men };
                        let other = Force { men: rest_men, kings: rest - rest_men };
                        if Self::leads(leader, other) {
                            tables.push(Self::table([leader, other]));
                        }
                    }
                }
            }
        }
        tables
    }

    /// `KKvKM`: kings and men of the leader, then of the other side.
    fn name(&self, table: TableId) -> String {
        let word = |force: Force| "K".repeat(force.kings.into()) + &"M".repeat(force.men.into());
        let [leader, other] = Self::forces(table).map(word);
        format!("{leader}v{other}")
    }

    /// How pieces move; draws by counting are no part of it.
    fn rules_text(&self, rules: &Draughts<B>) -> String {
        rules.rules.name.to_owned()
    }

    /// The variant: English and Russian tables may lie in one folder.
    fn files(&self, rules: &Draughts<B>) -> Option<&'static str> {
        Some(rules.rules.name)
    }

    fn passed(&self, _: &Draughts<B>, pos: &Position) -> Option<Position> {
        let mut passed = Position::new(pos.pieces, pos.kings, pos.side.other());
        passed.counts = pos.counts;
        Some(passed)
    }

    fn table_of(&self, _rules: &Draughts<B>, pos: &Position) -> Option<TableId> {
        if pos.len() > u32::from(PIECES_MAX) {
            return None;
        }
        let [first, second] = Side::BOTH.map(|side| pos.force(side));
        if first == Force::default() || second == Force::default() {
            return None;
        }
        let ordered = Self::leads(first, second);
        Some(Self::table(if ordered { [first, second] } else { [second, first] }))
    }

    fn needs(&self, table: TableId) -> Vec<TableId> {
        let [leader, other] = Self::forces(table);
        let mut found = Vec::new();
        for (mover, prey) in [(leader, other), (other, leader)] {
            for crowned in 0..=mover.men.min(1) {
                let mover = Force { men: mover.men - crowned, kings: mover.kings + crowned };
                for men in 0..=prey.men {
                    for kings in 0..=prey.kings {
                        let left = Force { men, kings };
                        if left == Force::default() || (left == prey && crowned == 0) {
                            continue;
                        }
                        let leads = Self::leads(mover, left);
                        found.push(Self::table(if leads { [mover, left] } else { [left, mover] }));
                    }
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    fn len(&self, table: TableId) -> u64 {
        let [leader, other] = Self::forces(table);
        let half = Self::half([leader, other]).len();
        if Self::is_even(table) { half } else { half + Self::half([other, leader]).len() }
    }

    fn rank(&self, table: TableId, pos: &Position) -> u64 {
        let forces = [pos.side, pos.side.other()].map(|side| pos.force(side));
        Self::before_half(table, forces) + Self::half(forces).rank::<B>(self.seen(pos))
    }

    fn unrank(&self, table: TableId, index: u64) -> Option<Position> {
        let (seen, [mover, _]) = Self::seen_at(table, index);
        let is_leader = mover == Self::forces(table)[0];
        Some(self.position(seen, if is_leader { Side::First } else { Side::Second }))
    }

    fn unmoves(
        &self,
        rules: &Draughts<B>,
        _table: TableId,
        pos: &Position,
        out: &mut Vec<Position>,
    ) {
        let side = pos.side.other();
        each_before::<B>(&rules.rules, self.seen(pos).by_other::<B>(), |before, _| {
            out.push(self.position(before, side));
        });
    }

    fn predecessors(
        &self,
        rules: &Draughts<B>,
        table: TableId,
        at: u64,
        out: &mut Vec<Predecessor>,
    ) {
        let (seen, [mover, other]) = Self::seen_at(table, at);
        let (first, half) = (Self::before_half(table, [other, mover]), Self::half([other, mover]));
        each_before::<B>(&rules.rules, seen.by_other::<B>(), |before, zeroes| {
            let at = first + half.rank::<B>(before);
            out.push(Predecessor { at, same_side: false, zeroes });
        });
    }

    /// Turning the board is used up by who moves.
    fn may_coincide(&self, _table: TableId) -> bool {
        false
    }
}

impl<B: Board> WdlIndexer<Draughts<B>> for DraughtsIndexer<B> {
    fn counter_limit(&self) -> Option<u16> {
        self.quiet_plies
    }

    /// Captures lead to other tables, and so do men that are crowned; each other step of a man takes one of
    /// those away that the men have before them.
    fn stages(&self, table: TableId) -> u32 {
        let men: u32 = Self::forces(table).into_iter().map(|force| u32::from(force.men)).sum();
        1 + men * Seen::steps::<B>()
    }

    fn stage(&self, table: TableId, at: u64) -> (u32, u64) {
        let (seen, forces) = Self::seen_at(table, at);
        let first = Self::before_half(table, forces);
        (seen.steps_left::<B>(), first + Self::half(forces).end_of_run(at - first))
    }

    fn successors(
        &self,
        rules: &Draughts<B>,
        table: TableId,
        at: u64,
        out: &mut Vec<Successor>,
    ) -> NodeKind<TerminalValue> {
        let (seen, [mover, other]) = Self::seen_at(table, at);
        let (rules, view) = (&rules.rules, seen.view());
        if !view.can_move::<B>(rules) {
            return NodeKind::Terminal(TerminalValue::Loss);
        }
        let mut moves: Vec<Move> = Vec::with_capacity(MOVES_USUAL);
        view.all::<B>(rules, &mut moves);
        let (first, half) = (Self::before_half(table, [other, mover]), Self::half([other, mover]));
        out.extend(moves.into_iter().map(|mv| {
            let after = seen.after::<B>(rules, mv);
            let by_man = seen.kings & set_of(mv.from) == 0;
            let crowned = by_man && after.kings & set_of(mv.to) != 0;
            let child = after.by_other::<B>();
            let to = if mv.is_capture() || crowned {
                Self::elsewhere(child)
            } else {
                Target::SameTable(first + half.rank::<B>(child))
            };
            Successor { to, same_side: false, zeroes: by_man || mv.is_capture() }
        }));
        NodeKind::Open
    }

    fn counter(&self, _rules: &Draughts<B>, pos: &Position) -> u16 {
        pos.counts.quiet
    }

    /// The limits but that on quiet moves: a class of endings that goes on is left by its end alone.
    fn deadline(&self, rules: &Draughts<B>, pos: &Position) -> Option<u16> {
        let leaves_time = |kind, count, limit| match kind {
            Kind::Quiet => true,
            Kind::TwoToOne => rules.rules.flying_kings && count + TWO_TO_ONE_PLIES <= limit,
            _ => false,
        };
        let running =
            rules.running(pos).filter(|&(kind, count, limit)| !leaves_time(kind, count, limit));
        let left = running.map(|(_, count, limit)| limit.saturating_sub(count)).min();
        left.map(|plies| u16::try_from(plies).unwrap_or(u16::MAX))
    }
}
