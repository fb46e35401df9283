//! Other processes of the same job, where `mpirun` or its like has started several.

use std::ops::Deref;
use std::sync::{Mutex, PoisonError};

use super::processes;
use plyglot_ranks::Ranks;
use plyglot_ranks::launch::{Launched, launched};

/// What a shell says of a program that SIGTERM has ended.
const TERMINATED: i32 = 128 + 15;

/// What is done where a job of several processes is ended from outside.
type Act = Box<dyn FnOnce() + Send>;
static WHEN_ENDED: Mutex<Option<Act>> = Mutex::new(None);

fn set_act(act: Option<Act>) -> Option<Act> {
    let mut set = WHEN_ENDED.lock().unwrap_or_else(PoisonError::into_inner);
    std::mem::replace(&mut *set, act)
}

/// Does this where a job of several processes is ended from outside, as `mpirun` does where another has died;
/// until then, and when the ranks part, it ends without a word.
pub fn when_ended(act: impl FnOnce() + Send + 'static) {
    set_act(Some(Box::new(act)));
}

/// Ends this process at once, told from outside.
pub fn end() -> ! {
    processes::end_at_once(TERMINATED)
}

/// The ranks of a job, until they part.
#[derive(Debug)]
pub struct Company(Box<dyn Ranks>);

impl Deref for Company {
    type Target = dyn Ranks;

    fn deref(&self) -> &(dyn Ranks + 'static) {
        &*self.0
    }
}

impl Drop for Company {
    /// Whoever fails now has had its say, and its launcher ends the others.
    fn drop(&mut self) {
        set_act(None);
    }
}

/// Whether the ranks are to be joined whatever the command is: others may have been given another, and wait.
pub fn must_join() -> bool {
    cfg!(feature = "mpi") && matches!(launched(), Some(Launched { size: 2.., .. }))
}

/// The ranks of this job; `None` where this process was started by itself. An error where there are
/// others and this program cannot speak to them, or one of them is there for another job than this command.
#[cfg(feature = "mpi")]
pub fn company(command: &str) -> Result<Option<Company>, String> {
    let Some(Launched { rank, size }) = launched() else { return Ok(None) };
    if size > 1 {
        // Before the others are joined, who come with threads of their own.
        processes::on_termination(|| match set_act(None) {
            Some(act) => act(),
            None => end(),
        });
    }
    let ranks = plyglot_mpi::Mpi::join()?;
    let wrong = if ranks.size() == size {
        let other = plyglot_ranks::first_other(&ranks, command);
        ranks.barrier();
        other.map(|(rank, found)| {
            format!("rank {rank}: found `{found}`, expected `{command}` as rank 0")
        })
    } else {
        // Each would take itself for the only one.
        let (known, library) = (ranks.size(), plyglot_mpi::Mpi::library());
        Some(format!(
            "found {size} processes that were started together, of which MPI knows {known}: expected \
             the launcher of {library}"
        ))
    };
    match wrong {
        None => Ok(Some(Company(Box::new(ranks)))),
        Some(_) if rank > 0 => Err(said_by_another()),
        Some(error) => Err(error),
    }
}

/// The same where this program was compiled without MPI.
#[cfg(not(feature = "mpi"))]
pub fn company(_command: &str) -> Result<Option<Company>, String> {
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
