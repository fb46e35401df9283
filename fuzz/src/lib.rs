//! What the fuzz targets hold true of any text; each target is one call.

#[path = "../../tests/inspect/questions.rs"]
mod questions;

mod session;

use std::cell::RefCell;
use std::fs;
use std::io::Cursor;
use std::path::PathBuf;
use std::sync::LazyLock;

use plyglot::core::Settings;
use plyglot::endgame::file::{Budget, TableFile};
use plyglot::game::notation::{GameRecord, Header};
use plyglot::host::state::{GameState, GameText};
use plyglot::gtp;
use plyglot::hub;
use plyglot::inspect::file;
use plyglot::options;
use plyglot::protocol::hub::{Act, Told};
use plyglot::protocol::translator::Translator;
use plyglot::protocol::{Dialect, Reply, parse};
use plyglot::records::record::Record;
use plyglot::registry::{GAMES, GameEntry};
use plyglot::session::files::Files;
use plyglot::web::message::{Message, Unread};
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

/// A message of a page that is understood is written so that it means the same; what is wrong with
/// another is said in one line that is not too long.
pub fn message(text: &str) {
    match Message::parse(text) {
        Ok(message) => {
            let written = message.to_text();
            let again = Message::parse(&written).expect("what we write is a message");
            assert_eq!(again, message, "{written}");
        }
        Err(Unread { what, .. }) => {
            assert!(what.len() < 2000 && !what.contains('\n'), "{what}");
        }
    }
}

/// The game that the targets of one game are about: `fuzz/run position_chess` sets the variable.
pub fn game() -> &'static GameEntry {
    static GAME: LazyLock<&'static GameEntry> = LazyLock::new(|| {
        let name = std::env::var("PLYGLOT_FUZZ_GAME").unwrap_or_default();
        let game = GAMES.iter().find(|game| game.name == name);
        game.unwrap_or_else(|| panic!("PLYGLOT_FUZZ_GAME: found `{name}`, expected a game"))
    });
    *GAME
}

/// A position of any variant of this game that is taken is written so that it is taken again as the
/// same. From there the words of the further lines are tried as moves, each of which is played or
/// changes nothing; then moves drawn from the text are played on. On this way every position is read
/// as it is written, and so is every legal move. Any other text is refused without a panic.
pub fn position(game: &'static GameEntry, text: &str) {
    let (setup, words) = text.split_once('\n').unwrap_or((text, ""));
    with_engines(game, |engine| {
        if engine.set_position(Some(setup), &[]).is_err() {
            return;
        }
        let _ = engine.explanation();
        for word in words.split_whitespace().take(PLIES) {
            try_move(engine, word);
        }
        let mut lot = xxh3_64(text.as_bytes());
        for _ply in 0..PLIES {
            let written = engine.position_text();
            assert!(!engine.board().diagram.is_empty(), "{written}");
            let is_over = engine.outcome().is_some_and(|outcome| !outcome.claim);
            for mv in engine.legal_moves().iter().filter(|_| !is_over) {
                engine.play(&[mv]).unwrap_or_else(|e| panic!("{mv} in {written}: {e}"));
                engine.undo(1).expect("one was played");
            }
            engine.set_position(Some(&written), &[]).expect("what was written is read");
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

/// A word that is taken as moves can be taken back; any other changes nothing.
fn try_move(engine: &mut dyn GameState, word: &str) {
    let before = engine.game_text();
    if engine.play(&[word]).is_ok() {
        let played = engine.game_text();
        let plies = played.moves.len() - before.moves.len();
        engine.undo(u32::try_from(plies).expect("a word is short")).expect("they were played");
        assert_eq!(engine.game_text(), before, "{word}");
        engine.play(&[word]).unwrap_or_else(|e| panic!("{word} after {before:?}, again: {e}"));
        assert_eq!(engine.game_text(), played, "{word}");
    } else {
        assert_eq!(engine.game_text(), before, "{word}");
    }
}

/// Does this with an engine of each variant of a game; they are opened once.
fn with_engines(game: &'static GameEntry, mut act: impl FnMut(&mut dyn GameState)) {
    thread_local! {
        static ENGINES: RefCell<Vec<Box<dyn GameState>>> = const { RefCell::new(Vec::new()) };
    }
    ENGINES.with_borrow_mut(|engines| {
        if engines.is_empty() {
            let settings = settings();
            let open = |variant| (game.open)(variant, &settings).expect("defaults are taken");
            engines.extend(game.variants.iter().map(|variant| open(variant.name)));
        }
        for engine in engines {
            act(&mut **engine);
        }
    });
}

fn settings() -> Settings {
    Settings::defaults(&options::all(GAMES))
}

/// A record that is read by a variant of this game is played as far as its moves are legal, and what
/// was played is written so that it is read again as the same. Any other bytes are refused without a
/// panic.
pub fn record(game: &'static GameEntry, bytes: &[u8]) {
    with_engines(game, |engine| {
        let _ = engine.read_rules(bytes);
        let Ok(record) = engine.read_record(bytes) else { return };
        let played = replayed(engine, &record);
        if played.moves.is_empty() {
            return;
        }
        let header = Header { tags: &[], comments: &[], result: None };
        let Some(written) = engine.record(&header) else { return };
        let again = engine.read_record(written.as_bytes()).expect("what was written is read");
        assert_eq!(replayed(engine, &again), played, "{written}");
    });
}

/// A saved game that is set up again is saved as the same. The text is what stands before the
/// checksum, which nobody guesses. Any other text is refused without a panic.
pub fn saved(body: &str) {
    let body = format!("plyglot game 1\n{body}\n");
    let text = format!("{body}checksum xxh3:{:016x}\n", xxh3_64(body.as_bytes()));
    let Ok(record) = Record::from_text("fuzz", &text) else { return };
    let Ok(one) = record.reopen(GAMES, &settings()) else { return };
    let saved = Record::of(&*one.engine).to_text();
    let again = Record::from_text("fuzz", &saved).expect("what was written is read");
    let again = again.reopen(GAMES, &settings()).unwrap_or_else(|e| panic!("{saved}: {e}"));
    assert_eq!(again.engine.game_text(), one.engine.game_text(), "{saved}");
}

/// Lines of a client that speaks Hub become commands, each one line of ours; replies become lines of
/// Hub.
pub fn hub(text: &str) {
    let mut hub = hub::open();
    for line in text.lines() {
        for act in hub.obey(line) {
            match act {
                Act::Tell(told) => {
                    let line = told.command().to_string();
                    assert!(!line.contains('\n'), "{line:?}");
                }
                Act::Say(said) => assert!(!said.contains(['\n', '\r']), "{said:?}"),
            }
        }
        let said = hub.reply(&Reply::parse(line, Dialect::Uci));
        assert!(said.iter().all(|said| !said.contains(['\n', '\r'])), "{line:?}");
    }
}

/// Lines of a client that speaks GTP become commands, each one line of ours, and answers, each with an
/// empty line at its end; a position that is to be searched is one. Searches end at once, by a line that
/// is a reply, or by a pass.
pub fn gtp(text: &str) {
    let mut gtp = gtp::open(Files::none(), settings());
    for line in text.lines() {
        let mut acts = gtp.obey(line);
        acts.extend(gtp.reply(&Reply::parse(line, Dialect::Uci)));
        let mut at = 0;
        while let Some(act) = acts.get(at).cloned() {
            at += 1;
            let reply = match act {
                Act::Say(said) => {
                    assert!(!said.contains('\r'), "{said:?}");
                    continue;
                }
                Act::Tell(told) => {
                    let line = told.command().to_string();
                    assert!(!line.contains('\n'), "{line:?}");
                    match told {
                        Told::IsReady => Reply::ReadyOk,
                        Told::Go(limits) if !limits.infinite => pass(),
                        Told::Stop => pass(),
                        _ => continue,
                    }
                }
            };
            acts.extend(gtp.reply(&reply));
        }
    }
}

fn pass() -> Reply {
    Reply::BestMove { best: Some("pass".to_owned()), ponder: None }
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

/// The game of a record, up to the first move that is refused.
fn replayed(engine: &mut dyn GameState, record: &GameRecord) -> GameText {
    let start = record.setup.as_deref();
    engine.set_position(start, &[]).expect("the reader has read it");
    for mv in &record.moves {
        if engine.play(&[&mv.text]).is_err() {
            break;
        }
    }
    engine.game_text()
}
