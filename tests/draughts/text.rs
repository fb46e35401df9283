//! Positions and moves as text: the dialects that are read, and the one that is written.

use plyglot::game::{MoveError, Notation, PlayedGame, Rules};
use plyglot::games::Game;
use plyglot::games::draughts::{
    Board, Checkers, Draughts, DraughtsEvaluator, International, RuleSet, Squares,
};
use plyglot_conformance::evaluators;
use plyglot_conformance::game::check_explanations;
use plyglot_conformance::laws::{check, encoding_collisions};

fn keeps_the_laws<B: Board>(game: Draughts<B>)
where
    Draughts<B>: Game,
{
    check(&game, 1, 8).unwrap();
    evaluators::check(&game, &DraughtsEvaluator::new(&game), 1, 8).unwrap();
    check_explanations(&game, 1).unwrap();
    assert_eq!(encoding_collisions(&game, 1, 20), 0);
}

#[test]
fn every_variant_keeps_the_laws_in_every_spelling() {
    for set in [RuleSet::ENGLISH, RuleSet::RUSSIAN, RuleSet::BRAZILIAN, RuleSet::POOL] {
        let game = Checkers::new(set);
        keeps_the_laws(game);
        keeps_the_laws(game.with_dagaz_draws());
        keeps_the_laws(game.speaking_hub());
        keeps_the_laws(game.with_squares(Squares::Algebraic));
    }
    keeps_the_laws(International::new(RuleSet::INTERNATIONAL));
    keeps_the_laws(International::new(RuleSet::INTERNATIONAL).speaking_hub());
}

#[test]
fn the_start_positions_are_written_as_in_books() {
    let text = |set| {
        let game = Checkers::new(set);
        game.position_text(&game.start())
    };
    let algebraic = "W:Wa3,c3,e3,g3,b2,d2,f2,h2,a1,c1,e1,g1:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,d6,f6,h6";
    assert_eq!(text(RuleSet::ENGLISH), "B:W21-32:B1-12");
    assert_eq!(text(RuleSet::POOL), "B:W21-32:B1-12");
    for set in [RuleSet::RUSSIAN, RuleSet::BRAZILIAN] {
        assert_eq!(text(set).split(':').next(), Some("W"));
        let game = Checkers::new(set);
        let sorted = |text: &str| {
            let mut squares: Vec<char> = text.chars().collect();
            squares.sort_unstable();
            squares
        };
        assert_eq!(sorted(&text(set)), sorted(algebraic));
        assert_eq!(game.parse_position(algebraic).unwrap(), game.start());
        assert_eq!(game.parse_position("W:W21-32:B1-12").unwrap(), game.start());
    }
    let game = International::new(RuleSet::INTERNATIONAL);
    assert_eq!(game.position_text(&game.start()), "W:W31-50:B1-20");
    let hub = format!("W{}{}{}", "b".repeat(20), "e".repeat(10), "w".repeat(20));
    assert_eq!(game.parse_position(&hub).unwrap(), game.start());
}

#[test]
fn positions_are_read_in_many_forms() {
    let game = International::new(RuleSet::INTERNATIONAL);
    let forms = [
        "B:W31-33,40,K7:B1,K45-K47",
        "b:BK45,K46,K47,1:W K7,31,32,33,40.",
        "B:WK7,31-33,40:B1,K45-47:H0:F12",
        "BbeeeeeWeeeeeeeeeeeeeeeeeeeeeeewwweeeeeewee\
         eeBBBeee",
    ];
    for form in forms {
        let read = game.parse_position(form).unwrap_or_else(|error| panic!("{form}: {error}"));
        assert_eq!(game.position_text(&read), "B:W31-33,40,K7:B1,K45,K46,K47", "{form}");
    }
}

#[test]
fn what_is_no_position_is_refused_with_its_place() {
    let game = International::new(RuleSet::INTERNATIONAL);
    let errors = [
        ("X:W1:B2", "position: side to move: found `X`, expected W or B"),
        ("W:W31:B31", "position: pieces: found `31`, expected one piece on a square"),
        ("W:W31,31:B1", "position: White: found `31`, expected each square once"),
        (
            "W:W51:B1",
            "position: White: found `51`, expected squares from 1 to 50, as in 31-40,45,K7",
        ),
        (
            "W:W3:B20",
            "position: pieces: found `3`, expected a king, since it stands on its last row",
        ),
        (
            "W:W31",
            "position: fields: found `W:W31`, expected the pieces of both sides, as in \
             W:W31,K7:B1-3",
        ),
    ];
    for (text, expected) in errors {
        assert_eq!(game.parse_position(text).unwrap_err().to_string(), expected);
    }
    for text in ["", ":", "W", "W:", "W:W:B:W", "W:Wa1:Bé", "W:WK:B1", "Wbbb", "W:W5-2:B9", "éééé"]
    {
        assert!(game.parse_position(text).is_err(), "{text}");
    }
}

/// All spellings name the same move.
#[track_caller]
fn same<B: Board>(game: &Draughts<B>, fen: &str, written: &str, others: &[&str]) {
    let played = PlayedGame::new(game, game.parse_position(fen).unwrap());
    let mv = game.parse_move(&played, written).unwrap();
    assert_eq!(game.move_text(played.position(), mv), written);
    for other in others {
        assert_eq!(game.parse_move(&played, other), Ok(mv), "{other}");
    }
}

#[test]
fn moves_are_read_in_many_forms() {
    let game = International::new(RuleSet::INTERNATIONAL);
    same(&game, "W:W31-50:B1-20", "32-28", &["32x28", "3228", "32:28", "32-28!", "32*28"]);
    let fen = "W:W28:B22,12,13";
    // Over 22 to 17, over 12 to 8; over 13 to 19.
    same(&game, fen, "28x19", &["28x17x8x19", "28x19x22x12x13", "28x17x19", "28:17:8:19"]);
    let hub = game.speaking_hub();
    same(&hub, fen, "28x19x12x13x22", &["28x19", "28x17x8x19", "28x19x22x13x12"]);
    let russian = Checkers::new(RuleSet::RUSSIAN);
    same(&russian, "W:Wc3:Bd4,f6", "c3xg7", &["c3:e5:g7", "c3e5g7", "c3g7", "C3:G7", "22-8"]);
}

/// What is written for each move, in order, and that it is read as that move; what is captured as
/// Hub has it, and that this is read as well.
fn written<B: Board>(game: &Draughts<B>, fen: &str) -> Vec<String> {
    let played = PlayedGame::new(game, game.parse_position(fen).unwrap());
    let hub = game.speaking_hub();
    let mut texts = Vec::new();
    for mv in played.moves(game) {
        let text = game.move_text(played.position(), mv);
        assert_eq!(game.parse_move(&played, &text), Ok(mv), "{fen}: {text}");
        let captures = hub.move_text(played.position(), mv);
        assert_eq!(hub.parse_move(&played, &captures), Ok(mv), "{fen}: {captures}");
        texts.push(text);
    }
    texts.sort_unstable();
    texts
}

/// Kings and men with two ways from one square to another that capture different pieces.
#[test]
fn a_path_is_written_where_ends_alone_leave_a_choice() {
    let game = International::new(RuleSet::INTERNATIONAL);
    assert_eq!(written(&game, "W:WK16:B8,40,34,21"), ["16x43x30x2", "16x49x35x2"]);
    assert_eq!(written(&game, "W:WK24:B11,19,43,12"), ["24x2x16x49", "24x6", "24x8x21x49"]);
    let russian = Checkers::new(RuleSet::RUSSIAN);
    assert_eq!(written(&russian, "W:WK3:B16,8,7,27"), ["f8xc5xg1", "f8xh6xe3xg1"]);
    let pool = Checkers::new(RuleSet::POOL);
    let men = ["22x15x24x31x22x29", "22x15x6", "22x29", "22x31x24x15x6"];
    assert_eq!(written(&pool, "W:W22:B21,25,27,26,19,18,10"), men);
}

#[test]
fn an_ambiguous_capture_asks_for_its_path() {
    let game = International::new(RuleSet::INTERNATIONAL);
    let played = PlayedGame::new(&game, game.parse_position("W:WK16:B8,40,34,21").unwrap());
    for text in ["16x2", "16:2"] {
        let error = game.parse_move(&played, text).unwrap_err();
        assert!(matches!(error, MoveError::Syntax { .. }), "{text}: {error}");
    }
    // A landing of one of the two, and Hub's captured squares, say which.
    let [one, other] = ["16x43x30x2", "16x49x35x2"].map(|text| game.parse_move(&played, text));
    assert_ne!(one, other);
    assert_eq!(game.parse_move(&played, "16x43x2"), one);
    assert_eq!(game.parse_move(&played, "16x2x21x34x8"), one);
    assert_eq!(game.parse_move(&played, "16x2x40x8x21"), other);
}

#[test]
fn what_is_no_move_is_refused() {
    let game = Checkers::new(RuleSet::ENGLISH);
    let played = PlayedGame::new(&game, game.start());
    for text in ["", "11", "x", "11-", "11-33", "0-1", "ab", "11-é", "-----", "111-222", "a1"] {
        let error = game.parse_move(&played, text).unwrap_err();
        assert!(matches!(error, MoveError::Syntax { .. }), "{text}: {error}");
    }
    for text in ["11-20", "22-18", "11x18", "9-13-17"] {
        let error = game.parse_move(&played, text).unwrap_err();
        assert!(matches!(error, MoveError::Illegal { .. }), "{text}: {error}");
    }
}
