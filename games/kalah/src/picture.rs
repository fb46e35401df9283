//! The board as a picture; the names of its places are those of the position string.

use super::chain::Chain;
use super::rules::{Kalah, Position};
use plyglot_core::Side;
use plyglot_core::game::Rules;
use plyglot_core::game::picture::Scene;
use plyglot_core::game::pits::{self, Pit};

/// The pits of each side, under their numbers.
pub(super) fn rows(kalah: &Kalah) -> [Vec<Pit>; 2] {
    let row = |side: Side| {
        let label = |pit: usize| kalah.number(side, pit).to_string();
        let pit = |pit: usize| Pit { name: place_name(side, pit), label: label(pit) };
        (0..kalah.pits()).map(pit).collect()
    };
    Side::BOTH.map(row)
}

/// `s1` is south's first pit.
pub(super) fn place_name(side: Side, pit: usize) -> String {
    let letter = if side == Side::First { 's' } else { 'n' };
    format!("{letter}{}", pit + 1)
}

/// A chain stone by stone, what is captured at the end of each sowing.
pub(super) fn frames(kalah: &Kalah, pos: &Position, mv: Chain) -> Vec<Scene> {
    let mut pos = *pos;
    if mv == Chain::SWAP {
        kalah.play(&mut pos, mv);
        return vec![scene(kalah, &pos)];
    }
    let pits = kalah.pits();
    let mut frames = Vec::new();
    for pit in mv.pits() {
        let side = pos.side;
        let own = (0..pits).map(|at| pits::place(side, at, pits));
        let round = own.chain([side.index()]);
        let round = round.chain((0..pits).map(|at| pits::place(side.other(), at, pits)));
        let path = round.cycle().skip(pit + 1);
        frames.extend(pits::sowing(&scene(kalah, &pos), pits::place(side, pit, pits), path));
        kalah.sow(&mut pos, pit);
        frames.push(scene(kalah, &pos));
    }
    frames
}

/// The stones in stores and pits, and whose turn it is.
pub(super) fn scene(kalah: &Kalah, pos: &Position) -> Scene {
    let Position { board, stores, side, .. } = pos.absolute();
    pits::scene(board, stores, kalah.pits(), side)
}
