//! Saved games: `save FILE` and `load FILE`.
//!
//! ```text
//! plyglot game 1
//! variant tictactoe
//! option TicTacToe.Notation drop
//! setup x2/1o1/3 x
//! moves P@b3 P@c3
//! tree {"moves":[{"move":"P@b3"},{"move":"P@c3","comment":"in the corner"}]}
//! result first side wins (three in a row)
//! checksum xxh3:0123456789abcdef
//! ```
//!
//! Lines of `key value`. `variant` comes first; `option` lines hold what differs from the defaults
//! of the game; `tag NAME VALUE` lines, written by `plyglot match`, name players and event; without
//! `setup` the game begins at its start position; `moves` may be repeated; `tree` is there where a game has
//! variations, comments or marks, the same moves among them; `result` is for the reader, since the rules decide it again. The checksum (`XXH3`, 64 bits) is of every byte before
//! its line. A file is written whole or not at all.

use std::fmt::Write as _;
use std::path::Path;

use xxhash_rust::xxh3::xxh3_64;

use crate::options;
use crate::records::tree::Tree;
use plyglot_core::file::{read_text, write_whole};
use plyglot_core::text::shorten;
use plyglot_core::{Opt, RulesInForce, Settings, Value};
use plyglot_host::entry::{self, GameEntry};
use plyglot_host::game::Variant;
use plyglot_host::state::{GameState, GameText};

const MAGIC: &str = "plyglot game 1";
/// Moves on one line of the file.
const MOVES_A_LINE: usize = 12;
/// No saved game fills this many bytes; a larger file is something else.
pub const BYTES_MAX: u64 = 16 << 20;

/// A game as it is saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// What it is played by.
    pub rules: RulesInForce,
    /// Names and values that say more about the game: `First`, `Second`, `Event`.
    pub tags: Vec<(String, String)>,
    /// Set-up, moves and result.
    pub game: GameText,
    /// The moves with variations, comments and marks; empty where there is nothing but moves.
    pub tree: Tree,
}

/// A saved game, set up again.
#[expect(missing_debug_implementations, reason = "an engine is not shown")]
pub struct Reopened {
    /// The game.
    pub game: &'static GameEntry,
    /// Which form of it.
    pub variant: &'static Variant,
    /// The settings before, with the options of the game as they were saved.
    pub settings: Settings,
    /// The game with its moves played.
    pub engine: Box<dyn GameState>,
}

/// Why a file was not written or not taken.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// The file system refused.
    #[error("{path}: {source}")]
    Io {
        /// The file.
        path: String,
        /// Its reason.
        source: std::io::Error,
    },
    /// The file is not what it should be.
    #[error("{path}: line {line}: found `{found}`, expected {expected}")]
    Content {
        /// The file.
        path: String,
        /// Counted from 1.
        line: usize,
        /// What was read.
        found: String,
        /// What belongs there.
        expected: String,
    },
}

impl RecordError {
    /// The same of a text that begins so many lines further down.
    fn later(self, lines: usize) -> Self {
        match self {
            Self::Content { path, line, found, expected } => {
                Self::Content { path, line: line + lines, found, expected }
            }
            Self::Io { path, source } => Self::Io { path, source },
        }
    }
}

impl Record {
    /// The game as it stands.
    pub fn of(engine: &dyn GameState) -> Self {
        let (rules, game) = (engine.rules_in_force(), engine.game_text());
        Self { rules, tags: Vec::new(), game, tree: Tree::default() }
    }

    /// Sets the game up again. Options of the game that were not saved go back to their defaults;
    /// everything else, the player too, stays as it is in `settings`.
    pub fn reopen(
        &self,
        games: &'static [&'static GameEntry],
        settings: &Settings,
    ) -> Result<Reopened, String> {
        let RulesInForce { variant, options } = &self.rules;
        let (game, variant) = entry::find(games, variant)
            .ok_or_else(|| format!("no game is called `{}`", shorten(variant)))?;
        let mut settings = settings.clone();
        settings.set("UCI_Variant", Value::Combo(variant.name));
        for opt in &saved_options(game) {
            let saved = options.iter().find(|(name, _)| name.eq_ignore_ascii_case(&opt.name));
            let value = match saved {
                Some((_, value)) => {
                    opt.parse(value).map_err(|error| format!("option {}: {error}", opt.name))?
                }
                None => opt.default(),
            };
            if let Some(value) = value {
                settings.set(&opt.name, value);
            }
        }
        let mut engine = (game.open)(variant.name, &settings).map_err(|error| error.to_string())?;
        let moves: Vec<&str> = self.game.moves.iter().map(String::as_str).collect();
        engine
            .set_position(self.game.setup.as_deref(), &moves)
            .map_err(|error| error.to_string())?;
        Ok(Reopened { game, variant, settings, engine })
    }

    /// Writes the file whole or not at all.
    pub fn save(&self, path: &str) -> Result<(), RecordError> {
        let io = |source| RecordError::Io { path: path.to_owned(), source };
        write_whole(Path::new(path), self.to_text().as_bytes()).map_err(io)
    }

    /// Reads a file.
    pub fn load(path: &str) -> Result<Self, RecordError> {
        let io = |source| RecordError::Io { path: path.to_owned(), source };
        let text = read_text(Path::new(path), BYTES_MAX).map_err(io)?;
        Self::from_text(path, &text)
    }

    /// The file's text.
    pub fn to_text(&self) -> String {
        let mut text = format!("{MAGIC}\n{}", self.rules);
        for (name, value) in &self.tags {
            let _ = writeln!(text, "tag {name} {value}");
        }
        if let Some(setup) = &self.game.setup {
            let _ = writeln!(text, "setup {setup}");
        }
        for moves in self.game.moves.chunks(MOVES_A_LINE) {
            let _ = writeln!(text, "moves {}", moves.join(" "));
        }
        if !self.tree.is_plain() {
            let _ = writeln!(text, "tree {}", serde_json::json!(self.tree));
        }
        if let Some(result) = &self.game.result {
            let _ = writeln!(text, "result {result}");
        }
        let checksum = xxh3_64(text.as_bytes());
        let _ = writeln!(text, "checksum xxh3:{checksum:016x}");
        text
    }

    /// Reads a file's text; `path` is for the error.
    pub fn from_text(path: &str, text: &str) -> Result<Self, RecordError> {
        let first = text.lines().next().unwrap_or("");
        if first.trim_end() != MAGIC {
            return Err(content(path, 1, "another kind of file", &format!("`{MAGIC}`")));
        }
        let body = checked(path, text)?;
        let game = GameText { setup: None, moves: Vec::new(), result: None };
        let (rules, tree) = (RulesInForce::default(), Tree::default());
        let mut record = Self { rules, tags: Vec::new(), game, tree };
        for (i, line) in body.lines().enumerate().skip(1) {
            record.take(line).map_err(|expected| content(path, i + 1, line, expected))?;
        }
        if record.rules.variant.is_empty() {
            return Err(content(path, 2, "no variant", "`variant NAME`"));
        }
        Ok(record)
    }

    /// Whether a file begins as one of ours does.
    pub fn is_begun(bytes: &[u8]) -> bool {
        bytes.strip_prefix(MAGIC.as_bytes()).is_some_and(|rest| rest.starts_with(b"\n"))
    }

    /// Reads the games of a file, each with the number of its first line: `plyglot match` writes one
    /// after the other.
    pub fn all_from_text(path: &str, text: &str) -> Result<Vec<(usize, Self)>, RecordError> {
        let mut begun: Vec<(usize, String)> = Vec::new();
        for (number, line) in (1..).zip(text.split_inclusive('\n')) {
            match begun.last_mut() {
                Some((_, game)) if line.trim_end() != MAGIC => game.push_str(line),
                _ => begun.push((number, line.to_owned())),
            }
        }
        let read = |(number, text): (usize, String)| {
            let text = text.trim_end().to_owned() + "\n";
            let record = Self::from_text(path, &text).map_err(|error| error.later(number - 1))?;
            Ok((number, record))
        };
        begun.into_iter().map(read).collect()
    }

    /// One line between the first and the last.
    fn take(&mut self, line: &str) -> Result<(), &'static str> {
        let (key, value) = line.trim_end().split_once(' ').ok_or("a key and a value")?;
        if self.rules.take(key, value)? {
            return Ok(());
        }
        match key {
            "tag" => {
                let (name, value) = value.split_once(' ').ok_or("a tag's name and value")?;
                self.tags.push((name.to_owned(), value.to_owned()));
            }
            "setup" => self.game.setup = Some(value.to_owned()),
            "moves" => self.game.moves.extend(value.split_whitespace().map(str::to_owned)),
            "tree" => {
                self.tree = serde_json::from_str(value).map_err(|_| "a tree of moves in JSON")?;
            }
            "result" => self.game.result = Some(value.to_owned()),
            _ => return Err("variant, option, tag, setup, moves, tree, result or checksum"),
        }
        Ok(())
    }
}

/// The options that a saved game may set: those that the game is made of, but for the player. It
/// may come from anywhere, and names no files.
fn saved_options(game: &GameEntry) -> Vec<Opt> {
    let player = game.player_option();
    let mut options = options::of_game(game);
    options.retain(|opt| opt.name != player && !opt.is_path);
    options
}

/// Refuses what is no option that a saved game may set.
pub fn check_options(game: &GameEntry, options: &[(String, String)]) -> Result<(), String> {
    let known = saved_options(game);
    for (name, value) in options {
        let opt = known.iter().find(|opt| opt.name.eq_ignore_ascii_case(name));
        let opt = opt.ok_or_else(|| {
            format!("found option `{}`, expected one of the rules of {}", shorten(name), game.name)
        })?;
        opt.parse(value).map_err(|error| format!("option {}: {error}", opt.name))?;
    }
    Ok(())
}

/// The text before the checksum, if that is right.
fn checked<'t>(path: &str, text: &'t str) -> Result<&'t str, RecordError> {
    let lines = text.lines().count();
    let Some(at) = text.rfind("checksum xxh3:").filter(|at| text[..*at].ends_with('\n')) else {
        let last = text.lines().last().unwrap_or("");
        return Err(content(path, lines, last, "`checksum xxh3:…` as the last line"));
    };
    let (body, found) = text.split_at(at);
    let expected = format!("checksum xxh3:{:016x}", xxh3_64(body.as_bytes()));
    if found.trim_end() == expected {
        Ok(body)
    } else {
        Err(content(path, lines, found.trim_end(), &format!("`{expected}`: the file is damaged")))
    }
}

fn content(path: &str, line: usize, found: &str, expected: &str) -> RecordError {
    let (path, found) = (path.to_owned(), shorten(found));
    RecordError::Content { path, line, found, expected: expected.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::tree::Step;

    fn record() -> Record {
        Record {
            rules: RulesInForce {
                variant: "tictactoe".to_owned(),
                options: vec![("TicTacToe.Notation".to_owned(), "drop".to_owned())],
            },
            tags: vec![("First".to_owned(), "Ada Lovelace".to_owned())],
            game: GameText {
                setup: Some("x2/1o1/3 x".to_owned()),
                moves: (0..30).map(|i| format!("m{i}")).collect(),
                result: Some("draw (full board)".to_owned()),
            },
            tree: Tree::default(),
        }
    }

    #[test]
    fn variations_and_comments_stay_with_the_moves() {
        let step = |mv: &str| Step { mv: mv.to_owned(), ..Step::default() };
        let other = Step { nags: vec![2], comment: "one\nmore".to_owned(), ..step("m2") };
        let last = Step { variations: vec![vec![other, step("m3")]], ..step("m1") };
        let tree = Tree { comment: "before".to_owned(), moves: vec![step("m0"), last] };
        let annotated = Record { tree, ..record() };
        let text = annotated.to_text();
        assert_eq!(text.lines().filter(|line| line.starts_with("tree ")).count(), 1);
        assert_eq!(Record::from_text("f", &text).unwrap(), annotated);
    }

    #[test]
    fn what_is_written_is_read() {
        let text = record().to_text();
        assert_eq!(Record::from_text("f", &text).unwrap(), record());
        assert_eq!(text.lines().filter(|line| line.starts_with("moves ")).count(), 3);
    }

    #[test]
    fn any_damage_is_refused() {
        let text = record().to_text();
        for at in 0..text.len() {
            let mut bytes = text.clone().into_bytes();
            bytes[at] ^= 1;
            let damaged = String::from_utf8(bytes).unwrap();
            let taken = Record::from_text("f", &damaged);
            assert!(taken.is_err() || at + 1 == text.len(), "byte {at}");
            assert!(Record::from_text("f", &text[..at]).is_err() || at + 1 == text.len());
        }
    }

    #[test]
    fn the_games_of_a_match_are_read_one_after_the_other() {
        let rules = RulesInForce { variant: "kalah".to_owned(), ..record().rules };
        let (one, other) = (record(), Record { rules, ..record() });
        let text = format!("{}\n{}\n", one.to_text(), other.to_text());
        assert!(Record::is_begun(text.as_bytes()) && !Record::is_begun(b"plyglot game 12"));
        let all = Record::all_from_text("f", &text).unwrap();
        assert_eq!(all, [(1, one), (12, other)]);
        let error = Record::all_from_text("f", &text.replace("kalah", "Kalah")).unwrap_err();
        assert!(error.to_string().starts_with("f: line 21: found `checksum"), "{error}");
    }

    #[test]
    fn what_is_no_regular_file_is_not_read() {
        let folder = tempfile::tempdir().unwrap();
        let error = Record::load(folder.path().to_str().unwrap()).unwrap_err().to_string();
        assert!(error.ends_with(": is no regular file"), "{error}");
        #[cfg(unix)]
        assert!(Record::load("/dev/zero").is_err());
    }

    #[test]
    fn a_foreign_file_is_refused_with_what_was_found() {
        let error = Record::from_text("a.txt", "[Event \"?\"]\n").unwrap_err().to_string();
        let expected = "a.txt: line 1: found `another kind of file`, expected `plyglot game 1`";
        assert_eq!(error, expected, "and nothing of what is in it");
    }
}
