//! Records of games as GGF, the form of the game servers and of `NBoard` [ggf-format], written and read.
//!
//! ```text
//! (;GM[Othello]PC[plyglot]DT[2026.01.31]PB[A]PW[B]RE[+6]TY[8]
//! BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]
//! B[f5]W[d6]B[c3] … ;)
//! ```
//!
//! A game is a list of properties, a name and a value in brackets each. `BO` is the size, the squares and
//! who begins, `*` or `O`; `B` and `W` are moves, `pa` for a pass, with an evaluation and a time behind
//! strokes that are left out here; `RE` is by how many discs Black has won, and behind a colon how if not
//! by them: `r` resigned, `t` on time. Names of properties that others do not have are ours: `RU` is the
//! options of the rules that are not at their defaults, `RO`, `TB`, `TW` and `TE` what a match tells of a
//! game. Comments and unknown properties are passed over. A file may have any number of games, each
//! with words before it.

use std::fmt::Write;

use super::rules::{Othello, Position};
use super::squares::DISCS;
use super::variant::SIZES;
use plyglot_core::Side;
use plyglot_core::game::notation::{
    GameRecord, Header, RULES_TAG, RecordError, RecordRules, RecordedMove, shorten,
};
use plyglot_core::game::{Ending, Notation, PlayedGame, Rules};

/// What a record tells besides the game: the property and the tag.
const TAGS: [(&str, &str); 9] = [
    ("EV", "Event"),
    ("RO", "Round"),
    ("DT", "Date"),
    ("PB", "First"),
    ("PW", "Second"),
    ("TI", "TimeControl"),
    ("TB", "FirstTimeControl"),
    ("TW", "SecondTimeControl"),
    ("TE", TERMINATION),
];
const TERMINATION: &str = "Termination";
const RULES: &str = "RU";
/// More than any margin that discs make: won otherwise.
const ALL: i32 = 64;

/// The game as a record.
pub(super) fn write(rules: &Othello, played: &PlayedGame<Othello>, header: &Header<'_>) -> String {
    let mut text = "(;GM[Othello]PC[plyglot]".to_owned();
    for (property, tag) in TAGS {
        if let Some(value) = header.find(tag) {
            let _ = write!(text, "{property}[{}]", escaped(value));
        }
    }
    let _ = write!(text, "RE[{}]TY[{}]", result(rules, played, header), rules.size());
    if let Some(options) = header.find(RULES_TAG) {
        let _ = write!(text, "{RULES}[{}]", escaped(options));
    }
    let _ = writeln!(text, "\nBO[{} {}]", rules.size(), board(rules, played.setup()));
    let moves = played.positions().iter().zip(played.moves_played());
    for (nth, (pos, &mv)) in moves.enumerate() {
        let side = if pos.side == Side::First { 'B' } else { 'W' };
        let name = if mv.square().is_none() { "pa".to_owned() } else { rules.move_text(pos, mv) };
        let end = if nth % 10 == 9 { "\n" } else { "" };
        let _ = write!(text, "{side}[{name}]{end}");
    }
    text + ";)\n"
}

/// By how much Black has won, and how if not by discs.
fn result(rules: &Othello, played: &PlayedGame<Othello>, header: &Header<'_>) -> String {
    if let Some(outcome) = played.outcome(rules) {
        let Ending::Margin(margin) = outcome.ending else { return "?".to_owned() };
        return format!("{margin:+}");
    }
    let how = if header.find(TERMINATION).is_some() { 't' } else { 'r' };
    match header.result {
        Some(Some(side)) => format!("{:+}:{how}", side.relative(ALL)),
        Some(None) => "0:s".to_owned(),
        None => "?".to_owned(),
    }
}

/// The squares row by row, and who is to move.
fn board(rules: &Othello, pos: &Position) -> String {
    let letter = |side: Side| if side == Side::First { '*' } else { DISCS[1] };
    let mut text = String::new();
    for (nth, square) in rules.in_order().enumerate() {
        if nth > 0 && nth % usize::from(rules.size()) == 0 {
            text.push(' ');
        }
        let disc = Othello::letter(pos, square);
        text.push(disc.map_or('-', |disc| if disc == DISCS[0] { '*' } else { disc }));
    }
    format!("{text} {}", letter(pos.side))
}

/// A value with what would end it made harmless.
fn escaped(value: &str) -> String {
    value.replace('\\', "\\\\").replace(']', "\\]").replace(['\n', '\r'], " ")
}

/// The games of a file, each with the number of its first line.
pub(super) fn split(bytes: &[u8]) -> Vec<(usize, &[u8])> {
    let (mut begins, mut is_value, mut at) = (Vec::new(), false, 0);
    while at < bytes.len() {
        match bytes[at] {
            b'\\' if is_value => at += 1,
            b'[' => is_value = true,
            b']' => is_value = false,
            b'(' if !is_value && bytes.get(at + 1) == Some(&b';') => begins.push(at),
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

/// A property, and the line on which it begins.
struct Property {
    name: String,
    value: String,
    line: usize,
}

/// The properties of the first game of a text.
fn properties(bytes: &[u8]) -> Result<Vec<Property>, RecordError> {
    let text = String::from_utf8_lossy(bytes);
    let mut line = 1;
    let failed = |line: usize, found: &str| RecordError {
        line,
        what: format!("found `{}`, expected a game as in (;GM[Othello] … ;)", shorten(found)),
    };
    let Some(begin) = text.find("(;") else { return Err(failed(1, text.trim())) };
    line += text[..begin].matches('\n').count();
    let (mut all, mut name) = (Vec::new(), String::new());
    let mut letters = text[begin + 2..].chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\n' => line += 1,
            ';' => match letters.as_str().trim_start().chars().next() {
                None | Some(')') => break,
                Some(next) => return Err(failed(line, &format!("; {next}"))),
            },
            '[' => {
                let (mut value, start, mut is_closed) = (String::new(), line, false);
                while let Some(letter) = letters.next() {
                    match letter {
                        '\\' => value.extend(letters.next()),
                        ']' => {
                            is_closed = true;
                            break;
                        }
                        letter => {
                            line += usize::from(letter == '\n');
                            value.push(letter);
                        }
                    }
                }
                if !is_closed {
                    return Err(RecordError {
                        line: start,
                        what: format!("{name}: found no `]` behind its value"),
                    });
                }
                all.push(Property { name: std::mem::take(&mut name), value, line: start });
            }
            letter if letter.is_ascii_alphanumeric() => name.push(letter.to_ascii_uppercase()),
            letter if letter.is_whitespace() => {}
            other => return Err(failed(line, &other.to_string())),
        }
    }
    Ok(all)
}

/// Reads the first game of a text. The moves are not played.
pub(super) fn read(rules: &Othello, bytes: &[u8]) -> Result<GameRecord, RecordError> {
    let mut record = GameRecord::default();
    for Property { name, value, line } in properties(bytes)? {
        let failed = |what: String| RecordError { line, what };
        match name.as_str() {
            "GM" if !value.trim().eq_ignore_ascii_case("othello") => {
                return Err(failed(format!("GM: found `{}`, expected Othello", shorten(&value))));
            }
            // Random starts, synchronous pairs and komi change nothing of how it is played.
            "TY" if value.contains('a') => {
                let found = shorten(&value);
                return Err(failed(format!(
                    "TY: found `{found}`, where fewer discs win, expected the usual game"
                )));
            }
            "BO" => {
                let (size, rest) = value.trim().split_once(' ').unwrap_or((&value, ""));
                if size != rules.size().to_string() {
                    let (found, own) = (shorten(size), rules.size());
                    return Err(failed(format!("BO: found size `{found}`, expected {own}")));
                }
                let squares: String = rest.split_whitespace().collect();
                let pos =
                    rules.parse_position(&squares).map_err(|error| failed(error.to_string()))?;
                record.setup = (pos != rules.start()).then(|| rules.position_text(&pos));
            }
            "B" | "W" => {
                let text = value.split('/').next().unwrap_or("").trim().to_lowercase();
                let text = if text.starts_with("pa") { "pass".to_owned() } else { text };
                let side = if name == "B" { Side::First } else { Side::Second };
                record.moves.push(RecordedMove { text, line, side: Some(side) });
            }
            "RE" => record.claim = claim(&value),
            _ => {
                let tag = TAGS.iter().find(|(property, _)| *property == name);
                record.tags.extend(tag.map(|(_, tag)| (*tag, value)));
            }
        }
    }
    if matches!(record.claim, Some(Ending::Win(_)))
        && !record.tags.iter().any(|(tag, _)| *tag == TERMINATION)
        && is_on_time(bytes)
    {
        record.tags.push((TERMINATION, "time forfeit".to_owned()));
    }
    Ok(record)
}

/// How a result says that the game ended.
fn claim(value: &str) -> Option<Ending> {
    let (margin, how) = value.trim().split_once(':').unwrap_or((value.trim(), ""));
    let margin: f64 = margin.parse().ok().filter(|margin: &f64| margin.abs() <= f64::from(ALL))?;
    #[expect(clippy::cast_possible_truncation, reason = "no more than the squares of a board")]
    let margin = margin.round() as i16;
    Some(match (how.trim(), margin) {
        ("", margin) => Ending::Margin(margin),
        (_, 0) => Ending::Draw,
        (_, margin) => Ending::Win(if margin > 0 { Side::First } else { Side::Second }),
    })
}

/// Whether the result says so.
fn is_on_time(bytes: &[u8]) -> bool {
    let found = properties(bytes).unwrap_or_default();
    found.iter().any(|property| property.name == "RE" && property.value.contains(":t"))
}

/// Under which rules the game was played.
pub(super) fn read_rules(bytes: &[u8]) -> Result<RecordRules, RecordError> {
    let mut rules = RecordRules::default();
    for Property { name, value, line } in properties(bytes)? {
        match name.as_str() {
            RULES => rules.take_options(&value, line)?,
            "BO" | "TY" if rules.variant.is_none() => {
                let digits: String =
                    value.trim().chars().take_while(char::is_ascii_digit).collect();
                let size = SIZES.iter().find(|(_, size)| size.to_string() == digits);
                rules.variant = size.map(|(variant, _)| *variant);
            }
            _ => {}
        }
    }
    Ok(rules)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game of so many moves, each the first of those that are legal.
    fn played(rules: &Othello, plies: usize) -> PlayedGame<Othello> {
        let mut played = PlayedGame::new(rules, rules.start());
        for _ in 0..plies {
            let mv = played.moves(rules)[0];
            played.play(rules, mv);
        }
        played
    }

    #[test]
    fn a_game_of_the_form_is_read() {
        let text = "2 (;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[A \\] B]PW[C]RE[-3.000:t]\
                    TI[15:00]TY[8]BO[8 ---------------------------O*------*O--------------------\
                    ------- *]B[F5]W[F6/1.03/0.5]\nB[E6//2];)(;GM[Othello]BO[8 x];)";
        let rules = Othello::default();
        let games = split(text.as_bytes());
        assert_eq!(games.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [1, 2]);
        let record = read(&rules, games[0].1).unwrap();
        assert_eq!(record.setup, None);
        let moves: Vec<_> = record.moves.iter().map(|mv| (mv.text.as_str(), mv.line)).collect();
        assert_eq!(moves, [("f5", 1), ("f6", 1), ("e6", 2)]);
        assert_eq!(record.claim, Some(Ending::Win(Side::Second)));
        assert!(record.tags.contains(&("First", "A ] B".to_owned())));
        assert_eq!(read_rules(games[0].1).unwrap().variant, Some("othello"));
        let error = read(&rules, games[1].1).unwrap_err().to_string();
        assert_eq!(
            error,
            "line 1: position: board: found `1 squares`, expected 64 squares of X, O and -"
        );
    }

    #[test]
    fn what_is_written_is_read_again() {
        let rules = Othello::new(4, super::super::Empties::Nobody);
        let game = played(&rules, 6);
        let tags = [("First", "X]Y".to_owned()), (RULES_TAG, "Othello.Empties=nobody".to_owned())];
        let header = Header { tags: &tags, comments: &[], result: Some(Some(Side::Second)) };
        let text = write(&rules, &game, &header);
        let record = read(&rules, text.as_bytes()).unwrap();
        let moves: Vec<&str> = record.moves.iter().map(|mv| mv.text.as_str()).collect();
        let names = game.positions().iter().zip(game.moves_played());
        let names: Vec<String> = names.map(|(pos, &mv)| rules.move_text(pos, mv)).collect();
        assert_eq!(moves, names);
        assert_eq!(record.claim, Some(Ending::Win(Side::Second)));
        assert_eq!(record.tags, [("First", "X]Y".to_owned())]);
        let found = read_rules(text.as_bytes()).unwrap();
        assert_eq!(found.variant, Some("othello4"));
        assert_eq!(found.options, [("Othello.Empties".to_owned(), "nobody".to_owned())]);
    }

    #[test]
    fn damaged_records_are_refused_with_the_place() {
        let rules = Othello::default();
        for (text, reason) in [
            ("hello", "line 1: found `hello`, expected a game as in (;GM[Othello] … ;)"),
            ("(;GM[Go];)", "line 1: GM: found `Go`, expected Othello"),
            (
                "(;TY[8a];)",
                "line 1: TY: found `8a`, where fewer discs win, expected the usual game",
            ),
            ("(;\nB[f5", "line 2: B: found no `]` behind its value"),
            ("(;BO[6 x];)", "line 1: BO: found size `6`, expected 8"),
            (
                "(;GM[Othello]B[f5]\n;W[d6];)",
                "line 2: found `; W`, expected a game as in (;GM[Othello] … ;)",
            ),
            ("(;\n\n{", "line 3: found `{`, expected a game as in (;GM[Othello] … ;)"),
        ] {
            assert_eq!(read(&rules, text.as_bytes()).unwrap_err().to_string(), reason, "{text}");
        }
    }
}
