//! One game between two players, refereed by our own rules.

use std::time::Duration;

use super::observer::{Glance, Observer};
use super::player::{Fault, MatchPlayer, Thought};
use super::rules::MatchRules;
use super::spec::TimeControl;
use crate::engine::claim::Claim;
use crate::records::form::{self, Form};
use crate::records::record::Record;
use crate::records::tree::Tree;
use plyglot_core::game::Outcome;
use plyglot_core::game::notation::Header;
use plyglot_core::{Limits, Score, Settings, Side};
use plyglot_host::entry::GameEntry;
use plyglot_host::state::GameState;
use plyglot_protocol::Setup;
use plyglot_tablebase::Value;

/// Where a game begins.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Opening {
    /// The position string; `None` for the start position.
    pub setup: Option<String>,
    /// Moves played from it before the players take over.
    pub moves: Vec<String>,
}

/// When a game is broken off with a result that is not in doubt. Everything is off by default.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Adjudication {
    /// Lost for the side that has said a score at or below `-score` for so many of its moves, the
    /// opponent agreeing.
    pub resign: Option<Threshold>,
    /// Drawn when both have said scores within ±`score` for so many moves each.
    pub draw: Option<Threshold>,
    /// Drawn after so many plies.
    pub plies_max: Option<u32>,
    /// As the endgame tables say, which the settings of the referee attach.
    pub tables: bool,
}

/// A score held for a number of moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Threshold {
    /// Hundredths of the game's unit.
    pub score: i32,
    /// Moves of each side in a row.
    pub moves: u32,
}

/// How a game is to be played.
#[derive(Clone, Debug)]
pub struct Terms {
    /// The game.
    pub game: &'static GameEntry,
    /// Which form of it.
    pub variant: &'static str,
    /// Options of the game: its rules.
    pub settings: Settings,
    /// What the players are told of them.
    pub match_rules: MatchRules,
    /// The form of the records.
    pub form: Form,
    /// The time control of each side.
    pub time: [TimeControl; 2],
    /// A clock is out only when it is exceeded by more than this.
    pub margin: Duration,
    /// A player without a clock is silent after this.
    pub patience: Duration,
    /// The day the match began on, `2026.02.28`; not told where it is empty.
    pub date: String,
    /// When to break off.
    pub adjudication: Adjudication,
    /// Who looks on.
    pub observer: Observer,
}

/// Who won a game, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// `None` for a draw.
    pub winner: Option<Side>,
    /// The rule or the fault that ended it.
    pub reason: String,
    /// The side at fault, if it was not the rules.
    pub fault: Option<(Side, Fault)>,
}

impl Verdict {
    /// The word that PGN has for such an end (9.8.1).
    pub fn termination(&self) -> &'static str {
        match &self.fault {
            None if self.reason.starts_with(ADJUDICATED) => "adjudication",
            None => "normal",
            Some((_, Fault::Time { .. } | Fault::Silent)) => "time forfeit",
            Some((_, Fault::BrokenOff)) => "unterminated",
            Some((_, fault)) if fault.is_infraction() => "rules infraction",
            Some(_) => "abandoned",
        }
    }
}

/// What the reason of a game begins with that was broken off.
const ADJUDICATED: &str = "adjudicated";

/// A game as it was played.
#[derive(Clone, Debug)]
pub struct Played {
    /// How it ended.
    pub verdict: Verdict,
    /// The position string it began with; `None` for the start position.
    pub setup: Option<String>,
    /// All moves from the set-up, those of the opening included.
    pub moves: Vec<String>,
    /// What the players thought, a move each, after the opening.
    pub thoughts: Vec<Thought>,
    /// In the form of the game: PGN for chess, the form of `save` where it has none.
    pub record: String,
    /// Position strings after each move, where they were asked for.
    pub positions: Vec<String>,
}

/// A side's clock.
#[derive(Clone, Copy, Debug)]
struct Clock {
    control: TimeControl,
    left: Duration,
    played: u32,
}

impl Clock {
    fn new(control: TimeControl) -> Self {
        let left = match control {
            TimeControl::Clock { base, increment, .. } => base + increment,
            _ => Duration::ZERO,
        };
        Self { control, left, played: 0 }
    }

    /// Moves until the clock is topped up.
    fn moves_to_go(&self) -> Option<u32> {
        match self.control {
            TimeControl::Clock { moves: Some(moves), .. } => Some(moves - self.played % moves),
            _ => None,
        }
    }

    /// How long before an answer counts as late; `None` without a clock.
    fn limit(&self) -> Option<Duration> {
        match self.control {
            TimeControl::Clock { .. } => Some(self.left),
            TimeControl::MoveTime(time) => Some(time),
            TimeControl::Nodes(_) | TimeControl::Depth(_) => None,
        }
    }

    /// A move took this long.
    fn press(&mut self, used: Duration) {
        self.played += 1;
        if let TimeControl::Clock { base, increment, moves } = self.control {
            self.left = self.left.saturating_sub(used) + increment;
            if moves.is_some_and(|moves| self.played.is_multiple_of(moves)) {
                self.left += base;
            }
        }
    }
}

/// A game being played.
#[expect(missing_debug_implementations, reason = "an engine is not shown")]
pub struct Game<'t> {
    terms: &'t Terms,
    engine: Box<dyn GameState>,
    opening: &'t Opening,
    moves: Vec<String>,
    thoughts: Vec<Thought>,
    /// Whose thought each is.
    thinkers: Vec<Side>,
    positions: Vec<String>,
    clocks: [Clock; 2],
}

impl<'t> Game<'t> {
    /// Sets up the opening. The error says what is wrong with it.
    pub fn new(terms: &'t Terms, opening: &'t Opening) -> Result<Self, String> {
        let mut engine =
            (terms.game.open)(terms.variant, &terms.settings).map_err(|e| e.to_string())?;
        let moves: Vec<&str> = opening.moves.iter().map(String::as_str).collect();
        if terms.adjudication.tables {
            engine.attach_tables(&terms.settings)?;
        }
        engine.set_position(opening.setup.as_deref(), &moves).map_err(|error| error.to_string())?;
        let clocks = terms.time.map(Clock::new);
        let (moves, positions) = (opening.moves.clone(), Vec::new());
        let (thoughts, thinkers) = (Vec::new(), Vec::new());
        Ok(Self { terms, engine, opening, moves, thoughts, thinkers, positions, clocks })
    }

    /// Plays the game to its end between these players, by side. Their names and the number of the
    /// game, from 0, are for its record.
    pub fn play(
        mut self,
        players: &mut [&mut MatchPlayer; 2],
        names: &[String; 2],
        number: u64,
    ) -> Played {
        let claims = self.claims(players);
        self.terms.observer.tell(|| self.glance(names, number));
        loop {
            if let Some(verdict) = self.ended(claims) {
                return self.ended_by(verdict, names, number);
            }
            let side = self.engine.side_to_move();
            let player = &mut *players[side.index()];
            match self.turn(side, player) {
                Ok(()) => {
                    self.positions.push(self.engine.position_text());
                    self.terms.observer.tell(|| self.glance(names, number));
                }
                Err(fault) => {
                    player.dismiss();
                    return self.ended_by(at_fault(side, fault), names, number);
                }
            }
        }
    }

    /// When each side claims a draw: as was said of it, or of all players.
    fn claims(&self, players: &[&mut MatchPlayer; 2]) -> [Claim; 2] {
        let of_all = Claim::of(&self.terms.settings);
        [0, 1].map(|side| players[side].spec().claim.unwrap_or(of_all))
    }

    /// Whether one of the two who may claim a draw does.
    fn is_claimed(&self, claims: [Claim; 2]) -> bool {
        Side::BOTH.into_iter().any(|side| {
            let mut own = self.thoughts.iter().zip(&self.thinkers).rev();
            let last = own.find(|(_, by)| **by == side).and_then(|(thought, _)| thought.score);
            claims[side.index()].claims(last)
        })
    }

    /// The game as it stands, with this result.
    pub fn ended_by(self, verdict: Verdict, names: &[String; 2], number: u64) -> Played {
        let record = self.record(&verdict, names, number);
        let Self { moves, thoughts, positions, opening, .. } = self;
        Played { verdict, setup: opening.setup.clone(), moves, thoughts, record, positions }
    }

    /// The game as it stands.
    fn glance(&self, names: &[String; 2], number: u64) -> Glance {
        let left = |clock: Clock| match clock.control {
            TimeControl::Clock { .. } => u64::try_from(clock.left.as_millis()).ok(),
            _ => None,
        };
        Glance {
            number,
            names: names.clone(),
            setup: self.opening.setup.clone(),
            moves: self.moves.clone(),
            scene: self.engine.cursor().scene(),
            left_ms: self.clocks.map(left),
            thought: self.thoughts.last().map(|thought| comment(thought, false)),
        }
    }

    fn record(&self, verdict: &Verdict, names: &[String; 2], number: u64) -> String {
        let mut comments = vec![String::new(); self.opening.moves.len()];
        comments.extend(self.thoughts.iter().zip(&self.thinkers).map(|(thought, side)| {
            let timed = self.clocks[side.index()].limit().is_some();
            comment(thought, timed)
        }));
        if let Some(last) = comments.last_mut() {
            // PGN's own words for the end are few.
            *last = [last.as_str(), &verdict.reason].join(if last.is_empty() { "" } else { ", " });
        }
        let tags = self.tags(verdict, names, number);
        let mut of_players = tags.clone();
        of_players.extend(form::rules_tag(self.terms.game, &self.terms.match_rules.rules));
        let result = Some(verdict.winner);
        let header = Header { tags: &of_players, comments: &comments, result };
        if self.terms.form == Form::Players
            && let Some(record) = self.engine.record(&header)
        {
            return record;
        }
        let mut game = self.engine.game_text();
        game.result = Some(match verdict.winner {
            None => format!("draw ({})", verdict.reason),
            Some(Side::First) => format!("first side wins ({})", verdict.reason),
            Some(Side::Second) => format!("second side wins ({})", verdict.reason),
        });
        let tags = tags.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        let record = Record {
            rules: self.terms.match_rules.rules.clone(),
            tags,
            game,
            tree: Tree::default(),
        };
        record.to_text() + "\n"
    }

    /// What is said of a game besides its moves, in PGN's words.
    fn tags(
        &self,
        verdict: &Verdict,
        names: &[String; 2],
        number: u64,
    ) -> Vec<(&'static str, String)> {
        let mut tags = vec![
            ("Event", format!("plyglot match: {}", self.terms.variant)),
            ("Round", (number + 1).to_string()),
            ("First", names[0].clone()),
            ("Second", names[1].clone()),
        ];
        if !self.terms.date.is_empty() {
            tags.push(("Date", self.terms.date.clone()));
        }
        let [first, second] = self.terms.time.map(|time| time.pgn());
        if first == second {
            tags.push(("TimeControl", first));
        } else {
            tags.extend([("FirstTimeControl", first), ("SecondTimeControl", second)]);
        }
        tags.push(("Termination", verdict.termination().to_owned()));
        tags
    }

    /// One move of this side.
    fn turn(&mut self, side: Side, player: &mut MatchPlayer) -> Result<(), Fault> {
        let clock = self.clocks[side.index()];
        let patience = clock.limit().map_or(self.terms.patience, |limit| limit + self.grace());
        let limits = self.limits(side);
        let thought = player.think(&self.setup(), &limits, patience)?;
        let late =
            clock.limit().and_then(|limit| thought.used.checked_sub(limit + self.terms.margin));
        if let Some(over) = late.filter(|over| !over.is_zero()) {
            return Err(Fault::Time { over: over + self.terms.margin });
        }
        let best = thought.best.clone().ok_or(Fault::WrongClaim)?;
        self.engine.play(&[&best]).map_err(|error| Fault::Illegal(error.to_string()))?;
        self.clocks[side.index()].press(thought.used);
        self.moves.push(best);
        self.thoughts.push(thought);
        self.thinkers.push(side);
        Ok(())
    }

    /// A player whose clock is out is waited for a little, to see whether it is late or silent.
    fn grace(&self) -> Duration {
        self.terms.margin + Duration::from_secs(2)
    }

    /// The game so far.
    fn setup(&self) -> Setup<'_> {
        let moves = self.moves.iter().map(String::as_str).collect();
        Setup { game: None, position: self.opening.setup.as_deref(), moves }
    }

    /// What limits the search of this side.
    fn limits(&self, side: Side) -> Limits {
        let clock = &self.clocks[side.index()];
        match clock.control {
            TimeControl::MoveTime(time) => Limits { move_time: Some(time), ..Limits::default() },
            TimeControl::Nodes(nodes) => Limits { nodes: Some(nodes), ..Limits::default() },
            TimeControl::Depth(depth) => Limits { depth: Some(depth), ..Limits::default() },
            TimeControl::Clock { .. } => Limits {
                clock: self.clocks.map(|clock| Some(clock.left)),
                increment: self.clocks.map(|clock| match clock.control {
                    TimeControl::Clock { increment, .. } => increment,
                    _ => Duration::ZERO,
                }),
                moves_to_go: clock.moves_to_go(),
                ..Limits::default()
            },
        }
    }

    /// Whether the game is over, by its rules or by agreement of the adjudication.
    fn ended(&self, claims: [Claim; 2]) -> Option<Verdict> {
        let outcome = self.engine.outcome();
        if let Some(outcome) = outcome.filter(|it| !it.claim || self.is_claimed(claims)) {
            return Some(by_rule(&outcome));
        }
        let Adjudication { resign, draw, plies_max, tables } = self.terms.adjudication;
        let verdict = |winner, reason: &str| {
            Some(Verdict { winner, reason: format!("{ADJUDICATED}: {reason}"), fault: None })
        };
        if let Some(value) = self.engine.table_verdict().filter(|_| tables) {
            let side = self.engine.side_to_move();
            return match value {
                Value::Win(_) => verdict(Some(side), "won by table"),
                Value::Loss(_) => verdict(Some(side.other()), "won by table"),
                Value::Draw => verdict(None, "drawn by table"),
            };
        }
        if plies_max.is_some_and(|max| self.moves.len() >= max as usize) {
            return verdict(None, "too long");
        }
        if let Some(Threshold { score, moves }) = draw
            && self.agree(moves, |_, said| said.raw().abs() <= score)
        {
            return verdict(None, "drawn by score");
        }
        for loser in Side::BOTH {
            if let Some(Threshold { score, moves }) = resign
                && self.agree(moves, |side, said| {
                    if side == loser { said.raw() <= -score } else { said.raw() >= score }
                })
            {
                return verdict(Some(loser.other()), "won by score");
            }
        }
        None
    }

    /// Whether each side's last `moves` scores all fulfil a condition.
    fn agree(&self, moves: u32, holds: impl Fn(Side, Score) -> bool) -> bool {
        Side::BOTH.into_iter().all(|side| {
            let own = self.thoughts.iter().zip(&self.thinkers).rev().filter(|(_, by)| **by == side);
            let last: Vec<_> = own.map(|(thought, _)| thought.score).take(moves as usize).collect();
            let held = last.iter().all(|score| score.is_some_and(|score| holds(side, score)));
            last.len() == moves as usize && held
        })
    }
}

/// `+0.31/12 0.45s`: score for the mover, depth, and the time where there is a clock.
fn comment(thought: &Thought, timed: bool) -> String {
    let score = thought.score.map(|score| match score.plies_to_end() {
        Some(plies) if plies > 0 => format!("+M{plies}"),
        Some(plies) => format!("-M{}", -plies),
        None => format!("{:+.2}", f64::from(score.raw()) / 100.0),
    });
    let score = score.map(|score| format!("{score}/{}", thought.depth));
    let time = timed.then(|| format!("{:.2}s", thought.used.as_secs_f64()));
    score.into_iter().chain(time).collect::<Vec<_>>().join(" ")
}

fn by_rule(outcome: &Outcome) -> Verdict {
    Verdict { winner: outcome.winner(), reason: outcome.reason.to_owned(), fault: None }
}

/// The side at fault loses.
pub fn at_fault(side: Side, fault: Fault) -> Verdict {
    Verdict { winner: Some(side.other()), reason: fault.to_string(), fault: Some((side, fault)) }
}
