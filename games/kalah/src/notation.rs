//! Text: `<6,0,0,6,6,6,6,6,6,6,6,6,6,6,6> s`, chains as `1,2`, the board as [dubner-1990] draws it.
//!
//! ```text
//! <m,S,N,s1..sm,n1..nm> side     pits a side; the stores and the pits of south (the first side)
//!                                and north, each in its own direction; s or n is to move
//! ```
//!
//! The part in brackets is that of the [kalah-game-protocol], where south is always to move;
//! without a side it is so here. `pie` after the side says that the pie rule is still to come,
//! `swap` that the side to move may swap.
//!
//! Read are also the plain two rows of [dubner-1990, section 2], on one line or on two: B's store
//! and pits from the sixth to the first, A's pits and store, then perhaps the side.
//!
//! ```text
//! 0 6 6 6 6 6 6 / 6 6 6 6 6 6 0 s
//! ```
//!
//! A chain names its pits by one of the two numberings of [dubner-1990] ([`Kalah::numbers`]); its
//! records have the second of them whatever is chosen here, see the module `klh`.

use std::borrow::Cow;
use std::fmt::{self, Write};

use super::board::{Board, PITS_MAX, STONES_MAX};
use super::chain::{Chain, SOWINGS_MAX};
use super::klh;
use super::picture;
use super::rules::{Kalah, Numbers, Pie, Position, Refused};
use plyglot_core::Side;
use plyglot_core::game::notation::{GameRecord, Header, ParsedMove, RecordError, RecordRules};
use plyglot_core::game::picture::{Picture, Scene};
use plyglot_core::game::pits::{self, Captions};
use plyglot_core::game::sowing::in_pit;
use plyglot_core::game::{Notation, PlayedGame, PositionError, Rules};

/// Most stones in a store: with those on the board the margin still fits its 16 bits.
const STORE_MAX: u16 = 9999;

impl Notation for Kalah {
    const MOVE_FORM: &'static str = "pits with commas between them, as in 1,2";
    const RECORD_EXTENSION: &'static str = "klh";

    fn is_record(text: &str) -> bool {
        klh::is_begun(text)
    }

    fn parse_position(&self, text: &str) -> Result<Position, PositionError> {
        let text = text.trim();
        if text.starts_with(|c: char| c.is_ascii_digit()) {
            return self.parse_rows(text);
        }
        let bracketed = text.strip_prefix('<').and_then(|text| text.split_once('>'));
        let (board, rest) = bracketed.ok_or_else(|| PositionError::new("board", text, FORM))?;
        let (side, pie) = self.parse_turn(rest.split_whitespace())?;
        let (board, stores) = self.parse_board(board)?;
        Ok(Position { board, stores, side, pie }.absolute())
    }

    fn start_for(&self, side: Side) -> Option<Position> {
        Some(Position { side, ..self.start() })
    }

    fn write_position(&self, pos: &Position, f: &mut dyn Write) -> fmt::Result {
        let Position { board, stores, .. } = pos.absolute();
        write!(f, "<{},{},{}", self.pits(), stores[0], stores[1])?;
        for word in [board.own, board.opposing] {
            (0..self.pits()).try_for_each(|pit| write!(f, ",{}", in_pit(word, pit)))?;
        }
        f.write_str(if pos.side == Side::First { "> s" } else { "> n" })?;
        f.write_str(match pos.pie {
            Pie::Gone => "",
            Pie::Next => " pie",
            Pie::Now => " swap",
        })
    }

    fn write_move(&self, pos: &Position, mv: Chain, f: &mut dyn Write) -> fmt::Result {
        mv.write(f, |pit| self.number(pos.side, pit))
    }

    /// As in [dubner-1990, section 2]: north's row from right to left above south's.
    fn write_diagram(&self, pos: &Position, f: &mut dyn Write) -> fmt::Result {
        let Position { board, stores, .. } = pos.absolute();
        let captions = match self.numbers {
            Numbers::Own => &CAPTIONS,
            Numbers::Desk => &DESK,
        };
        pits::write_diagram(f, captions, &picture::rows(self), board, stores)
    }

    fn picture(&self) -> Picture {
        pits::picture(picture::rows(self))
    }

    fn scene(&self, pos: &Position) -> Scene {
        picture::scene(self, pos)
    }

    fn set_up(&self, scene: &[&str], side: Side) -> Option<String> {
        let side = if side == Side::First { 's' } else { 'n' };
        let stones = pits::stones(scene, self.pits()).join(",");
        Some(format!("<{},{stones}> {side}", self.pits()))
    }

    /// Pit by pit.
    fn moves_by_hand(&self, played: &PlayedGame<Self>) -> Vec<Chain> {
        let pos = played.position();
        let swap = (pos.pie == Pie::Now).then_some(Chain::SWAP);
        self.choices(pos).map(|pit| Chain::EMPTY.and(pit)).chain(swap).collect()
    }

    /// The pits; there is nothing to point at for a swap.
    fn clicks(&self, _picture: &Picture, pos: &Position, mv: Chain) -> Vec<String> {
        mv.pits().map(|pit| picture::place_name(pos.side, pit)).collect()
    }

    fn frames(&self, pos: &Position, mv: Chain) -> Vec<Scene> {
        picture::frames(self, pos, mv)
    }

    /// Any chain that can be sown, whether or not [`Rules::legal_moves`] lists another one that
    /// leads to the same position; one that stops short of its end, too, after which the same
    /// side is on move.
    fn read_move(&self, played: &PlayedGame<Self>, text: &str) -> ParsedMove<Chain> {
        let pos = played.position();
        let (said, pits) = labelled(text);
        let Some(chain) = self.parse_chain(pos.side, pits) else {
            return ParsedMove::Syntax(Self::MOVE_FORM);
        };
        let is_turn = said.is_none_or(|side| side == pos.side);
        let is_legal = is_turn && self.outcome(pos).is_none() && self.replay(pos, chain).is_ok();
        ParsedMove::of(is_legal.then_some(chain))
    }

    fn why_illegal(&self, played: &PlayedGame<Self>, text: &str) -> String {
        let pos = played.position();
        let (said, pits) = labelled(text);
        if said.is_some_and(|side| side != pos.side) {
            return format!("it is the turn of {}", klh::letter(pos.side));
        }
        let Some(chain) = self.parse_chain(pos.side, pits) else { return String::new() };
        match self.replay(pos, chain) {
            Ok(_) => String::new(),
            Err(Refused::Swap) => "there is nothing to swap".to_owned(),
            Err(Refused::Empty(at)) => self.why_empty(pos.side, chain, at),
            Err(Refused::TurnOver(at)) => {
                let sown = self.sown(pos.side, chain, at);
                let before = self.replay(pos, first_sowings(chain, at));
                let is_over = before.is_ok_and(|pos| self.is_over(&pos));
                format!("the {} ends after {sown}", if is_over { "game" } else { "turn" })
            }
        }
    }

    /// `A = 1,2` is one move of three words, as the text writes it.
    fn moves_in<'a>(&self, words: &[&'a str]) -> Vec<Cow<'a, str>> {
        let mut moves: Vec<Cow<'a, str>> = Vec::new();
        for &word in words {
            match moves.last_mut() {
                Some(last) if is_label_begun(last, word) => {
                    let last = last.to_mut();
                    last.push(' ');
                    last.push_str(word);
                }
                _ => moves.push(Cow::Borrowed(word)),
            }
        }
        moves
    }

    /// Of chains that lead to one position the first is listed, and of a turn that is broken off in
    /// the middle all that go on from there.
    fn meant_by(&self, played: &PlayedGame<Self>, mv: Chain) -> Vec<Chain> {
        let start = played.position();
        let Ok(pos) = self.replay(start, mv) else { return Vec::new() };
        let mut ends = vec![pos];
        if pos.side == start.side && mv != Chain::SWAP {
            let mut rest = Vec::new();
            self.legal_moves(&pos, &mut rest);
            ends.extend(rest.into_iter().map(|rest| self.after(&pos, rest)));
        }
        let mut listed = played.moves(self);
        listed.retain(|&mv| ends.contains(&self.after(start, mv)));
        listed
    }

    fn steps(&self, mv: Chain) -> Vec<Chain> {
        if mv.len() < 2 {
            return vec![mv];
        }
        mv.pits().map(|pit| Chain::EMPTY.and(pit)).collect()
    }

    fn write_game(&self, played: &PlayedGame<Self>, header: &Header<'_>) -> Option<String> {
        Some(klh::write(self, played, header))
    }

    fn split_records(bytes: &[u8]) -> Vec<(usize, &[u8])> {
        klh::split(bytes)
    }

    fn read_rules(&self, bytes: &[u8]) -> Result<RecordRules, RecordError> {
        klh::read_rules(bytes)
    }

    fn read_game(&self, bytes: &[u8]) -> Result<GameRecord, RecordError> {
        klh::read(self, bytes)
    }
}

impl Kalah {
    /// The chain among those that are listed as moves which leads where this whole turn leads.
    pub(super) fn listed(&self, played: &PlayedGame<Self>, chain: Chain) -> Chain {
        let meant = self.meant_by(played, chain);
        if meant.contains(&chain) { chain } else { meant.first().copied().unwrap_or(chain) }
    }
}

const CAPTIONS: Captions = Captions {
    stores: ['A', 'B'],
    rows: ["pits of A (first)", "pits of B (second)"],
    store_width: 4,
};
/// The screen of [dubner-1990, section 3]: the numbers of the pits say whose they are, and the names
/// A and B stand nowhere but in records.
const DESK: Captions = Captions { stores: [' ', ' '], rows: ["", ""], store_width: 4 };
const FORM: &str = "<m,S,N,s1..sm,n1..nm>";
const ROWS: &str = "B's store and pits from the last to the first, A's pits and store";

/// The player that a word stands for: one letter, Latin or Cyrillic.
fn player(word: &str) -> Option<Side> {
    let mut letters = word.chars();
    letters.next().and_then(klh::player).filter(|_| letters.next().is_none())
}

/// `A = 1,2` as whose move it is said to be, and its pits.
fn labelled(text: &str) -> (Option<Side>, &str) {
    let Some((letter, pits)) = text.split_once('=') else { return (None, text) };
    match player(letter.trim()) {
        Some(side) => (Some(side), pits.trim()),
        None => (None, text),
    }
}

/// Whether a label stands before this word that has no move yet: `A` before `=`, `A =` before `1,2`.
fn is_label_begun(last: &str, word: &str) -> bool {
    let is_bare = player(last).is_some() && word.starts_with('=');
    is_bare || last.strip_suffix('=').is_some_and(|label| player(label.trim()).is_some())
}

/// The first sowings of a chain, so many.
fn first_sowings(chain: Chain, count: usize) -> Chain {
    chain.pits().take(count).fold(Chain::EMPTY, Chain::and)
}

impl Kalah {
    /// The number of a pit of a side.
    pub(super) fn number(&self, side: Side, pit: usize) -> usize {
        self.numbers.number(self.pits(), side, pit)
    }

    /// The sowings of a chain before the one of this index.
    fn sown(&self, side: Side, chain: Chain, before: usize) -> String {
        let numbers = chain.pits().take(before).map(|pit| self.number(side, pit).to_string());
        numbers.collect::<Vec<_>>().join(",")
    }

    /// Why the sowing of this index finds nothing to sow.
    fn why_empty(&self, side: Side, chain: Chain, at: usize) -> String {
        let pit = chain.pits().nth(at).unwrap_or(0);
        let number = self.number(side, pit);
        if pit >= self.pits() {
            let (first, last) = (self.number(side, 0), self.number(side, self.pits() - 1));
            return format!("pits of {} are {first} to {last}", klh::letter(side));
        }
        match self.sown(side, chain, at) {
            sown if sown.is_empty() => format!("pit {number} is empty"),
            sown => format!("pit {number} is empty after {sown}"),
        }
    }

    /// `1,2` or `1 2`; a comma at the end is a slip of the pen. Numbers are of pits that there may
    /// be, on this board or a wider one.
    fn parse_chain(&self, side: Side, text: &str) -> Option<Chain> {
        if text.eq_ignore_ascii_case("swap") {
            return Some(Chain::SWAP);
        }
        let first = self.number(side, 0);
        let mut chain = Chain::EMPTY;
        let parts = text.split(',').flat_map(|part| {
            // Nothing between two commas is a word, too.
            let words: Vec<&str> = part.split_whitespace().collect();
            if words.is_empty() { vec![""] } else { words }
        });
        for word in parts {
            let is_plain = word.bytes().all(|byte| byte.is_ascii_digit())
                && (word.len() == 1 || !word.starts_with('0'));
            let number: usize = word.parse().ok().filter(|_| is_plain)?;
            let pit = number.checked_sub(first).filter(|&pit| pit < PITS_MAX)?;
            if chain.len() == SOWINGS_MAX {
                return None;
            }
            chain = chain.and(pit);
        }
        Some(chain)
    }

    /// Who moves, and what the pie rule still allows: what stands behind the board.
    fn parse_turn<'t>(
        &self,
        mut words: impl Iterator<Item = &'t str>,
    ) -> Result<(Side, Pie), PositionError> {
        let side = match words.next() {
            None | Some("s" | "S") => Side::First,
            Some("n" | "N") => Side::Second,
            Some(other) => return Err(PositionError::new("side", other, "s or n")),
        };
        let pie = match words.next() {
            None => Pie::Gone,
            Some("pie") if self.variant.pie => Pie::Next,
            Some("swap") if self.variant.pie => Pie::Now,
            Some(other) if self.variant.pie => {
                return Err(PositionError::new("pie rule", other, "pie, swap or nothing"));
            }
            Some(other) => return Err(PositionError::new("end", other, "nothing more")),
        };
        if let Some(more) = words.next() {
            return Err(PositionError::new("end", more, "nothing more"));
        }
        Ok((side, pie))
    }

    /// `0 6 6 6 6 6 6 / 6 6 6 6 6 6 0 s`, as the text draws it; the stroke may be a new line or be
    /// left out.
    fn parse_rows(&self, text: &str) -> Result<Position, PositionError> {
        let row = 1 + self.pits();
        let apart = text.replace('/', " / ");
        let is_board = |word: &&str| !matches!(*word, "s" | "S" | "n" | "N");
        let words = apart.split_whitespace();
        let strokes: Vec<usize> = words
            .clone()
            .take_while(is_board)
            .enumerate()
            .filter(|(_, word)| *word == "/")
            .map(|(at, _)| at)
            .collect();
        let numbers: Vec<&str> =
            words.clone().take_while(is_board).filter(|word| *word != "/").collect();
        if numbers.len() != 2 * row {
            let found = format!("{} numbers", numbers.len());
            return Err(PositionError::new("board", &found, format!("{}: {ROWS}", 2 * row)));
        }
        if !strokes.is_empty() && strokes != [row] {
            let found = format!(
                "a stroke after {} numbers",
                strokes.iter().find(|&&at| at != row).unwrap_or(&row)
            );
            return Err(PositionError::new("board", &found, format!("one after {row}: {ROWS}")));
        }
        let (side, pie) = self.parse_turn(words.skip_while(is_board))?;
        let (upper, lower) = numbers.split_at(row);
        let north = upper[1..].iter().rev();
        let south = lower[..row - 1].iter();
        let texts: Vec<&str> =
            [lower[row - 1], upper[0]].into_iter().chain(south.chain(north).copied()).collect();
        let (board, stores) = self.parse_board(&format!("{},{}", self.pits(), texts.join(",")))?;
        Ok(Position { board, stores, side, pie }.absolute())
    }

    fn parse_board(&self, text: &str) -> Result<(Board, [u16; 2]), PositionError> {
        let pits = self.pits();
        let words: Vec<&str> = text.split(',').map(str::trim).collect();
        if words[0] != pits.to_string() {
            let expected = format!("{pits}, as Kalah.Pits says");
            return Err(PositionError::new("pits a side", words[0], expected));
        }
        let expected = 3 + 2 * pits;
        if words.len() != expected {
            let found = format!("{} numbers", words.len());
            return Err(PositionError::new("board", &found, format!("{expected}: {FORM}")));
        }
        let number = |word: &str, field, max: u16| {
            let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
            let number = word.parse().ok().filter(|&n: &u16| is_number && n <= max);
            number.ok_or_else(|| {
                PositionError::new(field, word, format!("a whole number from 0 to {max}"))
            })
        };
        let store = |i: usize| number(words[i], "store", STORE_MAX);
        let stores = [store(1)?, store(2)?];
        let mut sides = [0_u64; 2];
        let mut all = 0_u16;
        for (i, word) in words[3..].iter().enumerate() {
            let stones = number(word, "pit", 255)?;
            all += stones;
            sides[i / pits] |= u64::from(stones) << (8 * (i % pits));
        }
        if all > STONES_MAX {
            let expected = format!("at most {STONES_MAX} stones in the pits");
            return Err(PositionError::new("board", &format!("{all} stones"), expected));
        }
        Ok((Board { own: sides[0], opposing: sides[1] }, stores))
    }
}
