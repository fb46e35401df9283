//! Work shared by all threads of a machine: pieces with numbers, each done once, in any order. Where a
//! host has no threads, in a browser's worker, it is a plain loop.
//!
//! What `rayon` makes of it is compiled here, once: a builder of tables is compiled again with the
//! indexer of every game, and each of its chains of parallel iterators was dozens of functions.
#![deny(missing_docs)]

#[cfg(any(test, target_family = "wasm"))]
pub mod alone;
#[cfg(not(target_family = "wasm"))]
mod threads;

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

#[cfg(target_family = "wasm")]
pub use alone::{Pool, deep_pool, each, pool};
#[cfg(not(target_family = "wasm"))]
pub use threads::{Pool, deep_pool, each, pool};

/// What a function makes of each number below `count`, in their order. Plain loops, for this too is
/// compiled for whatever is made.
///
/// # Panics
/// Where `of` does.
pub fn map<T: Send>(count: usize, of: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let mut places = Vec::with_capacity(count);
    for _ in 0..count {
        places.push(Mutex::new(None));
    }
    each(count, &|at| {
        let made = of(at);
        *places[at].lock().expect("nothing panics with it") = Some(made);
    });
    let mut all = Vec::with_capacity(count);
    for place in &places {
        if let Some(made) = place.lock().expect("nothing panics with it").take() {
            all.push(made);
        }
    }
    all
}

/// What a function makes of pieces of a list, of `size` each but for the last, in their order.
pub fn map_chunks<I: Sync, T: Send>(
    list: &[I],
    size: usize,
    of: impl Fn(&[I]) -> T + Sync,
) -> Vec<T> {
    map(list.len().div_ceil(size), |at| of(&list[at * size..list.len().min((at + 1) * size)]))
}

/// Changes pieces of a list, of `size` each but for the last, by their numbers.
///
/// # Panics
/// Where `of` does.
pub fn each_chunk<T: Send>(list: &mut [T], size: usize, of: impl Fn(usize, &mut [T]) + Sync) {
    let mut chunks = Vec::with_capacity(list.len().div_ceil(size));
    for chunk in list.chunks_mut(size) {
        chunks.push(Mutex::new(chunk));
    }
    each(chunks.len(), &|at| {
        of(at, &mut chunks[at].lock().expect("nobody else has this piece"));
    });
}

/// What a function makes of the least number below `count` of which it makes anything. Each number below
/// that one is tried; those above it may be.
///
/// # Panics
/// Where `of` does.
pub fn first<T: Send>(count: usize, of: &(dyn Fn(usize) -> Option<T> + Sync)) -> Option<T> {
    let (least, found) = (AtomicUsize::new(count), Mutex::new(None));
    each(count, &|at| {
        if at > least.load(Ordering::Relaxed) {
            return;
        }
        if let Some(made) = of(at) {
            let mut found = found.lock().expect("nothing here panics with it");
            if at < least.fetch_min(at, Ordering::Relaxed) {
                *found = Some(made);
            }
        }
    });
    found.into_inner().expect("nothing here panics with it")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether each of many numbers is taken once.
    fn is_taken_once(each: fn(usize, &(dyn Fn(usize) + Sync))) -> bool {
        let times: Vec<AtomicUsize> = (0..1000).map(|_| AtomicUsize::new(0)).collect();
        each(times.len(), &|at| {
            times[at].fetch_add(1, Ordering::Relaxed);
        });
        times.into_iter().all(|times| times.into_inner() == 1)
    }

    #[test]
    fn each_number_is_taken_once_by_one_thread_or_several() {
        assert!(is_taken_once(each) && is_taken_once(alone::each));
        let (several, one) = (pool(3).unwrap(), alone::pool(3).unwrap());
        assert_eq!((several.threads(), one.threads()), (3, 1), "there is no more");
        assert!(several.install(|| is_taken_once(each)));
        assert!(one.install(|| is_taken_once(alone::each)));
    }

    #[test]
    fn what_is_made_stands_in_order() {
        assert_eq!(map(1000, |at| 2 * at), (0..1000).map(|at| 2 * at).collect::<Vec<_>>());
        let list: Vec<usize> = (0..10).collect();
        assert_eq!(
            map_chunks(&list, 4, <[usize]>::to_vec),
            [vec![0, 1, 2, 3], vec![4, 5, 6, 7], vec![8, 9]]
        );
        assert_eq!(map_chunks(&list[..0], 4, <[usize]>::len), []);
        let mut list = [0; 10];
        each_chunk(&mut list, 4, |chunk, list| list.iter_mut().for_each(|place| *place = chunk));
        assert_eq!(list, [0, 0, 0, 0, 1, 1, 1, 1, 2, 2]);
    }

    #[test]
    fn the_first_is_found_whoever_is_ready_before_it() {
        for _ in 0..100 {
            let found = first(1000, &|at| (at % 7 == 6 && at > 100).then_some(at));
            assert_eq!(found, Some(104));
        }
        assert_eq!(first(1000, &|_| None::<()>), None);
    }
}
