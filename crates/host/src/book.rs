//! `plyglot book`: opening books. One of all positions of the first plies, by a game that can work it out;
//! and one that grows where players are likely to come, of any game.

use std::sync::atomic::AtomicU64;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::game::{Game, rules_in_force};
use crate::players::chosen_player;
use crate::tables::Tablebases;
use plyglot_book::grow::grow;
use plyglot_book::{Book, Terms, file};
use plyglot_core::game::PlayedGame;
use plyglot_core::{Limits, OptionError, RulesInForce, Scope, Score, Settings};
use plyglot_search::TranspositionTable;
use plyglot_search::selfplay::{Means, choose};

/// The bytes of a book of all positions of the first plies, or why there is none. The last argument
/// is told how many of how many positions are done.
pub type MakeBook =
    fn(&'static str, &Settings, u32, &mut dyn FnMut(usize, usize)) -> Result<Vec<u8>, String>;

pub(super) fn book<G: Game>(
    variant: &'static str,
    settings: &Settings,
    ply: u32,
    each: &mut dyn FnMut(usize, usize),
) -> Result<Vec<u8>, String> {
    let rules = G::open(variant, settings).map_err(|error| error.to_string())?;
    rules.book(settings, ply, each).map_err(|error| format!("{}: {error}", G::NAME))
}

/// How a book is to grow.
#[derive(Clone, Debug)]
pub struct GrowPlan {
    /// The text of the book to go on with; its terms stay.
    pub before: Option<String>,
    /// The terms of a new one.
    pub terms: Terms,
    /// Until it has so many positions.
    pub positions: usize,
}

/// How far a book has grown.
#[derive(Clone, Copy)]
pub struct Grown<'a> {
    /// By which terms: those of the plan, or of the book that it goes on with.
    pub terms: Terms,
    /// Positions.
    pub positions: usize,
    /// What the start is worth to who begins.
    pub score: Option<Score>,
    /// The book as it is.
    pub text: &'a dyn Fn() -> String,
}

impl std::fmt::Debug for Grown<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Grown").field("positions", &self.positions).finish_non_exhaustive()
    }
}

/// Lets a book grow; whoever is told of it after every position may end that by an error. The text of the
/// book as it is in the end.
pub type GrowBook = fn(
    &'static str,
    &Settings,
    &GrowPlan,
    &mut dyn FnMut(Grown<'_>) -> Result<(), String>,
) -> Result<String, String>;

/// Buckets of the table of one search: 8 MiB.
const TABLE_BUCKETS: usize = 1 << 17;

pub(super) fn grow_book<G: Game>(
    variant: &'static str,
    settings: &Settings,
    plan: &GrowPlan,
    each: &mut dyn FnMut(Grown<'_>) -> Result<(), String>,
) -> Result<String, String> {
    let (rules, in_force) =
        as_written::<G>(variant, settings).map_err(|error| error.to_string())?;
    let mut book = match &plan.before {
        Some(text) => file::read(&rules, &in_force, text).map_err(|refused| refused.why)?,
        None => Book::new(plan.terms),
    };
    let mut tables = Tablebases::new(&rules);
    tables.attach(&rules, settings)?;
    let nodes = Some(book.terms().nodes).filter(|&nodes| nodes > 0);
    let at_rest = Mutex::new(Vec::new());
    let judge = |played: &PlayedGame<G>| {
        let rested = locked(&at_rest).pop();
        let mut player = match rested {
            Some(player) => player,
            None => (chosen_player::<G>(settings).make)(&rules, settings)?,
        };
        if nodes.is_none() && !player.ends_by_itself(&rules, played, false) {
            return Err(
                "--nodes: found 0, expected a mind that ends by itself, or a limit".to_owned()
            );
        }
        let (tt, hits) = (TranspositionTable::with_buckets(TABLE_BUCKETS), AtomicU64::new(0));
        let ready = tables.ready(played.position());
        let probe = ready.probe(&rules);
        let tb = probe.as_ref().map(|probe| ready.for_search(&**probe, &Limits::default(), &hits));
        let means = Means { nodes: nodes.unwrap_or(u64::MAX), seed: 0, tb };
        let (_, score) = choose(&rules, played, &mut *player, &tt, &means)?;
        // What one remembers that nothing cut off changes no score of another.
        if nodes.is_none() {
            locked(&at_rest).push(player);
        }
        Ok(score)
    };
    grow(&rules, &mut book, plan.positions, &judge, &mut |book| {
        let text = || file::write(&rules, &in_force, book);
        each(Grown { terms: book.terms(), positions: book.len(), score: book.score(), text: &text })
    })?;
    Ok(file::write(&rules, &in_force, &book))
}

/// What a mutex guards, also where a thread that held it has panicked.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The rules of these settings, in the notation that files of books have: the usual one, whatever a client
/// is shown.
pub(super) fn as_written<G: Game>(
    variant: &'static str,
    settings: &Settings,
) -> Result<(G, RulesInForce), OptionError> {
    let mut settings = settings.clone();
    for opt in G::options().into_iter().filter(|opt| opt.scope == Scope::Notation) {
        if let Some(default) = opt.default() {
            settings.set(&opt.name, default);
        }
    }
    let rules = G::open(variant, &settings)?;
    let in_force = rules_in_force(&rules, variant, &settings);
    Ok((rules, in_force))
}
