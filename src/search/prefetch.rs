//! Asking memory for something before it is needed.
//!
//! A transposition table is larger than any cache: a probe waits for memory about as long as a judge
//! thinks. Asked for as soon as the key is known, the entry is there when the judge is done; chess
//! searches an eighth more nodes a second. The instruction changes nothing that a program can
//! see, so the slow form is to leave it out, and node counts are the same either way.

/// Brings the cache line at which `value` begins nearer to the processor. Where there is no such
/// instruction, nothing happens.
#[inline]
pub(super) fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        #[expect(unsafe_code, reason = "the instruction takes a pointer; measured, see above")]
        // SAFETY: the instruction is part of every x86-64 processor (SSE), neither reads nor writes
        // as far as the program can tell, and never faults.
        unsafe {
            _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast());
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}
