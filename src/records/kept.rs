//! A game of a file: set up, its moves to be played, and what the file says of it and of its end.

use super::claim::side_name;
use plyglot_core::game::Ending;
use plyglot_core::game::notation::RecordedMove;
use plyglot_core::text::number_of;
use plyglot_core::{Settings, Side};
use plyglot_host::entry::GameEntry;
use plyglot_host::game::Variant;
use plyglot_host::state::{GameState, SetupError};
use plyglot_host::view::outcome_text;

/// A game of a file, at its set-up, its moves to be played.
pub struct Kept {
    /// The game.
    pub game: &'static GameEntry,
    /// Which form of it.
    pub variant: &'static Variant,
    /// The settings before, with its rules.
    pub settings: Settings,
    /// The game.
    pub engine: Box<dyn GameState>,
    /// The position it begins with; `None` where it is the start.
    pub setup: Option<String>,
    /// What is to be played.
    pub moves: Vec<RecordedMove>,
    /// Names and values.
    pub tags: Vec<(String, String)>,
    /// How the file says that the game ended, and the same in words where it has words.
    pub claim: Option<Ending>,
    /// See there.
    pub result: Option<String>,
    /// What the file says of the rules that was not understood.
    pub remarks: Vec<String>,
}

impl std::fmt::Debug for Kept {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { variant, setup, moves, .. } = self;
        f.debug_struct("Kept")
            .field("variant", &variant.name)
            .field("setup", setup)
            .field("moves", &moves.len())
            .finish_non_exhaustive()
    }
}

impl Kept {
    /// Plays the move of this index.
    pub fn play(&mut self, index: usize) -> Result<(), String> {
        let Some(RecordedMove { text, line, side }) = self.moves.get(index) else { return Ok(()) };
        let mover = self.engine.side_to_move();
        let number = index + 1;
        if let Some(said) = side.filter(|&said| said != mover) {
            let (said, mover) = (side_name(said), side_name(mover));
            return Err(format!(
                "line {line}: move {number}, {text} of the {said}: it is the turn of the {mover}"
            ));
        }
        self.engine.play(&[text]).map(|_| ()).map_err(|error| {
            let why = match error {
                SetupError::Move { error, .. } => error.to_string(),
                other => other.to_string(),
            };
            format!("line {line}: move {number}, {text} of the {}: {why}", side_name(mover))
        })
    }

    /// Plays all moves.
    pub fn play_all(&mut self) -> Result<(), String> {
        (0..self.moves.len()).try_for_each(|index| self.play(index))
    }

    /// Plays the moves as far as the rules in force let the game go on: records of other rule books
    /// may go on where ours end it. Moves behind that are dropped, and said.
    ///
    /// # Errors
    /// A move is not legal in a game that goes on.
    pub fn play_to_the_end(&mut self) -> Result<Option<String>, String> {
        for index in 0..self.moves.len() {
            let Some(outcome) = self.engine.outcome().filter(|outcome| !outcome.claim) else {
                self.play(index)?;
                continue;
            };
            let (left, how) = (self.moves.len() - index, outcome_text(&outcome));
            self.moves.truncate(index);
            let left = number_of(left, "more move");
            return Ok(Some(format!(
                "the game ends after move {index}, {how}, by the rules in force: {left} of the file left out"
            )));
        }
        Ok(None)
    }

    /// Who has lost by giving up, as far as can be told: a game that its rules have not ended is
    /// won, and not by a clock or a referee.
    pub fn resigned(&self) -> Option<Side> {
        let Some(Ending::Win(winner)) = self.claim else { return None };
        let tag = |name: &str| self.tags.iter().find(|(tag, _)| tag == name);
        let is_normal = |text: &str| {
            let text = text.to_lowercase();
            text == "normal" || text.contains("resign")
        };
        let by_words = self.result.as_deref().is_none_or(|words| words.contains("resigned"));
        let by_tag = tag("Termination").is_none_or(|(_, value)| is_normal(value));
        (by_words && by_tag && self.engine.outcome().is_none()).then_some(winner.other())
    }

    /// How a game ended that its rules have not ended: who won, and the same in words.
    pub fn ended_otherwise(&self) -> Option<(Option<Side>, String)> {
        let claim = self.claim.filter(|_| self.engine.outcome().is_none())?;
        let why = self.tags.iter().find(|(tag, _)| tag == "Termination");
        let why = why.map_or("as recorded", |(_, value)| value.as_str());
        let (winner, words) = match claim {
            Ending::Win(winner) if self.resigned().is_some() => {
                return Some((Some(winner), resignation(winner.other())));
            }
            Ending::Win(winner) => (Some(winner), format!("{} wins ({why})", side_name(winner))),
            Ending::Draw => (None, format!("draw ({why})")),
            // What lies on the board says otherwise.
            Ending::Margin(_) => return None,
        };
        Some((winner, self.result.clone().unwrap_or(words)))
    }
}

/// `second side wins (first side resigned)`.
pub fn resignation(loser: Side) -> String {
    format!("{} wins ({} resigned)", side_name(loser.other()), side_name(loser))
}
