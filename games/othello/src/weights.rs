//! The weights: which stands where, and how they are added up.
//!
//! Every weight is given three times, for a board that is filled to a quarter, for one that is filled to
//! five eighths, and for a full one; between these the value goes along a straight line. Patterns, of
//! which there are [`KINDS`], have whole numbers and are known on the board of eight by eight only.

use std::fmt::{self, Debug};
use std::sync::LazyLock;

use super::board::Board;
use super::patterns::{self, KINDS, LISTS};
use super::rules::Othello;
use super::terms::{self, count, tally};
use plyglot_core::game::weights::{Group, Unit, WeightTable, in_order, read_into};

/// What people are shown.
pub(super) const TERMS: [&str; terms::COUNT + 1] = terms();
const GROUPS_LEN: usize = terms::COUNT + KINDS_LEN;
const KINDS_LEN: usize = 10;
static GROUPS: [Group; GROUPS_LEN] = groups();
/// The points of a game at which weights are given.
pub(super) const PHASES: [&str; 3] = ["a quarter full", "five eighths full", "full"];
const TEXT: &str = include_str!("../data/weights.txt");
const UNIT: Unit = Unit::TenthCp;
/// From one phase to the next there are so many steps.
pub(super) const STEPS: i32 = 24;
/// What a sum of weights is divided by to be cp.
pub(super) const CP: i32 = 10 * STEPS;
/// Patterns stand in lines of so many.
const LINE: usize = 27;

const fn terms() -> [&'static str; terms::COUNT + 1] {
    let mut all = ["patterns"; terms::COUNT + 1];
    let mut term = 0;
    while term < terms::COUNT {
        all[term] = terms::TERMS[term];
        term += 1;
    }
    all
}

const fn groups() -> [Group; GROUPS_LEN] {
    let mut groups = [Group::first(0, 1, TERMS[0]); GROUPS_LEN];
    let mut at = 1;
    while at < GROUPS_LEN {
        groups[at] = if at < terms::COUNT {
            groups[at - 1].then(at, 1, TERMS[at])
        } else {
            let (about, len) = patterns::SIZES[at - terms::COUNT];
            groups[at - 1].then(terms::COUNT, len, about).wide(LINE).whole()
        };
        at += 1;
    }
    in_order(groups)
}

/// A weight at the three phases, and room to make it four words.
type Phases = [i16; 4];

/// The weights as they are used.
pub(super) struct Table {
    values: Vec<i16>,
    terms: [Phases; terms::COUNT],
    /// Of each kind of pattern, for each number.
    patterns: Vec<Vec<Phases>>,
}

/// Those of the file.
pub(super) static TABLE: LazyLock<Table> = LazyLock::new(Table::new);

impl Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table").finish_non_exhaustive()
    }
}

impl Table {
    fn new() -> Self {
        let len = GROUPS[GROUPS_LEN - 1].end() * PHASES.len();
        let mut values = vec![0; len];
        read_into(TEXT, UNIT, &mut values);
        let phases = |weight: usize| {
            let at = PHASES.len() * weight;
            [values[at], values[at + 1], values[at + 2], 0]
        };
        let number = |group: &Group, canon: i16| {
            let phases = phases(group.first + usize::from(canon.unsigned_abs().max(1)) - 1);
            phases.map(|value| value * canon.signum())
        };
        let kinds = GROUPS[terms::COUNT..].iter().zip(&LISTS.canon);
        let patterns = kinds
            .map(|(group, canon)| canon.iter().map(|canon| number(group, *canon)).collect())
            .collect();
        let terms = std::array::from_fn(phases);
        Self { values, terms, patterns }
    }

    /// All of it for a tuner.
    pub(super) fn listed(&self) -> WeightTable<'_> {
        let values = &self.values;
        WeightTable { groups: &GROUPS, values, unit: UNIT, phases: &PHASES, text: TEXT }
    }

    /// What each term comes to for the side to move, in parts of a cp.
    #[inline]
    pub(super) fn parts(&self, rules: &Othello, board: Board) -> [i32; terms::COUNT + 1] {
        let (phase, late) = phase(rules, board);
        let at = |weight: &Phases| {
            i32::from(weight[phase]) * (STEPS - late) + i32::from(weight[phase + 1]) * late
        };
        let mut parts = [0; terms::COUNT + 1];
        for ((part, times), weight) in parts.iter_mut().zip(tally(rules, board)).zip(&self.terms) {
            *part = times * at(weight);
        }
        if rules.size() == 8 {
            let numbers = LISTS.numbers(board).into_iter().zip(LISTS.places);
            let mut sums = [0; 2];
            for (number, kind) in numbers {
                let weight = &self.patterns[kind][usize::from(number)];
                sums[0] += i32::from(weight[phase]);
                sums[1] += i32::from(weight[phase + 1]);
            }
            parts[terms::COUNT] = sums[0] * (STEPS - late) + sums[1] * late;
        }
        parts
    }

    /// How often each weight counts for the side to move, with the index of the weight.
    pub(super) fn features(rules: &Othello, board: Board, each: &mut dyn FnMut(usize, i32)) {
        let (phase, late) = phase(rules, board);
        let mut add = |weight: usize, times: i32| {
            each(PHASES.len() * weight + phase, times * (STEPS - late));
            each(PHASES.len() * weight + phase + 1, times * late);
        };
        for (weight, times) in tally(rules, board).into_iter().enumerate() {
            add(weight, times);
        }
        if rules.size() != 8 {
            return;
        }
        for (number, kind) in LISTS.numbers(board).into_iter().zip(LISTS.places) {
            let canon = LISTS.canon[kind][usize::from(number)];
            if canon != 0 {
                let weight =
                    GROUPS[terms::COUNT + kind].first + usize::from(canon.unsigned_abs()) - 1;
                add(weight, i32::from(canon.signum()));
            }
        }
    }
}

/// The phase before this position, and how many of [`STEPS`] it is on the way to the next.
#[inline]
fn phase(rules: &Othello, board: Board) -> (usize, i32) {
    let all = count(rules.squares());
    let steps = 2 * STEPS * (4 * count(board.taken()) - all) / (3 * all);
    if steps < STEPS { (0, steps.max(0)) } else { (1, steps - STEPS) }
}

const _: () = assert!(KINDS_LEN == KINDS.len());
