//! The hexagon as a picture, rows i to a from the top, the marbles pushed off beside it.

use std::fmt::Write;

use super::board::{self, ROWS, cell_at};
use super::rules::Position;
use plyglot_core::Side;
use plyglot_core::game::picture::{Picture, Place, ROUND_MARK, Scene, titled};
use plyglot_core::game::rows::rows_text;

/// Rows stand so far from each other where neighbours are one apart: half the square root of 3.
const ROW_HEIGHT: f32 = 0.866_025;
/// Room around the hexagon: the border and the names of rows and diagonals.
const MARGIN: f32 = 0.9;
const WIDTH: f32 = 9.0 + 2.0 * MARGIN;
const HEIGHT: f32 = 8.0 * ROW_HEIGHT + 1.0 + 2.0 * MARGIN;
const WOOD: &str = "#8d6a4a";
const HOLLOW: &str = "#6b4d33";
/// They are named a to i.
const _: () = assert!(ROWS == 9);
/// Where the pushed-off marbles of either side are counted, and where its turn is shown.
const TRAY: [(f32, f32); 2] = [(0.6, 0.7), (0.6, HEIGHT - 0.7)];
const TURN: [(f32, f32); 2] = [(WIDTH - 0.7, HEIGHT - 0.7), (WIDTH - 0.7, 0.7)];

/// The board and its marbles.
pub(super) fn picture() -> Picture {
    let mut places: Vec<Place> = cells().map(place).collect();
    let beside = |(x, y): (f32, f32)| Place::new("", x + 0.75, y);
    places.extend(TRAY.map(beside));
    places.extend(TURN.map(|(x, y)| Place::new("", x, y)));
    Picture {
        size: (WIDTH, HEIGHT),
        ground: ground(&places),
        places,
        men: vec![
            ("S".into(), titled("black", &marble(Side::First))),
            ("s".into(), titled("white", &marble(Side::Second))),
            ("turn S".into(), turn(Side::First)),
            ("turn s".into(), turn(Side::Second)),
        ],
        text_size: 0.5,
        mark: ROUND_MARK.into(),
        has_ends: true,
    }
}

/// The marble on each cell, how many of each side have been pushed off, and whose turn it is.
pub(super) fn scene(pos: &Position) -> Scene {
    let mark = |cell: u8| match Side::BOTH.map(|side| pos.marbles(side) >> cell & 1) {
        [1, _] => "S".into(),
        [_, 1] => "s".into(),
        _ => "".into(),
    };
    let mut scene: Scene = cells().map(mark).collect();
    // The upper tray holds Black's marbles, which White pushed off.
    let fallen = [pos.ejected(Side::Second), pos.ejected(Side::First)];
    scene.extend(fallen.map(|number| number.to_string().into()));
    let first = pos.side() == Side::First;
    scene.extend(
        [if first { "turn S" } else { "" }, if first { "" } else { "turn s" }].map(Into::into),
    );
    scene
}

/// The position of marbles on cells: who is not there was pushed off.
pub(super) fn set_up(scene: &[&str], side: Side) -> String {
    const MARBLES: usize = 14;
    let all = scene.len().min(cells().count());
    let [black, white] = ["S", "s"].map(|word| {
        let there = scene[..all].iter().filter(|mark| **mark == word).count();
        MARBLES.saturating_sub(there)
    });
    let side = if side == Side::First { 'b' } else { 'w' };
    format!("{} {black} {white} {side} 0 1", rows_text(scene, [5, 6, 7, 8, 9, 8, 7, 6, 5]))
}

/// Every cell, as they are read.
pub(super) fn cells() -> impl Iterator<Item = u8> {
    let rows = (0..9_i8).rev().flat_map(|row| (0..9_i8).map(move |column| (row, column)));
    rows.filter_map(|(row, column)| cell_at(row, column))
}

fn place(cell: u8) -> Place {
    let (row, column) = board::place(cell);
    let (x, y) = centre(row, column);
    Place::new(board::name(cell), x, y)
}

/// The centre of the cell in this row and column.
fn centre(row: u8, column: u8) -> (f32, f32) {
    let (row, column) = (f32::from(row), f32::from(column));
    // Each row up stands half a cell more to the left.
    let x = MARGIN + 0.5 + column - (row - 4.0) / 2.0;
    (x, MARGIN + 0.5 + (8.0 - row) * ROW_HEIGHT)
}

/// The hexagon with its hollows, names of rows and diagonals, and the trays.
fn ground(places: &[Place]) -> String {
    let (middle, high) = (WIDTH / 2.0, HEIGHT / 2.0);
    let corners = [(5.2, 0.0), (2.6, -4.5), (-2.6, -4.5), (-5.2, 0.0), (-2.6, 4.5), (2.6, 4.5)];
    let corners: Vec<String> =
        corners.iter().map(|(x, y)| format!("{},{}", middle + x, high + y)).collect();
    let mut svg = format!(
        "<polygon points=\"{}\" fill=\"{WOOD}\" stroke=\"{WOOD}\" stroke-width=\".3\" \
         stroke-linejoin=\"round\"/><g fill=\"{HOLLOW}\">",
        corners.join(" ")
    );
    for Place { x, y, .. } in places.iter().filter(|place| !place.name.is_empty()) {
        let _ = write!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\".44\"/>");
    }
    svg.push_str(
        "</g><g font-size=\".34\" font-family=\"sans-serif\" text-anchor=\"middle\" \
         fill=\"currentColor\">",
    );
    for (row, letter) in (0_u8..).zip("abcdefghi".chars()) {
        let (x, y) = centre(row, row.saturating_sub(4));
        let _ = write!(svg, "<text x=\"{}\" y=\"{}\">{letter}</text>", x - 0.95, y + 0.12);
    }
    for column in 0..9_u8 {
        let (x, y) = centre(column.saturating_sub(4), column);
        let _ = write!(svg, "<text x=\"{}\" y=\"{}\">{}</text>", x + 0.7, y + 0.75, column + 1);
    }
    svg.push_str("</g>");
    for (side, (x, y)) in Side::BOTH.into_iter().zip(TRAY) {
        let _ = write!(svg, "<g transform=\"translate({x} {y})\">{}</g>", marble(side));
    }
    svg
}

fn marble(side: Side) -> String {
    let (fill, rim, shine) = match side {
        Side::First => ("#262626", "#555", "#777"),
        Side::Second => ("#f4f1e8", "#8a8578", "#fff"),
    };
    format!(
        "<circle r=\".41\" fill=\"{fill}\" stroke=\"{rim}\" stroke-width=\".03\"/>\
         <ellipse cx=\"-.13\" cy=\"-.16\" rx=\".11\" ry=\".07\" fill=\"{shine}\" \
         transform=\"rotate(-35 -.13 -.16)\"/>"
    )
}

/// A small marble with a ring: this side is to move.
fn turn(side: Side) -> String {
    format!(
        "<circle r=\".36\" fill=\"none\" stroke=\"#e8b93f\" stroke-width=\".09\"/>\
         <g transform=\"scale(.65)\">{}</g>",
        marble(side)
    )
}
