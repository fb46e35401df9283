//! Records of games as SGF, the form of Go's players [hollosi-1999], read and written.
//!
//! ```text
//! (;GM[1]FF[4]CA[UTF-8]AP[plyglot]SZ[9]KM[7.5]RU[Tromp-Taylor]PB[A]PW[B]RE[B+3.5]
//! ;B[ee];W[ec]C[a comment];B[gd])
//! ```
//!
//! A point is two letters, column from the left and row from the top; a pass is an empty value, and on
//! boards of up to 19 lines `tt` as well. `AB`, `AW` and `AE` set stones up before the first move, `PL`
//! says who begins, or the first move does; `RU` is a rule set by name. `KM` is without what the rules
//! give for the handicap of `HA`. Properties of ours are `XR`, options that are not at their defaults,
//! `XT`, how a game ended that was not played to its end, `XC`, a time control that is more than a
//! number of seconds, and of a set-up `XK`, the point that a ko forbids, `XP`, the stones taken by Black and
//! by White, as in `3:1`, and `XN`, the passes running. Variations, comments and the marks of moves (`TE`, `BM`, `DO`, `IT`) belong to
//! the tree of a record. What other properties say is passed over.

mod charset;
mod parse;
mod text;
mod tree;

use std::fmt::Write;

use super::board::Set;
use super::rules::{Go, Position};
use super::variant::{
    COMPENSATION, KO, KOMI, RULES, SCORING, SIZE, SUICIDE, Terms, komi_text, read_komi,
};
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
const TAGS: [(&str, &str); 9] = [
    ("EV", "Event"),
    ("RO", "Round"),
    ("DT", "Date"),
    ("PC", "Site"),
    ("PB", "First"),
    ("PW", "Second"),
    (SECONDS, TIME_CONTROL),
    ("XC", TIME_CONTROL),
    ("XT", TERMINATION),
];
const SECONDS: &str = "TM";
/// What puts stones on the board and takes them off.
const SET_UPS: [&str; 3] = ["AB", "AW", "AE"];
const TIME_CONTROL: &str = "TimeControl";
/// The number of the game [hollosi-1999].
const GO: &str = "1";
const TERMINATION: &str = "Termination";
const NORMAL: &str = "normal";
const ON_TIME: &str = "time forfeit";
const FORFEIT: &str = "forfeit";
/// Of a win of which it is not told how it came about.
const UNKNOWN: &str = "unknown";
/// Options that are not at their defaults.
const OPTIONS: &str = "XR";
/// What a set-up has besides its stones.
const KO_POINT: &str = "XK";
const TAKEN: &str = "XP";
const PASSES: &str = "XN";
/// A rule set: its names in records, the one that is written first, and what they stand for.
type RuleNames = (&'static [&'static str], &'static [(&'static str, &'static str)]);

const RULE_NAMES: [RuleNames; 5] = [
    (&["Tromp-Taylor"], &[(RULES.option, "tromp-taylor")]),
    (&["Chinese", "cn"], &[(RULES.option, "chinese")]),
    (&["AGA"], &[(RULES.option, "aga")]),
    (
        &["NZ", "New Zealand"],
        &[(RULES.option, "aga"), (SUICIDE.option, "legal"), (COMPENSATION.option, "none")],
    ),
    (
        &["Japanese", "jp"],
        &[
            (RULES.option, "chinese"),
            (SCORING.option, "territory"),
            (KO.option, "simple"),
            (COMPENSATION.option, "none"),
        ],
    ),
];

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
        komi_text(setup.komi - rules.terms.compensation())
    );
    let set = RULES.word(rules.terms.rules).map(|word| [(RULES.option, word)]);
    let is_set = |(_, options): &&RuleNames| set.is_some_and(|set| set == **options);
    if let Some(([name, ..], _)) = RULE_NAMES.iter().find(is_set) {
        let _ = write!(text, "RU[{name}]");
    }
    if let Some(options) = header.find(RULES_TAG) {
        let _ = write!(text, "{OPTIONS}[{}]", escaped(options));
    }
    for (property, tag) in TAGS {
        let is_meant = |value: &&str| match tag {
            TIME_CONTROL => (property == SECONDS) == value.parse::<u32>().is_ok(),
            TERMINATION => ![NORMAL, ON_TIME].contains(value),
            _ => true,
        };
        if let Some(value) = header.find(tag).filter(is_meant) {
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
    if let Some(ko) = setup.ko() {
        let _ = write!(text, "{KO_POINT}[{}]", point_text(rules, ko));
    }
    if setup.taken != [0; 2] {
        let _ = write!(text, "{TAKEN}[{}:{}]", setup.taken[0], setup.taken[1]);
    }
    if setup.passes > 0 {
        let _ = write!(text, "{PASSES}[{}]", setup.passes);
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
            let how = match header.find(TERMINATION) {
                None => "R",
                Some(why) if why == NORMAL || why.contains("resign") => "R",
                Some(why) if why.contains("time") => "T",
                Some(why) if why.contains(FORFEIT) || why == "rules infraction" => "F",
                Some(_) => "",
            };
            format!("{}+{how}", SIDES[side.index()])
        }
    }
}

/// Whether the first game of a text is Go, which is what a game is that does not say. Of one that cannot
/// be read it is not known, and its reader says why.
pub(super) fn is_go(bytes: &[u8]) -> bool {
    let game = nodes(bytes).map(|nodes| nodes[0].value("GM").unwrap_or(GO).trim() == GO);
    game.unwrap_or(true)
}

/// Reads the main line of the first game of a text. The moves are not played.
pub(super) fn read(rules: &Go, bytes: &[u8]) -> Result<GameRecord, RecordError> {
    let nodes = nodes(bytes)?;
    let root = &nodes[0];
    let mut record = GameRecord { setup: setup(rules, &nodes)?, ..GameRecord::default() };
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
fn setup(rules: &Go, nodes: &[Node]) -> Result<Option<String>, RecordError> {
    let root = &nodes[0];
    let line = root.properties.first().map_or(1, |property| property.line);
    if let Some(game) = root.value("GM").filter(|game| game.trim() != GO) {
        let what = format!("GM: found `{}`, expected {GO}, which is Go", shorten(game));
        return Err(RecordError { line, what });
    }
    let (mut stones, start) = ([Set::EMPTY; 2], rules.start());
    for property in set_ups(nodes)? {
        let sides = [property.name == "AB", property.name == "AW"];
        for point in points(rules, property)? {
            for (stones, is_set) in stones.iter_mut().zip(sides) {
                *stones = stones.without(Set::of(point));
                if is_set {
                    stones.insert(point);
                }
            }
        }
    }
    let handicap = root.value("HA").and_then(|text| text.trim().parse().ok()).filter(|ha| *ha > 1);
    let side = match root.value("PL").map(str::trim) {
        Some("W" | "w" | "2") => Side::Second,
        Some(_) => Side::First,
        None => first_side(nodes).unwrap_or(match handicap {
            Some(_) if !stones[0].is_empty() => Side::Second,
            _ => start.side,
        }),
    };
    // A handicap that the options have set up need not be told again.
    let is_told = stones != [Set::EMPTY; 2] || start.stones == stones;
    let handicap = handicap.unwrap_or(if is_told { 0 } else { rules.terms.handicap });
    if !is_told {
        stones = start.stones;
    }
    let komi = komi(root)?.unwrap_or(rules.terms.komi);
    let komi = komi + Terms { handicap, ..rules.terms }.compensation();
    let pos = with_rest(rules, Position::new(stones, side, komi), root)?;
    let text = rules.position_text(&pos);
    rules.parse_position(&text).map_err(|error| RecordError { line, what: error.to_string() })?;
    Ok((pos != start).then_some(text))
}

/// The ko, the stones taken and the passes of a set-up, as this program writes them.
fn with_rest(rules: &Go, pos: Position, root: &Node) -> Result<Position, RecordError> {
    let mut pos = pos;
    for Property { name, values, line } in &root.properties {
        let text = values[0].trim();
        let wrong = |expected: &str| {
            let what = format!("{name}: found `{}`, expected {expected}", shorten(text));
            RecordError { line: *line, what }
        };
        match name.as_str() {
            KO_POINT => pos = pos.with_ko(Some(point(rules, name, text, *line)?)),
            TAKEN => {
                let (black, white) = text.split_once(':').unwrap_or_default();
                let expected = || wrong("stones taken by Black and by White, as in 3:1");
                let count = |text: &str| text.parse().map_err(|_| expected());
                pos.taken = [count(black)?, count(white)?];
            }
            PASSES => {
                pos.passes = text.parse().map_err(|_| wrong("a number of passes, 0 to 2"))?;
            }
            _ => {}
        }
    }
    Ok(pos)
}

/// What puts stones on the board or takes them off before the first move of the main line. Behind it
/// nothing may: moves are what a game is made of.
fn set_ups(nodes: &[Node]) -> Result<Vec<&Property>, RecordError> {
    let (mut found, mut has_moves, mut next) = (Vec::new(), false, Some(0));
    while let Some(node) = next.map(|at: usize| &nodes[at]) {
        has_moves |= node.value("B").or(node.value("W")).is_some();
        let set_ups = node.properties.iter().filter(|it| SET_UPS.contains(&it.name.as_str()));
        for property in set_ups {
            if has_moves {
                let what = format!(
                    "{}: found stones set up behind the first move, expected moves alone there",
                    property.name
                );
                return Err(RecordError { line: property.line, what });
            }
            found.push(property);
        }
        next = node.children.first().copied();
    }
    Ok(found)
}

/// What White gets, half points, where the record says it.
fn komi(root: &Node) -> Result<Option<i16>, RecordError> {
    let Some(property) = root.properties.iter().find(|it| it.name == "KM") else { return Ok(None) };
    let text = property.values[0].trim();
    if text.is_empty() {
        return Ok(None);
    }
    read_komi(text).map(Some).ok_or_else(|| RecordError {
        line: property.line,
        what: format!("KM: found `{}`, expected points, halves at most, as in 6.5", shorten(text)),
    })
}

/// The side that moves first in the main line.
fn first_side(nodes: &[Node]) -> Option<Side> {
    let mut next = Some(0);
    while let Some(node) = next.map(|at: usize| &nodes[at]) {
        let mut names = node.properties.iter().map(|property| property.name.as_str());
        if let Some(name) = names.find(|name| ["B", "W"].contains(name)) {
            return Some(if name == "B" { Side::First } else { Side::Second });
        }
        next = node.children.first().copied();
    }
    None
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
        _ if record.tags.iter().any(|(tag, _)| *tag == TERMINATION) => None,
        Some('T') => Some(ON_TIME.to_owned()),
        Some('F') => Some(FORFEIT.to_owned()),
        None => Some(UNKNOWN.to_owned()),
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
    let letters = |name: &str| -> String {
        name.chars().filter(char::is_ascii_alphabetic).collect::<String>().to_lowercase()
    };
    let named = letters(root.value("RU").unwrap_or(""));
    let is_named = |(names, _): &&RuleNames| names.iter().any(|name| letters(name) == named);
    let known = RULE_NAMES.iter().find(is_named);
    if let Some(name) = root.value("RU").filter(|name| known.is_none() && !name.trim().is_empty()) {
        let names: Vec<_> = RULE_NAMES.iter().map(|(names, _)| names[0]).collect();
        rules.remarks.push(format!(
            "RU: found `{}`, expected {}: read by {}",
            shorten(name),
            names.join(", "),
            names[0]
        ));
    }
    for (option, value) in known.map_or(&[][..], |(_, options)| options) {
        add(option, (*value).to_owned());
    }
    // What stands among our options is said there.
    let is_among_options = root.value(OPTIONS).is_some();
    if let Some(komi) = komi(root)?.filter(|_| !is_among_options) {
        add(KOMI, komi_text(komi));
    }
    Ok(rules)
}
