//! Moves and diagrams as text. Positions are in [`super::fen`].
//!
//! Moves are written in UCI's long algebraic notation: `e2e4`, `e7e8q`. Castling is the king's two
//! squares in standard chess (`e1g1`) and king takes rook in Chess960 (`e1h1`); both are read
//! everywhere, king takes rook and ordinary king moves first where a text could be either. So is
//! standard algebraic notation: `Nf3`, `exd5`, `O-O`, `e8=Q+`.

use std::fmt::{self, Write};

use cozy_chess::util::parse_san_move;
use cozy_chess::{Board, Color, File, Piece, Rank, Square};

use super::rules::{Chess, Move, Position};
use super::{fen, illegal, pgn, picture};
use plyglot_core::Side;
use plyglot_core::game::notation::{GameRecord, Header, ParsedMove, RecordError, RecordRules};
use plyglot_core::game::picture::{Picture, Scene};
use plyglot_core::game::{Notation, PlayedGame, PositionError};

impl Notation for Chess {
    const MOVE_FORM: &'static str = "two squares, as in e2e4 or e7e8q, or algebraic, as in Nf3";
    const RECORD_EXTENSION: &'static str = "pgn";

    fn is_record(text: &str) -> bool {
        // Draughts have the same tags and one more.
        let mut tags =
            text.lines().map(str::trim_start).take_while(|it| it.is_empty() || it.starts_with('['));
        text.trim_start().starts_with('[') && !tags.any(|tag| tag.starts_with("[GameType "))
    }

    fn side_names(&self) -> [&'static str; 2] {
        ["White", "Black"]
    }

    fn parse_position(&self, text: &str) -> Result<Position, PositionError> {
        fen::parse(*self, text)
    }

    fn write_position(&self, pos: &Position, f: &mut dyn Write) -> fmt::Result {
        fen::write(*self, pos, f)
    }

    fn write_move(&self, pos: &Position, mv: Move, f: &mut dyn Write) -> fmt::Result {
        let to = match castling_target(pos.board(), mv) {
            Some(target) if !self.is_chess960() => target,
            _ => mv.to,
        };
        write!(f, "{}{to}", mv.from)?;
        mv.promotion.map_or(Ok(()), |piece| f.write_char(piece.into()))
    }

    fn read_rules(&self, bytes: &[u8]) -> Result<RecordRules, RecordError> {
        pgn::read_rules(bytes)
    }

    fn read_game(&self, bytes: &[u8]) -> Result<GameRecord, RecordError> {
        pgn::read(*self, bytes)
    }

    fn record_move(&self, played: &PlayedGame<Self>, mv: Move) -> Option<(u32, String)> {
        Some(pgn::numbered(played.position(), mv))
    }

    fn write_game(&self, played: &PlayedGame<Self>, header: &Header<'_>) -> Option<String> {
        Some(pgn::write(*self, played, header))
    }

    fn write_diagram(&self, pos: &Position, f: &mut dyn Write) -> fmt::Result {
        let board = pos.board();
        for rank in Rank::ALL.into_iter().rev() {
            write!(f, "{rank} ")?;
            for file in File::ALL {
                let square = Square::new(file, rank);
                let man = board.piece_on(square).zip(board.color_on(square));
                write!(f, " {}", man.map_or('.', |(piece, color)| fen::letter(piece, color)))?;
            }
            writeln!(f)?;
        }
        writeln!(f, "   a b c d e f g h")?;
        let white = board.side_to_move() == Color::White;
        writeln!(f, "{} to move", if white { "White (capitals)" } else { "Black" })
    }

    fn picture(&self) -> Picture {
        picture::picture()
    }

    fn scene(&self, pos: &Position) -> Scene {
        picture::scene(pos)
    }

    fn set_up(&self, scene: &[&str], side: Side) -> Option<String> {
        Some(picture::set_up(scene, side))
    }

    fn read_move(&self, played: &PlayedGame<Self>, text: &str) -> ParsedMove<Move> {
        let board = played.position().board();
        let legal = parse_squares(text).map_or_else(
            // Upper-case squares come last: `B1c3` is a bishop's move, `B1C3` can only be squares.
            || {
                let san = parse_san_move(board, text).ok();
                san.or_else(|| {
                    let squares = parse_squares(&text.to_ascii_lowercase())?;
                    legal_move(board, squares)
                })
            },
            |squares| legal_move(board, squares),
        );
        match legal {
            None if !looks_like_a_move(text) => ParsedMove::Syntax(Self::MOVE_FORM),
            legal => ParsedMove::of(legal),
        }
    }

    fn why_illegal(&self, played: &PlayedGame<Self>, text: &str) -> String {
        let board = played.position().board();
        match parse_squares(&text.to_ascii_lowercase()) {
            Some(squares) => illegal::of_squares(board, squares).unwrap_or_default(),
            None => illegal::of_text(board, text),
        }
    }
}

/// Where the king ends up if `mv` castles: on the g- or the c-file.
fn castling_target(board: &Board, mv: Move) -> Option<Square> {
    let color = board.side_to_move();
    let castles = board.colors(color).has(mv.to) && board.colors(color).has(mv.from);
    let file = if mv.from.file() < mv.to.file() { File::G } else { File::C };
    castles.then(|| Square::new(file, mv.from.rank()))
}

/// `e2e4` or `e7e8q`, squares in lower case.
fn parse_squares(text: &str) -> Option<Move> {
    let (from, to) = (text.get(0..2)?.parse().ok()?, text.get(2..4)?.parse().ok()?);
    let mut rest = text.chars().skip(4);
    let promotion = match rest.next() {
        None => None,
        Some(c) => Some(Piece::try_from(c.to_ascii_lowercase()).ok()?),
    };
    rest.next().is_none().then_some(Move { from, to, promotion })
}

/// The legal move that these squares stand for. What is not a move as it stands may be castling,
/// written as the king's two squares.
fn legal_move(board: &Board, written: Move) -> Option<Move> {
    if board.is_legal(written) {
        return Some(written);
    }
    let color = board.side_to_move();
    let rights = board.castle_rights(color);
    let rook = match written.to.file() {
        File::G => rights.short,
        File::C => rights.long,
        _ => None,
    };
    let is_king = board.king(color) == written.from;
    if !is_king || written.to.rank() != written.from.rank() {
        return None;
    }
    let castling = Move { to: Square::new(rook?, written.from.rank()), ..written };
    board.is_legal(castling).then_some(castling)
}

/// Whether the text has the shape of a move, legal or not.
pub(super) fn looks_like_a_move(text: &str) -> bool {
    let squares = parse_squares(&text.to_ascii_lowercase()).is_some();
    let bare = text.trim_end_matches(['+', '#']);
    squares || matches!(bare, "O-O" | "O-O-O") || looks_algebraic(bare)
}

/// A square at the end, perhaps with `=Q` behind it, and before it nothing but the letters of
/// pieces, files, ranks and `x`.
fn looks_algebraic(text: &str) -> bool {
    let (text, promotion) = text.split_once('=').unwrap_or((text, "Q"));
    let Some(split) = text.len().checked_sub(2) else { return false };
    let Some((before, square)) = text.split_at_checked(split) else { return false };
    matches!(promotion, "N" | "B" | "R" | "Q")
        && square.parse::<Square>().is_ok()
        && before.len() <= 4
        && before.chars().all(|c| "NBRQKabcdefgh12345678x".contains(c))
}
