//! How the players of [tictactoe-s2] come to their evaluations, for people: the sums of the lines, and
//! what each says of the empty cells.

use super::fin::{self, Field, LIN};
use super::ratings::Rating;
use crate::rules::Position;
use plyglot_core::game::Account;
use plyglot_core::game::account::Term;

/// The sums of the eight lines, as both methods see them.
pub(super) fn of_lines(pos: Position) -> Account {
    let (_, sums) = fin::fin(&fin::field(pos));
    let term = |(cells, sum): (&[usize; 3], &u8)| {
        Term::new(format!("line {} {} {}", cells[0], cells[1], cells[2]), f64::from(*sum))
    };
    Account {
        terms: LIN.iter().zip(&sums[1..]).map(term).collect(),
        unit: Some("a mark of the opponent's, 4.00 one of the mover's"),
        ..Account::default()
    }
}

/// The same with the rating of each empty cell, and what its digits stand for.
pub(super) fn of_ratings(pos: Position, ratings: &Rating) -> Account {
    of_lines(pos).with_grid(
        "its rating, how often it: wins, stops a loss, forks, stops a fork, prepares one, stops \
         that, is empty",
        by_cell(&fin::field(pos), |cell| format!("{:07}", ratings[cell])),
    )
}

/// A text for each empty cell, counted from 1.
pub(super) fn by_cell(kl: &Field, text: impl Fn(usize) -> String) -> Vec<(String, String)> {
    let empty = (1..=9).filter(|&cell| kl[cell] == 0);
    empty.map(|cell| (cell.to_string(), text(cell))).collect()
}
