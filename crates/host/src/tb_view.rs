//! What endgame tables say of a position and of its moves.

use crate::game::Game;
use crate::view::{TablesView, Verdict};
use plyglot_core::game::PlayedGame;
use plyglot_core::sort::sort_descending;
use plyglot_tablebase::contents::{metrics, probe};
use plyglot_tablebase::span::Span;
use plyglot_tablebase::store::Store;
use plyglot_tablebase::{Indexer, Metric, Probe, Value};

/// What tables say of a position and of each of its moves.
pub(super) fn view<G: Game>(
    rules: &G,
    indexer: &G::Indexer,
    store: Store,
    played: &PlayedGame<G>,
) -> TablesView {
    let pos = played.position();
    let probe = probe(rules, indexer, store);
    let Some((table, _)) = indexer.locate(rules, pos) else { return TablesView::default() };
    let table = Some(indexer.name(table));
    if metrics::<G, G::Indexer>() == [Metric::Margin] {
        let span = probe.span(pos);
        let moves = span.and_then(|_| margins(rules, &*probe, played)).unwrap_or_default();
        return TablesView {
            table,
            verdicts: span.map(Verdict::Span).into_iter().collect(),
            moves,
        };
    }
    let value = |metric| probe.value(pos, metric).map(|value| Verdict::Value(metric, value));
    let verdicts: Vec<Verdict> = Metric::OF_WDL.into_iter().filter_map(value).collect();
    let moves = if verdicts.is_empty() { None } else { values(rules, &*probe, played) };
    TablesView { table, verdicts, moves: moves.unwrap_or_default() }
}

impl TablesView {
    /// The same in words, the moves a line each.
    pub fn lines(&self) -> Vec<String> {
        let Some(table) = &self.table else {
            return vec!["no table holds this position".to_owned()];
        };
        if self.verdicts.is_empty() {
            return vec![format!("{table}: not built")];
        }
        let verdict = |verdict: &Verdict| match verdict {
            Verdict::Value(metric, _) => format!("{table} {metric}: {verdict}"),
            Verdict::Span(span) => {
                let cut = if span.exact().is_some() { "" } else { ", as cycles are cut" };
                format!("{table} margin: {span}{cut}")
            }
        };
        let moves = self.moves.iter().map(|(mv, verdict)| format!("{mv}: {verdict}"));
        self.verdicts.iter().map(verdict).chain(moves).collect()
    }
}

/// What tables of one metric say of all moves, if they know all.
fn values<G: Game>(
    rules: &G,
    probe: &dyn Probe<G>,
    played: &PlayedGame<G>,
) -> Option<Vec<(String, Verdict)>> {
    let (pos, moves) = (played.position(), played.moves(rules));
    let judged = probe.moves(pos, &moves).filter(|_| !moves.is_empty())?;
    let mut sorted: Vec<(G::Move, Value)> = moves.into_iter().zip(judged.values).collect();
    sort_descending(&mut sorted, |(_, value)| value.preference());
    let verdict = |(mv, value)| (rules.move_text(pos, mv), Verdict::Value(judged.metric, value));
    Some(sorted.into_iter().map(verdict).collect())
}

/// The same of tables of margins.
fn margins<G: Game>(
    rules: &G,
    probe: &dyn Probe<G>,
    played: &PlayedGame<G>,
) -> Option<Vec<(String, Verdict)>> {
    let pos = played.position();
    let mover = rules.side_to_move(pos);
    let worth = |mv: G::Move| {
        let child = rules.after(pos, mv);
        let span = probe.span(&child)?;
        let same_side = rules.side_to_move(&child) == mover;
        Some((mv, if same_side { span } else { span.flipped() }))
    };
    let spans: Option<Vec<(G::Move, Span)>> = played.moves(rules).into_iter().map(worth).collect();
    let mut sorted = spans?;
    sort_descending(&mut sorted, |(_, span)| (span.low, span.high));
    Some(
        sorted
            .into_iter()
            .map(|(mv, span)| (rules.move_text(pos, mv), Verdict::Span(span)))
            .collect(),
    )
}
