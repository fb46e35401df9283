//! Text: `7/7/7/7/7/7 x`, columns `1` to `7` or `a` to `g`, and the form that cutechess speaks.
//!
//! | what | our form | drop form ([fairy-stockfish], [cutechess-program]) |
//! |---|---|---|
//! | start | `7/7/7/7/7/7 x` | `7/7/7/7/7/7[PPPPPPPPPPPPPPPPPPPPPppppppppppppppppppppp] w - - 0 1` |
//! | the first stone, in the middle | `4` | `P@d1` |
//!
//! Rows run from the top; digits count empty cells; stones of the first side are `x` (drop form:
//! `P`), of the second `o` (`p`). Both forms are read, and so are moves without spaces between them,
//! `4455`; `Connect4.Notation` says which is written.

use std::borrow::Cow;
use std::fmt::{self, Write};

use super::picture;
use super::rules::{Connect4, Position};
use crate::board::Geometry;
use plyglot_core::Side;
use plyglot_core::game::notation::ParsedMove;
use plyglot_core::game::picture::{Picture, Scene};
use plyglot_core::game::rows::{read_row, rows_text, write_row};
use plyglot_core::game::{Notation, PlayedGame, PositionError};

impl Notation for Connect4 {
    const MOVE_FORM: &'static str = "a column, as in 4 or d, or a drop as in P@d1";

    fn side_names(&self) -> [&'static str; 2] {
        ["Red", "Yellow"]
    }

    fn parse_position(&self, text: &str) -> Result<Position, PositionError> {
        let mut fields = text.split_whitespace();
        let rows = fields.next().unwrap_or("");
        let (rows, in_hand) =
            rows.split_once('[').map_or((rows, None), |(rows, rest)| (rows, Some(rest)));
        let pos = Position { stones: parse_rows(self.geometry, rows)? };
        let [x, o] = pos.stones.map(u64::count_ones);
        if x != o && x != o + 1 {
            let expected = "as many x as o, or one more";
            return Err(PositionError::new("stones", &format!("{x} x, {o} o"), expected));
        }
        if let Some(in_hand) = in_hand {
            self.check_in_hand(in_hand, &pos)?;
        }
        check_side(fields.next(), pos.side())?;
        if self.geometry.has_four(pos.own()) {
            let expected = "no four of the side to move: the game would have ended before";
            return Err(PositionError::new("stones", rows, expected));
        }
        Ok(pos)
    }

    fn write_position(&self, pos: &Position, f: &mut dyn Write) -> fmt::Result {
        let Geometry { width, height, .. } = self.geometry;
        let (x, o) = if self.drop_notation { ('P', 'p') } else { ('x', 'o') };
        for row in (0..height).rev() {
            if row + 1 < height {
                f.write_char('/')?;
            }
            write_row((0..width).map(|column| self.stone(pos, column, row, [x, o])), f)?;
        }
        let side = pos.side();
        if !self.drop_notation {
            return f.write_str(if side == Side::First { " x" } else { " o" });
        }
        let [first, second] = self.in_hand(pos);
        write!(f, "[{}{}]", "P".repeat(first), "p".repeat(second))?;
        let number = 1 + pos.stones(Side::Second).count_ones();
        write!(f, " {} - - 0 {number}", if side == Side::First { 'w' } else { 'b' })
    }

    fn write_move(&self, pos: &Position, mv: u8, f: &mut dyn Write) -> fmt::Result {
        if !self.drop_notation {
            return write!(f, "{}", mv + 1);
        }
        let cell = self.geometry.drops(pos.filled()) & self.geometry.column(mv);
        write!(f, "P@{}{}", letter(mv), self.geometry.row_of(cell) + 1)
    }

    fn write_diagram(&self, pos: &Position, f: &mut dyn Write) -> fmt::Result {
        let Geometry { width, height, .. } = self.geometry;
        for row in (0..height).rev() {
            write!(f, "{}  ", row + 1)?;
            for column in 0..width {
                let stone = self.stone(pos, column, row, ['X', 'O']).unwrap_or('.');
                write!(f, "{}{stone}", if column == 0 { "" } else { " " })?;
            }
            writeln!(f)?;
        }
        let letters: Vec<String> = (0..width).map(|column| letter(column).to_string()).collect();
        let digits: Vec<String> = (1..=width).map(|column| column.to_string()).collect();
        writeln!(f, "   {}\n   {}", letters.join(" "), digits.join(" "))
    }

    fn picture(&self) -> Picture {
        picture::picture(self.geometry, self.drop_notation)
    }

    fn scene(&self, pos: &Position) -> Scene {
        picture::scene(self.geometry, pos)
    }

    fn set_up(&self, scene: &[&str], side: Side) -> Option<String> {
        let side = if side == Side::First { 'x' } else { 'o' };
        let widths = (0..self.geometry.height).map(|_| usize::from(self.geometry.width));
        Some(format!("{} {side}", rows_text(scene, widths)))
    }

    fn clicks(&self, _picture: &Picture, pos: &Position, mv: u8) -> Vec<String> {
        let cell = self.geometry.drops(pos.filled()) & self.geometry.column(mv);
        vec![format!("{}{}", letter(mv), self.geometry.row_of(cell) + 1)]
    }

    /// A stone falls from wherever it is let go.
    fn via(&self, pos: &Position, mv: u8) -> Vec<String> {
        let first =
            self.geometry.row_of(self.geometry.drops(pos.filled()) & self.geometry.column(mv));
        (first + 1..self.geometry.height).map(|row| format!("{}{}", letter(mv), row + 1)).collect()
    }

    fn read_move(&self, played: &PlayedGame<Self>, text: &str) -> ParsedMove<u8> {
        let Some((column, row)) = self.parse_cell(text) else {
            return ParsedMove::Syntax(Self::MOVE_FORM);
        };
        let cell = self.drops(played.position()) & self.geometry.column(column);
        let is_legal = cell != 0 && row.is_none_or(|row| row == self.geometry.row_of(cell));
        ParsedMove::of(is_legal.then_some(column))
    }

    fn why_illegal(&self, played: &PlayedGame<Self>, text: &str) -> String {
        let Some((column, _)) = self.parse_cell(text) else { return String::new() };
        let cell = self.drops(played.position()) & self.geometry.column(column);
        if cell == 0 {
            return format!("column {} is full", column + 1);
        }
        format!("a stone in column {} falls to row {}", column + 1, self.geometry.row_of(cell) + 1)
    }

    fn moves_in<'a>(&self, words: &[&'a str]) -> Vec<Cow<'a, str>> {
        let mut moves = Vec::new();
        for word in words.iter().copied() {
            if word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_digit()) {
                moves.extend((0..word.len()).map(|at| Cow::Borrowed(&word[at..=at])));
            } else {
                moves.push(Cow::Borrowed(word));
            }
        }
        moves
    }
}

impl Connect4 {
    /// How many stones each side has left, if the first side begins and all cells are filled.
    fn in_hand(&self, pos: &Position) -> [usize; 2] {
        let all = self.geometry.cells();
        let left = |side: Side, all: u32| (all - pos.stones(side).count_ones()) as usize;
        [left(Side::First, all.div_ceil(2)), left(Side::Second, all / 2)]
    }

    /// Stones in hand, `PPPppp]`, are those that are not on the board.
    fn check_in_hand(&self, text: &str, pos: &Position) -> Result<(), PositionError> {
        let error =
            |found: &str, expected: String| PositionError::new("stones in hand", found, expected);
        let Some(letters) = text.strip_suffix(']') else {
            return Err(error(text, "P and p in brackets".to_owned()));
        };
        let counts = ['P', 'p'].map(|letter| letters.matches(letter).count());
        if let Some(other) = letters.chars().find(|letter| !matches!(letter, 'P' | 'p')) {
            return Err(error(&other.to_string(), "P and p in brackets".to_owned()));
        }
        let expected = self.in_hand(pos);
        if counts == expected {
            return Ok(());
        }
        let text = |[first, second]: [usize; 2]| format!("{first} P, {second} p");
        Err(error(&text(counts), format!("{}: those that are not on the board", text(expected))))
    }

    /// The letter of the stone in a cell.
    fn stone(&self, pos: &Position, column: u8, row: u8, letters: [char; 2]) -> Option<char> {
        let cell = self.geometry.cell(column, row);
        let at = pos.stones.iter().position(|stones| stones & cell != 0)?;
        Some(letters[at])
    }

    /// `4`, `d`, `d1` or the drop `P@d1`, in any case: the column, and the row if it is named.
    fn parse_cell(&self, text: &str) -> Option<(u8, Option<u8>)> {
        let text = match text.as_bytes() {
            [b'p' | b'P', b'@', rest @ ..] if rest.len() == 2 => rest,
            all => all,
        };
        let (column, row) = match *text {
            [digit @ b'1'..=b'9'] => (digit - b'1', None),
            [file] if file.is_ascii_alphabetic() => (file.to_ascii_lowercase() - b'a', None),
            [file, rank @ b'1'..=b'9'] if file.is_ascii_alphabetic() => {
                (file.to_ascii_lowercase() - b'a', Some(rank - b'1'))
            }
            _ => return None,
        };
        let fits = column < self.geometry.width && row.is_none_or(|row| row < self.geometry.height);
        fits.then_some((column, row))
    }
}

/// The letter of a column.
pub(super) const fn letter(column: u8) -> char {
    (b'a' + column) as char
}

fn parse_rows(geometry: Geometry, text: &str) -> Result<[u64; 2], PositionError> {
    let Geometry { width, height, .. } = geometry;
    let error = |found: &str, expected: String| PositionError::new("rows", found, expected);
    if text.split('/').count() != usize::from(height) {
        return Err(error(text, format!("{height} rows with / between them")));
    }
    let side = |c: char| match c {
        'x' | 'X' | 'P' => Some(Side::First),
        'o' | 'O' | 'p' => Some(Side::Second),
        _ => None,
    };
    let mut stones = [0; 2];
    for (row, cells) in (0..height).rev().zip(text.split('/')) {
        let men = read_row(cells, width.into(), side);
        let expected = || format!("{width} cells of x, o and digits");
        for (column, side) in men.map_err(|_| error(cells, expected()))? {
            // A row that is read is no longer than the board is wide.
            let column = u8::try_from(column).unwrap_or(0);
            let cell = geometry.cell(column, row);
            stones[side.index()] |= cell;
        }
    }
    let filled = stones[0] | stones[1];
    let columns = (0..width).map(|column| geometry.column(column));
    let hangs = |column: &u64| {
        let stones = filled & column;
        let lowest = column & column.wrapping_neg();
        (stones + lowest) & stones != 0
    };
    match columns.enumerate().find(|(_, column)| hangs(column)) {
        Some((nth, _)) => {
            Err(error(text, format!("no empty cell below a stone in column {}", nth + 1)))
        }
        None => Ok(stones),
    }
}

/// The side's letter; a missing one is the side whose turn the stones make it.
fn check_side(text: Option<&str>, expected: Side) -> Result<(), PositionError> {
    let side = match text {
        None => return Ok(()),
        Some("x" | "X" | "w") => Side::First,
        Some("o" | "O" | "b") => Side::Second,
        Some(other) => return Err(PositionError::new("side", other, "x or o (w or b)")),
    };
    if side == expected {
        return Ok(());
    }
    let (found, turn) = if side == Side::First { ("x", "o") } else { ("o", "x") };
    Err(PositionError::new("side", found, format!("{turn}, whose turn it is by the stones")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_core::game::MoveError;

    const GAME: Connect4 = Connect4 { geometry: Geometry::USUAL, drop_notation: false };
    const DROP: Connect4 = Connect4 { geometry: Geometry::USUAL, drop_notation: true };

    #[test]
    fn both_forms_are_read_and_written() {
        let pos = GAME.parse_position("7/7/7/7/3o3/2xx3 o").unwrap();
        assert_eq!(GAME.position_text(&pos), "7/7/7/7/3o3/2xx3 o");
        let drop = format!("7/7/7/7/3p3/2PP3[{}{}] b - - 0 2", "P".repeat(19), "p".repeat(20));
        assert_eq!(DROP.position_text(&pos), drop);
        assert_eq!(GAME.parse_position(&drop), Ok(pos));
        let start = format!("7/7/7/7/7/7[{}{}] w - - 0 1", "P".repeat(21), "p".repeat(21));
        assert_eq!(DROP.position_text(&Position::default()), start);
    }

    #[test]
    fn columns_are_taken_in_all_spellings() {
        let mut played = PlayedGame::new(&GAME, Position::default());
        for text in ["4", "d", "D", "d1", "P@d1", "p@D1"] {
            assert_eq!(GAME.parse_move(&played, text), Ok(3), "{text}");
        }
        for text in ["0", "8", "h", "44", "P@", "P@d", "P@h1", "d7", "", "ß"] {
            let found = GAME.parse_move(&played, text);
            assert!(matches!(found, Err(MoveError::Syntax { .. })), "{text}: {found:?}");
        }
        let why =
            |played: &PlayedGame<_>, text| GAME.parse_move(played, text).unwrap_err().to_string();
        assert!(why(&played, "P@d2").ends_with("a stone in column 4 falls to row 1"));
        for _ in 0..6 {
            played.play(&GAME, 0);
        }
        assert!(why(&played, "1").ends_with("column 1 is full"));
    }

    #[test]
    fn moves_are_read_without_spaces_too() {
        assert_eq!(GAME.moves_in(&["4455", "3", "P@d5"]), ["4", "4", "5", "5", "3", "P@d5"]);
    }

    #[test]
    fn impossible_positions_are_refused_with_the_reason() {
        for (text, reason) in [
            ("", "rows: found ``, expected 6 rows with / between them"),
            ("7/7/7/7/7/8 x", "rows: found `8`, expected 7 cells of x, o and digits"),
            (
                "7/7/7/7/x6/7 o",
                "rows: found `7/7/7/7/x6/7`, expected no empty cell below a stone in column 1",
            ),
            ("7/7/7/7/7/xx5 x", "stones: found `2 x, 0 o`, expected as many x as o, or one more"),
            (
                "7/7/7/7/7/3P3[P] b",
                "stones in hand: found `1 P, 0 p`, expected 20 P, 21 p: those that are not on the board",
            ),
            ("7/7/7/7/7/7[Pq] w", "stones in hand: found `q`, expected P and p in brackets"),
            ("7/7/7/7/7/7[Pp w", "stones in hand: found `Pp`, expected P and p in brackets"),
            ("7/7/7/7/7/7 o", "side: found `o`, expected x, whose turn it is by the stones"),
            (
                "7/7/7/7/ooo4/xxxxo2 x",
                "stones: found `7/7/7/7/ooo4/xxxxo2`, \
                 expected no four of the side to move: the game would have ended before",
            ),
        ] {
            let found = GAME.parse_position(text).unwrap_err().to_string();
            assert_eq!(found, format!("position: {reason}"));
        }
    }
}
