//! Recording searches for a client, and answering its questions about the last one.

use std::fmt::Write;
use std::sync::Arc;
use std::sync::mpsc::Sender;

use super::event::{self, Event, Finished};
use plyglot_core::memory::free_mib;
use plyglot_core::text::shorten;
use plyglot_host::event::TraceOrder;
use plyglot_host::state::{GameState, GameText, about};
use plyglot_inspect::query::{self, Walk};
use plyglot_inspect::recording::Node;
use plyglot_inspect::{Recording, Scope};
use plyglot_protocol::{Ask, Reply, TraceTo, TraceWish};
use plyglot_search::SearchControl;

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

/// The recordings of a session.
#[derive(Debug, Default)]
pub(super) struct TraceManager {
    wish: Wish,
    recording: Option<Arc<Recording>>,
    walk: Walk,
}

impl TraceManager {
    /// Does what `trace` asks; says what will happen.
    pub(super) fn tell(&mut self, wish: &TraceWish<'_>) -> Vec<Reply> {
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
            is_light: false,
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
    pub(super) fn order(&mut self, engine: &dyn GameState, player: &str) -> Option<TraceOrder> {
        let (scope, path) = match &mut self.wish {
            Wish::Nothing => return None,
            Wish::Every(scope) => (scope.clone(), None),
            Wish::Next(scope, path) => (std::mem::take(scope), Some(std::mem::take(path))),
        };
        if path.is_some() {
            self.wish = Wish::Nothing;
        }
        Some(TraceOrder { scope, path, grows: false, about: about(engine, player) })
    }

    /// A search has been recorded; a walk begins at its root.
    pub(super) fn keep(&mut self, recording: Box<Recording>) {
        self.walk = Walk::default();
        self.recording = Some(recording.into());
    }

    /// Compares two trace files, or one with the last search, in a thread of its own.
    pub(super) fn compare(
        &self,
        one: String,
        other: Option<String>,
        control: Arc<SearchControl>,
        events: Sender<Event>,
    ) {
        let recording = self.recording.clone();
        event::run(events, "diff", move || {
            let diff = query::diff_files(&one, other.as_deref(), recording.as_deref());
            let said = diff.map(|lines| lines.into_iter().map(Reply::Note).collect());
            Finished::saying(said, control.time.used())
        });
    }

    /// Whether a question is about the end of this game: no search is recorded, or one from there, of
    /// which the walk has not left the root.
    pub(super) fn is_about(&self, game: &GameText) -> bool {
        let is_there = |recording: &Arc<Recording>| {
            (&recording.about.setup, &recording.about.moves) == (&game.setup, &game.moves)
        };
        self.recording.as_ref().is_none_or(is_there) && self.walk.path.is_empty()
    }

    /// Answers a question about the last search.
    pub(super) fn answer(&mut self, ask: &Ask<'_>) -> Result<Vec<Reply>, String> {
        let lines = query::answer(self.recording.as_deref(), &mut self.walk, ask)?;
        Ok(lines.into_iter().map(Reply::Note).collect())
    }
}

/// What a scope keeps, in words.
fn kept(scope: &Scope) -> String {
    let Scope { nodes, depth, ply, moves, is_light: _ } = scope;
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
