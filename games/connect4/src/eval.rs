//! A formula: cells in which a side would make four, and lines that are still open.
//!
//! A threat decides in the end, when the cells below it are filled by turns: on a board with an even
//! number of rows the first side comes to the odd ones and the second to the even ones, if nothing
//! else is left to play [allis-1988]. So a threat in a row of one's own parity is worth much
//! more than another.

use super::rules::{Connect4, Position};
use plyglot_core::Side;

/// A threat in a row of the side's own parity, cp.
const OWN_ROW: i32 = 100;
/// Any other threat, cp.
const OTHER_ROW: i32 = 35;
/// A line of four in which the other side has no stone, cp.
const OPEN_LINE: i32 = 4;
/// To be on move, cp.
const ON_MOVE: i32 = 5;

/// What the terms are called.
pub(super) const TERMS: [&str; 4] =
    ["threats in own rows", "other threats", "open lines", "on move"];

/// What one side has: threats in its own rows and in others, and open lines.
fn counts(rules: &Connect4, pos: &Position, side: Side) -> [i32; 3] {
    let geometry = rules.geometry;
    let (own, filled) = (pos.stones(side), pos.filled());
    let threats = geometry.winning(own, filled);
    // With an odd number of rows the sides change places from column to column.
    let rows = match side {
        Side::First => geometry.odd_rows(),
        Side::Second => geometry.board() & !geometry.odd_rows(),
    };
    let in_own_rows = (threats & rows).count_ones().cast_signed();
    let all = threats.count_ones().cast_signed();
    let open = geometry.lines(geometry.board() ^ filled | own).cast_signed();
    [in_own_rows, all - in_own_rows, open]
}

/// The terms for the side to move, cp; their sum is the value.
pub(super) fn terms(rules: &Connect4, pos: &Position) -> [i32; 4] {
    let side = pos.side();
    let (own, other) = (counts(rules, pos, side), counts(rules, pos, side.other()));
    let term = |at: usize, weight: i32| weight * (own[at] - other[at]);
    [term(0, OWN_ROW), term(1, OTHER_ROW), term(2, OPEN_LINE), ON_MOVE]
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_core::game::Notation;

    #[test]
    fn a_threat_in_a_row_of_ones_own_is_told_from_others() {
        let rules = Connect4::default();
        for (text, expected) in [
            ("7/7/7/7/7/7 x", [0, 0, 69]),
            // d1 is X's, and the first row with it.
            ("7/7/7/7/7/xxx1ooo x", [1, 0, 60]),
            // d2, above a stone of O.
            ("7/7/7/7/xxx4/ooxoxoo x", [0, 1, 54]),
        ] {
            let pos = rules.parse_position(text).unwrap();
            assert_eq!(counts(&rules, &pos, Side::First), expected, "{text}");
        }
    }
}
