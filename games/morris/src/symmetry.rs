//! The symmetries of a board, and sets of points counted up to them.
//!
//! The boards with rings have sixteen: four turns, each plain or mirrored, each as it is or with
//! the innermost and the outermost ring exchanged. The square has eight. (When all men fly, the
//! rings of nine men's morris may be put in any order, which makes 48; the tables leave that alone.)
//!
//! What tables ask millions of times is laid out in small arrays: the image of a set byte by byte,
//! the rank of a set in two halves of twelve points, the orbit of a set by its rank, and the points
//! of one set squeezed together past those of another.

use std::sync::{LazyLock, OnceLock};

use super::board::{Board, POINTS_MAX, Set};
use plyglot_tablebase::rank::binomial;

/// The most men that a side of any variant has.
pub(super) const MEN_MAX: usize = 12;
/// Half of the points of the largest board.
const HALF: usize = 12;
const HALF_SETS: usize = 1 << HALF;

/// A board's symmetries, and the orbits of its sets.
pub(super) struct Geometry {
    points: usize,
    /// By symmetry.
    images: Vec<Image>,
    /// By the number of men.
    orbits: [OnceLock<Orbits>; MEN_MAX + 1],
}

/// Where a symmetry takes points, by byte of a set.
pub(super) struct Image([[Set; 256]; 3]);

impl Image {
    #[inline]
    pub(super) fn of(&self, set: Set) -> Set {
        let [a, b, c, _] = set.to_le_bytes().map(usize::from);
        let [first, second, third] = &self.0;
        first[a] | second[b] | third[c]
    }
}

/// The sets of so many points, up to symmetry.
pub(super) struct Orbits {
    /// By rank of a set: its orbit, and a symmetry that takes it to its representative.
    found: Vec<u32>,
    /// The least set of each orbit.
    sets: Vec<Set>,
    /// The symmetries that leave it as it is, as bits.
    keepers: Vec<u16>,
}

/// `found` is an orbit, and a symmetry in so many bits.
const SYMMETRY_BITS: u32 = 4;

static GEOMETRIES: [LazyLock<Geometry>; 4] = [
    LazyLock::new(|| Geometry::new(Board::Rings)),
    LazyLock::new(|| Geometry::new(Board::Diagonals)),
    LazyLock::new(|| Geometry::new(Board::TwoRings)),
    LazyLock::new(|| Geometry::new(Board::Square)),
];

/// What is known of this board.
#[inline]
pub(super) fn geometry(board: Board) -> &'static Geometry {
    &GEOMETRIES[board as usize]
}

/// Where a symmetry takes a point: bits 0 and 1 turn by quarters, 2 mirrors, 3 exchanges rings.
fn image(board: Board, symmetry: u8, point: u8) -> u8 {
    let (ring, place) = (point / 8, point % 8);
    if board == Board::Square && ring == 1 {
        return point;
    }
    let place = (place + 2 * (symmetry & 3)) % 8;
    let place = if symmetry & 4 == 0 { place } else { (8 - place) % 8 };
    let ring = if symmetry & 8 == 0 { ring } else { board.rings() - 1 - ring };
    8 * ring + place
}

impl Geometry {
    fn new(board: Board) -> Self {
        let count = if board == Board::Square { 8 } else { 16 };
        let points = board.points();
        let of_byte = |symmetry: u8, lane: u8, byte: usize| {
            let there = |bit: &u8| byte >> bit & 1 == 1 && 8 * lane + bit < points;
            (0..8)
                .filter(there)
                .fold(0, |set, bit| set | 1 << image(board, symmetry, 8 * lane + bit))
        };
        let images = (0..count).map(|symmetry| {
            Image(std::array::from_fn(|lane| {
                std::array::from_fn(|byte| of_byte(symmetry, u8::try_from(lane).unwrap_or(0), byte))
            }))
        });
        Self {
            points: points.into(),
            images: images.collect(),
            orbits: [const { OnceLock::new() }; MEN_MAX + 1],
        }
    }

    /// How many symmetries there are; the first changes nothing.
    pub(super) fn symmetries(&self) -> usize {
        self.images.len()
    }

    /// Where a symmetry takes a set.
    #[inline]
    pub(super) fn image(&self, symmetry: usize, set: Set) -> Set {
        self.images[symmetry].of(set)
    }

    /// The symmetry of this number.
    #[inline]
    pub(super) fn symmetry(&self, symmetry: usize) -> &Image {
        &self.images[symmetry]
    }

    /// All images of a set, one for each symmetry.
    pub(super) fn images(&self, set: Set) -> impl Iterator<Item = Set> {
        (0..self.images.len()).map(move |symmetry| self.image(symmetry, set))
    }

    /// The orbits of sets of so many points.
    #[inline]
    pub(super) fn orbits(&self, men: usize) -> &Orbits {
        self.orbits[men].get_or_init(|| Orbits::new(self, men))
    }
}

impl Orbits {
    fn new(geometry: &Geometry, men: usize) -> Self {
        let len = usize::try_from(binomial(geometry.points, men)).unwrap_or(0);
        let mut found = vec![u32::MAX; len];
        let (mut sets, mut keepers) = (Vec::new(), Vec::new());
        // In ascending order, so that the first of an orbit is its least.
        let mut set: Set = (1 << men) - 1;
        for at in 0..len {
            if found[at] == u32::MAX {
                let orbit = u32::try_from(sets.len()).unwrap_or(0) << SYMMETRY_BITS;
                let mut kept = 0;
                for (symmetry, image) in (0_u32..).zip(geometry.images(set)) {
                    kept |= u16::from(image == set) << symmetry;
                    // The way back: what takes the image to the set.
                    let back = (0_u32..).zip(geometry.images(image)).find(|(_, to)| *to == set);
                    found[rank(image)] = orbit | back.map_or(0, |(symmetry, _)| symmetry);
                }
                found[at] = orbit;
                sets.push(set);
                keepers.push(kept);
            }
            set = next(set);
        }
        Self { found, sets, keepers }
    }

    /// How many there are.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.sets.len()
    }

    /// The orbit of a set, and a symmetry that takes it to the representative.
    #[inline]
    pub(super) fn find(&self, set: Set) -> (usize, usize) {
        let found = self.found[rank(set)];
        ((found >> SYMMETRY_BITS) as usize, (found & ((1 << SYMMETRY_BITS) - 1)) as usize)
    }

    /// The representative of an orbit.
    #[inline]
    pub(super) fn set(&self, orbit: usize) -> Set {
        self.sets[orbit]
    }

    /// The symmetries that keep the representative of an orbit.
    #[inline]
    pub(super) fn keepers(&self, orbit: usize) -> Keepers {
        Keepers(self.keepers[orbit] & !1)
    }
}

/// The symmetries that keep a set as it is, as bits, but for that which changes nothing.
#[derive(Clone, Copy)]
pub(super) struct Keepers(u16);

impl Keepers {
    /// Of the images of a second set under these, the least.
    #[inline]
    pub(super) fn least(self, geometry: &Geometry, second: Set) -> Set {
        let mut keepers = self.0;
        let mut least = second;
        while keepers != 0 {
            least = least.min(geometry.image(keepers.trailing_zeros() as usize, second));
            keepers &= keepers - 1;
        }
        least
    }
}

/// The next larger set of as many points.
fn next(set: Set) -> Set {
    if set == 0 {
        return 0;
    }
    let lowest = set & set.wrapping_neg();
    let ripple = set + lowest;
    ripple | (((set ^ ripple) >> 2) / lowest)
}

/// What ranks are put together from, and points squeezed together by.
struct Parts {
    /// By the lower half of a set: its rank.
    lower: [u32; HALF_SETS],
    /// By the points in the lower half and the upper half: what that adds.
    upper: [[u32; HALF_SETS]; HALF + 1],
    /// By two bytes: the bits of the second that the first leaves free, squeezed together.
    squeezed: [[u8; 256]; 256],
    /// And back.
    spread: [[u8; 256]; 256],
}

static PARTS: LazyLock<Box<Parts>> = LazyLock::new(|| {
    Box::new(Parts {
        lower: part_ranks(0, 0),
        upper: std::array::from_fn(|below| part_ranks(HALF, below)),
        squeezed: by_bytes(|taken, set| {
            free_bits(taken).enumerate().fold(0, |out, (i, bit)| out | (set >> bit & 1) << i)
        }),
        spread: by_bytes(|taken, set| {
            free_bits(taken).enumerate().fold(0, |out, (i, bit)| out | (set >> i & 1) << bit)
        }),
    })
});

/// For each set of twelve points that begin at `first`: the rank of its members, where so many
/// members of the whole set come before.
fn part_ranks(first: usize, below: usize) -> [u32; HALF_SETS] {
    std::array::from_fn(|set| {
        let members = (0..HALF).filter(|bit| set >> bit & 1 == 1).enumerate();
        let ranks = members.map(|(i, bit)| {
            let k = below + i + 1;
            if k > MEN_MAX { 0 } else { binomial(first + bit, k) }
        });
        u32::try_from(ranks.sum::<u64>()).unwrap_or(u32::MAX)
    })
}

/// Something of two bytes.
fn by_bytes(of: impl Fn(u8, u8) -> u8) -> [[u8; 256]; 256] {
    let byte = |at: usize| u8::try_from(at).unwrap_or(u8::MAX);
    std::array::from_fn(|first| std::array::from_fn(|second| of(byte(first), byte(second))))
}

fn free_bits(taken: u8) -> impl Iterator<Item = u8> {
    (0..8).filter(move |bit| taken >> bit & 1 == 0)
}

impl Parts {
    #[inline]
    fn rank(&self, set: Set) -> usize {
        let (low, high) = ((set as usize) % HALF_SETS, (set as usize) / HALF_SETS);
        let below = low.count_ones() as usize;
        (self.lower[low] + self.upper[below][high % HALF_SETS]) as usize
    }
}

/// The rank of a set among all with as many points, in ascending order of the sets as numbers.
#[inline]
pub(super) fn rank(set: Set) -> usize {
    PARTS.rank(set)
}

/// The sets of so many points, by rank; those among the first points come first.
#[inline]
pub(super) fn sets(men: usize) -> &'static [Set] {
    static SETS: [OnceLock<Vec<Set>>; MEN_MAX + 1] = [const { OnceLock::new() }; MEN_MAX + 1];
    SETS[men].get_or_init(|| {
        let len = usize::try_from(binomial(POINTS_MAX, men)).unwrap_or(0);
        std::iter::successors(Some((1 << men) - 1), |set| Some(next(*set))).take(len).collect()
    })
}

/// The points that a set leaves, numbered: what is found of that set once serves all others.
#[derive(Clone, Copy)]
pub(super) struct Left {
    parts: &'static Parts,
    /// By byte.
    rows: [&'static [u8; 256]; 3],
    /// The number of the first point of the second byte, and of the third.
    firsts: [u32; 2],
}

impl Left {
    /// What this set leaves.
    #[inline]
    pub(super) fn by(taken: Set) -> Self {
        let parts: &'static Parts = &PARTS;
        let [a, b, c, _] = taken.to_le_bytes();
        let second = a.count_zeros();
        Self {
            parts,
            rows: [a, b, c].map(|byte| &parts.squeezed[usize::from(byte)]),
            firsts: [second, second + b.count_zeros()],
        }
    }

    /// The points of a set that are left, by their numbers.
    #[inline]
    fn squeeze(&self, set: Set) -> Set {
        let [a, b, c, _] = set.to_le_bytes().map(usize::from);
        let ([first, second, third], [at, last]) = (self.rows, self.firsts);
        Set::from(first[a]) | Set::from(second[b]) << at | Set::from(third[c]) << last
    }

    /// The rank of a set of points that are left among all of as many.
    #[inline]
    pub(super) fn rank(&self, set: Set) -> usize {
        self.parts.rank(self.squeeze(set))
    }
}

/// The points of these numbers among those that `taken` leaves.
#[inline]
pub(super) fn spread(taken: Set, set: Set) -> Set {
    let table = &PARTS.spread;
    let by = taken.to_le_bytes();
    let part = |lane: usize, numbers: Set| {
        Set::from(table[usize::from(by[lane])][(numbers & 0xff) as usize]) << (8 * lane)
    };
    let first = by[0].count_zeros();
    // Numbers beyond a lane's free bits find no bit there.
    part(0, set) | part(1, set >> first) | part(2, set >> (first + by[1].count_zeros()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_core::bits::bits;

    #[test]
    fn symmetries_are_different_and_keep_lines_and_neighbours() {
        for board in Board::ALL {
            let geometry = geometry(board);
            let mut seen: Vec<Vec<Set>> = (0..geometry.images.len())
                .map(|s| (0..board.points()).map(|p| geometry.image(s, 1 << p)).collect())
                .collect();
            let lines = board.lines();
            for images in &seen {
                for line in &lines {
                    let image = bits(*line).fold(0, |set, point| set | images[usize::from(point)]);
                    assert!(lines.contains(&image), "{board:?}");
                }
                for point in 0..board.points() {
                    let to = images[usize::from(point)].trailing_zeros();
                    let around = bits(board.neighbours(point))
                        .fold(0, |set, point| set | images[usize::from(point)]);
                    assert_eq!(around, board.neighbours(u8::try_from(to).unwrap()), "{board:?}");
                }
            }
            let count = seen.len();
            seen.sort();
            seen.dedup();
            assert_eq!(seen.len(), count);
        }
    }

    /// The numbers of orbits are those of the literature on nine men's morris.
    #[test]
    fn orbits_are_as_many_as_published() {
        let orbits = [3, 4, 5, 6].map(|men| geometry(Board::Rings).orbits(men).len());
        assert_eq!(orbits, [158, 757, 2830, 8774]);
    }

    #[test]
    fn a_set_and_its_image_have_one_representative() {
        for board in Board::ALL {
            let geometry = geometry(board);
            for men in 0..=3 {
                let orbits = geometry.orbits(men);
                let sets = binomial(board.points().into(), men);
                let mut set: Set = (1 << men) - 1;
                for at in 0..sets {
                    assert_eq!(rank(set) as u64, at);
                    let (orbit, symmetry) = orbits.find(set);
                    assert_eq!(geometry.image(symmetry, set), orbits.set(orbit));
                    assert_eq!(geometry.images(set).min(), Some(orbits.set(orbit)));
                    set = next(set);
                }
            }
        }
    }

    #[test]
    fn squeezing_and_spreading_are_inverse() {
        for i in 0..10_000 {
            let random = |j: u64| plyglot_core::zobrist::random(3, 2 * i + j) & 0xff_ffff;
            let [a, b] = [0, 1].map(|j| Set::try_from(random(j)).unwrap());
            let (taken, set) = (a & b.rotate_left(9) & 0xff_ffff, b & !a & 0xff_ffff);
            let set = set & !taken;
            let squeezed = Left::by(taken).squeeze(set);
            assert_eq!(squeezed.count_ones(), set.count_ones());
            assert_eq!(spread(taken, squeezed), set);
            let naive = bits(0xff_ffff & !taken)
                .enumerate()
                .fold(0, |out, (i, point)| out | (set >> point & 1) << i);
            assert_eq!(squeezed, naive);
        }
    }
}
