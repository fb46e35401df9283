//! Games as PGN [edwards-1994], written in export format as far as it goes: the seven tags,
//! standard algebraic notation, comments in braces, lines of at most 80 columns.
//!
//! Read is the import format: tags in any order, moves with numbers before them or without, marks
//! and numeric annotation glyphs, comments, variations (left out), escaped lines, any of the results.
//! A position is taken from `FEN` with or without `SetUp`; `Variant` may be one of the many names of
//! the two that we play. Moves may also be longer or sloppier than the standard has them: `Ng1-f3`,
//! `e2xd3`, `exd6e.p.`, `e8Q`, `0-0`. They are not played here, only looked at: whoever plays them
//! knows their lines.

use cozy_chess::Move;
use cozy_chess::util::display_san_move;

use super::notation::looks_like_a_move;
use super::rules::{Chess, Position};
use plyglot_core::Side;
use plyglot_core::game::notation::{
    GameRecord, Header, RULES_TAG, RecordError, RecordRules, shorten,
};
use plyglot_core::game::records::{NumberedMove, Word, move_words, read_game, roster, take_tag};
use plyglot_core::game::tags::{decoded, match_tags, tag, wrapped};
use plyglot_core::game::tokens::{Token, Tokens};
use plyglot_core::game::{Ending, Notation, PlayedGame, Rules};

/// What White and Black are called in a header.
const PLAYERS: [&str; 2] = ["First", "Second"];
/// What other programs call standard chess, without blanks and in lower case; some name what a game
/// began with instead.
const STANDARD: [&str; 5] = ["", "chess", "standard", "normal", "fromposition"];
/// And Chess960.
const CHESS960: [&str; 6] =
    ["chess960", "fischerandom", "fischerrandom", "fischerrandomchess", "frc", "960"];

/// The game, with an empty line after it.
pub(super) fn write(rules: Chess, played: &PlayedGame<Chess>, header: &Header<'_>) -> String {
    let result = match header.result {
        None => "*",
        Some(None) => "1/2-1/2",
        Some(Some(Side::First)) => "1-0",
        Some(Some(Side::Second)) => "0-1",
    };
    let mut text = String::new();
    roster(&mut text, header, PLAYERS, result);
    if rules.is_chess960() {
        tag(&mut text, "Variant", "Chess960");
    }
    if let Some(options) = header.find(RULES_TAG) {
        tag(&mut text, RULES_TAG, options);
    }
    if *played.setup() != rules.start() {
        tag(&mut text, "SetUp", "1");
        tag(&mut text, "FEN", &rules.position_text(played.setup()));
    }
    tag(&mut text, "PlyCount", &played.moves_played().len().to_string());
    match_tags(&mut text, header, ["WhiteTimeControl", "BlackTimeControl"]);
    text.push('\n');
    let moves = played.positions().iter().zip(played.moves_played()).map(|(pos, mv)| {
        let (number, text) = numbered(pos, *mv);
        NumberedMove { number, side: rules.side_to_move(pos), text }
    });
    text += &wrapped(&move_words(moves, header.comments, result));
    text.push('\n');
    text
}

/// A move with its number, in standard algebraic notation.
pub(super) fn numbered(pos: &Position, mv: Move) -> (u32, String) {
    let board = pos.board();
    (board.fullmove_number().into(), display_san_move(board, mv).to_string())
}

/// The variant and the options that the tags name.
pub(super) fn read_rules(bytes: &[u8]) -> Result<RecordRules, RecordError> {
    let mut rules = RecordRules { variant: Some("chess"), ..RecordRules::default() };
    for (token, line) in Tokens::new(&decoded(bytes)) {
        let Token::Tag(name, value) = token else { break };
        match name.as_str() {
            "Variant" => rules.variant = Some(read_variant(&value, line)?),
            RULES_TAG => rules.take_options(&value, line)?,
            _ => continue,
        }
        rules.line = line;
    }
    Ok(rules)
}

fn read_variant(value: &str, line: usize) -> Result<&'static str, RecordError> {
    let plain: String = value.chars().filter(|c| c.is_alphanumeric()).collect();
    let plain = plain.to_lowercase();
    match plain.as_str() {
        plain if STANDARD.contains(&plain) => Ok("chess"),
        plain if CHESS960.contains(&plain) => Ok("chess960"),
        _ => {
            let found = shorten(value);
            let what = format!("found variant `{found}`, expected standard chess or Chess960");
            Err(RecordError { line, what })
        }
    }
}

/// Reads the first game of a file.
pub(super) fn read(rules: Chess, bytes: &[u8]) -> Result<GameRecord, RecordError> {
    let text = decoded(bytes);
    if Tokens::new(&text).next().is_none() {
        let what = "found no game, expected tags or moves".to_owned();
        return Err(RecordError { line: 1, what });
    }
    let take_tag = |record: &mut GameRecord, name: &str, value: String| {
        if name == "Result" {
            record.claim = result(&value);
        }
        take_tag(&rules, record, PLAYERS, name, value)
    };
    read_game(Tokens::new(&text), take_tag, |word| {
        if is_result(word) {
            Some(Word::Result(result(word)))
        } else if is_mark(word) {
            Some(Word::Mark)
        } else {
            move_of(word).map(Word::Move)
        }
    })
}

/// Whether a word ends a game.
fn is_result(word: &str) -> bool {
    matches!(word, "1-0" | "0-1" | "1/2-1/2" | "1/2" | "½-½" | "*")
}

fn result(word: &str) -> Option<Ending> {
    match word {
        "1-0" => Some(Ending::Win(Side::First)),
        "0-1" => Some(Ending::Win(Side::Second)),
        "1/2-1/2" | "1/2" | "½-½" => Some(Ending::Draw),
        _ => None,
    }
}

/// Numbers, glyphs and evaluations: `12.`, `12...`, `$5`, `!?`, `+-`.
fn is_mark(word: &str) -> bool {
    word.strip_prefix('$').unwrap_or(word).chars().all(|c| c.is_ascii_digit() || "….".contains(c))
        || word.chars().all(|c| "!?".contains(c))
        || matches!(
            word,
            "+-" | "-+" | "+/-" | "-/+" | "+=" | "=+" | "=" | "±" | "∓" | "∞" | "e.p."
        )
}

/// A word as a move that [`Notation::parse_move`] reads, without the number that may stand before
/// it, and without marks.
fn move_of(word: &str) -> Option<String> {
    let after_digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_numbered = after_digits.len() < word.len() && after_digits.starts_with(['.', '…']);
    let bare = if is_numbered { after_digits.trim_start_matches(['.', '…']) } else { word };
    let bare = bare.trim_end_matches(['!', '?']);
    let bare = bare.strip_suffix("e.p.").unwrap_or(bare).trim_end_matches(['+', '#']);
    let text = if bare.chars().all(|c| "0oO-".contains(c)) {
        bare.replace(['0', 'o'], "O")
    } else {
        bare.replace('-', "").replace(':', "x")
    };
    let text = match text.char_indices().next_back() {
        // `e8Q`; two squares of a promotion are `e7e8q`.
        Some((at, 'N' | 'B' | 'R' | 'Q')) if at > 1 && !text.contains('=') => {
            format!("{}={}", &text[..at], &text[at..])
        }
        _ => text,
    };
    looks_like_a_move(&text).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_read_however_they_are_spelt() {
        for (word, text) in [
            ("e4", "e4"),
            ("1.e4", "e4"),
            ("12...Nbd7!?", "Nbd7"),
            ("R1a3+", "R1a3"),
            ("Qh4e1#!!", "Qh4e1"),
            ("Ng1-f3", "Ng1f3"),
            ("e2:d3", "e2xd3"),
            ("exd6e.p.", "exd6"),
            ("e8Q+", "e8=Q"),
            ("fxe8=N", "fxe8=N"),
            ("e7e8q", "e7e8q"),
            ("0-0", "O-O"),
            ("o-o-o+", "O-O-O"),
        ] {
            assert_eq!(move_of(word).as_deref(), Some(text), "{word}");
        }
        for word in ["banana", "--", "Z0", "e9", "1.", "Kk", "O-O-O-O", "0", "é4"] {
            assert_eq!(move_of(word), None, "{word}");
        }
    }

    #[test]
    fn a_short_game_with_comments_and_without_its_first_moves() {
        let rules = Chess::default();
        let fen = "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2";
        let mut played = PlayedGame::new(&rules, rules.parse_position(fen).unwrap());
        let mv = rules.parse_move(&played, "d8h4").unwrap();
        played.play(&rules, mv);
        let tags = [("First", "A \"b\"".to_owned()), ("Termination", "normal".to_owned())];
        let comments = ["+M1/3 {x}".to_owned()];
        let header = Header { tags: &tags, comments: &comments, result: Some(Some(Side::Second)) };
        let expected = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"-\"]\n\
            [White \"A \\\"b\\\"\"]\n[Black \"?\"]\n[Result \"0-1\"]\n[SetUp \"1\"]\n\
            [FEN \"rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2\"]\n\
            [PlyCount \"1\"]\n[Termination \"normal\"]\n\n2... Qh4# {+M1/3 {x)} 0-1\n\n";
        assert_eq!(write(rules, &played, &header), expected);
    }
}
