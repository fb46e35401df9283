//! `plyglot match`: players of ours and other programs meet.

use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use crate::io;
use crate::matches::date::today;
use crate::matches::journal::Journal;
use crate::matches::merge::merge;
use crate::matches::observer::Observer;
use crate::matches::openings::Openings;
use crate::matches::ranks::{self as elsewhere, Others};
use crate::matches::referee::{Adjudication, Terms, Threshold};
use crate::matches::report;
use crate::matches::rules::MatchRules;
use crate::matches::run::{self, Match, News, Signals, Standing};
use crate::matches::schedule::{Format, Schedule, Share};
use crate::matches::spec::{PlayerSpec, TimeControl};
use crate::matches::stats::Sprt;
use crate::options::Chosen;
use crate::records::form::Form;
use crate::system::processes;
use crate::system::ranks::{self, Company};
use plyglot_core::Value;
use plyglot_core::rng::fresh_seed;
use plyglot_host::entry::GameEntry;
use plyglot_ranks::Ranks;

use super::web::{self, WEB_PORT};
use super::{DAY_S, PORT_MAX, TIME_MAX_MS, say_when_ended, stop, threads, within};

/// What `plyglot match` is asked.
#[derive(clap::Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
#[command(
    subcommand_negates_reqs = true,
    args_conflicts_with_subcommands = true,
    override_usage = "plyglot match [GAME] -p PLAYER -p PLAYER [OPTIONS]\n       plyglot match merge FILE…"
)]
pub(super) struct MatchJob {
    #[command(subcommand)]
    action: Option<MatchAction>,
    /// A player: `mind=NAME,OPTION=VALUE,…` or `cmd=PROGRAM,proto=uci|ugi,OPTION=VALUE,…`; also the
    /// keys name, tc, movetime, nodes, depth. Twice or more
    #[arg(short, long = "player", value_name = "PLAYER", required = true)]
    players: Vec<String>,
    /// Games of each two players that meet, an even number: each opening is played from both sides
    #[arg(short = 'n', long, default_value_t = 100, value_parser = within::<u64>(1..=1_000_000_000))]
    games: u64,
    /// The first player meets all others, instead of everybody everybody
    #[arg(long)]
    gauntlet: bool,
    /// Clock: [MOVES/]SECONDS[+INCREMENT]
    #[arg(long, default_value = "1+0.01", group = "time")]
    tc: String,
    /// Milliseconds a move instead
    #[arg(long, group = "time", value_name = "MS", value_parser = within::<u64>(1..=TIME_MAX_MS))]
    movetime: Option<u64>,
    /// Nodes a move instead
    #[arg(long, group = "time")]
    nodes: Option<u64>,
    /// Plies a move instead
    #[arg(long, group = "time")]
    depth: Option<u32>,
    /// Milliseconds by which a clock may be exceeded
    #[arg(long, default_value_t = 0, value_name = "MS", value_parser = within::<u64>(0..=TIME_MAX_MS))]
    margin: u64,
    /// Seconds after which a player without a clock counts as silent
    #[arg(long, default_value_t = 120, value_name = "SECONDS", value_parser = within::<u64>(1..=DAY_S))]
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
    /// Where random numbers begin; drawn, and said, if left out
    #[arg(long)]
    seed: Option<u64>,
    /// Games at once
    #[arg(short, long, default_value_t = 1, value_parser = threads(1))]
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
    /// Break off as drawn after so many plies: where nobody claims a draw, nothing else may end a game
    #[arg(long, value_name = "PLIES", default_value_t = 5000)]
    plies_max: u32,
    /// Break off as soon as the endgame tables of this folder know the result
    #[arg(long, value_name = "FOLDER")]
    tables: Option<String>,
    /// Write the games to this file, and a journal beside it
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write every position with the game's result to this file, for the tuner
    #[arg(long, value_name = "FILE")]
    positions: Option<PathBuf>,
    /// Go on with the match that the files hold
    #[arg(long)]
    resume: bool,
    /// Play one share of the match: pairs 3, 19, … of `3/16`. All shares take the same seed; their
    /// files are counted together by `match merge`
    #[arg(long, value_name = "NTH/OF", value_parser = share, requires_all = ["seed", "out"])]
    shard: Option<Share>,
    /// Say the result as JSON; what is said of single games goes to standard error
    #[arg(long)]
    json: bool,
    /// Show the match in a browser while it is played, at this port of this machine
    #[arg(long, value_name = "PORT", num_args = 0..=1, default_missing_value = WEB_PORT,
          value_parser = within::<u16>(0..=PORT_MAX))]
    web: Option<u16>,
}

/// Why no more games are played.
enum Ended {
    ByItself,
    /// By Ctrl-C or a signal.
    Stopped,
}

/// The status of a match that was stopped says so.
fn ended(played: Result<Ended, String>) -> Result<(), String> {
    match played? {
        Ended::ByItself => Ok(()),
        Ended::Stopped => stop::end(),
    }
}

/// What else is done with matches.
#[derive(clap::Subcommand, Debug)]
enum MatchAction {
    /// Count the shares of a match as one match
    Merge {
        /// What the shares wrote: each file of games, or the journal beside it
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
}

fn share(text: &str) -> Result<Share, String> {
    Share::parse(text).ok_or_else(|| format!("found `{text}`, expected NTH/OF, such as 3/16"))
}

impl MatchJob {
    /// Games are played by several processes; shares are counted by one.
    pub(super) const fn is_for_ranks(&self) -> bool {
        self.action.is_none()
    }

    /// Plays the match and says its result.
    pub(super) fn run(
        &self,
        games: &'static [&'static GameEntry],
        name: &str,
        options: &[String],
        company: Option<Company>,
    ) -> Result<(), String> {
        if let Some(MatchAction::Merge { files }) = &self.action {
            io::say(merge(files)?.summary().trim_end());
            return Ok(());
        }
        let signals = Signals::default();
        let told = signals.clone();
        let break_off = move || {
            told.finish.store(true, Ordering::Relaxed);
            told.break_off.leave();
        };
        let company = company.filter(|ranks| ranks.size() > 1);
        match &company {
            None => processes::on_termination(break_off),
            Some(company) if company.rank() == 0 => ranks::when_ended(break_off),
            Some(_) => say_when_ended(|| {
                "what it has not handed over is played again with `--resume`".to_owned()
            }),
        }
        let Some(company) = company else {
            let plan = self.plan(games, name, options, self.seed())?;
            return ended(self.play(games, plan, &signals, run::run));
        };
        let done = self.with_company(games, name, options, &signals, &*company);
        let rank = company.rank();
        drop(company);
        match done {
            // What all of them know rank 0 says.
            Err(_) if rank > 0 => Err(ranks::said_by_another()),
            done => ended(done),
        }
    }

    /// Rank 0 has the match played by the others.
    fn with_company(
        &self,
        games: &'static [&'static GameEntry],
        name: &str,
        options: &[String],
        signals: &Signals,
        company: &dyn Ranks,
    ) -> Result<Ended, String> {
        let own = (company.rank() == 0).then(|| self.seed());
        let seed = elsewhere::agree_on_seed(company, own).ok_or("rank 0 has no seed")?;
        let plan = self.plan(games, name, options, seed)?;
        if company.rank() > 0 {
            elsewhere::follow(company, &plan);
            return Ok(Ended::ByItself);
        }
        let played = self.play(games, plan, signals, |plan, signals, tell| {
            run::run_on(&mut Others(company), plan, signals, tell)
        });
        elsewhere::dismiss(company);
        played
    }

    /// Plays the match as `run` does, and says its result.
    fn play(
        &self,
        games: &'static [&'static GameEntry],
        mut plan: Match,
        signals: &Signals,
        run: impl Fn(&Match, &Signals, &mut dyn FnMut(&News<'_>)) -> Result<Standing, String>,
    ) -> Result<Ended, String> {
        let gallery = self.web.map(|port| web::show_match(games, port, &mut plan)).transpose()?;
        let heard = signals.clone();
        // The first Ctrl-C finishes what runs, the second breaks it off.
        let _ = ctrlc::set_handler(move || {
            if heard.finish.swap(true, Ordering::Relaxed) {
                heard.break_off.leave();
            } else {
                io::notice(
                    "the games that run are played to their ends; Ctrl-C again breaks them off",
                );
            }
        });
        let (total, outline) = (plan.schedule.games(), plan.outline());
        let share = self.shard.map_or(String::new(), |share| format!(", share {share}"));
        let say = if self.json { io::notice } else { io::say };
        say(&format!("{total} games of {}, seed {}{share}", plan.terms.variant, plan.seed));
        let bar = progress(total);
        let end = run(&plan, signals, &mut |news| {
            bar.set_position(news.standing.done);
            if let Some(gallery) = &gallery {
                gallery.count(&plan, news);
            }
            if bar.is_hidden() {
                say(&report::game_line(&outline, news));
            } else {
                bar.set_message(report::standing(&outline, news.standing));
            }
        });
        bar.finish_and_clear();
        let end = end?;
        let is_early = end.done < total && end.verdict.is_none();
        let is_stopped = is_early && signals.finish.load(Ordering::Relaxed);
        if is_stopped {
            let kept = self.out.as_ref().map_or(String::new(), |file| {
                format!("; {} holds them, --resume goes on", file.display())
            });
            say(&format!("ended after {} of {total} games{kept}", end.done));
        }
        let summary = report::summary(&outline, &end);
        if let Some(gallery) = &gallery {
            gallery.end(&summary);
        }
        if self.json {
            io::say(&report::json(&outline, &end, plan.terms.variant, plan.seed).to_string());
        } else {
            io::say(summary.trim_end());
        }
        Ok(if is_stopped { Ended::Stopped } else { Ended::ByItself })
    }

    fn plan(
        &self,
        games: &'static [&'static GameEntry],
        name: &str,
        options: &[String],
        seed: u64,
    ) -> Result<Match, String> {
        let time = self.time()?;
        let players: Vec<_> =
            self.players.iter().map(|text| PlayerSpec::parse(text)).collect::<Result<_, _>>()?;
        if players.len() < 2 {
            return Err(format!("match: found {} players, expected at least 2", players.len()));
        }
        if self.positions.is_some() && self.out.is_none() {
            return Err("match: --positions needs --out, whose journal it shares".to_owned());
        }
        let terms = self.terms(games, name, options, time)?;
        let Terms { game, variant, settings, match_rules, .. } = &terms;
        players.iter().try_for_each(|p| match_rules.admit(p, games, game, variant, settings))?;
        let openings = match (&self.openings, self.random_plies) {
            (Some(_), Some(_)) => {
                return Err("match: found --openings and --random-plies, expected one".to_owned());
            }
            (Some(file), None) => Openings::from_file(file, &terms, self.shuffle.then_some(seed))?,
            (None, Some(plies)) => Openings::Random { plies, seed },
            (None, None) => Openings::Start,
        };
        let format = if self.gauntlet { Format::Gauntlet } else { Format::RoundRobin };
        Ok(Match {
            schedule: Schedule::new(format, players.len(), self.games)
                .only(self.shard.unwrap_or(Share::WHOLE)),
            players: distinct(players),
            terms,
            openings,
            concurrency: self.concurrency,
            sprt: self.sprt.as_deref().map(sprt).transpose()?,
            records: self.out.clone(),
            positions: self.positions.clone(),
            seed,
            resume: self.resume,
        })
    }

    /// The seed that was given, that of the match which goes on, or a new one.
    fn seed(&self) -> u64 {
        let begun = || Journal::seed(self.out.as_deref().filter(|_| self.resume)?);
        self.seed.or_else(begun).unwrap_or_else(|| fresh_seed().into())
    }

    /// The form that the file of records asks for.
    fn form(&self, games: &[&'static GameEntry], game: &GameEntry) -> Result<Form, String> {
        let Some(file) = &self.out else { return Ok(Form::Own) };
        Form::of(games, game, file).map_err(|error| format!("match: --out: {error}"))
    }

    /// How long everybody may think who has no time control of its own.
    fn time(&self) -> Result<TimeControl, String> {
        let clock = TimeControl::parse_clock(&self.tc)?;
        let time = self.movetime.map(|ms| TimeControl::MoveTime(Duration::from_millis(ms)));
        let time = time.or(self.nodes.map(TimeControl::Nodes));
        Ok(time.or(self.depth.map(TimeControl::Depth)).unwrap_or(clock))
    }

    fn terms(
        &self,
        games: &'static [&'static GameEntry],
        name: &str,
        options: &[String],
        time: TimeControl,
    ) -> Result<Terms, String> {
        let mut chosen = Chosen::new(games, "match", name)?;
        chosen.set_all(options)?;
        let Chosen { game, variant, mut settings, given, .. } = chosen;
        let match_rules = MatchRules::new(game, variant.name, &settings, given)?;
        if let Some(folder) = &self.tables {
            settings.set("TbPath", Value::Text(folder.clone()));
        }
        let threshold = |text: &Option<String>| text.as_deref().map(threshold).transpose();
        Ok(Terms {
            game,
            variant: variant.name,
            settings,
            match_rules,
            form: self.form(games, game)?,
            time: [time; 2],
            margin: Duration::from_millis(self.margin),
            patience: Duration::from_secs(self.patience),
            date: today(),
            observer: Observer::default(),
            adjudication: Adjudication {
                resign: threshold(&self.resign)?,
                draw: threshold(&self.draw)?,
                plies_max: Some(self.plies_max),
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

/// A bar on standard error; hidden where that is no terminal.
fn progress(total: u64) -> ProgressBar {
    let bar = ProgressBar::new(total);
    let template = "{wide_bar} {pos}/{len} games, {elapsed} gone, {eta} left\n{msg}";
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}
