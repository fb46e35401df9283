//! A match that is played, as pages show it: the games that run, move by move, and how it stands.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use serde::Serialize;

use super::board::{picture_view, scene};
use super::outbox::Outbox;
use super::reply::{PictureView, Reply};
use crate::matches::observer::Glance;
use crate::matches::report;
use crate::matches::run::{Match, News};

/// So many games that have ended are told.
const ENDED_MAX: usize = 12;

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
    watching: Watching,
    state: Mutex<Shown>,
}

#[derive(Debug, Default)]
struct Shown {
    report: Report,
    games: BTreeMap<u64, LiveGame>,
    /// Who looks, and by which message.
    pages: Vec<(u64, Weak<Outbox>)>,
}

impl Gallery {
    /// A gallery for this match.
    ///
    /// # Errors
    /// The game cannot be opened.
    pub fn new(plan: &Match) -> Result<Self, String> {
        let terms = &plan.terms;
        let opened = (terms.game.open)(terms.variant, &terms.settings);
        let state = opened.map_err(|error| error.to_string())?;
        let watching = Watching {
            variant: terms.variant,
            picture: picture_view(&state.board().picture),
            sides: state.side_names(),
            players: plan.players.iter().map(|player| player.name.clone()).collect(),
            total: plan.schedule.games(),
        };
        Ok(Self { watching, state: Mutex::default() })
    }

    /// Somebody looks from now on.
    pub fn enter(&self, id: u64, page: &Arc<Outbox>) {
        let mut shown = self.lock();
        page.push(Some(id), Reply::Watching(Box::new(self.watching.clone())));
        page.push(Some(id), Reply::Match(shown.whole()));
        shown.pages.push((id, Arc::downgrade(page)));
    }

    /// A move has been played.
    pub fn see(&self, glance: Glance) {
        let Glance { number, names, setup, moves, scene: on_board, left_ms, thought } = glance;
        let on_board = scene(&on_board);
        let game =
            LiveGame { number: number + 1, names, setup, moves, scene: on_board, left_ms, thought };
        let mut shown = self.lock();
        shown.games.insert(number, game);
        shown.show();
    }

    /// A game has been counted.
    pub fn count(&self, plan: &Match, news: &News<'_>) {
        let mut shown = self.lock();
        shown.games.remove(&news.slot.number);
        shown.report.done = news.standing.done;
        let outline = plan.outline();
        shown.report.lines = lines(&report::standing(&outline, news.standing));
        shown.report.ended.push(report::game_line(&outline, news));
        let over = shown.report.ended.len().saturating_sub(ENDED_MAX);
        shown.report.ended.drain(..over);
        shown.show();
    }

    /// The match is over.
    pub fn end(&self, summary: &str) {
        let mut shown = self.lock();
        shown.report.lines = lines(summary);
        shown.report.over = true;
        shown.games.clear();
        shown.show();
    }

    /// Whether it is.
    pub fn is_over(&self) -> bool {
        self.lock().report.over
    }

    fn lock(&self) -> MutexGuard<'_, Shown> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Shown {
    fn whole(&self) -> Report {
        Report { games: self.games.values().cloned().collect(), ..self.report.clone() }
    }

    /// Tells everybody who looks; of several reports the newest waits.
    fn show(&mut self) {
        if self.pages.is_empty() {
            return;
        }
        let report = self.whole();
        self.pages.retain(|(id, page)| {
            let page = page.upgrade();
            page.inspect(|page| page.push(Some(*id), Reply::Match(report.clone()))).is_some()
        });
    }
}

fn lines(text: &str) -> Vec<String> {
    text.lines().map(str::to_owned).collect()
}
