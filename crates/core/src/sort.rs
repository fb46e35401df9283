//! Short lists sorted by insertion. The sort of the standard library is a dozen functions for each
//! kind of list, and what a search or a probe sorts is another kind in every game: with it a sixth
//! of a game's code was sorting. Lists of moves are short, and mostly in order already.

/// Sorts by descending keys; equal ones stay in their order.
pub fn sort_descending<T, K: Ord>(list: &mut [T], key: impl Fn(&T) -> K) {
    for end in 1..list.len() {
        let mut at = end;
        while at > 0 && key(&list[at - 1]) < key(&list[at]) {
            list.swap(at - 1, at);
            at -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_highest_come_first_and_equal_ones_stay_in_their_order() {
        let mut list = [(1, 'a'), (3, 'b'), (2, 'c'), (3, 'd'), (1, 'e')];
        sort_descending(&mut list, |item| item.0);
        assert_eq!(list.map(|item| item.1), ['b', 'd', 'c', 'a', 'e']);
        sort_descending(&mut [0; 0], |item| *item);
    }
}
