//! What both methods of [tictactoe-s2] stand on: the field as numbers, the lines, and `Fin`.
//!
//! The names are those of its Pascal, so that the two can be read side by side. Cells
//! and lines count from 1, and entry 0 of an array is not used. The text's computer plays O,
//! mark 4; here the marks of whoever is to move are 4 and those of the opponent 1, so that both
//! sides can be played.

use crate::rules::Position;

/// `kl`: 0 an empty cell, 1 the opponent's mark (the text's X), 4 the mover's (its O).
pub(super) type Field = [u8; 10];
/// `li`: the sum of the marks on each line.
pub(super) type LineSums = [u8; 9];

/// The opponent's mark.
pub(super) const X: u8 = 1;
/// The mark of the side that is rated for.
pub(super) const O: u8 = 4;
/// What [`fin`] says of a game that goes on.
pub(super) const UNFINISHED: u8 = 0;
/// What [`fin`] says of a draw; a won game is said by the winner's mark.
pub(super) const DRAWN: u8 = 3;

/// The cells of each line: the text's `lin`.
pub(super) const LIN: [[usize; 3]; 8] =
    [[1, 2, 3], [4, 5, 6], [7, 8, 9], [1, 4, 7], [2, 5, 8], [3, 6, 9], [1, 5, 9], [3, 5, 7]];

/// The lines through each cell, 0 for none: the text's `kle`.
pub(super) const KLE: [[usize; 4]; 9] = [
    [1, 4, 7, 0],
    [1, 5, 0, 0],
    [1, 6, 0, 8],
    [2, 4, 0, 0],
    [2, 5, 7, 8],
    [2, 6, 0, 0],
    [3, 4, 0, 8],
    [3, 5, 0, 0],
    [3, 6, 7, 0],
];

/// The field as the side to move sees it.
pub(super) fn field(pos: Position) -> Field {
    let (own, opposing) = (pos.marks(pos.side), pos.marks(pos.side.other()));
    let mark = |cell: usize| match (own >> (cell - 1) & 1, opposing >> (cell - 1) & 1) {
        (1, _) => O,
        (_, 1) => X,
        _ => 0,
    };
    std::array::from_fn(|cell| if cell == 0 { 0 } else { mark(cell) })
}

/// The text's `Fin`: 1 or 4 if that mark has won, 3 for a draw, 0 if the game goes on; and
/// the line sums it finds on the way. A draw is called as soon as every line holds both marks,
/// which may be before the board is full.
pub(super) fn fin(pos: &Field) -> (u8, LineSums) {
    let mut li = [0; 9];
    let (mut ni, mut res) = (5, 0);
    for (i, line) in LIN.iter().enumerate() {
        let (mut sa, mut so) = (5, 0);
        for &cell in line {
            let sj = pos[cell];
            sa &= sj;
            so |= sj;
            li[i + 1] += sj;
        }
        res |= sa;
        ni &= so;
    }
    if ni == 5 {
        res = DRAWN;
    }
    (res, li)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::indexer::{POSITIONS, unrank};
    use crate::{LINES, TicTacToe};
    use plyglot_core::Side;
    use plyglot_core::game::Rules;

    #[test]
    fn the_printed_tables_are_the_lines_of_the_rules_and_each_others_inverse() {
        let sets = LIN.map(|line| line.iter().fold(0, |set, cell| set | 1 << (cell - 1)));
        assert_eq!(sets, LINES);
        for (cell, lines) in KLE.iter().enumerate() {
            let through: Vec<usize> =
                (1..=8).filter(|&i| LIN[i - 1].contains(&(cell + 1))).collect();
            let mut printed: Vec<usize> = lines.iter().copied().filter(|&line| line > 0).collect();
            printed.sort_unstable();
            assert_eq!(printed, through, "cell {}", cell + 1);
        }
    }

    #[test]
    fn fin_agrees_with_the_rules_but_for_the_draws_it_calls_early() {
        let rules = TicTacToe::default();
        let mut early = 0;
        for pos in (0..POSITIONS).map(unrank) {
            let said = fin(&field(pos)).0;
            let outcome = rules.outcome(&pos);
            match outcome.map(|outcome| outcome.winner()) {
                // The last mover has won, and its marks are the opponent's of the side to move.
                Some(Some(winner)) => assert_eq!((said, winner), (X, pos.side.other()), "{pos:?}"),
                Some(None) => assert_eq!(said, DRAWN, "{pos:?}"),
                None if said == DRAWN => early += 1,
                None => assert_eq!(said, UNFINISHED, "{pos:?}"),
            }
        }
        assert_eq!(early, 40, "boards that are drawn before they are full");
    }

    #[test]
    fn the_mover_is_the_one_with_fours() {
        let pos = Position { marks: [0b1, 0b10], side: Side::First };
        assert_eq!(field(pos)[1..4], [O, X, 0]);
        let pos = Position { marks: [0b101, 0b10], side: Side::Second };
        assert_eq!(field(pos)[1..4], [X, O, X]);
    }
}
