//! `plyglot learn`: a mind that learns plays games against another.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::Duration;

use plyglot_core::file::write_whole;
use plyglot_core::rng::fresh_seed;
use plyglot_host::entry::GameEntry;
use plyglot_host::learn::LearnPlan;
use plyglot_search::SearchControl;
use plyglot_search::selfplay::{Block, TrainingPlan};

use crate::io;
use crate::options::Chosen;

/// How often the report is written while games are played.
const CSV_EVERY: Duration = Duration::from_secs(1);

/// What `plyglot learn` is asked.
#[derive(clap::Args, Clone, Debug)]
#[command(override_usage = "plyglot learn GAME [OPTIONS]")]
pub(super) struct LearnJob {
    /// How many games
    #[arg(long, default_value_t = 1000)]
    games: u64,
    /// The mind that learns
    #[arg(long, default_value = "learning")]
    mind: String,
    /// The mind it plays; its own name for self-play
    #[arg(long, default_value = "learning")]
    against: String,
    /// Games a line of the report
    #[arg(long, default_value_t = 100)]
    block: u64,
    /// Where random numbers begin; drawn, and said, if left out
    #[arg(long)]
    seed: Option<u64>,
    /// The file the learning is kept in
    #[arg(long)]
    file: Option<String>,
    /// Take a file that was edited by hand, whose checksum is wrong, and give it the right one
    #[arg(long, requires = "file")]
    force: bool,
    /// Also write the report as CSV, for tools/learning-curve
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
}

impl LearnJob {
    /// The file is written after each game.
    fn what_is_kept(&self) -> impl Fn() -> String + Send + use<> {
        let taught = self
            .file
            .as_ref()
            .map(|file| format!("{file} holds what the finished games have taught"));
        let csv = self
            .csv
            .as_ref()
            .map(|csv| format!("{} holds the report until shortly before", csv.display()));
        let kept: Vec<String> = taught.into_iter().chain(csv).collect();
        let kept = if kept.is_empty() {
            "nothing was to be kept: there is no --file".to_owned()
        } else {
            kept.join(", ")
        };
        move || kept.clone()
    }

    /// Reports won, drawn and lost games block by block.
    pub(super) fn run(
        self,
        games: &'static [&'static GameEntry],
        game: Option<&str>,
        given: &[String],
    ) -> Result<(), String> {
        let mut chosen = Chosen::new(games, "learn", super::needed("learn", game)?)?;
        chosen.set_all(given)?;
        chosen.set("LearningFile", self.file.as_deref())?;
        chosen.set("LearningForce", self.force.then_some("true"))?;
        super::stop::says(self.what_is_kept());
        let Self { games, mind: learner, against, block, seed, csv: path, .. } = self;
        let seed = seed.unwrap_or_else(|| fresh_seed().into());
        let said = format!("{learner} learns against {against}: {games} games, seed {seed}");
        let mut csv = "game,won,drawn,lost\n".to_owned();
        let plan = LearnPlan { learner, against, plan: TrainingPlan { games, block, seed } };
        let kept = |csv: &str| {
            let Some(path) = &path else { return Ok(()) };
            write_whole(path, csv.as_bytes())
                .map_err(|error| format!("{}: {error}", path.display()))
        };
        // What is refused is refused before anything is said.
        let none = LearnPlan { plan: TrainingPlan { games: 0, ..plan.plan }, ..plan.clone() };
        (chosen.game.learn)(chosen.variant.name, &chosen.settings, &none, &mut |_| ())?;
        kept(&csv)?;
        io::say(&said);
        let control = SearchControl::unlimited();
        control.time.start();
        let mut written = Duration::ZERO;
        let mut each = |block: &Block| {
            let Block { first, last, won, drawn, lost } = block;
            io::say(&format!("games {first}-{last}: won {won} drawn {drawn} lost {lost}"));
            let _ = writeln!(csv, "{last},{won},{drawn},{lost}");
            let used = control.time.thought();
            if used >= written + CSV_EVERY {
                // The last time says whether it could be written.
                let _ = kept(&csv);
                written = used;
            }
        };
        (chosen.game.learn)(chosen.variant.name, &chosen.settings, &plan, &mut each)?;
        kept(&csv)
    }
}
