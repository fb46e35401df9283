//! The board as a picture.

use std::fmt::Write;

use super::rules::Position;
use plyglot_core::Side;
use plyglot_core::game::picture::{Picture, Place, ROUND_MARK, Scene, titled};

const X: &str = "<path d=\"M-.26-.26L.26.26M.26-.26L-.26.26\" fill=\"none\" stroke=\"#2f6fb3\" \
                 stroke-width=\".12\" stroke-linecap=\"round\"/>";
const O: &str = "<circle r=\".28\" fill=\"none\" stroke=\"#c2571a\" stroke-width=\".12\"/>";
const GRID: &str = "<path d=\"M1.200.200v3M2.200.200v3M.200 1.200h3M.200 2.200h3\" fill=\"none\" \
                    stroke=\"currentColor\" stroke-width=\".04\" stroke-linecap=\"round\"/>";

/// Three by three cells, with the number of each in its corner.
pub(super) fn picture() -> Picture {
    let mut picture = Picture {
        size: (3.4, 3.4),
        ground: GRID.to_owned(),
        men: vec![("x".into(), titled("cross", X)), ("o".into(), titled("nought", O))],
        text_size: 0.5,
        mark: ROUND_MARK.into(),
        ..Picture::default()
    };
    for cell in 0..9_u8 {
        let (x, y) = (f32::from(cell % 3) + 0.7, f32::from(cell / 3) + 0.7);
        let number = cell + 1;
        let _ = write!(
            picture.ground,
            "<text x=\"{}\" y=\"{}\" font-size=\".2\" font-family=\"sans-serif\" \
             fill=\"currentColor\" opacity=\".6\">{number}</text>",
            x - 0.43,
            y - 0.26
        );
        picture.places.push(Place::new(number.to_string(), x, y));
    }
    picture
}

/// The mark in each cell.
pub(super) fn scene(pos: Position) -> Scene {
    let mark = |cell: u8| match Side::BOTH.map(|side| pos.marks(side) >> cell & 1) {
        [1, _] => "x".into(),
        [_, 1] => "o".into(),
        _ => "".into(),
    };
    (0..9).map(mark).collect()
}
