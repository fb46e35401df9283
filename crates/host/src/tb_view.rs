//! What endgame tables say of a position and of its moves.

use std::cmp::Reverse;

use crate::game::Game;
use crate::view::{Lateness, MoveVerdicts, TablesView, Verdict};
use plyglot_core::game::PlayedGame;
use plyglot_core::sort::sort_descending;
use plyglot_core::text::in_columns;
use plyglot_tablebase::contents::{metrics, probe};
use plyglot_tablebase::demand::Demand;
use plyglot_tablebase::store::Store;
use plyglot_tablebase::{Indexer, Metric, MoveValues, Probe, Value};

/// What tables say of a position and of each of its moves.
pub(super) fn view<G: Game>(
    rules: &G,
    indexer: &G::Indexer,
    store: Store,
    played: &PlayedGame<G>,
    other: Option<&dyn Probe<G>>,
) -> TablesView {
    let pos = played.position();
    let mut view = own_view(rules, indexer, store, played);
    let other = other.and_then(|other| Some((other, other.table_name(pos)?)));
    if let Some((other, table)) = other {
        let theirs = view_of(rules, other, played, table);
        if view.verdicts.is_empty() {
            return theirs;
        }
        view.beside = theirs.table.map(|table| (table, theirs.verdicts));
    }
    view
}

fn own_view<G: Game>(
    rules: &G,
    indexer: &G::Indexer,
    store: Store,
    played: &PlayedGame<G>,
) -> TablesView {
    let pos = played.position();
    let probe = probe(rules, indexer, store);
    let Some((table, _)) = indexer.locate(rules, pos) else { return TablesView::default() };
    let table = indexer.name(table);
    if metrics::<G, G::Indexer>() == [Metric::Margin] {
        let span = probe.span(pos);
        let moves = span.and_then(|_| margins(rules, &*probe, played)).unwrap_or_default();
        let verdicts = span.map(Verdict::Span).into_iter().collect();
        return TablesView { table: Some(table), verdicts, moves, ..TablesView::default() };
    }
    view_of(rules, &*probe, played, table)
}

/// What tables of wins and losses say.
fn view_of<G: Game>(
    rules: &G,
    probe: &dyn Probe<G>,
    played: &PlayedGame<G>,
    table: String,
) -> TablesView {
    let pos = played.position();
    let found = each_verdict(&Metric::OF_WDL, &|metric| probe.value(pos, metric));
    let verdicts: Vec<Verdict> = found.into_iter().flatten().collect();
    let moves = played.moves(rules);
    let judged = probe.moves(pos, &moves);
    let lateness = judged.as_ref().filter(|judged| !judged.in_time).map(|_| {
        let is_draw = probe.verdict(pos) == Some(Value::Draw);
        if is_draw { Lateness::Cursed } else { Lateness::Possible }
    });
    let metrics: Vec<Metric> = verdicts.iter().map(Verdict::metric).collect();
    let is_drawn = judged.as_ref().and_then(MoveValues::best) == Some(Value::Draw);
    let mut valued = Vec::with_capacity(moves.len());
    for (at, &mv) in moves.iter().enumerate() {
        let verdicts = each_verdict(&metrics, &|metric| probe.move_value(pos, mv, metric));
        let sure = judged.as_ref().map(|judged| judged.values[at]);
        let keeps = is_drawn && sure == Some(Value::Draw);
        let demand = keeps.then(|| Demand::after(probe, rules, played, mv)).flatten();
        let text = rules.move_text(pos, mv);
        valued.push((by_value(sure, &verdicts, demand), MoveVerdicts { text, verdicts, demand }));
    }
    let moves = if metrics.is_empty() { Vec::new() } else { best_first(valued) };
    TablesView { table: Some(table), verdicts, beside: None, lateness, moves }
}

/// What each of these metrics says, if it is known.
fn each_verdict(
    metrics: &[Metric],
    value: &dyn Fn(Metric) -> Option<Value>,
) -> Vec<Option<Verdict>> {
    let verdict = |&metric: &Metric| value(metric).map(|value| Verdict::Value(metric, value));
    metrics.iter().map(verdict).collect()
}

/// How a move is wished for: by what is sure of all moves, else by the finest metric that knows it; of
/// moves that keep a draw the one that is hardest to answer.
fn by_value(sure: Option<Value>, verdicts: &[Option<Verdict>], demand: Option<Demand>) -> Wish {
    let found = verdicts.iter().flatten().find_map(|verdict| match verdict {
        Verdict::Value(_, value) => Some(*value),
        Verdict::Span(_) => None,
    });
    sure.or(found).map(|value| (value.preference(), 0, Reverse(demand)))
}

/// How much the side to move should like a move; of moves that no table knows nothing is said.
type Wish = Option<(i32, i32, Reverse<Option<Demand>>)>;

fn best_first(mut moves: Vec<(Wish, MoveVerdicts)>) -> Vec<MoveVerdicts> {
    sort_descending(&mut moves, |(wish, _)| *wish);
    moves.into_iter().map(|(_, mv)| mv).collect()
}

impl MoveVerdicts {
    /// What a move that keeps a draw asks of the other side, in words.
    pub fn demand_text(&self) -> Option<String> {
        let (keeping, answers) = self.demand?.answers()?;
        Some(format!("kept by {keeping} of {answers} answers"))
    }
}

impl TablesView {
    /// The same in words, the moves a line each; a column for each metric where there are several.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = self.heading();
        if let [metric] = &*self.verdicts {
            let verdict = |mv: &MoveVerdicts| match mv.verdicts.first() {
                Some(Some(verdict)) => verdict.to_string(),
                Some(None) | None => format!("not in the tables of {}", metric.metric()),
            };
            lines.extend(self.moves.iter().map(|mv| {
                let demand = mv.demand_text().map_or(String::new(), |demand| format!(", {demand}"));
                format!("{}: {}{demand}", mv.text, verdict(mv))
            }));
        } else if !self.moves.is_empty() {
            lines.extend(self.columns());
        }
        lines
    }

    /// What is said of the position itself.
    pub fn heading(&self) -> Vec<String> {
        let Some(table) = &self.table else {
            return vec!["no table holds this position".to_owned()];
        };
        if self.verdicts.is_empty() {
            return vec![format!("{table}: not built")];
        }
        let verdict = |table: &str, verdict: &Verdict| match verdict {
            Verdict::Value(metric, _) => format!("{table} {metric}: {verdict}"),
            Verdict::Span(span) => {
                let cut = if span.exact().is_some() { "" } else { ", as cycles are cut" };
                format!("{table} margin: {span}{cut}")
            }
        };
        let own = self.verdicts.iter().map(|found| verdict(table, found));
        let beside = self
            .beside
            .iter()
            .flat_map(|(table, found)| found.iter().map(|found| verdict(table, found)));
        let mut lines: Vec<String> = own.chain(beside).collect();
        lines.extend(self.lateness.map(|lateness| lateness.to_string()));
        lines
    }

    /// A heading and a row for each move.
    fn columns(&self) -> Vec<String> {
        let words = self.verdicts.iter().map(|verdict| verdict.metric().word().to_owned());
        let mut rows: Vec<Vec<String>> =
            vec![std::iter::once("move".to_owned()).chain(words).collect()];
        rows.extend(self.moves.iter().map(|mv| {
            let cell =
                |verdict: &Option<Verdict>| verdict.map_or("-".to_owned(), |v| v.to_string());
            let cells = mv.verdicts.iter().map(cell).chain(mv.demand_text());
            std::iter::once(mv.text.clone()).chain(cells).collect()
        }));
        in_columns(&rows)
    }
}

/// What tables of margins say of the moves, the best first, if they know all of them.
fn margins<G: Game>(
    rules: &G,
    probe: &dyn Probe<G>,
    played: &PlayedGame<G>,
) -> Option<Vec<MoveVerdicts>> {
    let pos = played.position();
    let mover = rules.side_to_move(pos);
    let mut valued = Vec::new();
    for mv in played.moves(rules) {
        let child = rules.after(pos, mv);
        let span = probe.span(&child)?;
        let same_side = rules.side_to_move(&child) == mover;
        let span = if same_side { span } else { span.flipped() };
        valued.push((
            Some((span.low.into(), span.high.into(), Reverse(None))),
            MoveVerdicts {
                text: rules.move_text(pos, mv),
                verdicts: vec![Some(Verdict::Span(span))],
                demand: None,
            },
        ));
    }
    Some(best_first(valued))
}
