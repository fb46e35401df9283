//! The board as a picture: north's pits from right to left above south's, the stores beside them.
//!
//! ```text
//!         n6 n5 n4 n3 n2 n1
//!      N                     S         the names are those of the position string
//!         s1 s2 s3 s4 s5 s6
//! ```

use std::borrow::Cow;
use std::fmt::Write;

use super::rules::{Kalah, Position};
use crate::core::Side;
use crate::game::picture::{Picture, Place, ROUND_MARK, Scene};

/// So many stones of a heap are drawn.
const STONES_DRAWN: u16 = 24;
/// The angle between one stone and the next that spreads them evenly: the golden angle, radians.
const GOLDEN_ANGLE: f32 = 2.399_963;
/// Width of a store with its rim, fields.
const STORE: f32 = 1.3;
/// Height of the board, and where its two rows are.
const HEIGHT: f32 = 2.9;
const ROWS: [f32; 2] = [2.0, 0.9];
const STONE_COLORS: [&str; 4] = ["#d9d2c3", "#b9c4cc", "#e3c7a1", "#c9b4a6"];
const WOOD: &str = "#a9794f";
const HOLLOW: &str = "#7d5535";

/// The board of so many pits a side.
pub(super) fn picture(kalah: &Kalah) -> Picture {
    let pits = u8::try_from(kalah.pits()).unwrap_or(u8::MAX);
    let width = 2.0 * STORE + f32::from(pits);
    let south = |pit: u8| Place::new(format!("s{}", pit + 1), column(pit), ROWS[0]);
    let north = |pit: u8| Place::new(format!("n{}", pit + 1), column(pits - 1 - pit), ROWS[1]);
    let middle = f32::midpoint(ROWS[0], ROWS[1]);
    let mut places = vec![Place::new("S", width - 0.65, middle), Place::new("N", 0.65, middle)];
    places.extend((0..pits).map(south));
    places.extend((0..pits).map(north));
    let turns = [(width - 0.65, HEIGHT - 0.12), (0.65, 0.12)];
    let turns = turns.map(|(x, y)| Place::new("", x, y));
    places.extend(turns);
    Picture {
        size: (width, HEIGHT),
        ground: ground(width, &places),
        places,
        men: men(),
        text_size: 0.42,
        mark: ROUND_MARK.into(),
    }
}

/// The stones in stores and pits, and whose turn it is.
pub(super) fn scene(kalah: &Kalah, pos: &Position) -> Scene {
    let Position { board, stores, side, .. } = pos.absolute();
    let number = |stones: u64| if stones == 0 { "".into() } else { stones.to_string().into() };
    let mut scene: Scene = stores.map(|stones| number(stones.into())).into();
    for word in [board.own, board.opposing] {
        scene.extend((0..kalah.pits()).map(|pit| number(word >> (8 * pit) & 0xff)));
    }
    let turn = |of| if side == of { "turn" } else { "" };
    scene.extend(Side::BOTH.map(|of| turn(of).into()));
    scene
}

fn column(pit: u8) -> f32 {
    STORE + 0.5 + f32::from(pit)
}

/// The wood, its hollows and the names of the pits.
fn ground(width: f32, places: &[Place]) -> String {
    let mut svg = format!(
        "<rect x=\".03\" y=\".25\" width=\"{}\" height=\"{}\" rx=\".5\" fill=\"{WOOD}\"/>",
        width - 0.06,
        HEIGHT - 0.5
    );
    for Place { name, x, y } in places.iter().filter(|place| !place.name.is_empty()) {
        let _ = if name.len() == 1 {
            write!(
                svg,
                "<rect x=\"{}\" y=\".55\" width=\".9\" height=\"{}\" rx=\".42\" fill=\"{HOLLOW}\"/>",
                x - 0.45,
                HEIGHT - 1.1
            )
        } else {
            write!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\".44\" fill=\"{HOLLOW}\"/>")
        };
        let below = if *y > HEIGHT / 2.0 { y + 0.83 } else { y - 0.71 };
        if name.len() > 1 {
            let _ = write!(
                svg,
                "<text x=\"{}\" y=\"{below}\" font-size=\".2\" font-family=\"sans-serif\" \
                 text-anchor=\"middle\" fill=\"currentColor\" opacity=\".7\">{}</text>",
                x - 0.3,
                &name[1..]
            );
        }
    }
    svg
}

/// A heap for every number of stones below a hundred, which is told on top of it; and the point
/// that says whose turn it is.
fn men() -> Vec<(Cow<'static, str>, String)> {
    let mut men = vec![("turn".into(), "<circle r=\".09\" fill=\"currentColor\"/>".to_owned())];
    for number in 1..100_u16 {
        let drawing = format!(
            "{}<text y=\".42\" font-size=\".28\" font-family=\"sans-serif\" \
             font-weight=\"bold\" text-anchor=\"middle\" fill=\"#fff\" stroke=\"#3a2412\" \
             stroke-width=\".08\" paint-order=\"stroke\">{number}</text>",
            heap(number.min(STONES_DRAWN))
        );
        men.push((number.to_string().into(), drawing));
    }
    men
}

/// Stones side by side, the first of them in the middle.
fn heap(stones: u16) -> String {
    let mut svg = String::new();
    for (number, color) in (0..).zip(STONE_COLORS) {
        let mut path = String::new();
        for nth in (0..stones).filter(|nth| nth % 4 == number) {
            let (angle, apart) = (f32::from(nth) * GOLDEN_ANGLE, (f32::from(nth) + 0.3).sqrt());
            let (x, y) = (0.08 * apart * angle.cos(), 0.08 * apart * angle.sin());
            let _ = write!(path, "M{x:.2} {y:.2}h0");
        }
        let _ = write!(
            svg,
            "<path d=\"{path}\" stroke=\"{color}\" stroke-width=\".14\" stroke-linecap=\"round\"/>"
        );
    }
    svg
}
