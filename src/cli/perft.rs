//! `plyglot perft`: lines of a given length are counted, as the command of the protocol does it.

use plyglot_host::entry::GameEntry;

use crate::io;

/// What `plyglot perft` is asked.
#[derive(clap::Args, Clone, Debug)]
pub(super) struct PerftJob {
    /// Plies
    depth: u32,
    /// Position string; the start position of the game if left out
    position: Option<String>,
    /// A file with another program's counts, or a command of the shell that prints them
    #[arg(long, value_name = "FILE|COMMAND")]
    compare: Option<String>,
}

impl PerftJob {
    pub(super) fn run(
        &self,
        games: &'static [&'static GameEntry],
        mut presets: Vec<String>,
    ) -> Result<(), String> {
        let Self { depth, position, compare } = self;
        presets.extend(position.as_ref().map(|text| format!("position fen {text}")));
        let line = match compare {
            Some(with) => format!("perft {depth} compare {with}"),
            None => format!("perft {depth}"),
        };
        io::obey(games, &presets, &[line]).map_err(|error| error.to_string())
    }
}
