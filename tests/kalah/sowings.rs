//! The packed board: sowings one by one and lines of them, against the plain rows and published
//! counts.

use rand::RngExt;

use super::naive::Naive;
use plyglot::core::rng::{Rng, seeded};
use plyglot::games::kalah::{Board, Capture, End, PITS_MAX, STONES_MAX, Sowings};

fn even(pits: usize, stones: u64) -> Board {
    let word = (0..pits).map(|i| stones << (8 * i)).sum();
    Board { own: word, opposing: word }
}

fn random_board(pits: usize, rng: &mut Rng) -> Board {
    let mut words = [0_u64; 2];
    let most = rng.random_range(1..=STONES_MAX as usize);
    for _ in 0..most {
        // Heaps come up, not only even spreads.
        let pit = rng.random_range(0..pits).min(rng.random_range(0..pits));
        words[usize::from(rng.random_bool(0.5))] += 1 << (8 * pit);
    }
    Board { own: words[0], opposing: words[1] }
}

#[test]
fn every_sowing_on_random_boards_is_as_by_hand() {
    let mut rng = seeded(7);
    for pits in 1..=PITS_MAX {
        for capture in [Capture::Opposite, Capture::Lone] {
            let sowings = Sowings::new(pits, capture);
            for _ in 0..2000 {
                check_sowings(&sowings, random_board(pits, &mut rng));
            }
        }
    }
}

fn check_sowings(sowings: &Sowings, board: Board) {
    let pits = sowings.pits();
    assert_eq!(board.pits().count(), board.choices() as usize, "{board:x?}");
    for pit in board.pits() {
        let mut naive = Naive::of_board(board, pits);
        let again = naive.sow(pit, sowings.capture());
        let sown = sowings.sow(board, pit);
        let found = Naive::of_board(sown.board, pits);
        assert_eq!(found.own, naive.own, "{board:x?} pit {pit} of {pits}");
        assert_eq!(found.opposing, naive.opposing, "{board:x?} pit {pit} of {pits}");
        assert_eq!((sown.banked, sown.again), (naive.stores[0], again), "{board:x?} {pit}");
        assert_eq!(sown.board.in_play() + sown.banked, board.in_play(), "{board:x?} {pit}");
    }
}

#[test]
fn lines_are_counted_as_by_hand_under_every_rule() {
    let mut rng = seeded(8);
    for pits in 1..=PITS_MAX {
        for capture in [Capture::Opposite, Capture::Lone] {
            let sowings = Sowings::new(pits, capture);
            for end in [End::Either, End::Mover] {
                let boards = [even(pits, 1), even(pits, 4), random_board(pits, &mut rng)];
                for board in boards {
                    let naive = Naive::of_board(board, pits);
                    for depth in 0..=4 {
                        let counts =
                            [sowings.perft(board, depth, end), naive.perft(depth, capture, end)];
                        assert_eq!(counts[0], counts[1], "{board:x?} depth {depth} {end:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn counts_are_the_published_ones_and_tell_the_captures_apart() {
    for (pits, stones, capture, counts) in [
        (6, 4, Capture::Opposite, [6, 35, 185, 942, 4690, 23233]),
        (6, 4, Capture::Lone, [6, 35, 185, 942, 4685, 23169]),
        (6, 6, Capture::Lone, [6, 35, 190, 1056, 5882, 32243]),
        (6, 6, Capture::Opposite, [6, 35, 190, 1056, 5882, 32243]),
        (4, 4, Capture::Opposite, [4, 15, 51, 181, 644, 2203]),
        (3, 3, Capture::Lone, [3, 8, 19, 48, 120, 280]),
    ] {
        let sowings = Sowings::new(pits, capture);
        for (depth, count) in (1..).zip(counts) {
            let found = sowings.perft(even(pits, stones), depth, End::Either);
            assert_eq!(found, count, "({pits},{stones}) {capture:?} depth {depth}");
        }
    }
}
