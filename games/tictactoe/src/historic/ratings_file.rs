//! The ratings of the player `table` as text, to be edited.
//!
//! [tictactoe-s2]: "changing this table changes at once how the computer plays".
//!
//! ```text
//! plyglot-ratings 1 tictactoe          what it is, version of the format, game
//! # a remark; empty lines are passed over too
//! 3/3/3 x 1 1 1 1 1 1 1 1 1            a board that is not over, and the ratings of cells 1 to 9
//! x2/3/3 o 0 41 61 41 91 41 61 41 71
//! ```
//!
//! Boards may stand in any order and none has to: one that is not in the file keeps the ratings that
//! the text's method gives it. An occupied cell is rated 0, and some empty cell more. Nothing here
//! has a checksum, since it is there to be changed; every line is checked, and a file with a wrong
//! one is refused whole.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use super::ratings::Rating;
use crate::indexer::{POSITIONS, is_reachable, rank, unrank};
use crate::rules::{Position, TicTacToe};
use plyglot_core::file;
use plyglot_core::game::{Notation, Rules};
use plyglot_core::text::shorten;

const HEAD: &str = "plyglot-ratings 1 tictactoe";
/// More is not even read: all boards take a quarter of it.
const BYTES_MAX: u64 = 1 << 20;
/// No rating is higher, so that nine of them can be added up.
const RATING_MAX: u32 = 400_000_000;
const CELLS: usize = 9;

/// Ratings by the number of their board.
pub(super) type Edited = BTreeMap<usize, Rating>;

/// The ratings in a file; the error says what is wrong, and where.
pub(super) fn read(path: &Path) -> Result<Edited, String> {
    let named = |problem: String| format!("ratings file `{}`: {problem}", path.display());
    let bytes = file::read(path, BYTES_MAX).map_err(|e| named(format!("cannot be read: {e}")))?;
    parse(&String::from_utf8_lossy(&bytes)).map_err(named)
}

/// The text of these ratings of all boards that are not over, in the order of their numbers.
pub(super) fn compose(ratings: &[Rating]) -> String {
    let mut text = format!("{HEAD}\n");
    let boards = (0..POSITIONS).map(|number| (number, unrank(number)));
    for (number, pos) in boards.filter(|&(_, pos)| goes_on(pos)) {
        text += &TicTacToe::default().position_text(&pos);
        for rating in &ratings[number][1..] {
            write!(text, " {rating}").expect("writing to a string does not fail");
        }
        text.push('\n');
    }
    text
}

/// Every line is checked, the head first.
fn parse(text: &str) -> Result<Edited, String> {
    let mut lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    let (_, head) = lines.next().unwrap_or((1, ""));
    if head != HEAD {
        // Not quoted: it may be any file.
        return Err(format!("does not begin with `{HEAD}`: it is no file of ratings"));
    }
    let mut edited = Edited::new();
    for (number, line) in lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')) {
        let wrong = |expected: &str| {
            format!("line {number}: found `{}`, expected {expected}", shorten(line))
        };
        let (board, ratings) = split(line).ok_or_else(|| {
            wrong("a board that is not over, as in `3/3/3 x`, and nine ratings up to 400000000")
        })?;
        let is_empty = |cell: usize| board.empty() >> (cell - 1) & 1 == 1;
        if !(1..=CELLS).all(|cell| is_empty(cell) || ratings[cell] == 0) {
            return Err(wrong("0 for every cell that is occupied"));
        }
        if ratings == [0; CELLS + 1] {
            return Err(wrong("a rating above 0 for some empty cell"));
        }
        if edited.insert(rank(board), ratings).is_some() {
            return Err(wrong("each board once"));
        }
    }
    Ok(edited)
}

/// A line taken apart: the board and the ratings of its cells.
fn split(line: &str) -> Option<(Position, Rating)> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let (board, numbers) = words.split_at_checked(words.len().checked_sub(CELLS)?)?;
    let board = TicTacToe::default().parse_position(&board.join(" ")).ok()?;
    let mut ratings = [0; CELLS + 1];
    for (rating, number) in ratings[1..].iter_mut().zip(numbers) {
        *rating = number.parse().ok().filter(|&rating| rating <= RATING_MAX)?;
    }
    (is_reachable(board) && goes_on(board)).then_some((board, ratings))
}

/// Whether there is something to rate: a draw that is only called early can be played on.
fn goes_on(pos: Position) -> bool {
    TicTacToe::default().outcome(&pos).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::historic::fin;
    use crate::historic::ratings::rate;

    #[test]
    fn what_is_written_is_read_back_board_by_board() {
        let ratings: Vec<Rating> =
            (0..POSITIONS).map(|number| rate(&fin::field(unrank(number)))).collect();
        let text = compose(&ratings);
        let read = parse(&text).unwrap();
        assert_eq!(read.len(), 5478 - 958, "all boards that are not over");
        assert!(read.iter().all(|(&number, rating)| *rating == ratings[number]));
        assert!(text.contains("\nx2/3/3 o 0 41 61 41 91 41 61 41 71\n"));
    }

    #[test]
    fn boards_may_be_left_out_and_remarks_written() {
        let read = parse(&format!("{HEAD}\n\n# corners\n 3/3/3 x 9 0 0 0 1 0 0 0 0 \n")).unwrap();
        assert_eq!(read, Edited::from([(0, [0, 9, 0, 0, 0, 1, 0, 0, 0, 0])]));
    }

    #[test]
    fn a_wrong_line_is_named_with_what_was_expected() {
        for (lines, expected) in [
            ("3/3/3 x 1 1 1", "line 2: found `3/3/3 x 1 1 1`, expected a board"),
            ("xxx/oo1/3 o 0 0 0 0 0 1 1 1 1", "expected a board that is not over"),
            ("3/3/3 o 1 1 1 1 1 1 1 1 1", "expected a board"),
            ("3/3/3 x 1 1 1 1 1 1 1 1 400000001", "nine ratings up to 400000000"),
            ("x2/3/3 o 1 1 1 1 1 1 1 1 1", "expected 0 for every cell that is occupied"),
            ("x2/3/3 o 0 0 0 0 0 0 0 0 0", "expected a rating above 0"),
            ("3/3/3 x 1 1 1 1 1 1 1 1 1\n3/3/3 x 1 1 1 1 1 1 1 1 1", "line 3: "),
        ] {
            let error = parse(&format!("{HEAD}\n{lines}\n")).unwrap_err();
            assert!(error.contains(expected), "{lines}: {error}");
        }
        let error = parse("root:x:0:0\n").unwrap_err();
        let expected =
            "does not begin with `plyglot-ratings 1 tictactoe`: it is no file of ratings";
        assert_eq!(error, expected);
    }
}
