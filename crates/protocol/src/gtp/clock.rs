//! The clocks of GTP [gtp-2, 4.2]: a main time, and periods of byo-yomi with so many moves in each.

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
        Self::Runs { period, left: [first; 2] }
    }

    /// A side has so much time left, for so many moves; 0 for all that are left of the main time.
    pub(super) fn set(&mut self, side: Side, seconds: u32, stones: u32) {
        let left = (Duration::from_secs(seconds.into()), stones);
        if let Self::Runs { left: [black, white], .. } = self {
            *(if side == Side::First { black } else { white }) = left;
        } else {
            *self = Self::Runs { period: (Duration::ZERO, 0), left: [left; 2] };
        }
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
            Self::Runs { period, left: [black, white] } => {
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
}
