//! Squares and discs by their names: what everything that is written shares.

use super::board::{WIDE, set_of};
use super::rules::{Othello, Position};
use plyglot_core::Side;

/// How discs are written.
pub(super) const DISCS: [char; 2] = ['X', 'O'];

/// A square by the bit it has.
pub(super) fn name(square: u8) -> String {
    format!("{}{}", char::from(b'a' + square % WIDE), square / WIDE + 1)
}

/// The letter of a column.
pub(super) fn letter_of(column: u8) -> char {
    char::from(b'a' + column)
}

impl Othello {
    /// The squares of the board, row by row.
    pub(super) fn in_order(&self) -> impl Iterator<Item = u8> + use<> {
        let size = self.size();
        (0..size).flat_map(move |row| (0..size).map(move |column| WIDE * row + column))
    }

    /// The letter of a square.
    pub(super) fn letter(pos: &Position, square: u8) -> Option<char> {
        let holds = |side: &Side| pos.discs(*side) & set_of(square) != 0;
        Side::BOTH.into_iter().find(holds).map(|side| DISCS[side.index()])
    }
}
