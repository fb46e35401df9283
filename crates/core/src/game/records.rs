//! Recorded games of tags and moves: PGN [edwards-1994], and PDN, which took its form over.
//!
//! Written are the tags of the roster and the move text; a game adds tags of its own. Read is what
//! [`tokens`](super::tokens) finds; a game says what its words mean.

use super::notation::{GameRecord, Header, RecordError, RecordedMove, shorten};
use super::tags::tag;
use super::tokens::{Token, Tokens};
use super::{Ending, Notation};
use crate::Side;

/// Tags that are told again.
const TAGS: [&str; 5] = ["Event", "Site", "Date", "Round", "Termination"];

/// Appends the seven tags that come first; `players` is what White and Black are called in a header,
/// `First` and `Second` or the other way round.
pub fn roster(text: &mut String, header: &Header<'_>, players: [&str; 2], result: &str) {
    let find = |name: &str, otherwise| header.find(name).unwrap_or(otherwise);
    for (name, value) in [
        ("Event", find("Event", "?")),
        ("Site", "?"),
        ("Date", find("Date", "????.??.??")),
        ("Round", find("Round", "-")),
        ("White", find(players[0], "?")),
        ("Black", find(players[1], "?")),
        ("Result", result),
    ] {
        tag(text, name, value);
    }
}

/// A move as a record has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NumberedMove {
    /// The number of the pair of moves that it is part of.
    pub number: u32,
    /// Whose move it is.
    pub side: Side,
    /// The move.
    pub text: String,
}

/// The words of the move text: numbers, moves, words of comments, the result.
pub fn move_words(
    moves: impl Iterator<Item = NumberedMove>,
    comments: &[String],
    result: &str,
) -> Vec<String> {
    let mut words = Vec::new();
    let mut is_numbered = false;
    for (i, NumberedMove { number, side, text }) in moves.enumerate() {
        match side {
            Side::First => words.push(format!("{number}.")),
            Side::Second if !is_numbered => words.push(format!("{number}...")),
            Side::Second => {}
        }
        words.push(text);
        is_numbered = true;
        if let Some(comment) = comments.get(i).filter(|comment| !comment.is_empty()) {
            // A closing brace would end the comment.
            let comment = format!("{{{}}}", comment.replace('}', ")"));
            words.extend(comment.split_whitespace().map(str::to_owned));
            is_numbered = false;
        }
    }
    words.push(result.to_owned());
    words
}

/// What a word of a record is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Word {
    /// A move, as [`Notation::parse_move`] reads it.
    Move(String),
    /// The end of the game, and how it ended, if that is said.
    Result(Option<Ending>),
    /// A number, a mark, an evaluation.
    Mark,
}

/// Reads the first game of a file; `take_tag` may refuse a tag, and `meaning` knows of a word what
/// it is, if it is any. The moves are not played.
pub fn read_game(
    tokens: Tokens<'_>,
    mut take_tag: impl FnMut(&mut GameRecord, &str, String) -> Result<(), String>,
    meaning: impl Fn(&str) -> Option<Word>,
) -> Result<GameRecord, RecordError> {
    let mut record = GameRecord::default();
    for (token, line) in tokens {
        let error = |what| RecordError { line, what };
        match token {
            Token::Tag(..) if !record.moves.is_empty() => break,
            Token::Tag(name, value) => take_tag(&mut record, &name, value).map_err(error)?,
            Token::Word(word) => match meaning(&word) {
                Some(Word::Move(text)) => {
                    record.moves.push(RecordedMove { text, line, side: None });
                }
                Some(Word::Result(ending)) => {
                    record.claim = ending.or(record.claim);
                    break;
                }
                Some(Word::Mark) => {}
                None => {
                    let word = shorten(&word);
                    let what = format!("found `{word}`, expected a move, a result or a comment");
                    return Err(error(what));
                }
            },
            Token::Unclosed(what) => {
                return Err(error(format!("{what} that begins here has no end")));
            }
        }
    }
    Ok(record)
}

/// Takes over what a tag says that all games have: players, a position, and what is told again.
pub fn take_tag<N: Notation>(
    rules: &N,
    record: &mut GameRecord,
    players: [&'static str; 2],
    name: &str,
    value: String,
) -> Result<(), String> {
    match name {
        "White" => record.tags.push((players[0], value)),
        "Black" => record.tags.push((players[1], value)),
        "FEN" => {
            let setup = rules.parse_position(&value).map_err(|error| error.to_string())?;
            record.setup = (setup != rules.start()).then(|| rules.position_text(&setup));
        }
        _ => {
            if let Some(known) = TAGS.iter().find(|tag| **tag == name) {
                record.tags.push((known, value));
            }
        }
    }
    Ok(())
}
