//! How moves are written: four spellings, read side by side.
//!
//! | spelling | in line | broadside |
//! |---|---|---|
//! | [aba-pro], written | `a1b2`: the marble at the back, and where it goes | `c3c5d3`: both ends, and where the first named goes |
//! | [nacre-program] | as Aba-Pro | `c3d5`: one end, and where the *other* goes |
//! | [playstrategy-program] | `a1d4`: the marble at the back, and the last cell that changes | as Nacre |
//! | [bojar-1998] | `c3:nw`, `c3 7`, `c3u`: the marble at the back, and a direction | none |
//!
//! Two adjacent cells are a step in line; two cells of one line farther apart are `PlayStrategy`'s;
//! any other two are a broadside. There the row and the step include 60°: named from the other end,
//! the row would include 120° with it, and two marbles could not be told from three. What remains is
//! `c3d5` for c3-c4 going north-east or c3-d4 going east, and only one of them can be legal.

use std::fmt::{self, Write};

use super::board::{self, Direction, cell_at, cells_to_edge, step};
use super::movegen::{DELTA_NAMES, Kind, Move};

/// A move as a client wrote it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Spelt {
    /// In line: the marble at the back and a direction; `reach` is how far the second cell lay.
    PlayedGame { cell: u8, direction: Direction, reach: Option<u8> },
    /// Broadside: one end, and where the other goes.
    Ends { from: u8, to: u8 },
    /// Broadside: both ends, and where the first goes.
    Row { ends: [u8; 2], to: u8 },
}

/// The keys of [bojar-1998] by direction: e, ne, nw, w, sw, se.
const KEYS: [[&str; 2]; 6] =
    [["6", "k"], ["9", "i"], ["7", "u"], ["4", "h"], ["1", "n"], ["3", "m"]];

impl Spelt {
    /// Reads a move, in upper or lower case; `None` if it is none on any board.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let text = text.trim().to_ascii_lowercase();
        let (first, rest) = take_cell(&text)?;
        if let Some(direction) = parse_direction(rest) {
            return Some(Self::PlayedGame { cell: first, direction, reach: None });
        }
        let (second, rest) = take_cell(rest)?;
        if rest.is_empty() {
            return Self::from_two(first, second);
        }
        let (to, rest) = take_cell(rest)?;
        let is_step = Direction::ALL.into_iter().any(|d| toward(first, d) == Some(to));
        let is_whole = rest.is_empty() && first != second && is_step;
        is_whole.then_some(Self::Row { ends: [first, second], to })
    }

    fn from_two(from: u8, to: u8) -> Option<Self> {
        for direction in Direction::ALL {
            for reach in 1..=cells_to_edge(from, direction) {
                if step(from, direction, reach) == to {
                    return Some(Self::PlayedGame { cell: from, direction, reach: Some(reach) });
                }
            }
        }
        (from != to).then_some(Self::Ends { from, to })
    }

    /// The move among these that is meant.
    pub(super) fn find(self, moves: &[Move]) -> Option<Move> {
        moves.iter().copied().find(|&mv| self.means(mv))
    }

    fn means(self, mv: Move) -> bool {
        match (self, mv.kind()) {
            (Self::PlayedGame { cell, direction, reach }, Kind::Inline { own, pushed, .. }) => {
                let reaches = |cells| cells == 1 || (own..=own + pushed).contains(&cells);
                cell == mv.cell() && direction == mv.direction() && reach.is_none_or(reaches)
            }
            (Self::Row { ends, to }, Kind::Broadside { axis, len }) => {
                let near = mv.cell();
                let far = step(near, axis, len - 1);
                let is_row = ends == [near, far] || ends == [far, near];
                is_row && step(ends[0], mv.direction(), 1) == to
            }
            (Self::Ends { from, to }, Kind::Broadside { axis, len }) => {
                let direction = mv.direction();
                let near = mv.cell();
                let far = step(near, axis, len - 1);
                // Seen from the near end the row runs along the axis, from the far end against it.
                let (end, other) =
                    if angle(axis, direction) == 1 { (near, far) } else { (far, near) };
                end == from && step(other, direction, 1) == to
            }
            _ => false,
        }
    }
}

/// The angle between two directions, in sixths of a circle, 0 to 3.
fn angle(a: Direction, b: Direction) -> usize {
    let apart = a.index().abs_diff(b.index());
    apart.min(6 - apart)
}

/// The neighbour of a cell.
fn toward(cell: u8, direction: Direction) -> Option<u8> {
    (cells_to_edge(cell, direction) > 0).then(|| step(cell, direction, 1))
}

/// Whether a word names a marble and nothing else: its direction is the next word.
pub(super) fn is_cell(text: &str) -> bool {
    take_cell(&text.to_ascii_lowercase()).is_some_and(|(_, rest)| rest.is_empty())
}

/// A cell at the head of a text, and the rest.
fn take_cell(text: &str) -> Option<(u8, &str)> {
    let (&[row, column], _) = text.as_bytes().split_first_chunk()?;
    let from = |c: u8, first: u8| c.checked_sub(first).filter(|&n| n < 9).map(u8::cast_signed);
    let cell = cell_at(from(row, b'a')?, from(column, b'1')?)?;
    Some((cell, &text[2..]))
}

/// `7`, `u`, `nw`, each also after a colon or a space.
fn parse_direction(text: &str) -> Option<Direction> {
    let word = text.strip_prefix(':').unwrap_or(text).trim_start();
    Direction::ALL.into_iter().find(|direction| {
        let index = direction.index();
        word == DELTA_NAMES[index] || KEYS[index].contains(&word)
    })
}

/// Writes a move as Aba-Pro does; of a row the end that comes first in the alphabet is named first.
pub(super) fn write_aba_pro(mv: Move, f: &mut dyn Write) -> fmt::Result {
    let cell = mv.cell();
    write_cell(cell, f)?;
    if let Kind::Broadside { axis, len } = mv.kind() {
        write_cell(step(cell, axis, len - 1), f)?;
    }
    write_cell(step(cell, mv.direction(), 1), f)
}

/// The cells that a person points at to make a move.
pub(super) fn pointed_at(mv: Move) -> impl Iterator<Item = u8> {
    let cell = mv.cell();
    let (cells, many) = match mv.kind() {
        Kind::Inline { own, .. } => ([cell, step(cell, mv.direction(), own), 0], 2),
        Kind::Broadside { axis, len } => {
            ([cell, step(cell, axis, len - 1), step(cell, mv.direction(), 1)], 3)
        }
    };
    cells.into_iter().take(many)
}

fn write_cell(cell: u8, f: &mut dyn Write) -> fmt::Result {
    f.write_str(&board::name(cell))
}
