//! Which boards are positions of a game of chess.
//!
//! The move generator below us trusts what it is given, and looks at less than it trusts: it takes
//! two kings side by side and, when one captures the other, finds no king. So everything is looked at
//! here, whatever the crate looks at once more. What is refused is what no game can reach and what
//! [python-chess] and the chess servers refuse too:
//!
//! ```text
//! one king a colour, at most 8 pawns and 16 men, no pawn on ranks 1 and 8
//! the kings apart; the side that has just moved not in check (articles 3.9.2, 4.7)
//! at most two men giving check, and not from both ends of one line: a move opens one line and
//! checks with the man that made it, which cannot come to the other side of the king
//! ```
//!
//! More officers than pawns are missing, and other things that only a proof game could tell, are
//! taken, as everywhere.

use cozy_chess::{BitBoard, BoardBuilder, Color, Piece, Rank, Square};
use cozy_chess::{get_between_rays, get_king_moves, get_knight_moves, get_pawn_attacks};
use cozy_chess::{get_bishop_moves, get_rook_moves};

use plyglot_core::game::PositionError;

/// Looks at men and side to move; `text` is for the error.
pub(super) fn check(builder: &BoardBuilder, text: &str) -> Result<(), PositionError> {
    let men = Men::of(builder);
    for color in Color::ALL {
        men.count(color)?;
    }
    men.check_kings()?;
    men.check_checks(builder.side_to_move, text)
}

/// The squares of each kind of man of each colour.
struct Men([[BitBoard; Piece::NUM]; Color::NUM]);

impl Men {
    fn of(builder: &BoardBuilder) -> Self {
        let mut men = [[BitBoard::EMPTY; Piece::NUM]; Color::NUM];
        for square in Square::ALL {
            if let Some((piece, color)) = builder.square(square) {
                men[color as usize][piece as usize] |= square.bitboard();
            }
        }
        Self(men)
    }

    fn squares(&self, color: Color, piece: Piece) -> BitBoard {
        self.0[color as usize][piece as usize]
    }

    /// All of a colour.
    fn of_color(&self, color: Color) -> BitBoard {
        self.0[color as usize].into_iter().fold(BitBoard::EMPTY, |all, squares| all | squares)
    }

    /// How many there are, and where pawns stand.
    fn count(&self, color: Color) -> Result<(), PositionError> {
        let name = name(color);
        let (kings, pawns) = (self.squares(color, Piece::King), self.squares(color, Piece::Pawn));
        if kings.len() != 1 {
            let found = format!("{} kings of {name}", kings.len());
            return Err(PositionError::new("board", &found, "one king of each colour"));
        }
        for (what, found, most) in
            [("pawns", pawns.len(), 8), ("men", self.of_color(color).len(), 16)]
        {
            if found > most {
                let found = format!("{found} {what} of {name}");
                return Err(PositionError::new("board", &found, format!("at most {most}")));
            }
        }
        let ends = Rank::First.bitboard() | Rank::Eighth.bitboard();
        if let Some(square) = (pawns & ends).next_square() {
            let found = format!("pawn on {square}");
            return Err(PositionError::new("board", &found, "pawns on ranks 2 to 7 only"));
        }
        Ok(())
    }

    /// The king of a colour that has one.
    fn king(&self, color: Color) -> Option<Square> {
        self.squares(color, Piece::King).next_square()
    }

    fn check_kings(&self) -> Result<(), PositionError> {
        let kings = self.king(Color::White).zip(self.king(Color::Black));
        match kings.filter(|&(white, black)| get_king_moves(white).has(black)) {
            None => Ok(()),
            Some((white, black)) => {
                let found = format!("kings on {white} and {black}");
                Err(PositionError::new("board", &found, "kings that are not side by side"))
            }
        }
    }

    /// The men, kings apart, that give check to the king of this colour.
    fn checkers(&self, color: Color) -> BitBoard {
        let Some(king) = self.king(color) else { return BitBoard::EMPTY };
        let occupied = self.of_color(Color::White) | self.of_color(Color::Black);
        let of = |piece| self.squares(!color, piece);
        let queens = of(Piece::Queen);
        get_pawn_attacks(king, color) & of(Piece::Pawn)
            | get_knight_moves(king) & of(Piece::Knight)
            | get_bishop_moves(king, occupied) & (of(Piece::Bishop) | queens)
            | get_rook_moves(king, occupied) & (of(Piece::Rook) | queens)
    }

    fn check_checks(&self, side: Color, text: &str) -> Result<(), PositionError> {
        if !self.checkers(!side).is_empty() {
            let expected = "the side that has just moved not to be in check";
            return Err(PositionError::new("board", text, expected));
        }
        let checkers: Vec<Square> = self.checkers(side).into_iter().collect();
        let squares: Vec<String> = checkers.iter().map(ToString::to_string).collect();
        let refuse = |expected| {
            let found = format!("check to {} from {}", name(side), squares.join(", "));
            Err(PositionError::new("board", &found, expected))
        };
        match checkers[..] {
            [] | [_] => Ok(()),
            [one, other] if !self.is_between(side, one, other) => Ok(()),
            [_, _] => refuse("a double check that a move can have given"),
            _ => refuse("at most two men giving check"),
        }
    }

    /// Whether the king of a colour stands on a line between these two squares.
    fn is_between(&self, color: Color, one: Square, other: Square) -> bool {
        self.king(color).is_some_and(|king| get_between_rays(one, other).has(king))
    }
}

fn name(color: Color) -> &'static str {
    if color == Color::White { "White" } else { "Black" }
}
