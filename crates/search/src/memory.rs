//! What a large table asks of the memory it lies in: to be there in time, and in large pages.
//!
//! A transposition table is larger than any cache: a probe waits for memory about as long as an
//! evaluator thinks. Asked for as soon as the key is known, the entry is there when the evaluator
//! is done; chess searches an eighth more nodes a second. In pages of 2 MiB, the processor also
//! finds where an entry lies without a walk through page tables: a twelfth more. The solver of
//! Kalah, which asks about all successors of a position at once, gains a sixth by both.
//!
//! Neither changes anything that a program can see: the slow form is to leave it out, and node
//! counts are the same either way.

/// Asks for large pages behind these items, which nobody has touched yet. Where the system has none,
/// or does not want to, nothing happens.
pub fn advise_large_pages<T>(untouched: &mut [T]) {
    #[cfg(target_os = "linux")]
    {
        /// Advice is for whole pages; this is a multiple of every page size in use.
        const PAGE_BYTES: usize = 64 << 10;
        let bytes = size_of_val(untouched);
        let start = untouched.as_mut_ptr().cast::<u8>();
        let skipped = start.align_offset(PAGE_BYTES);
        let whole = bytes.saturating_sub(skipped) / PAGE_BYTES * PAGE_BYTES;
        if whole > 0 {
            #[expect(unsafe_code, reason = "a call of the system; measured, see above")]
            // SAFETY: the range lies within memory that is borrowed for writing, and the advice leaves
            // what is in it as it is. A refusal is as good as no advice.
            unsafe {
                libc::madvise(start.add(skipped).cast(), whole, libc::MADV_HUGEPAGE);
            }
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = untouched;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_of_the_memory_leaves_what_is_in_it() {
        // Longer than a large page, and beginning anywhere. Miri, which is slow, has no pages.
        const ITEMS: u32 = if cfg!(miri) { 1 << 13 } else { 1 << 20 };
        let mut items: Vec<u32> = (0..ITEMS).collect();
        for from in [0, 1, 4097, items.len() - 1] {
            plyglot_core::memory::prefetch(&items[from]);
            if !cfg!(miri) {
                // Miri has no system to ask.
                advise_large_pages(&mut items[from..]);
            }
        }
        advise_large_pages::<u32>(&mut []);
        assert!(items.into_iter().eq(0..ITEMS));
    }
}
