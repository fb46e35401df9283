//! What the texts of recorded games have in common: tags in brackets, and moves in lines that are
//! not too long.
//!
//! PGN [edwards-1994] has them, and PDN took them over.

use std::fmt::Write as _;

use super::notation::Header;

/// The longest line: less than 80 characters (PGN 4.3).
const COLUMNS: usize = 79;

/// Appends the line of a tag, quotation marks and backslashes escaped (PGN 7).
pub fn tag(text: &mut String, name: &str, value: &str) {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"");
    let _ = writeln!(text, "[{name} \"{value}\"]");
}

/// Appends what a match knows of a game besides the roster: who had how much time, and how the game
/// ended, in PGN's words (9.6.1, 9.8.1). Clocks that differ are told by side, first side first.
pub fn match_tags(text: &mut String, header: &Header<'_>, clocks: [&str; 2]) {
    for (name, written) in [
        ("TimeControl", "TimeControl"),
        ("FirstTimeControl", clocks[0]),
        ("SecondTimeControl", clocks[1]),
        ("Termination", "Termination"),
    ] {
        if let Some(value) = header.find(name) {
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

/// The games of a file, each with the number of its first line, from 1: a tag at the beginning of a
/// line, behind moves, begins another.
pub fn games(bytes: &[u8]) -> Vec<(usize, &[u8])> {
    let mut games = Vec::new();
    let (mut begin, mut at, mut begin_line) = (0, 0, 1);
    let (mut has_moves, mut in_comment) = (false, false);
    for (number, line) in (1..).zip(bytes.split_inclusive(|&byte| byte == b'\n')) {
        let text = line.trim_ascii_start();
        let is_tag = !in_comment && text.starts_with(b"[");
        if is_tag && has_moves {
            games.push((begin_line, &bytes[begin..at]));
            (begin, begin_line, has_moves) = (at, number, false);
        }
        if !is_tag {
            has_moves |= !text.is_empty() && !text.starts_with(b"%");
            in_comment = ends_in_comment(text, in_comment);
        }
        at += line.len();
    }
    games.push((begin_line, &bytes[begin..]));
    games
}

/// Whether a comment in braces goes on behind this line.
fn ends_in_comment(line: &[u8], mut in_comment: bool) -> bool {
    for byte in line {
        match byte {
            b'}' => in_comment = false,
            b'{' => in_comment = true,
            b';' if !in_comment => return false,
            _ => {}
        }
    }
    in_comment
}

/// The text of a file in UTF-8, or in Latin-1 as PGN has it (4.1); a byte order mark left out.
pub fn decoded(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.trim_start_matches('\u{feff}').to_owned(),
        Err(_) => bytes.iter().copied().map(char::from).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_games_of_a_file_are_told_apart_by_their_tags() {
        let text = "[A \"{\"]\n[B \"\"]\n\n1. e4 {\n[C]\n} e5 ; {\n*\n\n[A \"\"]\n\n*\n";
        let found = games(text.as_bytes());
        let lines: Vec<usize> = found.iter().map(|(line, _)| *line).collect();
        assert_eq!(lines, [1, 9]);
        let parts: Vec<&[u8]> = found.into_iter().map(|(_, part)| part).collect();
        assert_eq!(parts.concat(), text.as_bytes());
        assert_eq!(games(b""), [(1, &b""[..])]);
    }

    #[test]
    fn a_tag_keeps_its_marks_and_a_line_its_length() {
        let mut text = String::new();
        tag(&mut text, "Event", "the \"Cup\"");
        assert_eq!(text, "[Event \"the \\\"Cup\\\"\"]\n");
        let words = vec!["x".repeat(39); 3];
        assert_eq!(wrapped(&words), format!("{0} {0}\n{0}\n", words[0]));
    }
}
