//! Text from outside, as our own lines quote it.

/// The longest quotation, in characters.
const QUOTE_MAX: usize = 60;

/// User text as an error quotes it: at most 60 characters, none of them a control character.
pub fn shorten(text: &str) -> String {
    let mut short: String =
        text.chars().take(QUOTE_MAX).map(|c| if c.is_control() { '?' } else { c }).collect();
    if text.chars().nth(QUOTE_MAX).is_some() {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quotation_is_one_short_line() {
        assert_eq!(shorten("a\tb\nc"), "a?b?c");
        assert_eq!(shorten(&"ß".repeat(60)), "ß".repeat(60));
        assert_eq!(shorten(&"ß".repeat(61)), "ß".repeat(60) + "…");
    }
}
