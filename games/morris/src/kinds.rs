//! Which tables morris has, and what parts they are put together from.
//!
//! A *part* is all positions with so many men of the mover and of the other, on the board and in hand
//! ([`Count`]). Moves that place and take nobody lead from a part to the same with the other side to
//! move; so both are one table. Where all men are placed before one is moved, a part with men in hand
//! is a table by itself, and on small boards all parts with as many men placed are one.

use super::rules::Morris;
use super::symmetry::geometry;
use super::variant::RuleSet;
use plyglot_tablebase::TableId;
use plyglot_tablebase::rank::binomial;

/// The tables of a rule set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MorrisIndexer {
    pub(super) set: RuleSet,
}

/// Placing tables come after all moving ones, those of large boards last.
const PLACING: u32 = 512;
const PARTS: u32 = 1 << 16;
/// A side with fewer men has lost, except where a mill wins.
pub(super) const MEN_MIN: u8 = 3;

/// So many men on the board and in hand: of the mover, of the other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Count {
    pub(super) men: [u8; 2],
    pub(super) hand: [u8; 2],
}

impl Count {
    /// So many men, all on the board.
    pub(super) const fn on_board(men: [u8; 2]) -> Self {
        Self { men, hand: [0, 0] }
    }

    /// The same with the other side to move.
    const fn turned(self) -> Self {
        let ([mover, other], [own, others]) = (self.men, self.hand);
        Self { men: [other, mover], hand: [others, own] }
    }

    /// After the mover has placed (1) or moved (0) a man and taken so many, if there are as many.
    pub(super) fn after(self, placed: u8, taken: u8) -> Option<Self> {
        let ([mover, other], [own, others]) = (self.men, self.hand);
        Some(Self {
            men: [other.checked_sub(taken)?, mover + placed],
            hand: [others, own.checked_sub(placed)?],
        })
    }
}

/// What is in a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// So many men; where that goes for the other side to move too, the larger count of both.
    Of(Count),
    /// So many men have been placed.
    Placing(u8),
}

impl Kind {
    pub(super) fn of(table: TableId) -> Self {
        let [low, high, ..] = table.0.to_le_bytes();
        let pair = |byte: u8| [byte >> 4, byte & 15];
        match table.0 {
            PARTS.. => Self::Of(Count { men: pair(low), hand: pair(high) }),
            PLACING.. => Self::Placing(low),
            _ => Self::Of(Count::on_board(pair(low))),
        }
    }

    pub(super) fn table(self) -> TableId {
        let byte = |[high, low]: [u8; 2]| u32::from(high) << 4 | u32::from(low);
        TableId(match self {
            Self::Placing(placed) => PLACING + u32::from(placed),
            Self::Of(Count { men, hand: [0, 0] }) => byte(men),
            Self::Of(Count { men, hand }) => PARTS + (byte(hand) << 8 | byte(men)),
        })
    }
}

impl MorrisIndexer {
    pub(super) const fn new(set: RuleSet) -> Self {
        Self { set }
    }

    /// All images of a set of points under the symmetries of the board.
    pub fn images(&self, set: u32) -> Vec<u32> {
        geometry(self.set.board).images(set).collect()
    }

    /// The game is so small that each number of men placed is one table.
    pub(super) const fn is_whole(&self) -> bool {
        self.set.board.points() <= 16 && !self.set.moves_while_placing
    }

    /// The tables without men in hand, of so many men of both sides at the most.
    pub(super) fn moving(&self, men_max: u8) -> Vec<Kind> {
        let most = self.set.men;
        let of = |all: u8| {
            (MEN_MIN..=most.min(all)).map(move |fewer| [all.saturating_sub(fewer), fewer])
        };
        let pairs = (2 * MEN_MIN..=(2 * most).min(men_max)).flat_map(of);
        let fit = pairs.filter(|[more, fewer]| more >= fewer && *more <= most);
        fit.map(|men| Kind::Of(Count::on_board(men))).collect()
    }

    /// The tables with men in hand, each after those that it leads to.
    pub(super) fn placing(&self) -> Vec<Kind> {
        let men = self.set.men;
        if self.is_whole() {
            return (0..2 * men).rev().map(Kind::Placing).collect();
        }
        if self.set.moves_while_placing {
            return self.mixed();
        }
        let parts = (0..2 * men).rev().flat_map(|placed| self.parts(Kind::Placing(placed)));
        parts.filter(|part| self.can_be(*part)).map(Kind::Of).collect()
    }

    /// Where men are moved while others are in hand: any number of each, fewer in hand first, of these
    /// fewer on the board.
    fn mixed(&self) -> Vec<Kind> {
        let numbers = || 0..=self.set.men;
        let hands = numbers().flat_map(|own| numbers().map(move |other| [own, other]));
        let with = |hand: [u8; 2]| {
            let men = numbers().flat_map(|own| numbers().map(move |other| [own, other]));
            men.map(move |men| Count { men, hand })
        };
        let all = hands.filter(|hand| *hand != [0, 0]).flat_map(with);
        let mut counts: Vec<Count> =
            all.filter(|count| self.kind(*count) == Some(Kind::Of(*count))).collect();
        counts.sort_by_key(|count| {
            let sum = |of: [u8; 2]| of.iter().sum::<u8>();
            (sum(count.hand), sum(count.men))
        });
        counts.into_iter().map(Kind::Of).collect()
    }

    /// Whether so many men can be on the board where all are placed before one is moved: a side's third
    /// man is the first to close a mill.
    const fn can_be(&self, Count { men, hand }: Count) -> bool {
        let own = self.set.men - hand[0];
        let others = self.set.men - hand[1];
        let most = self.taken_max();
        men[0] <= own
            && men[1] <= others
            && own - men[0] <= most * others.saturating_sub(2)
            && others - men[1] <= most * own.saturating_sub(2)
    }

    /// Men that a turn takes at the most: as many as lines meet in a point where each mill takes.
    const fn taken_max(&self) -> u8 {
        match self.set {
            RuleSet { mill_wins: true, .. } => 0,
            RuleSet { each_mill_takes: true, .. } => 3,
            RuleSet { .. } => 1,
        }
    }

    /// What a number of places a part makes.
    pub(super) fn part_len(&self, part: Count) -> u64 {
        let [mover, other] = part.men;
        let left = usize::from(self.set.board.points() - mover);
        geometry(self.set.board).orbits(mover.into()).len() as u64 * binomial(left, other.into())
    }

    /// The men in hand when so many have been placed: of the mover, of the other.
    const fn hands(&self, placed: u8) -> [u8; 2] {
        [self.set.men - placed / 2, self.set.men - placed.div_ceil(2)]
    }

    /// Positions with so many men are in a table with those in which the other side moves.
    const fn has_both(&self, count: Count) -> bool {
        self.set.moves_while_placing || count.hand[0] == 0 && count.hand[1] == 0
    }

    /// The parts of a table.
    pub(super) fn parts(&self, kind: Kind) -> Vec<Count> {
        match kind {
            Kind::Of(count) if self.has_both(count) && count != count.turned() => {
                vec![count, count.turned()]
            }
            Kind::Of(count) => vec![count],
            Kind::Placing(placed) => {
                let hand = self.hands(placed);
                let [own, others] =
                    hand.map(|hand| MEN_MIN.saturating_sub(hand)..=self.set.men - hand);
                let with = move |a: u8| others.clone().map(move |b| Count { men: [a, b], hand });
                own.flat_map(with).collect()
            }
        }
    }

    /// Where a part begins in its table.
    #[inline]
    pub(super) fn part_first(&self, kind: Kind, part: Count) -> u64 {
        match kind {
            Kind::Of(count) if count == part => 0,
            Kind::Of(count) => self.part_len(count),
            Kind::Placing(_) => {
                let before = self.parts(kind).into_iter().take_while(|other| *other != part);
                before.map(|part| self.part_len(part)).sum()
            }
        }
    }

    /// The part of a table that a place is in, and where it begins.
    #[inline]
    pub(super) fn part_at(&self, kind: Kind, at: u64) -> (Count, u64) {
        match kind {
            Kind::Of(count) => {
                let len = self.part_len(count);
                if at < len { (count, 0) } else { (count.turned(), len) }
            }
            Kind::Placing(_) => {
                let (mut first, mut found) = (0, None);
                for part in self.parts(kind) {
                    found = Some(part);
                    let len = self.part_len(part);
                    if at - first < len {
                        break;
                    }
                    first += len;
                }
                (found.expect("so many men placed are a part at least"), first)
            }
        }
    }

    /// The table of so many men; `None` where there is none.
    #[inline]
    pub(super) fn kind(&self, count: Count) -> Option<Kind> {
        let Count { men, hand } = count;
        let fits = |side: usize| (MEN_MIN..=self.set.men).contains(&(men[side] + hand[side]));
        if !fits(0) || !fits(1) {
            return None;
        }
        if self.has_both(count) {
            return Some(Kind::Of(count.max(count.turned())));
        }
        let ahead = hand[0].checked_sub(hand[1]).filter(|ahead| *ahead <= 1)?;
        if self.is_whole() {
            return Some(Kind::Placing(2 * (self.set.men - hand[0]) + ahead));
        }
        self.can_be(count).then_some(Kind::Of(count))
    }

    /// The other tables that moves from this one lead into.
    pub(super) fn needs_of(&self, kind: Kind) -> Vec<TableId> {
        let mut needs = Vec::new();
        for part in self.parts(kind) {
            let moves = self.has_both(part);
            for taken in 0..=self.taken_max() {
                let placed = part.after(1, taken).filter(|_| part.hand[0] > 0);
                let moved = part.after(0, taken).filter(|_| moves && taken > 0);
                let kinds = [placed, moved].into_iter().flatten().filter_map(|to| self.kind(to));
                needs.extend(kinds.map(Kind::table));
            }
        }
        needs.sort_unstable();
        needs.dedup();
        needs
    }

    /// The rules for what the fast ways do not do: several men taken by one turn.
    pub(super) const fn plain_rules(&self, rules: &Morris) -> Morris {
        Morris { set: self.set, split: false, ..*rules }
    }
}
