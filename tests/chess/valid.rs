//! Which boards are positions of chess: those that are none are refused with the reason, and those
//! that are taken can be played.

use plyglot::core::rng;
use plyglot::game::{Notation, PlayedGame, Rules};
use plyglot::games::chess::Chess;
use rand::RngExt;
use rand_pcg::Pcg64;

#[test]
fn boards_that_no_game_reaches_are_refused_with_the_reason() {
    for (fen, reason) in [
        (
            "8/8/8/8/8/7R/7R/Kk6 w",
            "found `kings on a1 and b1`, expected kings that are not side by side",
        ),
        (
            "8/8/8/3k4/4K3/8/8/8 b",
            "found `kings on e4 and d5`, expected kings that are not side by side",
        ),
        ("k7/8/8/8/8/8/8/K6r w", ""),
        ("k7/8/8/8/8/8/8/K6R b", ""),
        (
            "k6R/8/8/8/8/8/8/K7 w",
            "found `k6R/8/8/8/8/8/8/K7 w`, expected the side that has just moved not to be in check",
        ),
        (
            "k7/1P6/8/8/8/8/8/K7 w",
            "found `k7/1P6/8/8/8/8/8/K7 w`, expected the side that has just moved not to be in check",
        ),
        (
            "k7/2N5/8/8/8/8/8/K7 w",
            "found `k7/2N5/8/8/8/8/8/K7 w`, expected the side that has just moved not to be in check",
        ),
        ("k6R/8/2N5/3B4/8/8/8/K7 b", ""),
        (
            "k6R/2N5/8/3B4/8/8/8/K7 b",
            "found `check to Black from d5, c7, h8`, expected at most two men giving check",
        ),
        ("k6R/2N5/8/8/8/8/8/K7 b", ""),
        (
            "3R4/8/8/3k4/8/8/3R4/K7 b",
            "found `check to Black from d2, d8`, expected a double check that a move can have given",
        ),
        (
            "8/8/8/R2k3R/8/8/8/K7 b",
            "found `check to Black from a5, h5`, expected a double check that a move can have given",
        ),
        ("8/8/8/8/8/7b/8/b1k4K w", ""),
    ] {
        let taken = Chess::default().parse_position(&format!("{fen} - - 0 1"));
        let error = taken.err().map_or(String::new(), |error| error.to_string());
        let reason = reason.replace("`, expected the side", " - - 0 1`, expected the side");
        let expected =
            if reason.is_empty() { reason } else { format!("position: board: {reason}") };
        assert_eq!(error, expected, "{fen}");
    }
}

/// The panic was `No king was found`, in the search and wherever else a line is played.
#[test]
fn boards_made_of_nonsense_are_played_or_refused() {
    let mut rng = rng::seeded(20);
    let (mut taken, mut refused) = (0, 0);
    for _ in 0..20_000 {
        let chess = Chess::new(rng.random());
        let fen = crowd(&mut rng);
        let Ok(pos) = chess.parse_position(&fen) else {
            refused += 1;
            continue;
        };
        taken += 1;
        let mut played = PlayedGame::new(&chess, pos);
        for _ply in 0..12 {
            let moves = played.moves(&chess);
            assert_eq!(moves.is_empty(), chess.count_moves(played.position()) == 0, "{fen}");
            if moves.is_empty() {
                break;
            }
            played.play(&chess, moves[rng.random_range(0..moves.len())]);
            let text = chess.position_text(played.position());
            let again = chess.parse_position(&text);
            assert_eq!(again.as_ref(), Ok(played.position()), "{fen}");
        }
    }
    assert!(taken > 2000 && refused > 2000, "{taken} taken, {refused} refused");
}

/// Kings, a few men and an en passant square anywhere.
fn crowd(rng: &mut Pcg64) -> String {
    let mut board = [' '; 64];
    let men = rng.random_range(0..12);
    for man in "KkKk".chars().take(2 + usize::from(rng.random_ratio(1, 50))) {
        board[rng.random_range(0..64)] = man;
    }
    for _ in 0..men {
        let square = rng.random_range(0..64);
        let man = char::from(b"PPPPNBRQppppnbrq"[rng.random_range(0..16)]);
        if !matches!(board[square], 'K' | 'k') && (8..56).contains(&square) {
            board[square] = man;
        }
    }
    let rows: Vec<String> =
        board.chunks(8).map(|row| row.iter().collect::<String>().replace(' ', "1")).collect();
    let side = if rng.random() { "w" } else { "b" };
    let file = char::from(b'a' + rng.random_range(0..8));
    let rank = rng.random_range(1..9);
    format!("{} {side} KQkq {file}{rank} 0 1", rows.join("/"))
}
