//! The board as the program of [bojar-1998] drew it and took its keys (Omezení a ovládání programu).
//!
//! ```text
//!       XX  XX  XX  XX  XX           7 U    9 I
//!     XX  XX  XX  XX  XX  XX            \  /
//!   ..  ..  XX  XX  XX  ..  ..   4 H  --  --  6 K
//! ..  ..  ..  ..  ..  ..  ..  ..        /  \
//!                                    1 N    3 M
//! ```
//!
//! The person's marbles are `[]`, at the bottom. Two rows apart cells stand above each other, which is
//! where 8 and 2 lead.

use crate::board::{self, Direction, ROWS, cells_to_edge, place, step};
use crate::picture;
use crate::rules::Position;
use plyglot_core::Side;
use plyglot_core::game::key_board::{KeyBoard, KeyDirection, KeyPlace};

/// By [`Direction`]: e, ne, nw, w, sw, se.
const KEYS: [KeyDirection; 6] = [
    KeyDirection { keys: "6k", word: "e" },
    KeyDirection { keys: "9i", word: "ne" },
    KeyDirection { keys: "7u", word: "nw" },
    KeyDirection { keys: "4h", word: "w" },
    KeyDirection { keys: "1n", word: "sw" },
    KeyDirection { keys: "3m", word: "se" },
];

/// Letters from one cell to the next.
const PITCH: usize = 4;

/// What a side's marbles are drawn with.
fn mark(side: Side) -> &'static str {
    match side {
        Side::First => "[]",
        Side::Second => "XX",
    }
}

/// The board of this position.
pub(super) fn key_board(pos: &Position) -> KeyBoard {
    let cells: Vec<u8> = picture::cells().collect();
    let number = |cell: u8| cells.iter().position(|&other| other == cell);
    let places = cells.iter().map(|&cell| {
        let (row, column) = place(cell);
        let line = ROWS - 1 - usize::from(row);
        let first = usize::from(row).saturating_sub(ROWS / 2);
        let indent = usize::from(row).abs_diff(ROWS / 2) * PITCH / 2;
        let holder = Side::BOTH.into_iter().find(|&side| pos.marbles(side) >> cell & 1 == 1);
        let toward = |direction: Direction| {
            (cells_to_edge(cell, direction) > 0).then(|| step(cell, direction, 1))
        };
        KeyPlace {
            name: board::name(cell),
            line,
            column: indent + PITCH * (usize::from(column) - first),
            mark: holder.map_or("..", mark),
            is_own: holder == Some(pos.side()),
            neighbours: Direction::ALL.map(|d| toward(d).and_then(number)).to_vec(),
        }
    });
    let places: Vec<KeyPlace> = places.collect();
    let [first, second] = Side::BOTH.map(|side| format!("{} {}", mark(side), pos.ejected(side)));
    KeyBoard {
        start: places.iter().position(|place| place.name == "c5").unwrap_or(0),
        places,
        directions: &KEYS,
        lines: ROWS,
        status: format!("pushed off by {first}, by {second}"),
        turn: mark(pos.side()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Abalone;
    use crate::spelling::Spelt;
    use plyglot_core::game::Rules;

    fn board() -> KeyBoard {
        key_board(&Abalone::default().start())
    }

    fn named(board: &KeyBoard, name: &str) -> usize {
        board.places.iter().position(|place| place.name == name).unwrap()
    }

    #[test]
    fn the_board_is_drawn_as_in_the_text() {
        let board = board();
        let mut lines = vec![String::new(); board.lines];
        for place in &board.places {
            let line = &mut lines[place.line];
            *line = format!("{line:width$}{}", place.mark, width = place.column);
        }
        assert_eq!(lines[0], "        XX  XX  XX  XX  XX");
        assert_eq!(lines[4], "..  ..  ..  ..  ..  ..  ..  ..  ..");
        assert_eq!(lines[6], "    ..  ..  []  []  []  ..  ..");
        assert_eq!(lines[8], "        []  []  []  []  []");
        assert_eq!((board.places.len(), board.turn), (61, "[]"));
    }

    #[test]
    fn keys_lead_where_the_text_says() {
        let board = board();
        let from = named(&board, "e5");
        for (key, to) in [
            ('7', "f5"),
            ('U', "f5"),
            ('9', "f6"),
            ('i', "f6"),
            ('6', "e6"),
            ('k', "e6"),
            ('3', "d5"),
            ('m', "d5"),
            ('1', "d4"),
            ('n', "d4"),
            ('4', "e4"),
            ('h', "e4"),
        ] {
            let direction = board.direction(key).unwrap();
            assert_eq!(board.places[from].neighbours[direction], Some(named(&board, to)), "{key}");
        }
        assert_eq!(board.direction('8'), None);
        assert_eq!(board.above_or_below(from, true), Some(named(&board, "g6")));
        assert_eq!(board.above_or_below(from, false), Some(named(&board, "c4")));
        assert_eq!(board.above_or_below(named(&board, "i5"), true), None);
        let corner = named(&board, "a1");
        assert_eq!(board.places[corner].neighbours[3], None);
    }

    #[test]
    fn a_place_and_a_direction_are_a_move() {
        let board = board();
        let text = board.move_text(named(&board, "c3"), board.direction('9').unwrap());
        assert_eq!(text, "c3:ne");
        assert!(Spelt::parse(&text).is_some());
        assert_eq!(board.named_in("c3d4").len(), 2);
    }
}
