//! Moves as a builder sees them: one of two things, whatever the game and whatever its tables hold.

use super::distinct::may_repeat;

/// What a move is to a builder; `T` is a worth.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Child<T> {
    /// It leads to a place of the same table.
    Internal {
        /// The place.
        at: u64,
        /// The mover moves again.
        same_side: bool,
    },
    /// Its worth to the mover is known already, the move itself counted: a code of
    /// [`value`](super::value), or a margin.
    Known(T),
}

/// Collects what the moves of a place are. Those that stay inside are counted: where several may be the
/// same, each is there once.
#[inline]
pub(super) fn collect<T: Ord>(
    each: impl Iterator<Item = Child<T>>,
    merge: bool,
    children: &mut Vec<Child<T>>,
) {
    children.clear();
    children.extend(each);
    let inside = children.iter().filter_map(|child| match child {
        Child::Internal { at, .. } => Some(*at),
        Child::Known(_) => None,
    });
    if merge && may_repeat(inside) {
        children.sort_unstable();
        children.dedup();
    }
}
