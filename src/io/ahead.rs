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

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;
    use std::thread;

    use super::*;

    /// There is room for one such line at a time, so the reader waits before each.
    #[test]
    fn a_reader_that_waits_is_woken_by_who_looks() {
        const BYTES: usize = AHEAD_BYTES_MAX / 2 + 1;
        let ahead = Ahead::default();
        let (lines, inbox) = channel();
        thread::scope(|scope| {
            let ahead = &ahead;
            scope.spawn(move || {
                for number in 0..20 {
                    ahead.add(BYTES);
                    lines.send(number).unwrap();
                }
            });
            let mut expected = 0..;
            for number in inbox {
                assert_eq!(Some(number), expected.next());
                assert_eq!(ahead.bytes(), BYTES + LINE_COST_BYTES);
                ahead.remove(BYTES);
            }
            assert_eq!(expected.next(), Some(20));
        });
        assert_eq!(ahead.bytes(), 0);
    }
}
