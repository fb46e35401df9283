//! A match that is played, as pages show it: the games that run, move by move, and how it stands.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use serde::Serialize;

use super::outbox::Outbox;
use super::reply::{PictureView, Reply};

/// What does not change during a match.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Watching {
    /// The variant.
    pub variant: &'static str,
    /// What the board looks like.
    pub picture: PictureView,
    /// What the game calls its sides.
    pub sides: [&'static str; 2],
    /// Who plays.
    pub players: Vec<String>,
    /// Games to be played.
    pub total: u64,
}

/// How a match stands.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Report {
    /// Games counted.
    pub done: u64,
    /// The standing and the sequential test, a line each.
    pub lines: Vec<String>,
    /// The games that run.
    pub games: Vec<LiveGame>,
    /// The last games that have ended, a line each, the newest last.
    pub ended: Vec<String>,
    /// The match is over.
    pub over: bool,
}

/// A game that runs.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LiveGame {
    /// Its number, from 1.
    pub number: u64,
    /// Who plays, by side.
    pub names: [String; 2],
    /// The position string it began with.
    pub setup: Option<String>,
    /// The moves.
    pub moves: Vec<String>,
    /// What stands on the board.
    pub scene: Vec<String>,
    /// Milliseconds left to each side that has a clock.
    pub left_ms: [Option<u64>; 2],
    /// Depth and score of who moved last.
    pub thought: Option<String>,
}

/// Where a match is shown: it is told what happens, and pages come and look.
#[derive(Debug)]
pub struct Gallery {
    pub(super) watching: Watching,
    pub(super) state: Mutex<Shown>,
}

/// What is shown now, and to whom.
#[derive(Debug, Default)]
pub(super) struct Shown {
    pub(super) report: Report,
    pub(super) games: BTreeMap<u64, LiveGame>,
    /// Who looks, and by which message.
    pub(super) pages: Vec<(u64, Weak<Outbox>)>,
}

impl Gallery {
    /// Somebody looks from now on.
    pub fn enter(&self, id: u64, page: &Arc<Outbox>) {
        let mut shown = self.lock();
        page.push(Some(id), Reply::Watching(Box::new(self.watching.clone())));
        page.push(Some(id), Reply::Match(shown.whole()));
        shown.pages.push((id, Arc::downgrade(page)));
    }

    /// Whether the match is over.
    pub fn is_over(&self) -> bool {
        self.lock().report.over
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, Shown> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Shown {
    pub(super) fn whole(&self) -> Report {
        Report { games: self.games.values().cloned().collect(), ..self.report.clone() }
    }
}
