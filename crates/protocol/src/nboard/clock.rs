//! The clocks of a game in GGF [ggf-format]: what each side began with (`TI`, or `TB` and `TW`), less
//! what its moves took (`B[F5/1.00/2.5]`: a move, an evaluation, seconds), and more by what each brings.
//!
//! ```text
//! TI[15:00/00:10/02:00]      fifteen minutes, ten seconds for each move, two minutes of overtime
//! TI[1.00:00:00]             a day
//! ```
//!
//! A side whose time is used up for the first time has its overtime, in which a lost game may still be
//! ended without losing every disc. A clock that begins at nought and that no move adds to is how
//! `NBoard` writes that there is none.

use std::time::Duration;

use crate::grammar::TIME_MAX_MS;
use plyglot_core::text::shorten;
use plyglot_core::{Limits, Side};

/// What a side has where its clock says nothing of overtime, as `NBoard` takes it.
const OVERTIME: Duration = Duration::from_mins(2);
const TIME_MAX: Duration = Duration::from_millis(TIME_MAX_MS);

/// The clock of one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Clock {
    left: Duration,
    increment: Duration,
    overtime: Duration,
}

impl Clock {
    /// As GGF writes it: time, increment and overtime. `None` where it is not of that form.
    fn read(text: &str) -> Option<Self> {
        let mut parts = text.split('/');
        let left = time(parts.next()?)?;
        let mut part = |missing| match parts.next() {
            None => Some(missing),
            Some(part) if part.trim().is_empty() => Some(Duration::ZERO),
            Some(part) => time(part),
        };
        let (increment, overtime) = (part(Duration::ZERO)?, part(OVERTIME)?);
        parts.next().is_none().then_some(Self { left, increment, overtime })
    }

    /// Whether there is one.
    fn is_set(&self) -> bool {
        !self.left.is_zero() || !self.increment.is_zero()
    }

    /// A move was made in so much time.
    fn take(&mut self, used: Duration) {
        if used > self.left {
            self.left += std::mem::take(&mut self.overtime);
        }
        self.left = TIME_MAX.min(self.left.saturating_sub(used) + self.increment);
    }
}

/// The clocks of a game as it stands, and who is to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Clocks {
    /// By [`Side::index`].
    clocks: [Option<Clock>; 2],
    to_move: Side,
}

impl Clocks {
    /// No clock, and the first side to move.
    pub(super) const NONE: Self = Self { clocks: [None; 2], to_move: Side::First };

    /// The clocks at the end of a game. The error is a line about a clock that is not understood, which
    /// counts as none.
    pub(super) fn read(game: &str) -> (Self, Option<String>) {
        let (mut clocks, mut refused) = (Self::NONE, None);
        for (name, value) in properties(game) {
            let mut set = |first: bool, second: bool| {
                let clock = Clock::read(&value);
                if clock.is_none() {
                    let expected = "expected a clock as in 15:00/00:10/02:00";
                    refused = Some(format!("{name}: found `{}`, {expected}", shorten(&value)));
                }
                let [black, white] = &mut clocks.clocks;
                for own in [first.then_some(black), second.then_some(white)].into_iter().flatten() {
                    *own = clock.filter(Clock::is_set);
                }
            };
            match name.as_str() {
                "TI" => set(true, true),
                "TB" => set(true, false),
                "TW" => set(false, true),
                "BO" if value.trim_end().ends_with(['O', 'o']) => clocks.to_move = Side::Second,
                "B" => clocks.moved(Side::First, &value),
                "W" => clocks.moved(Side::Second, &value),
                _ => {}
            }
        }
        (clocks, refused)
    }

    /// The side to move has made one: `F5/1.00/2.5`.
    pub(super) fn take(&mut self, mv: &str) {
        self.moved(self.to_move, mv);
    }

    fn moved(&mut self, side: Side, mv: &str) {
        self.to_move = side.other();
        let seconds = mv.split('/').nth(2).and_then(|time| time.trim().parse().ok());
        let used = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        let [black, white] = &mut self.clocks;
        let own = if side == Side::First { black } else { white };
        if let Some(clock) = own {
            clock.take(used.unwrap_or_default());
        }
    }

    /// Held to them, where the side to move has one.
    pub(super) fn limit(&self, limits: Limits) -> Limits {
        let [black, white] = self.clocks;
        let own = if self.to_move == Side::First { black } else { white };
        if own.is_none() {
            return limits;
        }
        let left = |clock: Option<Clock>| clock.map(|clock| clock.left);
        let increment = |clock: Option<Clock>| clock.map_or(Duration::ZERO, |it| it.increment);
        Limits {
            clock: [left(black), left(white)],
            increment: [increment(black), increment(white)],
            ..limits
        }
    }
}

/// `DAYS.HOURS:MINUTES:SECONDS`, of which leading parts may be missing; only the last may have a
/// fraction. What stands behind a comma is the number of moves it is for, which no server uses.
fn time(text: &str) -> Option<Duration> {
    let text = text.split(',').next().unwrap_or("").trim();
    let (days, rest) = match text.split_once('.') {
        Some((days, rest)) if rest.contains(':') => (days.parse().ok()?, rest),
        _ => (0_u32, text),
    };
    let parts: Vec<&str> = rest.split(':').collect();
    if parts.len() > 3 {
        return None;
    }
    let mut seconds = f64::from(days) * 24.0;
    for (nth, part) in parts.into_iter().enumerate() {
        let part: f64 = part.parse().ok()?;
        seconds = if nth == 0 { seconds } else { seconds * 60.0 } + part;
    }
    Duration::try_from_secs_f64(seconds).ok().filter(|time| *time <= TIME_MAX)
}

/// The properties of the first game of a text: names in capital letters, and values.
fn properties(text: &str) -> Vec<(String, String)> {
    let (mut all, mut name, mut value) = (Vec::new(), String::new(), None::<String>);
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match (&mut value, letter) {
            (Some(value), '\\') => value.extend(letters.next()),
            (Some(_), ']') => {
                all.push((std::mem::take(&mut name), value.take().unwrap_or_default()));
            }
            (Some(value), letter) => value.push(letter),
            (None, '[') => value = Some(String::new()),
            (None, ';') if !all.is_empty() => break,
            (None, '(' | ';') => name.clear(),
            (None, letter) if letter.is_ascii_alphanumeric() => {
                name.push(letter.to_ascii_uppercase());
            }
            (None, _) => {}
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What each side has left at the end of a game, milliseconds.
    fn left(game: &str) -> [Option<u128>; 2] {
        Clocks::read(game).0.clocks.map(|clock| clock.map(|clock| clock.left.as_millis()))
    }

    #[test]
    fn times_are_read_from_days_to_fractions_of_seconds() {
        for (text, milliseconds) in [
            ("15:00", Some(900_000)),
            ("5", Some(5000)),
            ("0.25", Some(250)),
            ("1:00:02.5", Some(3_602_500)),
            ("1.02:03:04", Some(93_784_000)),
            ("15:00,30", Some(900_000)),
            ("", None),
            ("1:2:3:4", None),
            ("-5", None),
            ("10+1", None),
            ("NaN", None),
        ] {
            assert_eq!(time(text).map(|time| time.as_millis()), milliseconds, "{text}");
        }
    }

    #[test]
    fn moves_take_time_and_bring_some() {
        let game = "1 (;GM[Othello]PB[TI[1\\]]TI[10/2/30]B[F5//4]W[F6/1.0/11]B[E6];)(;TI[99];)";
        // White is in overtime: 10 + 30 - 11 + 2.
        assert_eq!(left(game), [Some(10_000), Some(31_000)]);
        assert_eq!(left("(;TB[60]TW[0]B[f5//1.5];)"), [Some(58_500), None]);
        assert_eq!(left("(;TI[0];)"), [None; 2]);
        assert_eq!(left("(;TI[5//0]B[f5//7];)"), [Some(0), Some(5000)]);
    }

    #[test]
    fn the_side_to_move_has_the_clock() {
        let (mut clocks, refused) = Clocks::read("(;BO[8 --- O]TB[60/1];)");
        assert_eq!((clocks.to_move, refused), (Side::Second, None));
        let depth = Limits { depth: Some(9), ..Limits::default() };
        assert_eq!(clocks.limit(depth.clone()), depth);
        clocks.take("D3/0.5/2");
        let seconds = Duration::from_secs;
        let limits = Limits {
            clock: [Some(seconds(60)), None],
            increment: [seconds(1), Duration::ZERO],
            ..depth.clone()
        };
        assert_eq!(clocks.limit(depth), limits);
        let refused = Clocks::read("(;TI[soon];)").1;
        assert_eq!(refused.unwrap(), "TI: found `soon`, expected a clock as in 15:00/00:10/02:00");
    }
}
