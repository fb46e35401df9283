//! The opening book: the score and a best column of every position of the first plies.
//!
//! ```text
//! plyglot-book 1 connect4 7 6 4 559      what it is, version of the format, game, columns, rows,
//!                                        the last ply it knows, records; then a line feed
//! 8 bytes   number of the position, of it and its mirror image the lower one; ascending
//! 1 byte    score, signed
//! 1 byte    column, from 0
//! …         10 bytes a record
//! 8 bytes   XXH3-64 of everything above, the lowest byte first, as in all numbers here
//! ```
//!
//! Positions in which somebody wins with the next stone are left out, for they need no book. A file
//! is taken whole or refused: something else, another size of the board, a newer version, a part of a
//! file or a changed one never becomes a book.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use xxhash_rust::xxh3::xxh3_64;

use super::{BOOK, Solver};
use crate::board::Geometry;
use crate::rules::{Connect4, Position};
use plyglot_core::file;
use plyglot_core::game::Rules;
use plyglot_core::text::shorten;

const MAGIC: &str = "plyglot-book";
const VERSION: u32 = 1;
const GAME: &str = "connect4";
/// No head is longer.
const HEAD_BYTES_MAX: usize = 100;
const RECORD_BYTES: usize = 10;
const SUM_BYTES: usize = 8;
/// No book is larger; more is not even read.
const BYTES_MAX: u64 = 1 << 32;

/// A score, and a column that keeps it.
type Entry = (i8, u8);

/// A book in memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in super::super) struct Book {
    /// It knows positions with so many stones and fewer.
    ply: u32,
    numbers: Vec<u64>,
    entries: Vec<Entry>,
}

/// Why a file is no book for this board.
#[derive(Debug, thiserror::Error)]
enum Problem {
    #[error("cannot be read: {0}")]
    Unreadable(std::io::Error),
    #[error("does not begin with `{MAGIC} {VERSION} {GAME}`: it is no opening book")]
    Foreign,
    #[error("has format version {found}, expected {VERSION}: it needs another program")]
    Version { found: u32 },
    #[error("is for a board of {found}, expected {expected}")]
    Size { found: String, expected: String },
    #[error("has {found} bytes, expected {expected}: it was cut off or added to")]
    Length { found: usize, expected: usize },
    #[error("has checksum {found:016x}, expected {expected:016x}: it was changed or damaged")]
    Checksum { found: u64, expected: u64 },
    #[error(
        "record {number}: found score {score} and column {column}, expected a position after the one before"
    )]
    Record { number: usize, score: i8, column: u8 },
}

impl Book {
    /// The book in a file, for boards of this size.
    ///
    /// # Errors
    /// Names the option, the file, what was found in it and what was expected.
    pub(in super::super) fn read(path: &Path, geometry: Geometry) -> Result<Self, String> {
        let read = file::read(path, BYTES_MAX).map_err(Problem::Unreadable);
        read.and_then(|bytes| parse(&bytes, geometry))
            .map_err(|problem| format!("{BOOK}: `{}` {problem}", path.display()))
    }

    /// What it says of a position: the score and a best column, from 0.
    pub(super) fn find(&self, geometry: Geometry, pos: &Position) -> Option<(i32, u8)> {
        if pos.filled().count_ones() > self.ply {
            return None;
        }
        let (number, is_mirrored) = number(geometry, pos);
        let at = self.numbers.binary_search(&number).ok()?;
        let (score, column) = self.entries[at];
        let column = if is_mirrored { geometry.width - 1 - column } else { column };
        Some((score.into(), column))
    }
}

/// The lower of the numbers of a position and its mirror image, and whether it is that of the image.
fn number(geometry: Geometry, pos: &Position) -> (u64, bool) {
    let number = pos.own() + pos.filled();
    let mirrored = geometry.mirrored(number);
    (number.min(mirrored), mirrored < number)
}

/// Works out a book of all positions with at most `ply` stones, as the bytes of its file. `each` is
/// told how many positions of how many are done.
///
/// # Errors
/// Says what the board or the memory does not allow.
pub(in super::super) fn build(
    geometry: Geometry,
    solver: &mut Solver,
    ply: u32,
    each: &mut dyn FnMut(usize, usize),
) -> Result<Vec<u8>, String> {
    if ply >= geometry.cells() {
        return Err(format!("found {ply} plies, expected fewer than {} cells", geometry.cells()));
    }
    let rules = Connect4 { geometry, drop_notation: false };
    let layers = layers(&rules, ply);
    let last = &layers[layers.len() - 1];
    let mut known = BTreeMap::new();
    for (done, (&number, pos)) in last.iter().enumerate() {
        each(done, last.len());
        known.insert(number, solved(solver, pos)?);
    }
    each(last.len(), last.len());
    for layer in layers.iter().rev().skip(1) {
        for (&number, pos) in layer {
            known.insert(number, from_children(&rules, pos, &known)?);
        }
    }
    Ok(compose(geometry, ply, &known))
}

/// The positions that a book has, ply by ply, by their numbers.
fn layers(rules: &Connect4, ply: u32) -> Vec<BTreeMap<u64, Position>> {
    let mut seen = BTreeSet::new();
    let mut layers =
        vec![BTreeMap::from([(number(rules.geometry, &rules.start()).0, rules.start())])];
    for _ in 0..ply {
        let mut layer = BTreeMap::new();
        for pos in layers[layers.len() - 1].values() {
            let mut moves = Vec::new();
            rules.legal_moves(pos, &mut moves);
            for after in moves.into_iter().map(|mv| rules.after(pos, mv)) {
                let (number, is_mirrored) = number(rules.geometry, &after);
                if !wins_at_once(rules, &after)
                    && rules.outcome(&after).is_none()
                    && seen.insert(number)
                {
                    let mirror = |stones| rules.geometry.mirrored(stones);
                    let kept = if is_mirrored {
                        Position { stones: after.stones.map(mirror) }
                    } else {
                        after
                    };
                    layer.insert(number, kept);
                }
            }
        }
        layers.push(layer);
    }
    layers
}

fn wins_at_once(rules: &Connect4, pos: &Position) -> bool {
    rules.drops(pos) & rules.geometry.winning(pos.own(), pos.filled()) != 0
}

/// An entry by search.
fn solved(solver: &mut Solver, pos: &Position) -> Result<Entry, String> {
    let progress = solver.settle(pos, &|_| u64::MAX, &mut |_| ())?;
    let column = solver.best_column(pos, progress.low, &|_| u64::MAX);
    let score = i8::try_from(progress.low).ok();
    score.zip(column).ok_or_else(|| format!("no best column found in {pos:?}"))
}

/// An entry by those a ply later.
fn from_children(
    rules: &Connect4,
    pos: &Position,
    known: &BTreeMap<u64, Entry>,
) -> Result<Entry, String> {
    let mut moves = Vec::new();
    rules.legal_moves(pos, &mut moves);
    // Of equals the one nearer to the middle.
    moves.sort_by_key(|column| column.abs_diff(rules.geometry.width / 2));
    let mut best = None;
    for column in moves {
        let after = rules.after(pos, column);
        let empty = rules.geometry.cells() - after.filled().count_ones();
        let score = match known.get(&number(rules.geometry, &after).0) {
            Some((score, _)) => -score,
            None if wins_at_once(rules, &after) => {
                -i8::try_from(empty.div_ceil(2)).unwrap_or(i8::MAX)
            }
            None => 0,
        };
        if best.is_none_or(|(best, _)| score > best) {
            best = Some((score, column));
        }
    }
    best.ok_or_else(|| format!("no move in {pos:?}"))
}

fn compose(geometry: Geometry, ply: u32, known: &BTreeMap<u64, Entry>) -> Vec<u8> {
    let Geometry { width, height, .. } = geometry;
    let head = format!("{MAGIC} {VERSION} {GAME} {width} {height} {ply} {}\n", known.len());
    let mut bytes = head.into_bytes();
    for (number, (score, column)) in known {
        bytes.extend(number.to_le_bytes());
        bytes.extend([score.cast_unsigned(), *column]);
    }
    bytes.extend(xxh3_64(&bytes).to_le_bytes());
    bytes
}

/// Everything is checked, the kind of file first, so that the reason is the true one.
fn parse(bytes: &[u8], geometry: Geometry) -> Result<Book, Problem> {
    let end = bytes.iter().take(HEAD_BYTES_MAX).position(|byte| *byte == b'\n');
    let end = end.ok_or(Problem::Foreign)?;
    let head = String::from_utf8_lossy(&bytes[..end]);
    let words: Vec<&str> = head.split(' ').collect();
    let [MAGIC, version, GAME, width, height, ply, count] = words[..] else {
        return Err(Problem::Foreign);
    };
    let version = version.parse().map_err(|_| Problem::Foreign)?;
    if version != VERSION {
        return Err(Problem::Version { found: version });
    }
    let expected = format!("{}x{}", geometry.width, geometry.height);
    let found = shorten(&format!("{width}x{height}"));
    if found != expected {
        return Err(Problem::Size { found, expected });
    }
    let (ply, count): (u32, u32) =
        ply.parse().ok().zip(count.parse().ok()).ok_or(Problem::Foreign)?;
    let expected = end + 1 + RECORD_BYTES * count as usize + SUM_BYTES;
    if bytes.len() != expected {
        return Err(Problem::Length { found: bytes.len(), expected });
    }
    let (body, sum) = bytes.split_at(bytes.len() - SUM_BYTES);
    let found = sum.iter().rev().fold(0, |sum, byte| sum << 8 | u64::from(*byte));
    let expected = xxh3_64(body);
    if found != expected {
        return Err(Problem::Checksum { found, expected });
    }
    let mut book = Book { ply, numbers: Vec::new(), entries: Vec::new() };
    let most = geometry.cells().div_ceil(2);
    for (nth, record) in body[end + 1..].chunks_exact(RECORD_BYTES).enumerate() {
        let number =
            record[..8].iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte));
        let (score, column) = (record[8].cast_signed(), record[9]);
        let is_later = book.numbers.last().is_none_or(|last| *last < number);
        if !is_later || u32::from(score.unsigned_abs()) > most || column >= geometry.width {
            return Err(Problem::Record { number: nth + 1, score, column });
        }
        book.numbers.push(number);
        book.entries.push((score, column));
    }
    Ok(book)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn small() -> Geometry {
        Geometry::new(4, 4).expect("it fits")
    }

    #[test]
    fn a_book_says_what_the_solver_says() {
        let geometry = small();
        let bytes = build(geometry, &mut Solver::new(geometry, 8), 5, &mut |_, _| ()).unwrap();
        let book = parse(&bytes, geometry).unwrap();
        let rules = Connect4 { geometry, drop_notation: false };
        let mut positions = 0;
        for pos in layers(&rules, 5).iter().flat_map(BTreeMap::values) {
            let mirror = Position { stones: pos.stones.map(|stones| geometry.mirrored(stones)) };
            for pos in [*pos, mirror] {
                let (score, column) = book.find(geometry, &pos).unwrap();
                let mut solver = Solver::new(geometry, 8);
                let found = solver.settle(&pos, &|_| u64::MAX, &mut |_| ()).unwrap();
                assert_eq!((found.low, found.high), (score, score), "{pos:?}");
                let after = rules.after(&pos, column);
                if rules.outcome(&after).is_none() {
                    let found = solver.settle(&after, &|_| u64::MAX, &mut |_| ()).unwrap();
                    assert_eq!(found.settled(), Some(-score), "{pos:?} {column}");
                }
                positions += 1;
            }
        }
        assert!(positions > 300, "{positions}");
    }

    #[test]
    fn what_is_no_book_for_this_board_is_refused_with_the_reason() {
        let geometry = small();
        let bytes = build(geometry, &mut Solver::new(geometry, 8), 2, &mut |_, _| ()).unwrap();
        let reason = |bytes: &[u8], geometry| parse(bytes, geometry).unwrap_err().to_string();
        assert_eq!(reason(&bytes, Geometry::USUAL), "is for a board of 4x4, expected 7x6");
        for cut in 0..bytes.len() {
            assert!(parse(&bytes[..cut], geometry).is_err(), "{cut}");
            let mut changed = bytes.clone();
            changed[cut] ^= 1;
            assert!(parse(&changed, geometry).is_err(), "{cut}");
        }
        assert!(reason(b"something else\n", geometry).ends_with("it is no opening book"));
        let newer = b"plyglot-book 2 connect4 4 4 2 9\n";
        assert!(reason(newer, geometry).starts_with("has format version 2, expected 1"));
    }
}
