//! Margins and spans of margins as numbers in tables.
//!
//! A margin says how much more than the other side the side to move will still get, and takes a
//! byte. Where play that never leaves a table has no value of its own ([`super::bounds`]), a place
//! has a [`Span`]: what the side to move can force, and what it can be held to.
//!
//! ```text
//! code   0        1 … 127         128     129 … 255                     256 and above
//!        nothing  -127 … -1       even    +1 … +127   from the mover    (low + 128) · 256 + high +
//! 128
//! ```

use std::fmt;

use super::value::Value;

/// The largest margin a code can hold, for either side.
pub const MARGIN_MAX: i16 = 127;
/// The code of a margin of 0.
const EVEN: i16 = 128;
/// The code of a place that holds no board.
pub const NO_BOARD: u8 = 0;

/// The code of a margin from `-MARGIN_MAX` to [`MARGIN_MAX`].
#[inline]
pub const fn code_of(margin: i16) -> u8 {
    debug_assert!(-MARGIN_MAX <= margin && margin <= MARGIN_MAX);
    (margin + EVEN).cast_unsigned() as u8
}

/// The margin of a code; `None` for [`NO_BOARD`].
#[inline]
pub const fn margin_of(code: u8) -> Option<i16> {
    if code == NO_BOARD { None } else { Some(code as i16 - EVEN) }
}

/// What a side can force, and what it can be held to; margins from the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Span {
    /// At least this.
    pub low: i16,
    /// At most this.
    pub high: i16,
}

impl Span {
    /// A margin that is known.
    pub const fn exactly(margin: i16) -> Self {
        Self { low: margin, high: margin }
    }

    /// The margin, where it is known.
    pub const fn exact(self) -> Option<i16> {
        if self.low == self.high { Some(self.low) } else { None }
    }

    /// Seen by the other side.
    #[must_use]
    pub const fn flipped(self) -> Self {
        Self { low: -self.high, high: -self.low }
    }

    /// With so much won already.
    #[must_use]
    pub const fn plus(self, gain: i16) -> Self {
        Self { low: self.low + gain, high: self.high + gain }
    }

    /// Who ends ahead, where that is settled, and by how much at least.
    pub const fn verdict(self) -> Option<Value> {
        match (self.low, self.high) {
            (1.., _) => Some(Value::of_margin(self.low)),
            (_, ..=-1) => Some(Value::of_margin(self.high)),
            (0, 0) => Some(Value::Draw),
            _ => None,
        }
    }

    /// What the choice between two moves is worth.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self { low: self.low.max(other.low), high: self.high.max(other.high) }
    }

    /// As a code.
    pub const fn code(self) -> u16 {
        if self.low == self.high {
            return code_of(self.low) as u16;
        }
        (code_of(self.low) as u16) << 8 | code_of(self.high) as u16
    }

    /// What is kept as this code, in a table of bounds or of margins; `None` where there is nothing.
    #[inline]
    pub fn from_code(code: u16) -> Option<Self> {
        let [low, high] = [code >> 8, code & 0xff].map(|part| margin_of(part as u8));
        let high = high?;
        Some(Self { low: low.unwrap_or(high), high })
    }
}

/// `+3`, or `-1 to +5`.
impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.exact() {
            Some(margin) => write!(f, "{margin:+}"),
            None => write!(f, "{:+} to {:+}", self.low, self.high),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_and_codes_correspond_and_exact_ones_are_margins() {
        for low in -20..=20 {
            for high in low..=20 {
                let span = Span { low, high };
                assert_eq!(Span::from_code(span.code()), Some(span));
                assert_eq!(span.code() < 256, span.exact().is_some());
            }
            assert_eq!(Span::exactly(low).code(), u16::from(code_of(low)));
        }
        assert_eq!(Span::from_code(0), None);
        let span = Span { low: -3, high: 5 };
        assert_eq!(span.flipped().plus(1), Span { low: -4, high: 4 });
    }
}
