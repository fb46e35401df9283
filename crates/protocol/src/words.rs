//! Words of commands and replies: compared, and written with what belongs to them.

use std::fmt;

/// Whether two names are the same words, in upper or lower case, however they are spaced.
///
/// ```
/// # use plyglot_protocol::words::same_words;
/// assert!(same_words("clear  HASH", "Clear Hash"));
/// assert!(!same_words("ClearHash", "Clear Hash"));
/// ```
pub fn same_words(one: &str, other: &str) -> bool {
    let (mut one, mut other) = (one.split_whitespace(), other.split_whitespace());
    loop {
        match (one.next(), other.next()) {
            (None, None) => return true,
            (Some(a), Some(b)) if a.eq_ignore_ascii_case(b) => (),
            _ => return false,
        }
    }
}

/// A word and the number behind it; nothing where there is none.
pub(super) fn write_number(
    f: &mut fmt::Formatter<'_>,
    word: &str,
    number: Option<impl fmt::Display>,
) -> fmt::Result {
    number.map_or(Ok(()), |number| write!(f, " {word} {number}"))
}

/// A word, and the words behind it, if there are any.
pub(super) fn write_words(f: &mut fmt::Formatter<'_>, word: &str, list: &[&str]) -> fmt::Result {
    f.write_str(word)?;
    list.iter().try_for_each(|item| write!(f, " {item}"))
}

/// A word and a list behind it; nothing for an empty list.
pub(super) fn write_list(f: &mut fmt::Formatter<'_>, word: &str, list: &[&str]) -> fmt::Result {
    if list.is_empty() { Ok(()) } else { write_words(f, word, list) }
}
