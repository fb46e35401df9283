//! Text: positions as `PlayStrategy` writes them, moves in Aba-Pro's form and three others, and the
//! hexagon.
//!
//! ```text
//! sssss/ssssss/2sss2/8/9/8/2SSS2/SSSSSS/SSSSS 0 0 b 0 1
//! rows i to a, each from its left end          |   | | | number of the move
//! S Black (the first side), s White,           |   | | plies since a marble fell
//! digits count empty cells                     |   | side to move: b or w
//!                                              marbles pushed off by Black, by White
//! ```
//!
//! How moves are written is told in `spelling`.

use std::borrow::Cow;
use std::fmt::{self, Write};

use super::board::{self, ROWS, Set, cell_at};
use super::illegal;
use super::key_board;
use super::movegen::Move;
use super::picture;
use super::rules::{Abalone, Position};
use super::spelling::{self, Spelt};
use plyglot_core::Side;
use plyglot_core::game::key_board::KeyBoard;
use plyglot_core::game::notation::ParsedMove;
use plyglot_core::game::picture::{Picture, Scene};
use plyglot_core::game::rows::{read_row, write_row};
use plyglot_core::game::{Notation, PlayedGame, PositionError};

impl Notation for Abalone {
    const MOVE_FORM: &'static str =
        "two cells as in c3d4, three as in c3c5d3, or a cell and a direction as in c3:nw or c3:7";

    fn side_names(&self) -> [&'static str; 2] {
        ["Black", "White"]
    }

    fn parse_position(&self, text: &str) -> Result<Position, PositionError> {
        let mut fields = text.split_whitespace();
        let marbles = parse_board(fields.next().unwrap_or(""))?;
        let black = self.parse_ejected(fields.next())?;
        let white = self.parse_ejected(fields.next())?;
        let most = self.ejections_to_win;
        if black == most && white == most {
            let expected = format!("only one side to have pushed off {most}");
            return Err(PositionError::new("ejected", &format!("{black} {white}"), expected));
        }
        let side = match fields.next() {
            None | Some("b" | "B") => Side::First,
            Some("w" | "W") => Side::Second,
            Some(other) => return Err(PositionError::new("side", other, "b or w")),
        };
        let quiet = parse_counter("plies without an ejection", fields.next(), 0)?;
        let number = parse_counter("move number", fields.next(), 1)?.max(1);
        if let Some(more) = fields.next() {
            return Err(PositionError::new("end", more, "nothing after the move number"));
        }
        Ok(Position::new(marbles, [black, white], side).with_counters(quiet, number))
    }

    fn write_position(&self, pos: &Position, f: &mut dyn Write) -> fmt::Result {
        for row in (0..ROWS).rev() {
            write_row(row_cells(row).map(|cell| mark(pos, cell)), f)?;
            f.write_char(if row > 0 { '/' } else { ' ' })?;
        }
        let [black, white] = Side::BOTH.map(|side| pos.ejected(side));
        let side = if pos.side() == Side::First { 'b' } else { 'w' };
        write!(f, "{black} {white} {side} {} {}", pos.quiet(), pos.number())
    }

    fn write_move(&self, _pos: &Position, mv: Move, f: &mut dyn Write) -> fmt::Result {
        spelling::write_aba_pro(mv, f)
    }

    fn write_diagram(&self, pos: &Position, f: &mut dyn Write) -> fmt::Result {
        for row in (0..ROWS).rev() {
            let indent = row.abs_diff(ROWS / 2);
            let letter = char::from(b"abcdefghi"[row]);
            write!(f, "{:indent$}{letter}", "")?;
            for mark in row_cells(row).map(|cell| mark(pos, cell)) {
                write!(f, " {}", mark.unwrap_or('.'))?;
            }
            // The diagonals that end at the lower right are numbered there.
            if row < ROWS / 2 {
                write!(f, " {}", row + 6)?;
            }
            writeln!(f)?;
        }
        writeln!(f, "      1 2 3 4 5")?;
        let [black, white] = Side::BOTH.map(|side| pos.ejected(side));
        let turn = if pos.side() == Side::First { "Black" } else { "White" };
        writeln!(
            f,
            "S Black, s White; pushed off: by Black {black}, by White {white}; {turn} moves"
        )?;
        writeln!(f, "directions: 7 nw, 9 ne, 4 w, 6 e, 1 sw, 3 se, as in c3:7")
    }

    fn key_board(&self, pos: &Position) -> Option<KeyBoard> {
        Some(key_board::key_board(pos))
    }

    fn picture(&self) -> Picture {
        picture::picture()
    }

    fn scene(&self, pos: &Position) -> Scene {
        picture::scene(pos)
    }

    fn set_up(&self, scene: &[&str], side: Side) -> Option<String> {
        Some(picture::set_up(scene, side))
    }

    /// In line the marble at the back and the cell before the marbles that go, which is empty or the
    /// opponent's, so that it is no broadside; else both ends, and where the first of them goes.
    fn clicks(&self, _picture: &Picture, _pos: &Position, mv: Move) -> Vec<String> {
        spelling::pointed_at(mv).map(board::name).collect()
    }

    /// A marble and a direction may be two words, as in `c3 7`.
    fn moves_in<'a>(&self, words: &[&'a str]) -> Vec<Cow<'a, str>> {
        let mut words = words.iter().copied().peekable();
        let next = || {
            let word = words.next()?;
            let is_half = spelling::is_cell(word);
            let second = words.next_if(|second| is_half && !spelling::is_cell(second));
            Some(second.map_or(Cow::Borrowed(word), |it| Cow::Owned(format!("{word} {it}"))))
        };
        std::iter::from_fn(next).collect()
    }

    fn read_move(&self, played: &PlayedGame<Self>, text: &str) -> ParsedMove<Move> {
        let Some(spelt) = Spelt::parse(text) else { return ParsedMove::Syntax(Self::MOVE_FORM) };
        ParsedMove::of(spelt.find(&played.moves(self)))
    }

    fn why_illegal(&self, played: &PlayedGame<Self>, text: &str) -> String {
        let spelt = Spelt::parse(text);
        spelt.map_or_else(String::new, |it| illegal::why(played.position(), it, self.broadside))
    }
}

impl Abalone {
    /// How many marbles a side has pushed off; nothing written means none.
    fn parse_ejected(&self, text: Option<&str>) -> Result<u8, PositionError> {
        let most = self.ejections_to_win;
        let Some(text) = text else { return Ok(0) };
        text.parse().ok().filter(|&count| count <= most).ok_or_else(|| {
            PositionError::new("ejected", text, format!("a number of marbles, 0 to {most}"))
        })
    }
}

/// Reads the nine rows.
pub(super) fn parse_board(text: &str) -> Result<[Set; 2], PositionError> {
    let rows = text.split('/').count();
    if rows != ROWS {
        let expected = format!("nine rows with / between them, not {rows}");
        return Err(PositionError::new("rows", text, expected));
    }
    let side = |c: char| match c {
        'S' => Some(Side::First),
        's' => Some(Side::Second),
        _ => None,
    };
    let mut marbles = [0; 2];
    for (row, cells) in (0..ROWS).rev().zip(text.split('/')) {
        let len = ROWS - row.abs_diff(ROWS / 2);
        let men = read_row(cells, len, side).map_err(|_| {
            let name = char::from(b"abcdefghi"[row]);
            let expected = format!("{len} cells of S, s and digits in row {name}");
            PositionError::new("rows", cells, expected)
        })?;
        for (column, side) in men {
            marbles[side.index()] |= row_cells(row).nth(column).map_or(0, |cell| 1 << cell);
        }
    }
    Ok(marbles)
}

/// A counter; nothing written means its first value.
fn parse_counter(
    field: &'static str,
    text: Option<&str>,
    default: u16,
) -> Result<u16, PositionError> {
    text.map_or(Ok(default), |text| {
        text.parse().map_err(|_| PositionError::new(field, text, "a number below 65536"))
    })
}

/// The cells of a row, left to right.
fn row_cells(row: usize) -> impl Iterator<Item = u8> {
    let row = i8::try_from(row).unwrap_or(i8::MAX);
    (0..9).filter_map(move |column| cell_at(row, column))
}

/// The letter of the marble on a cell.
fn mark(pos: &Position, cell: u8) -> Option<char> {
    match Side::BOTH.map(|side| pos.marbles(side) >> cell & 1) {
        [1, _] => Some('S'),
        [_, 1] => Some('s'),
        _ => None,
    }
}
