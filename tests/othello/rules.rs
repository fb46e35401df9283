//! The rules against the plain second program: random games to their ends on all boards, and counts.

use plyglot::core::Settings;
use plyglot::core::rng::seeded;
use plyglot::game::perft::{Leaves, perft};
use plyglot::game::{Ending, Notation, Rules};
use plyglot::games::othello::{Empties, Othello};
use plyglot::options;
use plyglot::registry::{GAMES, find};
use rand::RngExt;

use super::naive::Naive;

#[test]
fn random_games_are_those_of_the_plain_program() {
    let mut rng = seeded(1);
    let (mut passes, mut short) = (0, 0);
    for (size, games) in [(4, 200), (6, 100), (8, 60)] {
        for empties in [Empties::Winner, Empties::Nobody] {
            let rules = Othello::new(size, empties);
            for _ in 0..games {
                let mut naive = Naive::start(size.into());
                let mut pos = rules.start();
                loop {
                    let text = naive.text();
                    assert_eq!(rules.position_text(&pos), text);
                    let mut moves = Vec::new();
                    rules.legal_moves(&pos, &mut moves);
                    let names: Vec<String> =
                        moves.iter().map(|mv| rules.move_text(&pos, *mv)).collect();
                    assert_eq!(names, naive.moves(), "{text}");
                    assert_eq!(rules.count_moves(&pos), names.len() as u64, "{text}");
                    let outcome = rules.outcome(&pos);
                    assert_eq!(outcome.is_some(), names.is_empty(), "{text}");
                    if let Some(outcome) = outcome {
                        let margin = naive.margin(empties == Empties::Winner);
                        let margin = i16::try_from(margin).unwrap();
                        assert_eq!(outcome.ending, Ending::Margin(margin), "{text}");
                        short += usize::from(text.contains('-'));
                        break;
                    }
                    let at = rng.random_range(0..moves.len());
                    passes += usize::from(names[at] == "pass");
                    rules.play(&mut pos, moves[at]);
                    naive = naive.played(&names[at]);
                }
            }
        }
    }
    assert!(passes > 100 && short > 50, "{passes} {short}");
}

#[test]
fn counts_are_those_of_the_plain_program() {
    for (size, depth) in [(4, 9), (6, 6), (8, 5)] {
        let rules = Othello::new(size, Empties::Winner);
        let naive = Naive::start(size.into());
        for depth in 1..=depth {
            for leaves in [Leaves::Bulk, Leaves::Each] {
                let counted = perft(&rules, &rules.start(), depth, leaves);
                assert_eq!(counted, naive.perft(depth, false), "{size} {depth}");
            }
        }
    }
    // Whole games of the small board, with those that end early.
    assert!(Naive::start(4).perft(9, true) > Naive::start(4).perft(9, false));
}

#[test]
fn every_variant_has_its_board() {
    for (name, squares) in [("othello", 64), ("othello6", 36), ("othello4", 16)] {
        let (game, variant) = find(GAMES, name).unwrap();
        let settings = Settings::defaults(&options::all(GAMES));
        let engine = (game.open)(variant.name, &settings).unwrap();
        assert_eq!(engine.start_text().split(' ').next().unwrap().len(), squares, "{name}");
    }
}
