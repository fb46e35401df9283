//! A match on several processes: rank 0 keeps the schedule, the journal and the count, the others play.
//!
//! A rank is given a pair of games, the two sides of one opening, and the next when it has sent what
//! came of them; so the journal has the same games in the same order, whoever played them, and a match
//! goes on by any number of ranks, or by none. What a rank has not sent when it is lost is played
//! again by who goes on.
//!
//! A message to rank 0 is JSON, a `Report`; one from it is a place of the schedule, or empty: that
//! was all.

use std::sync::mpsc::channel;
use std::thread;

use serde::{Deserialize, Serialize};

use super::player::Fault;
use super::referee::{Played, Verdict};
use super::run::{Field, Match, Signals, TakeGame, Worker};
use plyglot_core::Side;
use plyglot_ranks::Ranks;

/// A game that a rank has played, or why it could not.
#[derive(Serialize, Deserialize)]
struct Report {
    order: u64,
    failed: Option<String>,
    game: Option<PlayedElsewhere>,
}

/// What rank 0 has to know of a game.
#[derive(Serialize, Deserialize)]
struct PlayedElsewhere {
    winner: Option<usize>,
    reason: String,
    fault: Option<(usize, Fault)>,
    setup: Option<String>,
    moves: Vec<String>,
    record: String,
    positions: Vec<String>,
}

impl From<Played> for PlayedElsewhere {
    fn from(played: Played) -> Self {
        let Played { verdict, setup, moves, record, positions, .. } = played;
        let Verdict { winner, reason, fault } = verdict;
        let winner = winner.map(Side::index);
        let fault = fault.map(|(side, fault)| (side.index(), fault));
        Self { winner, reason, fault, setup, moves, record, positions }
    }
}

impl From<PlayedElsewhere> for Played {
    fn from(elsewhere: PlayedElsewhere) -> Self {
        let PlayedElsewhere { winner, reason, fault, setup, moves, record, positions } = elsewhere;
        let side = |index| if index == Side::First.index() { Side::First } else { Side::Second };
        let winner = winner.map(side);
        let fault = fault.map(|(index, fault)| (side(index), fault));
        let verdict = Verdict { winner, reason, fault };
        Self { verdict, setup, moves, thoughts: Vec::new(), record, positions }
    }
}

/// What rank 0 has said before the games, on all ranks: the seed of the match, which it may have
/// drawn. `None` where it could not begin.
pub fn agree_on_seed(ranks: &dyn Ranks, own: Option<u64>) -> Option<u64> {
    if ranks.rank() == 0 {
        let word = own.map_or(Vec::new(), |seed| seed.to_le_bytes().to_vec());
        (1..ranks.size()).for_each(|rank| ranks.send(rank, word.clone()));
        return own;
    }
    let word = ranks.wait().bytes;
    word.first_chunk().map(|seed| u64::from_le_bytes(*seed))
}

/// The other ranks, as rank 0 sees them.
pub struct Others<'r>(pub &'r dyn Ranks);

impl std::fmt::Debug for Others<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the others of {:?}", self.0)
    }
}

impl Field for Others<'_> {
    fn play(
        &mut self,
        plan: &Match,
        signals: &Signals,
        first: u64,
        take: &mut TakeGame<'_>,
    ) -> Result<(), String> {
        let ranks = self.0;
        let mut next = first;
        let mut at_work = vec![0_u32; ranks.size()];
        let mut wanted = true;
        loop {
            let finishes = signals.finish.load(std::sync::atomic::Ordering::Relaxed);
            if wanted && !finishes {
                for (rank, games) in at_work.iter_mut().enumerate().skip(1) {
                    if *games == 0 {
                        *games = send_pair(ranks, rank, plan, &mut next);
                    }
                }
            }
            let is_idle = at_work.iter().all(|games| *games == 0);
            if is_idle || !wanted || signals.break_off.must_leave() {
                return Ok(());
            }
            let Some(message) = ranks.receive() else {
                ranks.idle();
                continue;
            };
            at_work[message.from] -= 1;
            let report: Report = serde_json::from_slice(&message.bytes)
                .map_err(|error| format!("rank {}: {error}", message.from))?;
            let slot = plan.schedule.slot(report.order).ok_or("a game of no place was played")?;
            let result = match report.game {
                Some(game) => Ok(game.into()),
                None => {
                    Err(format!("rank {}: {}", message.from, report.failed.unwrap_or_default()))
                }
            };
            wanted = take(slot, result);
        }
    }
}

/// Sends a rank the next pair of games, or what is left of one; how many.
fn send_pair(ranks: &dyn Ranks, rank: usize, plan: &Match, next: &mut u64) -> u32 {
    let mut sent = 0;
    loop {
        if plan.schedule.slot(*next).is_none() {
            return sent;
        }
        ranks.send(rank, next.to_le_bytes().to_vec());
        sent += 1;
        *next += 1;
        if next.is_multiple_of(2) {
            return sent;
        }
    }
}

/// Rank 0 tells the others that there is nothing more to play.
pub fn dismiss(ranks: &dyn Ranks) {
    (1..ranks.size()).for_each(|rank| ranks.send(rank, Vec::new()));
}

/// Another rank plays what rank 0 asks for, until it is dismissed; a game that runs then is broken
/// off.
pub fn follow(ranks: &dyn Ranks, plan: &Match) {
    let signals = Signals::default();
    let (orders, asked) = channel::<u64>();
    let (reports, done) = channel::<Vec<u8>>();
    thread::scope(|scope| {
        let signals = &signals;
        scope.spawn(move || {
            let mut worker = Worker::new(plan, signals);
            for order in asked {
                let Some(slot) = plan.schedule.slot(order) else { return };
                let (failed, game) = match worker.play(slot) {
                    Ok(played) => (None, Some(played.into())),
                    Err(error) => (Some(error), None),
                };
                let report = serde_json::to_vec(&Report { order, failed, game });
                // Nobody hears of games that were broken off.
                if signals.break_off.must_leave()
                    || reports.send(report.unwrap_or_default()).is_err()
                {
                    return;
                }
            }
        });
        loop {
            match ranks.receive() {
                Some(message) => match message.bytes.first_chunk() {
                    Some(order) => drop(orders.send(u64::from_le_bytes(*order))),
                    None => break,
                },
                None => match done.try_recv() {
                    Ok(report) => ranks.send(0, report),
                    Err(_) => ranks.idle(),
                },
            }
        }
        signals.break_off.leave();
        drop(orders);
    });
}
