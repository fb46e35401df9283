//! The theatre: the tree of a search as it grows, and questions about it when it has ended, or about
//! one that a file holds.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::ask::copy_of;
use super::board::scene;
use super::reply::{Branch, NodeView, Reply, Theatre};
use super::room::Room;
use super::verdict::TermView;
use crate::records::claim::side_word;
use plyglot_core::text::shorten;
use plyglot_host::event::TraceOrder;
use plyglot_host::state::{GameState, about};
use plyglot_host::view::NamedLine;
use plyglot_inspect::query::{self, Walk};
use plyglot_inspect::view::{PASS, View};
use plyglot_inspect::{Recording, Scope};
use plyglot_protocol::Ask;

/// Plies of the tree that are recorded: a deeper one costs the search more than a twentieth of its
/// speed in the games with the fastest search.
const PLIES: u32 = 3;
/// So many visits are kept at most.
const NODES_MAX: usize = 60_000;
/// So many nodes of the tree are shown while it grows.
const SHOWN_MAX: usize = 120;
/// So many moves of a node are shown.
const MOVES_MAX: usize = 300;
/// No path is longer.
const PATH_MAX: usize = 64;
/// What there is to say of a node.
const LINES_MAX: usize = 60;

/// What a search with a theatre records.
pub(super) fn order(room: &Room) -> TraceOrder {
    let engine = &room.engine;
    let player = super::board::player(engine);
    let scope = Scope { nodes: NODES_MAX, ply: PLIES, is_light: true, ..Scope::default() };
    TraceOrder { scope, path: None, grows: true, about: about(engine.state(), player) }
}

/// The top of a tree: the nodes with the most visits, each behind the one above it; `game` stands at
/// its root, and names the moves.
pub(super) fn top(recording: &Recording, game: &dyn GameState) -> Option<Theatre> {
    let view = View::new(recording);
    let root = view.root()?;
    let mut nodes: Vec<Branch> = Vec::new();
    let mut open = BinaryHeap::from([(u64::MAX, Reverse(root), None)]);
    while let Some((visits, Reverse(at), above)) = open.pop() {
        if nodes.len() == SHOWN_MAX {
            break;
        }
        let number = nodes.len();
        let best_of_above = view.node(at).parent.and_then(|parent| view.best_below(parent));
        nodes.push(branch(&view, at, visits, above, best_of_above == Some(at)));
        let below = view.branches(at).into_iter();
        open.extend(below.map(|branch| (branch.visits, Reverse(branch.at), Some(number))));
    }
    name(&mut nodes, &[], game);
    let iteration = u32::from(view.node(root).iteration);
    Some(Theatre { iteration, visits: recording.visits, nodes })
}

fn branch(view: &View<'_>, at: u32, visits: u64, above: Option<usize>, best: bool) -> Branch {
    let node = view.node(at);
    let mv = if node.parent.is_some() { view.name(at) } else { "" };
    Branch {
        above,
        mv: mv.to_owned(),
        name: None,
        score: view.score_above(at),
        cp: view.recording.seen_above(at).map(plyglot_core::Score::raw),
        visits: if above.is_none() { node.visits } else { visits },
        depth: view.depth(at),
        why: view.reason(at),
        best,
    }
}

/// Names the moves of a tree whose root is reached by `path`. Each leaf names its whole line.
fn name(nodes: &mut [Branch], path: &[String], game: &dyn GameState) {
    let mut is_named = vec![false; nodes.len()];
    for leaf in (0..nodes.len()).rev() {
        if is_named[leaf] {
            continue;
        }
        let above = std::iter::successors(Some(leaf), |&at| nodes[at].above);
        let mut line: Vec<usize> = above.filter(|&at| nodes[at].above.is_some()).collect();
        line.reverse();
        let moves = line.iter().map(|&at| nodes[at].mv.clone());
        let moves: Vec<String> = path.iter().cloned().chain(moves).collect();
        let names = game.record_names(NamedLine::FromHere(&moves));
        if names.is_empty() && !moves.is_empty() {
            // Records of this game have no names of their own, or the way to the root none.
            return;
        }
        for (&at, name) in line.iter().zip(names.into_iter().skip(path.len())) {
            nodes[at].name = Some(name).filter(|name| *name != nodes[at].mv);
            is_named[at] = true;
        }
    }
}

/// Why the recorded search did not choose a move.
pub(super) fn whynot(room: &Room, mv: &str) -> Result<Reply, String> {
    let ask = Ask::Why(Some(mv));
    let mut lines = query::answer(recording(room)?.into(), &mut Walk::default(), &ask)?;
    lines.truncate(LINES_MAX);
    Ok(Reply::Text { lines })
}

/// A node of the recorded search.
pub(super) fn node(room: &Room, path: Vec<String>) -> Result<Reply, String> {
    if path.len() > PATH_MAX {
        return Err(format!("node: found {} moves, expected at most {PATH_MAX}", path.len()));
    }
    let recording = recording(room)?;
    let view = View::new(recording);
    let at = view.place(&path).map_err(|error| format!("node: {error}"))?;
    let mut walk = Walk { path: path.clone() };
    let mut lines = query::answer(Some(recording), &mut walk, &Ask::Why(None))?;
    lines.truncate(LINES_MAX);
    let best = view.best_below(at);
    let mut below = view.branches(at);
    below.sort_by_key(|branch| Reverse(branch.visits));
    below.truncate(MOVES_MAX);
    let own = branch(&view, at, view.node(at).visits, None, false);
    let moves =
        below.iter().map(|it| branch(&view, it.at, it.visits, Some(0), best == Some(it.at)));
    let nodes = std::iter::once(own).chain(moves).collect();
    let left_out = view.node(at).skipped.iter().map(|&mv| view.text(mv).to_owned()).collect();
    let mut found = NodeView { path, lines, nodes, left_out, ..NodeView::default() };
    show_board(room, recording, &mut found)?;
    Ok(Reply::Node(Box::new(found)))
}

/// The board of a node, and what the evaluator makes of it.
fn show_board(room: &Room, recording: &Recording, found: &mut NodeView) -> Result<(), String> {
    let mut state = copy_of(room)?;
    let about = &recording.about;
    let moves: Vec<&str> = about.moves.iter().map(String::as_str).collect();
    state.set_position(about.setup.as_deref(), &moves).map_err(|error| error.to_string())?;
    let mut cursor = state.cursor();
    for mv in &found.path {
        if !cursor.play(Some(mv.as_str()).filter(|mv| *mv != PASS)) {
            return Err(format!("node: `{}` cannot be played again", shorten(mv)));
        }
    }
    found.scene = scene(&cursor.scene());
    name(&mut found.nodes, &found.path, &*state);
    found.side = Some(side_word(cursor.side()));
    if let Some(evaluation) = cursor.evaluation() {
        let term = |(name, value): (Cow<'static, str>, i32)| TermView {
            name: name.into_owned(),
            value: f64::from(value) / 100.0,
        };
        found.terms = evaluation.terms.into_iter().map(term).collect();
    }
    Ok(())
}

/// What was recorded last.
pub(super) fn recording(room: &Room) -> Result<&Recording, String> {
    let recorded = room.recorded.as_ref().map(|recorded| &*recorded.recording);
    recorded.ok_or_else(|| "no search is recorded: `go` with `theatre` records one".to_owned())
}
