//! How Syzygy numbers the placements of a kind of material [syzygy-format].
//!
//! The men stand in an order that each table chooses, like men behind one another. They fall into
//! groups: the *leading* one, whose place is brought into a corner of the board by its symmetries, and
//! the others, each a set of like men on the squares that are left.
//!
//! ```text
//! leading group                                            places
//! all pawns of one colour, the foremost on a given file    by file and number of pawns
//! three men, where some man but a king is the only one     31332
//!   of its kind
//! else the two kings                                         462
//!
//! place = leading · f0 + other pawns · f1 + set · f2 + …
//! ```
//!
//! The factors follow from an order that the table chooses as well. A pawn's squares are ranked from the
//! rim to the middle, and on a file from the second rank to the seventh: the pawn that ranks highest
//! leads, and where it stands on the right half all is mirrored. Without pawns the first man comes
//! into the triangle a1-d1-d4, and the first that is not on the diagonal a1-h8 below it:
//!
//! ```text
//! . . . 9      0 to 5 are off the diagonal, 6 to 9 on it
//! . . 8 5
//! . 7 3 4
//! 6 0 1 2
//! ```

#![expect(
    clippy::cast_possible_truncation,
    reason = "places of a table that is held fit an address, and squares and groups a byte"
)]

use plyglot_tablebase::rank::binomial;

/// Men of the largest tables that are read.
pub(super) const MEN_MAX: usize = 7;
/// Most pawns that lead.
const LEADERS_MAX: usize = MEN_MAX - 2;
/// Placements of three leading men.
const OF_THREE: u64 = 31332;
/// Placements of two kings.
const OF_KINGS: u64 = 462;
/// The triangle's squares off the diagonal, and on it.
const TRIANGLE: [u64; 2] = [6, 4];
/// Squares below the diagonal.
const BELOW: u64 = 28;

/// A man as the files have it: 1 to 6 for pawn to king, and 8 more if it is Black's.
pub(super) type Man = u8;

/// The other colour's man.
pub(super) const OTHER_COLOUR: Man = 8;
pub(super) const PAWN: Man = 1;
const KING: Man = 6;

pub(super) const fn is_pawn(man: Man) -> bool {
    man & 7 == PAWN
}

const fn is_king(man: Man) -> bool {
    man & 7 == KING
}

/// How far a square is above the diagonal a1-h8; below it less than 0.
const fn above_diagonal(square: u8) -> i32 {
    (square >> 3) as i32 - (square & 7) as i32
}

/// What is worked out once for all tables.
#[derive(Debug)]
pub(super) struct Maps {
    /// The squares below the diagonal.
    below: [u64; 64],
    /// The squares of the triangle.
    triangle: [u64; 64],
    /// By the first king's place in the triangle and the other's square.
    kings: Vec<[u64; 64]>,
    /// The squares of pawns, the one that leads highest.
    pawns: [u64; 64],
    /// By how many lead, and the square of the one that leads.
    leaders: [[u64; 64]; LEADERS_MAX + 1],
    /// By how many lead, and the file: how many placements there are.
    leading: [[u64; 4]; LEADERS_MAX + 1],
}

impl Maps {
    pub(super) fn new() -> Self {
        let mut maps = Self {
            below: [0; 64],
            triangle: [0; 64],
            kings: vec![[0; 64]; (TRIANGLE[0] + TRIANGLE[1]) as usize],
            pawns: [0; 64],
            leaders: [[0; 64]; LEADERS_MAX + 1],
            leading: [[0; 4]; LEADERS_MAX + 1],
        };
        let off = |square: &u8| above_diagonal(*square) < 0;
        for (number, square) in (0..64).filter(off).enumerate() {
            maps.below[square as usize] = number as u64;
        }
        for (number, square) in triangle_squares().into_iter().enumerate() {
            maps.triangle[square as usize] = number as u64;
        }
        maps.rank_kings();
        maps.rank_pawns();
        maps
    }

    /// Where both kings stand on the diagonal comes last.
    fn rank_kings(&mut self) {
        let mut pairs = Vec::new();
        let mut on_diagonal = Vec::new();
        for (first, king) in triangle_squares().into_iter().enumerate() {
            for other in 0..64 {
                let (file, rank) =
                    ((king & 7).abs_diff(other & 7), (king >> 3).abs_diff(other >> 3));
                let is_diagonal = above_diagonal(king) == 0;
                if file.max(rank) <= 1 || is_diagonal && above_diagonal(other) > 0 {
                    continue;
                }
                let both = is_diagonal && above_diagonal(other) == 0;
                if both { &mut on_diagonal } else { &mut pairs }.push((first, other));
            }
        }
        debug_assert_eq!(pairs.len() + on_diagonal.len(), OF_KINGS as usize);
        for (number, (first, other)) in pairs.into_iter().chain(on_diagonal).enumerate() {
            self.kings[first][usize::from(other)] = number as u64;
        }
    }

    fn rank_pawns(&mut self) {
        let squares = |file: usize| (1..7).map(move |rank| 8 * rank + file);
        let mut left = 48;
        for square in (0..4).flat_map(squares) {
            self.pawns[square] = left - 1;
            self.pawns[square ^ 7] = left - 2;
            left -= 2;
        }
        for many in 1..=LEADERS_MAX {
            for file in 0..4 {
                let mut first = 0;
                for square in squares(file) {
                    self.leaders[many][square] = first;
                    first += binomial(self.pawns[square] as usize, many - 1);
                }
                self.leading[many][file] = first;
            }
        }
    }

    /// How high a pawn on this square ranks.
    pub(super) const fn pawn_rank(&self, square: u8) -> u64 {
        self.pawns[square as usize]
    }
}

fn triangle_squares() -> Vec<u8> {
    let inside = |square: &u8| square & 7 < 4 && square >> 3 < 4;
    let squares = |is: fn(i32) -> bool| {
        (0..64).filter(inside).filter(move |square| is(above_diagonal(*square)))
    };
    squares(|above| above < 0).chain(squares(|above| above == 0)).collect()
}

/// What leads a placement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Leading {
    Pawns,
    Three,
    Kings,
}

/// The order of the men of a table, and what follows from it.
#[derive(Debug)]
pub(super) struct Numbering {
    /// The men in order.
    pub(super) men: Vec<Man>,
    leading: Leading,
    /// Both colours have pawns: the second group are those of the other.
    two_of_pawns: bool,
    /// How many men each group has, and what its number is multiplied by.
    groups: Vec<(usize, u64)>,
    /// How many placements there are.
    pub(super) places: u64,
}

impl Numbering {
    /// The numbering of these men in this order, where the foremost pawn stands on this file; `order`
    /// says as the how manieth the leading group and the other pawns are multiplied. `None` if men or
    /// order are none that can be.
    pub(super) fn new(maps: &Maps, men: Vec<Man>, order: [u8; 2], file: usize) -> Option<Self> {
        let colours = |black: Man| men.contains(&(PAWN + black));
        let two_of_pawns = colours(0) && colours(OTHER_COLOUR);
        let has_pawns = colours(0) || colours(OTHER_COLOUR);
        let leading = if has_pawns {
            Leading::Pawns
        } else if has_single(&men) {
            Leading::Three
        } else {
            Leading::Kings
        };
        let lens = group_lens(&men, leading);
        is_sound(&men, &lens, leading, two_of_pawns).then_some(())?;
        let first = match leading {
            Leading::Pawns => maps.leading[lens[0]][file],
            Leading::Three => OF_THREE,
            Leading::Kings => OF_KINGS,
        };
        let mut groups: Vec<(usize, u64)> = lens.iter().map(|len| (*len, 0)).collect();
        let mut next = if two_of_pawns { 2 } else { 1 };
        let mut free = 64 - lens[0] - if two_of_pawns { lens[1] } else { 0 };
        let mut places = 1;
        // The places of the two groups are among as many steps as there are groups.
        for step in 0..groups.len() {
            let step = step as u8;
            if step == order[0] {
                groups[0].1 = places;
                places *= first;
            } else if two_of_pawns && step == order[1] {
                groups[1].1 = places;
                places *= binomial(48 - lens[0], lens[1]);
            } else {
                let (len, factor) = groups.get_mut(next)?;
                *factor = places;
                places *= binomial(free, *len);
                free -= *len;
                next += 1;
            }
        }
        let is_whole = groups.iter().all(|group| group.1 > 0) && next == groups.len();
        is_whole.then_some(Self { men, leading, two_of_pawns, groups, places })
    }

    /// How many men lead.
    pub(super) fn leaders(&self) -> usize {
        self.groups[0].0
    }

    /// The number of the placement with the men on these squares, in the order of [`Self::men`]; where
    /// pawns lead, the foremost comes first.
    pub(super) fn place(&self, maps: &Maps, squares: &mut [u8]) -> u64 {
        debug_assert_eq!(squares.len(), self.men.len());
        if squares[0] & 7 > 3 {
            for square in squares.iter_mut() {
                *square ^= 0b111;
            }
        }
        let leaders = self.leaders();
        let leading = match self.leading {
            Leading::Pawns => place_of_pawns(maps, &mut squares[..leaders]),
            Leading::Three | Leading::Kings => {
                turn(squares, leaders);
                if self.leading == Leading::Three {
                    place_of_three(maps, [squares[0], squares[1], squares[2]])
                } else {
                    maps.kings[maps.triangle[usize::from(squares[0])] as usize]
                        [usize::from(squares[1])]
                }
            }
        };
        let mut place = leading * self.groups[0].1;
        let mut first = leaders;
        for (number, &(len, factor)) in self.groups.iter().enumerate().skip(1) {
            let (before, rest) = squares.split_at_mut(first);
            let group = &mut rest[..len];
            group.sort_unstable();
            let bottom = if number == 1 && self.two_of_pawns { 8 } else { 0 };
            let ranked = (1..).zip(&*group).map(|(many, square)| {
                let below = before.iter().filter(|other| *other < square).count();
                binomial(usize::from(*square) - below - bottom, many)
            });
            place += ranked.sum::<u64>() * factor;
            first += len;
        }
        place
    }
}

/// Some man but a king is the only one of its kind.
fn has_single(men: &[Man]) -> bool {
    let of_kind = |man: Man| men.iter().map(|&other| u32::from(other == man)).sum::<u32>();
    men.iter().any(|&man| !is_king(man) && of_kind(man) == 1)
}

/// How many men each group has: those of the leading one, and then like men behind one another.
fn group_lens(men: &[Man], leading: Leading) -> Vec<usize> {
    let least = match leading {
        Leading::Pawns => 1,
        Leading::Three => 3,
        Leading::Kings => 2,
    };
    let mut lens: Vec<usize> = vec![1];
    for (at, pair) in men.windows(2).enumerate() {
        let leads = at + 1 < least;
        match lens.last_mut() {
            Some(len) if leads || pair[0] == pair[1] => *len += 1,
            Some(_) | None => lens.push(1),
        }
    }
    lens
}

/// Like men stand behind one another, and those lead that should.
fn is_sound(men: &[Man], lens: &[usize], leading: Leading, two_of_pawns: bool) -> bool {
    let lead = &men[..lens[0]];
    let are_distinct =
        |men: &[Man]| men.iter().enumerate().all(|(at, man)| !men[..at].contains(man));
    let mut heads = Vec::new();
    let mut first = lens[0];
    for len in &lens[1..] {
        heads.push(men[first]);
        first += len;
    }
    let leads = match leading {
        Leading::Pawns => {
            let is_second = heads.first() == Some(&(men[0] ^ OTHER_COLOUR));
            is_pawn(men[0]) && lens[0] <= LEADERS_MAX && (!two_of_pawns || is_second)
        }
        Leading::Three => lens[0] == 3 && are_distinct(lead),
        Leading::Kings => {
            lens[0] == 2 && are_distinct(lead) && lead.iter().all(|man| is_king(*man))
        }
    };
    leads && are_distinct(&heads) && heads.iter().all(|man| !lead.contains(man))
}

fn place_of_pawns(maps: &Maps, pawns: &mut [u8]) -> u64 {
    let first = maps.leaders[pawns.len()][usize::from(pawns[0])];
    let others = &mut pawns[1..];
    others.sort_unstable_by_key(|square| maps.pawn_rank(*square));
    let rank = |(many, square): (usize, &u8)| binomial(maps.pawn_rank(*square) as usize, many);
    first + (1..).zip(&*others).map(rank).sum::<u64>()
}

/// Brings the first man into the triangle, and the first of those that lead and are off the diagonal
/// below it.
fn turn(squares: &mut [u8], leaders: usize) {
    if squares[0] >> 3 > 3 {
        for square in squares.iter_mut() {
            *square ^= 0b11_1000;
        }
    }
    let is_off = |square: &u8| above_diagonal(*square) != 0;
    let first = squares[..leaders].iter().position(is_off);
    if let Some(first) = first.filter(|first| above_diagonal(squares[*first]) > 0) {
        let transposed = |square: &mut u8| *square = (*square >> 3 | *square << 3) & 63;
        squares[first..].iter_mut().for_each(transposed);
    }
}

fn place_of_three(maps: &Maps, [a, b, c]: [u8; 3]) -> u64 {
    let (ranks, off) = ([a, b, c].map(|square| u64::from(square >> 3)), above_diagonal);
    let (passed, both) = (u64::from(b > a), u64::from(c > a) + u64::from(c > b));
    let (second, third) = (u64::from(b) - passed, u64::from(c) - both);
    let of_one = TRIANGLE[0] * 63 * 62;
    let of_two = of_one + TRIANGLE[1] * BELOW * 62;
    let of_three = of_two + TRIANGLE[1] * 7 * BELOW;
    if off(a) != 0 {
        (maps.triangle[usize::from(a)] * 63 + second) * 62 + third
    } else if off(b) != 0 {
        of_one + (ranks[0] * BELOW + maps.below[usize::from(b)]) * 62 + third
    } else if off(c) != 0 {
        of_two + (ranks[0] * 7 + ranks[1] - passed) * BELOW + maps.below[usize::from(c)]
    } else {
        of_three + (ranks[0] * 7 + ranks[1] - passed) * 6 + ranks[2] - both
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers that all placements of these men have, of those that no two share a square.
    fn numbers(men: &[Man], file: usize) -> (u64, usize) {
        let maps = Maps::new();
        let numbering = Numbering::new(&maps, men.to_vec(), [0, 15], file).unwrap();
        let mut seen = vec![false; numbering.places as usize];
        for code in 0..64_u32.pow(men.len() as u32) {
            let mut squares: Vec<u8> =
                (0..men.len()).map(|at| (code >> (6 * at) & 63) as u8).collect();
            let distinct = squares.iter().enumerate().all(|(i, sq)| !squares[..i].contains(sq));
            let is_there = |(man, square): (&Man, &u8)| !is_pawn(*man) || (8..56).contains(square);
            let leads =
                !is_pawn(men[0]) || (squares[0] & 7).min(7 - (squares[0] & 7)) == file as u8;
            if distinct && leads && men.iter().zip(&squares).all(is_there) {
                seen[numbering.place(&maps, &mut squares) as usize] = true;
            }
        }
        (numbering.places, seen.into_iter().filter(|seen| *seen).count())
    }

    #[test]
    fn every_number_of_three_men_is_that_of_a_placement() {
        assert_eq!(numbers(&[6, 4, 14], 0), (31332, 31332));
        // Kings that touch have a number only where three men lead.
        assert_eq!(Maps::new().leading[1], [6; 4]);
        let (places, seen) = numbers(&[1, 6, 14], 2);
        assert_eq!((places, seen), (6 * 63 * 62, 6 * 63 * 62));
    }

    #[test]
    fn an_order_that_cannot_be_is_refused() {
        let maps = Maps::new();
        for men in [vec![6, 1, 14], vec![4, 14, 6, 4], vec![6, 4, 4, 14], vec![6, 4, 6]] {
            assert!(Numbering::new(&maps, men.clone(), [0, 15], 0).is_none(), "{men:?}");
        }
        assert!(Numbering::new(&maps, vec![6, 4, 14], [3, 15], 0).is_none());
    }
}
