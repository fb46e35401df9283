//! Text: `3/3/3 x`, cells `1` to `9` or `a1` to `c3`, and the form that cutechess speaks.
//!
//! | what | our form | drop form ([fairy-stockfish], [cutechess-program]) |
//! |---|---|---|
//! | start | `3/3/3 x` | `3/3/3[PPPPPpppp] w - - 0 1` |
//! | X in the corner `a3`, cell 1 | `1` | `P@a3` |
//!
//! Rows run from the top; digits count empty cells; X is `x` (drop form: `P`), O is `o` (`p`). Both
//! forms are read, `TicTacToe.Notation` says which is written.

use std::fmt::{self, Write};

use super::picture;
use super::rules::{Position, TicTacToe};
use plyglot_core::Side;
use plyglot_core::game::notation::ParsedMove;
use plyglot_core::game::picture::{Picture, Scene};
use plyglot_core::game::rows::{read_row, rows_text, write_row};
use plyglot_core::game::{Notation, PlayedGame, PositionError, Rules};

impl Notation for TicTacToe {
    const MOVE_FORM: &'static str = "a cell, 1 to 9, a1 to c3, or a drop as in P@b2";

    fn side_names(&self) -> [&'static str; 2] {
        ["X", "O"]
    }

    fn parse_position(&self, text: &str) -> Result<Position, PositionError> {
        let mut fields = text.split_whitespace();
        let rows = fields.next().unwrap_or("");
        let marks = parse_rows(rows.split('[').next().unwrap_or(""))?;
        let (x, o) = (marks[0].count_ones(), marks[1].count_ones());
        let expected_side = match x.checked_sub(o) {
            Some(0) => Side::First,
            Some(1) => Side::Second,
            _ => {
                let expected = "as many X as O, or one more";
                return Err(PositionError::new("marks", &format!("{x} X, {o} O"), expected));
            }
        };
        let side = parse_side(fields.next(), expected_side)?;
        let pos = Position { marks, side };
        if pos.has_line(side) {
            let expected = "no line of the side to move: the game would have ended before";
            return Err(PositionError::new("marks", rows, expected));
        }
        Ok(pos)
    }

    fn write_position(&self, pos: &Position, f: &mut dyn Write) -> fmt::Result {
        let (x, o) = if self.drop_notation { ('P', 'p') } else { ('x', 'o') };
        for row in 0..3 {
            if row > 0 {
                f.write_char('/')?;
            }
            write_row((3 * row..3 * row + 3).map(|cell| mark(*pos, cell, x, o)), f)?;
        }
        if !self.drop_notation {
            return f.write_str(if pos.side == Side::First { " x" } else { " o" });
        }
        let in_hand = |side: Side| 5 - side.index() - pos.marks(side).count_ones() as usize;
        let side = if pos.side == Side::First { 'w' } else { 'b' };
        let move_number = 1 + pos.marks(Side::Second).count_ones();
        write!(f, "[{}", "P".repeat(in_hand(Side::First)))?;
        write!(f, "{}] {side} - - 0 {move_number}", "p".repeat(in_hand(Side::Second)))
    }

    fn write_move(&self, _pos: &Position, mv: u8, f: &mut dyn Write) -> fmt::Result {
        if self.drop_notation {
            write!(f, "P@{}{}", char::from(b'a' + mv % 3), 3 - mv / 3)
        } else {
            write!(f, "{}", mv + 1)
        }
    }

    fn write_diagram(&self, pos: &Position, f: &mut dyn Write) -> fmt::Result {
        for row in 0..3u8 {
            if row > 0 {
                writeln!(f, "  ---+---+---")?;
            }
            let cells = [0, 1, 2].map(|column| cell_text(*pos, row * 3 + column));
            writeln!(f, "{}  {} | {} | {}", 3 - row, cells[0], cells[1], cells[2])?;
        }
        writeln!(f, "   a   b   c")
    }

    fn picture(&self) -> Picture {
        picture::picture()
    }

    fn scene(&self, pos: &Position) -> Scene {
        picture::scene(*pos)
    }

    fn set_up(&self, scene: &[&str], side: Side) -> Option<String> {
        let side = if side == Side::First { 'x' } else { 'o' };
        Some(format!("{} {side}", rows_text(scene, [3; 3])))
    }

    fn clicks(&self, _picture: &Picture, _pos: &Position, mv: u8) -> Vec<String> {
        vec![(mv + 1).to_string()]
    }

    fn read_move(&self, played: &PlayedGame<Self>, text: &str) -> ParsedMove<u8> {
        let Some(cell) = parse_cell(text) else { return ParsedMove::Syntax(Self::MOVE_FORM) };
        let pos = played.position();
        let is_legal = self.outcome(pos).is_none() && pos.empty() >> cell & 1 == 1;
        ParsedMove::of(is_legal.then_some(cell))
    }

    fn why_illegal(&self, played: &PlayedGame<Self>, text: &str) -> String {
        let is_taken = |cell: &u8| played.position().empty() >> cell & 1 == 0;
        parse_cell(text)
            .filter(is_taken)
            .map_or_else(String::new, |_| "there is a mark already".to_owned())
    }
}

fn parse_rows(text: &str) -> Result<[u16; 2], PositionError> {
    let error = |found: &str, expected: &str| PositionError::new("rows", found, expected);
    if text.split('/').count() != 3 {
        return Err(error(text, "three rows with / between them"));
    }
    let side = |c: char| match c {
        'x' | 'X' | 'P' => Some(Side::First),
        'o' | 'O' | 'p' => Some(Side::Second),
        _ => None,
    };
    let mut marks = [0; 2];
    for (row, cells) in text.split('/').enumerate() {
        let men = read_row(cells, 3, side);
        for (column, side) in men.map_err(|_| error(cells, "three cells of x, o and digits"))? {
            marks[side.index()] |= 1 << (row * 3 + column);
        }
    }
    Ok(marks)
}

/// The side's letter; a missing one is the side whose turn the marks make it.
fn parse_side(text: Option<&str>, expected: Side) -> Result<Side, PositionError> {
    let side = match text {
        None => return Ok(expected),
        Some("x" | "X" | "w") => Side::First,
        Some("o" | "O" | "b") => Side::Second,
        Some(other) => return Err(PositionError::new("side", other, "x or o (w or b)")),
    };
    if side == expected {
        return Ok(side);
    }
    let (found, turn) = if side == Side::First { ("x", "o") } else { ("o", "x") };
    Err(PositionError::new("side", found, format!("{turn}, whose turn it is by the marks")))
}

/// `5`, `b2`, or the drop `P@b2`, in any case.
fn parse_cell(text: &str) -> Option<u8> {
    let text = match text.as_bytes() {
        [b'p' | b'P', b'@', rest @ ..] => rest,
        all => all,
    };
    match *text {
        [digit @ b'1'..=b'9'] => Some(digit - b'1'),
        [file @ (b'a'..=b'c' | b'A'..=b'C'), rank @ b'1'..=b'3'] => {
            Some((b'3' - rank) * 3 + file.to_ascii_lowercase() - b'a')
        }
        _ => None,
    }
}

/// The mark on a cell, written so.
fn mark(pos: Position, cell: u8, x: char, o: char) -> Option<char> {
    match pos.marks.map(|marks| marks >> cell & 1) {
        [1, _] => Some(x),
        [_, 1] => Some(o),
        _ => None,
    }
}

/// X, O, or the number of the empty cell.
fn cell_text(pos: Position, cell: u8) -> char {
    mark(pos, cell, 'X', 'O').unwrap_or(char::from(b'1' + cell))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::End;
    use plyglot_core::game::MoveError;

    const GAME: TicTacToe = TicTacToe { drop_notation: false, end: End::Full };
    const DROP: TicTacToe = TicTacToe { drop_notation: true, end: End::Full };

    #[test]
    fn both_forms_are_read_and_written() {
        let pos = GAME.parse_position("x2/1o1/3 x").unwrap();
        assert_eq!(GAME.position_text(&pos), "x2/1o1/3 x");
        assert_eq!(DROP.position_text(&pos), "P2/1p1/3[PPPPppp] w - - 0 2");
        assert_eq!(GAME.parse_position("P2/1p1/3[PPPPppp] w - - 0 2"), Ok(pos));
        assert_eq!(DROP.position_text(&Position::EMPTY), "3/3/3[PPPPPpppp] w - - 0 1");
    }

    #[test]
    fn cells_are_taken_in_three_spellings() {
        let played = PlayedGame::new(&GAME, Position::EMPTY);
        for (text, cell) in [("1", 0), ("a3", 0), ("P@a3", 0), ("9", 8), ("C1", 8), ("p@c1", 8)] {
            assert_eq!(GAME.parse_move(&played, text), Ok(cell), "{text}");
        }
        for text in ["0", "10", "d1", "a4", "", "P@", "ß1"] {
            assert!(
                matches!(GAME.parse_move(&played, text), Err(MoveError::Syntax { .. })),
                "{text}"
            );
        }
    }

    #[test]
    fn impossible_positions_are_refused_with_the_reason() {
        for (text, reason) in [
            ("", "position: rows: found ``, expected three rows with / between them"),
            ("3/3 x", "position: rows: found `3/3`, expected three rows with / between them"),
            ("3/4/3 x", "position: rows: found `4`, expected three cells of x, o and digits"),
            (
                "xx1/3/3 x",
                "position: marks: found `2 X, 0 O`, expected as many X as O, or one more",
            ),
            ("3/3/3 o", "position: side: found `o`, expected x, whose turn it is by the marks"),
            (
                "xxx/3/ooo x",
                "position: marks: found `xxx/3/ooo`, \
                 expected no line of the side to move: the game would have ended before",
            ),
        ] {
            assert_eq!(GAME.parse_position(text).unwrap_err().to_string(), reason);
        }
    }
}
