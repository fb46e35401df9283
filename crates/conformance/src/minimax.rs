//! Plain minimax: no window, no table, no ordering. Whatever a search leaves out, it must come to the
//! same score.
//!
//! It is written apart from the search, and apart from the minimax of the command `check depth N`
//! (`plyglot_inspect::check`), which has a window beyond the horizon to bear deeper trees: that one
//! is part of the program, and held against this one by way of the search.

use plyglot_core::Score;
use plyglot_core::game::played_game::ended_by_history;
use plyglot_core::game::{Evaluator, NodeTactics, PlayedGame, Rules, Tactics};

/// Plain minimax with an evaluator. The rules are those of the search, where the second occurrence
/// of a position counts already.
#[derive(Debug)]
pub struct Minimax<'a, R: Rules, E: Evaluator<R>> {
    /// The rules of the game.
    pub rules: &'a R,
    /// What a position is worth at the horizon.
    pub evaluator: &'a E,
    /// At the horizon, noisy moves are played as far as they go.
    pub quiescence: bool,
    /// A position in check has a ply more.
    pub check_extension: bool,
}

impl<R: Rules, E: Evaluator<R>> Minimax<'_, R, E> {
    /// The value of the last position of `line` for the side to move, `ply` plies from the root.
    pub fn value(&self, played: &mut PlayedGame<R>, depth: u32, ply: u32) -> Score {
        let pos = played.position();
        let over = self.rules.outcome(pos);
        let over = over.or_else(|| {
            ended_by_history(self.rules, self.rules.repetition(), played.key_history(), pos)
        });
        if let Some(outcome) = over {
            return outcome.score(self.rules.side_to_move(pos), ply);
        }
        let longer =
            self.check_extension && self.evaluator.tactics().node(self.rules, pos).in_check();
        let depth = depth + u32::from(longer);
        if depth == 0 {
            return self.static_eval(played, ply);
        }
        let moves = played.moves(self.rules);
        let values = self.values(played, &moves, depth, ply);
        values.into_iter().max().unwrap_or_else(|| self.stuck(played, ply))
    }

    /// The value of each of these moves for the side that plays it.
    fn values(
        &self,
        played: &mut PlayedGame<R>,
        moves: &[R::Move],
        depth: u32,
        ply: u32,
    ) -> Vec<Score> {
        let side = self.rules.side_to_move(played.position());
        let mut values = Vec::new();
        for &mv in moves {
            played.play(self.rules, mv);
            let value = match depth {
                0 => self.in_quiescence(played, ply + 1),
                _ => self.value(played, depth - 1, ply + 1),
            };
            let is_same_side = self.rules.side_to_move(played.position()) == side;
            values.push(if is_same_side { value } else { -value });
            played.undo();
        }
        values
    }

    fn in_quiescence(&self, played: &mut PlayedGame<R>, ply: u32) -> Score {
        let without_depth = Minimax { check_extension: false, ..*self };
        without_depth.value(played, 0, ply)
    }

    /// What the evaluator thinks, after all noisy moves have been played.
    fn static_eval(&self, played: &mut PlayedGame<R>, ply: u32) -> Score {
        if !self.quiescence {
            return self.evaluator.evaluate(self.rules, played.position());
        }
        let mut noisy = Vec::new();
        let pos = played.position().clone();
        let node = self.evaluator.tactics().node(self.rules, &pos);
        node.quiescence_moves(&mut noisy);
        let allowed = played.moves(self.rules);
        noisy.retain(|mv| allowed.contains(mv));
        let mut values = self.values(played, &noisy, 0, ply);
        if !node.in_check() {
            values.push(self.evaluator.evaluate(self.rules, played.position()));
        }
        values.into_iter().max().unwrap_or_else(|| self.stuck(played, ply))
    }

    fn stuck(&self, played: &PlayedGame<R>, ply: u32) -> Score {
        let pos = played.position();
        self.rules.stuck(pos).score(self.rules.side_to_move(pos), ply)
    }

    /// The values of the moves at the root, best first.
    pub fn root(&self, played: &PlayedGame<R>, depth: u32) -> Vec<Score> {
        let mut played = line_again(self.rules, played);
        let moves = played.moves(self.rules);
        let mut values = self.values(&mut played, &moves, depth, 0);
        values.sort_unstable();
        values.reverse();
        values
    }
}

/// The same game, played again.
pub fn line_again<R: Rules>(rules: &R, played: &PlayedGame<R>) -> PlayedGame<R> {
    let mut again = PlayedGame::new(rules, played.setup().clone());
    played.moves_played().iter().for_each(|&mv| again.play(rules, mv));
    again
}
