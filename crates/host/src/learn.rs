//! `plyglot learn`: a player that learns plays game after game against another player.

use crate::game::Game;
use plyglot_core::{Settings, Value};
use plyglot_search::PlayerEntry;
use plyglot_search::selfplay::{Block, TrainingPlan, train};

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
    let named = |name: &str| {
        let entry = G::PLAYERS.iter().find(|entry| entry.name.eq_ignore_ascii_case(name));
        let names: Vec<_> = G::PLAYERS.iter().map(|entry| entry.name).collect();
        entry.ok_or_else(|| {
            format!("{}: found mind `{name}`, expected one of {}", G::NAME, names.join(", "))
        })
    };
    let (learner, against) = (named(&plan.learner)?, named(&plan.against)?);
    let mut settings = settings.clone();
    settings.set(&format!("{}.Mind", G::PREFIX), Value::Combo(learner.name));
    let name = learner.name;
    let mut learner = (learner.make)(&rules, &settings)?;
    if !learner.learns() {
        return Err(refusal::<G>(&rules, &settings, name));
    }
    settings.set(&format!("{}.Mind", G::PREFIX), Value::Combo(against.name));
    let mut against = (against.make)(&rules, &settings)?;
    train(&rules, &mut *learner, &mut *against, &plan.plan, each)
}

/// A player that does not learn would only play.
fn refusal<G: Game>(rules: &G, settings: &Settings, name: &str) -> String {
    let learns =
        |entry: &&PlayerEntry<G>| (entry.make)(rules, settings).is_ok_and(|player| player.learns());
    let learners: Vec<_> = G::PLAYERS.iter().filter(learns).map(|entry| entry.name).collect();
    let expected = match learners[..] {
        [] => "no mind of this game does".to_owned(),
        _ => format!("expected {}", learners.join(" or ")),
    };
    format!("{}: the mind `{name}` does not learn; {expected}", G::NAME)
}
