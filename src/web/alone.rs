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

#[cfg(test)]
mod tests {
    use super::super::budget::Budget;
    use super::super::event::WebLimits;
    use super::*;
    use crate::options;
    use crate::registry::GAMES;
    use plyglot_core::Settings;

    fn alone() -> Alone {
        let settings = Settings::defaults(&options::all(GAMES));
        let first = options::find_game(GAMES, "test", "tictactoe").unwrap();
        let limits = WebLimits { clients: 1, threads: 1, hash: 1, think_ms: 60_000 };
        Alone::open(Terms {
            games: GAMES,
            first,
            settings,
            limits,
            memory: Budget::default(),
            gallery: None,
        })
        .unwrap()
    }

    /// The replies up to one of this type.
    fn until(room: &Alone, kind: &str) -> Vec<String> {
        let mut said = Vec::new();
        loop {
            room.look_after();
            while let Some(text) = room.next(true) {
                let is_last = text.starts_with(&format!(r#"{{"type":"{kind}""#));
                said.push(text);
                if is_last {
                    return said;
                }
            }
            std::thread::yield_now();
        }
    }

    #[test]
    fn a_page_talks_to_its_room_as_to_a_server() {
        let room = alone();
        room.hear(r#"{"id": 1, "type": "hello", "version": 1}"#);
        let greeted = until(&room, "state");
        assert!(greeted[0].starts_with(r#"{"type":"welcome""#), "{greeted:?}");
        room.hear(r#"{"id": 2, "type": "play", "move": "5"}"#);
        let played = until(&room, "state");
        assert!(played[0].contains(r#""moves":["5"]"#), "{played:?}");
        room.hear(r#"{"id": 3, "type": "go", "limits": {"depth": 9}}"#);
        let found = until(&room, "bestmove").pop().unwrap();
        assert!(found.contains(r#""best":""#) && found.ends_with(r#""re":3}"#), "{found}");
        room.hear("nonsense");
        until(&room, "refused");
    }

    #[test]
    fn a_search_without_an_end_is_stopped() {
        let room = alone();
        room.hear(r#"{"id": 1, "type": "hello", "version": 1}"#);
        room.hear(r#"{"id": 2, "type": "go", "limits": {"infinite": true}}"#);
        until(&room, "searching");
        room.stop();
        until(&room, "bestmove");
    }
}
