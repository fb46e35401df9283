//! Depth up and down: the adaptive policy of [bojar-1998] (DOBAMYSLENI, MAXDOBAMYSLENI).
//!
//! A target depth lives across the moves of a game. It begins at `VYCHOZIHLOUBKAMYSLENI`, here
//! `Start Depth`; after each answer it rises by one if the search took less than DOBAMYSLENI
//! (`Think Time`), falls by one if it took more than MAXDOBAMYSLENI (`Max Think Time`), and stays
//! in between. That it swings between two depths, one too fast and one too slow, is normal and
//! said so in the text. A search that a limit cut short counts as too slow.

use std::time::Duration;

/// The target depth of a game, and the times that move it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AdaptiveDepth {
    start: u32,
    target: u32,
    think_time: Duration,
    max_think_time: Duration,
}

/// No target rises above this.
const DEPTH_MAX: u32 = 200;

impl AdaptiveDepth {
    /// A pace that begins at `start` plies.
    pub fn new(start: u32, think_time: Duration, max_think_time: Duration) -> Self {
        let start = start.clamp(1, DEPTH_MAX);
        Self { start, target: start, think_time, max_think_time }
    }

    /// The depth to search to now.
    pub fn target(&self) -> u32 {
        self.target
    }

    /// A search to the target took this long; `cut` if it did not get there. The text says what
    /// changed.
    pub fn after(&mut self, used: Duration, cut: bool) -> Option<String> {
        let old = self.target;
        if cut || used > self.max_think_time {
            self.target = (old - 1).max(1);
        } else if used < self.think_time {
            self.target = (old + 1).min(DEPTH_MAX);
        }
        let verb = match self.target.cmp(&old) {
            std::cmp::Ordering::Greater => "raised",
            std::cmp::Ordering::Less => "lowered",
            std::cmp::Ordering::Equal => return None,
        };
        let (ms, cut) = (used.as_millis(), if cut { ", cut short" } else { "" });
        Some(format!("target depth {verb} from {old} to {}: {ms} ms{cut}", self.target))
    }

    /// A new game begins at the start depth.
    pub fn reset(&mut self) {
        self.target = self.start;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game in which depth d takes 4^d ms, between 50 and 200 ms wanted.
    fn targets(moves: usize, start: u32) -> Vec<u32> {
        let mut pace =
            AdaptiveDepth::new(start, Duration::from_millis(50), Duration::from_millis(200));
        let mut targets = Vec::new();
        for _ in 0..moves {
            targets.push(pace.target());
            pace.after(Duration::from_millis(4u64.pow(pace.target())), false);
        }
        targets
    }

    #[test]
    fn the_target_rises_from_below_and_falls_from_above() {
        assert_eq!(targets(4, 1), [1, 2, 3, 3], "4 and 16 ms are too fast, 64 ms is right");
        assert_eq!(targets(4, 6), [6, 5, 4, 3]);
    }

    #[test]
    fn it_swings_where_no_depth_fits() {
        let mut pace =
            AdaptiveDepth::new(3, Duration::from_millis(100), Duration::from_millis(200));
        let mut seen = Vec::new();
        for _ in 0..6 {
            seen.push(pace.target());
            pace.after(Duration::from_millis(4u64.pow(pace.target())), false);
        }
        assert_eq!(seen, [3, 4, 3, 4, 3, 4]);
    }

    #[test]
    fn a_cut_search_counts_as_slow_and_one_is_the_least() {
        let mut pace = AdaptiveDepth::new(2, Duration::from_secs(1), Duration::from_secs(2));
        let note = pace.after(Duration::ZERO, true).unwrap();
        assert_eq!(note, "target depth lowered from 2 to 1: 0 ms, cut short");
        assert_eq!(pace.after(Duration::ZERO, true), None);
        assert_eq!(pace.target(), 1);
        pace.after(Duration::ZERO, false);
        pace.reset();
        assert_eq!(pace.target(), 2);
    }
}
