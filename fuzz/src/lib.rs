//! What the fuzz targets hold true of any text; each target is one call.

use plyglot::game::{Line, Notation};
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
