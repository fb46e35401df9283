//! Recording searches for a client, and answering its questions about the last one.

use std::fmt::Write;
use std::sync::Arc;
use std::sync::mpsc::Sender;

use crate::engine::{Engine, Event, JobResult};
use crate::game::Game;
use crate::job;
use plyglot_core::game::{Evaluator, Line};
use plyglot_core::memory::free_mib;
use plyglot_core::text::shorten;
use plyglot_inspect::query::{self, Walk};
use plyglot_inspect::recording::{About, Iteration, Node};
use plyglot_inspect::view::View;
use plyglot_inspect::{Recorder, Recording, Scope, file};
use plyglot_protocol::{Ask, Reply, Show, TraceTo, TraceWish};
use plyglot_search::SearchControl;
use plyglot_search::player::{PvInfo, SearchInfo};
use plyglot_search::tracer::SharedTracer;

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
pub struct TraceManager {
    wish: Wish,
    recording: Option<Arc<Recording>>,
    walk: Walk,
}

impl TraceManager {
    /// Does what `trace` asks; says what will happen.
    pub fn tell(&mut self, wish: &TraceWish<'_>) -> Vec<Reply> {
        let TraceWish { to, nodes, depth, ply, moves } = wish;
        let known = Scope::default();
        let nodes = nodes.map_or(known.nodes, |nodes| nodes as usize);
        // Workers record apart and are put together at the end: twice the room.
        let room = free_mib().map(|mib| (mib << 20) / (2 * size_of::<Node>()));
        let short = room.filter(|room| *room < nodes);
        let nodes = nodes.min(room.unwrap_or(nodes));
        let scope = Scope {
            nodes: nodes.clamp(Scope::NODES_MIN, Scope::NODES_MAX),
            depth: depth.unwrap_or(known.depth),
            ply: ply.unwrap_or(known.ply),
            moves: moves.iter().map(|&mv| mv.to_owned()).collect(),
        };
        let what = kept(&scope);
        let (wish, text) = match to {
            TraceTo::Off => (Wish::Nothing, "trace: off".to_owned()),
            TraceTo::Memory => (Wish::Every(scope), format!("trace: every search, {what}")),
            TraceTo::File(path) => {
                let text = format!("trace: the next search into {path}, {what}");
                (Wish::Next(scope, (*path).to_owned()), text)
            }
        };
        self.wish = wish;
        let short = short.map(|room| format!("trace: there is memory for {room} visits only"));
        short.into_iter().chain([text]).map(Reply::Note).collect()
    }

    /// What the search that begins now is to record.
    pub fn order(&mut self, engine: &dyn Engine, player: &str) -> Option<TraceOrder> {
        let (scope, path) = match &mut self.wish {
            Wish::Nothing => return None,
            Wish::Every(scope) => (scope.clone(), None),
            Wish::Next(scope, path) => (std::mem::take(scope), Some(std::mem::take(path))),
        };
        if path.is_some() {
            self.wish = Wish::Nothing;
        }
        Some(TraceOrder { scope, path, about: about(engine, player) })
    }

    /// A search has been recorded; a walk begins at its root.
    pub fn keep(&mut self, recording: Box<Recording>) {
        self.walk = Walk::default();
        self.recording = Some(recording.into());
    }

    /// Compares two trace files, or one with the last search, in a thread of its own.
    pub fn compare(
        &self,
        one: String,
        other: Option<String>,
        control: Arc<SearchControl>,
        events: Sender<Event>,
    ) {
        let recording = self.recording.clone();
        job::start(events, job::failed("diff"), move || {
            let diff = query::diff_files(&one, other.as_deref(), recording.as_deref());
            let replies = match diff {
                Ok(lines) => lines.into_iter().map(Reply::Note).collect(),
                Err(error) => vec![Reply::Error(error)],
            };
            let used = control.time.used().unwrap_or_default();
            JobResult { replies, used, ..JobResult::default() }
        });
    }

    /// Answers a question about the last search.
    pub fn answer(&mut self, ask: &Ask<'_>) -> Result<Vec<Reply>, String> {
        let lines = query::answer(self.recording.as_deref(), &mut self.walk, ask)?;
        Ok(lines.into_iter().map(Reply::Note).collect())
    }
}

/// What a scope keeps, in words.
fn kept(scope: &Scope) -> String {
    let Scope { nodes, depth, ply, moves } = scope;
    let mut text = format!("at most {nodes} visits");
    if *depth > 0 {
        let _ = write!(text, ", from depth {depth} on");
    }
    if *ply < Scope::default().ply {
        let _ = write!(text, ", to ply {ply}");
    }
    if !moves.is_empty() {
        let _ = write!(text, ", below {}", shorten(&moves.join(" ")));
    }
    text
}

/// What is known of a search before it begins.
fn about(engine: &dyn Engine, player: &str) -> About {
    let game = engine.game_text();
    About {
        rules: engine.rules_in_force(),
        setup: game.setup,
        moves: game.moves,
        position: engine.position_text(),
        diagram: diagram(engine),
        player: player.to_owned(),
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
    recorder: Recorder<'a, G>,
}

/// What a search that is recorded has said.
pub(super) struct Reported<G: Game> {
    iterations: Vec<Iteration>,
    notes: Vec<String>,
    pv: Vec<G::Move>,
    /// Endgame tables were asked for some of it.
    table_hits: u64,
}

impl<G: Game> Default for Reported<G> {
    fn default() -> Self {
        Self { iterations: Vec::new(), notes: Vec::new(), pv: Vec::new(), table_hits: 0 }
    }
}

impl<'a, G: Game> Tracer<'a, G> {
    pub(super) fn new(
        order: &'a TraceOrder,
        rules: &'a G,
        line: &'a Line<G>,
        workers: usize,
    ) -> Self {
        let recorder = Recorder::new(rules, line, order.scope.clone(), workers);
        Self { order, rules, line, recorder }
    }

    pub(super) fn watch(&self) -> &dyn SharedTracer<G> {
        &self.recorder
    }

    /// Notes what is said; the last report of an iteration counts.
    pub(super) fn hear(&self, saying: &SearchInfo<G::Move>, reported: &mut Reported<G>) {
        let report = match saying {
            SearchInfo::Pv(report) => report,
            SearchInfo::Note(note) => return reported.notes.push(note.clone()),
            SearchInfo::Current { .. } | SearchInfo::Failure(_) => return,
        };
        let PvInfo { depth, multi_pv: 1, score, nodes, time, table_hits, pv, .. } = report else {
            return;
        };
        reported.table_hits = *table_hits;
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
    pub(super) fn finish(
        self,
        reported: Reported<G>,
        played: Option<G::Move>,
    ) -> (Box<Recording>, Vec<Reply>) {
        let Self { order, rules, line, recorder } = self;
        let mut recording = Box::new(recorder.into_recording());
        let mut end = line.clone();
        reported.pv.iter().for_each(|&mv| end.play(rules, mv));
        let mut about = About {
            played: played.map(|mv| rules.move_text(line.position(), mv)),
            by_tables: recording.visits == 0 && reported.table_hits > 0,
            notes: reported.notes,
            excluded: std::mem::take(&mut recording.about.excluded),
            iterations: reported.iterations,
            ..order.about.clone()
        };
        if rules.outcome(end.position()).is_none() {
            let terms = rules.evaluator().explain(rules, end.position());
            about.terms = terms.into_iter().map(|(name, score)| (name.to_owned(), score)).collect();
        }
        recording.about = about;
        let (rows, visits) = (recording.nodes.len(), recording.visits);
        let said = match recording.ply_kept {
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
        };
        let mut replies = vec![Reply::Note(said)];
        let below = &order.scope.moves;
        if visits > 0
            && !below.is_empty()
            && let Err(error) = View::new(&recording).place(below)
        {
            replies.push(Reply::Note(format!("trace: {error}; only root moves were kept")));
        }
        if let Some(path) = &order.path {
            // A file would hold a search that there was none of.
            let is_nothing = visits == 0 && !recording.about.by_tables;
            let saved = (!is_nothing).then(|| file::save(&recording, path));
            replies.push(match saved {
                None => Reply::Error(format!("trace: {} is not written", shorten(path))),
                Some(Ok(())) => Reply::Note(format!("trace: written to {}", shorten(path))),
                Some(Err(error)) => Reply::Error(format!("trace: {error}")),
            });
        }
        (recording, replies)
    }
}
