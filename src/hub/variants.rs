//! The games that Hub may be about, under the names that pydraughts has for them.
//!
//! Hub itself is about international draughts alone; for the small board this is how
//! [pydraughts-program] 0.6.7 writes it. In a position string White always begins, from the squares
//! with the highest numbers: in English draughts and pool checkers, where Black does from the
//! lowest, the board is turned and the colours are exchanged. Squares of moves count from where the
//! first side begins: in Russian and Brazilian draughts from a1 row by row upwards (`9-13` is
//! a3-b4), while its position strings, and we, count from b8 downwards.

/// A game that Hub may be about.
pub(super) struct Variant {
    /// Its name in Hub.
    pub name: &'static str,
    /// In our protocol: the variant, and what its options begin with.
    pub ours: (&'static str, &'static str),
    /// In position strings the board is turned and the colours are exchanged.
    pub is_turned: bool,
    /// In moves the rows count the other way.
    pub is_flipped: bool,
}

/// All of them; the first is meant where none is named.
pub(super) const VARIANTS: [Variant; 5] = [
    Variant { name: "normal", ours: ("draughts", "Draughts"), is_turned: false, is_flipped: false },
    Variant { name: "russian", ours: ("russian", "Checkers"), is_turned: false, is_flipped: true },
    Variant {
        name: "brazilian",
        ours: ("brazilian", "Checkers"),
        is_turned: false,
        is_flipped: true,
    },
    Variant { name: "english", ours: ("checkers", "Checkers"), is_turned: true, is_flipped: false },
    Variant { name: "pool", ours: ("pool", "Checkers"), is_turned: true, is_flipped: false },
];
/// Squares of the small board.
const SQUARES_SMALL: u32 = 32;
/// In a row of it.
const SQUARES_A_ROW: u32 = 4;

/// The names of the variants.
pub(super) fn names(between: &str) -> String {
    VARIANTS.map(|variant| variant.name).join(between)
}

/// A position string with the board turned and the colours exchanged: the side to move, then the
/// squares from the first on.
pub(super) fn turned_board(pos: &str) -> String {
    let exchanged = |c: char| match c {
        'w' => 'b',
        'b' => 'w',
        'W' => 'B',
        'B' => 'W',
        other => other,
    };
    let mut board = pos.chars();
    board.next().into_iter().chain(board.rev()).map(exchanged).collect()
}

/// Moves with their rows counted the other way, captured squares in order as Hub's are.
pub(super) fn flipped_moves(moves: &str) -> String {
    moves.split(' ').map(flipped_move).collect::<Vec<_>>().join(" ")
}

fn flipped_move(mv: &str) -> String {
    let separator = if mv.contains('x') { "x" } else { "-" };
    let mut parts: Vec<String> = mv.split(separator).map(flipped_square).collect();
    if let Some(captured) = parts.get_mut(2..) {
        captured.sort_by_key(|square| square.parse().unwrap_or(u32::MAX));
    }
    parts.join(separator)
}

fn flipped_square(text: &str) -> String {
    let rows = SQUARES_SMALL / SQUARES_A_ROW;
    match text.parse::<u32>() {
        Ok(square @ 1..=SQUARES_SMALL) => {
            let (row, at) = ((square - 1) / SQUARES_A_ROW, (square - 1) % SQUARES_A_ROW);
            (SQUARES_A_ROW * (rows - 1 - row) + at + 1).to_string()
        }
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_turned_twice_is_as_it_was() {
        assert_eq!(turned_board("WWeb"), "BweB");
        assert_eq!(turned_board(&turned_board("WWebbe")), "WWebbe");
        assert_eq!(flipped_moves("9-13 12x19x16"), "21-17 24x15x20");
        assert_eq!(flipped_moves("20x6x7x15"), "16x26x19x27");
        assert_eq!(flipped_moves(&flipped_moves("22-18 9x14x13 99-0")), "22-18 9x14x13 99-0");
    }
}
