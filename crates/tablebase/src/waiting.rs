//! What was found about places far apart waits until they have come from memory.
//!
//! Who looks through a table in an order of the game's own ([`WdlIndexer::pieces`](super::wdl::WdlIndexer::pieces))
//! has the moves at hand, and finds out about places that lie anywhere. Memory would be waited for at each of
//! them; so it is asked for a place when something is found about it, and some places later it is there.

/// So many places are dealt with together.
const TOGETHER: usize = 64;

/// Something found about each of some places.
pub(super) struct Waiting<T, A, D> {
    found: Vec<(u64, T)>,
    /// Asks memory for a place.
    ask: A,
    /// Deals with what was found about a place.
    deal: D,
}

impl<T, A: Fn(u64), D: FnMut(u64, T)> Waiting<T, A, D> {
    pub(super) fn new(ask: A, deal: D) -> Self {
        Self { found: Vec::with_capacity(TOGETHER), ask, deal }
    }

    #[inline]
    pub(super) fn note(&mut self, at: u64, found: T) {
        (self.ask)(at);
        self.found.push((at, found));
        if self.found.len() == TOGETHER {
            self.deal_with_all();
        }
    }

    /// The last ones.
    pub(super) fn finish(mut self) {
        self.deal_with_all();
    }

    fn deal_with_all(&mut self) {
        for (at, found) in self.found.drain(..) {
            (self.deal)(at, found);
        }
    }
}
