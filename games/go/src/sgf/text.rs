//! Points and moves as SGF writes them.

use super::parse::{Node, Property};
use crate::rules::{Go, Move};
use plyglot_core::Side;
use plyglot_core::game::notation::{RecordError, RecordedMove, shorten};

/// Moves on a line of text.
pub(super) const MOVES_PER_LINE: usize = 12;
pub(super) const SIDES: [char; 2] = ['B', 'W'];

/// `;B[ee]`.
pub(super) fn move_text(rules: &Go, side: Side, mv: Move) -> String {
    let point = mv.point().map_or(String::new(), |point| point_text(rules, point));
    format!(";{}[{point}]", SIDES[side.index()])
}

pub(super) fn point_text(rules: &Go, point: u16) -> String {
    let (column, row) = rules.column_and_row(point);
    [column, rules.size() - 1 - row].map(|line| char::from(b'a' + line)).iter().collect()
}

/// A value with what would end it made harmless.
pub(super) fn escaped(value: &str) -> String {
    value.replace('\\', "\\\\").replace(']', "\\]")
}

/// The move of a node, if it has one.
pub(super) fn recorded_move(rules: &Go, node: &Node) -> Result<Option<RecordedMove>, RecordError> {
    let is_move = |property: &&Property| ["B", "W"].contains(&property.name.as_str());
    if let Some(second) = node.properties.iter().filter(is_move).nth(1) {
        let what = format!("{}: found a second move in a node, expected one", second.name);
        return Err(RecordError { line: second.line, what });
    }
    for Property { name, values, line } in &node.properties {
        let side = match name.as_str() {
            "B" => Side::First,
            "W" => Side::Second,
            _ => continue,
        };
        let value = values[0].trim();
        let text = if value.is_empty() || value == "tt" && rules.size() < 20 {
            "pass".to_owned()
        } else {
            rules.name(point(rules, name, value, *line)?)
        };
        return Ok(Some(RecordedMove { text, line: *line, side: Some(side) }));
    }
    Ok(None)
}

/// A point as records write it.
pub(super) fn point(rules: &Go, name: &str, text: &str, line: usize) -> Result<u16, RecordError> {
    let of = |letter: u8| letter.checked_sub(b'a').filter(|line| *line < rules.size());
    let found = match *text.as_bytes() {
        [column, row] => of(column).zip(of(row)),
        _ => None,
    };
    found.map(|(column, row)| rules.point(column, rules.size() - 1 - row)).ok_or_else(|| {
        let (found, last) = (shorten(text), char::from(b'a' + rules.size() - 1));
        let what = format!("{name}: found `{found}`, expected a point of two letters up to {last}");
        RecordError { line, what }
    })
}
