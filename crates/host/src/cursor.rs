//! The game behind a recording, for its page: moves played and taken back, boards drawn.

use crate::game::Game;
use plyglot_core::Side;
use plyglot_core::game::picture::{Picture, Scene};
use plyglot_core::game::{Evaluator, PlayedGame, Tactics};
use plyglot_inspect::page::{EvalBreakdown, GameCursor};

/// A game that is walked through. A pass, which no history has, begins a line of its own.
pub(super) struct GameWalk<'g, G: Game> {
    rules: &'g G,
    evaluator: G::Evaluator,
    played: PlayedGame<G>,
    /// The lines that passes interrupted.
    interrupted: Vec<PlayedGame<G>>,
    /// Moves played before the walk began.
    before: usize,
}

impl<'g, G: Game> GameWalk<'g, G> {
    /// Walks from the end of a line.
    pub(super) fn new(rules: &'g G, played: &PlayedGame<G>) -> Self {
        let (played, before) = (played.clone(), played.moves_played().len());
        Self { rules, evaluator: rules.evaluator(), played, interrupted: Vec::new(), before }
    }

    fn pos(&self) -> &G::Position {
        self.played.position()
    }
}

impl<G: Game> GameCursor for GameWalk<'_, G> {
    fn picture(&self) -> Picture {
        self.rules.picture()
    }

    fn play(&mut self, mv: Option<&str>) -> bool {
        let Some(text) = mv else {
            let passed = self.evaluator.tactics().null_move(self.rules, self.pos());
            let Some(pos) = passed else { return false };
            let passed = PlayedGame::new(self.rules, pos);
            self.interrupted.push(std::mem::replace(&mut self.played, passed));
            return true;
        };
        let Ok(mv) = self.rules.parse_move(&self.played, text) else { return false };
        self.played.play(self.rules, mv);
        true
    }

    fn back(&mut self) {
        // A line that nothing was played on began with a pass.
        let began = if self.interrupted.is_empty() { self.before } else { 0 };
        if self.played.moves_played().len() > began {
            self.played.undo();
        } else if let Some(played) = self.interrupted.pop() {
            self.played = played;
        }
    }

    fn scene(&self) -> Scene {
        self.rules.scene(self.pos())
    }

    fn side(&self) -> Side {
        self.rules.side_to_move(self.pos())
    }

    fn evaluation(&self) -> Option<EvalBreakdown> {
        let (rules, pos) = (self.rules, self.pos());
        if rules.outcome(pos).is_some() {
            return None;
        }
        let terms = self.evaluator.explain(rules, pos);
        Some(EvalBreakdown { terms, attribution: rules.attribution(&self.evaluator, pos) })
    }
}
