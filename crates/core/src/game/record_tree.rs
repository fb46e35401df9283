//! Games of records with their variations, comments and marks, as texts: nothing of it is played.

/// A recorded game with its variations.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RecordTree {
    /// What is said before the first move.
    pub comment: String,
    /// The main line.
    pub moves: Vec<RecordStep>,
}

/// A move of a recorded game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RecordStep {
    /// As [`Notation::parse_move`](super::Notation::parse_move) reads it.
    pub text: String,
    /// What is said behind it.
    pub comment: String,
    /// Marks, as numeric annotation glyphs [edwards-1994].
    pub marks: Vec<u16>,
    /// What could have been played in its place.
    pub variations: Vec<Vec<RecordStep>>,
}

impl RecordTree {
    /// The moves of a variation; what is said before the first of them is said behind it.
    pub fn into_steps(mut self) -> Vec<RecordStep> {
        if let Some(first) = self.moves.first_mut().filter(|_| !self.comment.is_empty()) {
            let behind = std::mem::replace(&mut first.comment, self.comment);
            if !behind.is_empty() {
                first.comment.push(' ');
                first.comment.push_str(&behind);
            }
        }
        self.moves
    }
}
