//! The engine's turns are those of the plain program, in every variant and under every option.

use plyglot::core::Side;
use plyglot::core::rng::seeded;
use plyglot::endgame::NoIndex;
use plyglot::endgame::laws::check_game;
use plyglot::game::laws::slot_collisions;
use plyglot::game::{Line, Notation, Rules};
use plyglot::games::Game;
use plyglot::games::morris::{Morris, NoMove, Position, RuleSet, Shield};
use rand::RngExt;

use super::naive::Naive;

/// A turn with the men taken in alphabetical order.
pub(crate) fn sorted(text: &str) -> String {
    let mut words = text.split('x');
    let first = words.next().unwrap().to_owned();
    let mut taken: Vec<&str> = words.collect();
    taken.sort_unstable();
    taken.iter().fold(first, |text, point| format!("{text}x{point}"))
}

pub(crate) fn texts(rules: &Morris, pos: &Position) -> Vec<String> {
    let mut moves = Vec::new();
    rules.legal_moves(pos, &mut moves);
    let mut texts: Vec<String> =
        moves.into_iter().map(|mv| sorted(&rules.move_text(pos, mv))).collect();
    texts.sort();
    texts
}

fn outcome(rules: &Morris, pos: &Position) -> Option<usize> {
    rules.outcome(pos).map(|outcome| match outcome.winner() {
        Some(Side::First) => 0,
        Some(Side::Second) => 1,
        None => 2,
    })
}

/// Plays games by lot, and compares at every turn.
fn compare(set: RuleSet, games: u64, plies: usize) {
    let rules = Morris { threefold: false, move_limit: 0, ..Morris::new(set) };
    for seed in 0..games {
        let mut rng = seeded(seed);
        let (mut line, mut plain) = (Line::new(&rules, rules.start()), Naive::start(set, 1));
        for _ in 0..plies {
            let pos = *line.position();
            let found = texts(&rules, &pos);
            assert_eq!(found, plain.moves(), "{}\n{}", rules.position_text(&pos), plain.text());
            assert_eq!(rules.count_moves(&pos), found.len() as u64);
            assert_eq!(outcome(&rules, &pos), plain.outcome(), "{}", rules.position_text(&pos));
            if found.is_empty() {
                break;
            }
            // Turns that take something come first half of the time.
            let takes: Vec<&String> = found.iter().filter(|text| text.contains('x')).collect();
            let text = if !takes.is_empty() && rng.random_bool(0.5) {
                takes[rng.random_range(0..takes.len())].clone()
            } else {
                found[rng.random_range(0..found.len())].clone()
            };
            plain.play(&text);
            let mv = rules.parse_move(&line, &text).unwrap();
            line.play(&rules, mv);
        }
    }
}

#[test]
fn every_variant_has_the_turns_of_the_plain_program() {
    for (_, set) in RuleSet::VARIANTS {
        compare(set, 6, 120);
    }
}

#[test]
fn so_does_every_option() {
    let diagonals = RuleSet::TWELVE;
    let sets = [
        RuleSet { flying: false, ..RuleSet::NINE },
        RuleSet { flying: true, ..RuleSet::SIX },
        RuleSet { flying: false, ..RuleSet::THREE },
        RuleSet { shield: Shield::Never, ..RuleSet::NINE },
        RuleSet { shield: Shield::Always, ..RuleSet::SIX },
        RuleSet { each_mill_takes: true, ..RuleSet::NINE },
        RuleSet { each_mill_takes: true, shield: Shield::Never, ..diagonals },
        RuleSet { each_mill_takes: true, shield: Shield::Always, ..diagonals },
        RuleSet { no_move: NoMove::Draw, ..diagonals },
        RuleSet { men: 8, shield: Shield::Never, ..RuleSet::SIX },
    ];
    for set in sets {
        compare(set, 4, 100);
    }
}

/// Each action by itself leads where whole turns lead.
#[test]
fn turns_in_steps_lead_where_whole_turns_lead() {
    let set = RuleSet { each_mill_takes: true, ..RuleSet::TWELVE };
    for set in [set, RuleSet::NINE, RuleSet { shield: Shield::Never, ..RuleSet::SIX }] {
        let whole = Morris::new(set);
        let split = Morris { split: true, ..whole };
        for seed in 0..4 {
            plyglot::game::laws::each_position(&whole, seed, |line| {
                let pos = line.position();
                let (mut expected, mut found) = (Vec::new(), Vec::new());
                let mut moves = Vec::new();
                whole.legal_moves(pos, &mut moves);
                for mv in moves {
                    let mut child = *pos;
                    whole.play(&mut child, mv);
                    expected.push(whole.position_text(&child));
                }
                let mut open = vec![*pos];
                while let Some(at) = open.pop() {
                    let mut moves = Vec::new();
                    split.legal_moves(&at, &mut moves);
                    for mv in moves {
                        let mut child = at;
                        split.play(&mut child, mv);
                        if child.side() == pos.side() && split.outcome(&child).is_none() {
                            open.push(child);
                        } else {
                            found.push(split.position_text(&child));
                        }
                    }
                }
                expected.sort();
                found.sort();
                found.dedup();
                // A turn in steps ends when its side has won, before it has taken all it might.
                if !found.iter().any(|text| text.contains(" o ? ")) {
                    assert_eq!(found, expected, "{}", whole.position_text(pos));
                }
                Ok::<(), ()>(())
            })
            .unwrap();
        }
    }
}

#[test]
fn the_laws_hold_under_every_option() {
    let plain = Morris::default();
    for rules in [
        Morris { split: true, ..plain },
        Morris { split: true, ..Morris::new(RuleSet { each_mill_takes: true, ..RuleSet::TWELVE }) },
        Morris::new(RuleSet { each_mill_takes: true, ..RuleSet::LASKER }),
        Morris { move_limit: 10, threefold: false, ..plain },
    ] {
        check_game(&rules, &rules.judge(), &NoIndex, 3).unwrap();
    }
    for repeat in super::repeat::ALL {
        for set in [RuleSet::NINE, RuleSet::SIX] {
            let rules = Morris::new(RuleSet { mill_repeat: repeat, ..set });
            check_game(&rules, &rules.judge(), &NoIndex, 4).unwrap();
        }
    }
    assert_eq!(slot_collisions(&plain, 5, 20), 0);
    assert_eq!(slot_collisions(&Morris { split: true, ..plain }, 5, 20), 0);
}

#[test]
fn a_long_game_without_a_capture_is_a_draw() {
    let rules = Morris { move_limit: 4, ..Morris::default() };
    let text = "O*O*O***/@*@*@***/******** w m s 3 0 3 0 0 0 -1 -1 -1 -1 0 3 9 ids:nodes";
    let mut line = Line::new(&rules, rules.parse_position(text).unwrap());
    assert_eq!(line.outcome(&rules), None);
    assert!(rules.is_near_limit(line.position()));
    let mv = rules.parse_move(&line, "d5-d7").unwrap();
    line.play(&rules, mv);
    assert_eq!(line.outcome(&rules).unwrap().reason, "no man taken for too long");
}
