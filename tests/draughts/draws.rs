//! Each rule that draws by counting: a game that it ends, not a ply earlier nor later.

use plyglot::core::Side;
use plyglot::game::{Ending, Notation, Outcome, PlayedGame, Repetition, Rules};
use plyglot::games::draughts::{Board, Checkers, Draughts, International, Kind, RuleSet};

/// Kings on the edge of the board, which nobody can capture, go to and fro.
const SMALL_DANCE: [&str; 4] = ["30-26", "1-5", "26-30", "5-1"];
const EDGE_DANCE: [&str; 4] = ["g1-h2", "b8-a7", "h2-g1", "a7-b8"];
const LARGE_DANCE: [&str; 4] = ["50-45", "1-6", "45-50", "6-1"];

/// Plays the dance until the game ends; how long it took.
fn dance<B: Board>(game: &Draughts<B>, fen: &str, moves: [&str; 4]) -> (usize, Outcome) {
    let mut played = PlayedGame::new(game, game.parse_position(fen).unwrap());
    for text in moves.iter().cycle().take(500) {
        assert_eq!(played.outcome(game), None, "{fen} after {} plies", played.moves_played().len());
        let mv = game.parse_move(&played, text).unwrap();
        assert!(!mv.is_capture());
        played.play(game, mv);
        if let Some(outcome) = played.outcome(game) {
            return (played.moves_played().len(), outcome);
        }
    }
    panic!("{fen} never ends");
}

#[track_caller]
fn ends<B: Board>(
    game: Draughts<B>,
    fen: &str,
    moves: [&str; 4],
    (plies, kind, claim): (usize, Kind, bool),
) {
    let game = game.with_repetition(Repetition::NONE);
    let expected = Outcome { claim, ..Outcome::draw(kind.reason()) };
    assert_eq!(dance(&game, fen, moves), (plies, expected), "{fen}");
    // Without the limit the same game goes on, or another limit ends it later.
    let without = game.with_limit(kind, 0).with_limit(Kind::Quiet, 200);
    let (later, _) = dance(&without, fen, moves);
    assert!(later > plies, "{fen}: {later}");
    let longer = game.with_limit(Kind::Quiet, 200).with_limit(kind, 123);
    assert!(dance(&longer, fen, moves).0 > plies, "{fen}");
}

#[test]
fn english_games_end_after_forty_moves_of_kings() {
    let game = Checkers::new(RuleSet::ENGLISH);
    ends(game, "W:WK30:BK1", SMALL_DANCE, (80, Kind::Quiet, true));
}

#[test]
fn english_games_end_as_document_4_has_it() {
    let game = Checkers::new(RuleSet::ENGLISH).with_dagaz_draws();
    ends(game, "W:WK30:BK1", SMALL_DANCE, (40, Kind::KingEach, false));
    ends(game, "W:WK30,K31,K32:BK1,K2", SMALL_DANCE, (80, Kind::ThreeToTwo, true));
}

#[test]
fn russian_games_end_by_each_paragraph_of_7_2() {
    let game = Checkers::new(RuleSet::RUSSIAN);
    let calm = game.with_limit(Kind::Quiet, 0);
    ends(game, "W:WKg1,Kc1,Ke1:BKb8", EDGE_DANCE, (30, Kind::KingsToOne, false));
    ends(game, "W:WKg1,Kc1:BKb8,Kd8", EDGE_DANCE, (30, Kind::Quiet, false));
    ends(calm, "W:WKg1,Kc1:BKb8,Kd8", EDGE_DANCE, (60, Kind::FourOrFive, false));
    ends(calm, "W:WKg1,Kc1,Ke1:BKb8,Kd8", EDGE_DANCE, (60, Kind::FourOrFive, false));
    ends(calm, "W:WKg1,Kc1,Ke1:BKb8,Kd8,Kf8", EDGE_DANCE, (120, Kind::SixOrSeven, false));
    let road = ["g1-h2", "a1-h8", "h2-g1", "h8-a1"];
    ends(game, "W:WKg1,Kc1,Ke1:BKa1", road, (10, Kind::Road, false));
    ends(game, "W:WKg1,Kc1:BKb8", EDGE_DANCE, (10, Kind::TwoToOne, false));
    ends(game, "W:WKg1:BKb8", EDGE_DANCE, (10, Kind::TwoToOne, false));
}

#[test]
fn russian_games_end_as_document_4_has_it() {
    let game = Checkers::new(RuleSet::RUSSIAN).with_dagaz_draws();
    ends(game, "W:WKg1,Kc1:BKb8", EDGE_DANCE, (60, Kind::Quiet, false));
}

#[test]
fn international_games_end_by_each_paragraph_of_6() {
    let game = International::new(RuleSet::INTERNATIONAL);
    ends(game, "W:WK50,K48:BK1,K3", LARGE_DANCE, (50, Kind::Quiet, false));
    ends(game, "W:WK50,K48,K47:BK1", LARGE_DANCE, (32, Kind::ThreeToOne, false));
    ends(game, "W:WK50,K48,31:BK1", LARGE_DANCE, (32, Kind::ThreeToOne, false));
    ends(game, "W:WK50,K48:BK1", LARGE_DANCE, (10, Kind::TwoToOne, false));
    ends(game, "W:WK50:BK1", LARGE_DANCE, (10, Kind::TwoToOne, false));
}

#[test]
fn international_games_end_as_document_4_has_it() {
    let game = International::new(RuleSet::INTERNATIONAL).with_dagaz_draws();
    let calm = game.with_limit(Kind::Quiet, 0);
    ends(game, "W:WK50,K48:BK1,K3", LARGE_DANCE, (50, Kind::Quiet, false));
    ends(game, "W:WK50,K48,K47:BK1", LARGE_DANCE, (10, Kind::FewToOne, false));
    ends(game, "W:WK50,K48,K47,31:BK1", LARGE_DANCE, (10, Kind::FewToOne, false));
    ends(game, "W:WK50:BK1", LARGE_DANCE, (10, Kind::FewToOne, false));
    // The twenty-five moves of kings do not end what has fifty.
    for game in [game, calm] {
        ends(game, "W:WK46,K47,K48,K49,K50:BK1,K3", LARGE_DANCE, (100, Kind::FiveToTwo, false));
        ends(game, "W:WK47,K48,K49,K50,31:BK1,K3", LARGE_DANCE, (100, Kind::FiveToTwo, false));
    }
    let counting = game.parse_position("W:WK46,K47,K48,K49,K50:BK1,K3:H60:M60").unwrap();
    assert_eq!(game.outcome(&counting), None);
    let fresh = game.parse_position("W:WK46,K47,K48,K49,K50:BK1,K3:H60").unwrap();
    assert_eq!(game.outcome(&fresh), None, "no counter runs but that of the fifty");
    let four = game.parse_position("W:WK47,K48,K49,K50:BK1,K3:H60").unwrap();
    assert_eq!(game.outcome(&four).unwrap().reason, Kind::Quiet.reason());
}

/// Plays a game and gives its last position as text.
fn after<B: Board>(game: &Draughts<B>, fen: &str, moves: &str) -> String {
    let mut played = PlayedGame::new(game, game.parse_position(fen).unwrap());
    for text in moves.split_whitespace() {
        let mv = game.parse_move(&played, text).unwrap();
        played.play(game, mv);
    }
    game.position_text(played.position())
}

#[test]
fn a_count_goes_on_within_its_class_and_begins_again_with_another() {
    let game = International::new(RuleSet::INTERNATIONAL);
    let fen = "W:WK50,7,34:BK46";
    // The man's move resets the quiet count, not the other; nor does its crowning.
    assert_eq!(after(&game, fen, "34-30 46-41"), "W:W7,30,K50:BK41:H1:M2");
    assert_eq!(after(&game, fen, "34-30 46-41 7-1 41-46"), "W:W30,K1,K50:BK46:H1:M4");
    // A capture leaves two against one.
    assert_eq!(after(&game, "W:WK50,35,32:BK46", "32-28 46x23"), "W:W35,K50:BK23");
    // Before the crowning there was no class at all.
    assert_eq!(after(&game, "W:W7,31,32:BK46", "7-1"), "B:W31,32,K1:BK46");
}

#[test]
fn the_balance_of_russian_endings_counts_through_moves_of_men() {
    let game = Checkers::new(RuleSet::RUSSIAN);
    let moves = "g1-h2 b8-a7 a3-b4 a7-b8 h2-g1 b8-a7";
    assert_eq!(after(&game, "W:WKg1,a3:BKb8,h6", moves), "W:Wb4,Kg1:Bh6,Ka7:H3:P6");
}

#[test]
fn a_win_on_the_last_move_is_a_win() {
    let game = International::new(RuleSet::INTERNATIONAL);
    let mut played = PlayedGame::new(&game, game.parse_position("W:WK50,K46:BK19:H9:M9").unwrap());
    let mv = game.parse_move(&played, "46x14").unwrap();
    played.play(&game, mv);
    let outcome = played.outcome(&game).unwrap();
    assert_eq!((outcome.ending, outcome.reason), (Ending::Win(Side::First), "no pieces"));
}

#[test]
fn the_third_occurrence_is_a_draw_and_the_second_is_not() {
    // A player may "demonstrate" it in English draughts [wcdf-rules, 1.32.1]; by the FMJD a game "is
    // considered a draw" [fmjd-rules, 6.1] [fmjd-64, 7.2.3].
    let claim = (8, Outcome::claimable_draw("threefold repetition"));
    let end = (8, Outcome::draw("threefold repetition"));
    let english = Checkers::new(RuleSet::ENGLISH);
    for game in [english, english.with_dagaz_draws()] {
        assert_eq!(dance(&game, "W:WK30:BK1", SMALL_DANCE), claim);
    }
    let russian = Checkers::new(RuleSet::RUSSIAN);
    for game in [russian, russian.with_dagaz_draws(), Checkers::new(RuleSet::BRAZILIAN)] {
        assert_eq!(dance(&game, "W:WKg1,Kc1:BKb8,Kd8", EDGE_DANCE), end);
    }
    let game = International::new(RuleSet::INTERNATIONAL);
    for game in [game, game.with_dagaz_draws()] {
        assert_eq!(dance(&game, "W:WK50,K48:BK1,K3", LARGE_DANCE), end);
    }
}

#[test]
fn who_cannot_move_has_lost() {
    let game = Checkers::new(RuleSet::ENGLISH);
    let blocked = PlayedGame::new(&game, game.parse_position("B:W8,K15,K16:B4,11").unwrap());
    assert_eq!(blocked.outcome(&game), None, "11 can still capture");
    let blocked = PlayedGame::new(&game, game.parse_position("B:W8,K11:B4").unwrap());
    assert_eq!(blocked.outcome(&game), Some(Outcome::win(Side::Second, "no move")));
}
