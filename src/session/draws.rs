//! `draws`: what would end the game by counting or by repetition, a rule a line, a rule book a column.

use plyglot_core::game::DrawRule;
use plyglot_core::game::repetition::Then;
use plyglot_host::draws::{DrawsColumn, DrawsView, RepeatingMove};
use plyglot_host::state::GameState;

/// The table, and the moves that bring a position back.
pub(super) fn draws(state: &dyn GameState) -> Vec<String> {
    let DrawsView { columns, repeating } = state.draws();
    let mut counted: Vec<&str> = Vec::new();
    for rule in columns.iter().flat_map(|column| column.rules.iter().flatten()) {
        if !counted.contains(&rule.counts) {
            counted.push(rule.counts);
        }
    }
    if counted.is_empty() {
        return vec!["nothing but the board ends this game".to_owned()];
    }
    let first = std::iter::once("counted").chain(counted.iter().copied());
    let mut table = vec![first.map(str::to_owned).collect::<Vec<_>>()];
    table.extend(columns.iter().map(|column| {
        let cells = counted.iter().map(|counts| cell(column, counts));
        std::iter::once(head(column)).chain(cells).collect()
    }));
    let mut lines = side_by_side(&table);
    lines.extend(repeating.iter().map(RepeatingMove::sentence));
    lines
}

fn head(column: &DrawsColumn) -> String {
    let mark = if column.is_in_force && column.name != "in force" { ", in force" } else { "" };
    format!("{}{mark}", column.name)
}

/// `12 of 100, 88 to go: draw on claim [fide-2023, 9.3]`; `-` where the book has no such rule.
fn cell(column: &DrawsColumn, counts: &str) -> String {
    let Some(rules) = &column.rules else { return "not a game by these rules".to_owned() };
    let rule = rules.iter().find(|rule| rule.counts == counts);
    rule.map_or_else(|| "-".to_owned(), standing)
}

fn standing(rule: &DrawRule) -> String {
    let DrawRule { value, limit, then, source, .. } = rule;
    let count = match value {
        None => format!("{limit}, not counting here"),
        Some(value) if value >= limit => format!("{value} of {limit}, reached"),
        Some(value) => format!("{value} of {limit}, {} to go", limit - value),
    };
    let then = match then {
        Then::Forbidden => "forbidden",
        Then::Draw => "draw",
        Then::Claim => "draw on claim",
        Then::RepeaterLoses => "lost for who repeats",
        Then::Settled => "settled by what lies there",
    };
    format!("{count}: {then} {source}").trim_end().to_owned()
}

/// Columns as wide as what they hold.
fn side_by_side(columns: &[Vec<String>]) -> Vec<String> {
    let width = |column: &Vec<String>| column.iter().map(String::len).max().unwrap_or(0);
    let widths: Vec<usize> = columns.iter().map(width).collect();
    let rows = columns.first().map_or(0, Vec::len);
    let row = |at: usize| {
        let cells = columns.iter().zip(&widths).map(|(column, width)| {
            let cell = &column[at];
            format!("{cell:width$}")
        });
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    (0..rows).map(row).collect()
}
