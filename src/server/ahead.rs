//! How far the reader of the input may be ahead of who looks at it.

use std::sync::{Condvar, Mutex, PoisonError};

/// So many bytes of lines may have been read that nobody has looked at.
pub(super) const AHEAD_BYTES_MAX: usize = 16 << 20;

/// What a line costs besides its bytes: the string, its place in the channel and in the heap.
const LINE_COST_BYTES: usize = 128;

/// Bytes of lines that have been read and not looked at.
#[derive(Debug, Default)]
pub(super) struct Ahead {
    bytes: Mutex<usize>,
    changed: Condvar,
}

impl Ahead {
    /// One more line; waits until there is room for it.
    pub(super) fn add(&self, bytes: usize) {
        let bytes = bytes + LINE_COST_BYTES;
        let waits = |ahead: &mut usize| *ahead > 0 && *ahead + bytes > AHEAD_BYTES_MAX;
        let ahead = self.bytes.lock().unwrap_or_else(PoisonError::into_inner);
        let ahead = self.changed.wait_while(ahead, waits);
        *ahead.unwrap_or_else(PoisonError::into_inner) += bytes;
    }

    /// A line is looked at.
    pub(super) fn remove(&self, bytes: usize) {
        let mut ahead = self.bytes.lock().unwrap_or_else(PoisonError::into_inner);
        *ahead = ahead.saturating_sub(bytes + LINE_COST_BYTES);
        self.changed.notify_all();
    }

    /// How many there are now.
    #[cfg(test)]
    pub(super) fn bytes(&self) -> usize {
        *self.bytes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
