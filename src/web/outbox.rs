//! What waits to be sent to a page.
//!
//! A search says more than a page can draw, and a page may be slower than what it is told. What
//! grows old is not kept: of each line of a search the newest report waits, of the tree that grows
//! the newest, and both go out a few times a second. All else is sent in order; a page that has left
//! too much of it lying is cut off, and may come back to its room.

use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::message::UPLOAD_BYTES_MAX;
use super::reply::{Info, Reply, Theatre};
use super::watch::Report;
use serde::Serialize;

/// So much may wait; a state of the largest board is some 50 KB, a recorded search as long as one that a
/// page sends.
const WAITING_BYTES_MAX: usize = (8 << 20) + UPLOAD_BYTES_MAX;
/// So many messages may.
const WAITING_MAX: usize = 4_000;

/// Why a page is cut off.
pub const TOO_SLOW: &str = "too slow";
/// Why an older page of a session has to go.
pub const TAKEN_OVER: &str = "taken over";
/// Why all have to go.
pub const SERVER_ENDS: &str = "closed by the server";
/// Why somebody is not let in.
pub const REFUSED: &str = "refused";

/// The messages for one page.
#[derive(Debug, Default)]
pub struct Outbox {
    queue: Mutex<Queue>,
    bell: Option<Bell>,
}

/// What is done when something has changed.
struct Bell(Box<dyn Fn() + Send + Sync>);

impl fmt::Debug for Bell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Bell")
    }
}

#[derive(Debug, Default)]
struct Queue {
    ready: VecDeque<String>,
    bytes: usize,
    /// The newest report of each line, and to which message it belongs.
    infos: BTreeMap<u32, (u64, Info)>,
    theatre: Option<(u64, Theatre)>,
    /// How a match stands.
    report: Option<(u64, Report)>,
    /// Nothing is taken any more, and why.
    closed: Option<&'static str>,
}

/// What there is to do.
#[derive(Debug, PartialEq, Eq)]
pub enum Next {
    /// Send this.
    Send(String),
    /// Something waits whose time has not come.
    Later,
    /// Nothing waits.
    Nothing,
    /// Nothing more will come, and why.
    Close(&'static str),
}

#[derive(Serialize)]
struct Numbered<'a> {
    #[serde(flatten)]
    reply: &'a Reply,
    #[serde(skip_serializing_if = "Option::is_none")]
    re: Option<u64>,
}

impl Outbox {
    /// An outbox that does this whenever something has changed: whoever sends what waits may sleep.
    pub fn ringing(ring: impl Fn() + Send + Sync + 'static) -> Self {
        Self { bell: Some(Bell(Box::new(ring))), ..Self::default() }
    }

    /// Puts a reply behind what waits; `re` is the message that it answers.
    pub fn push(&self, re: Option<u64>, reply: Reply) {
        let mut queue = self.lock();
        match (reply, re) {
            (Reply::Info(info), Some(re)) => _ = queue.infos.insert(info.line, (re, info)),
            (Reply::Theatre(theatre), Some(re)) => queue.theatre = Some((re, theatre)),
            (Reply::Match(report), Some(re)) => queue.report = Some((re, report)),
            (reply @ Reply::BestMove(_), re) => {
                // What the search has found comes before what it has come to.
                queue.take_in_news();
                queue.add(re, &reply);
            }
            (reply, re) => queue.add(re, &reply),
        }
        drop(queue);
        self.ring();
    }

    /// Nothing more is sent, and why.
    pub fn close(&self, why: &'static str) {
        self.lock().closed.get_or_insert(why);
        self.ring();
    }

    /// What to do next; `may_tell` where the time for news of a search has come.
    pub fn next(&self, may_tell: bool) -> Next {
        let mut queue = self.lock();
        if queue.ready.is_empty() && may_tell {
            queue.take_in_news();
        }
        if let Some(text) = queue.ready.pop_front() {
            queue.bytes -= text.len();
            return Next::Send(text);
        }
        if let Some(why) = queue.closed {
            Next::Close(why)
        } else if queue.infos.is_empty() && queue.theatre.is_none() && queue.report.is_none() {
            Next::Nothing
        } else {
            Next::Later
        }
    }

    fn ring(&self) {
        if let Some(Bell(ring)) = &self.bell {
            ring();
        }
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Queue {
    fn take_in_news(&mut self) {
        for (re, info) in std::mem::take(&mut self.infos).into_values() {
            self.add(Some(re), &Reply::Info(info));
        }
        if let Some((re, theatre)) = self.theatre.take() {
            self.add(Some(re), &Reply::Theatre(theatre));
        }
        if let Some((re, report)) = self.report.take() {
            self.add(Some(re), &Reply::Match(report));
        }
    }

    fn add(&mut self, re: Option<u64>, reply: &Reply) {
        if self.closed.is_some() {
            return;
        }
        let Ok(text) = serde_json::to_string(&Numbered { reply, re }) else { return };
        self.bytes += text.len();
        self.ready.push_back(text);
        if self.bytes > WAITING_BYTES_MAX || self.ready.len() > WAITING_MAX {
            // Nobody reads this.
            self.ready.clear();
            self.bytes = 0;
            self.closed = Some(TOO_SLOW);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn info(line: u32, depth: u32) -> Reply {
        Reply::Info(Info { line, depth, ..Info::default() })
    }

    #[test]
    fn of_each_line_the_newest_report_waits() {
        let outbox = Outbox::default();
        outbox.push(Some(1), Reply::Searching);
        for depth in 1..=20 {
            outbox.push(Some(1), info(1, depth));
            outbox.push(Some(1), info(2, depth));
        }
        assert_eq!(outbox.next(false), Next::Send(r#"{"type":"searching","re":1}"#.to_owned()));
        assert_eq!(outbox.next(false), Next::Later);
        let sent = || match outbox.next(true) {
            Next::Send(text) => text,
            other => panic!("{other:?}"),
        };
        assert!(sent().starts_with(r#"{"type":"info","line":1,"depth":20,"#));
        assert!(sent().starts_with(r#"{"type":"info","line":2,"depth":20,"#));
        assert_eq!(outbox.next(true), Next::Nothing);
    }

    #[test]
    fn reports_come_before_the_best_move_and_nothing_after_the_end() {
        let outbox = Outbox::default();
        outbox.push(Some(1), info(1, 3));
        outbox.push(Some(1), Reply::BestMove(super::super::reply::BestMove::default()));
        outbox.close(SERVER_ENDS);
        outbox.push(None, Reply::Pong);
        let kinds = [0; 2].map(|_| match outbox.next(false) {
            Next::Send(text) => text.split(',').next().unwrap_or_default().to_owned(),
            other => panic!("{other:?}"),
        });
        assert_eq!(kinds, [r#"{"type":"info""#, r#"{"type":"bestmove""#]);
        assert_eq!(outbox.next(false), Next::Close(SERVER_ENDS));
    }

    #[test]
    fn who_reads_nothing_is_cut_off() {
        let outbox = Outbox::default();
        for _ in 0..=WAITING_MAX {
            outbox.push(None, Reply::Pong);
        }
        assert_eq!(outbox.next(true), Next::Close(TOO_SLOW));
    }
}
