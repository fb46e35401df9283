//! The board as a picture: green felt, and discs that are black or white.

use std::fmt::Write;

use super::board::WIDE;
use super::rules::{Othello, Position};
use super::squares::{DISCS, letter_of, name};
use plyglot_core::game::picture::{Picture, Place, ROUND_MARK, Scene, titled};

const FELT: &str = "#2f7d4f";
const LINE: &str = "#174a2c";
/// Left of the board, and above it, for the names of rows and columns.
const NAMES: f32 = 0.5;
/// Colour and rim of either side's discs, and what they are called.
const COLOURS: [(&str, &str, &str); 2] =
    [("#1d1b1a", "#000", "black"), ("#f7f4ec", "#8f897c", "white")];

/// The empty board.
pub(super) fn picture(rules: &Othello) -> Picture {
    let side = f32::from(rules.size());
    let place = |square: u8| {
        let (x, y) = (f32::from(square % WIDE), f32::from(square / WIDE));
        Place::new(name(square), NAMES + x + 0.5, NAMES + y + 0.5)
    };
    let man = |((fill, rim, title), word): ((&str, &str, &str), char)| {
        let disc =
            format!("<circle r=\".41\" fill=\"{fill}\" stroke=\"{rim}\" stroke-width=\".03\"/>");
        (word.to_string().into(), titled(title, &disc))
    };
    Picture {
        size: (side + NAMES + 0.1, side + NAMES + 0.1),
        ground: ground(rules),
        places: rules.in_order().map(place).collect(),
        men: COLOURS.into_iter().zip(DISCS).map(man).collect(),
        text_size: 0.5,
        has_ends: false,
        mark: ROUND_MARK.into(),
    }
}

/// The disc on each square.
pub(super) fn scene(rules: &Othello, pos: &Position) -> Scene {
    let word = |square| match Othello::letter(pos, square) {
        Some(letter) if letter == DISCS[0] => "X".into(),
        Some(_) => "O".into(),
        None => "".into(),
    };
    rules.in_order().map(word).collect()
}

/// The felt with its lines, and the names of columns and rows.
fn ground(rules: &Othello) -> String {
    let size = rules.size();
    let side = f32::from(size);
    let mut svg = format!(
        "<rect x=\"{NAMES}\" y=\"{NAMES}\" width=\"{side}\" height=\"{side}\" fill=\"{FELT}\"/>"
    );
    let mut lines = String::new();
    for at in 0..=size {
        let along = NAMES + f32::from(at);
        let _ = write!(lines, "M{along} {NAMES}v{side}M{NAMES} {along}h{side}");
    }
    let _ = write!(
        svg,
        "<path d=\"{lines}\" stroke=\"{LINE}\" stroke-width=\".04\" stroke-linecap=\"square\"/>"
    );
    if size == WIDE {
        // The four points of a real board.
        let dots =
            [2.0, 6.0].map(|x| [2.0, 6.0].map(|y| format!("M{} {}h0", NAMES + x, NAMES + y)));
        let _ = write!(
            svg,
            "<path d=\"{}\" stroke=\"{LINE}\" stroke-width=\".16\" stroke-linecap=\"round\"/>",
            dots.concat().concat()
        );
    }
    svg.push_str(
        "<g font-size=\".3\" font-family=\"sans-serif\" text-anchor=\"middle\" \
         fill=\"currentColor\">",
    );
    for at in 0..size {
        let along = NAMES + f32::from(at) + 0.5;
        let _ = write!(
            svg,
            "<text x=\"{along}\" y=\".36\">{}</text><text x=\".25\" y=\"{}\">{}</text>",
            letter_of(at),
            along + 0.1,
            at + 1
        );
    }
    svg + "</g>"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Empties;
    use plyglot_core::game::{Notation, Rules};

    #[test]
    fn every_square_has_its_place_and_every_disc_its_drawing() {
        for size in [4, 6, 8] {
            let rules = Othello::new(size, Empties::Winner);
            let (picture, scene) = (picture(&rules), scene(&rules, &rules.start()));
            assert_eq!(picture.places.len(), usize::from(size).pow(2));
            assert_eq!(picture.places.len(), scene.len());
            assert_eq!(scene.iter().filter(|word| *word == "X").count(), 2);
            let words: Vec<&str> = scene.iter().map(|word| &**word).collect();
            let side = rules.start().side;
            let text = rules.set_up(&words, side).unwrap();
            assert_eq!(rules.parse_position(&text), Ok(rules.start()));
            let (width, height) = picture.size;
            assert!(picture.places.iter().all(|place| place.x < width && place.y < height));
        }
    }
}
