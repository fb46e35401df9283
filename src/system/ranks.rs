//! Other processes of the same job, where `mpirun` or its like has started several.

use plyglot_ranks::Ranks;
use plyglot_ranks::launch::{Launched, launched};

/// The ranks of this job; `None` where this process was started by itself. An error where there are
/// others and this program cannot speak to them.
#[cfg(feature = "mpi")]
pub fn company() -> Result<Option<Box<dyn Ranks>>, String> {
    let Some(Launched { rank, size }) = launched() else { return Ok(None) };
    let ranks = plyglot_mpi::Mpi::join()?;
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
