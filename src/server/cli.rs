//! The jobs of the command line that need no client, `bench`, `perft`, `learn`, `tune` and `tb`, and
//! lines of the protocol in the place of a job.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use super::bench;
use super::files::Permissions;
use super::io;
use super::options;
use plyglot_core::Settings;
use plyglot_core::file::{read_text, write_whole};
use plyglot_core::text::shorten;
use plyglot_host::entry::{self, GameEntry};
use plyglot_host::game::Variant;
use plyglot_host::job;
use plyglot_host::learn::Lesson;
use plyglot_host::tb::TbJob;
use plyglot_host::tune::TuneJob;
use plyglot_protocol::Command;
use plyglot_search::selfplay::{Block, Plan};

/// No file of node counts is longer.
const COUNTS_BYTES_MAX: u64 = 1 << 20;

/// Protocol lines that choose the game and set the options given as `NAME=VALUE`.
pub fn presets(game: Option<&str>, options: &[String]) -> Vec<String> {
    let variant = game.map(|game| format!("setoption name UCI_Variant value {game}"));
    let options = options.iter().map(|option| {
        let (name, value) = option.split_once('=').unwrap_or((option, ""));
        format!("setoption name {name} value {value}")
    });
    variant.into_iter().chain(options).collect()
}

/// Serves a client on standard input and output, whose first line may stand on the command line.
pub fn serve(
    games: &'static [&'static GameEntry],
    presets: &[String],
    first: Option<&str>,
    allowed: Permissions,
) -> Result<(), String> {
    io::serve(games, presets, first, allowed).map_err(|error| error.to_string())
}

/// A line of the protocol in the place of a job, as other engines take it: `uci` and `ugi` begin a
/// conversation, any other is obeyed.
pub fn line(
    games: &'static [&'static GameEntry],
    presets: &[String],
    words: &[String],
    allowed: Permissions,
) -> Result<(), String> {
    let line = words.join(" ");
    let known =
        plyglot_protocol::parse(&line).ok().flatten().filter(|parsed| parsed.unknown.is_empty());
    match known.map(|parsed| parsed.command) {
        None => Err(format!(
            "found `{}`, expected a job (`plyglot help` lists them) or a line of the protocol",
            shorten(&line)
        )),
        Some(Command::Uci | Command::Ugi) => serve(games, presets, Some(&line), allowed),
        Some(_) => io::obey(games, presets, &[line]).map_err(|error| error.to_string()),
    }
}

/// Counts nodes of fixed positions and says them; with `expect`, compares them with a file.
pub fn bench(games: &[&'static GameEntry], expect: Option<&Path>) -> Result<(), String> {
    let expected = expect.map(read).transpose()?;
    let total = bench::run(games, &job::running_clock(), &mut |line| io::say(&line))?;
    let total = total.ok_or("bench was stopped")?;
    let compared = expected.map_or(Ok(()), |text| total.compare(&text));
    io::say(&total.summary());
    compared.map_err(|differences| format!("bench: {differences}"))
}

fn read(path: &Path) -> Result<String, String> {
    read_text(path, COUNTS_BYTES_MAX).map_err(|error| format!("{}: {error}", path.display()))
}

/// Counts lines by first move, as the command `perft` does, or compares with another program.
pub fn perft(
    games: &'static [&'static GameEntry],
    mut presets: Vec<String>,
    depth: u32,
    (position, compare): (Option<&str>, Option<&str>),
) -> Result<(), String> {
    presets.extend(position.map(|text| format!("position fen {text}")));
    let lines = [match compare {
        Some(with) => format!("perft {depth} compare {with}"),
        None => format!("perft {depth}"),
    }];
    io::obey(games, &presets, &lines).map_err(|error| error.to_string())
}

/// What `plyglot learn` was asked.
#[derive(Clone, Debug)]
pub struct LearnPlan {
    /// The game or variant.
    pub game: String,
    /// Games to play.
    pub games: u64,
    /// The player that learns.
    pub player: String,
    /// The player it plays.
    pub against: String,
    /// Games a line of the report.
    pub block: u64,
    /// Where random numbers begin.
    pub seed: u64,
    /// The file the learning is kept in; the game's `LearningFile` option.
    pub file: Option<String>,
    /// Where to write the report as CSV.
    pub csv: Option<PathBuf>,
}

/// Plays a learning player against another and reports won, drawn and lost games block by block.
pub fn learn(
    games: &'static [&'static GameEntry],
    given: &[String],
    plan: LearnPlan,
) -> Result<(), String> {
    let (game, variant) = find_game(games, "learn", &plan.game)?;
    let mut settings = Settings::defaults(&options::all(games));
    let file = plan.file.map(|file| format!("LearningFile={file}"));
    for option in given.iter().chain(&file) {
        set(&mut settings, games, game, option)?;
    }
    let Plan { games, block, seed } =
        Plan { games: plan.games, block: plan.block, seed: plan.seed };
    io::say(&format!(
        "{} learns against {}: {games} games, seed {seed}",
        plan.player, plan.against
    ));
    let mut csv = "game,won,drawn,lost\n".to_owned();
    let lesson =
        Lesson { learner: plan.player, against: plan.against, plan: Plan { games, block, seed } };
    let mut each = |block: &Block| {
        let Block { first, last, won, drawn, lost } = block;
        io::say(&format!("games {first}-{last}: won {won} drawn {drawn} lost {lost}"));
        let _ = writeln!(csv, "{last},{won},{drawn},{lost}");
    };
    (game.learn)(variant.name, &settings, &lesson, &mut each)?;
    let Some(path) = plan.csv else { return Ok(()) };
    let failed = |error| format!("{}: {error}", path.display());
    write_whole(&path, csv.as_bytes()).map_err(failed)
}

/// The game of this name, for this job.
pub fn find_game(
    games: &'static [&'static GameEntry],
    job: &str,
    name: &str,
) -> Result<(&'static GameEntry, &'static Variant), String> {
    entry::find(games, name).ok_or_else(|| {
        let names: Vec<_> = games.iter().flat_map(|g| g.variants).map(|v| v.name).collect();
        format!("{job}: found game `{name}`, expected one of {}", names.join(", "))
    })
}

/// Makes positions of a game to tune on, or fits the weights of its evaluator to them.
pub fn tune(
    games: &'static [&'static GameEntry],
    given: &[String],
    name: &str,
    job: &TuneJob,
) -> Result<(), String> {
    let (game, variant) = find_game(games, "tune", name)?;
    let mut settings = Settings::defaults(&options::all(games));
    for option in given {
        set(&mut settings, games, game, option)?;
    }
    (game.tune)(variant.name, &settings, job, &mut |line| io::say(line))
}

/// Builds, verifies, counts or asks the endgame tables of a game.
pub fn tb(
    games: &'static [&'static GameEntry],
    given: &[String],
    name: &str,
    job: &TbJob,
) -> Result<(), String> {
    let (game, variant) = find_game(games, "tb", name)?;
    let mut settings = Settings::defaults(&options::all(games));
    for option in given {
        set(&mut settings, games, game, option)?;
    }
    (game.tb)(variant.name, &settings, job, &mut |line| io::say(line))
}

/// Sets one option given as `NAME=VALUE`; gives back its full name and its value.
pub fn set(
    settings: &mut Settings,
    games: &[&'static GameEntry],
    game: &GameEntry,
    option: &str,
) -> Result<(String, String), String> {
    let (name, value) = option.split_once('=').unwrap_or((option, ""));
    let options = options::all(games);
    let opt = options::find(&options, game, name)
        .ok_or_else(|| format!("{}: no such option: `{name}`", game.name))?;
    let value = opt.parse(value).map_err(|error| format!("option {}: {error}", opt.name))?;
    let text = value.as_ref().map_or(String::new(), ToString::to_string);
    if let Some(value) = value {
        settings.set(&opt.name, value);
    }
    Ok((opt.name.clone(), text))
}
