//! How a match that is played reaches those who look at it.

use std::sync::Mutex;

use super::board::{picture_view, scene};
use super::reply::Reply;
use super::watch::{Gallery, LiveGame, Shown, Watching};
use crate::matches::observer::Glance;
use crate::matches::report;
use crate::matches::run::{Match, News};

/// So many games that have ended are told.
const ENDED_MAX: usize = 12;

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
}

impl Shown {
    /// Tells everybody who looks; of several reports the newest waits.
    pub(super) fn show(&mut self) {
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
