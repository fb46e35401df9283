//! A room without a server and without threads: for a page whose rules and engine are in the browser.
//!
//! What the page says is heard, what is to be done beside is run when the room has been left, and
//! while a search runs the room is looked after from within it (`look_up_by` of
//! `crates/search/src/time.rs`): what it has found goes out, and it can be stopped.

use std::cell::RefCell;
use std::sync::Arc;

use super::event::{Event, Handle, Terms};
use super::message::{Message, Request, VERSION};
use super::outbox::{Next, Outbox};
use super::reply::Reply;
use super::room::{self, Room};
use plyglot_host::beside;

/// The session of a page that has its room to itself.
const SESSION: &str = "alone";

/// A room for one page.
#[expect(missing_debug_implementations, reason = "a game is not shown")]
pub struct Alone {
    room: RefCell<Room>,
    handle: Handle,
    outbox: Arc<Outbox>,
}

impl Alone {
    /// A room on these terms.
    ///
    /// # Errors
    /// The game cannot be opened.
    pub fn open(terms: Terms) -> Result<Self, String> {
        let (room, handle) = room::open_alone(Arc::new(terms), SESSION.to_owned())?;
        Ok(Self { room: RefCell::new(room), handle, outbox: Arc::default() })
    }

    /// Hears a message of the page, and does at once whatever it asks for, a search to its end
    /// included. [`Alone::next`] has the replies, [`Alone::look_after`] is to be called meanwhile.
    pub fn hear(&self, text: &str) {
        let refuse = |id, what| self.outbox.push(id, Reply::Refused { what });
        match Message::parse(text) {
            Err(unread) => refuse(unread.id, unread.what),
            Ok(Message { id, request: Request::Hello { version, .. } }) if version != VERSION => {
                let what = format!("hello: found version {version}, expected {VERSION}");
                refuse(Some(id), what);
            }
            Ok(Message { id, request: Request::Hello { .. } }) => {
                let outbox = Arc::clone(&self.outbox);
                self.handle.tell(Event::Attached { outbox, id, resumed: false });
            }
            Ok(Message { id, request }) => {
                if !self.handle.ask(id, request) {
                    refuse(Some(id), "too many messages wait for an answer".to_owned());
                }
            }
        }
        self.look_after();
        beside::run_waiting();
        self.look_after();
    }

    /// Takes in what a search has told so far. Nothing happens while the room itself is at work.
    pub fn look_after(&self) {
        if let Ok(mut room) = self.room.try_borrow_mut() {
            room.take_in();
        }
    }

    /// Ends the search under way, whose best move is then its answer.
    pub fn stop(&self) {
        if let Ok(room) = self.room.try_borrow() {
            room.stop();
        }
    }

    /// The next message for the page; `may_tell` where the time for news of a search has come.
    pub fn next(&self, may_tell: bool) -> Option<String> {
        match self.outbox.next(may_tell) {
            Next::Send(text) => Some(text),
            Next::Later | Next::Nothing | Next::Close(_) => None,
        }
    }
}
