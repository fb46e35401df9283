//! Perft: published counts against the move generators. Every game has its own, in
//! `games/*/data/perft*.csv`: the column `game` names a variant, `rules` has its options as
//! `Name=value` among words for people, `position` is `startpos` or a position string, and `counting`,
//! where there is such a column, says what else than moves is counted.
//!
//! Lines above the node limit are skipped in the default run; `PLYGLOT_LONG=1` runs them all.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use plyglot::core::{Settings, WALK_DEPTH_MAX};
use plyglot::game::perft::{Counter, Leaves, Uncounted, perft};
use plyglot::game::{Notation, Rules};
use plyglot::games::abalone::Abalone;
use plyglot::games::chess::Chess;
use plyglot::games::morris::{Morris, RuleSet as MorrisRules};
use plyglot::host::event::{Answer, Listener, PerftOrder, SearchEvent};
use plyglot::host::state::GameState;
use plyglot::options;
use plyglot::registry::{GAMES, GameEntry, find};
use plyglot::search::SearchControl;

/// Lines with more nodes than this wait for the long run, or cannot be waited for at all.
const NODES_MAX: u64 = 3_000_000;
const LONG_NODES_MAX: u64 = 1_000_000_000_000;
/// The same where a plain program counts.
const PLAIN_NODES_MAX: u64 = 6_000;
const LONG_PLAIN_NODES_MAX: u64 = 10_000_000;
/// With more nodes than this, lines that meet are walked once.
const WALKED_NODES_MAX: u64 = 5_000_000_000;
/// What counts are remembered in, then.
const MEMORY_MIB: usize = 2048;

/// The files with counts of all games.
fn files_of_games() -> Vec<PathBuf> {
    let games = fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/games")).unwrap();
    let folders = games.map(|game| game.unwrap().path().join("data"));
    let files = folders.filter_map(|folder| fs::read_dir(folder).ok()).flatten();
    let mut paths: Vec<_> = files.map(|file| file.unwrap().path()).collect();
    paths.retain(|path| {
        let name = path.file_name().unwrap().to_str().unwrap();
        name.starts_with("perft") && name.strip_suffix(".csv").is_some()
    });
    paths.sort();
    paths
}

/// The rows of these files that were counted by a program of ours, apart from those that it would
/// take long to count again.
pub(crate) fn rows_counted_by(program: &str) -> Vec<HashMap<String, String>> {
    let is_long = std::env::var_os("PLYGLOT_LONG").is_some();
    let most: u64 = if is_long { LONG_PLAIN_NODES_MAX } else { PLAIN_NODES_MAX };
    let rows = files_of_games().into_iter().flat_map(|path| {
        let rows: Result<Vec<_>, _> = csv::Reader::from_path(path).unwrap().deserialize().collect();
        rows.unwrap()
    });
    let is_meant = |row: &HashMap<String, String>| {
        row["source"].starts_with(program) && row["nodes"].parse::<u64>().unwrap() <= most
    };
    let rows: Vec<_> = rows.filter(is_meant).collect();
    assert!(rows.len() >= 5, "{program}: {} rows", rows.len());
    rows
}

/// Counts all lines of a file that are below the limit; returns the games they are about.
pub(crate) fn check_lines(
    games: &'static [&'static GameEntry],
    path: &Path,
) -> BTreeSet<&'static str> {
    let most = if std::env::var_os("PLYGLOT_LONG").is_some() { LONG_NODES_MAX } else { NODES_MAX };
    let mut counted = BTreeSet::new();
    for record in csv::Reader::from_path(path).unwrap().deserialize::<HashMap<String, String>>() {
        let record = record.unwrap();
        let what = format!("{}: {record:?}", path.display());
        let nodes: u64 = record["nodes"].parse().unwrap_or_else(|e| panic!("{what}: {e}"));
        if nodes > most {
            continue;
        }
        let variant = find(games, &record["game"]);
        let (game, variant) = variant.unwrap_or_else(|| panic!("{what}: no such game"));
        let mut settings = Settings::defaults(&options::all(games));
        for option in record["rules"].split_whitespace().filter(|word| word.contains('=')) {
            options::set(&mut settings, games, game, option)
                .unwrap_or_else(|e| panic!("{what}: {e}"));
        }
        let mut engine = (game.open)(variant.name, &settings).unwrap();
        if record["position"] != "startpos" {
            let set_up = engine.set_position(Some(&record["position"]), &[]);
            set_up.unwrap_or_else(|e| panic!("{what}: {e}"));
        }
        let depth = record["depth"].parse().unwrap();
        let counting = record.get("counting").filter(|word| !word.is_empty());
        let counting = counting.map(|word| game.counting(word).unwrap());
        let memory = if nodes > WALKED_NODES_MAX { MEMORY_MIB } else { 0 };
        assert_eq!(count(&*engine, counting, depth, memory), nodes, "{what}");
        counted.insert(game.name);
    }
    counted
}

/// The number of lines of so many plies, or of steps of another kind, as a client is told it.
fn count(engine: &dyn GameState, counting: Option<&'static str>, depth: u32, memory: usize) -> u64 {
    let (listener, inbox) = Listener::channel();
    let control = Arc::new(SearchControl::unlimited());
    let order = PerftOrder { depth, memory, control, listener };
    match counting {
        None => engine.perft(order),
        Some(name) => engine.count(name, order),
    }
    let answer = inbox.iter().find_map(|event| match event {
        SearchEvent::Done(result) => Some(result.answer),
        _ => None,
    });
    match answer {
        Some(Answer::Divided(nodes) | Answer::Counted(nodes)) => nodes,
        other => panic!("{other:?}"),
    }
}

#[test]
fn every_game_counts_what_its_files_say() {
    let counted: BTreeSet<&str> =
        files_of_games().iter().flat_map(|path| check_lines(GAMES, path)).collect();
    let missing: Vec<&str> =
        GAMES.iter().map(|game| game.name).filter(|name| !counted.contains(name)).collect();
    assert!(missing.is_empty(), "no counts in games/*/data/perft*.csv: {missing:?}");
}

/// One megabyte is far too little for what meets here: most counts are given up for others.
#[test]
fn lines_that_meet_are_as_many_when_they_are_walked_once() {
    let chess = Chess::default();
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let abalone = Abalone::default();
    let count = |fen, depth| {
        let mut counter = Counter::remembering(1, &|| false).unwrap();
        counter.count(&chess, &chess.parse_position(fen).unwrap(), depth)
    };
    assert_eq!(count(kiwipete, 4), Ok(4_085_603));
    assert_eq!(count("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6), Ok(11_030_083));
    let mut counter = Counter::remembering(1, &|| false).unwrap();
    let walked = perft(&abalone, &abalone.start(), 4, Leaves::Bulk);
    assert_eq!(counter.count(&abalone, &abalone.start(), 4), Ok(walked));
    assert_eq!(counter.count(&abalone, &abalone.start(), 3), Ok(walked_by(&abalone, 3)));
}

fn walked_by<R: Rules>(rules: &R, depth: u32) -> u64 {
    perft(rules, &rules.start(), depth, Leaves::Each)
}

/// The frames of the deepest walk that is taken fit into the stack of a search.
#[test]
fn the_deepest_walk_ends_when_it_is_told_to() {
    let chess = Chess::new(false);
    let deepest = std::cell::Cell::new(WALK_DEPTH_MAX);
    // Asked once a ply on the way down, and by then at the bottom of the first line.
    let must_stop = || {
        deepest.set(deepest.get().saturating_sub(1));
        deepest.get() == 0
    };
    let counted = Counter::new(&must_stop).count(&chess, &chess.start(), WALK_DEPTH_MAX);
    assert_eq!(counted, Err(Uncounted::Stopped));
}

/// Three men's morris has more than 2^64 lines of 23 plies.
#[test]
fn more_lines_than_can_be_counted_are_no_number() {
    let morris = Morris::new(MorrisRules::THREE);
    let never = || false;
    let mut counter = Counter::remembering(64, &never).unwrap();
    let counted = counter.count(&morris, &morris.start(), 23);
    assert_eq!(counted, Err(Uncounted::TooMany));
}
