//! Move ordering: the sooner the best move is tried, the smaller the tree.
//!
//! In this order: the transposition table's move; noisy moves the game thinks well of; killers
//! (quiet moves that cut at this ply, Akl and Newborn 1977); the counter move (the one that last
//! refuted the opponent's move, Uiterwijk 1992); quiet moves by butterfly history (Schaeffer 1983)
//! and continuation history (the same, in answer to the previous move); noisy moves the game
//! thinks ill of. All of it is kept by 16-bit slots, so nothing here knows a game.

use crate::core::Side;

const TABLE_MOVE: i32 = 3_000_000;
const GOOD_NOISE: i32 = 2_000_000;
const KILLERS: [i32; 2] = [1_000_000, 990_000];
const COUNTER: i32 = 980_000;
const BAD_NOISE: i32 = -1_000_000;

/// History values stay within ± this.
const HISTORY_MAX: i32 = 1 << 14;
const SLOTS: usize = 1 << 16;
const CONTINUATIONS: usize = 1 << 17;

/// A quiet move's way into the statistics.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Quiet {
    /// Who plays it.
    pub side: Side,
    /// Its slot.
    pub slot: u16,
    /// The slot of the move before it, if there was one.
    pub previous: Option<u16>,
}

/// What is known of a move before it is searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Known {
    /// It is the transposition table's move.
    pub from_table: bool,
    /// It is tactical.
    pub noisy: bool,
    /// The judge's hint.
    pub hint: i32,
}

/// Ordering statistics of one worker.
#[derive(Clone, Debug)]
pub struct History {
    killers: Vec<[Option<u16>; 2]>,
    /// By side and previous slot: the slot that refuted it, plus one.
    counters: Box<[u32]>,
    butterfly: Box<[i16]>,
    continuation: Box<[i16]>,
}

impl Default for History {
    fn default() -> Self {
        Self {
            killers: Vec::new(),
            counters: vec![0; 2 * SLOTS].into(),
            butterfly: vec![0; 2 * SLOTS].into(),
            continuation: vec![0; CONTINUATIONS].into(),
        }
    }
}

impl History {
    /// Another position is to be searched: what belonged to plies of the last search is forgotten,
    /// what was learnt about moves counts half.
    pub fn new_search(&mut self) {
        self.killers.clear();
        for value in self.butterfly.iter_mut().chain(self.continuation.iter_mut()) {
            *value /= 2;
        }
    }

    /// The sorting key of a move at this ply; higher is tried sooner.
    pub fn key(&self, ply: u32, quiet: Quiet, known: Known) -> i32 {
        if known.from_table {
            return TABLE_MOVE;
        }
        if known.noisy {
            return known.hint + if known.hint >= 0 { GOOD_NOISE } else { BAD_NOISE };
        }
        let killers = self.killers.get(ply as usize).copied().unwrap_or_default();
        if let Some(rank) = killers.iter().position(|&killer| killer == Some(quiet.slot)) {
            return KILLERS[rank];
        }
        if self.counter(quiet) == Some(quiet.slot) {
            return COUNTER;
        }
        known.hint + self.quiet_score(quiet)
    }

    /// What the statistics say of a quiet move, within ±2 × 16384.
    pub fn quiet_score(&self, quiet: Quiet) -> i32 {
        let continuation = continuation_index(quiet).map_or(0, |i| self.continuation[i]);
        i32::from(self.butterfly[butterfly_index(quiet)]) + i32::from(continuation)
    }

    /// A quiet move has cut at this ply; `tried` are the quiet moves that were tried before it and
    /// did not.
    pub fn reward(
        &mut self,
        ply: u32,
        depth: i32,
        cutter: Quiet,
        tried: impl IntoIterator<Item = Quiet>,
    ) {
        let ply = ply as usize;
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        if self.killers[ply][0] != Some(cutter.slot) {
            self.killers[ply] = [Some(cutter.slot), self.killers[ply][0]];
        }
        if let Some(previous) = cutter.previous {
            let counter = cutter.side.index() * SLOTS + usize::from(previous);
            self.counters[counter] = u32::from(cutter.slot) + 1;
        }
        let bonus = (depth * depth * 16).clamp(1, 2000);
        self.adjust(cutter, bonus);
        for quiet in tried {
            self.adjust(quiet, -bonus);
        }
    }

    fn counter(&self, quiet: Quiet) -> Option<u16> {
        let previous = usize::from(quiet.previous?);
        let slot = self.counters[quiet.side.index() * SLOTS + previous].checked_sub(1)?;
        u16::try_from(slot).ok()
    }

    fn adjust(&mut self, quiet: Quiet, bonus: i32) {
        age_towards(&mut self.butterfly[butterfly_index(quiet)], bonus);
        if let Some(index) = continuation_index(quiet) {
            age_towards(&mut self.continuation[index], bonus);
        }
    }
}

fn butterfly_index(quiet: Quiet) -> usize {
    quiet.side.index() * SLOTS + usize::from(quiet.slot)
}

/// Pairs of slots share a table by the high bits of a multiplicative hash, the only ones that
/// depend on both slots in full: a collision costs ordering only.
fn continuation_index(quiet: Quiet) -> Option<usize> {
    let pair = u32::from(quiet.previous?) << 16 | u32::from(quiet.slot);
    let hash = pair.wrapping_mul(0x9E37_79B1) >> (u32::BITS - CONTINUATIONS.ilog2());
    Some(hash as usize ^ (quiet.side.index() * CONTINUATIONS / 2))
}

/// Adds a bonus so that the value stays bounded: what is already high gains little.
fn age_towards(value: &mut i16, bonus: i32) {
    let old = i32::from(*value);
    let new = old + bonus - old * bonus.abs() / HISTORY_MAX;
    *value = i16::try_from(new.clamp(-HISTORY_MAX, HISTORY_MAX)).unwrap_or(*value);
}

/// What a noisy move loses by the hint in its sorting key, below zero; 0 for one that does not.
pub fn loss(key: i32) -> i32 {
    (key - BAD_NOISE).min(0)
}

/// Moves are selected one by one up to this one; a node that wants more wants them all.
const SELECTED: usize = 3;

/// Brings the best of `keys[from..]` to `from`, in both lists, for `from` = 0, 1, 2, … in turn. The
/// first few by selection, a step at a time, since most nodes are cut after a move or two; then all
/// the rest by insertion. Equal moves stay in the generator's order.
pub fn select_best<M: Copy>(moves: &mut [M], keys: &mut [i32], from: usize) {
    debug_assert_eq!(moves.len(), keys.len());
    match from {
        0..SELECTED => select_one(moves, keys, from),
        SELECTED => sort_rest(moves, keys, from),
        _ => debug_assert!(keys[from..].is_sorted_by(|a, b| a >= b), "{keys:?} from {from}"),
    }
}

fn sort_rest<M: Copy>(moves: &mut [M], keys: &mut [i32], from: usize) {
    for i in from + 1..keys.len() {
        let (mv, key) = (moves[i], keys[i]);
        let mut hole = i;
        while hole > from && keys[hole - 1] < key {
            (moves[hole], keys[hole]) = (moves[hole - 1], keys[hole - 1]);
            hole -= 1;
        }
        (moves[hole], keys[hole]) = (mv, key);
    }
}

fn select_one<M>(moves: &mut [M], keys: &mut [i32], from: usize) {
    let mut best = from;
    for i in from + 1..keys.len() {
        if keys[i] > keys[best] {
            best = i;
        }
    }
    // Rotating, not swapping, keeps equal moves in the generator's order.
    moves[from..=best].rotate_right(1);
    keys[from..=best].rotate_right(1);
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Known = Known { from_table: false, noisy: false, hint: 0 };

    fn quiet(slot: u16) -> Quiet {
        Quiet { side: Side::First, slot, previous: Some(7) }
    }

    #[test]
    fn kinds_of_move_come_in_the_documented_order() {
        let mut history = History::default();
        history.reward(3, 4, quiet(1), []);
        let keys = [
            history.key(3, quiet(9), Known { from_table: true, ..PLAIN }),
            history.key(3, quiet(8), Known { noisy: true, hint: 5, ..PLAIN }),
            history.key(3, quiet(1), PLAIN),
            history.key(4, quiet(1), PLAIN),
            history.key(4, quiet(2), PLAIN),
            history.key(3, quiet(8), Known { noisy: true, hint: -5, ..PLAIN }),
        ];
        assert!(keys.windows(2).all(|pair| pair[0] > pair[1]), "{keys:?}");
    }

    #[test]
    fn history_stays_bounded() {
        let mut history = History::default();
        for _ in 0..10_000 {
            history.reward(0, 60, quiet(1), [quiet(2)]);
        }
        assert!(history.quiet_score(quiet(1)) <= 2 * HISTORY_MAX);
        assert!(history.quiet_score(quiet(2)) >= -2 * HISTORY_MAX);
        assert!(history.quiet_score(quiet(1)) > 2 * 16_000);
    }

    #[test]
    fn answers_to_different_moves_are_told_apart() {
        let after = |previous| Quiet { previous: Some(previous), ..quiet(3) };
        let mut indices: Vec<_> = (0..128).map(|i| continuation_index(after(i << 9))).collect();
        indices.sort_unstable();
        indices.dedup();
        assert!(indices.len() > 120, "moves that differ in high bits only: {}", indices.len());
        let other = Quiet { side: Side::Second, ..after(1) };
        assert_ne!(continuation_index(after(1)), continuation_index(other));
    }

    #[test]
    fn selection_is_stable() {
        let (mut moves, mut keys) = (vec!['a', 'b', 'c', 'd'], vec![1, 5, 5, 0]);
        for from in 0..4 {
            select_best(&mut moves, &mut keys, from);
        }
        assert_eq!(moves, ['b', 'c', 'a', 'd']);
    }
}
