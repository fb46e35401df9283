//! Tables as files.
//!
//! One file a table: a header, an offset for each block, and the blocks, compressed with zstd so that
//! one place can be read without the rest. All numbers are little-endian.
//!
//! ```text
//!   0  "plytable"         8 bytes
//!   8  format version     u32
//!  12  index version      u32   Indexer::VERSION
//!  16  table              u32   TableId
//!  20  metric             u8    wld 0, dtm 1, dtc 2, dtz 3, margin 4
//!  21  width of a code    u8    bits: 2, 8 or 16
//!  22  names              u16   codes of the palette; 0 if there is none (format 2)
//!  24  places             u64
//!  32  bytes of a block   u32   before compression; the last may have fewer
//!  36  blocks             u32
//!  40  bytes of text      u32
//!  44  nothing            u32
//!  48  checksum           u64   xxh3 of all other bytes of the file
//!  56  text                     game, rules, and name of the table, a line each
//!   …  palette            u16   the codes that bytes 0, 1, … stand for, where there is one
//!   …  offsets            u64   of each block, and of the end of the file
//!   …  blocks
//! ```
//!
//! A file without a palette is written as format 1, which programs that know no palettes can read.
//! Places that hold no position repeat the code before them, which costs nothing after compression.
//! A block is read and unpacked when asked for; unpacked blocks are kept within a budget (`blocks`).
//! Whatever is wrong with a file is found when it is opened. A file is not mapped: who cuts a mapped
//! file short ends the program by a signal, while a read that finds less is an error, and the place
//! is then not known. Reading costs a call of the system a block, a twentieth of unpacking it.

use std::fs::File;
use std::io::{BufWriter, IntoInnerError, Write as _};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::{fs, io};

use plyglot_parallel as parallel;
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use super::blocks::Blocks;
pub use super::blocks::Budget;
use super::indexer::TableId;
use super::packing;
use super::value::{Cells, Metric, NOTHING, Palette, quarters};
use plyglot_core::file::{WholeFile, beside, folder, open, read_at};
use plyglot_core::memory::vec_for;

const MAGIC: &[u8; 8] = b"plytable";
/// The newest format; the first had no palettes.
const FORMAT: u32 = 2;
const HEADER: usize = 56;
const CHECKSUM_AT: usize = 48;
/// Bytes of a block before compression. Smaller ones are unpacked sooner, larger ones pack better.
const BLOCK: usize = 1 << 15;
/// So much is read at once for the checksum.
const CHUNK: usize = 1 << 20;
/// Measured on KRK, KPK and KBBK by distance to mate: 19 makes files 10 to 16 % smaller and takes
/// twelve times as long (KBBK: 0.86 s, not 0.07 s), 3 makes them 13 to 16 % larger.
const LEVEL: i32 = 9;

/// What a file says it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// The game.
    pub game: String,
    /// [`super::indexer::Indexer::rules_text`].
    pub rules: String,
    /// [`super::indexer::Indexer::name`].
    pub name: String,
    /// The version of the numbering.
    pub index_version: u32,
    /// Which table.
    pub table: TableId,
    /// What is counted.
    pub metric: Metric,
    /// How many places.
    pub len: u64,
}

/// Why a file was refused.
#[derive(Debug, thiserror::Error)]
#[error("{}: {reason}", path.display())]
pub struct Refused {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub reason: Reason,
}

/// What is wrong with a file.
#[derive(Debug, thiserror::Error)]
pub enum Reason {
    /// It cannot be read or written.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// It is not there.
    #[error("there is no such file; `tb build` makes it")]
    Missing,
    /// It is something else.
    #[error("is no table: its first bytes are not `plytable`")]
    Foreign,
    /// A newer program wrote it.
    #[error("found format {0}, expected {FORMAT} or older")]
    Newer(u32),
    /// Its end is missing, or more than its end is there.
    #[error("found {found} bytes, expected {expected}")]
    Length {
        /// Bytes there are.
        found: u64,
        /// Bytes its header promises.
        expected: u64,
    },
    /// Some byte is not what was written.
    #[error("damaged: the checksum differs")]
    Damaged,
    /// The header is of one piece but cannot be.
    #[error("damaged: {0}")]
    Malformed(&'static str),
    /// It is a table of something else than was wanted.
    #[error("found {what} `{found}`, expected `{expected}`")]
    Other {
        /// What differs.
        what: &'static str,
        /// As the file has it.
        found: String,
        /// As it should be.
        expected: String,
    },
}

/// The name of the file of a table of a game whose rules need no mark.
pub fn path_of(folder: &Path, game: &str, name: &str, metric: Metric) -> PathBuf {
    folder.join(format!("{game}-{name}.{metric}"))
}

/// The name with a mark of the rules: eight digits that differ where the rules do.
pub fn marked_path_of(folder: &Path, label: &Label) -> PathBuf {
    let Label { game, rules, name, metric, .. } = label;
    let mark = xxh3_64(rules.as_bytes()) >> 32;
    folder.join(format!("{game}-{name}-{mark:08x}.{metric}"))
}

/// Where checkpoints of the table in this file stand while it is made.
pub(super) fn checkpoint_of(path: &Path) -> PathBuf {
    beside(path, ".checkpoint")
}

/// The table is made: nothing that was kept of it on the way is needed any more, whoever kept it.
pub(super) fn forget_checkpoint(path: &Path) {
    // What cannot be removed stays.
    let _ = fs::remove_dir_all(checkpoint_of(path));
}

/// Writes a table, whole or not at all; gives back its length in bytes.
pub fn write(path: &Path, label: &Label, cells: &Cells) -> Result<u64, Refused> {
    let refuse = |error: io::Error| Refused { path: path.to_owned(), reason: error.into() };
    let blocks = packed_blocks(cells).map_err(refuse)?;
    let lengths: Vec<u32> = blocks.iter().map(|block| block.len() as u32).collect();
    let form = Form { width: cells.width(), palette: cells.palette() };
    let mut file = TableWriter::begin(path, label, form, &lengths).map_err(refuse)?;
    blocks.iter().try_for_each(|block| file.add(block)).map_err(refuse)?;
    file.end().map_err(refuse)
}

fn packed_blocks(cells: &Cells) -> io::Result<Vec<Vec<u8>>> {
    let in_block = places_of_block(cells.width());
    let blocks = parallel::map(cells.len().div_ceil(in_block) as usize, |block| {
        let from = block as u64 * in_block;
        pack(cells, from..cells.len().min(from + in_block))
    });
    blocks.into_iter().collect()
}

/// How many places a block has whose codes are so wide.
pub(super) fn places_of_block(width: u8) -> u64 {
    (BLOCK * 8) as u64 / u64::from(width)
}

/// A block as it stands in a file: what these places of `cells` hold.
pub(super) fn pack(cells: &Cells, places: Range<u64>) -> io::Result<Vec<u8>> {
    packing::pack(&filled(cells, places.start, places.end), LEVEL)
}

/// How codes are kept.
#[derive(Clone, Copy, Debug)]
pub(super) struct Form<'a> {
    /// Bits a code.
    pub(super) width: u8,
    /// What bytes stand for, where they are names.
    pub(super) palette: Option<&'a Palette>,
}

/// A file of a table on its way: begun with the lengths of its blocks, which are then added in order.
pub(super) struct TableWriter {
    file: BufWriter<WholeFile>,
    hash: Xxh3,
    bytes: u64,
}

impl TableWriter {
    /// Writes what stands before the blocks.
    pub(super) fn begin(
        path: &Path,
        label: &Label,
        form: Form<'_>,
        lengths: &[u32],
    ) -> io::Result<Self> {
        fs::create_dir_all(folder(path))?;
        let head = head(label, form, lengths);
        let mut file = BufWriter::with_capacity(CHUNK, WholeFile::create(path)?);
        file.write_all(&head)?;
        Ok(Self { file, hash: checksum(&head), bytes: head.len() as u64 })
    }

    /// The next block.
    pub(super) fn add(&mut self, block: &[u8]) -> io::Result<()> {
        self.hash.update(block);
        self.bytes += block.len() as u64;
        self.file.write_all(block)
    }

    /// Puts the file in its place; gives back its length.
    pub(super) fn end(self) -> io::Result<u64> {
        let mut file = self.file.into_inner().map_err(IntoInnerError::into_error)?;
        file.write_at(&self.hash.digest().to_le_bytes(), CHECKSUM_AT as u64)?;
        file.put()?;
        Ok(self.bytes)
    }
}

/// What stands before the blocks, without the checksum.
fn head(label: &Label, Form { width, palette }: Form<'_>, lengths: &[u32]) -> Vec<u8> {
    let text = format!("{}\n{}\n{}", label.game, label.rules, label.name);
    let mut out = MAGIC.to_vec();
    let palette = palette.map_or(&[][..], Palette::codes);
    let format = if palette.is_empty() { 1 } else { FORMAT };
    for number in [format, label.index_version, label.table.0] {
        out.extend(number.to_le_bytes());
    }
    out.extend([label.metric as u8, width]);
    out.extend((palette.len() as u16).to_le_bytes());
    out.extend(label.len.to_le_bytes());
    for number in [BLOCK as u32, lengths.len() as u32, text.len() as u32, 0] {
        out.extend(number.to_le_bytes());
    }
    out.extend([0; 8]);
    out.extend(text.as_bytes());
    out.extend(palette.iter().flat_map(|code| code.to_le_bytes()));
    let mut offset = (out.len() + 8 * (lengths.len() + 1)) as u64;
    for &length in lengths {
        out.extend(offset.to_le_bytes());
        offset += u64::from(length);
    }
    out.extend(offset.to_le_bytes());
    out
}

/// The codes from one place to another as they are written: where there is no position, the code
/// before it stands again, or the next where there is none before it in the block.
fn filled(cells: &Cells, first: u64, end: u64) -> Vec<u8> {
    let codes = || (first..end).map(|at| cells.code(at));
    let mut last = codes().find(|code| *code != NOTHING).unwrap_or(NOTHING);
    let codes = codes().map(|code| {
        last = if code == NOTHING { last } else { code };
        last
    });
    let codes: Vec<u16> = codes.collect();
    match cells {
        Cells::Quarters(..) => codes.chunks(4).map(quarters).collect(),
        Cells::Bytes(_) => codes.into_iter().map(|code| code as u8).collect(),
        Cells::Named(_, palette) => codes.into_iter().map(|code| palette.name(code)).collect(),
        Cells::Words(_) => codes.into_iter().flat_map(u16::to_le_bytes).collect(),
    }
}

/// The checksum of what begins a file, to go on with.
fn checksum(head: &[u8]) -> Xxh3 {
    let mut hash = Xxh3::new();
    hash.update(&head[..CHECKSUM_AT]);
    hash.update(&head[HEADER..]);
    hash
}

/// The checksum of a file that begins so.
fn checksum_of(file: &File, head: &[u8], len: u64) -> io::Result<u64> {
    let mut hash = checksum(head);
    let mut chunk = vec![0; CHUNK];
    let mut at = head.len() as u64;
    while at < len {
        let size = (len - at).min(CHUNK as u64);
        let chunk = &mut chunk[..size as usize];
        read_at(file, chunk, at)?;
        hash.update(chunk);
        at += size;
    }
    Ok(hash.digest())
}

/// A table in a file.
#[derive(Debug)]
pub struct TableFile {
    label: Label,
    file: File,
    checksum: u64,
    width: u8,
    palette: Option<Palette>,
    offsets: Vec<u64>,
    unpacked: Blocks,
}

impl TableFile {
    /// Opens a file and believes it only if every byte is as it was written.
    pub fn open(path: &Path) -> Result<Self, Refused> {
        Self::read(path).map_err(|reason| Refused { path: path.to_owned(), reason })
    }

    fn read(path: &Path) -> Result<Self, Reason> {
        let file = open(path)?;
        let found = file.metadata()?.len();
        if found < HEADER as u64 {
            return Err(Reason::Length { found, expected: HEADER as u64 });
        }
        let mut bytes = vec![0; HEADER];
        read_at(&file, &mut bytes, 0)?;
        if bytes[..8] != *MAGIC {
            return Err(Reason::Foreign);
        }
        let format = number32(&bytes, 8);
        if format > FORMAT {
            return Err(Reason::Newer(format));
        }
        let (blocks, text) = (number32(&bytes, 36) as usize, number32(&bytes, 40) as usize);
        let names = if format > 1 { usize::from(number16(&bytes, 22)) } else { 0 };
        let first = HEADER + text + 2 * names;
        let last = first + 8 * blocks;
        let head = last as u64 + 8;
        if found < head {
            return Err(Reason::Length { found, expected: head });
        }
        bytes.resize(last + 8, 0);
        read_at(&file, &mut bytes, 0)?;
        let expected = number64(&bytes, last);
        if found != expected {
            return Err(Reason::Length { found, expected });
        }
        let checksum = number64(&bytes, CHECKSUM_AT);
        if checksum_of(&file, &bytes, found)? != checksum {
            return Err(Reason::Damaged);
        }
        let (label, width) = label_of(&bytes, text)?;
        let palette = palette_of(&bytes, HEADER + text, names, width)?;
        let offsets: Vec<u64> = (0..=blocks).map(|i| number64(&bytes, first + 8 * i)).collect();
        let is_sound = offsets.is_sorted()
            && offsets[0] == head
            && unpacked_bytes(label.len, width).div_ceil(BLOCK as u128) == blocks as u128
            && number32(&bytes, 32) == BLOCK as u32;
        if !is_sound {
            return Err(Reason::Malformed("the blocks do not fit the places"));
        }
        let unpacked = Blocks::new(blocks);
        Ok(Self { label, file, checksum, width, palette, offsets, unpacked })
    }

    /// What it is.
    pub fn label(&self) -> &Label {
        &self.label
    }

    /// The checksum that stands in it.
    pub(super) const fn checksum(&self) -> u64 {
        self.checksum
    }

    /// How its codes are kept.
    pub(super) fn form(&self) -> Form<'_> {
        Form { width: self.width, palette: self.palette.as_ref() }
    }

    /// Length of the file in bytes.
    pub fn bytes(&self) -> u64 {
        self.offsets.last().copied().unwrap_or_default()
    }

    /// Whether it is what was wanted.
    pub fn expect(self, path: &Path, wanted: &Label) -> Result<Self, Refused> {
        let pairs = [
            ("game", self.label.game.clone(), wanted.game.clone()),
            ("rules", self.label.rules.clone(), wanted.rules.clone()),
            ("numbering", self.label.index_version.to_string(), wanted.index_version.to_string()),
            ("table", self.label.name.clone(), wanted.name.clone()),
            ("table number", self.label.table.0.to_string(), wanted.table.0.to_string()),
            ("metric", self.label.metric.to_string(), wanted.metric.to_string()),
            ("places", self.label.len.to_string(), wanted.len.to_string()),
        ];
        let other = pairs.into_iter().find(|(_, found, expected)| found != expected);
        let Some((what, found, expected)) = other else { return Ok(self) };
        Err(Refused { path: path.to_owned(), reason: Reason::Other { what, found, expected } })
    }

    /// The code at a place; `None` if the block cannot be read or unpacked any more, since somebody
    /// has changed the file.
    #[inline]
    pub fn code(&self, at: u64, budget: &Budget) -> Option<u16> {
        debug_assert!(at < self.label.len, "{at}");
        let bit = at * u64::from(self.width);
        let (block, inside) = ((bit / 8) as usize / BLOCK, (bit / 8) as usize % BLOCK);
        let read = |bytes: &[u8]| match self.width {
            2 => bytes.get(inside).map(|byte| u16::from(byte >> (bit % 8) & 3)),
            8 => bytes.get(inside).copied().map(u16::from),
            _ => bytes.get(inside..inside + 2).map(|two| u16::from_le_bytes([two[0], two[1]])),
        };
        let code = if let Some(code) = self.unpacked.read(block, read) {
            code
        } else {
            let bytes = self.unpack(block)?;
            let code = read(&bytes);
            budget.keep(&self.unpacked, block, bytes);
            code
        };
        // A name fits a byte.
        self.palette.as_ref().map_or(code, |palette| code.map(|name| palette.code(name as u8)))
    }

    fn unpack(&self, block: usize) -> Option<Vec<u8>> {
        let (from, to) = (self.offsets[block], self.offsets[block + 1]);
        let mut packed = vec![0; (to - from) as usize];
        read_at(&self.file, &mut packed, from).ok()?;
        let bytes = packing::unpack(&packed, BLOCK).ok()?;
        let rest = unpacked_bytes(self.label.len, self.width) - (block * BLOCK) as u128;
        (bytes.len() as u128 == rest.min(BLOCK as u128)).then_some(bytes)
    }

    /// All codes, in memory.
    pub fn cells(&self) -> Option<Cells> {
        let blocks = parallel::map(self.unpacked.len(), |block| self.unpack(block));
        let blocks: Option<Vec<Vec<u8>>> = blocks.into_iter().collect();
        let blocks = blocks?;
        let mut raw = vec_for(blocks.iter().map(Vec::len).sum())?;
        for block in blocks {
            raw.extend_from_slice(&block);
        }
        Some(match self.width {
            2 => Cells::Quarters(raw, self.label.len),
            8 => match &self.palette {
                Some(palette) => Cells::Named(raw, palette.clone()),
                None => Cells::Bytes(raw),
            },
            _ => {
                let words = raw.chunks_exact(2).map(|two| u16::from_le_bytes([two[0], two[1]]));
                Cells::Words(words.collect())
            }
        })
    }
}

/// Bytes of all places together.
fn unpacked_bytes(len: u64, width: u8) -> u128 {
    (u128::from(len) * u128::from(width)).div_ceil(8)
}

fn label_of(bytes: &[u8], text: usize) -> Result<(Label, u8), Reason> {
    let (metric, width) = (usize::from(bytes[20]), bytes[21]);
    let metric = *Metric::ALL.get(metric).ok_or(Reason::Malformed("no such metric"))?;
    if ![2, 8, 16].contains(&width) {
        return Err(Reason::Malformed("no such width"));
    }
    let text = std::str::from_utf8(&bytes[HEADER..HEADER + text]);
    let text = text.map_err(|_| Reason::Malformed("the text is no text"))?;
    let lines: Vec<&str> = text.split('\n').collect();
    let [game, rules, name] = lines[..] else {
        return Err(Reason::Malformed("the text has not three lines"));
    };
    let (index_version, table) = (number32(bytes, 12), TableId(number32(bytes, 16)));
    let (game, rules, name) = (game.to_owned(), rules.to_owned(), name.to_owned());
    let len = number64(bytes, 24);
    Ok((Label { game, rules, name, index_version, table, metric, len }, width))
}

fn palette_of(bytes: &[u8], at: usize, names: usize, width: u8) -> Result<Option<Palette>, Reason> {
    if names == 0 {
        return Ok(None);
    }
    let codes: Vec<u16> = (0..names).map(|i| number16(bytes, at + 2 * i)).collect();
    let palette = Palette::from_sorted(&codes).filter(|_| width == 8);
    palette.map(Some).ok_or(Reason::Malformed("the palette is none"))
}

fn number16(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

fn number32(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"))
}

fn number64(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"))
}
