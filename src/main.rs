//! The command line: serve a client (the default), or one of the jobs that need no client.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::{Parser, Subcommand};
use plyglot::arena::jobs::{self, MatchArguments};
use plyglot::arena::spec::TimeControl;
use plyglot::server::{cli, io, registry::GAMES};

/// One engine for the classic two-player board games, over UCI, UGI and pipes.
#[derive(Parser, Debug)]
#[command(version, about, after_help = "Without a command it serves the protocol of protocol.md.")]
struct Arguments {
    /// The game or variant to begin with, such as `tictactoe`
    #[arg(long, value_name = "NAME")]
    game: Option<String>,
    /// An option of the protocol, such as `Hash=64`; may be repeated
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
    #[command(subcommand)]
    job: Option<Job>,
}

#[derive(Subcommand, Debug)]
enum Job {
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
    },
    /// Let a mind that learns play games against another
    Learn(Learn),
    /// Play a match between minds of this program and other programs
    Match(Box<MatchOptions>),
}

#[derive(clap::Args, Debug)]
struct MatchOptions {
    /// A player: `mind=NAME,OPTION=VALUE,…` or `cmd=PROGRAM,proto=uci|ugi,OPTION=VALUE,…`; also the
    /// keys name, tc, movetime, nodes, depth. Twice or more
    #[arg(short, long = "player", value_name = "PLAYER", required = true)]
    players: Vec<String>,
    /// Games of each two players that meet
    #[arg(short = 'n', long, default_value_t = 100)]
    games: u64,
    /// The first player meets all others, instead of everybody everybody
    #[arg(long)]
    gauntlet: bool,
    /// Clock: [MOVES/]SECONDS[+INCREMENT]
    #[arg(long, default_value = "1+0.01", group = "time")]
    tc: String,
    /// Milliseconds a move instead
    #[arg(long, group = "time", value_name = "MS")]
    movetime: Option<u64>,
    /// Nodes a move instead
    #[arg(long, group = "time")]
    nodes: Option<u64>,
    /// Plies a move instead
    #[arg(long, group = "time")]
    depth: Option<u32>,
    /// Milliseconds by which a clock may be exceeded
    #[arg(long, default_value_t = 0, value_name = "MS")]
    margin: u64,
    /// Seconds after which a player without a clock counts as silent
    #[arg(long, default_value_t = 120, value_name = "SECONDS")]
    patience: u64,
    /// A file with an opening a line
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Take the openings in an order that the seed decides
    #[arg(long)]
    shuffle: bool,
    /// Begin with plies by lot instead
    #[arg(long, value_name = "PLIES")]
    random_plies: Option<u32>,
    /// Where random numbers begin
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Games at once
    #[arg(short, long, default_value_t = 1)]
    concurrency: usize,
    /// End when a sequential test is decided: ELO0,ELO1[,ALPHA,BETA]
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    sprt: Option<String>,
    /// Break off as lost when both say so: SCORE,MOVES
    #[arg(long, value_name = "SCORE,MOVES")]
    resign: Option<String>,
    /// Break off as drawn when both say so: SCORE,MOVES
    #[arg(long, value_name = "SCORE,MOVES")]
    draw: Option<String>,
    /// Break off as drawn after so many plies
    #[arg(long, value_name = "PLIES")]
    plies_max: Option<u32>,
    /// Write the games to this file, and a journal beside it
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write every position with the game's result to this file, for the tuner
    #[arg(long, value_name = "FILE")]
    positions: Option<PathBuf>,
    /// Go on with the match that the files hold
    #[arg(long)]
    resume: bool,
}

#[derive(clap::Args, Debug)]
struct Learn {
    /// The game
    game: String,
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
    /// Where random numbers begin
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// The file the learning is kept in
    #[arg(long)]
    file: Option<String>,
    /// Also write the report as CSV, for tools/learning-curve
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
}

fn main() -> ExitCode {
    env_logger::init();
    let arguments = Arguments::parse();
    let presets = cli::presets(arguments.game.as_deref(), &arguments.options);
    let done = match arguments.job {
        None | Some(Job::Serve) => io::serve(GAMES, &presets).map_err(|error| error.to_string()),
        Some(Job::Bench { expect }) => cli::bench(GAMES, expect.as_deref()),
        Some(Job::Perft { depth, position }) => {
            cli::perft(GAMES, presets, depth, position.as_deref())
        }
        Some(Job::Match(options)) => options
            .arguments(arguments.game, arguments.options)
            .and_then(|arguments| jobs::play_match(GAMES, &arguments)),
        Some(Job::Learn(learn)) => cli::learn(GAMES, &arguments.options, learn.into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "plyglot: {error}");
            ExitCode::from(2)
        }
    }
}

impl From<Learn> for cli::LearnPlan {
    fn from(learn: Learn) -> Self {
        let Learn { game, games, mind, against, block, seed, file, csv } = learn;
        Self { game, games, mind, against, block, seed, file, csv }
    }
}

impl MatchOptions {
    fn arguments(
        self,
        game: Option<String>,
        options: Vec<String>,
    ) -> Result<MatchArguments, String> {
        let clock = TimeControl::parse_clock(&self.tc)?;
        let time = self.movetime.map(|ms| TimeControl::MoveTime(Duration::from_millis(ms)));
        let time = time.or(self.nodes.map(TimeControl::Nodes));
        let time = time.or(self.depth.map(TimeControl::Depth)).unwrap_or(clock);
        let Self { players, games, gauntlet, margin, patience, openings, shuffle, .. } = self;
        let Self { random_plies, seed, concurrency, sprt, resign, draw, plies_max, .. } = self;
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
            out,
            positions,
            resume,
        })
    }
}
