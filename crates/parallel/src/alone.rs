//! The one thread of a host that has no others.

/// It.
#[derive(Debug)]
pub struct Pool(());

/// The one thread, however many are asked for.
///
/// # Errors
/// None.
pub const fn pool(_: usize) -> Result<Pool, String> {
    Ok(Pool(()))
}

/// The same; its stack is as large as the host has it.
///
/// # Errors
/// None.
pub const fn deep_pool(threads: usize, _: usize) -> Result<Pool, String> {
    pool(threads)
}

impl Pool {
    /// Does something.
    pub fn install<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        work()
    }

    /// How many there are.
    pub const fn threads(&self) -> usize {
        1
    }
}

/// Does something for each number below `count`.
pub fn each(count: usize, of: &(dyn Fn(usize) + Sync)) {
    (0..count).for_each(of);
}
