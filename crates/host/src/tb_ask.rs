//! `plyglot tb probe`, `line` and `mine`: tables asked about a position, or looked through.

use std::path::Path;
use std::sync::Arc;

use crate::event::LongestWin;
use crate::game::{Game, OtherTables};
use crate::progress::{Progress, Voice};
use crate::tb_view::view;
use crate::view::outcome_text;
use plyglot_core::game::PlayedGame;
use plyglot_core::text::shorten;
use plyglot_tablebase::build::{BuildRequest, build, with_needs};
use plyglot_tablebase::contents::{metrics, probe as probe_of};
use plyglot_tablebase::mine::{Zugzwang, longest_wins, zugzwangs};
use plyglot_tablebase::span::Span;
use plyglot_tablebase::store::{Store, TableSet, label, paths_of};
use plyglot_tablebase::{Cells, Indexer, Metric, Probe, TableId, Value};

/// No line is longer than this, in plies: where margins are kept, boards may come back for ever.
const LINE_MAX: usize = 2000;

/// What counts something, the finest first.
const FINEST_FIRST: [Metric; 4] = [Metric::Dtm, Metric::Dtz, Metric::Dtc, Metric::Margin];

/// The tables of the folder of a job; the error is that of a file that was asked for, or of the folder.
pub(super) fn attached<G: Game>(
    set: TableSet<'_, G, G::Indexer>,
    request: &BuildRequest<'_>,
) -> Result<Store, String> {
    let game = set.game;
    let mut store = Store::default();
    let folder = request.folder.unwrap_or(Path::new("."));
    let (count, refused) = store.attach(set, u8::MAX, folder);
    let mut files = vec![folder.to_owned()];
    for &table in &request.tables {
        let (own, older) = paths_of::<G, G::Indexer>(folder, &label(set, table, request.metric));
        files.extend([Some(own), older].into_iter().flatten());
    }
    match refused.iter().find(|error| files.contains(&error.path)) {
        Some(error) => Err(error.to_string()),
        None if count == 0 => Err(format!("{}: holds no tables of {game}", folder.display())),
        None => Ok(store),
    }
}

/// The files of the folder of a job, of one metric where one was named; a folder that is not there
/// has none.
fn attach<G: Game>(
    set: TableSet<'_, G, G::Indexer>,
    request: &BuildRequest<'_>,
    asked: Option<Metric>,
    voice: &Voice,
) -> Store {
    let mut store = Store::default();
    if let Some(folder) = request.folder.filter(|folder| folder.exists()) {
        for error in store.attach(set, u8::MAX, folder).1 {
            voice.say(format!("refused: {error}"));
        }
    }
    if let Some(metric) = asked {
        store.keep_only(metric);
    }
    store
}

/// Where no file says anything of a table, it is built here and now with what it needs, under each
/// of these metrics.
fn build_missing<G: Game>(
    set: TableSet<'_, G, G::Indexer>,
    request: &BuildRequest<'_>,
    table: TableId,
    wanted: &[Metric],
    (store, voice): (&mut Store, &Voice),
) -> Result<(), String> {
    if Metric::ALL.into_iter().any(|metric| store.has(table, metric)) {
        return Ok(());
    }
    for &metric in wanted {
        let tables = with_needs(set.indexer, set.rules, &[table]);
        let request = BuildRequest { tables, metric, folder: None, ..request.clone() };
        build_here::<G>(set, &request, store, voice)?;
    }
    Ok(())
}

/// Builds tables into memory, and says nothing of it but how far it has come.
pub(super) fn build_here<G: Game>(
    set: TableSet<'_, G, G::Indexer>,
    request: &BuildRequest<'_>,
    store: &mut Store,
    voice: &Voice,
) -> Result<(), String> {
    let metric = request.metric;
    let progress = Progress::new(voice.clone(), metric);
    let mut begin = |table: TableId| progress.begin(&set.indexer.name(table));
    let mut keep = |table, cells: &Arc<Cells>, _| {
        progress.end();
        store.insert(table, metric, Arc::clone(cells));
    };
    let built = build(set, request, &progress, &mut begin, &mut keep);
    progress.end();
    built.map_err(|error| error.to_string())
}

/// What a code of a table under this metric says; how far ahead stands where plies are elsewhere.
pub(super) fn value_of(metric: Metric, code: u16) -> Option<Value> {
    match metric {
        Metric::Margin => Span::from_code(code).and_then(Span::verdict),
        _ => Value::from_code(code),
    }
}

/// The same of a place.
pub(super) fn value_at(store: &Store, table: TableId, metric: Metric, at: u64) -> Option<Value> {
    match metric {
        Metric::Margin => store.span(table, at).and_then(Span::verdict),
        metric => store.value(table, metric, at),
    }
}

/// The longest win of a table, by the finest metric at hand; of the table that holds the position
/// where none is named.
pub(super) fn longest<G: Game>(
    rules: &G,
    indexer: &G::Indexer,
    store: &Store,
    pos: &G::Position,
    table: Option<&str>,
) -> Result<LongestWin, String> {
    let found = match table {
        None => indexer.locate(rules, pos).map(|(table, _)| table),
        Some(name) => {
            let all = indexer.tables(rules, u8::MAX);
            all.into_iter().find(|it| indexer.name(*it).eq_ignore_ascii_case(name))
        }
    };
    let table = found.ok_or_else(|| match table {
        None => "no table holds this position".to_owned(),
        Some(name) => format!("found table `{}`, expected one of this game", shorten(name)),
    })?;
    let name = indexer.name(table);
    let metric = FINEST_FIRST.into_iter().find(|metric| store.has(table, *metric));
    let metric = metric.ok_or_else(|| format!("{name}: no table with distances is at hand"))?;
    let wins = longest_wins(indexer, table, &|at| value_at(store, table, metric, at), 1);
    let found = wins.first().and_then(|win| Some((win, indexer.unrank(table, win.at)?)));
    let (win, pos) = found.ok_or_else(|| format!("{name}: nothing is won there"))?;
    Ok(LongestWin { table: name, position: rules.position_text(&pos), metric, distance: win.plies })
}

/// A position of a game, and the table that holds it.
pub(super) fn located<G: Game>(
    set: TableSet<'_, G, G::Indexer>,
    position: &str,
) -> Result<(G::Position, TableId), String> {
    let TableSet { game, rules, indexer } = set;
    let pos = rules.parse_position(position).map_err(|error| error.to_string())?;
    let (table, _) = indexer
        .locate(rules, &pos)
        .ok_or_else(|| format!("{game}: no table holds `{position}`"))?;
    Ok((pos, table))
}

/// What tables say of a position and of each of its moves, by every metric there is.
pub(super) fn probe<G: Game>(
    set: TableSet<'_, G, G::Indexer>,
    request: &BuildRequest<'_>,
    job: (&str, Option<Metric>, &OtherTables<G>),
    voice: &Voice,
) -> Result<(), String> {
    let (position, asked, other) = job;
    other.told.iter().for_each(|told| voice.say(told.clone()));
    let other = other.tables.as_ref().map(|other| &*other.probe);
    let TableSet { rules, indexer, .. } = set;
    let pos = rules.parse_position(position).map_err(|error| error.to_string())?;
    let mut store = attach::<G>(set, request, asked, voice);
    if other.and_then(|other| other.table_name(&pos)).is_none() {
        let (_, table) = located::<G>(set, position)?;
        let one: Vec<Metric> = asked.into_iter().collect();
        let wanted = if one.is_empty() { metrics::<G, G::Indexer>() } else { &one };
        build_missing::<G>(set, request, table, wanted, (&mut store, voice))?;
    }
    for line in view(rules, indexer, store, &PlayedGame::new(rules, pos), other).lines() {
        voice.say(line);
    }
    Ok(())
}

/// The game from a position on if nobody errs, to its end.
pub(super) fn line<G: Game>(
    set: TableSet<'_, G, G::Indexer>,
    request: &BuildRequest<'_>,
    position: &str,
    asked: Option<Metric>,
    voice: &Voice,
) -> Result<(), String> {
    let rules = set.rules;
    let (pos, table) = located::<G>(set, position)?;
    let mut store = attach::<G>(set, request, asked, voice);
    build_missing::<G>(set, request, table, &[request.metric], (&mut store, voice))?;
    let mut played = PlayedGame::new(rules, pos);
    let shown = view(rules, set.indexer, store.clone(), &played, None);
    shown.heading().into_iter().for_each(|line| voice.say(line));
    let probe = probe_of(rules, set.indexer, store);
    let (mut moves, mut end) = (Vec::new(), None);
    while end.is_none() && moves.len() < LINE_MAX {
        let over = played.outcome(rules).filter(|outcome| !outcome.claim);
        end = over.map(|outcome| outcome_text(&outcome));
        if end.is_none() {
            match next_move(rules, &*probe, &played) {
                Next::Move(mv) => {
                    moves.push(rules.move_text(played.position(), mv));
                    played.play(rules, mv);
                }
                Next::Stop(why) => end = Some(why),
            }
        }
    }
    if !moves.is_empty() {
        voice.say(format!("moves {}", moves.join(" ")));
    }
    voice.say(end.unwrap_or_else(|| format!("{LINE_MAX} plies, and no end")));
    Ok(())
}

/// How a line goes on.
enum Next<M> {
    Move(M),
    /// Not at all: why.
    Stop(String),
}

/// The first of the best moves.
fn next_move<G: Game>(rules: &G, probe: &dyn Probe<G>, played: &PlayedGame<G>) -> Next<G::Move> {
    let (pos, moves) = (played.position(), played.moves(rules));
    let unknown = || Next::Stop("no table holds what may follow".to_owned());
    if let Some(span) = probe.span(pos) {
        let worth = |&mv: &G::Move| {
            let child = rules.after(pos, mv);
            let same_side = rules.side_to_move(&child) == rules.side_to_move(pos);
            probe.span(&child).map(|found| if same_side { found } else { found.flipped() })
        };
        let is_best = |mv: &&G::Move| worth(mv).is_some_and(|found: Span| found.low >= span.low);
        return moves.iter().find(is_best).map_or_else(unknown, |&mv| Next::Move(mv));
    }
    let Some(judged) = probe.moves(pos, &moves) else { return unknown() };
    let best = judged.best();
    let mut kept = moves.iter().zip(&judged.values).filter(|(_, value)| Some(**value) == best);
    match best {
        Some(Value::Draw) => {
            let kept: Vec<String> = kept.map(|(&mv, _)| rules.move_text(pos, mv)).collect();
            Next::Stop(format!("draw, kept by {}", kept.join(" ")))
        }
        Some(_) if judged.metric == Metric::Wdl => Next::Stop(
            "wld says who wins and not how: tables of dtm, dtc or dtz lead to the end".to_owned(),
        ),
        _ => kept.next().map_or_else(unknown, |(&mv, _)| Next::Move(mv)),
    }
}

/// The longest wins of the tables of a job, and its zugzwangs, so many of each.
pub(super) fn mine<G: Game>(
    set: TableSet<'_, G, G::Indexer>,
    request: &BuildRequest<'_>,
    count: usize,
    voice: &Voice,
) -> Result<(), String> {
    let TableSet { rules, indexer, .. } = set;
    let metric = request.metric;
    let mut store = attach::<G>(set, request, Some(metric), voice);
    for &table in &request.tables {
        build_missing::<G>(set, request, table, &[metric], (&mut store, voice))?;
        let value_at = |at| value_at(&store, table, metric, at);
        let text = |at| indexer.unrank(table, at).map(|pos| rules.position_text(&pos));
        let name = indexer.name(table);
        if metric != Metric::Wdl {
            let wins = longest_wins(indexer, table, &value_at, count);
            let what = if metric == Metric::Margin { "largest margins" } else { "longest wins" };
            voice.say(format!("{name} {metric}: {what}{}", none_if(wins.is_empty())));
            for win in wins {
                let unit = if metric == Metric::Margin { "" } else { " plies" };
                voice.say(format!("  {}{unit}: {}", win.plies, text(win.at).unwrap_or_default()));
            }
        }
        if metric == Metric::Margin {
            continue;
        }
        let found = zugzwangs(rules, indexer, table, &value_at);
        let many = match found.len() {
            0 => String::new(),
            all => format!(", {all} in all"),
        };
        voice.say(format!("{name} {metric}: zugzwangs{many}{}", none_if(found.is_empty())));
        for one in found.iter().take(count) {
            voice.say(format!("  {}", zugzwang_text::<G>(set, table, metric, one)));
        }
    }
    Ok(())
}

const fn none_if(is_empty: bool) -> &'static str {
    if is_empty { ": none" } else { "" }
}

/// `8/8/… w - - 0 1: White to move draws, Black to move loses in 20`.
fn zugzwang_text<G: Game>(
    set: TableSet<'_, G, G::Indexer>,
    table: TableId,
    metric: Metric,
    found: &Zugzwang,
) -> String {
    let TableSet { rules, indexer, .. } = set;
    let Some(pos) = indexer.unrank(table, found.at) else { return String::new() };
    let mover = rules.side_to_move(&pos);
    let result = |value: Value| {
        let verb = match value {
            Value::Draw => return "draws".to_owned(),
            Value::Win(_) => "wins",
            Value::Loss(_) => "loses",
        };
        let plies = value.distance().filter(|_| metric.has_distance());
        plies.map_or(verb.to_owned(), |plies| format!("{verb} in {plies}"))
    };
    let of = |side: plyglot_core::Side, value| {
        format!("{} to move {}", rules.side_names()[side.index()], result(value))
    };
    format!(
        "{}: {}, {}",
        rules.position_text(&pos),
        of(mover, found.value),
        of(mover.other(), found.other)
    )
}
