//! The engine's turns are those of the plain program, in every variant and under every option.

use plyglot::core::Side;
use plyglot::core::rng::seeded;
use plyglot::endgame::{NoIndexer, TableIndexer};
use plyglot::game::perft::{Leaves, perft};
use plyglot::game::{Notation, PlayedGame, Repetition, Rules};
use plyglot::games::Game;
use plyglot::games::morris::{MillProtection, MillRepeat, Morris, NoMove, Position, RuleSet};
use plyglot_conformance::game::check_explanations;
use plyglot_conformance::game::check_game;
use plyglot_conformance::laws::encoding_collisions;
use plyglot_oracles::morris::Naive;
use rand::RngExt;

use crate::perft::rows_counted_by;

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

/// Plays games by lot, and compares at every turn; gives back how often a side passed.
fn compare(set: RuleSet, games: u64, plies: usize) -> u32 {
    let rules = Morris { repetition: Repetition::NONE, move_limit: 0, ..Morris::new(set) };
    let mut passed = 0;
    for seed in 0..games {
        let mut rng = seeded(seed);
        let (mut played, mut plain) =
            (PlayedGame::new(&rules, rules.start()), Naive::start(set, 1));
        for _ in 0..plies {
            let pos = *played.position();
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
            passed += u32::from(text == "pass");
            plain.play(&text);
            let mv = rules.parse_move(&played, &text).unwrap();
            played.play(&rules, mv);
        }
    }
    passed
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
        RuleSet { shield: MillProtection::Never, ..RuleSet::NINE },
        RuleSet { shield: MillProtection::Always, ..RuleSet::SIX },
        RuleSet { each_mill_takes: true, ..RuleSet::NINE },
        RuleSet { each_mill_takes: true, shield: MillProtection::Never, ..diagonals },
        RuleSet { each_mill_takes: true, shield: MillProtection::Always, ..diagonals },
        RuleSet { no_move: NoMove::Draw, ..diagonals },
        RuleSet { men: 8, shield: MillProtection::Never, ..RuleSet::SIX },
        RuleSet { men: 4, ..RuleSet::THREE },
        RuleSet { mill_once: true, ..RuleSet::NINE },
        RuleSet { mill_once: true, shield: MillProtection::Never, ..RuleSet::SIX },
        RuleSet { mill_once: true, each_mill_takes: true, ..diagonals },
        RuleSet { mill_once: true, mill_repeat: MillRepeat::Forbidden, ..RuleSet::NINE },
    ];
    for set in sets {
        assert_eq!(compare(set, 4, 100), 0, "{set:?}");
    }
}

/// Seven men a side leave two points of six men's morris empty, so that somebody is stuck often.
const CROWDED: RuleSet = RuleSet { men: 7, no_move: NoMove::Pass, ..RuleSet::SIX };

#[test]
fn a_side_that_cannot_move_passes_where_the_rules_say_so() {
    let sets = [
        CROWDED,
        RuleSet { shield: MillProtection::Never, ..CROWDED },
        RuleSet { mill_repeat: MillRepeat::Forbidden, ..CROWDED },
    ];
    for set in sets {
        assert!(compare(set, 12, 60) > 0, "{set:?}: nobody had to pass");
    }
}

/// White has a mill and no way out of it: b4, c4 and d4 with b3, c5 and d3 about them.
const STUCK: &str = "OO@***@O/@****@** w m s 3 0 4 0 0 0 -1 -1 -1 -1 0 6 20 ids:nodes";

#[test]
fn what_no_move_means_is_a_rule() {
    let with = |no_move: NoMove| Morris::new(RuleSet { no_move, ..RuleSet::SIX });
    let pos = |rules: &Morris| rules.parse_position(STUCK).unwrap();
    for (no_move, winner) in [(NoMove::Loss, Some(Side::Second)), (NoMove::Draw, None)] {
        let rules = with(no_move);
        let outcome = rules.outcome(&pos(&rules)).unwrap();
        assert_eq!((outcome.winner(), outcome.reason), (winner, "no move left"));
        assert_eq!(texts(&rules, &pos(&rules)), [""; 0]);
    }
    let rules = with(NoMove::Pass);
    let mut played = PlayedGame::new(&rules, pos(&rules));
    assert_eq!(rules.outcome(played.position()), None);
    assert_eq!(rules.position_text(played.position()), STUCK);
    assert!(rules.diagram_text(played.position()).contains("to move and unable to, so it passes"));
    assert_eq!(texts(&rules, played.position()), ["pass"]);
    let mv = rules.parse_move(&played, "Pass").unwrap();
    assert!(!rules.is_irreversible(played.position(), mv));
    played.play(&rules, mv);
    let after = "OO@***@O/@****@** b m s 3 0 4 0 0 0 -1 -1 -1 -1 0 7 20 ids:nodes";
    assert_eq!(rules.position_text(played.position()), after);
    assert_eq!(rules.parse_position(after).unwrap(), *played.position());
    assert!(rules.parse_move(&played, "pass").is_err(), "Black has moves");
    // Black may keep White stuck; the third time the board stands, the game is drawn.
    for word in ["a1-a3", "pass", "a3-a1", "pass", "a1-a3", "pass", "a3-a1"] {
        assert_eq!(played.outcome(&rules), None, "{word}");
        let mv = rules.parse_move(&played, word).unwrap();
        played.play(&rules, mv);
    }
    assert_eq!(played.outcome(&rules).unwrap().reason, "threefold repetition");
}

#[test]
fn where_neither_side_can_move_the_game_is_drawn_and_nobody_passes() {
    let rules = Morris::new(RuleSet { no_move: NoMove::Pass, ..RuleSet::TWELVE });
    let full = "O@O@O@O@/@O@O@O@O/O@O@O@O@ w m s 12 0 12 0 0 0 -1 -1 -1 -1 0 0 13 ids:nodes";
    let pos = rules.parse_position(full).unwrap();
    let outcome = rules.outcome(&pos).unwrap();
    assert_eq!((outcome.winner(), outcome.reason), (None, "no move left to either side"));
    assert_eq!(texts(&rules, &pos), [""; 0]);
    assert_eq!(rules.position_text(&pos), full.replace("m s", "o ?"));
}

/// Counts from crowded positions are those of the plain program, in bulk and one by one.
#[test]
fn a_pass_is_a_ply_of_perft() {
    let rules = Morris { repetition: Repetition::NONE, move_limit: 0, ..Morris::new(CROWDED) };
    let (mut played, mut plain) =
        (PlayedGame::new(&rules, rules.start()), Naive::start(CROWDED, 1));
    let mut rng = seeded(5);
    let mut counted = 0;
    for _ in 0..200 {
        let found = texts(&rules, played.position());
        if found.is_empty() {
            break;
        }
        if found == ["pass"] {
            let expected = plain.perft(4);
            for leaves in [Leaves::Bulk, Leaves::Each] {
                assert_eq!(
                    perft(&rules, played.position(), 4, leaves),
                    expected,
                    "{}",
                    plain.text()
                );
            }
            counted += 1;
        }
        let text = &found[rng.random_range(0..found.len())];
        plain.play(text);
        let mv = rules.parse_move(&played, text).unwrap();
        played.play(&rules, mv);
    }
    assert!(counted > 0, "nobody had to pass");
}

/// Each action by itself leads where whole turns lead.
#[test]
fn turns_in_steps_lead_where_whole_turns_lead() {
    let set = RuleSet { each_mill_takes: true, ..RuleSet::TWELVE };
    for set in [set, RuleSet::NINE, RuleSet { shield: MillProtection::Never, ..RuleSet::SIX }] {
        let whole = Morris::new(set);
        let split = Morris { split: true, ..whole };
        for seed in 0..4 {
            plyglot_conformance::laws::each_position(&whole, seed, |played| {
                let pos = played.position();
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

fn keeps_the_laws(rules: &Morris, indexer: &impl TableIndexer<Morris>, seed: u64) {
    check_game(rules, &rules.evaluator(), indexer, seed).unwrap();
    check_explanations(rules, seed).unwrap();
}

#[test]
fn the_laws_hold_under_every_option() {
    let plain = Morris::default();
    for rules in [
        Morris { split: true, ..plain },
        Morris { split: true, ..Morris::new(RuleSet { each_mill_takes: true, ..RuleSet::TWELVE }) },
        Morris::new(RuleSet { each_mill_takes: true, ..RuleSet::LASKER }),
        Morris { move_limit: 10, repetition: Repetition::NONE, ..plain },
    ] {
        keeps_the_laws(&rules, &NoIndexer, 3);
    }
    for set in [RuleSet::NINE, RuleSet { each_mill_takes: true, ..RuleSet::TWELVE }] {
        let once = Morris::new(RuleSet { mill_once: true, ..set });
        for rules in [once, Morris { split: true, ..once }] {
            keeps_the_laws(&rules, &NoIndexer, 3);
        }
    }
    let limited = Morris { endgame_limit: 8, ply_limit: 60, ..plain };
    keeps_the_laws(&limited, &NoIndexer, 3);
    let crowded = Morris::new(CROWDED);
    keeps_the_laws(&crowded, &crowded.indexer(), 6);
    for repeat in super::repeat::ALL {
        for set in [RuleSet::NINE, RuleSet::SIX] {
            let rules = Morris::new(RuleSet { mill_repeat: repeat, ..set });
            keeps_the_laws(&rules, &NoIndexer, 4);
        }
    }
    assert_eq!(encoding_collisions(&plain, 5, 20), 0);
    assert_eq!(encoding_collisions(&Morris { split: true, ..plain }, 5, 20), 0);
}

#[test]
fn a_long_game_without_a_capture_is_a_draw() {
    let rules = Morris { move_limit: 4, ..Morris::default() };
    let text = "O*O*O***/@*@*@***/******** w m s 3 0 3 0 0 0 -1 -1 -1 -1 0 3 9 ids:nodes";
    let mut played = PlayedGame::new(&rules, rules.parse_position(text).unwrap());
    assert_eq!(played.outcome(&rules), None);
    assert!(rules.is_near_limit(played.position()));
    let mv = rules.parse_move(&played, "d5-d7").unwrap();
    played.play(&rules, mv);
    assert_eq!(played.outcome(&rules).unwrap().reason, "no man taken for too long");
}

#[test]
fn where_three_men_are_left_another_limit_may_hold() {
    let rules = Morris { endgame_limit: 4, ..Morris::default() };
    let three = "O*O*O***/@*@*@***/******** w m s 3 0 3 0 0 0 -1 -1 -1 -1 0 3 9 ids:nodes";
    let four = "O*O*O***/@*@*@***/O******@ w m s 4 0 4 0 0 0 -1 -1 -1 -1 0 3 9 ids:nodes";
    let placing = "O*O*O***/@*@*@***/******** w p p 3 0 3 1 0 0 -1 -1 -1 -1 0 3 9 ids:nodes";
    for (text, limit, reason) in
        [(three, 4, Some("no man taken for too long")), (four, 100, None), (placing, 100, None)]
    {
        let mut played = PlayedGame::new(&rules, rules.parse_position(text).unwrap());
        assert_eq!(played.outcome(&rules), None);
        let told = rules.counters(played.position());
        assert_eq!(told, [("plies without a man placed or taken", 3, limit)]);
        let mv = rules.parse_move(&played, "d5-c5").unwrap();
        played.play(&rules, mv);
        assert_eq!(played.outcome(&rules).map(|outcome| outcome.reason), reason, "{text}");
    }
}

#[test]
fn the_length_of_a_game_may_be_limited() {
    let rules = Morris { ply_limit: 5, ..Morris::default() };
    let mut played = PlayedGame::new(&rules, rules.start());
    for (ply, word) in (0..).zip(["d6", "f4", "d2", "b4", "f6"]) {
        assert_eq!(played.outcome(&rules), None, "{word}");
        assert_eq!(rules.counters(played.position())[1], ("plies in all", ply, 5));
        let mv = rules.parse_move(&played, word).unwrap();
        played.play(&rules, mv);
    }
    assert_eq!(played.outcome(&rules).unwrap().reason, "too many plies");
    // The number of the move is part of a position string.
    let text = "********/********/******** b p p 0 9 0 9 0 0 -1 -1 -1 -1 0 0 3 ids:nodes";
    assert!(rules.outcome(&rules.parse_position(text).unwrap()).is_some());
}

#[test]
fn a_line_takes_once_where_mills_are_used_up() {
    let rules = Morris::new(RuleSet { mill_once: true, ..RuleSet::NINE });
    let start = "O****@*O/O**@****/O****@@* w m s 4 0 4 0 0 0 -1 -1 -1 -1 0 0 1 ids:nodes";
    let mut played = PlayedGame::new(&rules, rules.parse_position(start).unwrap());
    let mut play = |words: &str| {
        for word in words.split(' ') {
            let mv = rules.parse_move(&played, word).unwrap();
            played.play(&rules, mv);
        }
        *played.position()
    };
    let closing = |rules: &Morris, pos: &Position| -> Vec<String> {
        let closes = |text: &String| text.starts_with("c5-d5") || text.starts_with("e5-d5");
        texts(rules, pos).into_iter().filter(closes).collect()
    };
    let pos = play("d5-e5 a1-d1");
    let both =
        ["c5-d5", "e5-d5"].map(|word| ["xa4", "xc3", "xd1", "xf2"].map(|x| word.to_owned() + x));
    assert_eq!(closing(&rules, &pos), both.concat());
    let pos = play("e5-d5xa4 d1-g1 d5-e5 g1-d1");
    // Points d5, d6 and d7 have the numbers 0, 8 and 16.
    let text = rules.position_text(&pos);
    assert!(text.contains(&format!(" -1 -1 -1 -1 {} ", 0x1_0101_u64 << 32)), "{text}");
    assert_eq!(closing(&rules, &pos), ["c5-d5", "e5-d5"]);
    assert_eq!(rules.count_moves(&pos), texts(&rules, &pos).len() as u64);
    let plain = Morris::default();
    let forgotten = plain.parse_position(&text).unwrap();
    assert_eq!(closing(&plain, &forgotten).len(), 6);
}

#[test]
fn the_counts_of_the_file_are_those_of_the_plain_program() {
    for row in rows_counted_by("crates/oracles/src/morris.rs") {
        let set = if row["game"] == "lasker" { RuleSet::LASKER } else { RuleSet::NINE };
        let naive = match row["position"].as_str() {
            "startpos" => Naive::start(set, 1),
            text => Naive::parse(set, text),
        };
        let depth = row["depth"].parse().unwrap();
        let is_apart = row["counting"] == "actions" || row["rules"].contains("SplitCapture");
        let counted = if is_apart { naive.actions(depth) } else { naive.perft(depth) };
        assert_eq!(counted.to_string(), row["nodes"], "{row:?}");
    }
}
