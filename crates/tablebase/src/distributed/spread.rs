//! Tables between one file and many memories.
//!
//! Rank 0 alone writes files of tables, and finds them sound, so that the others need no common folder;
//! where they have one, they may read there. A file has its blocks in order, while the ranks hold chunks:
//! every rank packs as many blocks as any other, those that it has whole or those whose turn is its own,
//! with what others have of them; then rank 0 learns how long all blocks are, which stands before them, and
//! calls for so many at a time.

use std::path::{Path, PathBuf};

use super::exchange::{Exchange, Tag, bytes_of, numbers_of};
use super::layout::Layout;
use super::share::{Shape, Share};
use crate::file::{Budget, Form, Label, TableFile, TableWriter, pack, places_of_block};

/// Blocks that rank 0 calls for at a time.
const BLOCKS: u64 = 32;
/// Bytes of unpacked blocks that reading keeps.
const BUDGET_BYTES: u64 = 8 << 20;

/// Opens the file of a table on every rank, if each sees the very one that rank 0 has found sound, `file`,
/// under one of these paths; otherwise only rank 0 has it, as before.
pub(super) fn open_on_all(
    exchange: &mut Exchange<'_>,
    paths: &[PathBuf],
    label: &Label,
    file: &mut Option<TableFile>,
) -> bool {
    let checksum = file.as_ref().map(|file| bytes_of(&[file.checksum()])).unwrap_or_default();
    let checksum = numbers_of(&exchange.broadcast(checksum)).next();
    // A copy may be damaged on one machine alone: every rank reads its own to the end.
    let again = |path: &PathBuf| {
        let file = TableFile::open(path).ok()?.expect(path, label).ok()?;
        (Some(file.checksum()) == checksum).then_some(file)
    };
    if exchange.rank() > 0 {
        *file = paths.iter().find_map(again);
    }
    let [is_seen_by_all] = exchange.reduce([file.is_some().into()], u64::min);
    file.take_if(|_| exchange.rank() > 0 && is_seen_by_all == 0);
    is_seen_by_all == 1
}

/// Spreads a table out of a file: `file` is what rank 0 has found.
pub(super) fn read(
    exchange: &mut Exchange<'_>,
    places: u64,
    file: Option<&TableFile>,
) -> Result<Share, String> {
    let layout = Layout::new(places, exchange.size());
    let rank = exchange.rank();
    let shape = file.map(|file| Shape::of_form(file.form()).bytes()).unwrap_or_default();
    let shape = Shape::from_bytes(&exchange.broadcast(shape));
    let shape = shape.ok_or("rank 0 sent a shape that is none")?;
    let mut own: Vec<u16> = Vec::with_capacity(layout.own_places(rank) as usize);
    let mut read = Ok(());
    if let Some(file) = file {
        let budget = Budget::new(BUDGET_BYTES);
        for chunk in 0..layout.chunks() {
            let codes = layout.places_of(chunk).map(|at| {
                let code = file.code(at, &budget);
                if code.is_none() {
                    read = Err(format!("{}: cannot be read any more", file.label().name));
                }
                code.unwrap_or_default()
            });
            let codes: Vec<u16> = codes.collect();
            match layout.chunk_of(chunk).0 {
                0 => own.extend(codes),
                to => exchange.send_piece(to, &two_bytes(&codes)),
            }
        }
    } else {
        for _ in layout.chunks_of(rank) {
            let piece = exchange.wait_from(Tag::Piece, 0);
            own.extend(codes_of(&piece.bytes[1..]));
        }
    }
    exchange.agree(read)?;
    Ok(shape.share(layout, own.into_iter()))
}

/// Writes a table whose parts are `share` on every rank; gives back the length of the file.
pub(super) fn write(
    exchange: &mut Exchange<'_>,
    path: &Path,
    label: &Label,
    share: &Share,
) -> Result<u64, String> {
    let blocks = own_blocks(exchange, share);
    exchange.agree(blocks.as_ref().map(|_| ()).map_err(Clone::clone))?;
    let blocks = blocks?;
    let count = share.layout.places().div_ceil(places_of_block(share.cells.width()));
    let mut lengths = vec![0; count as usize];
    for (block, bytes) in &blocks {
        lengths[*block as usize] = bytes.len() as u64;
    }
    let lengths = exchange.reduce_list(lengths, |a, b| a | b);
    let failed = |error: std::io::Error| format!("{}: {error}", path.display());
    let written = if exchange.rank() == 0 {
        let written = collect(exchange, path, label, share, &lengths, &blocks).map_err(failed);
        (1..exchange.size()).for_each(|rank| exchange.send_piece(rank, &[]));
        written
    } else {
        hand_over(exchange, &blocks);
        Ok(0)
    };
    exchange.agree(written.as_ref().map(|_| ()).map_err(Clone::clone))?;
    let bytes = exchange.broadcast(bytes_of(&[written?]));
    Ok(numbers_of(&bytes).next().unwrap_or_default())
}

/// Who packs a block: who has it, where chunks are no smaller. The first places of smaller chunks' blocks
/// may all be one rank's: of eight, if a block is eight chunks.
fn packer(layout: &Layout, in_block: u64, block: u64) -> usize {
    if layout.chunk_places() >= in_block {
        layout.owner(block * in_block).0
    } else {
        (block % layout.ranks()) as usize
    }
}

/// The blocks that this rank packs, by their numbers.
fn own_blocks(exchange: &mut Exchange<'_>, share: &Share) -> Result<Vec<(u64, Vec<u8>)>, String> {
    let Share { layout, cells } = share;
    let rank = exchange.rank();
    let in_block = places_of_block(cells.width());
    let blocks = layout.places().div_ceil(in_block);
    let places = |block: u64| block * in_block..((block + 1) * in_block).min(layout.places());
    let packer = |block: u64| packer(layout, in_block, block);
    let failed = |error: std::io::Error| error.to_string();
    if layout.chunk_places() >= in_block {
        let own = (0..blocks).filter(|block| packer(*block) == rank);
        let packed = own.map(|block| {
            let places = places(block);
            let (first, len) = (layout.owner(places.start).1, places.end - places.start);
            Ok((block, pack(cells, first..first + len)?))
        });
        return packed.collect::<std::io::Result<_>>().map_err(failed);
    }
    let chunks = |block: u64| {
        let places = places(block);
        places.start / layout.chunk_places()..places.end.div_ceil(layout.chunk_places())
    };
    let codes = |chunk: u64| {
        let places = layout.places_of(chunk);
        let first = layout.owner(places.start).1;
        (first..first + places.end - places.start).map(|own| cells.code(own)).collect::<Vec<_>>()
    };
    let form = Form { width: cells.width(), palette: cells.palette() };
    let mut packed = Vec::new();
    // Nobody packs the next block before all have sent what this one needs, so that little is on its way.
    for first in (0..blocks).step_by(exchange.size()) {
        let group = first..(first + exchange.size() as u64).min(blocks);
        for block in group.clone().filter(|block| packer(*block) != rank) {
            for chunk in chunks(block).filter(|chunk| layout.chunk_of(*chunk).0 == rank) {
                exchange.send_piece(packer(block), &two_bytes(&codes(chunk)));
            }
        }
        for block in group.filter(|block| packer(*block) == rank) {
            let mut all = Vec::with_capacity(in_block as usize);
            for chunk in chunks(block) {
                match layout.chunk_of(chunk).0 {
                    owner if owner == rank => all.extend(codes(chunk)),
                    owner => {
                        let piece = exchange.wait_from(Tag::Piece, owner);
                        all.extend(codes_of(&piece.bytes[1..]));
                    }
                }
            }
            let all = Shape::of_form(form).pack(all.into_iter());
            // The others get what they wait for whether or not this succeeds.
            packed.push(pack(&all, 0..all.len()).map(|bytes| (block, bytes)));
        }
    }
    packed.into_iter().collect::<std::io::Result<_>>().map_err(failed)
}

/// Rank 0 writes what all have packed.
fn collect(
    exchange: &mut Exchange<'_>,
    path: &Path,
    label: &Label,
    share: &Share,
    lengths: &[u64],
    own: &[(u64, Vec<u8>)],
) -> std::io::Result<u64> {
    let cells = &share.cells;
    let form = Form { width: cells.width(), palette: cells.palette() };
    let short: Vec<u32> = lengths.iter().map(|length| *length as u32).collect();
    let mut file = TableWriter::begin(path, label, form, &short)?;
    let in_block = places_of_block(cells.width());
    let packer = |block: u64| packer(&share.layout, in_block, block);
    for first in (0..lengths.len() as u64).step_by(BLOCKS as usize) {
        let group = first..(first + BLOCKS).min(lengths.len() as u64);
        let mut packers: Vec<usize> = group.clone().map(packer).filter(|rank| *rank > 0).collect();
        packers.sort_unstable();
        packers.dedup();
        let call = bytes_of(&[group.start, group.end]);
        for &rank in &packers {
            exchange.send_piece(rank, &call);
        }
        let mut pieces: Vec<(usize, Vec<u8>, usize)> = Vec::new();
        for &rank in &packers {
            pieces.push((rank, exchange.wait_from(Tag::Piece, rank).bytes, 1));
        }
        for block in group {
            let length = lengths[block as usize] as usize;
            if packer(block) == 0 {
                let at = own.binary_search_by_key(&block, |(block, _)| *block);
                file.add(at.map_or(&[][..], |at| &own[at].1))?;
            } else if let Some((_, bytes, read)) =
                pieces.iter_mut().find(|(rank, ..)| *rank == packer(block))
            {
                file.add(&bytes[*read..*read + length])?;
                *read += length;
            }
        }
    }
    file.end()
}

/// The others send what rank 0 calls for, until it calls for nothing.
fn hand_over(exchange: &mut Exchange<'_>, own: &[(u64, Vec<u8>)]) {
    loop {
        let call = exchange.wait_from(Tag::Piece, 0);
        let numbers: Vec<u64> = numbers_of(&call.bytes[1..]).collect();
        let [start, end] = numbers[..] else { return };
        let wanted = own.iter().filter(|(block, _)| (start..end).contains(block));
        let bytes: Vec<u8> = wanted.flat_map(|(_, bytes)| bytes.iter().copied()).collect();
        exchange.send_piece(0, &bytes);
    }
}

fn two_bytes(codes: &[u16]) -> Vec<u8> {
    codes.iter().flat_map(|code| code.to_le_bytes()).collect()
}

fn codes_of(bytes: &[u8]) -> impl Iterator<Item = u16> {
    bytes.as_chunks::<2>().0.iter().map(|two| u16::from_le_bytes(*two))
}
