//! What our `Rules` trait costs: perft of chess through it against the same count in cozy-chess
//! alone, in one run. `cargo bench --bench perft` prints millions of nodes per second, best of
//! several rounds, and the ratio of ours to the crate's.
//!
//! Wanted: at least 0.7 where the last ply is counted in bulk, 0.5 where every move is played.
//!
//! Then perft 5 of Abalone, counted in bulk: wanted are 150 million leaves a second.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use cozy_chess::Board;
use plyglot::game::perft::{Leaves, perft};
use plyglot::game::{Notation, Rules};
use plyglot::games::abalone::Abalone;
use plyglot::games::chess::Chess;

const ROUNDS: u32 = 7;
const POSITIONS: [(&str, &str, u32); 2] = [
    ("startpos", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5),
    ("kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4),
];

fn main() -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "position  depth  leaves  ours Mn/s  cozy-chess Mn/s  ratio")?;
    for (name, fen, depth) in POSITIONS {
        for leaves in [Leaves::Bulk, Leaves::Each] {
            let (ours, theirs) = rounds(fen, depth, leaves);
            let ratio = ours / theirs;
            let leaves = format!("{leaves:?}");
            writeln!(out, "{name}  {depth:5}  {leaves:6}  {ours:9.1}  {theirs:15.1}  {ratio:5.2}")?;
        }
    }
    writeln!(out, "abalone layout  depth  ours Mn/s")?;
    for layout in ["standard", "belgian_daisy"] {
        let speed = abalone(layout);
        writeln!(out, "{layout:14}  {ABALONE_DEPTH:5}  {speed:9.1}")?;
    }
    Ok(())
}

const ABALONE_DEPTH: u32 = 5;

/// Millions of leaves per second from a layout, best of several rounds.
fn abalone(layout: &str) -> f64 {
    let rules = Abalone::with_start(layout).expect("a layout of the game");
    let mut best = Duration::MAX;
    let mut leaves = 0;
    for _ in 0..ROUNDS {
        let start = Instant::now();
        leaves = perft(&rules, &rules.start(), ABALONE_DEPTH, Leaves::Bulk);
        best = best.min(start.elapsed());
    }
    speed(leaves, best)
}

/// Millions of nodes per second through our trait and in the crate alone, turn by turn, so that a
/// busy moment of the machine hits both.
fn rounds(fen: &str, depth: u32, leaves: Leaves) -> (f64, f64) {
    let chess = Chess::default();
    let pos = chess.parse_position(fen).expect("the bench's own position");
    let mut best = [Duration::MAX; 2];
    let mut nodes = 0;
    for _ in 0..ROUNDS {
        let start = Instant::now();
        nodes = perft(&chess, &pos, depth, leaves);
        best[0] = best[0].min(start.elapsed());
        let start = Instant::now();
        let check = match leaves {
            Leaves::Bulk => bulk(pos.board(), depth),
            Leaves::Each => each(pos.board(), depth),
        };
        best[1] = best[1].min(start.elapsed());
        assert_eq!(nodes, check, "{fen}");
    }
    let [ours, theirs] = best.map(|time| speed(nodes, time));
    (ours, theirs)
}

#[expect(clippy::cast_precision_loss, reason = "a few digits are enough to print")]
fn speed(nodes: u64, time: Duration) -> f64 {
    nodes as f64 / time.as_secs_f64() / 1e6
}

fn bulk(board: &Board, depth: u32) -> u64 {
    let mut nodes = 0;
    if depth == 1 {
        board.generate_moves(|moves| {
            nodes += moves.len() as u64;
            false
        });
        return nodes;
    }
    board.generate_moves(|moves| {
        for mv in moves {
            let mut child = board.clone();
            child.play_unchecked(mv);
            nodes += bulk(&child, depth - 1);
        }
        false
    });
    nodes
}

fn each(board: &Board, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut nodes = 0;
    board.generate_moves(|moves| {
        for mv in moves {
            let mut child = board.clone();
            child.play_unchecked(mv);
            nodes += each(&child, depth - 1);
        }
        false
    });
    nodes
}
