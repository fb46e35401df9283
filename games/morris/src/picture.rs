//! The board as a picture: points and lines, the men on them, and those in hand beside it.
//!
//! ```text
//!   o   7 *---*---*   @        White's men in hand at the left and Black's at the right, one below
//!   o     |   |   |   @        the other; above the column of the side to move a ring, with how
//!   o   4 *---*   *            many men it has still to take
//!         a   b   c
//! ```

use std::borrow::Cow;
use std::fmt::Write;

use super::board::Board;
use super::position::Position;
use super::rules::Morris;
use plyglot_core::Side;
use plyglot_core::bits::bits;
use plyglot_core::game::picture::{Picture, Place, ROUND_MARK, Scene, titled};

const WOOD: &str = "#e0c391";
const LINE: &str = "#5c4023";
/// Width of the columns in which men in hand lie, and of the names of rows.
const HAND_WIDTH: f32 = 0.8;
const NAMES_WIDTH: f32 = 0.45;
/// From the outermost points to the edge of the wood.
const RIM: f32 = 0.6;
/// Height of what is above the men in hand.
const TURN_HEIGHT: f32 = 0.75;
/// Size of a man in hand, and the most space that each has; in men, and in fields.
const HAND_SCALE: f32 = 0.6;
const HAND_STEP: f32 = 0.5;
const TRAY_WIDTH: f32 = 0.56;
/// The men of either side in words.
const MEN: [&str; 2] = ["O", "@"];
/// A turn takes so many men at most.
const TAKEN_MAX: u8 = 3;

/// Where things are on the picture of a board.
#[derive(Clone, Copy)]
struct Frame {
    board: Board,
    /// Points in a row.
    wide: u8,
}

impl Frame {
    fn new(board: Board) -> Self {
        let wide = (0..board.points()).map(|point| board.place(point).0 + 1).max();
        Self { board, wide: wide.unwrap_or(1) }
    }

    /// Left edge of the wood.
    const fn left() -> f32 {
        HAND_WIDTH + NAMES_WIDTH
    }

    /// Width and height of the wood.
    fn wood(self) -> f32 {
        f32::from(self.wide - 1) + 2.0 * RIM
    }

    fn size(self) -> (f32, f32) {
        (Self::left() + self.wood() + HAND_WIDTH, self.wood() + NAMES_WIDTH)
    }

    /// The middle of a point.
    fn at(self, point: u8) -> (f32, f32) {
        let (column, row) = self.board.place(point);
        (Self::left() + RIM + f32::from(column), RIM + f32::from(self.wide - 1 - row))
    }

    /// The middle of the column of a side's men in hand.
    fn hand(self, side: Side) -> f32 {
        let left = HAND_WIDTH / 2.0;
        if side == Side::First { left } else { self.size().0 - left }
    }
}

/// The board of a rule set.
pub(super) fn picture(rules: &Morris) -> Picture {
    let frame = Frame::new(rules.set.board);
    let mut places: Vec<Place> = (0..frame.board.points())
        .map(|point| {
            let (x, y) = frame.at(point);
            Place::new(frame.board.name(point), x, y)
        })
        .collect();
    let besides = [TURN_HEIGHT / 2.0, TURN_HEIGHT]
        .map(|y| Side::BOTH.map(|side| Place::new("", frame.hand(side), y)));
    places.extend(besides.into_iter().flatten());
    Picture {
        size: frame.size(),
        ground: ground(frame),
        places,
        men: men(frame, rules.set.men),
        text_size: 0.5,
        has_ends: false,
        mark: ROUND_MARK.into(),
    }
}

/// The man on each point, whose turn it is, and the men in hand.
pub(super) fn scene(rules: &Morris, pos: &Position) -> Scene {
    let mut scene: Scene = vec!["".into(); rules.set.board.points().into()];
    for side in Side::BOTH {
        bits(pos.men(side)).for_each(|point| scene[usize::from(point)] = MEN[side.index()].into());
    }
    let turn = |side| if pos.side() == side { turn_word(side, pos.pending()) } else { "".into() };
    scene.extend(Side::BOTH.map(turn));
    scene.extend(Side::BOTH.map(|side| hand_word(side, pos.hand(side))));
    scene
}

/// The position of men on points, with the men in hand that lie beside the board, as far as a side
/// has them besides those on it.
pub(super) fn set_up(rules: &Morris, scene: &[&str], side: Side) -> String {
    let points = usize::from(rules.set.board.points()).min(scene.len());
    let marks: Vec<&str> =
        scene[..points].iter().map(|word| if word.is_empty() { "*" } else { word }).collect();
    let men = MEN.map(|man| {
        let on_board = marks.iter().filter(|mark| **mark == man).count();
        let in_hand = scene[points..].iter().find_map(|word| {
            word.strip_suffix(" in hand")?.strip_suffix(man)?.trim_end().parse::<usize>().ok()
        });
        let left = usize::from(rules.set.men).saturating_sub(on_board);
        (on_board, in_hand.unwrap_or(0).min(left))
    });
    let (phase, action) = if men.iter().any(|men| men.1 > 0) { ('p', 'p') } else { ('m', 's') };
    let rings: Vec<String> = marks.chunks(8).map(<[&str]>::concat).collect();
    let side = if side == Side::First { 'w' } else { 'b' };
    let [white, black] = men.map(|(on_board, in_hand)| format!("{on_board} {in_hand}"));
    format!("{} {side} {phase} {action} {white} {black}", rings.join("/"))
}

/// `turn O`, or `turn O takes 1`.
fn turn_word(side: Side, pending: u8) -> Cow<'static, str> {
    let man = MEN[side.index()];
    if pending == 0 { format!("turn {man}") } else { format!("turn {man} takes {pending}") }.into()
}

/// `9 O in hand`, or nothing.
fn hand_word(side: Side, men: u8) -> Cow<'static, str> {
    if men == 0 { "".into() } else { format!("{men} {} in hand", MEN[side.index()]).into() }
}

/// The drawing for every word.
fn men(frame: Frame, most: u8) -> Vec<(Cow<'static, str>, String)> {
    let mut men = Vec::new();
    // They lie upon each other where there is no room beside.
    let room = frame.wood() - TURN_HEIGHT - HAND_STEP;
    let step = HAND_STEP.min(room / f32::from(most.max(2) - 1));
    for side in Side::BOTH {
        let man = man(side);
        let small =
            |y: f32| format!("<g transform=\"translate(0 {y}) scale({HAND_SCALE})\">{man}</g>");
        for number in 1..=most {
            let heap = (0..number).map(|nth| small(HAND_STEP / 2.0 + step * f32::from(nth)));
            men.push((hand_word(side, number), heap.collect()));
        }
        let ring = "<circle r=\".32\" fill=\"none\" stroke=\"#d9a520\" stroke-width=\".08\"/>";
        men.push((turn_word(side, 0), format!("{ring}{}", small(0.0))));
        for pending in 1..=TAKEN_MAX {
            let taking = format!(
                "{ring}{}<text y=\".12\" font-size=\".36\" font-family=\"sans-serif\" \
                 font-weight=\"bold\" text-anchor=\"middle\" fill=\"#c8342b\" stroke=\"#fff\" \
                 stroke-width=\".07\" paint-order=\"stroke\">×{pending}</text>",
                small(0.0)
            );
            men.push((turn_word(side, pending), taking));
        }
        let name = ["white", "black"][side.index()];
        men.push((MEN[side.index()].into(), titled(name, &man)));
    }
    men
}

/// The wood with its lines and points, and the names of columns and rows.
fn ground(frame: Frame) -> String {
    let wood = frame.wood();
    let mut svg = format!(
        "<rect x=\"{}\" width=\"{wood}\" height=\"{wood}\" rx=\".2\" fill=\"{WOOD}\"/>",
        Frame::left()
    );
    for side in Side::BOTH {
        // On wood, so that men of either colour can be seen on a light page and on a dark one.
        let _ = write!(
            svg,
            "<rect x=\"{}\" y=\"{TURN_HEIGHT}\" width=\"{}\" height=\"{}\" rx=\".2\" \
             fill=\"{WOOD}\"/>",
            frame.hand(side) - TRAY_WIDTH / 2.0,
            TRAY_WIDTH,
            wood - TURN_HEIGHT
        );
    }
    let (mut lines, mut dots) = (String::new(), String::new());
    for point in 0..frame.board.points() {
        let (x, y) = frame.at(point);
        let _ = write!(dots, "M{x} {y}h0");
        for other in bits(frame.board.neighbours(point)).filter(|&other| other > point) {
            let (to_x, to_y) = frame.at(other);
            let _ = write!(lines, "M{x} {y}L{to_x} {to_y}");
        }
    }
    let _ = write!(
        svg,
        "<g fill=\"none\" stroke=\"{LINE}\" stroke-linecap=\"round\"><path d=\"{lines}\" \
         stroke-width=\".05\"/><path d=\"{dots}\" stroke-width=\".2\"/></g><g font-size=\".3\" \
         font-family=\"sans-serif\" text-anchor=\"middle\" fill=\"currentColor\">"
    );
    for (at, letter) in (0..frame.wide).zip('a'..) {
        let along = RIM + f32::from(at);
        let _ = write!(
            svg,
            "<text x=\"{}\" y=\"{}\">{letter}</text><text x=\"{}\" y=\"{}\">{}</text>",
            Frame::left() + along,
            wood + 0.34,
            Frame::left() - 0.2,
            along + 0.1,
            frame.wide - at
        );
    }
    svg + "</g>"
}

/// A flat round stone.
fn man(side: Side) -> String {
    let (fill, rim, groove) = match side {
        Side::First => ("#fdfaf2", "#6f6455", "#cfc4ae"),
        Side::Second => ("#2a2725", "#0b0b0b", "#6a625c"),
    };
    format!(
        "<circle r=\".36\" fill=\"{fill}\" stroke=\"{rim}\" stroke-width=\".035\"/>\
         <circle r=\".24\" fill=\"none\" stroke=\"{groove}\" stroke-width=\".035\"/>"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RuleSet;
    use plyglot_core::game::{Notation, Rules};

    #[test]
    fn every_board_has_its_points_lines_and_men_in_hand() {
        // Joints of the boards as counted in `board`.
        let joints = [32, 20, 32, 40, 40, 16];
        for ((name, set), joints) in RuleSet::VARIANTS.into_iter().zip(joints) {
            let rules = Morris::new(set);
            let (picture, scene) = (rules.picture(), rules.scene(&rules.start()));
            assert_eq!(picture.places.len(), scene.len(), "{name}");
            assert_eq!(picture.ground.matches('L').count(), joints, "{name}");
            let hand = [format!("{} O in hand", set.men), format!("{} @ in hand", set.men)];
            assert_eq!(scene[scene.len() - 2..], hand, "{name}");
            let known = |word: &str| picture.men.iter().any(|(man, _)| man == word);
            assert!(scene.iter().all(|word| word.is_empty() || known(word)), "{name}");
            let (width, height) = picture.size;
            let inside =
                |place: &Place| (0.0..width).contains(&place.x) && (0.0..height).contains(&place.y);
            assert!(picture.places.iter().all(inside), "{name}");
        }
    }

    #[test]
    fn a_scene_is_the_position_string_and_says_who_takes() {
        let rules = Morris::default();
        let text = "O**@****/O*******/O*****@* w p r 3 6 2 7";
        let (picture, scene) =
            (picture(&rules), scene(&rules, &rules.parse_position(text).unwrap()));
        let at = |point: &str| &scene[picture.place(point).unwrap()];
        for (point, man) in [("d5", "O"), ("d7", "O"), ("e3", "@"), ("a4", "@"), ("a1", "")] {
            assert_eq!(at(point), man, "{point}");
        }
        assert_eq!(scene[24..], ["turn O takes 1", "", "6 O in hand", "7 @ in hand"]);
        assert!(
            scene
                .iter()
                .all(|word| word.is_empty() || picture.men.iter().any(|(man, _)| man == word))
        );
    }
}
