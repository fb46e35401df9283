//! The heap of the program: mimalloc's for what is small, the system's for what is large.
//!
//! mimalloc has a heap a thread. Where threads share heaps, as glibc's do from sixteen on, one that gives way
//! to others can be stopped with the lock of a heap that they wait for: of 50 clients analysing on two cores
//! some were answered after 200 ms.
//!
//! A hash table is another matter. It is asked for with nothing in it, and the system has pages with nothing
//! in them, which it clears one by one as they are touched; mimalloc clears all of what it takes from its own
//! store, so that with `Hash` at 8 GiB a client waited ten seconds and not two, and a solver did not hear
//! `stop` for most of a second.
//!
//! It is the program's alone: a library that a program loads, as Python does ours, has no room for the heaps of
//! threads, and takes the memory of whoever loads it.

#![expect(unsafe_code, reason = "a heap hands out memory by its address")]

use std::alloc::{GlobalAlloc, Layout, System};

use mimalloc::MiMalloc;

/// Blocks of so many bytes come from the system, which has them from the kernel page by page.
const LARGE_BYTES: usize = 32 << 20;

/// The heap.
#[derive(Debug)]
pub(crate) struct Heap;

/// Whether the system is asked.
const fn is_large(layout: &Layout) -> bool {
    layout.size() >= LARGE_BYTES
}

// SAFETY: both heaps keep the contract, and who is asked for a block follows from its layout alone, so that it
// goes back to where it came from. A block that grows or shrinks goes through `realloc` below, which stays
// with one heap or has a new block from the other.
unsafe impl GlobalAlloc for Heap {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promises are passed on.
        unsafe { if is_large(&layout) { System.alloc(layout) } else { MiMalloc.alloc(layout) } }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promises are passed on.
        unsafe {
            if is_large(&layout) {
                System.alloc_zeroed(layout)
            } else {
                MiMalloc.alloc_zeroed(layout)
            }
        }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: the block has this layout, by which its heap was chosen.
        unsafe {
            if is_large(&layout) {
                System.dealloc(block, layout);
            } else {
                MiMalloc.dealloc(block, layout);
            }
        }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller promises that the size, rounded up to the alignment, is none too large.
        let new = unsafe { Layout::from_size_align_unchecked(size, layout.align()) };
        // SAFETY: within a heap the caller's promises are passed on. Between two, both blocks are as long as
        // what is copied, the new one is no part of the old one, and that goes back where it came from.
        unsafe {
            match (is_large(&layout), is_large(&new)) {
                (true, true) => System.realloc(block, layout, size),
                (false, false) => MiMalloc.realloc(block, layout, size),
                (true, false) | (false, true) => {
                    let moved = self.alloc(new);
                    if !moved.is_null() {
                        block.copy_to_nonoverlapping(moved, layout.size().min(size));
                        self.dealloc(block, layout);
                    }
                    moved
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Blocks on either side of the limit, and across it both ways.
    #[test]
    fn blocks_keep_what_is_in_them_from_heap_to_heap() {
        let sizes = [100, LARGE_BYTES - 1, LARGE_BYTES, LARGE_BYTES + 5, 2 * LARGE_BYTES, 64];
        let layout = |size| Layout::from_size_align(size, 16).unwrap();
        // SAFETY: sizes are not nought, blocks are used within them and freed once with their layouts.
        unsafe {
            for size in sizes {
                let block = Heap.alloc_zeroed(layout(size));
                assert!((0..size).step_by(4099).all(|at| *block.add(at) == 0), "{size}");
                Heap.dealloc(block, layout(size));
            }
            let mut block = Heap.alloc(layout(sizes[0]));
            for at in 0..64 {
                *block.add(at) = u8::try_from(at).unwrap();
            }
            for pair in sizes.windows(2) {
                block = Heap.realloc(block, layout(pair[0]), pair[1]);
                assert!((0..64).all(|at| usize::from(*block.add(at)) == at), "{pair:?}");
            }
            Heap.dealloc(block, layout(sizes[5]));
        }
    }
}
