//! The words of the command line: what it may say, and what that asks of the program.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Parser, Subcommand, builder::RangedU64ValueParser};
use plyglot::arena::jobs::{MatchArguments, SolveArguments};
use plyglot::arena::replay::ReplayArguments;
use plyglot::arena::spec::TimeControl;
use plyglot::arena::talk::PlayArguments;
use plyglot::endgame::Metric;
use plyglot::endgame::contents::Builder;
use plyglot::server::cli;
use plyglot::server::files::Permissions;
use plyglot::server::inspect::InspectPlan;
use plyglot::server::registry::GAMES;
use plyglot::server::tb::{TbJob, TbTask};
use plyglot::server::tune::TuneJob;
use plyglot::tune::{FitPlan, GeneratePlan, StudyPlan};

/// As the option `Threads` has it.
const THREADS_MAX: u64 = 256;
/// The longest time of a move, as the protocol has it: 49 days.
const TIME_MAX_MS: u64 = u32::MAX as u64;
/// Nobody is waited for longer.
const DAY_S: u64 = 24 * 60 * 60;

fn within(range: std::ops::RangeInclusive<u64>) -> RangedU64ValueParser<u64> {
    RangedU64ValueParser::new().range(range)
}

/// So many threads, or games at once, or more.
fn threads(least: u64) -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(least..=THREADS_MAX)
}

/// One engine for the classic two-player board games, over UCI, UGI and pipes.
#[derive(Parser, Debug)]
#[command(
    version,
    about,
    after_help = "Without a command it serves the protocol of protocol.md. \
    A line of it, such as `\"go depth 5\"`, is obeyed; `uci` and `ugi` begin a conversation."
)]
pub(crate) struct Arguments {
    /// The game or variant to begin with, such as `tictactoe`
    #[arg(long, value_name = "NAME")]
    pub(crate) game: Option<String>,
    /// An option of the protocol, such as `Hash=64`; may be repeated
    #[arg(long = "option", value_name = "NAME=VALUE")]
    pub(crate) options: Vec<String>,
    /// Let the client run commands of the shell, by `perft N compare COMMAND`
    #[arg(long)]
    pub(crate) allow_commands: bool,
    /// The folder below which a client's files lie; where the program was started, if left out
    #[arg(long, value_name = "DIR", conflicts_with = "no_files")]
    files: Option<PathBuf>,
    /// Let a client neither read nor write files
    #[arg(long)]
    no_files: bool,
    #[command(subcommand)]
    pub(crate) job: Option<Job>,
}

impl Arguments {
    pub(crate) fn permissions(&self) -> Result<Permissions, String> {
        Permissions::new(self.files.as_deref(), self.no_files, self.allow_commands)
    }
}

#[derive(Subcommand, Debug)]
pub(crate) enum Job {
    /// A line of the protocol.
    #[command(external_subcommand)]
    Line(Vec<String>),
    /// Serve a client on standard input and output (the default)
    Serve,
    /// Search fixed positions of every game and count nodes
    Bench {
        /// Compare the counts with this file and fail where they differ
        #[arg(long, value_name = "FILE")]
        expect: Option<PathBuf>,
    },
    /// Count the lines of a given length from a position, by first move
    Perft {
        /// Plies
        depth: u32,
        /// Position string; the start position of the game if left out
        position: Option<String>,
        /// A file with another program's counts, or a command of the shell that prints them
        #[arg(long, value_name = "FILE|COMMAND")]
        compare: Option<String>,
    },
    /// Let a mind that learns play games against another
    Learn(Learn),
    /// Solve positions with known answers: lines of `POSITION bm MOVE; id NAME;`
    Solve(Solve),
    /// Play a match between minds of this program and other programs
    Match(Box<MatchOptions>),
    /// Play against a mind of this program; `help` lists the commands
    Play(Play),
    /// Build endgame tables, verify them, count what they hold, or ask them
    Tb(Tb),
    /// Play a recorded game through, such as a `.klh` file of Kalah
    Replay(Replay),
    /// Ask what a recorded search did: questions as in the protocol, separated by semicolons
    Inspect(Inspect),
    /// Fit the weights of a judge to the results of games, or play such games
    Tune(Tune),
}

#[derive(clap::Args, Debug)]
pub(crate) struct Solve {
    /// The problems
    file: PathBuf,
    /// Who solves, as for `match`
    #[arg(short, long, default_value = "mind=alphabeta")]
    player: String,
    /// What it is told after `go`
    #[arg(long, default_value = "movetime 1000")]
    go: String,
}

impl Solve {
    pub(crate) fn arguments(self, game: Option<String>, options: Vec<String>) -> SolveArguments {
        let Self { file, player, go } = self;
        let game = game.unwrap_or_else(|| GAMES[0].name.to_owned());
        SolveArguments { game, options, player, file, go }
    }
}

#[derive(clap::Args, Debug)]
pub(crate) struct MatchOptions {
    /// A player: `mind=NAME,OPTION=VALUE,…` or `cmd=PROGRAM,proto=uci|ugi,OPTION=VALUE,…`; also the
    /// keys name, tc, movetime, nodes, depth. Twice or more
    #[arg(short, long = "player", value_name = "PLAYER", required = true)]
    pub(crate) players: Vec<String>,
    /// Games of each two players that meet
    #[arg(short = 'n', long, default_value_t = 100, value_parser = within(1..=1_000_000_000))]
    pub(crate) games: u64,
    /// The first player meets all others, instead of everybody everybody
    #[arg(long)]
    pub(crate) gauntlet: bool,
    /// Clock: [MOVES/]SECONDS[+INCREMENT]
    #[arg(long, default_value = "1+0.01", group = "time")]
    pub(crate) tc: String,
    /// Milliseconds a move instead
    #[arg(long, group = "time", value_name = "MS", value_parser = within(1..=TIME_MAX_MS))]
    pub(crate) movetime: Option<u64>,
    /// Nodes a move instead
    #[arg(long, group = "time")]
    pub(crate) nodes: Option<u64>,
    /// Plies a move instead
    #[arg(long, group = "time")]
    pub(crate) depth: Option<u32>,
    /// Milliseconds by which a clock may be exceeded
    #[arg(long, default_value_t = 0, value_name = "MS", value_parser = within(0..=TIME_MAX_MS))]
    pub(crate) margin: u64,
    /// Seconds after which a player without a clock counts as silent
    #[arg(long, default_value_t = 120, value_name = "SECONDS", value_parser = within(1..=DAY_S))]
    pub(crate) patience: u64,
    /// A file with an opening a line
    #[arg(long, value_name = "FILE")]
    pub(crate) openings: Option<PathBuf>,
    /// Take the openings in an order that the seed decides
    #[arg(long)]
    pub(crate) shuffle: bool,
    /// Begin with plies by lot instead
    #[arg(long, value_name = "PLIES")]
    pub(crate) random_plies: Option<u32>,
    /// Where random numbers begin
    #[arg(long, default_value_t = 0)]
    pub(crate) seed: u64,
    /// Games at once
    #[arg(short, long, default_value_t = 1, value_parser = threads(1))]
    pub(crate) concurrency: usize,
    /// End when a sequential test is decided: ELO0,ELO1[,ALPHA,BETA]
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    pub(crate) sprt: Option<String>,
    /// Break off as lost when both say so: SCORE,MOVES
    #[arg(long, value_name = "SCORE,MOVES")]
    pub(crate) resign: Option<String>,
    /// Break off as drawn when both say so: SCORE,MOVES
    #[arg(long, value_name = "SCORE,MOVES")]
    pub(crate) draw: Option<String>,
    /// Break off as drawn after so many plies
    #[arg(long, value_name = "PLIES")]
    pub(crate) plies_max: Option<u32>,
    /// Break off as soon as the endgame tables of this folder know the result
    #[arg(long, value_name = "FOLDER")]
    pub(crate) tables: Option<String>,
    /// Write the games to this file, and a journal beside it
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Write every position with the game's result to this file, for the tuner
    #[arg(long, value_name = "FILE")]
    pub(crate) positions: Option<PathBuf>,
    /// Go on with the match that the files hold
    #[arg(long)]
    pub(crate) resume: bool,
}

#[derive(clap::Args, Debug)]
pub(crate) struct Play {
    /// The game or variant; chess if left out
    pub(crate) game: Option<String>,
    /// Who plays against you; the game's first mind if left out
    #[arg(long, value_name = "NAME")]
    pub(crate) mind: Option<String>,
    /// What you play; first if left out
    #[arg(long, value_parser = ["first", "second", "both", "none"])]
    pub(crate) side: Option<String>,
    /// Milliseconds a move; 1000 if nothing limits the mind
    #[arg(long, group = "limit", value_name = "MS", value_parser = within(1..=DAY_S * 1000))]
    pub(crate) movetime: Option<u64>,
    /// Plies a move instead
    #[arg(long, group = "limit")]
    pub(crate) depth: Option<u32>,
    /// Nodes a move instead
    #[arg(long, group = "limit")]
    pub(crate) nodes: Option<u64>,
    /// A saved game to go on with
    #[arg(long, value_name = "FILE")]
    pub(crate) load: Option<String>,
    /// Where random numbers begin
    #[arg(long)]
    pub(crate) seed: Option<u32>,
    /// Wait for Enter before each move of the mind, at each sowing of a chain of Kalah
    #[arg(long)]
    pub(crate) wait: bool,
    /// Ask who plays and who begins, beep at what is no move, leave at Escape, keep the game in
    /// lastgame.klh, as the Kalah program of 1990 did
    #[arg(long, conflicts_with_all = ["side", "wait", "load"])]
    pub(crate) classic: bool,
}

#[derive(clap::Args, Debug)]
pub(crate) struct Replay {
    /// The record; how its name ends says of which game
    file: PathBuf,
    /// Say what the engine would play, and what each move gave away
    #[arg(long)]
    analyse: bool,
    /// What the engine is told after `go`, with --analyse
    #[arg(long, default_value = "movetime 1000")]
    go: String,
}

impl Replay {
    pub(crate) fn arguments(self, game: Option<String>, options: Vec<String>) -> ReplayArguments {
        let Self { file, analyse, go } = self;
        ReplayArguments { game, options, file, analyse: analyse.then_some(go) }
    }
}

#[derive(clap::Args, Debug)]
pub(crate) struct Learn {
    /// The game
    pub(crate) game: String,
    /// How many games
    #[arg(long, default_value_t = 1000)]
    pub(crate) games: u64,
    /// The mind that learns
    #[arg(long, default_value = "learning")]
    pub(crate) mind: String,
    /// The mind it plays; its own name for self-play
    #[arg(long, default_value = "learning")]
    pub(crate) against: String,
    /// Games a line of the report
    #[arg(long, default_value_t = 100)]
    pub(crate) block: u64,
    /// Where random numbers begin
    #[arg(long, default_value_t = 0)]
    pub(crate) seed: u64,
    /// The file the learning is kept in
    #[arg(long)]
    pub(crate) file: Option<String>,
    /// Also write the report as CSV, for tools/learning-curve
    #[arg(long, value_name = "FILE")]
    pub(crate) csv: Option<PathBuf>,
}

#[derive(clap::Args, Debug)]
pub(crate) struct Tb {
    #[command(subcommand)]
    task: TbCommand,
}

#[derive(Subcommand, Debug)]
enum TbCommand {
    /// Build the tables that are missing; a build that was killed goes on
    Build {
        #[command(flatten)]
        about: TbAbout,
        /// By the plain sweeps of [fierz-egdb] instead of backwards
        #[arg(long)]
        sweep: bool,
    },
    /// Derive every value again from its successors
    Verify(TbAbout),
    /// Count wins, draws and losses, and find the longest wins
    Stats {
        #[command(flatten)]
        about: TbAbout,
        /// As CSV
        #[arg(long)]
        csv: bool,
    },
    /// Say what a position and each of its moves are worth
    Probe {
        #[command(flatten)]
        about: TbAbout,
        /// Position string
        position: String,
    },
    /// Say which tables there are and which are built
    List(TbAbout),
}

#[derive(clap::Args, Debug)]
struct TbAbout {
    /// The game
    game: String,
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
    /// MiB that a build may take
    #[arg(long, value_name = "MIB", default_value_t = 1024)]
    memory: u64,
    /// Threads; all there are if 0
    #[arg(long, default_value_t = 0, value_parser = threads(0))]
    threads: usize,
}

impl Tb {
    /// The game, and what to do with its tables.
    pub(crate) fn job(self) -> (String, TbJob) {
        let (about, task) = match self.task {
            TbCommand::Build { about, sweep: false } => (about, TbTask::Build(Builder::Retrograde)),
            TbCommand::Build { about, sweep: true } => (about, TbTask::Build(Builder::Iterative)),
            TbCommand::Verify(about) => (about, TbTask::Verify),
            TbCommand::Stats { about, csv } => (about, TbTask::Stats { csv }),
            TbCommand::Probe { about, position } => (about, TbTask::Probe { position }),
            TbCommand::List(about) => (about, TbTask::List),
        };
        let TbAbout { game, max_men: men_max, only, metric, dir, memory, threads } = about;
        let metric = metric.as_deref().and_then(Metric::parse);
        let job = TbJob { task, men_max, only, metric, folder: dir, memory_mib: memory, threads };
        (game, job)
    }
}

#[derive(clap::Args, Debug)]
pub(crate) struct Tune {
    /// The game
    pub(crate) game: String,
    /// Files of results and positions, separated by commas; the one to append to with --generate
    #[arg(long, value_name = "FILE", value_delimiter = ',', required = true)]
    pub(crate) positions: Vec<PathBuf>,
    /// At most so many times through the positions
    #[arg(long, default_value_t = 60)]
    pub(crate) epochs: u32,
    /// Where random numbers begin
    #[arg(long, default_value_t = 0)]
    pub(crate) seed: u64,
    /// Where to write the source of the weights; said if left out
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Play so many games and append their quiet positions, instead of fitting
    #[arg(long, value_name = "GAMES")]
    pub(crate) generate: Option<u64>,
    /// Nodes a move, with --generate
    #[arg(long, default_value_t = 4000)]
    pub(crate) nodes: u64,
    /// Games played at once, with --generate
    #[arg(long, default_value_t = 1, value_parser = threads(1))]
    pub(crate) threads: usize,
    /// Hundredths of a position's score that its search foretells, with --generate; the rest is how
    /// the game ended
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u32).range(..=100))]
    pub(crate) forecast: u32,
    /// Billionths of the loss that hold a weight back for each squared cp it moves
    #[arg(long, default_value_t = FitPlan::PULL)]
    pub(crate) pull: u32,
    /// Train the judge's network instead of fitting its weights; --out is its file
    #[arg(long, conflicts_with = "generate")]
    pub(crate) network: bool,
    /// Millions of lessons that the network first takes from the judge's formula, beginning from
    /// nothing; 0 to go on from what it knows
    #[arg(long, default_value_t = 0, value_name = "MILLIONS", requires = "network")]
    pub(crate) school: u32,
}

#[derive(clap::Args, Debug)]
pub(crate) struct Inspect {
    /// The trace file
    file: String,
    /// Such as `why not e2e4; tree`; an overview if left out
    questions: Vec<String>,
    /// Print the tree for Graphviz
    #[arg(long, group = "form")]
    dot: bool,
    /// Print every visit as comma-separated values
    #[arg(long, group = "form")]
    csv: bool,
    /// Write a page to explore the tree in a browser
    #[arg(long, group = "form", value_name = "OUT")]
    html: Option<PathBuf>,
    /// Write the board as a picture, at the root or where `down` has led, with what the judge gives
    #[arg(long, group = "form", value_name = "OUT")]
    svg: Option<PathBuf>,
    /// So many plies, with --dot
    #[arg(long, default_value_t = 2)]
    plies: u32,
}

impl From<Inspect> for InspectPlan {
    fn from(inspect: Inspect) -> Self {
        let Inspect { file, questions, dot, csv, html, svg, plies } = inspect;
        Self { file, questions, dot, csv, html, svg, plies }
    }
}

impl From<Learn> for cli::LearnPlan {
    fn from(learn: Learn) -> Self {
        let Learn { game, games, mind, against, block, seed, file, csv } = learn;
        Self { game, games, player: mind, against, block, seed, file, csv }
    }
}

impl MatchOptions {
    pub(crate) fn arguments(
        self,
        game: Option<String>,
        options: Vec<String>,
    ) -> Result<MatchArguments, String> {
        let clock = TimeControl::parse_clock(&self.tc)?;
        let time = self.movetime.map(|ms| TimeControl::MoveTime(Duration::from_millis(ms)));
        let time = time.or(self.nodes.map(TimeControl::Nodes));
        let time = time.or(self.depth.map(TimeControl::Depth)).unwrap_or(clock);
        let Self { players, games, gauntlet, margin, patience, openings, shuffle, .. } = self;
        let Self { random_plies, seed, concurrency, sprt, resign, draw, plies_max, tables, .. } =
            self;
        let Self { out, positions, resume, .. } = self;
        let game = game.unwrap_or_else(|| GAMES[0].name.to_owned());
        Ok(MatchArguments {
            game,
            options,
            players,
            games,
            gauntlet,
            time,
            margin,
            patience,
            openings,
            shuffle,
            random_plies,
            seed,
            concurrency,
            sprt,
            resign,
            draw,
            plies_max,
            tables,
            out,
            positions,
            resume,
        })
    }
}

impl Play {
    pub(crate) fn arguments(self, game: Option<String>, options: Vec<String>) -> PlayArguments {
        let Self { game: own, mind, side, movetime, depth, nodes, load, seed, .. } = self;
        let Self { wait, classic, .. } = self;
        let game = own.or(game);
        let limits = PlayArguments { movetime, depth, nodes, ..PlayArguments::default() };
        PlayArguments { game, options, mind, side, load, seed, wait, classic, ..limits }
    }
}

impl From<Tune> for TuneJob {
    fn from(tune: Tune) -> Self {
        let Tune { positions, epochs, seed, out, generate, nodes, threads, .. } = tune;
        let Tune { forecast, pull, network, school, .. } = tune;
        let study = network.then_some(StudyPlan { distillation: school, epochs, seed });
        let generate = generate.map(|games| GeneratePlan { games, nodes, seed, threads, forecast });
        Self { positions, generate, fit: FitPlan { epochs, seed, pull }, study, out }
    }
}
