//! Positions as text: Forsyth-Edwards notation, leniently read and strictly written.
//!
//! The six fields are those of [edwards-1994, 16.1]; a shorter text is filled up with
//! `w - - 0 1`. Beyond the standard:
//!
//! * Castling rights are read in X-FEN (`KQkq`: the outermost rook) and in Shredder-FEN (`HAha`:
//!   the rook's file). Standard chess writes `KQkq`, Chess960 writes `HAha`.
//! * A right that the men on the board do not allow is dropped: many a composed position carries
//!   `KQkq` without meaning it. So is an en passant square that no double step can have left, be it
//!   on a rank where there is none.
//! * The en passant square is written only where some pawn may legally capture on it.

use std::fmt::{self, Write};

use cozy_chess::{Board, BoardBuilder, Color, File, Piece, Rank, Square};

use super::rules::{Chess, Position};
use super::valid;
use plyglot_core::game::PositionError;
use plyglot_core::game::rows::{RowError, read_row, write_row};

/// Counters above this are taken for nonsense.
const COUNTER_MAX: u16 = 9999;

/// Reads a FEN, or `startpos`.
pub(super) fn parse(rules: Chess, text: &str) -> Result<Position, PositionError> {
    if text.trim() == "startpos" {
        return Ok(Position::new(Board::startpos(), 0));
    }
    let mut fields = text.split_whitespace();
    let mut builder = BoardBuilder::empty();
    parse_board(fields.next().unwrap_or(""), &mut builder)?;
    builder.side_to_move = parse_side(fields.next().unwrap_or("w"))?;
    valid::check(&builder, text)?;
    parse_castling(rules, fields.next().unwrap_or("-"), &mut builder)?;
    let en_passant = parse_en_passant(fields.next().unwrap_or("-"), builder.side_to_move)?;
    let halfmoves = parse_counter("halfmove clock", fields.next().unwrap_or("0"))?;
    let fullmove = parse_counter("move number", fields.next().unwrap_or("1"))?;
    if let Some(rest) = fields.next() {
        return Err(PositionError::new("end", rest, "nothing after the move number"));
    }
    builder.halfmove_clock = u8::try_from(halfmoves.min(100)).unwrap_or(100);
    builder.fullmove_number = fullmove.max(1);
    builder.en_passant = en_passant;
    let board = build(builder, text)?;
    Ok(Position::new(board, halfmoves))
}

/// Writes all six fields.
pub(super) fn write(rules: Chess, pos: &Position, f: &mut dyn Write) -> fmt::Result {
    let board = pos.board();
    for rank in Rank::ALL.into_iter().rev() {
        write_row(rank_letters(board, rank), f)?;
        f.write_char(if rank == Rank::First { ' ' } else { '/' })?;
    }
    f.write_str(if board.side_to_move() == Color::White { "w " } else { "b " })?;
    write_castling(rules, board, f)?;
    match pos.en_passant() {
        Some(square) => write!(f, " {square}")?,
        None => f.write_str(" -")?,
    }
    write!(f, " {} {}", pos.halfmoves(), board.fullmove_number())
}

/// The letter of a man: upper case for White.
pub(super) fn letter(piece: Piece, color: Color) -> char {
    let letter = char::from(piece);
    if color == Color::White { letter.to_ascii_uppercase() } else { letter }
}

fn parse_board(text: &str, builder: &mut BoardBuilder) -> Result<(), PositionError> {
    let error = |found: &str, expected: String| PositionError::new("board", found, expected);
    let ranks = text.split('/').count();
    if ranks != 8 {
        return Err(error(text, format!("8 ranks with / between them, not {ranks}")));
    }
    let man = |c: char| {
        let color = if c.is_ascii_uppercase() { Color::White } else { Color::Black };
        Some((Piece::try_from(c.to_ascii_lowercase()).ok()?, color))
    };
    for (row, rank) in text.split('/').zip(Rank::ALL.into_iter().rev()) {
        let men = read_row(row, File::NUM, man).map_err(|wrong| match wrong {
            RowError::Letter(c) => error(row, format!("PNBRQK, pnbrqk or digits, not `{c}`")),
            RowError::Length(len) => error(row, format!("8 squares, not {len}")),
        })?;
        for (file, man) in men {
            *builder.square_mut(Square::new(File::index(file), rank)) = Some(man);
        }
    }
    Ok(())
}

fn parse_side(text: &str) -> Result<Color, PositionError> {
    match text {
        "w" | "W" => Ok(Color::White),
        "b" | "B" => Ok(Color::Black),
        _ => Err(PositionError::new("side to move", text, "w or b")),
    }
}

fn parse_castling(
    rules: Chess,
    text: &str,
    builder: &mut BoardBuilder,
) -> Result<(), PositionError> {
    if text == "-" {
        return Ok(());
    }
    for c in text.chars() {
        let color = if c.is_ascii_uppercase() { Color::White } else { Color::Black };
        let Some(wanted) = Wanted::parse(c) else {
            let expected = "- or some of KQkq (in Chess960 also files, as in HAha)";
            return Err(PositionError::new("castling", text, expected));
        };
        let Some(king) = king_on_back_rank(builder, color) else { continue };
        let Some(rook) = wanted.rook(builder, color, king) else { continue };
        let usual = king == File::E && matches!(rook, File::A | File::H);
        if usual || rules.is_chess960() {
            let rights = builder.castle_rights_mut(color);
            *(if king < rook { &mut rights.short } else { &mut rights.long }) = Some(rook);
        } else if matches!(wanted, Wanted::File(_)) {
            let expected = "a king on the e-file and rooks on a or h, or UCI_Chess960 on";
            return Err(PositionError::new("castling", text, expected));
        }
    }
    Ok(())
}

/// What a letter of the castling field asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wanted {
    /// `K`: castling with the outermost rook on the side of the h-file.
    Short,
    /// `Q`: the same on the side of the a-file.
    Long,
    /// `B`: castling with the rook of this file.
    File(File),
}

impl Wanted {
    fn parse(c: char) -> Option<Self> {
        match c.to_ascii_lowercase() {
            'k' => Some(Self::Short),
            'q' => Some(Self::Long),
            file => File::try_from(file).ok().map(Self::File),
        }
    }

    /// The file of the rook that is meant, if there is one.
    fn rook(self, builder: &BoardBuilder, color: Color, king: File) -> Option<File> {
        let back_rank = Rank::First.relative_to(color);
        let is_rook = |file: &File| {
            builder.square(Square::new(*file, back_rank)) == Some((Piece::Rook, color))
        };
        match self {
            Self::Short => File::ALL.into_iter().rev().find(is_rook).filter(|&rook| king < rook),
            Self::Long => File::ALL.into_iter().find(is_rook).filter(|&rook| rook < king),
            Self::File(file) => Some(file).filter(is_rook),
        }
    }
}

fn king_on_back_rank(builder: &BoardBuilder, color: Color) -> Option<File> {
    let square = |file| Square::new(file, Rank::First.relative_to(color));
    let is_king = |file: &File| builder.square(square(*file)) == Some((Piece::King, color));
    File::ALL.into_iter().find(is_king)
}

/// A square, or nothing where no pawn that this side could take has come from there.
fn parse_en_passant(text: &str, side: Color) -> Result<Option<Square>, PositionError> {
    if text == "-" {
        return Ok(None);
    }
    let square: Square = text
        .parse()
        .map_err(|_| PositionError::new("en passant", text, "- or a square, as in e3"))?;
    Ok(Some(square).filter(|square| square.rank() == Rank::Sixth.relative_to(side)))
}

fn parse_counter(field: &'static str, text: &str) -> Result<u16, PositionError> {
    match text.parse::<u16>() {
        Ok(n) if n <= COUNTER_MAX => Ok(n),
        _ => Err(PositionError::new(field, text, format!("a number up to {COUNTER_MAX}"))),
    }
}

/// Builds the board; an en passant square that does not fit is left out.
fn build(mut builder: BoardBuilder, text: &str) -> Result<Board, PositionError> {
    let built = builder.build().or_else(|_| {
        builder.en_passant = None;
        builder.build()
    });
    // Everything else has been looked at, and the crate knows no more.
    built.map_err(|_| PositionError::new("board", text, "a position of a game of chess"))
}

/// The letters of a rank, from file a on.
fn rank_letters(board: &Board, rank: Rank) -> impl Iterator<Item = Option<char>> {
    File::ALL.into_iter().map(move |file| {
        let square = Square::new(file, rank);
        let (piece, color) = board.piece_on(square).zip(board.color_on(square))?;
        Some(letter(piece, color))
    })
}

fn write_castling(rules: Chess, board: &Board, f: &mut dyn Write) -> fmt::Result {
    let mut none = true;
    for color in Color::ALL {
        let rights = board.castle_rights(color);
        for (file, standard) in [(rights.short, 'k'), (rights.long, 'q')] {
            let Some(file) = file else { continue };
            let c = if rules.is_chess960() { char::from(file) } else { standard };
            f.write_char(if color == Color::White { c.to_ascii_uppercase() } else { c })?;
            none = false;
        }
    }
    if none { f.write_char('-') } else { Ok(()) }
}
