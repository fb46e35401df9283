//! Positions, moves and joined games as text.

use plyglot::game::{MoveError, Notation, PlayedGame, Rules};
use plyglot::games::oware::{Oware, RuleSet};

const OWARE: Oware = Oware::new(RuleSet::OWARE);

#[test]
fn the_start_is_written_as_aalina_writes_it() {
    assert_eq!(OWARE.position_text(&OWARE.start()), "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S");
}

#[test]
fn a_joined_game_is_read_letter_by_letter() {
    let mut played = PlayedGame::new(&OWARE, OWARE.start());
    for letter in OWARE.moves_in(&["FeDbBd"]) {
        let mv = OWARE.parse_move(&played, &letter).unwrap();
        assert_eq!(OWARE.move_text(played.position(), mv), letter);
        played.play(&OWARE, mv);
    }
    // Sown by hand; the last move makes two of the one seed in D and wins them.
    assert_eq!(OWARE.position_text(played.position()), "7-1-7-0-6-2-7-1-6-0-2-7-0-2-S");
}

#[test]
fn whose_house_it_is_must_be_whose_turn_it_is() {
    let played = PlayedGame::new(&OWARE, OWARE.start());
    let found = |text: &str| OWARE.parse_move(&played, text).unwrap_err();
    let why = "it is a house of the other side".to_owned();
    assert_eq!(found("a"), MoveError::Illegal { found: "a".to_owned(), why });
    for text in ["g", "", "AA", "1", "é"] {
        assert!(matches!(found(text), MoveError::Syntax { .. }), "{text}");
    }
}

#[test]
fn what_cannot_be_a_position_is_refused_with_what_was_expected() {
    for (text, expected) in [
        (
            "4-4-4",
            "position: board: found `3 fields`, expected 15: twelve houses, two stores and S or N, with - between them",
        ),
        ("4-4-4-4-4-4-4-4-4-4-4-4-0-0-W", "position: turn: found `W`, expected S or N"),
        (
            "4-4-4-4-4-4-4-4-4-4-4-5-0-0-S",
            "position: board: found `49 seeds`, expected at most 48 seeds in the houses",
        ),
        (
            "4-4-x-4-4-4-4-4-4-4-4-4-0-0-S",
            "position: house: found `x`, expected a whole number from 0 to 48",
        ),
        (
            "4-4-4-4-4-4-4-4-4-4-4--4-0-S",
            "position: house: found ``, expected a whole number from 0 to 48",
        ),
        (
            "4-4-4-4-4-4-4-4-4-4-4-4-100-0-S",
            "position: store: found `100`, expected a whole number from 0 to 99",
        ),
    ] {
        assert_eq!(OWARE.parse_position(text).unwrap_err().to_string(), expected);
    }
}
