//! Two recordings of the same position: where they part first, and how.
//!
//! A search goes the same way as long as it is asked the same and answered the same. Visits are
//! compared in the order in which they were entered, and their answers in the order in which they
//! were left; the first difference of either kind is the cause, all others may be its effects. Of
//! several threads the first is compared: what the others do is a matter of chance.

use super::recording::{Node, Recording};
use super::view::{View, bounded, edge};

/// Says where two recordings part; the text of an error is for the client.
pub fn diff(one: &Recording, other: &Recording) -> Result<Vec<String>, String> {
    let place = |recording: &Recording| {
        let about = &recording.about;
        format!("{} {}", about.rules.variant, about.position)
    };
    let (a, b) = (place(one), place(other));
    if a != b {
        return Err(format!("found `{a}` and `{b}`, expected two searches of one position"));
    }
    let mut lines = vec![format!("A: {}", total(one)), format!("B: {}", total(other))];
    lines.extend(first_difference(one, other));
    Ok(lines)
}

fn total(recording: &Recording) -> String {
    let last = recording.about.iterations.last();
    let line = last.map_or(String::new(), |it| {
        format!(", depth {} {}: {}", it.depth, it.score, it.pv.join(" "))
    });
    format!("{} visits, {} recorded{line}", recording.visits, recording.nodes.len())
}

/// The visits of the first thread, which stand first.
fn first_thread(recording: &Recording) -> &[Node] {
    let end = recording.nodes.partition_point(|node| node.thread == 0);
    &recording.nodes[..end]
}

fn first_difference(one: &Recording, other: &Recording) -> Vec<String> {
    let (ours, theirs) = (first_thread(one), first_thread(other));
    let pairs = || ours.iter().zip(theirs);
    let entered = pairs().position(|(a, b)| question(one, a) != question(other, b));
    let common = entered.unwrap_or_else(|| ours.len().min(theirs.len()));
    let ends = subtree_ends(ours);
    let left = pairs().zip(&ends).enumerate().take(common);
    let left =
        left.filter(|(_, ((a, b), end))| **end < common && outcome(one, a) != outcome(other, b));
    // Of nested ones, the inner is left first.
    let left = left.map(|(at, (_, &end))| (end, std::cmp::Reverse(at))).min();
    let (a, b) = (View::new(one), View::new(other));
    match left {
        Some((_, std::cmp::Reverse(at))) => answered_differently(&a, &b, at),
        None if common < ours.len().max(theirs.len()) => asked_differently(&a, &b, common),
        None => vec!["no difference in what is recorded".to_owned()],
    }
}

/// For each visit the last visit of its subtree.
fn subtree_ends(nodes: &[Node]) -> Vec<usize> {
    let mut ends: Vec<usize> = (0..nodes.len()).collect();
    for at in (0..nodes.len()).rev() {
        if let Some(parent) = nodes[at].parent.map(|parent| parent as usize) {
            ends[parent] = ends[parent].max(ends[at]);
        }
    }
    ends
}

/// What a visit was asked.
fn question<'r>(recording: &'r Recording, node: &Node) -> impl PartialEq + use<'r> {
    let asked = (node.depth, node.extension, node.alpha, node.beta, node.static_eval, node.key);
    (node.parent, recording.text(node.mv), asked)
}

/// What a visit answered.
fn outcome<'r>(recording: &'r Recording, node: &Node) -> impl PartialEq + use<'r> {
    (node.score, node.end, recording.text(node.text))
}

fn answered_differently(a: &View<'_>, b: &View<'_>, at: usize) -> Vec<String> {
    let at = u32::try_from(at).unwrap_or(u32::MAX);
    let line = |view: &View<'_>| {
        let node = view.node(at);
        let score = node.score.zip(node.bound());
        let score = score.map_or("no score".to_owned(), |(score, bound)| bounded(score, bound));
        format!("{score}: {}", view.reason(at))
    };
    vec![
        format!("they part at visit {at}, {}, in its answer", place(a, at)),
        format!("A: {}", line(a)),
        format!("B: {}", line(b)),
    ]
}

fn asked_differently(a: &View<'_>, b: &View<'_>, at: usize) -> Vec<String> {
    let line = |view: &View<'_>| {
        let Some(node) = first_thread(view.recording).get(at) else {
            return "nothing more".to_owned();
        };
        let at = u32::try_from(at).unwrap_or(u32::MAX);
        let (depth, static_eval) = (view.depth(at), node.static_eval);
        let static_eval =
            static_eval.map_or(String::new(), |static_eval| format!(", static eval {static_eval}"));
        format!(
            "{}, {depth}, window {} to {}{static_eval}",
            place(view, at),
            edge(node.alpha),
            edge(node.beta)
        )
    };
    vec![
        format!("they part at visit {at}, in what is visited"),
        format!("A: {}", line(a)),
        format!("B: {}", line(b)),
    ]
}

/// `iteration 3 after e2e4 e7e5`.
fn place(view: &View<'_>, at: u32) -> String {
    let path = view.path(at);
    let path = if path.is_empty() {
        "at the root".to_owned()
    } else {
        format!("after {}", path.join(" "))
    };
    format!("iteration {} {path}", view.node(at).iteration)
}
