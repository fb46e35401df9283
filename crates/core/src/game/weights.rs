//! The weights of an evaluator: how they are laid out, kept in a file and added up.
//!
//! The weights are one list, so that a tuner can go through it; a *group* is a stretch of it with a
//! meaning, and a *term* is what people are shown: the sum of some groups. A game declares its groups,
//! one after the other; offsets, names and the file follow from that. The file is a text in the `data`
//! folder of the game that the tuner writes, each group under its name; a `.toml` beside it says how
//! the values were found: by which data, command and seed, and what a match said of them.
//!
//! ```text
//! # two men on a diagonal, three on a diagonal, a man with none behind it
//! 10.6 0.3 8.7                     cp, with at most one decimal
//! ```

use std::fmt::Write as _;

use crate::Side;

/// A stretch of an evaluator's weights that belong together.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// Index of its first weight.
    pub first: usize,
    /// How many.
    pub len: usize,
    /// Index of the term it is part of.
    pub term: usize,
    /// What its weights are, for people.
    about: &'static str,
    /// Weights a line of the file.
    wide: usize,
    /// Its only weight is named as it is.
    is_term: bool,
    /// A tuner leaves it as it is.
    fixed: bool,
    /// Kept in whole cp.
    whole: bool,
}

impl Group {
    /// The first group of a list: so many weights.
    pub const fn first(term: usize, len: usize, about: &'static str) -> Self {
        let (is_term, fixed, whole) = (false, false, false);
        Self { first: 0, len, term, about, wide: len, is_term, fixed, whole }
    }

    /// The group that follows this one.
    #[must_use]
    pub const fn then(self, term: usize, len: usize, about: &'static str) -> Self {
        Self { first: self.end(), ..Self::first(term, len, about) }
    }

    /// With so many weights a line of the file.
    #[must_use]
    pub const fn wide(self, wide: usize) -> Self {
        Self { wide, ..self }
    }

    /// Not for a tuner: a term that is not linear, or the unit.
    #[must_use]
    pub const fn fixed(self) -> Self {
        Self { fixed: true, ..self }
    }

    /// In whole cp, where there are too many for more.
    #[must_use]
    pub const fn whole(self) -> Self {
        Self { whole: true, ..self }
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

/// A list of groups, each of which has to begin where the one before ends.
pub const fn in_order<const N: usize>(groups: [Group; N]) -> [Group; N] {
    let (mut end, mut i) = (0, 0);
    while i < N {
        assert!(groups[i].first == end && groups[i].len > 0 && groups[i].wide > 0);
        end = groups[i].end();
        i += 1;
    }
    groups
}

/// A list with one weight a term, of which the first is the unit.
pub const fn one_a_term<const N: usize>(terms: [&'static str; N]) -> [Group; N] {
    let mut groups = [Group::first(0, 1, terms[0]).fixed(); N];
    let mut term = 0;
    while term < N {
        if term > 0 {
            groups[term] = groups[term - 1].then(term, 1, terms[term]);
        }
        groups[term].is_term = true;
        term += 1;
    }
    groups
}

/// How much a number of a table stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    /// A cp.
    Cp = 1,
    /// A tenth of one.
    TenthCp = 10,
}

/// The numbers in the text of a file, which has to hold as many as there are: part of the program.
pub const fn read<const N: usize>(text: &str, unit: Unit) -> [i16; N] {
    let mut values = [0; N];
    read_into(text, unit, &mut values);
    values
}

/// Likewise, for tables that are too large to be read beforehand.
pub const fn read_into(text: &str, unit: Unit, values: &mut [i16]) {
    let bytes = text.as_bytes();
    let (mut at, mut found) = (0, 0);
    while at < bytes.len() {
        match bytes[at] {
            b'#' => {
                while at < bytes.len() && bytes[at] != b'\n' {
                    at += 1;
                }
            }
            b' ' | b'\n' => at += 1,
            _ => {
                assert!(found < values.len(), "a table of weights has more than its groups");
                (values[found], at) = number(bytes, at, unit);
                found += 1;
            }
        }
    }
    assert!(found == values.len(), "a table of weights has fewer than its groups");
}

/// The number that begins here, and where it ends.
const fn number(bytes: &[u8], from: usize, unit: Unit) -> (i16, usize) {
    let negative = bytes[from] == b'-';
    let mut at = if negative { from + 1 } else { from };
    let (mut value, mut decimals) = (0_i16, None);
    while at < bytes.len() && bytes[at] != b' ' && bytes[at] != b'\n' {
        match (bytes[at], decimals) {
            (digit @ b'0'..=b'9', _) => {
                value = 10 * value + (digit - b'0') as i16;
                decimals = if let Some(count) = decimals { Some(count + 1) } else { None };
            }
            (b'.', None) => decimals = Some(0),
            _ => panic!("a table of weights holds numbers"),
        }
        at += 1;
    }
    match (unit, decimals) {
        (Unit::Cp, None) | (Unit::TenthCp, Some(1)) => {}
        (Unit::TenthCp, None) => value *= 10,
        _ => panic!("a table of weights holds numbers with at most one decimal"),
    }
    (if negative { -value } else { value }, at)
}

/// A table of weights as it is in use.
#[derive(Clone, Copy, Debug)]
pub struct WeightTable<'a> {
    /// What stands where.
    pub groups: &'a [Group],
    /// The numbers, for each weight one a phase.
    pub values: &'a [i16],
    /// What one of them stands for.
    pub unit: Unit,
    /// The phases of the game, if weights differ by them.
    pub phases: &'a [&'static str],
    /// The file.
    pub text: &'a str,
}

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
    /// Index into [`WeightTable::listed`].
    pub weight: u32,
    /// For the first side positive, for the second negative.
    pub times: f32,
}

const HEAD: &str = "\
# The weights of an evaluation, cp.
# Written by `plyglot --game VARIANT tune --out`.
";

impl WeightTable<'_> {
    /// The numbers for a tuner, cp.
    pub fn listed(&self) -> Vec<Weight> {
        let phases = if self.phases.is_empty() { &[""] } else { self.phases };
        let mut all = Vec::with_capacity(self.values.len());
        for group in self.groups {
            for nth in 0..group.len {
                for phase in phases {
                    let mut name = group.about.to_owned();
                    if !group.is_term {
                        let _ = write!(name, ", {nth}");
                    }
                    if !phase.is_empty() {
                        let _ = write!(name, ", {phase}");
                    }
                    let value = f64::from(self.values[all.len()]) / f64::from(self.unit as i16);
                    all.push(Weight { name, value, fixed: group.fixed });
                }
            }
        }
        all
    }

    /// The text of the file with these values, cp.
    pub fn source(&self, values: &[f64]) -> String {
        let mut text = HEAD.to_owned();
        let phases = self.phases.len().max(1);
        for group in self.groups {
            let _ = writeln!(text, "# {}", group.about);
            let steps = f64::from(if group.whole { Unit::Cp } else { self.unit } as i16);
            let numbers = &values[group.first * phases..group.end() * phases];
            for line in numbers.chunks(group.wide * phases) {
                // Adding nought keeps a rounded-off minus away from it.
                let cell = |value: &f64| ((value * steps).round() / steps + 0.0).to_string();
                let _ = writeln!(text, "{}", line.iter().map(cell).collect::<Vec<_>>().join(" "));
            }
        }
        text
    }
}

/// Whoever is told how often each weight counts.
pub trait Tally {
    /// The weight of this index counts so many times more for this side.
    fn add(&mut self, side: Side, index: usize, times: i32);
}

/// Adds up what the first side has more, and remembers nothing else: what a search uses.
#[derive(Clone, Copy, Debug)]
pub struct Sum<'a, const N: usize> {
    values: &'a [i16; N],
    /// In the unit of the table.
    pub lead: i32,
}

impl<'a, const N: usize> Sum<'a, N> {
    /// Nothing yet.
    pub const fn new(values: &'a [i16; N]) -> Self {
        Self { values, lead: 0 }
    }
}

impl<const N: usize> Tally for Sum<'_, N> {
    #[inline]
    fn add(&mut self, side: Side, index: usize, times: i32) {
        self.lead += side.relative(i32::from(self.values[index]) * times);
    }
}

/// Remembers how often each weight counts for the first side more than for the second.
#[derive(Clone, Debug)]
pub struct Trace<const N: usize>(pub [i32; N]);

impl<const N: usize> Tally for Trace<N> {
    fn add(&mut self, side: Side, index: usize, times: i32) {
        self.0[index] += side.relative(times);
    }
}

impl<const N: usize> Trace<N> {
    /// What each term comes to for the first side, in the unit of the table.
    pub fn terms<const T: usize>(&self, groups: &[Group], values: &[i16; N]) -> [i32; T] {
        let mut terms = [0; T];
        for group in groups {
            for index in group.range() {
                terms[group.term] += i32::from(values[index]) * self.0[index];
            }
        }
        terms
    }

    /// Appends what has been counted, each weight by the share of it that is left in the end.
    pub fn features(&self, share: f32, out: &mut Vec<Feature>) {
        for (weight, &times) in (0..).zip(&self.0).filter(|(_, times)| **times != 0) {
            #[expect(clippy::cast_precision_loss, reason = "small numbers")]
            out.push(Feature { weight, times: times as f32 * share });
        }
    }
}

/// Terms that were counted in parts, of which so many are a cp. Each is what the sum so far grows by,
/// so that what is rounded off is not lost.
pub fn rounded<const T: usize>(parts: [i32; T], a_cp: i32) -> [i32; T] {
    let (mut exact, mut so_far) = (0, 0);
    parts.map(|part| {
        exact += part;
        let grown = exact / a_cp - so_far;
        so_far = exact / a_cp;
        grown
    })
}

/// What each of these counts is worth.
#[inline]
pub fn weighed<const N: usize>(counts: [i32; N], values: &[i16; N]) -> [i32; N] {
    std::array::from_fn(|i| counts[i] * i32::from(values[i]))
}

/// Appends what was counted for the side to move, a number for each weight, as features.
pub fn count_for(side: Side, counts: impl IntoIterator<Item = i32>, out: &mut Vec<Feature>) {
    for (weight, times) in (0..).zip(counts) {
        let times = i16::try_from(side.relative(times)).unwrap_or(i16::MAX).into();
        out.push(Feature { weight, times });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: Group = Group::first(0, 2, "one");
    const GROUPS: [Group; 2] = in_order([ONE, ONE.then(1, 3, "three").wide(2).whole()]);
    const TEXT: &str = "# one\n10.6 -0.3\n# three\n-8 0\n12\n";
    const VALUES: [i16; 5] = read(TEXT, Unit::TenthCp);

    #[test]
    fn what_is_written_is_read_back() {
        assert_eq!(VALUES, [106, -3, -80, 0, 120]);
        let (groups, values) = (&GROUPS, &VALUES);
        let table = WeightTable { groups, values, unit: Unit::TenthCp, phases: &[], text: TEXT };
        let listed: Vec<f64> = table.listed().iter().map(|weight| weight.value).collect();
        assert_eq!(listed, [10.6, -0.3, -8.0, 0.0, 12.0]);
        assert_eq!(table.listed()[3].name, "three, 1");
        assert_eq!(table.source(&listed), HEAD.to_owned() + TEXT);
        assert_eq!(read::<2>("-7 9", Unit::Cp), [-7, 9]);
    }

    #[test]
    fn terms_add_up_to_the_rounded_sum() {
        assert_eq!(rounded([14, 14, -9, -30], 10), [1, 1, -1, -2]);
    }
}
