//! Moves made by clicks: in every game each of them can be told from the others, and shown.

use std::collections::BTreeMap;

use plyglot::engine::Engine;
use plyglot::host::view::MoveView;
use plyglot::registry::GAMES;

/// Games of each variant that are played.
const GAMES_PLAYED: u64 = 3;
/// A game is not followed for longer.
const PLIES_MAX: usize = 150;

/// Options under which moves are written otherwise.
const SPELLINGS: [(&str, &str, &str); 6] = [
    ("tictactoe", "TicTacToe.Notation", "drop"),
    ("kalah", "Kalah.Numbers", "desk"),
    ("draughts", "Draughts.Notation", "hub"),
    ("russian", "Draughts.Notation", "numbers"),
    ("brazilian", "Draughts.Notation", "hub"),
    ("checkers", "Draughts.Notation", "algebraic"),
];

/// Plays games by lot and shows each position's moves.
fn each_position(engine: &mut Engine, what: &str, mut see: impl FnMut(&Engine, &[MoveView])) {
    for game in 0..GAMES_PLAYED {
        engine.set_position(None, &[]).unwrap();
        let mut lots = 12_345 + game;
        for _ in 0..PLIES_MAX {
            let moves = engine.state().moves();
            if moves.is_empty() {
                break;
            }
            see(engine, &moves);
            lots = lots
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let mv = &moves[usize::try_from(lots >> 33).unwrap() % moves.len()];
            engine.play(&[&mv.text]).unwrap_or_else(|error| panic!("{what} {}: {error}", mv.text));
        }
    }
}

/// Moves with the same clicks, which a page offers as a choice: the piece that a pawn becomes.
fn is_choice(moves: &[&MoveView]) -> bool {
    moves.iter().all(|mv| mv.text.len() == 5 && mv.text.ends_with(['q', 'r', 'b', 'n']))
}

fn check(engine: &mut Engine, what: &str) {
    each_position(engine, what, |engine, moves| {
        let picture = engine.state().board().picture;
        let mut by_clicks: BTreeMap<&[String], Vec<&MoveView>> = BTreeMap::new();
        for mv in moves {
            assert!(mv.clicks.iter().all(|name| picture.place(name).is_some()), "{what} {mv:?}");
            assert!(mv.via.iter().all(|name| picture.place(name).is_some()), "{what} {mv:?}");
            // A place by which a move passes is none that it is made by, nor the whole of another.
            assert!(!mv.clicks.iter().any(|name| mv.via.contains(name)), "{what} {mv:?}");
            let is_whole = |it: &MoveView| it.clicks.len() == 1 && mv.via.contains(&it.clicks[0]);
            assert!(!moves.iter().any(|it| it.text != mv.text && is_whole(it)), "{what} {mv:?}");
            let has_none = mv.clicks.is_empty();
            assert!(!has_none || ["swap", "pass"].contains(&mv.text.as_str()), "{what} {mv:?}");
            by_clicks.entry(&mv.clicks).or_default().push(mv);
        }
        let same: Vec<_> = by_clicks.values().filter(|moves| moves.len() > 1).collect();
        assert!(same.iter().all(|moves| is_choice(moves)), "{what}: {same:?}");
        for clicks in by_clicks.keys().filter(|clicks| !clicks.is_empty()) {
            let is_longer = |other: &&[String]| other.starts_with(clicks) && other != clicks;
            let longer: Vec<_> = by_clicks.keys().filter(|other| is_longer(other)).collect();
            assert!(longer.is_empty(), "{what}: {clicks:?} begins {longer:?}");
        }
    });
}

#[test]
fn no_two_moves_are_made_by_the_same_clicks_and_none_begins_another() {
    for variant in GAMES.iter().flat_map(|game| game.variants) {
        check(&mut Engine::open(variant.name, &[]).unwrap(), variant.name);
    }
    for (variant, option, value) in SPELLINGS {
        let what = format!("{variant} {option}={value}");
        check(&mut Engine::open(variant, &[(option, value)]).unwrap(), &what);
    }
}

#[test]
fn what_is_shown_of_a_move_ends_with_the_position_after_it() {
    for variant in GAMES.iter().flat_map(|game| game.variants) {
        let mut engine = Engine::open(variant.name, &[]).unwrap();
        let mut other = Engine::open(variant.name, &[]).unwrap();
        each_position(&mut engine, variant.name, |engine, moves| {
            let text = engine.state().game_text();
            let played: Vec<&str> = text.moves.iter().map(String::as_str).collect();
            let mv = &moves[played.len() % moves.len()].text;
            let frames = engine.state().frames(mv);
            other.set_position(None, &played).unwrap();
            other.play(&[mv]).unwrap();
            let after = other.state().board().scene;
            assert_eq!(frames.last(), Some(&after), "{} {mv}", variant.name);
        });
    }
}

/// The numbers on a board of pits, stores included.
fn stones(scene: &[std::borrow::Cow<'static, str>]) -> u32 {
    scene.iter().filter_map(|word| word.parse::<u32>().ok()).sum()
}

#[test]
fn stones_are_sown_one_at_a_time() {
    for variant in ["kalah", "oware", "awari"] {
        let mut engine = Engine::open(variant, &[]).unwrap();
        each_position(&mut engine, variant, |engine, moves| {
            let all = stones(&engine.state().board().scene);
            for mv in moves.iter().filter(|mv| !mv.clicks.is_empty()) {
                let frames = engine.state().frames(&mv.text);
                let in_hand = all - stones(&frames[0]);
                let sown = frames.len() - 1;
                assert!(in_hand > 0 && sown > in_hand as usize, "{variant} {}", mv.text);
                for (nth, frame) in frames[..=in_hand as usize].iter().enumerate() {
                    let nth = u32::try_from(nth).unwrap();
                    assert_eq!(stones(frame), all - in_hand + nth, "{variant} {}", mv.text);
                }
                assert_eq!(stones(frames.last().unwrap()), all);
            }
        });
    }
}

#[test]
fn a_capture_of_several_men_is_shown_jump_by_jump() {
    let mut engine = Engine::open("russian", &[]).unwrap();
    engine.set_position(Some("W:Wa1:Bb2,d4,f6"), &[]).unwrap();
    let moves = engine.state().moves();
    assert_eq!(moves.len(), 1, "{moves:?}");
    assert_eq!(moves[0].clicks, ["a1", "g7"]);
    let frames = engine.state().frames(&moves[0].text);
    assert_eq!(frames.len(), 3);
    let picture = engine.state().board().picture;
    let landing = |name: &str| picture.place(name).unwrap();
    for (frame, at) in frames.iter().zip(["c3", "e5", "g7"]) {
        assert!(!frame[landing(at)].is_empty(), "{at}");
    }
}
