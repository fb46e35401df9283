//! What a rank knows of its own places while a table is made: one kind for each thing that tables
//! hold.
//!
//! All of them are solved in the same way. A first look at every place notes what its moves out of the
//! table are worth and counts the others. Then come *rounds*: distances from 0 up, margins from the
//! largest down. In a round the places whose turn has come are settled, and each tells the places
//! before it whether the move to it wins or loses; what these learn may settle them in the same round
//! (margins, bounds) or promise them to a later one (distances). Since a place only ever counts down
//! and takes the better of two, it does not matter in which order it is told, nor by whom.

use crate::indexer::{NodeKind, Predecessor, TableId};

/// A look at places, one after the other.
pub(super) trait Look<M, E> {
    /// The place whose code is needed to know what a move is worth, in a table that is finished.
    fn asks(&self, mv: &M) -> Option<(TableId, u64)>;

    /// Is shown a place by its number among the rank's own, and its moves; `codes` are the answers
    /// to what [`Look::asks`], in order.
    fn see(
        &mut self,
        own: usize,
        node: NodeKind<E>,
        moves: &[M],
        codes: &mut dyn Iterator<Item = u16>,
    );
}

/// A kind of table under way.
pub(super) trait Kind<M, E>: Look<M, E> {
    /// Bytes that [`Kind::save`] writes of a place.
    const BYTES: usize;

    /// How often a place may be due in one round.
    const TURNS: usize = 1;

    /// The round after this one, or the first; `reach` is the largest [`Kind::reach`] of all ranks.
    fn next_round(&self, round: Option<i32>, reach: u64) -> Option<i32>;

    /// How far the rounds have to go, as far as this rank knows.
    fn reach(&self) -> u64;

    /// Takes up what another run knew of that.
    fn resume_at(&mut self, reach: u64);

    /// Settles a place if its turn has come: whether it is won.
    fn due(&mut self, own: usize, round: i32) -> Option<bool>;

    /// A place is told that a move from it wins or loses in this round; whether that settles it, and
    /// it is won.
    fn hear(&mut self, own: usize, wins: bool, round: i32) -> Option<bool>;

    /// Nothing is said to this predecessor: its move was counted otherwise.
    fn passes_over(&self, _: Predecessor) -> bool {
        false
    }

    /// The code of a place at the end.
    fn code(&self, own: usize) -> u16;

    /// What is known of a place, as [`Kind::BYTES`] bytes.
    fn save(&self, own: usize, out: &mut Vec<u8>);

    /// The same read.
    fn load(&mut self, own: usize, bytes: &[u8]);
}

/// The next goal of rounds that fall from the largest, and end after the last.
pub(super) fn next_goal(round: Option<i32>, largest: i16, last: i16) -> Option<i32> {
    let next = round.map_or(i32::from(largest), |round| round - 1);
    (next >= i32::from(last)).then_some(next)
}

/// A code and a counter of moves, side by side: whoever is told needs both, and memory is slow.
#[derive(Clone, Copy)]
pub(super) struct Counted([u8; 3]);

impl Counted {
    pub(super) const BYTES: usize = 3;

    pub(super) const fn new(code: u16, counter: u8) -> Self {
        let [low, high] = code.to_le_bytes();
        Self([low, high, counter])
    }

    #[inline]
    pub(super) const fn code(self) -> u16 {
        u16::from_le_bytes([self.0[0], self.0[1]])
    }

    #[inline]
    pub(super) const fn counter(self) -> u8 {
        self.0[2]
    }

    pub(super) fn save(self, out: &mut Vec<u8>) {
        out.extend(self.0);
    }

    /// What was saved.
    pub(super) const fn load(bytes: &[u8]) -> Self {
        Self([bytes[0], bytes[1], bytes[2]])
    }
}
