//! Where the visits of a search went: by thread, by ply, by reason, by root move.

use std::collections::BTreeMap;

use super::recording::End;
use super::view::View;

/// Visits counted in four ways.
#[derive(Clone, Debug)]
pub struct Heat<'r> {
    /// Recorded visits by thread; empty where there is only one.
    pub threads: BTreeMap<u16, u64>,
    /// Recorded visits by ply, from the root on.
    pub plies: Vec<(u16, u64)>,
    /// Recorded visits by why they ended, the most frequent first.
    pub ends: Vec<(End, u64)>,
    /// Visits below each root move in all iterations, recorded or not, by all threads, the most
    /// visited first.
    pub moves: Vec<(&'r str, u64)>,
}

impl<'r> Heat<'r> {
    /// Counts the visits of a recording.
    pub fn new(view: &View<'r>) -> Self {
        let (mut threads, mut plies, mut ends) =
            (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        for node in &view.recording.nodes {
            *threads.entry(node.thread).or_insert(0) += 1;
            *plies.entry(node.ply).or_insert(0) += 1;
            *ends.entry(node.end).or_insert(0) += 1;
        }
        let mut moves: BTreeMap<&str, u64> = BTreeMap::new();
        for &root in view.roots_of_all() {
            for branch in view.branches(root) {
                let visits = moves.entry(view.text(branch.mv)).or_default();
                *visits = visits.saturating_add(branch.visits);
            }
        }
        if threads.len() < 2 {
            threads.clear();
        }
        let plies = plies.into_iter().collect();
        Self { threads, plies, ends: most_first(ends), moves: most_first(moves) }
    }
}

fn most_first<T>(counted: BTreeMap<T, u64>) -> Vec<(T, u64)> {
    let mut list: Vec<(T, u64)> = counted.into_iter().collect();
    list.sort_by_key(|&(_, visits)| std::cmp::Reverse(visits));
    list
}
