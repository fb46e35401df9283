//! Position strings of Go in their parts: stones, chains of them, and what else stands there.

use plyglot_core::Side;
use plyglot_core::game::rows::rows_text;

const STONES: [char; 2] = ['X', 'O'];

/// The fields of a position string.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Fields {
    pub rows: String,
    pub side: Side,
    /// Half points.
    pub komi: i16,
    pub passes: u32,
    /// Stones that Black and White have taken; nothing where they do not count.
    pub taken: Vec<usize>,
}

impl Fields {
    pub(super) fn of(text: &str) -> Self {
        let words: Vec<&str> = text.split_whitespace().collect();
        let word = |nth: usize| words.get(nth).copied().unwrap_or("");
        let side = if word(1) == "w" { Side::Second } else { Side::First };
        let passes = word(4).parse().unwrap_or(0);
        let taken = words.iter().skip(5).filter_map(|word| word.parse().ok()).collect();
        Self { rows: word(0).to_owned(), side, komi: halves(word(3)), passes, taken }
    }

    pub(super) fn text(&self) -> String {
        let side = if self.side == Side::First { 'b' } else { 'w' };
        let text = format!("{} {side} - {} {}", self.rows, komi_text(self.komi), self.passes);
        self.taken.iter().fold(text, |text, taken| format!("{text} {taken}"))
    }

    /// The same board when the stones on these points are taken.
    pub(super) fn without(&self, points: &[String]) -> Self {
        let rows: Vec<&str> = self.rows.split('/').collect();
        let size = rows.len();
        let mut words = vec![vec![""; size]; size];
        let mut taken = self.taken.clone();
        for (name, side) in self.stones() {
            if points.contains(&name) {
                if let Some(count) = taken.get_mut(side.other().index()) {
                    *count += 1;
                }
            } else if let Some((column, row)) = place(&name).filter(|(_, row)| *row <= size) {
                words[size - row][column] = if side == Side::First { "X" } else { "O" };
            }
        }
        let rows = rows_text(&words.concat(), vec![size; size]);
        Self { rows, taken, ..self.clone() }
    }

    /// The chains of stones, with whose they are.
    pub(super) fn chains(&self) -> Vec<(Vec<String>, Side)> {
        let mut left = self.stones();
        let mut chains = Vec::new();
        while let Some((first, side)) = left.pop() {
            let mut chain = vec![first];
            let mut at = 0;
            while let Some(stone) = chain.get(at).cloned() {
                let is_beside =
                    |(name, of): &(String, Side)| *of == side && are_beside(name, &stone);
                let (beside, rest): (Vec<_>, Vec<_>) = left.into_iter().partition(is_beside);
                chain.extend(beside.into_iter().map(|(name, _)| name));
                (left, at) = (rest, at + 1);
            }
            chains.push((chain, side));
        }
        chains
    }

    /// The points with stones of either side, from the uppermost row on.
    pub(super) fn stones(&self) -> Vec<(String, Side)> {
        let mut all = Vec::new();
        let rows: Vec<&str> = self.rows.split('/').collect();
        for (nth, row) in rows.iter().enumerate() {
            let (mut column, mut run) = (0, 0);
            for letter in row.chars() {
                if let Some(digit) = letter.to_digit(10) {
                    run = run * 10 + digit;
                    continue;
                }
                column += std::mem::take(&mut run);
                if let Some(side) = STONES.iter().position(|stone| *stone == letter) {
                    let name = format!("{}{}", column_name(column), rows.len() - nth);
                    all.push((name, Side::BOTH[side]));
                }
                column += 1;
            }
        }
        all
    }
}

/// Half points of a text such as `7.5`; 0 where it is none.
fn halves(text: &str) -> i16 {
    let (whole, half) = text.split_once('.').map_or((text, 0), |(whole, _)| (whole, 1));
    let points: i16 = whole.trim_start_matches('-').parse().unwrap_or(0);
    let halves = 2 * points + half;
    if text.starts_with('-') { -halves } else { halves }
}

/// Half points as points.
pub(super) fn komi_text(halves: i16) -> String {
    let sign = if halves < 0 { "-" } else { "" };
    let half = if halves % 2 == 0 { "" } else { ".5" };
    format!("{sign}{}{half}", halves.unsigned_abs() / 2)
}

/// Columns have no I.
fn column_name(column: u32) -> char {
    let letter = if column < 8 { column } else { column + 1 };
    u8::try_from(letter).map_or('?', |letter| char::from(b'A' + letter))
}

/// The column of a point from 0, and its row from 1.
fn place(name: &str) -> Option<(usize, usize)> {
    let letter = name.chars().next()?;
    let column = (0..19).find(|&column| column_name(column) == letter)?;
    Some((column as usize, name.get(1..)?.parse().ok()?))
}

fn are_beside(one: &str, other: &str) -> bool {
    let Some(((column, row), (column_of, row_of))) = place(one).zip(place(other)) else {
        return false;
    };
    column.abs_diff(column_of) + row.abs_diff(row_of) == 1
}
