//! Readings of a program that is known by its text alone, each tried on a recorded game of it.
//!
//! A text leaves things open. Each way to read it is a [`Hypothesis`]; one that is right would have
//! played the moves of a game that the text gives. A game has the readings of its source text, and
//! what each of them says of a move (`Game::readings`, `Game::reading_answers`); the moves of a
//! record are put to all of them (`trial`), and the readings ranked by how many they explain. Those
//! that give the same answers to every move are one [`Group`]: this record cannot tell them apart.

use std::collections::HashMap;

use plyglot_parallel as parallel;

/// One way to read the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hypothesis {
    /// The question that the readings of its family answer differently, in a word.
    pub family: &'static str,
    /// The answer.
    pub reading: String,
}

/// What a reading says of a move that was played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fit {
    /// It would have played that.
    Explained,
    /// It would have played another move, to which it gives the same value.
    Tied,
    /// It would have played another move, and holds that one for worse, or for no move at all.
    Missed,
}

/// What a reading plays where a move was played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ReadingAnswer<M> {
    /// Its move; `None` where it finds none.
    pub chosen: Option<M>,
    /// What it says of the move played.
    pub verdict: Fit,
}

/// Readings that answer every move of the record alike.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// The readings, in the order of the game's list.
    pub readings: Vec<Hypothesis>,
    /// The answers, by ply.
    pub answers: Vec<ReadingAnswer<String>>,
}

/// Readings by what they answer to each move of a game of so many plies; the answers of all to one ply are
/// asked together, and of several plies at once.
pub(super) fn groups(
    readings: Vec<Hypothesis>,
    plies: usize,
    answers: &(dyn Fn(usize) -> Vec<ReadingAnswer<String>> + Sync),
) -> Vec<Group> {
    let by_ply = parallel::map(plies, answers);
    let mut groups: Vec<Group> = Vec::new();
    let mut known = HashMap::new();
    for (at, reading) in readings.into_iter().enumerate() {
        let answers: Vec<_> = by_ply.iter().map(|answers| answers[at].clone()).collect();
        let group = *known.entry(answers.clone()).or_insert(groups.len());
        if group == groups.len() {
            groups.push(Group { readings: Vec::new(), answers });
        }
        groups[group].readings.push(reading);
    }
    best_first(&mut groups);
    groups
}

/// Those that explain most moves first; what is ranked alike stays in the order of the list.
fn best_first(groups: &mut [Group]) {
    groups.sort_by_key(|group| {
        let [explained, missed] = [Fit::Explained, Fit::Missed].map(|verdict| group.count(verdict));
        (std::cmp::Reverse(explained), missed, std::cmp::Reverse(group.in_a_row()))
    });
}

impl Group {
    /// How many moves have this verdict.
    pub fn count(&self, verdict: Fit) -> usize {
        self.answers.iter().filter(|answer| answer.verdict == verdict).count()
    }

    /// How many moves from the first on are explained.
    pub fn in_a_row(&self) -> usize {
        let is_explained = |answer: &&ReadingAnswer<String>| answer.verdict == Fit::Explained;
        self.answers.iter().take_while(is_explained).count()
    }
}
