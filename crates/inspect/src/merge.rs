//! What was recorded of several workers, put together to one recording.
//!
//! The visits of the first worker stand first, then those of the others, each tree by itself: a
//! parent always has the thread of its children. Plies that one of them had no room for are
//! dropped of all, so that "whole to this ply" holds for the whole recording.

use super::recording::{Node, Recording, TextId, Texts};

/// What was recorded of one worker.
#[derive(Debug)]
pub(super) struct Part {
    pub nodes: Vec<Node>,
    /// Texts by [`TextId`]; the first is empty.
    pub texts: Vec<String>,
    pub visits: u64,
    /// Deeper plies were dropped.
    pub ply_kept: Option<u32>,
    pub excluded: Vec<String>,
}

/// One recording of all workers, the first first.
pub(super) fn merge(parts: Vec<Part>) -> Recording {
    let ply_kept = parts.iter().filter_map(|part| part.ply_kept).min();
    let mut whole = Recording { ply_kept, ..Recording::default() };
    let mut texts = Texts::new();
    for (thread, mut part) in (0_u16..).zip(parts) {
        if let Some(ply) = ply_kept {
            keep_plies(&mut part.nodes, ply);
        }
        let ids: Vec<TextId> = part.texts.iter().map(|text| texts.id(text)).collect();
        let id = |old: TextId| ids.get(old as usize).copied().unwrap_or_default();
        let before = u32::try_from(whole.nodes.len()).unwrap_or(u32::MAX);
        whole.nodes.extend(part.nodes.into_iter().map(|node| Node {
            thread,
            parent: node.parent.map(|at| at + before),
            mv: id(node.mv),
            text: id(node.text),
            skipped: node.skipped.iter().map(|&old| id(old)).collect(),
            ..node
        }));
        whole.visits += part.visits;
        if thread == 0 {
            whole.about.excluded = part.excluded;
        }
    }
    whole.texts = texts.list;
    whole
}

/// Forgets what is deeper than this ply. For each visit its new place, where it has one.
pub(super) fn keep_plies(nodes: &mut Vec<Node>, ply: u32) -> Vec<Option<u32>> {
    keep(nodes, |node| u32::from(node.ply) <= ply)
}

/// Forgets all visits but these; what is below one that is forgotten is so, too. For each visit its
/// new place, where it has one.
pub(super) fn keep(nodes: &mut Vec<Node>, stays: impl Fn(&Node) -> bool) -> Vec<Option<u32>> {
    let mut kept = 0_u32..;
    let moved: Vec<Option<u32>> =
        nodes.iter().map(|node| stays(node).then(|| kept.next()).flatten()).collect();
    nodes.retain(|node| stays(node));
    for node in nodes.iter_mut() {
        node.parent = node.parent.and_then(|at| moved[at as usize]);
    }
    moved
}
