//! Which boards threads are at work on, so that each does other work.
//!
//! A thread marks a board while it searches it; who comes to a sowing that leads to a marked board tries
//! the others first, and finds in the memory later what was found there (ABDADA [weill-1996], in few
//! words). The first sowing is tried by all: most nodes end with it. A mark that another has overwritten,
//! or that a thread has left behind, only makes an order another one.

use std::sync::atomic::{AtomicU64, Ordering};

use plyglot_core::memory::HashKey;

/// Far more than threads have boards at work on that are worth a mark.
const MARKS: usize = 1 << 12;

/// The boards at work on, by the low bits of their keys.
#[derive(Debug)]
pub(super) struct Marks(Box<[AtomicU64]>);

impl Marks {
    pub(super) fn new() -> Self {
        Self((0..MARKS).map(|_| AtomicU64::new(0)).collect())
    }

    fn of(&self, key: HashKey) -> &AtomicU64 {
        &self.0[key.bucket(MARKS.ilog2())]
    }

    /// A thread is at work on this board.
    #[inline]
    pub(super) fn set(&self, key: HashKey) {
        self.of(key).store(key.tag(0), Ordering::Relaxed);
    }

    /// Nobody is any more.
    #[inline]
    pub(super) fn clear(&self, key: HashKey) {
        self.of(key).store(0, Ordering::Relaxed);
    }

    /// Whether a thread is.
    #[inline]
    pub(super) fn is_set(&self, key: HashKey) -> bool {
        self.of(key).load(Ordering::Relaxed) == key.tag(0)
    }
}
