//! What the player `f2` likes: the evaluations of [dubner-1990, section 5].
//!
//! From the side to move; K is the stones in a store, D the sum of the activities of a side's pits:
//!
//! | `Kalah.Evaluation` | value |
//! |---|---|
//! | `difference` | Ka - Kb, the program's own |
//! | `activity` | Ka·Da - Kb·Db (Rechenberg, 1970) |
//! | `tseitin` | (Ka + 17.3/(37-Ka) - 40/Da) - the same of b |
//!
//! The activity of a pit is what its sowing drops into own pits, less what it drops into the
//! other's, plus seven (one more than the pits of a side on other boards); of an empty pit, 0. A
//! pit of many stones may drop more into the other's pits, so activities can be negative.
//! Tseitin's formula has no value at K = 37 or D = 0: K is counted as at most 36, and D as at least 1.
//! 37 is half of Dubner's stones and one; with more stones than his 72 it is that of theirs. A finished game
//! is better or worse than all of that, by its margin, in the two evaluations that are no margins
//! themselves.

use crate::board::Board;
use crate::rules::{Kalah, Position};
use plyglot_core::game::Account;
use plyglot_core::game::account::Term;
use plyglot_core::{Choice, Scope, Score, Side, Way};

/// A value of a position, in thousandths of what the evaluation counts. Larger than any score.
pub(super) type Value = i64;

/// One stone, or one point of a formula.
pub(super) const POINT: Value = 1000;
/// A finished game is worth this more than its margin, where stones are not what is counted.
const FINISHED: Value = 1_000_000 * POINT;
pub(super) const INFINITE: Value = 2 * FINISHED;
/// Stones with which Dubner's game is won.
const WON: u16 = 37;

/// Which positions are liked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Evaluation {
    Difference,
    Activity,
    Tseitin,
}

pub(super) const EVALUATION: Choice<Evaluation> = Choice {
    scope: Scope::Player,
    option: "Kalah.Evaluation",
    about: "What the mind `f2` likes: stones in the store, Rechenberg's formula of 1970, or \
            Tseitin's.",
    unset: None,
    ways: &[
        Way::unsaid("difference", Evaluation::Difference),
        Way::unsaid("activity", Evaluation::Activity),
        Way::unsaid("tseitin", Evaluation::Tseitin),
    ],
};

impl Evaluation {
    /// What [dubner-1990] calls `estimate`, for the side to move; `finishes` if rule 1.4 is
    /// applied.
    pub(super) fn of(self, kalah: &Kalah, pos: &Position, finishes: bool) -> Value {
        let mut pos = *pos;
        let over = finishes && kalah.is_over(&pos);
        if over {
            kalah.sweep(&mut pos);
        }
        let [own, opposing] = pos.stores.map(Value::from);
        let ahead = (own - opposing) * POINT;
        match self {
            Evaluation::Difference => ahead,
            Evaluation::Activity | Evaluation::Tseitin if over => FINISHED * ahead.signum() + ahead,
            Evaluation::Activity => {
                let [da, db] = activities(kalah, pos.board);
                (own * da - opposing * db) * POINT
            }
            Evaluation::Tseitin => {
                let [da, db] = activities(kalah, pos.board);
                let [ka, kb] = pos.stores;
                let won = won(pos.total());
                thousandths(tseitin(ka, da, won) - tseitin(kb, db, won))
            }
        }
    }
}

/// A value as the protocol's score: hundredths of a stone or of a point, the nearest; beyond what a
/// score can say, the greatest there is.
pub(super) fn score(value: Value) -> Score {
    let step = POINT / 100;
    let hundredths = (value + value.signum() * step / 2) / step;
    Score::cp(i32::try_from(hundredths.clamp(-1_000_000, 1_000_000)).unwrap_or(0))
}

/// How it comes about, for people.
impl Evaluation {
    /// The parts of all three formulas, their values, and the one that is liked.
    pub(super) fn account(self, kalah: &Kalah, pos: &Position, finishes: bool) -> Account {
        #[expect(clippy::cast_precision_loss, reason = "values stay below a billion points")]
        let points = |value: Value| value as f64 / POINT as f64;
        let [da, db] = activities(kalah, pos.board);
        let [ka, kb] = pos.stores;
        let tseitins = match won(pos.total()) {
            WON => "tseitin: K + 17.3/(37-K) - 40/D, a less b",
            _ => "tseitin: K + 17.3/(W-K) - 40/D, a less b; W wins",
        };
        let parts = [
            ("Ka, stones in the store, to move", Value::from(ka)),
            ("Kb, stones in the store, waiting", Value::from(kb)),
            ("Da, activity of the pits, to move", da),
            ("Db, activity of the pits, waiting", db),
        ];
        let formulas = [
            ("difference: Ka - Kb", Evaluation::Difference),
            ("activity: Ka*Da - Kb*Db", Evaluation::Activity),
            (tseitins, Evaluation::Tseitin),
        ];
        let parts = parts.map(|(name, value)| Term::new(name, points(value * POINT)));
        let values = formulas
            .map(|(name, formula)| Term::new(name, points(formula.of(kalah, pos, finishes))));
        let account = Account {
            terms: parts.into_iter().chain(values).collect(),
            total: Some(points(self.of(kalah, pos, finishes))),
            unit: Some("one stone, or one point of the formula"),
            ..Account::default()
        };
        account.with_grid("the activity of each pit", activities_by_pit(kalah, pos))
    }
}

/// Pits by their names in the picture, and the activity of each.
fn activities_by_pit(kalah: &Kalah, pos: &Position) -> Vec<(String, String)> {
    let sides = [(pos.board, pos.side), (pos.board.turned(), pos.side.other())];
    let row = |(board, side): (Board, Side)| {
        let letter = ['s', 'n'][side.index()];
        let text = move |pit: usize| {
            let value = if board.stones(pit) == 0 { 0 } else { activity(kalah, board, pit) };
            (format!("{letter}{}", pit + 1), value.to_string())
        };
        (0..kalah.pits()).map(text)
    };
    sides.into_iter().flat_map(row).collect()
}

/// Stones with which a game of so many is won, on no board fewer than on Dubner's.
fn won(stones: u32) -> u16 {
    u16::try_from(stones / 2 + 1).unwrap_or(u16::MAX).max(WON)
}

/// One side of Tseitin's formula, where it has no value the nearest that has one.
fn tseitin(store: u16, activity: Value, won: u16) -> f64 {
    let (store, won) = (f64::from(store.min(won - 1)), f64::from(won));
    // Activities are sums of at most eight pits of 255 stones.
    let activity = f64::from(i32::try_from(activity.max(1)).unwrap_or(i32::MAX));
    store + 17.3 / (won - store) - 40.0 / activity
}

/// A number of a formula as a value: the nearest thousandth.
#[expect(clippy::cast_possible_truncation, reason = "formulas stay below a million")]
fn thousandths(number: f64) -> Value {
    (number * 1000.0).round() as Value
}

/// The sums Da and Db of the activities of both sides' pits.
fn activities(kalah: &Kalah, board: Board) -> [Value; 2] {
    [board, board.turned()].map(|board| board.pits().map(|pit| activity(kalah, board, pit)).sum())
}

/// The activity of a pit with stones.
fn activity(kalah: &Kalah, board: Board, pit: usize) -> Value {
    let seven = 1 + Value::try_from(kalah.pits()).unwrap_or(0);
    let [own, opposing] = kalah.sowings().dropped(pit, board.stones(pit));
    Value::from(own) - Value::from(opposing) + seven
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_core::game::Notation;

    fn value(evaluation: Evaluation, position: &str) -> Value {
        let kalah = Kalah::default();
        evaluation.of(&kalah, &kalah.parse_position(position).unwrap(), true)
    }

    const EVEN: &str = "<6,0,0,6,6,6,6,6,6,6,6,6,6,6,6> s";
    const AFTER_TWO: &str = "<6,2,0,0,0,8,8,8,8,7,7,6,6,6,6> n";

    #[test]
    fn activities_are_those_counted_by_hand() {
        let kalah = Kalah::default();
        let pos = kalah.parse_position(EVEN).unwrap();
        // Pit 1: five own, one banked; pit 6: none own, one banked, five beyond.
        assert_eq!(activities(&kalah, pos.board), [12 + 10 + 8 + 6 + 4 + 2; 2]);
        let pos = kalah.parse_position("<6,2,0,0,0,0,0,0,14,0,0,1,0,0,1> s").unwrap();
        // Fourteen from pit 6: the store, six beyond, six own, the store again.
        assert_eq!(activities(&kalah, pos.board), [7, 8 + 7]);
    }

    #[test]
    fn the_formulas_are_those_of_the_text() {
        assert_eq!(value(Evaluation::Difference, AFTER_TWO), -2000);
        // North: 7 7 6 6 6 6 drop 5 4 3 2 1 0 own and 1 2 2 3 4 5 beyond.
        let north = 6 * 7 + 15 - 17;
        // South: 8 8 8 8 in pits 3 to 6 drop 3 2 1 0 own and 4 5 6 6 beyond; the last stone of
        // pit 6 goes once round to an own pit.
        let south = 4 * 7 + (3 + 2 + 1 + 1) - (4 + 5 + 6 + 6);
        assert_eq!((north, south), (40, 14));
        assert_eq!(value(Evaluation::Activity, AFTER_TWO), -2 * south * POINT);
        // 17.3/37 - 40/40 = -0.532432; 2 + 17.3/35 - 40/14 = -0.362857.
        assert_eq!(value(Evaluation::Tseitin, AFTER_TWO), -170);
        assert_eq!(value(Evaluation::Tseitin, EVEN), 0);
    }

    #[test]
    fn where_a_formula_has_no_value_the_nearest_one_is_taken() {
        let many = value(Evaluation::Tseitin, "<6,37,0,1,0,0,0,0,0,1,0,0,0,0,0> s");
        let more = value(Evaluation::Tseitin, "<6,50,0,1,0,0,0,0,0,1,0,0,0,0,0> s");
        assert_eq!(many, more);
        assert_eq!(thousandths(tseitin(36, 0, 37)), thousandths(tseitin(40, -5, 37)));
        assert_eq!(thousandths(tseitin(36, 1, 37)), 13_300);
    }

    #[test]
    fn on_boards_with_more_stones_it_sees_who_is_ahead() {
        let kalah = Kalah::new(crate::RuleSet::STANDARD, 6, 12);
        let pos = kalah.parse_position("<6,80,40,2,2,2,2,2,2,2,2,2,2,2,2> s").unwrap();
        // 73 win: 72 + 17.3/1 and 40 + 17.3/33, and both sides the same activity.
        assert_eq!(won(pos.total()), 73);
        assert_eq!(Evaluation::Tseitin.of(&kalah, &pos, true), 48_776);
    }

    #[test]
    fn a_finished_game_counts_more_than_any_formula_can() {
        for evaluation in [Evaluation::Activity, Evaluation::Tseitin] {
            let won = value(evaluation, "<6,20,15,0,0,0,0,0,0,1,0,0,0,0,0> s");
            let best = value(evaluation, "<6,70,0,0,0,0,0,0,1,1,0,0,0,0,0> s");
            assert!(won > best, "{won} {best}");
            assert!(value(evaluation, "<6,15,20,0,0,0,0,0,0,1,0,0,0,0,0> s") < -best);
            assert_eq!(value(evaluation, "<6,36,36,0,0,0,0,0,0,0,0,0,0,0,0> s"), 0);
        }
        let left = "<6,3,0,0,0,0,0,0,0,5,0,0,0,0,0> n";
        assert_eq!(value(Evaluation::Difference, left), 2000, "the rest is swept");
        let kalah = Kalah::default();
        let pos = kalah.parse_position(left).unwrap();
        assert_eq!(Evaluation::Difference.of(&kalah, &pos, false), -3000, "it is not");
    }
}
