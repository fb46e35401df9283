//! An opinion about positions, and what the search may do on the strength of it.
//!
//! The evaluation itself is in [`super::eval`].

use super::board::{Board, bits, set_of};
use super::eval::{self, Kit, Table};
use super::moves::Move;
use super::rules::{Draughts, Position};
use crate::core::Score;
use crate::game::tunable::{Feature, Weight};
use crate::game::{Evaluator, Rules, Selectivity, Shares, Tunable};

/// Material, squares, kings, formation, mobility, and what stands unprotected.
#[derive(Clone, Copy, Debug)]
pub struct DraughtsEvaluator {
    table: &'static Table,
}

/// Captures first, those of more pieces before others.
const CAPTURE: i32 = 5000;
const PIECE: i32 = 100;
/// Then what makes a king.
const CROWNING: i32 = 3000;
/// Futility margin, cp a ply: half a man. International draughts at 20,000 nodes a move, 200 games
/// each, Elo, with a ply less where the table knows no move: 30 cp +38 [+12, +65], 60 cp +49 [+25,
/// +73], 90 cp +45 [+18, +73]. 60 cp without that ply less +33 [+4, +62], the ply less alone +30 [+7,
/// +52].
const FUTILITY_CP: i32 = 60;

impl DraughtsEvaluator {
    /// The evaluator for these rules.
    pub fn new<B: Board>(rules: &Draughts<B>) -> Self {
        let kit = match (B::ROW, rules.rules.flying_kings) {
            (4, false) => Kit::English,
            (4, true) => Kit::Flying,
            _ => Kit::Large,
        };
        Self::with_table(kit.table())
    }

    /// The evaluator that holds with this table.
    pub(super) const fn with_table(table: &'static Table) -> Self {
        Self { table }
    }
}

impl<B: Board> Evaluator<Draughts<B>> for DraughtsEvaluator {
    fn evaluate(&self, rules: &Draughts<B>, pos: &Position) -> Score {
        Score::cp(eval::evaluate(self.table, rules, pos))
    }

    /// All captures where there are any, else the steps that make a king. Answers to a threatened
    /// capture are not among them: with those that end the threat international draughts lost 31 Elo
    /// [-21, +85] at 1500 nodes a move, 100 games, with all moves 191 [144, 245], 160 games; the search
    /// looks for them once ([`Evaluator::is_threatened`]).
    fn noisy_moves(&self, rules: &Draughts<B>, pos: &Position, out: &mut Vec<Move>) {
        let view = rules.view(pos);
        if view.can_capture::<B>(&rules.rules) {
            rules.legal_moves(pos, out);
        } else {
            view.crownings::<B>(out);
        }
    }

    /// Capturing is compulsory, so nobody can stand who can capture.
    fn in_check(&self, rules: &Draughts<B>, pos: &Position) -> bool {
        rules.must_capture(pos)
    }

    /// Captures, then crownings, then men by how much better their squares are.
    fn order_score(&self, rules: &Draughts<B>, pos: &Position, mv: Move) -> i32 {
        if mv.is_capture() {
            let kings = (mv.captured & pos.kings).count_ones().cast_signed();
            return CAPTURE + PIECE * (mv.captured.count_ones().cast_signed() + 2 * kings);
        }
        if pos.kings & set_of(mv.from) != 0 {
            return 0;
        }
        if is_crowning(rules, pos, mv) {
            return CROWNING;
        }
        let up = rules.goes_up(pos.side);
        let place = |bit: u8| {
            let bit = if up { bit } else { super::board::turned_bit::<B>(bit) };
            i32::from(self.table.placement(bit))
        };
        place(mv.to) - place(mv.from)
    }

    fn is_noisy(&self, rules: &Draughts<B>, pos: &Position, mv: Move) -> bool {
        mv.is_capture() || is_crowning(rules, pos, mv)
    }

    /// The other side could capture something if it were to move.
    fn is_threatened(&self, rules: &Draughts<B>, pos: &Position) -> bool {
        rules.view_of(pos, pos.side.other()).can_capture::<B>(&rules.rules)
    }

    /// No pass: zugzwang decides endings, and combinations begin with moves that look like one.
    ///
    /// What a search gains by answering threats at the horizon, 5000 nodes a move, 200 games each,
    /// Elo: international draughts +33 [-6, +73], Russian 0 [-36, +36], English +10 [-26, +47].
    /// Answered whatever the opinion was, also where it was too bad to matter, they gained nothing:
    /// -3 [-41, +34], 0 [-34, +34], -21 [-59, +17].
    fn selectivity(&self) -> Selectivity {
        Selectivity {
            late_moves: true,
            reduce_unknown: true,
            futility: Some(FUTILITY_CP),
            extend_loud: true,
            extend_tense: true,
            ..Selectivity::NONE
        }
    }

    fn explain(&self, rules: &Draughts<B>, pos: &Position) -> Vec<(&'static str, Score)> {
        let terms = eval::terms(self.table, rules, pos).map(Score::cp);
        eval::TERMS.into_iter().zip(terms).collect()
    }

    fn shares(&self, rules: &Draughts<B>, pos: &Position) -> Shares {
        let without = bits(pos.pieces[0] | pos.pieces[1]).map(|bit| {
            let rest = pos.pieces.map(|set| set & !set_of(bit));
            let mut left = Position::new(rest, pos.kings & !set_of(bit), pos.side);
            left.counts = pos.counts;
            // A side without a piece has lost.
            let is_asked = rest.iter().all(|set| *set != 0);
            (rules.square_text(bit), is_asked.then(|| self.evaluate(rules, &left)))
        });
        Shares::by_removal(self.evaluate(rules, pos), without)
    }

    fn tunable(&self) -> Option<&dyn Tunable<Draughts<B>>> {
        Some(self)
    }
}

/// A man reaches its last row.
fn is_crowning<B: Board>(rules: &Draughts<B>, pos: &Position, mv: Move) -> bool {
    pos.kings & set_of(mv.from) == 0 && rules.view(pos).last_row::<B>() & set_of(mv.to) != 0
}

impl<B: Board> Tunable<Draughts<B>> for DraughtsEvaluator {
    fn weights(&self) -> Vec<Weight> {
        self.table.listed()
    }

    fn features(&self, rules: &Draughts<B>, pos: &Position, out: &mut Vec<Feature>) {
        eval::features(self.table, rules, pos, out);
    }

    fn source(&self, values: &[f64]) -> String {
        eval::source(values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Notation;
    use crate::games::draughts::{International, RuleSet};

    #[test]
    fn a_king_is_worth_more_than_a_man_and_what_the_other_side_has_counts_against() {
        let game = International::new(RuleSet::INTERNATIONAL);
        let pos = game.parse_position("W:W32,33,K5:B18,19,K46").unwrap();
        let evaluator = DraughtsEvaluator::new(&game);
        let values = evaluator.shares(&game, &pos).values;
        assert_eq!(values.len(), 6);
        let worth = |square: &str| {
            let share = values.iter().find(|(name, _)| name == square);
            share.map(|(_, score)| score.raw()).unwrap()
        };
        assert!(worth("5") > worth("32") && worth("32") > 0, "{values:?}");
        assert!(worth("46") < worth("19") && worth("19") < 0, "{values:?}");
        let last = game.parse_position("W:W32:B18,19").unwrap();
        assert_eq!(evaluator.shares(&game, &last).values.len(), 2, "not of the last man");
    }
}
