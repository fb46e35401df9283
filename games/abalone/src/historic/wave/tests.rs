//! The wave against plain minimax, `deepthought` against alpha-beta without a wave, and memory.

use std::sync::Arc;

use super::*;
use crate::Position;
use plyglot_conformance::laws::each_position;
use plyglot_core::game::{Evaluator, Notation, Rules};
use plyglot_core::{Limits, Scope};
use plyglot_host::game::Game;
use plyglot_search::time::{Budget, ScriptedTimer};
use plyglot_search::{SearchOptions, TranspositionTable};

const NO_PRUNING: Pruning = Pruning { width: 0, threshold: 0, depth_min: 1 };

fn rules() -> Abalone {
    Abalone { quiet_limit: 0, ..Abalone::with_start("belgian_daisy").unwrap() }
}

fn tree(rules: Abalone, pruning: Pruning) -> Tree {
    Tree::new(rules, BojarEvaluator::default(), pruning, 64)
}

fn settings() -> Settings {
    let players = Abalone::PLAYERS.iter().map(|entry| entry.name).collect();
    let mut options = Abalone::options();
    options.push(Opt::combo(Scope::Player, "Abalone.Mind", players, ""));
    Settings::defaults(&options)
}

/// Plain minimax, written down as it is defined.
fn minimax(rules: &Abalone, pos: &Position, depth: u32, ply: u32) -> Score {
    if let Some(outcome) = rules.outcome(pos) {
        return outcome.score(pos.side(), ply);
    }
    if depth == 0 {
        return BojarEvaluator::default().evaluate(rules, pos);
    }
    let mut moves = Vec::new();
    rules.legal_moves(pos, &mut moves);
    let child = |mv| {
        let child = rules.after(pos, mv);
        -minimax(rules, &child, depth - 1, ply + 1)
    };
    moves.into_iter().map(child).max().unwrap()
}

/// Lines to look at: some from random play, and ends that are near.
fn lines(rules: &Abalone) -> Vec<PlayedGame<Abalone>> {
    let mut lines = Vec::new();
    for seed in 0..2 {
        each_position(rules, seed, |played| {
            if played.moves_played().len() % 40 == 15 && rules.outcome(played.position()).is_none()
            {
                lines.push(played.clone());
            }
            Ok::<(), ()>(())
        })
        .unwrap();
    }
    for text in ["s4/S5/S6/8/4s4/8/7/6/s4 5 5 b 0 1", "s4/1S4/2S4/8/S7S/8/7/1s4/s3S 5 5 w 0 1"] {
        let pos = rules.parse_position(text).unwrap();
        lines.push(PlayedGame::new(rules, pos));
    }
    lines
}

fn grown(tree: &mut Tree, played: &PlayedGame<Abalone>, depth: u8) {
    tree.move_to(played);
    while tree.depth(tree.root()) < depth {
        let step = tree.step();
        assert!(step == Step::Grew || step == Step::Deeper, "{step:?}");
    }
}

fn dive(tree: &mut Tree, played: &PlayedGame<Abalone>, depth: u32) -> Found {
    tree.move_to(played);
    let control = SearchControl::unlimited();
    let mut meter = Meter::new(&control, tree.created());
    Dive::new(tree, &mut meter, depth).run(played.position(), &[]).unwrap()
}

#[test]
fn the_wave_comes_to_the_value_of_minimax_at_each_depth() {
    let rules = rules();
    let mut compared = 0;
    for played in lines(&rules) {
        let mut tree = tree(rules, NO_PRUNING);
        for depth in 1..=3 {
            grown(&mut tree, &played, depth);
            if tree.depth(tree.root()) > depth {
                // The end is in sight from here: known, and no value of this depth.
                break;
            }
            let value = Score::from_table(tree.value(tree.root()), 0);
            assert_eq!(value, minimax(&rules, played.position(), depth.into(), 0), "{depth}");
            compared += 1;
        }
    }
    assert!(compared >= 12, "{compared}");
}

#[test]
fn deepthought_over_a_wave_equals_alpha_beta_without_one() {
    let rules = rules();
    for played in lines(&rules) {
        let plain = dive(&mut tree(rules, NO_PRUNING), &played, 3);
        assert_eq!(plain.score, minimax(&rules, played.position(), 3, 0));
        for grown_to in 1..=2 {
            // A whole layer, and half of the next one.
            for more in [0, 500] {
                let mut tree = tree(rules, NO_PRUNING);
                grown(&mut tree, &played, grown_to);
                (0..more).for_each(|_| _ = tree.step());
                let over_wave = dive(&mut tree, &played, 3);
                assert_eq!((over_wave.score, over_wave.pv[0]), (plain.score, plain.pv[0]));
                assert_eq!(over_wave.depth, 3);
            }
        }
    }
}

#[test]
fn the_wave_saves_deepthought_its_work() {
    let rules = rules();
    let played = PlayedGame::new(&rules, rules.start());
    let mut bare = tree(rules, NO_PRUNING);
    dive(&mut bare, &played, 3);
    let mut waved = tree(rules, NO_PRUNING);
    grown(&mut waved, &played, 3);
    let before = waved.created();
    dive(&mut waved, &played, 3);
    assert_eq!(waved.created(), before, "known beforehand");
    assert!(bare.created() > 1000);
}

#[test]
fn the_tree_below_a_move_played_is_kept() {
    let rules = rules();
    let mut played = PlayedGame::new(&rules, rules.start());
    let mut tree = tree(rules, NO_PRUNING);
    grown(&mut tree, &played, 3);
    for plies in [2, 1] {
        let mv = played.moves(&rules)[7];
        played.play(&rules, mv);
        let before = tree.created();
        tree.move_to(&played);
        assert_eq!(tree.depth(tree.root()), plies);
        assert_eq!(tree.created(), before, "nothing is made anew");
        let value = Score::from_table(tree.value(tree.root()), 0);
        assert_eq!(value, minimax(&rules, played.position(), plies.into(), 0));
    }
    // It goes on growing there, in places that were let go.
    let places = tree.places();
    grown(&mut tree, &played, 2);
    assert_eq!(tree.places(), places);
    let value = Score::from_table(tree.value(tree.root()), 0);
    assert_eq!(value, minimax(&rules, played.position(), 2, 0));
}

#[test]
fn pruning_drops_the_worst_and_leaves_the_best() {
    let rules = rules();
    for line in lines(&rules) {
        let widths = Pruning { width: 5, ..NO_PRUNING };
        let mut narrow = tree(rules, widths);
        grown(&mut narrow, &line, 1);
        let mut whole = tree(rules, NO_PRUNING);
        grown(&mut whole, &line, 1);
        let root = narrow.root();
        assert_eq!(narrow.value(root), whole.value(whole.root()));
        let values = |tree: &Tree| {
            let mut values: Vec<i16> =
                tree.sons(tree.root()).map(|(son, _)| tree.value(son)).collect();
            values.sort_unstable();
            values
        };
        assert_eq!(values(&narrow), values(&whole)[..5]);

        let threshold = Pruning { threshold: 3, depth_min: 2, ..NO_PRUNING };
        let mut cut = tree(rules, threshold);
        grown(&mut cut, &line, 1);
        assert_eq!(cut.sons(cut.root()).count(), whole.sons(whole.root()).count());
        if cut.depth(cut.root()) >= 2 {
            continue;
        }
        grown(&mut cut, &line, 2);
        let best = -Score::from_table(cut.value(cut.root()), 0);
        let kept: Vec<Score> = cut
            .sons(cut.root())
            .map(|(son, _)| cut.value(son))
            .map(|v| Score::from_table(v, 1))
            .collect();
        assert!(kept.iter().all(|value| value.raw() - best.raw() <= 3), "{kept:?}");
        grown(&mut whole, &line, 2);
        assert!(kept.len() < whole.sons(whole.root()).count());
        assert_eq!(cut.value(cut.root()), whole.value(whole.root()));
    }
}

#[test]
fn where_sons_were_dropped_no_loss_is_proven() {
    // White pushes the sixth marble off a1, or off b1 if it goes there.
    let rules = rules();
    let pos = rules.parse_position("4S/6/7/8/9/8/7/1ss3/Sss2 5 5 b 0 1").unwrap();
    let played = PlayedGame::new(&rules, pos);
    let depth = 2;
    let mut whole = tree(rules, NO_PRUNING);
    grown(&mut whole, &played, depth);
    let mut narrow = tree(rules, Pruning { width: 1, ..NO_PRUNING });
    grown(&mut narrow, &played, depth);
    let values = [&whole, &narrow].map(|tree| Score::from_table(tree.value(tree.root()), 0));
    assert!(values[0].is_loss() && !values[1].is_proven(), "{values:?}");
    assert!(!dive(&mut narrow, &played, 3).score.is_loss());
}

#[test]
fn with_memory_used_up_the_wave_rests_and_the_depth_falls() {
    let rules = rules();
    let played = PlayedGame::new(&rules, rules.start());
    let mut tree = Tree::new(rules, BojarEvaluator::default(), NO_PRUNING, 1);
    tree.move_to(&played);
    let last = std::iter::repeat_with(|| tree.step()).find(|&step| step == Step::Full);
    assert_eq!(last, Some(Step::Full));
    assert_eq!(tree.step(), Step::Full, "and again");
    let depth = tree.depth(tree.root());
    let found = dive(&mut tree, &played, 5);
    assert!(found.depth >= u32::from(depth) && found.depth < 5, "{found:?}");
    // A move later there is room again.
    let mut played = played;
    played.play(&rules, found.pv[0]);
    tree.move_to(&played);
    assert_eq!(tree.step(), Step::Grew);
    let found = dive(&mut tree, &played, 3);
    assert_eq!((found.depth, found.score), (3, minimax(&rules, played.position(), 3, 0)));
}

#[test]
fn a_reserve_lets_deepthought_go_deeper_than_a_full_wave() {
    let rules = rules();
    let played = PlayedGame::new(&rules, rules.start());
    let mut full = Tree::new(rules, BojarEvaluator::default(), NO_PRUNING, 1).reserving(10);
    full.move_to(&played);
    for _ in 0..2 {
        assert!(std::iter::repeat_with(|| full.step()).any(|step| step == Step::Full));
        let plain = dive(&mut tree(rules, NO_PRUNING), &played, 4);
        let found = dive(&mut full, &played, 4);
        assert_eq!((found.depth, found.score, found.pv[0]), (4, plain.score, plain.pv[0]));
        assert_eq!(full.step(), Step::Full, "and the wave does not take its places");
    }
}

/// What the player answers and says.
fn asked(
    player: &mut Wave,
    played: &PlayedGame<Abalone>,
    limits: &Limits,
    control: &SearchControl,
) -> (SearchResult<Move>, Vec<PvInfo<Move>>) {
    let request = SearchRequest {
        rules: &rules(),
        played,
        limits,
        search_moves: &[],
        tb: None,
        tracer: None,
        control,
        tt: &TranspositionTable::with_buckets(1),
        options: SearchOptions::default(),
    };
    let mut said = Vec::new();
    let answer = player.think(&request, &mut |saying| {
        if let SearchInfo::Pv(report) = saying {
            said.push(report);
        }
    });
    (answer.unwrap(), said)
}

#[test]
fn it_ponders_by_the_wave_until_the_clock_starts() {
    let rules = rules();
    let played = PlayedGame::new(&rules, rules.start());
    let mut player = Wave::new(&rules, &settings());
    let limits = Limits { ponder: true, nodes: Some(200_000), depth: Some(3), ..Limits::default() };
    let control =
        SearchControl::new(Arc::new(ScriptedTimer::new(1)), Budget::default(), limits.nodes);
    let (answer, said) = asked(&mut player, &played, &limits, &control);
    assert_eq!(control.nodes.count(), 200_000, "the clock never started, the nodes ended it");
    let depths: Vec<u32> = said.iter().map(|report| report.depth).collect();
    assert_eq!(depths, [1, 2, 3, 3], "each depth of the root, and the last again with the answer");
    assert_eq!(said[3].pv[0], answer.best);
    assert_eq!(player.statistics.at_once, 1);
}

#[test]
fn nodes_are_counted_exactly_and_the_same_each_time() {
    let rules = rules();
    let played = PlayedGame::new(&rules, rules.start());
    for nodes in [1, 30, 1000, 50_000] {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let run = || {
            let control = SearchControl::new(
                Arc::new(ScriptedTimer::new(1)),
                Budget::default(),
                limits.nodes,
            );
            control.time.start();
            let mut player = Wave::new(&rules, &settings());
            let answered = asked(&mut player, &played, &limits, &control);
            (answered.0, control.nodes.count())
        };
        assert_eq!(run(), run());
        assert_eq!(run().1, nodes);
    }
}
