//! Perft: the number of lines of a given length, the field's test of move generators.
//!
//! Finished positions have no continuation: with tic-tac-toe, perft 9 counts the games of nine
//! moves, not those that ended earlier.

use super::Rules;

/// How leaves are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leaves {
    /// Ask [`Rules::count_moves`] one ply above them, or [`Rules::count_after`] two plies above.
    Bulk,
    /// List and play every move, as a slower but independent check.
    Each,
}

/// The number of lines of `depth` plies from `pos`.
pub fn perft<R: Rules>(rules: &R, pos: &R::Position, depth: u32, leaves: Leaves) -> u64 {
    count(rules, pos, depth, leaves, &mut Vec::new())
}

/// The moves of `pos`, each with the number of lines of `depth` plies that begin with it.
pub fn divide<R: Rules>(rules: &R, pos: &R::Position, depth: u32) -> Vec<(R::Move, u64)> {
    let mut moves = Vec::new();
    rules.legal_moves(pos, &mut moves);
    let count_after = |&mv: &R::Move| {
        let mut child = pos.clone();
        rules.play(&mut child, mv);
        (mv, perft(rules, &child, depth.saturating_sub(1), Leaves::Bulk))
    };
    if depth == 0 { Vec::new() } else { moves.iter().map(count_after).collect() }
}

/// Told to stop counting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

/// Below this depth a count is over so soon that nobody need be able to stop it.
const STOPPABLE_DEPTH_MIN: u32 = 4;

/// [`divide`] for the impatient: each move is told as soon as it is counted, and `must_stop` is
/// asked now and then. Returns the sum.
pub fn divide_until<R: Rules>(
    rules: &R,
    pos: &R::Position,
    depth: u32,
    each: &mut dyn FnMut(R::Move, u64),
    must_stop: &dyn Fn() -> bool,
) -> Result<u64, Stopped> {
    let Some(below) = depth.checked_sub(1) else { return Ok(1) };
    let mut moves = Vec::new();
    rules.legal_moves(pos, &mut moves);
    let mut sum = 0;
    for mv in moves {
        let mut child = pos.clone();
        rules.play(&mut child, mv);
        let nodes = count_until(rules, &child, below, must_stop)?;
        each(mv, nodes);
        sum += nodes;
    }
    Ok(sum)
}

fn count_until<R: Rules>(
    rules: &R,
    pos: &R::Position,
    depth: u32,
    must_stop: &dyn Fn() -> bool,
) -> Result<u64, Stopped> {
    if must_stop() {
        return Err(Stopped);
    }
    if depth < STOPPABLE_DEPTH_MIN {
        return Ok(perft(rules, pos, depth, Leaves::Bulk));
    }
    divide_until(rules, pos, depth, &mut |_, _| {}, must_stop)
}

/// The same, with one shared stack of moves instead of a list per node.
fn count<R: Rules>(
    rules: &R,
    pos: &R::Position,
    depth: u32,
    leaves: Leaves,
    stack: &mut Vec<R::Move>,
) -> u64 {
    match (depth, leaves) {
        (0, _) => return 1,
        (1, Leaves::Bulk) => return rules.count_moves(pos),
        _ => {}
    }
    let first = stack.len();
    rules.legal_moves(pos, stack);
    let mut nodes = 0;
    for i in first..stack.len() {
        let mv = stack[i];
        if depth == 2 && leaves == Leaves::Bulk {
            nodes += rules.count_after(pos, mv, stack);
            continue;
        }
        let mut child = pos.clone();
        rules.play(&mut child, mv);
        nodes += count(rules, &child, depth - 1, leaves, stack);
    }
    stack.truncate(first);
    nodes
}
