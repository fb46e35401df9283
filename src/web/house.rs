//! All rooms of a server, by the session that a page was given: who comes back finds the game as it
//! was, and a search that goes on.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use super::budget::Share;
use super::event::{Event, Handle, Terms};
use super::outbox::{Outbox, REFUSED, SERVER_ENDS, TAKEN_OVER};
use super::reply::Reply;
use super::room::{Room, hash_mib};

/// The rooms.
#[derive(Debug)]
pub struct House {
    terms: Arc<Terms>,
    rooms: Mutex<HashMap<String, Entry>>,
    /// Entrances so far.
    entered: AtomicUsize,
}

#[derive(Debug)]
struct Entry {
    room: Handle,
    /// The entrance of who is there or was there last.
    entrance: usize,
    /// Where that one is told, while it is there.
    outbox: Option<Arc<Outbox>>,
}

/// Somebody in a room.
#[derive(Debug)]
pub struct Visit {
    /// The room.
    pub room: Handle,
    /// The session.
    pub session: String,
    entrance: usize,
}

impl House {
    /// A house without rooms.
    pub fn new(terms: Terms) -> Self {
        Self { terms: Arc::new(terms), rooms: Mutex::default(), entered: AtomicUsize::new(0) }
    }

    /// Lets a page into its room, or into a new one. A page that is there already has to go: the
    /// newer one is where the person looks.
    ///
    /// # Errors
    /// There is no room, or no game could be opened.
    pub fn enter(
        &self,
        session: Option<&str>,
        id: u64,
        outbox: Arc<Outbox>,
    ) -> Result<Visit, String> {
        let entrance = self.entered.fetch_add(1, Ordering::Relaxed);
        let mut rooms = self.lock();
        let known = session.filter(|session| rooms.contains_key(*session)).map(str::to_owned);
        let resumed = known.is_some();
        let session = if let Some(session) = known {
            session
        } else {
            self.make_place(&mut rooms)?;
            let share = self.terms.memory.share(hash_mib(&self.terms.settings));
            let share = share.map_err(|error| format!("the table of another client: {error}"))?;
            let session = fresh_session();
            let room = open(Arc::clone(&self.terms), session.clone(), share)?;
            rooms.insert(session.clone(), Entry { room, entrance, outbox: None });
            session
        };
        let entry = rooms.get_mut(&session).ok_or("the room is gone")?;
        if let Some(before) = entry.outbox.replace(Arc::clone(&outbox)) {
            before.close(TAKEN_OVER);
        }
        entry.entrance = entrance;
        entry.room.tell(Event::Attached { outbox, id, resumed });
        Ok(Visit { room: entry.room.clone(), session, entrance })
    }

    /// A page is gone; whether nobody has come for it.
    pub fn leave(&self, visit: &Visit) -> bool {
        let mut rooms = self.lock();
        match rooms.get_mut(&visit.session) {
            Some(entry) if entry.entrance == visit.entrance => {
                entry.outbox = None;
                entry.room.tell(Event::Detached);
                true
            }
            _ => false,
        }
    }

    /// The page has been gone for a while: if it still is, nothing is searched for it.
    pub fn rest(&self, visit: &Visit) {
        let rooms = self.lock();
        let entry = rooms.get(&visit.session);
        if let Some(entry) = entry.filter(|entry| entry.entrance == visit.entrance) {
            entry.room.tell(Event::Rest);
        }
    }

    /// The page has been gone for long: if it still is, its room is closed.
    pub fn forget(&self, visit: &Visit) {
        let mut rooms = self.lock();
        if rooms.get(&visit.session).is_some_and(|entry| entry.entrance == visit.entrance) {
            close(&mut rooms, &visit.session);
        }
    }

    /// Closes all rooms.
    pub fn close(&self) {
        let mut rooms = self.lock();
        for (_, entry) in rooms.drain() {
            entry.room.tell(Event::Leave);
            if let Some(outbox) = entry.outbox {
                outbox.close(SERVER_ENDS);
            }
        }
    }

    /// Makes place for one more: who has been gone longest loses its room.
    fn make_place(&self, rooms: &mut HashMap<String, Entry>) -> Result<(), String> {
        if rooms.len() < self.terms.limits.clients {
            return Ok(());
        }
        let empty = rooms.iter().filter(|(_, entry)| entry.outbox.is_none());
        let longest = empty.min_by_key(|(_, entry)| entry.entrance);
        let Some(session) = longest.map(|(session, _)| session.clone()) else {
            let clients = self.terms.limits.clients;
            return Err(format!("{clients} clients are here, as many as --clients-max allows"));
        };
        close(rooms, &session);
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Entry>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Opens a room for a session; the game is opened in its own thread.
///
/// # Errors
/// There is no thread for it.
fn open(terms: Arc<Terms>, session: String, share: Share) -> Result<Handle, String> {
    let (events, inbox) = channel();
    let handle = Handle::new(events);
    let own = handle.clone();
    let run = move || match Room::new(terms, session, share, inbox, own) {
        Ok(mut room) => room.run(),
        Err((inbox, error)) => refuse(&inbox, &error),
    };
    let builder = thread::Builder::new().name("room".to_owned());
    builder.spawn(run).map_err(|error| format!("no thread for a room: {error}"))?;
    Ok(handle)
}

/// Answers everybody that there is no game.
fn refuse(inbox: &Receiver<Event>, error: &str) {
    for event in inbox {
        match event {
            Event::Attached { outbox, id, .. } => {
                outbox.push(Some(id), Reply::Refused { what: error.to_owned() });
                outbox.close(REFUSED);
            }
            Event::Leave => return,
            _ => {}
        }
    }
}

fn close(rooms: &mut HashMap<String, Entry>, session: &str) {
    if let Some(entry) = rooms.remove(session) {
        entry.room.tell(Event::Leave);
    }
}

/// A word that nobody guesses.
fn fresh_session() -> String {
    format!("{:032x}", rand::random::<u128>())
}
