//! The network that evaluates positions of nine men's morris, and what it is told of them.
//!
//! Either side is told of each of the sixteen lines what stands on its three points, own and other men, and
//! how many men are in either hand. So a mill, and what is one man short of it, is an input of its own. A
//! move changes up to five lines on either side of a word, so that the sums are added up anew for each
//! position: eighteen rows a side.
//!
//! ```text
//! state  =  a + 3 b + 9 c          of the points of a line: 0 empty, 1 an own man, 2 one of the other side
//! input  =  27 · line  +  state                        lines: four to a ring, then the four spokes
//!        =  27 · 16  +  IN_HAND · (theirs)  +  men in hand
//! bucket =  men in hand, six to a bucket; then men on the board; then whether one side flies, or both
//! ```
//!
//! `data/network.toml` says how the weights came about.

use std::sync::LazyLock;

use super::board::Set;
use super::position::Position;
use plyglot_core::Side;
use plyglot_network::Network;

pub(super) use plyglot_network::Weights;

/// Sums a side.
const HIDDEN: usize = 32;
const LINES: usize = 16;
/// States of a line.
const STATES: u16 = 27;
/// Men in hand: none to nine.
const IN_HAND: u16 = 10;
/// A side with so many men flies.
const FLYING: u32 = 3;

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
    let [mover, other] = inputs(pos);
    NETWORK.evaluate([&mover, &other], bucket(pos))
}

/// Which output evaluates this position.
pub(super) fn bucket(pos: &Position) -> usize {
    let hands: u8 = Side::BOTH.map(|side| pos.hand(side)).iter().sum();
    if hands > 0 {
        return usize::from(hands.min(17)) / 6;
    }
    let flying = Side::BOTH.iter().filter(|side| pos.men(**side).count_ones() <= FLYING).count();
    match (flying, pos.taken().count_ones()) {
        (0, 14..) => 3,
        (0, 11..) => 4,
        (0, _) => 5,
        (1, _) => 6,
        _ => 7,
    }
}

/// The facts that hold for the side to move, and for the other.
pub(super) fn inputs(pos: &Position) -> [[u16; LINES + 2]; 2] {
    let mover = pos.side();
    [mover, mover.other()].map(|side| {
        let other = side.other();
        let hands = [side, other].map(|side| u16::from(pos.hand(side)).min(IN_HAND - 1));
        seen_by([pos.men(side), pos.men(other)], hands)
    })
}

/// What a side is told, its own men and those in its hand first.
fn seen_by(men: [Set; 2], hands: [u16; 2]) -> [u16; LINES + 2] {
    const HANDS: u16 = STATES * 16;
    let mut inputs = [0; LINES + 2];
    let [own, theirs] = men.map(states);
    for (line, (own, theirs)) in (0..).zip(own.into_iter().zip(theirs)) {
        inputs[usize::from(line)] = STATES * line + u16::from(own + 2 * theirs);
    }
    inputs[LINES..].copy_from_slice(&[HANDS + hands[0], HANDS + IN_HAND + hands[1]]);
    inputs
}

/// What men are on each line, line by line.
#[inline]
fn states(men: Set) -> [u8; LINES] {
    let [inner, middle, outer, _] = men.to_le_bytes();
    let rings = [inner, middle, outer];
    let mut states = [0; LINES];
    for (ring, lines) in rings.into_iter().zip(states.chunks_exact_mut(4)) {
        lines.copy_from_slice(&OF_RING[usize::from(ring)]);
    }
    for (spoke, state) in states[12..].iter_mut().enumerate() {
        let [inner, middle, outer] = rings.map(|ring| ring >> (2 * spoke) & 1);
        *state = inner + 3 * middle + 9 * outer;
    }
    states
}

/// The states of the four lines of a ring, by its lane: each from one corner over a middle to the next.
#[expect(clippy::cast_possible_truncation, reason = "a bit")]
static OF_RING: [[u8; 4]; 256] = {
    let mut table = [[0; 4]; 256];
    let mut at = 0;
    while at < table.len() {
        let mut line = 0;
        while line < 4 {
            let corner = 2 * line + 7;
            let (mut place, mut weight) = (0, 1);
            while place < 3 {
                table[at][line] += weight * (at >> ((corner + place) % 8) & 1) as u8;
                (place, weight) = (place + 1, 3 * weight);
            }
            line += 1;
        }
        at += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::super::board::Board;
    use super::super::evaluator::MorrisEvaluator;
    use super::super::rules::Morris;
    use super::*;
    use plyglot_conformance::network::assert_is_by_hand;
    use std::collections::BTreeSet;

    #[test]
    fn the_value_is_that_of_the_weights() {
        let rules = Morris::default();
        assert_is_by_hand(&rules, &MorrisEvaluator::new(&rules), evaluate);
    }

    #[test]
    fn each_line_of_the_board_is_an_input_of_its_own() {
        let full = |men: Set| {
            let all = states(men).into_iter().enumerate();
            all.filter(|(_, state)| *state == 13).map(|(line, _)| line).collect::<Vec<_>>()
        };
        let found: BTreeSet<usize> = Board::Rings.lines().into_iter().flat_map(full).collect();
        assert_eq!(found.len(), LINES);
        assert!(Board::Rings.lines().into_iter().all(|line| full(line).len() == 1));
    }
}
