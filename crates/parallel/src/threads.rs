//! The threads of a machine, as `rayon` has them.

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// Threads that share the work of who calls from among them.
#[derive(Debug)]
pub struct Pool(ThreadPool);

/// So many threads; 0 for as many as there are processors.
///
/// # Errors
/// Where the system grants no threads.
pub fn pool(threads: usize) -> Result<Pool, String> {
    of(ThreadPoolBuilder::new().num_threads(threads))
}

/// The same for work that recurses deeply: so many bytes of stack each.
///
/// # Errors
/// Where the system grants no threads.
pub fn deep_pool(threads: usize, stack_bytes: usize) -> Result<Pool, String> {
    of(ThreadPoolBuilder::new().num_threads(threads).stack_size(stack_bytes))
}

fn of(builder: ThreadPoolBuilder) -> Result<Pool, String> {
    builder.build().map(Pool).map_err(|error| format!("threads: {error}"))
}

impl Pool {
    /// Does something in one of these threads; what it shares, it shares among them.
    ///
    /// # Panics
    /// Where `work` does.
    pub fn install<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        let (mut work, mut made) = (Some(work), None);
        self.run(&mut || made = work.take().map(|work| work()));
        made.expect("the work was done, or has panicked")
    }

    /// [`Pool::install`], compiled once for whatever is made.
    fn run(&self, work: &mut (dyn FnMut() + Send)) {
        self.0.install(work);
    }

    /// How many there are.
    pub fn threads(&self) -> usize {
        self.0.current_num_threads()
    }
}

/// Does something for each number below `count`.
pub fn each(count: usize, of: &(dyn Fn(usize) + Sync)) {
    (0..count).into_par_iter().for_each(of);
}
