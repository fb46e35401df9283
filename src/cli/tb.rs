//! `plyglot tb`: endgame tables of a game are built, verified, counted or asked.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use plyglot_host::entry::GameEntry;
use plyglot_host::tb::{StatsForm, TbJob, TbTask};
use plyglot_ranks::Alone;
use plyglot_tablebase::Metric;
use plyglot_tablebase::contents::Builder;

use super::{home, say_when_ended, threads, within};
use crate::io;
use crate::options::Chosen;
use crate::system::ranks::{self, Company};

/// What `plyglot tb` is asked: a task in the words of the command line.
#[derive(clap::Args, Debug)]
#[command(override_usage = "plyglot tb TASK GAME [OPTIONS]")]
pub(super) struct TbArguments {
    #[command(subcommand)]
    task: TbCommand,
}

/// Reads how many are shown.
fn at_least_one(text: &str) -> Result<NonZeroUsize, String> {
    text.parse().map_err(|_| "expected a whole number, 1 or more".to_owned())
}

/// Where the tables are that others lead into.
#[derive(clap::Args, Clone, Copy, Debug)]
struct Needs {
    /// Read the tables that others lead into from their files, instead of keeping them in memory: less
    /// memory, more time; several ranks do so unasked where they would not fit and all see the folder
    #[arg(long)]
    read_needed: bool,
}

#[derive(clap::Subcommand, Debug)]
enum TbCommand {
    /// Build the tables that are missing; a build that was killed goes on
    #[command(override_usage = "plyglot tb build GAME [OPTIONS]")]
    Build {
        #[command(flatten)]
        about: TbAbout,
        /// By the plain sweeps of [fierz-egdb] instead of backwards
        #[arg(long)]
        sweep: bool,
        /// Keep what is known of the table under way every so many minutes, so that a build that was
        /// killed goes on there; one thread, or one for each rank, makes the tables then
        #[arg(
            long,
            value_name = "MINUTES",
            value_parser = within::<u64>(1..=MINUTES_MAX),
            conflicts_with = "sweep"
        )]
        checkpoint: Option<u64>,
        #[command(flatten)]
        needs: Needs,
        /// Write what the build took as JSON
        #[arg(long, value_name = "FILE")]
        report: Option<PathBuf>,
    },
    /// Derive every value again from its successors
    #[command(override_usage = "plyglot tb verify GAME [OPTIONS]")]
    Verify {
        #[command(flatten)]
        about: TbAbout,
        #[command(flatten)]
        needs: Needs,
    },
    /// Count wins, draws and losses, also by distance, and find the longest
    #[command(override_usage = "plyglot tb stats GAME [OPTIONS]")]
    Stats {
        #[command(flatten)]
        about: TbAbout,
        /// As CSV
        #[arg(long)]
        csv: bool,
        /// As CSV, a line for each distance
        #[arg(long, conflicts_with = "csv")]
        histogram: bool,
        /// As JSON, a line for each side of a table
        #[arg(long, conflicts_with_all = ["csv", "histogram"])]
        json: bool,
    },
    /// Say what a position and each of its moves are worth, by every metric
    #[command(override_usage = "plyglot tb probe GAME POSITION [OPTIONS]")]
    Probe {
        #[command(flatten)]
        about: TbAbout,
        /// Position string, or `startpos`
        #[arg(required = true)]
        position: Vec<String>,
    },
    /// Say how the game goes on from a position to its end if nobody errs
    #[command(override_usage = "plyglot tb line GAME POSITION [OPTIONS]")]
    Line {
        #[command(flatten)]
        about: TbAbout,
        /// Position string, or `startpos`
        #[arg(required = true)]
        position: Vec<String>,
    },
    /// Look for the longest wins, and for zugzwangs: positions in which whoever moves comes off worse
    #[command(override_usage = "plyglot tb mine GAME [OPTIONS]")]
    Mine {
        #[command(flatten)]
        about: TbAbout,
        /// How many of each are shown
        #[arg(long, value_name = "N", default_value = "10", value_parser = at_least_one)]
        count: NonZeroUsize,
    },
    /// Say what each sweep of the plain builder finds, and how a position came by its value
    #[command(override_usage = "plyglot tb sweeps GAME POSITION [OPTIONS]")]
    Sweeps {
        #[command(flatten)]
        about: TbAbout,
        /// Position string, or `startpos`
        #[arg(required = true)]
        position: Vec<String>,
    },
    /// Write tables of another form, from those of dtz: Syzygy's, of chess with up to four men
    #[command(override_usage = "plyglot tb export GAME --syzygy FOLDER [OPTIONS]")]
    Export {
        #[command(flatten)]
        about: TbAbout,
        /// Where Syzygy tables are written
        #[arg(long, value_name = "FOLDER")]
        syzygy: PathBuf,
    },
    /// Say which tables there are and which are built
    #[command(override_usage = "plyglot tb list GAME [OPTIONS]")]
    List(TbAbout),
}

#[derive(clap::Args, Debug)]
struct TbAbout {
    /// At most so many men on the board; if left out, 4, or what the game says, or all of a game
    /// where that means nothing
    #[arg(long, value_name = "MEN")]
    max_men: Option<u8>,
    /// Only these tables, and what they need, separated by commas: `KRPKR`
    #[arg(long, value_name = "TABLE", value_delimiter = ',')]
    only: Vec<String>,
    /// What is counted; `dtm` if left out, or `margin` where how far one is ahead decides
    #[arg(long, value_parser = ["wld", "dtm", "dtc", "dtz", "margin"])]
    metric: Option<String>,
    /// The folder of the files
    #[arg(long, value_name = "FOLDER", default_value = "tables")]
    dir: PathBuf,
    /// In place of --dir the folder in which who plays looks unasked
    #[arg(long, conflicts_with = "dir")]
    home: bool,
    /// MiB that a build may take, on each rank where there are several
    #[arg(long, value_name = "MIB", default_value_t = TbJob::MEMORY_MIB)]
    memory: u64,
    /// Threads; all there are if 0
    #[arg(long, default_value_t = 0, value_parser = threads(0))]
    threads: usize,
}

/// The position that every game begins with.
const START: &str = "startpos";
/// A week.
const MINUTES_MAX: u64 = 7 * 24 * 60;

/// Said when a job ends before its time.
fn what_is_kept(job: &TbJob) -> impl Fn() -> String + Send + use<> {
    let folder = job.folder.display().to_string();
    let kept = match (&job.task, job.checkpoint) {
        (TbTask::Build(_), None) => {
            format!(
                "{folder} holds the tables that are finished; the same command makes the others"
            )
        }
        (TbTask::Build(_), Some(_)) => format!(
            "{folder} holds the tables that are finished, and the last checkpoint; the same command goes on"
        ),
        (_, _) => format!("the tables in {folder} are as they were"),
    };
    move || kept.clone()
}

impl TbArguments {
    pub(super) fn run(
        self,
        games: &'static [&'static GameEntry],
        game: Option<&str>,
        given: &[String],
        company: Option<Company>,
    ) -> Result<(), String> {
        let mut job = ranks::said_once(self.job())?;
        let chosen = super::needed("tb", game)
            .and_then(|name| Chosen::new(games, "tb", name))
            .and_then(|mut chosen| chosen.set_all(given).map(|()| chosen));
        let chosen = ranks::said_once(chosen)?;
        let Chosen { game, variant, settings, .. } = chosen;
        if let TbTask::Probe { position } | TbTask::Line { position } | TbTask::Sweeps { position } =
            &mut job.task
            && position == START
        {
            let opened = (game.open)(variant.name, &settings).map_err(|error| error.to_string());
            *position = ranks::said_once(opened)?.position_text();
        }
        say_when_ended(what_is_kept(&job));
        match company {
            Some(ranks) => {
                let done = (game.tb_over)(variant.name, &settings, &job, &*ranks, &io::tell);
                let rank = ranks.rank();
                // All leave together; what all of them know rank 0 says.
                drop(ranks);
                if rank > 0 { done.map_err(|_| ranks::said_by_another()) } else { done }
            }
            None if job.checkpoint.is_some() || job.read_needed => {
                (game.tb_over)(variant.name, &settings, &job, &Alone::default(), &io::tell)
            }
            None => (game.tb)(variant.name, &settings, &job, &mut io::tell),
        }
    }

    /// What to do with the tables.
    fn job(self) -> Result<TbJob, String> {
        let (mut checkpoint, mut report_to, mut read_needed) = (None, None, false);
        let (about, task) = match self.task {
            TbCommand::Build { about, sweep, checkpoint: minutes, needs, report } => {
                read_needed = needs.read_needed;
                checkpoint = minutes.map(Duration::from_mins);
                report_to = report;
                let builder = if sweep { Builder::Iterative } else { Builder::Retrograde };
                (about, TbTask::Build(builder))
            }
            TbCommand::Verify { about, needs } => {
                read_needed = needs.read_needed;
                (about, TbTask::Verify)
            }
            TbCommand::Stats { about, csv, histogram, json } => {
                let form = match (csv, histogram, json) {
                    (_, true, _) => StatsForm::CsvByDistance,
                    (true, ..) => StatsForm::Csv,
                    (.., true) => StatsForm::Json,
                    (false, false, false) => StatsForm::Words,
                };
                (about, TbTask::Stats { form })
            }
            TbCommand::Probe { about, position } => {
                (about, TbTask::Probe { position: position.join(" ") })
            }
            TbCommand::Line { about, position } => {
                (about, TbTask::Line { position: position.join(" ") })
            }
            TbCommand::Mine { about, count } => (about, TbTask::Mine { count }),
            TbCommand::Sweeps { about, position } => {
                (about, TbTask::Sweeps { position: position.join(" ") })
            }
            TbCommand::Export { about, syzygy: folder } => (about, TbTask::Export { folder }),
            TbCommand::List(about) => (about, TbTask::List),
        };
        let TbAbout { max_men: men_max, only, dir, home, memory, threads, metric } = about;
        let folder = if home { home::expect_tables(&task)? } else { dir };
        let metric = metric.as_deref().and_then(Metric::parse);
        Ok(TbJob {
            men_max,
            only,
            metric,
            memory_mib: memory,
            threads,
            checkpoint,
            read_needed,
            report: report_to,
            ..TbJob::new(task, folder)
        })
    }
}
