//! `plyglot perft`: lines of a given length are counted, as the command of the protocol does it.

use plyglot_core::WALK_DEPTH_MAX;
use plyglot_host::entry::GameEntry;
use plyglot_protocol::{Command, Setup};

use crate::io;

/// What `plyglot perft` is asked.
#[derive(clap::Args, Clone, Debug)]
pub(super) struct PerftJob {
    /// Plies
    #[arg(value_parser = clap::value_parser!(u32).range(..=i64::from(WALK_DEPTH_MAX)))]
    depth: u32,
    /// Position string; the start position of the game if left out
    position: Option<String>,
    /// A file with another program's counts, or a command of the shell that prints them
    #[arg(long, value_name = "FILE|COMMAND")]
    compare: Option<String>,
}

impl PerftJob {
    pub(super) fn run<'a>(
        &'a self,
        games: &'static [&'static GameEntry],
        mut presets: Vec<Command<'a>>,
    ) -> Result<(), String> {
        let depth = self.depth;
        if let Some(text) = &self.position {
            let setup = Setup { game: None, position: Some(text), moves: Vec::new() };
            presets.push(Command::Position(setup));
        }
        let command = match &self.compare {
            Some(_) if depth == 0 => {
                return Err("perft: found 0 plies, expected at least 1 to compare".to_owned());
            }
            Some(with) => Command::Compare { depth, with },
            None => Command::Perft { depth, counting: None },
        };
        io::obey(games, &presets, command).map_err(|error| error.to_string())
    }
}
