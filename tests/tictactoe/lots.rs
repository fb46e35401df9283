//! What is drawn by lot: anew for each search unless a seed is given, and the seed is said.

use std::collections::BTreeSet;
use std::sync::mpsc::channel;

use plyglot::core::Limits;
use plyglot::engine::Engine;
use plyglot::host::event::{Answer, Notice, SearchEvent};

/// The move of a search of the start, and the seed it says, if it says one.
fn asked(engine: &mut Engine) -> (String, Option<String>) {
    let (heard, notes) = channel();
    let search = engine.search(Limits::default(), move |event| {
        if let SearchEvent::Notice(Notice::Note(text)) = event {
            let _ = heard.send(text);
        }
    });
    let Answer::Move { best: Some(best), .. } = search.wait().answer else { panic!("no move") };
    (best, notes.iter().find_map(|note| note.strip_prefix("seed ").map(str::to_owned)))
}

#[test]
fn a_player_with_lots_draws_a_seed_for_each_search_and_says_it() {
    for options in [
        [("Mind", "ratings"), ("Level", "0")],
        [("Mind", "table"), ("Level", "1")],
        [("Mind", "nextstep"), ("Glub", "9")],
        [("Mind", "learning"), ("Explore", "50")],
    ] {
        let mut engine = Engine::open("tictactoe", &options).unwrap();
        let drawn: Vec<_> = (0..30).map(|_| asked(&mut engine)).collect();
        let moves: BTreeSet<&String> = drawn.iter().map(|(best, _)| best).collect();
        // Nine cells are alike: that one is drawn thirty times has a chance of 9^-29.
        assert!(moves.len() > 1, "{options:?}: {drawn:?}");
        for (best, seed) in &drawn[..5] {
            engine.set_option("Seed", seed.as_ref().unwrap()).unwrap();
            assert_eq!(asked(&mut engine), (best.clone(), None), "{options:?}: {seed:?}");
        }
    }
}

#[test]
fn who_has_no_choice_says_no_seed() {
    let mut engine = Engine::open("tictactoe", &[("Mind", "nextstep")]).unwrap();
    engine.set_position(None, &["1"]).unwrap();
    assert_eq!(asked(&mut engine), ("5".to_owned(), None), "only the centre draws");
    let mut engine = Engine::open("tictactoe", &[]).unwrap();
    assert_eq!(asked(&mut engine).1, None, "the search draws no lots");
}

#[test]
fn exploring_differs_from_game_to_game() {
    let options = [("Mind", "learning"), ("Explore", "50")];
    let mut engine = Engine::open("tictactoe", &options).unwrap();
    let explores = |engine: &mut Engine| {
        engine.new_game();
        let (heard, notes) = channel();
        let search = engine.search(Limits::default(), move |event| {
            if let SearchEvent::Notice(Notice::Note(text)) = event {
                let _ = heard.send(text);
            }
        });
        search.wait();
        notes.iter().any(|note| note.starts_with("exploring"))
    };
    let games: BTreeSet<bool> = (0..40).map(|_| explores(&mut engine)).collect();
    assert_eq!(games.len(), 2, "in some games the first move is explored, in others not");
}
