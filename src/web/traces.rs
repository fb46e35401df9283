//! Recorded searches and their files: one of a file takes the place of the last that was recorded
//! here, which goes out as a file that `plyglot inspect` reads.

use std::sync::Arc;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;

use super::board::option_value;
use super::budget::Share;
use super::files::bytes_of;
use super::message::{OptionValue, UPLOAD_BYTES_MAX, Upload};
use super::reply::{Loaded, Reply, Theatre};
use super::room::Room;
use super::theatre;
use crate::records::record::{Reopened, check_options};
use crate::records::traced;
use crate::records::tree::{Step, Tree};
use plyglot_core::text::shorten;
use plyglot_host::state::GameText;
use plyglot_inspect::file::{self, Most};
use plyglot_inspect::query::{self, Walk};
use plyglot_inspect::{Node, Recording};
use plyglot_protocol::Ask;
use serde::Serialize;

/// A room keeps no larger one: with 120 bytes a visit it takes as much memory as a transposition table.
const MOST: Most = Most { visits: 250_000, bytes: 64 << 20 };
/// What is saved can be opened again: as text, with room for the rest of the message.
const SAVED_BYTES_MAX: usize = UPLOAD_BYTES_MAX - 1024;

/// A recorded search of a file.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Opened {
    /// The top of its tree.
    #[serde(flatten)]
    pub top: Theatre,
    /// Who searched.
    pub player: String,
    /// The move that was played.
    pub played: Option<String>,
    /// What there is to say where nothing was searched.
    pub lines: Vec<String>,
}

/// A recorded search of a room.
#[derive(Debug)]
pub(super) struct Recorded {
    pub(super) recording: Arc<Recording>,
    /// What it has of the memory of all rooms, where it came from a file: those of our own are small.
    _share: Option<Share>,
}

impl Recorded {
    /// A search that was recorded here.
    pub(super) fn here(recording: Box<Recording>) -> Self {
        Self { recording: recording.into(), _share: None }
    }
}

/// Reads the file of a recorded search, and sets its game up to where the search began.
///
/// # Errors
/// The file is not what it should be, or the game is none of ours.
pub(super) fn read(room: &Room, name: &str, bytes: &[u8]) -> Result<(Recording, Reopened), String> {
    let recording = file::of_bytes(name, bytes, MOST).map_err(|error| error.to_string())?;
    let (terms, about) = (room.terms(), &recording.about);
    let named = |error: String| format!("{name}: line 1: {error}");
    let reopened = traced::reopen(terms.games, about, &terms.settings).map_err(named)?;
    check_options(reopened.game, &about.rules.options).map_err(named)?;
    let position = reopened.engine.position_text();
    if position != about.position {
        let found = shorten(&about.position);
        let what =
            format!("position: found `{found}`, expected `{position}`, where its moves lead");
        return Err(named(what));
    }
    Ok((recording, reopened))
}

/// The game that leads to a recorded search, with the player who searched.
pub(super) fn loaded(reopened: Reopened) -> Result<Loaded, String> {
    let Reopened { game, variant, settings, mut engine } = reopened;
    let GameText { setup, moves, .. } = engine.game_text();
    engine.set_position(setup.as_deref(), &[]).map_err(|error| error.to_string())?;
    let steps = moves.into_iter().map(|mv| Step { mv, ..Step::default() });
    let mut tree = Tree { moves: steps.collect(), ..Tree::default() };
    tree.play(&mut *engine)?;
    let of_rules = engine.rules_in_force().options.into_iter();
    let options = of_rules.map(|(name, value)| (name, OptionValue::Text(value)));
    let player = game.player_option();
    let player = settings.get(&player).map(option_value).map(|value| (player, value));
    Ok(Loaded {
        variant: variant.name,
        options: options.chain(player).collect(),
        tags: std::collections::BTreeMap::new(),
        setup,
        tree,
        result: None,
        ended: None,
        remarks: Vec::new(),
        trace: true,
    })
}

/// Lets a recorded search of a file be the last one of the room.
///
/// # Errors
/// The file is not what it should be, of another game, or there is no memory for it.
pub(super) fn open(room: &mut Room, upload: Upload) -> Result<Reply, String> {
    let name = shorten(&upload.name);
    let bytes = bytes_of(upload).map_err(|error| format!("opentrace: {error}"))?;
    let (recording, reopened) = read(room, &name, &bytes)?;
    let (there, here) = (reopened.engine.rules_in_force(), room.engine.state().rules_in_force());
    if there != here {
        let [there, here] = [there, here].map(|rules| rules.to_string().trim().replace('\n', ", "));
        return Err(format!("{name}: found a search of {there}, expected one of {here}"));
    }
    let share = room.terms().memory.share(mib(&recording));
    let share = share.map_err(|error| format!("{name}: {error}"))?;
    room.end_search();
    let top = theatre::top(&recording, &*reopened.engine);
    let lines = match &top {
        Some(_) => Vec::new(),
        None => query::answer(Some(&recording), &mut Walk::default(), &Ask::Why(None))?,
    };
    let about = &recording.about;
    let (player, played) = (about.player.clone(), about.played.clone());
    let opened = Opened { top: top.unwrap_or_default(), player, played, lines };
    room.recorded = Some(Recorded { recording: recording.into(), _share: Some(share) });
    Ok(Reply::Opened(Box::new(opened)))
}

/// MiB that a recording takes, or somewhat more.
fn mib(recording: &Recording) -> u64 {
    let Recording { nodes, texts, .. } = recording;
    let skipped: usize = nodes.iter().map(|node| size_of_val(&node.skipped[..])).sum();
    let texts: usize = texts.iter().map(|text| size_of::<String>() + text.len()).sum();
    let bytes = size_of::<Node>() * nodes.len() + skipped + texts;
    (bytes as u64).div_ceil(1 << 20)
}

/// The last recorded search as a file.
///
/// # Errors
/// There is none, or it could not be opened again.
pub(super) fn save(room: &Room) -> Result<Reply, String> {
    let recording = theatre::recording(room)?;
    let about = &recording.about;
    if recording.visits == 0 && !about.by_tables {
        let player = &about.player;
        return Err(format!("savetrace: nothing was recorded, {player} moved by means of its own"));
    }
    let packed = file::packed(recording).map_err(|error| format!("savetrace: {error}"))?;
    let base64 = BASE64_STANDARD.encode(packed);
    if base64.len() > SAVED_BYTES_MAX {
        let (visits, bytes) = (recording.nodes.len(), base64.len());
        return Err(format!(
            "savetrace: {visits} visits are {bytes} bytes of base64, expected at most {SAVED_BYTES_MAX}"
        ));
    }
    Ok(Reply::Saved { name: format!("{}.jsonl.zst", about.rules.variant), base64 })
}
