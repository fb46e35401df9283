//! The places of a board in rows, as they are seen.

use plyglot::game::picture::Picture;

/// Places nearer than this are in one row, or in one column.
const NEAR: f32 = 0.02;

/// The places of a board in rows, from the top, each from left to right.
pub(crate) struct Layout {
    rows: Vec<Vec<Option<usize>>>,
    is_grid: bool,
}

impl Layout {
    /// The named places of a picture, or all where none is named. Where rows and columns lie a field
    /// apart the board is a grid, with gaps where there is no place.
    pub(crate) fn of(picture: &Picture) -> Self {
        let has_names = picture.places.iter().any(|place| !place.name.is_empty());
        let places = picture.places.iter().enumerate();
        let places: Vec<(usize, f32, f32)> = places
            .filter(|(_, place)| !has_names || !place.name.is_empty())
            .map(|(at, place)| (at, place.x, place.y))
            .collect();
        let columns = lines(places.iter().map(|(_, x, _)| *x).collect());
        let heights = lines(places.iter().map(|(_, _, y)| *y).collect());
        let is_even = |lines: &[f32]| lines.windows(2).all(|two| is_near(two[1] - two[0], 1.0));
        let is_grid = is_even(&columns) && is_even(&heights);
        let row = |height: &f32| {
            let mut row: Vec<_> = places.iter().filter(|(_, _, y)| is_near(*y, *height)).collect();
            row.sort_by(|one, other| one.1.total_cmp(&other.1));
            if !is_grid {
                return row.into_iter().map(|(at, _, _)| Some(*at)).collect();
            }
            let at = |column: &f32| row.iter().find(|(_, x, _)| is_near(*x, *column));
            columns.iter().map(|column| at(column).map(|(at, _, _)| *at)).collect()
        };
        Self { rows: heights.iter().map(row).collect(), is_grid }
    }

    pub(crate) fn rows(&self) -> &[Vec<Option<usize>>] {
        &self.rows
    }

    /// Rows are equally long, with gaps where there is no place.
    pub(crate) const fn is_grid(&self) -> bool {
        self.is_grid
    }

    /// Rows and columns of a grid; elsewhere how many places there are.
    pub(crate) fn shape(&self) -> Vec<usize> {
        if self.is_grid {
            vec![self.rows.len(), self.rows.first().map_or(0, Vec::len)]
        } else {
            vec![self.rows.iter().flatten().flatten().count()]
        }
    }
}

fn is_near(one: f32, other: f32) -> bool {
    (one - other).abs() < NEAR
}

/// Where there is something, in order, each once.
fn lines(mut all: Vec<f32>) -> Vec<f32> {
    all.sort_by(f32::total_cmp);
    all.dedup_by(|one, other| is_near(*one, *other));
    all
}
