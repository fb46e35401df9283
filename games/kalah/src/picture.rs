//! The board as a picture; the names of its places are those of the position string.

use super::rules::{Kalah, Position};
use plyglot_core::Side;
use plyglot_core::game::picture::{Picture, Scene};
use plyglot_core::game::pits::{self, Pit};

/// The board of so many pits a side.
pub(super) fn picture(kalah: &Kalah) -> Picture {
    let row = |(letter, side): (char, Side)| {
        let label = |pit: usize| kalah.number(side, pit).to_string();
        let pit = |pit: usize| Pit { name: format!("{letter}{}", pit + 1), label: label(pit) };
        (0..kalah.pits()).map(pit).collect()
    };
    pits::picture([('s', Side::First), ('n', Side::Second)].map(row))
}

/// The stones in stores and pits, and whose turn it is.
pub(super) fn scene(kalah: &Kalah, pos: &Position) -> Scene {
    let Position { board, stores, side, .. } = pos.absolute();
    let rows = [board.own, board.opposing].into_iter();
    let pits = rows.flat_map(|row| (0..kalah.pits()).map(move |pit| row >> (8 * pit) & 0xff));
    pits::scene(stores.map(u64::from), pits, side)
}
