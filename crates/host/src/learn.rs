//! `plyglot learn`: a player that learns plays game after game against another player.

use crate::game::Game;
use crate::players::{named_player, who_can};
use plyglot_core::{Settings, Value};
use plyglot_search::Player;
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
    let named =
        |name: &str| named_player::<G>(name).map_err(|error| format!("{}: {error}", G::NAME));
    let (learner, against) = (named(&plan.learner)?, named(&plan.against)?);
    let mut settings = settings.clone();
    settings.set(&format!("{}.Mind", G::PREFIX), Value::Combo(learner.name));
    let name = learner.name;
    let mut learner = (learner.make)(&rules, &settings)?;
    if !learner.learns() {
        let expected = who_can(&rules, &settings, |player: &dyn Player<G>| player.learns());
        return Err(format!("{}: the mind `{name}` does not learn; {expected}", G::NAME));
    }
    settings.set(&format!("{}.Mind", G::PREFIX), Value::Combo(against.name));
    let mut against = (against.make)(&rules, &settings)?;
    train(&rules, &mut *learner, &mut *against, &plan.plan, each)
}
