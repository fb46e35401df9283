//! `plyglot bench`: fixed positions of every game are searched, and their nodes counted.

use std::path::{Path, PathBuf};

use plyglot_core::file::read_text;
use plyglot_host::entry::GameEntry;
use plyglot_host::job;

use super::asked::seconds;
use super::stop;
use crate::options::find_game;
use crate::{bench, io};
use serde_json::json;

/// No file of node counts is longer.
const COUNTS_BYTES_MAX: u64 = 1 << 20;

/// What `plyglot bench` is asked.
#[derive(clap::Args, Clone, Debug)]
pub(super) struct BenchJob {
    /// Only these games; all if left out
    #[arg(value_name = "GAME")]
    names: Vec<String>,
    /// Compare the counts with this file and fail where they differ
    #[arg(long, value_name = "FILE")]
    expect: Option<PathBuf>,
    /// As JSON, at the end
    #[arg(long)]
    json: bool,
}

impl BenchJob {
    pub(super) fn run(
        &self,
        games: &'static [&'static GameEntry],
        named: Option<&str>,
    ) -> Result<(), String> {
        let names = self.names.iter().map(String::as_str).chain(named);
        let wanted = names.map(|name| Ok(find_game(games, "bench", name)?.0.name));
        let wanted = wanted.collect::<Result<Vec<_>, String>>()?;
        let is_wanted = |game: &&&GameEntry| wanted.is_empty() || wanted.contains(&game.name);
        let searched: Vec<_> = games.iter().filter(is_wanted).copied().collect();
        stop::says(|| "there is no sum".to_owned());
        let expected = self.expect.as_deref().map(read).transpose()?;
        let mut say = |line: String| if self.json { io::notice(&line) } else { io::say(&line) };
        let total = bench::run(&searched, &job::running_clock(), &mut say)?;
        let total = total.ok_or("bench was stopped")?;
        let compared = expected.map_or(Ok(()), |text| total.compare(&of_games(&text, &wanted)));
        if self.json {
            let sum: u64 = total.nodes.values().sum();
            let nps = job::nodes_per_second(sum, total.time);
            let (nodes, seconds) = (&total.nodes, seconds(total.time));
            io::say(
                &json!({ "nodes": nodes, "total": sum, "nps": nps, "seconds": seconds })
                    .to_string(),
            );
        } else {
            io::say(&total.summary());
        }
        compared.map_err(|differences| format!("bench: {differences}"))
    }
}

fn read(path: &Path) -> Result<String, String> {
    read_text(path, COUNTS_BYTES_MAX).map_err(|error| format!("{}: {error}", path.display()))
}

/// The lines of counts that are about these games.
fn of_games(text: &str, wanted: &[&str]) -> String {
    let is_wanted = |line: &&str| {
        let game = line.split_whitespace().next().map(|name| name.trim_end_matches(':'));
        wanted.is_empty() || game.is_some_and(|game| wanted.contains(&game))
    };
    text.lines().filter(is_wanted).collect::<Vec<_>>().join("\n")
}
