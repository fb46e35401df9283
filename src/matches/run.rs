//! A match: its games on several threads, their results in the order of their numbers.
//!
//! Workers take the next number, play it with players of their own, and send what came of it. The
//! calling thread puts the games in order, writes them down and counts them, so that what is
//! written and where a sequential test ends do not depend on how many games ran at once.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;

use xxhash_rust::xxh3::xxh3_64;

use super::conditions::Conditions;
use super::journal::{Entry, Head, Journal};
use super::openings::Openings;
use super::outline::Outline;
use super::player::{Fault, MatchPlayer};
use super::referee::{Game, Played, Terms, Verdict as GameVerdict, at_fault};
use super::schedule::{Schedule, Share, Slot};
use super::spec::{PlayerSpec, TimeControl};
use super::stats::{HalfPoints, Sprt, Tally, Verdict};
use crate::system::interrupts::Interrupts;
use plyglot_core::Side;

/// Everything about a match.
#[derive(Clone, Debug)]
pub struct Match {
    /// Who plays.
    pub players: Vec<PlayerSpec>,
    /// How every game is played; a player's own time control goes before this one.
    pub terms: Terms,
    /// Who meets whom.
    pub schedule: Schedule,
    /// From where.
    pub openings: Openings,
    /// Games at once.
    pub concurrency: usize,
    /// A test that ends the match, of the first player against the second.
    pub sprt: Option<Sprt>,
    /// Where games are written.
    pub records: Option<PathBuf>,
    /// Where positions with results are written, for the tuner.
    pub positions: Option<PathBuf>,
    /// Where random numbers of the players begin; each game has its own.
    pub seed: u64,
    /// Go on with the match that the files hold.
    pub resume: bool,
}

/// What a person may ask of a running match.
#[derive(Clone, Debug, Default)]
pub struct Signals {
    /// Begin no more games.
    pub finish: Arc<AtomicBool>,
    /// Break off the games that run.
    pub break_off: Interrupts,
}

/// How a match stands.
#[derive(Clone, Debug, Default)]
pub struct Standing {
    /// Results of each meeting, for its first player.
    pub tallies: Vec<Tally>,
    /// Games counted.
    pub done: u64,
    /// How often each kind of reason ended a game.
    pub reasons: BTreeMap<String, u64>,
    /// What the sequential test has decided.
    pub verdict: Option<Verdict>,
    /// Games that have been played, to know one that comes again.
    seen: BTreeSet<u64>,
}

impl Standing {
    /// Before the first game.
    pub(super) fn new(schedule: &Schedule) -> Self {
        let tallies = vec![Tally::default(); schedule.pairs().len()];
        Self { tallies, ..Self::default() }
    }

    /// Games that repeat an earlier one, move by move.
    pub fn repeated(&self) -> u64 {
        self.tallies.iter().map(|tally| tally.repeated[0]).sum()
    }

    /// Counts a game.
    pub(super) fn count(&mut self, pair: usize, game: &Entry, sprt: Option<&Sprt>) {
        let repeats = game.moves.is_some_and(|moves| !self.seen.insert(moves));
        self.tallies[pair].count(game.points, repeats);
        self.done += 1;
        // `illegal move: …` is one kind of end, whatever the move was.
        let kind = game.reason.split(':').next().unwrap_or(&game.reason);
        *self.reasons.entry(kind.to_owned()).or_default() += 1;
        let verdict = sprt.map(|sprt| sprt.verdict(&self.tallies[0]));
        self.verdict = verdict.filter(|verdict| *verdict != Verdict::Open);
    }
}

/// A game that has just been counted.
#[derive(Clone, Copy, Debug)]
pub struct News<'a> {
    /// Which one.
    pub slot: Slot,
    /// How it was played.
    pub played: &'a Played,
    /// How the match stands with it.
    pub standing: &'a Standing,
}

/// Half points of the pair's first player.
fn points(slot: Slot, verdict: &GameVerdict) -> HalfPoints {
    let first = if slot.swapped { Side::Second } else { Side::First };
    match verdict.winner {
        None => 1,
        Some(winner) => 2 * HalfPoints::from(winner == first),
    }
}

/// Takes a game that has been played; whether more are wanted.
pub type TakeGame<'t> = dyn FnMut(Slot, Result<Played, String>) -> bool + 't;

/// Who plays the games of a match: threads of this process, or other processes.
pub trait Field {
    /// Plays the games from this place of the schedule on, and hands each over as it ends, in
    /// whatever order, until no more are wanted. The error says why none could be begun.
    fn play(
        &mut self,
        plan: &Match,
        signals: &Signals,
        first: u64,
        take: &mut TakeGame<'_>,
    ) -> Result<(), String>;
}

/// Plays a match on threads of this process and tells of every game. The error says why it could not
/// go on.
pub fn run(
    plan: &Match,
    signals: &Signals,
    tell: &mut dyn FnMut(&News<'_>),
) -> Result<Standing, String> {
    run_on(&mut Threads, plan, signals, tell)
}

/// The same, whoever plays the games.
pub fn run_on(
    field: &mut dyn Field,
    plan: &Match,
    signals: &Signals,
    tell: &mut dyn FnMut(&News<'_>),
) -> Result<Standing, String> {
    let mut standing = Standing::new(&plan.schedule);
    let mut journal = None;
    if let Some(records) = &plan.records {
        let positions = plan.positions.as_deref();
        let (opened, games) = Journal::open(records, positions, &plan.head(), plan.resume)?;
        journal = Some(opened);
        for game in games {
            let slot = plan.schedule.slot(standing.done).ok_or("the journal has too many games")?;
            standing.count(slot.pair, &game, plan.test());
        }
    }
    if standing.verdict.is_some() {
        return Ok(standing);
    }
    let first = standing.done;
    let mut secretary = Secretary { plan, journal, standing };
    let mut early = BTreeMap::new();
    let mut failed = None;
    field.play(plan, signals, first, &mut |slot, result| {
        early.insert(slot.order, (slot, result));
        while let Some((slot, result)) = early.remove(&secretary.standing.done) {
            let written = result.and_then(|played| secretary.write(slot, &played, tell));
            if let Err(error) = written {
                failed.get_or_insert(error);
                break;
            }
            if secretary.standing.verdict.is_some() {
                break;
            }
        }
        let goes_on = failed.is_none() && secretary.standing.verdict.is_none();
        if !goes_on {
            signals.finish.store(true, Ordering::Relaxed);
            signals.break_off.leave();
        }
        goes_on
    })?;
    failed.map_or(Ok(secretary.standing), Err)
}

/// So many games at once, each on a thread.
struct Threads;

impl Field for Threads {
    fn play(
        &mut self,
        plan: &Match,
        signals: &Signals,
        first: u64,
        take: &mut TakeGame<'_>,
    ) -> Result<(), String> {
        let mut introduced = Worker::new(plan, signals);
        if first < plan.schedule.games() {
            introduced.introduce()?;
        }
        let next = &AtomicU64::new(first);
        // A game is handed over before the next begins, so that none is far ahead of what is said.
        let (sender, finished) = sync_channel(0);
        thread::scope(|scope| {
            let mut introduced = Some(introduced);
            for _ in 0..plan.concurrency.max(1) {
                let sender = sender.clone();
                let worker = introduced.take().unwrap_or_else(|| Worker::new(plan, signals));
                scope.spawn(move || worker.work(next, &sender));
            }
            drop(sender);
            for (slot, result) in finished {
                if !take(slot, result) {
                    break;
                }
            }
        });
        Ok(())
    }
}

impl Match {
    /// What it is about.
    pub fn outline(&self) -> Outline {
        let names = self.players.iter().map(|player| player.name.clone()).collect();
        Outline { names, schedule: self.schedule.clone(), sprt: self.sprt }
    }

    /// The test that may end it: a share by itself decides nothing.
    fn test(&self) -> Option<&Sprt> {
        self.sprt.as_ref().filter(|_| self.schedule.share() == Share::WHOLE)
    }

    fn head(&self) -> Head {
        let outline = self.outline();
        let Self { players, terms, openings, sprt, positions, seed, .. } = self;
        let Terms { variant, settings, time, margin, adjudication, .. } = terms;
        let mut conditions = Conditions::default();
        for (player, number) in players.iter().zip(1..) {
            conditions = conditions.with(format_args!("player {number}"), player);
        }
        let conditions = conditions
            .with("the game", variant)
            .with("the options of the game", settings)
            .with("the time control", time)
            .with("the margin", margin)
            .with("the adjudication", adjudication)
            .with("the openings", openings)
            .with("the sequential test", sprt)
            .with("the file of positions", &positions.is_some());
        Head { seed: *seed, conditions, outline }
    }
}

/// Writes games down in order.
struct Secretary<'m> {
    plan: &'m Match,
    journal: Option<Journal>,
    standing: Standing,
}

impl Secretary<'_> {
    fn write(
        &mut self,
        slot: Slot,
        played: &Played,
        tell: &mut dyn FnMut(&News<'_>),
    ) -> Result<(), String> {
        let game = Entry::new(
            slot.number,
            points(slot, &played.verdict),
            played.verdict.reason.clone(),
            moves(slot, played),
        );
        if let Some(journal) = &mut self.journal {
            let positions = positions(played);
            journal
                .add(&game, [&played.record, &positions])
                .map_err(|error| format!("game {}: {error}", slot.number + 1))?;
        }
        self.standing.count(slot.pair, &game, self.plan.test());
        tell(&News { slot, played, standing: &self.standing });
        Ok(())
    }
}

/// A number that is the same for two games of the same players by side and the same moves from the
/// same set-up. A fault is no choice of anybody's, and repeats nothing.
fn moves(slot: Slot, played: &Played) -> Option<u64> {
    let Played { verdict, moves, setup, .. } = played;
    let text = format!("{:?} {setup:?} {moves:?}", slot.players);
    verdict.fault.is_none().then(|| xxh3_64(text.as_bytes()))
}

/// A line for each position after the opening: the result for the first side, and the position.
fn positions(played: &Played) -> String {
    let result = match played.verdict.winner {
        None => "0.5",
        Some(Side::First) => "1",
        Some(Side::Second) => "0",
    };
    played
        .positions
        .iter()
        .fold(String::new(), |text, position| text + result + " " + position + "\n")
}

type Finished = (Slot, Result<Played, String>);

/// One thread's players.
pub(super) struct Worker<'m> {
    plan: &'m Match,
    signals: &'m Signals,
    players: Vec<MatchPlayer>,
}

impl<'m> Worker<'m> {
    pub(super) fn new(plan: &'m Match, signals: &'m Signals) -> Self {
        let Terms { game, variant, ref match_rules, .. } = plan.terms;
        let player = |spec: &PlayerSpec| {
            let player = MatchPlayer::new(spec.clone(), game, variant).under(match_rules);
            player.until(&signals.break_off)
        };
        Self { plan, signals, players: plan.players.iter().map(player).collect() }
    }

    /// Starts every player, so that one that cannot play this match is refused before game 1. What
    /// else may go wrong is the business of the games.
    pub(super) fn introduce(&mut self) -> Result<(), String> {
        for player in &mut self.players {
            match player.new_game() {
                Err(Fault::Start(error)) => return Err(format!("{}: {error}", player.spec().name)),
                Err(_) => player.dismiss(),
                Ok(()) => {}
            }
        }
        Ok(())
    }

    fn work(mut self, next: &AtomicU64, sender: &SyncSender<Finished>) {
        while !self.signals.finish.load(Ordering::Relaxed) {
            let order = next.fetch_add(1, Ordering::Relaxed);
            let Some(slot) = self.plan.schedule.slot(order) else { return };
            let result = self.play(slot);
            let broken_off = self.signals.break_off.must_leave();
            if broken_off || sender.send((slot, result)).is_err() {
                return;
            }
        }
    }

    /// Plays the game of this place.
    pub(super) fn play(&mut self, slot: Slot) -> Result<Played, String> {
        let opening = self.plan.openings.get(slot.opening, &self.plan.terms)?;
        let mut terms = self.plan.terms.clone();
        terms.time = slot.players.map(|player| self.time(player));
        let [first, second] = self
            .players
            .get_disjoint_mut(slot.players)
            .map_err(|_| "a player cannot meet itself".to_owned())?;
        let own = xxh3_64(format!("{} {}", self.plan.seed, slot.number).as_bytes());
        let seed = u32::try_from(own >> 32).unwrap_or_default();
        first.reseed(seed);
        second.reseed(seed);
        let names = [&*first, &*second].map(|player| player.spec().name.clone());
        let game = Game::new(&terms, &opening)?;
        let mut fault = None;
        for (side, player) in Side::BOTH.into_iter().zip([&mut *first, &mut *second]) {
            match player.new_game() {
                Ok(()) => {}
                Err(Fault::Start(error)) => return Err(format!("{}: {error}", player.spec().name)),
                Err(error) => {
                    player.dismiss();
                    fault = fault.or(Some(at_fault(side, error)));
                }
            }
        }
        Ok(match fault {
            Some(verdict) => game.ended_by(verdict, &names, slot.number),
            None => game.play(&mut [first, second], &names, slot.number),
        })
    }

    fn time(&self, player: usize) -> TimeControl {
        self.plan.players[player].time.unwrap_or(self.plan.terms.time[0])
    }
}
