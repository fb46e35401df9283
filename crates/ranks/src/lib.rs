//! Processes that do one job together: the *ranks* of MPI, and messages between them.
//!
//! All ranks run the same program with the same arguments; each knows its number and how many there
//! are ([`Ranks`]). Whatever is built on that, a table spread over many memories or a match played by
//! many cores, needs two things only: to hand a message over without waiting for who gets it, and to
//! ask whether one has come. Messages from one rank to another come in the order in which they were
//! sent; nothing else is promised, and nothing else is used. So the ranks may as well be threads of
//! one process ([`threads`]), which is how the tests run everything with any number of them, on
//! machines without MPI.
//!
//! Over MPI (crate `plyglot-mpi`, with the feature `mpi`) a rank is a process that `mpirun` has
//! started, here or on another machine. A program without the feature must not play along as so many single
//! programs, each of which would write the same files: [`launch`] sees that it has company.
#![deny(missing_docs)]

mod agree;
pub mod launch;
pub mod threads;

pub use agree::first_other;

use std::fmt;

/// A message: bytes, and from whom.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Message {
    /// The rank that sent it.
    pub from: usize,
    /// What it says.
    pub bytes: Vec<u8>,
}

/// One of the ranks of a job, as it sees the others. It belongs to one thread.
pub trait Ranks {
    /// Its number, below [`Ranks::size`].
    fn rank(&self) -> usize;

    /// How many there are.
    fn size(&self) -> usize;

    /// Hands a message over, perhaps to itself. Does not wait until it is received; memory for
    /// messages that nobody takes is the limit.
    fn send(&self, to: usize, bytes: Vec<u8>);

    /// The next message, if one has come.
    fn receive(&self) -> Option<Message>;

    /// Waits for the next message.
    fn wait(&self) -> Message {
        loop {
            match self.receive() {
                Some(message) => return message,
                None => self.idle(),
            }
        }
    }

    /// Gives way to others for a moment, where [`Ranks::receive`] found nothing.
    fn idle(&self);

    /// Ends the job on all ranks, because this one cannot go on.
    fn abort(&self) -> !;
}

impl fmt::Debug for dyn Ranks + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "rank {} of {}", self.rank(), self.size())
    }
}

/// The only rank: what a job with company does by itself.
#[derive(Default, Debug)]
pub struct Alone(std::cell::RefCell<std::collections::VecDeque<Vec<u8>>>);

impl Ranks for Alone {
    fn rank(&self) -> usize {
        0
    }

    fn size(&self) -> usize {
        1
    }

    fn send(&self, to: usize, bytes: Vec<u8>) {
        assert_eq!(to, 0, "there is one rank");
        self.0.borrow_mut().push_back(bytes);
    }

    fn receive(&self) -> Option<Message> {
        self.0.borrow_mut().pop_front().map(|bytes| Message { from: 0, bytes })
    }

    fn idle(&self) {}

    fn abort(&self) -> ! {
        panic!("the only rank gives up")
    }
}
