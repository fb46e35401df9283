//! `plyglot best`: the best move of a position, for a person or a script.

use std::time::Duration;

use serde_json::json;

use super::asked::{Asked, Found, score_json, seconds};
use super::{TIME_MAX_MS, stop, within, words};
use crate::io;
use crate::options::Chosen;
use plyglot_core::text::in_columns;
use plyglot_core::{Info, Limits};
use plyglot_host::entry::GameEntry;
use plyglot_host::view::score_text;

/// How long it thinks where nothing else is asked.
const MOVE_TIME: Duration = Duration::from_secs(1);

/// What the option `depth` of the protocol has room for.
const PLIES_MAX: u64 = u32::MAX as u64;

/// How long to think about a position.
#[derive(clap::Args, Clone, Debug)]
#[command(allow_negative_numbers = true)]
pub(super) struct HowLong {
    /// Milliseconds; 1000 if nothing limits the search
    #[arg(long, group = "how-long", value_name = "MS", value_parser = within::<u64>(1..=TIME_MAX_MS))]
    movetime: Option<u64>,
    /// Plies instead
    #[arg(long, group = "how-long", value_parser = within::<u32>(1..=PLIES_MAX))]
    depth: Option<u32>,
    /// Nodes instead
    #[arg(long, group = "how-long", value_parser = within::<u64>(1..=u64::MAX))]
    nodes: Option<u64>,
}

impl HowLong {
    /// The limits that were asked for, perhaps none.
    pub(super) fn given(&self) -> Limits {
        let move_time = self.movetime.map(Duration::from_millis);
        Limits { move_time, depth: self.depth, nodes: self.nodes, ..Limits::default() }
    }

    /// The same in the words of the protocol, if anything was asked.
    pub(super) fn text(&self) -> Option<String> {
        let time = self.movetime.map(|ms| format!("movetime {ms}"));
        let depth = self.depth.map(|depth| format!("depth {depth}"));
        time.or(depth).or_else(|| self.nodes.map(|nodes| format!("nodes {nodes}")))
    }

    /// The same, a second where nothing was asked.
    pub(super) fn limits(&self) -> Limits {
        let given = self.given();
        if given.is_limited() { given } else { Limits { move_time: Some(MOVE_TIME), ..given } }
    }
}

/// What `plyglot best` is asked.
#[derive(clap::Args, Clone, Debug)]
#[command(override_usage = "plyglot best [GAME] [POSITION] [OPTIONS]")]
pub(super) struct BestJob {
    /// Position string, perhaps with `moves M1 M2 …` behind it; the start of the game if left out
    position: Vec<String>,
    #[command(flatten)]
    how_long: HowLong,
    /// Who is asked; the game's default player if left out
    #[arg(long, alias = "mind", value_name = "NAME")]
    player: Option<String>,
    /// So many best moves, each with its line
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = within::<u64>(1..=256))]
    lines: u64,
    /// As JSON
    #[arg(long)]
    json: bool,
}

impl BestJob {
    /// Says the best moves.
    pub(super) fn run(
        &self,
        games: &'static [&'static GameEntry],
        name: &str,
        options: &[String],
    ) -> Result<(), String> {
        let mut chosen = Chosen::new(games, "best", name)?;
        chosen.set_all(options)?;
        chosen.set("MultiPV", Some(&self.lines.to_string()))?;
        let mut asked = Asked::open(&chosen, self.player.as_deref())?;
        let position = (!self.position.is_empty()).then(|| self.position.join(" "));
        asked
            .set_up(position.as_deref())
            .map_err(|error| words::not_set_up(games, "best", &self.position, &error))?;
        let found = asked.think(self.how_long.limits(), false);
        if self.json {
            let position = asked.engine.state().board().position;
            io::say(&json(chosen.variant.name, &position, &found).to_string());
        } else {
            for note in &found.notes {
                io::notice(note);
            }
            match &found.best {
                None => io::say("no move: the game is over"),
                Some(best) => io::say_all(&text(best, &found)),
            }
        }
        if asked.is_interrupted() {
            stop::told("that was the best until then");
        }
        Ok(())
    }
}

/// A line for each of the best moves; how deep it was searched, and what it took.
fn text(best: &str, found: &Found) -> Vec<String> {
    let row = |info: &Info| {
        let score = info.score.map_or(String::new(), |(score, _)| score_text(score));
        vec![info.pv.first().cloned().unwrap_or_default(), score, info.pv.join(" ")]
    };
    let mut rows: Vec<_> = found.lines.iter().map(row).collect();
    if rows.is_empty() {
        rows.push(vec![best.to_owned()]);
    }
    let exact = if found.exact { ", exact" } else { "" };
    let took = format!(
        "depth {}, {} nodes, {:.2} s{exact}",
        found.depth(),
        found.nodes,
        found.used.as_secs_f64()
    );
    in_columns(&rows).into_iter().chain([took]).collect()
}

fn json(variant: &str, position: &str, found: &Found) -> serde_json::Value {
    let line = |info: &Info| json!({ "moves": info.pv, "score": score_json(info.score.map(|(score, _)| score)) });
    json!({
        "game": variant,
        "position": position,
        "best": found.best,
        "lines": found.lines.iter().map(line).collect::<Vec<_>>(),
        "depth": found.depth(),
        "nodes": found.nodes,
        "seconds": seconds(found.used),
        "exact": found.exact,
        "notes": found.notes,
    })
}
