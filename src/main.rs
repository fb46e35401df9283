//! The program: what [`plyglot::cli`] is asked for, done and its failure said.

use std::io::Write as _;
use std::process::ExitCode;

use plyglot::cli;
use plyglot::core::file::survive_size_limit;
use plyglot::registry::GAMES;

/// A heap a thread. Where threads share heaps, as glibc's do from sixteen on, one that gives way to others
/// can be stopped with the lock of a heap that they wait for: of 50 clients analysing on two cores some
/// were answered after 200 ms.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Lets the memory of a rank go back to the system soon after it is freed. The allocator keeps it for seconds,
/// and a rank, which is done with one table when it begins a larger one, then holds a quarter more than it
/// uses. At once would be too soon: what lives shortly would come and go, a tenth of the time of a table of
/// draughts.
#[cfg(feature = "mpi")]
fn give_memory_back() {
    /// `mi_option_purge_delay`: milliseconds.
    const PURGE_DELAY: libmimalloc_sys::mi_option_t = 15;
    /// `mi_option_arena_purge_mult`: so many times later for large pieces.
    const ARENA_PURGE_MULT: libmimalloc_sys::mi_option_t = 24;
    if plyglot::ranks::launch::launched().is_none() {
        return;
    }
    #[expect(unsafe_code, reason = "the allocator's settings are C's")]
    // SAFETY: the calls take two numbers each, and there is no other thread yet.
    unsafe {
        libmimalloc_sys::mi_option_set(PURGE_DELAY, 10);
        libmimalloc_sys::mi_option_set(ARENA_PURGE_MULT, 1);
    }
}

fn main() -> ExitCode {
    env_logger::init();
    #[cfg(feature = "mpi")]
    give_memory_back();
    survive_size_limit();
    match cli::run(GAMES) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Of several processes that fail alike one says why. A launcher ends all when one fails, so
            // the others must not fail before that is said.
            if error.is_empty() {
                return ExitCode::SUCCESS;
            }
            let _ = writeln!(std::io::stderr(), "plyglot: {error}");
            ExitCode::from(2)
        }
    }
}
