//! How long to think, as Hub's `level` says it and `go` has it.

use std::time::Duration;

use crate::grammar::TIME_MAX_MS;
use plyglot_core::Limits;

/// In a second.
pub(super) const MILLISECONDS: f64 = 1000.0;

/// How long to think; times in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Level {
    depth: Option<u32>,
    nodes: Option<u64>,
    move_time: Option<u64>,
    moves: Option<u32>,
    time: Option<u64>,
    increment: u64,
}

impl Level {
    /// The arguments of `level`, and what of them was not understood.
    pub(super) fn read(pairs: &[(&str, &str)]) -> (Self, Vec<String>) {
        let mut level = Self::default();
        let mut refused = Vec::new();
        for (key, value) in pairs {
            let taken = match *key {
                "depth" => keep(&mut level.depth, value.parse().ok()),
                "nodes" => keep(&mut level.nodes, value.parse().ok()),
                "move-time" => keep(&mut level.move_time, milliseconds(value)),
                "moves" => keep(&mut level.moves, value.parse().ok()),
                "time" => keep(&mut level.time, milliseconds(value)),
                "inc" => milliseconds(value).map(|time| level.increment = time).is_some(),
                _ => true,
            };
            if !taken {
                refused.push(format!("level: found `{value}` after {key}, expected a number"));
            }
        }
        (level, refused)
    }

    /// As a search has it, held to what `go` takes. Both clocks are the engine's, which is always the
    /// one to move; Hub adds the increment before a move, we expect it after.
    pub(super) fn limits(&self) -> Limits {
        let millis = |ms: u64| Duration::from_millis(ms.min(TIME_MAX_MS));
        let time = self.time.map(|time| millis(time + self.increment));
        let increment = time.map_or(Duration::ZERO, |_| millis(self.increment));
        let limits = Limits {
            clock: [time; 2],
            increment: [increment; 2],
            moves_to_go: self.moves.filter(|&moves| moves > 0 && time.is_some()),
            depth: self.depth.map(|depth| depth.max(1)),
            nodes: self.nodes.map(|nodes| nodes.max(1)),
            move_time: self.move_time.map(millis),
            ..Limits::default()
        };
        Limits { infinite: !limits.is_limited(), ..limits }
    }
}

fn keep<T>(slot: &mut Option<T>, value: Option<T>) -> bool {
    let is_taken = value.is_some();
    if is_taken {
        *slot = value;
    }
    is_taken
}

/// Seconds, with a fraction perhaps.
fn milliseconds(text: &str) -> Option<u64> {
    let seconds: f64 = text.parse().ok()?;
    let milliseconds = (seconds * MILLISECONDS).round();
    // A clock may have run below nought.
    if !milliseconds.is_finite() || milliseconds > 1e12 {
        return None;
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "between 0 and 10^12"
    )]
    Some(milliseconds.max(0.0) as u64)
}
