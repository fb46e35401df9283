//! The values of one set of placements as Syzygy packs them [syzygy-format].
//!
//! A symbol stands for one value or for two symbols one after the other, and so for up to 256 values;
//! symbols are written in a canonical prefix code whose longer words are the smaller numbers. What is
//! written lies in blocks of equal size, each begun anew. So that a place is found without reading all
//! blocks there is an index of every so many places, of the one in the middle of each span:
//!
//! ```text
//! header    flags, block size, span, …, the code, and the two symbols of each symbol (3 bytes)
//! index     block u32, offset u16                       of place span · i + span / 2
//! lengths   u16                                         values of each block, less one
//! blocks
//! ```
//!
//! The files are trusted no more than any others: what cannot be is found when the header is read, and
//! a block that cannot be unpacked says nothing.

#![expect(
    clippy::cast_possible_truncation,
    reason = "what a header says was compared with what there is"
)]

use std::fs::File;

use plyglot_core::file::read_at;

/// All places have the same value.
pub(super) const SINGLE_VALUE: u8 = 128;
/// Bits of the longest code words that can be unpacked.
const CODE_BITS_MAX: usize = 32;
/// A symbol that stands for a value has this in place of its second one.
pub(super) const NO_SYMBOL: u16 = 0xfff;
/// Most values that a symbol stands for.
pub(super) const VALUES_MAX: u16 = 256;
/// Bytes of an entry of the index.
pub(super) const INDEX_ENTRY: u64 = 6;

/// Why a header cannot be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fault {
    /// More of the file is needed to know.
    Short,
    /// What it says cannot be.
    Broken(&'static str),
}

/// The beginning of a file, read from front to back.
#[derive(Debug)]
pub(super) struct Head<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Head<'a> {
    pub(super) const fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// How much has been read.
    pub(super) const fn at(&self) -> usize {
        self.at
    }

    pub(super) fn take(&mut self, len: usize) -> Result<&'a [u8], Fault> {
        let taken = self.bytes.get(self.at..self.at + len).ok_or(Fault::Short)?;
        self.at += len;
        Ok(taken)
    }

    pub(super) fn u8(&mut self) -> Result<u8, Fault> {
        Ok(self.take(1)?[0])
    }

    pub(super) fn u16(&mut self) -> Result<u16, Fault> {
        let bytes = self.take(2)?;
        Ok(u16::from_le_bytes([bytes[0], bytes[1]]))
    }

    fn u32(&mut self) -> Result<u32, Fault> {
        let bytes = self.take(4)?;
        Ok(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
    }

    /// Goes on at an even place.
    pub(super) fn even(&mut self) -> Result<(), Fault> {
        self.take(self.at & 1).map(|_| ())
    }
}

/// The values of one set of placements.
#[derive(Debug)]
pub(super) struct Packed {
    /// What the header says of the values.
    pub(super) flags: u8,
    values: Values,
}

#[derive(Debug)]
enum Values {
    Single(u16),
    Blocks(Blocks),
}

/// Where the parts of packed values lie, and how they are unpacked.
#[derive(Debug)]
struct Blocks {
    places: u64,
    span: u64,
    block_bytes: usize,
    count: u64,
    /// How many lengths there are; some may belong to no block.
    lengths: u64,
    code: Code,
    index_at: u64,
    lengths_at: u64,
    begin: u64,
}

impl Packed {
    /// Reads what the header says of a set of so many places.
    pub(super) fn read(head: &mut Head<'_>, places: u64) -> Result<Self, Fault> {
        let flags = head.u8()?;
        if flags & SINGLE_VALUE != 0 {
            let values = Values::Single(head.u8()?.into());
            return Ok(Self { flags, values });
        }
        let (block, span) = (head.u8()?, head.u8()?);
        if block > 16 || span > 32 {
            return Err(Fault::Broken("the size of its blocks or spans"));
        }
        let padding = u64::from(head.u8()?);
        let count = u64::from(head.u32()?);
        let code = Code::read(head)?;
        let values = Values::Blocks(Blocks {
            places,
            span: 1 << span,
            block_bytes: 1 << block,
            count,
            lengths: count + padding,
            code,
            index_at: 0,
            lengths_at: 0,
            begin: 0,
        });
        Ok(Self { flags, values })
    }

    /// Takes over where its index lies; gives back what comes behind.
    pub(super) fn put_index(&mut self, at: u64) -> u64 {
        let Values::Blocks(blocks) = &mut self.values else { return at };
        blocks.index_at = at;
        at + INDEX_ENTRY * blocks.places.div_ceil(blocks.span)
    }

    /// The same of the lengths of its blocks.
    pub(super) fn put_lengths(&mut self, at: u64) -> u64 {
        let Values::Blocks(blocks) = &mut self.values else { return at };
        blocks.lengths_at = at;
        at + 2 * blocks.lengths
    }

    /// The same of the blocks.
    pub(super) fn put_blocks(&mut self, at: u64) -> u64 {
        let Values::Blocks(blocks) = &mut self.values else { return at };
        blocks.begin = at.next_multiple_of(64);
        blocks.begin + blocks.count * blocks.block_bytes as u64
    }

    /// What stands at a place; `None` where the file cannot be read, or what it says cannot be.
    pub(super) fn value(&self, file: &File, at: u64) -> Option<u16> {
        match &self.values {
            Values::Single(value) => Some(*value),
            Values::Blocks(blocks) => {
                let (block, offset) = blocks.find(file, at)?;
                let mut bytes = vec![0; blocks.block_bytes + size_of::<u128>()];
                let place = blocks.begin + block * blocks.block_bytes as u64;
                read_at(file, &mut bytes[..blocks.block_bytes], place).ok()?;
                blocks.code.unpack(&bytes, offset)
            }
        }
    }
}

impl Blocks {
    /// The block that holds a place, and the how manieth of its values it is.
    fn find(&self, file: &File, at: u64) -> Option<(u64, u64)> {
        if at >= self.places {
            return None;
        }
        let mut entry = [0; INDEX_ENTRY as usize];
        read_at(file, &mut entry, self.index_at + INDEX_ENTRY * (at / self.span)).ok()?;
        let mut block = u64::from(u32::from_le_bytes([entry[0], entry[1], entry[2], entry[3]]));
        let middle = i64::from(u16::from_le_bytes([entry[4], entry[5]]));
        let mut offset = middle + (at % self.span).cast_signed() - (self.span / 2).cast_signed();
        while offset < 0 {
            block = block.checked_sub(1)?;
            offset += self.len(file, block)?;
        }
        loop {
            let len = self.len(file, block)?;
            if offset < len {
                return (block < self.count).then(|| (block, offset.cast_unsigned()));
            }
            offset -= len;
            block += 1;
        }
    }

    /// How many values a block has. The index may point behind the last block, from where one goes back.
    fn len(&self, file: &File, block: u64) -> Option<i64> {
        let mut len = [0; 2];
        (block < self.lengths).then_some(())?;
        read_at(file, &mut len, self.lengths_at + 2 * block).ok()?;
        Some(i64::from(u16::from_le_bytes(len)) + 1)
    }
}

/// The code of the symbols, and what they stand for.
#[derive(Debug)]
struct Code {
    /// Bits of the shortest words.
    bits_min: usize,
    /// By length: the first word, at the upper end of the number, and its symbol.
    words: Vec<(u64, u16)>,
    /// The two symbols of each; the first is a value where the second is none.
    pairs: Vec<[u16; 2]>,
    /// How many values each stands for.
    lens: Vec<u16>,
}

impl Code {
    fn read(head: &mut Head<'_>) -> Result<Self, Fault> {
        let (bits_max, bits_min) = (usize::from(head.u8()?), usize::from(head.u8()?));
        if bits_min == 0 || bits_max < bits_min || bits_max > CODE_BITS_MAX {
            return Err(Fault::Broken("the lengths of its code"));
        }
        let first: Result<Vec<u16>, Fault> = (bits_min..=bits_max).map(|_| head.u16()).collect();
        let first = first?;
        let mut words = vec![(0, *first.last().unwrap_or(&0))];
        for (at, pair) in first.windows(2).enumerate().rev() {
            let many =
                pair[0].checked_sub(pair[1]).ok_or(Fault::Broken("the order of its code"))?;
            let word = u64::midpoint(words[words.len() - 1].0, many.into());
            if word >> (bits_min + at) != 0 {
                return Err(Fault::Broken("the words of its code"));
            }
            words.push((word, pair[0]));
        }
        words.reverse();
        for (at, (word, _)) in words.iter_mut().enumerate() {
            *word <<= 64 - bits_min - at;
        }
        let count = usize::from(head.u16()?);
        let bytes = head.take(3 * count)?;
        head.take(count & 1)?;
        let pair = |bytes: &[u8]| {
            let [a, b, c] = [bytes[0], bytes[1], bytes[2]].map(u16::from);
            [(b & 0xf) << 8 | a, c << 4 | b >> 4]
        };
        let pairs: Vec<[u16; 2]> = bytes.chunks_exact(3).map(pair).collect();
        let mut lens = vec![0; count];
        for symbol in 0..count {
            len_of(&pairs, &mut lens, symbol as u16, 0).ok_or(Fault::Broken("its symbols"))?;
        }
        Ok(Self { bits_min, words, pairs, lens })
    }

    /// The value of this number in a block, behind which there are some bytes more.
    fn unpack(&self, bytes: &[u8], mut offset: u64) -> Option<u16> {
        let mut bit = 0;
        let mut symbol = loop {
            let window = bytes.get(bit / 8..bit / 8 + size_of::<u128>())?;
            let window = u128::from_be_bytes(window.try_into().ok()?);
            let word = (window << (bit % 8) >> u64::BITS) as u64;
            let at = self.words.iter().position(|(first, _)| word >= *first)?;
            let (first, symbol) = self.words[at];
            let bits = self.bits_min + at;
            let symbol = u64::from(symbol) + ((word - first) >> (64 - bits));
            let len = u64::from(*self.lens.get(symbol as usize)?);
            if offset < len {
                break symbol as usize;
            }
            offset -= len;
            bit += bits;
        };
        loop {
            let [left, right] = *self.pairs.get(symbol)?;
            if right == NO_SYMBOL {
                return Some(left);
            }
            let len = u64::from(*self.lens.get(usize::from(left))?);
            let next = if offset < len {
                left
            } else {
                offset -= len;
                right
            };
            symbol = next.into();
        }
    }
}

/// How many values a symbol stands for; `None` if it stands for too many, or for itself.
fn len_of(pairs: &[[u16; 2]], lens: &mut [u16], symbol: u16, depth: u16) -> Option<u16> {
    let [left, right] = *pairs.get(usize::from(symbol))?;
    if depth > VALUES_MAX {
        return None;
    }
    if lens[usize::from(symbol)] == 0 {
        let len = if right == NO_SYMBOL {
            1
        } else {
            len_of(pairs, lens, left, depth + 1)? + len_of(pairs, lens, right, depth + 1)?
        };
        lens[usize::from(symbol)] = len;
    }
    Some(lens[usize::from(symbol)]).filter(|len| *len <= VALUES_MAX)
}
