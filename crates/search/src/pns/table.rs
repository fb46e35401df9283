//! What is known of positions: how hard they seem, and proofs.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::Arc;

use super::grade::Goal;
use super::proof::Proof;

/// How many leaves have to be proven at least for the first side to reach its goal, and for the second:
/// proof and disproof number [allis-1994].
pub(super) type Numbers = [u32; 2];

/// Beyond all numbers: it cannot be done.
pub(super) const NEVER: u32 = 1 << 30;
/// Proofs of one position that are kept: each holds after other ways.
const PROOFS_MAX: usize = 12;

/// What a table knows of a position.
#[derive(Debug)]
pub(super) enum Known {
    Proof(Arc<Proof>),
    Numbers(Numbers),
}

/// A table by the keys of positions.
#[derive(Debug)]
pub(super) struct Table {
    entries: HashMap<u64, Entry, BuildHasherDefault<KeyHasher>>,
    bytes: usize,
    bytes_max: usize,
}

#[derive(Debug)]
struct Entry {
    goal: Goal,
    numbers: Numbers,
    /// Nodes searched below, as a power of two: less than 64.
    effort: u8,
    proofs: Vec<Arc<Proof>>,
}

impl Entry {
    fn bytes(&self) -> usize {
        // With its key and its part of the empty places, of which there are most while a map grows.
        3 * (size_of::<Self>() + 8) + self.proofs.iter().map(|proof| proof.bytes()).sum::<usize>()
    }
}

impl Table {
    /// An empty one of so many MiB at most.
    pub(super) fn new(mib: usize) -> Self {
        Self { entries: HashMap::default(), bytes: 0, bytes_max: mib << 20 }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.entries = HashMap::default();
        self.bytes = 0;
    }

    /// How full it is, in thousandths.
    pub(super) fn fill(&self) -> u32 {
        u32::try_from(self.bytes.min(self.bytes_max) * 1000 / self.bytes_max.max(1)).unwrap_or(1000)
    }

    /// What is known of a position: a proof that answers this question and `holds` now, or else how hard
    /// it seemed when the same was asked last.
    pub(super) fn known(
        &self,
        key: u64,
        goal: Goal,
        holds: impl Fn(&Proof) -> bool,
    ) -> Option<Known> {
        let entry = self.entries.get(&key)?;
        let proof = entry.proofs.iter().find(|proof| proof.answers(goal) && holds(proof));
        match proof {
            Some(proof) => Some(Known::Proof(Arc::clone(proof))),
            None => (entry.goal == goal).then_some(Known::Numbers(entry.numbers)),
        }
    }

    /// Remembers how hard a position seems, after so many nodes.
    pub(super) fn keep_numbers(&mut self, key: u64, goal: Goal, numbers: Numbers, nodes: u64) {
        let entry = self.entry(key, goal, nodes);
        entry.goal = goal;
        entry.numbers = numbers;
    }

    /// Remembers a proof, found in so many nodes.
    pub(super) fn keep_proof(&mut self, key: u64, goal: Goal, proof: &Arc<Proof>, nodes: u64) {
        let bytes = proof.bytes();
        let entry = self.entry(key, goal, nodes);
        let mut freed = 0;
        if entry.proofs.len() == PROOFS_MAX {
            freed = entry.proofs.remove(0).bytes();
        }
        entry.proofs.push(Arc::clone(proof));
        self.bytes = self.bytes + bytes - freed;
    }

    fn entry(&mut self, key: u64, goal: Goal, nodes: u64) -> &mut Entry {
        if self.bytes > self.bytes_max {
            self.make_room();
        }
        let bytes = &mut self.bytes;
        let entry = self.entries.entry(key).or_insert_with(|| {
            let entry = Entry { goal, numbers: [1, 1], effort: 0, proofs: Vec::new() };
            *bytes += entry.bytes();
            entry
        });
        let effort = u8::try_from(nodes.checked_ilog2().unwrap_or(0)).unwrap_or(u8::MAX);
        entry.effort = entry.effort.max(effort);
        entry
    }

    /// Gives up what cost least to find, until half of the room is free ([nagai-2002]).
    fn make_room(&mut self) {
        let mut efforts = [0_usize; 64];
        for entry in self.entries.values() {
            efforts[usize::from(entry.effort)] += entry.bytes();
        }
        let (mut least, mut left) = (0, self.bytes);
        while left > self.bytes_max / 2 && least < efforts.len() {
            left -= efforts[least].min(left);
            least += 1;
        }
        self.entries.retain(|_, entry| usize::from(entry.effort) >= least);
        self.entries.shrink_to_fit();
        self.bytes = self.entries.values().map(Entry::bytes).sum();
    }
}

/// Keys are random numbers already.
#[derive(Clone, Copy, Debug, Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}
