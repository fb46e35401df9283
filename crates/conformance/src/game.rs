//! All laws of a game: of its rules, notation, evaluator and indexer, and of what a [`Game`] offers
//! besides, its weights, what places give, and its reference evaluator.

use crate::evaluators;
use crate::files::check_files_of;
use crate::indexer::check_indexer;
use crate::laws::{self, Broken, broken, each_open_position};
use crate::options::{drawn, of_game};
use plyglot_core::game::{Attribution, Evaluator, Notation, Tunable};
use plyglot_core::{Settings, Side, rng};
use plyglot_host::Game;
use plyglot_tablebase::contents::TableIndexer;

/// Random games for each law.
const GAMES: u32 = 10;
/// How many men the tables may have that are checked.
const MEN_MAX: u8 = 3;
/// Where nothing else is asked for, what is drawn by lot is the same each time.
const SEED: u64 = 1;
/// What an evaluation may lose by rounding on the way, cp.
const ROUNDING_CP: f64 = 2.5;
/// Not every set of options is a game; so many are tried.
const TRIES: usize = 20;

/// Every law of a game in each of its variants, under the default options and under others drawn by
/// lot. The environment variable `PLYGLOT_SEED` has other games and options drawn.
pub fn assert_laws<G: Game>() {
    let seed = std::env::var("PLYGLOT_SEED").map_or(SEED, |seed| seed.parse().expect("a number"));
    let mut rng = rng::seeded(seed);
    let options = of_game::<G>();
    for variant in G::VARIANTS {
        let usual = Settings::defaults(&options);
        let rules = G::open(variant.name, &usual).expect("the default options are a game");
        let other = (0..TRIES).find_map(|_| G::open(variant.name, &drawn(&options, &mut rng)).ok());
        for rules in std::iter::once(rules).chain(other) {
            let described = rules.describe();
            check_everything(&rules, seed).unwrap_or_else(|broken| {
                panic!("{}, PLYGLOT_SEED={seed}: {broken}\n{}", variant.name, described.join("\n"))
            });
        }
    }
    check_files_of::<G>(seed).unwrap_or_else(|broken| panic!("{}: {broken}", G::NAME));
}

/// Every law there is for a game.
pub fn check_everything<G: Game>(rules: &G, seed: u64) -> Result<(), Broken> {
    check_game(rules, &rules.evaluator(), &rules.indexer(), seed)?;
    check_explanations(rules, seed)
}

/// The laws of rules, notation, evaluator and indexer.
pub fn check_game<R: Notation, E: Evaluator<R>, I: TableIndexer<R>>(
    rules: &R,
    evaluator: &E,
    indexer: &I,
    seed: u64,
) -> Result<(), Broken> {
    laws::check(rules, seed, GAMES)?;
    evaluators::check(rules, evaluator, seed, GAMES)?;
    check_indexer(rules, indexer, MEN_MAX, seed)
}

/// Checks that everything which explains the evaluation agrees with it, on random games from the
/// start position.
pub fn check_explanations<G: Game>(rules: &G, seed: u64) -> Result<(), Broken> {
    let (evaluator, reference) = (rules.evaluator(), rules.reference_evaluator());
    check_attribution(rules, |pos| rules.attribution(&evaluator, pos), seed, GAMES)?;
    if let Some(reference) = &reference {
        evaluators::check(rules, reference, seed, GAMES)?;
        check_attribution(rules, |pos| rules.attribution(reference, pos), seed, GAMES)?;
    }
    let weighed = reference.unwrap_or(evaluator);
    match rules.tunable() {
        Some(tunable) => check_weights(rules, &weighed, &*tunable, seed, GAMES),
        None => Ok(()),
    }
}

/// Checks the laws of [`Tunable`]: `games` random games of positions that `evaluator` evaluates by
/// these weights.
pub fn check_weights<R: Notation, E: Evaluator<R>>(
    rules: &R,
    evaluator: &E,
    tunable: &dyn Tunable<R>,
    seed: u64,
    games: u32,
) -> Result<(), Broken> {
    let table = tunable.table();
    let weights = table.listed();
    let values: Vec<f64> = weights.iter().map(|weight| weight.value).collect();
    if table.source(&values) != table.text {
        let law = "the weights in use are written as they stand";
        return Err(broken(rules, &rules.start(), law, "other words or numbers".to_owned()));
    }
    let law = "the weights times the features are the evaluation, seen by the first side";
    each_open_position(rules, seed, games, |pos, _| {
        let mut features = Vec::new();
        tunable.features(rules, pos, &mut features);
        let mut sum = 0.0;
        for feature in features {
            let Some(weight) = weights.get(feature.weight as usize) else {
                let detail = format!("there is no weight {}", feature.weight);
                return Err(broken(rules, pos, law, detail));
            };
            sum += weight.value * f64::from(feature.times);
        }
        let value = evaluator.evaluate(rules, pos);
        let seen = if rules.side_to_move(pos) == Side::First { value } else { -value };
        if (sum - f64::from(seen.raw())).abs() < ROUNDING_CP {
            return Ok(());
        }
        Err(broken(rules, pos, law, format!("{sum}, not {seen}")))
    })
}

/// Checks the law of [`Attribution`] on the positions of `games` random games.
pub fn check_attribution<R: Notation>(
    rules: &R,
    attribution: impl Fn(&R::Position) -> Attribution,
    seed: u64,
    games: u32,
) -> Result<(), Broken> {
    let places = rules.picture().places;
    each_open_position(rules, seed, games, |pos, _| {
        for (name, _) in attribution(pos).values {
            if !places.iter().any(|place| place.name == name) {
                let law = "what a place gives belongs to a place of the picture";
                return Err(broken(rules, pos, law, name));
            }
        }
        Ok(())
    })
}
