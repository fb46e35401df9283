//! The game behind a recording, for its page: moves played and taken back, boards drawn.

use std::borrow::Cow;

use crate::game::Game;
use crate::players::SharedPlayer;
use crate::view::own_terms;
use plyglot_core::Side;
use plyglot_core::game::picture::{Picture, Scene};
use plyglot_core::game::{Evaluator, PlayedGame, Tactics};
use plyglot_inspect::page::{EvalBreakdown, GameCursor};

/// A game that is walked through. A pass, which no history has, begins a line of its own.
pub(super) struct GameWalk<'g, G: Game> {
    rules: &'g G,
    evaluator: G::Evaluator,
    /// Whoever plays, if it judges in its own way.
    player: SharedPlayer<G>,
    played: PlayedGame<G>,
    /// The lines that passes interrupted.
    interrupted: Vec<PlayedGame<G>>,
    /// Moves played before the walk began.
    before: usize,
}

impl<'g, G: Game> GameWalk<'g, G> {
    /// Walks from the end of a line.
    pub(super) fn new(rules: &'g G, played: &PlayedGame<G>, player: SharedPlayer<G>) -> Self {
        let (played, before) = (played.clone(), played.moves_played().len());
        let (evaluator, interrupted) = (rules.evaluator(), Vec::new());
        Self { rules, evaluator, player, played, interrupted, before }
    }

    /// The terms of a player that judges in its own way; while it thinks, it is not asked.
    fn terms_of_player(&self) -> Option<Vec<(Cow<'static, str>, i32)>> {
        let player = self.player.try_lock().ok()?;
        own_terms(self.rules, &self.played, &**player)
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
        if let Some(terms) = self.terms_of_player() {
            return Some(EvalBreakdown { terms, ..EvalBreakdown::default() });
        }
        let terms = self.evaluator.explain(rules, pos).into_iter();
        let terms = terms.map(|(name, score)| (name.into(), score.raw())).collect();
        Some(EvalBreakdown { terms, attribution: rules.attribution(&self.evaluator, pos) })
    }
}
