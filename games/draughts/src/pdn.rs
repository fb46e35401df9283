//! Games as PDN: Portable Draughts Notation 3.0 [pdn-3], written; and read with the habits
//! of its many writers.
//!
//! ```text
//! [White "A"] [Black "B"] [Result "2-0"] [GameType "20"] [FEN "W:W31-50:B1-20"]
//! 1. 32-28 {a comment} 19-23 2. 28x19 (2. 33-29) 14x23 $1 … 2-0
//! ```
//!
//! A result has White's share first, also where Black begins. International draughts shares two points
//! in a game, `2-0` and `1-1`, all others one, `1-0` and `1/2-1/2` [pdn-3, Result tag]; either is read.
//! `[Rules "Draughts.Repetition=none"]` is a tag of our own: options that are not at their defaults.
//!
//! Read are also comments to the end of a line after `;` or `%`, variations within each other (left
//! out), spaces around `-`, `x` and `:`, numbers before moves with dots or without a space after
//! them, marks after moves, commas between moves, results in any of the usual forms, and Cyrillic
//! letters that look like Latin ones. Of a file with several games the first is read.

use super::board::Board;
use super::rules::Draughts;
use super::ruleset::RuleSet;
use super::spelling;
use super::view::Move;
use plyglot_core::Side;
use plyglot_core::game::notation::shorten;
use plyglot_core::game::notation::{GameRecord, Header, RULES_TAG, RecordError, RecordRules};
use plyglot_core::game::records::{NumberedMove, Word, move_words, read_game, roster, take_tag};
use plyglot_core::game::tags::{decoded, match_tags, tag, wrapped};
use plyglot_core::game::tokens::{Token, Tokens};
use plyglot_core::game::{Ending, PlayedGame, Rules};

/// The `GameType` of international draughts, whose games are worth two points.
const INTERNATIONAL: u8 = 20;

impl<B: Board> Draughts<B> {
    /// The game as a record, with an empty line after it.
    pub(super) fn write_pdn(&self, played: &PlayedGame<Self>, header: &Header<'_>) -> String {
        let plain = self.plain();
        let result = self.result_text(header);
        let mut text = String::new();
        roster(&mut text, header, self.players(), result);
        tag(&mut text, "GameType", &self.rules.game_type.to_string());
        if let Some(options) = header.find(RULES_TAG) {
            tag(&mut text, RULES_TAG, options);
        }
        if *played.setup() != self.start() {
            let mut fen = String::new();
            let _ = plain.write_fen(played.setup(), &mut fen);
            tag(&mut text, "FEN", &fen);
        }
        tag(&mut text, "PlyCount", &played.moves_played().len().to_string());
        let clocks = ["WhiteTimeControl", "BlackTimeControl"];
        let [white, black] = if self.rules.white_first { [0, 1] } else { [1, 0] };
        match_tags(&mut text, header, [clocks[white], clocks[black]]);
        text.push('\n');
        let mut number = 0;
        let moves = played.positions().iter().zip(played.moves_played()).map(|(pos, &mv)| {
            number += u32::from(pos.side == Side::First || number == 0);
            let mut text = String::new();
            let _ = plain.spell(pos, mv, &mut text);
            NumberedMove { number, side: pos.side, text }
        });
        text += &wrapped(&move_words(moves, header.comments, result));
        text.push('\n');
        text
    }

    /// The same as records are written, whatever is chosen elsewhere.
    fn plain(&self) -> Self {
        Self { hub: false, squares: self.rules.squares, ..*self }
    }

    /// A move from the end of a game, with its number.
    pub(super) fn numbered(&self, played: &PlayedGame<Self>, mv: Move) -> (u32, String) {
        let after_the_first = played.positions().iter().skip(1);
        let later = after_the_first.filter(|pos| pos.side == Side::First).count();
        let mut text = String::new();
        let _ = self.plain().spell(played.position(), mv, &mut text);
        (1 + u32::try_from(later).unwrap_or(0), text)
    }

    /// What White and Black are called in a header.
    fn players(&self) -> [&'static str; 2] {
        if self.rules.white_first { ["First", "Second"] } else { ["Second", "First"] }
    }

    /// Reads the first game of a file. The moves are not played.
    pub(super) fn read_pdn(&self, bytes: &[u8]) -> Result<GameRecord, RecordError> {
        let text: String = decoded(bytes).chars().map(latin).collect();
        let tokens = Tokens::new(&text).joined();
        read_game(
            tokens,
            |record, name, value| self.take_tag(record, name, value),
            |word| {
                if is_result(word) {
                    return Some(Word::Result(self.result(word)));
                }
                let mv = move_of::<B>(word).map(|text| Word::Move(text.to_owned()));
                mv.or_else(|| (is_number(word) || word.starts_with('$')).then_some(Word::Mark))
            },
        )
    }

    fn take_tag(&self, record: &mut GameRecord, name: &str, value: String) -> Result<(), String> {
        match name {
            "Result" => record.claim = self.result(&value),
            "GameType" => {
                let number = value.split(',').next().unwrap_or("").trim();
                let found = RuleSet::ALL.iter().find(|set| set.game_type.to_string() == number);
                if let Some(set) = found.filter(|set| set.game_type != self.rules.game_type) {
                    let (other, own) = (set.name, self.rules.name);
                    return Err(format!(
                        "GameType {number} is {other}, not {own}: say `--game {other}`"
                    ));
                }
            }
            _ => return take_tag(self, record, self.players(), name, value),
        }
        Ok(())
    }

    /// A result as games of this type have it, White's share first.
    fn result_text(&self, header: &Header<'_>) -> &'static str {
        let [won, drawn, lost] = match self.rules.game_type {
            INTERNATIONAL => ["2-0", "1-1", "0-2"],
            _ => ["1-0", "1/2-1/2", "0-1"],
        };
        match header.result {
            None => "*",
            Some(None) => drawn,
            Some(Some(side)) if side == self.white() => won,
            Some(Some(_)) => lost,
        }
    }

    /// What a result says, White's share first; an unknown one, or that of an unfinished game, says
    /// nothing.
    fn result(&self, text: &str) -> Option<Ending> {
        let white = self.white();
        match text {
            "1-0" | "2-0" => Some(Ending::Win(white)),
            "0-1" | "0-2" => Some(Ending::Win(white.other())),
            "1/2-1/2" | "1-1" | "½-½" => Some(Ending::Draw),
            _ => None,
        }
    }
}

/// The variant and the options that the tags name.
pub(super) fn read_rules(bytes: &[u8]) -> Result<RecordRules, RecordError> {
    let mut rules = RecordRules::default();
    let text = decoded(bytes);
    for (token, line) in Tokens::new(&text) {
        let Token::Tag(name, value) = token else { break };
        match name.as_str() {
            "GameType" => {
                let number = value.split(',').next().unwrap_or("").trim();
                let mut sets = RuleSet::ALL.iter();
                let set = sets.find(|set| set.game_type.to_string() == number);
                let what = || RecordError { line, what: unknown_type(number) };
                rules.variant = Some(set.ok_or_else(what)?.name);
            }
            RULES_TAG => rules.take_options(&value, line)?,
            _ => {}
        }
    }
    Ok(rules)
}

fn unknown_type(number: &str) -> String {
    let types = RuleSet::ALL.iter().map(|set| format!("{} ({})", set.game_type, set.name));
    let types: Vec<String> = types.collect();
    format!("found GameType `{}`, expected one of {}", shorten(number), types.join(", "))
}

/// Whether a word ends a game.
fn is_result(word: &str) -> bool {
    matches!(word, "1-0" | "2-0" | "0-1" | "0-2" | "1/2-1/2" | "1-1" | "½-½" | "*" | "0-0")
}

/// A word as a move: without the number that may stand before it, and without marks.
fn move_of<B: Board>(word: &str) -> Option<&str> {
    let after_number = match word.rsplit_once('.') {
        Some((number, rest)) if number.chars().all(|c| c.is_ascii_digit() || c == '.') => rest,
        _ => word,
    };
    let bare = after_number.trim_end_matches(['!', '?', '+', '#', '*', ')']);
    spelling::squares::<B>(bare).map(|_| bare)
}

/// `12`, `12.`, `12...`.
fn is_number(word: &str) -> bool {
    word.chars().all(|c| c.is_ascii_digit() || c == '.' || c == '…')
        || word.chars().all(|c| matches!(c, '!' | '?' | '+' | '-' | '=' | '#'))
}

/// Cyrillic letters that stand for columns or the sign of a capture.
fn latin(c: char) -> char {
    match c {
        'а' => 'a',
        'с' => 'c',
        'е' => 'e',
        'х' | '×' => 'x',
        '–' | '—' | '−' => '-',
        other => other,
    }
}
