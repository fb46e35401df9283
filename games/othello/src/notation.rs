//! Text: the board as the field's problem files have it, and moves as squares.
//!
//! ```text
//! ---------------------------OX------XO--------------------------- X      ours, as in [edax-program]
//! 8/8/8/3OX3/3XO3/8/8/8 b                                                 also read
//! ```
//!
//! Squares run from a1, at the upper left, row by row; X is Black, O is White, and the letter at the
//! end is whose turn it is. Read are `*`, `@` and `B` for Black, `0` and `W` for White, `.` and `_` for
//! an empty square, in upper and lower case. Moves are squares, `f5`, and `pass`; read are also `--`
//! and what else programs write for it. A game can be written without spaces, `f5d6c3`.

use std::borrow::Cow;
use std::fmt::{self, Write};

use super::board::{WIDE, set_of};
use super::ggf;
use super::picture;
use super::rules::{Move, Othello, Position};
use super::squares::{DISCS, letter_of, name};
use plyglot_core::Side;
use plyglot_core::bits::bits;
use plyglot_core::game::notation::{GameRecord, Header, ParsedMove, RecordError, RecordRules};
use plyglot_core::game::picture::{Picture, Scene};
use plyglot_core::game::rows::{RowError, read_row};
use plyglot_core::game::{Notation, PlayedGame, PositionError};

const EMPTY: char = '-';
/// An empty square where the side to move may play, as it is drawn.
const OPEN: char = '.';
const PASS: &str = "pass";
/// What else is read for it.
const PASSES: [&str; 5] = [PASS, "--", "pa", "ps", "-"];
const SIDES: &str = "X or O (b or w)";

/// The disc that a letter stands for.
fn disc(letter: char) -> Option<Side> {
    match letter {
        'X' | 'x' | '*' | '@' | 'B' | 'b' => Some(Side::First),
        'O' | 'o' | '0' | 'W' | 'w' => Some(Side::Second),
        _ => None,
    }
}

fn is_empty(letter: char) -> bool {
    matches!(letter, EMPTY | '.' | '_')
}

impl Othello {
    /// The square of this name.
    fn square(&self, text: &str) -> Option<u8> {
        let [column, row] = *text.as_bytes() else { return None };
        let column = column.to_ascii_lowercase().checked_sub(b'a')?;
        let row = row.checked_sub(b'1')?;
        (column < self.size() && row < self.size()).then(|| WIDE * row + column)
    }

    /// The discs of a board that is written in one piece.
    fn read_board(&self, text: &str) -> Result<[u64; 2], PositionError> {
        let count = usize::from(self.size()).pow(2);
        let wrong = |found: &str| {
            PositionError::new("board", found, format!("{count} squares of X, O and -"))
        };
        let letters = text.chars().count();
        if letters != count {
            return Err(wrong(&format!("{letters} squares")));
        }
        let mut discs = [0; 2];
        for (square, letter) in self.in_order().zip(text.chars()) {
            match disc(letter) {
                Some(side) => discs[side.index()] |= set_of(square),
                None if is_empty(letter) => {}
                None => return Err(wrong(&letter.to_string())),
            }
        }
        Ok(discs)
    }

    /// The discs of a board that is written in rows, `3OX3` for one of them.
    fn read_rows(&self, text: &str) -> Result<[u64; 2], PositionError> {
        let size = usize::from(self.size());
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() != size {
            let found = format!("{} rows", rows.len());
            return Err(PositionError::new("board", &found, format!("{size} rows")));
        }
        let mut discs = [0; 2];
        for (number, (first, row)) in (1..).zip(self.in_order().step_by(size).zip(rows)) {
            let men = read_row(row, size, disc).map_err(|error| match error {
                RowError::Letter(letter) => {
                    let expected = format!("X, O and digits up to {size}");
                    PositionError::new("board", &letter.to_string(), expected)
                }
                RowError::Length(found) => {
                    let found = format!("{found} squares in row {number}");
                    PositionError::new("board", &found, format!("{size}"))
                }
            })?;
            for (column, side) in men {
                discs[side.index()] |= set_of(first) << column;
            }
        }
        Ok(discs)
    }
}

impl Notation for Othello {
    const MOVE_FORM: &'static str = "a square as in f5, or pass";
    const RECORD_EXTENSION: &'static str = "ggf";
    const PROBLEM_EXTENSION: &'static str = "obf";

    fn is_record(text: &str) -> bool {
        text.trim_start().starts_with("(;") && text.contains("GM[Othello")
    }

    fn side_names(&self) -> [&'static str; 2] {
        ["Black", "White"]
    }

    fn parse_position(&self, text: &str) -> Result<Position, PositionError> {
        let mut words = text.split_whitespace();
        let board = words.next().unwrap_or("");
        let count = usize::from(self.size()).pow(2);
        // The side may stand right behind the last square.
        let is_glued = words.clone().next().is_none()
            && board.chars().count() == count + 1
            && board.chars().next_back().and_then(disc).is_some();
        let last = board.char_indices().next_back().filter(|_| is_glued);
        let (board, glued) =
            last.map_or((board, None), |(at, _)| (&board[..at], Some(&board[at..])));
        let discs =
            if board.contains('/') { self.read_rows(board) } else { self.read_board(board) }?;
        let side = glued.or_else(|| words.next()).unwrap_or("");
        if let Some(extra) = words.next() {
            return Err(PositionError::new("end", extra, "nothing behind the side"));
        }
        let mut letters = side.chars();
        let turn = letters.next().and_then(disc).filter(|_| letters.next().is_none());
        let turn = turn.ok_or_else(|| PositionError::new("side", side, SIDES))?;
        Ok(Position::new(discs, turn))
    }

    fn write_position(&self, pos: &Position, f: &mut dyn Write) -> fmt::Result {
        for square in self.in_order() {
            f.write_char(Self::letter(pos, square).unwrap_or(EMPTY))?;
        }
        write!(f, " {}", DISCS[pos.side.index()])
    }

    fn write_move(&self, _pos: &Position, mv: Move, f: &mut dyn Write) -> fmt::Result {
        f.write_str(&mv.square().map_or(PASS.to_owned(), name))
    }

    fn write_diagram(&self, pos: &Position, f: &mut dyn Write) -> fmt::Result {
        let open = pos.board.mobility(self.squares());
        f.write_char(' ')?;
        (0..self.size()).try_for_each(|column| write!(f, " {}", letter_of(column)))?;
        writeln!(f)?;
        for row in 0..self.size() {
            write!(f, "{}", row + 1)?;
            for square in (0..self.size()).map(|column| WIDE * row + column) {
                let empty = if open & set_of(square) == 0 { EMPTY } else { OPEN };
                write!(f, " {}", Self::letter(pos, square).unwrap_or(empty))?;
            }
            writeln!(f)?;
        }
        let [black, white] = Side::BOTH.map(|side| pos.discs(side).count_ones());
        writeln!(f, "X {black}, O {white}")
    }

    fn picture(&self) -> Picture {
        picture::picture(self)
    }

    fn scene(&self, pos: &Position) -> Scene {
        picture::scene(self, pos)
    }

    fn set_up(&self, scene: &[&str], side: Side) -> Option<String> {
        let count = usize::from(self.size()).pow(2);
        let letter =
            |word: &&str| if word.is_empty() { "-".to_owned() } else { (*word).to_owned() };
        let board: String = scene.iter().take(count).map(letter).collect();
        Some(format!("{board} {}", DISCS[side.index()]))
    }

    fn read_move(&self, played: &PlayedGame<Self>, text: &str) -> ParsedMove<Move> {
        let text = text.to_ascii_lowercase();
        let mv = if PASSES.contains(&text.as_str()) {
            Move::PASS
        } else if let Some(square) = self.square(&text) {
            Move(square)
        } else {
            return ParsedMove::Syntax(Self::MOVE_FORM);
        };
        ParsedMove::of(played.moves(self).contains(&mv).then_some(mv))
    }

    fn why_illegal(&self, played: &PlayedGame<Self>, text: &str) -> String {
        let pos = played.position();
        match self.square(text) {
            None => "a side that can move may not pass".to_owned(),
            Some(square) if pos.board.taken() & set_of(square) != 0 => {
                "there is a disc already".to_owned()
            }
            Some(_) => "it turns no disc over".to_owned(),
        }
    }

    /// `f5d6c3` is three moves; a pass is written apart.
    fn moves_in<'a>(&self, words: &[&'a str]) -> Vec<Cow<'a, str>> {
        let split = |word: &'a str| {
            let pairs = word.as_bytes().chunks(2);
            let is_joined = word.len() > 2
                && pairs.clone().all(|pair| pair.len() == 2 && pair[0].is_ascii_alphabetic())
                && pairs.clone().all(|pair| pair[1].is_ascii_digit());
            let step = if is_joined { 2 } else { word.len().max(1) };
            (0..word.len().max(1))
                .step_by(step)
                .map(move |at| &word[at..(at + step).min(word.len())])
        };
        words.iter().copied().flat_map(split).map(Cow::Borrowed).collect()
    }

    fn split_records(bytes: &[u8]) -> Vec<(usize, &[u8])> {
        ggf::split(bytes)
    }

    fn write_game(&self, played: &PlayedGame<Self>, header: &Header<'_>) -> Option<String> {
        Some(ggf::write(self, played, header))
    }

    fn read_rules(&self, bytes: &[u8]) -> Result<RecordRules, RecordError> {
        ggf::read_rules(bytes)
    }

    fn read_game(&self, bytes: &[u8]) -> Result<GameRecord, RecordError> {
        ggf::read(self, bytes)
    }

    fn clicks(&self, picture: &Picture, pos: &Position, mv: Move) -> Vec<String> {
        match mv.square() {
            Some(square) => vec![name(square)],
            // There is no square to point at: the first disc of the side that passes.
            None => bits(pos.board.own)
                .take(1)
                .map(name)
                .filter(|name| picture.place(name).is_some())
                .collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Empties;
    use plyglot_core::game::{MoveError, Rules};

    #[test]
    fn boards_are_read_in_the_forms_of_the_field() {
        let game = Othello::default();
        let start = "---------------------------OX------XO--------------------------- X";
        assert_eq!(game.position_text(&game.start()), start);
        for text in [
            start,
            "8/8/8/3OX3/3XO3/8/8/8 b",
            "8/8/8/3ox3/3xo3/8/8/8 X",
            "---------------------------OX------XO---------------------------X",
            "...........................w*......@0........................... b",
        ] {
            assert_eq!(game.parse_position(text), Ok(game.start()), "{text}");
        }
        let small = Othello::new(4, Empties::Winner);
        assert_eq!(small.position_text(&small.start()), "-----OX--XO----- X");
    }

    #[test]
    fn wrong_positions_are_refused_with_the_reason() {
        let game = Othello::new(4, Empties::Winner);
        for (text, reason) in [
            ("", "board: found `0 squares`, expected 16 squares of X, O and -"),
            ("-----OX--XO----", "board: found `15 squares`, expected 16 squares of X, O and -"),
            ("-----OX--XO----q X", "board: found `q`, expected 16 squares of X, O and -"),
            ("-----OX--XO-----", "side: found ``, expected X or O (b or w)"),
            ("-----OX--XO----- black", "side: found `black`, expected X or O (b or w)"),
            ("-----OX--XO----- X now", "end: found `now`, expected nothing behind the side"),
            ("4/1OX1/4 b", "board: found `3 rows`, expected 4 rows"),
            ("4/1OX2/1XO1/4 b", "board: found `5 squares in row 2`, expected 4"),
            ("4/1OX1/1XO1/5 b", "board: found `5`, expected X, O and digits up to 4"),
            ("4/1OK1/1XO1/4 b", "board: found `K`, expected X, O and digits up to 4"),
            ("4/1OX1/1XO1/4/4 b", "board: found `5 rows`, expected 4 rows"),
            ("-----OX--XO------ X", "board: found `17 squares`, expected 16 squares of X, O and -"),
            ("-----OX--XO------", "board: found `17 squares`, expected 16 squares of X, O and -"),
            (
                "-----OX--XO-----XX O",
                "board: found `18 squares`, expected 16 squares of X, O and -",
            ),
            ("-----OX--XO-----X X", "board: found `17 squares`, expected 16 squares of X, O and -"),
            (
                "---------------------------OX------XO--------------------------- X",
                "board: found `64 squares`, expected 16 squares of X, O and -",
            ),
        ] {
            let found = game.parse_position(text).unwrap_err().to_string();
            assert_eq!(found, format!("position: {reason}"), "{text}");
        }
    }

    #[test]
    fn moves_are_squares_in_any_case_and_refused_with_the_reason() {
        let game = Othello::default();
        let played = PlayedGame::new(&game, game.start());
        assert_eq!(game.parse_move(&played, "F5"), Ok(Move(37)));
        for (text, why) in [
            ("d4", "there is a disc already"),
            ("a1", "it turns no disc over"),
            ("--", "a side that can move may not pass"),
        ] {
            let refused = MoveError::Illegal { found: text.to_owned(), why: why.to_owned() };
            assert_eq!(game.parse_move(&played, text), Err(refused));
        }
        for text in ["", "f", "i1", "a9", "ß1", "f55", "dd", "a~"] {
            assert!(
                matches!(game.parse_move(&played, text), Err(MoveError::Syntax { .. })),
                "{text}"
            );
        }
        assert_eq!(game.moves_in(&["f5d6C3", "pass", "d3"]), ["f5", "d6", "C3", "pass", "d3"]);
        assert_eq!(game.moves_in(&["ß1", ""]), ["ß1", ""]);
    }

    #[test]
    fn a_side_that_cannot_move_passes() {
        let game = Othello::new(4, Empties::Winner);
        let pos = game.parse_position("XO--------------- O".replacen('-', "", 1).as_str()).unwrap();
        let played = PlayedGame::new(&game, pos);
        for text in ["pass", "--", "PASS", "ps", "pa"] {
            assert_eq!(game.parse_move(&played, text), Ok(Move::PASS), "{text}");
        }
    }
}
