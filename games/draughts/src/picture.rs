//! The board and the pieces as a picture.
//!
//! Pieces stand on the dark squares only, so these are the places, under the names that the variant
//! writes: numbers in their corners as in books, or columns and rows at the edges. A man is one
//! disc; a king is two, one upon the other, with a crown on top.

use std::fmt::Write;

use super::board::{Board, bit_of, place_of, set_of};
use super::fen::{column_letter, letter};
use super::rules::{Draughts, Position};
use super::ruleset::Squares;
use super::view::Move;
use plyglot_core::Side;
use plyglot_core::game::Rules;
use plyglot_core::game::picture::{Picture, Place, Scene, titled};

const LIGHT: &str = "#f0e0c4";
const DARK: &str = "#9c6b48";
/// A marked square is coloured as a whole.
const MARK: &str =
    "<rect x=\"-.5\" y=\"-.5\" width=\"1\" height=\"1\" fill=\"#e8c547\" fill-opacity=\".7\"/>";
/// Room at the left and below for the names of columns and rows, where they are written.
const MARGIN: f32 = 0.45;
/// Room at the right for whose turn it is.
const TURN_WIDTH: f32 = 0.5;
/// Who is to move: a point of its colour at the right of its home row.
const TURN: [&str; 2] = ["turn White", "turn Black"];
/// Of a man and of a king in the middle of their squares, White and Black: fill, rim, grooves.
const COLORS: [[&str; 3]; 2] =
    [["#fbf6ea", "#6f6455", "#c9bda6"], ["#2c2826", "#0b0b0b", "#6a625c"]];
/// The crown of a king of either colour, fill and outline.
const CROWN_COLORS: [[&str; 2]; 2] = [["#c8342b", "#6d1510"], ["#f2c230", "#7a5c00"]];
/// Five points over a band, in hundredths of a field.
const CROWN: &str = "M-18 11L-22-11L-11-2L0-17L11-2L22-11L18 11Z";

/// The board with its squares.
pub(super) fn picture<B: Board>(rules: &Draughts<B>) -> Picture {
    let wide = span(2 * B::ROW);
    let left = if rules.squares == Squares::Algebraic { MARGIN } else { 0.0 };
    let mut places: Vec<Place> = squares::<B>().map(|bit| place(rules, bit, left)).collect();
    let turn_x = left + wide + TURN_WIDTH / 2.0;
    places.extend([wide - 0.5, 0.5].map(|y| Place::new("", turn_x, y)));
    let mut men = Vec::new();
    for (color, [man, king]) in [["w", "W"], ["b", "B"]].into_iter().enumerate() {
        let name = ["white", "black"][color];
        men.push((man.into(), titled(&format!("{name} man"), &disc(color, 0.0))));
        men.push((king.into(), titled(&format!("{name} king"), &crowned(color))));
        let point = format!(
            "<circle r=\".14\" fill=\"{}\" stroke=\"#777\" stroke-width=\".04\"/>",
            COLORS[color][0]
        );
        men.push((TURN[color].into(), point));
    }
    Picture {
        size: (left + wide + TURN_WIDTH, wide + left),
        ground: ground(rules, &places, left),
        places,
        men,
        text_size: 0.6,
        mark: MARK.into(),
        has_ends: true,
    }
}

/// The piece on each square, by its letter in the Hub protocol, and whose turn it is.
pub(super) fn scene<B: Board>(rules: &Draughts<B>, pos: &Position) -> Scene {
    let white = rules.white();
    let word = |bit: u8| letter(pos, white, bit).map_or("".into(), |word| word.to_string().into());
    let mut scene: Scene = squares::<B>().map(word).collect();
    let sides = [white, white.other()].into_iter().zip(TURN);
    scene.extend(sides.map(|(side, turn)| if pos.side == side { turn } else { "" }.into()));
    scene
}

/// The position of pieces on squares.
pub(super) fn set_up<B: Board>(rules: &Draughts<B>, scene: &[&str], side: Side) -> String {
    let places = picture(rules).places;
    let pieces = |man: &str, king: &str| {
        let squares = places.iter().zip(scene).filter_map(|(place, word)| match *word {
            word if word == man => Some(place.name.to_string()),
            word if word == king => Some(format!("K{}", place.name)),
            _ => None,
        });
        squares.collect::<Vec<_>>().join(",")
    };
    let side = if side == rules.white() { 'W' } else { 'B' };
    format!("{side}:W{}:B{}", pieces("w", "W"), pieces("b", "B"))
}

/// A move jump by jump. What is jumped over goes at once or at the end, as the rules say.
pub(super) fn frames<B: Board>(rules: &Draughts<B>, pos: &Position, mv: Move) -> Vec<Scene> {
    let mut scene = scene(rules, pos);
    let place = |bit: u8| squares::<B>().position(|at| at == bit).unwrap_or(0);
    let path = if mv.is_capture() { rules.first_path(pos, mv) } else { Vec::new() };
    let mut frames = Vec::new();
    let mut at = mv.from;
    for &landing in path.iter().take(path.len().saturating_sub(1)) {
        scene.swap(place(at), place(landing));
        if rules.rules.removed_at_once {
            let is_over =
                |bit: &u8| mv.captured & set_of(*bit) != 0 && is_between::<B>(at, *bit, landing);
            squares::<B>().filter(is_over).for_each(|bit| scene[place(bit)] = "".into());
        }
        frames.push(scene.clone());
        at = landing;
    }
    let mut after = *pos;
    rules.play(&mut after, mv);
    frames.push(self::scene(rules, &after));
    frames
}

/// Whether a square lies on the way between two others of a diagonal.
fn is_between<B: Board>(one: u8, middle: u8, other: u8) -> bool {
    let [one, middle, other] = [one, middle, other].map(|bit| {
        let (row, column) = place_of::<B>(bit);
        (row.cast_signed(), column.cast_signed())
    });
    let way = |from: (i32, i32), to: (i32, i32)| (to.0 - from.0, to.1 - from.1);
    let ([a, b], [c, d]) = (way(one, middle).into(), way(middle, other).into());
    a.abs() == b.abs()
        && c.abs() == d.abs()
        && [a.signum(), b.signum()] == [c.signum(), d.signum()]
        && a != 0
}

/// The squares as bits, by their numbers.
fn squares<B: Board>() -> impl Iterator<Item = u8> {
    (1..=B::SQUARES).map(bit_of::<B>)
}

/// So many fields.
fn span(fields: u32) -> f32 {
    f32::from(u16::try_from(fields).unwrap_or(u16::MAX))
}

fn place<B: Board>(rules: &Draughts<B>, bit: u8, left: f32) -> Place {
    let (row, column) = place_of::<B>(bit);
    Place::new(rules.square_text(bit), left + span(column) + 0.5, span(row) + 0.5)
}

/// Squares, and how they are called.
fn ground<B: Board>(rules: &Draughts<B>, places: &[Place], left: f32) -> String {
    let wide = span(2 * B::ROW);
    let mut svg =
        format!("<rect x=\"{left}\" width=\"{wide}\" height=\"{wide}\" fill=\"{LIGHT}\"/>");
    let named = || places.iter().filter(|place| !place.name.is_empty());
    let mut path = String::new();
    for Place { x, y, .. } in named() {
        let _ = write!(path, "M{} {}h1v1h-1z", x - 0.5, y - 0.5);
    }
    let _ = write!(svg, "<path d=\"{path}\" fill=\"{DARK}\"/><g font-family=\"sans-serif\" ");
    match rules.squares {
        Squares::Numbers => {
            let _ = write!(svg, "font-size=\".19\" fill=\"{LIGHT}\">");
            for Place { name, x, y } in named() {
                let _ = write!(svg, "<text x=\"{}\" y=\"{}\">{name}</text>", x - 0.47, y - 0.32);
            }
        }
        Squares::Algebraic => {
            svg.push_str("font-size=\".3\" text-anchor=\"middle\" fill=\"currentColor\">");
            for at in 0..2 * B::ROW {
                let (along, row) = (span(at) + 0.5, 2 * B::ROW - at);
                let letter = column_letter(at);
                let _ = write!(
                    svg,
                    "<text x=\"{}\" y=\"{}\">{letter}</text><text x=\".2\" y=\"{}\">{row}</text>",
                    left + along,
                    wide + 0.33,
                    along + 0.1
                );
            }
        }
    }
    svg + "</g>"
}

/// A flat piece, seen a little from the front: its edge below, grooves on top; `up` fields higher
/// than one that lies on the board.
fn disc(color: usize, up: f32) -> String {
    let [fill, rim, groove] = COLORS[color];
    format!(
        "<g transform=\"translate(0 {})\" stroke-width=\".03\"><ellipse cy=\".06\" rx=\".38\" \
         ry=\".35\" fill=\"{groove}\" stroke=\"{rim}\"/><ellipse rx=\".38\" ry=\".35\" \
         fill=\"{fill}\" stroke=\"{rim}\"/><ellipse rx=\".28\" ry=\".255\" fill=\"none\" \
         stroke=\"{groove}\"/></g>",
        0.01 - up
    )
}

/// Two discs and a crown.
fn crowned(color: usize) -> String {
    let [fill, outline] = CROWN_COLORS[color];
    format!(
        "{}{}<path d=\"{CROWN}\" transform=\"translate(0 -.1) scale(.011)\" fill=\"{fill}\" \
         stroke=\"{outline}\" stroke-width=\"3\" stroke-linejoin=\"round\"/>",
        disc(color, -0.06),
        disc(color, 0.07)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Checkers, International, RuleSet};
    use plyglot_core::game::Notation;

    fn check<B: Board>(game: &Draughts<B>, fen: &str, expected: &[(&str, &str)], turn: &str) {
        let pos = game.parse_position(fen).unwrap();
        let (picture, scene) = (picture(game), scene(game, &pos));
        assert_eq!(picture.places.len(), scene.len());
        let at = |square: &str| &scene[picture.place(square).unwrap()];
        for (square, word) in expected {
            assert_eq!(at(square), word, "{square}");
        }
        let drawn: Vec<_> = scene.iter().filter(|word| !word.is_empty()).collect();
        assert!(drawn.iter().all(|word| picture.men.iter().any(|(man, _)| man == *word)));
        assert_eq!(drawn.len(), pos.len() as usize + 1);
        assert_eq!(drawn.last().unwrap().as_ref(), turn);
    }

    #[test]
    fn a_scene_is_the_board_of_the_fen_under_the_names_of_the_variant() {
        let fen = "B:W18,K10:B12,K29";
        let men = [("18", "w"), ("10", "W"), ("12", "b"), ("29", "B"), ("1", "")];
        check(&Checkers::new(RuleSet::ENGLISH), fen, &men, TURN[1]);
        let men = [("d4", "w"), ("c7", "W"), ("h6", "b"), ("b2", ""), ("a1", "B")];
        check(&Checkers::new(RuleSet::RUSSIAN), "W:Wd4,Kc7:Bh6,Ka1", &men, TURN[0]);
        let men = [("50", "w"), ("6", "B")];
        check(&International::new(RuleSet::INTERNATIONAL), "W:W50:BK6", &men, TURN[0]);
    }

    #[test]
    fn square_1_is_dark_and_at_the_top_and_a1_at_the_bottom_left() {
        let numbers = picture(&International::new(RuleSet::INTERNATIONAL));
        let letters = picture(&Checkers::new(RuleSet::RUSSIAN));
        let at = |picture: &Picture, name: &str| {
            let place = &picture.places[picture.place(name).unwrap()];
            (place.x, place.y)
        };
        assert_eq!([at(&numbers, "1"), at(&numbers, "46")], [(1.5, 0.5), (0.5, 9.5)]);
        assert_eq!(at(&letters, "a1"), (MARGIN + 0.5, 7.5));
    }
}
