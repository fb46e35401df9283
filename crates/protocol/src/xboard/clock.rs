//! How long to think, as `level`, `st`, `sd`, `time` and `otim` say it [cecp-2, section 11].
//!
//! ```text
//! level 40 5 0         40 moves in five minutes, then the same again
//! level 40 0:30 0      40 moves in thirty seconds
//! level 0 2 12         the whole game in two minutes, twelve seconds more after each move
//! st 30                thirty seconds for each move
//! time 2950            the engine's clock, hundredths of a second; `otim` is its opponent's
//! ```
//!
//! A client need not send `time`: in between what a move took is taken off here.

use std::time::Duration;

use crate::grammar::TIME_MAX_MS;
use plyglot_core::{Limits, Side};

/// How long a move may take where nothing is said of time.
const MOVE_TIME: Duration = Duration::from_secs(5);
const TIME_MAX: Duration = Duration::from_millis(TIME_MAX_MS);
const CENTISECOND_MS: u64 = 10;

/// How the time of a game is given out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Control {
    /// Nothing was said.
    #[default]
    Unsaid,
    /// So much for so many moves, 0 for all, and more after each.
    Level { moves: u32, base: Duration, increment: Duration },
    /// So much for each move.
    Each(Duration),
}

/// The clocks of engine and opponent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Clock {
    control: Control,
    own: Option<Duration>,
    other: Option<Duration>,
    /// Moves made by the engine since the control was set.
    made: u32,
    depth: Option<u32>,
}

impl Clock {
    /// `level MPS BASE INC`.
    pub(super) fn level(&mut self, arguments: &[&str]) -> Result<(), String> {
        let [moves, base, increment] = arguments else {
            return Err("expected moves, minutes and seconds".to_owned());
        };
        let (Ok(moves), Some(base), Some(increment)) =
            (moves.parse(), minutes(base), seconds(increment))
        else {
            return Err("expected moves, minutes and seconds".to_owned());
        };
        self.control = Control::Level { moves, base, increment };
        self.begin();
        Ok(())
    }

    /// `st SECONDS`.
    pub(super) fn each(&mut self, argument: &str) -> Result<(), String> {
        let time = seconds(argument).ok_or("expected seconds")?;
        self.control = Control::Each(time);
        self.begin();
        Ok(())
    }

    /// `sd PLIES`.
    pub(super) fn depth(&mut self, argument: &str) -> Result<(), String> {
        let depth: u32 = argument.parse().map_err(|_| "expected plies")?;
        self.depth = Some(depth.max(1));
        Ok(())
    }

    /// `time CENTISECONDS`, or the same of the opponent; a clock that is overdrawn has run out.
    pub(super) fn set(&mut self, is_own: bool, argument: &str) -> Result<(), String> {
        let hundredths: i64 = argument.parse().map_err(|_| "expected hundredths of a second")?;
        let hundredths = u64::try_from(hundredths).unwrap_or(0);
        let time = Duration::from_millis(hundredths.saturating_mul(CENTISECOND_MS)).min(TIME_MAX);
        *(if is_own { &mut self.own } else { &mut self.other }) = Some(time);
        Ok(())
    }

    /// `new`: the clocks at the beginning of a game, no limit of depth.
    pub(super) fn reset(&mut self) {
        self.depth = None;
        self.begin();
    }

    fn begin(&mut self) {
        let base = match self.control {
            Control::Level { base, .. } => Some(base),
            Control::Each(_) | Control::Unsaid => None,
        };
        (self.own, self.other, self.made) = (base, base, 0);
    }

    /// The engine has thought so long.
    pub(super) fn take(&mut self, used: Duration) {
        self.own = self.own.map(|own| own.saturating_sub(used));
    }

    /// The engine has made a move.
    pub(super) fn moved(&mut self) {
        self.made = self.made.saturating_add(1);
        match self.control {
            Control::Level { moves, base, increment } => {
                let is_new = moves > 0 && self.made.is_multiple_of(moves);
                let more = if is_new { base + increment } else { increment };
                self.own = self.own.map(|own| TIME_MAX.min(own + more));
            }
            // The next move has all of its time.
            Control::Each(_) | Control::Unsaid => self.own = None,
        }
    }

    /// What a search for this side may take.
    pub(super) fn limits(&self, side: Side) -> Limits {
        let depth = self.depth;
        let plain = Limits { depth, ..Limits::default() };
        match self.control {
            Control::Unsaid => Limits { move_time: Some(self.own.unwrap_or(MOVE_TIME)), ..plain },
            Control::Each(time) => {
                let time = self.own.filter(|own| !own.is_zero()).map_or(time, |own| own.min(time));
                Limits { move_time: Some(time), ..plain }
            }
            Control::Level { moves, base, increment } => {
                let (own, other) = (self.own.unwrap_or(base), self.other.unwrap_or(base));
                let clock = match side {
                    Side::First => [Some(own), Some(other)],
                    Side::Second => [Some(other), Some(own)],
                };
                let left = moves.checked_sub(self.made.checked_rem(moves).unwrap_or(0));
                let moves_to_go = left.filter(|left| *left > 0);
                Limits { clock, increment: [increment; 2], moves_to_go, ..plain }
            }
        }
    }
}

/// Minutes, or minutes and seconds; what follows these is for later protocols.
fn minutes(text: &str) -> Option<Duration> {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != ':' && c != '.');
    let text = text.get(..end.unwrap_or(text.len()))?;
    let (minutes, rest) = text.split_once(':').unwrap_or((text, "0"));
    let minutes: f64 = minutes.parse().ok()?;
    let rest: f64 = rest.parse().ok()?;
    duration(minutes * 60.0 + rest)
}

/// Seconds, with a fraction perhaps.
fn seconds(text: &str) -> Option<Duration> {
    duration(text.parse().ok()?)
}

fn duration(seconds: f64) -> Option<Duration> {
    Duration::try_from_secs_f64(seconds).ok().map(|time| time.min(TIME_MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(level: &str) -> Clock {
        let mut clock = Clock::default();
        let words: Vec<&str> = level.split(' ').collect();
        clock.level(&words).unwrap();
        clock
    }

    const fn seconds(count: u64) -> Duration {
        Duration::from_secs(count)
    }

    #[test]
    fn levels_are_read_as_minutes_moves_and_increments() {
        let limits = with("40 5 0").limits(Side::First);
        assert_eq!((limits.clock, limits.moves_to_go), ([Some(seconds(300)); 2], Some(40)));
        let limits = with("0 0:30 2").limits(Side::Second);
        assert_eq!((limits.clock, limits.moves_to_go), ([Some(seconds(30)); 2], None));
        assert_eq!(limits.increment, [seconds(2); 2]);
        assert_eq!(with("40 25+5 0").limits(Side::First).clock, [Some(seconds(1500)); 2]);
        let small = with("0 0.5 0.05").limits(Side::First);
        assert_eq!((small.clock[0], small.increment[0].as_millis()), (Some(seconds(30)), 50));
        for bad in ["40 5", "x 5 0", "40 x 0", "40 5 -1", "40 5 0 0", "-1 5 0", "40 : 0"] {
            let words: Vec<&str> = bad.split(' ').collect();
            assert!(Clock::default().level(&words).is_err(), "{bad}");
        }
    }

    #[test]
    fn clocks_are_the_engines_and_its_opponents() {
        let mut clock = with("3 1 0");
        clock.set(true, "1000").unwrap();
        clock.set(false, "-20").unwrap();
        assert_eq!(clock.limits(Side::First).clock, [Some(seconds(10)), Some(Duration::ZERO)]);
        assert_eq!(clock.limits(Side::Second).clock, [Some(Duration::ZERO), Some(seconds(10))]);
        clock.take(seconds(4));
        clock.moved();
        let limits = clock.limits(Side::First);
        assert_eq!((limits.clock[0], limits.moves_to_go), (Some(seconds(6)), Some(2)));
        clock.moved();
        clock.moved();
        let limits = clock.limits(Side::First);
        assert_eq!((limits.clock[0], limits.moves_to_go), (Some(seconds(66)), Some(3)));
        assert!(clock.set(true, "soon").is_err());
        clock.reset();
        assert_eq!(clock.limits(Side::First).clock, [Some(seconds(60)); 2]);
    }

    #[test]
    fn a_time_for_each_move_and_a_depth_hold_together() {
        let mut clock = Clock::default();
        assert_eq!(clock.limits(Side::First).move_time, Some(MOVE_TIME));
        clock.each("30").unwrap();
        clock.depth("7").unwrap();
        let limits = clock.limits(Side::Second);
        assert_eq!((limits.move_time, limits.depth), (Some(seconds(30)), Some(7)));
        clock.set(true, "500").unwrap();
        assert_eq!(clock.limits(Side::Second).move_time, Some(seconds(5)));
        clock.moved();
        assert_eq!(clock.limits(Side::Second).move_time, Some(seconds(30)));
        clock.reset();
        assert_eq!(clock.limits(Side::Second).depth, None);
        assert!(clock.each("soon").is_err() && clock.depth("-1").is_err());
    }
}
