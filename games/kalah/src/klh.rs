//! Records of games as the program of [dubner-1990] wrote them, `lastgame.klh`, read and written.
//!
//! ```text
//! Игрок A : Программа
//! Игрок B : Программа
//! Первым ходил игрок A
//!
//!  1) A: 0 3 B: 11
//!  2) A: 5 B: 7
//! …
//! Камней по окончании игры: в калахе А - 32, в калахе B - 40
//! ```
//!
//! Player A is south, our first side; his pits count from 0, those of B from one more than pits a
//! side (7 to 12; 6 and 13 would be the stores). The sowings of a chain stand one after the other
//! with spaces between them.
//!
//! Files come back from editors changed, so reading asks for little: a number alone says whose pit
//! it is, and everything else is only compared with that. Commas, missing or wrong line numbers,
//! lines broken anywhere, the Cyrillic letters А and В for A and B, lower case, line ends of any
//! system, a byte order mark, and the encodings of the time (866 and 1251) are taken; lines that
//! are not moves are passed over. What is in the way of the moves is an error with its line.
//!
//! Some lines are our own, and only where they are needed:
//!
//! ```text
//! Правила: Kalah.Pits=4 Kalah.Stones=3      other rules than the usual ones
//! Начальная позиция: <6,0,0,…> s            the board was not set up evenly
//! Сведения: Round 3                         a game of a match: what else there is to say
//! Сдался игрок B                            he resigned
//! Победил игрок A                           he won otherwise, on time for instance
//! Ничья                                     a draw that the stones do not show
//! ```
//!
//! A label before each part of a chain that was sown in parts, as `A: 0 A: 3`, is read as moves apart;
//! written is the chain. The position may also stand below its line as the two rows of the text. Of several games in a file
//! each begins with its first line that is no move.

use std::fmt::Write;

use super::chain::{Chain, SOWINGS_MAX};
use super::rules::{Kalah, Numbers, Position};
use plyglot_core::Side;
use plyglot_core::game::notation::{GameRecord, Header, RULES_TAG, RecordError, RecordRules};
use plyglot_core::game::notation::{RecordedMove, shorten};
use plyglot_core::game::{Ending, Notation, PlayedGame, Rules};

const PLAYER: &str = "Игрок";
const FIRST: &str = "Первым ходил";
const STORES: &str = "Камней по окончании";
const SET_UP: &str = "Начальная позиция";
const RULES: &str = "Правила";
const RESIGNED: &str = "Сдался";
const WON: &str = "Победил";
const ABOUT: &str = "Сведения";
const DRAWN: &str = "Ничья";

/// What a match has to say of a game besides its players and rules.
const ABOUT_TAGS: [&str; 7] =
    ["Event", "Round", "Date", "TimeControl", "FirstTimeControl", "SecondTimeControl", TERMINATION];
const TERMINATION: &str = "Termination";

/// The name of a player; his letter.
pub(super) fn letter(side: Side) -> char {
    if side == Side::First { 'A' } else { 'B' }
}

/// The game as a record. Comments have no place in this form.
pub(super) fn write(kalah: &Kalah, played: &PlayedGame<Kalah>, header: &Header<'_>) -> String {
    let name = |tag: &str| header.find(tag).unwrap_or("?");
    let setup = played.setup();
    let mut text = format!("{PLAYER} A : {}\n{PLAYER} B : {}\n", name("First"), name("Second"));
    let _ = writeln!(text, "{FIRST} игрок {}", letter(setup.side));
    if let Some(options) = header.find(RULES_TAG) {
        let _ = writeln!(text, "{RULES}: {options}");
    }
    for tag in ABOUT_TAGS {
        if let Some(value) = header.find(tag) {
            let _ = writeln!(text, "{ABOUT}: {tag} {value}");
        }
    }
    let even = Position { side: setup.side, ..kalah.start() };
    if *setup != even {
        let _ = writeln!(text, "{SET_UP}: {}", kalah.position_text(setup));
    }
    write_turns(kalah, played, &mut text);
    if played.outcome(kalah).is_none() {
        match header.result {
            Some(Some(winner)) if header.find(TERMINATION).is_some() => {
                let _ = writeln!(text, "{WON} игрок {}", letter(winner));
            }
            Some(Some(winner)) => {
                let _ = writeln!(text, "{RESIGNED} игрок {}", letter(winner.other()));
            }
            Some(None) => _ = writeln!(text, "{DRAWN}"),
            None => {}
        }
    } else {
        let mut end = *played.position();
        if !kalah.variant.stop_at_half {
            kalah.sweep(&mut end);
        }
        let [first, second] = end.absolute().stores;
        let _ = writeln!(text, "{STORES} игры: в калахе А - {first}, в калахе B - {second}");
    }
    if header.find(ABOUT_TAGS[0]).is_some() {
        // Another game of the match may follow.
        text.push('\n');
    }
    text
}

/// The turns, numbered by those of the side that began. What a side sowed in parts is one chain, unless no
/// chain is so long.
fn write_turns(kalah: &Kalah, played: &PlayedGame<Kalah>, text: &mut String) {
    let (mut mover, mut number, mut sowings) = (None, 0, 0);
    for (pos, &mv) in played.positions().iter().zip(played.moves_played()) {
        let goes_on = mover == Some(pos.side) && sowings + mv.len() <= SOWINGS_MAX;
        if mover != Some(pos.side) && pos.side == played.setup().side {
            number += 1;
            let _ = write!(text, "\n{number:2})");
        }
        if !goes_on {
            let _ = write!(text, " {}:", letter(pos.side));
            sowings = 0;
        }
        mover = Some(pos.side);
        sowings += if mv == Chain::SWAP { SOWINGS_MAX } else { mv.len() };
        write_sowings(kalah, pos.side, mv, text);
    }
    text.push('\n');
}

fn write_sowings(kalah: &Kalah, side: Side, mv: Chain, text: &mut String) {
    if mv == Chain::SWAP {
        text.push_str(" swap");
    }
    for pit in mv.pits() {
        let _ = write!(text, " {}", Numbers::Desk.number(kalah.pits(), side, pit));
    }
}

/// The games of a file: each begins with the first line of its head.
pub(super) fn split(bytes: &[u8]) -> Vec<(usize, &[u8])> {
    let encoding = Encoding::of(bytes);
    let mut games = Vec::new();
    let (mut begin, mut at, mut begin_line, mut has_moves) = (0, 0, 1, false);
    for (number, line) in (1..).zip(bytes.split_inclusive(|&byte| byte == b'\n')) {
        let text = encoding.decode(line);
        let text = text.trim_start_matches('\u{feff}').trim();
        let is_head = [PLAYER, FIRST, RULES, ABOUT, SET_UP].iter().any(|head| starts(text, head));
        if is_head && has_moves {
            games.push((begin_line, &bytes[begin..at]));
            (begin, begin_line, has_moves) = (at, number, false);
        }
        has_moves |= !is_head && is_moves(text);
        at += line.len();
    }
    games.push((begin_line, &bytes[begin..]));
    games
}

/// Reads a record. The moves are taken apart and put in order, not played.
pub(super) fn read(kalah: &Kalah, bytes: &[u8]) -> Result<GameRecord, RecordError> {
    let mut reader = Reader::default();
    for line in lines(bytes).split(['\n', '\r']) {
        reader.line(kalah, line)?;
    }
    reader.finish(kalah)
}

/// Reads the options that a record names.
pub(super) fn read_rules(bytes: &[u8]) -> Result<RecordRules, RecordError> {
    let mut rules = RecordRules::default();
    let text = lines(bytes);
    for (line, text) in (1..).zip(text.split(['\n', '\r'])) {
        let text = text.trim();
        if !starts(text, RULES) {
            continue;
        }
        let options = text.split_once(':').map_or("", |(_, options)| options);
        rules.take_options(options, line)?;
        break;
    }
    Ok(rules)
}

/// The text of a file, its lines ended by one character.
fn lines(bytes: &[u8]) -> String {
    Encoding::of(bytes).decode(bytes).trim_start_matches('\u{feff}').replace("\r\n", "\n")
}

/// Whether a text begins as a record does.
pub(super) fn is_begun(text: &str) -> bool {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    [PLAYER, FIRST].iter().any(|head| starts(text, head))
}

/// Whether a line begins so, in upper or lower case.
fn starts(line: &str, head: &str) -> bool {
    let begin: String = line.chars().take(head.chars().count()).collect();
    begin.to_lowercase() == head.to_lowercase()
}

/// How a file writes its letters: in UTF-8, or as programs of its time did.
#[derive(Clone, Copy)]
enum Encoding {
    Utf8,
    Dos,
    Windows,
}

impl Encoding {
    fn of(bytes: &[u8]) -> Self {
        if std::str::from_utf8(bytes).is_ok() {
            return Self::Utf8;
        }
        let dos = Self::Dos.decode(bytes);
        if dos.contains(PLAYER) || dos.contains("калахе") { Self::Dos } else { Self::Windows }
    }

    fn decode(self, bytes: &[u8]) -> String {
        match self {
            Self::Utf8 => String::from_utf8_lossy(bytes).into_owned(),
            Self::Dos => bytes.iter().map(|&byte| dos_866(byte)).collect(),
            Self::Windows => bytes.iter().map(|&byte| windows_1251(byte)).collect(),
        }
    }
}

fn dos_866(byte: u8) -> char {
    match byte {
        0x80..=0xAF => cyrillic(byte - 0x80),
        0xE0..=0xEF => cyrillic(byte - 0xE0 + 0x30),
        _ => char::from(byte),
    }
}

fn windows_1251(byte: u8) -> char {
    if byte >= 0xC0 { cyrillic(byte - 0xC0) } else { char::from(byte) }
}

/// The letters from А to я are 64 in a row.
fn cyrillic(number: u8) -> char {
    char::from_u32(0x410 + u32::from(number)).unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// The player a letter stands for: A and B, Latin and Cyrillic, small and capital.
pub(super) fn player(letter: char) -> Option<Side> {
    match letter {
        'A' | 'a' | 'А' | 'а' => Some(Side::First),
        'B' | 'b' | 'В' | 'в' => Some(Side::Second),
        _ => None,
    }
}

#[derive(Default)]
struct Reader {
    line: usize,
    tags: Vec<(&'static str, String)>,
    first: Option<Side>,
    setup: Option<Position>,
    /// The rows of a position that stands below its line, as far as they have been read.
    rows: Option<Vec<String>>,
    /// The position has been read from such rows.
    has_rows: bool,
    /// Whose sowings follow, by the last label.
    label: Option<Side>,
    /// Nothing has followed it yet.
    is_labelled: bool,
    moves: Vec<(Side, RecordedMove)>,
    claim: Option<Ending>,
}

impl Reader {
    fn line(&mut self, kalah: &Kalah, line: &str) -> Result<(), RecordError> {
        self.line += 1;
        let line = line.trim();
        let starts = |head: &str| starts(line, head);
        if self.rows.is_some() {
            self.row(kalah, line)?;
        } else if starts(PLAYER) {
            self.name(line);
        } else if starts(FIRST) {
            self.first = last_player(line);
        } else if starts(STORES) {
            self.stores(line);
        } else if starts(RESIGNED) {
            self.claim = last_player(line).map(|loser| Ending::Win(loser.other()));
        } else if starts(WON) {
            self.claim = last_player(line).map(Ending::Win);
            if !self.tags.iter().any(|(tag, _)| *tag == TERMINATION) {
                self.tags.push((TERMINATION, "unknown".to_owned()));
            }
        } else if starts(ABOUT) {
            self.about(line);
        } else if starts(DRAWN) {
            self.claim = Some(Ending::Draw);
        } else if starts(SET_UP) {
            match line.split_once(':').map_or("", |(_, text)| text.trim()) {
                "" => self.rows = Some(Vec::new()),
                text => self.set_up(kalah, text)?,
            }
        } else if is_moves(line) {
            self.moves(kalah, line)?;
        }
        Ok(())
    }

    fn error(&self, what: impl Into<String>) -> RecordError {
        RecordError { line: self.line, what: what.into() }
    }

    fn set_up(&mut self, kalah: &Kalah, text: &str) -> Result<(), RecordError> {
        let setup = kalah.parse_position(text).map_err(|error| self.error(error.to_string()))?;
        self.setup = Some(setup);
        Ok(())
    }

    /// A row of a position; with the second it is set up.
    fn row(&mut self, kalah: &Kalah, line: &str) -> Result<(), RecordError> {
        let Some(rows) = self.rows.as_mut().filter(|_| !line.is_empty()) else { return Ok(()) };
        rows.push(line.to_owned());
        if let [upper, lower] = &rows[..] {
            let text = format!("{upper} / {lower}");
            (self.rows, self.has_rows) = (None, true);
            self.set_up(kalah, &text)?;
        }
        Ok(())
    }

    /// `Сведения: Round 3`; other words are for people.
    fn about(&mut self, line: &str) {
        let text = line.split_once(':').map_or("", |(_, text)| text.trim());
        let Some((word, value)) = text.split_once(' ') else { return };
        if let Some(tag) = ABOUT_TAGS.into_iter().find(|tag| *tag == word) {
            self.tags.push((tag, value.trim().to_owned()));
        }
    }

    /// `Игрок A : Программа`.
    fn name(&mut self, line: &str) {
        let Some((who, name)) = line.split_once(':') else { return };
        let Some(side) = who.trim().chars().last().and_then(player) else { return };
        let tag = if side == Side::First { "First" } else { "Second" };
        self.tags.push((tag, name.trim().to_owned()));
    }

    /// `… в калахе А - 32, в калахе B - 40`.
    fn stores(&mut self, line: &str) {
        let words = line.split(|c: char| !c.is_ascii_digit()).filter(|word| !word.is_empty());
        let numbers: Vec<i16> = words.filter_map(|word| word.parse().ok()).collect();
        if let [first, second] = numbers[..] {
            self.claim = Some(Ending::Margin(first - second));
        }
    }

    fn moves(&mut self, kalah: &Kalah, line: &str) -> Result<(), RecordError> {
        let mut rest = line;
        let digits = line.trim_start_matches(|c: char| c.is_ascii_digit());
        if digits.len() < line.len() && digits.trim_start().starts_with([')', '.']) {
            rest = &digits.trim_start()[1..];
        }
        while let Some(c) = rest.chars().next() {
            if c.is_whitespace() || ",;:.=)".contains(c) {
                rest = &rest[c.len_utf8()..];
            } else if c.is_ascii_digit() {
                let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
                self.sowing(kalah, &rest[..end])?;
                rest = &rest[end..];
            } else if rest.len() >= 4 && rest.is_char_boundary(4) && is_swap(&rest[..4]) {
                let side = self.label.unwrap_or(Side::Second);
                self.begin_move(side, "swap".to_owned());
                rest = &rest[4..];
            } else if let Some(side) = player(c) {
                (self.label, self.is_labelled) = (Some(side), true);
                rest = &rest[c.len_utf8()..];
            } else {
                let what = format!("found `{}`, expected sowings as in A: 0 3", shorten(rest));
                return Err(self.error(what));
            }
        }
        Ok(())
    }

    /// One number: whose pit it is, it says itself.
    fn sowing(&mut self, kalah: &Kalah, word: &str) -> Result<(), RecordError> {
        let pits = kalah.pits();
        let number = word.parse().unwrap_or(usize::MAX);
        let (side, pit) = match number {
            n if n < pits => (Side::First, n),
            n if n > pits && n <= 2 * pits => (Side::Second, n - pits - 1),
            _ => {
                let (last, from, to) = (pits - 1, pits + 1, 2 * pits);
                let what = format!("found pit `{}`", shorten(word));
                return Err(self
                    .error(format!("{what}, expected 0 to {last} for A or {from} to {to} for B")));
            }
        };
        if self.label.is_some_and(|label| label != side) {
            let (found, other) = (letter(side.other()), letter(side));
            let what = format!("found pit `{word}` of {other} among the sowings of {found}");
            return Err(self.error(what));
        }
        match self.moves.last_mut() {
            Some((last, mv)) if *last == side && mv.text != "swap" && !self.is_labelled => {
                let _ = write!(mv.text, ",{}", kalah.number(side, pit));
            }
            _ => self.begin_move(side, kalah.number(side, pit).to_string()),
        }
        Ok(())
    }

    fn begin_move(&mut self, side: Side, text: String) {
        self.is_labelled = false;
        self.moves.push((side, RecordedMove { text, line: self.line, side: Some(side) }));
    }

    fn finish(self, kalah: &Kalah) -> Result<GameRecord, RecordError> {
        let begins = self.moves.first().map(|(side, _)| *side);
        let Some(begins) = begins.or(self.first) else {
            let line = self.line;
            return Err(RecordError { line, what: "found no moves, expected `A: …`".to_owned() });
        };
        if let (Some(said), Some((_, mv))) = (self.first, self.moves.first())
            && said != begins
        {
            let (said, found) = (letter(said), letter(begins));
            let what = format!("the first move is of {found}, but {said} is said to move first");
            return Err(RecordError { line: mv.line, what });
        }
        if let Some(rows) = &self.rows {
            let what = format!("found {} rows of a position, expected two", rows.len());
            return Err(RecordError { line: self.line, what });
        }
        let start = kalah.start();
        let setup = match self.setup {
            // Who moves, rows do not say, and the moves do.
            Some(setup) if self.has_rows => Some(Position { side: begins, ..setup }.absolute()),
            Some(setup) => Some(setup),
            None => (begins != start.side).then_some(Position { side: begins, ..start }),
        };
        let setup = setup.map(|setup| kalah.position_text(&setup));
        let moves = self.moves.into_iter().map(|(_, mv)| mv).collect();
        Ok(GameRecord { tags: self.tags, setup, moves, claim: self.claim })
    }
}

/// The player whose letter ends a line.
fn last_player(line: &str) -> Option<Side> {
    let word = line.split_whitespace().last()?.trim_end_matches('.');
    player(word.chars().next()?).filter(|_| word.chars().count() == 1)
}

fn is_swap(text: &str) -> bool {
    text.eq_ignore_ascii_case("swap")
}

/// Whether a line is meant as moves: it begins with a number or a label, and holds no words.
fn is_moves(line: &str) -> bool {
    let starts = line.chars().next().is_some_and(|c| c.is_ascii_digit() || player(c).is_some());
    let words = line.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
    starts && words.into_iter().all(|word| word.chars().count() == 1 || is_swap(word))
}
