//! The first factor of a place: the men of who is to move, looked up once for all places with these.
//!
//! Moves leave the other side's men where they are or take one, and that side moves next: what the moves of a
//! position lead to has a handful of seats.

use super::board::Set;
use super::kinds::{Count, Kind, MorrisIndexer};
use super::symmetry::{Geometry, Image, Keepers, Left, geometry};
use plyglot_tablebase::rank::binomial;

/// A mover's men.
#[derive(Clone, Copy)]
pub(super) struct Seat {
    geometry: &'static Geometry,
    /// What takes them to the least set of their orbit.
    image: &'static Image,
    /// What keeps that set.
    keepers: Keepers,
    /// The points that it leaves.
    left: Left,
    /// Where the places with these men begin.
    first: u64,
}

impl Seat {
    /// The place of these men with those of the other.
    #[inline]
    pub(super) fn place(&self, other: Set) -> u64 {
        let other = self.keepers.least(self.geometry, self.image.of(other));
        self.first + self.left.rank(other) as u64
    }
}

impl MorrisIndexer {
    /// The mover's men, which the first factor of a place tells, where there are so many of both.
    #[inline]
    pub(super) fn seat(&self, kind: Kind, mover: Set, count: Count) -> Seat {
        let [own, others] = count.men;
        let geometry = geometry(self.set.board);
        let orbits = geometry.orbits(own.into());
        let (orbit, symmetry) = orbits.find(mover);
        let left = usize::from(self.set.board.points() - own);
        let first = orbit as u64 * binomial(left, others.into());
        Seat {
            geometry,
            image: geometry.symmetry(symmetry),
            keepers: orbits.keepers(orbit),
            left: Left::by(orbits.set(orbit)),
            first: self.part_first(kind, count) + first,
        }
    }
}
