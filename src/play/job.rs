//! What `plyglot play` is asked on its command line.

use std::time::Duration;

use super::historic::words::Words;
use plyglot_core::Limits;

/// How long a mind may think where nothing else is asked.
const MOVE_TIME: Duration = Duration::from_secs(1);
/// Nobody waits longer for a move.
const DAY_MS: u64 = 24 * 60 * 60 * 1000;

/// What `plyglot play` is asked.
#[derive(clap::Args, Clone, Debug, Default)]
#[command(override_usage = "plyglot play [GAME] [OPTIONS]")]
pub struct PlayJob {
    /// The game or variant; chess if left out
    #[arg(skip)]
    pub game: Option<String>,
    /// Options, `NAME=VALUE`, given before the job
    #[arg(skip)]
    pub options: Vec<String>,
    /// Who plays against you; the game's first mind if left out
    #[arg(long, value_name = "NAME")]
    pub mind: Option<String>,
    /// What you play; first if left out
    #[arg(long, value_parser = ["first", "second", "both", "none"])]
    pub side: Option<String>,
    /// Milliseconds a move; 1000 if nothing limits the mind
    #[arg(long, group = "limit", value_name = "MS",
          value_parser = clap::value_parser!(u64).range(1..=DAY_MS))]
    pub movetime: Option<u64>,
    /// Plies a move instead
    #[arg(long, group = "limit")]
    pub depth: Option<u32>,
    /// Nodes a move instead
    #[arg(long, group = "limit")]
    pub nodes: Option<u64>,
    /// A saved game to go on with
    #[arg(long, value_name = "FILE")]
    pub load: Option<String>,
    /// Where random numbers begin
    #[arg(long)]
    pub seed: Option<u32>,
    /// Wait for Enter before each move of the mind, at each sowing of a chain of Kalah
    #[arg(long)]
    pub wait: bool,
    /// Hold the dialogue of the game's old program: Kalah's of 1990 asks who plays and who begins,
    /// beeps at what is no move, leaves at Escape and keeps a game that is over in lastgame.klh;
    /// Abalone's of 1998 is played by keys, thinks ahead and flashes what it would play
    #[arg(long, conflicts_with_all = ["side", "wait", "load"])]
    pub classic: bool,
    /// The words of --classic: English, or those of the program of 1990
    #[arg(long, value_parser = ["en", "ru"], requires = "classic")]
    pub lang: Option<String>,
}

impl PlayJob {
    /// What limits a search for a move.
    pub(super) fn limits(&self) -> Limits {
        let limits = self.given_limits();
        if limits.is_limited() { limits } else { Limits { move_time: Some(MOVE_TIME), ..limits } }
    }

    /// The limits that were asked for, perhaps none.
    pub(super) fn given_limits(&self) -> Limits {
        let move_time = self.movetime.map(Duration::from_millis);
        Limits { move_time, depth: self.depth, nodes: self.nodes, ..Limits::default() }
    }

    /// The same with a seed of its own where none was given, and what there is to say of it.
    pub(super) fn seeded(mut self, fresh: fn() -> u32) -> (Self, Option<String>) {
        let is_seed = |option: &String| {
            option.split_once('=').is_some_and(|(name, _)| name.trim().eq_ignore_ascii_case("Seed"))
        };
        if self.seed.is_some() || self.options.iter().any(is_seed) {
            return (self, None);
        }
        let seed = fresh();
        self.seed = Some(seed);
        let said = Words::of(self.lang.as_deref()).seeded(seed);
        (self, Some(said))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_is_drawn_and_said_unless_one_is_given() {
        let (drawn, said) = PlayJob::default().seeded(|| 5);
        assert_eq!(drawn.seed, Some(5));
        assert_eq!(said.unwrap(), "Random numbers begin at 5; --seed 5 plays so again.");
        let russian = PlayJob { lang: Some("ru".to_owned()), ..PlayJob::default() };
        let said = russian.seeded(|| 5).1.unwrap();
        assert_eq!(said, "Случайные числа начинаются с 5; с --seed 5 игра повторится.");
        let seeded = |job: PlayJob| {
            let (job, said) = job.seeded(|| 5);
            (job.seed, said)
        };
        assert_eq!(seeded(PlayJob { seed: Some(7), ..PlayJob::default() }), (Some(7), None));
        let options = vec!["seed=7".to_owned()];
        assert_eq!(seeded(PlayJob { options, ..PlayJob::default() }), (None, None));
    }
}
