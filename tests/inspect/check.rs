//! `check`: the search held against plain minimax.

use std::convert::Infallible;
use std::fs;

use plyglot::core::{Score, rng};
use plyglot::game::{Evaluator, NoTactics, ReverseFutility, Rules, SearchParams};
use plyglot::games::Game;
use plyglot::games::abalone::Abalone;
use plyglot::games::chess::Chess;
use plyglot::games::kalah::Kalah;
use plyglot::games::tictactoe::{self, TicTacToe};
use plyglot::inspect::check::{Checked, check};
use plyglot::registry::GAMES;
use plyglot::search::SearchControl;
use plyglot_conformance::laws;
use rand::RngExt;

use super::desk::client;

/// Checks positions of random games, every seventh ply to the forties, to every depth up to this.
fn sound_parts_agree<G: Game>(rules: &G, games: u64, depth: u32) {
    let (evaluator, params) = (rules.evaluator(), rules.search_params());
    let mut checked = 0;
    for seed in 0..games {
        let Ok(()) = laws::each_position(rules, seed, |played| {
            let ply = played.moves_played().len();
            if ply % 7 != 3 || ply > 40 || played.outcome(rules).is_some() {
                return Ok::<(), Infallible>(());
            }
            for depth in 1..=depth {
                let found =
                    check(rules, &evaluator, params, played, depth, &SearchControl::unlimited())
                        .unwrap();
                let text = rules.position_text(played.position());
                let Checked { sound, plays, .. } = &found;
                assert_eq!(sound.searched, sound.plain, "{text}, depth {depth}: {sound:?}");
                assert!(sound.parting.is_empty());
                assert_eq!(plays.parting.is_empty(), plays.searched == plays.plain, "{text}");
                checked += 1;
            }
            Ok(())
        });
    }
    assert!(checked > 10, "only {checked}");
}

#[test]
fn the_sound_parts_of_every_game_have_the_value_of_minimax() {
    sound_parts_agree(&TicTacToe::default(), 12, 5);
    sound_parts_agree(&Kalah::default(), 3, 2);
    sound_parts_agree(&Abalone::default(), 2, 2);
    sound_parts_agree(&Chess::default(), 2, 2);
}

#[test]
fn the_sound_parts_of_every_variant_have_the_value_of_minimax() {
    let mut rng = rng::seeded(20_261_121);
    for variant in GAMES.iter().flat_map(|game| game.variants) {
        let mut client = client();
        client.send(&format!("position {}", variant.name));
        for _ in 0..2 {
            for _ in 0..3 {
                let moves = client.send("moves").swap_remove(0);
                let moves: Vec<&str> = moves.split_whitespace().take(20).collect();
                if moves.is_empty() {
                    break;
                }
                client.send(&format!("moves {}", moves[rng.random_range(0..moves.len())]));
            }
            let said = client.send("check depth 2");
            if said == ["info string error check: the game is over"] {
                break;
            }
            assert!(said[0].starts_with("info string sound parts: "), "{}: {said:?}", variant.name);
            assert!(said[0].ends_with(": no difference"), "{}: {said:?}", variant.name);
        }
    }
}

/// An evaluator with a mistake: it takes every pass for a move that wins, so null move goes wrong.
#[derive(Clone, Copy, Debug)]
struct Optimist;

impl Evaluator<TicTacToe> for Optimist {
    type Tactics = NoTactics;

    fn tactics(&self) -> &NoTactics {
        &NoTactics
    }

    fn evaluate(&self, rules: &TicTacToe, pos: &tictactoe::Position) -> Score {
        Score::cp(i32::try_from(rules.key(pos) % 400).unwrap() - 200)
    }
}

/// A margin that believes far too early.
const TOO_EARLY: SearchParams = SearchParams {
    reverse_futility: Some(ReverseFutility { margin: 1, depth_max: 6 }),
    ..SearchParams::NONE
};

#[test]
fn where_pruning_goes_wrong_the_node_and_the_reason_are_named() {
    let rules = TicTacToe::default();
    let (mut parted, mut named) = (0, 0);
    for seed in 0..30 {
        let Ok(()) = laws::each_position(&rules, seed, |played| {
            let left = 9 - u32::try_from(played.moves_played().len()).unwrap();
            let control = SearchControl::unlimited();
            if played.outcome(&rules).is_none() {
                let found: Checked =
                    check(&rules, &Optimist, TOO_EARLY, played, 4.min(left), &control).unwrap();
                assert_eq!(found.sound.searched, found.sound.plain);
                if let [place, search, plain] = found.plays.parting.as_slice() {
                    assert!(place.starts_with("they part at "), "{place}");
                    assert!(plain.starts_with("  plain minimax: "), "{plain}");
                    named += u32::from(search.contains("so far above beta"));
                    parted += 1;
                }
            }
            Ok::<(), Infallible>(())
        });
    }
    assert!(parted > 10, "the margin did no harm: {parted}");
    assert!(named * 2 > parted, "futility is to blame: {named} of {parted}");
}

#[test]
fn a_file_is_summed_up_and_a_wrong_line_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("positions.epd");
    let mut client = client();
    fs::write(
        &path,
        "# a comment\n\nstartpos moves e2e4 e7e5\n\
         rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 bm e4; id \"x\"\n\
         7k/8/5K2/6Q1/8/8/8/8 w - - 0 1\n\
         7k/6Q1/5K2/8/8/8/8/8 b - - 0 1\n",
    )
    .unwrap();
    let replies = client.send(&format!("check depth 2 {}", path.display()));
    let said = "info string sound parts: no difference in 3 positions";
    assert!(replies.iter().any(|line| line == said), "{replies:?}");
    assert!(
        replies.iter().any(|line| line.starts_with("info string as it plays: ")),
        "{replies:?}"
    );
    let over = "info string positions in which the game is over, passed over: 1";
    assert_eq!(replies.last().unwrap(), over);
    fs::write(&path, "startpos\nstartpos moves e2e5\n").unwrap();
    let wrong = client.send(&format!("check depth 2 {}", path.display()));
    let error = format!("info string error check: {}: line 2: move 1: ", path.display());
    assert!(wrong.len() == 1 && wrong[0].starts_with(&error), "{wrong:?}");
    fs::write(&path, "root:x:0:0:root:/root:/bin/sh\n").unwrap();
    let foreign = client.send(&format!("check depth 2 {}", path.display()));
    let said = "line 1: expected a position of this game";
    assert!(foreign.len() == 1 && foreign[0].ends_with(said), "{foreign:?}");
    // Nothing of this has touched the board.
    assert_eq!(client.send("query p1turn"), ["response true"]);
}

#[test]
fn a_finished_game_and_half_a_command_are_refused() {
    let mut client = client();
    client.send("position fen 7k/6Q1/5K2/8/8/8/8/8 b - - 0 1");
    assert_eq!(client.send("check depth 2"), ["info string error check: the game is over"]);
    for line in ["check", "check 3", "check depth", "check depth 0", "check depth x"] {
        let replies = client.send(line);
        assert!(replies[0].starts_with("info string error check"), "{line}: {replies:?}");
    }
}
