//! What a table holds: wins, draws and losses of each side, how many by distance, and the longest.

use super::indexer::{Indexer, TableId};
use super::value::Value;
use plyglot_core::game::Rules;
use plyglot_parallel as parallel;

/// Places that one thread takes at a time.
const RANGE: u64 = 1 << 14;

/// Counts of the positions in which one side moves; symmetric positions count as one where the
/// indexer joins them.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Counts {
    /// Won by the side to move.
    pub wins: u64,
    /// Drawn.
    pub draws: u64,
    /// Lost.
    pub losses: u64,
    /// Known by bounds alone, and these do not settle who wins.
    pub open: u64,
    /// Won and lost positions by their distance in plies (where margins are kept, by how far ahead).
    pub by_distance: Vec<[u64; 2]>,
    /// The longest win or loss in plies, how many positions have it, and the place of the first.
    pub longest: Option<Longest>,
}

/// The value farthest from its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Longest {
    /// Plies.
    pub plies: u16,
    /// How many positions are so far.
    pub positions: u64,
    /// The place of the first.
    pub at: u64,
}

impl Counts {
    /// All positions.
    pub const fn positions(&self) -> u64 {
        self.wins + self.draws + self.losses + self.open
    }

    fn add(&mut self, at: u64, value: Value) {
        match value {
            Value::Win(_) => self.wins += 1,
            Value::Draw => self.draws += 1,
            Value::Loss(_) => self.losses += 1,
        }
        if let Some(plies) = value.distance() {
            let (row, column) = (usize::from(plies), usize::from(matches!(value, Value::Loss(_))));
            if self.by_distance.len() <= row {
                self.by_distance.resize(row + 1, [0; 2]);
            }
            self.by_distance[row][column] += 1;
            self.merge_longest(Longest { plies, positions: 1, at });
        }
    }

    /// The counts alone as numbers that can be added up, with so many distances.
    pub(super) fn numbers(&self, rows: usize) -> Vec<u64> {
        let mut numbers = vec![self.wins, self.draws, self.losses, self.open];
        numbers.extend(self.by_distance.iter().flatten());
        numbers.resize(4 + 2 * rows, 0);
        numbers
    }

    /// The same read; the longest is not among them.
    pub(super) fn from_numbers(numbers: &[u64]) -> Self {
        let (sums, rows) = numbers.split_first_chunk::<4>().unwrap_or((&[0; 4], &[]));
        let [wins, draws, losses, open] = *sums;
        let by_distance = rows.as_chunks::<2>().0.to_vec();
        Self { wins, draws, losses, open, by_distance, longest: None }
    }

    /// Notes the longest distance and the first place that has it.
    pub(super) fn set_longest(&mut self, plies: u16, at: u64) {
        let row = self.by_distance.get(usize::from(plies)).copied().unwrap_or_default();
        self.longest = Some(Longest { plies, positions: row[0] + row[1], at });
    }

    fn merge_longest(&mut self, other: Longest) {
        self.longest = Some(match self.longest {
            Some(own) if own.plies > other.plies => own,
            Some(own) if own.plies == other.plies => Longest {
                positions: own.positions + other.positions,
                at: own.at.min(other.at),
                ..own
            },
            Some(_) | None => other,
        });
    }

    fn merged(mut self, other: &Self) -> Self {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        self.open += other.open;
        if self.by_distance.len() < other.by_distance.len() {
            self.by_distance.resize(other.by_distance.len(), [0; 2]);
        }
        for (own, other) in self.by_distance.iter_mut().zip(&other.by_distance) {
            *own = [own[0] + other[0], own[1] + other[1]];
        }
        if let Some(longest) = other.longest {
            self.merge_longest(longest);
        }
        self
    }
}

/// Counts a table: the positions in which the first side moves, and those in which the second does.
pub fn count<R: Rules, I: Indexer<R>>(
    rules: &R,
    indexer: &I,
    table: TableId,
    value_at: &(dyn Fn(u64) -> Option<Value> + Sync),
) -> [Counts; 2] {
    count_ranges(indexer.len(table), &|places| {
        count_places(rules, indexer, table, places.map(|at| (at, value_at(at))))
    })
}

/// Counts of ranges, added up.
fn count_ranges(
    len: u64,
    of: &(dyn Fn(std::ops::Range<u64>) -> [Counts; 2] + Sync),
) -> [Counts; 2] {
    let range = |range: usize| {
        let range = range as u64;
        of(range * RANGE..((range + 1) * RANGE).min(len))
    };
    let both = |[first, second]: [Counts; 2], [third, fourth]: [Counts; 2]| {
        [first.merged(&third), second.merged(&fourth)]
    };
    parallel::map(len.div_ceil(RANGE) as usize, range).into_iter().fold(Default::default(), both)
}

/// Counts these places of a table, each with its value, in ascending order.
pub(super) fn count_places<R: Rules, I: Indexer<R>>(
    rules: &R,
    indexer: &I,
    table: TableId,
    places: impl Iterator<Item = (u64, Option<Value>)>,
) -> [Counts; 2] {
    let mut counts: [Counts; 2] = Default::default();
    for (at, value) in places {
        let Some(side) = indexer.side_to_move(rules, table, at) else { continue };
        match value {
            Some(value) => counts[side.index()].add(at, value),
            None => counts[side.index()].open += 1,
        }
    }
    counts
}
