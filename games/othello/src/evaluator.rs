//! The evaluation: the nim-sum, which says who wins [bouton-1901].

use super::rules::{Othello, Position};
use plyglot_core::Score;
use plyglot_core::game::{Evaluator, NoTactics};

/// Whoever leaves heaps whose numbers, written in binary, have an even number of ones in every place
/// wins; under the other rule that changes once no heap has two counters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NimSum;

/// What winning is worth while it is not proven: the unit of the game.
const WON: Score = Score::cp(100);

impl Evaluator<Othello> for NimSum {
    type Tactics = NoTactics;

    fn tactics(&self) -> &NoTactics {
        &NoTactics
    }

    fn evaluate(&self, rules: &Othello, pos: &Position) -> Score {
        let is_even = pos.heaps.iter().fold(0, |sum, heap| sum ^ heap) == 0;
        let only_ones = pos.heaps.iter().all(|heap| *heap <= 1);
        let wins = is_even == (rules.misere && only_ones);
        if wins { WON } else { -WON }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_core::game::Notation;

    #[test]
    fn the_theory_knows_who_wins() {
        for (text, misere, wins) in [
            ("3-4-5 1", false, true),
            ("1-4-5 2", false, false),
            ("1-1-1 1", false, true),
            ("1-1-1 1", true, false),
            ("1-1-2 1", true, true),
        ] {
            let rules = Othello { misere };
            let pos = rules.parse_position(text).unwrap();
            let found = NimSum.evaluate(&rules, &pos);
            assert_eq!(found, if wins { WON } else { -WON }, "{text}");
        }
    }
}
