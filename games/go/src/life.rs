//! Stones that nobody can take though their side never plays again [benson-1976].
//!
//! A *region* is points that are not of one side and hang together; it is *vital* to a chain of that side
//! if all its empty points are liberties of the chain. Chains with two vital regions are alive as long as
//! these are enclosed by such chains only: those that have fewer are struck out with the regions that they
//! enclose, until nothing changes.
//!
//! ```text
//!  X . X O      A1, C1 … are eyes of a chain that is alive: the other side can fill neither
//!  X X X O      before the other, and a pass is always allowed
//!  . X O .
//! ```
//!
//! Where several stones may be taken off by their own side's move, stones inside a region may vanish and
//! leave room to live in, so that all points of a region count there as the empty ones do.
//!
//! What a side holds so it keeps by passing: its living stones, and eyes of a single point, where the other
//! side has no move at all.

use super::board::{Grid, Set, Stones};

/// The points that the side to move keeps if it only passes from now on.
pub(super) fn kept<const N: usize>(grid: &Grid<N>, stones: &Stones<N>, suicide: bool) -> Set<N> {
    let own = stones.own;
    let empty = if suicide { grid.board.without(own) } else { stones.empty(grid) };
    let mut chains = parts(grid, own);
    let mut regions: Vec<Set<N>> = parts(grid, grid.board.without(own));
    loop {
        let before = chains.len();
        chains.retain(|chain| {
            let liberties = grid.beside(*chain);
            let is_vital = |region: &&Set<N>| {
                let open = **region & empty;
                !open.is_empty() && open.without(liberties).is_empty()
            };
            regions.iter().filter(is_vital).take(2).count() == 2
        });
        if chains.len() == before {
            break;
        }
        let alive = chains.iter().fold(Set::EMPTY, |all, chain| all | *chain);
        regions.retain(|region| (grid.beside(*region) & own).without(alive).is_empty());
    }
    let alive = chains.iter().fold(Set::EMPTY, |all, chain| all | *chain);
    if alive.is_empty() {
        return alive;
    }
    let eyes = regions.iter().filter(|region| region.count() == 1);
    eyes.fold(alive, |all, eye| all | *eye)
}

/// The parts of a set that hang together.
fn parts<const N: usize>(grid: &Grid<N>, set: Set<N>) -> Vec<Set<N>> {
    let (mut left, mut parts) = (set, Vec::new());
    while let Some(point) = left.lowest() {
        let part = grid.chain(Set::of(point), set);
        left = left.without(part);
        parts.push(part);
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::kept;
    use crate::{Go, RuleSet, Terms};
    use plyglot_core::game::{Notation, Rules};
    use plyglot_core::rng::{Rng, seeded};
    use rand::RngExt;

    fn go(size: u8, suicide: bool) -> Go {
        let rules = RuleSet { suicide, ..RuleSet::TROMP_TAYLOR };
        Go::new(Terms { size, rules, komi: 0, handicap: 0 })
    }

    #[test]
    fn two_eyes_live_and_one_does_not() {
        for (text, count) in [
            ("4/4/XXXX/1X1X b", 8),
            ("4/4/XXXX/2XX b", 0),
            ("4/4/XXX1/1X1X b", 0),
            // Each of two chains has both eyes.
            ("1XOO/X1XO/1XXO/2OO b", 0),
            ("1X1X/XXXX/OOOO/4 b", 8),
            ("X1X1/1X1X/XOXO/O1O1 b", 0),
            // White inside may vanish by its own move, and then live there.
            ("1XXX/XXXX/O1XX/OOXX b", 0),
            ("4/4/4/4 b", 0),
        ] {
            let rules = go(4, true);
            let pos = rules.parse_position(text).unwrap();
            assert_eq!(kept(rules.grid(), &pos.seen(), true).count(), count, "{text}");
        }
        let rules = go(4, false);
        let pos = rules.parse_position("1XXX/XXXX/O1XX/OOXX b").unwrap();
        assert_eq!(kept(rules.grid(), &pos.seen(), false).count(), 12);
    }

    #[test]
    fn who_only_passes_keeps_what_is_alive() {
        let mut rng: Rng = seeded(1);
        let mut alive = 0;
        for (size, suicide) in [(3, true), (4, true), (5, true), (3, false), (4, false)] {
            let rules = go(size, suicide);
            for _ in 0..400 {
                let mut pos = rules.start();
                for _ in 0..rng.random_range(4..60) {
                    let mut moves = Vec::new();
                    rules.legal_moves(&pos, &mut moves);
                    if moves.len() > 1 {
                        moves.pop();
                    }
                    if !moves.is_empty() {
                        rules.play(&mut pos, moves[rng.random_range(0..moves.len())]);
                    }
                }
                let own = pos.side;
                let held = kept(rules.grid(), &pos.seen(), suicide);
                alive += u32::from(!held.is_empty());
                for _ in 0..80 {
                    let mut moves = Vec::new();
                    rules.legal_moves(&pos, &mut moves);
                    let stones = moves.len().saturating_sub(usize::from(moves.len() > 1));
                    if moves.is_empty() {
                        break;
                    }
                    let mv =
                        if pos.side == own { moves.len() - 1 } else { rng.random_range(0..stones) };
                    rules.play(&mut pos, moves[mv]);
                    let other = pos.stones[own.other().index()];
                    assert!((held & other).is_empty(), "{}", rules.position_text(&pos));
                }
            }
        }
        assert!(alive > 20, "{alive}");
    }
}
