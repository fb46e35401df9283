//! Ranks that are processes of MPI.
//!
//! Nothing but point-to-point messages of bytes is used, in one communicator and with one tag. What
//! is received is probed and received by `mpi`'s safe calls. What is sent has to stay where it is
//! until MPI has done with it, however long that takes, which no borrow of that crate can say without
//! waiting in the same function; so a message and its request stand in a list here, and this file is
//! the one place that calls `MPI_Isend` and `MPI_Test` themselves.
//!
//! All calls come from the thread that has initialised MPI (*funneled*): that is asked for, and checked.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::fmt;
use std::mem::MaybeUninit;
use std::thread;
use std::time::Duration;

use mpi::Threading;
use mpi::environment::Universe;
use mpi::ffi;
use mpi::request::Request;
use mpi::topology::SimpleCommunicator;
use mpi::traits::{
    AsRaw, Communicator, CommunicatorCollectives, Equivalence, MatchedReceiveVec, Source,
};

use plyglot_ranks::{Message, Ranks};

/// Bytes on their way at which a sender waits until some of them have arrived.
const PENDING_BYTES_MAX: usize = 64 << 20;
/// What MPI calls all our messages.
const TAG: mpi::Tag = 1;
/// A rank that finds nothing so many times in a row sleeps; others may want its core.
const SPINS: u32 = 2000;
/// For so long.
const PAUSE: Duration = Duration::from_micros(50);
/// The exit code of a job that a rank gave up.
const GIVEN_UP: i32 = 3;

/// A message that MPI has not done with.
struct Pending {
    request: ffi::MPI_Request,
    bytes: Vec<u8>,
}

/// Lets every large piece of memory go back to the system when it is freed. The C library keeps pieces of up
/// to 32 MiB once it has seen some, which among many ranks is what most tables are: a rank of eight
/// then holds a tenth more than it uses.
fn give_memory_back() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        const PIECE_BYTES: i32 = 1 << 18;
        #[expect(unsafe_code, reason = "the allocator's settings are C's")]
        // SAFETY: the call takes two numbers and may be made at any time.
        unsafe {
            libc::mallopt(libc::M_MMAP_THRESHOLD, PIECE_BYTES);
        }
    }
}

/// This process, among those that `mpirun` has started.
pub struct Mpi {
    world: SimpleCommunicator,
    rank: usize,
    size: usize,
    pending: RefCell<VecDeque<Pending>>,
    pending_bytes: Cell<usize>,
    /// What came while a sender was waiting.
    inbox: RefCell<VecDeque<Message>>,
    /// How often in a row nothing was there.
    spins: Cell<u32>,
    /// Ends MPI when it goes: the last field, since the fields above go first.
    _universe: Universe,
}

impl fmt::Debug for Mpi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mpi")
            .field("rank", &self.rank)
            .field("size", &self.size)
            .finish_non_exhaustive()
    }
}

impl Mpi {
    /// Joins the other processes. To be called once, by the thread that will send and receive.
    pub fn join() -> Result<Self, String> {
        let found = mpi::initialize_with_threading(Threading::Funneled);
        let (universe, threading) = found.ok_or("MPI has been initialised before")?;
        if threading < Threading::Funneled {
            return Err(format!(
                "found an MPI library for programs of one thread ({threading:?}), expected one \
                 that other threads may stand beside (MPI_THREAD_FUNNELED)"
            ));
        }
        give_memory_back();
        let world = universe.world();
        let number = |rank: mpi::Rank| usize::try_from(rank).map_err(|error| error.to_string());
        Ok(Self {
            rank: number(world.rank())?,
            size: number(world.size())?,
            world,
            pending: RefCell::default(),
            pending_bytes: Cell::default(),
            inbox: RefCell::default(),
            spins: Cell::default(),
            _universe: universe,
        })
    }

    /// The library at work, in its own words: `Open MPI v4.1.4, …`.
    pub fn library() -> String {
        let version = mpi::environment::library_version().unwrap_or_default();
        version.lines().next().unwrap_or_default().trim_end_matches('\0').to_owned()
    }

    /// Waits until all ranks have come here: what they send after it comes after it.
    pub fn barrier(&self) {
        self.world.barrier();
    }

    fn arrived(&self) -> Option<Message> {
        let (message, status) = self.world.any_process().immediate_matched_probe()?;
        let from = usize::try_from(status.source_rank()).ok()?;
        let (bytes, _) = (message, status).matched_receive_vec::<u8>();
        Some(Message { from, bytes })
    }

    /// Forgets the messages that MPI has done with, oldest first; the first that it has not ends it.
    fn settle(&self) {
        let mut pending = self.pending.borrow_mut();
        while pending.front_mut().is_some_and(Pending::is_done) {
            let sent = pending.pop_front().map_or(0, |sent| sent.bytes.len());
            self.pending_bytes.set(self.pending_bytes.get() - sent);
        }
    }
}

impl Pending {
    fn is_done(&mut self) -> bool {
        let mut flag = 0;
        let mut status = MaybeUninit::uninit();
        #[expect(unsafe_code, reason = "a borrow cannot outlast the function that sends")]
        // SAFETY: the request is one of `MPI_Isend` that has not been completed yet, or the null
        // request that a completed one becomes, for which the call is defined as well; flag and
        // status are places that the call may write to.
        unsafe {
            ffi::MPI_Test(&raw mut self.request, &raw mut flag, status.as_mut_ptr());
        }
        flag != 0
    }
}

impl Ranks for Mpi {
    fn rank(&self) -> usize {
        self.rank
    }

    fn size(&self) -> usize {
        self.size
    }

    fn send(&self, to: usize, bytes: Vec<u8>) {
        if to == self.rank {
            self.inbox.borrow_mut().push_back(Message { from: to, bytes });
            return;
        }
        self.settle();
        // While others wait for us to receive, what they send is taken in.
        while self.pending_bytes.get() > PENDING_BYTES_MAX {
            if let Some(message) = self.arrived() {
                self.inbox.borrow_mut().push_back(message);
            }
            self.settle();
        }
        let mut request = MaybeUninit::uninit();
        let count = i32::try_from(bytes.len()).expect("messages have less than 2 GiB");
        let to = i32::try_from(to).expect("ranks are numbered by `i32`");
        #[expect(unsafe_code, reason = "a borrow cannot outlast the function that sends")]
        // SAFETY: the bytes are on the heap and are neither moved nor changed nor freed before
        // `MPI_Test` has said that the request is complete: they stand in `pending` until then, and
        // `drop` waits for those that are left. The call writes the request.
        let request = unsafe {
            ffi::MPI_Isend(
                bytes.as_ptr().cast(),
                count,
                u8::equivalent_datatype().as_raw(),
                to,
                TAG,
                self.world.as_raw(),
                request.as_mut_ptr(),
            );
            request.assume_init()
        };
        self.pending_bytes.set(self.pending_bytes.get() + bytes.len());
        self.pending.borrow_mut().push_back(Pending { request, bytes });
    }

    fn receive(&self) -> Option<Message> {
        let waiting = self.inbox.borrow_mut().pop_front();
        let found = waiting.or_else(|| self.arrived());
        if found.is_some() {
            self.spins.set(0);
        }
        found
    }

    fn idle(&self) {
        self.settle();
        let spins = self.spins.get();
        if spins < SPINS {
            self.spins.set(spins + 1);
            thread::yield_now();
        } else {
            #[expect(clippy::disallowed_methods, reason = "MPI has nothing else to wait for")]
            thread::sleep(PAUSE);
        }
    }

    fn abort(&self) -> ! {
        self.world.abort(GIVEN_UP)
    }
}

/// Leaves when all have: MPICH may hang otherwise, and what is on its way would be lost.
impl Drop for Mpi {
    fn drop(&mut self) {
        // The others wait for this rank; nobody would tell them.
        if thread::panicking() {
            self.abort();
        }
        let mut leaving = None;
        loop {
            // What nobody asks for any more is taken all the same: its sender waits for that.
            drop(self.arrived());
            self.settle();
            leaving = match leaving {
                None if self.pending.borrow().is_empty() => Some(self.world.immediate_barrier()),
                None => None,
                Some(barrier) => match Request::test(barrier) {
                    Ok(_) => return,
                    Err(barrier) => Some(barrier),
                },
            };
        }
    }
}
