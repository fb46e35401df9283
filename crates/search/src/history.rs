//! What is learnt about quiet moves for move ordering: the sooner the best is tried, the smaller the
//! tree.
//!
//! In this order: the transposition table's move; noisy moves the game thinks well of; killers
//! (quiet moves that cut at this ply [akl-newborn-1977]); the counter move (the one that last
//! refuted the opponent's move [uiterwijk-1992]); quiet moves by butterfly history [schaeffer-1983]
//! and continuation history (the same, in answer to the previous move, and as a sequel to the one
//! before that); noisy moves the game thinks ill of. All of it is kept by encoded moves, so nothing
//! here knows a game.

use plyglot_core::Side;
use plyglot_core::memory::prefetch;

/// The key of the transposition table's move, which is tried before all others.
pub const TT_MOVE: i32 = 3_000_000;
const GOOD_NOISY: i32 = 2_000_000;
const KILLER_KEYS: [i32; 2] = [1_000_000, 990_000];
const COUNTER: i32 = 980_000;
const BAD_NOISY: i32 = -1_000_000;
/// The key of a quiet move that has not been looked up yet: after the killers, before all that
/// have been.
pub const UNRANKED: i32 = 900_000;

/// History values stay within ± this.
const HISTORY_MAX: i32 = 1 << 14;
const MOVES: usize = 1 << 16;
const CONTINUATIONS: usize = 1 << 18;

/// The circumstances in which all moves of a node would be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Context {
    /// Who plays.
    pub side: Side,
    /// The encoded move before, and of the one before that, where there were such moves.
    pub before: [Option<u16>; 2],
}

/// Ordering statistics of one worker.
#[derive(Clone, Debug)]
pub struct History {
    killers: Vec<[Option<u16>; 2]>,
    /// By side and previous move, encoded: what refuted it, plus one.
    counters: Box<[u32]>,
    butterfly: Box<[i16]>,
    /// By the move before, and by the one before that.
    continuation: [Box<[i16]>; 2],
}

/// The quiet moves of a node that are tried before all others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Killers {
    /// Killers, then the counter move, each encoded, plus one; 0 for none.
    moves: [u32; 3],
}

impl Killers {
    /// The sorting key of the quiet move that is encoded so, as far as it can be told without looking up
    /// the statistics, which most nodes never need; higher is tried sooner.
    #[inline]
    pub fn key(&self, mv: u16) -> i32 {
        const KEYS: [i32; 3] = [KILLER_KEYS[0], KILLER_KEYS[1], COUNTER];
        let name = u32::from(mv) + 1;
        // Hardly any move is one: that is asked first, of all three at once.
        let [first, second, counter] = self.moves.map(|killer| killer ^ name);
        if first.min(second).min(counter) != 0 {
            return UNRANKED;
        }
        let special = self.moves.into_iter().zip(KEYS).find(|&(killer, _)| killer == name);
        special.map_or(UNRANKED, |(_, key)| key)
    }
}

impl Default for History {
    fn default() -> Self {
        Self {
            killers: Vec::new(),
            counters: vec![0; 2 * MOVES].into(),
            butterfly: vec![0; 2 * MOVES].into(),
            continuation: [(); 2].map(|()| vec![0; CONTINUATIONS].into()),
        }
    }
}

impl History {
    /// Another position is to be searched: what belonged to plies of the last search is forgotten,
    /// what was learnt about moves counts half.
    pub fn new_search(&mut self) {
        self.killers.clear();
        let [answers, sequels] = &mut self.continuation;
        // Slice by slice: a chain of iterators would go number by number, and a search of some
        // hundred nodes spend most of its time here.
        for values in [&mut self.butterfly, answers, sequels] {
            values.iter_mut().for_each(|value| *value /= 2);
        }
    }

    /// What is tried first at this ply in these circumstances.
    #[inline]
    pub fn killers(&self, ply: u32, context: Context) -> Killers {
        let killers = self.killers.get(ply as usize).copied().unwrap_or_default();
        let [first, second] = killers.map(|mv| mv.map_or(0, |mv| u32::from(mv) + 1));
        Killers { moves: [first, second, self.counter(context)] }
    }

    /// Calls for what [`History::quiet_score`] will read of these moves: in answer to other moves they lie
    /// far from one another.
    pub fn prefetch(&self, context: Context, moves: &(impl Iterator<Item = u16> + Clone)) {
        for (before, values) in context.before.iter().zip(&self.continuation) {
            let Some(before) = *before else { continue };
            for mv in moves.clone() {
                prefetch(&values[continuation_index(context.side, before, mv)]);
            }
        }
    }

    /// What the statistics say of a quiet move, within ±3 × 16384.
    #[inline]
    pub fn quiet_score(&self, context: Context, mv: u16) -> i32 {
        let butterfly = i32::from(self.butterfly[butterfly_index(context.side, mv)]);
        let answers = context.before.iter().zip(&self.continuation).map(|(before, values)| {
            before.map_or(0, |before| values[continuation_index(context.side, before, mv)].into())
        });
        butterfly + answers.sum::<i32>()
    }

    /// The quiet move `cutter` has cut at this ply; `tried` are those that were tried
    /// before it and did not.
    pub fn update(
        &mut self,
        ply: u32,
        depth: i32,
        context: Context,
        cutter: u16,
        tried: impl IntoIterator<Item = u16>,
    ) {
        let ply = ply as usize;
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        if self.killers[ply][0] != Some(cutter) {
            self.killers[ply] = [Some(cutter), self.killers[ply][0]];
        }
        if let Some(before) = context.before[0] {
            let counter = context.side.index() * MOVES + usize::from(before);
            self.counters[counter] = u32::from(cutter) + 1;
        }
        let bonus = (depth * depth * 16).clamp(1, 2000);
        self.adjust(context, cutter, bonus);
        for mv in tried {
            self.adjust(context, mv, -bonus);
        }
    }

    /// The encoded counter move plus one; 0 for none.
    #[inline]
    fn counter(&self, context: Context) -> u32 {
        let counter = |before| self.counters[context.side.index() * MOVES + usize::from(before)];
        context.before[0].map_or(0, counter)
    }

    fn adjust(&mut self, context: Context, mv: u16, bonus: i32) {
        age_towards(&mut self.butterfly[butterfly_index(context.side, mv)], bonus);
        for (before, values) in context.before.iter().zip(&mut self.continuation) {
            if let Some(before) = *before {
                let index = continuation_index(context.side, before, mv);
                age_towards(&mut values[index], bonus);
            }
        }
    }
}

fn butterfly_index(side: Side, mv: u16) -> usize {
    side.index() * MOVES + usize::from(mv)
}

/// Slots that differ in these low bits only lie in one cache line.
const NEAR_BITS: u32 = 5;

/// Pairs of moves share a table by a multiplicative hash, of which the high bits depend on both
/// moves in full; near ones stay together, so that the moves of one man are one visit to memory.
/// A collision costs ordering only.
fn continuation_index(side: Side, before: u16, mv: u16) -> usize {
    const LINES_BITS: u32 = CONTINUATIONS.ilog2() - NEAR_BITS;
    let pair = u32::from(before) << 16 | u32::from(mv >> NEAR_BITS);
    let line = pair.wrapping_mul(0x9E37_79B1) >> (u32::BITS - LINES_BITS);
    let of_side = line as usize ^ side.index() << (LINES_BITS - 1);
    of_side << NEAR_BITS | usize::from(mv) & ((1 << NEAR_BITS) - 1)
}

/// Adds a bonus so that the value stays bounded: what is already high gains little.
fn age_towards(value: &mut i16, bonus: i32) {
    let old = i32::from(*value);
    let new = old + bonus - old * bonus.abs() / HISTORY_MAX;
    *value = i16::try_from(new.clamp(-HISTORY_MAX, HISTORY_MAX)).unwrap_or(*value);
}

/// The sorting key of a noisy move with this order score.
pub fn noisy_key(score: i32) -> i32 {
    score + if score >= 0 { GOOD_NOISY } else { BAD_NOISY }
}

/// Whether this is the key of a noisy move the game thinks well of.
#[inline]
pub fn is_promising(key: i32) -> bool {
    (GOOD_NOISY..TT_MOVE).contains(&key)
}

/// What a noisy move loses by the order score in its sorting key, below zero; 0 for one that does not.
#[inline]
pub fn loss(key: i32) -> i32 {
    (key - BAD_NOISY).min(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONTEXT: Context = Context { side: Side::First, before: [Some(7), Some(8)] };

    #[test]
    fn kinds_of_move_come_in_the_documented_order() {
        let mut history = History::default();
        history.update(3, 4, CONTEXT, 1, []);
        let [here, elsewhere] = [3, 4].map(|ply| history.killers(ply, CONTEXT));
        let keys = [
            TT_MOVE,
            noisy_key(5),
            here.key(1),
            elsewhere.key(1),
            elsewhere.key(2),
            history.quiet_score(CONTEXT, 1),
            noisy_key(-5),
        ];
        assert!(keys.windows(2).all(|pair| pair[0] > pair[1]), "{keys:?}");
    }

    #[test]
    fn history_stays_bounded() {
        let mut history = History::default();
        for _ in 0..10_000 {
            history.update(0, 60, CONTEXT, 1, [2]);
        }
        assert!(history.quiet_score(CONTEXT, 1) <= 3 * HISTORY_MAX);
        assert!(history.quiet_score(CONTEXT, 2) >= -3 * HISTORY_MAX);
        assert!(history.quiet_score(CONTEXT, 1) > 3 * 16_000);
    }

    #[test]
    fn a_move_is_liked_as_an_answer_and_as_a_sequel() {
        let mut history = History::default();
        history.update(0, 8, CONTEXT, 1, []);
        let after = |before| history.quiet_score(Context { before, ..CONTEXT }, 1);
        let (both, answer, sequel) =
            (after([Some(7), Some(8)]), after([Some(7), None]), after([None, Some(8)]));
        assert!(both > answer && answer > after([None, None]), "{both} {answer}");
        assert_eq!(answer, sequel);
        assert_eq!(after([Some(8), Some(7)]), after([None, None]), "not the other way round");
    }

    #[test]
    fn answers_to_different_moves_are_told_apart() {
        let of = |side| (0..128).map(move |i| continuation_index(side, i << 9, 3));
        let mut indices: Vec<_> = of(Side::First).collect();
        indices.sort_unstable();
        indices.dedup();
        assert!(indices.len() > 120, "moves that differ in high bits only: {}", indices.len());
        assert_ne!(of(Side::First).next(), of(Side::Second).next());
    }
}
