//! Draws that are claimed: by a person with a command, by a mind as its option says.

use super::Play;
use crate::engine::claim::Claim;
use crate::records::claim::side_name;
use plyglot_core::game::Outcome;
use plyglot_core::{Score, Side};
use plyglot_host::state::SetupError;

/// What has been claimed, and what the mind has to go by.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Claims {
    /// So many moves had been played when a person claimed.
    by_person: Option<usize>,
    /// What the mind thought of the game for this side, the last time.
    pub(super) thought: Option<(Side, Score)>,
}

impl Play {
    /// How the game has ended by its rules, claims included.
    pub(super) fn ruled(&self) -> Option<Outcome> {
        self.engine.outcome().filter(|outcome| !outcome.claim || self.is_claimed())
    }

    /// Whether the draw that may be claimed now is.
    fn is_claimed(&self) -> bool {
        let plies = self.engine.game_text().moves.len();
        let policy = Claim::of(&self.settings);
        let by_mind = |side: &Side| {
            let thought = self.claims.thought.filter(|(thinker, _)| thinker == side);
            !self.persons[side.index()] && policy.claims(thought.map(|(_, score)| score))
        };
        self.claims.by_person == Some(plies) || Side::BOTH.iter().any(by_mind)
    }

    /// What may be claimed, for whose turn it is.
    pub(super) fn offer(&self) -> String {
        let open = self.engine.outcome().filter(|outcome| outcome.claim && self.ruled().is_none());
        open.map_or(String::new(), |outcome| {
            format!(" A draw may be claimed ({}): `claim`.", outcome.reason)
        })
    }

    /// A person claims a draw: as the position stands, or with the move that it is about to make.
    pub(super) fn claim(&mut self, mv: &str) -> Result<Vec<String>, String> {
        self.expect_turn()?;
        if mv.is_empty() {
            if !self.engine.outcome().is_some_and(|outcome| outcome.claim) {
                let side = side_name(self.engine.side_to_move());
                return Err(format!(
                    "claim: the {side} may claim no draw here; `claim MOVE` claims with a move"
                ));
            }
        } else {
            self.engine.play(&[mv]).map_err(|error| match error {
                SetupError::Move { error, .. } => format!("claim: {error}"),
                other => format!("claim: {other}"),
            })?;
            if self.engine.outcome().is_none() {
                self.engine.undo(1).map_err(|error| error.to_string())?;
                return Err(format!("claim: after `{mv}` no draw may be claimed"));
            }
        }
        self.claims.by_person = Some(self.engine.game_text().moves.len());
        Ok(self.board())
    }
}
