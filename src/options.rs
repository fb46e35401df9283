//! Options that belong to no game, and all options together.
//!
//! Clients read the list once, after `uci`, so every option of every game is in it, unless the
//! program was started for one of them; the values in force are one [`Settings`].

use std::time::Duration;

use plyglot_core::Scope::{Engine, Rules, Tables};
use plyglot_core::rng::fresh_seed;
use plyglot_core::text::{meant, shorten};
use plyglot_core::{Opt, Settings};
use plyglot_host::entry::{self, GameEntry};
use plyglot_host::game::{Variant, shared_options};
use plyglot_protocol::gtp::RESIGN;
use plyglot_protocol::words::same_words;
use plyglot_search::AdaptiveDepth;
use plyglot_search::player::SearchOptions;
use plyglot_search::skill::{RATINGS, Skill};

/// What `Seed` holds where each search is to draw a seed of its own.
const SEED_DRAWN: i64 = -1;
/// What others call `Skill`.
const SKILL_ELSEWHERE: &str = "Skill Level";

/// The options of the program as a whole.
pub fn engine(games: &[&GameEntry]) -> Vec<Opt> {
    let variants = games.iter().flat_map(|game| game.variants).map(|variant| variant.name);
    vec![
        Opt::combo(Rules, "UCI_Variant", variants.collect(), "The game, and which form of it."),
        Opt::spin(
            Engine,
            "Threads",
            1,
            (1, 256),
            "Searching threads; one is reproducible to the node.",
        ),
        Opt::spin(Engine, "Hash", 16, (1, 65_536), "Size of the transposition table in MiB."),
        Opt::button(Engine, "Clear Hash", "Forgets everything in the transposition table."),
        Opt::spin(Engine, "MultiPV", 1, (1, 256), "How many best lines to search and report."),
        Opt::check(
            Engine,
            "Ponder",
            false,
            "The client may send `go ponder`, and minds that think ahead do so between moves.",
        ),
        Opt::spin(
            Engine,
            "Move Overhead",
            30,
            (0, 5000),
            "Milliseconds lost on the way between client and program, a move.",
        ),
    ]
    .into_iter()
    .chain(shared_options())
    .chain(answers())
    .chain(clients())
    .chain(tables())
    .chain(book())
    .chain(syzygy())
    .chain(counting())
    .chain(pacing())
    .collect()
}

/// How an answer is given, how strong it is, what is claimed, and when a game is given up.
fn answers() -> [Opt; 6] {
    let elo = |at: usize| i64::from(RATINGS[at].1);
    let (elo_min, elo_max) = (elo(0), elo(RATINGS.len() - 1));
    [
        Opt::check(Engine, "UCI_ShowWDL", false, "Adds chances of win, draw and loss to scores."),
        Opt::spin(
            Engine,
            "Skill",
            20,
            (0, 20),
            "Playing strength; 20 is all there is. Also `Skill Level`.",
        ),
        Opt::check(
            Engine,
            "UCI_LimitStrength",
            false,
            "Plays as weakly as `UCI_Elo` says, whatever `Skill`.",
        ),
        Opt::spin(
            Engine,
            "UCI_Elo",
            elo_max,
            (elo_min, elo_max),
            "Strength in chess under `UCI_LimitStrength`; in other games the same restraint.",
        ),
        Opt::combo(
            Engine,
            "Claim",
            vec!["always", "worse", "never"],
            "When a mind claims a draw that it may claim, in `play` and `match`: always, where it \
             thinks it stands worse, never; `query` calls such a game over with `always` only.",
        ),
        Opt::spin(
            Engine,
            RESIGN,
            0,
            (0, 500),
            "Over GTP `genmove` answers `resign` where the chance of winning was below so many \
             thousandths at three moves in a row; 0 is never.",
        ),
    ]
}

/// What clients say of themselves, and where the conversation with them is kept.
fn clients() -> [Opt; 3] {
    [
        Opt::path(
            Engine,
            "Debug Log File",
            "What client and program say is written behind this file.",
        ),
        Opt::check(
            Engine,
            "UCI_AnalyseMode",
            false,
            "Taken from clients that say so; changes nothing.",
        ),
        Opt::text(Engine, "UCI_Opponent", "", "Taken from clients that say it; changes nothing."),
    ]
}

/// The options of the endgame tables.
fn tables() -> [Opt; 4] {
    [
        Opt::path(Tables, "TbPath", "The folder of the endgame tables; none if empty."),
        Opt::spin(
            Tables,
            "TbMaxMen",
            32,
            (0, 32),
            "Tables with more men than this (in games of sowing: stones in play) are left alone.",
        ),
        Opt::spin(
            Tables,
            "TbProbeDepth",
            1,
            (1, 100),
            "Tables are asked where at least so many plies are left to search.",
        ),
        Opt::check(
            Tables,
            "TbEmbedded",
            true,
            "Builds the small tables of the game in memory, in the background.",
        ),
    ]
}

/// The options of the opening book, by the names that clients know.
fn book() -> [Opt; 3] {
    [
        Opt::check(
            Tables,
            "OwnBook",
            false,
            "Moves that the opening book has are played from it: the one that `Book` names, or else the \
             one that comes with the game, if one does.",
        ),
        Opt::path(
            Tables,
            "Book",
            "The file of the opening book, as `plyglot book build` makes it.",
        ),
        Opt::spin(
            Tables,
            "BookMargin",
            0,
            (0, 1000),
            "Of the moves of the book those are drawn among by lot that are worth at most so many cp less \
             than the best.",
        ),
    ]
}

/// The options of Syzygy tables, by the names that clients know.
fn syzygy() -> [Opt; 4] {
    [
        Opt::paths(
            Tables,
            "SyzygyPath",
            "Folders of Syzygy tables, separated as in `PATH`; none if empty. Chess alone has such tables.",
        ),
        Opt::spin(
            Tables,
            "SyzygyProbeDepth",
            1,
            (1, 100),
            "These are asked where at least so many plies are left to search.",
        ),
        Opt::check(
            Tables,
            "Syzygy50MoveRule",
            true,
            "What they call won but for the fifty-move rule is a draw.",
        ),
        Opt::spin(
            Tables,
            "SyzygyProbeLimit",
            7,
            (0, 7),
            "Those with more men than this are left alone.",
        ),
    ]
}

/// The options of counts, and of everything that is drawn by lot.
fn counting() -> [Opt; 2] {
    [
        Opt::spin(
            Engine,
            "PerftMemory",
            0,
            (0, 65_536),
            "Counts of lines are remembered in so many MiB; with 0 every line is walked.",
        ),
        Opt::spin(
            Engine,
            "Seed",
            SEED_DRAWN,
            (SEED_DRAWN, i64::from(u32::MAX)),
            "Where random numbers begin; at -1 each search that draws lots begins anew, and says \
             where: `info string seed 2291047412`.",
        ),
    ]
}

/// The options of the adaptive depth policy.
fn pacing() -> [Opt; 4] {
    [
        Opt::combo(
            Engine,
            "Depth Policy",
            vec!["timed", "adaptive"],
            "Who decides how deep to search: the clock, or a target depth that rises and falls.",
        ),
        Opt::spin(
            Engine,
            "Start Depth",
            4,
            (1, 100),
            "First target of the adaptive policy, in plies (VYCHOZIHLOUBKAMYSLENI).",
        ),
        Opt::spin(
            Engine,
            "Think Time",
            1000,
            (0, 3_600_000),
            "The target rises after a search of fewer milliseconds (DOBAMYSLENI).",
        ),
        Opt::spin(
            Engine,
            "Max Think Time",
            5000,
            (0, 3_600_000),
            "The target falls after a search of more milliseconds (MAXDOBAMYSLENI).",
        ),
    ]
}

/// What a client is told: the options of the program, and those of the one game it was started for,
/// or of all.
pub fn listed(games: &[&GameEntry], only: Option<&GameEntry>) -> Vec<Opt> {
    let mut listed = match only {
        None => all(games),
        Some(game) => engine(games).into_iter().chain((game.options)()).collect(),
    };
    // Clients that set an option only if it is listed know it by the other name.
    let skill = listed.iter().position(|opt| opt.name == "Skill");
    if let Some(at) = skill {
        listed.insert(at + 1, Opt { name: SKILL_ELSEWHERE.to_owned(), ..listed[at].clone() });
    }
    listed
}

/// Every option of the program and of its games.
pub fn all(games: &[&GameEntry]) -> Vec<Opt> {
    let of_games = games.iter().flat_map(|game| (game.options)());
    engine(games).into_iter().chain(of_games).collect()
}

/// The option a client means: its full name in any case and spacing, or for the game in force
/// without prefix.
pub fn find<'o>(options: &'o [Opt], game: &GameEntry, name: &str) -> Option<&'o Opt> {
    let name = if same_words(name, SKILL_ELSEWHERE) { "Skill" } else { name };
    let named = |wanted: &str| options.iter().find(|opt| same_words(&opt.name, wanted));
    named(name).or_else(|| named(&format!("{}.{name}", game.prefix)))
}

/// What is said of an option that there is not: with the one that may have been meant.
pub fn unknown(options: &[Opt], game: &GameEntry, name: &str) -> String {
    let prefix = format!("{}.", game.prefix);
    let bare = options.iter().filter_map(|opt| opt.name.strip_prefix(&prefix));
    let names = bare.chain(options.iter().map(|opt| opt.name.as_str()));
    format!("no such option: `{}`{}", shorten(name), meant(name, names))
}

/// The options that a game is made of: its rules, how it is written, and who plays it.
pub fn of_game(game: &GameEntry) -> Vec<Opt> {
    shared_options().into_iter().chain((game.options)()).collect()
}

/// The game of this name, for this job.
pub fn find_game(
    games: &'static [&'static GameEntry],
    job: &str,
    name: &str,
) -> Result<(&'static GameEntry, &'static Variant), String> {
    entry::find(games, name).ok_or_else(|| {
        let names: Vec<_> = games.iter().flat_map(|g| g.variants).map(|v| v.name).collect();
        let meant = meant(name, names.iter().copied());
        let (found, names) = (shorten(name), names.join(", "));
        format!("{job}: found game `{found}`, expected one of {names}{meant}")
    })
}

/// Sets one option given as `NAME=VALUE`; gives back its full name and its value.
pub fn set(
    settings: &mut Settings,
    games: &[&'static GameEntry],
    game: &GameEntry,
    option: &str,
) -> Result<(String, String), String> {
    let (name, value) = option.split_once('=').unwrap_or((option, ""));
    set_value(settings, games, game, name, value)
}

/// The same, name and value apart.
pub fn set_value(
    settings: &mut Settings,
    games: &[&'static GameEntry],
    game: &GameEntry,
    name: &str,
    value: &str,
) -> Result<(String, String), String> {
    let options = all(games);
    let opt = find(&options, game, name)
        .ok_or_else(|| format!("{}: {}", game.name, unknown(&options, game, name)))?;
    let value = opt.parse(value).map_err(|error| format!("option {}: {error}", opt.name))?;
    let text = value.as_ref().map_or(String::new(), ToString::to_string);
    if let Some(value) = value {
        settings.set(&opt.name, value);
    }
    Ok((opt.name.clone(), text))
}

/// A game as a job of the command line has it.
#[derive(Clone, Debug)]
pub struct Chosen {
    games: &'static [&'static GameEntry],
    /// The game.
    pub game: &'static GameEntry,
    /// Which form of it.
    pub variant: &'static Variant,
    /// All options, those that were given as they were given.
    pub settings: Settings,
    /// Full names and values of those.
    pub given: Vec<(String, String)>,
}

impl Chosen {
    /// The game of this name, for this job, no options given yet.
    pub fn new(
        games: &'static [&'static GameEntry],
        job: &str,
        name: &str,
    ) -> Result<Self, String> {
        let (game, variant) = find_game(games, job, name)?;
        Ok(Self::of(games, game, variant))
    }

    /// This game, no options given yet.
    pub fn of(
        games: &'static [&'static GameEntry],
        game: &'static GameEntry,
        variant: &'static Variant,
    ) -> Self {
        let settings = Settings::defaults(&all(games));
        Self { games, game, variant, settings, given: Vec::new() }
    }

    /// Sets options given as `NAME=VALUE`.
    pub fn set_all(&mut self, options: &[impl AsRef<str>]) -> Result<(), String> {
        for option in options {
            self.given.push(set(&mut self.settings, self.games, self.game, option.as_ref())?);
        }
        Ok(())
    }

    /// Sets an option, where there is a value for it.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<(), String> {
        let Some(value) = value else { return Ok(()) };
        self.given.push(set_value(&mut self.settings, self.games, self.game, name, value)?);
        Ok(())
    }
}

/// What the search is to heed.
pub fn search_options(settings: &Settings) -> SearchOptions {
    let number = |name: &str| usize::try_from(settings.spin(name)).unwrap_or(0);
    let given = u64::try_from(settings.spin("Seed")).ok();
    SearchOptions {
        threads: number("Threads").max(1),
        multi_pv: number("MultiPV").max(1),
        skill: skill(settings),
        seed: given.unwrap_or_else(|| fresh_seed().into()),
        seed_is_drawn: given.is_none(),
        target_depth: None,
    }
}

/// How strong to play: as the rating says where one is asked for, else as the level.
fn skill(settings: &Settings) -> Skill {
    let number = |name: &str| u16::try_from(settings.spin(name)).unwrap_or(u16::MAX);
    if settings.check("UCI_LimitStrength") {
        Skill::of_elo(number("UCI_Elo"))
    } else {
        Skill::level(number("Skill"))
    }
}

/// The adaptive depth policy, where it is chosen.
pub fn adaptive_depth(settings: &Settings) -> Option<AdaptiveDepth> {
    let millis = |name: &str| Duration::from_millis(settings.spin(name).unsigned_abs());
    let start = u32::try_from(settings.spin("Start Depth")).unwrap_or(1);
    (settings.combo("Depth Policy") == "adaptive")
        .then(|| AdaptiveDepth::new(start, millis("Think Time"), millis("Max Think Time")))
}

/// The table of options in protocol.md: `None` for the program's own, else a game's.
pub fn markdown(games: &[&GameEntry], game: Option<&str>) -> String {
    let options = match game {
        None => engine(games),
        Some(name) => {
            games.iter().find(|game| game.name == name).map(|g| (g.options)()).unwrap_or_default()
        }
    };
    let rows = options.iter().map(|opt| {
        let text = opt.to_string();
        let kind = text.split_once(" type ").map_or("", |(_, kind)| kind);
        format!("| `{}` | `{kind}` | {} |\n", opt.name, opt.about)
    });
    std::iter::once("| option | type, default, range | meaning |\n|---|---|---|\n".to_owned())
        .chain(rows)
        .collect()
}
