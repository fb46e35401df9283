//! The weights: which stands where, and how they are added up.
//!
//! Every weight is given for each of the [`PHASES`], for a board that is filled to a quarter, for one that
//! is filled to three eighths and so on; between these the value goes along a straight line. Patterns, of
//! which there are [`KINDS`], have whole numbers and are known on the board of eight by eight only.

use std::fmt::{self, Debug};
use std::sync::LazyLock;

use super::board::{Board, Set};
use super::patterns::{self, KINDS, LISTS};
use super::rules::Othello;
use super::terms::{self, tally};
use plyglot_core::game::weights::{Group, Unit, WeightTable, in_order, read_into};

/// What people are shown.
pub(super) const TERMS: [&str; terms::COUNT + 1] = terms();
const GROUPS_LEN: usize = terms::COUNT + KINDS_LEN;
const KINDS_LEN: usize = 11;
static GROUPS: [Group; GROUPS_LEN] = groups();
/// The points of a game at which weights are given.
pub(super) const PHASES: [&str; 7] = [
    "a quarter full",
    "three eighths full",
    "half full",
    "five eighths full",
    "three quarters full",
    "seven eighths full",
    "full",
];
/// Straight lines from one phase to the next.
const LINES: usize = PHASES.len() - 1;
static TEXT: LazyLock<String> = LazyLock::new(|| plyglot_packed::text!("weights.txt"));
const UNIT: Unit = Unit::TenthCp;
/// From one phase to the next there are so many steps.
pub(super) const STEPS: i32 = 8;
/// What a sum of weights is divided by to be cp.
pub(super) const CP: i32 = 10 * STEPS;
/// Patterns stand in lines of so many.
const WIDE: usize = 9;

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
            groups[at - 1].then(terms::COUNT, len, about).wide(WIDE).whole()
        };
        at += 1;
    }
    in_order(groups)
}

/// A weight at all phases.
type Phases = [i16; PHASES.len()];
/// A weight at a phase and at the next.
type Ends = [i16; 2];

/// The weights as they are used.
pub(super) struct Table {
    values: Vec<i16>,
    terms: [Phases; terms::COUNT],
    /// Between each two phases, of each kind of pattern, for each number: what a position looks up lies
    /// together.
    patterns: [Vec<Vec<Ends>>; LINES],
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
        read_into(&TEXT, UNIT, &mut values);
        let phases = |weight: usize| -> Phases {
            std::array::from_fn(|phase| values[PHASES.len() * weight + phase])
        };
        let number = |group: &Group, line: usize, canon: i16| -> Ends {
            let phases = phases(group.first + usize::from(canon.unsigned_abs().max(1)) - 1);
            [phases[line], phases[line + 1]].map(|value| value * canon.signum())
        };
        let patterns = std::array::from_fn(|line| {
            let kinds = GROUPS[terms::COUNT..].iter().zip(&LISTS.canon);
            kinds
                .map(|(group, canon)| {
                    canon.iter().map(|canon| number(group, line, *canon)).collect()
                })
                .collect()
        });
        let terms = std::array::from_fn(phases);
        Self { values, terms, patterns }
    }

    /// All of it for a tuner.
    pub(super) fn listed(&self) -> WeightTable<'_> {
        let values = &self.values;
        WeightTable { groups: &GROUPS, values, unit: UNIT, phases: &PHASES, text: &TEXT }
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
            let (kinds, mut sums) = (&self.patterns[phase], [0; 2]);
            for (number, kind) in numbers {
                let ends = kinds[kind][usize::from(number)];
                sums[0] += i32::from(ends[0]);
                sums[1] += i32::from(ends[1]);
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
    let count = |set: Set| set.count_ones() as usize;
    let (all, step) = (count(rules.squares()), STEPS.unsigned_abs() as usize);
    let steps = LINES * step * (4 * count(board.taken())).saturating_sub(all) / (3 * all);
    let phase = (steps / step).min(LINES - 1);
    (phase, i32::try_from(steps - phase * step).unwrap_or(STEPS))
}

const _: () = assert!(KINDS_LEN == KINDS.len());
