//! Rows of boards as texts: men by their letters, runs of empty cells by their length.

use std::fmt::{self, Write};

/// Writes a row of a board as most position strings have it: the letters of the men, and the length
/// of each run of empty cells between them.
///
/// ```
/// let mut text = String::new();
/// let row = [None, None, Some('S'), Some('s'), None];
/// plyglot_core::game::rows::write_row(row, &mut text).unwrap();
/// assert_eq!(text, "2Ss1");
/// ```
pub fn write_row(cells: impl IntoIterator<Item = Option<char>>, f: &mut dyn Write) -> fmt::Result {
    let mut empty = 0;
    for cell in cells {
        let Some(man) = cell else {
            empty += 1;
            continue;
        };
        if empty > 0 {
            write!(f, "{empty}")?;
            empty = 0;
        }
        f.write_char(man)?;
    }
    if empty > 0 { write!(f, "{empty}") } else { Ok(()) }
}

/// Rows of words as position strings write them, from the top: `2x/x1o/3`, a number for so many empty
/// places. Each word is one letter; `widths` says how many places each row has.
///
/// ```
/// let words = ["x", "", "", "o", "x", ""];
/// assert_eq!(plyglot_core::game::rows::rows_text(&words, [1, 3, 2]), "x/2o/x1");
/// ```
pub fn rows_text(words: &[&str], widths: impl IntoIterator<Item = usize>) -> String {
    let (mut text, mut words) = (String::new(), words.iter());
    for (row, width) in widths.into_iter().enumerate() {
        if row > 0 {
            text.push('/');
        }
        let _ = write_row(words.by_ref().take(width).map(|word| word.chars().next()), &mut text);
    }
    text
}

/// What is wrong with a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RowError {
    /// This is neither the letter of a man nor the length of a run.
    Letter(char),
    /// It has so many cells.
    Length(usize),
}

/// Reads a row as [`write_row`] writes it: the men that `man` knows by their letters, each with its
/// cell, from 0.
///
/// ```
/// # use plyglot_core::game::rows::{RowError, read_row};
/// let marble = |c: char| "Ss".contains(c).then_some(c);
/// assert_eq!(read_row("2Ss1", 5, marble), Ok(vec![(2, 'S'), (3, 's')]));
/// assert_eq!(read_row("2S3", 5, marble), Err(RowError::Length(6)));
/// assert_eq!(read_row("2x2", 5, marble), Err(RowError::Letter('x')));
/// ```
pub fn read_row<M>(
    text: &str,
    cells: usize,
    man: impl Fn(char) -> Option<M>,
) -> Result<Vec<(usize, M)>, RowError> {
    let (mut men, mut at) = (Vec::new(), 0);
    for c in text.chars() {
        match c.to_digit(10).map(|run| run as usize) {
            Some(run) if (1..=cells).contains(&run) => at += run,
            _ => {
                men.push((at, man(c).ok_or(RowError::Letter(c))?));
                at += 1;
            }
        }
    }
    if at == cells { Ok(men) } else { Err(RowError::Length(at)) }
}
