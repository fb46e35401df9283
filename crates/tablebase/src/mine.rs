//! What is worth looking at in a table: its longest wins, and its zugzwangs.

use super::indexer::{Indexer, TableId};
use super::value::Value;
use plyglot_core::game::Rules;
use plyglot_parallel as parallel;

/// Places that one thread takes at a time.
const RANGE: u64 = 1 << 14;

/// What a table says of its places.
pub type ValueAt<'a> = dyn Fn(u64) -> Option<Value> + Sync + 'a;

/// A won position of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LongWin {
    /// Its place.
    pub at: u64,
    /// The side to move wins in so many plies; where margins are kept, by so much.
    pub plies: u16,
}

/// The longest wins of a table, at most so many, the longest first and then by their places.
pub fn longest_wins<R: Rules, I: Indexer<R>>(
    indexer: &I,
    table: TableId,
    value_at: &ValueAt<'_>,
    count: usize,
) -> Vec<LongWin> {
    longest_of(indexer.len(table), count, &|at| match value_at(at) {
        Some(Value::Win(plies)) => {
            indexer.unrank(table, at).is_some().then_some(LongWin { at, plies })
        }
        Some(Value::Draw | Value::Loss(_)) | None => None,
    })
}

/// The longest of a table so long. What is gathered and sorted for all games is compiled in one place: the
/// sort of the standard library is a dozen functions.
fn longest_of(
    len: u64,
    count: usize,
    win: &(dyn Fn(u64) -> Option<LongWin> + Sync),
) -> Vec<LongWin> {
    longest(each_range(len, |range| longest(range.filter_map(win).collect(), count)), count)
}

/// At most so many of these, the longest first.
fn longest(mut wins: Vec<LongWin>, count: usize) -> Vec<LongWin> {
    wins.sort_unstable_by_key(|win| (std::cmp::Reverse(win.plies), win.at));
    wins.truncate(count);
    wins
}

/// A position in which neither side likes to move: whoever has to comes off worse than if it were
/// the other's turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Zugzwang {
    /// The place at which one side moves.
    pub at: u64,
    /// What the side to move gets there.
    pub value: Value,
    /// The place at which the other side moves.
    pub passed: u64,
    /// What that side gets when it has to move.
    pub other: Value,
}

impl Zugzwang {
    /// Half points that having to move costs: 1 between a win and a draw, or a draw and a loss; 2
    /// where whoever moves loses.
    pub const fn cost(&self) -> i32 {
        -result(self.other) - result(self.value)
    }

    /// Plies of the longer of the two.
    pub fn plies(&self) -> u16 {
        self.value.distance().max(self.other.distance()).unwrap_or(0)
    }
}

/// 1 for a win, 0 for a draw, -1 for a loss.
const fn result(value: Value) -> i32 {
    match value {
        Value::Win(_) => 1,
        Value::Draw => 0,
        Value::Loss(_) => -1,
    }
}

/// All zugzwangs of a table, each once: those that cost most first, then the longest, then by their
/// places. Nothing where the game knows no pass ([`Indexer::passed`]).
pub fn zugzwangs<R: Rules, I: Indexer<R>>(
    rules: &R,
    indexer: &I,
    table: TableId,
    value_at: &ValueAt<'_>,
) -> Vec<Zugzwang> {
    let zugzwang = |at: u64| {
        let pos = indexer.unrank(table, at)?;
        let passed = indexer.locate(rules, &indexer.passed(rules, &pos)?);
        // The other of the two turns has found it already, or will.
        let (_, passed) = passed.filter(|(other, passed)| *other == table && *passed > at)?;
        let (value, other) = (value_at(at)?, value_at(passed)?);
        let found = Zugzwang { at, value, passed, other };
        (found.cost() > 0).then_some(found)
    };
    costliest_first(indexer.len(table), &zugzwang)
}

/// Those of a table so long, in their order.
fn costliest_first(len: u64, zugzwang: &(dyn Fn(u64) -> Option<Zugzwang> + Sync)) -> Vec<Zugzwang> {
    let mut found = each_range(len, |range| range.filter_map(zugzwang).collect());
    found.sort_unstable_by_key(|one| {
        (std::cmp::Reverse(one.cost()), std::cmp::Reverse(one.plies()), one.at)
    });
    found
}

/// What a function makes of the ranges of a table, one after the other.
fn each_range<T: Send>(len: u64, of: impl Fn(std::ops::Range<u64>) -> Vec<T> + Sync) -> Vec<T> {
    let of_range = |range: usize| {
        let first = range as u64 * RANGE;
        of(first..(first + RANGE).min(len))
    };
    parallel::map(len.div_ceil(RANGE) as usize, of_range).into_iter().flatten().collect()
}
