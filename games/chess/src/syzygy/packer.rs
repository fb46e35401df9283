//! Packs the values of one set of placements as [`super::packed`] unpacks them.
//!
//! The most frequent pair of neighbours becomes a symbol of its own, again and again; what is left is
//! written in a Huffman code whose words are numbered from the longest to the shortest.

#![expect(
    clippy::cast_possible_truncation,
    reason = "symbols and lengths are fewer than the format has numbers for"
)]

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use super::packed::{INDEX_ENTRY, NO_SYMBOL, SINGLE_VALUE, VALUES_MAX};

/// Binary logarithm of the bytes of a block.
const BLOCK: u8 = 6;
const BLOCK_BITS: usize = 8 << BLOCK;
/// Most values of a block, and the longest span, so that an offset has sixteen bits.
const IN_BLOCK_MAX: u64 = 1 << 15;
const SPAN_MAX: u64 = 1 << 14;
/// A rarer pair is no symbol: its entry takes more than it saves.
const PAIR_MIN: u32 = 24;
/// Symbols there may be; a pair takes a pass through all values.
const SYMBOLS_MAX: usize = 256;

/// The parts of a packed set, each of which has its place in a file.
#[derive(Debug, Default)]
pub(super) struct Parts {
    pub(super) header: Vec<u8>,
    pub(super) index: Vec<u8>,
    pub(super) lengths: Vec<u8>,
    pub(super) blocks: Vec<u8>,
}

/// Packs values, of which there is one at least.
pub(super) fn pack(values: &[u16], flags: u8) -> Parts {
    if values.iter().all(|value| *value == values[0]) {
        let header = vec![flags | SINGLE_VALUE, values[0] as u8];
        return Parts { header, ..Parts::default() };
    }
    let Symbols { mut pairs, mut lens, mut text } = Symbols::of(values);
    let bits = code_lengths(&text, pairs.len());
    // The longest words first; symbols within others alone come last.
    let mut order: Vec<usize> = (0..pairs.len()).collect();
    order.sort_by_key(|symbol| (bits[*symbol] == 0, Reverse(bits[*symbol])));
    let mut number = vec![0_u16; pairs.len()];
    for (to, from) in order.iter().enumerate() {
        number[*from] = to as u16;
    }
    let bits: Vec<usize> = order.iter().map(|symbol| bits[*symbol]).collect();
    lens = order.iter().map(|symbol| lens[*symbol]).collect();
    let renumbered = |[left, right]: [u16; 2]| {
        if right == NO_SYMBOL {
            [left, right]
        } else {
            [number[usize::from(left)], number[usize::from(right)]]
        }
    };
    pairs = order.iter().map(|symbol| renumbered(pairs[*symbol])).collect();
    for symbol in &mut text {
        *symbol = number[usize::from(*symbol)];
    }
    let code = Code::new(&bits);
    let blocks = Blocks::write(&text, &lens, &code, values.len() as u64);
    let mut header = vec![flags, BLOCK, blocks.span.trailing_zeros() as u8, 0];
    header.extend((blocks.lens.len() as u32).to_le_bytes());
    header.extend([code.max as u8, code.min as u8]);
    header.extend(code.first.iter().flat_map(|symbol| symbol.to_le_bytes()));
    header.extend((pairs.len() as u16).to_le_bytes());
    for [left, right] in &pairs {
        header.extend([*left as u8, (left >> 8 | (right & 0xf) << 4) as u8, (right >> 4) as u8]);
    }
    header.extend(vec![0; pairs.len() & 1]);
    let index = blocks.index(values.len() as u64);
    let lengths = blocks.lens.iter().flat_map(|len| (*len as u16 - 1).to_le_bytes()).collect();
    Parts { header, index, lengths, blocks: blocks.bytes }
}

/// Values as symbols.
struct Symbols {
    /// What each symbol stands for.
    pairs: Vec<[u16; 2]>,
    /// How many values that are.
    lens: Vec<u16>,
    text: Vec<u16>,
}

impl Symbols {
    fn of(values: &[u16]) -> Self {
        let mut found: Vec<u16> = values.to_vec();
        found.sort_unstable();
        found.dedup();
        let number = |value: &u16| found.binary_search(value).unwrap_or_default() as u16;
        let text: Vec<u16> = values.iter().map(number).collect();
        let pairs: Vec<[u16; 2]> = found.iter().map(|value| [*value, NO_SYMBOL]).collect();
        let lens = vec![1; pairs.len()];
        let mut symbols = Self { pairs, lens, text };
        while symbols.pairs.len() < SYMBOLS_MAX && symbols.join() {}
        symbols
    }

    /// Makes a symbol of the most frequent pair; `false` where none is frequent.
    fn join(&mut self) -> bool {
        let mut counts: BTreeMap<[u16; 2], u32> = BTreeMap::new();
        for pair in self.text.windows(2) {
            *counts.entry([pair[0], pair[1]]).or_default() += 1;
        }
        let len =
            |[left, right]: [u16; 2]| self.lens[usize::from(left)] + self.lens[usize::from(right)];
        let fits = counts.into_iter().filter(|(pair, _)| len(*pair) <= VALUES_MAX);
        let best = fits.max_by_key(|(pair, count)| (*count, Reverse(*pair)));
        let Some((pair, _)) = best.filter(|(_, count)| *count >= PAIR_MIN) else { return false };
        let symbol = self.pairs.len() as u16;
        self.lens.push(len(pair));
        self.pairs.push(pair);
        let mut joined = Vec::with_capacity(self.text.len());
        let mut at = 0;
        while at < self.text.len() {
            let is_pair = self.text[at..].starts_with(&pair);
            joined.push(if is_pair { symbol } else { self.text[at] });
            at += if is_pair { 2 } else { 1 };
        }
        self.text = joined;
        true
    }
}

/// The length of each symbol's word in a Huffman code; 0 where it does not occur.
fn code_lengths(text: &[u16], symbols: usize) -> Vec<usize> {
    let mut counts = vec![0_u64; symbols];
    for symbol in text {
        counts[usize::from(*symbol)] += 1;
    }
    let mut parents: Vec<usize> = vec![0; symbols];
    let occurring = (0..symbols).filter(|symbol| counts[*symbol] > 0);
    let mut heap: BinaryHeap<Reverse<(u64, usize)>> =
        occurring.map(|symbol| Reverse((counts[symbol], symbol))).collect();
    if heap.len() == 1 {
        return counts.iter().map(|count| usize::from(*count > 0)).collect();
    }
    while let (Some(Reverse(one)), Some(Reverse(other))) = (heap.pop(), heap.pop()) {
        let node = parents.len();
        parents.push(0);
        (parents[one.1], parents[other.1]) = (node, node);
        if heap.is_empty() {
            break;
        }
        heap.push(Reverse((one.0 + other.0, node)));
    }
    let root = parents.len() - 1;
    let mut depths = vec![0; parents.len()];
    for node in (0..root).rev() {
        let occurs = node >= symbols || counts[node] > 0;
        depths[node] = if occurs { depths[parents[node]] + 1 } else { 0 };
    }
    depths.truncate(symbols);
    depths
}

/// The words of symbols that are numbered from the longest to the shortest.
struct Code {
    min: usize,
    max: usize,
    /// By length: its first symbol.
    first: Vec<u16>,
    /// By symbol: bits, and the word.
    words: Vec<(usize, u64)>,
}

impl Code {
    fn new(bits: &[usize]) -> Self {
        let used: Vec<usize> = bits.iter().copied().filter(|bits| *bits > 0).collect();
        let (max, min) = (used[0], used[used.len() - 1]);
        let before = |length: usize| used.iter().filter(|bits| **bits > length).count() as u16;
        let first: Vec<u16> = (min..=max).map(before).collect();
        let mut words = Vec::new();
        let mut next = 0_u64;
        let mut length = max;
        for bits in used {
            next >>= length - bits;
            length = bits;
            words.push((bits, next));
            next += 1;
        }
        Self { min, max, first, words }
    }
}

/// A text in blocks.
struct Blocks {
    span: u64,
    /// How many values each has.
    lens: Vec<u64>,
    bytes: Vec<u8>,
}

impl Blocks {
    fn write(text: &[u16], lens: &[u16], code: &Code, values: u64) -> Self {
        let mut all = Self { span: 1, lens: Vec::new(), bytes: Vec::new() };
        let (mut block, mut bits, mut many) = (vec![0_u8; 1 << BLOCK], 0, 0);
        for symbol in text {
            let (word_bits, word) = code.words[usize::from(*symbol)];
            let len = u64::from(lens[usize::from(*symbol)]);
            if bits + word_bits > BLOCK_BITS || many + len > IN_BLOCK_MAX {
                all.lens.push(many);
                all.bytes.append(&mut block);
                (block, bits, many) = (vec![0; 1 << BLOCK], 0, 0);
            }
            for at in (0..word_bits).rev() {
                block[bits / 8] |= ((word >> at & 1) as u8) << (7 - bits % 8);
                bits += 1;
            }
            many += len;
        }
        all.lens.push(many);
        all.bytes.append(&mut block);
        all.span = (values / all.lens.len() as u64).next_power_of_two().min(SPAN_MAX);
        all
    }

    fn index(&self, values: u64) -> Vec<u8> {
        let mut index = Vec::with_capacity((INDEX_ENTRY * values.div_ceil(self.span)) as usize);
        let (mut block, mut first) = (0, 0);
        for span in 0..values.div_ceil(self.span) {
            let middle = span * self.span + self.span / 2;
            while block + 1 < self.lens.len() && middle >= first + self.lens[block] {
                first += self.lens[block];
                block += 1;
            }
            index.extend((block as u32).to_le_bytes());
            index.extend(((middle - first) as u16).to_le_bytes());
        }
        index
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Seek as _, Write as _};

    use super::super::packed::{Head, Packed};
    use super::*;

    /// What comes back of packed values.
    fn round_trip(values: &[u16]) -> Vec<u16> {
        let parts = pack(values, 4);
        let mut head = Head::new(&parts.header);
        let mut packed = Packed::read(&mut head, values.len() as u64).unwrap();
        assert_eq!(head.at(), parts.header.len());
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(&parts.header).unwrap();
        file.write_all(&parts.index).unwrap();
        file.write_all(&parts.lengths).unwrap();
        let mut at = parts.header.len() as u64;
        at = packed.put_index(at);
        at = packed.put_lengths(at);
        assert_eq!(at, file.stream_position().unwrap(), "{} values", values.len());
        let padding = at.next_multiple_of(64) - at;
        file.write_all(&vec![0; padding as usize]).unwrap();
        file.write_all(&parts.blocks).unwrap();
        packed.put_blocks(at);
        (0..values.len()).map(|at| packed.value(&file, at as u64).unwrap()).collect()
    }

    #[test]
    fn packed_values_come_back() {
        let mut random = 7_u64;
        let mut next = |below: u64| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (random >> 33) % below
        };
        let noise: Vec<u16> = (0..20_000).map(|_| next(5) as u16).collect();
        let runs: Vec<u16> = (0..100_000_u32).map(|at| (at / 7001 % 3) as u16).collect();
        let rare: Vec<u16> = (0..70_000).map(|at| u16::from(at == 69_999)).collect();
        let skewed: Vec<u16> = (0..5_000).map(|_| next(1 << 20).max(1).ilog2() as u16).collect();
        for values in [noise, runs, rare, skewed, vec![3; 100], vec![0, 1]] {
            assert!(round_trip(&values) == values, "{} values", values.len());
        }
    }
}
