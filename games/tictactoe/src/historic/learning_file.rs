//! The file of the player `learning`: plain text, one line for each class of positions.
//!
//! ```text
//! plyglot-learning 1 tictactoe        what it is, version of the format, game
//! 3/3/3 x 0                           the position that stands for class 0, its value
//! x2/3/3 o 0                          … 765 lines, in the order of `indexer::Classes`
//! …
//! xxh3 9f3c0a52d7e1b864               XXH3-64 of everything above this line, 16 hex digits
//! ```
//!
//! Lines end with a line feed. Values are whole numbers from -10 to 10, as `learning` has them.
//!
//! A file is either taken whole or refused and left as it is: something else, a newer version, a
//! part of a file or a changed one never becomes a table, and since the old file is read again
//! before it is replaced, none of them is ever overwritten. A file that does not exist is a table
//! of zeros. Writing goes to a new file beside the old one, which is flushed to the disk and then
//! takes its name: after a crash there is the old table or the new one, nothing between. If two
//! programs keep the same file, what the last one wrote stands.
//!
//! Who edits the values by hand makes the checksum wrong. That such a file is meant as it is has to be
//! said (`TicTacToe.LearningForce`, `plyglot learn --force`): then all else is checked as ever, and
//! the file gets the checksum that belongs to it.

use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};
use std::{fs, num};

use xxhash_rust::xxh3::xxh3_64;

use super::learning::{Values, WON};
use crate::indexer::{CLASSES, Classes};
use crate::rules::TicTacToe;
use plyglot_core::file;
use plyglot_core::game::Notation;
use plyglot_core::game::notation::shorten;

const MAGIC: &str = "plyglot-learning";
const VERSION: u32 = 1;
const GAME: &str = "tictactoe";
/// Lines above the checksum.
const LINES: usize = 1 + CLASSES;
/// No table is as long as this; more is not even read.
const BYTES_MAX: u64 = 1 << 16;

/// Why a learning file was not read or written. The file is as it was.
#[derive(Debug, thiserror::Error)]
#[error("learning file `{}`: {problem}", path.display())]
pub(super) struct FileError {
    path: PathBuf,
    problem: Problem,
}

/// What is wrong with it: what was found, what was expected.
#[derive(Debug, thiserror::Error)]
enum Problem {
    #[error("cannot be read: {0}")]
    Unreadable(io::Error),
    #[error("cannot be written: {0}")]
    Unwritable(io::Error),
    #[error("does not begin with `{MAGIC} {VERSION} {GAME}`: it is no learning file")]
    Foreign,
    #[error("has format version {found}, expected {VERSION} or older: it needs a newer program")]
    Newer { found: u32 },
    #[error("is of the game `{found}`, expected `{GAME}`")]
    OtherGame { found: String },
    #[error("ends with `{found}`, expected a line `xxh3` and 16 hex digits: it was cut off")]
    Truncated { found: String },
    #[error(
        "has checksum {found}, expected {expected}: it was changed or damaged; \
         `plyglot learn {GAME} --games 0 --force --file FILE` takes what was edited"
    )]
    Checksum { found: String, expected: String },
    #[error("has {found} lines above the checksum, expected {LINES}")]
    Lines { found: usize },
    #[error("line {line}: found `{found}`, expected `{expected}` and a value from -{WON} to {WON}")]
    Value { line: usize, found: String, expected: String },
}

/// The table in a file; zeros if there is none of that name.
pub(super) fn read(path: &Path, classes: &Classes) -> Result<Values, FileError> {
    let error = |problem| FileError { path: path.to_owned(), problem };
    match read_bytes(path) {
        Ok(Some(bytes)) => parse(&bytes, classes).map_err(error),
        Ok(None) => Ok([0; CLASSES]),
        Err(problem) => Err(error(problem)),
    }
}

/// The same, also from a file that was edited and has the wrong checksum; it gets the right one.
pub(super) fn read_edited(path: &Path, classes: &Classes) -> Result<Values, FileError> {
    let error = |problem| FileError { path: path.to_owned(), problem };
    let edited = match read(path, classes) {
        Err(FileError { problem: Problem::Checksum { .. }, .. }) => read_bytes(path),
        other => return other,
    };
    let bytes = edited.map_err(error)?.unwrap_or_default();
    let body = bytes.strip_suffix(b"\n").and_then(|end| end.rsplitn(2, |b| *b == b'\n').nth(1));
    let text = String::from_utf8_lossy(body.unwrap_or_default());
    let values = parse_lines(&text.lines().collect::<Vec<_>>(), classes).map_err(error)?;
    replace(path, classes, &values)?;
    Ok(values)
}

/// Puts the table in the place of the file's old content, at once or not at all. What is no table
/// by now is not replaced.
pub(super) fn write(path: &Path, classes: &Classes, values: &Values) -> Result<(), FileError> {
    read(path, classes)?;
    replace(path, classes, values)
}

fn replace(path: &Path, classes: &Classes, values: &Values) -> Result<(), FileError> {
    let text = compose(classes, values);
    file::write_whole(path, text.as_bytes())
        .map_err(|error| FileError { path: path.to_owned(), problem: Problem::Unwritable(error) })
}

/// What the file holds, `None` if there is no file but could be one.
fn read_bytes(path: &Path) -> Result<Option<Vec<u8>>, Problem> {
    match file::read(path, BYTES_MAX) {
        Ok(bytes) => Ok(Some(bytes)),
        // Better to hear now than after the first game that nothing can be kept there.
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            fs::metadata(file::folder(path)).map(|_| None).map_err(Problem::Unwritable)
        }
        Err(error) => Err(Problem::Unreadable(error)),
    }
}

/// Everything is checked, the kind of file first, so that the reason is the true one.
fn parse(bytes: &[u8], classes: &Classes) -> Result<Values, Problem> {
    check_head(bytes)?;
    parse_lines(&check_sum(bytes)?, classes)
}

/// The values on the lines above the checksum, whose first has been looked at.
fn parse_lines(lines: &[&str], classes: &Classes) -> Result<Values, Problem> {
    if lines.len() != LINES {
        return Err(Problem::Lines { found: lines.len() });
    }
    let mut values = [0; CLASSES];
    for (class, (line, value)) in lines[1..].iter().zip(&mut values).enumerate() {
        let expected = TicTacToe::default().position_text(&classes.unrank(class));
        let written = line.strip_prefix(expected.as_str()).and_then(|rest| rest.strip_prefix(' '));
        *value = written.and_then(parse_value).ok_or_else(|| Problem::Value {
            line: class + 2,
            found: shorten(line),
            expected,
        })?;
    }
    Ok(values)
}

fn check_head(bytes: &[u8]) -> Result<(), Problem> {
    let head = bytes.split(|&byte| byte == b'\n').next().unwrap_or(bytes);
    let head = String::from_utf8_lossy(&head[..head.len().min(100)]);
    let mut words = head.split(' ');
    if words.next() != Some(MAGIC) {
        return Err(Problem::Foreign);
    }
    let version: Result<u32, num::ParseIntError> = words.next().unwrap_or("").parse();
    match version {
        Ok(version) if version > VERSION => return Err(Problem::Newer { found: version }),
        Ok(VERSION) => (),
        Ok(_) | Err(_) => return Err(Problem::Foreign),
    }
    match (words.next(), words.next()) {
        (Some(GAME), None) => Ok(()),
        (Some(game), None) => Err(Problem::OtherGame { found: shorten(game) }),
        _ => Err(Problem::Foreign),
    }
}

/// The lines above the checksum, if it is there and right.
fn check_sum(bytes: &[u8]) -> Result<Vec<&str>, Problem> {
    let end = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    let start = end.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
    let last = String::from_utf8_lossy(&end[start..]);
    let digits = last.strip_prefix("xxh3 ").filter(|digits| digits.len() == 16);
    let (Some(found), true) = (digits, end.len() < bytes.len()) else {
        return Err(Problem::Truncated { found: shorten(&last) });
    };
    let body = &bytes[..start];
    let expected = checksum(body);
    match std::str::from_utf8(body) {
        Ok(text) if found == expected => Ok(text.lines().collect()),
        _ => Err(Problem::Checksum { found: shorten(found), expected }),
    }
}

fn parse_value(text: &str) -> Option<i8> {
    text.parse().ok().filter(|value| (-WON..=WON).contains(value))
}

/// The text of a table, its checksum included.
pub(super) fn compose(classes: &Classes, values: &Values) -> String {
    let mut text = format!("{MAGIC} {VERSION} {GAME}\n");
    for (class, value) in values.iter().enumerate() {
        let position = TicTacToe::default().position_text(&classes.unrank(class));
        writeln!(text, "{position} {value}").expect("writing to a string does not fail");
    }
    let sum = checksum(text.as_bytes());
    writeln!(text, "xxh3 {sum}").expect("writing to a string does not fail");
    text
}

fn checksum(body: &[u8]) -> String {
    format!("{:016x}", xxh3_64(body))
}
