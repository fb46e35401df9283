//! Games in files: PDN as it is written, and as others write it.

use plyglot::core::Side;
use plyglot::game::notation::{GameRecord, Header};
use plyglot::game::{Ending, Notation, PlayedGame, Rules};
use plyglot::games::draughts::{Board, Checkers, Draughts, International, RuleSet};

/// Plays the moves of a record.
fn replayed<B: Board>(game: &Draughts<B>, record: &GameRecord) -> PlayedGame<Draughts<B>> {
    let setup =
        record.setup.as_ref().map_or_else(|| game.start(), |fen| game.parse_position(fen).unwrap());
    let mut played = PlayedGame::new(game, setup);
    for mv in &record.moves {
        let mv = game.parse_move(&played, &mv.text).unwrap_or_else(|e| panic!("{mv:?}: {e}"));
        played.play(game, mv);
    }
    played
}

#[test]
fn a_game_is_written_and_read_back() {
    let game = International::new(RuleSet::INTERNATIONAL);
    let mut played = PlayedGame::new(&game, game.start());
    for text in "32-28 19-23 28x19 14x23 33-28 23x32 37x28 16-21".split(' ') {
        let mv = game.parse_move(&played, text).unwrap();
        played.play(&game, mv);
    }
    let mut comments = vec![String::new(); 8];
    comments[2] = "a {brace} and more".to_owned();
    let tags = [("First", "A \"b\"".to_owned()), ("Second", "C".to_owned())];
    let header = Header { tags: &tags, comments: &comments, result: Some(Some(Side::Second)) };
    let text = game.write_game(&played, &header).unwrap();
    let expected = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"-\"]\n\
        [White \"A \\\"b\\\"\"]\n[Black \"C\"]\n[Result \"0-2\"]\n[GameType \"20\"]\n\
        [PlyCount \"8\"]\n\n1. 32-28 19-23 2. 28x19 {a {brace) and more} 2... 14x23 3. 33-28 \
        23x32 4. 37x28\n16-21 0-2\n\n";
    assert_eq!(text, expected);
    let record = game.read_game(text.as_bytes()).unwrap();
    assert_eq!(replayed(&game, &record).moves_played(), played.moves_played());
    assert_eq!(record.claim, Some(Ending::Win(Side::Second)));
}

#[test]
fn english_players_keep_their_colours() {
    let game = Checkers::new(RuleSet::ENGLISH);
    let text = "[White \"Tinsley\"]\n[Black \"Chinook\"]\n[Result \"0-1\"]\n1. 11-15 23-19 0-1";
    let record = game.read_game(text.as_bytes()).unwrap();
    assert_eq!(record.tags[0], ("Second", "Tinsley".to_owned()));
    assert_eq!(record.claim, Some(Ending::Win(Side::First)));
    let played = replayed(&game, &record);
    assert_eq!(played.moves_played().len(), 2);
    // White's share comes first though Black begins, and a game is worth one point [pdn-3, Result tag].
    for (result, written) in [
        (Some(Some(Side::First)), "0-1"),
        (Some(Some(Side::Second)), "1-0"),
        (Some(None), "1/2-1/2"),
        (None, "*"),
    ] {
        let text = game.write_game(&played, &Header { tags: &[], comments: &[], result }).unwrap();
        assert!(text.contains(&format!("[Result \"{written}\"]")), "{text}");
        assert!(text.trim_end().ends_with(&format!("1. 11-15 23-19 {written}")), "{text}");
        let claim = result.map(|winner| winner.map_or(Ending::Draw, Ending::Win));
        assert_eq!(game.read_game(text.as_bytes()).unwrap().claim, claim, "{text}");
    }
}

#[test]
fn records_of_many_hands_are_read() {
    let game = International::new(RuleSet::INTERNATIONAL);
    let texts = [
        "1. 32-28 19-23 2. 28x19 14x23 1-0",
        "1.32-28 19-23 2.28x19 14x23 2-0",
        "1. 32 - 28 19 - 23\n2. 28 x 19 14 x 23 *",
        "1 32-28 19-23 2 28:19 14:23",
        "32-28, 19-23, 28x19x23, 14x23x19",
        "[Event \"x\"]\r\n\r\n1. 32-28! {(a) comment} 19-23?! (1... 18-23 (1... 20-25))\n2. 28x19 $3\r\n\
         ; to the end 1-0\r\n14x23+",
        "\u{feff}[GameType \"20,W,10,10,N2,0\"] [Result \"1-1\"]\n\
         1. 32–28 19–23 2. 28х19 14×23 1/2-1/2",
        "[FEN \"W:W31-50:B1-20.\"]\n1. 3228 1923 2. 2819 1423\n\n[Event \"another\"]\n1. 31-26",
    ];
    for text in texts {
        let record = game.read_game(text.as_bytes()).unwrap_or_else(|e| panic!("{text}: {e}"));
        let played = replayed(&game, &record);
        let end = game.position_text(played.position());
        assert_eq!(end, "W:W31,33-50:B1-13,15-18,20,23", "{text}");
        assert_eq!(record.setup, None, "{text}: it is the start position");
    }
    let russian = Checkers::new(RuleSet::RUSSIAN);
    for text in ["1. c3-d4 d6-c5 2. b2-c3", "1.с3-d4 d6-с5 2.b2-с3", "1. 22-18 9-13 2. 25-22"] {
        let record = russian.read_game(text.as_bytes()).unwrap();
        assert_eq!(replayed(&russian, &record).moves_played().len(), 3, "{text}");
    }
}

#[test]
fn what_cannot_be_read_says_its_line() {
    let game = International::new(RuleSet::INTERNATIONAL);
    let cases = [
        (
            "1. 32-28\n19-23 banana",
            "line 2: found `banana`, expected a move, a result or a comment",
        ),
        ("1. 32-28 {never ends", "line 1: a comment that begins here has no end"),
        ("\n(1. 32-28 {x}", "line 2: a variation that begins here has no end"),
        ("[Event \"x\"", "line 1: a tag that begins here has no end"),
        ("[GameType \"25\"]", "line 1: GameType 25 is russian, not draughts: say `--game russian`"),
        ("[Event \"x\"]\n[FEN \"\"]", "line 2: position: side to move: found ``, expected W or B"),
    ];
    for (text, expected) in cases {
        assert_eq!(game.read_game(text.as_bytes()).unwrap_err().to_string(), expected);
    }
    for bytes in [&b""[..], b"\xff\xfe", b"[", b"{}", b")))", b"-", b"x", b"1-"] {
        let _ = game.read_game(bytes);
    }
}
