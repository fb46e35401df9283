//! Games as files: what a page saves, and what it is given to load. The files are the page's: nothing
//! of this machine is read or written.

use std::path::Path;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;

use super::ask::copy_of;
use super::message::{Form, OptionValue, Upload};
use super::reply::{Loaded, Reply};
use super::room::Room;
use super::traces;
use crate::records::annotated::{read_tree, with_tree};
use crate::records::claim::{claim_text, side_word};
use crate::records::form::{self, GameFile, Saved, Wanted};
use crate::records::kept::Kept;
use crate::records::record::Record;
use crate::records::tree::Tree;
use plyglot_core::Side;
use plyglot_core::game::Ending;
use plyglot_core::game::tags::decoded;
use plyglot_core::text::shorten;
use plyglot_host::state::GameState;
use plyglot_inspect::file;

/// Tags that a record may have; others are left out.
const TAGS: [&str; 6] = ["First", "Second", "Event", "Date", "Round", "Termination"];
/// The tag that says who won, in our words: `first`, `second` or `draw`.
const RESULT: &str = "Result";
/// The longest value of a tag.
const TAG_CHARS_MAX: usize = 200;

type Tags = std::collections::BTreeMap<String, String>;

/// The game as a record.
pub(super) fn record(
    room: &Room,
    form: Form,
    tags: &Tags,
    mut tree: Tree,
) -> Result<Reply, String> {
    let game = room.engine.game;
    let mut state = copy_of(room)?;
    let setup = state.game_text().setup;
    let stand = |state: &mut dyn GameState, moves: &[&str]| {
        let stood = state.set_position(setup.as_deref(), moves);
        stood.map(|_| ()).map_err(|error| error.to_string())
    };
    stand(&mut *state, &[])?;
    tree.play(&mut *state).map_err(|error| format!("tree: {error}"))?;
    stand(&mut *state, &tree.main_line())?;
    let named: Vec<(&'static str, String)> =
        TAGS.into_iter().filter_map(|name| Some((name, plain(tags.get(name)?)))).collect();
    let named: Vec<_> = named.into_iter().filter(|(_, value)| !value.is_empty()).collect();
    let result = result(&*state, tags)?;
    let is_players = form == Form::Own && !game.record_extension.is_empty();
    let saved = Saved { game, engine: &*state, tags: &named, result, tree: Some(&tree) };
    let form = if is_players { form::Form::Players } else { form::Form::Own };
    let (mut text, has_tree) = saved.text_and_tree(form);
    let end = if is_players { game.record_extension } else { "txt" };
    if !has_tree {
        text = with_tree(&text, &tree, &mut *state, setup.as_deref())?;
    }
    Ok(Reply::Record { name: format!("{}.{end}", room.engine.variant), text })
}

/// The value of a tag in one line.
fn plain(value: &str) -> String {
    let line: String = value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    line.trim().chars().take(TAG_CHARS_MAX).collect()
}

/// Who won: as the rules say, or as a tag does.
fn result(state: &dyn GameState, tags: &Tags) -> Result<Option<(Option<Side>, String)>, String> {
    let by_rules = state.outcome().filter(|outcome| !outcome.claim);
    if let Some(outcome) = by_rules {
        let words = plyglot_host::view::outcome_text(&outcome);
        return Ok(Some((outcome.winner(), words)));
    }
    let why = tags.get("Termination").map(|why| format!(" ({})", plain(why))).unwrap_or_default();
    match tags.get(RESULT).map(String::as_str) {
        None | Some("") => Ok(None),
        Some("first") => Ok(Some((Some(Side::First), format!("first side wins{why}")))),
        Some("second") => Ok(Some((Some(Side::Second), format!("second side wins{why}")))),
        Some("draw") => Ok(Some((None, format!("draw{why}")))),
        Some(other) => {
            Err(format!("Result: found `{}`, expected first, second or draw", shorten(other)))
        }
    }
}

/// What stands in a file that a page has sent.
pub(super) fn bytes_of(upload: Upload) -> Result<Vec<u8>, String> {
    match (upload.text, upload.base64) {
        (Some(text), None) => Ok(text.into_bytes()),
        (None, Some(coded)) => {
            let bytes = BASE64_STANDARD.decode(coded.trim());
            bytes.map_err(|error| format!("base64: {error}"))
        }
        _ => Err("expected either `text` or `base64`".to_owned()),
    }
}

/// Reads a record, a saved game, or the game that leads to a recorded search.
pub(super) fn load(room: &Room, upload: Upload) -> Result<Reply, String> {
    let name = upload.name.clone();
    let bytes = bytes_of(upload).map_err(|error| format!("load: {error}"))?;
    let terms = room.terms();
    let game = room.engine.game;
    let shown = shorten(&name);
    if file::is_begun(&bytes) {
        let (_, reopened) = traces::read(room, &shown, &bytes)?;
        return Ok(Reply::Loaded(Box::new(traces::loaded(reopened)?)));
    }
    let end = end_of(&name, &bytes, terms.games);
    let file = GameFile::of_bytes(terms.games, &shown, end, bytes, Some(game))?;
    let variant = room.engine.variant;
    let settings = &terms.settings;
    let wanted = Wanted { game, variant, is_said: false, settings, options: &[] };
    let mut kept = file.open(terms.games, 0, &wanted)?;
    let cut = kept.play_to_the_end().map_err(|error| format!("{shown}: {error}"))?;
    let mut remarks = std::mem::take(&mut kept.remarks);
    remarks.extend(cut);
    if file.count() > 1 {
        remarks.push(format!("the first of {} games", file.count()));
    }
    let tree = read_tree(&file, 0, &mut kept, &mut remarks)?;
    Ok(Reply::Loaded(Box::new(loaded(&kept, tree, remarks))))
}

/// What kind of file it is: as its name says, where a game has such records; else as it looks.
fn end_of(name: &str, bytes: &[u8], games: &[&plyglot_host::entry::GameEntry]) -> String {
    let end = Path::new(name).extension().map(|end| end.to_string_lossy().to_lowercase());
    let end = end.unwrap_or_default();
    let is_known = games.iter().any(|game| game.record_extension == end && !end.is_empty());
    if is_known || Record::is_begun(bytes) {
        return end;
    }
    let text = decoded(bytes);
    let at_sight = games.iter().find(|game| (game.is_record)(&text));
    at_sight.map_or(end, |game| game.record_extension.to_owned())
}

/// The value of the tag `Result`.
fn result_word(claim: Ending) -> &'static str {
    match claim {
        Ending::Win(side) => side_word(side),
        Ending::Draw | Ending::Margin(0) => "draw",
        Ending::Margin(units) => side_word(if units > 0 { Side::First } else { Side::Second }),
    }
}

fn loaded(kept: &Kept, tree: Tree, remarks: Vec<String>) -> Loaded {
    let options = kept.engine.rules_in_force().options.into_iter();
    let options = options.map(|(name, value)| (name, OptionValue::Text(value)));
    Loaded {
        variant: kept.variant.name,
        options: options.collect(),
        tags: kept.tags.iter().cloned().collect(),
        setup: kept.setup.clone(),
        tree,
        result: kept.claim.map(result_word),
        ended: kept.result.clone().or_else(|| kept.claim.map(claim_text)),
        remarks,
        trace: false,
    }
}
