//! Ranges of a table worked on by all threads. What `rayon` makes of it is compiled here, once: a
//! builder is compiled again with the indexer of every game, and each of its chains of parallel
//! iterators was dozens of functions.

use std::sync::{Mutex, OnceLock};

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// Threads that share the work of who calls from among them; 0 for as many as there are processors.
///
/// # Errors
///
/// Where the system grants no threads.
pub fn pool(threads: usize) -> Result<ThreadPool, String> {
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|error| format!("threads: {error}"))
}

/// Does something for each number below `count`.
pub(super) fn each(count: usize, of: &(dyn Fn(usize) + Sync)) {
    (0..count).into_par_iter().for_each(of);
}

/// What a function makes of each number below `count`, in their order.
pub(super) fn map<T: Send + Sync>(count: usize, of: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let made: Vec<OnceLock<T>> = (0..count).map(|_| OnceLock::new()).collect();
    each(count, &|at| drop(made[at].set(of(at))));
    made.into_iter().filter_map(OnceLock::into_inner).collect()
}

/// Changes pieces of a list, of `size` each but for the last, by their numbers.
pub(super) fn each_chunk<T: Send>(
    list: &mut [T],
    size: usize,
    of: impl Fn(usize, &mut [T]) + Sync,
) {
    let chunks: Vec<Mutex<&mut [T]>> = list.chunks_mut(size).map(Mutex::new).collect();
    each(chunks.len(), &|at| {
        of(at, &mut chunks[at].lock().expect("nobody else has this piece"));
    });
}
