//! `plyglot export`: what a mind plays by, as text that can be edited.

use std::path::PathBuf;

use plyglot_core::file::write_whole;
use plyglot_host::entry::GameEntry;

use crate::io;
use crate::options::Chosen;

/// What `plyglot export` is asked.
#[derive(clap::Args, Clone, Debug)]
#[command(override_usage = "plyglot export GAME [OPTIONS]")]
pub(super) struct ExportJob {
    /// The mind; that of the options if left out
    #[arg(long)]
    mind: Option<String>,
    /// The file to write; standard output if left out
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Replace a file that is there already
    #[arg(long)]
    force: bool,
}

impl ExportJob {
    pub(super) fn run(
        self,
        games: &'static [&'static GameEntry],
        game: Option<&str>,
        given: &[String],
    ) -> Result<(), String> {
        let mut chosen = Chosen::new(games, "export", super::needed("export", game)?)?;
        chosen.set_all(given)?;
        chosen.set("Mind", self.mind.as_deref())?;
        let text = (chosen.game.export)(chosen.variant.name, &chosen.settings)?;
        let Some(path) = self.out else {
            io::say(text.trim_end());
            return Ok(());
        };
        super::may_replace("export", &path, self.force)?;
        let failed = |error| format!("export: {}: {error}", path.display());
        write_whole(&path, text.as_bytes()).map_err(failed)
    }
}
