//! The day on which games are played, as records of games have it.

use std::time::SystemTime;

/// Today by UTC as records of games have it: `2026.02.28`.
pub fn today() -> String {
    let passed = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    date(passed.as_secs() / (24 * 60 * 60))
}

/// The day so many days after 1 January 1970.
fn date(days: u64) -> String {
    let leap = |year: u64| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    let (mut year, mut left) = (1970, days);
    while left >= 365 + u64::from(leap(year)) {
        left -= 365 + u64::from(leap(year));
        year += 1;
    }
    let february = 28 + u64::from(leap(year));
    let mut month = 1;
    for days in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30] {
        if left < days {
            break;
        }
        left -= days;
        month += 1;
    }
    format!("{year}.{month:02}.{:02}", left + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_dated_by_the_gregorian_calendar() {
        for (days, text) in [
            (0, "1970.01.01"),
            (58, "1970.02.28"),
            (59, "1970.03.01"),
            (789, "1972.02.29"),
            (11016, "2000.02.29"),
            (20453, "2025.12.31"),
            (20454, "2026.01.01"),
        ] {
            assert_eq!(date(days), text);
        }
    }
}
