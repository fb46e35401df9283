//! Chess: draws, what counts as the same position, and text.

use super::games::{line_of, wander};
use plyglot::core::{Settings, Value};
use plyglot::game::{MoveError, Notation, Outcome, Rules};
use plyglot::games::Game;
use plyglot::games::chess::Chess;
use plyglot_conformance::game::check_explanations;
use plyglot_conformance::game::check_game;
use plyglot_conformance::laws::encoding_collisions;

fn outcome_of(fen: &str, moves: &str) -> Option<(&'static str, bool)> {
    let chess = Chess::default();
    let outcome = line_of(&chess, fen, moves).outcome(&chess)?;
    Some((outcome.reason, outcome.claim))
}

#[test]
fn the_board_ends_the_game_by_mate_and_stalemate() {
    let chess = Chess::default();
    let fools_mate = line_of(&chess, "startpos", "f2f3 e7e5 g2g4 d8h4");
    let mated = Outcome::win(plyglot::core::Side::Second, "checkmate");
    assert_eq!(fools_mate.outcome(&chess), Some(mated));
    assert!(fools_mate.moves(&chess).is_empty());
    let stalemate = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
    assert_eq!(outcome_of(stalemate, ""), Some(("stalemate", false)));
    assert_eq!(outcome_of("startpos", "e2e4"), None);
}

#[test]
fn material_that_can_never_mate_is_a_draw() {
    for (men, dead) in [
        ("8/8/4k3/8/8/3K4/8/8", true),
        ("8/8/4k3/8/8/3KB3/8/8", true),
        ("8/8/4kn2/8/8/3K4/8/8", true),
        ("8/8/4kb2/8/8/3KB3/8/8", true), // Both bishops on dark squares.
        ("8/1b6/4kb2/8/8/3KB3/1B6/8", false), // Bishops on both colours.
        ("8/8/4k1b1/8/8/3KB3/8/8", false), // One on each colour: a corner mate exists.
        ("8/8/4k3/8/8/3KBB2/8/8", false),
        ("8/8/4k3/8/1B2B3/3KB3/8/8", false),
        ("8/8/1B2k3/8/1B1B4/3K4/5B2/8", true), // Four, all on dark squares.
        ("8/8/4k3/8/8/3KNN2/8/8", false),
        ("8/8/4kn2/8/8/3KN3/8/8", false),
        ("8/8/4kn2/8/8/3KB3/8/8", false),
        ("8/8/4k3/8/4P3/3K4/8/8", false),
        ("8/8/5k2/8/8/3KR3/8/8", false),
        ("8/8/5k2/8/8/3KQ3/8/8", false),
    ] {
        let expected = dead.then_some(("insufficient material", false));
        assert_eq!(outcome_of(&format!("{men} w - - 0 1"), ""), expected, "{men}");
    }
}

#[test]
fn fifty_moves_are_a_claim_and_seventy_five_are_the_end() {
    let rook = |halfmoves: u32| format!("7k/8/8/8/8/8/R6P/K7 w - - {halfmoves} 100");
    assert_eq!(outcome_of(&rook(98), "a2b2"), None);
    assert_eq!(outcome_of(&rook(99), "a2b2"), Some(("fifty-move rule", true)));
    assert_eq!(outcome_of(&rook(148), "a2b2"), Some(("fifty-move rule", true)));
    assert_eq!(outcome_of(&rook(149), "a2b2"), Some(("seventy-five-move rule", false)));
    assert_eq!(outcome_of(&rook(149), "h2h3"), None, "a pawn move begins the count anew");
    // Mate on the last move counts (9.6.2).
    let mate = "7k/8/6K1/8/8/8/8/R7 w - - 149 120";
    assert_eq!(outcome_of(mate, "a1a8"), Some(("checkmate", false)));
    let chess = Chess::default();
    let pos = chess.parse_position(&rook(137)).unwrap();
    assert_eq!(chess.counters(&pos), [("fifty-move rule", 137, 100)]);
    assert!(!line_of(&chess, &rook(150), "").moves(&chess).is_empty(), "the board has moves");
}

#[test]
fn the_third_occurrence_may_be_claimed() {
    let there_and_back = "g1f3 g8f6 f3g1 f6g8 ";
    assert_eq!(outcome_of("startpos", there_and_back), None);
    let twice = there_and_back.repeat(2);
    assert_eq!(outcome_of("startpos", &twice), Some(("threefold repetition", true)));
    // Not one occurrence of it when the right to castle has gone in between.
    let rooks = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let lost = "h1g1 h8g8 g1h1 g8h8 ".repeat(2);
    assert_eq!(outcome_of(rooks, &lost), None);
    let again = "h1g1 h8g8 g1h1 g8h8 ".repeat(3);
    assert_eq!(outcome_of(rooks, &again), Some(("threefold repetition", true)));
}

#[test]
fn a_double_step_counts_only_where_it_can_be_taken() {
    let kings = " e8e7 e1d1 e7e8 d1e1".repeat(2);
    // After e2e4 the pawn on d4 may take: that position does not come back.
    let takeable = "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1";
    assert_eq!(outcome_of(takeable, &format!("e2e4{kings}")), None);
    let once_more = " e8e7 e1d1 e7e8 d1e1";
    let claim = Some(("threefold repetition", true));
    assert_eq!(outcome_of(takeable, &format!("e2e4{kings}{once_more}")), claim);
    // Nobody beside it: the first position is like the others.
    let safe = "4k3/8/8/8/2p5/8/4P3/4K3 w - - 0 1";
    assert_eq!(outcome_of(safe, &format!("e2e4{kings}")), claim);
}

#[test]
fn the_en_passant_square_is_in_the_key_only_if_the_capture_is_legal() {
    let chess = Chess::default();
    for (fen, legal) in [
        ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", true),
        ("4k3/8/8/8/2p1P3/8/8/4K3 b - e3 0 1", false),
        // The only taker is pinned on its file, or both pawns leave the rank of a rook.
        ("3k4/8/8/8/3pP3/8/8/3RK3 b - e3 0 1", false),
        ("8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1", false),
    ] {
        let with = chess.parse_position(fen).unwrap();
        let without = chess.parse_position(&fen.replace("e3", "-")).unwrap();
        assert_eq!(chess.key(&with) != chess.key(&without), legal, "{fen}");
        assert_eq!(chess.position_key(&with) != chess.position_key(&without), legal, "{fen}");
        assert_eq!(with != without, legal, "{fen}");
        assert_eq!(chess.position_text(&with).contains("e3"), legal, "{fen}");
    }
}

#[test]
fn the_position_key_does_not_know_whose_turn_it_is() {
    let chess = Chess::default();
    let fen = "r3k2r/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/R3K2R w KQkq - 0 1";
    let white = chess.parse_position(fen).unwrap();
    let black = chess.parse_position(&fen.replace(" w ", " b ")).unwrap();
    assert_eq!(chess.position_key(&white), chess.position_key(&black));
    assert_ne!(chess.key(&white), chess.key(&black));
    let bare = chess.parse_position(&fen.replace("KQkq", "-")).unwrap();
    assert_ne!(chess.position_key(&white), chess.position_key(&bare));
}

#[test]
fn no_position_comes_back_after_an_irreversible_move() {
    let chess = Chess::default();
    let fen = "r3k2r/p7/8/8/8/8/P7/R3Kn1R w KQkq - 0 1";
    let pos = chess.parse_position(fen).unwrap();
    let line = line_of(&chess, fen, "");
    for (text, irreversible) in
        [("a2a3", true), ("e1f1", true), ("e1e2", true), ("h1h2", true), ("e1c1", true)]
    {
        let mv = chess.parse_move(&line, text).unwrap();
        assert_eq!(chess.is_irreversible(&pos, mv), irreversible, "{text}");
    }
    let fen = "r3k2r/p7/8/8/8/8/P7/R3Kn1R w - - 0 1";
    let pos = chess.parse_position(fen).unwrap();
    let line = line_of(&chess, fen, "");
    for (text, irreversible) in [("a2a3", true), ("e1f1", true), ("e1e2", false), ("h1h2", false)] {
        let mv = chess.parse_move(&line, text).unwrap();
        assert_eq!(chess.is_irreversible(&pos, mv), irreversible, "{text}");
    }
}

#[test]
fn castling_is_read_in_every_spelling_and_written_as_the_variant_wants() {
    let rooks = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    for (chess, short, long) in
        [(Chess::default(), "e1g1", "e1c1"), (Chess::new(true), "e1h1", "e1a1")]
    {
        let played = line_of(&chess, rooks, "");
        for (spellings, written) in
            [(["e1g1", "e1h1", "O-O", "E1G1"], short), (["e1c1", "e1a1", "O-O-O", "E1A1"], long)]
        {
            for text in spellings {
                let mv = chess.parse_move(&played, text).unwrap();
                assert_eq!(chess.move_text(played.position(), mv), written, "{text}");
            }
        }
    }
}

#[test]
fn in_chess960_a_king_step_goes_before_castling() {
    let chess = Chess::new(true);
    // King on f1, rook on h1: f1g1 is a step, only f1h1 castles.
    let played = line_of(&chess, "4k3/8/8/8/8/8/8/5K1R w H - 0 1", "");
    let stepped = line_of(&chess, "4k3/8/8/8/8/8/8/5K1R w H - 0 1", "f1g1");
    assert_eq!(chess.position_text(stepped.position()), "4k3/8/8/8/8/8/8/6KR b - - 1 1");
    let castled = line_of(&chess, "4k3/8/8/8/8/8/8/5K1R w H - 0 1", "f1h1");
    assert_eq!(chess.position_text(castled.position()), "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
    assert_eq!(played.moves(&chess).len(), 14);
    // King on b1, castling long to c1 with the rook on a1: the step to c1 is another move.
    let long = line_of(&chess, "4k3/8/8/8/8/8/8/RK6 w A - 0 1", "b1a1");
    assert_eq!(chess.position_text(long.position()), "4k3/8/8/8/8/8/8/2KR4 b - - 1 1");
}

#[test]
fn moves_are_read_in_coordinates_and_in_algebraic_notation() {
    let chess = Chess::default();
    let promotion = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1";
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    for (fen, text, written) in [
        ("startpos", "e2e4", "e2e4"),
        ("startpos", "E2E4", "e2e4"),
        ("startpos", "e4", "e2e4"),
        ("startpos", "Nf3", "g1f3"),
        (promotion, "a7a8q", "a7a8q"),
        (promotion, "a7a8N", "a7a8n"),
        (promotion, "a8=R+", "a7a8r"),
        (kiwipete, "Qxf6", "f3f6"),
        (kiwipete, "dxe6", "d5e6"),
        (kiwipete, "b1", ""),
    ] {
        let played = line_of(&chess, fen, "");
        let read = chess.parse_move(&played, text);
        let read = read.map(|mv| chess.move_text(played.position(), mv)).unwrap_or_default();
        assert_eq!(read, written, "{fen} {text}");
    }
}

#[test]
fn moves_that_cannot_be_played_are_refused_with_the_reason() {
    let chess = Chess::default();
    let over = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
    let expected = "two squares, as in e2e4 or e7e8q, or algebraic, as in Nf3";
    for (fen, text, reason) in [
        (
            "startpos",
            "e2e5",
            "`e2e5` is not legal here: a pawn does not go from e2 to e5".to_owned(),
        ),
        ("startpos", "Nd2", "`Nd2` is not legal here: an own pawn stands on d2".to_owned()),
        ("startpos", "O-O", "`O-O` is not legal here: the bishop on f1 is in the way".to_owned()),
        ("startpos", "e7e8x", format!("`e7e8x` is not a move, expected {expected}")),
        ("startpos", "", format!("`` is not a move, expected {expected}")),
        ("startpos", "0000", format!("`0000` is not a move, expected {expected}")),
        ("startpos", "zug", format!("`zug` is not a move, expected {expected}")),
        ("startpos", "é2é4", format!("`é2é4` is not a move, expected {expected}")),
        (
            "4k3/P7/8/8/8/8/8/4K3 w - - 0 1",
            "a7a8",
            "`a7a8` is not legal here: a pawn on the last rank becomes a piece, as in a7a8q"
                .to_owned(),
        ),
        (
            "4k3/P7/8/8/8/8/8/4K3 w - - 0 1",
            "a7a8k",
            "`a7a8k` is not legal here: a pawn becomes a queen, a rook, a bishop or a knight"
                .to_owned(),
        ),
        (over, "h8h7", "`h8h7` cannot be played: the game is over (stalemate)".to_owned()),
    ] {
        let line = line_of(&chess, fen, "");
        assert_eq!(chess.parse_move(&line, text).unwrap_err().to_string(), reason);
    }
    // Analysis goes on where only a count or the material has ended the game.
    let drawn = line_of(&chess, "8/8/4k3/8/8/3K4/8/8 w - - 120 90", "");
    assert!(chess.parse_move(&drawn, "d3d4").is_ok());
    assert_ne!(
        chess.parse_move(&drawn, "d3d5"),
        Err(MoveError::Over { found: "d3d5".to_owned(), reason: "insufficient material" })
    );
}

#[test]
fn short_and_sloppy_fens_are_filled_up_and_tidied() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    let shredder = "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 3 20";
    for (fen, canonical) in [
        ("startpos", format!("{start} w KQkq - 0 1")),
        (start, format!("{start} w - - 0 1")),
        (&format!("{start} b"), format!("{start} b - - 0 1")),
        (&format!("  {start}   w  qK -  "), format!("{start} w Kq - 0 1")),
        (&format!("{start} w KQkq - 0 0"), format!("{start} w KQkq - 0 1")),
        (shredder, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 20".to_owned()),
        // Rights without a rook, without the king at home, for a rook elsewhere.
        ("4k3/8/8/8/8/8/4K3/R6R w KQkq - 0 1", "4k3/8/8/8/8/8/4K3/R6R w - - 0 1".to_owned()),
        ("4k3/8/8/8/8/8/8/1R2K2R w KQkq - 0 1", "4k3/8/8/8/8/8/8/1R2K2R w K - 0 1".to_owned()),
        // En passant squares behind nothing, or behind a piece.
        ("4k3/8/8/8/3p4/8/8/4K3 b - e3 0 1", "4k3/8/8/8/3p4/8/8/4K3 b - - 0 1".to_owned()),
        ("4k3/8/8/8/3pP3/4N3/8/4K3 b - e3 0 1", "4k3/8/8/8/3pP3/4N3/8/4K3 b - - 0 1".to_owned()),
        ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1".to_owned()),
        // Or where no double step ends, whoever moves.
        ("4k3/8/8/8/3pP3/8/8/4K3 w - e3 0 1", "4k3/8/8/8/3pP3/8/8/4K3 w - - 0 1".to_owned()),
        ("4k3/8/8/8/3pP3/8/8/4K3 b - e4 0 1", "4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1".to_owned()),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 177 200", "4k3/8/8/8/8/8/8/R3K3 w - - 177 200".to_owned()),
    ] {
        let chess = Chess::default();
        let pos = chess.parse_position(fen).unwrap();
        assert_eq!(chess.position_text(&pos), canonical, "{fen}");
    }
}

#[test]
fn chess960_rights_are_read_in_both_forms_and_written_by_file() {
    let chess = Chess::new(true);
    let rooks = "1r2k1r1/8/8/8/8/8/8/RR2K1R1";
    for (rights, canonical) in [
        ("KQkq", "GAgb"), // The outermost rooks.
        ("GBgb", "GBgb"),
        ("Bg", "Bg"),
        ("HAha", "A"), // No rook on h1, h8 or a8.
        ("-", "-"),
    ] {
        let pos = chess.parse_position(&format!("{rooks} w {rights} - 0 1")).unwrap();
        assert_eq!(chess.position_text(&pos), format!("{rooks} w {canonical} - 0 1"));
    }
}

#[test]
fn impossible_positions_are_refused_with_the_reason() {
    let kings = "4k3/8/8/8/8/8/8/4K3";
    let nine = "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w";
    let crowd = "4k3/8/8/8/8/N7/PPPPPPPP/RNBQKBNR w";
    for (fen, reason) in [
        ("", "board: found ``, expected 8 ranks with / between them, not 1"),
        ("8/8/8", "board: found `8/8/8`, expected 8 ranks with / between them, not 3"),
        ("4k3/8/8/8/8/8/7/4K3 w", "board: found `7`, expected 8 squares, not 7"),
        ("4k3/8/8/8/8/8/p8/4K3 w", "board: found `p8`, expected 8 squares, not 9"),
        (
            "4k3/8/8/8/8/8/3x4/4K3 w",
            "board: found `3x4`, expected PNBRQK, pnbrqk or digits, not `x`",
        ),
        ("4k3/8/8/8/8/8/9/4K3 w", "board: found `9`, expected PNBRQK, pnbrqk or digits, not `9`"),
        (
            "8/8/8/8/8/8/8/4K3 w",
            "board: found `0 kings of Black`, expected one king of each colour",
        ),
        (
            "4k3/8/8/8/8/8/8/3KK3 w",
            "board: found `2 kings of White`, expected one king of each colour",
        ),
        (nine, "board: found `9 pawns of White`, expected at most 8"),
        (crowd, "board: found `17 men of White`, expected at most 16"),
        (
            "4k2P/8/8/8/8/8/8/4K3 w",
            "board: found `pawn on h8`, expected pawns on ranks 2 to 7 only",
        ),
        (
            "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1",
            "board: found `4k3/8/8/8/8/8/4R3/4K3 w - - 0 1`, \
             expected the side that has just moved not to be in check",
        ),
        (&format!("{kings} x"), "side to move: found `x`, expected w or b"),
        (
            &format!("{kings} w KQxq"),
            "castling: found `KQxq`, \
             expected - or some of KQkq (in Chess960 also files, as in HAha)",
        ),
        (
            "4k3/8/8/8/8/8/8/1R2K2R w HB",
            "castling: found `HB`, \
             expected a king on the e-file and rooks on a or h, or UCI_Chess960 on",
        ),
        (&format!("{kings} w - e9"), "en passant: found `e9`, expected - or a square, as in e3"),
        (
            &format!("{kings} w - - -1 1"),
            "halfmove clock: found `-1`, expected a number up to 9999",
        ),
        (
            &format!("{kings} w - - 0 10000"),
            "move number: found `10000`, expected a number up to 9999",
        ),
        (
            &format!("{kings} w - - 0 1 bm e4"),
            "end: found `bm`, expected nothing after the move number",
        ),
    ] {
        let error = Chess::default().parse_position(fen).unwrap_err();
        assert_eq!(error.to_string(), format!("position: {reason}"), "{fen}");
    }
}

#[test]
fn text_is_read_back_as_it_was_written() {
    let frc = "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w KQkq - 0 1";
    for (chess, start) in [(Chess::default(), "startpos"), (Chess::new(true), frc)] {
        for seed in 0..25 {
            wander(&chess, start, seed, |played| {
                let pos = played.position();
                let text = chess.position_text(pos);
                let again = chess.parse_position(&text).unwrap();
                assert_eq!(&again, pos, "seed {seed}: {text}");
                assert_eq!(chess.position_text(&again), text, "seed {seed}");
                assert_eq!(chess.key(&again), chess.key(pos), "seed {seed}: {text}");
                for mv in played.moves(&chess) {
                    let written = chess.move_text(pos, mv);
                    assert_eq!(chess.parse_move(played, &written), Ok(mv), "seed {seed}: {text}");
                    let san = cozy_chess::util::display_san_move(pos.board(), mv).to_string();
                    assert_eq!(chess.parse_move(played, &san), Ok(mv), "seed {seed}: {text} {san}");
                }
            });
        }
    }
}

#[test]
fn chess_keeps_the_laws_in_both_variants() {
    for chess in [Chess::default(), Chess::new(true)] {
        check_game(&chess, &chess.evaluator(), &chess.indexer(), 1).unwrap();
        check_explanations(&chess, 1).unwrap();
        assert_eq!(encoding_collisions(&chess, 1, 20), 0);
    }
}

#[test]
fn a_slot_names_a_legal_move_or_nothing() {
    for chess in [Chess::default(), Chess::new(true)] {
        for seed in 50..54 {
            let mut met = 0;
            wander(&chess, "startpos", seed, |played| {
                met += 1;
                // There are 65536 codes to ask about.
                if met % 8 != seed % 8 {
                    return;
                }
                let (pos, mut moves) = (played.position(), Vec::new());
                chess.legal_moves(pos, &mut moves);
                let mut found: Vec<_> = (0..=u16::MAX)
                    .filter_map(|encoded| Some((encoded, chess.decode_move(pos, encoded)?)))
                    .collect();
                let mut expected: Vec<_> =
                    moves.iter().map(|&mv| (Chess::encode_move(mv), mv)).collect();
                found.sort_by_key(|(encoded, _)| *encoded);
                expected.sort_by_key(|(encoded, _)| *encoded);
                assert_eq!(found, expected, "seed {seed}: {pos:?}");
            });
        }
    }
}

#[test]
fn counting_moves_is_listing_them() {
    let chess = Chess::default();
    let mut seen_in_all = 0;
    for seed in 100..120 {
        wander(&chess, "startpos", seed, |played| {
            let moves = played.moves(&chess);
            assert_eq!(chess.count_moves(played.position()), moves.len() as u64);
            let mut encoded: Vec<u16> = moves.iter().map(|&mv| Chess::encode_move(mv)).collect();
            encoded.sort_unstable();
            encoded.dedup();
            assert_eq!(encoded.len(), moves.len(), "encoded moves are distinct");
            seen_in_all += encoded.len();
        });
    }
    assert!(seen_in_all > 10_000, "{seen_in_all}");
}

#[test]
fn the_diagram_shows_the_board_as_white_sees_it() {
    let chess = Chess::default();
    let played = line_of(&chess, "startpos", "e2e4");
    let diagram = [
        "8  r n b q k b n r",
        "7  p p p p p p p p",
        "6  . . . . . . . .",
        "5  . . . . . . . .",
        "4  . . . . P . . .",
        "3  . . . . . . . .",
        "2  P P P P . P P P",
        "1  R N B Q K B N R",
        "   a b c d e f g h",
        "Black to move",
        "",
    ];
    assert_eq!(chess.diagram_text(played.position()), diagram.join("\n"));
}

#[test]
fn the_variant_and_the_option_both_ask_for_chess960() {
    let mut settings = Settings::defaults(&Chess::options());
    assert_eq!(Chess::open("chess", &settings), Ok(Chess::new(false)));
    assert_eq!(Chess::open("chess960", &settings), Ok(Chess::new(true)));
    settings.set("UCI_Chess960", Value::Check(true));
    assert_eq!(Chess::open("chess", &settings), Ok(Chess::new(true)));
    settings.set("UCI_Chess960", Value::Check(false));
    assert_eq!(Chess::open("chess", &settings), Ok(Chess::new(false)));
}
