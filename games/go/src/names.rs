//! Points and stones by their names: what everything that is written shares.

use super::rules::{Go, Position};
use super::variant::handicap_max;
use plyglot_core::Side;

/// How stones are written.
pub(super) const STONES: [char; 2] = ['X', 'O'];
/// Columns from the left; there is no I [gtp-2, 2.11].
pub(super) const COLUMNS: [char; 19] =
    ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'J', 'K', 'L', 'M', 'N', 'O', 'P', 'Q', 'R', 'S', 'T'];

impl Go {
    /// The name of a point: `D4`.
    pub fn name(&self, point: u16) -> String {
        let (column, row) = self.column_and_row(point);
        format!("{}{}", COLUMNS[usize::from(column)], row + 1)
    }

    /// The point of this name, in upper or lower case.
    pub fn point_of(&self, text: &str) -> Option<u16> {
        let mut letters = text.chars();
        let letter = letters.next()?.to_ascii_uppercase();
        let column = COLUMNS.iter().position(|column| *column == letter)?;
        let (column, digits) = (u8::try_from(column).ok()?, letters.as_str());
        let is_number =
            !digits.starts_with('0') && digits.bytes().all(|byte| byte.is_ascii_digit());
        let row: u8 = digits.parse().ok().filter(|row| is_number && *row > 0)?;
        (column < self.size() && row <= self.size()).then(|| self.point(column, row - 1))
    }

    /// The points row by row from the uppermost, as boards are written.
    pub(super) fn in_order(&self) -> impl Iterator<Item = u16> + use<> {
        let (size, rules) = (self.size(), *self);
        (0..size).rev().flat_map(move |row| (0..size).map(move |column| rules.point(column, row)))
    }

    /// The stone on a point.
    pub fn stone(pos: &Position, point: u16) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| pos.stones[side.index()].contains(point))
    }

    /// Whether the point is one of those that are marked on a board: the corners of the handicap and the
    /// middle, and on large boards all nine.
    pub(super) fn is_marked(&self, point: u16) -> bool {
        let stones = match self.size() {
            13.. => 9,
            _ => 5,
        };
        let most = handicap_max(self.size());
        self.handicap_points(most.min(stones)).contains(&point)
    }
}
