//! A recording for other programs: Graphviz, tables.

use std::fmt::Write as _;

use super::file::COLUMNS;
use super::recording::Recording;
use super::view::View;
use plyglot_core::Score;

/// The tree of the last iteration for Graphviz, so many plies deep: of every move the visit that
/// decided about it. Edges of the best line are thick.
pub fn dot(recording: &Recording, plies: u32) -> String {
    let view = View::new(recording);
    let mut text = "digraph search {\n  node [shape=box, fontname=monospace];\n".to_owned();
    if let Some(root) = view.root() {
        let _ = writeln!(text, "  n{root} [label=\"root\\n{}\"];", label(&view, root));
        grow(&view, root, plies, true, &mut text);
    }
    text.push_str("}\n");
    text
}

fn grow(view: &View<'_>, at: u32, plies: u32, on_line: bool, text: &mut String) {
    if plies == 0 {
        return;
    }
    let best = view.node(at).text;
    for branch in view.branches(at) {
        let child = branch.at;
        let is_best = on_line && branch.mv == best;
        let (name, label) = (quoted(view.name(child)), label(view, child));
        let _ = writeln!(text, "  n{child} [label=\"{name}\\n{label}\"];");
        let width = if is_best { " [penwidth=3]" } else { "" };
        let _ = writeln!(text, "  n{at} -> n{child}{width};");
        grow(view, child, plies - 1, is_best, text);
    }
}

/// Score, visits and reason of a visit, as the node above sees it: so everything else tells it.
fn label(view: &View<'_>, at: u32) -> String {
    let node = view.node(at);
    let score = view.score_above(at);
    format!("{score}\\n{} visits\\n{}", node.visits, quoted(&view.reason(at)))
}

fn quoted(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}

/// Every visit as a line of comma-separated values [rfc-4180], under the names of the columns of a
/// trace file; moves left out are separated by spaces.
pub fn csv(recording: &Recording) -> String {
    let mut text = format!("{}\n", COLUMNS.join(","));
    for node in &recording.nodes {
        let bound = node.bound().map_or(String::new(), |bound| format!("{bound:?}").to_lowercase());
        let skipped: Vec<&str> = node.skipped.iter().map(|&mv| recording.text(mv)).collect();
        let cells = [
            node.parent.map_or(String::new(), |parent| parent.to_string()),
            node.thread.to_string(),
            node.ply.to_string(),
            node.iteration.to_string(),
            cell(recording.text(node.mv)),
            node.depth.to_string(),
            node.extension.to_string(),
            node.reduction.to_string(),
            node.alpha.raw().to_string(),
            node.beta.raw().to_string(),
            number(node.static_eval),
            number(node.score),
            bound,
            node.same_side.to_string(),
            node.end.word().to_owned(),
            cell(recording.text(node.text)),
            node.earlier.map_or(String::new(), |ply| ply.to_string()),
            node.visits.to_string(),
            cell(&skipped.join(" ")),
            format!("{:016x}", node.key),
        ];
        text.push_str(&cells.join(","));
        text.push('\n');
    }
    text
}

fn number(score: Option<Score>) -> String {
    score.map_or(String::new(), |score| score.raw().to_string())
}

fn cell(text: &str) -> String {
    if text.contains([',', '"', '\n']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}
