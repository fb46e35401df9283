//! Gapless ranking: subsets, multisets, and orbits under a group of symmetries.
//!
//! An indexer of positions is put together from three bijections with `0..n`:
//!
//! - **subsets**, k like men on n squares: the combinatorial number system
//!   [knuth-taocp-4, 7.2.1.3]. The set c₀ < c₁ < … has rank C(c₀,1) + C(c₁,2) + …, its place among
//!   all sets of its size when they are compared from the largest member down. Example, k = 2:
//!   `{0,1} {0,2} {1,2} {0,3} …` have the ranks 0, 1, 2, 3, …
//! - **multisets**, n like stones in k pits: stars and bars. Reading pits from the last to the
//!   first, the rank counts the distributions that have fewer stones in the first pit that differs.
//! - **orbits**: states that a symmetry joins are one; each orbit is named by its lowest member.
//!
//! None of these knows what a square or a pit is.

/// The largest n of [`binomial`].
pub const SIZE_MAX: usize = 128;
/// The largest k of [`binomial`].
pub const CHOSEN_MAX: usize = 12;

const BINOMIAL: [[u64; CHOSEN_MAX + 1]; SIZE_MAX + 1] = {
    let mut rows = [[0; CHOSEN_MAX + 1]; SIZE_MAX + 1];
    let mut n = 0;
    while n <= SIZE_MAX {
        rows[n][0] = 1;
        let mut k = 1;
        while k <= CHOSEN_MAX && n > 0 {
            rows[n][k] = rows[n - 1][k - 1] + rows[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    rows
};

/// C(n, k): how many k-subsets n things have. `n <= SIZE_MAX`, `k <= CHOSEN_MAX`.
#[inline]
pub const fn binomial(n: usize, k: usize) -> u64 {
    BINOMIAL[n][k]
}

/// The rank of a subset given by its members in ascending order, below C(n, k) where n exceeds the
/// last member.
#[inline]
pub fn rank_subset(members: &[u8]) -> u64 {
    debug_assert!(members.is_sorted_by(|a, b| a < b), "{members:?}");
    members.iter().enumerate().map(|(i, &c)| binomial(c.into(), i + 1)).sum()
}

/// The subset of this rank, written into `members` in ascending order; its length is k.
#[inline]
pub fn unrank_subset(mut rank: u64, members: &mut [u8]) {
    for k in (1..=members.len()).rev() {
        let mut c = k - 1;
        // The last c with C(c, k) <= rank, found by halving.
        let mut step = SIZE_MAX / 2;
        while step > 0 {
            if c + step <= SIZE_MAX && binomial(c + step, k) <= rank {
                c += step;
            } else {
                step /= 2;
            }
        }
        members[k - 1] = u8::try_from(c).expect("members are below SIZE_MAX");
        rank -= binomial(c, k);
    }
    debug_assert_eq!(rank, 0);
}

/// In how many ways `stones` can lie in `pits`: C(stones + pits - 1, pits - 1). One way for no pits
/// and no stones.
pub const fn multisets(stones: usize, pits: usize) -> u64 {
    if pits == 0 { (stones == 0) as u64 } else { binomial(stones + pits - 1, pits - 1) }
}

/// The rank of a distribution of stones among all of as many stones in as many pits.
pub fn rank_multiset(pits: &[u8]) -> u64 {
    let mut rank = 0;
    let mut below = 0;
    for (i, &here) in pits.iter().enumerate() {
        below += usize::from(here);
        // Distributions over pits 0..=i of the same total with fewer stones in pit i.
        for fewer in 0..usize::from(here) {
            rank += multisets(below - fewer, i);
        }
    }
    rank
}

/// The distribution of this rank of `stones` stones, written into `pits`.
pub fn unrank_multiset(mut rank: u64, stones: usize, pits: &mut [u8]) {
    let mut left = stones;
    for i in (0..pits.len()).rev() {
        let mut here = 0;
        while here < left && multisets(left - here, i) <= rank {
            rank -= multisets(left - here, i);
            here += 1;
        }
        pits[i] = u8::try_from(here).expect("a pit holds less than 256 stones");
        left -= here;
    }
    debug_assert_eq!((rank, left), (0, 0));
}

/// The orbits of the states `0..n` under a group, each with a number of its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Orbits {
    /// For each state its orbit and the number of the symmetry that leads to the representative.
    of: Vec<(u32, u8)>,
    /// The lowest state of each orbit, in ascending order.
    representatives: Vec<u32>,
}

impl Orbits {
    /// The orbits of `0..states` under `symmetries`, a whole group whose number 0 is the identity:
    /// `image(g, state)` is where symmetry g takes a state, `None` where it is no state of these.
    /// States for which `is_state` is false belong to no orbit.
    pub fn new(
        states: u32,
        symmetries: u8,
        is_state: impl Fn(u32) -> bool,
        image: impl Fn(u8, u32) -> u32,
    ) -> Self {
        let mut of = vec![(u32::MAX, 0); states as usize];
        let mut representatives = Vec::new();
        for state in (0..states).filter(|&state| is_state(state)) {
            let images = (0..symmetries).map(|g| (image(g, state), g));
            let (lowest, by) = images.min().expect("the identity is a symmetry");
            if lowest == state {
                of[state as usize] = (representatives.len() as u32, 0);
                representatives.push(state);
            } else {
                of[state as usize] = (of[lowest as usize].0, by);
            }
        }
        Self { of, representatives }
    }

    /// How many orbits there are.
    pub fn len(&self) -> u32 {
        self.representatives.len() as u32
    }

    /// No state is in an orbit.
    pub fn is_empty(&self) -> bool {
        self.representatives.is_empty()
    }

    /// The orbit of a state, and a symmetry that takes the state to the representative.
    #[inline]
    pub fn rank(&self, state: u32) -> Option<(u32, u8)> {
        let found = self.of[state as usize];
        (found.0 != u32::MAX).then_some(found)
    }

    /// The representative of an orbit: its lowest state.
    #[inline]
    pub fn unrank(&self, orbit: u32) -> u32 {
        self.representatives[orbit as usize]
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn binomials_are_pascals() {
        assert_eq!((binomial(48, 2), binomial(62, 3), binomial(4, 5)), (1128, 37820, 0));
        // The Awari slices of [romein-bal-2003]: 12 stones in 12 pits.
        assert_eq!(multisets(12, 12), 1_352_078);
    }

    #[test]
    fn small_subsets_correspond_to_numbers_one_to_one() {
        for (n, k) in (0..=9_usize).flat_map(|n| (0..=n).map(move |k| (n, k))) {
            let mut last = Vec::new();
            for rank in 0..binomial(n, k) {
                let mut members = vec![0; k];
                unrank_subset(rank, &mut members);
                assert!(members.iter().all(|&c| usize::from(c) < n), "{members:?} of {n}");
                assert_eq!(rank_subset(&members), rank, "{members:?}");
                let order: Vec<u8> = members.iter().rev().copied().collect();
                assert!(rank == 0 || last < order, "{members:?} follows");
                last = order;
            }
        }
    }

    #[test]
    fn small_multisets_correspond_to_numbers_one_to_one() {
        for (stones, pits) in (0..=7).flat_map(|n| (1..=5).map(move |k| (n, k))) {
            let mut seen = std::collections::HashSet::new();
            for rank in 0..multisets(stones, pits) {
                let mut held = vec![0; pits];
                unrank_multiset(rank, stones, &mut held);
                assert_eq!(held.iter().map(|&n| usize::from(n)).sum::<usize>(), stones);
                assert_eq!(rank_multiset(&held), rank, "{held:?}");
                assert!(seen.insert(held));
            }
        }
    }

    proptest! {
        #[test]
        fn large_subsets_come_back(mut members in prop::collection::btree_set(0_u8..128, 1..=5)) {
            let members: Vec<u8> = std::mem::take(&mut members).into_iter().collect();
            let mut back = vec![0; members.len()];
            unrank_subset(rank_subset(&members), &mut back);
            prop_assert_eq!(back, members);
        }

        #[test]
        fn large_multisets_come_back(pits in prop::collection::vec(0_u8..5, 12)) {
            let stones = pits.iter().map(|&n| usize::from(n)).sum();
            let rank = rank_multiset(&pits);
            prop_assert!(rank < multisets(stones, pits.len()));
            let mut back = vec![0; 12];
            unrank_multiset(rank, stones, &mut back);
            prop_assert_eq!(back, pits);
        }
    }

    #[test]
    fn orbits_of_a_square_are_ten() {
        // Squares of the chess board under its eight symmetries: the triangle a1-d1-d4.
        let image = |g: u8, s: u32| {
            let (mut f, mut r) = (s % 8, s / 8);
            if g & 1 != 0 {
                f = 7 - f;
            }
            if g & 2 != 0 {
                r = 7 - r;
            }
            if g & 4 != 0 {
                (f, r) = (r, f);
            }
            r * 8 + f
        };
        let orbits = Orbits::new(64, 8, |_| true, image);
        assert_eq!(orbits.len(), 10);
        for state in 0..64 {
            let (orbit, by) = orbits.rank(state).unwrap();
            assert_eq!(image(by, state), orbits.unrank(orbit));
        }
    }
}
