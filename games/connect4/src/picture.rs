//! The board as a picture: a frame with round holes, and stones of two colours behind them.

use std::fmt::Write;

use super::notation::letter;
use super::rules::Position;
use crate::board::Geometry;
use plyglot_core::game::picture::{Picture, Place, ROUND_MARK, Scene, titled};

const X: &str = "<circle r=\".4\" fill=\"#d8432f\"/><circle r=\".27\" fill=\"none\" \
                 stroke=\"#8c2317\" stroke-width=\".05\"/>";
const O: &str = "<circle r=\".4\" fill=\"#f2c230\"/><circle r=\".27\" fill=\"none\" \
                 stroke=\"#9a7410\" stroke-width=\".05\"/>";
/// The margin around the cells, in which the letters stand.
const MARGIN: f32 = 0.45;

/// The frame, with the names of columns under them: as moves are written, by number or by letter.
pub(super) fn picture(geometry: Geometry, by_letter: bool) -> Picture {
    let (width, height) = (f32::from(geometry.width), f32::from(geometry.height));
    let mut picture = Picture {
        size: (width + 2.0 * MARGIN, height + 2.0 * MARGIN),
        ground: format!(
            "<rect x=\"{MARGIN}\" y=\"{MARGIN}\" width=\"{width}\" height=\"{height}\" rx=\".2\" \
             fill=\"#2f6fb3\"/>"
        ),
        men: vec![("x".into(), titled("red", X)), ("o".into(), titled("yellow", O))],
        text_size: 0.5,
        mark: ROUND_MARK.into(),
        ..Picture::default()
    };
    for row in (0..geometry.height).rev() {
        for column in 0..geometry.width {
            let x = f32::from(column) + 0.5 + MARGIN;
            let y = height - f32::from(row) - 0.5 + MARGIN;
            let _ =
                write!(picture.ground, "<circle cx=\"{x}\" cy=\"{y}\" r=\".4\" fill=\"#dfe6ee\"/>");
            picture.places.push(Place::new(format!("{}{}", letter(column), row + 1), x, y));
        }
    }
    for column in 0..geometry.width {
        let _ = write!(
            picture.ground,
            "<text x=\"{}\" y=\"{}\" font-size=\".3\" font-family=\"sans-serif\" \
             text-anchor=\"middle\" fill=\"currentColor\">{}</text>",
            f32::from(column) + 0.5 + MARGIN,
            height + MARGIN + 0.33,
            if by_letter { letter(column).to_string() } else { (column + 1).to_string() }
        );
    }
    picture
}

/// The stone in each cell, from the top.
pub(super) fn scene(geometry: Geometry, pos: &Position) -> Scene {
    let stone = |cell: u64| match pos.stones.map(|stones| stones & cell != 0) {
        [true, _] => "x".into(),
        [_, true] => "o".into(),
        _ => "".into(),
    };
    let rows = (0..geometry.height).rev();
    rows.flat_map(|row| (0..geometry.width).map(move |column| geometry.cell(column, row)))
        .map(stone)
        .collect()
}
