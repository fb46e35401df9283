//! Two rows of pits with a store at each end, as a picture and as text: the board of games in which
//! seeds or stones are sown.
//!
//! ```text
//!         6  5  4  3  2  1
//!      N                     S         north's pits from right to left above south's, each side's
//!         1  2  3  4  5  6             store at its right hand
//! ```

use std::borrow::Cow;
use std::fmt::{self, Write};

use super::picture::{Picture, Place, ROUND_MARK, Scene};
use super::sowing::{Board, in_pit};
use crate::Side;

/// So many stones of a heap are drawn.
const STONES_DRAWN: u16 = 24;
/// The angle between one stone and the next that spreads them evenly: the golden angle, radians.
const GOLDEN_ANGLE: f32 = 2.399_963;
/// Width of a store with its rim, fields.
const STORE: f32 = 1.3;
/// Height of the board, and where its two rows are, south's first.
const HEIGHT: f32 = 2.9;
const ROWS: [f32; 2] = [2.0, 0.9];
/// From the middle of a pit to the line its label stands on.
const LABELS: [f32; 2] = [0.83, -0.71];
const STONE_COLORS: [&str; 4] = ["#d9d2c3", "#b9c4cc", "#e3c7a1", "#c9b4a6"];
const WOOD: &str = "#a9794f";
const HOLLOW: &str = "#7d5535";

/// A pit as people call it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pit {
    /// The name of its place: `s1`.
    pub name: String,
    /// What is written beside it: `1`.
    pub label: String,
}

/// The board with these pits of south and of north, each in the order of sowing. The places are the
/// stores `S` and `N`, south's pits, north's pits, and two that say whose turn it is.
pub fn picture(pits: [Vec<Pit>; 2]) -> Picture {
    let many = pits[0].len();
    let along = |nth: usize| STORE + 0.5 + f32::from(u16::try_from(nth).unwrap_or(u16::MAX));
    let width = along(many) + STORE - 0.5;
    let middle = f32::midpoint(ROWS[0], ROWS[1]);
    let mut places = vec![Place::new("S", width - 0.65, middle), Place::new("N", 0.65, middle)];
    let mut ground = wood(width, &places);
    for (row, pits) in pits.into_iter().enumerate() {
        for (nth, Pit { name, label }) in pits.into_iter().enumerate() {
            let x = along(if row == 0 { nth } else { many - 1 - nth });
            let y = ROWS[row];
            let _ = write!(
                ground,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\".44\" fill=\"{HOLLOW}\"/><text x=\"{}\" \
                 y=\"{}\" font-size=\".2\" font-family=\"sans-serif\" text-anchor=\"middle\" \
                 fill=\"currentColor\" opacity=\".7\">{label}</text>",
                x - 0.3,
                y + LABELS[row]
            );
            places.push(Place::new(name, x, y));
        }
    }
    places.push(Place::new("", width - 0.65, HEIGHT - 0.12));
    places.push(Place::new("", 0.65, 0.12));
    let size = (width, HEIGHT);
    let mark = ROUND_MARK.into();
    Picture { size, ground, places, men: men(), text_size: 0.42, mark, has_ends: true }
}

/// The stones in stores and pits, seen by south, with so many pits a side; and whose turn it is.
pub fn scene(board: Board, stores: [u16; 2], pits: usize, side: Side) -> Scene {
    let number = |stones: usize| if stones == 0 { "".into() } else { stones.to_string().into() };
    let rows = [board.own, board.opposing].into_iter();
    let pits = rows.flat_map(|row| (0..pits).map(move |pit| in_pit(row, pit)));
    let mut scene: Scene = stores.into_iter().map(usize::from).chain(pits).map(number).collect();
    scene.extend(Side::BOTH.map(|of| if side == of { "turn" } else { "" }.into()));
    scene
}

/// The place of a pit of a side in [`picture`], where each side has so many.
pub const fn place(side: Side, pit: usize, pits: usize) -> usize {
    2 + side.index() * pits + pit
}

/// The stones of the pit at a place sown one by one, the first over these places, as scenes: the pit
/// emptied, then a stone more at a time. What is captured lies there still.
pub fn sowing(before: &Scene, from: usize, to: impl IntoIterator<Item = usize>) -> Vec<Scene> {
    let stones = |scene: &Scene, place: usize| scene[place].parse::<u32>().unwrap_or(0);
    let in_hand = stones(before, from);
    let mut scene = before.clone();
    scene[from] = "".into();
    let mut scenes = vec![scene.clone()];
    for (place, _) in to.into_iter().zip(0..in_hand) {
        scene[place] = (stones(&scene, place) + 1).to_string().into();
        scenes.push(scene.clone());
    }
    scenes
}

/// The stones that were put into stores and pits by hand: the stores, then south's pits and north's.
pub fn stones(scene: &[&str], pits: usize) -> Vec<String> {
    let stones = scene.iter().take(2 + 2 * pits);
    stones.map(|word| if word.is_empty() { "0" } else { word }.to_owned()).collect()
}

/// What is written beside a board drawn as text, south's first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Captions {
    /// Whose the stores are.
    pub stores: [char; 2],
    /// Whose the rows are.
    pub rows: [&'static str; 2],
    /// How wide the number in a store is.
    pub store_width: usize,
}

/// Draws the board, seen by south, with the labels of its pits above and below:
///
/// ```text
///          f   e   d   c   b   a    north (second)
/// N   0    4   4   4   4   4   4
///          4   4   4   4   4   4    0 S
///          A   B   C   D   E   F    south (first)
/// ```
pub fn write_diagram(
    f: &mut dyn Write,
    captions: &Captions,
    pits: &[Vec<Pit>; 2],
    board: Board,
    stores: [u16; 2],
) -> fmt::Result {
    let in_line = |mut cells: Vec<String>, is_north: bool| {
        if is_north {
            cells.reverse();
        }
        cells.join(" ")
    };
    let labels = |row: usize| {
        in_line(pits[row].iter().map(|pit| format!("{:>3}", pit.label)).collect(), row == 1)
    };
    let stones = |row: usize| {
        let word = [board.own, board.opposing][row];
        let stones = (0..pits[row].len()).map(|pit| format!("{:3}", in_pit(word, pit)));
        in_line(stones.collect(), row == 1)
    };
    let Captions { stores: [south, north], rows, store_width: width } = *captions;
    let indent = width + 4;
    // Who has no name leaves nothing behind his row.
    for line in [
        format!("{:indent$}{}    {}", "", labels(1), rows[1]),
        format!("{north} {:width$}  {}", stores[1], stones(1)),
        format!("{:indent$}{}  {:width$} {south}", "", stones(0), stores[0]),
        format!("{:indent$}{}    {}", "", labels(0), rows[0]),
    ] {
        writeln!(f, "{}", line.trim_end())?;
    }
    Ok(())
}

/// The board and the hollows of its stores.
fn wood(width: f32, stores: &[Place]) -> String {
    let mut svg = format!(
        "<rect x=\".03\" y=\".25\" width=\"{}\" height=\"{}\" rx=\".5\" fill=\"{WOOD}\"/>",
        width - 0.06,
        HEIGHT - 0.5
    );
    for Place { x, .. } in stores {
        let _ = write!(
            svg,
            "<rect x=\"{}\" y=\".55\" width=\".9\" height=\"{}\" rx=\".42\" fill=\"{HOLLOW}\"/>",
            x - 0.45,
            HEIGHT - 1.1
        );
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
