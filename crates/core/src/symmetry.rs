//! The symmetries of a square board: four quarter turns, each plain or mirrored.

/// How many there are. The first changes nothing.
pub const OF_SQUARE: u8 = 8;

/// Where one of them takes a cell, column and row, of a board with so many cells a side: those from the
/// fifth on mirror left and right first.
pub fn in_square((x, y): (u8, u8), size: u8, symmetry: u8) -> (u8, u8) {
    let x = if symmetry < 4 { x } else { size - 1 - x };
    (0..symmetry % 4).fold((x, y), |(x, y), _| (size - 1 - y, x))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn each_takes_the_corners_elsewhere_and_keeps_neighbours() {
        let corners = |symmetry| [(0, 0), (4, 0), (4, 4)].map(|cell| in_square(cell, 5, symmetry));
        let all: BTreeSet<_> = (0..OF_SQUARE).map(corners).collect();
        assert_eq!(all.len(), 8);
        assert_eq!(corners(0), [(0, 0), (4, 0), (4, 4)]);
        for symmetry in 0..OF_SQUARE {
            let images: BTreeSet<_> =
                (0..25).map(|cell| in_square((cell % 5, cell / 5), 5, symmetry)).collect();
            assert_eq!(images.len(), 25);
            let [(x, y), (to_x, to_y)] = [(1, 2), (2, 2)].map(|cell| in_square(cell, 5, symmetry));
            assert_eq!(x.abs_diff(to_x) + y.abs_diff(to_y), 1, "{symmetry}");
        }
    }
}
