//! `plyglot tb sweeps`: what each sweep of the plain builder finds.
//!
//! The steps are those of [fierz-egdb], by the builder that takes them one by one; what it has found
//! in which sweep it keeps as the distance to conversion.

use crate::game::Game;
use crate::progress::Voice;
use crate::tb_ask::{build_here, located};
use plyglot_tablebase::build::{BuildRequest, with_needs};
use plyglot_tablebase::contents::{Builder, metrics, probe};
use plyglot_tablebase::indexer::terminal_value;
use plyglot_tablebase::store::{Store, TableSet};
use plyglot_tablebase::{Indexer, Metric, Probe, TableId, Value};

/// MiB are of no matter for tables that fit a page.
const MEMORY: u64 = 1 << 30;

/// Says what the sweeps of the table that holds a position find, and how that position came by its
/// value.
pub(super) fn sweeps<G: Game>(
    set: TableSet<'_, G, G::Indexer>,
    position: &str,
    voice: &Voice,
) -> Result<(), String> {
    let TableSet { rules, indexer, game } = set;
    if !metrics::<G, G::Indexer>().contains(&Metric::Dtc) {
        return Err(format!("{game}: its tables hold margins, which no sweeps by distance find"));
    }
    let (pos, table) = located::<G>(set, position)?;
    let mut store = Store::default();
    let request = BuildRequest {
        tables: with_needs(indexer, rules, &[table]),
        metric: Metric::Dtc,
        folder: None,
        memory: MEMORY,
        builder: Builder::Iterative,
    };
    build_here::<G>(set, &request, &mut store, voice)?;
    for line in table_of_sweeps::<G>(set, table, &store) {
        voice.say(line);
    }
    let probe = probe(rules, indexer, store);
    for line in history::<G>(rules, &*probe, pos) {
        voice.say(line);
    }
    Ok(())
}

/// What the sweeps have set, counted.
#[derive(Default)]
struct Sweeps {
    by_number: Vec<Sweep>,
    /// Positions, by who is to move.
    positions: [u64; 2],
    drawn_at_once: u64,
    drawn: u64,
}

/// What a sweep has set.
#[derive(Clone, Default)]
struct Sweep {
    wins: u64,
    losses: u64,
    /// The first position, by its place, that it set.
    example: Option<u64>,
}

fn table_of_sweeps<G: Game>(
    set: TableSet<'_, G, G::Indexer>,
    table: TableId,
    store: &Store,
) -> Vec<String> {
    let TableSet { rules, indexer, .. } = set;
    let (len, name) = (indexer.len(table), indexer.name(table));
    let mut sweeps = Sweeps::default();
    for at in 0..len {
        let Some(pos) = indexer.unrank(table, at) else { continue };
        sweeps.positions[rules.side_to_move(&pos).index()] += 1;
        let value = store.value(table, Metric::Dtc, at).unwrap_or(Value::Draw);
        sweeps.add(at, value, &|| terminal_value(rules, &pos).is_some());
    }
    let example = |at| indexer.unrank(table, at).map(|pos| rules.position_text(&pos));
    sweeps.lines((&name, len), rules.side_names(), &example)
}

impl Sweeps {
    /// Counts a place and its value.
    fn add(&mut self, at: u64, value: Value, is_over: &dyn Fn() -> bool) {
        let Some(plies) = value.distance() else {
            *(if is_over() { &mut self.drawn_at_once } else { &mut self.drawn }) += 1;
            return;
        };
        let row = usize::from(plies);
        if self.by_number.len() <= row {
            self.by_number.resize(row + 1, Sweep::default());
        }
        let sweep = &mut self.by_number[row];
        *(if matches!(value, Value::Win(_)) { &mut sweep.wins } else { &mut sweep.losses }) += 1;
        sweep.example = sweep.example.or(Some(at));
    }

    /// The table in words; an example is told by its place.
    fn lines(
        &self,
        (name, len): (&str, u64),
        [first, second]: [&str; 2],
        example: &dyn Fn(u64) -> Option<String>,
    ) -> Vec<String> {
        let all: u64 = self.positions.iter().sum();
        let [of_first, of_second] = self.positions;
        let mut lines = vec![
            format!(
                "{name}: {len} places, {all} positions; {first} is to move in {of_first}, \
                 {second} in {of_second}"
            ),
            row(["sweep", "WIN", "LOSS", "DRAW", "UNKNOWN", "the first that it set"]),
        ];
        let mut unknown = all;
        for (number, sweep) in self.by_number.iter().enumerate() {
            let at_once = if number == 0 { self.drawn_at_once } else { 0 };
            unknown -= sweep.wins + sweep.losses + at_once;
            let example = sweep.example.and_then(example).unwrap_or_default();
            let counts = [number as u64, sweep.wins, sweep.losses, at_once, unknown];
            let [number, wins, losses, draws, left] = counts.map(|count| count.to_string());
            lines.push(row([&number, &wins, &losses, &draws, &left, &example]));
        }
        let (number, drawn) = (self.by_number.len().to_string(), self.drawn);
        lines.push(row([&number, "0", "0", "0", &unknown.to_string(), "nothing: step 5"]));
        lines.push(row(["end", "0", "0", &drawn.to_string(), &(unknown - drawn).to_string(), ""]));
        lines
    }
}

/// A line of the table of sweeps.
fn row([sweep, wins, losses, draws, left, first]: [&str; 6]) -> String {
    let line = format!("{sweep:>5} {wins:>9} {losses:>9} {draws:>9} {left:>9}  {first}");
    line.trim_end().to_owned()
}

/// How a position came by its value: itself, and what the best moves lead to, down to the end.
fn history<G: Game>(rules: &G, probe: &dyn Probe<G>, mut pos: G::Position) -> Vec<String> {
    let mut lines = Vec::new();
    loop {
        let Some(value) = probe.value(&pos, Metric::Dtc) else { return lines };
        show(&mut lines, rules.position_text(&pos), &rules.diagram_text(&pos));
        let mut moves = Vec::new();
        if terminal_value(rules, &pos).is_none() {
            rules.legal_moves(&pos, &mut moves);
        }
        // Of equal moves the first.
        let (mut best, mut told) = (None, Vec::new());
        for mv in moves {
            let Some(found) = probe.move_value(&pos, mv, Metric::Dtc) else { continue };
            if best.is_none_or(|(wish, _)| found.preference() > wish) {
                best = Some((found.preference(), mv));
            }
            told.push((rules.move_text(&pos, mv), found));
        }
        lines.push(reason(value, &told));
        match best {
            Some((_, mv)) if value != Value::Draw => rules.play(&mut pos, mv),
            _ => return lines,
        }
    }
}

/// A position and its diagram.
fn show(lines: &mut Vec<String>, position: String, diagram: &str) {
    lines.extend([String::new(), position]);
    lines.extend(diagram.lines().map(str::to_owned));
}

/// Why a position has its value, in the words of the steps, by the moves whose values are known.
fn reason(value: Value, moves: &[(String, Value)]) -> String {
    let to = |wanted: &dyn Fn(Value) -> bool| {
        let found = moves.iter().filter(|(_, value)| wanted(*value));
        let texts: Vec<String> = found
            .map(|(text, value)| {
                format!("{text} (sweep {})", value.distance().map_or(0, |plies| plies - 1))
            })
            .collect();
        texts.join(", ")
    };
    match value {
        Value::Draw => "DRAW: no sweep could set it".to_owned(),
        Value::Loss(0) => "sweep 0 sets it to LOSS: the game is over, and lost".to_owned(),
        Value::Win(0) => "sweep 0 sets it to WIN: the game is over, and won".to_owned(),
        Value::Win(plies) => format!(
            "sweep {plies} sets it to WIN: a move leads to a LOSS found before: {}",
            to(&|found| found == value)
        ),
        Value::Loss(plies) => format!(
            "sweep {plies} sets it to LOSS: all moves lead to a WIN found before: {}",
            to(&|found| matches!(found, Value::Loss(_)))
        ),
    }
}
