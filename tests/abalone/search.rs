//! The evaluator and the search: symmetric, sound, equal to plain minimax, and they know a win.

use std::collections::HashSet;

use plyglot::core::Score;
use plyglot::game::{Evaluator, NodeTactics, Notation, PlayedGame, Rules, Tactics};
use plyglot::games::Game;
use plyglot::games::abalone::{Abalone, Position};
use plyglot::search::{Config, SearchOptions, TtMode};
use plyglot_conformance::laws::each_position;
use plyglot_conformance::minimax::Minimax;

use plyglot_conformance::searching::Query;

/// No repetition, so that a value does not depend on the way to a position.
fn without_history() -> Abalone {
    Abalone { threefold: false, quiet_limit: 0, ..Abalone::with_start("belgian_daisy").unwrap() }
}

#[test]
fn the_search_comes_to_the_score_of_minimax() {
    let rules = without_history();
    let evaluator = rules.evaluator();
    let minimax =
        Minimax { rules: &rules, evaluator: &evaluator, quiescence: true, check_extension: false };
    let mut searches = 0;
    for seed in 0..4 {
        each_position(&rules, seed, |played| {
            if played.moves_played().len() % 30 != 20 || rules.outcome(played.position()).is_some()
            {
                return Ok(());
            }
            for depth in 1..=2 {
                let expected = minimax.root(played, depth)[0];
                for table in [TtMode::Off, TtMode::Order, TtMode::SameDepth] {
                    let config = Config {
                        tt: table,
                        quiescence: true,
                        statistics: true,
                        aspiration: depth == 2,
                        ..Config::PLAIN
                    };
                    let found = Query::new(&rules, played)
                        .depth(depth)
                        .config(config)
                        .options(SearchOptions::default())
                        .run(evaluator);
                    assert_eq!(found.lines()[0].score, expected, "{depth}, {config:?}");
                    searches += 1;
                }
            }
            Ok::<(), ()>(())
        })
        .unwrap();
    }
    assert!(searches >= 60, "{searches}");
}

/// The same board turned by half a circle with the colours exchanged, the other side to move.
fn turned(rules: &Abalone, pos: &Position) -> Position {
    let text = rules.position_text(pos);
    let fields: Vec<&str> = text.split(' ').collect();
    let swapped = |c: char| match c {
        'S' => 's',
        's' => 'S',
        c => c,
    };
    let board: String = fields[0].chars().rev().map(swapped).collect();
    let side = if fields[3] == "b" { "w" } else { "b" };
    let text = format!("{board} {} {} {side} {} {}", fields[2], fields[1], fields[4], fields[5]);
    rules.parse_position(&text).unwrap()
}

#[test]
fn the_judge_sees_both_sides_alike() {
    let rules = Abalone::default();
    let evaluator = rules.evaluator();
    let mut unequal = 0;
    for seed in 0..10 {
        each_position(&rules, seed, |played| {
            let pos = played.position();
            let value = evaluator.evaluate(&rules, pos);
            assert_eq!(value, evaluator.evaluate(&rules, &turned(&rules, pos)), "{pos:?}");
            unequal += usize::from(value != Score::DRAW);
            Ok::<(), ()>(())
        })
        .unwrap();
    }
    assert!(unequal > 500, "{unequal}");
}

/// The lines along which the side to move can push a marble off, each as its direction and the
/// cell that the other side loses by it; found by playing every move.
fn lines_of_ejection(rules: &Abalone, pos: &Position) -> HashSet<([i32; 2], u64)> {
    let (side, mut moves) = (pos.side(), Vec::new());
    rules.legal_moves(pos, &mut moves);
    let mut lines = HashSet::new();
    for mv in moves {
        let mut child = *pos;
        rules.play(&mut child, mv);
        if child.ejected(side) > pos.ejected(side) {
            let text = rules.move_text(pos, mv).into_bytes();
            let step = [0, 1].map(|i| i32::from(text[2 + i]) - i32::from(text[i]));
            lines.insert((step, pos.marbles(side.other()) & !child.marbles(side.other())));
        }
    }
    lines
}

#[test]
fn the_noisy_moves_are_the_ejections_and_rescues_from_more_than_one_threat() {
    let rules = Abalone::with_start("alien_attack").unwrap();
    let evaluator = rules.evaluator();
    let (mut ejections, mut rescues) = (0, 0);
    for seed in 0..20 {
        each_position(&rules, seed, |played| {
            let pos = played.position();
            let (mut all, mut noisy) = (Vec::new(), Vec::new());
            rules.legal_moves(pos, &mut all);
            let (tactics, node) = (evaluator.tactics(), evaluator.tactics().node(&rules, pos));
            node.quiescence_moves(&mut noisy);
            let threats = lines_of_ejection(&rules, &tactics.null_move(&rules, pos).unwrap()).len();
            all.retain(|&mv| {
                let mut child = *pos;
                rules.play(&mut child, mv);
                let falls = child.ejected(pos.side()) > pos.ejected(pos.side());
                assert_eq!(falls, rules.is_irreversible(pos, mv));
                assert!(!falls || node.is_noisy(mv));
                let saves = threats > 1 && lines_of_ejection(&rules, &child).len() < threats;
                ejections += usize::from(falls);
                rescues += usize::from(saves && !falls);
                falls || saves
            });
            assert_eq!(noisy.len(), all.len(), "{pos:?}");
            assert!(noisy.iter().all(|mv| all.contains(mv)));
            Ok::<(), ()>(())
        })
        .unwrap();
    }
    assert!(ejections > 300 && rescues > 300, "{ejections} {rescues}");
}

#[test]
fn each_thing_the_judge_weighs_tells() {
    let rules = Abalone::default();
    let value = |text: &str| {
        let pos = rules.parse_position(text).unwrap();
        rules.evaluator().evaluate(&rules, &pos).raw()
    };
    // More marbles pushed off.
    assert!(value("s4/6/7/8/4S4/8/7/6/5 1 0 b 0 1") > value("s4/6/7/8/4S4/8/7/6/5 0 0 b 0 1") + 50);
    // The centre rather than the rim.
    assert!(value("s4/6/7/8/4S4/8/7/6/5 0 0 b 0 1") > value("s4/6/7/8/S8/8/7/6/5 0 0 b 0 1"));
    // A lead that nothing has come of for long.
    assert!(value("s4/6/7/8/4S4/8/7/6/5 1 0 b 0 1") > value("s4/6/7/8/4S4/8/7/6/5 1 0 b 90 1"));
    // A marble that may fall is worth less than one that the same two marbles leave alone.
    let (safe, hanging) = ("5/6/7/8/1SS5s/8/7/6/5 0 0 w 0 1", "5/6/7/8/6SSs/8/7/6/5 0 0 w 0 1");
    assert!(value(safe) > value(hanging));
}

#[test]
fn the_sixth_marble_is_pushed_off_at_once() {
    let rules = Abalone::default();
    let setup = rules.parse_position("s4/S5/S6/8/9/8/7/6/s4 5 0 b 0 1").unwrap();
    let played = PlayedGame::new(&rules, setup);
    let found =
        Query::new(&rules, &played).depth(4).params(rules.search_params()).run(rules.evaluator());
    assert_eq!(found.lines()[0].score, Score::win_in(1));
    let best = found.answer.unwrap().best;
    assert_eq!(rules.move_text(played.position(), best), "g3h4");
}
