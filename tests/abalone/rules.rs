//! The generator against the plain one, and against what is known of small endings.

use plyglot::core::rng::seeded;
use plyglot::game::{Notation, Rules};
use plyglot::games::abalone::{Abalone, Position};
use plyglot_conformance::laws::{each_position, encoding_collisions};
use plyglot_oracles::abalone::Naive;
use rand::RngExt;

use crate::perft::rows_counted_by;

/// Everything of a position string but the counters.
fn board_text(rules: &Abalone, pos: &Position) -> String {
    let text = rules.position_text(pos);
    text.split(' ').take(4).collect::<Vec<_>>().join(" ")
}

/// The successors of a position are those that the plain program finds, each once.
fn check_successors(rules: &Abalone, pos: &Position) {
    let text = rules.position_text(pos);
    let plain = Naive::parse(&text).successors(rules.broadside);
    let mut expected: Vec<String> = plain.iter().map(Naive::text).collect();
    let mut moves = Vec::new();
    rules.legal_moves(pos, &mut moves);
    let play = |&mv| {
        let mut child = *pos;
        rules.play(&mut child, mv);
        board_text(rules, &child)
    };
    let mut found: Vec<String> = moves.iter().map(play).collect();
    expected.sort();
    found.sort();
    assert_eq!(found, expected, "{text}");
    found.dedup();
    assert_eq!(found.len(), moves.len(), "{text}: two moves lead to one board");
    assert_eq!(rules.count_moves(pos), moves.len() as u64, "{text}");
}

#[test]
fn successors_are_those_of_the_plain_rules_in_random_games() {
    for (layout, games) in [("standard", 4), ("belgian_daisy", 4), ("alien_attack", 2)] {
        for broadside in [true, false] {
            let rules = Abalone { broadside, ..Abalone::with_start(layout).unwrap() };
            for seed in 0..games {
                each_position(&rules, seed, |played| {
                    if rules.outcome(played.position()).is_none() {
                        check_successors(&rules, played.position());
                    }
                    Ok::<(), ()>(())
                })
                .unwrap();
            }
        }
    }
}

#[test]
fn successors_are_those_of_the_plain_rules_on_crowded_and_empty_boards() {
    let rules = Abalone::default();
    let mut rng = seeded(56);
    for round in 0..400 {
        let filled = round % 95 + 3;
        let mut cell = |_| match rng.random_range(0..200) {
            n if n < filled => 'S',
            n if n < 2 * filled => 's',
            _ => '1',
        };
        let rows: Vec<String> =
            [5, 6, 7, 8, 9, 8, 7, 6, 5].map(|len| (0..len).map(&mut cell).collect()).into();
        let side = if round % 2 == 0 { 'b' } else { 'w' };
        let pos = rules.parse_position(&format!("{} 0 0 {side} 0 1", rows.join("/"))).unwrap();
        if rules.outcome(&pos).is_none() {
            check_successors(&rules, &pos);
        } else {
            let plain = Naive::parse(&rules.position_text(&pos));
            assert_eq!(plain.successors(true).len(), 0, "{rows:?}");
        }
    }
}

#[test]
fn every_move_has_a_slot_of_its_own() {
    assert_eq!(encoding_collisions(&Abalone::default(), 1, 20), 0);
}

#[test]
fn the_counts_of_the_file_are_those_of_the_plain_program() {
    for row in rows_counted_by("crates/oracles/src/abalone.rs") {
        let counted = Naive::parse(&row["position"]).perft(row["depth"].parse().unwrap());
        assert_eq!(counted.to_string(), row["nodes"], "{row:?}");
    }
}
