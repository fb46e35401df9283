//! `plyglot learn`: a player that learns plays game after game against another player.

use std::sync::PoisonError;

use crate::event::{Answer, JobResult, Listener, Notice, SearchEvent};
use crate::game::Game;
use crate::players::{SharedPlayer, chosen_player, named_player, who_can};
use plyglot_core::{Settings, Value};
use plyglot_search::selfplay::{Block, TrainingPlan, train};
use plyglot_search::{Player, PlayerEntry, SearchControl};

/// Who learns, against whom, and how long.
#[derive(Clone, Debug)]
pub struct LearnPlan {
    /// The player that learns, by name.
    pub learner: String,
    /// The player it plays, by name; its own name for self-play.
    pub against: String,
    /// Games, block size and seed.
    pub plan: TrainingPlan,
}

/// A lesson for the player of a game in hand.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// The player it plays, by name; one of its own kind where none is named.
    pub against: Option<String>,
    /// Games, block size and seed.
    pub plan: TrainingPlan,
}

/// Gives a lesson; each finished block of games is told.
pub type Learn =
    fn(&'static str, &Settings, &LearnPlan, &mut dyn FnMut(&Block)) -> Result<(), String>;

pub(super) fn learn<G: Game>(
    variant: &'static str,
    settings: &Settings,
    plan: &LearnPlan,
    each: &mut dyn FnMut(&Block),
) -> Result<(), String> {
    let rules = G::open(variant, settings).map_err(|error| error.to_string())?;
    let named =
        |name: &str| named_player::<G>(name).map_err(|error| format!("{}: {error}", G::NAME));
    let (learner, against) = (named(&plan.learner)?, named(&plan.against)?);
    let mut settings = settings.clone();
    settings.set(&format!("{}.Mind", G::PREFIX), Value::Combo(learner.name));
    let name = learner.name;
    let mut learner = (learner.make)(&rules, &settings)?;
    if !learner.learns() {
        let expected = who_can(&rules, &settings, &|player: &dyn Player<G>| player.learns());
        return Err(format!("{}: the mind `{name}` does not learn; {expected}", G::NAME));
    }
    settings.set(&format!("{}.Mind", G::PREFIX), Value::Combo(against.name));
    let mut against = (against.make)(&rules, &settings)?;
    train(&rules, &mut *learner, &mut *against, &plan.plan, each)
}

/// What a lesson has come to, as a job tells it.
pub(super) fn result(learnt: Result<Option<String>, String>) -> JobResult {
    match learnt {
        Ok(text) => JobResult { answer: Answer::Knowledge(text), ..JobResult::default() },
        Err(error) => JobResult { notices: vec![Notice::Error(error)], ..JobResult::default() },
    }
}

/// Whom a player plays in a lesson.
///
/// # Errors
/// The player does not learn, or there is no such opponent.
pub(super) fn opponent<G: Game>(
    rules: &G,
    player: &SharedPlayer<G>,
    settings: &Settings,
    lesson: &Lesson,
) -> Result<&'static PlayerEntry<G>, String> {
    let own = chosen_player::<G>(settings);
    if !player.lock().unwrap_or_else(PoisonError::into_inner).learns() {
        let expected = who_can(rules, settings, &|player: &dyn Player<G>| player.learns());
        return Err(format!("{}: the mind `{}` does not learn; {expected}", G::NAME, own.name));
    }
    Ok(lesson.against.as_deref().map(named_player::<G>).transpose()?.unwrap_or(own))
}

/// Lets a player learn, beside whoever holds the game; each block of games is told, and a stop is
/// heard after each. At the end stands what the player plays by.
pub(super) fn lesson<G: Game>(
    rules: &G,
    player: &SharedPlayer<G>,
    settings: &Settings,
    lesson: &Lesson,
    control: &SearchControl,
    listener: &Listener,
) -> Result<Option<String>, String> {
    let against = opponent(rules, player, settings, lesson)?;
    let mut learner = player.lock().unwrap_or_else(PoisonError::into_inner);
    let mut settings = settings.clone();
    settings.set(&format!("{}.Mind", G::PREFIX), Value::Combo(against.name));
    let mut against = (against.make)(rules, &settings)?;
    let TrainingPlan { games, block, seed } = lesson.plan;
    let block = block.max(1);
    for (nth, first) in (0..games).step_by(usize::try_from(block).unwrap_or(1)).enumerate() {
        if control.stop.is_set() {
            break;
        }
        let seed = seed.wrapping_add(nth as u64);
        let plan = TrainingPlan { games: block.min(games - first), block, seed };
        train(rules, &mut **learner, &mut *against, &plan, &mut |played| {
            let (last, first) = (first + played.last, first + played.first);
            listener.tell(SearchEvent::Learned(Block { first, last, ..*played }));
        })?;
    }
    Ok(learner.knowledge())
}
