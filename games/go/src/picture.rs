//! The board as a picture: stones on the crossings of the lines.

use std::fmt::Write;

use super::names::COLUMNS;
use super::rules::{Go, Position};
use plyglot_core::Side;
use plyglot_core::game::picture::{Picture, Place, ROUND_MARK, Scene};

const WOOD: &str = "#dcb35c";
const LINE: &str = "#4a3a1a";
/// Left of the board, and above it, for the names of rows and columns.
const NAMES: f32 = 0.6;
/// Colour and rim of either side's stones.
const COLOURS: [(&str, &str); 2] = [("#1d1b1a", "#000"), ("#f7f4ec", "#8f897c")];
/// The word of a point that a ko forbids.
pub(super) const KO: &str = "ko";
const STONES: [&str; 2] = ["X", "O"];

/// Where a point is drawn.
fn place_of(rules: &Go, point: u16) -> (f32, f32) {
    let (column, row) = rules.column_and_row(point);
    let along = |nth: u8| NAMES + f32::from(nth) + 0.5;
    (along(column), along(rules.size() - 1 - row))
}

/// The empty board.
pub(super) fn picture(rules: &Go) -> Picture {
    let side = f32::from(rules.size());
    let place = |point: u16| {
        let (x, y) = place_of(rules, point);
        Place::new(rules.name(point), x, y)
    };
    let stone = |((fill, rim), word): ((&str, &str), &'static str)| {
        let disc =
            format!("<circle r=\".47\" fill=\"{fill}\" stroke=\"{rim}\" stroke-width=\".03\"/>");
        (word.into(), disc)
    };
    let mut men: Vec<_> = COLOURS.into_iter().zip(STONES).map(stone).collect();
    let square = "<path d=\"M-.22-.22h.44v.44h-.44z\" fill=\"none\" stroke=\"#4a3a1a\" \
                  stroke-width=\".06\"/>";
    men.push((KO.into(), square.to_owned()));
    Picture {
        size: (side + NAMES + 0.1, side + NAMES + 0.1),
        ground: ground(rules),
        places: rules.in_order().map(place).collect(),
        men,
        text_size: 0.5,
        has_ends: false,
        mark: ROUND_MARK.into(),
    }
}

/// What is on each point.
pub(super) fn scene(rules: &Go, pos: &Position) -> Scene {
    let word = |point| match Go::stone(pos, point) {
        Some(Side::First) => STONES[0].into(),
        Some(Side::Second) => STONES[1].into(),
        None if pos.ko() == Some(point) => KO.into(),
        None => "".into(),
    };
    rules.in_order().map(word).collect()
}

/// The wood with its lines, and the names of columns and rows.
fn ground(rules: &Go) -> String {
    let size = rules.size();
    let side = f32::from(size);
    let mut svg = format!(
        "<rect x=\"{NAMES}\" y=\"{NAMES}\" width=\"{side}\" height=\"{side}\" fill=\"{WOOD}\"/>"
    );
    let (first, long) = (NAMES + 0.5, side - 1.0);
    let mut lines = String::new();
    for nth in 0..size {
        let along = first + f32::from(nth);
        let _ = write!(lines, "M{along} {first}v{long}M{first} {along}h{long}");
    }
    let _ = write!(
        svg,
        "<path d=\"{lines}\" stroke=\"{LINE}\" stroke-width=\".04\" stroke-linecap=\"square\"/>"
    );
    let mut dots = String::new();
    for point in rules.points().filter(|point| rules.is_marked(*point)) {
        let (x, y) = place_of(rules, point);
        let _ = write!(dots, "M{x} {y}h0");
    }
    if !dots.is_empty() {
        let _ = write!(
            svg,
            "<path d=\"{dots}\" stroke=\"{LINE}\" stroke-width=\".2\" stroke-linecap=\"round\"/>"
        );
    }
    svg.push_str(
        "<g font-size=\".34\" font-family=\"sans-serif\" text-anchor=\"middle\" \
         fill=\"currentColor\">",
    );
    for nth in 0..size {
        let along = NAMES + f32::from(nth) + 0.5;
        let (letter, row) = (COLUMNS[usize::from(nth)], size - nth);
        let _ = write!(
            svg,
            "<text x=\"{along}\" y=\".42\">{letter}</text><text x=\".3\" y=\"{}\">{row}</text>",
            along + 0.12,
        );
    }
    svg + "</g>"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::Terms;
    use plyglot_core::game::{Notation, Rules};

    #[test]
    fn every_point_has_its_place_and_every_stone_its_drawing() {
        for size in [2, 9, 19] {
            let rules = Go::new(Terms { size, ..Go::default().terms });
            let mut pos = rules.start();
            let mv = rules.decode_move(&pos, rules.point(1, 0)).unwrap();
            rules.play(&mut pos, mv);
            let (picture, scene) = (picture(&rules), scene(&rules, &pos));
            assert_eq!(picture.places.len(), usize::from(size).pow(2));
            assert_eq!(picture.places.len(), scene.len());
            let b1 = picture.place("B1").unwrap();
            assert!(scene.iter().enumerate().all(|(at, word)| (*word == "X") == (at == b1)));
            assert_eq!(rules.clicks(&picture, &rules.start(), mv), ["B1"]);
            let words: Vec<&str> = scene.iter().map(|word| &**word).collect();
            let text = rules.set_up(&words, pos.side).unwrap();
            assert_eq!(rules.parse_position(&text), Ok(pos));
            let (width, height) = picture.size;
            assert!(picture.places.iter().all(|place| place.x < width && place.y < height));
        }
    }
}
