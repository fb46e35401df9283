//! What the fuzz targets hold true of any text; each target is one call.

#[path = "../../tests/inspect/questions.rs"]
mod questions;

use std::io::Cursor;

use plyglot::game::notation::Header;
use plyglot::game::{Line, Notation};
use plyglot::inspect::file;
use plyglot::protocol::{Dialect, Reply, parse};

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

/// A position that is taken is written so that it is taken again as the same; so are its moves.
/// Any other text is refused without a panic.
pub fn position<R: Notation>(rules: &R, text: &str) {
    let Ok(pos) = rules.parse_position(text) else { return };
    let written = rules.position_text(&pos);
    assert_eq!(rules.parse_position(&written), Ok(pos.clone()), "{written}");
    assert!(!rules.diagram_text(&pos).is_empty(), "{written}");
    if rules.outcome(&pos).is_some() {
        return;
    }
    let line = Line::new(rules, pos);
    for mv in line.moves(rules) {
        let text = rules.move_text(line.position(), mv);
        assert_eq!(rules.parse_move(&line, &text), Ok(mv), "{text} in {written}");
    }
}

/// A record that is read is played as far as its moves are legal, and what was played is written
/// so that it is read again as the same. Any other bytes are refused without a panic.
pub fn record<R: Notation>(rules: &R, bytes: &[u8]) {
    let Ok(record) = rules.read_game(bytes) else { return };
    let line = replayed(rules, record.setup.as_deref(), record.moves.iter().map(|mv| &*mv.text));
    if line.played().is_empty() {
        return;
    }
    let header = Header { tags: &[], comments: &[], result: None };
    let Some(written) = rules.write_game(&line, &header) else { return };
    let again = rules.read_game(written.as_bytes()).expect("what was written is read");
    let again = replayed(rules, again.setup.as_deref(), again.moves.iter().map(|mv| &*mv.text));
    assert_eq!(again.position(), line.position(), "{written}");
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
