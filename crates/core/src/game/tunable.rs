//! Evaluators that show their sums: what a tuner has to know of an evaluation.
//!
//! An evaluation that adds up weights, each taken some number of times, is a product of two
//! vectors: the weights, which are the same for all positions, and the *features* of a position,
//! which say how often each weight counts there. Whoever knows both can ask which weights would
//! have foretold the results of many games best, and need know nothing of the game.
//!
//! ```text
//! evaluate(pos)  =  Σ weight[i] · feature(pos)[i]        cp, for the first side
//! ```

use std::fmt::Write as _;

use super::Rules;
use crate::Side;

/// One number of an evaluation.
#[derive(Clone, PartialEq, Debug)]
pub struct Weight {
    /// What it is, for people.
    pub name: String,
    /// Its present value, cp.
    pub value: f64,
    /// A tuner leaves it as it is: a term that is not linear, or a matter of principle.
    pub fixed: bool,
}

/// How often one weight counts in a position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Feature {
    /// Index into [`Tunable::weights`].
    pub weight: u32,
    /// For the first side positive, for the second negative.
    pub times: f32,
}

/// A stretch of an evaluator's weights that belong together. The table of the weights is written
/// group by group, and a *term*, which people are shown, is the sum of some groups.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// Index of its first weight.
    pub first: usize,
    /// How many.
    pub len: usize,
    /// Index of the term it is part of.
    pub term: usize,
    /// Weights a line in the table.
    pub wide: usize,
    /// What its weights are, for people.
    pub about: &'static str,
}

impl Group {
    /// A group of `len` weights from `first` on.
    pub const fn new(
        first: usize,
        term: usize,
        len: usize,
        wide: usize,
        about: &'static str,
    ) -> Self {
        Self { first, len, term, wide, about }
    }

    /// Index of the first weight behind it.
    pub const fn end(self) -> usize {
        self.first + self.len
    }

    /// Its indices.
    pub fn range(self) -> std::ops::Range<usize> {
        self.first..self.end()
    }
}

/// The source of a table of weights: its head, then each group under its name, each weight as
/// `cell` writes it.
pub fn table(head: &str, groups: &[Group], cell: impl Fn(usize) -> String) -> String {
    head.to_owned() + &rows(groups, cell) + "];\n"
}

/// Each group under its name, each weight as `cell` writes it.
pub fn rows(groups: &[Group], cell: impl Fn(usize) -> String) -> String {
    let mut text = String::new();
    for group in groups {
        let _ = writeln!(text, "    // {}", group.about);
        let cells: Vec<String> = group.range().map(&cell).collect();
        for line in cells.chunks(group.wide) {
            let _ = writeln!(text, "    {}", line.join(" "));
        }
    }
    text
}

/// Tenths in one.
const TENTHS: f64 = 10.0;

/// The weights of a table that holds tenths of a cp, each named after its group.
pub fn from_tenths(groups: &[Group], values: &[i16]) -> Vec<Weight> {
    let named = groups.iter().flat_map(|group| {
        group.range().map(move |index| (index, format!("{}, {}", group.about, index - group.first)))
    });
    named
        .map(|(index, name)| Weight {
            name,
            value: f64::from(values[index]) / TENTHS,
            fixed: false,
        })
        .collect()
}

/// The source of a table that holds tenths of a cp, with these values, cp.
pub fn table_of_tenths(head: &str, groups: &[Group], values: &[f64]) -> String {
    // Adding nought keeps a rounded-off minus away from it.
    table(head, groups, |index| format!("{},", (values[index] * TENTHS).round() + 0.0))
}

/// The weights of an evaluator that has one a term, of which the first is the unit.
pub fn one_a_term(terms: &[&str], values: &[i16]) -> Vec<Weight> {
    let both = terms.iter().zip(values).enumerate();
    both.map(|(i, (&name, &value))| Weight {
        name: name.to_owned(),
        value: value.into(),
        fixed: i == 0,
    })
    .collect()
}

/// The source of a table with one weight a term: its head, then a line for each.
pub fn table_by_term(head: &str, terms: &[&str], values: &[f64]) -> String {
    let mut text = head.to_owned();
    for (name, value) in terms.iter().zip(values) {
        let _ = writeln!(text, "    {}, // {name}", value.round() + 0.0);
    }
    text + "];\n"
}

/// Appends what was counted for the side to move, a number for each weight, as features.
pub fn count_for(side: Side, tally: impl IntoIterator<Item = i32>, out: &mut Vec<Feature>) {
    let sign = if side == Side::First { 1 } else { -1 };
    for (weight, times) in (0..).zip(tally) {
        let times = i16::try_from(sign * times).unwrap_or(i16::MAX).into();
        out.push(Feature { weight, times });
    }
}

/// Checks that groups follow each other without gaps, that there are as many weights as they have,
/// and that each belongs to one of so many terms. The error names the first that does not.
pub fn check_groups(groups: &[Group], weights: usize, terms: usize) -> Result<(), String> {
    let mut end = 0;
    for Group { first, len, term, wide, about } in groups {
        if *first != end || *term >= terms || *len == 0 || *wide == 0 {
            return Err(format!("{about}: {len} weights from {first} on, expected from {end} on"));
        }
        end += len;
    }
    if end == weights { Ok(()) } else { Err(format!("{end} weights, expected {weights}")) }
}

/// An evaluator whose evaluation is linear in its weights.
pub trait Tunable<R: Rules> {
    /// The weights, always in the same order.
    fn weights(&self) -> Vec<Weight>;

    /// Appends the features of a position, in any order, a weight more than once if that is
    /// easier. The sum of `times * weight` is [`super::Evaluator::evaluate`] seen by the first
    /// side, but for rounding.
    fn features(&self, rules: &R, pos: &R::Position, out: &mut Vec<Feature>);

    /// The source file that holds the weights, with these values in it; as `cargo fmt` leaves it.
    fn source(&self, values: &[f64]) -> String;
}
