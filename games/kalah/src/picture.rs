//! The board as a picture; the names of its places are those of the position string.

use super::rules::{Kalah, Position};
use plyglot_core::Side;
use plyglot_core::game::picture::Scene;
use plyglot_core::game::pits::{self, Pit};

/// The pits of each side, under their numbers.
pub(super) fn rows(kalah: &Kalah) -> [Vec<Pit>; 2] {
    let row = |(letter, side): (char, Side)| {
        let label = |pit: usize| kalah.number(side, pit).to_string();
        let pit = |pit: usize| Pit { name: format!("{letter}{}", pit + 1), label: label(pit) };
        (0..kalah.pits()).map(pit).collect()
    };
    [('s', Side::First), ('n', Side::Second)].map(row)
}

/// The stones in stores and pits, and whose turn it is.
pub(super) fn scene(kalah: &Kalah, pos: &Position) -> Scene {
    let Position { board, stores, side, .. } = pos.absolute();
    pits::scene(board, stores, kalah.pits(), side)
}
