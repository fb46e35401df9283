//! `plyglot replay`: a recorded game, played through with the board at every move.
//!
//! The name of the file says whose records it holds; the game reads them
//! ([`crate::game::Notation::read_game`]) and our rules referee every move. With an analysis the
//! engine says to each position what it would play and how good that is, and what the move played
//! gave away: the difference between its score before and after, for the side that moved.
//!
//! Games in the form of this program, which `save` and `plyglot match` write for games whose players
//! have none, are known by their first line and say themselves what was played.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::player::{Player, Thought};
use super::spec::{PlayerSpec, go};
use super::talk::{score_text, side_name};
use crate::core::file::{LIST_BYTES_MAX, read};
use crate::core::{Score, Settings, Side, Value};
use crate::game::Ending;
use crate::game::notation::{GameRecord, RecordedMove};
use crate::protocol::{Dialect, Show, Start};
use crate::server::engine::{Engine, SetupError};
use crate::server::record::{Record, Reopened};
use crate::server::registry::GameEntry;
use crate::server::{cli, io, options};

/// What `plyglot replay` was asked.
#[derive(Clone, Debug)]
pub struct ReplayArguments {
    /// The game or variant; by the name of the file if left out.
    pub game: Option<String>,
    /// Options of the game, `NAME=VALUE`.
    pub options: Vec<String>,
    /// The record.
    pub file: PathBuf,
    /// What the engine is told after `go` at every move; no analysis if left out.
    pub analyse: Option<String>,
}

/// Plays a record through on standard output.
pub fn replay(games: &'static [GameEntry], arguments: &ReplayArguments) -> Result<(), String> {
    replay_to(games, arguments, &mut |line| io::say(line))
}

/// Plays a record through, line by line.
pub fn replay_to(
    games: &'static [GameEntry],
    arguments: &ReplayArguments,
    say: &mut dyn FnMut(&str),
) -> Result<(), String> {
    arguments.analyse.as_deref().map(go).transpose()?;
    let shown = arguments.file.display();
    let bytes = read(&arguments.file, LIST_BYTES_MAX);
    let bytes = bytes.map_err(|error| format!("{shown}: {error}"))?;
    if Record::is_begun(&bytes) {
        return replay_own(games, arguments, &bytes, say);
    }
    let name = match &arguments.game {
        Some(name) => name.clone(),
        None => by_extension(games, &arguments.file)?.to_owned(),
    };
    let (game, variant) = cli::find_game(games, "replay", &name)?;
    let mut settings = Settings::defaults(&options::all(games));
    for option in &arguments.options {
        cli::set(&mut settings, games, game, option)?;
    }
    settings.set("UCI_Variant", Value::Combo(variant.name));
    let mut engine = (game.open)(variant.name, &settings).map_err(|error| error.to_string())?;
    let record = engine.read_record(&bytes).map_err(|error| format!("{shown}: {error}"))?;
    let player = || Player::new(PlayerSpec::chosen(games, game, &settings), game, variant.name);
    let analyst = arguments.analyse.as_ref().map(|go| Analyst::new(player(), go, &record));
    let told = through(&mut *engine, &record, analyst, say);
    told.map_err(|error| format!("{shown}: {error}"))
}

/// Plays the games of a file of ours through, one after the other.
fn replay_own(
    games: &'static [GameEntry],
    arguments: &ReplayArguments,
    bytes: &[u8],
    say: &mut dyn FnMut(&str),
) -> Result<(), String> {
    let path = arguments.file.display().to_string();
    let text = String::from_utf8_lossy(bytes);
    let records = Record::all_from_text(&path, &text).map_err(|error| error.to_string())?;
    let settings = Settings::defaults(&options::all(games));
    for (number, (line, record)) in (1..).zip(records) {
        let wrong = |error: String| format!("{path}: line {line}: {error}");
        let Reopened { game, variant, settings, mut engine } =
            record.reopen(games, &settings).map_err(wrong)?;
        if number > 1 {
            say("");
        }
        say(&format!("Variant: {}", variant.name));
        record.tags.iter().for_each(|(name, value)| say(&format!("{name}: {value}")));
        let played = |mv: &String| RecordedMove { text: mv.clone(), line };
        let moves = record.game.moves.iter().map(played).collect();
        let whole = GameRecord { setup: record.game.setup, moves, ..GameRecord::default() };
        let player = || Player::new(PlayerSpec::chosen(games, game, &settings), game, variant.name);
        let analyst = arguments.analyse.as_ref().map(|go| Analyst::new(player(), go, &whole));
        through(&mut *engine, &whole, analyst, say).map_err(wrong)?;
        let ours = engine.game_text().result;
        let said = record.game.result.filter(|said| Some(said) != ours.as_ref());
        if let Some(said) = said {
            say(&format!("the record says: {said}"));
        }
    }
    Ok(())
}

/// The game whose records end like this file.
fn by_extension(games: &'static [GameEntry], file: &Path) -> Result<&'static str, String> {
    let end = file.extension().map_or(String::new(), |end| end.to_string_lossy().into_owned());
    let readable = games.iter().filter(|game| !game.record_extension.is_empty());
    let mut all: Vec<&GameEntry> = readable.collect();
    // The games of one family share theirs.
    let ends: BTreeSet<String> =
        all.iter().map(|game| format!(".{}", game.record_extension)).collect();
    let ends: Vec<String> = ends.into_iter().collect();
    all.retain(|game| game.record_extension.eq_ignore_ascii_case(&end));
    all.first().map(|game| game.name).ok_or_else(|| {
        let (file, ends) = (file.display(), ends.join(", "));
        format!("replay: found `{file}`, expected records ({ends}) or games saved by this program")
    })
}

fn start_text(record: &GameRecord) -> String {
    record.setup.as_ref().map_or("startpos".to_owned(), |setup| format!("fen {setup}"))
}

/// Plays all moves of a record.
fn through(
    engine: &mut dyn Engine,
    record: &GameRecord,
    mut analyst: Option<Analyst>,
    say: &mut dyn FnMut(&str),
) -> Result<(), String> {
    let start = record.setup.as_deref().map_or(Start::StartPos, Start::Fen);
    engine.set_position(start, &[]).map_err(|error| error.to_string())?;
    for (tag, value) in &record.tags {
        say(&format!("{tag}: {value}"));
    }
    board(engine, say);
    for (number, mv) in (1..).zip(&record.moves) {
        let side = engine.side_to_move();
        if let Some(analyst) = &mut analyst {
            analyst.think(engine)?;
        }
        let name = side_name(side);
        engine.play(&[&mv.text]).map_err(|error| {
            let RecordedMove { text, line } = mv;
            let why = match error {
                SetupError::Move { error, .. } => error.to_string(),
                other => other.to_string(),
            };
            format!("line {line}: move {number}, {text} of the {name}: {why}")
        })?;
        say("");
        say(&format!("{number}. {name}: {}", mv.text));
        if let Some(analyst) = &mut analyst {
            say(&analyst.verdict(engine, side)?);
        }
        board(engine, say);
    }
    say("");
    for line in conclusion(engine, record) {
        say(&line);
    }
    Ok(())
}

fn board(engine: &dyn Engine, say: &mut dyn FnMut(&str)) {
    let replies = engine.show(Show::Diagram);
    let lines = replies.iter().map(|reply| reply.in_dialect(Dialect::Ugi).to_string());
    // Position string, key and counters, which follow the empty line, are for debugging.
    lines.take_while(|line| !line.is_empty()).for_each(|line| say(&line));
}

/// How the game ended, and whether the record says so too.
fn conclusion(engine: &dyn Engine, record: &GameRecord) -> Vec<String> {
    let text = engine.game_text();
    let result = text.result.as_deref().unwrap_or("the game is not finished");
    let mut lines = vec![format!("{} moves: {result}", text.moves.len())];
    let ending = engine.outcome().map(|outcome| outcome.ending);
    if let Some(claim) = record.claim.filter(|&claim| Some(claim) != ending) {
        lines.push(format!("the record says otherwise: {}", claim_text(claim)));
    }
    lines
}

fn claim_text(claim: Ending) -> String {
    match claim {
        Ending::Draw | Ending::Margin(0) => "a draw".to_owned(),
        Ending::Win(side) => format!("{} wins", side_name(side)),
        Ending::Margin(units) => {
            let winner = if units > 0 { Side::First } else { Side::Second };
            format!("{} wins by {}", side_name(winner), units.unsigned_abs())
        }
    }
}

/// Nobody waits for an answer longer than a day.
const PATIENCE: Duration = Duration::from_secs(24 * 60 * 60);

/// Thinks about each position once: after a move is before the next.
struct Analyst {
    player: Player,
    go: String,
    start: String,
    /// What was thought of the position before the move, and of the one now.
    last: Option<(Thought, usize)>,
}

impl Analyst {
    fn new(player: Player, go: &str, record: &GameRecord) -> Self {
        Self { player, go: format!("go {go}"), start: start_text(record), last: None }
    }

    /// What the engine thinks of the present position, if it has not said so yet.
    fn think(&mut self, engine: &dyn Engine) -> Result<Thought, String> {
        let moves = engine.game_text().moves;
        if let Some((thought, plies)) = &self.last
            && *plies == moves.len()
        {
            return Ok(thought.clone());
        }
        if self.last.is_none() {
            self.player.new_game().map_err(|fault| fault.to_string())?;
        }
        let head = if moves.is_empty() { "" } else { " moves " };
        let position = format!("position {}{head}{}", self.start, moves.join(" "));
        let thought =
            self.player.think(&position, &self.go, PATIENCE).map_err(|fault| fault.to_string())?;
        self.last = Some((thought.clone(), moves.len()));
        Ok(thought)
    }

    /// What the engine would have played instead of the move just played by `side`, and what that
    /// move gave away.
    fn verdict(&mut self, engine: &dyn Engine, side: Side) -> Result<String, String> {
        let before = self.last.as_ref().map(|(thought, _)| thought.clone()).unwrap_or_default();
        let after = if let Some(outcome) = engine.outcome().filter(|outcome| !outcome.claim) {
            Some(outcome.score(side, 1))
        } else {
            let same = engine.side_to_move() == side;
            self.think(engine)?.score.map(|score| if same { score } else { -score })
        };
        let best = before.best.as_deref().unwrap_or("none");
        let mut text = format!("   best {best}");
        if let Some(score) = before.score {
            let _ = write!(text, ", {} at depth {}", score_text(score), before.depth);
        }
        if before.pv.len() > 1 {
            let _ = write!(text, ": {}", before.pv.join(" "));
        }
        if let (Some(before), Some(after)) = (before.score, after) {
            let _ = write!(text, "; {}", given_away(before, after));
        }
        Ok(text)
    }
}

/// What a move cost, by the scores before and after it for the side that moved.
fn given_away(before: Score, after: Score) -> String {
    if before.is_proven() || after.is_proven() {
        let kept = before == after || before.is_win() && after.is_win();
        let turned = || format!("from {} to {}", score_text(before), score_text(after));
        return if kept { "gave nothing away".to_owned() } else { turned() };
    }
    let lost = before.raw() - after.raw();
    if lost > 0 {
        format!("gave away {:.2}", f64::from(lost) / 100.0)
    } else {
        "gave nothing away".to_owned()
    }
}
