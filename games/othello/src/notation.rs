//! Text: `3-4-5 1` are the heaps and the side to move, `b2` takes two counters from the second heap.

use std::fmt::{self, Write};

use super::rules::{HEAP_MAX, Othello, Position, Taking};
use plyglot_core::Side;
use plyglot_core::game::{Notation, PositionError};

const HEAPS: [char; 3] = ['a', 'b', 'c'];

impl Notation for Othello {
    const MOVE_FORM: &'static str = "a heap and how many are taken, as in b2";

    fn parse_position(&self, text: &str) -> Result<Position, PositionError> {
        let (heaps, side) = text.trim().split_once(' ').unwrap_or((text, ""));
        let wrong = || PositionError::new("heaps", heaps, "three numbers of 0 to 9, as in 3-4-5");
        let counts = heaps.split('-').map(|word| word.parse().ok().filter(|n| *n <= HEAP_MAX));
        let counts = counts.collect::<Option<Vec<u8>>>().ok_or_else(wrong)?;
        let side = match side.trim() {
            "1" => Side::First,
            "2" => Side::Second,
            other => return Err(PositionError::new("side", other, "1 or 2")),
        };
        Ok(Position { heaps: counts.try_into().map_err(|_| wrong())?, side })
    }

    fn write_position(&self, pos: &Position, f: &mut dyn Write) -> fmt::Result {
        let [a, b, c] = pos.heaps;
        write!(f, "{a}-{b}-{c} {}", pos.side.index() + 1)
    }

    fn write_move(&self, _pos: &Position, mv: Taking, f: &mut dyn Write) -> fmt::Result {
        write!(f, "{}{}", HEAPS[usize::from(mv.heap)], mv.count)
    }

    fn write_diagram(&self, pos: &Position, f: &mut dyn Write) -> fmt::Result {
        for (name, heap) in HEAPS.into_iter().zip(pos.heaps) {
            writeln!(f, "{name} {heap} {:.<9}", "*".repeat(usize::from(heap)))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_positions_are_refused_with_the_reason() {
        let heaps = "expected three numbers of 0 to 9, as in 3-4-5";
        for (text, reason) in [
            ("3-4 1", format!("heaps: found `3-4`, {heaps}")),
            ("3-4-10 1", format!("heaps: found `3-4-10`, {heaps}")),
            ("3-4-5", "side: found ``, expected 1 or 2".to_owned()),
        ] {
            let found = Othello::default().parse_position(text).unwrap_err().to_string();
            assert_eq!(found, format!("position: {reason}"));
        }
    }
}
