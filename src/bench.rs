//! `bench`: fixed positions of every game, one thread, fixed depth, nodes counted.
//!
//! The counts are the fingerprint of the search: the same on every machine, in debug and release,
//! and compared with tests/bench.txt, so that a change of behaviour is seen as such. The last line,
//! `N nodes M nps`, is what `OpenBench` reads.

use std::collections::BTreeMap;
use std::time::Duration;

use plyglot_core::Settings;
use plyglot_host::entry::GameEntry;
use plyglot_host::game::BenchPosition;
use plyglot_host::job::nodes_per_second;
use plyglot_search::SearchControl;

use crate::options;

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
