//! `bench`: fixed positions of every game, one thread, fixed depth, nodes counted.
//!
//! The counts are the fingerprint of the search: the same on every machine, in debug and release,
//! and compared with tests/bench.txt, so that a change of behaviour is seen as such. The last line,
//! `N nodes M nps`, is what `OpenBench` reads.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::Duration;

use crate::engine::{Event, JobResult};
use crate::entry::GameEntry;
use crate::game::{BenchPosition, Game};
use crate::host::play_all;
use crate::job::{self, nodes_per_second};
use crate::options;
use plyglot_core::game::Line;
use plyglot_core::{Limits, Settings};
use plyglot_protocol::{Command, Reply, Start};
use plyglot_search::player::{SearchOptions, SearchRequest};
use plyglot_search::time::{Budget, WallTimer};
use plyglot_search::{SearchControl, TranspositionTable};

/// Searches the bench positions of a game and tells the nodes of each as it is done; gives their
/// sum, `None` when the clock has been stopped.
pub type Bench = fn(
    &Settings,
    &SearchControl,
    &mut dyn FnMut(&BenchPosition, u64),
) -> Result<Option<u64>, String>;

/// MiB for the table, whatever the options say: the counts depend on it.
const HASH_MIB: usize = 16;

pub(super) fn bench<G: Game>(
    settings: &Settings,
    control: &SearchControl,
    each: &mut dyn FnMut(&BenchPosition, u64),
) -> Result<Option<u64>, String> {
    let text = |error: &dyn std::fmt::Display| format!("{}: {error}", G::NAME);
    let rules = G::open(G::VARIANTS[0].name, settings).map_err(|error| text(&error))?;
    let table = TranspositionTable::new(HASH_MIB);
    let mut sum = 0;
    for position in G::BENCH {
        if control.stop.is_set() {
            return Ok(None);
        }
        table.clear();
        let line = set_up(&rules, position.position).map_err(|error| text(&error))?;
        let limits = Limits { depth: Some(position.depth), ..Limits::default() };
        let one = control.part();
        let request = SearchRequest {
            rules: &rules,
            line: &line,
            limits: &limits,
            search_moves: &[],
            control: &one,
            table: &table,
            tables: None,
            options: SearchOptions::default(),
            watch: None,
        };
        let mut player = (G::PLAYERS[0].make)(&rules, settings).map_err(|error| text(&error))?;
        player.think(&request, &mut |_| {});
        each(position, one.nodes.count());
        sum += one.nodes.count();
    }
    Ok(Some(sum))
}

/// A bench position as a line of play.
fn set_up<G: Game>(rules: &G, position: &str) -> Result<Line<G>, String> {
    let command = format!("position {position}");
    let parsed = plyglot_protocol::parse(&command).map_err(|error| error.to_string())?;
    let Some(Command::Position(setup)) = parsed.map(|parsed| parsed.command) else {
        return Err(format!("`{position}` is no position"));
    };
    let start = match setup.start {
        Start::StartPos => rules.start(),
        Start::Fen(fen) => rules.parse_position(fen).map_err(|error| error.to_string())?,
    };
    let mut line = Line::new(rules, start);
    play_all(rules, &mut line, setup.moves.into_iter()).map_err(|error| error.to_string())?;
    Ok(line)
}

/// Runs all games' positions; says each game's nodes as they are known.
pub fn run(
    games: &[&'static GameEntry],
    control: &SearchControl,
    say: &mut dyn FnMut(String),
) -> Result<Option<Total>, String> {
    let settings = Settings::defaults(&options::all(games));
    let mut total = Total::default();
    for game in games {
        let before = control.time.used().unwrap_or_default();
        let mut each = |position: &BenchPosition, count: u64| {
            let BenchPosition { position, depth } = position;
            say(format!("{}: {count} in depth {depth} of {position}", game.name));
        };
        let Some(nodes) = (game.bench)(&settings, control, &mut each)? else { return Ok(None) };
        let time = control.time.used().unwrap_or_default().saturating_sub(before);
        say(format!(
            "{}: {nodes} nodes {} nps",
            game.name,
            nodes_per_second(nodes, time).unwrap_or(0)
        ));
        total.nodes.insert(game.name, nodes);
        total.time += time;
    }
    Ok(Some(total))
}

/// What bench has counted.
#[derive(Clone, Debug, Default)]
pub struct Total {
    /// Nodes by game.
    pub nodes: BTreeMap<&'static str, u64>,
    /// How long it took.
    pub time: Duration,
}

impl Total {
    /// `N nodes M nps`.
    pub fn summary(&self) -> String {
        let nodes = self.nodes.values().sum();
        format!("{nodes} nodes {} nps", nodes_per_second(nodes, self.time).unwrap_or(0))
    }

    /// Compares with the text of tests/bench.txt: a game and its nodes a line, `#` for comments.
    /// The error names every difference.
    pub fn compare(&self, expected: &str) -> Result<(), String> {
        let mut differences = Vec::new();
        let lines = expected.lines().map(|line| line.split('#').next().unwrap_or("").trim());
        let mut listed = BTreeMap::new();
        for line in lines.filter(|line| !line.is_empty()) {
            match line
                .split_once(' ')
                .and_then(|(game, n)| Some((game, n.trim().parse::<u64>().ok()?)))
            {
                Some((game, nodes)) => _ = listed.insert(game, nodes),
                None => differences.push(format!("`{line}` is not a game and a number")),
            }
        }
        for (game, nodes) in &self.nodes {
            match listed.remove(game) {
                Some(wanted) if wanted == *nodes => {}
                Some(wanted) => {
                    differences.push(format!("{game}: {nodes} nodes, expected {wanted}"));
                }
                None => differences.push(format!("{game}: {nodes} nodes, expected no such game")),
            }
        }
        differences.extend(listed.keys().map(|game| format!("{game}: expected, but not played")));
        if differences.is_empty() { Ok(()) } else { Err(differences.join("; ")) }
    }
}

/// A clock for work that only `stop` ends, already running.
pub fn running_clock() -> Arc<SearchControl> {
    let control = SearchControl::new(Arc::new(WallTimer::default()), Budget::default(), None);
    control.time.start();
    Arc::new(control)
}

/// `bench` as a command: beside the session, so that `isready` and `stop` are heard.
pub fn start(
    games: &'static [&'static GameEntry],
    control: Arc<SearchControl>,
    events: Sender<Event>,
) {
    job::start(events.clone(), job::failed("bench"), move || {
        let mut say = |line| _ = events.send(Event::Said(Reply::Text(line)));
        let replies = match run(games, &control, &mut say) {
            Ok(Some(total)) => vec![Reply::Text(total.summary())],
            Ok(None) => vec![Reply::Note("bench stopped".to_owned())],
            Err(error) => vec![Reply::Error(error)],
        };
        let used = control.time.used().unwrap_or_default();
        JobResult { replies, used, ..JobResult::default() }
    });
}
