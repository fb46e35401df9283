//! Text from outside, as our own lines quote it.

/// The longest quotation, in characters.
const QUOTE_MAX: usize = 60;

/// Characters that no control characters are and yet move the text around them: separators of lines
/// and paragraphs, marks of direction, and such as cannot be seen.
const fn disturbs(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// User text as an error quotes it: at most 60 characters, none of them such as would disturb a line.
pub fn shorten(text: &str) -> String {
    let shown = |c: char| if c.is_control() || disturbs(c) { '?' } else { c };
    let mut short: String = text.chars().take(QUOTE_MAX).map(shown).collect();
    if text.chars().nth(QUOTE_MAX).is_some() {
        short.push('…');
    }
    short
}

/// So many of a thing, `1 table` or `3 tables`: `one` is a noun whose plural takes an `s`.
pub fn number_of(count: usize, one: &str) -> String {
    let s = if count == 1 { "" } else { "s" };
    format!("{count} {one}{s}")
}

/// Rows of cells as lines, each column as wide as the longest of its cells, two spaces apart.
pub fn in_columns(rows: &[Vec<String>]) -> Vec<String> {
    let letters = |cell: &String| cell.chars().count();
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |at: usize| rows.iter().filter_map(|row| row.get(at)).map(letters).max();
    let widths: Vec<usize> = (0..columns).filter_map(width).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}"));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect()
}

/// What may have been meant: the first of those names that are most like what was found, if any is like
/// it. A slip of the hand in every third letter is forgiven; so is the rest of a word of which at least
/// three letters are there.
pub fn nearest<'a>(found: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    nearest_of(found, &mut names.into_iter())
}

/// [`nearest`], compiled once for names from wherever.
fn nearest_of<'a>(found: &str, names: &mut dyn Iterator<Item = &'a str>) -> Option<&'a str> {
    let found: String = found.chars().take(QUOTE_MAX).collect::<String>().to_lowercase();
    let letters = found.chars().count();
    let slips_max = (letters / 3).max(1);
    let slips = |name: &'a str| {
        let wanted = name.to_lowercase();
        let is_begun = letters >= 3 && wanted.starts_with(&found);
        let slips = if is_begun { 0 } else { strsim::damerau_levenshtein(&found, &wanted) };
        (slips, name)
    };
    let named = names.map(slips).filter(|&(slips, name)| {
        // Of a word of one or two letters nothing is left where all of them are wrong.
        slips <= slips_max && slips < letters.max(name.chars().count())
    });
    named.min_by_key(|&(slips, _)| slips).map(|(_, name)| name)
}

/// The same as the end of an error: "; did you mean `kalah`?", or nothing.
pub fn meant<'a>(found: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    nearest(found, names).map_or(String::new(), |name| format!("; did you mean `{name}`?"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_what_they_hold() {
        let rows = [["move", "wdl"], ["e2", "Sieg über"], ["", "x"]];
        let rows = rows.map(|row| row.map(str::to_owned).to_vec());
        assert_eq!(in_columns(&rows), ["move  wdl", "e2    Sieg über", "      x"]);
        assert_eq!(in_columns(&[]), Vec::<String>::new());
    }

    #[test]
    fn what_is_meant_is_what_is_most_alike() {
        let names = ["kalah", "chess", "chess960", "morris", "sixmorris", "go", "awari"];
        for (found, meant) in [
            ("kalha", Some("kalah")),
            ("Chess", Some("chess")),
            ("cess", Some("chess")),
            ("chess9", Some("chess960")),
            ("moris", Some("morris")),
            ("sixmoris", Some("sixmorris")),
            ("awa", Some("awari")),
            ("gp", Some("go")),
            ("xy", None),
            ("shogi", None),
            ("", None),
        ] {
            assert_eq!(nearest(found, names), meant, "{found}");
        }
        assert_eq!(meant("kalha", names), "; did you mean `kalah`?");
        assert_eq!(meant("shogi", names), "");
    }

    #[test]
    fn a_quotation_is_one_short_line() {
        assert_eq!(shorten("a\tb\nc"), "a?b?c");
        assert_eq!(shorten("a\u{2028}b\u{2029}c\u{202e}d"), "a?b?c?d");
        assert_eq!(shorten(&"ß".repeat(60)), "ß".repeat(60));
        assert_eq!(shorten(&"ß".repeat(61)), "ß".repeat(60) + "…");
    }
}
