//! The command line: serving a client (the default), or one of the jobs that need none, a file each.

mod about;
mod analyse;
mod asked;
mod bench;
mod best;
mod book;
mod dxp;
mod export;
mod hypotheses;
mod inspect;
mod kgp;
mod learn;
mod matches;
mod perft;
mod problems;
mod serve;
mod settle;
mod solve;
mod tb;
mod tune;
mod web;
mod words;

use std::path::PathBuf;

use clap::builder::RangedU64ValueParser;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use plyglot_host::entry::GameEntry;
use plyglot_protocol::{gtp, xboard};
use plyglot_ranks::launch::{Launched, launched};

use crate::io;
use crate::options::find_game;
use crate::play::job::PlayJob;
use crate::play::play;
use crate::play::replay::{ReplayJob, replay};
use crate::session::files::Permissions;
use crate::system::{processes, ranks};

/// As the option `Threads` has it.
const THREADS_MAX: u64 = 256;
/// The longest time of a move, as the protocol has it: 49 days.
const TIME_MAX_MS: u64 = u32::MAX as u64;
/// Nobody is waited for longer.
const DAY_S: u64 = 24 * 60 * 60;
/// What a shell says of a program that SIGTERM has ended.
const TERMINATED: i32 = 128 + 15;

/// One of several processes says so when the job is ended from outside, as `mpirun` does where another
/// has died. To be called before the others are joined, who come with threads of their own.
fn say_when_ended() {
    if let Some(Launched { rank, size: 2.. }) = launched() {
        processes::on_termination(move || {
            io::notice(&format!(
                "rank {rank}: told to end, as another rank has or the whole job was; the same \
                 command goes on from what is finished"
            ));
            processes::end_at_once(TERMINATED);
        });
    }
}

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
    version = env!("PLYGLOT_VERSION"),
    about,
    disable_help_subcommand = true,
    after_help = "Without a command it serves the protocol of protocol.md. \
    A line of it, such as `\"go depth 5\"`, is obeyed; `go --help` says how it is written. \
    The game of a job stands behind it, as in `plyglot perft kalah 8`, or is named by --game."
)]
pub struct Arguments {
    /// The game or variant to begin with, such as `tictactoe`
    #[arg(long, global = true, value_name = "NAME")]
    game: Option<String>,
    /// An option of the protocol, such as `Hash=64`; may be repeated
    #[arg(long = "option", global = true, value_name = "NAME=VALUE")]
    options: Vec<String>,
    /// Let the client run commands of the shell, by `perft N compare COMMAND`
    #[arg(long)]
    allow_commands: bool,
    /// The folder below which a client's files lie; where the program was started, if left out
    #[arg(long, value_name = "DIR", conflicts_with = "no_files")]
    files: Option<PathBuf>,
    /// Let a client neither read nor write files
    #[arg(long)]
    no_files: bool,
    #[command(subcommand)]
    job: Option<Job>,
}

impl Arguments {
    fn permissions(&self) -> Result<Permissions, String> {
        Permissions::new(self.files.as_deref(), self.no_files, self.allow_commands)
    }
}

#[derive(Subcommand, Debug)]
enum Job {
    /// A line of the protocol.
    #[command(external_subcommand)]
    Line(Vec<String>),
    /// Serve a client on standard input and output (the default)
    Serve,
    /// Serve a client that speaks UCI, as if it had said `uci`
    Uci,
    /// Serve a client that speaks UGI, as if it had said `ugi`
    Ugi,
    /// Serve a client that speaks GTP 2, about Go
    ///
    /// Size, komi and handicap are the client's, other rules those of the options:
    /// `plyglot --option Go.Rules=chinese gtp`. `GTP` in protocol.md says what is known.
    Gtp,
    /// Serve a client that speaks `NBoard`, about Othello
    ///
    /// `NBoard` in protocol.md says what is known.
    #[command(name = "nboard")]
    NBoard {
        /// The version of the protocol, 2 if left out
        version: Option<u32>,
    },
    /// Serve a client that speaks Hub, about draughts
    ///
    /// `Hub` in protocol.md says what is known, and by which names it calls the small boards.
    Hub,
    /// Serve a client that speaks CECP 2, as `XBoard` does, about chess
    ///
    /// `XBoard` in protocol.md says what is known: `xboard -fcp "plyglot xboard"`.
    #[command(name = "xboard")]
    XBoard,
    /// Play international draughts with another program over DXP, by a socket
    ///
    /// `DXP` in protocol.md says what is known. `plyglot dxp --listen` waits for games,
    /// `plyglot dxp --connect HOST` asks for them.
    Dxp(dxp::DxpJob),
    /// Play Kalah for a server that speaks KGP, by a socket
    ///
    /// `KGP` in protocol.md says what is known.
    Kgp(kgp::KgpJob),
    /// List the games
    Games(about::GamesJob),
    /// List the players of a game
    #[command(override_usage = "plyglot players GAME")]
    Players,
    /// List the options of a game, or those of the program
    #[command(override_usage = "plyglot options [GAME]")]
    Options,
    /// Say more about a job, a command of the protocol, a game, a player or an option
    Help(about::HelpJob),
    /// Say the best move of a position, and its line
    Best(best::BestJob),
    /// Judge the moves of a recorded game: what each gave away, and what was better
    Analyse(analyse::AnalyseJob),
    /// Search fixed positions of every game and count nodes
    Bench(bench::BenchJob),
    /// Count the lines of a given length from a position, by first move
    Perft(perft::PerftJob),
    /// Let a mind that learns play games against another
    Learn(learn::LearnJob),
    /// Write what a mind plays by as text: the ratings of tic-tac-toe, or what has been learnt
    Export(export::ExportJob),
    /// Work out an opening book: the value of every position of the first plies
    Book(book::BookJob),
    /// Prove what a position is worth, or try a player on positions with known answers
    Solve(solve::SolveJob),
    /// Play a match between minds of this program and other programs
    Match(Box<matches::MatchJob>),
    /// Play against a mind of this program; `help` lists the commands
    Play(PlayJob),
    /// Build endgame tables, verify them, count what they hold, or ask them
    Tb(tb::TbArguments),
    /// Serve a page for all games to a browser: play, analyse, look into searches and tables
    Web(web::WebJob),
    /// Play a recorded game through, such as a `.klh` file of Kalah
    Replay(ReplayJob),
    /// Try readings of the program that a game's source text tells of on a record of that program
    Hypotheses(hypotheses::HypothesesJob),
    /// Ask what a recorded search did: questions as in the protocol, separated by semicolons
    Inspect(inspect::InspectJob),
    /// Fit the weights of a judge to the results of games, or play such games
    Tune(tune::TuneArguments),
    /// Say what a shell has to read to complete words of this command line
    Completions(about::CompletionsJob),
    /// Say this command line as a page for `man`, or write a page for each job
    Man(about::ManJob),
}

impl Job {
    /// Several processes may do it together.
    const fn is_for_ranks(&self) -> bool {
        match self {
            Self::Tb(_) | Self::Tune(_) => true,
            Self::Match(job) => job.is_for_ranks(),
            _ => false,
        }
    }
}

/// The game that a job cannot do without.
fn needed<'a>(job: &str, game: Option<&'a str>) -> Result<&'a str, String> {
    game.ok_or_else(|| {
        format!("{job}: found no game, expected one as in `plyglot {job} … kalah`; `plyglot games` lists them")
    })
}

/// The command line as it was read, the game of its job at `--game`; clap says what is wrong, or the help.
fn read(games: &'static [&'static GameEntry]) -> Result<Arguments, clap::Error> {
    let mut program = Arguments::command();
    program.build();
    let words = std::env::args_os().map(|word| word.to_string_lossy().into_owned());
    let words = words::in_order(games, &program, words.collect());
    let matches = Arguments::command().try_get_matches_from(words)?;
    Arguments::from_arg_matches(&matches)
}

/// Does what the command line asks, with these games.
pub fn run(games: &'static [&'static GameEntry]) -> Result<(), String> {
    let arguments = match read(games) {
        Ok(arguments) => arguments,
        // Clap says what is wrong, or the help.
        Err(error) if ranks::one_says() => error.exit(),
        Err(_) => return Err(ranks::said_by_another()),
    };
    let allowed = arguments.permissions();
    let Arguments { game, options, job, .. } = arguments;
    if let Some(name) = &game {
        ranks::said_once(find_game(games, "--game", name))?;
    }
    let presets = serve::presets(game.as_deref(), &options);
    if !job.as_ref().is_some_and(Job::is_for_ranks) {
        ranks::expect_none()?;
    }
    let first = || game.as_deref().unwrap_or(games[0].name);
    match job {
        None | Some(Job::Serve) => serve::serve(games, &presets, None, allowed?),
        Some(Job::Uci) => serve::serve(games, &presets, Some("uci"), allowed?),
        Some(Job::Ugi) => serve::serve(games, &presets, Some("ugi"), allowed?),
        Some(Job::Gtp) => serve::serve(games, &presets, Some(gtp::WORD), allowed?),
        Some(Job::NBoard { version: _ }) => serve::serve(games, &presets, Some("nboard"), allowed?),
        Some(Job::Hub) => serve::serve(games, &presets, Some("hub"), allowed?),
        Some(Job::XBoard) => serve::serve(games, &presets, Some(xboard::WORD), allowed?),
        Some(Job::Dxp(job)) => job.run(games, &presets),
        Some(Job::Kgp(job)) => job.run(games, &presets),
        Some(Job::Line(words)) => {
            let program = Arguments::command();
            let jobs: Vec<_> = program.get_subcommands().map(clap::Command::get_name).collect();
            serve::line(games, &presets, &words, &jobs, allowed?)
        }
        Some(Job::Games(job)) => {
            job.run(games);
            Ok(())
        }
        Some(Job::Players) => about::players(games, game.as_deref()),
        Some(Job::Options) => about::options(games, game.as_deref()),
        Some(Job::Help(job)) => job.run(games, Arguments::command()),
        Some(Job::Completions(job)) => {
            job.run(games, Arguments::command());
            Ok(())
        }
        Some(Job::Man(job)) => job.run(Arguments::command()),
        Some(Job::Best(job)) => job.run(games, first(), &options),
        Some(Job::Analyse(job)) => job.run(games, game.as_deref(), &options),
        Some(Job::Bench(job)) => job.run(games, game.as_deref()),
        Some(Job::Perft(job)) => job.run(games, first(), &options, presets),
        Some(Job::Learn(job)) => job.run(games, game.as_deref(), &options),
        Some(Job::Export(job)) => job.run(games, game.as_deref(), &options),
        Some(Job::Book(job)) => job.run(games, game.as_deref(), &options),
        Some(Job::Solve(job)) => job.run(games, game.as_deref(), &options),
        Some(Job::Match(job)) => job.run(games, first(), &options),
        Some(Job::Play(job)) => play(games, PlayJob { game, options, ..job }),
        Some(Job::Web(job)) => job.run(games, game.as_deref(), &options),
        Some(Job::Replay(job)) => replay(games, &ReplayJob { game, options, ..job }),
        Some(Job::Hypotheses(job)) => job.run(games, &options),
        Some(Job::Inspect(job)) => inspect::inspect(games, &job),
        Some(Job::Tune(arguments)) => arguments.run(games, game.as_deref(), &options),
        Some(Job::Tb(arguments)) => arguments.run(games, game.as_deref(), &options),
    }
}
