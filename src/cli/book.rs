//! `plyglot book`: an opening book of all positions of the first plies, of a game that can work one out, and
//! `book build`, one that grows where players are likely to come, of any game.

use std::path::{Path, PathBuf};
use std::time::Duration;

use plyglot_book::{Terms, file};
use plyglot_core::file::{read_text, write_whole};
use plyglot_host::book::{GrowPlan, Grown};
use plyglot_host::entry::GameEntry;
use plyglot_search::SearchControl;
use plyglot_search::team::STACK_BYTES;

use super::stop;
use crate::io;
use crate::options::Chosen;

/// What `plyglot book` is asked.
#[derive(clap::Args, Clone, Debug)]
#[command(
    override_usage = "plyglot book GAME --out FILE [OPTIONS]\n       plyglot book build GAME --out FILE [OPTIONS]",
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true
)]
pub(super) struct BookJob {
    #[command(subcommand)]
    task: Option<BookTask>,
    /// The file to write
    #[arg(long, value_name = "FILE", required = true)]
    out: Option<PathBuf>,
    /// The last ply whose positions the book has
    #[arg(long, default_value_t = 4, value_parser = super::within::<u64>(0..=20))]
    ply: u64,
    /// Replace a file that is there already
    #[arg(long)]
    force: bool,
}

#[derive(clap::Subcommand, Clone, Debug)]
enum BookTask {
    /// Let a book grow where players are likely to come, from searches and endgame tables
    #[command(override_usage = "plyglot book build GAME --out FILE [OPTIONS]")]
    Build(BuildJob),
}

#[derive(clap::Args, Clone, Debug)]
struct BuildJob {
    /// The file to write, every ten seconds and in the end
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Positions that the book is to have
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = super::within::<usize>(1..=10_000_000))]
    positions: usize,
    /// Nodes of a search for what a move leads to; 0 for no limit, for a mind that ends by itself
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = super::within::<u64>(0..=u64::MAX))]
    nodes: u64,
    /// What a ply costs when the next position is chosen: as much as a move that gives so many cp away
    #[arg(long, value_name = "CP", default_value_t = 30, value_parser = super::within::<u32>(1..=10_000))]
    ply_cost: u32,
    /// Look further at lines whose end is known, until it is no more than so many plies away: for games that
    /// are solved, by a mind that solves them
    #[arg(long, value_name = "PLIES", value_parser = super::within::<u32>(0..=1000))]
    decided: Option<u32>,
    /// Moves looked at at the same time; as many as there are processors if 0
    #[arg(long, default_value_t = 0, value_parser = super::threads(0))]
    threads: usize,
    /// Go on with the book that is there
    #[arg(long, conflicts_with = "force")]
    resume: bool,
    /// Replace a file that is there already
    #[arg(long)]
    force: bool,
}

/// How often it is told how far the work has come.
const NEWS_EVERY: Duration = Duration::from_secs(2);
/// How often a book that grows is written.
const WRITTEN_EVERY: Duration = Duration::from_secs(10);

impl BookJob {
    pub(super) fn run(
        self,
        games: &'static [&'static GameEntry],
        game: Option<&str>,
        given: &[String],
    ) -> Result<(), String> {
        let mut chosen = Chosen::new(games, "book", super::needed("book", game)?)?;
        chosen.set_all(given)?;
        match (self.task, self.out) {
            (Some(BookTask::Build(job)), _) => job.run(&chosen),
            (None, Some(out)) => work_out(&chosen, &out, self.ply, self.force),
            (None, None) => Err("book: found no file, expected --out FILE".to_owned()),
        }
    }
}

/// A book of all positions of the first plies.
fn work_out(chosen: &Chosen, path: &Path, ply: u64, force: bool) -> Result<(), String> {
    let shown = path.display();
    super::may_replace("book", path, force)?;
    super::has_folder("book", path)?;
    let (out, was_there) = (shown.to_string(), path.exists());
    stop::says(move || format!("{out} is {}", if was_there { "as it was" } else { "not written" }));
    let mut news = News::default();
    let mut each = |done: usize, all: usize| {
        news.tell(|| format!("{done} of {all} positions"));
    };
    let ply = u32::try_from(ply).unwrap_or(u32::MAX);
    let bytes = (chosen.game.book)(chosen.variant.name, &chosen.settings, ply, &mut each)?;
    write_whole(path, &bytes).map_err(|error| format!("book: {shown}: {error}"))?;
    let seconds = news.used().as_secs_f32();
    io::say(&format!("{shown}: {} bytes, {ply} plies, in {seconds:.1} s", bytes.len()));
    Ok(())
}

/// When something was last told, and the time since the beginning.
struct News {
    control: SearchControl,
    told: Duration,
}

impl Default for News {
    fn default() -> Self {
        Self { control: SearchControl::unlimited(), told: Duration::ZERO }
    }
}

impl News {
    fn used(&self) -> Duration {
        self.control.time.thought()
    }

    /// Tells this and the time, if it is time to.
    fn tell(&mut self, text: impl Fn() -> String) {
        let used = self.used();
        if used >= self.told + NEWS_EVERY {
            self.told = used;
            io::notice(&format!("{}, {} s", text(), used.as_secs()));
        }
    }
}

impl BuildJob {
    fn run(self, chosen: &Chosen) -> Result<(), String> {
        let shown = self.out.display().to_string();
        let goes_on = self.resume && self.out.exists();
        if !goes_on {
            super::may_replace("book build", &self.out, self.force)?;
            super::has_folder("book build", &self.out)?;
        }
        let before = goes_on.then(|| read_text(&self.out, file::BYTES_MAX)).transpose();
        let before = before.map_err(|error| format!("book build: {shown}: {error}"))?;
        let file = self.out.clone();
        stop::says(move || {
            let kept = if file.exists() {
                "has what it had when it was last written; --resume goes on"
            } else {
                "is not written yet"
            };
            format!("{} {kept}", file.display())
        });
        let Self { nodes, ply_cost, decided, .. } = self;
        let terms = Terms { nodes, ply_cost, decided };
        let plan = GrowPlan { before, terms, positions: self.positions };
        let pool = plyglot_parallel::deep_pool(self.threads, STACK_BYTES)
            .map_err(|error| format!("book build: {error}"))?;
        let (mut news, mut written) = (News::default(), Duration::ZERO);
        let write = |text: &str| {
            write_whole(&self.out, text.as_bytes()).map_err(|error| format!("{shown}: {error}"))
        };
        let mut last = None;
        let mut each = |grown: Grown<'_>| {
            if last.is_none() && grown.terms != terms {
                io::notice(&format!("{shown}: goes on as it was begun, {}", grown.terms));
            }
            last = grown.score;
            news.tell(|| so_far(&grown, self.positions));
            if news.used() >= written + WRITTEN_EVERY {
                written = news.used();
                write(&(grown.text)())?;
            }
            Ok(())
        };
        let (game, variant) = (chosen.game, chosen.variant.name);
        let grown = pool.install(|| (game.grow_book)(variant, &chosen.settings, &plan, &mut each));
        let text = grown.map_err(|error| format!("book build: {error}"))?;
        write(&text).map_err(|error| format!("book build: {error}"))?;
        let worth = last.map_or(String::new(), |score| format!(", the start {score}"));
        io::say(&format!(
            "{shown}: {} bytes{worth}, in {:.1} s",
            text.len(),
            news.used().as_secs_f32()
        ));
        Ok(())
    }
}

fn so_far(grown: &Grown<'_>, wanted: usize) -> String {
    let worth = grown.score.map_or(String::new(), |score| format!(", the start {score}"));
    format!("{} of {wanted} positions{worth}", grown.positions)
}
