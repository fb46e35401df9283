//! The board as a picture: the houses under the letters of their moves, between the stores.

use super::board::HOUSES;
use super::rules::{Move, Oware, Position};
use plyglot_core::game::Rules;
use plyglot_core::game::picture::Scene;
use plyglot_core::game::pits::{self, Pit};

/// South's houses are `A` to `F`, north's `a` to `f`, the stores `S` and `N`.
pub(super) fn rows() -> [Vec<Pit>; 2] {
    let row = |letters: &str| {
        let house = |letter: char| Pit { name: letter.into(), label: letter.into() };
        letters.chars().map(house).collect()
    };
    ["ABCDEF", "abcdef"].map(row)
}

/// The seeds in stores and houses, and whose turn it is.
pub(super) fn scene(pos: &Position) -> Scene {
    let Position { board, stores, side } = pos.absolute();
    pits::scene(board, stores, HOUSES, side)
}

/// A sowing seed by seed, its house passed over; what is captured at the end.
pub(super) fn frames(oware: Oware, pos: &Position, mv: Move) -> Vec<Scene> {
    let from = usize::from(mv.0);
    let place = |at: usize| {
        let side = if at < HOUSES { pos.side } else { pos.side.other() };
        pits::place(side, at % HOUSES, HOUSES)
    };
    let path = (0..2 * HOUSES).cycle().skip(from + 1).filter(|&at| at != from).map(place);
    let mut frames = pits::sowing(&scene(pos), place(from), path);
    let mut after = *pos;
    oware.play(&mut after, mv);
    frames.push(scene(&after));
    frames
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Oware, RuleSet};
    use plyglot_core::game::Notation;

    #[test]
    fn a_scene_has_the_seeds_of_the_position_string_whoever_is_to_move() {
        let awari = Oware::new(RuleSet::AWARI);
        for turn in ["S", "N"] {
            let text = format!("1-2-3-4-5-6-0-7-8-9-0-1-2-0-{turn}");
            let (picture, scene) =
                (pits::picture(rows()), scene(&awari.parse_position(&text).unwrap()));
            assert_eq!(picture.places.len(), scene.len());
            let seeds = [("A", "1"), ("F", "6"), ("a", ""), ("d", "9"), ("S", "2"), ("N", "")];
            for (place, seeds) in seeds {
                assert_eq!(scene[picture.place(place).unwrap()], seeds, "{place} {turn}");
            }
            assert_eq!(scene.last().unwrap() == "turn", turn == "N");
            let drawn = scene.iter().filter(|word| !word.is_empty());
            assert!(drawn.clone().all(|word| picture.men.iter().any(|(man, _)| man == word)));
        }
    }
}
