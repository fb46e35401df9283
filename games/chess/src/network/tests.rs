//! The network of the program: the same value by any way, for any side and on either wing.

use super::*;
use crate::Chess;
use plyglot_conformance::network;
use plyglot_core::game::trainable::ActiveFeatures;
use plyglot_core::game::{Notation, Rules};
use plyglot_core::rng;
use rand::RngExt;

/// Castling, en passant, promotions and kings that cross the board are all near.
const BEGINS: [&str; 4] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
];

/// The value by the rules of the file alone: no memory, no processor's instructions, inputs by hand.
fn by_hand(weights: &Weights, board: &Board) -> i64 {
    let inputs = |side: Color| {
        let of_man = |square| {
            let owner = board.color_on(square).unwrap();
            let kind = board.piece_on(square).unwrap() as usize;
            let rank = if side == Color::White {
                square.rank() as usize
            } else {
                7 - square.rank() as usize
            };
            let is_right = board.king(side).file() as usize > 3;
            let file = if is_right { 7 - square.file() as usize } else { square.file() as usize };
            let first = if owner == side { 0 } else { 384 };
            u16::try_from(first + 64 * kind + 8 * rank + file).unwrap()
        };
        board.occupied().into_iter().map(of_man).collect()
    };
    let mover = board.side_to_move();
    let bucket = (board.occupied().len() as usize - 2) / 4;
    let (mover, other) = (inputs(mover), inputs(!mover));
    network::by_hand(weights, &ActiveFeatures { mover, other, bucket, known: 0 })
}

#[test]
fn sums_kept_up_to_date_are_those_added_up_anew() {
    // Miri needs two minutes for a few.
    const PLIES: u32 = if cfg!(miri) { 2 } else { 200 };
    let (rules, weights, mut rng) = (Chess::default(), weights(), rng::seeded(5));
    let mut memory = Box::new(Memory::EMPTY);
    for begin in BEGINS {
        let mut pos = rules.parse_position(begin).unwrap();
        let mut others = Vec::new();
        for _ in 0..PLIES {
            let mut moves = Vec::new();
            rules.legal_moves(&pos, &mut moves);
            if moves.is_empty() {
                break;
            }
            let network = &*NETWORK;
            let expected = by_hand(&weights, pos.board());
            assert_eq!(i64::from(evaluate(pos.board())), expected, "{:?}", pos.board());
            assert_eq!(i64::from(value(network, pos.board(), &mut memory)), expected);
            // A look at another move, and at one of long ago, as a search does it.
            let mut aside = pos.clone();
            rules.play(&mut aside, moves[rng.random_range(0..moves.len())]);
            others.push(aside);
            let other = &others[rng.random_range(0..others.len())];
            assert_eq!(i64::from(evaluate(other.board())), by_hand(&weights, other.board()));
            rules.play(&mut pos, moves[rng.random_range(0..moves.len())]);
        }
    }
}

#[test]
fn colours_and_wings_are_alike() {
    let value = |fen: &str| evaluate(Chess::default().parse_position(fen).unwrap().board());
    let white = value("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/4P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10");
    let black = value("r4rk1/1pp1qppp/p1np1n2/4p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 b - - 0 10");
    assert_eq!(white, black);
    let left = value("1kr2r2/pppq1pp1/2n1pnp1/1b1p4/3P4/1P2P3/P1N2PPP/1KR1Q2R w - - 0 1");
    let right = value("2r2rk1/1pp1qppp/1pnp1n2/4p1b1/4P3/3P2P1/PPP2N1P/R2Q1RK1 w - - 0 1");
    assert_eq!(left, right);
}
