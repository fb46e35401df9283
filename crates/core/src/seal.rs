//! Texts that end with a checksum of themselves: books, and what jobs keep of how far they have come.

use xxhash_rust::xxh3::xxh3_64;

/// The text, whole lines, with a line more: its checksum.
pub fn sealed(text: &str) -> String {
    format!("{text}checksum {:016x}\n", xxh3_64(text.as_bytes()))
}

/// The text before its checksum.
///
/// # Errors
///
/// There is none, or it is that of another text.
pub fn unsealed(text: &str) -> Result<&str, String> {
    let body = text.rfind("checksum ").map(|at| &text[..at]);
    body.filter(|body| sealed(body) == text).ok_or_else(|| "its checksum does not fit".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_sealed_is_unsealed_and_nothing_else() {
        for text in ["", "a\n", "a\nchecksum b\n"] {
            assert_eq!(unsealed(&sealed(text)), Ok(text));
        }
        let text = sealed("a\nb\n");
        for other in
            ["", "a\n", &text.replace('a', "c"), &text[..text.len() - 1], &(text.clone() + "\n")]
        {
            assert_eq!(unsealed(other).unwrap_err(), "its checksum does not fit", "{other}");
        }
    }
}
