//! The command line: serving a client (the default), or one of the jobs that need none, a file each.

mod about;
mod analyse;
mod asked;
mod bench;
mod best;
mod book;
mod dxp;
mod export;
mod home;
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
mod stop;
mod tb;
mod tune;
mod web;
mod words;

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

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
use crate::system::ranks::{self, Company};

/// As the option `Threads` has it.
const THREADS_MAX: u64 = 256;
/// The longest time of a move, as the protocol has it: 49 days.
const TIME_MAX_MS: u64 = u32::MAX as u64;
/// The last port of a machine.
const PORT_MAX: u64 = u16::MAX as u64;
/// Nobody is waited for longer.
const DAY_S: u64 = 24 * 60 * 60;
/// A process says what is kept when it is told to end; one of several when the job is ended from outside, as
/// `mpirun` does where another has died.
fn say_when_ended(kept: impl Fn() -> String + Send + 'static) {
    if let Some(Launched { rank, size: 2.. }) = launched() {
        ranks::when_ended(move || {
            let kept = kept();
            io::notice(&format!(
                "rank {rank}: told to end, as another rank has or the whole job was; {kept}"
            ));
            ranks::end();
        });
    } else {
        stop::says(kept);
    }
}

/// Reads a number within this range; an error says what it is.
fn within<N: TryFrom<u64> + Clone + Send + Sync + 'static>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<N, String> + Clone + Send + Sync + 'static {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        let (least, most) = (range.start(), range.end());
        number
            .and_then(|number| N::try_from(number).ok())
            .ok_or_else(|| format!("expected a whole number from {least} to {most}"))
    }
}

/// Refuses to replace a file that is there already, unless that was asked for.
fn may_replace(job: &str, file: &Path, force: bool) -> Result<(), String> {
    if force || !file.exists() {
        return Ok(());
    }
    Err(format!("{job}: {} is there already; --force replaces it", file.display()))
}

/// Refuses a file in a folder that is not there, before anything is worked out for it.
fn has_folder(job: &str, file: &Path) -> Result<(), String> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.filter(|folder| !folder.is_dir()).map_or(Ok(()), |folder| {
        Err(format!("{job}: {}: there is no folder {}", file.display(), folder.display()))
    })
}

/// So many threads, or games at once, or more.
fn threads(least: u64) -> impl Fn(&str) -> Result<usize, String> + Clone + Send + Sync + 'static {
    within(least..=THREADS_MAX)
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
    /// Work out an opening book of the first plies, or let one grow where players are likely to come
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
    /// Fit the weights of an evaluator to the results of games, or play such games
    Tune(tune::TuneArguments),
    /// Say what a shell has to read to complete words of this command line
    Completions(about::CompletionsJob),
    /// Say this command line as a page for `man`, or write a page for each job
    Man(about::ManJob),
}

impl Job {
    /// The protocol of one game that it speaks, by the name that games have for it, and its own name.
    const fn protocol(&self) -> Option<(&'static str, &'static str)> {
        match self {
            Self::Gtp => Some(("GTP", "gtp")),
            Self::NBoard { .. } => Some(("NBoard", "nboard")),
            Self::Hub => Some(("Hub", "hub")),
            Self::XBoard => Some(("CECP", "xboard")),
            Self::Dxp(_) => Some(("DXP", "dxp")),
            Self::Kgp(_) => Some(("KGP", "kgp")),
            _ => None,
        }
    }

    /// Who plays or is asked about a position now: not a job whose result is to be the same everywhere.
    const fn plays(&self) -> bool {
        match self {
            Self::Serve | Self::Uci | Self::Ugi | Self::Line(_) | Self::Play(_) => true,
            Self::Web(job) => job.serves(),
            _ => self.protocol().is_some(),
        }
    }

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

/// Why a command line cannot be obeyed.
enum Unread {
    /// Clap says what is wrong, or the help.
    Clap(clap::Error),
    /// Our own words.
    Said(String),
}

impl From<clap::Error> for Unread {
    fn from(error: clap::Error) -> Self {
        Self::Clap(error)
    }
}

/// The command line as it was read, the game of its job at `--game`.
fn read(games: &'static [&'static GameEntry]) -> Result<Arguments, Unread> {
    let mut program = Arguments::command();
    program.build();
    let words = std::env::args_os().map(|word| word.to_string_lossy().into_owned());
    let words = words::in_order(games, &program, words.collect()).map_err(Unread::Said)?;
    let matches = Arguments::command().try_get_matches_from(words)?;
    Ok(Arguments::from_arg_matches(&matches)?)
}

/// Does what the command line asks, with these games; what it says must not get lost.
pub fn run(games: &'static [&'static GameEntry]) -> Result<(), String> {
    let read = match read(games) {
        Err(Unread::Clap(error)) if !error.use_stderr() => {
            if ranks::one_says() {
                let text = error.render();
                let text =
                    if io::shows_colours() { text.ansi().to_string() } else { text.to_string() };
                io::say(text.trim_end());
            }
            return io::lost::check();
        }
        read => read,
    };
    let is_for_ranks = read.as_ref().is_ok_and(|it| it.job.as_ref().is_some_and(Job::is_for_ranks));
    let company =
        if is_for_ranks || ranks::must_join() { ranks::company(&command())? } else { None };
    match read {
        Ok(arguments) => obey(games, arguments, company)?,
        Err(_) if !ranks::one_says() => return Err(ranks::said_by_another()),
        Err(Unread::Said(error)) => return Err(error),
        Err(Unread::Clap(error)) => {
            drop(company);
            error.exit()
        }
    }
    io::lost::check()
}

/// What this process was asked for, in words that are the same where the same program was asked for the same.
fn command() -> String {
    let mut text = concat!("plyglot ", env!("CARGO_PKG_VERSION")).to_owned();
    for word in std::env::args_os().skip(1) {
        text = text + " " + &word.to_string_lossy();
    }
    text
}

/// An error where the game of a job does not speak its protocol.
fn expect_spoken(
    games: &'static [&'static GameEntry],
    job: Option<&Job>,
    name: &str,
) -> Result<(), String> {
    let (game, variant) = find_game(games, "--game", name)?;
    let Some((protocol, job)) = job.and_then(Job::protocol) else { return Ok(()) };
    let speaks = |game: &GameEntry| game.protocols.iter().any(|it| it.starts_with(protocol));
    if speaks(game) {
        return Ok(());
    }
    let of: Vec<_> = games.iter().filter(|game| speaks(game)).map(|game| game.name).collect();
    let (found, of) = (variant.name, of.join(", "));
    Err(format!("{job}: found game `{found}`, expected one of {of}"))
}

fn obey(
    games: &'static [&'static GameEntry],
    arguments: Arguments,
    company: Option<Company>,
) -> Result<(), String> {
    let allowed = ranks::said_once(arguments.permissions())?;
    let Arguments { game, options, job, .. } = arguments;
    if let Some(name) = &game {
        ranks::said_once(expect_spoken(games, job.as_ref(), name))?;
    }
    let options = home::with_tables(options, job.as_ref());
    let presets = serve::presets(game.as_deref(), &options);
    if !job.as_ref().is_some_and(Job::is_for_ranks) {
        ranks::expect_none()?;
    }
    let first = || game.as_deref().unwrap_or(games[0].name);
    match job {
        None | Some(Job::Serve) => serve::serve(games, &presets, None, allowed),
        Some(Job::Uci) => serve::serve(games, &presets, Some("uci"), allowed),
        Some(Job::Ugi) => serve::serve(games, &presets, Some("ugi"), allowed),
        Some(Job::Gtp) => serve::serve(games, &presets, Some(gtp::WORD), allowed),
        Some(Job::NBoard { version: _ }) => serve::serve(games, &presets, Some("nboard"), allowed),
        Some(Job::Hub) => serve::serve(games, &presets, Some("hub"), allowed),
        Some(Job::XBoard) => serve::serve(games, &presets, Some(xboard::WORD), allowed),
        Some(Job::Dxp(job)) => job.run(games, &presets),
        Some(Job::Kgp(job)) => job.run(games, &presets),
        Some(Job::Line(words)) => {
            let program = Arguments::command();
            let jobs: Vec<_> = program.get_subcommands().map(clap::Command::get_name).collect();
            serve::line(games, &presets, &words, &jobs, allowed)
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
        Some(Job::Match(job)) => job.run(games, first(), &options, company),
        Some(Job::Play(job)) => play(games, PlayJob { game, options, ..job }),
        Some(Job::Web(job)) => job.run(games, game.as_deref(), &options),
        Some(Job::Replay(job)) => {
            stop::says(|| "the record is as it was".to_owned());
            replay(games, &ReplayJob { game, options, ..job })
        }
        Some(Job::Hypotheses(job)) => job.run(games, &options),
        Some(Job::Inspect(job)) => inspect::inspect(games, &job),
        Some(Job::Tune(arguments)) => arguments.run(games, game.as_deref(), &options, company),
        Some(Job::Tb(arguments)) => arguments.run(games, game.as_deref(), &options, company),
    }
}
