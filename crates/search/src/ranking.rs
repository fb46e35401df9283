//! Several moves with their exact values, for solvers: which is second best, and by how much?
//!
//! A solver asks of a position whether its value is more than a limit, and so closes in on it. To rank
//! moves the question is asked of each. An answer moves one of the two bounds of a move and is kept:
//! what was learned of a move while the best one was looked for is known when it is the turn of the
//! next. Values are the solver's own, the more the better for the side to move.

use super::Stopped;

/// Moves that are to be ranked, but for those that have their place.
#[derive(Clone, Debug)]
pub struct Ranking<M> {
    rest: Vec<Ranked<M>>,
}

/// A move, and between which values its own lies.
#[derive(Clone, Copy, Debug)]
struct Ranked<M> {
    mv: M,
    low: i32,
    high: i32,
}

/// The next best move, as far as it is known.
#[derive(Clone, Copy, Debug)]
pub struct Next<M> {
    /// The move, or which seems to be it as yet; `None` if all had their place.
    pub mv: Option<M>,
    /// Its value is not below this.
    pub low: i32,
    /// Nor above this.
    pub high: i32,
    /// Both are known, and no move that is left is worth more: it has its place. Also where none is left.
    pub is_settled: bool,
}

impl<M: Copy + PartialEq> Ranking<M> {
    /// These moves, the most promising first; no value is below `low` or above `high`.
    pub fn new(moves: &[M], low: i32, high: i32) -> Self {
        Self { rest: moves.iter().map(|&mv| Ranked { mv, low, high }).collect() }
    }

    /// The value of the best move is known from elsewhere: the move has its place, and no other is
    /// worth more.
    pub fn place_best(&mut self, mv: M, value: i32) {
        self.rest.retain(|ranked| ranked.mv != mv);
        for ranked in &mut self.rest {
            ranked.high = ranked.high.min(value);
        }
    }

    /// Between which values the next best one lies.
    fn bounds(&self) -> (i32, i32) {
        let most = |of: fn(&Ranked<M>) -> i32| self.rest.iter().map(of).max().unwrap_or(0);
        (most(|ranked| ranked.low), most(|ranked| ranked.high))
    }

    /// The move that seems the next best as yet.
    fn favourite(&self) -> Option<M> {
        // Of equals the first.
        let best = self.rest.iter().rev().max_by_key(|ranked| (ranked.low, ranked.high));
        best.map(|ranked| ranked.mv)
    }

    /// Settles which move is the next best, and gives it its place. `aim` says within which bounds to
    /// ask next: whether the value is more than what it returns, at least the lower one and less than
    /// the upper. `ask` is that question about a move; its answer bounds the value, from below if it is
    /// more and from above if not. Where it is stopped, what was learned until then is kept.
    pub fn settle_next(
        &mut self,
        aim: &mut dyn FnMut(i32, i32) -> i32,
        ask: &mut dyn FnMut(M, i32) -> Result<i32, Stopped>,
    ) -> Next<M> {
        let is_settled = self.close_in(aim, ask).is_ok();
        let (low, high) = self.bounds();
        let mut mv = self.favourite();
        if is_settled {
            let at = self.rest.iter().position(|ranked| ranked.low == low);
            mv = at.map(|at| self.rest.remove(at).mv);
        }
        Next { mv, low, high, is_settled }
    }

    /// Asks until the value of the next best move is known.
    fn close_in(
        &mut self,
        aim: &mut dyn FnMut(i32, i32) -> i32,
        ask: &mut dyn FnMut(M, i32) -> Result<i32, Stopped>,
    ) -> Result<(), Stopped> {
        loop {
            let (low, high) = self.bounds();
            if low == high {
                return Ok(());
            }
            let alpha = aim(low, high);
            debug_assert!((low..high).contains(&alpha), "{low} {alpha} {high}");
            for at in 0..self.rest.len() {
                let ranked = &mut self.rest[at];
                if ranked.high <= alpha {
                    continue;
                }
                let answer = ask(ranked.mv, alpha)?;
                if answer > alpha {
                    ranked.low = ranked.low.max(answer);
                    self.rest[..=at].rotate_right(1);
                    break;
                }
                ranked.high = ranked.high.min(answer);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VALUES: [(char, i32); 5] = [('a', -3), ('b', 7), ('c', 2), ('d', 7), ('e', -20)];

    /// An answer that bounds the value and may be anywhere on its side, as a solver's.
    fn answer(mv: char, alpha: i32) -> i32 {
        let (_, value) = VALUES[mv as usize - 'a' as usize];
        if value > alpha { (value - 2).max(alpha + 1) } else { (value + 2).min(alpha) }
    }

    #[test]
    fn moves_come_in_the_order_of_their_values() {
        let mut ranking = Ranking::new(&['a', 'b', 'c', 'd', 'e'], -64, 64);
        ranking.place_best('d', 7);
        assert_eq!(ranking.bounds(), (-64, 7));
        let mut found = Vec::new();
        let mut aim = |low: i32, high: i32| low + (high - low) / 2;
        loop {
            let next = ranking.settle_next(&mut aim, &mut |mv, alpha| Ok(answer(mv, alpha)));
            assert!(next.is_settled && next.low == next.high, "{next:?}");
            let Some(mv) = next.mv else { break };
            found.push((mv, next.low));
        }
        assert_eq!(found, [('b', 7), ('c', 2), ('a', -3), ('e', -20)]);
    }

    #[test]
    fn what_was_learned_before_a_stop_is_kept() {
        let mut ranking = Ranking::new(&['a', 'c'], -64, 64);
        let mut left = 3;
        let stopped = ranking.settle_next(&mut |low, _| low.max(0), &mut |mv, alpha| {
            left -= 1;
            if left == 0 { Err(Stopped) } else { Ok(answer(mv, alpha)) }
        });
        assert!(!stopped.is_settled);
        assert_eq!((stopped.mv, stopped.low, stopped.high), (Some('c'), 1, 64));
    }
}
