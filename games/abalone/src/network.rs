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
//! A search asks about one position after another of which most marbles lie where they lay: each thread keeps
//! the sums of the last, and changes them ([`plyglot_network::Kept`]). `data/network.toml` says how the weights
//! came about.

use std::cell::RefCell;
use std::sync::LazyLock;

use super::board::{ALL, CELLS};
use super::eval;
use super::rules::Position;
use plyglot_core::Side;
use plyglot_network::{Kept, Near, Network, inputs_of};

pub(super) use plyglot_network::Weights;

/// Sums a side.
const HIDDEN: usize = 32;
/// Own marbles, theirs, and how many have fallen on either side.
const WORDS: usize = 3;
/// Inputs of a word.
const WIDTH: u16 = 61;
const _: () = assert!(WIDTH as usize == CELLS);
/// So many marbles pushed off win the game that the network knows.
pub(super) const EJECTIONS: u8 = 6;
/// Marbles pushed off: none to five, by either side.
const FALLEN: u8 = EJECTIONS;

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

thread_local! {
    /// The sums of the last position, as the first side sees it and as the second does.
    static KEPT: RefCell<[Kept<HIDDEN, WORDS>; 2]> = const { RefCell::new([Kept::NONE; 2]) };
}

/// What the side to move is ahead by, cp, however long nothing has fallen.
fn lead(pos: &Position) -> i32 {
    let side = pos.side();
    let facts = [side, side.other()].map(|side| facts(pos, side));
    let beyond = KEPT.with_borrow_mut(|[first, second]| {
        let kept = if side == Side::First { [first, second] } else { [second, first] };
        NETWORK.evaluate_near(Near { kept, facts, width: WIDTH, bucket: bucket(pos) })
    });
    eval::lead(pos, EJECTIONS) + beyond
}

/// Which output evaluates this position.
pub(super) fn bucket(pos: &Position) -> usize {
    let fallen: u8 = Side::BOTH.map(|side| pos.ejected(side)).iter().sum();
    usize::from(fallen.min(2 * (EJECTIONS - 1)) / 2)
}

/// The facts that hold for a side, as bits.
fn facts(pos: &Position, side: Side) -> [u64; WORDS] {
    let seen = |set: u64| if side == Side::First { set } else { turned(set) };
    let sides = [side, side.other()];
    let [own, theirs] = sides.map(|side| seen(pos.marbles(side)));
    let [by_us, by_them] = sides.map(|side| 1 << pos.ejected(side).min(FALLEN - 1));
    [own, theirs, by_us | by_them << FALLEN]
}

/// Their numbers.
pub(super) fn inputs(pos: &Position, side: Side) -> impl Iterator<Item = u16> {
    inputs_of(facts(pos, side), WIDTH)
}

/// The cells opposite: a step in any direction adds the same everywhere, counting round 61, so that the
/// numbers of two cells which lie opposite come to the same, those of cells 0 and 51.
const fn turned(set: u64) -> u64 {
    const AROUND: u32 = 51 + 1;
    const AGAINST: u32 = ALL.count_ones() - AROUND;
    let reversed = set.reverse_bits() >> ALL.leading_zeros();
    (reversed << AROUND | reversed >> AGAINST) & ALL
}

#[cfg(test)]
mod tests {
    use super::super::board::{cell_at, place};
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
        let [own, other] = Side::BOTH.map(|side| inputs(&start, side).collect::<Vec<_>>());
        assert_eq!(own, other);
        assert_eq!(own.len(), 2 * 14 + 2);
    }

    #[test]
    fn a_full_board_is_seen_whole_and_alike_by_both() {
        let upper = ALL << 30 & ALL;
        let full = |marbles, side| Position::new(marbles, [0, 0], side);
        let (one, other) = (upper, ALL & !upper);
        let pos = full([one, other], Side::First);
        let twin = full([turned(other), turned(one)], Side::Second);
        assert_eq!(inputs(&pos, Side::First).count(), CELLS + 2);
        assert_eq!(evaluate(&pos), evaluate(&twin));
    }

    #[test]
    fn a_board_is_turned_around_its_centre() {
        for cell in 0..61 {
            let (row, column) = place(cell);
            let opposite = cell_at(8 - row.cast_signed(), 8 - column.cast_signed());
            assert_eq!(Some(1 << cell), opposite.map(|opposite| turned(1 << opposite)), "{cell}");
        }
        assert_eq!(turned(ALL), ALL);
    }
}
