//! The board and the men as pictures, drawn for this program.

use std::borrow::Cow;
use std::fmt::Write;

use cozy_chess::{BitBoard, Color, File, Piece, Rank, Square};

use super::rules::Position;
use plyglot_core::Side;
use plyglot_core::game::picture::{Picture, Place, Scene, titled};
use plyglot_core::game::rows::rows_text;

const LIGHT: &str = "#ecdcc0";
const DARK: &str = "#b48a68";
/// A marked square is coloured as a whole.
const MARK: &str =
    "<rect x=\"-.5\" y=\"-.5\" width=\"1\" height=\"1\" fill=\"#e8c547\" fill-opacity=\".65\"/>";
/// Room at the left and below for the names of files and ranks, at the right for whose turn it is.
const MARGIN: f32 = 0.45;
/// Who is to move: a point of its colour at the right of its home rank.
const TURN: [&str; 2] = ["turn White", "turn Black"];

/// The shapes of the men in hundredths of a field, by piece: outlines first, then lines on them.
const SHAPES: [(Piece, &str, &str); 6] = [
    (
        Piece::Pawn,
        "M0-30a11 11 0 0 1 7 19.500L12-5H7C8 8 12 16 19 22H-19C-12 16-8 8-7-5H-12L-7-10.500A11 11 0 \
         0 1 0-30ZM-23 22H23V33H-23Z",
        "",
    ),
    (
        Piece::Knight,
        "M-5-36L1-29C19-27 24-6 20 22H-17C-17 8-3 5-2-8C-7-2-14-2-17 4L-25 1C-28-6-20-11-17-20C-15-25\
         -11-27-7-28ZM-23 22H23V33H-23Z",
        "M-10-19h.1M7-20C14-13 15-2 14 8",
    ),
    (
        Piece::Bishop,
        "M0-30C13-20 18-6 9 3H-9C-18-6-13-20 0-30ZM0-39a4.500 4.500 0 0 1 0 9a4.500 4.500 0 0 1 0-9Z\
         M-12 3H12V10H-12ZM-8 10H8C9 16 13 19 19 22H-19C-13 19-9 16-8 10ZM-23 22H23V33H-23Z",
        "M0-20V-8M-6-14H6",
    ),
    (
        Piece::Rook,
        "M-20-33H-11V-26H-5V-33H5V-26H11V-33H20V-18L13-12V15L19 22H-19L-13 15V-12L-20-18Z\
         M-23 22H23V33H-23Z",
        "M-13-12H13M-13 15H13",
    ),
    (
        Piece::Queen,
        "M-29-20L-16 6H16L29-20L13-8L10-31L0-10L-10-31L-13-8ZM-16 6C-12 12-14 17-19 22H19C14 17 12 12 \
         16 6ZM-23 22H23V33H-23ZM-29-27a3.500 3.500 0 0 1 0 7a3.500 3.500 0 0 1 0-7ZM29-27a3.500 3.500 \
         0 0 1 0 7a3.500 3.500 0 0 1 0-7ZM-10-38a3.500 3.500 0 0 1 0 7a3.500 3.500 0 0 1 0-7ZM10-38a3.500 \
         3.500 0 0 1 0 7a3.500 3.500 0 0 1 0-7Z",
        "M-15 13H15",
    ),
    (
        Piece::King,
        "M-3-40H3V-35H8V-29H3V-22H-3V-29H-8V-35H-3ZM0-22C7-28 29-25 25-7C23 1 17 4 15 10C14 15 16 19 19 \
         22H-19C-16 19-14 15-15 10C-17 4-23 1-25-7C-29-25-7-28 0-22ZM-23 22H23V33H-23Z",
        "M0-22V6M-15 10C-6 5 6 5 15 10",
    ),
];

const COLOURS: [&str; 2] = ["white", "black"];
const NAMES: [&str; 6] = ["pawn", "knight", "bishop", "rook", "queen", "king"];

/// The board with its men.
pub(super) fn picture() -> Picture {
    let mut places: Vec<Place> = squares().map(place).collect();
    places.extend(Color::ALL.map(|color| {
        let row = if color == Color::White { 7.5 } else { 0.5 };
        Place::new("", MARGIN + 8.25, row)
    }));
    let mut men: Vec<(Cow<'static, str>, String)> = Vec::new();
    for (word, fill) in TURN.into_iter().zip(["#fff", "#222"]) {
        let point =
            format!("<circle r=\".14\" fill=\"{fill}\" stroke=\"#777\" stroke-width=\".04\"/>");
        men.push((word.into(), point));
    }
    for (piece, outline, lines) in SHAPES {
        let drawn = |color| {
            let title = format!("{} {}", COLOURS[color as usize], NAMES[piece as usize]);
            (word(piece, color).into(), titled(&title, &drawing(outline, lines, color)))
        };
        men.extend(Color::ALL.map(drawn));
    }
    Picture {
        size: (MARGIN + 8.5, 8.0 + MARGIN),
        ground: ground(),
        places,
        men,
        text_size: 0.6,
        mark: MARK.into(),
        has_ends: true,
    }
}

/// The man on each square, and whose turn it is.
pub(super) fn scene(pos: &Position) -> Scene {
    let board = pos.board();
    let man = |square| {
        let man = board.piece_on(square).zip(board.color_on(square));
        man.map_or("", |(piece, color)| word(piece, color)).into()
    };
    let mut scene: Scene = squares().map(man).collect();
    let turn = |color| if board.side_to_move() == color { TURN[color as usize] } else { "" };
    scene.extend(Color::ALL.map(|color| turn(color).into()));
    scene
}

/// The position of men on squares. Who stands at home has not moved yet, and may castle.
pub(super) fn set_up(scene: &[&str], side: Side) -> String {
    const CASTLING: [(char, &str, &str, &str); 4] = [
        ('K', "e1", "h1", "KR"),
        ('Q', "e1", "a1", "KR"),
        ('k', "e8", "h8", "kr"),
        ('q', "e8", "a8", "kr"),
    ];
    let on = |name: &str| {
        squares().position(|at| at.to_string() == name).and_then(|at| scene.get(at).copied())
    };
    let may = |(_, king, rook, men): &(char, &str, &str, &str)| {
        on(king) == Some(&men[..1]) && on(rook) == Some(&men[1..])
    };
    let mut castling: String = CASTLING.iter().filter(|it| may(it)).map(|it| it.0).collect();
    if castling.is_empty() {
        castling.push('-');
    }
    let side = if side == Side::First { 'w' } else { 'b' };
    format!("{} {side} {castling} - 0 1", rows_text(scene, [8; 8]))
}

/// The squares as they are read: a8 first, h1 last.
fn squares() -> impl Iterator<Item = Square> {
    let ranks = Rank::ALL.into_iter().rev();
    ranks.flat_map(|rank| File::ALL.map(|file| Square::new(file, rank)))
}

fn place(square: Square) -> Place {
    let along = |index: usize| f32::from(u8::try_from(index).unwrap_or(0)) + 0.5;
    let (x, y) = (along(square.file() as usize), along(7 - square.rank() as usize));
    Place::new(square.to_string(), MARGIN + x, y)
}

/// The letter of a man as in FEN.
fn word(piece: Piece, color: Color) -> &'static str {
    const LETTERS: [[&str; 2]; 6] =
        [["P", "p"], ["N", "n"], ["B", "b"], ["R", "r"], ["Q", "q"], ["K", "k"]];
    LETTERS[piece as usize][color as usize]
}

fn drawing(outline: &str, lines: &str, color: Color) -> String {
    let (fill, stroke, detail) = match color {
        Color::White => ("#fff", "#222", "#222"),
        Color::Black => ("#2b2b2b", "#0b0b0b", "#ddd"),
    };
    let lines = match lines {
        "" => String::new(),
        lines => format!("<path d=\"{lines}\" fill=\"none\" stroke=\"{detail}\"/>"),
    };
    format!(
        "<g transform=\"translate(0 .03) scale(.0115)\" stroke-width=\"3\" stroke-linejoin=\"round\" \
         stroke-linecap=\"round\"><path d=\"{outline}\" fill=\"{fill}\" stroke=\"{stroke}\"/>\
         {lines}</g>"
    )
}

/// Squares and their names.
fn ground() -> String {
    let mut svg = format!("<rect x=\"{MARGIN}\" width=\"8\" height=\"8\" fill=\"{LIGHT}\"/>");
    let is_dark = |square: &Square| BitBoard::DARK_SQUARES.has(*square);
    let dark = squares().filter(is_dark);
    let mut path = String::new();
    for Place { x, y, .. } in dark.map(place) {
        let _ = write!(path, "M{} {}h1v1h-1z", x - 0.5, y - 0.5);
    }
    let _ = write!(svg, "<path d=\"{path}\" fill=\"{DARK}\"/>");
    svg.push_str(
        "<g font-size=\".3\" font-family=\"sans-serif\" text-anchor=\"middle\" \
         fill=\"currentColor\">",
    );
    for file in File::ALL {
        let x = place(Square::new(file, Rank::First)).x;
        let _ = write!(svg, "<text x=\"{x}\" y=\"8.33\">{file}</text>");
    }
    for rank in Rank::ALL {
        let y = place(Square::new(File::A, rank)).y;
        let _ = write!(svg, "<text x=\".2\" y=\"{}\">{rank}</text>", y + 0.1);
    }
    svg + "</g>"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Chess;
    use plyglot_core::game::Notation;

    #[test]
    fn a_scene_is_the_board_of_the_fen() {
        let chess = Chess::default();
        let fen = "r3k2r/8/8/3pP3/8/8/5Q2/R3K2R w KQkq - 0 1";
        let pos = chess.parse_position(fen).unwrap();
        let (picture, scene) = (picture(), scene(&pos));
        assert_eq!(picture.places.len(), scene.len());
        for (square, man) in [("a8", "r"), ("d5", "p"), ("e5", "P"), ("f2", "Q"), ("e4", "")] {
            assert_eq!(scene[picture.place(square).unwrap()], man, "{square}");
        }
        assert_eq!(scene[64..], ["turn White", ""]);
        let drawn = scene.iter().filter(|word| !word.is_empty());
        assert!(drawn.clone().all(|word| picture.men.iter().any(|(man, _)| man == word)));
        assert_eq!(drawn.count(), 10);
    }
}
