//! What the fuzz targets hold true of any text; each target is one call.

#[path = "../../tests/inspect/questions.rs"]
mod questions;

mod session;

use std::cell::RefCell;
use std::collections::HashMap;
use std::fs;
use std::io::Cursor;
use std::path::PathBuf;

use plyglot::core::Settings;
use plyglot::endgame::file::{Budget, TableFile};
use plyglot::game::notation::Header;
use plyglot::game::{Line, Notation};
use plyglot::inspect::file;
use plyglot::protocol::{Dialect, Reply, Show, Start, parse};
use plyglot::server::engine::Engine;
use plyglot::server::hub::{Act, Hub};
use plyglot::server::options;
use plyglot::server::record::Record;
use plyglot::server::registry::GAMES;
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

pub use session::session;

/// So far a position is played on.
const PLIES: usize = 12;
/// A table that claims more places is not unpacked.
const PLACES_MAX: u64 = 1 << 20;

/// A line that is understood means the same in its canonical form, with nothing left over; a reply
/// that has been printed once is printed the same again.
pub fn line(text: &str) {
    if let Ok(Some(parsed)) = parse(text) {
        let canonical = parsed.command.to_string();
        let again = parse(&canonical).expect("a canonical form is valid").expect("and not empty");
        assert_eq!(again.command, parsed.command, "{canonical}");
        assert!(again.unknown.is_empty(), "{canonical}");
    }
    for dialect in [Dialect::Uci, Dialect::Ugi] {
        let printed = Reply::parse(text, dialect).in_dialect(dialect).to_string();
        let again = Reply::parse(&printed, dialect).in_dialect(dialect).to_string();
        assert_eq!(again, printed);
    }
}

/// A position of any variant of this game that is taken is written so that it is taken again as the
/// same, and so is every position on the way from there, by moves drawn from the text; every legal
/// move is read as it is written. Any other text is refused without a panic.
pub fn position(game: &str, text: &str) {
    with_engines(game, |engine| {
        if engine.set_position(Start::Fen(text), &[]).is_err() {
            return;
        }
        engine.show(Show::Eval);
        let mut lot = xxh3_64(text.as_bytes());
        for _ply in 0..PLIES {
            let written = engine.position_text();
            assert!(!engine.show(Show::Diagram).is_empty(), "{written}");
            let moves = engine.legal_moves();
            for mv in &moves {
                engine.play(&[mv]).unwrap_or_else(|e| panic!("{mv} in {written}: {e}"));
                engine.undo(1).expect("one was played");
            }
            engine.set_position(Start::Fen(&written), &[]).expect("what was written is read");
            assert_eq!(engine.position_text(), written);
            // A rule of repetition that forbids looks at what was before, which is gone now.
            let again = engine.legal_moves();
            if again.is_empty() || engine.outcome().is_some_and(|outcome| !outcome.claim) {
                return;
            }
            let mv = &again[(lot % again.len() as u64) as usize];
            lot =
                lot.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            engine.play(&[mv]).expect("a legal move is one");
        }
    });
}

/// Does this with an engine of each variant of a game; they are opened once.
fn with_engines(game: &str, mut act: impl FnMut(&mut dyn Engine)) {
    type Engines = HashMap<String, Vec<Box<dyn Engine>>>;
    thread_local! {
        static ENGINES: RefCell<Engines> = RefCell::new(HashMap::new());
    }
    ENGINES.with_borrow_mut(|engines| {
        let engines = engines.entry(game.to_owned()).or_insert_with(|| {
            let entry = GAMES.iter().find(|entry| entry.name == game).expect("a game of ours");
            let settings = settings();
            let open = |variant: &str| (entry.open)(variant_name(variant), &settings);
            entry.variants.iter().map(|v| open(v.name).expect("defaults are taken")).collect()
        });
        engines.iter_mut().for_each(|engine| act(&mut **engine));
    });
}

/// The name of a variant as the registry has it.
fn variant_name(name: &str) -> &'static str {
    let mut variants = GAMES.iter().flat_map(|entry| entry.variants);
    variants.find(|variant| variant.name == name).map_or("", |variant| variant.name)
}

fn settings() -> Settings {
    Settings::defaults(&options::all(GAMES))
}

/// A record that is read is played as far as its moves are legal, and what was played is written
/// so that it is read again as the same. Any other bytes are refused without a panic.
pub fn record<R: Notation>(rules: &R, bytes: &[u8]) {
    let _ = rules.read_rules(bytes);
    let Ok(record) = rules.read_game(bytes) else { return };
    let line = replayed(rules, record.setup.as_deref(), record.moves.iter().map(|mv| &*mv.text));
    if line.played().is_empty() {
        return;
    }
    let header = Header { tags: &[], comments: &[], result: None };
    let Some(written) = rules.write_game(&line, &header) else { return };
    let again = rules.read_game(written.as_bytes()).expect("what was written is read");
    let again = replayed(rules, again.setup.as_deref(), again.moves.iter().map(|mv| &*mv.text));
    assert_eq!(again.positions(), line.positions(), "{written}");
}

/// A saved game that is set up again is saved as the same. The text is what stands before the
/// checksum, which nobody guesses. Any other text is refused without a panic.
pub fn saved(body: &str) {
    let body = format!("plyglot game 1\n{body}\n");
    let text = format!("{body}checksum xxh3:{:016x}\n", xxh3_64(body.as_bytes()));
    let Ok(record) = Record::from_text("fuzz", &text) else { return };
    let Ok(one) = record.reopen(GAMES, &settings()) else { return };
    let saved = Record::of(one.game, one.variant.name, &one.settings, &*one.engine);
    let saved = saved.expect("what is played can be saved").to_text();
    let again = Record::from_text("fuzz", &saved).expect("what was written is read");
    let again = again.reopen(GAMES, &settings()).unwrap_or_else(|e| panic!("{saved}: {e}"));
    assert_eq!(again.engine.game_text(), one.engine.game_text(), "{saved}");
}

/// Lines of a client that speaks Hub become lines of ours, each one line; replies become lines of
/// Hub.
pub fn hub(text: &str) {
    let mut hub = Hub::default();
    for line in text.lines() {
        for act in hub.obey(line) {
            match act {
                // Within a line a carriage return is white space to us, as from a client.
                Act::Tell(told) => {
                    assert!(!told.contains('\n'), "{told:?}");
                    let _ = parse(&told);
                }
                Act::Say(said) => assert!(!said.contains(['\n', '\r']), "{said:?}"),
            }
        }
        let said = hub.reply(&Reply::parse(line, Dialect::Uci));
        assert!(said.is_none_or(|said| !said.contains(['\n', '\r'])), "{line:?}");
    }
}

/// A table file that is opened says of every place what its cells say. The checksum is put right;
/// any other bytes are refused without a panic.
pub fn table(bytes: &[u8]) {
    const CHECKSUM: std::ops::Range<usize> = 48..56;
    let mut bytes = bytes.to_vec();
    if bytes.len() >= CHECKSUM.end {
        bytes[..8].copy_from_slice(b"plytable");
        let format = 1 + u32::from(bytes[8] & 1);
        bytes[8..12].copy_from_slice(&format.to_le_bytes());
        let mut sum = Xxh3::new();
        sum.update(&bytes[..CHECKSUM.start]);
        sum.update(&bytes[CHECKSUM.end..]);
        bytes[CHECKSUM].copy_from_slice(&sum.digest().to_le_bytes());
    }
    let path: PathBuf = std::env::temp_dir().join(format!("plyglot-fuzz-{}", std::process::id()));
    fs::write(&path, &bytes).expect("the folder for such files can be written to");
    let opened = TableFile::open(&path);
    // An open file outlives its name.
    let _ = fs::remove_file(&path);
    let Ok(file) = opened else { return };
    let places = file.label().len;
    let budget = Budget::new(1 << 20);
    let codes = (0..places.min(PLACES_MAX)).step_by(97).map(|at| file.code(at, &budget));
    let codes: Vec<Option<u16>> = codes.collect();
    if places <= PLACES_MAX && file.cells().is_some() {
        assert!(codes.iter().all(Option::is_some), "what is unpacked as a whole is in parts");
    }
}

/// A trace file that is read is written so that it is read again as the same, and answers every
/// question. Any other bytes are refused without a panic.
pub fn trace(bytes: &[u8]) {
    let Ok(recording) = file::read(&mut Cursor::new(bytes)) else { return };
    let mut written = Vec::new();
    file::write(&recording, &mut written).expect("memory takes every byte");
    let again = file::read(&mut Cursor::new(&written)).expect("what was written is read");
    assert_eq!(again, recording);
    questions::ask_everything(&recording);
}

/// Plays moves until one is refused.
fn replayed<'a, R: Notation>(
    rules: &R,
    setup: Option<&str>,
    moves: impl Iterator<Item = &'a str>,
) -> Line<R> {
    let setup = setup.map(|text| rules.parse_position(text).expect("the reader has read it"));
    let mut line = Line::new(rules, setup.unwrap_or_else(|| rules.start()));
    for text in moves {
        let Ok(mv) = rules.parse_move(&line, text) else { break };
        line.play(rules, mv);
    }
    line
}
