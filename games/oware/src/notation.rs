//! Text: `4-4-4-4-4-4-4-4-4-4-4-4-0-0-S`, moves `A` to `F` and `a` to `f`, games `FeDbBd`.
//!
//! ```text
//! A-B-C-D-E-F-a-b-c-d-e-f-south-north-turn     seeds house by house in the order of sowing, the
//!                                              stores, and who is to move, S or N
//! ```
//!
//! This is the notation of [aalina-program]. South is the first side. A capital names a house of
//! south, a small letter one of north, so a game can be written without spaces and is read so.

use std::borrow::Cow;
use std::fmt::{self, Write};

use super::board::{Board, HOUSES, Houses, SEEDS_MAX};
use super::picture;
use super::rules::{Move, Oware, Position};
use plyglot_core::Side;
use plyglot_core::game::notation::ParsedMove;
use plyglot_core::game::picture::{Picture, Scene};
use plyglot_core::game::pits::{self, Captions};
use plyglot_core::game::sowing::in_pit;
use plyglot_core::game::{Notation, PlayedGame, PositionError, Rules};

/// Most seeds in a store: more than any game has.
const STORE_MAX: u8 = 99;
const CAPTIONS: Captions =
    Captions { stores: ['S', 'N'], rows: ["south (first)", "north (second)"], store_width: 3 };
const FORM: &str = "twelve houses, two stores and S or N, with - between them";
/// Houses, stores and the turn.
const FIELDS: usize = 2 * HOUSES + 3;

/// The house that is named, and whose it is.
fn house(text: &str) -> Option<(Side, Move)> {
    let [letter @ (b'A'..=b'F' | b'a'..=b'f')] = *text.as_bytes() else { return None };
    let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second };
    Some((side, Move(letter.to_ascii_uppercase() - b'A')))
}

impl Notation for Oware {
    const MOVE_FORM: &'static str = "a house of the side to move, A to F or a to f";

    fn parse_position(&self, text: &str) -> Result<Position, PositionError> {
        let words: Vec<&str> = text.trim().split('-').collect();
        if words.len() != FIELDS {
            let found = format!("{} fields", words.len());
            return Err(PositionError::new("board", &found, format!("{FIELDS}: {FORM}")));
        }
        let mut numbers = [0; FIELDS - 1];
        for (i, (number, word)) in numbers.iter_mut().zip(&words).enumerate() {
            let (field, max) =
                if i < 2 * HOUSES { ("house", SEEDS_MAX) } else { ("store", STORE_MAX) };
            let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
            *number = word.parse().ok().filter(|&n| is_number && n <= max).ok_or_else(|| {
                PositionError::new(field, word, format!("a whole number from 0 to {max}"))
            })?;
        }
        let all: u16 = numbers[..2 * HOUSES].iter().map(|&n| u16::from(n)).sum();
        if all > SEEDS_MAX.into() {
            let expected = format!("at most {SEEDS_MAX} seeds in the houses");
            return Err(PositionError::new("board", &format!("{all} seeds"), expected));
        }
        let side = match words[FIELDS - 1] {
            "S" | "s" => Side::First,
            "N" | "n" => Side::Second,
            other => return Err(PositionError::new("turn", other, "S or N")),
        };
        let board = Board::new(&numbers[..HOUSES], &numbers[HOUSES..2 * HOUSES]);
        let stores = [0, 1].map(|store| numbers[2 * HOUSES + store].into());
        Ok(Position { board, stores, side }.absolute())
    }

    fn write_position(&self, pos: &Position, f: &mut dyn Write) -> fmt::Result {
        let Position { board, stores: [south, north], side } = pos.absolute();
        for word in [board.own, board.opposing] {
            (0..HOUSES).try_for_each(|house| write!(f, "{}-", in_pit(word, house)))?;
        }
        write!(f, "{south}-{north}-{}", if side == Side::First { 'S' } else { 'N' })
    }

    fn write_move(&self, pos: &Position, mv: Move, f: &mut dyn Write) -> fmt::Result {
        let first = if pos.side == Side::First { b'A' } else { b'a' };
        f.write_char(char::from(first + mv.0))
    }

    /// North's houses from right to left above south's.
    fn write_diagram(&self, pos: &Position, f: &mut dyn Write) -> fmt::Result {
        let Position { board, stores, .. } = pos.absolute();
        pits::write_diagram(f, &CAPTIONS, &picture::rows(), board, stores)
    }

    fn picture(&self) -> Picture {
        pits::picture(picture::rows())
    }

    fn scene(&self, pos: &Position) -> Scene {
        picture::scene(pos)
    }

    fn set_up(&self, scene: &[&str], side: Side) -> Option<String> {
        let mut stones = pits::stones(scene, HOUSES);
        let stores = stones.len().min(2);
        stones.rotate_left(stores);
        let side = if side == Side::First { 'S' } else { 'N' };
        Some(format!("{}-{side}", stones.join("-")))
    }

    fn frames(&self, pos: &Position, mv: Move) -> Vec<Scene> {
        picture::frames(*self, pos, mv)
    }

    fn read_move(&self, played: &PlayedGame<Self>, text: &str) -> ParsedMove<Move> {
        let Some((side, mv)) = house(text) else { return ParsedMove::Syntax(Self::MOVE_FORM) };
        let pos = played.position();
        let mut moves = Vec::new();
        self.legal_moves(pos, &mut moves);
        let is_legal = side == pos.side && self.outcome(pos).is_none() && moves.contains(&mv);
        ParsedMove::of(is_legal.then_some(mv))
    }

    fn why_illegal(&self, played: &PlayedGame<Self>, text: &str) -> String {
        let Some((side, Move(house))) = house(text) else { return String::new() };
        let pos = played.position();
        let why = if side != pos.side {
            "it is a house of the other side"
        } else if in_pit(pos.board.own, house.into()) == 0 {
            "there is nothing to sow"
        } else if pos.board.opposing == 0 {
            "it leaves the other side without seeds, where another house feeds it"
        } else if pos.board.sow(house.into()).is_grand_slam() {
            "it would capture all seeds of the other side, which these rules forbid"
        } else {
            "it leaves the other side without seeds, where another house does not"
        };
        why.to_owned()
    }

    fn moves_in<'a>(&self, words: &[&'a str]) -> Vec<Cow<'a, str>> {
        let split = |word: &'a str| {
            let is_joined = word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_alphabetic());
            let parts = if is_joined { word.len() } else { 1 };
            (0..parts).map(move |i| if is_joined { &word[i..=i] } else { word })
        };
        words.iter().copied().flat_map(split).map(Cow::Borrowed).collect()
    }
}
