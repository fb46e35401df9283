//! Endgame tables: both builders, the verifier, published counts, and an independent solver.
//!
//! The three-men tables are built whole in every run; longer comparisons run under `PLYGLOT_LONG=1`.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use std::sync::Arc;

use plyglot::core::rng::{Rng, seeded};
use plyglot::endgame::index::{Edge, Index, Place, To, look_by_rules, predecessors_by_rules};
use plyglot::endgame::plan::{Known, Plan, Unwatched};
use plyglot::endgame::verify::{Verified, verify};
use plyglot::endgame::{Cells, Metric, TableId, retro, sweep};
use plyglot::game::Rules;
use plyglot::games::Game;
use plyglot::games::chess::Chess;
use plyglot::games::tictactoe::TicTacToe;
use rand::RngExt;

fn is_long() -> bool {
    std::env::var_os("PLYGLOT_LONG").is_some()
}

/// The codes of all tables up to so many men, each made by both builders and verified.
fn build_all<R: Rules, I: Index<R>>(
    rules: &R,
    index: &I,
    men_max: u8,
    metric: Metric,
) -> Vec<(TableId, Vec<u16>)> {
    let mut known = Known::default();
    let mut all = Vec::new();
    for table in index.tables(rules, men_max) {
        let plan = Plan { rules, index, table, metric, known: &known, zeroed: None };
        let codes = retro::build(&plan, &Unwatched).unwrap();
        let plain = sweep::build(&plan, &Unwatched).unwrap();
        let name = index.name(table);
        let differs = codes.iter().zip(&plain).position(|(a, b)| a != b);
        assert_eq!(differs, None, "{name} {metric}: the builders disagree");
        let verified = verify(&plan, &|at| codes[at as usize], &Unwatched);
        assert!(matches!(verified, Verified::Right(_)), "{name} {metric}: {verified:?}");
        known.insert(table, Arc::new(Cells::pack(metric, &codes)));
        all.push((table, codes));
    }
    all
}

#[test]
fn both_builders_make_the_same_three_men_tables_and_the_verifier_agrees() {
    let rules = Chess::default();
    for metric in Metric::ALL {
        assert_eq!(build_all(&rules, &rules.index(), 3, metric).len(), 5);
    }
}

#[test]
fn both_builders_make_the_same_tables_of_tic_tac_toe() {
    let rules = TicTacToe::default();
    for metric in Metric::ALL {
        let all = build_all(&rules, &rules.index(), 9, metric);
        let start = &all.iter().find(|(table, _)| table.0 == 0).unwrap().1;
        assert_eq!(start, &[1], "the game is a draw");
    }
}

/// Places of a table to look at: all of a small one.
fn places(len: u64, rng: &mut Rng, count: usize) -> Vec<u64> {
    if len <= 60_000 {
        (0..len).collect()
    } else {
        (0..count).map(|_| rng.random_range(0..len)).collect()
    }
}

#[test]
fn the_fast_moves_are_those_of_the_rules() {
    let (rules, mut rng) = (Chess::default(), seeded(3));
    let index = rules.index();
    let sorted = |mut edges: Vec<Edge>| {
        edges.sort_unstable();
        edges
    };
    for table in index.tables(&rules, 5) {
        let count = if is_long() {
            20_000
        } else if table.0 < 35 {
            700
        } else {
            60
        };
        for at in places(index.len(table), &mut rng, count) {
            let (mut fast, mut slow) = (Vec::new(), Vec::new());
            let found = index.look(&rules, table, at, &mut fast);
            let expected = look_by_rules(&index, &rules, table, at, &mut slow);
            let pos = index.unrank(table, at);
            assert_eq!(found, expected, "{} {at}: {pos:?}", index.name(table));
            assert_eq!(sorted(fast.clone()), sorted(slow), "{} {at}: {pos:?}", index.name(table));
            if found == Place::Nothing {
                continue;
            }
            // Each move is also found backwards, and nothing else is.
            for edge in &fast {
                let To::Here(to) = edge.to else { continue };
                let mut back = Vec::new();
                index.predecessors(&rules, table, to, &mut back);
                assert!(
                    back.iter().any(|back| back.at == at),
                    "{} {at} to {to}",
                    index.name(table)
                );
            }
            let (mut fast, mut slow) = (Vec::new(), Vec::new());
            index.predecessors(&rules, table, at, &mut fast);
            predecessors_by_rules(&index, &rules, table, at, &mut slow);
            fast.sort_unstable();
            fast.dedup();
            if found == Place::Open {
                assert_eq!(fast, slow, "{} {at} backwards: {pos:?}", index.name(table));
            }
        }
    }
}
