//! What endgame tables say of a position and of its moves, as lines of text.

use crate::endgame::bounds::Span;
use crate::endgame::probe::{Probe, View};
use crate::endgame::store::Store;
use crate::endgame::{Index, Metric, Value};
use crate::game::Line;
use crate::games::Game;

/// What tables say of a position and of each of its moves.
pub(super) fn report<G: Game>(
    rules: &G,
    index: &G::Index,
    store: Store,
    line: &Line<G>,
) -> Vec<String> {
    let pos = line.position();
    let view = View::new(rules, index, store);
    let Some((table, _)) = index.place(rules, pos) else {
        return vec!["no table holds this position".to_owned()];
    };
    if <G::Index as Index<G>>::MARGINS {
        return margin_report(rules, &view, line, &index.name(table));
    }
    let mut lines = Vec::new();
    for metric in Metric::OF_WINS {
        if let Some(value) = view.value(pos, metric) {
            lines.push(format!("{} {metric}: {}", index.name(table), text(metric, value)));
        }
    }
    if lines.is_empty() {
        return vec![format!("{}: not built", index.name(table))];
    }
    let moves = line.moves(rules);
    let Some(judged) = view.moves(pos, &moves).filter(|_| !moves.is_empty()) else { return lines };
    let mut sorted: Vec<(G::Move, Value)> = moves.into_iter().zip(judged.values).collect();
    sorted.sort_by_key(|(_, value)| std::cmp::Reverse(value.wish()));
    for (mv, value) in sorted {
        lines.push(format!("{}: {}", rules.move_text(pos, mv), text(judged.metric, value)));
    }
    lines
}

/// What tables of margins say of a position and its moves: how far ahead the side to move ends, or
/// between what bounds.
fn margin_report<G: Game>(
    rules: &G,
    view: &View<'_, G, G::Index>,
    line: &Line<G>,
    name: &str,
) -> Vec<String> {
    let pos = line.position();
    let Some(span) = view.span(pos) else { return vec![format!("{name}: not built")] };
    let cut = if span.exact().is_some() { "" } else { ", as cycles are cut" };
    let mut lines = vec![format!("{name} margin: {span}{cut}")];
    let mover = rules.side_to_move(pos);
    let worth = |mv: G::Move| {
        let mut child = pos.clone();
        rules.play(&mut child, mv);
        let span = view.span(&child)?;
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
        (Metric::Wld, Value::Win(_)) => "win".to_owned(),
        (Metric::Wld, Value::Loss(_)) => "loss".to_owned(),
        _ => value.to_string(),
    }
}
