//! A chess board as squares: positions put up man by man (`edit`), and castling as `XBoard` writes it.

use std::collections::BTreeMap;

const FILES: std::ops::RangeInclusive<char> = 'a'..='h';
const RANKS: std::ops::RangeInclusive<char> = '1'..='8';
const MEN: &str = "PNBRQK";

/// File and rank.
type Square = (char, char);

/// Men by their squares, White's as capitals.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Squares(BTreeMap<Square, char>);

impl Squares {
    /// The board of a position string.
    pub(super) fn of(position: &str) -> Self {
        let mut men = BTreeMap::new();
        let rows = position.split(' ').next().unwrap_or("").split('/');
        for (row, rank) in rows.zip(RANKS.rev()) {
            let mut files = FILES;
            for letter in row.chars() {
                match letter.to_digit(10) {
                    Some(empty) => (0..empty).for_each(|_| _ = files.next()),
                    None => _ = files.next().map(|file| men.insert((file, rank), letter)),
                }
            }
        }
        Self(men)
    }

    /// The letters of the rows, the highest first.
    fn rows(&self) -> String {
        let row = |rank: char| {
            let (mut text, mut empty) = (String::new(), 0);
            for file in FILES {
                match self.0.get(&(file, rank)) {
                    None => empty += 1,
                    Some(man) => {
                        if empty > 0 {
                            text += &empty.to_string();
                        }
                        (empty, text) = (0, format!("{text}{man}"));
                    }
                }
            }
            if empty > 0 { format!("{text}{empty}") } else { text }
        };
        RANKS.rev().map(row).collect::<Vec<_>>().join("/")
    }

    /// A move that castles as `XBoard` writes it: of a king onto a rook of its own.
    pub(super) fn castling(&self, mv: &str) -> Option<&'static str> {
        let mut letters = mv.chars();
        let mut square = || Some((letters.next()?, letters.next()?));
        let (from, to) = (square()?, square()?);
        let (man, other) = (self.0.get(&from)?, self.0.get(&to)?);
        let castles = matches!((man, other), ('K', 'R') | ('k', 'r'));
        castles.then_some(if from.0 < to.0 { "O-O" } else { "O-O-O" })
    }

    /// What may castle: kings and rooks on their squares.
    fn rights(&self) -> String {
        let at = |square: Square, man: char| self.0.get(&square) == Some(&man);
        let all = [
            ('K', ('e', '1'), 'R', ('h', '1'), 'K'),
            ('K', ('e', '1'), 'R', ('a', '1'), 'Q'),
            ('k', ('e', '8'), 'r', ('h', '8'), 'k'),
            ('k', ('e', '8'), 'r', ('a', '8'), 'q'),
        ];
        let has = all
            .into_iter()
            .filter(|(king, on, rook, at_rook, _)| at(*on, *king) && at(*at_rook, *rook));
        let text: String = has.map(|(.., right)| right).collect();
        if text.is_empty() { "-".to_owned() } else { text }
    }
}

/// A board that is being put up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Edit {
    squares: Squares,
    side: String,
    is_black: bool,
}

impl Edit {
    /// Begun at this position, whose side to move stays.
    pub(super) fn of(position: &str) -> Self {
        let side = position.split(' ').nth(1).unwrap_or("w").to_owned();
        Self { squares: Squares::of(position), side, is_black: false }
    }

    /// A line of `edit`: `c`, `#`, `Pa4`, `xa4`. Whether it is one.
    pub(super) fn obey(&mut self, line: &str) -> bool {
        let letters: Vec<char> = line.chars().collect();
        match *letters.as_slice() {
            ['c'] => self.is_black = !self.is_black,
            ['#'] => self.squares.0.clear(),
            [man, file, rank] if FILES.contains(&file) && RANKS.contains(&rank) => {
                let square = (file, rank);
                if man == 'x' {
                    self.squares.0.remove(&square);
                } else if MEN.contains(man) {
                    let man = if self.is_black { man.to_ascii_lowercase() } else { man };
                    self.squares.0.insert(square, man);
                } else {
                    return false;
                }
            }
            _ => return false,
        }
        true
    }

    /// The position that was put up.
    pub(super) fn position(&self) -> String {
        format!("{} {} {} - 0 1", self.squares.rows(), self.side, self.squares.rights())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_is_put_up_man_by_man() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 3 9";
        let mut edit = Edit::of(start);
        assert_eq!(edit.position(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1");
        for line in ["xe2", "Pe4", "c", "Ph6"] {
            assert!(edit.obey(line), "{line}");
        }
        let position = "rnbqkbnr/pppppppp/7p/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
        assert_eq!(edit.position(), position);
        for line in ["#", "Ke8", "Ra8", "c", "Ke1"] {
            assert!(edit.obey(line), "{line}");
        }
        assert_eq!(edit.position(), "r3k3/8/8/8/8/8/8/4K3 b q - 0 1");
        for line in ["", "Pi1", "Pa9", "Xa1", "Pa", "cc", "Paa1"] {
            assert!(!edit.obey(line), "{line}");
        }
    }

    #[test]
    fn castling_is_a_king_that_moves_onto_its_rook() {
        let squares = Squares::of("r3k2r/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1");
        assert_eq!(squares.castling("e1g1"), Some("O-O"));
        assert_eq!(squares.castling("e1b1"), Some("O-O-O"));
        assert_eq!(squares.castling("e8a8"), Some("O-O-O"));
        for mv in ["e1e2", "e8g1", "b1e1", "", "e1", "é1b1"] {
            assert_eq!(squares.castling(mv), None, "{mv}");
        }
    }
}
