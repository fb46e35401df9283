//! Proof-number search against plain minimax, under every rule of repetition; and that proofs found
//! after one way are used after another only where they hold.

use super::oracle::{RULES, opening, oracle};
use plyglot::core::{Limits, Score};
use plyglot::game::repetition::{Binds, Within};
use plyglot::game::{PlayedGame, Repetition, Rules, SearchParams};
use plyglot::games::tictactoe::TicTacToe;
use plyglot::search::{ProofSearch, SearchInfo, SearchOptions};
use plyglot_conformance::graph::{Flat, Graph, Shape};
use plyglot_conformance::laws;
use plyglot_conformance::minimax::line_again;
use plyglot_conformance::searching::Query;
use plyglot_oracles::go_four;

/// No game of twelve nodes is longer under a rule that ends or forbids the second occurrence.
const DEPTH: u32 = 40;

/// A prover of so many MiB.
fn prover(mib: usize) -> ProofSearch<Flat> {
    ProofSearch::new(mib, true, Flat, SearchParams::NONE)
}

/// A score without its distance.
fn worth(score: Score) -> i32 {
    if score > Score::EVAL_MAX {
        1_000_000
    } else if score < -Score::EVAL_MAX {
        -1_000_000
    } else {
        score.raw()
    }
}

fn worths(scores: &[Score]) -> Vec<i32> {
    scores.iter().copied().map(worth).collect()
}

/// A random game; the seeds go through all kinds.
fn graph(seed: u64, repetition: Repetition) -> Graph {
    let acyclic = !repetition.is_on();
    // Whom the rule does not bind may go round for ever where it moves again and again.
    let alternating = repetition.binds != Binds::Both || !seed.is_multiple_of(3);
    let margins = seed.is_multiple_of(5);
    let graph = Graph::random(seed, Shape { alternating, margins, acyclic, ..Shape::SMALL })
        .with_repetition(repetition);
    let graph = if seed.is_multiple_of(2) { graph.where_stuck_loses() } else { graph };
    if seed.is_multiple_of(7) { graph.with_irreversible_moves() } else { graph }
}

/// What minimax makes of the moves of a game, best first.
fn values(graph: &Graph, played: &PlayedGame<Graph>) -> Vec<Score> {
    let in_search = graph.repetition().in_search(played.key_history());
    let rules = graph.clone().with_repetition(in_search);
    oracle(&rules, &Flat).root(played, DEPTH)
}

/// The games in which somebody is to move, each after its own way.
fn ways(graph: &Graph, seed: u64) -> Vec<PlayedGame<Graph>> {
    let mut ways = vec![PlayedGame::new(graph, 0)];
    let Ok(()) = laws::each_position(graph, seed, |played| {
        if ways.len() < 8 && played.outcome(graph).is_none() {
            ways.push(line_again(graph, played));
        }
        Ok::<(), std::convert::Infallible>(())
    });
    ways.push(opening(graph, seed));
    ways
}

#[test]
fn every_way_through_three_thousand_games_is_worth_what_minimax_says() {
    for (name, repetition) in RULES {
        if repetition == Repetition::KO {
            continue; // Its games may go on for ever.
        }
        for seed in 0..3000 {
            let graph = graph(seed, repetition);
            let mut prover = prover(1);
            // The longest first, so that what is proven there is met on another way.
            for played in ways(&graph, seed).iter().rev() {
                let wanted = values(&graph, played);
                let found = Query::new(&graph, played)
                    .options(SearchOptions { multi_pv: 3, ..SearchOptions::default() })
                    .run_by(&mut prover);
                let what = format!("{name}, seed {seed}, after {:?}", played.moves_played());
                let scores: Vec<Score> = found.lines().iter().map(|line| line.score).collect();
                assert_eq!(worths(&scores), worths(&wanted[..wanted.len().min(3)]), "{what}");
                assert_eq!(found.answer.is_none(), wanted.is_empty(), "{what}");
                for line in found.lines() {
                    let mut after = line_again(&graph, played);
                    line.pv.iter().for_each(|&mv| after.play(&graph, mv));
                }
            }
        }
    }
}

/// The proof says which of its moves wins: minimax of that move alone has the value of all.
#[test]
fn the_move_that_is_answered_keeps_the_value() {
    for (name, repetition) in RULES {
        if repetition == Repetition::KO {
            continue;
        }
        for seed in 0..1000 {
            let graph = graph(seed, repetition);
            let played = opening(&graph, seed);
            let wanted = values(&graph, &played);
            let Some(answer) = Query::new(&graph, &played).run_by(&mut prover(1)).answer else {
                assert!(wanted.is_empty(), "{name}, seed {seed}");
                continue;
            };
            let mut alone = Query::new(&graph, &played);
            alone.search_moves = vec![answer.best];
            let found = alone.run_by(&mut prover(1));
            assert_eq!(worth(found.lines()[0].score), worth(wanted[0]), "{name}, seed {seed}");
        }
    }
}

/// A rule by which a third occurrence is forbidden, or one within a few plies: what is proven holds
/// after the same history alone. By the second kind games may go on for ever, and what is proven of the
/// others is what minimax sees.
#[test]
fn rules_that_count_to_three_or_look_back_a_few_plies_are_kept() {
    let third = Repetition { count: 3, ..Repetition::SUPERKO };
    let wide = Repetition { within: Within::Plies(4), ..Repetition::SUPERKO };
    for repetition in [third, Repetition::KO, wide] {
        let mut proven = 0;
        for seed in 0..40 {
            let graph = Graph::random(seed, Shape { nodes: 6, ..Shape::SMALL })
                .with_repetition(repetition)
                .where_stuck_loses();
            let mut prover = prover(1);
            for played in ways(&graph, seed).iter().rev() {
                let found = Query::new(&graph, played).run_by(&mut prover);
                if let Some(line) = found.lines().first().filter(|line| line.exact) {
                    let wanted = values(&graph, played)[0];
                    let what = format!("{repetition}, seed {seed}, {:?}", played.moves_played());
                    assert_eq!(worth(line.score), worth(wanted), "{what}");
                    proven += 1;
                }
            }
        }
        assert!(proven > 40, "{repetition}: {proven}");
    }
}

#[test]
fn tictactoe_is_a_draw_with_next_to_no_memory_too() {
    let rules = TicTacToe::default();
    let played = PlayedGame::new(&rules, rules.start());
    for mib in [0, 1, 16] {
        let found = Query::new(&rules, &played).run_by(&mut prover(mib));
        assert_eq!((found.lines()[0].score, found.lines()[0].exact), (Score::DRAW, true), "{mib}");
        let pos = found.lines()[0].pv.iter().fold(rules.start(), |pos, &mv| rules.after(&pos, mv));
        let is_drawn = rules.outcome(&pos).is_none_or(|outcome| outcome.winner().is_none());
        assert!(is_drawn, "{:?}", found.lines()[0].pv);
    }
}

/// What a claim would end is not told as exact, and neither is what only a search takes for an end.
#[test]
fn only_what_ends_by_itself_is_exact() {
    let is_exact = |repetition: Repetition, seed: u64| {
        let graph = graph(seed, repetition);
        let (played, mut prover) = (PlayedGame::new(&graph, 0), prover(1));
        // What is proven already is told as it was when it was proven.
        let [first, again] =
            [0, 1].map(|_| Query::new(&graph, &played).run_by(&mut prover).lines()[0].exact);
        assert_eq!(first, again, "{repetition}, seed {seed}");
        first
    };
    let exact = |repetition| (0..300).filter(|&seed| is_exact(repetition, seed)).count();
    assert_eq!(exact(Repetition::SUPERKO), 300);
    let threefold = exact(Repetition::THREEFOLD);
    assert!((1..300).contains(&threefold), "{threefold}");
}

#[test]
fn the_same_question_takes_the_same_nodes_and_a_limit_is_heeded() {
    let rules = TicTacToe::default();
    let played = PlayedGame::new(&rules, rules.start());
    let nodes = |query: &Query<'_, TicTacToe>| {
        let found = query.run_by(&mut prover(16));
        (query.control.nodes.count(), found.answer.map(|answer| answer.best))
    };
    let unlimited = nodes(&Query::new(&rules, &played));
    assert_eq!(nodes(&Query::new(&rules, &played)), unlimited);
    let mut limited = Query::new(&rules, &played);
    limited.control = plyglot::search::SearchControl::new(
        std::sync::Arc::new(plyglot::search::time::WallTimer::default()),
        plyglot::search::time::Budget::default(),
        Some(100),
    );
    limited.limits = Limits { nodes: Some(100), ..Limits::default() };
    let (used, best) = nodes(&limited);
    assert!(used <= 200 && best.is_some(), "{used}");
    assert!(unlimited.0 > 200, "{unlimited:?}");
}

#[test]
fn a_depth_is_left_to_the_generic_search() {
    let rules = TicTacToe::default();
    let played = PlayedGame::new(&rules, rules.start());
    let mut mate = Query::new(&rules, &played);
    mate.limits.mate = Some(2);
    let mut target = Query::new(&rules, &played);
    target.options.target_depth = Some(3);
    for query in [Query::new(&rules, &played).depth(3), mate, target] {
        let found = query.run_by(&mut prover(1));
        assert_eq!(found.answer.unwrap().depth, 3);
        let is_told = |said: &SearchInfo<_>| matches!(said, SearchInfo::Note(note) if note.contains("no depth"));
        assert!(found.said.iter().any(is_told));
    }
}

/// The second program that settles Go on four lines; the program's own answer is a test of its game.
#[test]
#[ignore = "a minute or two, and two GiB"]
fn go_on_four_lines_is_won_by_two_points_by_a_second_program() {
    let states = go_four::States::new();
    // [tromp-farneback-2007]
    assert_eq!(states.all_boards(), 24_318_165);
    for (side, points) in [(go_four::BLACK, 2), (go_four::WHITE, -2)] {
        let (is_proven, nodes) = go_four::gets(&states, side, points);
        assert!(is_proven, "side {side}: {nodes} nodes");
    }
}
