//! The command line: serve a client (the default), or one of the jobs that need no client.

use std::io::Write as _;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use plyglot::server::tune::TuneJob;
use plyglot::server::{cli, io, registry::GAMES};
use plyglot::tune::{FitPlan, GeneratePlan};

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
        expect: Option<std::path::PathBuf>,
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
    /// Fit the weights of a judge to the results of games, or play such games
    Tune(Tune),
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
    csv: Option<std::path::PathBuf>,
}

#[derive(clap::Args, Debug)]
struct Tune {
    /// The game
    game: String,
    /// Files of results and positions, separated by commas; the one to append to with --generate
    #[arg(long, value_name = "FILE", value_delimiter = ',', required = true)]
    positions: Vec<std::path::PathBuf>,
    /// At most so many times through the positions
    #[arg(long, default_value_t = 60)]
    epochs: u32,
    /// Where random numbers begin
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Where to write the source of the weights; said if left out
    #[arg(long, value_name = "FILE")]
    out: Option<std::path::PathBuf>,
    /// Play so many games and append their quiet positions, instead of fitting
    #[arg(long, value_name = "GAMES")]
    generate: Option<u64>,
    /// Nodes a move, with --generate
    #[arg(long, default_value_t = 4000)]
    nodes: u64,
    /// Games played at once, with --generate
    #[arg(long, default_value_t = 1)]
    threads: usize,
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
        Some(Job::Learn(learn)) => cli::learn(GAMES, &arguments.options, learn.into()),
        Some(Job::Tune(tune)) => {
            let game = tune.game.clone();
            cli::tune(GAMES, &arguments.options, &game, &tune.into())
        }
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

impl From<Tune> for TuneJob {
    fn from(tune: Tune) -> Self {
        let Tune { game: _, positions, epochs, seed, out, generate, nodes, threads } = tune;
        let generate = generate.map(|games| GeneratePlan { games, nodes, seed, threads });
        Self { positions, generate, fit: FitPlan { epochs, seed }, out }
    }
}
