//! The result array of [fierz-egdb]: WIN, LOSS and UNKNOWN, and a fourth value for places without a
//! position, in two bits a place. Nothing else is kept while a table of wins and losses is built,
//! no counter and no distance, so that four places take a byte.
//!
//! DRAW needs no value: what is UNKNOWN at the end is drawn, and so is what has ended in a draw,
//! where nothing is ever found.
//!
//! Several threads may set places at once. A place is set once, since what is known of it does not
//! change, and whoever has set it knows so. All of them see what is set in one order (`SeqCst`): of
//! two threads that take the last two moves away from a place, one at least finds both taken.

use std::sync::atomic::{AtomicU8, Ordering};

use super::plan::Child;
use super::value::{Cells, Value};
use plyglot_core::memory::vec_of;

/// What is known of a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Known {
    /// Nothing yet.
    Unknown = 0,
    /// Won by the side to move.
    Win = 1,
    /// Lost.
    Loss = 2,
    /// There is no position.
    Nothing = 3,
}

/// Four places in a byte, the first lowest.
pub(super) struct TwoBits {
    bytes: Vec<AtomicU8>,
    len: u64,
}

impl TwoBits {
    /// So many places, all unknown; `None` if memory cannot hold them.
    pub(super) fn new(len: u64) -> Option<Self> {
        let bytes = vec_of(usize::try_from(len.div_ceil(4)).ok()?, || AtomicU8::new(0))?;
        let bits = Self { bytes, len };
        for behind in len..len.next_multiple_of(4) {
            bits.set(behind, Known::Nothing);
        }
        Some(bits)
    }

    /// How many places there are.
    pub(super) const fn len(&self) -> u64 {
        self.len
    }

    /// What is known of a place.
    #[inline]
    pub(super) fn get(&self, at: u64) -> Known {
        let byte = self.bytes[(at / 4) as usize].load(Ordering::SeqCst);
        match byte >> (2 * (at % 4)) & 3 {
            0 => Known::Unknown,
            1 => Known::Win,
            2 => Known::Loss,
            _ => Known::Nothing,
        }
    }

    /// Sets a place of which nothing was known; says whether that was so.
    #[inline]
    pub(super) fn set(&self, at: u64, known: Known) -> bool {
        let shift = 2 * (at % 4);
        let fill = |byte: u8| {
            (byte >> shift & 3 == Known::Unknown as u8).then_some(byte | (known as u8) << shift)
        };
        let byte = &self.bytes[(at / 4) as usize];
        byte.fetch_update(Ordering::SeqCst, Ordering::SeqCst, fill).is_ok()
    }

    /// What the moves of an open place settle: one that wins is enough, and all that lose are.
    pub(super) fn settled(&self, children: &[Child<u16>]) -> Option<Known> {
        let mut all_lose = true;
        for child in children {
            let wins = match *child {
                Child::Known(code) => match Value::from_code(code) {
                    Some(Value::Win(_)) => Some(true),
                    Some(Value::Loss(_)) => Some(false),
                    Some(Value::Draw) | None => None,
                },
                Child::Internal { at, same_side } => match self.get(at) {
                    Known::Win => Some(same_side),
                    Known::Loss => Some(!same_side),
                    Known::Unknown | Known::Nothing => None,
                },
            };
            match wins {
                Some(true) => return Some(Known::Win),
                Some(false) => (),
                None => all_lose = false,
            }
        }
        all_lose.then_some(Known::Loss)
    }

    /// The array as it is kept, what is still unknown being drawn. No second array is made.
    pub(super) fn into_cells(self) -> Cells {
        let byte = |byte: AtomicU8| {
            let byte = byte.into_inner();
            (0..8).step_by(2).fold(0, |codes, at| codes | CODES[usize::from(byte >> at & 3)] << at)
        };
        Cells::Quarters(self.bytes.into_iter().map(byte).collect(), self.len)
    }
}

/// The codes of [`super::value`] for what is known.
const CODES: [u8; 4] = [
    Value::Draw.code() as u8,
    Value::Win(0).code() as u8,
    Value::Loss(0).code() as u8,
    super::value::NOTHING as u8,
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::Metric;

    #[test]
    fn a_place_is_set_once_and_comes_back_as_its_code() {
        let bits = TwoBits::new(6).unwrap();
        for (at, known) in [(0, Known::Win), (1, Known::Loss), (3, Known::Nothing), (5, Known::Win)]
        {
            assert!(bits.set(at, known), "{at}");
            assert!(!bits.set(at, Known::Loss), "{at}");
            assert_eq!(bits.get(at), known);
        }
        assert_eq!((bits.get(2), bits.len()), (Known::Unknown, 6));
        // The same as packed codes, to the last bit of the last byte.
        assert_eq!(bits.into_cells(), Cells::pack(Metric::Wdl, vec![2, 3, 1, 0, 1, 2]));
    }
}
