//! Another game, and other options, within what a page may ask for.

use super::message::Options;
use super::room::{Room, hash_mib};
use super::welcome::is_offered;
use crate::engine::{Opened, Setting};
use crate::options;
use plyglot_core::text::shorten;
use plyglot_core::{Opt, OptionError, Scope, Settings, Value};
use plyglot_host::entry::GameEntry;
use plyglot_host::event::Notice;

/// Opens a game of this variant at its start. Its options are at their defaults but for these; those
/// of the engine stay.
pub(super) fn open(room: &mut Room, variant: &str, given: &Options) -> Result<Vec<Notice>, String> {
    let terms = room.terms();
    let (game, variant) = options::find_game(terms.games, "new", variant)?;
    let mut settings = room.engine.settings.clone();
    for opt in options::of_game(game) {
        if let Some(value) = terms.settings.get(&opt.name) {
            settings.set(&opt.name, value.clone());
        }
    }
    let changed = take(room, game, given, &mut settings)?;
    settings.set("UCI_Variant", Value::Combo(variant.name));
    let state = (game.open)(variant.name, &settings).map_err(|error| error.to_string())?;
    take_memory(room, &settings)?;
    room.end_search();
    let mut opened = Opened { game, variant, settings: settings.clone(), state };
    let told = opened.attach_tables();
    room.engine.install(opened);
    room.recorded = None;
    for opt in changed.into_iter().filter(|opt| opt.scope == Scope::Engine) {
        room.engine.keep(Setting { opt, settings: settings.clone() });
    }
    room.prepare();
    Ok(told)
}

/// Sets options of the game in force, of its player and of the engine: all or none.
pub(super) fn set(room: &mut Room, given: &Options) -> Result<Vec<Notice>, String> {
    let mut settings = room.engine.settings.clone();
    let changed = take(room, room.engine.game, given, &mut settings)?;
    take_memory(room, &settings)?;
    room.end_search();
    let has = |scopes: &[Scope]| {
        changed.iter().any(|opt| scopes.contains(&opt.scope) && room.engine.concerns_game(opt))
    };
    let of_game = has(&[Scope::Rules, Scope::Notation, Scope::Player]);
    let of_tables = has(&[Scope::Tables]);
    let mut told = Vec::new();
    if of_game {
        match room.engine.state.apply(&settings) {
            Ok(applied) => told.extend(applied),
            Err(error) => {
                // It has what it had before.
                let before = hash_mib(&room.engine.settings);
                let _ = room.share.resize(before);
                return Err(error.to_string());
            }
        }
    }
    if of_tables {
        // No page names a folder, so there is none that could be missing now and was not before.
        told.extend(room.engine.state.attach_tables(&settings)?);
    }
    for opt in changed {
        if opt.default().is_none() {
            room.engine.forget_tt();
            continue;
        }
        room.engine.keep(Setting { opt, settings: settings.clone() });
    }
    if of_game {
        room.prepare();
    }
    Ok(told)
}

/// Takes what these settings ask for of the memory of all rooms.
fn take_memory(room: &mut Room, settings: &Settings) -> Result<(), String> {
    room.share.resize(hash_mib(settings)).map_err(|error| format!("Hash: {error}"))
}

/// Puts values into settings, those of a game by their short names as well; says which options these
/// are.
fn take(
    room: &Room,
    game: &'static GameEntry,
    given: &Options,
    settings: &mut Settings,
) -> Result<Vec<Opt>, String> {
    let mut changed = Vec::new();
    for (name, value) in given {
        let named = |error: &dyn std::fmt::Display| format!("{}: {error}", shorten(name));
        let opt = options::find(&room.engine.options, game, name).filter(|opt| is_offered(opt));
        let opt = opt.ok_or_else(|| named(&OptionError::Unknown(shorten(name))))?;
        let parsed = opt.parse(value.to_string().trim()).map_err(|error| named(&error))?;
        if let Some(value) = parsed {
            within_limits(room, opt, &value).map_err(|error| named(&error))?;
            settings.set(&opt.name, value);
        }
        changed.push(opt.clone());
    }
    Ok(changed)
}

/// Whether a page may ask for so much.
fn within_limits(room: &Room, opt: &Opt, value: &Value) -> Result<(), String> {
    let limits = room.terms().limits;
    let (most, option) = match opt.name.as_str() {
        "Threads" => (limits.threads.into(), "--threads-max"),
        "Hash" => (limits.hash.into(), "--hash-max"),
        "Think Time" | "Max Think Time" => {
            (i64::try_from(limits.think_ms).unwrap_or(i64::MAX), "--think-max")
        }
        _ => return Ok(()),
    };
    match value {
        Value::Spin(number) if *number > most => {
            Err(format!("found `{number}`, expected at most {most}, as {option} says"))
        }
        _ => Ok(()),
    }
}
