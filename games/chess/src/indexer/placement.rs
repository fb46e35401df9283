//! From men to the number of their place, and back.

use cozy_chess::Piece;

use super::en_passant;
use super::kings::{DIAGONAL, IMAGE};
use super::material::{Group, Kind, MEN_MAX, Man, Material, PAWN_SQUARES, kings_among_pawns};
use super::men::{Men, NO_FILE};
use plyglot_tablebase::rank::{rank_subset, unrank_subset};

impl Material {
    /// How many places a kind has.
    pub(super) fn len(kind: &Kind) -> u64 {
        kind.placements() * kind.sides() + en_passant::len(kind) * kind.sides()
    }

    /// The number of a place. The men are those of a position of this kind.
    #[inline]
    pub(super) fn rank(&self, kind: &Kind, men: &Men) -> u64 {
        if kind.is_even && men.side == 1 {
            return self.rank(kind, &men.exchanged(kind));
        }
        let side = u64::from(men.side);
        if men.passant != NO_FILE {
            let first = kind.placements() * kind.sides();
            return first + side * en_passant::len(kind) + en_passant::rank(kind, men);
        }
        side * kind.placements() + self.rank_placement(kind, men)
    }

    fn rank_placement(&self, kind: &Kind, men: &Men) -> u64 {
        let kings = self.kings(kind);
        let (pair, by) = kings.rank(men.squares[0], men.squares[1]).expect("kings stand apart");
        let men = men.image(&IMAGE[by]);
        let number = rank_groups(kind, &men);
        let number = if kings.is_on_diagonal(pair) {
            number.min(rank_groups(kind, &men.image(&IMAGE[usize::from(DIAGONAL)])))
        } else {
            number
        };
        kind.first[pair] + number
    }

    /// The men at a place; `None` where there is no position.
    #[inline]
    pub(super) fn unrank(&self, kind: &Kind, at: u64) -> Option<Men> {
        let first_passant = kind.placements() * kind.sides();
        if at >= first_passant {
            let at = at - first_passant;
            let side = u8::from(at >= en_passant::len(kind));
            let men = en_passant::unrank(kind, at % en_passant::len(kind), side)?;
            return men.is_position(kind).then_some(men);
        }
        let (men, pair, number) = self.men_of_placement(kind, at);
        let is_double = self.kings(kind).is_on_diagonal(pair)
            && rank_groups(kind, &men.image(&IMAGE[usize::from(DIAGONAL)])) < number;
        (!is_double && men.is_position(kind)).then_some(men)
    }

    /// The men of a placement, whether that is a position or not; the pair of kings, and the number of the
    /// others.
    #[inline]
    fn men_of_placement(&self, kind: &Kind, at: u64) -> (Men, usize, u64) {
        let placements = kind.placements();
        let side = u8::from(at >= placements);
        let placement = at - u64::from(side) * placements;
        let pair = kind.first.partition_point(|first| *first <= placement) - 1;
        let mut men = Men { squares: [0; MEN_MAX], side, passant: NO_FILE };
        (men.squares[0], men.squares[1]) = self.kings(kind).unrank(pair);
        let number = placement - kind.first[pair];
        unrank_groups(kind, number, &mut men);
        (men, pair, number)
    }

    /// How many steps the pawns of a place have before them, and up to which place behind it they stand
    /// where they do: pawns count most in the number of a placement, behind the kings.
    pub(super) fn steps_left(&self, kind: &Kind, at: u64) -> (u32, u64) {
        if at >= kind.placements() * kind.sides() {
            let men = self.unrank(kind, at);
            return (men.map_or(0, |men| men.steps_left(kind)), at + 1);
        }
        let (men, _, number) = self.men_of_placement(kind, at);
        let sets = &kind.sets[kings_among_pawns(men.squares[0], men.squares[1])];
        let pieces = kind.groups.iter().zip(sets).filter(|(group, _)| group.man.1 != Piece::Pawn);
        let run: u64 = pieces.map(|(_, sets)| sets).product();
        (men.steps_left(kind), at - number % run + run)
    }

    /// The kind and the place of men that may have become another kind by a capture or a promotion;
    /// `None` where nothing but kings is left, or too much, or where no double step can have led to
    /// a capture en passant that a text claims.
    pub(super) fn place_of(
        &self,
        men: &[(Man, u8)],
        side: u8,
        passant: u8,
    ) -> Option<(usize, u64)> {
        let (number, exchange) = self.find(men.iter().map(|(man, _)| *man))?;
        let kind = &self.kinds[number];
        let flip = u8::from(exchange);
        let mut found = Men { squares: [0; MEN_MAX], side: side ^ flip, passant };
        let mut taken = [false; MEN_MAX];
        for ((color, piece), at) in men {
            let man = (color ^ flip, *piece);
            let slot = (0..kind.men.len()).find(|&slot| kind.men[slot] == man && !taken[slot])?;
            taken[slot] = true;
            found.squares[slot] = at ^ (0o70 * flip);
        }
        let is_reached = passant == NO_FILE || found.has_passant(kind, passant);
        is_reached.then(|| (number, self.rank(kind, &found)))
    }
}

/// The number of the sets of squares of all groups, for kings that stay where they are.
#[inline]
fn rank_groups(kind: &Kind, men: &Men) -> u64 {
    let sets = &kind.sets[kings_among_pawns(men.squares[0], men.squares[1])];
    let mut taken = 1 << men.squares[0] | 1 << men.squares[1];
    let mut number = 0;
    for (group, sets) in kind.groups.iter().zip(sets) {
        number = number * sets + rank_group(*group, men, taken);
        for slot in group.first..group.first + group.count {
            taken |= 1 << men.squares[slot];
        }
    }
    number
}

/// The number of a group's set of squares among the squares that are not taken.
#[inline]
pub(super) fn rank_group(group: Group, men: &Men, taken: u64) -> u64 {
    let area = if group.man.1 == Piece::Pawn { PAWN_SQUARES } else { u64::MAX };
    let free = area & !taken;
    let place = |slot: usize| (free & ((1 << men.squares[slot]) - 1)).count_ones() as u8;
    match group.count {
        1 => place(group.first).into(),
        2 => {
            let (a, b) = (u64::from(place(group.first)), u64::from(place(group.first + 1)));
            let (low, high) = (a.min(b), a.max(b));
            high * (high - 1) / 2 + low
        }
        count => {
            let mut places = [0; MEN_MAX];
            for (i, found) in places[..count].iter_mut().enumerate() {
                *found = place(group.first + i);
            }
            places[..count].sort_unstable();
            rank_subset(&places[..count])
        }
    }
}

/// The inverse of [`rank_groups`].
#[inline]
fn unrank_groups(kind: &Kind, number: u64, men: &mut Men) {
    let sets = &kind.sets[kings_among_pawns(men.squares[0], men.squares[1])];
    let mut numbers = [0; MEN_MAX];
    let mut rest = number;
    for (i, sets) in sets[..kind.groups.len()].iter().enumerate().rev() {
        (numbers[i], rest) = (rest % sets, rest / sets);
    }
    let mut taken = 1 << men.squares[0] | 1 << men.squares[1];
    for (group, number) in kind.groups.iter().zip(numbers) {
        unrank_group(*group, number, men, &mut taken);
    }
}

/// The inverse of [`rank_group`]; the squares become taken.
#[inline]
pub(super) fn unrank_group(group: Group, number: u64, men: &mut Men, taken: &mut u64) {
    let area = if group.man.1 == Piece::Pawn { PAWN_SQUARES } else { u64::MAX };
    let mut places = [0; MEN_MAX];
    let places = &mut places[..group.count];
    if let [place] = places {
        *place = number as u8;
    } else {
        unrank_subset(number, places);
    }
    let held = *taken | !area;
    for (i, place) in places.iter().enumerate() {
        let square = free_square(held, *place);
        men.squares[group.first + i] = square;
        *taken |= 1 << square;
    }
}

/// The n-th square, from 0, that is not held.
#[inline]
pub(super) fn free_square(held: u64, n: u8) -> u8 {
    let (mut held, mut square) = (held, n);
    while held != 0 && held.trailing_zeros() <= u32::from(square) {
        square += 1;
        held &= held - 1;
    }
    square
}
