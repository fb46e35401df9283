//! The twelve symmetries of the hexagon: six turns, each plain or mirrored.

#![expect(clippy::cast_possible_truncation, reason = "cells are below 61")]

use std::sync::LazyLock;

use super::board::{CELLS, Set, cell_at, place};
use plyglot_core::bits::bits;

/// How many there are. The first changes nothing.
pub(super) const SYMMETRIES: usize = 12;
/// Where a symmetry takes each cell.
pub(super) type Images = [u8; CELLS];

/// All of them.
pub(super) static HEXAGON: LazyLock<[Images; SYMMETRIES]> = LazyLock::new(|| {
    std::array::from_fn(|symmetry| std::array::from_fn(|cell| image_of(symmetry, cell as u8)))
});

/// A turn takes east to north-east and north-west to west; the mirror swaps east and north-west.
fn image_of(symmetry: usize, cell: u8) -> u8 {
    let (row, column) = place(cell);
    let (mut row, mut column) = (row.cast_signed() - 4, column.cast_signed() - 4);
    for _ in 0..symmetry % 6 {
        (row, column) = (column, column - row);
    }
    if symmetry >= 6 {
        (row, column) = (column, row);
    }
    cell_at(row + 4, column + 4).expect("a symmetry keeps the hexagon")
}

/// Where one of them takes a set.
pub(super) fn moved(images: &Images, set: Set) -> Set {
    bits(set).fold(0, |moved, cell| moved | 1 << images[usize::from(cell)])
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::super::board::{ALL, Direction, cells_to_edge, step};
    use super::*;

    #[test]
    fn the_symmetries_are_twelve_and_keep_neighbours() {
        let images: HashSet<_> = HEXAGON.iter().collect();
        assert_eq!(images.len(), SYMMETRIES);
        assert!(HEXAGON[0].iter().enumerate().all(|(cell, &image)| cell as u8 == image));
        for images in images {
            assert_eq!(moved(images, ALL), ALL);
            for cell in 0..CELLS as u8 {
                let around = |cell: u8| {
                    let there = |d: &Direction| cells_to_edge(cell, *d) > 0;
                    let steps = Direction::ALL.into_iter().filter(there);
                    steps.fold(0, |set: Set, d| set | 1 << step(cell, d, 1))
                };
                let image = images[usize::from(cell)];
                assert_eq!(moved(images, around(cell)), around(image));
            }
        }
    }
}
