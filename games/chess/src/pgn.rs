//! Games as PGN [edwards-1994], written in export format as far as it goes: the seven tags,
//! standard algebraic notation, comments in braces, lines of at most 80 columns.
//!
//! Read is the import format: tags in any order, moves with numbers before them or without, marks
//! and numeric annotation glyphs, comments, variations (left out), escaped lines, any of the results.
//! A position is taken from `FEN` with or without `SetUp`; `Variant` may be one of the many names of
//! the two that we play. Moves may also be longer or sloppier than the standard has them: `Ng1-f3`,
//! `e2xd3`, `exd6e.p.`, `e8Q`, `0-0`. They are not played here, only looked at: whoever plays them
//! knows their lines.

use cozy_chess::util::display_san_move;
use cozy_chess::{Board, Color};

use super::notation::looks_like_a_move;
use super::rules::Chess;
use plyglot_core::Side;
use plyglot_core::game::notation::{
    GameRecord, Header, RecordError, RecordRules, RecordedMove, shorten,
};
use plyglot_core::game::tags::{decoded, match_tags, tag, wrapped};
use plyglot_core::game::tokens::{Token, Tokens};
use plyglot_core::game::{Ending, Line, Notation, Rules};

/// Tags that are told again.
const TAGS: [&str; 5] = ["Event", "Site", "Date", "Round", "Termination"];
/// What other programs call standard chess, without blanks and in lower case; some name what a game
/// began with instead.
const STANDARD: [&str; 5] = ["", "chess", "standard", "normal", "fromposition"];
/// And Chess960.
const CHESS960: [&str; 6] =
    ["chess960", "fischerandom", "fischerrandom", "fischerrandomchess", "frc", "960"];

/// The game, with an empty line after it.
pub(super) fn write(rules: Chess, line: &Line<Chess>, header: &Header<'_>) -> String {
    let result = match header.result {
        None => "*",
        Some(None) => "1/2-1/2",
        Some(Some(Side::First)) => "1-0",
        Some(Some(Side::Second)) => "0-1",
    };
    let mut text = String::new();
    let find =
        |name: &str| header.tags.iter().find(|(tag, _)| *tag == name).map(|(_, v)| v.as_str());
    let seven = [
        ("Event", find("Event").unwrap_or("?")),
        ("Site", "?"),
        ("Date", find("Date").unwrap_or("????.??.??")),
        ("Round", find("Round").unwrap_or("-")),
        ("White", find("First").unwrap_or("?")),
        ("Black", find("Second").unwrap_or("?")),
        ("Result", result),
    ];
    for (name, value) in seven {
        tag(&mut text, name, value);
    }
    if rules.is_chess960() {
        tag(&mut text, "Variant", "Chess960");
    }
    if *line.setup() != rules.start() {
        tag(&mut text, "SetUp", "1");
        tag(&mut text, "FEN", &rules.position_text(line.setup()));
    }
    tag(&mut text, "PlyCount", &line.played().len().to_string());
    match_tags(&mut text, header.tags, ["WhiteTimeControl", "BlackTimeControl"]);
    text.push('\n');
    text += &wrapped(&move_text(line, header.comments, result));
    text.push('\n');
    text
}

/// The words of the move text: numbers, moves, words of comments, the result.
fn move_text(line: &Line<Chess>, comments: &[String], result: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut numbered = false;
    for (i, (pos, mv)) in line.positions().iter().zip(line.played()).enumerate() {
        let board: &Board = pos.board();
        match board.side_to_move() {
            Color::White => words.push(format!("{}.", board.fullmove_number())),
            Color::Black if !numbered => words.push(format!("{}...", board.fullmove_number())),
            Color::Black => {}
        }
        words.push(display_san_move(board, *mv).to_string());
        numbered = true;
        if let Some(comment) = comments.get(i).filter(|comment| !comment.is_empty()) {
            // A closing brace would end the comment.
            let comment = format!("{{{}}}", comment.replace('}', ")"));
            words.extend(comment.split_whitespace().map(str::to_owned));
            numbered = false;
        }
    }
    words.push(result.to_owned());
    words
}

/// The variant that the tags name.
pub(super) fn read_rules(bytes: &[u8]) -> Result<RecordRules, RecordError> {
    for (token, line) in Tokens::new(&decoded(bytes)) {
        let Token::Tag(name, value) = token else { break };
        if name != "Variant" {
            continue;
        }
        let plain: String = value.chars().filter(|c| c.is_alphanumeric()).collect();
        let plain = plain.to_lowercase();
        let variant = match plain.as_str() {
            plain if STANDARD.contains(&plain) => "chess",
            plain if CHESS960.contains(&plain) => "chess960",
            _ => {
                let found = shorten(&value);
                let what = format!("found variant `{found}`, expected standard chess or Chess960");
                return Err(RecordError { line, what });
            }
        };
        return Ok(RecordRules { variant: Some(variant), line, ..RecordRules::default() });
    }
    Ok(RecordRules { variant: Some("chess"), ..RecordRules::default() })
}

/// Reads the first game of a file.
pub(super) fn read(rules: Chess, bytes: &[u8]) -> Result<GameRecord, RecordError> {
    let text = decoded(bytes);
    let mut record = GameRecord::default();
    let mut is_game = false;
    for (token, line) in Tokens::new(&text) {
        match token {
            Token::Tag(name, value) => {
                if !record.moves.is_empty() {
                    break;
                }
                take_tag(rules, &mut record, &name, value)
                    .map_err(|what| RecordError { line, what })?;
            }
            Token::Word(word) => {
                if is_result(&word) {
                    record.claim = result(&word).or(record.claim);
                    is_game = true;
                    break;
                }
                if is_mark(&word) {
                    continue;
                }
                let Some(text) = move_of(&word) else {
                    let word = shorten(&word);
                    let what = format!("found `{word}`, expected a move, a result or a comment");
                    return Err(RecordError { line, what });
                };
                record.moves.push(RecordedMove { text, line, side: None });
            }
            Token::Unclosed(what) => {
                let what = format!("{what} that begins here has no end");
                return Err(RecordError { line, what });
            }
        }
        is_game = true;
    }
    if is_game {
        Ok(record)
    } else {
        Err(RecordError { line: 1, what: "found no game, expected tags or moves".to_owned() })
    }
}

fn take_tag(
    rules: Chess,
    record: &mut GameRecord,
    name: &str,
    value: String,
) -> Result<(), String> {
    match name {
        "White" => record.tags.push(("First", value)),
        "Black" => record.tags.push(("Second", value)),
        "Result" => record.claim = result(&value),
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

/// Whether a word ends a game.
fn is_result(word: &str) -> bool {
    matches!(word, "1-0" | "0-1" | "1/2-1/2" | "1/2" | "½-½" | "*")
}

fn result(word: &str) -> Option<Ending> {
    match word {
        "1-0" => Some(Ending::Win(Side::First)),
        "0-1" => Some(Ending::Win(Side::Second)),
        "1/2-1/2" | "1/2" | "½-½" => Some(Ending::Draw),
        _ => None,
    }
}

/// Numbers, glyphs and opinions: `12.`, `12...`, `$5`, `!?`, `+-`.
fn is_mark(word: &str) -> bool {
    word.strip_prefix('$').unwrap_or(word).chars().all(|c| c.is_ascii_digit() || "….".contains(c))
        || word.chars().all(|c| "!?".contains(c))
        || matches!(
            word,
            "+-" | "-+" | "+/-" | "-/+" | "+=" | "=+" | "=" | "±" | "∓" | "∞" | "e.p."
        )
}

/// A word as a move that [`Notation::parse_move`] reads, without the number that may stand before
/// it, and without marks.
fn move_of(word: &str) -> Option<String> {
    let after_digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_numbered = after_digits.len() < word.len() && after_digits.starts_with(['.', '…']);
    let bare = if is_numbered { after_digits.trim_start_matches(['.', '…']) } else { word };
    let bare = bare.trim_end_matches(['!', '?']);
    let bare = bare.strip_suffix("e.p.").unwrap_or(bare).trim_end_matches(['+', '#']);
    let text = if bare.chars().all(|c| "0oO-".contains(c)) {
        bare.replace(['0', 'o'], "O")
    } else {
        bare.replace('-', "").replace(':', "x")
    };
    let text = match text.char_indices().next_back() {
        // `e8Q`; two squares of a promotion are `e7e8q`.
        Some((at, 'N' | 'B' | 'R' | 'Q')) if at > 1 && !text.contains('=') => {
            format!("{}={}", &text[..at], &text[at..])
        }
        _ => text,
    };
    looks_like_a_move(&text).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_read_however_they_are_spelt() {
        for (word, text) in [
            ("e4", "e4"),
            ("1.e4", "e4"),
            ("12...Nbd7!?", "Nbd7"),
            ("R1a3+", "R1a3"),
            ("Qh4e1#!!", "Qh4e1"),
            ("Ng1-f3", "Ng1f3"),
            ("e2:d3", "e2xd3"),
            ("exd6e.p.", "exd6"),
            ("e8Q+", "e8=Q"),
            ("fxe8=N", "fxe8=N"),
            ("e7e8q", "e7e8q"),
            ("0-0", "O-O"),
            ("o-o-o+", "O-O-O"),
        ] {
            assert_eq!(move_of(word).as_deref(), Some(text), "{word}");
        }
        for word in ["banana", "--", "Z0", "e9", "1.", "Kk", "O-O-O-O", "0", "é4"] {
            assert_eq!(move_of(word), None, "{word}");
        }
    }

    #[test]
    fn a_short_game_with_comments_and_without_its_first_moves() {
        let rules = Chess::default();
        let fen = "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2";
        let mut line = Line::new(&rules, rules.parse_position(fen).unwrap());
        let mv = rules.parse_move(&line, "d8h4").unwrap();
        line.play(&rules, mv);
        let tags = [("First", "A \"b\"".to_owned()), ("Termination", "normal".to_owned())];
        let comments = ["+M1/3 {x}".to_owned()];
        let header = Header { tags: &tags, comments: &comments, result: Some(Some(Side::Second)) };
        let expected = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"-\"]\n\
            [White \"A \\\"b\\\"\"]\n[Black \"?\"]\n[Result \"0-1\"]\n[SetUp \"1\"]\n\
            [FEN \"rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2\"]\n\
            [PlyCount \"1\"]\n[Termination \"normal\"]\n\n2... Qh4# {+M1/3 {x)} 0-1\n\n";
        assert_eq!(write(rules, &line, &header), expected);
    }
}
