//! Which rank has which places: chunks of one size, dealt out one after the other.
//!
//! Neighbours in a table are alike (the same men, the same side to move), so that a rank with one
//! long range would have all the work of one kind; a rank with every n-th chunk has some of each. The
//! size of a chunk depends on the table alone, so that what is kept of a chunk can be taken up by any
//! number of ranks.

/// Chunks that a table is cut into, if these are neither too small nor too large.
const CHUNKS: u64 = 1024;
/// Smallest and largest chunk, in places: the largest is a block of a file at two bits a place.
const CHUNK_PLACES: (u64, u64) = (64, 1 << 17);
/// A rank numbers its own places in 31 bits.
pub(super) const OWN_PLACES_MAX: u64 = 1 << 31;

/// The places of a table, dealt out to ranks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Layout {
    places: u64,
    /// A chunk has 2 to this power of places.
    shift: u32,
    ranks: u64,
}

impl Layout {
    /// So many places on so many ranks.
    pub(super) fn new(places: u64, ranks: usize) -> Self {
        let size = (places / CHUNKS).clamp(CHUNK_PLACES.0, CHUNK_PLACES.1);
        Self { places, shift: size.next_power_of_two().ilog2(), ranks: ranks as u64 }
    }

    /// How many places there are.
    pub(super) const fn places(&self) -> u64 {
        self.places
    }

    /// How many ranks share them.
    pub(super) const fn ranks(&self) -> u64 {
        self.ranks
    }

    /// Places of a chunk that is not the last.
    pub(super) const fn chunk_places(&self) -> u64 {
        1 << self.shift
    }

    /// How many chunks there are.
    pub(super) const fn chunks(&self) -> u64 {
        self.places.div_ceil(self.chunk_places())
    }

    /// Who has a chunk, and which of its own this is.
    pub(super) const fn chunk_of(&self, chunk: u64) -> (usize, u64) {
        // To divide costs more than to ask.
        if self.ranks == 1 {
            return (0, chunk);
        }
        // Chunks are few enough to be numbered in 32 bits, which divide twice as fast.
        let (chunk, ranks) = (chunk as u32, self.ranks as u32);
        ((chunk % ranks) as usize, (chunk / ranks) as u64)
    }

    /// The chunks of a rank, in order.
    pub(super) fn chunks_of(&self, rank: usize) -> impl Iterator<Item = u64> + use<> {
        (rank as u64..self.chunks()).step_by(self.ranks as usize)
    }

    /// The places of a chunk.
    pub(super) fn places_of(&self, chunk: u64) -> std::ops::Range<u64> {
        chunk << self.shift..((chunk + 1) << self.shift).min(self.places)
    }

    /// Who has a place, and which of its own this is.
    #[inline]
    pub(super) const fn owner(&self, at: u64) -> (usize, u64) {
        let (rank, own) = self.chunk_of(at >> self.shift);
        (rank, own << self.shift | at & (self.chunk_places() - 1))
    }

    /// The place that is this one of a rank's own.
    #[inline]
    pub(super) const fn at(&self, rank: usize, own: u64) -> u64 {
        let chunk = (own >> self.shift) * self.ranks + rank as u64;
        chunk << self.shift | own & (self.chunk_places() - 1)
    }

    /// How many places a rank has.
    pub(super) fn own_places(&self, rank: usize) -> u64 {
        let chunks = self.chunks_of(rank).count() as u64;
        let last = self.chunks().saturating_sub(1);
        // Only the last chunk may be short.
        let missing = self.chunks() * self.chunk_places() - self.places;
        let has_last = self.places > 0 && self.chunk_of(last).0 == rank;
        chunks * self.chunk_places() - if has_last { missing } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_has_one_owner_who_numbers_its_own_without_gaps() {
        for places in [0, 1, 63, 64, 65, 1000, 70_000, 131_073] {
            for ranks in [1, 2, 3, 7, 40] {
                let layout = Layout::new(places, ranks);
                let mut next = vec![0; ranks];
                for at in 0..places {
                    let (rank, own) = layout.owner(at);
                    assert_eq!((own, layout.at(rank, own)), (next[rank], at), "{layout:?}");
                    next[rank] += 1;
                }
                let counted: Vec<u64> = (0..ranks).map(|rank| layout.own_places(rank)).collect();
                assert_eq!(counted, next, "{layout:?}");
            }
        }
    }

    #[test]
    fn chunks_are_the_same_for_any_number_of_ranks() {
        let [few, many] = [2, 64].map(|ranks| Layout::new(1 << 30, ranks));
        assert_eq!(few.chunk_places(), 1 << 17);
        assert_eq!((few.chunks(), few.places_of(3)), (many.chunks(), many.places_of(3)));
    }
}
