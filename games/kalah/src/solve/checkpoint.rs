//! A long proof under way, kept in a file: what is proven so far, and the part of the memory that has
//! cost the most.
//!
//! ```text
//!   "plyglot kalah settlement 1"    and the end of a line; then a line each:
//!   rules RULES
//!   board STONES… / STONES…         pit by pit, the side to move first
//!   used NODES SECONDS              so far
//!   margin LOW HIGH
//!   pit PIT LOW HIGH                of each opening pit
//!   answer GOAL VALUE NODES SECONDS for each question answered: what was used until then
//!   entries COUNT
//!   …                               12 bytes each: number u64, low i8, high i8, pit u8, work u8
//!   …  checksum                     u64: xxh3 of all before it
//! ```
//!
//! Numbers are little-endian. A position's number means the same in a memory of any size, so a proof
//! may go on with another one, and with tables of more stones.

use std::fmt::Write as _;
use std::io::{self, Read as _, Write as _};
use std::path::Path;

use plyglot_core::file::{WholeFile, open};
use xxhash_rust::xxh3::Xxh3;

use super::memory::{Known, Memory, WORK_MAX};

const HEAD: &str = "plyglot kalah settlement 1";
/// No more entries are kept: 240 MB, written in a second or two.
const ENTRIES_MAX: u64 = 20_000_000;
const ENTRY_BYTES: usize = 12;
/// The text at the beginning of a file is not longer.
const TEXT_MAX: usize = 1 << 16;

/// What is known of a margin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// It is at least this …
    pub low: i16,
    /// … and at most this.
    pub high: i16,
}

impl Bounds {
    /// Takes in the answer to whether it is at least `goal`, a bound from below or else from above.
    pub(super) const fn learn(&mut self, goal: i16, value: i16) {
        if value >= goal {
            self.low = value;
        } else {
            self.high = value;
        }
    }
}

/// A question answered: whether the margin is at least `goal`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Answer {
    /// What was asked for.
    pub goal: i16,
    /// A bound of the margin: from below if it is at least `goal`, else from above.
    pub value: i16,
    /// All that was searched until then.
    pub nodes: u64,
    /// All the time it took.
    pub seconds: u64,
}

/// How far a proof has come.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standing {
    /// Of the board.
    pub margin: Bounds,
    /// Of each opening pit that holds stones, counted from 0, as the side to move sees it.
    pub pits: Vec<(usize, Bounds)>,
    /// One after the other.
    pub answers: Vec<Answer>,
    /// Positions searched so far, in all runs.
    pub nodes: u64,
    /// The time of all runs.
    pub seconds: u64,
}

impl Standing {
    fn text(&self, about: &str, entries: u64) -> String {
        let Self { margin, pits, answers, nodes, seconds } = self;
        let mut text = format!("{HEAD}\n{about}used {nodes} {seconds}\n");
        let _ = writeln!(text, "margin {} {}", margin.low, margin.high);
        for (pit, Bounds { low, high }) in pits {
            let _ = writeln!(text, "pit {} {low} {high}", pit + 1);
        }
        for Answer { goal, value, nodes, seconds } in answers {
            let _ = writeln!(text, "answer {goal} {value} {nodes} {seconds}");
        }
        let _ = writeln!(text, "entries {entries}");
        text
    }

    /// What the lines after those about the board say, but for the last; `None` if they are others.
    fn parse<'t>(lines: impl Iterator<Item = &'t str>) -> Option<Self> {
        let mut read = Self {
            margin: Bounds { low: i16::MIN, high: i16::MAX },
            pits: Vec::new(),
            answers: Vec::new(),
            nodes: 0,
            seconds: 0,
        };
        for line in lines {
            let mut words = line.split(' ');
            let name = words.next()?;
            let numbers = words.map(|word| word.parse().ok()).collect::<Option<Vec<i64>>>()?;
            let small = |at: usize| i16::try_from(numbers[at]).ok();
            let large = |at: usize| u64::try_from(numbers[at]).ok();
            match (name, numbers.len()) {
                ("used", 2) => (read.nodes, read.seconds) = (large(0)?, large(1)?),
                ("margin", 2) => read.margin = Bounds { low: small(0)?, high: small(1)? },
                ("pit", 3) => {
                    let pit = usize::try_from(numbers[0]).ok()?.checked_sub(1)?;
                    read.pits.push((pit, Bounds { low: small(1)?, high: small(2)? }));
                }
                ("answer", 4) => read.answers.push(Answer {
                    goal: small(0)?,
                    value: small(1)?,
                    nodes: large(2)?,
                    seconds: large(3)?,
                }),
                _ => return None,
            }
        }
        Some(read)
    }

    /// Whether a proof that began like that can have come to this: a checksum only tells that nothing was
    /// changed since it was made.
    fn follows(&self, fresh: &Self) -> bool {
        let within = |now: Bounds, first: Bounds| {
            first.low <= now.low && now.low <= now.high && now.high <= first.high
        };
        let pits = || self.pits.iter().zip(&fresh.pits);
        within(self.margin, fresh.margin)
            && self.pits.len() == fresh.pits.len()
            && pits().all(|(now, first)| now.0 == first.0 && within(now.1, first.1))
    }
}

/// Writes a checkpoint in the place of the one before. Other threads may go on meanwhile. `about` is
/// lines that tell rules and board.
pub(super) fn write(
    path: &Path,
    about: &str,
    standing: &Standing,
    memory: &Memory,
) -> io::Result<u64> {
    let mut by_work = [0_u64; WORK_MAX as usize + 1];
    memory.each(&mut |_, _, work| by_work[usize::from(work)] += 1);
    // From this on: as many as there may be.
    let mut least = WORK_MAX + 1;
    let mut room = ENTRIES_MAX;
    while least > 1 && by_work[usize::from(least) - 1] <= room {
        least -= 1;
        room -= by_work[usize::from(least)];
    }
    // Others may write between two looks: what is counted is what is found now.
    let mut entries = Vec::new();
    memory.each(&mut |number, Known { low, high, pit }, work| {
        if work >= least {
            entries.extend(number.to_le_bytes());
            entries.extend([low.cast_unsigned(), high.cast_unsigned(), pit, work]);
        }
    });
    let count = (entries.len() / ENTRY_BYTES) as u64;
    let text = standing.text(about, count);
    let mut sum = Xxh3::new();
    sum.update(text.as_bytes());
    sum.update(&entries);
    let mut file = WholeFile::create(path)?;
    file.write_all(text.as_bytes())?;
    file.write_all(&entries)?;
    file.write_all(&sum.digest().to_le_bytes())?;
    file.put()?;
    Ok(count)
}

/// Takes a checkpoint up; `None` where there is none. What is refused leaves the memory as it was.
/// `about` is lines that tell rules and board, and how a proof of it begins.
pub(super) fn read(
    path: &Path,
    about: (&str, &Standing),
    memory: &mut Memory,
) -> Result<Option<Standing>, String> {
    let Some(bytes) = bytes(path)? else { return Ok(None) };
    let (standing, entries) = parsed(path, &bytes, about)?;
    for &[n0, n1, n2, n3, n4, n5, n6, n7, low, high, pit, work] in entries {
        let number = u64::from_le_bytes([n0, n1, n2, n3, n4, n5, n6, n7]);
        let known = Known { low: low.cast_signed(), high: high.cast_signed(), pit };
        memory.keep_after(memory.hash_key(number), known, work.clamp(1, WORK_MAX));
    }
    Ok(Some(standing))
}

/// The error that [`read`] would end with, before anything is made for a proof that cannot go on.
pub(super) fn check(path: &Path, about: (&str, &Standing)) -> Result<(), String> {
    bytes(path)?.map_or(Ok(()), |bytes| parsed(path, &bytes, about).map(|_| ()))
}

/// What the file holds; `None` where there is none.
fn bytes(path: &Path) -> Result<Option<Vec<u8>>, String> {
    let mut bytes = Vec::new();
    match open(path).and_then(|mut file| file.read_to_end(&mut bytes)) {
        Ok(_) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(format!("{}: {error}", path.display())),
    }
}

type Entries<'b> = &'b [[u8; ENTRY_BYTES]];

fn parsed<'b>(
    path: &Path,
    bytes: &'b [u8],
    about: (&str, &Standing),
) -> Result<(Standing, Entries<'b>), String> {
    parse(bytes, about).map_err(|error| format!("{}: {error}", path.display()))
}

fn parse<'b>(
    bytes: &'b [u8],
    (about, fresh): (&str, &Standing),
) -> Result<(Standing, Entries<'b>), String> {
    if !bytes.starts_with(HEAD.as_bytes()) {
        return Err(format!("is no checkpoint: does not begin with `{HEAD}`"));
    }
    let Some((body, told)) = bytes.split_last_chunk::<8>() else {
        return Err("damaged: has no checksum".to_owned());
    };
    let mut sum = Xxh3::new();
    sum.update(body);
    if u64::from_le_bytes(*told) != sum.digest() {
        return Err("damaged: the checksum differs".to_owned());
    }
    let ends = |window: &[u8]| window == b"\nentries ";
    let start = body[..body.len().min(TEXT_MAX)].windows(9).position(ends);
    let end =
        start.and_then(|at| body[at + 1..].iter().position(|&b| b == b'\n').map(|n| at + n + 2));
    let Some((text, entries)) = end.and_then(|end| body.split_at_checked(end)) else {
        return Err("has no line `entries`".to_owned());
    };
    let text = str::from_utf8(text).map_err(|_| "its lines are no text".to_owned())?;
    let rest = text.strip_prefix(&format!("{HEAD}\n")).unwrap_or_default();
    let Some(rest) = rest.strip_prefix(about) else {
        let found: Vec<_> = rest.lines().take(about.lines().count()).collect();
        let expected = about.trim_end().replace('\n', "; ");
        return Err(format!("is of `{}`, expected `{expected}`", found.join("; ")));
    };
    let (lines, count) = rest.rsplit_once("entries ").unwrap_or((rest, ""));
    let standing = Standing::parse(lines.lines())
        .filter(|standing| standing.follows(fresh))
        .ok_or_else(|| "its lines say something else than is expected".to_owned())?;
    let (entries, over) = entries.as_chunks::<ENTRY_BYTES>();
    if !over.is_empty() || count.trim_end() != entries.len().to_string() {
        return Err(format!("has {} entries, expected {}", entries.len(), count.trim_end()));
    }
    Ok((standing, entries))
}
