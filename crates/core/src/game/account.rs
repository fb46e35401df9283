//! How an evaluator or a player comes to its evaluation of a position, for people: terms with their
//! values, and what it sees on single places of the board.
//!
//! The evaluator of a game is explained by its terms alone, which add up to its value. A program
//! with formulas of its own has other things to show: numbers that are no hundredths of anything,
//! several per place, sums that are no parts of the total.

use std::borrow::Cow;

use crate::Score;

/// What an evaluator or a player says of a position, for the side to move.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Account {
    /// What it looks at, by name, in the order it is to be read.
    pub terms: Vec<Term>,
    /// What it thinks of the position; `None` where it only compares moves.
    pub total: Option<f64>,
    /// What a value of 1 is, as in `1.00 is one pawn`; `None` for the unit of the game.
    pub unit: Option<&'static str>,
    /// What it sees place by place.
    pub grids: Vec<Grid>,
}

/// A number that an evaluation is made of.
#[derive(Clone, PartialEq, Debug)]
pub struct Term {
    /// Its name.
    pub name: Cow<'static, str>,
    /// Its value, in the unit of the account.
    pub value: f64,
}

/// What is seen on single places of the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grid {
    /// How the texts are meant, in a line.
    pub about: String,
    /// Places of [`Notation::picture`](super::Notation::picture) by name, and what is seen there: at
    /// most eight letters.
    pub cells: Vec<(String, String)>,
}

impl Account {
    /// Terms that add up to a score: what [`Evaluator::explain`](super::Evaluator::explain) says.
    pub fn of_terms(terms: &[(&'static str, Score)], total: Score) -> Self {
        let terms = terms.iter().map(|&(name, score)| Term::new(name, in_units(score))).collect();
        Self { terms, total: Some(in_units(total)), ..Self::default() }
    }

    /// The same with a value for each of these places, drawn as it is.
    #[must_use]
    pub fn with_grid(
        mut self,
        about: impl Into<String>,
        cells: impl IntoIterator<Item = (String, String)>,
    ) -> Self {
        let cells = cells.into_iter().collect();
        self.grids.push(Grid { about: about.into(), cells });
        self
    }
}

impl Term {
    /// A term of this name.
    pub fn new(name: impl Into<Cow<'static, str>>, value: f64) -> Self {
        Self { name: name.into(), value }
    }
}

/// A score in units: a hundredth of its raw value.
fn in_units(score: Score) -> f64 {
    f64::from(score.raw()) / 100.0
}
