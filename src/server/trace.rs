//! Recording searches for a client, and answering its questions about the last one.

use super::engine::Engine;
use super::record::Record;
use crate::core::text::shorten;
use crate::game::{Judge, Line};
use crate::games::Game;
use crate::inspect::query::{self, Walk};
use crate::inspect::recording::{About, Iteration};
use crate::inspect::{Recorder, Recording, Scope, file};
use crate::protocol::{Ask, Reply, Show, TraceTo, TraceWish};
use crate::search::mind::{Report, Saying};
use crate::search::watch::Watch;

/// Which searches are to be recorded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum Wish {
    /// None.
    #[default]
    Nothing,
    /// Every one, in memory.
    Every(Scope),
    /// The next, into this file.
    Next(Scope, String),
}

/// What a search is to record.
#[derive(Clone, Debug)]
pub struct TraceOrder {
    /// What is kept.
    pub scope: Scope,
    /// Where it is written.
    pub path: Option<String>,
    /// What is known before the search.
    pub about: About,
}

/// The recordings of a session.
#[derive(Debug, Default)]
pub(super) struct Microscope {
    wish: Wish,
    recording: Option<Box<Recording>>,
    walk: Walk,
}

impl Microscope {
    /// Does what `trace` asks; says what will happen.
    pub(super) fn tell(&mut self, wish: &TraceWish<'_>) -> Vec<Reply> {
        let TraceWish { to, nodes, depth, ply, moves } = wish;
        let known = Scope::default();
        let nodes = nodes.map_or(known.nodes, |nodes| nodes as usize);
        let scope = Scope {
            nodes: nodes.clamp(Scope::NODES_MIN, Scope::NODES_MAX),
            depth: depth.unwrap_or(known.depth),
            ply: ply.unwrap_or(known.ply),
            moves: moves.iter().map(|&mv| mv.to_owned()).collect(),
        };
        let what = format!("at most {} visits", scope.nodes);
        let (wish, text) = match to {
            TraceTo::Off => (Wish::Nothing, "trace: off".to_owned()),
            TraceTo::Memory => (Wish::Every(scope), format!("trace: every search, {what}")),
            TraceTo::File(path) => {
                let text = format!("trace: the next search into {path}, {what}");
                (Wish::Next(scope, (*path).to_owned()), text)
            }
        };
        self.wish = wish;
        vec![Reply::Note(text)]
    }

    /// What the search that begins now is to record.
    pub(super) fn order(
        &mut self,
        record: impl FnOnce() -> Option<Record>,
        engine: &dyn Engine,
    ) -> Option<TraceOrder> {
        let (scope, path) = match &mut self.wish {
            Wish::Nothing => return None,
            Wish::Every(scope) => (scope.clone(), None),
            Wish::Next(scope, path) => (std::mem::take(scope), Some(std::mem::take(path))),
        };
        if path.is_some() {
            self.wish = Wish::Nothing;
        }
        Some(TraceOrder { scope, path, about: about(record()?, engine) })
    }

    /// A search has been recorded; a walk begins at its root.
    pub(super) fn keep(&mut self, recording: Box<Recording>) {
        self.walk = Walk::default();
        self.recording = Some(recording);
    }

    /// Answers a question about the last search.
    pub(super) fn answer(&mut self, ask: &Ask<'_>) -> Result<Vec<Reply>, String> {
        let lines = query::answer(self.recording.as_deref(), &mut self.walk, ask)?;
        Ok(lines.into_iter().map(Reply::Note).collect())
    }
}

/// What is known of a search before it begins.
fn about(record: Record, engine: &dyn Engine) -> About {
    let Record { variant, options, game, .. } = record;
    About {
        variant,
        options,
        setup: game.setup,
        moves: game.moves,
        position: engine.position_text(),
        diagram: diagram(engine),
        ..About::default()
    }
}

/// The rows of the board.
fn diagram(engine: &dyn Engine) -> Vec<String> {
    let lines = engine.show(Show::Diagram).into_iter();
    let text = |reply| if let Reply::Text(text) = reply { text } else { String::new() };
    lines.map(text).take_while(|line| !line.is_empty()).collect()
}

/// A search of a game that is being recorded.
pub(super) struct Tracer<'a, G: Game> {
    order: &'a TraceOrder,
    rules: &'a G,
    line: &'a Line<G>,
    recorder: Recorder<'a, G, G::Judge>,
}

/// What a search that is recorded has reported.
pub(super) struct Reported<G: Game> {
    iterations: Vec<Iteration>,
    pv: Vec<G::Move>,
}

impl<G: Game> Default for Reported<G> {
    fn default() -> Self {
        Self { iterations: Vec::new(), pv: Vec::new() }
    }
}

impl<'a, G: Game> Tracer<'a, G> {
    pub(super) fn new(order: &'a TraceOrder, rules: &'a G, line: &'a Line<G>) -> Self {
        let recorder = Recorder::new(rules, rules.judge(), line, order.scope.clone());
        Self { order, rules, line, recorder }
    }

    pub(super) fn watch(&self) -> &dyn Watch<G> {
        &self.recorder
    }

    /// Notes a report; the last one of an iteration counts.
    pub(super) fn hear(&self, saying: &Saying<G::Move>, reported: &mut Reported<G>) {
        let Saying::Report(Report { depth, multi_pv: 1, score, nodes, time, pv, .. }) = saying
        else {
            return;
        };
        reported.pv.clone_from(pv);
        let mut line = self.line.clone();
        let texts = pv.iter().map(|&mv| {
            let text = self.rules.move_text(line.position(), mv);
            line.play(self.rules, mv);
            text
        });
        let pv = texts.collect();
        reported.iterations.retain(|iteration| iteration.depth != *depth);
        let time_us = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        let (depth, score, nodes) = (*depth, *score, *nodes);
        reported.iterations.push(Iteration { depth, score, nodes, time_us, pv });
    }

    /// The recording, written where that was asked; says what became of it.
    pub(super) fn finish(self, reported: Reported<G>) -> (Box<Recording>, Vec<Reply>) {
        let Self { order, rules, line, recorder } = self;
        let mut recording = Box::new(recorder.into_recording());
        let mut end = line.clone();
        reported.pv.iter().for_each(|&mv| end.play(rules, mv));
        let mut about = About { iterations: reported.iterations, ..order.about.clone() };
        if rules.outcome(end.position()).is_none() {
            let terms = rules.judge().explain(rules, end.position());
            about.terms = terms.into_iter().map(|(name, score)| (name.to_owned(), score)).collect();
        }
        recording.about = about;
        let (rows, visits) = (recording.nodes.len(), recording.visits);
        let said = match recording.ply_kept {
            _ if visits == 0 => "trace: nothing recorded, this mind does not search".to_owned(),
            None => format!("trace: {rows} of {visits} visits recorded"),
            Some(ply) => {
                format!("trace: {rows} of {visits} visits recorded, whole to ply {ply}")
            }
        };
        let mut replies = vec![Reply::Note(said)];
        if let Some(path) = &order.path {
            replies.push(match file::save(&recording, path) {
                Ok(()) => Reply::Note(format!("trace: written to {}", shorten(path))),
                Err(error) => Reply::Error(format!("trace: {error}")),
            });
        }
        (recording, replies)
    }
}
