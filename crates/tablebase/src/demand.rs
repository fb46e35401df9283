//! How hard a move of a drawn position is to answer.
//!
//! To a table all moves that keep a draw are alike. A player who may err is the likelier to do so the
//! fewer answers keep it: that is what an *ultra-strong* player goes by [gevay-danner-2014].

use std::cmp::Reverse;

use super::probe::Probe;
use super::value::Value;
use plyglot_core::game::{PlayedGame, Rules};

/// What a move asks of who answers it; the least is the hardest to answer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Demand {
    /// So many answers keep the draw.
    pub keeping: usize,
    /// So many lose.
    pub losing: Reverse<usize>,
}

impl Demand {
    /// The other side is asked nothing: the game is over, or it does not move next.
    pub const NOTHING: Self = Self { keeping: usize::MAX, losing: Reverse(0) };

    /// What is asked of a side whose moves have these values.
    pub fn of(values: &[Value]) -> Self {
        let count = |is: fn(&Value) -> bool| values.iter().filter(|value| is(value)).count();
        Self {
            keeping: count(|value| *value == Value::Draw),
            losing: Reverse(count(|value| matches!(value, Value::Loss(_)))),
        }
    }

    /// What a move asks; `None` where some answer to it is in no table.
    pub fn after<R: Rules>(
        probe: &dyn Probe<R>,
        rules: &R,
        played: &PlayedGame<R>,
        mv: R::Move,
    ) -> Option<Self> {
        let mover = rules.side_to_move(played.position());
        let mut played = played.clone();
        played.play(rules, mv);
        let is_over = played.outcome(rules).is_some_and(|outcome| !outcome.claim);
        if is_over || rules.side_to_move(played.position()) == mover {
            return Some(Self::NOTHING);
        }
        probe.moves(played.position(), &played.moves(rules)).map(|judged| Self::of(&judged.values))
    }

    /// How many answers keep the draw, and how many there are; `None` where nothing is asked.
    pub fn answers(&self) -> Option<(usize, usize)> {
        (*self != Self::NOTHING).then_some((self.keeping, self.keeping + self.losing.0))
    }
}
