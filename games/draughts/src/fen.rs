//! Positions as text: PDN's FEN with ranges and kings, and the strings of the Hub protocol.
//!
//! ```text
//! B:W21-32:B1-12                  who moves, White's pieces, Black's; a-b are all squares between
//! W:Wa1,c3,Ke5:Bb8                squares as columns and rows
//! W:W30,K7:BK45:H12:P3:M4:R1      counters of the draw rules that are not nought (`limits.rs`):
//!                                 quiet, balance, class, road; F with a number is passed over
//! Wbbbbbbbb…eeee…wwwwwwww         Hub and DXP: who moves, then every square; B and W are kings
//! ```

use std::fmt::{self, Write};
use std::ops::RangeInclusive;

use super::board::{Board, Set, bit_of, place_of, set_of, square_of};
use super::rules::{Counts, Draughts, Position};
use super::ruleset::Squares;
use plyglot_core::Side;
use plyglot_core::bits::bits;
use plyglot_core::game::PositionError;

/// A run of so many numbers or more is written as a range.
const RANGE_MIN: u32 = 3;

/// White's and Black's pieces, and all kings.
#[derive(Clone, Copy, Default)]
struct Pieces {
    white: Set,
    black: Set,
    kings: Set,
}

impl<B: Board> Draughts<B> {
    /// Reads a position in any of the forms.
    pub(super) fn read_position(&self, text: &str) -> Result<Position, PositionError> {
        let text = text.trim().trim_end_matches('.');
        if text.contains(':') { self.read_fen(text) } else { self.read_hub(text) }
    }

    /// The canonical form.
    pub(super) fn write_fen(&self, pos: &Position, f: &mut dyn Write) -> fmt::Result {
        let white = self.white();
        write!(f, "{}:W", if pos.side == white { 'W' } else { 'B' })?;
        self.write_pieces(pos, white, f)?;
        f.write_str(":B")?;
        self.write_pieces(pos, white.other(), f)?;
        let timeless = pos.counts == Counts::TIMELESS;
        let counts = if timeless { Counts::default() } else { pos.counts };
        let counts =
            [('H', counts.quiet), ('P', counts.balance), ('M', counts.class), ('R', counts.road)];
        counts.into_iter().filter(|(_, n)| *n > 0).try_for_each(|(c, n)| write!(f, ":{c}{n}"))
    }

    fn write_pieces(&self, pos: &Position, side: Side, f: &mut dyn Write) -> fmt::Result {
        let own = pos.pieces[side.index()];
        let mut first = true;
        let mut comma = |f: &mut dyn Write| {
            let text = if std::mem::take(&mut first) { "" } else { "," };
            f.write_str(text)
        };
        for (from, to) in runs::<B>(own & !pos.kings, self.squares) {
            comma(f)?;
            self.write_square(bit_of::<B>(from), f)?;
            if to > from {
                write!(f, "-{to}")?;
            }
        }
        for bit in bits(own & pos.kings) {
            comma(f)?;
            f.write_char('K')?;
            self.write_square(bit, f)?;
        }
        Ok(())
    }

    /// A square by number or by column and row.
    pub(super) fn write_square(&self, bit: u8, f: &mut dyn Write) -> fmt::Result {
        match self.squares {
            Squares::Numbers => write!(f, "{}", square_of::<B>(bit)),
            Squares::Algebraic => {
                let (row, column) = place_of::<B>(bit);
                write!(f, "{}{}", column_letter(column), 2 * B::ROW - row)
            }
        }
    }

    /// [`Draughts::write_square`] as a string.
    pub(super) fn square_text(&self, bit: u8) -> String {
        let mut text = String::new();
        self.write_square(bit, &mut text).expect("writing to a string does not fail");
        text
    }

    fn read_fen(&self, text: &str) -> Result<Position, PositionError> {
        let mut fields = text.split(':');
        let side = self.read_side(fields.next().unwrap_or("").trim())?;
        let mut pieces = Pieces::default();
        let mut seen = (false, false);
        let mut counts = [0; 4];
        for field in fields {
            let field = field.trim();
            let (head, rest) = field.split_at(field.chars().next().map_or(0, char::len_utf8));
            match head {
                "W" | "w" if !seen.0 => {
                    seen.0 = true;
                    pieces.white = read_pieces::<B>("White", rest, &mut pieces.kings)?;
                }
                "B" | "b" if !seen.1 => {
                    seen.1 = true;
                    pieces.black = read_pieces::<B>("Black", rest, &mut pieces.kings)?;
                }
                "H" => counts[0] = read_count(rest)?,
                "P" => counts[1] = read_count(rest)?,
                "M" => counts[2] = read_count(rest)?,
                "R" => counts[3] = read_count(rest)?,
                "F" => _ = read_count(rest)?,
                _ => {
                    let expected = "White's pieces after W, Black's after B, once each, then \
                        counters after H, P, M or R";
                    return Err(PositionError::new("fields", field, expected));
                }
            }
        }
        if seen != (true, true) {
            let expected = "the pieces of both sides, as in W:W31,K7:B1-3";
            return Err(PositionError::new("fields", text, expected));
        }
        let mut pos = self.checked(pieces, side)?;
        pos.counts.quiet = counts[0];
        pos.counts.balance = counts[1];
        pos.counts.class = counts[2].min(u16::MAX - 1);
        pos.counts.road = counts[3];
        self.tidy_counts(&mut pos);
        Ok(pos)
    }

    fn read_hub(&self, text: &str) -> Result<Position, PositionError> {
        let mut letters = text.chars();
        let head = letters.next().map(String::from).unwrap_or_default();
        let side = self.read_side(&head)?;
        let squares = B::SQUARES as usize;
        if text.chars().count() != squares + 1 {
            let expected = format!(
                "W or B and {squares} letters of `wWbBe`, or a position as in W:W31,K7:B1-3"
            );
            return Err(PositionError::new("squares", text, expected));
        }
        let mut pieces = Pieces::default();
        for (square, letter) in (1..).zip(letters) {
            let set = set_of(bit_of::<B>(square));
            match letter {
                'w' | 'W' => pieces.white |= set,
                // DXP calls Black's men z.
                'b' | 'B' | 'z' | 'Z' => pieces.black |= set,
                'e' | 'E' => {}
                _ => {
                    let expected = "w, W, b, B or e";
                    return Err(PositionError::new("squares", &letter.to_string(), expected));
                }
            }
            if matches!(letter, 'W' | 'B' | 'Z') {
                pieces.kings |= set;
            }
        }
        self.checked(pieces, side)
    }

    fn read_side(&self, text: &str) -> Result<Side, PositionError> {
        match text {
            "W" | "w" => Ok(self.white()),
            "B" | "b" => Ok(self.white().other()),
            _ => Err(PositionError::new("side to move", text, "W or B")),
        }
    }

    fn checked(&self, pieces: Pieces, side: Side) -> Result<Position, PositionError> {
        let Pieces { white, black, kings } = pieces;
        let found = |set: Set| bits(set).next().map_or(String::new(), |bit| self.square_text(bit));
        if white & black != 0 {
            let expected = "one piece on a square";
            return Err(PositionError::new("pieces", &found(white & black), expected));
        }
        let crowned = (white & B::TOP | black & B::BOTTOM) & !kings;
        if crowned != 0 {
            let expected = "a king, since it stands on its last row";
            return Err(PositionError::new("pieces", &found(crowned), expected));
        }
        let sides = if self.rules.white_first { [white, black] } else { [black, white] };
        Ok(Position::new(sides, kings, side))
    }
}

/// The letter of the piece on a square, as Hub writes it.
pub(super) fn letter(pos: &Position, white: Side, bit: u8) -> Option<char> {
    let set = set_of(bit);
    let is_white = pos.pieces[white.index()] & set != 0;
    let is_black = pos.pieces[white.other().index()] & set != 0;
    let is_king = pos.kings & set != 0;
    match (is_white, is_black, is_king) {
        (true, _, true) => Some('W'),
        (true, _, false) => Some('w'),
        (_, true, true) => Some('B'),
        (_, true, false) => Some('b'),
        (false, false, _) => None,
    }
}

/// `a` for column 0.
pub(super) fn column_letter(column: u32) -> char {
    char::from_digit(10 + column, 36).unwrap_or('?')
}

/// The squares of a set as runs of successive numbers, from and to; short ones taken apart.
fn runs<B: Board>(set: Set, squares: Squares) -> Vec<(u32, u32)> {
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for square in bits(set).map(square_of::<B>) {
        match runs.last_mut() {
            Some(run) if run.1 + 1 == square => run.1 = square,
            _ => runs.push((square, square)),
        }
    }
    let is_range = |run: &(u32, u32)| squares == Squares::Numbers && run.1 - run.0 + 1 >= RANGE_MIN;
    let split = |run: (u32, u32)| -> Vec<(u32, u32)> {
        if is_range(&run) { vec![run] } else { (run.0..=run.1).map(|at| (at, at)).collect() }
    };
    runs.into_iter().flat_map(split).collect()
}

/// A list of squares, ranges and kings; kings are noted apart, too.
fn read_pieces<B: Board>(
    field: &'static str,
    text: &str,
    kings: &mut Set,
) -> Result<Set, PositionError> {
    let mut set = 0;
    for item in text.split(',').map(str::trim).filter(|item| !item.is_empty()) {
        let (is_king, squares) = match item.strip_prefix(['K', 'k']) {
            Some(rest) => (true, rest),
            None => (false, item),
        };
        let range = read_range::<B>(squares).ok_or_else(|| {
            let expected = format!("squares from 1 to {}, as in 31-40,45,K7", B::SQUARES);
            PositionError::new(field, item, expected)
        })?;
        for square in range {
            let one = set_of(bit_of::<B>(square));
            if set & one != 0 {
                return Err(PositionError::new(field, item, "each square once"));
            }
            set |= one;
            if is_king {
                *kings |= one;
            }
        }
    }
    Ok(set)
}

fn read_range<B: Board>(text: &str) -> Option<RangeInclusive<u32>> {
    match text.split_once('-') {
        None => read_square::<B>(text).map(|square| square..=square),
        Some((from, to)) => {
            let to = to.strip_prefix(['K', 'k']).unwrap_or(to);
            let (from, to) = (read_square::<B>(from)?, read_square::<B>(to)?);
            (from <= to).then_some(from..=to)
        }
    }
}

/// A square by number, or by column and row.
pub(super) fn read_square<B: Board>(text: &str) -> Option<u32> {
    if text.starts_with(|c: char| c.is_ascii_digit()) {
        let is_short = text.len() <= 2;
        return text.parse().ok().filter(|square| is_short && (1..=B::SQUARES).contains(square));
    }
    let mut rest = text.chars();
    let column = rest.next()?.to_ascii_lowercase().to_digit(36)?.checked_sub(10)?;
    let rank: u32 = rest.as_str().parse().ok().filter(|_| rest.as_str().len() <= 2)?;
    let row = (2 * B::ROW).checked_sub(rank)?;
    let is_dark = rank > 0 && column < 2 * B::ROW && (row + column) % 2 == 1;
    is_dark.then_some(row * B::ROW + column / 2 + 1)
}

fn read_count(text: &str) -> Result<u16, PositionError> {
    text.parse().map_err(|_| PositionError::new("counter", text, "a number of plies"))
}
