//! Records of games as SGF, the form of Go's players [hollosi-1999], read and written.
//!
//! ```text
//! (;GM[1]FF[4]CA[UTF-8]AP[plyglot]SZ[9]KM[7.5]RU[Tromp-Taylor]PB[A]PW[B]RE[B+3.5]
//! ;B[ee];W[ec]C[a comment];B[gd])
//! ```
//!
//! A point is two letters, column from the left and row from the top; a pass is an empty value, and on
//! boards of up to 19 lines `tt` as well. `AB`, `AW` and `AE` set stones up before the first move, `PL`
//! says who begins; `RU` is a rule set by name. Options that are not at their defaults stand in `XR`, a
//! property of ours. Variations, comments and the marks of moves (`TE`, `BM`, `DO`, `IT`) belong to
//! the tree of a record. What other properties say is passed over.

mod parse;
mod text;
mod tree;

use std::fmt::Write;

use super::board::Set;
use super::rules::{Go, Position};
use super::variant::{KOMI, RULES, SIZE, komi_text, read_komi};
pub(super) use parse::split;
use parse::{Node, Property, nodes};
use plyglot_core::Side;
use plyglot_core::game::notation::{
    GameRecord, Header, RULES_TAG, RecordError, RecordRules, shorten,
};
use plyglot_core::game::record_tree::RecordTree;
use plyglot_core::game::{Ending, Notation, PlayedGame, Rules};
use text::{MOVES_PER_LINE, SIDES, escaped, move_text, point, point_text, recorded_move};
pub(super) use tree::read_tree;

/// What a record tells besides the game: the property and the tag.
const TAGS: [(&str, &str); 7] = [
    ("EV", "Event"),
    ("RO", "Round"),
    ("DT", "Date"),
    ("PC", "Site"),
    ("PB", "First"),
    ("PW", "Second"),
    ("TM", "TimeControl"),
];
const TERMINATION: &str = "Termination";
const ON_TIME: &str = "time forfeit";
/// Options that are not at their defaults.
const OPTIONS: &str = "XR";
/// Rule sets by their names in records, without what is between letters, and what they stand for.
const RULE_NAMES: [(&str, &[(&str, &str)]); 8] = [
    ("tromptaylor", &[(RULES.option, "tromp-taylor")]),
    ("chinese", &[(RULES.option, "chinese")]),
    ("cn", &[(RULES.option, "chinese")]),
    ("aga", &[(RULES.option, "aga")]),
    ("nz", NEW_ZEALAND),
    ("newzealand", NEW_ZEALAND),
    ("japanese", JAPANESE),
    ("jp", JAPANESE),
];
const NEW_ZEALAND: &[(&str, &str)] = &[(RULES.option, "aga"), ("Go.Suicide", "legal")];
const JAPANESE: &[(&str, &str)] =
    &[(RULES.option, "chinese"), ("Go.Scoring", "territory"), ("Go.Ko", "simple")];

/// The game as a record, without variations.
pub(super) fn write(rules: &Go, played: &PlayedGame<Go>, header: &Header<'_>) -> String {
    let mut text = head(rules, played.setup(), header, &result(rules, played, header));
    let moves = played.positions().iter().zip(played.moves_played());
    for (nth, (pos, &mv)) in moves.enumerate() {
        if nth % MOVES_PER_LINE == 0 {
            text.push('\n');
        }
        text.push_str(&move_text(rules, pos.side, mv));
        if let Some(comment) = header.comments.get(nth).filter(|comment| !comment.is_empty()) {
            let _ = write!(text, "C[{}]", escaped(comment));
        }
    }
    text + ")\n"
}

/// The same with variations.
pub(super) fn write_with(
    rules: &Go,
    played: &PlayedGame<Go>,
    header: &Header<'_>,
    tree: &RecordTree,
) -> String {
    let mut text = head(rules, played.setup(), header, &result(rules, played, header));
    tree::write_moves(rules, played.setup().side, tree, &mut text);
    text + ")\n"
}

/// `(;GM[1]…` with all that is told of the game, and the set-up.
fn head(rules: &Go, setup: &Position, header: &Header<'_>, result: &str) -> String {
    let mut text = format!(
        "(;GM[1]FF[4]CA[UTF-8]AP[plyglot]SZ[{}]KM[{}]",
        rules.size(),
        komi_text(setup.komi)
    );
    let set = RULES.word(rules.terms.rules);
    let name = match set {
        Some("tromp-taylor") => "Tromp-Taylor",
        Some("chinese") => "Chinese",
        Some("aga") => "AGA",
        _ => "",
    };
    if !name.is_empty() {
        let _ = write!(text, "RU[{name}]");
    }
    if let Some(options) = header.find(RULES_TAG) {
        let _ = write!(text, "{OPTIONS}[{}]", escaped(options));
    }
    for (property, tag) in TAGS {
        if let Some(value) = header.find(tag) {
            let _ = write!(text, "{property}[{}]", escaped(value));
        }
    }
    if !result.is_empty() {
        let _ = write!(text, "RE[{result}]");
    }
    if rules.terms.handicap > 0 {
        let _ = write!(text, "HA[{}]", rules.terms.handicap);
    }
    for (side, stones) in SIDES.into_iter().zip(setup.stones) {
        if !stones.is_empty() {
            let _ = write!(text, "A{side}");
        }
        for point in &stones {
            let _ = write!(text, "[{}]", point_text(rules, point));
        }
    }
    if setup.side == Side::Second || setup.stones != [Set::EMPTY; 2] {
        let _ = write!(text, "PL[{}]", SIDES[setup.side.index()]);
    }
    text
}

/// `B+3.5`, `W+R`; empty where nothing is known.
fn result(rules: &Go, played: &PlayedGame<Go>, header: &Header<'_>) -> String {
    let by_margin = |halves: i16| match halves {
        0 => "0".to_owned(),
        halves => {
            let side = if halves > 0 { 'B' } else { 'W' };
            format!("{side}+{}", komi_text(halves.abs()))
        }
    };
    match (rules.outcome(played.position()), header.result) {
        (Some(_), _) => by_margin(rules.half_points(played.position())),
        (None, None) => String::new(),
        (None, Some(None)) => "0".to_owned(),
        (None, Some(Some(side))) => {
            let is_on_time = header.find(TERMINATION).is_some_and(|why| why.contains("time"));
            let how = if is_on_time { 'T' } else { 'R' };
            format!("{}+{how}", SIDES[side.index()])
        }
    }
}

/// Reads the main line of the first game of a text. The moves are not played.
pub(super) fn read(rules: &Go, bytes: &[u8]) -> Result<GameRecord, RecordError> {
    let nodes = nodes(bytes)?;
    let root = &nodes[0];
    let mut record = GameRecord { setup: setup(rules, root)?, ..GameRecord::default() };
    for property in &root.properties {
        let tag = TAGS.iter().find(|(name, _)| *name == property.name);
        let value = property.values.first().filter(|value| !value.is_empty());
        record.tags.extend(tag.zip(value).map(|((_, tag), value)| (*tag, value.clone())));
    }
    let mut next = Some(0);
    while let Some(node) = next.map(|at: usize| &nodes[at]) {
        record.moves.extend(recorded_move(rules, node)?);
        next = node.children.first().copied();
    }
    if let Some(result) = root.value("RE") {
        take_result(&mut record, result);
    }
    Ok(record)
}

/// The points of a property, a list of single ones and of rectangles `aa:cc`.
fn points(rules: &Go, property: &Property) -> Result<Vec<u16>, RecordError> {
    let Property { name, values, line } = property;
    let mut points = Vec::new();
    for value in values {
        let value = value.trim();
        let (from, to) = value.split_once(':').unwrap_or((value, value));
        let corner = |text| Ok(rules.column_and_row(point(rules, name, text, *line)?));
        let ((left, top), (right, bottom)) = (corner(from)?, corner(to)?);
        for row in bottom..=top {
            points.extend((left..=right).map(|column| rules.point(column, row)));
        }
    }
    Ok(points)
}

/// The position string of what the root sets up, where it is not the start.
fn setup(rules: &Go, root: &Node) -> Result<Option<String>, RecordError> {
    let line = root.properties.first().map_or(1, |property| property.line);
    if let Some(game) = root.value("GM").filter(|game| game.trim() != "1") {
        let what = format!("GM: found `{}`, expected 1, which is Go", shorten(game));
        return Err(RecordError { line, what });
    }
    let (mut stones, start) = ([Set::EMPTY; 2], rules.start());
    for property in &root.properties {
        let sides: [bool; 2] = match property.name.as_str() {
            "AB" => [true, false],
            "AW" => [false, true],
            "AE" => [false, false],
            _ => continue,
        };
        for point in points(rules, property)? {
            for (stones, is_set) in stones.iter_mut().zip(sides) {
                *stones = stones.without(Set::of(point));
                if is_set {
                    stones.insert(point);
                }
            }
        }
    }
    let handicap = root.value("HA").and_then(|text| text.trim().parse().ok()).unwrap_or(0_u32);
    let side = match root.value("PL").map(str::trim) {
        Some("W" | "w" | "2") => Side::Second,
        Some(_) => Side::First,
        None if handicap > 1 && !stones[0].is_empty() => Side::Second,
        None => start.side,
    };
    // A handicap that the options have set up need not be told again.
    if stones == [Set::EMPTY; 2] && start.stones != stones {
        stones = start.stones;
    }
    let komi = root.value("KM").and_then(read_komi).unwrap_or(start.komi);
    let pos = Position::new(stones, side, komi);
    let text = rules.position_text(&pos);
    rules.parse_position(&text).map_err(|error| RecordError { line, what: error.to_string() })?;
    Ok((pos != start).then_some(text))
}

/// How the record says that the game ended.
fn take_result(record: &mut GameRecord, text: &str) {
    let (side, how) = match text.trim().split_once('+') {
        Some(("B" | "b", how)) => (Side::First, how),
        Some(("W" | "w", how)) => (Side::Second, how),
        _ => {
            let is_draw = ["0", "draw", "jigo"].contains(&text.trim().to_lowercase().as_str());
            record.claim = is_draw.then_some(Ending::Draw);
            return;
        }
    };
    let passes = record.moves.iter().rev().take_while(|mv| mv.text == "pass").count();
    let halves = read_komi(how).filter(|halves| *halves > 0);
    record.claim = Some(match halves {
        Some(halves) if passes >= 2 => {
            let margin = halves / 2 + halves % 2;
            Ending::Margin(if side == Side::First { margin } else { -margin })
        }
        _ => Ending::Win(side),
    });
    let why = match how.chars().next().map(|letter| letter.to_ascii_uppercase()) {
        Some('T') => Some(ON_TIME.to_owned()),
        _ if halves.is_some() && passes < 2 => Some(format!("counted as {}", text.trim())),
        _ => None,
    };
    record.tags.extend(why.map(|why| (TERMINATION, why)));
}

/// Under which rules the game was played.
pub(super) fn read_rules(bytes: &[u8]) -> Result<RecordRules, RecordError> {
    let nodes = nodes(bytes)?;
    let root = &nodes[0];
    let mut rules = RecordRules::default();
    for Property { name, values, line } in &root.properties {
        if name == OPTIONS {
            rules.take_options(&values[0], *line)?;
        } else if rules.line == 0 {
            rules.line = *line;
        }
    }
    let mut add = |name: &str, value: String| {
        if !rules.options.iter().any(|(known, _)| known == name) {
            rules.options.push((name.to_owned(), value));
        }
    };
    let size = root.value("SZ").unwrap_or("19").trim();
    // Some programs write a square board as a rectangle.
    let size =
        size.split_once(':').filter(|(wide, high)| wide == high).map_or(size, |(size, _)| size);
    add(SIZE, size.to_owned());
    if root.value(OPTIONS).is_some() {
        return Ok(rules);
    }
    let named: String =
        root.value("RU").unwrap_or("").chars().filter(char::is_ascii_alphabetic).collect();
    let named = named.to_lowercase();
    let known = RULE_NAMES.iter().find(|(name, _)| *name == named);
    for (option, value) in known.map_or(&[][..], |(_, options)| options) {
        add(option, (*value).to_owned());
    }
    if let Some(komi) = root.value("KM").and_then(read_komi) {
        add(KOMI, komi_text(komi));
    }
    Ok(rules)
}
