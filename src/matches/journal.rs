//! What a match has come to, kept through a crash.
//!
//! Games are appended to a file of records as they end, in the order of their numbers, and each is
//! then noted in the journal beside it (`FILE.journal`) with the length that the files of records
//! and of positions have now. After a crash the files are cut to the lengths of the last whole
//! note, and the match goes on behind it.
//!
//! ```text
//! plyglot match 5 {…} xxh3:…              seed, conditions and outline
//! game 0 2 5127 0 89ab… checkmate xxh3:…  number, half points of the pair's first player,
//! game 1 1 9871 0 - crashed xxh3:…        bytes of both files, a number for the moves, reason,
//!                                         checksum of the line
//! ```
//!
//! A line is written by one call, so only the last can be half there: one without its end is
//! dropped. A whole line whose checksum is wrong was damaged later. Nobody can say what the games
//! behind it are worth, nor throws them away for somebody else: the match does not go on.
//!
//! All files of a match are locked while it runs. The numbers are those of the whole match where it is a
//! share of one that is played; its conditions are the same for all its shares.

use std::fs::{File, Metadata};
use std::io::{ErrorKind, Read as _, Write as _};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use super::conditions::Conditions;
use super::outline::Outline;
use super::schedule::Schedule;
use super::stats::HalfPoints;
use plyglot_core::file::{beside, open_to_append};
use plyglot_core::lock::LockedFile;
use plyglot_core::text::shorten;

/// What every journal begins with: what it is, and the version of its form.
const HEAD: &str = "plyglot match 5 ";

/// What its name has behind that of the records.
const EXTENSION: &str = "journal";

/// A finished game as the journal has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Its number.
    pub number: u64,
    /// Half points of the first player of the pair.
    pub points: HalfPoints,
    /// What ended it.
    pub reason: String,
    /// The same for games of the same moves; none where a fault ended it.
    pub moves: Option<u64>,
    /// Bytes of the records and of the positions with this game.
    bytes: [u64; 2],
}

impl Entry {
    /// A game that is not written down yet.
    pub fn new(number: u64, points: HalfPoints, reason: String, moves: Option<u64>) -> Self {
        Self { number, points, reason, moves, bytes: [0, 0] }
    }

    /// As a line with its checksum.
    fn line(&self, [records, positions]: [u64; 2]) -> String {
        let Self { number, points, reason, moves, .. } = self;
        let moves = moves.map_or("-".to_owned(), |moves| format!("{moves:016x}"));
        with_sum(&format!("game {number} {points} {records} {positions} {moves} {reason} "))
    }

    /// Reads a line; `None` where it is not as it was written.
    fn parse(line: &str) -> Option<Self> {
        let mut words = summed(line)?.trim_end().strip_prefix("game ")?.splitn(6, ' ');
        let mut next = || words.next();
        let (number, points) = (next()?.parse().ok()?, next()?.parse().ok()?);
        let bytes = [next()?.parse().ok()?, next()?.parse().ok()?];
        let moves = next().map(|moves| u64::from_str_radix(moves, 16).ok())?;
        Some(Self { number, points, reason: next()?.to_owned(), moves, bytes })
    }
}

/// What tells a match from others, and what it is about.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Head {
    /// Where its random numbers begin; it may have been drawn, and whoever goes on needs it.
    pub seed: u64,
    /// How it is played.
    pub conditions: Conditions,
    /// Who meets whom.
    pub outline: Outline,
}

impl Head {
    fn line(&self) -> String {
        let text = serde_json::to_string(self).expect("names and finite numbers are JSON");
        with_sum(&format!("{HEAD}{text} "))
    }

    /// Reads the line that a journal begins with. The error says what stands there instead.
    fn parse(line: &str) -> Result<Self, String> {
        let text = summed(line).and_then(|line| line.trim_end().strip_prefix(HEAD));
        let head = text.and_then(|text| serde_json::from_str(text).ok());
        head.filter(|head: &Self| head.outline.is_sound()).ok_or_else(|| {
            let found = shorten(line.trim_end());
            format!("line 1: found `{found}`, expected `{HEAD}…` with its checksum")
        })
    }

    /// What the other has otherwise, as a person reads it: `player 2, the openings, the seed`.
    pub fn differences(&self, other: &Self) -> String {
        let mut names = self.conditions.differences(&other.conditions);
        names.extend(self.outline.schedule.differences(&other.outline.schedule));
        names.extend((self.seed != other.seed).then_some("the seed"));
        names.join(", ")
    }
}

/// A line that begins so, with its checksum and its end.
fn with_sum(line: &str) -> String {
    let sum = xxh3_64(line.as_bytes());
    format!("{line}xxh3:{sum:016x}\n")
}

/// What stands before the checksum of a line; `None` where it is not that of the line.
fn summed(line: &str) -> Option<&str> {
    let (body, _) = line.rsplit_once("xxh3:")?;
    (with_sum(body) == line).then_some(body)
}

/// The files of a match.
#[derive(Debug)]
pub struct Journal {
    notes: LockedFile,
    /// Records, and positions where they are wanted.
    files: [Option<LockedFile>; 2],
    bytes: [u64; 2],
}

impl Journal {
    /// Begins a match's files, or takes them up where the same match was left.
    /// Returns the games that are in them. Files that exist are not overwritten.
    pub fn open(
        records: &Path,
        positions: Option<&Path>,
        head: &Head,
        resume: bool,
    ) -> Result<(Self, Vec<Entry>), String> {
        let path = journal_path(records);
        let line = head.line();
        let others = || [Some(records), positions].into_iter().flatten();
        let mut all = others().chain([path.as_path()]);
        if let Some(file) = all.find(|file| file.exists() && !resume) {
            return Err(format!("{}: is there already; --resume goes on with it", file.display()));
        }
        // What is refused leaves no file behind that was not there, as far as that can be seen now.
        if !path.exists() {
            others().try_for_each(|path| expect_empty(path, std::fs::metadata(path)))?;
        }
        let mut notes = open(&path)?;
        let mut text = Vec::new();
        let io = |error: std::io::Error| format!("{}: {error}", path.display());
        notes.read_to_end(&mut text).map_err(io)?;
        let text = String::from_utf8_lossy(&text).into_owned();
        let is_new = !text.contains('\n') && line.starts_with(&text);
        if !is_new && !text.starts_with(&line) {
            let found = Head::parse(text.split_inclusive('\n').next().unwrap_or(""));
            let error = found.map_or_else(|error| error, |found| another(&found, head));
            return Err(format!("{}: {error}", path.display()));
        }
        let mut files = [Some(open(records)?), positions.map(open).transpose()?];
        let (entries, whole) = if is_new {
            for (path, file) in others().zip(files.iter().flatten()) {
                expect_empty(path, file.metadata())?;
            }
            (Vec::new(), 0)
        } else {
            let entries = entries(&text, line.len(), &head.outline.schedule);
            entries.map_err(|error| format!("{}: {error}", path.display()))?
        };
        let bytes = entries.last().map_or([0, 0], |entry: &Entry| entry.bytes);
        for (file, bytes) in files.iter().zip(bytes) {
            file.as_ref().map_or(Ok(()), |file| long_enough(file, bytes)).map_err(io)?;
        }
        // Nothing is cut before all has been found as it should be.
        for (file, bytes) in files.iter_mut().zip(bytes) {
            file.as_mut().map_or(Ok(()), |file| file.set_len(bytes)).map_err(io)?;
        }
        notes.set_len(whole as u64).map_err(io)?;
        if is_new {
            append(&mut notes, &line).map_err(io)?;
        }
        Ok((Self { notes, files, bytes }, entries))
    }

    /// The seed of the match whose games are kept in this file; `None` where none is begun there.
    pub fn seed(records: &Path) -> Option<u64> {
        let text = std::fs::read_to_string(journal_path(records)).ok()?;
        Some(Head::parse(text.split_inclusive('\n').next()?).ok()?.seed)
    }

    /// What the journal of this file of records, or a journal itself, says so far. Its match may run on.
    pub fn read(file: &Path) -> Result<(Head, Vec<Entry>), String> {
        let is_journal = file.extension().is_some_and(|end| end == EXTENSION);
        let path = if is_journal { file.to_owned() } else { journal_path(file) };
        let failed = |error: String| format!("{}: {error}", path.display());
        let bytes = std::fs::read(&path).map_err(|error| failed(error.to_string()))?;
        let text = String::from_utf8_lossy(&bytes);
        let line = text.split_inclusive('\n').next().unwrap_or("");
        let head = Head::parse(line).map_err(failed)?;
        let (entries, _) = entries(&text, line.len(), &head.outline.schedule).map_err(failed)?;
        Ok((head, entries))
    }

    /// Writes a game down, and then that it is written.
    pub fn add(&mut self, game: &Entry, texts: [&str; 2]) -> std::io::Result<()> {
        for ((file, bytes), text) in self.files.iter_mut().zip(&mut self.bytes).zip(texts) {
            if let Some(file) = file {
                append(file, text)?;
                *bytes += text.len() as u64;
            }
        }
        append(&mut self.notes, &game.line(self.bytes))
    }
}

/// What is wrong with a journal of another match than the one that is to be played.
fn another(found: &Head, wanted: &Head) -> String {
    let differences = found.differences(wanted);
    format!("another match: it differs in {differences}; --resume goes on with what was begun")
}

fn journal_path(records: &Path) -> PathBuf {
    beside(records, &format!(".{EXTENSION}"))
}

/// Opens a file that nobody else writes to, as long as it is open.
fn open(path: &Path) -> Result<LockedFile, String> {
    let failed = |error: std::io::Error| format!("{}: {error}", path.display());
    let file = LockedFile::new(open_to_append(path).map_err(failed)?).map_err(failed)?;
    file.ok_or_else(|| format!("{}: another match is writing to it", path.display()))
}

/// Without a journal what is in a file is not known to be ours.
fn expect_empty(path: &Path, about: std::io::Result<Metadata>) -> Result<(), String> {
    let shown = path.display();
    match about.map(|about| about.len()) {
        Ok(0) => Ok(()),
        Ok(bytes) => Err(format!(
            "{shown}: found {bytes} bytes and no journal that says which games they are, expected \
             a match to go on with"
        )),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Err(error) => Err(format!("{shown}: {error}")),
    }
}

/// A file that is shorter than the journal says has lost something.
fn long_enough(file: &File, bytes: u64) -> std::io::Result<()> {
    if file.metadata()?.len() < bytes {
        return Err(std::io::Error::other("a file of the match is shorter than its journal says"));
    }
    Ok(())
}

fn append(file: &mut File, text: &str) -> std::io::Result<()> {
    file.write_all(text.as_bytes())?;
    file.sync_data()
}

/// The entries after the head, and where the last whole one ends.
fn entries(text: &str, head: usize, schedule: &Schedule) -> Result<(Vec<Entry>, usize), String> {
    let mut entries = Vec::new();
    let mut whole = head;
    for line in text[head..].split_inclusive('\n').filter(|line| line.ends_with('\n')) {
        let number = schedule.slot(entries.len() as u64).map(|slot| slot.number);
        let entry = Entry::parse(line).filter(|entry| Some(entry.number) == number);
        entries.push(entry.ok_or_else(|| damaged(line, entries.len()))?);
        whole += line.len();
    }
    Ok((entries, whole))
}

fn damaged(line: &str, games: usize) -> String {
    let (found, before) = (shorten(line.trim_end()), games + 1);
    format!(
        "line {}: found `{found}`, expected game {games} with its checksum: the file is damaged; \
         cut behind line {before}, it lets the match go on after {games} games",
        before + 1
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::schedule::Format;
    use std::fs;

    fn of(margin: u64) -> Head {
        let names = ["a", "b c"].map(str::to_owned).to_vec();
        let schedule = Schedule::new(Format::RoundRobin, 2, 100);
        let conditions = Conditions::default().with("the margin", &margin);
        Head { conditions, seed: 5, outline: Outline { names, schedule, sprt: None } }
    }

    fn add(journal: &mut Journal, number: u64) {
        let text = format!("record {number}\n");
        let game = Entry::new(number, 1, "full board".to_owned(), Some(number * 7));
        journal.add(&game, [&text, "p\n"]).unwrap();
    }

    #[test]
    fn a_match_goes_on_where_it_was_left_whatever_was_half_written() {
        let folder = tempfile::tempdir().unwrap();
        let (records, positions) = (folder.path().join("games"), folder.path().join("positions"));
        let begin = |resume| Journal::open(&records, Some(&positions), &of(7), resume);
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
            assert_eq!((games[1].reason.as_str(), games[1].moves), ("full board", Some(7)));
            (kept as u64..4).for_each(|number| add(&mut journal, number));
            let text = fs::read_to_string(&records).unwrap();
            assert_eq!(text, "record 0\nrecord 1\nrecord 2\nrecord 3\n");
        }
    }

    #[test]
    fn files_that_are_there_and_other_matches_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let records = folder.path().join("games");
        drop(Journal::open(&records, None, &of(7), false).unwrap());
        let error = Journal::open(&records, None, &of(7), false).unwrap_err();
        assert!(error.ends_with("is there already; --resume goes on with it"), "{error}");
        let error = Journal::open(&records, None, &of(8), true).unwrap_err();
        let expected =
            "another match: it differs in the margin; --resume goes on with what was begun";
        assert!(error.ends_with(&format!("games.journal: {expected}")), "{error}");
        let positions = folder.path().join("positions");
        assert!(Journal::open(&records, Some(&positions), &of(8), true).is_err());
        assert!(!positions.exists(), "made by a match that was refused");
        let mut other =
            Head { seed: 6, conditions: of(7).conditions.with("the test", &1), ..of(7) };
        other.outline.schedule = Schedule::new(Format::RoundRobin, 2, 98);
        let error = Journal::open(&records, None, &other, true).unwrap_err();
        assert!(
            error.contains("it differs in the test, the number of games, the seed; "),
            "{error}"
        );
        assert!(Journal::open(&records, None, &of(7), true).is_ok());
    }

    #[test]
    fn a_file_without_a_journal_is_not_touched() {
        let folder = tempfile::tempdir().unwrap();
        let (records, positions) = (folder.path().join("mine"), folder.path().join("positions"));
        for (theirs, text) in [(&records, "1. e4 e5 *"), (&positions, "1 8/8/8/8 w")] {
            fs::write(theirs, text).unwrap();
            let error = Journal::open(&records, Some(&positions), &of(7), true).unwrap_err();
            let bytes = text.len();
            let expected = format!("{}: found {bytes} bytes and no journal", theirs.display());
            assert!(error.starts_with(&expected), "{error}");
            assert_eq!(fs::read_to_string(theirs).unwrap(), text);
            fs::remove_file(theirs).unwrap();
            assert_eq!(fs::read_dir(&folder).unwrap().count(), 0, "files that were not there");
        }
        assert!(Journal::open(&records, Some(&positions), &of(7), true).is_ok());
    }

    #[test]
    fn a_flipped_bit_anywhere_is_named_and_no_game_is_lost() {
        let folder = tempfile::tempdir().unwrap();
        let records = folder.path().join("games");
        let (mut journal, _) = Journal::open(&records, None, &of(7), false).unwrap();
        (0..3).for_each(|number| add(&mut journal, number));
        drop(journal);
        let whole = fs::read(journal_path(&records)).unwrap();
        let written = fs::read(&records).unwrap();
        for at in 0..whole.len() {
            for bit in [0, 5] {
                let mut flipped = whole.clone();
                flipped[at] ^= 1 << bit;
                // Without the end of its last line a journal is as after a crash.
                if at + 1 == whole.len() {
                    continue;
                }
                fs::write(journal_path(&records), &flipped).unwrap();
                let error = Journal::open(&records, None, &of(7), true).unwrap_err();
                let said = error.contains("the file is damaged") || error.contains("line 1: found");
                assert!(said, "byte {at}: {error}");
                assert_eq!(fs::read(&records).unwrap(), written);
                assert_eq!(fs::read(journal_path(&records)).unwrap(), flipped);
            }
        }
        let mut flipped = String::from_utf8(whole).unwrap();
        flipped = flipped.replacen("game 1 1", "game 1 2", 1);
        fs::write(journal_path(&records), flipped).unwrap();
        let error = Journal::open(&records, None, &of(7), true).unwrap_err();
        assert!(error.contains("line 3: found `game 1 2 18 0"), "{error}");
        assert!(error.ends_with("cut behind line 2, it lets the match go on after 1 games"));
    }

    #[test]
    fn two_matches_cannot_write_to_one_file() {
        let folder = tempfile::tempdir().unwrap();
        let (records, positions) = (folder.path().join("games"), folder.path().join("positions"));
        let (first, _) = Journal::open(&records, Some(&positions), &of(7), false).unwrap();
        let error = Journal::open(&records, Some(&positions), &of(7), true).unwrap_err();
        assert!(error.ends_with("games.journal: another match is writing to it"), "{error}");
        let other = folder.path().join("other");
        let error = Journal::open(&other, Some(&positions), &of(7), true).unwrap_err();
        assert!(error.ends_with("positions: another match is writing to it"), "{error}");
        drop(first);
        assert!(Journal::open(&records, Some(&positions), &of(7), true).is_ok());
    }

    #[test]
    fn a_file_of_records_that_has_shrunk_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let records = folder.path().join("games");
        let (mut journal, _) = Journal::open(&records, None, &of(7), false).unwrap();
        add(&mut journal, 0);
        drop(journal);
        fs::write(&records, "rec").unwrap();
        assert!(Journal::open(&records, None, &of(7), true).unwrap_err().contains("shorter"));
    }
}
