//! What the texts of recorded games have in common: tags in brackets, and moves in lines that are
//! not too long.
//!
//! PGN (Edwards 1994) has them, and PDN took them over.

use std::fmt::Write as _;

/// The longest line: less than 80 characters (PGN 4.3).
const COLUMNS: usize = 79;

/// Appends the line of a tag, quotation marks and backslashes escaped (PGN 7).
pub fn tag(text: &mut String, name: &str, value: &str) {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"");
    let _ = writeln!(text, "[{name} \"{value}\"]");
}

/// Appends what a match knows of a game besides the roster: who had how much time, and how the game
/// ended, in PGN's words (9.6.1, 9.8.1). Clocks that differ are told by side, first side first.
pub fn match_tags(text: &mut String, tags: &[(&'static str, String)], clocks: [&str; 2]) {
    let find = |name: &str| tags.iter().find(|(tag, _)| *tag == name).map(|(_, v)| v.as_str());
    for (name, written) in [
        ("TimeControl", "TimeControl"),
        ("FirstTimeControl", clocks[0]),
        ("SecondTimeControl", clocks[1]),
        ("Termination", "Termination"),
    ] {
        if let Some(value) = find(name) {
            tag(text, written, value);
        }
    }
}

/// Words with single blanks between, in lines of at most 79 characters, each with its end.
pub fn wrapped(words: &[String]) -> String {
    let (mut text, mut column) = (String::new(), 0);
    for word in words {
        if column > 0 && column + 1 + word.len() > COLUMNS {
            text.push('\n');
            column = 0;
        }
        if column > 0 {
            text.push(' ');
            column += 1;
        }
        text += word;
        column += word.len();
    }
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_keeps_its_marks_and_a_line_its_length() {
        let mut text = String::new();
        tag(&mut text, "Event", "the \"Cup\"");
        assert_eq!(text, "[Event \"the \\\"Cup\\\"\"]\n");
        let words = vec!["x".repeat(39); 3];
        assert_eq!(wrapped(&words), format!("{0} {0}\n{0}\n", words[0]));
    }
}
