//! What endgame tables say of a position and of its moves, as lines of text.

use crate::game::Game;
use plyglot_core::game::Line;
use plyglot_tablebase::contents::{metrics, probe};
use plyglot_tablebase::span::Span;
use plyglot_tablebase::store::Store;
use plyglot_tablebase::{Indexer, Metric, Probe, Value};

/// What tables say of a position and of each of its moves.
pub(super) fn report<G: Game>(
    rules: &G,
    indexer: &G::Indexer,
    store: Store,
    line: &Line<G>,
) -> Vec<String> {
    let pos = line.position();
    let probe = probe(rules, indexer, store);
    let Some((table, _)) = indexer.locate(rules, pos) else {
        return vec!["no table holds this position".to_owned()];
    };
    if metrics::<G, G::Indexer>() == [Metric::Margin] {
        return margin_report(rules, &*probe, line, &indexer.name(table));
    }
    let mut lines = Vec::new();
    for metric in Metric::OF_WDL {
        if let Some(value) = probe.value(pos, metric) {
            lines.push(format!("{} {metric}: {}", indexer.name(table), text(metric, value)));
        }
    }
    if lines.is_empty() {
        return vec![format!("{}: not built", indexer.name(table))];
    }
    let moves = line.moves(rules);
    let Some(judged) = probe.moves(pos, &moves).filter(|_| !moves.is_empty()) else { return lines };
    let mut sorted: Vec<(G::Move, Value)> = moves.into_iter().zip(judged.values).collect();
    sorted.sort_by_key(|(_, value)| std::cmp::Reverse(value.preference()));
    for (mv, value) in sorted {
        lines.push(format!("{}: {}", rules.move_text(pos, mv), text(judged.metric, value)));
    }
    lines
}

/// What tables of margins say of a position and its moves: how far ahead the side to move ends, or
/// between what bounds.
fn margin_report<G: Game>(
    rules: &G,
    probe: &dyn Probe<G>,
    line: &Line<G>,
    name: &str,
) -> Vec<String> {
    let pos = line.position();
    let Some(span) = probe.span(pos) else { return vec![format!("{name}: not built")] };
    let cut = if span.exact().is_some() { "" } else { ", as cycles are cut" };
    let mut lines = vec![format!("{name} margin: {span}{cut}")];
    let mover = rules.side_to_move(pos);
    let worth = |mv: G::Move| {
        let mut child = pos.clone();
        rules.play(&mut child, mv);
        let span = probe.span(&child)?;
        let same_side = rules.side_to_move(&child) == mover;
        Some((mv, if same_side { span } else { span.flipped() }))
    };
    let spans: Option<Vec<(G::Move, Span)>> = line.moves(rules).into_iter().map(worth).collect();
    let Some(mut sorted) = spans else { return lines };
    sorted.sort_by_key(|(_, span)| std::cmp::Reverse((span.low, span.high)));
    let each = sorted.into_iter();
    lines.extend(each.map(|(mv, span)| format!("{}: {span}", rules.move_text(pos, mv))));
    lines
}

/// A value as its metric means it.
fn text(metric: Metric, value: Value) -> String {
    match (metric, value) {
        (Metric::Wdl, Value::Win(_)) => "win".to_owned(),
        (Metric::Wdl, Value::Loss(_)) => "loss".to_owned(),
        _ => value.to_string(),
    }
}
