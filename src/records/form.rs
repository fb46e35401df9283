//! Games in files: which form a file has, and games read from any of them.
//!
//! One rule, for whatever writes or reads games (`save`, `load`, `play`, `match`, `replay`): the end
//! of the name decides.
//!
//! ```text
//! .pgn  chess   .pdn  draughts   .klh  Kalah   .ggf  Othello   .sgf  Go   any other end: our own
//! ```
//!
//! Each game reads what it writes. A game is not written under an end that is another game's; a file
//! that begins as one of ours is one whatever it is called. A record says itself under which rules
//! it was played, as far as its form has words for them; what it does not say is at its default.

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::Path;

use super::claim;
use super::kept::Kept;
use super::record::{self, Record, Reopened};
use super::tree::Tree;
use plyglot_core::file::{LIST_BYTES_MAX, read, write_whole};
use plyglot_core::game::Ending;
use plyglot_core::game::notation::{Header, RULES_TAG, RecordError, RecordedMove, options_text};
use plyglot_core::text::shorten;
use plyglot_core::{RulesInForce, Scope, Settings, Side};
use plyglot_host::entry::{self, GameEntry};
use plyglot_host::state::{GameState, GameText};

/// The form that the end of a file's name asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Ours: [`Record`].
    Own,
    /// That of the game's players.
    Players,
}

impl Form {
    /// In which form games of this kind are written to a file of this name.
    pub fn of(games: &[&'static GameEntry], game: &GameEntry, file: &Path) -> Result<Self, String> {
        let end = end_of(file);
        if !end.is_empty() && game.record_extension == end {
            return Ok(Self::Players);
        }
        let others: Vec<&str> =
            games.iter().filter(|g| g.record_extension == end).map(|g| g.name).collect();
        if end.is_empty() || others.is_empty() {
            return Ok(Self::Own);
        }
        let own = match game.record_extension {
            "" => String::new(),
            own => format!(".{own}, or "),
        };
        let (name, others) = (game.name, others.join(", "));
        Err(format!("found .{end}, the records of {others}; expected for {name} {own}another end"))
    }
}

/// The ends that records have: `.ggf, .klh, .pdn, .pgn, .sgf`.
fn ends(games: &[&'static GameEntry]) -> String {
    let ends = games.iter().map(|game| game.record_extension).filter(|end| !end.is_empty());
    let ends: BTreeSet<String> = ends.map(|end| format!(".{end}")).collect();
    ends.into_iter().collect::<Vec<_>>().join(", ")
}

/// The end of a file's name, without the dot and in lower case.
fn end_of(file: &Path) -> String {
    file.extension().map_or(String::new(), |end| end.to_string_lossy().to_lowercase())
}

/// A game to be written.
#[expect(missing_debug_implementations, reason = "an engine is not shown")]
pub struct Saved<'a> {
    /// The game.
    pub game: &'a GameEntry,
    /// Its rules and its moves.
    pub engine: &'a dyn GameState,
    /// Names and values: `First` and `Second` are the players.
    pub tags: &'a [(&'static str, String)],
    /// Who won, if the game is over: by its rules or otherwise; and the same in words.
    pub result: Option<(Option<Side>, String)>,
    /// Variations, comments and marks, which our own form has room for.
    pub tree: Option<&'a Tree>,
}

impl Saved<'_> {
    /// Writes the file whole or not at all, in the form that its name asks for; says ` as PGN` where
    /// that is not ours.
    pub fn write(&self, games: &[&'static GameEntry], file: &Path) -> Result<String, String> {
        let (text, said) = self.prepared(games, file)?;
        write_whole(file, text.as_bytes())
            .map_err(|error| format!("{}: {error}", file.display()))?;
        Ok(said)
    }

    /// What will stand in the file, and what is said of it when it does.
    pub(crate) fn prepared(
        &self,
        games: &[&'static GameEntry],
        file: &Path,
    ) -> Result<(String, String), String> {
        let form = Form::of(games, self.game, file)?;
        let text = self.text(form);
        let said = match form {
            Form::Own => String::new(),
            Form::Players => format!(" as {}", self.game.record_extension.to_uppercase()),
        };
        Ok((text, said))
    }

    /// What will stand in a file of this form.
    pub fn text(&self, form: Form) -> String {
        self.text_and_tree(form).0
    }

    /// The same as a record of our form.
    pub fn record(&self) -> Record {
        let mut record = Record::of(self.engine);
        record.tags =
            self.tags.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
        if let Some((_, words)) = &self.result {
            record.game.result = Some(words.clone());
        }
        record.tree = self.tree.cloned().unwrap_or_default();
        record
    }

    /// The text in a form, and whether variations and comments are in it.
    pub fn text_and_tree(&self, form: Form) -> (String, bool) {
        if form == Form::Players {
            let mut tags = self.tags.to_vec();
            tags.extend(rules_tag(self.game, &self.engine.rules_in_force()));
            let result = self.result.as_ref().map(|(winner, _)| *winner);
            let header = Header { tags: &tags, comments: &[], result };
            let tree = self.tree.filter(|tree| !tree.is_plain()).map(Tree::to_record);
            if let Some(text) = tree.and_then(|tree| self.engine.record_with_tree(&header, &tree)) {
                return (text, true);
            }
            if let Some(text) = self.engine.record(&header) {
                return (text, self.tree.is_none_or(Tree::is_plain));
            }
        }
        (self.record().to_text(), true)
    }
}

/// The tag that names the rules where the variant does not say it all. How things are written is
/// left out: records are always written alike. So is what games share, for which records have words
/// of their own.
pub fn rules_tag(game: &GameEntry, rules: &RulesInForce) -> Option<(&'static str, String)> {
    let of_rules = (game.options)().into_iter().filter(|opt| opt.scope == Scope::Rules);
    let of_rules: Vec<String> = of_rules.map(|opt| opt.name).collect();
    let mut options = rules.options.clone();
    options.retain(|(name, _)| of_rules.contains(name));
    (!options.is_empty()).then(|| (RULES_TAG, options_text(&options)))
}

/// A file of games.
#[derive(Debug)]
pub struct GameFile {
    /// What errors call it.
    shown: String,
    end: String,
    content: Content,
}

#[derive(Debug)]
enum Content {
    Own(Vec<(usize, Record)>),
    Players { bytes: Vec<u8>, games: Vec<(usize, Range<usize>)> },
}

/// What the reader of a file knows about its games beforehand.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'a> {
    /// The game that a record is of where it may be of several.
    pub game: &'static GameEntry,
    /// Which form of it.
    pub variant: &'static str,
    /// It was said to be of this one: a record that says otherwise is an error.
    pub is_said: bool,
    /// The settings in force.
    pub settings: &'a Settings,
    /// Options of rules that hold where the record does not say otherwise; the others of the game
    /// are at their defaults.
    pub options: &'a [(String, String)],
}

impl GameFile {
    /// The first game of a file, all its moves played, to go on with, and what is to be said of it;
    /// `shown` is the name of the file.
    pub fn load(
        games: &'static [&'static GameEntry],
        file: &Path,
        shown: &str,
        wanted: &Wanted<'_>,
    ) -> Result<(Kept, String), String> {
        let read = Self::of(games, file, shown, record::BYTES_MAX, None)?;
        let mut kept = read.open(games, 0, wanted)?;
        kept.play_all().map_err(|error| format!("{shown}: {error}"))?;
        let said = read.loaded(shown, &kept);
        Ok((kept, said))
    }

    /// Reads a file of any number of games; where a game is named they are of this one even if the
    /// name of the file does not say so. A name that says another is an error.
    pub fn read_all(
        games: &[&'static GameEntry],
        file: &Path,
        shown: &str,
        game: Option<&GameEntry>,
    ) -> Result<Self, String> {
        let read = Self::of(games, file, shown, LIST_BYTES_MAX, game)?;
        let readers: Vec<_> = games.iter().filter(|it| it.record_extension == read.end).collect();
        match game.filter(|game| readers.iter().all(|reader| reader.name != game.name)) {
            Some(game) if !read.is_ours() => {
                let others: Vec<_> = readers.iter().map(|reader| reader.name).collect();
                let (end, others, name) = (&read.end, others.join(", "), game.name);
                Err(format!("{shown}: found .{end}, the records of {others}; {name} was named"))
            }
            _ => Ok(read),
        }
    }

    fn of(
        games: &[&'static GameEntry],
        file: &Path,
        shown: &str,
        bytes_max: u64,
        game: Option<&GameEntry>,
    ) -> Result<Self, String> {
        let bytes = read(file, bytes_max).map_err(|error| format!("{shown}: {error}"))?;
        Self::of_bytes(games, shown, end_of(file), bytes, game)
    }

    /// Reads games that somebody has at hand; `end` is how the name of a file of them would end.
    pub fn of_bytes(
        games: &[&'static GameEntry],
        shown: &str,
        mut end: String,
        bytes: Vec<u8>,
        game: Option<&GameEntry>,
    ) -> Result<Self, String> {
        let shown = shown.to_owned();
        let reader =
            |end: &str| games.iter().find(|game| !end.is_empty() && game.record_extension == end);
        if let Some(game) = game.filter(|_| reader(&end).is_none()) {
            game.record_extension.clone_into(&mut end);
        }
        if let Some(reader) = reader(&end).filter(|_| !Record::is_begun(&bytes)) {
            let start = bytes.as_ptr() as usize;
            let range = |part: &[u8]| {
                let from = part.as_ptr() as usize - start;
                from..from + part.len()
            };
            let games = (reader.split_records)(&bytes);
            let games = games.into_iter().map(|(line, part)| (line, range(part))).collect();
            return Ok(Self { shown, end, content: Content::Players { bytes, games } });
        }
        if !Record::is_begun(&bytes) {
            let ends = ends(games);
            return Err(format!(
                "{shown}: found another kind of file, expected records ({ends}) or games saved by \
                 this program"
            ));
        }
        let text = String::from_utf8_lossy(&bytes);
        let records = Record::all_from_text(&shown, &text).map_err(|error| error.to_string())?;
        Ok(Self { shown, end, content: Content::Own(records) })
    }

    /// How many games there are, at least one.
    pub fn count(&self) -> usize {
        match &self.content {
            Content::Own(records) => records.len(),
            Content::Players { games, .. } => games.len(),
        }
    }

    /// The bytes of the record of this index, where the file is not of our form.
    pub fn record(&self, index: usize) -> Option<&[u8]> {
        match &self.content {
            Content::Own(_) => None,
            Content::Players { bytes, games } => games.get(index).map(|(_, at)| &bytes[at.clone()]),
        }
    }

    /// The tree of the game of this index, where the file is of our form and has one.
    pub fn tree(&self, index: usize) -> Option<&Tree> {
        let Content::Own(records) = &self.content else { return None };
        records.get(index).map(|(_, record)| &record.tree).filter(|tree| !tree.is_plain())
    }

    /// The first game whose players use this form; `None` where it is ours.
    pub fn first_reader(&self, games: &'static [&'static GameEntry]) -> Option<&'static GameEntry> {
        let mut readers = games.iter().copied().filter(|game| game.record_extension == self.end);
        readers.next().filter(|_| !self.is_ours())
    }

    /// Whether it has the form of this program.
    pub fn is_ours(&self) -> bool {
        matches!(self.content, Content::Own(_))
    }

    /// `loaded game.pgn: 12 moves`, of its first game.
    fn loaded(&self, path: &str, kept: &Kept) -> String {
        let of = match self.count() {
            1 => String::new(),
            count => format!(", the first of {count} games"),
        };
        let otherwise =
            claim::contradiction(kept.claim, kept.engine.outcome().as_ref()).unwrap_or_default();
        let ended = kept.ended_otherwise().map_or(String::new(), |(_, words)| {
            format!("; the file says of the end: {}", shorten(&words))
        });
        format!("loaded {path}: {} moves{of}{otherwise}{ended}", kept.moves.len())
    }

    /// Sets up the game of this index.
    pub fn open(
        &self,
        games: &'static [&'static GameEntry],
        index: usize,
        wanted: &Wanted<'_>,
    ) -> Result<Kept, String> {
        let shown = &self.shown;
        match &self.content {
            Content::Own(records) => {
                let (line, record) = records.get(index).ok_or_else(|| no_game(shown))?;
                let kept = expect_said(&record.rules.variant, wanted)
                    .and_then(|()| open_own(games, *line, record, wanted.settings));
                kept.map_err(|error| format!("{shown}: line {line}: {error}"))
            }
            Content::Players { bytes, games: parts } => {
                let (line, part) = parts.get(index).ok_or_else(|| no_game(shown))?;
                let kept = open_record(games, &self.end, &bytes[part.clone()], wanted);
                let mut kept = kept.map_err(|RecordError { line: at, what }| {
                    format!("{shown}: line {}: {what}", at + line - 1)
                })?;
                kept.moves.iter_mut().for_each(|mv| mv.line += line - 1);
                Ok(kept)
            }
        }
    }
}

fn no_game(shown: &str) -> String {
    format!("{shown}: found no game")
}

/// Where a variant was named a record is of that, or of another form of the game that it is named after.
fn expect_said(found: &str, wanted: &Wanted<'_>) -> Result<(), String> {
    let Wanted { game, variant, is_said, .. } = wanted;
    let is_form = *variant == game.name && game.variants.iter().any(|it| it.name == found);
    if !is_said || found == *variant || is_form {
        return Ok(());
    }
    Err(format!("found a game of {}, {variant} was named", shorten(found)))
}

fn open_own(
    games: &'static [&'static GameEntry],
    line: usize,
    record: &Record,
    settings: &Settings,
) -> Result<Kept, String> {
    let game = GameText { moves: Vec::new(), ..record.game.clone() };
    let Reopened { game, variant, settings, engine } =
        Record { game, ..record.clone() }.reopen(games, settings)?;
    let moves = record.game.moves.iter();
    let moves = moves.map(|text| RecordedMove { text: text.clone(), line, side: None }).collect();
    let claim = record.game.result.as_deref().and_then(claim_of);
    let (setup, tags) = (record.game.setup.clone(), record.tags.clone());
    let result = record.game.result.clone();
    let remarks = Vec::new();
    Ok(Kept { game, variant, settings, engine, setup, moves, tags, claim, result, remarks })
}

/// What the words of a result say.
fn claim_of(words: &str) -> Option<Ending> {
    match words {
        words if words.starts_with("first side wins") => Some(Ending::Win(Side::First)),
        words if words.starts_with("second side wins") => Some(Ending::Win(Side::Second)),
        words if words.starts_with("draw") => Some(Ending::Draw),
        _ => None,
    }
}

/// Sets up a game whose record has the form of its players.
fn open_record(
    games: &'static [&'static GameEntry],
    end: &str,
    bytes: &[u8],
    wanted: &Wanted<'_>,
) -> Result<Kept, RecordError> {
    let error = |line: usize, what: String| RecordError { line, what };
    let reads = |game: &&GameEntry| game.record_extension == end;
    let (game, variant) = match Some(wanted.game).filter(reads) {
        Some(game) => (game, wanted.variant),
        None => games
            .iter()
            .copied()
            .find(reads)
            .map(|game| (game, game.variants[0].name))
            .ok_or_else(|| error(1, format!("no game has records that end in .{end}")))?,
    };
    let any = (game.open)(variant, wanted.settings).map_err(|e| error(1, e.to_string()))?;
    let said = any.read_rules(bytes)?;
    // What no line says is a guess.
    let is_guess = wanted.is_said && game.name == wanted.game.name && said.line == 0;
    let found = said.variant.filter(|_| !is_guess);
    if let Some(found) = found {
        expect_said(found, wanted).map_err(|what| error(said.line, what))?;
    }
    let variant = found.unwrap_or(variant);
    let (game, _) = entry::find(games, variant)
        .ok_or_else(|| error(1, format!("no game is called `{variant}`")))?;
    let (mut options, remarks) = (said.options, said.remarks);
    record::check_options(game, &options).map_err(|what| error(said.line, what))?;
    // How things are written stays as it is; given options hold where the record says nothing.
    let spelling = (game.options)().into_iter().filter(|opt| opt.scope == Scope::Notation);
    let spelling = spelling
        .filter_map(|opt| Some((opt.name.clone(), wanted.settings.get(&opt.name)?.to_string())));
    options.extend(spelling.chain(wanted.options.iter().cloned()));
    let text = GameText { setup: None, moves: Vec::new(), result: None };
    let rules = RulesInForce { variant: variant.to_owned(), options };
    let record = Record { rules, tags: Vec::new(), game: text, tree: Tree::default() };
    let reopened = record.reopen(games, wanted.settings);
    let Reopened { game, variant, settings, mut engine } =
        reopened.map_err(|what| error(said.line.max(1), what))?;
    let read = engine.read_record(bytes)?;
    engine.set_position(read.setup.as_deref(), &[]).map_err(|what| error(1, what.to_string()))?;
    let tags = read.tags.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    let (setup, moves, claim) = (read.setup, read.moves, read.claim);
    Ok(Kept { game, variant, settings, engine, setup, moves, tags, claim, result: None, remarks })
}
