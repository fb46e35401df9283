//! Ranks that are threads of one process, each with its own memory of the job.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use super::{Message, Ranks};

/// How long a rank waits for a message when there is nothing to do.
const PAUSE: Duration = Duration::from_micros(20);

/// One of several threads.
struct Thread {
    rank: usize,
    senders: Vec<Sender<Message>>,
    receiver: Receiver<Message>,
    /// What came while there was nothing to do.
    waiting: Cell<Option<Message>>,
    /// The first rank that has failed, or [`NONE`].
    failed: Arc<AtomicUsize>,
}

/// No rank's number.
const NONE: usize = usize::MAX;

/// Tells the others of a rank that ends by a panic.
struct Alarm {
    rank: usize,
    failed: Arc<AtomicUsize>,
}

impl Drop for Alarm {
    fn drop(&mut self) {
        if thread::panicking() {
            // Who fails because another has is not the one to be named.
            let _ =
                self.failed.compare_exchange(NONE, self.rank, Ordering::SeqCst, Ordering::SeqCst);
        }
    }
}

/// Runs a job on so many ranks; gives back what each made of it, by their numbers.
///
/// # Panics
/// Where a rank does; the others end then, too.
pub fn run<T: Send>(size: usize, job: impl Fn(&dyn Ranks) -> T + Sync) -> Vec<T> {
    let (senders, receivers): (Vec<_>, Vec<_>) = (0..size).map(|_| channel()).unzip();
    let failed = Arc::new(AtomicUsize::new(NONE));
    thread::scope(|scope| {
        let started: Vec<_> = (0..)
            .zip(receivers)
            .map(|(rank, receiver)| {
                let failed = Arc::clone(&failed);
                let (senders, waiting) = (senders.clone(), Cell::default());
                let ranks = Thread { rank, senders, receiver, waiting, failed };
                let job = &job;
                scope.spawn(move || {
                    let _alarm = Alarm { rank, failed: Arc::clone(&ranks.failed) };
                    job(&ranks)
                })
            })
            .collect();
        let mut ended: Vec<_> = started.into_iter().map(thread::ScopedJoinHandle::join).collect();
        let first = failed.load(Ordering::SeqCst);
        if let Some(Err(panic)) = (first < size).then(|| ended.swap_remove(first)) {
            std::panic::resume_unwind(panic);
        }
        ended.into_iter().filter_map(Result::ok).collect()
    })
}

impl Ranks for Thread {
    fn rank(&self) -> usize {
        self.rank
    }

    fn size(&self) -> usize {
        self.senders.len()
    }

    fn send(&self, to: usize, bytes: Vec<u8>) {
        // Who has ended with the job needs no message; who has failed ends us by `idle`.
        drop(self.senders[to].send(Message { from: self.rank, bytes }));
    }

    fn receive(&self) -> Option<Message> {
        self.waiting.take().or_else(|| self.receiver.try_recv().ok())
    }

    fn idle(&self) {
        assert_eq!(self.failed.load(Ordering::SeqCst), NONE, "another rank has failed");
        // Who gives way twice must find both messages that have come meanwhile.
        let waiting = self.waiting.take().or_else(|| self.receiver.recv_timeout(PAUSE).ok());
        self.waiting.set(waiting);
    }

    fn abort(&self) -> ! {
        panic!("rank {} gives up", self.rank)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_come_in_order_and_from_whom_they_say() {
        let sums = run(4, |ranks| {
            let own = u8::try_from(ranks.rank()).unwrap();
            for to in 0..ranks.size() {
                (0..3).for_each(|number| ranks.send(to, vec![own, number]));
            }
            let mut heard = vec![Vec::new(); ranks.size()];
            while heard.iter().map(Vec::len).sum::<usize>() < 3 * ranks.size() {
                match ranks.receive() {
                    Some(message) => {
                        assert_eq!(usize::from(message.bytes[0]), message.from);
                        heard[message.from].push(message.bytes[1]);
                    }
                    None => ranks.idle(),
                }
            }
            assert!(heard.iter().all(|numbers| *numbers == [0, 1, 2]), "{heard:?}");
            ranks.rank()
        });
        assert_eq!(sums, [0, 1, 2, 3]);
    }

    #[test]
    fn who_gives_way_twice_misses_nothing() {
        let heard = run(1, |ranks| {
            (0..3).for_each(|number| ranks.send(0, vec![number]));
            ranks.idle();
            ranks.idle();
            std::array::from_fn(|_| ranks.receive().unwrap().bytes[0])
        });
        assert_eq!(heard, [[0, 1, 2]]);
    }

    #[test]
    #[should_panic = "rank 1 gives up"]
    fn a_rank_that_fails_ends_all() {
        run(3, |ranks| {
            if ranks.rank() == 1 {
                ranks.abort();
            }
            loop {
                ranks.idle();
            }
        });
    }
}
