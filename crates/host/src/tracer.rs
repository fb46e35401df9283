//! A search of a game that is being recorded: what its recorder sees, and what the search says.

use crate::event::{Notice, TraceOrder};
use crate::game::Game;
use crate::view::own_terms;
use plyglot_core::Score;
use plyglot_core::game::{Evaluator, PlayedGame};
use plyglot_core::text::shorten;
use plyglot_inspect::recording::{About, Iteration};
use plyglot_inspect::view::View;
use plyglot_inspect::{Recorder, Recording, file};
use plyglot_search::Player;
use plyglot_search::player::{PvInfo, SearchInfo};
use plyglot_search::tracer::SharedTracer;

/// A search of a game that is being recorded.
pub(super) struct Tracer<'a, G: Game> {
    order: &'a TraceOrder,
    rules: &'a G,
    played: &'a PlayedGame<G>,
    recorder: Recorder<'a, G>,
}

/// What a search that is recorded has said.
pub(super) struct Reported<G: Game> {
    iterations: Vec<Iteration>,
    notes: Vec<String>,
    pv: Vec<G::Move>,
    /// Endgame tables were asked for some of it.
    tb_hits: u64,
    /// When it was last shown.
    shown_us: u64,
}

/// A tree that grows is shown no more often than so.
const SHOWN_EVERY_US: u64 = 100_000;

impl<G: Game> Default for Reported<G> {
    fn default() -> Self {
        Self { iterations: Vec::new(), notes: Vec::new(), pv: Vec::new(), tb_hits: 0, shown_us: 0 }
    }
}

impl<'a, G: Game> Tracer<'a, G> {
    pub(super) fn new(
        order: &'a TraceOrder,
        rules: &'a G,
        played: &'a PlayedGame<G>,
        workers: usize,
    ) -> Self {
        let recorder = Recorder::new(rules, played, order.scope.clone(), workers);
        Self { order, rules, played, recorder }
    }

    pub(super) fn shared(&self) -> &dyn SharedTracer<G> {
        &self.recorder
    }

    /// Notes what is said; the last report of an iteration counts.
    pub(super) fn hear(&self, saying: &SearchInfo<G::Move>, reported: &mut Reported<G>) {
        let report = match saying {
            SearchInfo::Pv(report) => report,
            SearchInfo::Note(note) => return reported.notes.push(note.clone()),
            SearchInfo::Current { .. } | SearchInfo::Failure(_) => return,
        };
        let PvInfo { depth, multi_pv: 1, score, nodes, time, tb_hits, pv, .. } = report else {
            return;
        };
        reported.tb_hits = *tb_hits;
        reported.pv.clone_from(pv);
        let (mut played, mut texts) = (self.played.clone(), Vec::with_capacity(pv.len()));
        for &mv in pv {
            texts.push(self.rules.move_text(played.position(), mv));
            played.play(self.rules, mv);
        }
        let time_us = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        let (depth, score, nodes) = (*depth, *score, *nodes);
        let iteration = Iteration { depth, score, nodes, time_us, pv: texts };
        take_up(&mut reported.iterations, iteration);
    }

    /// What has been recorded so far, where that is to be shown and has not been shown just now.
    pub(super) fn growing(&self, reported: &mut Reported<G>) -> Option<Box<Recording>> {
        let now = reported.iterations.last().map_or(0, |iteration| iteration.time_us);
        if !self.order.grows || now < reported.shown_us + SHOWN_EVERY_US {
            return None;
        }
        reported.shown_us = now;
        let mut recording = Box::new(self.recorder.so_far());
        let iterations = reported.iterations.clone();
        recording.about = About { iterations, ..self.order.about.clone() };
        Some(recording)
    }

    /// The recording, written where that was asked; says what became of it.
    pub(super) fn finish(
        self,
        reported: Reported<G>,
        best: Option<G::Move>,
        player: &dyn Player<G>,
    ) -> (Box<Recording>, Vec<Notice>) {
        let Self { order, rules, played, recorder } = self;
        let mut recording = Box::new(recorder.into_recording());
        let mut end = played.clone();
        for &mv in &reported.pv {
            end.play(rules, mv);
        }
        let terms = if rules.outcome(end.position()).is_some() {
            Vec::new()
        } else if let Some(terms) = own_terms(rules, &end, player) {
            terms.into_iter().map(|(name, value)| (name.into_owned(), value)).collect()
        } else {
            named(&rules.evaluator().explain(rules, end.position()))
        };
        recording.about = About {
            played: best.map(|mv| rules.move_text(played.position(), mv)),
            by_tables: recording.visits == 0 && reported.tb_hits > 0,
            notes: reported.notes,
            excluded: std::mem::take(&mut recording.about.excluded),
            iterations: reported.iterations,
            terms,
            ..order.about.clone()
        };
        let notices = notices(order, &recording);
        (recording, notices)
    }
}

/// The last report of a depth counts.
fn take_up(iterations: &mut Vec<Iteration>, last: Iteration) {
    iterations.retain(|iteration| iteration.depth != last.depth);
    iterations.push(last);
}

/// Terms of an evaluator in cp.
fn named(terms: &[(&str, Score)]) -> Vec<(String, i32)> {
    terms.iter().map(|(name, score)| ((*name).to_owned(), score.raw())).collect()
}

/// Writes a recording where that was asked, and says what became of it.
fn notices(order: &TraceOrder, recording: &Recording) -> Vec<Notice> {
    let visits = recording.visits;
    let mut notices = vec![Notice::Note(summary(recording))];
    let below = &order.scope.moves;
    if visits > 0
        && !below.is_empty()
        && let Err(error) = View::new(recording).place(below)
    {
        notices.push(Notice::Note(format!("trace: {error}; only root moves were kept")));
    }
    if let Some(path) = &order.path {
        // A file would hold a search that there was none of.
        let is_nothing = visits == 0 && !recording.about.by_tables;
        let saved = (!is_nothing).then(|| file::save(recording, path));
        notices.push(match saved {
            None => Notice::Error(format!("trace: {} is not written", shorten(path))),
            Some(Ok(())) => Notice::Note(format!("trace: written to {}", shorten(path))),
            Some(Err(error)) => Notice::Error(format!("trace: {error}")),
        });
    }
    notices
}

/// How much of a search there is.
fn summary(recording: &Recording) -> String {
    let (rows, visits) = (recording.nodes.len(), recording.visits);
    match recording.ply_kept {
        _ if recording.about.by_tables => {
            "trace: nothing was searched, the endgame tables knew the answer".to_owned()
        }
        _ if visits == 0 => {
            let player = &recording.about.player;
            format!("trace: nothing to record, the mind {player} moved by means of its own")
        }
        None => format!("trace: {rows} of {visits} visits recorded"),
        Some(ply) => {
            format!("trace: {rows} of {visits} visits recorded, whole to ply {ply}")
        }
    }
}
