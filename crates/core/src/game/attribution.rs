//! What single places of the board give to an evaluation, for people: what stands on a square, what
//! lies in a pit.

use crate::Score;

/// What single places of the board give to an evaluation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Attribution {
    /// How the values are meant, in a few words; empty where there are none.
    pub about: &'static str,
    /// Places of [`Notation::picture`](super::Notation::picture) by name, and what each gives, for
    /// the side to move.
    pub values: Vec<(String, Score)>,
}

impl Attribution {
    /// What [`Attribution::about`] says of values that were found by [`Attribution::by_removal`].
    const BY_REMOVAL: &'static str = "the value with the man there less the value without";

    /// What each man is worth where it stands: the value of the position less the value without
    /// him, which `without` names by place, if the evaluator can be asked there.
    pub fn by_removal(
        value: Score,
        without: impl Iterator<Item = (String, Option<Score>)>,
    ) -> Self {
        let worth =
            |(place, rest): (String, Option<Score>)| Some((place, value.offset(-rest?.raw())));
        Self { about: Self::BY_REMOVAL, values: without.filter_map(worth).collect() }
    }
}
