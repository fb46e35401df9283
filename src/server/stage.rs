//! The game behind a recording, for its page: moves played and taken back, boards drawn.

use crate::core::Side;
use crate::game::picture::{Picture, Scene};
use crate::game::{Judge, Line};
use crate::games::Game;
use crate::inspect::page::Stage;

/// A game that is walked through. A pass, which no history has, begins a line of its own.
pub(super) struct Walker<'g, G: Game> {
    rules: &'g G,
    judge: G::Judge,
    lines: Vec<Line<G>>,
}

impl<'g, G: Game> Walker<'g, G> {
    /// Walks from the end of a line.
    pub(super) fn new(rules: &'g G, line: &Line<G>) -> Self {
        Self { rules, judge: rules.judge(), lines: vec![line.clone()] }
    }

    fn line(&self) -> &Line<G> {
        self.lines.last().expect("the first line is never taken away")
    }
}

impl<G: Game> Stage for Walker<'_, G> {
    fn picture(&self) -> Picture {
        self.rules.picture()
    }

    fn play(&mut self, mv: Option<&str>) -> bool {
        let Some(text) = mv else {
            let passed = self.judge.null_move(self.rules, self.line().position());
            let line = passed.map(|pos| Line::new(self.rules, pos));
            let is_sound = line.is_some();
            self.lines.extend(line);
            return is_sound;
        };
        let Ok(mv) = self.rules.parse_move(self.line(), text) else { return false };
        if let Some(line) = self.lines.last_mut() {
            line.play(self.rules, mv);
        }
        true
    }

    fn back(&mut self) {
        // A line that nothing was played on began with a pass.
        if self.line().played().is_empty() {
            debug_assert!(self.lines.len() > 1, "nothing to take back");
            self.lines.pop();
        } else if let Some(line) = self.lines.last_mut() {
            line.undo();
        }
    }

    fn scene(&self) -> Scene {
        self.rules.scene(self.line().position())
    }

    fn side(&self) -> Side {
        self.rules.side_to_move(self.line().position())
    }
}
