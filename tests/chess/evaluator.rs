//! Chess: what the evaluator thinks of positions, and what the search makes of it.

use std::sync::Arc;

use super::games::{line_of, wander};
use plyglot::core::{Limits, Score};
use plyglot::game::{Evaluator, NodeTactics, Notation, Rules, Tactics};
use plyglot::games::Game;
use plyglot::games::chess::{Chess, Move, Position};
use plyglot::search::time::{Budget, WallTimer};
use plyglot::search::{
    AlphaBeta, Player, SearchControl, SearchInfo, SearchOptions, SearchRequest, TranspositionTable,
};

/// The position with colours changed and ranks turned over.
fn mirrored(chess: &Chess, pos: &Position) -> Position {
    let text = chess.position_text(pos);
    let mut fields = text.split(' ');
    let ranks: Vec<&str> = fields.next().unwrap().split('/').rev().collect();
    let swap = |text: &str| -> String {
        let other = |c: char| {
            if c.is_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() }
        };
        text.chars().map(other).collect()
    };
    let board = swap(&ranks.join("/"));
    let side = if fields.next() == Some("w") { "b" } else { "w" };
    let castling = swap(fields.next().unwrap());
    chess.parse_position(&format!("{board} {side} {castling}")).unwrap()
}

#[test]
fn the_judge_has_no_favourite_colour_and_its_terms_add_up() {
    let (chess, mut judged) = (Chess::default(), 0);
    let evaluator = chess.evaluator();
    for seed in 200..230 {
        wander(&chess, "startpos", seed, |played| {
            let pos = played.position();
            let score = evaluator.evaluate(&chess, pos);
            let other = evaluator.evaluate(&chess, &mirrored(&chess, pos));
            assert_eq!(score, other, "seed {seed}: {}", chess.position_text(pos));
            let terms = evaluator.explain(&chess, pos);
            let sum: i32 = terms.iter().map(|(_, term)| term.raw()).sum();
            assert_eq!(sum, score.raw(), "{terms:?}");
            judged += 1;
        });
    }
    assert!(judged > 3000, "{judged}");
}

#[test]
fn each_term_of_the_judge_has_its_say() {
    let chess = Chess::default();
    for (term, better, worse) in [
        ("material", "4k3/8/8/8/8/8/3Q4/4K3 w", "4k3/8/8/8/8/8/3R4/4K3 w"),
        ("placement", "4k3/8/8/4N3/8/8/P7/4K3 w", "4k3/8/8/8/8/8/P7/N3K3 w"),
        ("mobility", "4k3/8/8/3R4/8/8/7P/4K3 w", "4k3/8/8/8/8/7P/7R/6K1 w"),
        ("bishop pair", "4k3/8/8/8/8/8/8/2B1KB2 w", "4k3/8/8/8/8/8/8/2N1KB2 w"),
        ("passed pawns", "k7/8/4P3/8/8/8/8/K7 w", "k7/8/8/8/8/4P3/8/K7 w"),
        ("passed pawns", "7k/8/4P3/4K3/8/8/8/8 w", "4k3/8/4P3/8/8/8/8/4K3 w"),
        ("pieces", "rnbqkb1r/8/8/8/8/8/P7/2BQKB1R w", "rnbqkb1r/8/8/8/8/8/7P/2BQKB1R w"),
        ("pieces", "4k3/8/4N3/3P4/8/8/8/4K3 w", "4k3/5p2/4N3/3P4/8/8/8/4K3 w"),
        ("threats", "4k3/8/8/3n4/2P5/8/8/4K3 w", "4k3/8/8/2n5/2P5/8/8/4K3 w"),
        ("pawns", "4k3/8/8/8/8/8/4PP2/4K3 w", "4k3/8/8/8/8/4P3/4P3/4K3 w"),
        ("king shelter", "3qk3/8/8/8/8/8/5PPP/3Q2K1 w", "3qk3/8/8/5PPP/8/8/8/3Q2K1 w"),
        ("king attack", "6k1/8/8/7Q/8/3B4/8/4K3 w", "6k1/8/8/7Q/8/8/3B4/4K3 w"),
        ("lone king", "k7/8/2K5/8/8/8/8/7R w", "8/8/8/3k4/8/8/8/K6R w"),
    ] {
        let value = |fen: &str| {
            let pos = chess.parse_position(fen).unwrap();
            let terms = chess.evaluator().explain(&chess, &pos);
            terms.into_iter().find(|(name, _)| *name == term).unwrap().1
        };
        assert!(value(better) > value(worse), "{term}: {better} {worse}");
    }
}

#[test]
fn remembered_pawn_structures_change_nothing() {
    let (chess, mut judged) = (Chess::default(), 0);
    let used = chess.evaluator();
    for seed in 430..440 {
        wander(&chess, "startpos", seed, |played| {
            let pos = played.position();
            let fresh = used.clone();
            assert_eq!(used.evaluate(&chess, pos), fresh.evaluate(&chess, pos));
            assert_eq!(used.evaluate(&chess, pos), fresh.evaluate(&chess, pos));
            judged += 1;
        });
    }
    assert!(judged > 500, "{judged}");
}

#[test]
fn without_pawns_a_small_lead_counts_for_little() {
    let chess = Chess::default();
    let evaluate = |fen: &str| {
        let pos = chess.parse_position(fen).unwrap();
        chess.evaluator().evaluate(&chess, &pos)
    };
    for (fen, small) in [
        ("4k3/8/8/8/8/8/8/2NNK3 w", true),
        ("4k1r1/8/8/8/8/8/8/R1B1K3 w", true),
        ("4k3/p7/8/8/8/8/8/4KB2 w", true),
        ("4k3/8/8/8/8/8/8/2BNK3 w", false),
        ("4k3/8/8/8/8/8/7P/4KB2 w", false),
        ("4k3/8/8/8/8/8/8/R3K3 w", false),
    ] {
        assert_eq!(evaluate(fen) < Score::cp(200), small, "{fen}: {}", evaluate(fen));
    }
}

#[test]
fn noisy_moves_are_the_legal_captures_that_lose_nothing() {
    let (chess, mut noise, mut checks) = (Chess::default(), 0, 0);
    let evaluator = chess.evaluator();
    for seed in 300..340 {
        wander(&chess, "startpos", seed, |played| {
            let pos = played.position();
            let node = evaluator.tactics().node(&chess, pos);
            let mut noisy = Vec::new();
            node.quiescence_moves(&mut noisy);
            let in_check = node.in_check();
            let wanted =
                |mv: &Move| in_check || (node.is_noisy(*mv) && node.order_score_by_see(*mv) >= 0);
            let expected: Vec<Move> = played.moves(&chess).into_iter().filter(wanted).collect();
            assert_eq!(noisy, expected, "seed {seed}: {}", chess.position_text(pos));
            noise += noisy.len();
            checks += usize::from(in_check);
        });
    }
    assert!(noise > 2000 && checks > 100, "{noise} {checks}");
}

#[test]
fn a_move_wins_the_man_that_is_gone_from_the_board() {
    const WORTH: [(char, i32); 5] = [('p', 100), ('n', 325), ('b', 335), ('r', 500), ('q', 975)];
    let (chess, evaluator) = (Chess::default(), Chess::default().evaluator());
    let men = |pos: &Position| {
        let text = chess.position_text(pos).to_lowercase();
        let board = text.split(' ').next().unwrap().to_owned();
        WORTH.map(|(man, _)| board.matches(man).count())
    };
    let (mut taken, mut promoted) = ([0; 5], 0);
    for seed in 300..340 {
        wander(&chess, "startpos", seed, |played| {
            let pos = played.position();
            let mut moves = Vec::new();
            chess.legal_moves(pos, &mut moves);
            for mv in moves {
                let mut child = pos.clone();
                chess.play(&mut child, mv);
                let (before, after) = (men(pos), men(&child));
                let gone = (0..5).filter(|&man| before[man] > after[man]);
                let most = evaluator.tactics().node(&chess, pos).capture_value(mv);
                if mv.promotion.is_some() {
                    promoted += 1;
                    assert_eq!(most, None, "a promotion wins more: {mv}");
                    continue;
                }
                let gone: Vec<usize> = gone.collect();
                for &man in &gone {
                    taken[man] += 1;
                }
                let worth: i32 = gone.iter().map(|&man| WORTH[man].1).sum();
                assert_eq!(most, Some(worth), "{} {mv}", chess.position_text(pos));
            }
        });
    }
    assert!(promoted > 30 && taken.iter().all(|&n| n > 300), "{promoted} {taken:?}");
}

#[test]
fn a_pass_is_refused_in_check_and_with_pawns_only() {
    let chess = Chess::default();
    for (fen, may_pass) in [
        ("startpos", true),
        ("4k3/8/8/8/8/8/4r3/R3K3 w - - 0 1", false),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", false),
        ("4k3/8/8/8/8/8/4P3/R3K3 w - - 0 1", true),
        ("4k3/8/8/8/3pP3/8/8/r3K3 w - - 0 1", false),
    ] {
        let pos = chess.parse_position(fen).unwrap();
        let passed = chess.evaluator().tactics().null_move(&chess, &pos);
        assert_eq!(passed.is_some(), may_pass, "{fen}");
        if let Some(passed) = passed {
            assert_ne!(chess.side_to_move(&passed), chess.side_to_move(&pos), "{fen}");
            assert_eq!(chess.position_key(&passed), chess.position_key(&pos), "{fen}");
        }
    }
}

#[test]
fn scores_near_equality_are_small() {
    let chess = Chess::default();
    let start = chess.evaluator().evaluate(&chess, &chess.start());
    assert!(start > Score::DRAW && start < Score::cp(50), "{start}");
}

/// Searches within these limits and returns the best move as text, and its score.
fn search(fen: &str, limits: &Limits) -> (String, Score) {
    let chess = Chess::default();
    let played = line_of(&chess, fen, "");
    let control =
        SearchControl::new(Arc::new(WallTimer::default()), Budget::default(), limits.nodes);
    control.time.start();
    let table = TranspositionTable::new(4);
    let request = SearchRequest {
        rules: &chess,
        played: &played,
        limits,
        search_moves: &[],
        control: &control,
        tt: &table,
        tb: None,
        options: SearchOptions::default(),
        tracer: None,
    };
    let mut score = Score::MINUS_INFINITE;
    let mut say = |saying| {
        if let SearchInfo::Pv(report) = saying {
            score = report.score;
        }
    };
    let answer =
        AlphaBeta::new(chess.evaluator(), chess.search_params()).think(&request, &mut say).unwrap();
    (chess.move_text(played.position(), answer.best), score)
}

#[test]
fn the_search_finds_mates_in_two_and_three() {
    for (fen, best, plies) in [
        ("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "a1a8", 1),
        ("4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - 1 17", "b3b8", 3),
        ("r2qkb1r/pp2nppp/3p4/2pNN1B1/2BnP3/3P4/PPP2PPP/R2bK2R w KQkq - 1 12", "d5f6", 3),
        ("r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1", "f8c5", 5),
        ("r3k2r/ppp2Npp/1b5n/4p2b/2B1P2q/BQP2P2/P5PP/RN5K w kq - 1 1", "c4b5", 5),
    ] {
        let limits = Limits { depth: Some(6), ..Limits::default() };
        assert_eq!(search(fen, &limits), (best.to_owned(), Score::win_in(plies)), "{fen}");
    }
}

#[test]
fn the_search_solves_simple_tactics() {
    for (theme, fen, best) in [
        ("fork", "q3k3/8/8/3N4/8/8/5PPP/6K1 w - - 0 1", "d5c7"),
        ("skewer", "4q3/8/8/4k3/8/8/8/K5R1 w - - 0 1", "g1e1"),
        (
            "double attack and mate",
            "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1",
            "g3g6",
        ),
        ("queen sacrifice", "r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w - - 0 1", "h6h7"),
        (
            "quiet interference",
            "5rk1/1ppb3p/p1pb4/6q1/3P1p1r/2P1R2P/PP1BQ1P1/5RKN w - - 0 1",
            "e3g3",
        ),
        ("underpromotion", "8/3q1P1k/8/8/8/8/P7/1K6 w - - 0 1", "f7f8n"),
    ] {
        // What a ply is worth changes with what is left out; what a node costs does not. The first
        // search of this project needed 22,600 nodes for the hardest of them.
        let limits = Limits { nodes: Some(22_600), ..Limits::default() };
        assert_eq!(search(fen, &limits).0, best, "{theme}: {fen}");
    }
}
