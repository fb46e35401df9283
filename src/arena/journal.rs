//! What a match has come to, kept through a crash.
//!
//! Games are appended to a file of records as they end, in the order of their numbers, and each is
//! then noted in the journal beside it (`FILE.journal`) with the length that the files of records
//! and of positions have now. After a crash the files are cut to the lengths of the last whole
//! note, and the match goes on behind it.
//!
//! ```text
//! plyglot match 1 0123456789abcdef        fingerprint of players, terms and schedule
//! game 0 2 5127 0 checkmate xxh3:…        number, half points of the pair's first player,
//! game 1 1 9871 0 stalemate xxh3:…        bytes of both files, reason, checksum of the line
//! ```

use std::fs::{File, OpenOptions};
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::xxh3_64;

use super::stats::HalfPoints;

/// A finished game as the journal has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Its number.
    pub number: u64,
    /// Half points of the first player of the pair.
    pub points: HalfPoints,
    /// What ended it.
    pub reason: String,
    /// Bytes of the records and of the positions with this game.
    bytes: [u64; 2],
}

/// The files of a match.
#[derive(Debug)]
pub struct Journal {
    notes: File,
    /// Records, and positions where they are wanted.
    files: [Option<File>; 2],
    bytes: [u64; 2],
}

impl Journal {
    /// Begins a match's files, or takes them up where a match of the same fingerprint was left.
    /// Returns the games that are in them. Files that exist are not overwritten.
    pub fn open(
        records: &Path,
        positions: Option<&Path>,
        fingerprint: u64,
        resume: bool,
    ) -> Result<(Self, Vec<Entry>), String> {
        let path = journal_path(records);
        let head = format!("plyglot match 1 {fingerprint:016x}\n");
        let existing = [Some(records), positions, Some(&path)].into_iter().flatten();
        if let Some(file) = existing.clone().find(|file| file.exists() && !resume) {
            return Err(format!("{}: is there already; --resume goes on with it", file.display()));
        }
        let mut journal = open(&path)?;
        let mut text = String::new();
        let io = |error: std::io::Error| format!("{}: {error}", path.display());
        journal.read_to_string(&mut text).map_err(io)?;
        let (entries, whole) = if text.is_empty() {
            (Vec::new(), 0)
        } else if text.starts_with(&head) {
            entries(&text, head.len())
        } else {
            let found = text.lines().next().unwrap_or("");
            let found = crate::core::text::shorten(found);
            return Err(format!(
                "{}: found `{found}`, expected `{}`: another match",
                path.display(),
                head.trim_end()
            ));
        };
        cut(&mut journal, whole as u64).map_err(io)?;
        if whole == 0 {
            append(&mut journal, &head).map_err(io)?;
        }
        let bytes = entries.last().map_or([0, 0], |entry: &Entry| entry.bytes);
        let mut files = [Some(open(records)?), positions.map(open).transpose()?];
        for (file, bytes) in files.iter_mut().zip(bytes) {
            file.as_mut().map_or(Ok(()), |file| cut(file, bytes)).map_err(io)?;
        }
        Ok((Self { notes: journal, files, bytes }, entries))
    }

    /// Writes a game down, and then that it is written.
    pub fn add(
        &mut self,
        number: u64,
        points: HalfPoints,
        reason: &str,
        texts: [&str; 2],
    ) -> std::io::Result<()> {
        for ((file, bytes), text) in self.files.iter_mut().zip(&mut self.bytes).zip(texts) {
            if let Some(file) = file {
                append(file, text)?;
                *bytes += text.len() as u64;
            }
        }
        let [records, positions] = self.bytes;
        let line = format!("game {number} {points} {records} {positions} {reason} ");
        let sum = xxh3_64(line.as_bytes());
        append(&mut self.notes, &format!("{line}xxh3:{sum:016x}\n"))
    }
}

fn journal_path(records: &Path) -> PathBuf {
    let mut name = records.as_os_str().to_owned();
    name.push(".journal");
    name.into()
}

fn open(path: &Path) -> Result<File, String> {
    let opened = OpenOptions::new().read(true).append(true).create(true).open(path);
    opened.map_err(|error| format!("{}: {error}", path.display()))
}

/// Cuts a file to this length; a shorter one has lost something.
fn cut(file: &mut File, bytes: u64) -> std::io::Result<()> {
    if file.metadata()?.len() < bytes {
        return Err(std::io::Error::other("a file of the match is shorter than its journal says"));
    }
    file.set_len(bytes)
}

fn append(file: &mut File, text: &str) -> std::io::Result<()> {
    file.write_all(text.as_bytes())?;
    file.sync_data()
}

/// The whole entries after the head, and where the last of them ends.
fn entries(text: &str, head: usize) -> (Vec<Entry>, usize) {
    let mut entries = Vec::new();
    let mut whole = head;
    for line in text[head..].split_inclusive('\n') {
        match entry(line, entries.len() as u64) {
            Some(entry) => entries.push(entry),
            None => break,
        }
        whole += line.len();
    }
    (entries, whole)
}

fn entry(line: &str, number: u64) -> Option<Entry> {
    let (body, sum) = line.strip_suffix('\n')?.split_once("xxh3:")?;
    if u64::from_str_radix(sum, 16) != Ok(xxh3_64(body.as_bytes())) {
        return None;
    }
    let mut words = body.trim_end().strip_prefix("game ")?.splitn(5, ' ');
    let mut next = || words.next();
    let found: u64 = next()?.parse().ok()?;
    let points = next()?.parse().ok()?;
    let bytes = [next()?.parse().ok()?, next()?.parse().ok()?];
    let reason = next()?.to_owned();
    (found == number).then_some(Entry { number, points, reason, bytes })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn add(journal: &mut Journal, number: u64) {
        let text = format!("record {number}\n");
        journal.add(number, 1, "full board", [&text, "p\n"]).unwrap();
    }

    #[test]
    fn a_match_goes_on_where_it_was_left_whatever_was_half_written() {
        let folder = tempfile::tempdir().unwrap();
        let (records, positions) = (folder.path().join("games"), folder.path().join("positions"));
        let begin = |resume| Journal::open(&records, Some(&positions), 7, resume);
        let (mut journal, none) = begin(false).unwrap();
        assert_eq!(none, []);
        (0..3).for_each(|number| add(&mut journal, number));
        drop(journal);
        let whole = fs::read_to_string(journal_path(&records)).unwrap();
        let last = whole.trim_end().rfind('\n').unwrap() + 1;
        for end in last..=whole.len() {
            fs::write(journal_path(&records), &whole[..end]).unwrap();
            fs::write(&records, "record 0\nrecord 1\nrecord 2\nhalf a rec").unwrap();
            let (mut journal, games) = begin(true).unwrap();
            let kept = if end == whole.len() { 3 } else { 2 };
            assert_eq!(games.len(), kept, "cut at {end}");
            assert_eq!(games[1].reason, "full board");
            (kept as u64..4).for_each(|number| add(&mut journal, number));
            let text = fs::read_to_string(&records).unwrap();
            assert_eq!(text, "record 0\nrecord 1\nrecord 2\nrecord 3\n");
        }
    }

    #[test]
    fn files_that_are_there_and_other_matches_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let records = folder.path().join("games");
        drop(Journal::open(&records, None, 7, false).unwrap());
        let error = Journal::open(&records, None, 7, false).unwrap_err();
        assert!(error.ends_with("is there already; --resume goes on with it"), "{error}");
        let error = Journal::open(&records, None, 8, true).unwrap_err();
        assert!(error.ends_with(": another match"), "{error}");
        assert!(Journal::open(&records, None, 7, true).is_ok());
    }

    #[test]
    fn a_file_of_records_that_has_shrunk_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let records = folder.path().join("games");
        let (mut journal, _) = Journal::open(&records, None, 7, false).unwrap();
        add(&mut journal, 0);
        drop(journal);
        fs::write(&records, "rec").unwrap();
        assert!(Journal::open(&records, None, 7, true).unwrap_err().contains("shorter"));
    }
}
