//! Lists of moves and their ordering keys: the best is selected as long as few are wanted, then the
//! rest is sorted.

/// Keys compared at once.
const AT_ONCE: usize = 8;

/// Brings the move with the highest key to the front of both lists, which are not empty: most nodes
/// are cut after a move or two. Equal moves stay in the generator's order: what is passed over moves
/// up by one.
pub(super) fn select<M: Copy>(moves: &mut [M], keys: &mut [i32]) {
    debug_assert_eq!(moves.len(), keys.len());
    if keys.len() == 1 {
        return; // As where the only move is a capture that must be played.
    }
    // The highest key first, and then where it is: so several are compared at once.
    let highest = keys.iter().copied().fold(i32::MIN, i32::max);
    let has_it = |keys: &[i32]| keys.iter().filter(|&&key| key == highest).count() > 0;
    let at = keys.chunks_exact(AT_ONCE).take_while(|keys| !has_it(keys)).count() * AT_ONCE;
    let best = at + keys[at..].iter().position(|&key| key == highest).unwrap_or(0);
    let mv = moves[best];
    moves.copy_within(..best, 1);
    keys.copy_within(..best, 1);
    (moves[0], keys[0]) = (mv, highest);
}

/// In lists that are not empty and sorted but for the first move, puts that one in its place, before
/// its equals.
pub(super) fn sink<M: Copy>(moves: &mut [M], keys: &mut [i32]) {
    debug_assert_eq!(moves.len(), keys.len());
    let (mv, key) = (moves[0], keys[0]);
    let mut hole = 0;
    while hole + 1 < keys.len() && keys[hole + 1] > key {
        (moves[hole], keys[hole]) = (moves[hole + 1], keys[hole + 1]);
        hole += 1;
    }
    (moves[hole], keys[hole]) = (mv, key);
}

/// Sorts lists of moves, and keeps the room it needs for it.
#[derive(Debug)]
pub(super) struct Sorter<M> {
    /// A word a move: its key, the higher the smaller, above its number.
    order: Vec<u64>,
    moves: Vec<M>,
}

impl<M> Default for Sorter<M> {
    fn default() -> Self {
        Self { order: Vec::new(), moves: Vec::new() }
    }
}

impl<M: Copy> Sorter<M> {
    /// Brings the moves with high keys to the front; equal ones stay in their order.
    pub(super) fn sort(&mut self, moves: &mut [M], keys: &mut [i32]) {
        debug_assert_eq!(moves.len(), keys.len());
        self.order.clear();
        self.order.extend(keys.iter().zip(0..).map(|(&key, i)| descending(key) | i));
        sort_words(&mut self.order);
        self.moves.clear();
        self.moves.extend_from_slice(moves);
        for ((mv, key), &word) in moves.iter_mut().zip(keys).zip(&self.order) {
            *mv = self.moves[number_of(word)];
            *key = key_of(word);
        }
    }
}

/// Once for all games.
fn sort_words(words: &mut [u64]) {
    words.sort_unstable();
}

/// A word whose upper half is the smaller the higher the key.
const fn descending(key: i32) -> u64 {
    (!(key ^ i32::MIN).cast_unsigned() as u64) << u32::BITS
}

/// The number in the lower half of a word.
#[expect(clippy::cast_possible_truncation, reason = "the lower half is wanted")]
const fn number_of(word: u64) -> usize {
    word as u32 as usize
}

/// The key in a word of [`descending`].
const fn key_of(word: u64) -> i32 {
    !((word >> u32::BITS) as u32).cast_signed() ^ i32::MIN
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn selection_and_sorting_are_stable() {
        let (mut moves, mut keys) = (vec!['a', 'b', 'c', 'd'], vec![1, 5, 5, 0]);
        for from in 0..4 {
            select(&mut moves[from..], &mut keys[from..]);
        }
        assert_eq!((&moves[..], &keys[..]), (&['b', 'c', 'a', 'd'][..], &[5, 5, 1, 0][..]));
        let (mut moves, mut keys) =
            (vec!['a', 'b', 'c', 'd', 'e'], vec![1, i32::MAX, 5, 5, i32::MIN]);
        Sorter::default().sort(&mut moves, &mut keys);
        assert_eq!(moves, ['b', 'c', 'd', 'a', 'e']);
        assert_eq!(keys, [i32::MAX, 5, 5, 1, i32::MIN]);
    }

    #[test]
    fn what_has_become_worse_sinks_to_its_place() {
        for (first, place) in [(9, 0), (5, 1), (4, 2), (0, 4)] {
            let (mut moves, mut keys) = (vec!['x', 'a', 'b', 'c', 'd'], vec![first, 6, 5, 3, 1]);
            sink(&mut moves, &mut keys);
            assert_eq!(moves.iter().position(|&mv| mv == 'x'), Some(place), "{first}");
            assert!(keys.is_sorted_by(|a, b| a >= b), "{keys:?}");
        }
    }
}
