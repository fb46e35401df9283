//! Large endgame tables as files: one for each number of stones in play, as they lie in memory.
//!
//! ```text
//!   0  "plyglot kalah tables 1"   and the end of a line
//!      rules                      a line
//!      stones first margins       a line: stones in play, the place of the first margin, how many
//!   …  words                      u16, little-endian, of three margins each ([`super::packed`])
//!   …  checksum                   u64, little-endian: xxh3 of all before it
//! ```
//!
//! A word holds three margins wherever a table begins, so the first word of a file may have one or two
//! of the table before, the same as there. A file is written whole or not at all, and read from its
//! beginning to its end; what does not fit is refused.

use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::path::{Path, PathBuf};

use plyglot_core::file::{WholeFile, open};
use xxhash_rust::xxh3::Xxh3;

use super::endgame::Endgames;
use super::halves::Halves;

const HEAD: &str = "plyglot kalah tables 1";
/// So many words are read or written at once.
const CHUNK: usize = 1 << 19;
/// No line at the beginning of a file is longer.
const LINE_MAX: u64 = 400;

/// A folder of tables of one set of rules.
#[derive(Debug)]
pub(super) struct Layers<'a> {
    pub(super) folder: &'a Path,
    /// What the margins depend on.
    pub(super) rules: &'a str,
}

impl Layers<'_> {
    /// The file of the boards with so many stones in play.
    pub(super) fn path(&self, stones: u16) -> PathBuf {
        self.folder.join(format!("stones{stones:02}.margins"))
    }

    fn lines(&self, stones: u16, first: usize, margins: usize) -> String {
        format!("{HEAD}\n{}\n{stones} {first} {margins}\n", self.rules)
    }

    /// Writes the table with most stones.
    pub(super) fn write(&self, tables: &Endgames) -> Result<(), String> {
        let path = self.path(tables.stones());
        let written = self.try_write(tables, &path);
        written.map_err(|error| format!("{}: {error}", path.display()))
    }

    fn try_write(&self, tables: &Endgames, path: &Path) -> io::Result<()> {
        let (first, margins) = tables.last_places();
        let mut file = WholeFile::create(path)?;
        let mut sum = Xxh3::new();
        let mut put = |bytes: &[u8]| {
            sum.update(bytes);
            file.write_all(bytes)
        };
        put(self.lines(tables.stones(), first, margins).as_bytes())?;
        let mut bytes = Vec::with_capacity(2 * CHUNK);
        for words in tables.last_words().chunks(CHUNK) {
            bytes.clear();
            bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()));
            put(&bytes)?;
        }
        let sum = sum.digest().to_le_bytes();
        file.write_all(&sum)?;
        file.put()
    }

    /// Takes over the table with one stone more than there is; `false` where there is no file of it.
    pub(super) fn read(&self, tables: &mut Endgames, halves: &Halves) -> Result<bool, String> {
        let path = self.path(tables.stones() + 1);
        let file = match open(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
            Err(error) => return Err(format!("{}: {error}", path.display())),
        };
        let read = self.try_read(file, tables, halves);
        read.map(|()| true).map_err(|error| format!("{}: {error}", path.display()))
    }

    fn try_read(&self, file: File, tables: &mut Endgames, halves: &Halves) -> Result<(), String> {
        let text = |error: io::Error| error.to_string();
        let len = file.metadata().map_err(text)?.len();
        let mut file = BufReader::with_capacity(2 * CHUNK, file);
        let mut head = String::new();
        for _ in 0..3 {
            (&mut file).take(LINE_MAX).read_line(&mut head).map_err(text)?;
        }
        let stones = tables.stones() + 1;
        let (first, margins) = tables.next_places(halves);
        let expected = self.lines(stones, first, margins);
        if head != expected {
            let (found, expected) = (head.trim_end(), expected.trim_end());
            return Err(format!("begins `{found}`, expected `{expected}`").replace('\n', "; "));
        }
        let mut sum = Xxh3::new();
        sum.update(head.as_bytes());
        tables.take_words(halves, |words| {
            let bytes = head.len() as u64 + 2 * words.len() as u64 + 8;
            if len != bytes {
                return Err(format!("has {len} bytes, expected {bytes}"));
            }
            let mut bytes = vec![0; 2 * CHUNK];
            for words in words.chunks_mut(CHUNK) {
                let bytes = &mut bytes[..2 * words.len()];
                file.read_exact(bytes).map_err(text)?;
                sum.update(bytes);
                for (word, bytes) in words.iter_mut().zip(bytes.as_chunks().0) {
                    *word = u16::from_le_bytes(*bytes);
                }
            }
            let mut told = [0; 8];
            file.read_exact(&mut told).map_err(text)?;
            let is_sound = u64::from_le_bytes(told) == sum.digest();
            if is_sound { Ok(()) } else { Err("damaged: the checksum differs".to_owned()) }
        })
    }
}
