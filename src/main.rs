//! The program: what [`plyglot::cli`] is asked for, done and its failure said.

#[cfg(any(test, not(feature = "mpi")))]
mod heap;

use std::io::Write as _;
use std::process::ExitCode;

use plyglot::cli;
use plyglot::core::file::survive_size_limit;
use plyglot::registry::GAMES;

/// A rank among others is one thread, and many share a machine's memory: the C library's heap is 10 to
/// 20 MiB smaller there, more than most tables leave to a rank.
#[cfg(not(feature = "mpi"))]
#[global_allocator]
static HEAP: heap::Heap = heap::Heap;

fn main() -> ExitCode {
    env_logger::init();
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
