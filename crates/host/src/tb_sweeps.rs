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
    let mut sweeps: Vec<Sweep> = Vec::new();
    let (mut positions, mut drawn_at_once, mut drawn) = ([0_u64; 2], 0_u64, 0_u64);
    for at in 0..len {
        let Some(pos) = indexer.unrank(table, at) else { continue };
        positions[rules.side_to_move(&pos).index()] += 1;
        let value = store.value(table, Metric::Dtc, at).unwrap_or(Value::Draw);
        let Some(plies) = value.distance() else {
            let is_over = terminal_value(rules, &pos).is_some();
            *(if is_over { &mut drawn_at_once } else { &mut drawn }) += 1;
            continue;
        };
        let row = usize::from(plies);
        if sweeps.len() <= row {
            sweeps.resize(row + 1, Sweep::default());
        }
        let sweep = &mut sweeps[row];
        *(if matches!(value, Value::Win(_)) { &mut sweep.wins } else { &mut sweep.losses }) += 1;
        sweep.example = sweep.example.or(Some(at));
    }
    let all: u64 = positions.iter().sum();
    let [first, second] = rules.side_names();
    let [of_first, of_second] = positions;
    let mut lines = vec![
        format!(
            "{name}: {len} places, {all} positions; {first} is to move in {of_first}, {second} in \
             {of_second}"
        ),
        row(["sweep", "WIN", "LOSS", "DRAW", "UNKNOWN", "the first that it set"]),
    ];
    let mut unknown = all;
    for (number, sweep) in sweeps.iter().enumerate() {
        let at_once = if number == 0 { drawn_at_once } else { 0 };
        unknown -= sweep.wins + sweep.losses + at_once;
        let example = sweep.example.and_then(|at| indexer.unrank(table, at));
        let example = example.map_or(String::new(), |pos| rules.position_text(&pos));
        let counts = [number as u64, sweep.wins, sweep.losses, at_once, unknown];
        let [number, wins, losses, draws, left] = counts.map(|count| count.to_string());
        lines.push(row([&number, &wins, &losses, &draws, &left, &example]));
    }
    let number = sweeps.len().to_string();
    lines.push(row([&number, "0", "0", "0", &unknown.to_string(), "nothing: step 5"]));
    lines.push(row(["end", "0", "0", &drawn.to_string(), &(unknown - drawn).to_string(), ""]));
    lines
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
        lines.extend([String::new(), rules.position_text(&pos)]);
        lines.extend(rules.diagram_text(&pos).lines().map(str::to_owned));
        let mut moves = Vec::new();
        if terminal_value(rules, &pos).is_none() {
            rules.legal_moves(&pos, &mut moves);
        }
        lines.push(reason(rules, probe, &pos, value, &moves));
        let best = moves.iter().filter_map(|&mv| {
            probe.move_value(&pos, mv, Metric::Dtc).map(|value| (value.preference(), mv))
        });
        // Of equal moves the first.
        let best = best.reduce(|best, other| if other.0 > best.0 { other } else { best });
        match best {
            Some((_, mv)) if value != Value::Draw => rules.play(&mut pos, mv),
            _ => return lines,
        }
    }
}

/// Why a position has its value, in the words of the steps.
fn reason<G: Game>(
    rules: &G,
    probe: &dyn Probe<G>,
    pos: &G::Position,
    value: Value,
    moves: &[G::Move],
) -> String {
    let values = moves.iter().map(|&mv| (mv, probe.move_value(pos, mv, Metric::Dtc)));
    let values: Vec<(G::Move, Option<Value>)> = values.collect();
    let to = |wanted: &dyn Fn(Value) -> bool| {
        let found = values.iter().filter(|(_, value)| value.is_some_and(wanted));
        let texts: Vec<String> = found
            .map(|&(mv, value)| {
                let sweep = value.and_then(Value::distance).map_or(0, |plies| plies - 1);
                format!("{} (sweep {sweep})", rules.move_text(pos, mv))
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
