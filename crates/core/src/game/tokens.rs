//! What recorded games in brackets and braces are made of, token by token.
//!
//! ```text
//! [White "A"]  1. e4 {a comment} e5 (1... c5 (1... e6)) $1 ; to the end of the line
//! ```
//!
//! PGN [edwards-1994, 7 and 8] has these, PDN has them too. Comments and variations are passed
//! over, be they within each other; so are lines that begin with `%`.

/// What a file of games is made of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Token {
    /// A pair in brackets.
    Tag(String, String),
    /// Moves, numbers, results, marks.
    Word(String),
    /// A comment or a variation without its end.
    Unclosed(&'static str),
}

/// A reader of tokens, each with its line, from 1.
#[derive(Clone, Debug)]
pub struct Tokens<'a> {
    rest: std::iter::Peekable<std::str::Chars<'a>>,
    line: usize,
    /// Blanks around the separators of squares do not part them.
    joins: bool,
}

impl<'a> Tokens<'a> {
    /// The tokens of a text.
    pub fn new(text: &'a str) -> Self {
        Self { rest: text.chars().peekable(), line: 1, joins: false }
    }

    /// The same where `32 - 28` is one word.
    #[must_use]
    pub fn joined(self) -> Self {
        Self { joins: true, ..self }
    }

    fn next_char(&mut self) -> Option<char> {
        let c = self.rest.next()?;
        self.line += usize::from(c == '\n');
        Some(c)
    }

    /// Everything up to `end`, which is passed over; `None` if it never comes.
    fn until(&mut self, end: char) -> Option<String> {
        let mut text = String::new();
        while let Some(c) = self.next_char() {
            if c == end {
                return Some(text);
            }
            text.push(c);
        }
        None
    }

    /// A name and a value in quotation marks, which may hold brackets, up to the bracket that ends
    /// them. Within the value a backslash stands before a mark or a backslash; a value without its
    /// closing mark ends at a bracket or with its line.
    fn tag(&mut self) -> Option<(String, String)> {
        let (mut name, mut value) = (String::new(), String::new());
        loop {
            match self.next_char()? {
                ']' => return Some((name.trim().to_owned(), value)),
                '"' => {
                    if !self.quoted(&mut value)? {
                        return Some((name.trim().to_owned(), value));
                    }
                }
                c => name.push(c),
            }
        }
    }

    /// What stands between quotation marks, the first of which is read. Says whether the other one
    /// is there. A mark within the line that ends no value, since a bracket comes only behind a later
    /// one, is part of the value: many write `[Event "the "Cup""]`.
    fn quoted(&mut self, value: &mut String) -> Option<bool> {
        let is_closed = self.rest.clone().take_while(|&c| c != '\n').any(|c| c == '"');
        // Looked for once: a value may hold many marks.
        let mut marks_before_end = None;
        loop {
            match self.next_char()? {
                '"' if self.is_bracket_ahead() => return Some(true),
                '"' => {
                    let left = marks_before_end.get_or_insert_with(|| self.marks_to_end());
                    match left.checked_sub(1) {
                        Some(fewer) => *left = fewer,
                        None => return Some(true),
                    }
                    value.push('"');
                }
                '\n' => return Some(false),
                ']' if !is_closed => return Some(false),
                '\\' if matches!(self.rest.peek(), Some('"' | '\\')) => {
                    value.extend(self.next_char());
                }
                c => value.push(c),
            }
        }
    }

    /// Whether the next that is no blank is the bracket that ends a tag.
    fn is_bracket_ahead(&self) -> bool {
        self.rest.clone().find(|c| !c.is_whitespace()) == Some(']')
    }

    /// How many quotation marks there are up to one with that bracket behind it, before the line ends or
    /// another tag begins; 0 where there is none.
    fn marks_to_end(&self) -> usize {
        let mut value = self.rest.clone().take_while(|c| !matches!(c, '\n' | '[')).peekable();
        let (mut marks, mut is_behind_mark) = (0, false);
        while let Some(c) = value.next() {
            match c {
                ']' if is_behind_mark => return marks,
                '\\' if matches!(value.peek(), Some('"' | '\\')) => {
                    value.next();
                    is_behind_mark = false;
                }
                '"' => (marks, is_behind_mark) = (marks + 1, true),
                c if c.is_whitespace() => {}
                _ => is_behind_mark = false,
            }
        }
        0
    }

    /// Passes over blanks.
    fn skip_blanks(&mut self) {
        while self.rest.peek().is_some_and(|c| c.is_whitespace()) {
            self.next_char();
        }
    }

    fn skip_variation(&mut self) -> bool {
        let mut depth = 1;
        while depth > 0 {
            match self.next_char() {
                Some('(') => depth += 1,
                Some(')') => depth -= 1,
                Some('{') if self.until('}').is_none() => return false,
                Some(';') => _ = self.until('\n'),
                Some(_) => {}
                None => return false,
            }
        }
        true
    }

    /// A word; squares with blanks around their separators are one.
    fn word(&mut self, first: char) -> String {
        let mut word = first.to_string();
        loop {
            let is_open = self.joins && word.ends_with(['-', 'x', 'X', ':']) && word.len() > 1;
            match self.rest.peek().copied() {
                Some(c) if c.is_whitespace() && is_open && self.is_square_ahead() => {
                    self.skip_blanks();
                }
                Some(c) if self.joins && c.is_whitespace() && self.is_separator_ahead() => {
                    self.skip_blanks();
                }
                Some(c)
                    if !c.is_whitespace()
                        && !matches!(c, '{' | '}' | '(' | ')' | ';' | ',' | '[' | ']') =>
                {
                    word.extend(self.next_char());
                }
                _ => return word,
            }
        }
    }

    fn is_square_ahead(&self) -> bool {
        let next = self.rest.clone().find(|c| !c.is_whitespace());
        next.is_some_and(|c| c.is_ascii_alphanumeric())
    }

    /// After a blank comes a separator with a blank or a square after it.
    fn is_separator_ahead(&self) -> bool {
        let mut ahead = self.rest.clone().skip_while(|c| c.is_whitespace());
        let separator = ahead.next().is_some_and(|c| matches!(c, '-' | 'x' | 'X' | ':'));
        separator && ahead.next().is_some_and(|c| c.is_whitespace() || c.is_ascii_digit())
    }
}

impl Iterator for Tokens<'_> {
    type Item = (Token, usize);

    fn next(&mut self) -> Option<(Token, usize)> {
        loop {
            let line = self.line;
            let c = self.next_char()?;
            match c {
                '[' => {
                    let tag = self.tag();
                    let unclosed = Token::Unclosed("a tag");
                    return Some((
                        tag.map_or(unclosed, |(name, value)| Token::Tag(name, value)),
                        line,
                    ));
                }
                '{' if self.until('}').is_none() => {
                    return Some((Token::Unclosed("a comment"), line));
                }
                '(' if !self.skip_variation() => {
                    return Some((Token::Unclosed("a variation"), line));
                }
                ';' | '%' => _ = self.until('\n'),
                '{' | '(' | ')' | '}' | ',' | ']' => {}
                c if c.is_whitespace() => {}
                c => return Some((Token::Word(self.word(c)), line)),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<(Token, usize)> {
        Tokens::new(text).collect()
    }

    #[test]
    fn comments_variations_and_escaped_lines_are_passed_over() {
        let text = "1. e4 {a; (} e5;1-0\n% x\n(1... c5 {)} (1... e6) ;)\n) $1 2.Nf3 *";
        let words: Vec<(String, usize)> = tokens(text)
            .into_iter()
            .map(|(token, line)| match token {
                Token::Word(word) => (word, line),
                other => panic!("{other:?}"),
            })
            .collect();
        let expected = [("1.", 1), ("e4", 1), ("e5", 1), ("$1", 4), ("2.Nf3", 4), ("*", 4)];
        assert_eq!(words, expected.map(|(word, line)| (word.to_owned(), line)));
    }

    #[test]
    fn tags_keep_their_marks_and_brackets() {
        for (text, value) in [
            (r#"[Event "a"]"#, "a"),
            (r#"[ Event  "a [b] \"c\" \\ d" ]"#, r#"a [b] "c" \ d"#),
            (r#"[Event "the "Cup""]"#, r#"the "Cup""#),
            (r#"[Event "the "Cup" of "all" ]"#, r#"the "Cup" of "all"#),
            (r#"[Event "a"] [Site "b"]"#, "a"),
            ("[Event \"no mark]", "no mark"),
            ("[Event \"no mark\n]", "no mark"),
            ("[Event\n\"\"]", ""),
            ("[Event]", ""),
        ] {
            let tag = Token::Tag("Event".to_owned(), value.to_owned());
            assert_eq!(tokens(text)[0], (tag, 1), "{text}");
        }
        // Each mark is looked at once: else this would take a minute.
        let marks = "\"".repeat(100_000);
        let tag = Token::Tag("Event".to_owned(), marks.clone());
        assert_eq!(tokens(&format!("[Event \"{marks}\"]"))[0], (tag, 1));
        for (text, what) in [("[Event \"a\"", "a tag"), ("{", "a comment"), ("({}", "a variation")]
        {
            assert_eq!(tokens(text), [(Token::Unclosed(what), 1)]);
        }
    }

    #[test]
    fn squares_are_joined_where_that_is_wanted() {
        let words =
            |tokens: Tokens<'_>| tokens.filter(|(t, _)| matches!(t, Token::Word(_))).count();
        let text = "1. 32 - 28 19 -23";
        assert_eq!((words(Tokens::new(text)), words(Tokens::new(text).joined())), (6, 3));
    }
}
