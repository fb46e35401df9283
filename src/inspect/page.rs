//! A recording as one page for a browser, to explore: everything in one file, nothing fetched.
//!
//! The page holds the visits that decided, of the last iteration, those with the most visits below
//! them first, up to a limit; and the iterations for the plots. What it shows and how is in
//! `page.html`; here its data is put together.

use std::collections::{BTreeMap, BinaryHeap, HashMap};

use serde_json::{Value, json};

use super::query::{LINES_MAX, Walk, answer};
use super::recording::Recording;
use super::view::View;
use crate::protocol::Ask;

/// The page without its data.
const PAGE: &str = include_str!("page.html");
/// Where the data goes.
const DATA: &str = "/*DATA*/";
/// More nodes would make the page slow to open.
const NODES_MAX: usize = 20_000;

/// The board after these moves from the root, a row a line, where it can be shown.
pub type Diagram<'d> = dyn FnMut(&[&str]) -> Option<Vec<String>> + 'd;

/// The page.
pub fn html(recording: &Recording, diagram: &mut Diagram<'_>) -> String {
    let view = View::new(recording);
    let about = &recording.about;
    let mut walk = Walk::default();
    let hot = answer(Some(recording), &mut walk, &Ask::Hot).unwrap_or_default();
    let iterations: Vec<Value> = about
        .iterations
        .iter()
        .map(|it| {
            json!({"depth": it.depth, "score": it.score.raw(), "text": it.score.to_string(),
            "nodes": it.nodes, "time_us": it.time_us, "pv": it.pv})
        })
        .collect();
    let (nodes, boards) = nodes(&view, diagram);
    let data = json!({
        "variant": about.variant,
        "position": about.position,
        "visits": recording.visits,
        "recorded": recording.nodes.len(),
        "ply_kept": recording.ply_kept,
        "iterations": iterations,
        "hot": hot.into_iter().take(LINES_MAX).collect::<Vec<_>>(),
        "nodes": nodes,
        "boards": boards,
    });
    // Nothing in a text may end the script.
    PAGE.replacen(DATA, &data.to_string().replace('<', "\\u003c"), 1)
}

/// The nodes, each after its parent, and the boards by key.
fn nodes(
    view: &View<'_>,
    diagram: &mut Diagram<'_>,
) -> (Vec<Value>, BTreeMap<String, Vec<String>>) {
    let (mut nodes, mut boards) = (Vec::new(), BTreeMap::new());
    let mut numbers: HashMap<u32, usize> = HashMap::new();
    let mut open = BinaryHeap::new();
    open.extend(view.root().map(|root| (u64::MAX, std::cmp::Reverse(root), None)));
    while let Some((visits, std::cmp::Reverse(at), parent)) = open.pop() {
        if nodes.len() == NODES_MAX {
            break;
        }
        let node = view.node(at);
        let key = format!("{:016x}", node.key);
        let path = view.path(at);
        if !boards.contains_key(&key)
            && let Some(rows) = diagram(&path)
        {
            boards.insert(key.clone(), rows);
        }
        numbers.insert(at, nodes.len());
        let above = parent.and_then(|parent: u32| numbers.get(&parent).copied());
        let visits = if parent.is_none() { node.visits } else { visits };
        nodes.push(json!({
            "parent": above,
            "move": if parent.is_none() { "" } else { view.name(at) },
            "score": view.score_above(at),
            "depth": view.depth(at),
            "visits": visits,
            "end": node.end.word(),
            "why": view.reason(at),
            "best": view.text(node.text),
            "window": [node.alpha.raw(), node.beta.raw()],
            "opinion": node.opinion.map(crate::core::Score::raw),
            "key": key,
        }));
        let below = view.branches(at).into_iter();
        open.extend(below.map(|it| (it.visits, std::cmp::Reverse(it.at), Some(at))));
    }
    (nodes, boards)
}
