//! What reaches a room, by what way, and on what terms a server lets it.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::Sender;

use super::budget::Budget;
use super::message::Request;
use super::outbox::Outbox;
use super::reply::Reply;
use super::watch::Gallery;
use plyglot_core::Settings;
use plyglot_host::entry::GameEntry;
use plyglot_host::event::SearchEvent;
use plyglot_host::game::Variant;

/// So many messages of a client may wait for its room, or fewer that are longer.
const WAITING_MAX: usize = 200;

/// What a client may ask for at most.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WebLimits {
    /// Clients at once.
    pub clients: usize,
    /// Searching threads of each.
    pub threads: u32,
    /// MiB of the transposition table of each.
    pub hash: u32,
    /// Milliseconds of a search.
    pub think_ms: u64,
}

/// What reaches a room.
#[derive(Debug)]
pub enum Event {
    /// A page is there, and says this number in its `hello`.
    Attached {
        /// Where replies go.
        outbox: Arc<Outbox>,
        /// The number.
        id: u64,
        /// It has been there before.
        resumed: bool,
    },
    /// The page has said something.
    Asked(u64, Request),
    /// The page is gone.
    Detached,
    /// It has been gone for a while: nobody looks at what is searched.
    Rest,
    /// The search of this number tells something.
    Search(u64, SearchEvent),
    /// A reply of something that ran beside the room.
    Said(u64, Box<Reply>),
    /// What searches need is ready.
    Prepared,
    /// The room is closed.
    Leave,
}

/// On what terms a server is run.
#[derive(Clone, Debug)]
pub struct Terms {
    /// All games.
    pub games: &'static [&'static GameEntry],
    /// The first one.
    pub first: (&'static GameEntry, &'static Variant),
    /// What every room begins with.
    pub settings: Settings,
    /// What a client may ask for.
    pub limits: WebLimits,
    /// What all rooms may have of memory.
    pub memory: Budget,
    /// A match that may be watched.
    pub gallery: Option<Arc<Gallery>>,
}

/// The way into a room.
#[derive(Clone, Debug)]
pub struct Handle {
    events: Sender<Event>,
    waiting: Arc<AtomicUsize>,
}

impl Handle {
    /// A way into a room that hears there.
    pub fn new(events: Sender<Event>) -> Self {
        Self { events, waiting: Arc::default() }
    }

    /// A message of this weight has been heard.
    pub fn heard(&self, weight: usize) {
        self.waiting.fetch_sub(weight, Ordering::Relaxed);
    }

    /// Asks something. Whether there was room for it.
    pub fn ask(&self, id: u64, request: Request) -> bool {
        let weight = request.weight();
        if self.waiting.fetch_add(weight, Ordering::Relaxed) >= WAITING_MAX {
            self.waiting.fetch_sub(weight, Ordering::Relaxed);
            return false;
        }
        self.tell(Event::Asked(id, request));
        true
    }

    /// Tells something.
    pub fn tell(&self, event: Event) {
        // A room that is closed hears nothing.
        let _ = self.events.send(event);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::super::message::{BYTES_MAX, Upload};
    use super::*;

    #[test]
    fn fewer_messages_wait_where_they_bring_files() {
        let (events, _inbox) = channel();
        let handle = Handle::new(events);
        let load = || {
            let text = Some("x".repeat(BYTES_MAX * WAITING_MAX / 4));
            Request::Load(Upload { name: "game.txt".to_owned(), text, base64: None })
        };
        let asked: Vec<bool> = (0..5).map(|id| handle.ask(id, load())).collect();
        assert_eq!(asked, [true, true, true, true, false]);
        assert!(!handle.ask(5, Request::Ping {}), "they are as good as all that may wait");
        handle.heard(load().weight());
        assert!((0..40).all(|id| handle.ask(id, Request::Ping {})));
    }
}
