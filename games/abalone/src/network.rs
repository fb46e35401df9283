//! The network that evaluates positions of the table game, and what it is told of them.
//!
//! It adds to what the formula says, which knows groups and threats. Either side is told of each marble
//! whose it is and where it lies, on the board turned so that its own home is below, and how many have
//! fallen on either side.
//!
//! ```text
//! input  =  CELLS · (own, theirs)  +  cell
//!        =  2 · CELLS  +  FALLEN · (pushed off by them)  +  how many
//! bucket =  marbles pushed off, two to a bucket
//! ```
//!
//! A push moves up to five marbles, so that the sums are added up anew for each position: thirty rows a
//! side. `data/network.toml` says how the weights came about.

use std::sync::LazyLock;

use super::board::{CELLS, cell_at, place};
use super::eval;
use super::rules::Position;
use plyglot_core::Side;
use plyglot_core::bits::bits;
use plyglot_network::{Inputs, Network};

pub(super) use plyglot_network::Weights;

/// Sums a side.
const HIDDEN: usize = 32;
/// A board full of marbles, and how many have fallen on either side.
const INPUTS_MAX: usize = CELLS + 2;
/// So many marbles pushed off win the game that the network knows.
pub(super) const EJECTIONS: u8 = 6;
/// Where the marbles pushed off come among the inputs: none to five, by either side.
const FIRST_FALLEN: u16 = 2 * 61;
const FALLEN: u16 = EJECTIONS as u16;
const _: () = assert!(FIRST_FALLEN as usize == 2 * CELLS);

static NETWORK: LazyLock<Network<HIDDEN>> = LazyLock::new(|| {
    Network::new(&weights()).expect("the file has the shape that its test asks for")
});

/// The weights as they are in the program.
pub(super) fn weights() -> Weights {
    Weights::from_bytes(include_bytes!("../data/network.bin"))
        .expect("the file is part of the program")
}

/// The value of the position for the side to move, cp.
pub(super) fn evaluate(pos: &Position) -> i32 {
    eval::faded(pos, lead(pos))
}

/// What the side to move is ahead by, cp, however long nothing has fallen.
fn lead(pos: &Position) -> i32 {
    let [mover, other] = [pos.side(), pos.side().other()].map(|side| inputs(pos, side));
    eval::lead(pos, EJECTIONS) + NETWORK.evaluate([&mover, &other], bucket(pos))
}

/// Which output evaluates this position.
pub(super) fn bucket(pos: &Position) -> usize {
    let fallen: u8 = Side::BOTH.map(|side| pos.ejected(side)).iter().sum();
    usize::from(fallen.min(2 * (EJECTIONS - 1)) / 2)
}

/// The facts that hold for a side.
pub(super) fn inputs(pos: &Position, side: Side) -> Inputs<INPUTS_MAX> {
    let mut inputs = Inputs::none();
    let cells = if side == Side::First { &AS_IT_IS } else { &TURNED };
    let sides = [side, side.other()];
    for (first, of) in [0, FIRST_FALLEN / 2].into_iter().zip(sides) {
        bits(pos.marbles(of))
            .for_each(|cell| inputs.push(first + u16::from(cells[usize::from(cell)])));
    }
    for (first, by) in [FIRST_FALLEN, FIRST_FALLEN + FALLEN].into_iter().zip(sides) {
        inputs.push(first + u16::from(pos.ejected(by)).min(FALLEN - 1));
    }
    inputs
}

/// The cells, and those opposite.
const AS_IT_IS: [u8; CELLS] = cells(false);
const TURNED: [u8; CELLS] = cells(true);

const fn cells(turned: bool) -> [u8; CELLS] {
    let mut cells = [0; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        #[expect(clippy::cast_possible_truncation, reason = "below 61")]
        let same = cell as u8;
        let (row, column) = place(same);
        let opposite = cell_at(8 - row.cast_signed(), 8 - column.cast_signed());
        cells[cell] = match opposite {
            Some(opposite) if turned => opposite,
            _ => same,
        };
        cell += 1;
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::super::board::ALL;
    use super::super::evaluator::AbaloneEvaluator;
    use super::super::rules::Abalone;
    use super::*;
    use plyglot_conformance::network::assert_is_by_hand;
    use plyglot_core::game::Rules as _;

    #[test]
    fn the_value_is_that_of_the_weights() {
        let rules = Abalone::default();
        assert_is_by_hand(&rules, &AbaloneEvaluator::new(&rules), lead);
    }

    #[test]
    fn both_sides_see_the_same_game_at_its_beginning() {
        let start = Abalone::default().start();
        let [own, other] = Side::BOTH.map(|side| inputs(&start, side));
        let sorted = |inputs: &[u16]| {
            let mut all = inputs.to_vec();
            all.sort_unstable();
            all
        };
        assert_eq!(sorted(&own), sorted(&other));
        assert_eq!(own.len(), 2 * 14 + 2);
    }

    #[test]
    fn a_full_board_is_seen_whole_and_alike_by_both() {
        let upper = ALL << 30 & ALL;
        let full = |marbles, side| Position::new(marbles, [0, 0], side);
        let turned = |set| bits(set).fold(0, |all, cell| all | 1 << TURNED[usize::from(cell)]);
        let (one, other) = (upper, ALL & !upper);
        let pos = full([one, other], Side::First);
        let twin = full([turned(other), turned(one)], Side::Second);
        assert_eq!(inputs(&pos, Side::First).len(), INPUTS_MAX);
        assert_eq!(evaluate(&pos), evaluate(&twin));
    }

    #[test]
    fn a_board_turned_twice_is_as_it_was() {
        let mut seen: u64 = 0;
        for cell in AS_IT_IS {
            let turned = TURNED[usize::from(cell)];
            assert_eq!(TURNED[usize::from(turned)], cell);
            seen |= 1 << turned;
        }
        assert_eq!(seen, ALL);
    }
}
