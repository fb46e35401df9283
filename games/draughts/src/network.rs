//! The networks that evaluate positions, and what they are told of them.
//!
//! Either side is told of each piece on the board whose it is, whether it is a king, and where it stands, on
//! the board turned so that its own men go up.
//!
//! ```text
//! input  =  PLACES · (own man, own king, their man, their king)  +  bit of the square
//! bucket =  pieces, in eighths of all with which a game begins
//! ```
//!
//! Pieces come and go by captures, and a position has at most forty: the sums are added up anew for each.
//! On 100 cells the network adds to what the patterns say: by itself it would need as many positions as they
//! have learnt from. `data/network-*.toml` say how the weights came about.

use std::sync::LazyLock;

use super::board::{Board, Set, turned};
use super::eval::{self, WeightSet};
use super::rules::{Draughts, Position};
use plyglot_core::Side;
use plyglot_core::bits::bits;
use plyglot_network::Network;

pub(super) use plyglot_network::Weights;

/// Sums a side.
const HIDDEN: usize = 64;
const BUCKETS: u32 = 8;
/// No position of a game has more pieces.
const PIECES_MAX: usize = 64;

/// The networks in use, each read when it is first wanted.
static ENGLISH: LazyLock<Network<HIDDEN>> = LazyLock::new(|| Kind::English.read());
static FLYING: LazyLock<Network<HIDDEN>> = LazyLock::new(|| Kind::Flying.read());
static LARGE: LazyLock<Network<HIDDEN>> = LazyLock::new(|| Kind::Large.read());

/// Which network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// 64 cells, kings that go one step.
    English,
    /// 64 cells, kings that fly.
    Flying,
    /// 100 cells.
    Large,
}

impl Kind {
    /// That for the rules of these weights.
    pub(super) const fn of(kit: WeightSet) -> Self {
        match kit {
            WeightSet::English => Self::English,
            WeightSet::Flying => Self::Flying,
            WeightSet::Board10x10 => Self::Large,
        }
    }

    /// The patterns and terms for the same rules.
    const fn weight_set(self) -> WeightSet {
        match self {
            Self::English => WeightSet::English,
            Self::Flying => WeightSet::Flying,
            Self::Large => WeightSet::Board10x10,
        }
    }

    /// The weights as they are in the program.
    pub(super) fn weights(self) -> Weights {
        let bytes: &[u8] = match self {
            Self::English => include_bytes!("../data/network-english.bin"),
            Self::Flying => include_bytes!("../data/network-flying.bin"),
            Self::Large => include_bytes!("../data/network-large.bin"),
        };
        Weights::from_bytes(bytes).expect("the file is part of the program")
    }

    fn read(self) -> Network<HIDDEN> {
        Network::new(&self.weights()).expect("the file has the shape that its test asks for")
    }

    fn network(self) -> &'static Network<HIDDEN> {
        match self {
            Self::English => &ENGLISH,
            Self::Flying => &FLYING,
            Self::Large => &LARGE,
        }
    }
}

/// The value of the position for the side to move, cp.
pub(super) fn evaluate<B: Board>(kind: Kind, rules: &Draughts<B>, pos: &Position) -> i32 {
    eval::winnable::<B>(kind.weight_set(), pos, lead(kind, rules, pos))
}

/// What the side to move is ahead by, cp, whether or not it can be won with.
fn lead<B: Board>(kind: Kind, rules: &Draughts<B>, pos: &Position) -> i32 {
    let [mover, other] = [pos.side, pos.side.other()].map(|side| Inputs::of(rules, pos, side));
    let seen = kind.network().evaluate([mover.all(), other.all()], bucket::<B>(pos));
    known(kind, rules, pos) + seen
}

/// What is known without the network, for the side to move, cp.
pub(super) fn known<B: Board>(kind: Kind, rules: &Draughts<B>, pos: &Position) -> i32 {
    match kind {
        Kind::English | Kind::Flying => 0,
        Kind::Large => eval::lead(kind.weight_set().table(), rules, pos),
    }
}

/// Which output evaluates this position.
pub(super) fn bucket<B: Board>(pos: &Position) -> usize {
    let pieces = (pos.pieces[0] | pos.pieces[1]).count_ones();
    let all = 2 * B::ROW * B::MEN_ROWS;
    (pieces * BUCKETS / (all + 1)).min(BUCKETS - 1) as usize
}

/// The facts that hold for a side.
pub(super) struct Inputs {
    numbers: [u16; PIECES_MAX],
    len: usize,
}

impl Inputs {
    pub(super) fn of<B: Board>(rules: &Draughts<B>, pos: &Position, side: Side) -> Self {
        let seen = |set: Set| if rules.goes_up(side) { set } else { turned::<B>(set) };
        let [own, theirs] = [side, side.other()].map(|side| pos.pieces[side.index()]);
        let kinds = [own & !pos.kings, own & pos.kings, theirs & !pos.kings, theirs & pos.kings];
        let mut inputs = Self { numbers: [0; PIECES_MAX], len: 0 };
        for (first, set) in (0..).step_by(places::<B>()).zip(kinds) {
            for bit in bits(seen(set)) {
                inputs.numbers[inputs.len % PIECES_MAX] = first + u16::from(bit);
                inputs.len += 1;
            }
        }
        inputs
    }

    pub(super) fn all(&self) -> &[u16] {
        &self.numbers[..self.len]
    }
}

/// Bits of a word up to the last square.
const fn places<B: Board>() -> usize {
    ((2 * B::ROW + 1) * B::ROW - 1) as usize
}

#[cfg(test)]
mod tests {
    use super::super::ruleset::RuleSet;
    use super::*;
    use crate::{Checkers, International};
    use plyglot_conformance::network::assert_is_by_hand;

    #[test]
    fn the_value_is_that_of_the_weights() {
        for (set, kind) in [(RuleSet::ENGLISH, Kind::English), (RuleSet::RUSSIAN, Kind::Flying)] {
            let rules = Checkers::new(set);
            assert_is_by_hand(&rules, &kind, |pos| lead(kind, &rules, pos));
        }
        let (rules, kind) = (International::new(RuleSet::INTERNATIONAL), Kind::Large);
        assert_is_by_hand(&rules, &kind, |pos| lead(kind, &rules, pos));
    }

    #[test]
    fn both_sides_see_the_same_game_at_its_beginning() {
        use plyglot_core::game::Rules as _;
        for rules in [RuleSet::ENGLISH, RuleSet::RUSSIAN].map(Checkers::new) {
            let [own, other] = Side::BOTH.map(|side| Inputs::of(&rules, &rules.start(), side));
            assert_eq!(own.all(), other.all());
            assert_eq!(own.all().len(), 24);
            assert!(
                own.all()
                    .iter()
                    .all(|input| usize::from(*input) < 4 * places::<super::super::Board8x8>())
            );
        }
    }
}
