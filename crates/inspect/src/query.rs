//! Questions about a recording, answered in lines of text.
//!
//! One implementation for the protocol, where the lines stand behind `info string`, and for
//! `plyglot inspect`. Scores are always those of the side that chose the move they stand behind.

use std::cmp::Reverse;

use super::compare::diff;
use super::file;
use super::heat::Heat;
use super::recording::{End, Iteration, NO_TEXT, Node, Recording};
use super::view::{Branch, View, bounded, edge};
use plyglot_core::Score;
use plyglot_protocol::Ask;

/// Where `up` and `down` have led: moves from the root.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Walk {
    /// The moves.
    pub path: Vec<String>,
}

/// Why there is nothing to ask about.
const NO_RECORDING: &str = "no search is recorded, send trace on before go";

/// An answer is not longer than this.
pub(super) const LINES_MAX: usize = 500;

/// Answers a question; the text of an error is for the client, and the walk is where it was.
pub fn answer(
    recording: Option<&Recording>,
    walk: &mut Walk,
    ask: &Ask<'_>,
) -> Result<Vec<String>, String> {
    let word = word(ask);
    let named = |what: String| format!("{word}: {what}");
    if let Ask::Diff(one, other) = *ask {
        return diff_files(one, other, recording);
    }
    let recording = recording.ok_or_else(|| named(NO_RECORDING.to_owned()))?;
    if recording.nodes.is_empty() {
        return Ok(nothing_searched(recording));
    }
    let view = View::new(recording);
    let here = view.place(&walk.path).map_err(named)?;
    let mut lines = match ask {
        Ask::Why(None) => why(&view, here),
        Ask::Why(Some(mv)) => why_move(&view, here, mv).map_err(named)?,
        Ask::Tree { path, depth } => {
            let path = walk.path.iter().cloned().chain(path.iter().map(|&mv| mv.to_owned()));
            let at = view.place(&path.collect::<Vec<_>>()).map_err(named)?;
            tree(&view, at, *depth)
        }
        Ask::Up if walk.path.is_empty() => return Err(named("this is the root".to_owned())),
        Ask::Up => {
            walk.path.pop();
            tree(&view, view.place(&walk.path).map_err(named)?, 1)
        }
        Ask::Down(mv) => {
            let at = view.deciding(here, mv).ok_or_else(|| named(view.no_such_move(here, mv)))?;
            walk.path = view.path(at).into_iter().map(str::to_owned).collect();
            tree(&view, at, 1)
        }
        Ask::Best(lines) => best(&view, here, *lines as usize),
        Ask::Hot => hot(&view),
        Ask::Iterations | Ask::Diff(..) => iterations(&view),
    };
    if lines.len() > LINES_MAX {
        let more = lines.len() - LINES_MAX;
        lines.truncate(LINES_MAX);
        lines.push(format!("… {more} more lines"));
    }
    Ok(lines)
}

/// Where two recordings part: those of two files, or that of a file and this one.
pub fn diff_files(
    one: &str,
    other: Option<&str>,
    recording: Option<&Recording>,
) -> Result<Vec<String>, String> {
    let named = |what: String| format!("diff: {what}");
    let load = |path: &str| file::load(path).map_err(|error| named(error.to_string()));
    match (other, recording) {
        (Some(other), _) => diff(&load(one)?, &load(other)?).map_err(named),
        (None, Some(recording)) => diff(&load(one)?, recording).map_err(named),
        (None, None) => Err(named(NO_RECORDING.to_owned())),
    }
}

/// Who moved instead, and what is known of it.
fn nothing_searched(recording: &Recording) -> Vec<String> {
    let about = &recording.about;
    let who = if about.by_tables {
        "nothing was searched: the endgame tables knew the answer; tb shows what they say"
            .to_owned()
    } else {
        format!("no search to look into: the mind {} moved by means of its own", about.player)
    };
    let mut lines = vec![who];
    lines.extend(about.played.as_ref().map(|mv| format!("it played {mv}")));
    let line =
        |it: &Iteration| format!("it said depth {} {}: {}", it.depth, it.score, it.pv.join(" "));
    lines.extend(about.iterations.iter().map(line));
    lines.extend(about.notes.iter().map(|note| format!("it said {note}")));
    lines
}

/// The word of a question.
fn word(ask: &Ask<'_>) -> &'static str {
    match ask {
        Ask::Why(_) => "why",
        Ask::Tree { .. } => "tree",
        Ask::Up => "up",
        Ask::Down(_) => "down",
        Ask::Best(_) => "best",
        Ask::Hot => "hot",
        Ask::Iterations => "iterations",
        Ask::Diff(..) => "diff",
    }
}

/// `root` or the moves to it.
fn title(view: &View<'_>, at: u32) -> String {
    let path = view.path(at);
    if path.is_empty() { "root".to_owned() } else { path.join(" ") }
}

/// The visit itself: its window, its score for the side to move, why it ended.
fn status(view: &View<'_>, at: u32) -> String {
    let node = view.node(at);
    let score = match (node.score, node.bound()) {
        (Some(score), Some(bound)) => bounded(score, bound),
        _ => "no score".to_owned(),
    };
    let static_eval = node
        .static_eval
        .map_or(String::new(), |static_eval| format!(", static eval {static_eval}"));
    format!(
        "{}: {}, {score} in {} to {}{static_eval}: {}",
        title(view, at),
        view.depth(at),
        edge(node.alpha),
        edge(node.beta),
        view.reason(at)
    )
}

/// One move of a node on one line.
fn branch_line(view: &View<'_>, above: u32, branch: &Branch) -> String {
    let whole = view.node(above).visits.max(1);
    let share = permille(branch.visits, whole);
    format!(
        "{} {}, {}, visits {} ({share}): {}",
        view.name(branch.at),
        view.score_above(branch.at),
        view.depth(branch.at),
        branch.visits,
        view.reason(branch.at)
    )
}

/// A share in per cent with one digit behind the point.
fn permille(part: u64, whole: u64) -> String {
    let permille = part.saturating_mul(1000) / whole.max(1);
    format!("{}.{} %", permille / 10, permille % 10)
}

/// The best line below a node, each move with its reason, and what the evaluator sees at its end.
fn why(view: &View<'_>, at: u32) -> Vec<String> {
    let mut lines = vec![status(view, at)];
    let line = view.line(at);
    lines.extend(line.iter().map(|&at| step_line(view, at)));
    let last = line.last().copied().unwrap_or(at);
    lines.extend(end_of_recording(view, last));
    let about = &view.recording.about;
    let told = about.iterations.last().map_or(&[][..], |iteration| &iteration.pv);
    let shown = view.path(last);
    let same = told.len() == shown.len() && shown.iter().zip(told).all(|(mv, told)| mv == told);
    if same && !about.terms.is_empty() {
        let terms = about.terms.iter().filter(|(_, value)| *value != 0);
        let terms: Vec<String> = terms.map(|(name, value)| format!("{name} {value:+}")).collect();
        let terms = if terms.is_empty() { "all terms are 0".to_owned() } else { terms.join(", ") };
        lines.push(format!("static eval there, for the side to move: {terms}"));
    }
    lines
}

/// `3. e7e5 cp 12, depth 2: all moves searched, best g1f3`.
fn step_line(view: &View<'_>, at: u32) -> String {
    let (ply, name, score) = (view.node(at).ply, view.name(at), view.score_above(at));
    format!("{ply}. {name} {score}, {}: {}", view.depth(at), view.reason(at))
}

/// Says that a line goes on below what was kept.
fn end_of_recording(view: &View<'_>, last: u32) -> Option<String> {
    let node = view.node(last);
    let goes_on =
        matches!(node.end, End::Cut | End::Searched | End::Averaged) && view.below(last).is_empty();
    goes_on.then(|| "deeper plies are not recorded".to_owned())
}

/// What speaks against a move of a node, or for it.
fn why_move(view: &View<'_>, here: u32, mv: &str) -> Result<Vec<String>, String> {
    let node = view.node(here);
    let turn = |at: u32| view.path(at).split_off(node.ply.into()).join(",");
    let Some(at) = view.deciding(here, mv) else {
        if let Some((at, rest)) = view.beginning(here, mv) {
            let mut lines = why_move(view, here, &turn(at))?;
            lines.insert(0, format!("{mv}: recorded to {}, {rest} is not", turn(at)));
            return Ok(lines);
        }
        return not_searched(view, here, mv).ok_or_else(|| view.no_such_move(here, mv));
    };
    let name = turn(at);
    let chosen = view.text(node.text);
    let mut lines = Vec::new();
    if view.line(here).contains(&at) {
        lines.push(format!("{name} is the move: {}", view.score_above(at)));
    } else {
        let alpha = asked(view, at);
        let against = view.deciding(here, chosen);
        let against = against.map(|best| format!("; {chosen} {}", view.score_above(best)));
        let against = against.unwrap_or_default();
        lines.push(format!("{name} {}, to beat {}{against}", view.score_above(at), edge(alpha)));
    }
    lines.push(step_line(view, at));
    let line = view.line(at);
    lines.extend(line.iter().map(|&at| step_line(view, at)));
    lines.extend(end_of_recording(view, line.last().copied().unwrap_or(at)));
    if node.parent.is_none() {
        lines.push(fell_behind(view, &name));
    }
    Ok(lines)
}

/// The score that the move behind a visit had to beat.
fn asked(view: &View<'_>, at: u32) -> Score {
    let node = view.node(at);
    if node.same_side { node.alpha } else { -node.beta }
}

/// A move that was never visited, where that can be explained.
fn not_searched(view: &View<'_>, here: u32, mv: &str) -> Option<Vec<String>> {
    let node = view.node(here);
    let excluded = &view.recording.about.excluded;
    if node.parent.is_none() && excluded.iter().any(|text| text.eq_ignore_ascii_case(mv)) {
        let text = "kept out of the search: searchmoves named others, or an endgame table says that \
                    it gives the result away";
        return Some(vec![format!("{mv}: {text}")]);
    }
    let is_it = |id: &u32| view.text(*id).eq_ignore_ascii_case(mv);
    if node.skipped.iter().any(is_it) {
        let text = if node.end == End::Averaged {
            "never tried: others promised more"
        } else {
            "left out without a look: late and quiet, too far below alpha, or losing"
        };
        return Some(vec![format!("{mv}: {text}"), status(view, here)]);
    }
    let cut = node.end == End::Cut && node.text != NO_TEXT;
    cut.then(|| {
        let cutter = view.text(node.text);
        vec![format!("{mv}: no move here besides {cutter} matters: it cut before them, if legal")]
    })
}

/// At which depth a root move was last the best, and when it fell behind.
fn fell_behind(view: &View<'_>, name: &str) -> String {
    let best =
        |root: u32| view.deciding(root, name).is_some_and(|at| view.line(root).contains(&at));
    let roots = view.by_iteration();
    let led: Vec<u16> =
        roots.iter().filter(|(_, at)| best(**at)).map(|(&depth, _)| depth).collect();
    let last = roots.keys().next_back().copied();
    match led.last().copied() {
        None => format!("{name} was the best move at no depth"),
        depth if depth == last => format!("{name} is the best move at the last depth"),
        Some(depth) => {
            let fell = roots.keys().copied().find(|&other| other > depth).unwrap_or(depth);
            let then = roots.get(&fell).map_or("", |&at| view.text(view.node(at).text));
            format!(
                "{name} was the best move to depth {depth}; at depth {fell} it fell behind {then}"
            )
        }
    }
}

/// The children of a node, those with the most visits first, to some depth.
fn tree(view: &View<'_>, at: u32, depth: u32) -> Vec<String> {
    let mut lines = vec![format!("{}, visits {}", status(view, at), view.node(at).visits)];
    grow(view, at, depth, 1, &mut lines);
    let skipped = &view.node(at).skipped;
    if !skipped.is_empty() {
        let names: Vec<&str> = skipped.iter().map(|&mv| view.text(mv)).collect();
        let what = if view.node(at).end == End::Averaged { "not tried" } else { "left out" };
        lines.push(format!("  {what}: {}", names.join(" ")));
    }
    lines
}

fn grow(view: &View<'_>, at: u32, depth: u32, level: usize, lines: &mut Vec<String>) {
    let mut branches = view.branches(at);
    branches.sort_by_key(|branch| Reverse(branch.visits));
    for branch in &branches {
        if lines.len() > LINES_MAX {
            return;
        }
        lines.push(format!("{:width$}{}", "", branch_line(view, at, branch), width = 2 * level));
        if depth > 1 {
            grow(view, branch.at, depth - 1, level + 1, lines);
        }
    }
}

/// The best moves of a node with the line behind each; at the root the first move of every line that
/// was searched by itself, as that search saw it.
fn best(view: &View<'_>, at: u32, lines: usize) -> Vec<String> {
    let mut branches = view.branches(at);
    branches.retain(|branch| branch.mv != NO_TEXT);
    let beside = view.lines_beside(at).into_iter().filter_map(|root| view.best_below(root));
    let leaders: Vec<u32> = beside.collect();
    let rank = |branch: &Branch| {
        let leader = leaders.iter().position(|&at| view.node(at).mv == branch.mv);
        leader.unwrap_or(if branch.mv == view.node(at).text { 0 } else { usize::MAX })
    };
    // A line was searched without the moves of those before it, so its root may not have them.
    branches.retain(|branch| leaders.iter().all(|&leader| view.node(leader).mv != branch.mv));
    branches.extend(leaders.iter().map(|&at| {
        let Node { mv, visits, .. } = *view.node(at);
        Branch { mv, at, visits }
    }));
    let score = |branch: &Branch| view.recording.seen_above(branch.at);
    branches.sort_by_key(|branch| (rank(branch), Reverse(score(branch))));
    let line = |(number, branch): (usize, &Branch)| {
        let below: Vec<&str> = view.line(branch.at).iter().map(|&at| view.name(at)).collect();
        let (name, score) = (view.name(branch.at), view.score_above(branch.at));
        format!("{number}. {score}: {name} {}", below.join(" ")).trim_end().to_owned()
    };
    let mut said = vec![status(view, at)];
    said.extend((1..).zip(branches.iter().take(lines)).map(line));
    said
}

/// Where the visits went: by ply, by reason, by root move.
fn hot(view: &View<'_>) -> Vec<String> {
    let (recording, heat) = (view.recording, Heat::new(view));
    let kept = recording.nodes.len() as u64;
    let mut lines = vec![format!("visits {}, recorded {kept}", recording.visits)];
    lines.extend(recording.ply_kept.map(|ply| format!("plies below {ply} are not recorded")));
    let line = |what: String, visits: u64, whole: u64| {
        format!("{what}: {visits} ({})", permille(visits, whole))
    };
    let threads = heat.threads.iter();
    lines.extend(threads.map(|(thread, visits)| line(format!("thread {thread}"), *visits, kept)));
    let plies = heat.plies.iter();
    lines.extend(plies.map(|(ply, visits)| line(format!("ply {ply}"), *visits, kept)));
    let ends = heat.ends.iter();
    lines.extend(ends.map(|(end, visits)| line(end.word().to_owned(), *visits, kept)));
    let moves = heat.moves.iter();
    lines.extend(moves.map(|(mv, visits)| line(format!("move {mv}"), *visits, recording.visits)));
    lines
}

/// The search depth by depth, and where the best move changed.
fn iterations(view: &View<'_>) -> Vec<String> {
    let roots = view.by_iteration();
    let mut lines = Vec::new();
    let (mut nodes_before, mut grown_before) = (0, 0);
    let mut last: Option<&Iteration> = None;
    for iteration in &view.recording.about.iterations {
        let Iteration { depth, score, nodes, time_us, pv } = iteration;
        let grown = nodes.saturating_sub(nodes_before);
        let factor = factor(grown, grown_before);
        let line = pv.join(" ");
        lines.push(format!(
            "depth {depth} {score}, nodes {nodes} ({grown} more{factor}), time {} ms: {line}",
            time_us / 1000
        ));
        let old = last.and_then(|last| last.pv.first());
        if let (Some(old), Some(new)) = (old, pv.first().filter(|new| old != Some(new))) {
            let root = u16::try_from(*depth).ok().and_then(|depth| roots.get(&depth));
            let fate = root.and_then(|&root| view.deciding(root, old));
            let fate = fate.map_or(String::new(), |at| {
                let line: Vec<&str> = view.line(at).iter().map(|&at| view.name(at)).collect();
                let score = view.score_above(at);
                match line.as_slice() {
                    [] => format!(": {old} {score}, {}", view.reason(at)),
                    line => format!(": {old} {score} after {}", line.join(" ")),
                }
            });
            lines.push(format!("  {new} instead of {old}{fate}"));
        }
        (nodes_before, grown_before) = (*nodes, grown);
        last = Some(iteration);
    }
    lines
}

/// How many times the nodes of the iteration before: `, 3.2 times as many`.
fn factor(grown: u64, before: u64) -> String {
    match grown.saturating_mul(10).checked_div(before) {
        Some(tenths) => format!(", {}.{} times as many", tenths / 10, tenths % 10),
        None => String::new(),
    }
}
