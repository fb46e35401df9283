//! The clocks of GTP [gtp-2, 4.2]: a main time, and periods of byo-yomi with so many moves in each.
//!
//! `time_left` says how they stand, and a controller need not send it: in between each side's own moves
//! are taken off here.

use std::time::Duration;

use plyglot_core::{Limits, Side};

/// How long a move may take where nothing is said of time.
const MOVE_TIME: Duration = Duration::from_secs(5);

/// What is known of the time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Clock {
    /// Nothing was said.
    #[default]
    Unsaid,
    /// There is no limit.
    Unlimited,
    /// Clocks run.
    Runs {
        /// What each period after the main time has, and for how many moves.
        period: (Duration, u32),
        /// What each side has at the beginning of a game.
        first: (Duration, u32),
        /// What each side has left, and for how many moves; 0 for all.
        left: [(Duration, u32); 2],
    },
}

/// What a search may take, whatever the clock says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Fixed {
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    pub move_time: Option<Duration>,
}

impl Clock {
    /// A main time, and periods of so many moves after it; a period without moves is no limit.
    pub(super) fn new(main: u32, period: u32, stones: u32) -> Self {
        let seconds = |count: u32| Duration::from_secs(count.into());
        if period > 0 && stones == 0 {
            return Self::Unlimited;
        }
        let period = (seconds(period), stones);
        let first = if main > 0 { (seconds(main), 0) } else { period };
        Self::Runs { period, first, left: [first; 2] }
    }

    /// A side has so much time left, for so many moves; 0 for all that are left of the main time.
    pub(super) fn set(&mut self, side: Side, seconds: u32, stones: u32) {
        let left = (Duration::from_secs(seconds.into()), stones);
        if let Self::Runs { left: [black, white], .. } = self {
            *(if side == Side::First { black } else { white }) = left;
        } else {
            *self = Self::Runs { period: (Duration::ZERO, 0), first: left, left: [left; 2] };
        }
    }

    /// A new game begins.
    pub(super) fn begin(&mut self) {
        if let Self::Runs { first, left, .. } = self {
            *left = [*first; 2];
        }
    }

    /// This side has made a move in so much time.
    pub(super) fn take(&mut self, side: Side, used: Duration) {
        let Self::Runs { period, left: [black, white], .. } = self else { return };
        let own = if side == Side::First { black } else { white };
        let (time, stones) = *own;
        let in_period = |time: Duration, used: Duration, stones: u32| match stones {
            0 | 1 => *period,
            _ => (time.saturating_sub(used), stones - 1),
        };
        *own = match stones {
            0 if used < time || period.1 == 0 => (time.saturating_sub(used), 0),
            0 => in_period(period.0, used.saturating_sub(time), period.1),
            _ => in_period(time, used, stones),
        };
    }

    /// What a search for this side may take.
    pub(super) fn limits(&self, side: Side, fixed: Fixed) -> Limits {
        let Fixed { depth, nodes, move_time } = fixed;
        if depth.is_some() || nodes.is_some() || move_time.is_some() {
            return Limits { depth, nodes, move_time, ..Limits::default() };
        }
        match *self {
            Self::Unsaid | Self::Unlimited => {
                Limits { move_time: Some(MOVE_TIME), ..Limits::default() }
            }
            Self::Runs { period, left: [black, white], .. } => {
                let (own, stones) = if side == Side::First { black } else { white };
                let clock = [Some(black.0), Some(white.0)];
                // In the main time the first period may be used up, too.
                let spare =
                    if stones == 0 && period.1 > 0 { period.0 / period.1 } else { Duration::ZERO };
                if own + spare == Duration::ZERO {
                    return Limits { move_time: Some(Duration::ZERO), ..Limits::default() };
                }
                let moves_to_go = (stones > 0).then_some(stones);
                let increment = [spare; 2];
                Limits { clock, increment, moves_to_go, ..Limits::default() }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn main_time_and_periods_become_limits() {
        let seconds = Duration::from_secs;
        let limits = |clock: Clock, side| clock.limits(side, Fixed::default());
        assert_eq!(limits(Clock::Unsaid, Side::First).move_time, Some(MOVE_TIME));
        assert_eq!(limits(Clock::new(0, 5, 0), Side::First).move_time, Some(MOVE_TIME));
        let main = limits(Clock::new(300, 30, 5), Side::First);
        assert_eq!(main.clock, [Some(seconds(300)); 2]);
        assert_eq!((main.increment, main.moves_to_go), ([seconds(6); 2], None));
        let mut clock = Clock::new(0, 30, 5);
        assert_eq!(limits(clock, Side::First).moves_to_go, Some(5));
        clock.set(Side::Second, 12, 2);
        let white = limits(clock, Side::Second);
        assert_eq!(
            (white.clock, white.moves_to_go),
            ([Some(seconds(30)), Some(seconds(12))], Some(2))
        );
        assert_eq!(limits(Clock::new(0, 0, 0), Side::First).move_time, Some(Duration::ZERO));
        let fixed = Fixed { nodes: Some(9), ..Fixed::default() };
        assert_eq!(clock.limits(Side::First, fixed).nodes, Some(9));
    }

    #[test]
    fn what_moves_take_is_taken_off_until_the_controller_says_better() {
        let seconds = Duration::from_secs;
        let left = |clock: Clock, side: Side| match clock {
            Clock::Runs { left: [black, white], .. } => {
                if side == Side::First {
                    black
                } else {
                    white
                }
            }
            Clock::Unsaid | Clock::Unlimited => unreachable!("a clock was set"),
        };
        let mut clock = Clock::new(10, 0, 0);
        clock.take(Side::First, seconds(4));
        assert_eq!(left(clock, Side::First), (seconds(6), 0));
        assert_eq!(left(clock, Side::Second), (seconds(10), 0));
        clock.take(Side::First, seconds(7));
        let over = clock.limits(Side::First, Fixed::default());
        assert_eq!(over.move_time, Some(Duration::ZERO));
        clock.set(Side::First, 3, 0);
        assert_eq!(left(clock, Side::First), (seconds(3), 0));
        clock.begin();
        assert_eq!(left(clock, Side::First), (seconds(10), 0));
        // The main time ends in the midst of a move, which is the first of its period.
        let mut clock = Clock::new(10, 30, 3);
        clock.take(Side::Second, seconds(12));
        assert_eq!(left(clock, Side::Second), (seconds(28), 2));
        clock.take(Side::Second, seconds(20));
        assert_eq!(left(clock, Side::Second), (seconds(8), 1));
        clock.take(Side::Second, seconds(8));
        assert_eq!(left(clock, Side::Second), (seconds(30), 3));
        let mut each = Clock::new(0, 5, 1);
        each.take(Side::First, seconds(4));
        assert_eq!(left(each, Side::First), (seconds(5), 1));
    }
}
