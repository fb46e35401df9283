//! Where the positions of generated games go: a file that they are appended to, and beside it a journal of
//! how far it has come, by which the same games are gone on with.
//!
//! ```text
//! plyglot generated games 1
//! chess, 4000 nodes a move, seed 3, forecast 50, random plies 10, scale 172
//! 17 games, 12345 bytes
//! checksum 0123456789abcdef
//! ```
//!
//! The journal is written now and then; what the file has beyond its bytes is cut off and played again, so
//! that nothing is there twice. The file is locked meanwhile: two jobs would cut off what the other has written.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use crate::told::Told;
use plyglot_core::file::{beside, open_to_append, read_text, write_whole};
use plyglot_core::lock::LockedFile;
use plyglot_core::seal::{sealed, unsealed};
use plyglot_core::text::shorten;
use plyglot_tune::{GeneratePlan, Harvest};

/// Games between two lines of progress.
const GAMES_A_LINE: u64 = 100;
/// Games after which the journal is written anew.
const GAMES_A_NOTE: u64 = 10;
/// No journal is longer.
const JOURNAL_BYTES_MAX: u64 = 4096;
const HEAD: &str = "plyglot generated games 1";

/// Where games are appended, each in one write.
pub(super) struct Barn<'b> {
    path: &'b Path,
    file: LockedFile,
    /// What the games are, in words.
    about: String,
    games: u64,
    positions: usize,
    say: &'b mut dyn FnMut(Told<'_>),
}

impl<'b> Barn<'b> {
    /// Opens the one file of `positions`; to go on, behind the games that its journal knows. `plan` begins
    /// with the first that is missing.
    pub(super) fn open(
        game: &str,
        positions: &'b [PathBuf],
        goes_on: bool,
        plan: &mut GeneratePlan,
        say: &'b mut dyn FnMut(Told<'_>),
    ) -> Result<Self, String> {
        let [path] = positions else {
            return Err(format!("positions: found {} files, expected one", positions.len()));
        };
        let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let file = open_to_append(path).map_err(|error| failed(&error))?;
        let file = LockedFile::new(file).map_err(|error| failed(&error))?;
        let file = file.ok_or_else(|| failed(&"another job is writing to it"))?;
        let GeneratePlan { games, nodes, seed, forecast, random_plies, scale, .. } = *plan;
        let about = format!(
            "{game}, {nodes} nodes a move, seed {seed}, forecast {forecast}, random plies {random_plies}, scale {scale}"
        );
        say(Told::Found(&format!("{game}: {games} games, {nodes} nodes a move, seed {seed}")));
        let barn = Self { path, file, about, games, positions: 0, say };
        let journal = barn.journal();
        if goes_on && journal.exists() {
            let (done, bytes) =
                barn.read_journal().map_err(|error| format!("{}: {error}", journal.display()))?;
            barn.cut(bytes).map_err(|error| failed(&error))?;
            plan.first = done + 1;
            (barn.say)(Told::Found(&format!("{}: going on after game {done}", path.display())));
        } else {
            barn.keep_journal(0)?;
        }
        Ok(barn)
    }

    pub(super) fn add(&mut self, harvest: &Harvest) -> Result<(), String> {
        let written = self.file.write_all(harvest.text.as_bytes());
        written.map_err(|error| format!("{}: {error}", self.path.display()))?;
        self.positions += harvest.positions;
        let is_last = harvest.game == self.games;
        if harvest.game.is_multiple_of(GAMES_A_NOTE) || is_last {
            self.keep_journal(harvest.game)?;
        }
        if harvest.game.is_multiple_of(GAMES_A_LINE) || is_last {
            let told = format!("{} games, {} positions", harvest.game, self.positions);
            (self.say)(Told::Progress(&told));
        }
        Ok(())
    }

    fn journal(&self) -> PathBuf {
        beside(self.path, ".journal")
    }

    /// Keeps how far it has come: what the journal counts is on the disk before.
    fn keep_journal(&self, games: u64) -> Result<(), String> {
        let failed = |error| format!("{}: {error}", self.path.display());
        self.file.sync_data().map_err(failed)?;
        let bytes = self.file.metadata().map_err(failed)?.len();
        let text = format!("{HEAD}\n{}\n{games} games, {bytes} bytes\n", self.about);
        let path = self.journal();
        write_whole(&path, sealed(&text).as_bytes())
            .map_err(|error| format!("{}: {error}", path.display()))
    }

    /// The games and bytes that the journal knows of.
    fn read_journal(&self) -> Result<(u64, u64), String> {
        let text = read_text(&self.journal(), JOURNAL_BYTES_MAX);
        let text = text.map_err(|error| error.to_string())?;
        let body = unsealed(&text)?;
        let lines: Vec<_> = body.lines().collect();
        let [HEAD, about, counts] = lines[..] else {
            let found = shorten(lines.first().unwrap_or(&""));
            return Err(format!("line 1: found `{found}`, expected `{HEAD}` and two lines more"));
        };
        if about != self.about {
            return Err(format!("line 2: found `{}`, expected `{}`", shorten(about), self.about));
        }
        let numbers = counts.strip_suffix(" bytes").and_then(|rest| rest.split_once(" games, "));
        let numbers =
            numbers.and_then(|(games, bytes)| Some((games.parse().ok()?, bytes.parse().ok()?)));
        numbers.ok_or_else(|| {
            format!("line 3: found `{}`, expected `N games, N bytes`", shorten(counts))
        })
    }

    /// Cuts off what the journal does not count.
    fn cut(&self, bytes: u64) -> Result<(), String> {
        let found = self.file.metadata().map_err(|error| error.to_string())?.len();
        if found < bytes {
            return Err(format!(
                "found {found} bytes, expected at least the {bytes} of its journal"
            ));
        }
        self.file.set_len(bytes).map_err(|error| error.to_string())
    }
}
