//! `plyglot tb stats`: what tables hold, counted.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use crate::game::Game;
use crate::progress::Voice;
use crate::tb_ask::{attached, value_at};
use plyglot_core::Side;
use plyglot_tablebase::build::BuildRequest;
use plyglot_tablebase::contents::counter_limit;
use plyglot_tablebase::stats::{Counts, count};
use plyglot_tablebase::store::TableSet;
use plyglot_tablebase::{Indexer, Metric, TableId};

/// How counts are said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StatsForm {
    /// In words, with how many positions there are by distance.
    Words,
    /// As CSV, a line a side.
    Csv,
    /// As CSV, a line for each distance.
    CsvByDistance,
    /// As JSON, a line a side.
    Json,
}

/// What is counted of one side in one table.
struct Row<'a> {
    name: &'a str,
    metric: Metric,
    side: Side,
    places: u64,
    bytes: u64,
    counts: &'a Counts,
    /// After so many plies without progress a game is drawn, where that is a rule and the metric counts them.
    limit: Option<u16>,
    /// A position as far from the end as there is, where distances are kept.
    example: String,
}

pub(super) fn stats<G: Game>(
    set: TableSet<'_, G, G::Indexer>,
    request: &BuildRequest<'_>,
    (form, are_named): (StatsForm, bool),
    voice: &Voice,
) -> Result<(), String> {
    let TableSet { rules, indexer, .. } = set;
    let (store, metric) = (attached::<G>(set, request)?, request.metric);
    let (there, missing): (Vec<TableId>, Vec<TableId>) =
        request.tables.iter().partition(|table| store.has(**table, metric));
    if let Some(first) = missing.first().filter(|_| are_named || there.is_empty()) {
        let folder = request.folder.unwrap_or(Path::new(".")).display();
        let (name, others) = (indexer.name(*first), missing.len() - 1);
        let others = if others > 0 { format!(", nor {others} others") } else { String::new() };
        return Err(format!("{folder}: holds no table {name} by {metric}{others}"));
    }
    head(form, voice);
    for table in there {
        let counts = count(rules, indexer, table, &|at| value_at(&store, table, metric, at));
        let bytes = store.bytes(table, metric).unwrap_or_default();
        say_counts(set, (table, metric, bytes), &counts, form, voice);
    }
    Ok(())
}

/// The first line of a CSV.
pub(super) fn head(form: StatsForm, voice: &Voice) {
    match form {
        StatsForm::Words | StatsForm::Json => (),
        StatsForm::Csv => voice.say(
            "table,metric,to_move,places,positions,wins,draws,losses,open,longest,\
             longest_positions,bytes,example",
        ),
        StatsForm::CsvByDistance => voice.say("table,metric,to_move,result,distance,positions"),
    }
}

/// Says what a table holds, whose file has so many bytes.
pub(super) fn say_counts<G: Game>(
    set: TableSet<'_, G, G::Indexer>,
    (table, metric, bytes): (TableId, Metric, u64),
    counts: &[Counts; 2],
    form: StatsForm,
    voice: &Voice,
) {
    let TableSet { rules, indexer, .. } = set;
    for (side, counts) in Side::BOTH.into_iter().zip(counts) {
        if counts.positions() == 0 {
            continue;
        }
        let longest = counts.longest.filter(|_| metric != Metric::Wdl);
        let example = longest.and_then(|longest| indexer.unrank(table, longest.at));
        let row = Row {
            name: &indexer.name(table),
            metric,
            side,
            limit: counter_limit::<G, G::Indexer>(indexer).filter(|_| metric == Metric::Dtz),
            places: indexer.len(table),
            bytes,
            counts,
            example: example.map_or(String::new(), |pos| rules.position_text(&pos)),
        };
        match form {
            StatsForm::Words => {
                row.words(rules.side_names()[side.index()]).into_iter().for_each(|line| {
                    voice.say(line);
                });
            }
            StatsForm::Csv => voice.say(row.csv()),
            StatsForm::CsvByDistance => row.by_distance(voice),
            StatsForm::Json => voice.say(row.json().to_string()),
        }
    }
}

impl Row<'_> {
    /// The counts, and below them how many positions are won and lost at each distance.
    fn words(&self, who: &str) -> Vec<String> {
        let Row { name, metric, counts, example, .. } = self;
        let Counts { wins, draws, losses, open, .. } = counts;
        let mut line = format!("{name} {metric} {who}: {wins} won, {draws} drawn, {losses} lost");
        if *open > 0 {
            let _ = write!(line, ", {open} left open by bounds");
        }
        if *metric == Metric::Wdl {
            return vec![line];
        }
        if let Some(longest) = counts.longest {
            let (plies, many) = (longest.plies, longest.positions);
            let _ = match metric {
                Metric::Margin => {
                    write!(line, "; largest margin {plies}, {many} positions, {example}")
                }
                _ => write!(line, "; longest {plies} plies, {many} positions, {example}"),
            };
        }
        if let Some([wins, losses]) = self.cursed().filter(|cursed| *cursed != [0, 0]) {
            let _ = write!(line, "; {wins} of the wins and {losses} of the losses cursed");
        }
        let results = match metric {
            Metric::Margin => ["ahead by", "behind by"],
            _ => ["won in plies", "lost in plies"],
        };
        let histogram = results.into_iter().enumerate().filter_map(|(column, result)| {
            let many = self.positions(column);
            let many: Vec<String> =
                many.map(|(distance, many)| format!("{distance}: {many}")).collect();
            (!many.is_empty()).then(|| format!("  {result} {}", many.join(", ")))
        });
        std::iter::once(line).chain(histogram).collect()
    }

    /// Distances with how many positions are won (column 0) or lost in them.
    fn positions(&self, column: usize) -> impl Iterator<Item = (usize, u64)> {
        let rows = self.counts.by_distance.iter().enumerate();
        rows.map(move |(distance, row)| (distance, row[column])).filter(|(_, many)| *many > 0)
    }

    /// How many wins and losses come too late for the rule of no progress, whose counter stands at nought.
    fn cursed(&self) -> Option<[u64; 2]> {
        let in_time = usize::from(self.limit?);
        let late = |column| self.positions(column).filter(|(plies, _)| *plies > in_time);
        Some([0, 1].map(|column| late(column).map(|(_, many)| many).sum()))
    }

    /// `first` or `second`, for programs.
    const fn who(&self) -> &'static str {
        match self.side {
            Side::First => "first",
            Side::Second => "second",
        }
    }

    fn csv(&self) -> String {
        let Row { name, metric, places, bytes, counts, example, .. } = self;
        let longest = counts.longest.filter(|_| *metric != Metric::Wdl);
        let (plies, many) = longest.map_or((0, 0), |found| (found.plies, found.positions));
        let Counts { wins, draws, losses, open, .. } = counts;
        format!(
            "{name},{metric},{},{places},{},{wins},{draws},{losses},{open},{plies},{many},\
             {bytes},{example}",
            self.who(),
            counts.positions()
        )
    }

    fn json(&self) -> serde_json::Value {
        let Row { name, metric, places, bytes, counts, example, .. } = self;
        let longest = counts.longest.filter(|_| *metric != Metric::Wdl);
        let Counts { wins, draws, losses, open, .. } = counts;
        let by = |column| self.positions(column).collect::<BTreeMap<_, _>>();
        serde_json::json!({
            "table": name,
            "metric": metric.to_string(),
            "to_move": self.who(),
            "places": places,
            "positions": counts.positions(),
            "wins": wins,
            "draws": draws,
            "losses": losses,
            "open": open,
            "longest": longest.map(|found| found.plies),
            "longest_positions": longest.map(|found| found.positions),
            "example": longest.map(|_| example),
            "bytes": bytes,
            "cursed": self.cursed(),
            "wins_by_distance": by(0),
            "losses_by_distance": by(1),
        })
    }

    fn by_distance(&self, voice: &Voice) {
        for (column, result) in ["win", "loss"].into_iter().enumerate() {
            for (distance, many) in self.positions(column) {
                let (name, metric, who) = (self.name, self.metric, self.who());
                voice.say(format!("{name},{metric},{who},{result},{distance},{many}"));
            }
        }
    }
}
