//! Games as PGN: as we write them, and as others do.

use plyglot::core::Side;
use plyglot::game::notation::{GameRecord, Header};
use plyglot::game::{Ending, Notation, PlayedGame};
use plyglot::games::chess::Chess;

use super::games::{line_of, wander};

/// Plays the moves of a record.
fn replayed(chess: &Chess, record: &GameRecord) -> PlayedGame<Chess> {
    let mut played = line_of(chess, record.setup.as_deref().unwrap_or("startpos"), "");
    for mv in &record.moves {
        let mv = chess.parse_move(&played, &mv.text).unwrap_or_else(|e| panic!("{mv:?}: {e}"));
        played.play(chess, mv);
    }
    played
}

#[test]
fn any_game_is_read_back_as_it_was_written() {
    let knights = "7k/8/1N3N2/8/8/1N3N2/8/K7 w - - 0 1";
    let queens = "3Q3Q/8/8/8/1p6/2k5/8/K2Q3Q b - - 12 60";
    let pawns = "6k1/1PpPp3/8/1pP1Pp2/8/8/8/R3K2R w KQ b6 0 30";
    let frc = "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w KQkq - 0 1";
    for (chess960, start) in [
        (false, "startpos"),
        (false, knights),
        (false, queens),
        (false, pawns),
        (true, frc),
        (true, "startpos"),
    ] {
        let chess = Chess::new(chess960);
        for seed in 0..6 {
            let mut last = None;
            wander(&chess, start, seed, |played| last = Some(played.clone()));
            let played = last.unwrap();
            let comments = vec!["a ; (b] \"c\"".to_owned(); played.moves_played().len()];
            let result = Some(Some(Side::Second));
            let header = Header { tags: &[], comments: &comments, result };
            let text = chess.write_game(&played, &header).unwrap();
            let variant = chess.read_rules(text.as_bytes()).unwrap().variant.unwrap();
            assert_eq!(variant == "chess960", chess960);
            let record = chess.read_game(text.as_bytes()).unwrap();
            let again = replayed(&chess, &record);
            assert_eq!(again.positions(), played.positions(), "{text}");
            assert_eq!(again.moves_played(), played.moves_played(), "{text}");
            assert_eq!(record.claim, Some(Ending::Win(Side::Second)));
        }
    }
}

#[test]
fn records_of_many_hands_are_read() {
    let chess = Chess::default();
    let end = "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4";
    for text in [
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *",
        "1.e4 e5 2.Nf3 Nc6 3.Bb5 a6",
        "e4 e5 Nf3 Nc6 Bb5 a6 1-0",
        "1. e2-e4 e7-e5 2. Ng1-f3 Nb8-c6 3. Bf1-b5 a7-a6 1/2-1/2",
        "1. e2e4 e7e5 2. g1f3 b8c6 3. f1b5 a7a6 0-1",
        "\u{feff}[Event \"x [y]\"]\r\n[White \"A \\\"b\\\"\"]\r\n\r\n1. e4! {[%clk 0:01]\r\n[x]} 1... e5 $10\r\n\
         2. Nf3 (2. f4 exf4 (2... d5 {)} 3. exd5) 3. Nf3) 2... Nc6!? ; the Ruy\r\n% escaped )\r\n3. Bb5 +- a6 *\r\n\
         \r\n[Event \"another\"]\r\n\r\n1. d4 *\r\n",
        "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6",
        "[Variant \"From Position\"] [SetUp \"1\"]\n\
         [FEN \"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\"]\n2. Nf3 Nc6 3. Bb5 a6 *",
    ] {
        chess.read_rules(text.as_bytes()).unwrap();
        let record = chess.read_game(text.as_bytes()).unwrap_or_else(|e| panic!("{text}: {e}"));
        let played = replayed(&chess, &record);
        assert_eq!(chess.position_text(played.position()), end, "{text}");
    }
    // Latin-1, castling with zeros, en passant, promotion.
    let bytes = b"[White \"M\xfcller\"]\n[FEN \"4k3/P7/8/2pP4/8/8/8/R3K2R w KQ c6 0 1\"]\n1. dxc6e.p. Kf8 2. a8Q+ Ke7 3. 0-0-0";
    let record = chess.read_game(bytes).unwrap();
    assert_eq!(record.tags, [("First", "Müller".to_owned())]);
    assert_eq!(replayed(&chess, &record).moves_played().len(), 5);
    let lines: Vec<usize> = record.moves.iter().map(|mv| mv.line).collect();
    assert_eq!(lines, [3; 5]);
}

#[test]
fn what_cannot_be_read_says_its_line_and_word() {
    let chess = Chess::default();
    for (text, expected) in [
        ("", "line 1: found no game, expected tags or moves"),
        ("1. e4\ne5 2. banana", "line 2: found `banana`, expected a move, a result or a comment"),
        ("1. e4 --", "line 1: found `--`, expected a move, a result or a comment"),
        ("1. e4 {never ends", "line 1: a comment that begins here has no end"),
        ("\n(1. e4", "line 2: a variation that begins here has no end"),
        (
            "[Event \"x\"]\n[FEN \"8/8/8/8/8/8/8/Kk6 w - - 0 1\"]",
            "line 2: position: board: found `kings on a1 and b1`, \
             expected kings that are not side by side",
        ),
    ] {
        assert_eq!(chess.read_game(text.as_bytes()).unwrap_err().to_string(), expected, "{text}");
    }
    let other = chess.read_rules(b"[Event \"x\"]\n[Variant \"Atomic\"]").unwrap_err();
    let expected = "line 2: found variant `Atomic`, expected standard chess or Chess960";
    assert_eq!(other.to_string(), expected);
}
