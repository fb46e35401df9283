//! Boards as clients of Hub write them, told as we do.
//!
//! Hub itself is about international draughts alone; for the small board this is how
//! [pydraughts-program] 0.6.7 writes it. In a position string White always begins, from the squares
//! with the highest numbers: where Black does from the lowest, the board is turned and the colours are
//! exchanged. Squares of moves count from where the first side begins, so that in some games their
//! rows count the other way.

/// Squares of the small board.
const SQUARES_SMALL: u32 = 32;
/// In a row of it.
const SQUARES_A_ROW: u32 = 4;

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
