//! Other processes of the same job, where `mpirun` or its like has started several.

use plyglot_ranks::Ranks;
use plyglot_ranks::launch::{Launched, launched};

/// The ranks of this job; `None` where this process was started by itself. An error where there are
/// others and this program cannot speak to them.
#[cfg(feature = "mpi")]
pub fn company() -> Result<Option<Box<dyn Ranks>>, String> {
    let Some(Launched { rank, size }) = launched() else { return Ok(None) };
    let ranks = plyglot_mpi::Mpi::join()?;
    give_memory_back();
    if ranks.size() == size {
        return Ok(Some(Box::new(ranks)));
    }
    // Each would take itself for the only one.
    Err(if rank > 0 {
        said_by_another()
    } else {
        format!(
            "found {size} processes that were started together, of which MPI knows {}: expected the \
             launcher of {}",
            ranks.size(),
            plyglot_mpi::Mpi::library()
        )
    })
}

/// Lets memory go back to the system soon after it is freed. The allocator keeps it for seconds, and a rank,
/// which is done with one table when it begins a larger one, then holds a quarter more than it uses. At
/// once would be too soon: short-lived memory would come and go, a tenth of the time of a table of draughts.
#[cfg(feature = "mpi")]
fn give_memory_back() {
    /// `mi_option_purge_delay`: milliseconds.
    const PURGE_DELAY: libmimalloc_sys::mi_option_t = 15;
    /// `mi_option_arena_purge_mult`: so many times later for large pieces.
    const ARENA_PURGE_MULT: libmimalloc_sys::mi_option_t = 24;
    #[expect(unsafe_code, reason = "the allocator's settings are C's")]
    // SAFETY: the calls take two numbers each; no other thread sets an option.
    unsafe {
        libmimalloc_sys::mi_option_set(PURGE_DELAY, 10);
        libmimalloc_sys::mi_option_set(ARENA_PURGE_MULT, 1);
    }
}

/// The same where this program was compiled without MPI.
#[cfg(not(feature = "mpi"))]
pub fn company() -> Result<Option<Box<dyn Ranks>>, String> {
    refuse(
        "expected one: this program was compiled without MPI \
         (`cargo build --release --features mpi`)",
    )?;
    Ok(None)
}

/// The error of a rank whose words another says: none, and the launcher learns of it from that one.
pub const fn said_by_another() -> String {
    String::new()
}

/// Whether this process is the one that speaks of what all of them find alike.
pub fn one_says() -> bool {
    launched().is_none_or(|own| own.rank == 0)
}

/// An error that all processes make alike, said by one.
pub fn said_once<T>(found: Result<T, String>) -> Result<T, String> {
    found.map_err(|error| if one_says() { error } else { said_by_another() })
}

/// For what one process does by itself: an error where there are several.
pub fn expect_none() -> Result<(), String> {
    refuse("expected one: of the jobs only `tb`, `match` and `tune` are done by several")
}

/// One of the processes says what is wrong with there being several; the others just end.
fn refuse(expected: &str) -> Result<(), String> {
    match launched() {
        Some(Launched { rank: 0, size: size @ 2.. }) => {
            Err(format!("found {size} processes that were started together, {expected}"))
        }
        Some(Launched { size: 2.., .. }) => Err(said_by_another()),
        Some(_) | None => Ok(()),
    }
}
