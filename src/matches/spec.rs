//! Players and time controls as they are written on the command line.
//!
//! A player is a list `KEY=VALUE,KEY=VALUE,…`: `mind=alphabeta,Hash=64` plays a mind of this
//! program, `cmd=stockfish,UCI_LimitStrength=true,UCI_Elo=2300` another program. `name`, `proto`
//! (`uci` or `ugi`), `habit`, `tc`, `movetime`, `nodes`, `depth` and `Claim` are keys of ours, anything
//! else is an option of the player.

use std::time::Duration;

use crate::engine::claim::{self, Claim};
use crate::options;
use plyglot_core::text::shorten;
use plyglot_core::{Limits, Opt, Scope, Settings};
use plyglot_host::entry::GameEntry;
use plyglot_protocol::command::Parsed;
use plyglot_protocol::{Command, Dialect};

/// The longest time that the protocol has words for.
const TIME_MAX: Duration = Duration::from_millis(u32::MAX as u64);

/// The limits of a search as `go` has them, refused where nothing would ever end the search: nobody is
/// there to say `stop`.
pub fn limits(text: &str) -> Result<Limits, String> {
    let line = format!("go {text}");
    let wrong = || {
        let found = shorten(text);
        format!(
            "go: found `{found}`, expected limits such as movetime 1000, depth 10 or nodes 5000"
        )
    };
    match plyglot_protocol::parse(&line) {
        Ok(Some(Parsed { command: Command::Go(go), unknown }))
            if unknown.is_empty() && !go.limits.is_unbounded() =>
        {
            Ok(go.limits)
        }
        _ => Err(wrong()),
    }
}

/// How long a player may think.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TimeControl {
    /// A clock of so much time for so many moves (or the whole game), and time added by each move.
    Clock {
        /// At the beginning, and again after every `moves` moves.
        base: Duration,
        /// Added after each move.
        increment: Duration,
        /// Moves until the clock is topped up; the whole game if there are none.
        moves: Option<u32>,
    },
    /// So much for each move.
    MoveTime(Duration),
    /// So many nodes for each move, and no clock.
    Nodes(u64),
    /// So many plies for each move, and no clock.
    Depth(u32),
}

/// Where a player comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    /// A mind of this program.
    Player(String),
    /// Another program: its path and arguments.
    Command(String),
}

/// What a program does otherwise than its protocol has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Habits {
    /// Moves are written without blanks between them, `position startpos moves FeBd`, and so are the
    /// lines of `info`, which therefore are not read.
    pub joined: bool,
    /// The answer stands at the end of an `info` line, `info depth 9 bestmove d6`.
    pub inline: bool,
}

/// A player as it was asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerSpec {
    /// As the tables call it.
    pub name: String,
    /// What plays.
    pub origin: Origin,
    /// What it speaks.
    pub dialect: Dialect,
    /// What it does otherwise.
    pub habits: Habits,
    /// Options to set, in order.
    pub options: Vec<(String, String)>,
    /// Its own time control, where it differs from the match's.
    pub time: Option<TimeControl>,
    /// When it claims a draw, where it was said of it alone.
    pub claim: Option<Claim>,
}

impl TimeControl {
    /// Reads `[MOVES/]SECONDS[+INCREMENT]`, as in `40/60`, `2+0.02`.
    pub fn parse_clock(text: &str) -> Result<Self, String> {
        let wrong = || format!("time control: found `{text}`, expected [MOVES/]SECONDS[+SECONDS]");
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => (Some(moves.parse::<u32>().map_err(|_| wrong())?), rest),
            None => (None, text),
        };
        let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let seconds = |text: &str| {
            let seconds: f64 = text.parse().map_err(|_| wrong())?;
            let time = Duration::try_from_secs_f64(seconds).map_err(|_| wrong())?;
            if time <= TIME_MAX { Ok(time) } else { Err(wrong()) }
        };
        let (base, increment) = (seconds(base)?, seconds(increment)?);
        if base + increment == Duration::ZERO || moves == Some(0) {
            return Err(wrong());
        }
        Ok(Self::Clock { base, increment, moves })
    }

    /// As PGN's tag `TimeControl` has it (9.6.1): `40/60`, `60+0.5`, `1/0.1` for so much a move, `-`
    /// where there is no clock.
    pub fn pgn(&self) -> String {
        match self {
            Self::Clock { base, increment, moves } => {
                let moves = moves.map_or(String::new(), |moves| format!("{moves}/"));
                let added = if increment.is_zero() {
                    String::new()
                } else {
                    format!("+{}", increment.as_secs_f64())
                };
                format!("{moves}{}{added}", base.as_secs_f64())
            }
            Self::MoveTime(time) => format!("1/{}", time.as_secs_f64()),
            Self::Nodes(_) | Self::Depth(_) => "-".to_owned(),
        }
    }

    /// Reads the value of one of the keys `tc`, `movetime`, `nodes`, `depth`.
    fn parse(key: &str, value: &str) -> Result<Self, String> {
        let wrong = |expected: &str| format!("{key}: found `{value}`, expected {expected}");
        match key {
            "tc" => Self::parse_clock(value),
            "movetime" => value
                .parse()
                .map(Duration::from_millis)
                .ok()
                .filter(|time| *time <= TIME_MAX)
                .map(Self::MoveTime)
                .ok_or_else(|| wrong("milliseconds, at most 4294967295")),
            "nodes" => value.parse().map(Self::Nodes).map_err(|_| wrong("a number of nodes")),
            _ => value.parse().map(Self::Depth).map_err(|_| wrong("a number of plies")),
        }
    }
}

impl PlayerSpec {
    /// The mind that these settings choose, with every option that is not at its default.
    pub fn chosen(games: &[&'static GameEntry], game: &GameEntry, settings: &Settings) -> Self {
        let player_option = game.player_option();
        let mind = settings.combo(&player_option).to_owned();
        let of_game = options::of_game(game);
        let concerns = |opt: &Opt| match opt.scope {
            Scope::Engine | Scope::Tables => true,
            Scope::Rules | Scope::Notation | Scope::Player => {
                of_game.contains(opt) && opt.name != player_option
            }
        };
        let changed = options::all(games).into_iter().filter_map(|opt| {
            let value = settings.get(&opt.name).filter(|_| concerns(&opt))?;
            (Some(value) != opt.default().as_ref()).then(|| (opt.name, value.to_string()))
        });
        let options = changed.collect();
        // UGI counts the way to a proven end in plies, whoever moves how often.
        let (dialect, origin) = (Dialect::Ugi, Origin::Player(mind.clone()));
        let claim = Some(Claim::of(settings));
        let habits = Habits::default();
        Self { name: mind, origin, dialect, habits, options, time: None, claim }
    }

    /// Reads a player.
    pub fn parse(text: &str) -> Result<Self, String> {
        let wrong =
            |found: &str, expected: &str| format!("player: found `{found}`, expected {expected}");
        let (mut name, mut origin, mut dialect) = (None, None, Dialect::Uci);
        let (mut options, mut time, mut claim) = (Vec::new(), None, None);
        let mut habits = Habits::default();
        for pair in text.split(',').map(str::trim).filter(|pair| !pair.is_empty()) {
            let (key, value) = pair.split_once('=').ok_or_else(|| wrong(pair, "KEY=VALUE"))?;
            match key {
                "name" => name = Some(value.to_owned()),
                "mind" => origin = Some(Origin::Player(value.to_owned())),
                "cmd" => origin = Some(Origin::Command(value.to_owned())),
                "proto" => {
                    dialect = match value {
                        "uci" => Dialect::Uci,
                        "ugi" => Dialect::Ugi,
                        _ => return Err(wrong(value, "proto=uci or proto=ugi")),
                    }
                }
                "habit" => match value {
                    "joined" => habits.joined = true,
                    "inline" => habits.inline = true,
                    _ => return Err(wrong(value, "habit=joined or habit=inline")),
                },
                "tc" | "movetime" | "nodes" | "depth" => {
                    time = Some(TimeControl::parse(key, value)?);
                }
                _ if key.eq_ignore_ascii_case(claim::OPTION) => {
                    let known = Claim::named(value);
                    claim = Some(known.ok_or_else(|| wrong(value, "always, worse or never"))?);
                }
                _ => options.push((key.to_owned(), value.to_owned())),
            }
        }
        let origin = origin.ok_or_else(|| wrong(text, "mind=NAME or cmd=PROGRAM in it"))?;
        let by_origin = || match &origin {
            Origin::Player(mind) => mind.clone(),
            Origin::Command(command) => {
                let path = command.split_whitespace().next().unwrap_or("");
                path.rsplit('/').next().unwrap_or(path).to_owned()
            }
        };
        let name = name.unwrap_or_else(by_origin);
        Ok(Self { name, origin, dialect, habits, options, time, claim })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_are_read() {
        let clock = |base, increment, moves| {
            let (base, increment) = (Duration::from_millis(base), Duration::from_millis(increment));
            Ok(TimeControl::Clock { base, increment, moves })
        };
        assert_eq!(TimeControl::parse_clock("2+0.02"), clock(2000, 20, None));
        assert_eq!(TimeControl::parse_clock("40/60"), clock(60_000, 0, Some(40)));
        assert_eq!(TimeControl::parse_clock("0+1"), clock(0, 1000, None));
        for bad in ["", "0", "x", "1+", "0/5", "-1", "1e400", "nan", "1e18"] {
            assert!(TimeControl::parse_clock(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn time_controls_are_written_as_pgn_has_them() {
        for (text, pgn) in [("2+0.02", "2+0.02"), ("40/60", "40/60"), ("40/1.5+1", "40/1.5+1")] {
            assert_eq!(TimeControl::parse_clock(text).unwrap().pgn(), pgn);
        }
        assert_eq!(TimeControl::MoveTime(Duration::from_millis(100)).pgn(), "1/0.1");
        assert_eq!(TimeControl::Nodes(100).pgn(), "-");
    }

    #[test]
    fn limits_that_end_nothing_are_refused() {
        assert_eq!(limits("movetime 1000").unwrap().move_time, Some(Duration::from_secs(1)));
        assert!(limits("depth 3 nodes 5").is_ok());
        for bad in [
            "infinite",
            "depth 3 infinite",
            "ponder depth 3",
            "",
            "deph 3",
            "depth 3\nquit",
            "perft 3",
        ] {
            let error = limits(bad).unwrap_err();
            assert!(error.starts_with("go: found `") && error.contains("expected limits"), "{bad}");
        }
    }

    #[test]
    fn players_are_read_and_named() {
        let player =
            PlayerSpec::parse("cmd=/usr/games/stockfish -x,UCI_Elo=2300,tc=1+0.1").unwrap();
        assert_eq!(player.name, "stockfish");
        assert_eq!(player.origin, Origin::Command("/usr/games/stockfish -x".to_owned()));
        assert_eq!(player.options, [("UCI_Elo".to_owned(), "2300".to_owned())]);
        assert!(player.time.is_some());
        let player =
            PlayerSpec::parse("mind=alphabeta,name=new,proto=ugi,Move Overhead=5").unwrap();
        assert_eq!((player.name.as_str(), player.dialect), ("new", Dialect::Ugi));
        assert_eq!(player.options[0].0, "Move Overhead");
        assert_eq!(player.claim, None);
        assert_eq!(player.habits, Habits::default());
        let player = PlayerSpec::parse("cmd=old,habit=joined,habit=inline").unwrap();
        assert_eq!(player.habits, Habits { joined: true, inline: true });
        let player = PlayerSpec::parse("cmd=stockfish,claim=Worse").unwrap();
        assert_eq!((player.claim, player.options.len()), (Some(Claim::Worse), 0));
    }

    #[test]
    fn a_player_that_is_none_is_refused() {
        for (text, error) in [
            ("Hash=3", "player: found `Hash=3`, expected mind=NAME or cmd=PROGRAM in it"),
            ("mind", "player: found `mind`, expected KEY=VALUE"),
            ("mind=a,Claim=maybe", "player: found `maybe`, expected always, worse or never"),
            ("mind=a,proto=x", "player: found `x`, expected proto=uci or proto=ugi"),
            ("cmd=a,habit=bad", "player: found `bad`, expected habit=joined or habit=inline"),
            ("mind=a,nodes=many", "nodes: found `many`, expected a number of nodes"),
        ] {
            assert_eq!(PlayerSpec::parse(text).unwrap_err(), error);
        }
    }
}
