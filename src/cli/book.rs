//! `plyglot book`: an opening book of a game that can work one out.

use std::path::PathBuf;
use std::time::Duration;

use plyglot_core::file::write_whole;
use plyglot_host::entry::GameEntry;
use plyglot_search::SearchControl;

use crate::io;
use crate::options::Chosen;

/// What `plyglot book` is asked.
#[derive(clap::Args, Clone, Debug)]
#[command(override_usage = "plyglot book GAME --out FILE [OPTIONS]")]
pub(super) struct BookJob {
    /// The file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The last ply whose positions the book has
    #[arg(long, default_value_t = 4, value_parser = super::within::<u64>(0..=20))]
    ply: u64,
    /// Replace a file that is there already
    #[arg(long)]
    force: bool,
}

/// How often it is told how far the work has come.
const NEWS_EVERY: Duration = Duration::from_secs(2);

impl BookJob {
    pub(super) fn run(
        self,
        games: &'static [&'static GameEntry],
        game: Option<&str>,
        given: &[String],
    ) -> Result<(), String> {
        let mut chosen = Chosen::new(games, "book", super::needed("book", game)?)?;
        chosen.set_all(given)?;
        let shown = self.out.display();
        super::may_replace("book", &self.out, self.force)?;
        let (out, was_there) = (shown.to_string(), self.out.exists());
        super::stop::says(move || {
            format!("{out} is {}", if was_there { "as it was" } else { "not written" })
        });
        let control = SearchControl::unlimited();
        control.time.start();
        let mut told = Duration::ZERO;
        let mut each = |done: usize, all: usize| {
            let used = control.time.thought();
            if used >= told + NEWS_EVERY {
                told = used;
                io::notice(&format!("{done} of {all} positions, {} s", used.as_secs()));
            }
        };
        let ply = u32::try_from(self.ply).unwrap_or(u32::MAX);
        let bytes = (chosen.game.book)(chosen.variant.name, &chosen.settings, ply, &mut each)?;
        write_whole(&self.out, &bytes).map_err(|error| format!("book: {shown}: {error}"))?;
        let seconds = control.time.thought().as_secs_f32();
        io::say(&format!("{shown}: {} bytes, {ply} plies, in {seconds:.1} s", bytes.len()));
        Ok(())
    }
}
