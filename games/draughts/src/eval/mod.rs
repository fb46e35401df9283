//! What a draughts position looks like to somebody who does not calculate.
//!
//! Some hundred weights, each of which counts some number of times for each side: men by their
//! squares, kings and where they stand, how men hang together and are shared out, what can move,
//! what stands unprotected, who is past all opposition; and a hundred thousand and more for how men
//! stand together on eight neighbouring squares, [`patterns`]. Each side is looked at as if its men
//! went up, so one table serves both. Kings that fly are worth three men and kings that step hardly
//! more than one, and a larger board has other squares: three tables of weights, [`WeightSet`].

mod layout;
mod patterns;
mod tally;

use std::fmt::Debug;
use std::sync::LazyLock;

use super::board::{
    Board, Board8x8, Board10x10, Direction, Set, bit_of, place_of, road, set_of, step, turned,
};
use super::rules::{Draughts, Position};
use layout::{
    BALANCE, BLOCKED, CHAINS, HANGING, KINGS, MEN, MOBILITY, OPPOSITION, PATTERNS, RINGS, ROAD,
    RUNAWAY, SQUARES, TEMPO, TRAPPED,
};
use plyglot_core::Side;
use plyglot_core::bits::bits;
use plyglot_core::game::weights::{Feature, Group, Unit, WeightTable, read_into, rounded};
use plyglot_packed::text;

use tally::{Sum, Tally, Trace, man};

pub(super) use layout::TERMS;

/// Of so many parts the late game is made: none with all men, all with none.
const LATE_WHOLE: i32 = 8;
/// Weights are tenths of a centipawn, which is a hundredth of a man, and counted in eighths.
const CP: i32 = 10 * LATE_WHOLE;
const UNIT: Unit = Unit::TenthCp;

/// Which table of weights.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum WeightSet {
    /// 64 cells, kings that go one step.
    #[default]
    English,
    /// 64 cells, kings that fly.
    Flying,
    /// 100 cells.
    Board10x10,
}

/// A table of weights, and what it is for.
pub(super) struct Table {
    kit: WeightSet,
    values: Box<[i16]>,
    /// What the men of each byte of a set are worth together by their squares and, for each eighth
    /// of all men that have gone, by their rows.
    men: Box<[[[i32; 2]; 256]; 7]>,
}

/// The tables in use, each read when it is first wanted.
static TABLES: [LazyLock<Table>; 3] = [
    LazyLock::new(|| Table::on::<Board8x8>(WeightSet::English)),
    LazyLock::new(|| Table::on::<Board8x8>(WeightSet::Flying)),
    LazyLock::new(|| Table::on::<Board10x10>(WeightSet::Board10x10)),
];

/// Their files, each unpacked when it is first wanted.
static TEXTS: [LazyLock<String>; 3] = [
    LazyLock::new(|| text!("weights-english.txt")),
    LazyLock::new(|| text!("weights-flying.txt")),
    LazyLock::new(|| text!("weights-large.txt")),
];

impl WeightSet {
    /// The file.
    fn text(self) -> &'static str {
        &TEXTS[self as usize]
    }

    /// What stands where.
    const fn groups(self) -> &'static [Group; 16] {
        match self {
            Self::English | Self::Flying => &const { layout::groups(Board8x8::ROW) },
            Self::Board10x10 => &const { layout::groups(Board10x10::ROW) },
        }
    }

    /// The table in use.
    pub(super) fn table(self) -> &'static Table {
        &TABLES[self as usize]
    }
}

impl Table {
    fn on<B: Board>(kit: WeightSet) -> Self {
        let count = kit.groups().last().map_or(0, |group| group.end());
        let mut values = vec![0; count].into_boxed_slice();
        read_into(kit.text(), UNIT, &mut values);
        let mut men = Box::new([[[0; 2]; 256]; 7]);
        for (nth, sums) in (0..).zip(men.iter_mut()) {
            for (byte, sum) in (0..).zip(sums) {
                for bit in bits(byte << (8 * nth) & B::ALL) {
                    let [square, row] = man::<B>(bit);
                    sum[0] += i32::from(values[square]);
                    sum[1] += i32::from(values[row]);
                }
            }
        }
        Self { kit, values, men }
    }

    /// What it is for.
    pub(super) const fn kit(&self) -> WeightSet {
        self.kit
    }

    /// All of it for a tuner.
    pub(super) fn weights(&self) -> WeightTable<'_> {
        let Self { kit, values, .. } = self;
        let (groups, text) = (kit.groups(), kit.text());
        WeightTable { groups, values, unit: UNIT, phases: &[], text }
    }

    /// What a man's square is worth, tenths of a cp, for a side whose men go up.
    pub(super) fn placement(&self, bit: u8) -> i16 {
        self.values[SQUARES.first + usize::from(bit)]
    }
}

impl Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Table").field("kit", &self.kit).finish_non_exhaustive()
    }
}

/// The value of the position for the side to move, cp.
pub(super) fn evaluate<B: Board>(table: &Table, rules: &Draughts<B>, pos: &Position) -> i32 {
    winnable::<B>(table.kit, pos, lead(table, rules, pos))
}

/// What the side to move is ahead by, cp, whether or not it can be won with.
pub(super) fn lead<B: Board>(table: &Table, rules: &Draughts<B>, pos: &Position) -> i32 {
    let late = late::<B>(pos);
    let mut sum = Sum::new(table, late);
    survey(rules, pos, late, &mut sum);
    pos.side.relative(sum.total() / CP)
}

/// What is left of the lead of the side to move by what is known of endings.
#[inline]
pub(super) fn winnable<B: Board>(kit: WeightSet, pos: &Position, lead: i32) -> i32 {
    pos.side.relative(shared::<B>(kit, pos, pos.side.relative(lead)))
}

/// Each term of [`evaluate`], for the side to move; [`TERMS`] names them.
pub(super) fn terms<B: Board>(
    table: &Table,
    rules: &Draughts<B>,
    pos: &Position,
) -> [i32; TERMS.len()] {
    let mut parts = [0; TERMS.len()];
    let groups = table.kit.groups();
    for (index, eighths) in Trace::of(rules, pos) {
        let of = groups.partition_point(|group| group.end() <= index);
        parts[groups[of].term] += i32::from(table.values[index]) * eighths;
    }
    let mut terms = rounded(parts, CP);
    let lead = terms.iter().sum();
    terms[TERMS.len() - 1] = shared::<B>(table.kit, pos, lead) - lead;
    terms.map(|term| pos.side.relative(term))
}

/// How often each weight counts for the first side.
pub(super) fn features<B: Board>(
    table: &Table,
    rules: &Draughts<B>,
    pos: &Position,
    out: &mut Vec<Feature>,
) {
    let trace = Trace::of(rules, pos);
    // What is left of a lead depends on whose it is.
    let worth = |&(index, eighths): &(usize, i32)| i32::from(table.values[index]) * eighths;
    let lead: i32 = trace.iter().map(worth).sum();
    let whole = if lead > 0 { SHARE_WHOLE } else { -SHARE_WHOLE };
    #[expect(clippy::cast_precision_loss, reason = "small numbers")]
    let share = shared::<B>(table.kit, pos, whole) as f32 / (whole * LATE_WHOLE) as f32;
    for (index, eighths) in trace {
        let weight = u32::try_from(index).expect("fewer weights than numbers");
        #[expect(clippy::cast_precision_loss, reason = "small numbers")]
        out.push(Feature { weight, times: eighths as f32 * share });
    }
}

/// A lead loses one part in so many with each quiet ply, for at most so many plies.
const SHARE_WHOLE: i32 = 512;
const FADING_PLIES_MAX: u16 = 200;
/// Parts of the whole that are left of a lead which kings on both sides make hard to win.
const HARD: i32 = 4;
const NEARLY_DRAWN: i32 = 16;

/// A lead is worth less where nothing has happened for long, so that whoever leads does something
/// with it.
#[inline]
fn faded(pos: &Position, lead: i32) -> i32 {
    let quiet = i32::from(pos.counts.quiet.min(FADING_PLIES_MAX));
    lead * (SHARE_WHOLE - quiet) / SHARE_WHOLE
}

/// And where a flying king defends itself against a few.
#[inline]
fn shared<B: Board>(kit: WeightSet, pos: &Position, lead: i32) -> i32 {
    let lead = faded(pos, lead);
    let both_crowned = pos.kings & pos.pieces[0] != 0 && pos.kings & pos.pieces[1] != 0;
    if kit == WeightSet::English || !both_crowned {
        return lead;
    }
    let ahead = if lead > 0 { Side::First } else { Side::Second };
    let (leader, other) = (pos.force(ahead), pos.force(ahead.other()));
    let (strong, weak) = (leader.men + leader.kings, other.men + other.kings);
    // Three kings catch one on the small board unless it holds the long diagonal; hardly ever on
    // the large one. Two never do.
    let enough = if kit == WeightSet::Flying { 3 } else { 4 };
    let road = const { road::<B>() };
    let is_held = |ahead: Side| {
        let [own, other] = [ahead, ahead.other()].map(|side| pos.pieces[side.index()] & road);
        own == 0 && other != 0
    };
    if weak == 1 && (strong < enough || is_held(ahead)) || strong <= weak + 1 && leader.men == 0 {
        lead / NEARLY_DRAWN
    } else if strong <= weak + 2 && leader.men < 2 {
        lead / HARD
    } else {
        lead
    }
}

/// One side's view: its own men go up.
#[derive(Clone, Copy)]
struct Half {
    own: Set,
    other: Set,
    kings: Set,
    empty: Set,
}

/// How many eighths of all men have gone.
#[inline]
fn late<B: Board>(pos: &Position) -> i32 {
    let men = (pos.pieces[0] | pos.pieces[1]) & !pos.kings;
    let all_men = (2 * B::MEN_ROWS * B::ROW).cast_signed();
    LATE_WHOLE - (LATE_WHOLE * count(men) / all_men).min(LATE_WHOLE)
}

fn survey<B: Board, T: Tally>(rules: &Draughts<B>, pos: &Position, late: i32, tally: &mut T) {
    for side in Side::BOTH {
        let view = rules.view_of(pos, side);
        let facing = |set: Set| if view.up { set } else { turned::<B>(set) };
        let half = Half {
            own: facing(view.own),
            other: facing(view.other),
            kings: facing(view.kings),
            empty: facing(view.empty::<B>()),
        };
        tell_men::<B, T>(half, side, tally);
        tell_chains::<B, T>(half, side, tally);
        let [own, other] = [half.own, half.other].map(|set| set & !half.kings);
        patterns::each::<B>(own, other, |index| {
            tally.add_tapered(side, PATTERNS.first + 2 * index, 1);
        });
        tell_kings::<B, T>(half, side, tally);
        tell_danger::<B, T>(rules, half, side, side == pos.side, tally);
    }
    tally.add(pos.side, TEMPO.first, 1);
    // Who "has the move" in the endings of short kings: the parity of the pieces on every second
    // row, counted from where the men of the other side become kings.
    let rows = const { every_second_row::<B>() };
    let rows = if rules.goes_up(pos.side) { rows } else { B::ALL & !rows };
    let odd = (pos.pieces[0] | pos.pieces[1]) & rows;
    if odd.count_ones() % 2 == 1 {
        tally.add(pos.side, OPPOSITION.first, late);
    }
}

/// Men by their squares, by rows late in the game, those past all opposition, and how they are
/// shared out between the wings.
#[inline]
fn tell_men<B: Board, T: Tally>(half: Half, side: Side, tally: &mut T) {
    let men = half.own & !half.kings;
    tally.add(side, MEN.first, count(men));
    let left = count(men & left_wing::<B>());
    tally.add(side, BALANCE.first, (2 * left - count(men)).abs());
    let free_rows = half.other.trailing_zeros() / (2 * B::ROW + 1) * 2;
    tally.add_men::<B>(side, men);
    for row in bits(men).map(|bit| place_of::<B>(bit).0).take_while(|row| *row < free_rows) {
        tally.add(side, RUNAWAY.first + row as usize, 1);
    }
}

/// How men hang together, and whether they can move.
#[inline]
fn tell_chains<B: Board, T: Tally>(half: Half, side: Side, tally: &mut T) {
    let men = half.own & !half.kings;
    let left = men & step::<B>(men, Direction::DownRight);
    let right = men & step::<B>(men, Direction::DownLeft);
    tally.add(side, CHAINS.first, count(left) + count(right));
    let triples = count(left & step::<B>(left, Direction::DownRight))
        + count(right & step::<B>(right, Direction::DownLeft));
    tally.add(side, CHAINS.first + 1, triples);
    let backed = left | right;
    tally.add(side, CHAINS.first + 2, count(men & !backed));
    let to_left = step::<B>(men, Direction::UpLeft) & half.empty;
    let to_right = step::<B>(men, Direction::UpRight) & half.empty;
    tally.add(side, MOBILITY.first, count(to_left) + count(to_right));
    let free = step::<B>(to_left, Direction::DownRight) | step::<B>(to_right, Direction::DownLeft);
    tally.add(side, BLOCKED.first, count(men & !free));
}

/// Kings: how many, how far from the edge, on the long diagonal, and whether they can move.
#[inline]
fn tell_kings<B: Board, T: Tally>(half: Half, side: Side, tally: &mut T) {
    let kings = half.own & half.kings;
    if kings == 0 {
        return;
    }
    tally.add_tapered(side, KINGS.first, 1);
    tally.add_tapered(side, KINGS.first + 2, count(kings) - 1);
    let size = 2 * B::ROW - 1;
    let mut free = 0;
    for direction in Direction::ALL {
        let steps = step::<B>(kings, direction) & half.empty;
        free |= step::<B>(steps, direction.opposite());
        tally.add(side, MOBILITY.first + 1, count(steps));
    }
    tally.add(side, TRAPPED.first, count(kings & !free));
    for bit in bits(kings) {
        let (row, column) = place_of::<B>(bit);
        let ring = row.min(column).min(size - row).min(size - column);
        tally.add(side, RINGS.first + ring as usize, 1);
        if row + column == size {
            tally.add(side, ROAD.first, 1);
        }
    }
}

/// Pieces that opposing men could capture if they were to move.
#[inline]
fn tell_danger<B: Board, T: Tally>(
    rules: &Draughts<B>,
    half: Half,
    side: Side,
    moves: bool,
    tally: &mut T,
) {
    let men = half.other & !half.kings;
    let prey = if rules.rules.men_capture_kings { half.own } else { half.own & !half.kings };
    let mut hanging = 0;
    for direction in Direction::ALL {
        let is_forward = matches!(direction, Direction::DownLeft | Direction::DownRight);
        if is_forward || rules.rules.men_capture_back {
            hanging |=
                step::<B>(men, direction) & prey & step::<B>(half.empty, direction.opposite());
        }
    }
    tally.add(side, HANGING.first + usize::from(!moves), count(hanging));
}

/// The left half of the columns.
const fn left_wing<B: Board>() -> Set {
    let (mut wing, mut square) = (0, 1);
    while square <= B::SQUARES {
        let bit = bit_of::<B>(square);
        if place_of::<B>(bit).1 < B::ROW {
            wing |= set_of(bit);
        }
        square += 1;
    }
    wing
}

/// Rows 1, 3, 5, … from the top.
const fn every_second_row<B: Board>() -> Set {
    let row = B::TOP << B::ROW;
    let mut all = 0;
    let mut at = 0;
    while at < B::ROW {
        all |= row << (at * (2 * B::ROW + 1));
        at += 1;
    }
    all & B::ALL
}

/// How many squares.
#[inline]
const fn count(set: Set) -> i32 {
    set.count_ones().cast_signed()
}

#[cfg(test)]
mod tests {
    use super::super::{Checkers, DraughtsEvaluator, International, RuleSet};
    use super::*;
    use plyglot_conformance::laws::each_position;
    use plyglot_core::game::{Evaluator as _, Notation};

    fn value<B: Board>(game: &Draughts<B>, kit: WeightSet, fen: &str) -> i32 {
        evaluate(kit.table(), game, &game.parse_position(fen).unwrap())
    }

    #[test]
    fn a_position_and_its_turned_twin_are_worth_the_same() {
        let game = Checkers::new(RuleSet::ENGLISH);
        let twins = [
            ("B:W21-32:B1-12", "W:W21-32:B1-12"),
            ("B:W18,24,K10:B2,12,K25", "W:W31,21,K8:B15,9,K23"),
        ];
        for (one, other) in twins {
            assert_eq!(
                value(&game, WeightSet::English, one),
                value(&game, WeightSet::English, other)
            );
        }
        let large = International::new(RuleSet::INTERNATIONAL);
        let [one, other] = ["W:W31-50:B1-20", "B:W31-50:B1-20"];
        assert_eq!(
            value(&large, WeightSet::Board10x10, one),
            value(&large, WeightSet::Board10x10, other)
        );
    }

    /// Colours swapped and the board turned.
    fn twin<B: Board>(pos: &Position) -> Position {
        let [own, other] = pos.pieces.map(turned::<B>);
        let mut twin = Position::new([other, own], turned::<B>(pos.kings), pos.side.other());
        twin.counts = pos.counts;
        twin
    }

    fn twins_are_alike<B: Board>(set: RuleSet) {
        let rules = Draughts::<B>::new(set);
        let evaluators = [DraughtsEvaluator::new(&rules), DraughtsEvaluator::classical(&rules)];
        for seed in 0..20 {
            let Ok(()) = each_position(&rules, seed, |played| {
                let pos = played.position();
                for evaluator in evaluators {
                    let [one, other] =
                        [pos, &twin::<B>(pos)].map(|pos| evaluator.evaluate(&rules, pos));
                    assert_eq!(one, other, "{pos:?}");
                }
                Ok::<(), std::convert::Infallible>(())
            });
        }
    }

    #[test]
    fn every_position_and_its_twin_are_worth_the_same_to_every_judge() {
        twins_are_alike::<Board8x8>(RuleSet::ENGLISH);
        twins_are_alike::<Board8x8>(RuleSet::RUSSIAN);
        twins_are_alike::<Board10x10>(RuleSet::INTERNATIONAL);
    }

    #[test]
    fn two_kings_against_one_are_next_to_nothing_where_kings_fly() {
        let game = Checkers::new(RuleSet::RUSSIAN);
        let two = value(&game, WeightSet::Flying, "W:WKg1,Kc1:BKb8");
        assert!((0..60).contains(&two), "{two}");
        let man = value(&game, WeightSet::Flying, "W:Wa3,b2,c3,d2:Bh6,g7,f6");
        assert!(man > 50, "{man}");
    }

    #[test]
    fn a_king_on_the_long_diagonal_is_not_caught() {
        let game = Checkers::new(RuleSet::RUSSIAN);
        let of = |fen: &str| value(&game, WeightSet::Flying, fen);
        let (held, free) = (of("W:WKb8,Kc7,Kd8:BKe5"), of("W:WKb8,Kc7,Kd8:BKh2"));
        assert!(held > 0 && 4 * held < free, "{held} {free}");
        let road = bits(road::<Board8x8>()).map(place_of::<Board8x8>);
        assert!(road.eq((0..8).map(|row| (row, 7 - row))));
    }

    #[test]
    fn every_second_row_has_half_of_the_squares() {
        use super::super::{Board8x8, Board10x10};
        assert_eq!(every_second_row::<Board8x8>().count_ones(), 16);
        assert_eq!(every_second_row::<Board10x10>().count_ones(), 25);
        assert_eq!(every_second_row::<Board8x8>() & Board8x8::TOP, 0);
    }
}
