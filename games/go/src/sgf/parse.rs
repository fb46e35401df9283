//! The text of SGF [hollosi-1999] as a tree of nodes, each a list of properties.
//!
//! ```text
//! (;GM[1]SZ[9];B[ee];W[ec](;B[gd])(;B[cd]C[or so]))
//!   root       main line   first     second variation
//! ```
//!
//! Nothing here knows what a property means. A bracket or a backslash in a value has a backslash before
//! it. Nodes stand in one list, so that no text is too deep to be read.

use super::charset::{Charset, decoded};
use plyglot_core::game::notation::{RecordError, shorten};

/// A property of a node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Property {
    /// Its name in upper case: `AB`.
    pub name: String,
    /// Its values, one at least.
    pub values: Vec<String>,
    /// The line on which it begins, from 1.
    pub line: usize,
}

/// A node of the tree.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Node {
    pub properties: Vec<Property>,
    /// The nodes after it, the main line first.
    pub children: Vec<usize>,
}

impl Node {
    /// The first value of a property.
    pub(super) fn value(&self, name: &str) -> Option<&str> {
        let property = self.properties.iter().find(|property| property.name == name);
        property.and_then(|property| property.values.first()).map(String::as_str)
    }
}

/// The nodes of the first game of a text; the root is the first of them.
pub(super) fn nodes(bytes: &[u8]) -> Result<Vec<Node>, RecordError> {
    let text = decoded(bytes);
    let mut open = text.match_indices('(').map(|(at, _)| at);
    let begin = open.find(|at| is_begun(&text.as_bytes()[at + 1..])).or_else(|| text.find('('));
    let Some(begin) = begin else {
        return Err(wrong(1, text.trim()));
    };
    let line = 1 + text[..begin].matches('\n').count();
    Reader { letters: text[begin..].chars().peekable(), line, nodes: Vec::new() }.read()
}

/// Whether a game is what has this behind its first bracket, which a text before it may have as well.
fn is_begun(behind: &[u8]) -> bool {
    behind.trim_ascii_start().starts_with(b";")
}

/// The games of a file, each with the number of its first line.
pub(in super::super) fn split(bytes: &[u8]) -> Vec<(usize, &[u8])> {
    let (mut begins, mut is_value, mut depth, mut at) = (Vec::new(), false, 0_usize, 0);
    let charset = Charset::of(bytes);
    while at < bytes.len() {
        match bytes[at] {
            // The second byte of a letter may look like a bracket.
            lead if charset.is_lead(lead) => at += 1,
            b'\\' if is_value => at += 1,
            b'[' => is_value = depth > 0,
            b']' => is_value = false,
            b'(' if depth > 0 && !is_value => depth += 1,
            b'(' if depth == 0 && is_begun(&bytes[at + 1..]) => {
                begins.push(at);
                depth = 1;
            }
            b')' if !is_value => depth = depth.saturating_sub(1),
            _ => {}
        }
        at += 1;
    }
    if begins.is_empty() {
        return vec![(1, bytes)];
    }
    let ends = begins.iter().skip(1).copied().chain([bytes.len()]);
    let line = |at: usize| bytes[..at].split(|byte| *byte == b'\n').count();
    begins.iter().zip(ends).map(|(&begin, end)| (line(begin), &bytes[begin..end])).collect()
}

fn wrong(line: usize, found: &str) -> RecordError {
    let what = format!("found `{}`, expected a game as in (;GM[1] … )", shorten(found));
    RecordError { line, what }
}

struct Reader<'t> {
    letters: std::iter::Peekable<std::str::Chars<'t>>,
    line: usize,
    nodes: Vec<Node>,
}

impl Reader<'_> {
    fn read(mut self) -> Result<Vec<Node>, RecordError> {
        // The node before each variation that is open, and the one that comes last.
        let (mut open, mut last): (Vec<Option<usize>>, Option<usize>) = (Vec::new(), None);
        let begin = self.line;
        while let Some(letter) = self.letters.next() {
            match letter {
                '\n' => self.line += 1,
                '(' => open.push(last),
                ')' => {
                    last = open.pop().flatten();
                    if open.is_empty() {
                        break;
                    }
                }
                ';' => last = Some(self.append(last)),
                letter if letter.is_ascii_alphabetic() => {
                    let property = self.property(letter)?;
                    // Some programs leave the first semicolon out.
                    let node = last.unwrap_or_else(|| self.append(None));
                    last = Some(node);
                    self.nodes[node].properties.push(property);
                }
                letter if letter.is_whitespace() => {}
                other => return Err(wrong(self.line, &other.to_string())),
            }
        }
        if self.nodes.is_empty() {
            return Err(wrong(begin, "a game without a node"));
        }
        Ok(self.nodes)
    }

    /// A new node behind another.
    fn append(&mut self, before: Option<usize>) -> usize {
        let node = self.nodes.len();
        self.nodes.push(Node::default());
        if let Some(before) = before {
            self.nodes[before].children.push(node);
        }
        node
    }

    /// A property whose name begins with this letter. Small letters in a name, which were allowed
    /// once, are left out.
    fn property(&mut self, first: char) -> Result<Property, RecordError> {
        let line = self.line;
        let mut name = first.to_string();
        while let Some(letter) = self.letters.next_if(char::is_ascii_alphanumeric) {
            name.push(letter);
        }
        name.retain(|letter| !letter.is_ascii_lowercase());
        let mut values = Vec::new();
        loop {
            self.pass_space();
            if self.letters.next_if_eq(&'[').is_none() {
                break;
            }
            values.push(self.value(&name, line)?);
        }
        if values.is_empty() {
            let what = format!("{name}: found no value, expected one as in {name}[…]");
            return Err(RecordError { line, what });
        }
        Ok(Property { name, values, line })
    }

    fn pass_space(&mut self) {
        while let Some(space) = self.letters.next_if(|letter| letter.is_whitespace()) {
            self.line += usize::from(space == '\n');
        }
    }

    fn value(&mut self, name: &str, line: usize) -> Result<String, RecordError> {
        let mut value = String::new();
        while let Some(letter) = self.letters.next() {
            match letter {
                ']' => return Ok(value),
                '\\' => match self.letters.next() {
                    // A line that is broken for its length only goes on.
                    Some(end @ ('\n' | '\r')) => {
                        let other = if end == '\n' { '\r' } else { '\n' };
                        let is_pair = self.letters.next_if_eq(&other).is_some();
                        self.line += usize::from(end == '\n' || is_pair);
                    }
                    other => value.extend(other),
                },
                letter => {
                    self.line += usize::from(letter == '\n');
                    value.push(letter);
                }
            }
        }
        Err(RecordError { line, what: format!("{name}: found no `]` behind its value") })
    }
}
