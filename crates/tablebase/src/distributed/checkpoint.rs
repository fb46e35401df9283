//! A table under way, kept on disk, so that hours are not lost with a machine.
//!
//! A checkpoint stands in a folder beside the table's file: a part for each rank, and a manifest that
//! names them. Parts are written first, each under the number of its checkpoint (its *generation*);
//! the manifest then takes the place of the one before, and only after that the older parts go. So
//! there is always one whole checkpoint, and never the half of two.
//!
//! ```text
//! KRKPN.dtm.checkpoint/manifest     what table, which round, how many ranks, a line for each part
//! KRKPN.dtm.checkpoint/3-0.part     what is known of the places of rank 0, chunk by chunk; then the
//! KRKPN.dtm.checkpoint/3-1.part     places that had not told others yet
//! ```
//!
//! Chunks do not depend on the number of ranks ([`super::layout`]), so any number of them can take a
//! checkpoint up: each reads its own chunks out of whatever parts hold them. What was looked at behind
//! a chunk that was not is looked at again.
//!
//! When one is due, rank 0 says so ([`Tag::Pause`]); the others come to rest as at the end of a round,
//! but for what they still have to tell.

use std::fs::{self, File};
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use xxhash_rust::xxh3::Xxh3;

use super::exchange::{Exchange, Tag, bytes_of, numbers_of};
use super::held::Held;
use super::kind::Kind;
use super::layout::Layout;
use super::manifest::{Manifest, Part};
use super::share::Shape;
use crate::indexer::TableId;
use crate::value::NOTHING;
use plyglot_core::file::{WholeFile, open, read, read_at, write_whole};

/// No manifest is longer.
const MANIFEST_BYTES_MAX: u64 = 1 << 24;
/// So much is read at once for a checksum.
const READ_BYTES: usize = 1 << 20;

/// How far a table has come.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(super) struct State {
    /// The rank's chunks that have been looked at.
    pub(super) looked: u64,
    /// The round that runs; none before the first.
    pub(super) round: Option<i32>,
    /// All places have been gone through in it.
    pub(super) is_scanned: bool,
}

/// Keeps the checkpoints of one table, and takes one up.
pub(super) struct Keeper<'k> {
    folder: Option<PathBuf>,
    /// The time between two.
    every: Option<Duration>,
    clock: &'k dyn Fn() -> Duration,
    due: Duration,
    /// What table, under which rules, and how it is solved.
    about: String,
    /// Which of the solutions that a table takes.
    pub(super) stage: u32,
    /// What is known of the table under way, where it is needed: its codes are kept as well.
    pub(super) known: Option<TableId>,
    found: Option<Manifest>,
    generation: u64,
    /// Rank 0 has called for a pause, or another has heard of one.
    is_pause: bool,
    /// Why a checkpoint was not taken up.
    pub(super) refused: Option<String>,
}

impl<'k> Keeper<'k> {
    /// `folder` is where checkpoints stand, if they are to be kept or taken up.
    pub(super) fn new(
        folder: Option<PathBuf>,
        every: Option<Duration>,
        clock: &'k dyn Fn() -> Duration,
        about: String,
    ) -> Self {
        let due = clock() + every.unwrap_or_default();
        Self {
            folder,
            every,
            clock,
            due,
            about,
            stage: 0,
            known: None,
            found: None,
            generation: 0,
            is_pause: false,
            refused: None,
        }
    }

    /// Looks for a checkpoint, as rank 0 sees it; all ranks look for its parts. Returns the stage to
    /// begin with. One that is damaged is passed over; one of something else is not ours to replace.
    pub(super) fn open(&mut self, exchange: &mut Exchange<'_>) -> Result<u32, String> {
        let Some(folder) = &self.folder else { return Ok(0) };
        let path = folder.join("manifest");
        let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let is_taken = exchange.rank() == 0 && folder.exists() && !folder.is_dir();
        let shown = folder.display();
        let place = if is_taken {
            Err(format!("{shown}: found a file, expected a folder for checkpoints, or nothing"))
        } else {
            Ok(())
        };
        exchange.agree(place)?;
        let bytes = if exchange.rank() == 0 && path.exists() {
            read(&path, MANIFEST_BYTES_MAX).map(Some).map_err(|error| failed(&error))
        } else {
            Ok(None)
        };
        exchange.agree(bytes.as_ref().map(|_| ()).map_err(Clone::clone))?;
        let [is_there] = exchange.reduce([matches!(bytes, Ok(Some(_))).into()], u64::max);
        let bytes = exchange.broadcast(bytes?.unwrap_or_default());
        if is_there == 0 {
            return Ok(0);
        }
        // What is no text is damaged like other text whose checksum differs.
        let text = String::from_utf8_lossy(&bytes);
        let about = Manifest::about(&text).unwrap_or(&self.about);
        if about != self.about {
            let other = format!("found a checkpoint of `{about}`, expected `{}`", self.about);
            return Err(failed(&other));
        }
        let sound = Manifest::parse(&text)
            .and_then(|manifest| self.check_parts(exchange, &manifest).map(|()| manifest));
        let agreed = exchange.agree(sound.as_ref().map(|_| ()).map_err(Clone::clone));
        match (sound, agreed) {
            (Ok(manifest), Ok(())) => {
                self.generation = manifest.generation;
                let stage = manifest.stage;
                self.found = Some(manifest);
                Ok(stage)
            }
            (Err(error), _) | (_, Err(error)) => {
                self.refused = Some(failed(&error));
                Ok(0)
            }
        }
    }

    /// Every part is seen by all ranks, and verified by one.
    fn check_parts(&self, exchange: &Exchange<'_>, manifest: &Manifest) -> Result<(), String> {
        for at in 0..manifest.parts.len() {
            let path = self.part(manifest.generation, at);
            let failed = |error: String| format!("{}: {error}", path.display());
            let file = open(&path).map_err(|error| failed(error.to_string()))?;
            if at % exchange.size() != exchange.rank() {
                continue;
            }
            let sum = checksum(&file).map_err(|error| failed(error.to_string()))?;
            if sum != manifest.parts[at].sum {
                return Err(failed("damaged: the checksum differs".to_owned()));
            }
        }
        Ok(())
    }

    fn part(&self, generation: u64, rank: usize) -> PathBuf {
        let folder = self.folder.as_deref().unwrap_or(Path::new("."));
        folder.join(format!("{generation}-{rank}.part"))
    }

    /// Reads what a checkpoint of this stage knows of the rank's places: how far the table has come,
    /// and what of it was not told yet.
    pub(super) fn take_up<M, E, K: Kind<M, E>>(
        &mut self,
        exchange: &mut Exchange<'_>,
        layout: &Layout,
        kind: &mut K,
    ) -> Result<Option<(State, Vec<u32>)>, String> {
        let stage = self.stage;
        let Some(found) = self.found.take_if(|found| found.stage == stage) else {
            return Ok(None);
        };
        let rank = exchange.rank();
        let places = if self.known.is_some() { layout.own_places(rank) as usize } else { 0 };
        let mut known = vec![NOTHING; places];
        let read = self.fits(layout, &found, K::BYTES);
        let read = read.and_then(|()| self.read_chunks(rank, layout, kind, &found, &mut known));
        let read =
            read.and_then(|looked| Ok((looked, self.read_fresh(rank, layout, &found, K::BYTES)?)));
        exchange.agree(read.as_ref().map(|_| ()).map_err(Clone::clone))?;
        let (looked, fresh) = read?;
        if let Some(table) = self.known {
            exchange.keep(table, Held::Share(Shape::Words.share(*layout, known.into_iter())));
        }
        kind.resume_at(found.reach);
        let state = State { looked, round: found.round, is_scanned: found.is_scanned };
        Ok(Some((state, fresh)))
    }

    /// Whether the parts can be what the manifest says, and that a checkpoint of this table: a checksum only
    /// tells that nothing was changed since it was made.
    fn fits(&self, layout: &Layout, found: &Manifest, bytes: usize) -> Result<(), String> {
        let old = Layout::new(layout.places(), found.parts.len());
        for (index, part) in found.parts.iter().enumerate() {
            let path = self.part(found.generation, index);
            let failed = |what: String| format!("{}: {what}", path.display());
            let chunks = old.chunks_of(index).count() as u64;
            if part.looked > chunks {
                let looked = part.looked;
                return Err(failed(format!("found {looked} chunks, expected {chunks} at most")));
            }
            let begin = self.begin_of_fresh(&old, index, part, bytes);
            let expected = begin.checked_add(part.fresh.saturating_mul(8));
            let file = open(&path).and_then(|file| file.metadata());
            let len = file.map_err(|error| failed(error.to_string()))?.len();
            if expected != Some(len) {
                let expected = expected.unwrap_or(u64::MAX);
                return Err(failed(format!("found {len} bytes, expected {expected}")));
            }
        }
        Ok(())
    }

    /// Where in a part the places begin that had not told others.
    fn begin_of_fresh(&self, old: &Layout, index: usize, part: &Part, bytes: usize) -> u64 {
        let chunks = old.chunks_of(index).take(part.looked as usize);
        let places: u64 = chunks.map(|at| old.places_of(at)).map(|at| at.end - at.start).sum();
        places * self.bytes_each(bytes) as u64
    }

    /// Bytes of a place in a part.
    fn bytes_each(&self, of_kind: usize) -> usize {
        of_kind + if self.known.is_some() { 2 } else { 0 }
    }

    /// The rank's chunks, from whatever parts hold them; gives back how many of them, from the first
    /// on, had been looked at.
    fn read_chunks<M, E, K: Kind<M, E>>(
        &self,
        rank: usize,
        layout: &Layout,
        kind: &mut K,
        found: &Manifest,
        known: &mut [u16],
    ) -> Result<u64, String> {
        let old = Layout::new(layout.places(), found.parts.len());
        let each = self.bytes_each(K::BYTES);
        let mut buffer = Vec::new();
        for (own_chunk, chunk) in (0..).zip(layout.chunks_of(rank)) {
            let (index, at) = old.chunk_of(chunk);
            if at >= found.parts[index].looked {
                return Ok(own_chunk);
            }
            let places = layout.places_of(chunk);
            buffer.resize((places.end - places.start) as usize * each, 0);
            let path = self.part(found.generation, index);
            let begin = at * layout.chunk_places() * each as u64;
            let read = open(&path).and_then(|file| read_at(&file, &mut buffer, begin));
            read.map_err(|error| format!("{}: {error}", path.display()))?;
            let first = (own_chunk * layout.chunk_places()) as usize;
            for (own, place) in (first..).zip(buffer.chunks_exact(each)) {
                kind.load(own, &place[..K::BYTES]);
                if let [low, high] = place[K::BYTES..] {
                    known[own] = u16::from_le_bytes([low, high]);
                }
            }
        }
        Ok(layout.chunks_of(rank).count() as u64)
    }

    /// The rank's places among those that had not told others, from all parts.
    fn read_fresh(
        &self,
        rank: usize,
        layout: &Layout,
        found: &Manifest,
        bytes: usize,
    ) -> Result<Vec<u32>, String> {
        let old = Layout::new(layout.places(), found.parts.len());
        let mut fresh = Vec::new();
        for (index, part) in found.parts.iter().enumerate() {
            let path = self.part(found.generation, index);
            let mut tail = vec![0; part.fresh as usize * 8];
            let begin = self.begin_of_fresh(&old, index, part, bytes);
            let read = open(&path).and_then(|file| read_at(&file, &mut tail, begin));
            read.map_err(|error| format!("{}: {error}", path.display()))?;
            for one in numbers_of(&tail) {
                if one >> 1 >= layout.places() {
                    let (place, places) = (one >> 1, layout.places());
                    let what = format!("found place {place}, expected one below {places}");
                    return Err(format!("{}: {what}", path.display()));
                }
                let (owner, own) = layout.owner(one >> 1);
                if owner == rank {
                    fresh.push((own as u32) << 1 | (one & 1) as u32);
                }
            }
        }
        Ok(fresh)
    }

    /// Whether a pause has been called for; rank 0 calls for one when it is time.
    #[inline]
    pub(super) fn is_pause(&mut self, exchange: &mut Exchange<'_>) -> bool {
        if self.is_pause {
            return true;
        }
        let Some(every) = self.every else { return false };
        if exchange.rank() > 0 {
            self.is_pause = exchange.take(Tag::Pause).is_some();
        } else if (self.clock)() >= self.due {
            self.due = (self.clock)() + every;
            for rank in 1..exchange.size() {
                exchange.send_as(Tag::Pause, rank, &[]);
            }
            self.is_pause = true;
        }
        self.is_pause
    }

    /// The pauses that this rank has called for and that have not ended.
    pub(super) fn pauses(&self) -> u64 {
        self.is_pause.into()
    }

    /// All are at rest.
    pub(super) fn end_pause(&mut self, exchange: &mut Exchange<'_>) {
        if exchange.rank() > 0 && !self.is_pause {
            exchange.wait_from(Tag::Pause, 0);
        }
        self.is_pause = false;
    }

    /// Writes a checkpoint: `fresh` are the places that have not told others, twice their number, and
    /// 1 if won.
    pub(super) fn keep<M, E, K: Kind<M, E>>(
        &mut self,
        exchange: &mut Exchange<'_>,
        layout: &Layout,
        kind: &K,
        state: &State,
        fresh: &[u64],
    ) -> Result<(), String> {
        let Some(folder) = self.folder.clone() else { return Ok(()) };
        let (rank, before) = (exchange.rank(), self.generation);
        self.generation += 1;
        let path = self.part(self.generation, rank);
        let made = fs::create_dir_all(&folder).and_then(|()| {
            let share = self.known.and_then(|table| exchange.share(table));
            write_part(
                &path,
                layout.chunks_of(rank).take(state.looked as usize),
                |chunk, out| {
                    let places = layout.places_of(chunk);
                    for at in places {
                        let own = layout.owner(at).1;
                        kind.save(own as usize, out);
                        if let Some(share) = share {
                            out.extend(share.cells.code(own).to_le_bytes());
                        }
                    }
                },
                fresh,
            )
        });
        let failed = |error: std::io::Error| format!("{}: {error}", path.display());
        let made = made.map_err(failed);
        let agreed = exchange.agree(made.as_ref().map(|_| ()).map_err(Clone::clone));
        if agreed.is_err() && rank == 0 {
            // Nothing is left of a first one; where there is one before, the folder stays with it.
            let _ = fs::remove_dir(&folder);
        }
        agreed?;
        let mut parts = vec![0; 3 * exchange.size()];
        parts[3 * rank..3 * rank + 3].copy_from_slice(&[state.looked, fresh.len() as u64, made?]);
        let parts = exchange.reduce_list(parts, |a, b| a | b);
        let reach = exchange.reduce([kind.reach()], u64::max)[0];
        let parts = parts.chunks_exact(3).map(|part| Part {
            looked: part[0],
            fresh: part[1],
            sum: part[2],
        });
        let manifest = Manifest {
            generation: self.generation,
            stage: self.stage,
            round: state.round,
            is_scanned: state.is_scanned,
            reach,
            parts: parts.collect(),
        };
        let path = folder.join("manifest");
        let text = manifest.text(&self.about);
        let written = if rank == 0 { write_whole(&path, text.as_bytes()) } else { Ok(()) };
        exchange.agree(written.map_err(|error| format!("{}: {error}", path.display())))?;
        self.clear(exchange, before);
        Ok(())
    }

    /// Removes the parts of an older checkpoint, however many ranks made it.
    fn clear(&self, exchange: &Exchange<'_>, generation: u64) {
        if exchange.rank() == 0 {
            let path = |rank| self.part(generation, rank);
            let mut parts = (0..usize::MAX).map(path);
            while parts.next().is_some_and(|part| fs::remove_file(part).is_ok()) {}
        }
    }

    /// The table is made: nothing of it is needed any more.
    pub(super) fn done(&self, exchange: &Exchange<'_>) {
        if let Some(folder) = self.folder.as_ref().filter(|_| exchange.rank() == 0) {
            // What cannot be removed stays.
            let _ = fs::remove_dir_all(folder);
        }
    }
}

/// Writes a part; gives back its checksum.
fn write_part(
    path: &Path,
    chunks: impl Iterator<Item = u64>,
    mut of_chunk: impl FnMut(u64, &mut Vec<u8>),
    fresh: &[u64],
) -> std::io::Result<u64> {
    let mut file = BufWriter::new(WholeFile::create(path)?);
    let mut hash = Xxh3::new();
    let mut bytes = Vec::new();
    for chunk in chunks {
        bytes.clear();
        of_chunk(chunk, &mut bytes);
        hash.update(&bytes);
        file.write_all(&bytes)?;
    }
    let tail = bytes_of(fresh);
    hash.update(&tail);
    file.write_all(&tail)?;
    file.into_inner().map_err(std::io::IntoInnerError::into_error)?.put()?;
    Ok(hash.digest())
}

fn checksum(file: &File) -> std::io::Result<u64> {
    let (len, mut at) = (file.metadata()?.len(), 0);
    let (mut hash, mut buffer) = (Xxh3::new(), vec![0; READ_BYTES]);
    while at < len {
        let size = (len - at).min(READ_BYTES as u64) as usize;
        read_at(file, &mut buffer[..size], at)?;
        hash.update(&buffer[..size]);
        at += size as u64;
    }
    Ok(hash.digest())
}
