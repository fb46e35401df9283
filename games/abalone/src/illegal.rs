//! Why a move is not legal, as a person who has just tried it wants to know.

use super::board::{self, Direction, Set, cells_to_edge, step};
use super::rules::Position;
use super::spelling::Spelt;
use plyglot_core::Side;

/// Why this move is not legal; empty where there is no more to say than that.
pub(super) fn why(pos: &Position, spelt: Spelt, broadside: bool) -> String {
    match spelt {
        Spelt::PlayedGame { cell, direction, reach } => {
            not_own(pos, cell).unwrap_or_else(|| inline(pos, cell, direction, reach))
        }
        Spelt::Ends { .. } | Spelt::Row { .. } if !broadside => {
            "marbles move in their line only".to_owned()
        }
        Spelt::Ends { from, .. } => {
            let no_row =
                || "no row of two or three own marbles goes so, each to an empty cell".to_owned();
            not_own(pos, from).unwrap_or_else(no_row)
        }
        Spelt::Row { ends: [from, to], to: aim } => row(pos, from, to, aim),
    }
}

/// Whether the cell holds no marble of the side to move.
fn not_own(pos: &Position, cell: u8) -> Option<String> {
    let name = board::name(cell);
    match owner(pos, cell) {
        Some(side) if side == pos.side() => None,
        Some(_) => Some(format!("the marble on {name} is the other side's")),
        None => Some(format!("no marble lies on {name}")),
    }
}

fn owner(pos: &Position, cell: u8) -> Option<Side> {
    let holds = |set: Set| set >> cell & 1 == 1;
    Side::BOTH.into_iter().find(|&side| holds(pos.marbles(side)))
}

/// Marbles in line: what stands before the one at the back.
fn inline(pos: &Position, cell: u8, direction: Direction, reach: Option<u8>) -> String {
    let far = cells_to_edge(cell, direction);
    let ahead = |steps: u8| (steps <= far).then(|| owner(pos, step(cell, direction, steps)));
    let (own, other) = (Some(Some(pos.side())), Some(Some(pos.side().other())));
    let row = (1..=far).take_while(|&steps| ahead(steps) == own).count();
    let mass = u8::try_from(row).unwrap_or(u8::MAX).saturating_add(1);
    let facing = (mass..=far).take_while(|&steps| ahead(steps) == other).count();
    let behind = mass.saturating_add(u8::try_from(facing).unwrap_or(u8::MAX));
    if mass > 3 {
        return "at most three marbles move at once".to_owned();
    }
    match ahead(behind) {
        None if facing == 0 => "an own marble would leave the board".to_owned(),
        _ if facing >= usize::from(mass) => {
            format!("{mass} against {facing}: a push needs more marbles than it meets")
        }
        Some(Some(_)) => format!("{} is in the way", board::name(step(cell, direction, behind))),
        _ => {
            let steps = reach.unwrap_or(1);
            format!(
                "the move goes so, but does not reach {}",
                board::name(step(cell, direction, steps))
            )
        }
    }
}

/// A row named by both ends, and where the first of them goes.
fn row(pos: &Position, from: u8, to: u8, aim: u8) -> String {
    let whole = Direction::ALL.into_iter().find_map(|axis| {
        let reach = cells_to_edge(from, axis).min(2);
        let len = (1..=reach).find(|&steps| step(from, axis, steps) == to)?;
        Some((axis, len))
    });
    let Some((axis, len)) = whole else {
        return "the ends are not those of a row of two or three".to_owned();
    };
    let cells = || std::iter::once(from).chain((1..=len).map(move |steps| step(from, axis, steps)));
    if let Some(why) = cells().find_map(|cell| not_own(pos, cell)) {
        return why;
    }
    let direction =
        Direction::ALL.into_iter().find(|&d| cells_to_edge(from, d) > 0 && step(from, d, 1) == aim);
    let Some(direction) = direction else { return String::new() };
    for cell in cells() {
        if cells_to_edge(cell, direction) == 0 {
            return "an own marble would leave the board".to_owned();
        }
        let next = step(cell, direction, 1);
        if owner(pos, next).is_some() {
            return format!("{} is taken, and nothing is pushed sideways", board::name(next));
        }
    }
    String::new()
}
