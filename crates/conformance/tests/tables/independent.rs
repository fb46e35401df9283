//! Chess tables against solvers and move generators that share nothing with them but text.

use plyglot::core::rng::seeded;
use plyglot::endgame::wdl_probe::WdlProbe;
use plyglot::endgame::{Indexer, Metric, Probe, Value};
use plyglot::game::{Notation, Rules};
use plyglot::games::Game;
use plyglot::games::chess::Chess;
use plyglot_oracles::chess_endings::{self as naive};
use rand::RngExt;

use super::chess::{built, named};
use super::is_long;

/// A table as this solver sees it and as ours does, at random positions; four men in the long run.
#[test]
fn ten_thousand_positions_are_as_an_independent_solver_says() {
    let names: &[&str] =
        if is_long() { &["KQK", "KRK", "KPK", "KQKR", "KBNK"] } else { &["KQK", "KRK", "KPK"] };
    let (rules, indexer, store) = built(names, Metric::Dtm);
    let view = WdlProbe::new(&rules, &indexer, store);
    let mut solver = naive::Solver::default();
    let mut rng = seeded(11);
    for name in names {
        let mut compared = 0;
        while compared < 10_000 / names.len() + 1 {
            let Some((fen, value)) = solver.random_position(name, &mut rng) else { continue };
            let pos = rules.parse_position(&fen).unwrap();
            assert_eq!(view.value(&pos, Metric::Dtm), Some(value), "{fen}");
            compared += 1;
        }
    }
}

/// The value of a random position follows from those of its successors as a second move generator
/// knows them: what it shares with the tables is text alone. (Pawns on both sides are left out:
/// that generator does not take en passant.) The long run has every table with three or four men.
#[test]
fn ten_thousand_values_follow_from_moves_made_otherwise() {
    let rules = Chess::default();
    let indexer = rules.indexer();
    let all: Vec<String> = indexer.tables(&rules, 4).into_iter().map(|t| indexer.name(t)).collect();
    let is_known = |name: &str| {
        name != "KPKP" && (is_long() || ["KBBK", "KQKQ", "KPK", "KRK"].contains(&name))
    };
    let names: Vec<&str> = all.iter().map(String::as_str).filter(|name| is_known(name)).collect();
    let (rules, indexer, store) = built(&names, Metric::Dtm);
    let view = WdlProbe::new(&rules, &indexer, store);
    let mut rng = seeded(13);
    let value = |fen: &str, men: usize| {
        // Bare kings are in no table.
        let pos = (men > 2).then(|| rules.parse_position(fen).unwrap());
        pos.map_or(Some(Value::Draw), |pos| view.value(&pos, Metric::Dtm))
    };
    for name in &names {
        let mut compared = 0;
        while compared < 10_000 / names.len() + 1 {
            let Some((men, place)) = naive::random_place(name, &mut rng) else { continue };
            let fen = naive::fen(&men, &place);
            // Placed by lot, men give double checks that no move can have given: these are refused.
            let refused = rules.parse_position(&fen).err().filter(|error| {
                error.expected.contains("a double check that a move can have given")
            });
            if refused.is_some() {
                continue;
            }
            let next = naive::successors(&men, &place);
            let worths = next.iter().map(|(fen, men)| value(fen, *men).unwrap().before(false));
            let stuck = if naive::is_checked(&men, &place) { Value::Loss(0) } else { Value::Draw };
            let expected = worths.max_by_key(|value| value.preference()).unwrap_or(stuck);
            assert_eq!(value(&fen, men.len()), Some(expected), "{fen}");
            compared += 1;
        }
    }
}

/// With four men: what is won or lost within three plies by looking at every line, and nothing else,
/// is so in the tables.
#[test]
#[ignore = "takes minutes: tools/check --long"]
fn short_ends_with_four_men_are_found_by_looking() {
    let names = ["KQKR", "KRKP", "KBNK", "KPKP"];
    let (rules, indexer, store) = built(&names, Metric::Dtm);
    let mut rng = seeded(12);
    for name in names {
        let table = named(&indexer, &rules, name);
        let mut compared = 0;
        while compared < 2500 {
            let at = rng.random_range(0..indexer.len(table));
            let Some(pos) = indexer.unrank(table, at) else { continue };
            let value = store.value(table, Metric::Dtm, at).unwrap();
            let near = Some(value).filter(|value| value.distance().is_some_and(|d| d <= 3));
            assert_eq!(within(&rules, &pos, 3), near, "{}", rules.position_text(&pos));
            compared += 1;
        }
    }
}

/// The end of the game within so many plies, by looking at every line.
fn within(rules: &Chess, pos: &<Chess as Rules>::Position, plies: u32) -> Option<Value> {
    if let Some(outcome) = rules.outcome(pos) {
        return outcome.winner().map(|_| Value::Loss(0));
    }
    if plies == 0 {
        return None;
    }
    let mut moves = Vec::new();
    rules.legal_moves(pos, &mut moves);
    let worths: Vec<Option<Value>> = moves
        .into_iter()
        .map(|mv| {
            let mut child = pos.clone();
            rules.play(&mut child, mv);
            within(rules, &child, plies - 1).map(|value| value.before(false))
        })
        .collect();
    let best = worths.iter().flatten().max_by_key(|value| value.preference()).copied();
    best.filter(|best| matches!(best, Value::Win(_)) || worths.iter().all(Option::is_some))
}
