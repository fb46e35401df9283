//! What the mind is asked in a game of `plyglot play`: a move, or what it would play.

use super::talk::about;
use super::{PATIENCE, Play, Told, setup};
use crate::matches::player::{Fault, Purpose, Thought};

impl Play {
    /// What the mind says to the position, as its move.
    pub(super) fn think(&mut self) -> Result<Thought, Fault> {
        self.think_for(Purpose::Move)
    }

    /// The same, perhaps for a person who only wants to know.
    fn think_for(&mut self, purpose: Purpose) -> Result<Thought, Fault> {
        if self.told == Told::Nothing {
            self.player.new_game()?;
        }
        self.told = Told::Game;
        let game = self.engine.game_text();
        self.player.think_for(purpose, &setup(&game), &self.limits, PATIENCE)
    }

    pub(super) fn hint_by_mind(&mut self) -> Result<Vec<String>, Fault> {
        let thought = self.think_for(Purpose::Hint)?;
        let best = thought.best.as_deref().ok_or(Fault::WrongClaim)?;
        Ok(vec![format!("hint: {best}{}", about(&thought))])
    }
}
