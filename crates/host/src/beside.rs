//! Where what runs beside whoever asked for it is run: in a thread of its own. A host that has no
//! threads, a browser's worker, runs it when whoever has begun it lets it ([`run_waiting`]), one
//! piece of work after the other; meanwhile the host is heard where a search
//! looks at its flag (`look_up_by` in `crates/search/src/time.rs`).

#[cfg(target_family = "wasm")]
use std::collections::VecDeque;
#[cfg(not(target_family = "wasm"))]
use std::thread;

/// Whether work beside goes on while its asker does something else.
pub const HAS_THREADS: bool = cfg!(not(target_family = "wasm"));

/// Work to be done.
type Work = Box<dyn FnOnce() + Send>;

/// Starts work in a thread of this name, with so many bytes of stack where it needs more than usual.
/// Apart, so that the starting of threads is not compiled for every job of every game. Work that gets
/// no thread is dropped, and the guard in it says that all is done.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn start(name: &str, stack_bytes: Option<usize>, work: Work) {
    let mut builder = thread::Builder::new().name(name.to_owned());
    if let Some(bytes) = stack_bytes {
        builder = builder.stack_size(bytes);
    }
    let _ = builder.spawn(work);
}

/// Does what waits to be done; nothing waits where there are threads.
#[cfg(not(target_family = "wasm"))]
pub const fn run_waiting() {}

#[cfg(target_family = "wasm")]
pub(crate) fn start(_: &str, _: Option<usize>, work: Work) {
    waiting::WORK.with_borrow_mut(|waiting| waiting.push_back(work));
}

/// Does what waits to be done, in the order in which it was begun.
#[cfg(target_family = "wasm")]
pub fn run_waiting() {
    while let Some(work) = waiting::WORK.with_borrow_mut(VecDeque::pop_front) {
        work();
    }
}

#[cfg(target_family = "wasm")]
mod waiting {
    use std::cell::RefCell;

    use super::{VecDeque, Work};

    thread_local! {
        pub(super) static WORK: RefCell<VecDeque<Work>> = const { RefCell::new(VecDeque::new()) };
    }
}
