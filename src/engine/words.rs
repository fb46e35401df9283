//! What there is to say of a game as it stands, whoever asks: its rules, and what would end it by
//! counting or by repetition (a rule a line, a rule book a column).

use plyglot_core::game::DrawRule;
use plyglot_core::text::in_columns;
use plyglot_host::draws::{DrawsColumn, DrawsView, RepeatingMove};
use plyglot_host::entry::GameEntry;
use plyglot_host::state::GameState;

/// The rule set in force, a rule a line.
pub(crate) fn rules(game: &GameEntry, state: &dyn GameState) -> Vec<String> {
    let mut lines = vec![format!("{}: {}", state.variant(), game.about)];
    lines.extend(state.describe());
    lines
}

/// The table, and the moves that bring a position back.
pub(crate) fn draws(state: &dyn GameState) -> Vec<String> {
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
    let heads = columns.iter().map(head);
    let mut rows = vec![std::iter::once("counted".to_owned()).chain(heads).collect::<Vec<_>>()];
    rows.extend(counted.iter().map(|&counts| {
        let cells = columns.iter().map(|column| cell(column, counts));
        std::iter::once(counts.to_owned()).chain(cells).collect()
    }));
    let mut lines = in_columns(&rows);
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
    let then = then.to_string();
    let then = then.strip_prefix("a ").unwrap_or(&then);
    format!("{count}: {then} {source}").trim_end().to_owned()
}
