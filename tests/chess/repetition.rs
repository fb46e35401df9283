//! Chess: what repeats, what that means, and what may be claimed.

use super::games::line_of;
use plyglot::core::Side;
use plyglot::endgame::Indexer;
use plyglot::game::repetition::{Binds, Same, Then, Within};
use plyglot::game::{MoveError, Notation, Outcome, PlayedGame, Repetition, Rules};
use plyglot::games::Game;
use plyglot::games::chess::Chess;

fn outcome_of(fen: &str, moves: &str) -> Option<(&'static str, bool)> {
    let chess = Chess::default();
    let outcome = line_of(&chess, fen, moves).outcome(&chess)?;
    Some((outcome.reason, outcome.claim))
}

#[test]
fn the_fifth_occurrence_is_the_end_and_goes_before_what_may_be_claimed() {
    let there_and_back = "g1f3 g8f6 f3g1 f6g8 ";
    let claim = Some(("threefold repetition", true));
    assert_eq!(outcome_of("startpos", &there_and_back.repeat(3)), claim, "the fourth");
    let end = Some(("fivefold repetition", false));
    assert_eq!(outcome_of("startpos", &there_and_back.repeat(4)), end);
    let quiet = "6k1/8/8/8/8/8/8/R5K1 w - - 92 80";
    let kings = "g1h1 g8h8 h1g1 h8g8 ";
    assert_eq!(outcome_of(quiet, &kings.repeat(3)), Some(("fifty-move rule", true)));
    assert_eq!(outcome_of(quiet, &kings.repeat(4)), end, "and not a claim of fifty moves");
    // By the text of Dagaz the third is the end.
    let dagaz = Chess::default().with_repetition(Repetition::THREEFOLD);
    let mut played = PlayedGame::new(&dagaz, dagaz.start());
    for text in there_and_back.repeat(2).split_whitespace() {
        assert_eq!(played.outcome(&dagaz), None);
        played.play(&dagaz, dagaz.parse_move(&played, text).unwrap());
    }
    assert_eq!(played.outcome(&dagaz), Some(Outcome::draw("threefold repetition")));
}

#[test]
fn a_move_that_may_not_repeat_says_which_position() {
    let rules = Chess::default().with_repetition(Repetition::SUPERKO);
    let mut played = PlayedGame::new(&rules, rules.start());
    for text in "e2e3 e7e6 g1f3 g8f6 f3g1".split_whitespace() {
        played.play(&rules, rules.parse_move(&played, text).unwrap());
    }
    let refused = |text: &str| rules.parse_move(&played, text);
    for text in ["f6g8", "Ng8"] {
        let found = text.to_owned();
        assert_eq!(refused(text), Err(MoveError::Repeats { found, ply: 2 }));
    }
    let why = "a knight does not go from f6 to g3".to_owned();
    let illegal = MoveError::Illegal { found: "f6g3".to_owned(), why };
    assert_eq!(refused("f6g3"), Err(illegal));
    let [free, bound] = [Chess::default(), rules].map(|rules| played.moves(&rules).len());
    assert_eq!(bound, free - 1);
}

#[test]
fn boards_alone_are_the_same_without_rights_and_turn() {
    let same = [Same::Situation, Same::Position, Same::BoardAndTurn, Same::Board];
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    for (other, expected) in [
        (fen.replace("0 1", "7 31"), [true, true, true, true]),
        (fen.replace(" w ", " b "), [false, true, false, true]),
        (fen.replace("KQkq", "KQk"), [false, false, true, true]),
        (fen.replace("R w", "B w").replace("KQkq", "Qkq"), [false, false, false, false]),
    ] {
        let rules = Chess::default();
        let [one, other] = [fen, &other].map(|fen| rules.parse_position(fen).unwrap());
        assert_eq!(same.map(|same| rules.is_same(&one, &other, same)), expected);
        let keys = [Chess::key, Chess::position_key, Chess::board_and_turn_key, Chess::board_key];
        assert_eq!(keys.map(|key| key(&rules, &one) == key(&rules, &other)), expected);
    }
    // Three times the same men, once with the rights of the start.
    let board = Repetition { same: Same::Board, ..Repetition::THREEFOLD };
    let rules = Chess::default().with_repetition(board);
    let mut played = PlayedGame::new(&rules, rules.parse_position(fen).unwrap());
    for text in "h1g1 h8g8 g1h1 g8h8 h1g1 h8g8 g1h1 g8h8".split_whitespace() {
        assert_eq!(played.outcome(&rules), None);
        played.play(&rules, rules.parse_move(&played, text).unwrap());
    }
    assert_eq!(played.outcome(&rules), Some(Outcome::draw("threefold repetition")));
}

#[test]
fn tables_are_refused_where_a_cycle_may_be_something_else_than_a_draw() {
    let draw = Repetition::THREEFOLD;
    let twice = Repetition { count: 2, ..draw };
    let cycle = [Then::Forbidden, Then::RepeaterLoses].map(|then| Repetition { then, ..draw });
    let first = Binds::Only(Side::First);
    for (repetition, is_sound) in [
        (Repetition::NONE, true),
        (Repetition::FIVEFOLD, true),
        (draw, true),
        (twice, true),
        (Repetition { within: Within::Plies(8), ..draw }, true),
        (Repetition { binds: first, ..draw }, true),
        // A win may lose a move and come to the same men with the other side to move.
        (Repetition { same: Same::Position, ..draw }, true),
        (Repetition { same: Same::Position, ..twice }, false),
        (Repetition { same: Same::Board, ..draw }, false),
        (cycle[0], false),
        (cycle[1], false),
        (Repetition::SUPERKO, false),
    ] {
        let chess = Chess::default().with_repetition(repetition);
        assert_eq!(chess.indexer().is_sound(&chess).is_ok(), is_sound, "{repetition}");
    }
}

#[test]
fn who_may_not_repeat_and_has_nothing_else_is_mated_or_stale() {
    let rules = Chess::default().with_repetition(Repetition::SUPERKO);
    // A king in the corner with one square to go to and back.
    let mut played =
        PlayedGame::new(&rules, rules.parse_position("7k/8/6K1/8/8/8/8/5R2 w - - 0 1").unwrap());
    for text in ["f1f2", "h8g8", "f2f1"] {
        played.play(&rules, rules.parse_move(&played, text).unwrap());
    }
    let draw = Some(Outcome::draw("no move that repeats nothing"));
    assert_eq!(played.outcome(&rules), draw, "g8h8 alone is left, which was");
    let check = rules.parse_position("7k/8/6K1/8/8/8/8/7R b - - 0 1").unwrap();
    let lost = Outcome::win(Side::First, "check, and no move that repeats nothing");
    assert_eq!(rules.stuck(&check), lost);
}
