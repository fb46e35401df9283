//! When a game is given up: where the chance of winning was too small for some moves in a row. One bad
//! search may be a mistake of its own.

use plyglot_core::Side;

/// So many moves of one side in a row.
const MOVES: u32 = 3;

/// What it takes, and how it stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Resignation {
    /// Chances below so many thousandths are too small; 0: none is.
    pub below: u32,
    /// Moves in a row with a chance that is, by [`Side::index`].
    moves: [u32; 2],
}

impl Resignation {
    /// So small a chance has to be, thousandths; 0 for a player that never gives up.
    pub(super) fn new(below: u32) -> Self {
        Self { below, moves: [0; 2] }
    }

    /// Another game, or another course of this one.
    pub(super) fn begin(&mut self) {
        self.moves = [0; 2];
    }

    /// This side found a move with this chance, 0 to 1. Whether it gives up instead.
    pub(super) fn take(&mut self, side: Side, chance: f64) -> bool {
        let [black, white] = &mut self.moves;
        let own = if side == Side::First { black } else { white };
        let is_small = chance * 1000.0 < f64::from(self.below);
        *own = if is_small { *own + 1 } else { 0 };
        *own >= MOVES
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_side_gives_up_after_three_small_chances_in_a_row() {
        let mut resignation = Resignation::new(100);
        let mut moves = |chances: &[f64]| {
            resignation.begin();
            let take = |chance: &f64| {
                // The other side's chances are its own.
                assert!(!resignation.take(Side::Second, 1.0 - chance));
                resignation.take(Side::First, *chance)
            };
            chances.iter().map(take).collect::<Vec<_>>()
        };
        assert_eq!(moves(&[0.09, 0.0, 0.05, 0.01]), [false, false, true, true]);
        assert_eq!(moves(&[0.09, 0.0, 0.1, 0.01, 0.01]), [false; 5]);
        let mut never = Resignation::default();
        assert!((0..9).all(|_| !never.take(Side::First, 0.0)));
    }
}
