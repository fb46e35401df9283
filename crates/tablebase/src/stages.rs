//! Which places of a table are to be solved together.
//!
//! Counted by zeroing moves, a place must know the values that its zeroing moves lead to. Most lead into
//! other tables; those that stay inside, steps of pawns and of men, lead to a lower stage of the
//! indexer's ([`super::wdl::WdlIndexer::stages`]). So stage after stage is solved, each from what the
//! lower ones came to, and no place is solved twice. Under other metrics a table is one stage.
//!
//! A stage is kept as runs of places, range by range, since each range is worked on by itself.

use std::ops::Range;

use super::plan::WdlPlan;
use super::value::Metric;
use super::wdl::WdlIndexer;
use plyglot_core::game::Rules;
use plyglot_parallel as parallel;

/// Places one after the other, counted from the first place of their range.
struct Run {
    first: u32,
    end: u32,
}

/// The runs of a range by stage and place.
struct Runs {
    all: Vec<Run>,
    /// Where those of each stage begin; at the end, how many there are.
    begins: Vec<u32>,
}

/// The stages of a table.
pub(super) struct Stages {
    count: u32,
    /// How many places a range has, the last one perhaps fewer.
    size: u64,
    ranges: Vec<Runs>,
}

/// Tells the stage of a place, and a place up to which it is the same.
type Tell<'a> = &'a (dyn Fn(u64) -> (u32, u64) + Sync);

impl Stages {
    /// Those of a table whose ranges have so many places.
    pub(super) fn of<R: Rules, I: WdlIndexer<R>>(plan: &WdlPlan<'_, R, I>, size: u64) -> Self {
        let (places, table) = (plan.places(), plan.table);
        let count = if plan.metric == Metric::Dtz { plan.indexer.stages(table) } else { 1 };
        let stage = |at| if count == 1 { (0, places) } else { plan.indexer.stage(table, at) };
        Self::new(count, places, size, &stage)
    }

    fn new(count: u32, places: u64, size: u64, stage: Tell<'_>) -> Self {
        let ranges = parallel::map(places.div_ceil(size) as usize, |range| {
            let first = range as u64 * size;
            Runs::of(count, first..(first + size).min(places), stage)
        });
        Self { count, size, ranges }
    }

    /// How many there are.
    pub(super) const fn count(&self) -> u32 {
        self.count
    }

    /// The places of a stage in a range, in ascending order.
    pub(super) fn runs(&self, range: usize, stage: u32) -> impl Iterator<Item = Range<u64>> {
        let first = range as u64 * self.size;
        let Runs { all, begins } = &self.ranges[range];
        let [begin, end] = [stage, stage + 1].map(|stage| begins[stage as usize] as usize);
        all[begin..end]
            .iter()
            .map(move |run| first + u64::from(run.first)..first + u64::from(run.end))
    }
}

impl Runs {
    /// Those of a range, as long as they can be.
    fn of(count: u32, range: Range<u64>, stage: Tell<'_>) -> Self {
        let mut found: Vec<(u32, Run)> = Vec::new();
        let mut at = range.start;
        while at < range.end {
            let (stage, end) = stage(at);
            assert!(stage < count && end > at, "a place is of its own stage");
            let (first, end) =
                ((at - range.start) as u32, (end.min(range.end) - range.start) as u32);
            match found.last_mut() {
                Some((last, run)) if *last == stage => run.end = end,
                _ => found.push((stage, Run { first, end })),
            }
            at = range.start + u64::from(end);
        }
        found.sort_by_key(|(stage, _)| *stage);
        let begin = |stage: u32| found.partition_point(|(of, _)| *of < stage) as u32;
        let begins = (0..=count).map(begin).collect();
        Self { all: found.into_iter().map(|(_, run)| run).collect(), begins }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_place_is_of_one_stage_and_runs_are_as_long_as_they_can_be() {
        let stage_of = |at: u64| [2, 0, 0, 1][(at / 3 % 4) as usize];
        let told_in_full = |at: u64| (stage_of(at), at / 3 * 3 + 3);
        let told_one_by_one = |at: u64| (stage_of(at), at + 1);
        for tell in [&told_in_full as Tell<'_>, &told_one_by_one] {
            let stages = Stages::new(3, 40, 16, tell);
            let runs = |stage| (0..3).flat_map(|range| stages.runs(range, stage)).collect();
            let all: [Vec<Range<u64>>; 3] = [0, 1, 2].map(runs);
            assert_eq!(all[0], [3..9, 15..16, 16..21, 27..32, 32..33, 39..40]);
            assert_eq!(all[2], [0..3, 12..15, 24..27, 36..39]);
            let mut places: Vec<u64> = all.into_iter().flatten().flatten().collect();
            places.sort_unstable();
            assert!(places.into_iter().eq(0..40));
        }
    }
}
