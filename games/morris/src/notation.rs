//! Text: moves as Sanmill writes its actions, a whole turn in one token, and the board drawn.
//!
//! ```text
//! d6          a man is placed
//! a1-a4       a man moves
//! d6-d5xb4    … and takes one; so d6xb4, and d6xb4xg7 where two mills take two
//! xb4         a man is taken, by itself, after d6-d5
//! pass        no man can be moved, where the rules have that side pass
//! ```
//!
//! Positions are in `fen`.

use std::fmt::{self, Write};

use super::board::Board;
use super::fen;
use super::moves::Move;
use super::picture;
use super::position::Position;
use super::rules::{Closing, Morris};
use plyglot_core::Side;
use plyglot_core::game::notation::ParsedMove;
use plyglot_core::game::picture::{Picture, Scene};
use plyglot_core::game::{Notation, PlayedGame, PositionError};

impl Notation for Morris {
    const MOVE_FORM: &'static str =
        "a point as in d6, two as in a1-a4, with what is taken as in a1-a4xg7, xg7 alone, or pass";

    fn side_names(&self) -> [&'static str; 2] {
        ["White", "Black"]
    }

    fn parse_position(&self, text: &str) -> Result<Position, PositionError> {
        fen::parse(self, text)
    }

    fn write_position(&self, pos: &Position, f: &mut dyn Write) -> fmt::Result {
        fen::write(self, pos, f)
    }

    fn write_move(&self, _pos: &Position, mv: Move, f: &mut dyn Write) -> fmt::Result {
        let board = self.set.board;
        if mv.is_pass() {
            return f.write_str(PASS);
        }
        if let Some(from) = mv.from() {
            write!(f, "{}-", board.name(from))?;
        }
        if let Some(to) = mv.to() {
            f.write_str(&board.name(to))?;
        }
        mv.taken().try_for_each(|point| write!(f, "x{}", board.name(point)))
    }

    fn write_diagram(&self, pos: &Position, f: &mut dyn Write) -> fmt::Result {
        for line in drawing(self.set.board).lines() {
            let row = line.chars().next();
            let mut column = 0;
            for (at, c) in line.chars().enumerate() {
                if c != '*' {
                    f.write_char(c)?;
                    continue;
                }
                while COLUMN_FIRST + column * COLUMN_WIDTH < at {
                    column += 1;
                }
                let name: String =
                    [char::from(b"abcdefg"[column.min(6)]), row.unwrap_or(' ')].iter().collect();
                f.write_char(mark(pos, self.set.board.point(&name)))?;
            }
            f.write_char('\n')?;
        }
        let side = if pos.side() == Side::First { "White (O)" } else { "Black (@)" };
        let [white, black] = Side::BOTH.map(|side| pos.hand(side));
        write!(f, "{side} to move")?;
        match pos.pending() {
            0 => {}
            1 => f.write_str(" and to take a man")?,
            more => write!(f, " and to take {more} men")?,
        }
        if self.must_pass(pos) {
            f.write_str(" and unable to, so it passes")?;
        }
        if white > 0 || black > 0 {
            write!(f, "; in hand: White {white}, Black {black}")?;
        }
        f.write_char('\n')
    }

    fn picture(&self) -> Picture {
        picture::picture(self)
    }

    fn scene(&self, pos: &Position) -> Scene {
        picture::scene(self, pos)
    }

    fn set_up(&self, scene: &[&str], side: Side) -> Option<String> {
        Some(picture::set_up(self, scene, side))
    }

    /// A turn that takes may be given in steps: its beginning by itself, then each removal.
    fn read_move(&self, played: &PlayedGame<Self>, text: &str) -> ParsedMove<Move> {
        let pos = played.position();
        let Some(wanted) = self.parse_words(text) else {
            return ParsedMove::Syntax(Self::MOVE_FORM);
        };
        let legal = played.moves(self);
        let is_same = |mv: &Move| {
            let same_step = (mv.from(), mv.to()) == (wanted.from(), wanted.to());
            same_step && mv.taken_set() == wanted.taken_set()
        };
        if let Some(&mv) = legal.iter().find(|mv| is_same(mv)) {
            return ParsedMove::Move(mv);
        }
        let is_step = !wanted.takes()
            && legal.iter().any(|mv| (mv.from(), mv.to()) == (wanted.from(), wanted.to()));
        if let (true, Some(to)) = (is_step, wanted.to())
            && let Closing::Takes(1..) = self.closing(pos, wanted.from(), to)
        {
            return ParsedMove::Move(wanted.pausing());
        }
        ParsedMove::Illegal
    }

    fn why_illegal(&self, played: &PlayedGame<Self>, text: &str) -> String {
        let mv = self.parse_words(text);
        mv.map_or_else(String::new, |mv| self.why_not(played.position(), mv))
    }

    /// The men taken come off one after the other.
    fn steps(&self, mv: Move) -> Vec<Move> {
        if mv.to().is_none() || !mv.takes() {
            return vec![mv];
        }
        std::iter::once(mv.pausing()).chain(mv.taken().map(Move::removal)).collect()
    }
}

impl Morris {
    /// The move that is written so, legal or not.
    fn parse_words(&self, text: &str) -> Option<Move> {
        let text = text.to_ascii_lowercase();
        if text == PASS {
            return Some(Move::PASS);
        }
        let mut words = text.split('x');
        let way = words.next()?;
        let point = |name: &str| self.set.board.point(name);
        let mut taken: Vec<u8> = Vec::new();
        for word in words {
            taken.push(point(word)?);
        }
        if taken.len() > super::moves::TAKEN_MAX || way.is_empty() && taken.len() != 1 {
            return None;
        }
        let first = match way.split_once('-') {
            None if way.is_empty() => return Some(Move::removal(taken[0])),
            None => Move::placing(point(way)?),
            Some((from, to)) => Move::moving(point(from)?, point(to)?),
        };
        Some(taken.into_iter().fold(first, Move::taking))
    }
}

/// The word for a turn in which no man moves.
const PASS: &str = "pass";

/// In a drawing, column `a` stands here, and the others so far apart.
const COLUMN_FIRST: usize = 2;
const COLUMN_WIDTH: usize = 4;

/// The board with a star on each point; a line begins with the name of its row.
const fn drawing(board: Board) -> &'static str {
    match board {
        Board::Rings => {
            "\
7 *-----------*-----------*
  |           |           |
6 |   *-------*-------*   |
  |   |       |       |   |
5 |   |   *---*---*   |   |
  |   |   |       |   |   |
4 *---*---*       *---*---*
  |   |   |       |   |   |
3 |   |   *---*---*   |   |
  |   |       |       |   |
2 |   *-------*-------*   |
  |           |           |
1 *-----------*-----------*
  a   b   c   d   e   f   g"
        }
        Board::Diagonals => {
            r"7 *-----------*-----------*
  | \         |         / |
6 |   *-------*-------*   |
  |   | \     |     / |   |
5 |   |   *---*---*   |   |
  |   |   |       |   |   |
4 *---*---*       *---*---*
  |   |   |       |   |   |
3 |   |   *---*---*   |   |
  |   | /     |     \ |   |
2 |   *-------*-------*   |
  | /         |         \ |
1 *-----------*-----------*
  a   b   c   d   e   f   g"
        }
        Board::TwoRings => {
            "\
5 *-------*-------*
  |       |       |
4 |   *---*---*   |
  |   |       |   |
3 *---*       *---*
  |   |       |   |
2 |   *---*---*   |
  |       |       |
1 *-------*-------*
  a   b   c   d   e"
        }
        Board::Square => {
            r"3 *---*---*
  | \ | / |
2 *---*---*
  | / | \ |
1 *---*---*
  a   b   c"
        }
    }
}

/// How a point is drawn.
fn mark(pos: &Position, point: Option<u8>) -> char {
    let holds = |side: Side| point.is_some_and(|point| pos.men(side) >> point & 1 == 1);
    if holds(Side::First) {
        'O'
    } else if holds(Side::Second) {
        '@'
    } else {
        '.'
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RuleSet;
    use plyglot_core::game::Rules;

    #[test]
    fn every_point_of_a_board_is_drawn_once_and_where_it_is() {
        for (name, set) in RuleSet::VARIANTS {
            let rules = Morris::new(set);
            for point in 0..set.board.points() {
                let pos = Position::new([1 << point, 0], [0, 0], Side::First);
                let text = rules.diagram_text(&pos);
                let lines: Vec<&str> = text.lines().filter(|line| !line.contains("move")).collect();
                let (column, row) = set.board.place(point);
                let line = lines[lines.len() - 2 - 2 * usize::from(row)];
                let at = COLUMN_FIRST + COLUMN_WIDTH * usize::from(column);
                assert_eq!(line.chars().nth(at), Some('O'), "{name} {point}\n{text}");
                assert_eq!(lines.concat().matches('O').count(), 1);
                let empty = usize::from(set.board.points()) - 1;
                assert_eq!(lines.concat().matches('.').count(), empty);
            }
        }
    }

    #[test]
    fn a_turn_may_be_given_in_steps() {
        let rules = Morris::default();
        let mut played = PlayedGame::new(&rules, rules.start());
        for word in ["d6", "g7", "d7", "g4"] {
            let mv = rules.parse_move(&played, word).unwrap();
            played.play(&rules, mv);
        }
        let whole = rules.parse_move(&played, "D5xG7").unwrap();
        let step = rules.parse_move(&played, "d5").unwrap();
        assert_eq!((whole.pauses(), step.pauses()), (false, true));
        assert!(rules.parse_move(&played, "xg7").is_err());
        let after = rules.after(played.position(), whole);
        played.play(&rules, step);
        assert_eq!((played.position().side(), played.position().pending()), (Side::First, 1));
        assert!(rules.parse_move(&played, "a1").is_err());
        let taken = rules.parse_move(&played, "xg7").unwrap();
        played.play(&rules, taken);
        assert_eq!(*played.position(), after);
        assert_eq!(rules.steps(whole), [step, taken]);
    }
}
