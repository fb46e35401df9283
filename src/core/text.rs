//! Text from outside, as our own lines quote it.

/// The longest quotation, in characters.
const QUOTE_MAX: usize = 60;

/// The longest quotation from a file that may be anybody's, in characters.
const GLIMPSE_MAX: usize = 16;

/// User text as an error quotes it: at most 60 characters, none of them a control character.
pub fn shorten(text: &str) -> String {
    quote(text, QUOTE_MAX)
}

/// The beginning of a file that is none of ours, as an error quotes it: enough to see which file it
/// was, too little for somebody who may only send us its name to read it.
pub fn glimpse(text: &str) -> String {
    quote(text, GLIMPSE_MAX)
}

fn quote(text: &str, chars: usize) -> String {
    let mut short: String =
        text.chars().take(chars).map(|c| if c.is_control() { '?' } else { c }).collect();
    if text.chars().nth(chars).is_some() {
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
        assert_eq!(glimpse("root:x:0:0:root:/root"), "root:x:0:0:root:…");
    }
}
