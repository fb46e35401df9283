//! The jobs of the command line that the arena does: `match` and `solve`.

use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use super::openings::Openings;
use super::player::MatchPlayer;
use super::referee::{Adjudication, Terms, Threshold};
use super::report;
use super::rules::House;
use super::run::{self, Match, Signals};
use super::schedule::{Format, Schedule};
use super::solve;
use super::spec::{PlayerSpec, TimeControl, limits};
use super::stats::Sprt;
use crate::server::form::{self, Form};
use crate::server::options;
use crate::server::processes;
use crate::server::{cli, io};
use plyglot_core::{Settings, Value};
use plyglot_host::entry::GameEntry;
use plyglot_search::time::today;

/// What `plyglot match` was asked, as it was written.
#[derive(Clone, Debug)]
pub struct MatchArguments {
    /// The game or variant.
    pub game: String,
    /// Options of the game, `NAME=VALUE`.
    pub options: Vec<String>,
    /// At least two players.
    pub players: Vec<String>,
    /// Games of each two players that meet.
    pub games: u64,
    /// The first player meets all others, instead of everybody everybody.
    pub gauntlet: bool,
    /// Time control of those who have none of their own.
    pub time: TimeControl,
    /// Milliseconds a clock may be exceeded by.
    pub margin: u64,
    /// Seconds after which a player without a clock is silent.
    pub patience: u64,
    /// A file of openings.
    pub openings: Option<PathBuf>,
    /// Take them in an order that the seed decides.
    pub shuffle: bool,
    /// Plies by lot instead.
    pub random_plies: Option<u32>,
    /// Where random numbers begin.
    pub seed: u64,
    /// Games at once.
    pub concurrency: usize,
    /// `elo0,elo1[,alpha,beta]`.
    pub sprt: Option<String>,
    /// `score,moves`.
    pub resign: Option<String>,
    /// `score,moves`.
    pub draw: Option<String>,
    /// Plies.
    pub plies_max: Option<u32>,
    /// The folder of endgame tables to adjudicate by.
    pub tables: Option<String>,
    /// Where games are written.
    pub out: Option<PathBuf>,
    /// Where positions are written.
    pub positions: Option<PathBuf>,
    /// Go on with what the files hold.
    pub resume: bool,
}

impl MatchArguments {
    fn plan(&self, games: &'static [&'static GameEntry]) -> Result<Match, String> {
        let players: Vec<_> =
            self.players.iter().map(|text| PlayerSpec::parse(text)).collect::<Result<_, _>>()?;
        if players.len() < 2 {
            return Err(format!("match: found {} players, expected at least 2", players.len()));
        }
        if self.positions.is_some() && self.out.is_none() {
            return Err("match: --positions needs --out, whose journal it shares".to_owned());
        }
        let terms = self.terms(games)?;
        let here = (terms.game, terms.variant);
        players.iter().try_for_each(|p| terms.house.admit(p, games, here, &terms.settings))?;
        let openings = match (&self.openings, self.random_plies) {
            (Some(_), Some(_)) => {
                return Err("match: found --openings and --random-plies, expected one".to_owned());
            }
            (Some(file), None) => {
                Openings::from_file(file, &terms, self.shuffle.then_some(self.seed))?
            }
            (None, Some(plies)) => Openings::Random { plies, seed: self.seed },
            (None, None) => Openings::Start,
        };
        let format = if self.gauntlet { Format::Gauntlet } else { Format::RoundRobin };
        Ok(Match {
            schedule: Schedule::new(format, players.len(), self.games),
            players: distinct(players),
            terms,
            openings,
            concurrency: self.concurrency,
            sprt: self.sprt.as_deref().map(sprt).transpose()?,
            records: self.out.clone(),
            positions: self.positions.clone(),
            seed: self.seed,
            resume: self.resume,
        })
    }

    /// The form that the file of records asks for.
    fn form(&self, games: &[&'static GameEntry], game: &GameEntry) -> Result<Form, String> {
        let Some(file) = &self.out else { return Ok(Form::Own) };
        let form = Form::of(games, game, file).map_err(|error| format!("match: --out: {error}"))?;
        if form == Form::Players && !form::holds_matches(game) {
            let end = game.record_extension;
            return Err(format!(
                "match: --out: found .{end}, which holds one game; expected another end"
            ));
        }
        Ok(form)
    }

    fn terms(&self, games: &'static [&'static GameEntry]) -> Result<Terms, String> {
        let (game, variant) = cli::find_game(games, "match", &self.game)?;
        let mut settings = Settings::defaults(&options::all(games));
        let mut written = Vec::new();
        for option in &self.options {
            written.push(cli::set(&mut settings, games, game, option)?);
        }
        let house = House::new(game, variant.name, &settings, written)?;
        if let Some(folder) = &self.tables {
            settings.set("TbPath", Value::Text(folder.clone()));
        }
        let threshold = |text: &Option<String>| text.as_deref().map(threshold).transpose();
        Ok(Terms {
            game,
            variant: variant.name,
            settings,
            house,
            form: self.form(games, game)?,
            time: [self.time; 2],
            margin: Duration::from_millis(self.margin),
            patience: Duration::from_secs(self.patience),
            date: today(),
            adjudication: Adjudication {
                resign: threshold(&self.resign)?,
                draw: threshold(&self.draw)?,
                plies_max: self.plies_max,
                tables: self.tables.is_some(),
            },
        })
    }
}

/// Two players of one name get numbers, so that the tables can tell them apart.
fn distinct(mut players: Vec<PlayerSpec>) -> Vec<PlayerSpec> {
    for i in 1..players.len() {
        let earlier = players[..i].iter().filter(|other| other.name == players[i].name).count();
        if earlier > 0 {
            players[i].name = format!("{} #{}", players[i].name, earlier + 1);
        }
    }
    players
}

fn sprt(text: &str) -> Result<Sprt, String> {
    let wrong = || format!("sprt: found `{text}`, expected ELO0,ELO1[,ALPHA,BETA]");
    let numbers: Vec<f64> =
        text.split(',').map(|n| n.trim().parse().map_err(|_| wrong())).collect::<Result<_, _>>()?;
    let (elo0, elo1, alpha, beta) = match numbers[..] {
        [elo0, elo1] => (elo0, elo1, 0.05, 0.05),
        [elo0, elo1, alpha, beta] => (elo0, elo1, alpha, beta),
        _ => return Err(wrong()),
    };
    let chance = |p: f64| p > 0.0 && p < 0.5;
    if elo0.is_finite() && elo1.is_finite() && elo0 < elo1 && chance(alpha) && chance(beta) {
        Ok(Sprt { elo0, elo1, alpha, beta })
    } else {
        Err(wrong())
    }
}

fn threshold(text: &str) -> Result<Threshold, String> {
    let wrong = || format!("adjudication: found `{text}`, expected SCORE,MOVES");
    let (score, moves) = text.split_once(',').ok_or_else(wrong)?;
    let score: i32 = score.trim().parse().map_err(|_| wrong())?;
    let moves: u32 = moves.trim().parse().map_err(|_| wrong())?;
    if score >= 0 && moves > 0 { Ok(Threshold { score, moves }) } else { Err(wrong()) }
}

/// Plays a match and says its result.
pub fn play_match(
    games: &'static [&'static GameEntry],
    arguments: &MatchArguments,
) -> Result<(), String> {
    let plan = arguments.plan(games)?;
    let signals = Signals::default();
    let [told, heard] = [signals.clone(), signals.clone()];
    processes::on_termination(move || {
        told.finish.store(true, Ordering::Relaxed);
        told.break_off.leave();
    });
    // The first Ctrl-C finishes what runs, the second breaks it off.
    let _ = ctrlc::set_handler(move || {
        if heard.finish.swap(true, Ordering::Relaxed) {
            heard.break_off.leave();
        } else {
            io::notice("the games that run are played to their ends; Ctrl-C again breaks them off");
        }
    });
    let total = plan.schedule.games();
    io::say(&format!("{total} games of {}, seed {}", plan.terms.variant, arguments.seed));
    let bar = progress(total);
    let end = run::run(&plan, &signals, &mut |news| {
        bar.set_position(news.standing.done);
        if bar.is_hidden() {
            io::say(&report::game_line(&plan, news));
        } else {
            bar.set_message(report::standing(&plan, news.standing));
        }
    });
    bar.finish_and_clear();
    let end = end?;
    if signals.finish.load(Ordering::Relaxed) && end.done < total && end.verdict.is_none() {
        io::say(&format!("ended after {} of {total} games", end.done));
    }
    io::say(report::summary(&plan, &end).trim_end());
    Ok(())
}

/// What `plyglot solve` was asked.
#[derive(Clone, Debug)]
pub struct SolveArguments {
    /// The game or variant.
    pub game: String,
    /// Options of the game, `NAME=VALUE`.
    pub options: Vec<String>,
    /// Who solves.
    pub player: String,
    /// The problems.
    pub file: PathBuf,
    /// What it is told: `movetime 1000`.
    pub go: String,
}

/// Lets a player solve problems, and says which it did.
pub fn solve(
    games: &'static [&'static GameEntry],
    arguments: &SolveArguments,
) -> Result<(), String> {
    let (game, variant) = cli::find_game(games, "solve", &arguments.game)?;
    let mut settings = Settings::defaults(&options::all(games));
    let mut given = Vec::new();
    for option in &arguments.options {
        given.push(cli::set(&mut settings, games, game, option)?);
    }
    let house = House::new(game, variant.name, &settings, given)?;
    let spec = PlayerSpec::parse(&arguments.player)?;
    house.admit(&spec, games, (game, variant.name), &settings)?;
    let limits = limits(&arguments.go)?;
    let problems = solve::read(&arguments.file, game, variant.name, &settings)?;
    let mut player = MatchPlayer::new(spec, game, variant.name).under(&house);
    let mut solved = 0;
    for problem in &problems {
        let attempt = solve::attempt(&mut player, problem, &limits)?;
        solved += usize::from(attempt.solved);
        let (id, answer, best) = (&problem.id, &attempt.answer, problem.best.join(" "));
        let verdict = if attempt.solved { "solved" } else { "missed" };
        io::say(&format!("{id}: {verdict}, {answer} for {best}"));
    }
    io::say(&format!("solved {solved} of {} by go {}", problems.len(), arguments.go));
    Ok(())
}

/// A bar on standard error; hidden where that is no terminal.
fn progress(total: u64) -> ProgressBar {
    let bar = ProgressBar::new(total);
    let template = "{wide_bar} {pos}/{len} games, {elapsed} gone, {eta} left\n{msg}";
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}
