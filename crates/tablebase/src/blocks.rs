//! Unpacked blocks of table files, kept within a budget.
//!
//! A block is asked for some thousand times before another is, so keeping it pays; a search that
//! wanders through many tables would in time keep them all. So the blocks stand in a queue; when
//! the budget is spent, the one that has waited longest goes, but whoever was asked for since it
//! last came to the head goes to the end instead (second chance, the paging of [corbato-1968]). To
//! read a block costs an uncontended lock; only who unpacks one waits for the queue.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

/// The blocks of one file, each unpacked or not.
#[derive(Clone, Debug)]
pub(super) struct Blocks(Arc<[Slot]>);

#[derive(Debug, Default)]
struct Slot {
    bytes: RwLock<Option<Box<[u8]>>>,
    /// Somebody has read it since it was last looked at.
    asked: AtomicBool,
}

impl Blocks {
    /// So many, none of them unpacked.
    pub(super) fn new(count: usize) -> Self {
        Self((0..count).map(|_| Slot::default()).collect())
    }

    /// How many there are, unpacked or not.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// What is read from a block; `None` if it is not unpacked.
    #[inline]
    pub(super) fn read<T>(&self, block: usize, read: impl FnOnce(&[u8]) -> T) -> Option<T> {
        let slot = &self.0[block];
        let held = slot.bytes.read().unwrap_or_else(PoisonError::into_inner);
        let bytes = held.as_deref()?;
        if !slot.asked.load(Ordering::Relaxed) {
            slot.asked.store(true, Ordering::Relaxed);
        }
        Some(read(bytes))
    }

    fn replace(&self, block: usize, bytes: Option<Box<[u8]>>) -> Option<Box<[u8]>> {
        let mut held = self.0[block].bytes.write().unwrap_or_else(PoisonError::into_inner);
        std::mem::replace(&mut *held, bytes)
    }
}

/// Bytes that unpacked blocks may take together, shared by all files of a set.
#[derive(Debug)]
pub struct Budget {
    bytes: u64,
    queue: Mutex<Queue>,
}

#[derive(Debug, Default)]
struct Queue {
    kept: VecDeque<(Blocks, usize)>,
    taken: u64,
}

impl Budget {
    /// So many bytes.
    pub fn new(bytes: u64) -> Self {
        Self { bytes, queue: Mutex::default() }
    }

    /// So many bytes from now on; what is too much goes when the next block comes.
    pub(super) const fn set_bytes(&mut self, bytes: u64) {
        self.bytes = bytes;
    }

    /// Bytes of the blocks that are kept now; never more than the budget.
    pub fn taken(&self) -> u64 {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner).taken
    }

    /// Keeps a block that was unpacked, and lets others go until there is room.
    pub(super) fn keep(&self, blocks: &Blocks, block: usize, bytes: Vec<u8>) {
        let size = bytes.len() as u64;
        let mut queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        // Another thread may have unpacked the same block meanwhile.
        if size > self.bytes || blocks.read(block, |_| ()).is_some() {
            return;
        }
        while queue.taken + size > self.bytes {
            queue.let_one_go();
        }
        blocks.replace(block, Some(bytes.into()));
        queue.taken += size;
        queue.kept.push_back((blocks.clone(), block));
    }
}

impl Queue {
    fn let_one_go(&mut self) {
        while let Some((blocks, block)) = self.kept.pop_front() {
            if blocks.0[block].asked.swap(false, Ordering::Relaxed) {
                self.kept.push_back((blocks, block));
                continue;
            }
            let gone = blocks.replace(block, None);
            self.taken -= gone.map_or(0, |bytes| bytes.len() as u64);
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn held(blocks: &Blocks) -> Vec<usize> {
        let is_held = |block: &usize| blocks.0[*block].bytes.read().unwrap().is_some();
        (0..blocks.len()).filter(is_held).collect()
    }

    #[test]
    fn who_was_asked_stays_and_the_budget_is_kept() {
        let (budget, blocks) = (Budget::new(30), Blocks::new(6));
        for block in 0..3 {
            budget.keep(&blocks, block, vec![7; 10]);
        }
        assert_eq!(blocks.read(0, |bytes| bytes[0]), Some(7));
        budget.keep(&blocks, 3, vec![7; 10]);
        assert_eq!(held(&blocks), [0, 2, 3], "0 was asked for, so 1 went");
        budget.keep(&blocks, 4, vec![7; 10]);
        assert_eq!(held(&blocks), [0, 3, 4], "2 had waited longest");
        budget.keep(&blocks, 5, vec![7; 25]);
        assert_eq!((held(&blocks), budget.taken()), (vec![5], 25), "one chance only");
        budget.keep(&blocks, 0, vec![7; 31]);
        assert_eq!((held(&blocks), budget.taken()), (vec![5], 25), "too large for all of it");
    }

    #[test]
    fn a_block_unpacked_twice_is_kept_once() {
        let (budget, blocks) = (Budget::new(30), Blocks::new(1));
        for _ in 0..2 {
            budget.keep(&blocks, 0, vec![1; 10]);
        }
        assert_eq!(budget.taken(), 10);
    }
}
