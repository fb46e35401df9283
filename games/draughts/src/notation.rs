//! Text: `fen` reads and writes positions, `spelling` moves, and here is the board.

use std::fmt::{self, Write};

use super::board::{Board, bit_of, place_of, square_of};
use super::fen::{column_letter, letter};
use super::pdn;
use super::picture;
use super::rules::{Draughts, Position};
use super::ruleset::Squares;
use super::spelling;
use super::view::Move;
use plyglot_core::Side;
use plyglot_core::game::notation::{GameRecord, Header, ParsedMove, RecordError, RecordRules};
use plyglot_core::game::picture::{Picture, Scene};
use plyglot_core::game::{Notation, PlayedGame, PositionError};

impl<B: Board> Notation for Draughts<B> {
    const MOVE_FORM: &'static str = "two squares or more, as in 32-28, 28x17 or c3:e5:g7";
    const RECORD_EXTENSION: &'static str = "pdn";

    fn is_record(text: &str) -> bool {
        text.contains("[GameType ")
    }

    fn side_names(&self) -> [&'static str; 2] {
        if self.rules.white_first { ["White", "Black"] } else { ["Black", "White"] }
    }

    fn parse_position(&self, text: &str) -> Result<Position, PositionError> {
        self.read_position(text)
    }

    fn write_position(&self, pos: &Position, f: &mut dyn Write) -> fmt::Result {
        self.write_fen(pos, f)
    }

    fn write_move(&self, pos: &Position, mv: Move, f: &mut dyn Write) -> fmt::Result {
        self.spell(pos, mv, f)
    }

    fn write_diagram(&self, pos: &Position, f: &mut dyn Write) -> fmt::Result {
        let white = self.white();
        for row in 0..2 * B::ROW {
            if self.squares == Squares::Algebraic {
                write!(f, "{:>2} ", 2 * B::ROW - row)?;
            }
            let first = bit_of::<B>(row * B::ROW + 1);
            let (_, indent) = place_of::<B>(first);
            f.write_str(if indent == 0 { "" } else { "  " })?;
            for square in row * B::ROW + 1..=(row + 1) * B::ROW {
                let mark = letter(pos, white, bit_of::<B>(square)).unwrap_or('.');
                write!(f, " {mark}  ")?;
            }
            let last = first + u8::try_from(B::ROW).unwrap_or(0) - 1;
            let pad = if indent == 0 { "  " } else { "" };
            writeln!(f, "{pad}  {}-{}", square_of::<B>(first), square_of::<B>(last))?;
        }
        if self.squares == Squares::Algebraic {
            f.write_str("   ")?;
            (0..2 * B::ROW).try_for_each(|column| write!(f, " {}", column_letter(column)))?;
            writeln!(f)?;
        }
        let turn = if pos.side == white { "White" } else { "Black" };
        writeln!(f, "w b men, W B kings; {turn} moves")
    }

    fn picture(&self) -> Picture {
        picture::picture(self)
    }

    fn scene(&self, pos: &Position) -> Scene {
        picture::scene(self, pos)
    }

    fn set_up(&self, scene: &[&str], side: Side) -> Option<String> {
        Some(picture::set_up(self, scene, side))
    }

    /// From where and to where; every landing where that leaves a choice.
    fn clicks(&self, _picture: &Picture, pos: &Position, mv: Move) -> Vec<String> {
        self.clicked(pos, mv).into_iter().map(|bit| self.square_text(bit)).collect()
    }

    fn via(&self, pos: &Position, mv: Move) -> Vec<String> {
        let mut path = if mv.is_capture() { self.first_path(pos, mv) } else { Vec::new() };
        path.pop();
        let clicked = self.clicked(pos, mv);
        path.retain(|bit| !clicked.contains(bit));
        path.into_iter().map(|bit| self.square_text(bit)).collect()
    }

    fn frames(&self, pos: &Position, mv: Move) -> Vec<Scene> {
        picture::frames(self, pos, mv)
    }

    fn read_move(&self, played: &PlayedGame<Self>, text: &str) -> ParsedMove<Move> {
        let Some(squares) = spelling::squares::<B>(text) else {
            return ParsedMove::Syntax(Self::MOVE_FORM);
        };
        self.find(played.position(), &played.moves(self), &squares)
    }

    fn why_illegal(&self, played: &PlayedGame<Self>, text: &str) -> String {
        let squares = spelling::squares::<B>(text);
        squares.map_or_else(String::new, |squares| self.why_not(played.position(), &squares))
    }

    fn record_move(&self, played: &PlayedGame<Self>, mv: Move) -> Option<(u32, String)> {
        Some(self.numbered(played, mv))
    }

    fn write_game(&self, played: &PlayedGame<Self>, header: &Header<'_>) -> Option<String> {
        Some(self.write_pdn(played, header))
    }

    fn read_rules(&self, bytes: &[u8]) -> Result<RecordRules, RecordError> {
        pdn::read_rules(bytes)
    }

    fn read_game(&self, bytes: &[u8]) -> Result<GameRecord, RecordError> {
        self.read_pdn(bytes)
    }
}
