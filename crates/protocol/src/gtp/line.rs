//! Lines of GTP [gtp-2, 2]: commands with a number before them, and what is answered.

use plyglot_core::Side;

/// A command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Line {
    /// The number that the answer repeats.
    pub id: Option<u64>,
    /// The command.
    pub name: String,
    /// What comes after it.
    pub arguments: Vec<String>,
}

impl Line {
    /// A line without control characters, comments and empty words; `None` where nothing is left. A
    /// number that is none of 64 bits stands as the command, which nobody knows: all is answered.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let text: String = text
            .chars()
            .filter(|letter| *letter == '\t' || !letter.is_control())
            .map(|letter| if letter == '\t' { ' ' } else { letter })
            .take_while(|letter| *letter != '#')
            .collect();
        let mut words = text.split_whitespace().map(str::to_owned).peekable();
        let number = |word: &String| word.parse().ok().filter(|_| !word.starts_with('+'));
        let id = words.peek().and_then(number);
        if id.is_some() {
            words.next();
        }
        let name = words.next();
        if name.is_none() && id.is_none() {
            return None;
        }
        Some(Self { id, name: name.unwrap_or_default(), arguments: words.collect() })
    }

    /// An argument, in lower case.
    pub(super) fn word(&self, nth: usize) -> Option<String> {
        self.arguments.get(nth).map(|word| word.to_lowercase())
    }

    /// An argument that is a whole number.
    pub(super) fn number(&self, nth: usize) -> Result<u32, String> {
        let word = self.arguments.get(nth).map_or("", String::as_str);
        word.parse().map_err(|_| SYNTAX.to_owned())
    }

    /// An argument that is a colour.
    pub(super) fn side(&self, nth: usize) -> Result<Side, String> {
        self.word(nth).as_deref().and_then(side).ok_or_else(|| SYNTAX.to_owned())
    }
}

/// What is answered to arguments that do not belong there.
pub(super) const SYNTAX: &str = "syntax error";

/// A colour.
pub(super) fn side(word: &str) -> Option<Side> {
    match word {
        "b" | "black" => Some(Side::First),
        "w" | "white" => Some(Side::Second),
        _ => None,
    }
}

/// An answer: `=7 D4` and an empty line; `?7 illegal move` where it is none.
pub(super) fn answer(id: Option<u64>, said: &Result<String, String>) -> String {
    let (mark, text) = match said {
        Ok(text) => ('=', text),
        Err(text) => ('?', text),
    };
    let id = id.map_or(String::new(), |id| id.to_string());
    // An empty line would end the answer before its time.
    let lines: Vec<&str> = text.trim_end().split('\n').map(str::trim_end).collect();
    let text = lines.join("\n").replace("\n\n", "\n \n");
    format!("{mark}{id} {text}").trim_end_matches(' ').to_owned() + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_comments_and_control_characters_are_as_in_the_draft() {
        let line = |text| Line::parse(text);
        let parsed = line("12\tplay \u{7} b  D4 # a comment").unwrap();
        assert_eq!((parsed.id, parsed.name.as_str()), (Some(12), "play"));
        assert_eq!(parsed.arguments, ["b", "D4"]);
        for text in ["", "  ", "# only", "\t\r"] {
            assert_eq!(line(text), None, "{text:?}");
        }
        assert_eq!(line("3").unwrap().name, "");
        let large = [line("4294967296 name").unwrap(), line("99999999999999999999 name").unwrap()];
        assert_eq!(large.map(|line| line.id), [Some(1 << 32), None]);
        assert_eq!(parsed.side(0), Ok(Side::First));
        assert_eq!(parsed.number(1), Err(SYNTAX.to_owned()));
    }

    #[test]
    fn answers_end_with_an_empty_line() {
        assert_eq!(answer(Some(3), &Ok(String::new())), "=3\n");
        assert_eq!(answer(None, &Ok("D4".to_owned())), "= D4\n");
        assert_eq!(answer(None, &Err("illegal move".to_owned())), "? illegal move\n");
        assert_eq!(answer(None, &Ok("\na\n\nb\n".to_owned())), "= \na\n \nb\n");
    }
}
