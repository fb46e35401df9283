//! The board, the moves, and how the game ends, by the FIDE Laws of Chess [fide-2023].
//!
//! Boards and moves are those of the crate `cozy-chess`, whose move generator this module wraps.
//! What the crate leaves to its users is here: which positions are *the same* (article 9.2.3), the
//! seventy-five-move rule, and the positions in which nobody can ever be mated.
//!
//! ```text
//! 8  r n b q k b n r      First is White, Second is Black.
//! 7  p p p p p p p p      Castling is a move of the king onto its own rook (e1h1), in standard
//! …                       chess too; how it is written is the notation's business.
//! 1  R N B Q K B N R
//!    a b c d e f g h
//! ```

use cozy_chess::{BitBoard, Board, CastleRights, Color, File, Piece, Rank, Square};

use plyglot_core::bits::bits;
use plyglot_core::game::repetition::Same;
use plyglot_core::game::{Outcome, Repetition, Rules};
use plyglot_core::{Side, zobrist};

pub use cozy_chess::Move;

/// Chess, standard or Chess960. Both are played alike; what differs is from where castling is
/// possible and how it is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chess {
    chess960: bool,
    /// What a repeated position means.
    pub(super) repetition: Repetition,
    /// What turns the crate's "Black is to move" into the house's "the second side is to move".
    side_key: u64,
}

/// The board, both move counters and the side to move.
#[derive(Clone, Debug)]
pub struct Position {
    board: Board,
    /// Plies since the last capture or pawn move. The board's own counter stops at 100, too early
    /// for the seventy-five-move rule.
    halfmoves: u16,
    /// The file on which a pawn may be taken en passant *legally*. The board's own field remembers
    /// every double step.
    en_passant: Option<File>,
}

// A position is copied at every node.
const _: () = assert!(size_of::<Position>() <= 128);

/// A player may claim a draw (article 9.3).
pub const FIFTY_MOVES: u16 = 100;
/// The game is drawn without a claim (article 9.6.2).
pub const SEVENTY_FIVE_MOVES: u16 = 150;
/// From here on the key, which knows no counter, is not trusted to tell the value.
const NEAR_FIFTY_MOVES: u16 = 80;
const SALT: u64 = 7;
/// The same for the men on the board alone.
const BOARD_SALT: u64 = 8;

impl Chess {
    /// Standard chess, or Chess960 [fide-2023, Guidelines II].
    pub fn new(chess960: bool) -> Self {
        let start = Board::startpos();
        let passed = start.null_move().expect("nobody is in check at the start");
        let repetition = Repetition::FIVEFOLD;
        Self {
            chess960,
            repetition,
            side_key: start.hash() ^ passed.hash() ^ zobrist::SECOND_TO_MOVE,
        }
    }

    /// The same game with another rule of repetition.
    #[must_use]
    pub const fn with_repetition(self, repetition: Repetition) -> Self {
        Self { repetition, ..self }
    }

    /// Whether king and rooks may castle from squares other than the usual ones.
    pub const fn is_chess960(&self) -> bool {
        self.chess960
    }
}

impl Default for Chess {
    fn default() -> Self {
        Self::new(false)
    }
}

impl Position {
    /// A position on this board, with `halfmoves` plies since the last capture or pawn move.
    pub(super) fn new(board: Board, halfmoves: u16) -> Self {
        let en_passant = legal_en_passant(&board);
        Self { board, halfmoves, en_passant }
    }

    /// The board. Its halfmove counter stops at 100: see [`Position::halfmoves`].
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Plies since the last capture or pawn move.
    pub const fn halfmoves(&self) -> u16 {
        self.halfmoves
    }

    /// The square on which a pawn may be taken en passant, if that is legal for some pawn.
    pub fn en_passant(&self) -> Option<Square> {
        let rank = Rank::Sixth.relative_to(self.board.side_to_move());
        self.en_passant.map(|file| Square::new(file, rank))
    }

    /// The position after passing; `None` in check.
    pub(super) fn pass(&self) -> Option<Self> {
        let board = self.board.null_move()?;
        Some(Self { board, halfmoves: self.halfmoves.saturating_add(1), en_passant: None })
    }
}

/// Equal boards, rights and counters; a double step that nobody can answer en passant has left no
/// trace.
impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        // Not `Board::same_position`: in cozy-chess 0.3.4 it takes a piece other than a pawn for
        // one that captures en passant.
        let (a, b) = (&self.board, &other.board);
        sets(a) == sets(b)
            && Color::ALL.into_iter().all(|color| a.castle_rights(color) == b.castle_rights(color))
            && a.side_to_move() == b.side_to_move()
            && a.fullmove_number() == b.fullmove_number()
            && self.halfmoves == other.halfmoves
            && self.en_passant == other.en_passant
    }
}

impl Rules for Chess {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        Position::new(Board::startpos(), 0)
    }

    #[inline]
    fn side_to_move(&self, pos: &Position) -> Side {
        side_of(pos.board.side_to_move())
    }

    #[inline]
    fn legal_moves(&self, pos: &Position, out: &mut Vec<Move>) {
        pos.board.generate_moves(|moves| {
            if moves.piece == Piece::Pawn {
                out.extend(moves);
            } else {
                let from = moves.from;
                out.extend(moves.to.iter().map(|to| Move { from, to, promotion: None }));
            }
            false
        });
    }

    #[inline]
    fn count_moves(&self, pos: &Position) -> u64 {
        let mut count = 0;
        pos.board.generate_moves(|moves| {
            count += moves.len();
            false
        });
        count as u64
    }

    #[inline]
    fn play(&self, pos: &mut Position, mv: Move) {
        debug_assert!(pos.board.is_legal(mv), "{pos:?} {mv}");
        pos.board.play_unchecked(mv);
        let resets = pos.board.halfmove_clock() == 0;
        pos.halfmoves = if resets { 0 } else { pos.halfmoves.saturating_add(1) };
        pos.en_passant = legal_en_passant(&pos.board);
    }

    #[inline]
    fn outcome(&self, pos: &Position) -> Option<Outcome> {
        let has_moves = has_pawn_step(&pos.board) || pos.board.generate_moves(|_| true);
        if !has_moves {
            // Articles 5.1.1 and 5.2.1. Mate goes before any draw by counting (9.6.2).
            return Some(if pos.board.checkers().is_empty() {
                Outcome::draw("stalemate")
            } else {
                Outcome::win(side_of(!pos.board.side_to_move()), "checkmate")
            });
        }
        if pos.halfmoves >= SEVENTY_FIVE_MOVES {
            return Some(Outcome::draw("seventy-five-move rule"));
        }
        if is_dead(&pos.board) {
            return Some(Outcome::draw("insufficient material"));
        }
        (pos.halfmoves >= FIFTY_MOVES).then(|| Outcome::claimable_draw("fifty-move rule"))
    }

    /// Every move would bring a position back, and may not: as by the Laws, who is in check has lost
    /// then, and who is not has drawn.
    fn stuck(&self, pos: &Position) -> Outcome {
        if pos.board.checkers().is_empty() {
            Outcome::draw("no move that repeats nothing")
        } else {
            Outcome::win(self.side_to_move(pos).other(), "check, and no move that repeats nothing")
        }
    }

    #[inline]
    fn key(&self, pos: &Position) -> u64 {
        let en_passant = pos.en_passant.map_or(0, |file| zobrist::random(SALT, file as u64));
        let second = pos.board.side_to_move() == Color::Black;
        let side = if second { self.side_key } else { 0 };
        pos.board.hash_without_ep() ^ en_passant ^ side
    }

    fn board_key(&self, pos: &Position) -> u64 {
        let of_men = |(table, set): (usize, BitBoard)| {
            bits(set.0).fold(0, |key, square| {
                key ^ zobrist::random(BOARD_SALT, 64 * table as u64 + u64::from(square))
            })
        };
        sets(&pos.board).into_iter().enumerate().map(of_men).fold(0, |key, men| key ^ men)
    }

    /// Article 9.2.3: the men, the rights, and who has the move.
    fn is_same(&self, one: &Position, other: &Position, same: Same) -> bool {
        let (a, b) = (&one.board, &other.board);
        let has_rights = || {
            let castles = |color| a.castle_rights(color) == b.castle_rights(color);
            Color::ALL.into_iter().all(castles) && one.en_passant == other.en_passant
        };
        sets(a) == sets(b)
            && (same.is_board() || has_rights())
            && (!same.has_turn() || a.side_to_move() == b.side_to_move())
    }

    #[inline]
    fn encode_move(mv: Move) -> u16 {
        let promotion = mv.promotion.map_or(0, |piece| piece as u16);
        // The moves of one man are near each other, as the statistics of the search like it.
        mv.to as u16 | (mv.from as u16) << 6 | promotion << 12
    }

    #[inline]
    fn decode_move(&self, pos: &Position, encoded: u16) -> Option<Move> {
        let square = |bits: u16| Square::index(usize::from(bits & 63));
        let promotion = match encoded >> 12 {
            0 => None,
            piece => Some(Piece::try_index(piece.into())?),
        };
        let mv = Move { from: square(encoded >> 6), to: square(encoded), promotion };
        pos.board.is_legal(mv).then_some(mv)
    }

    #[inline]
    fn is_irreversible(&self, pos: &Position, mv: Move) -> bool {
        let board = &pos.board;
        board.colors(!board.side_to_move()).has(mv.to)
            || board.pieces(Piece::Pawn).has(mv.from)
            || !self.repetition.same.is_board() && gives_up_castling(board, mv)
    }

    fn is_near_limit(&self, pos: &Position) -> bool {
        pos.halfmoves >= NEAR_FIFTY_MOVES
    }

    fn repetition(&self) -> Repetition {
        self.repetition
    }

    fn counters(&self, pos: &Position) -> Vec<(&'static str, u32, u32)> {
        vec![("fifty-move rule", pos.halfmoves.into(), FIFTY_MOVES.into())]
    }
}

/// The men: by kind, then by colour.
fn sets(board: &Board) -> [BitBoard; Piece::NUM + Color::NUM] {
    let [pawns, knights, bishops, rooks, queens, kings] =
        Piece::ALL.map(|piece| board.pieces(piece));
    let [white, black] = Color::ALL.map(|color| board.colors(color));
    [pawns, knights, bishops, rooks, queens, kings, white, black]
}

/// The side that plays this colour.
pub(super) const fn side_of(color: Color) -> Side {
    match color {
        Color::White => Side::First,
        Color::Black => Side::Second,
    }
}

/// The file on which the side to move can take en passant without leaving its king in check.
/// Article 9.2.3: positions are not the same if a pawn *could have been captured* so.
#[inline]
fn legal_en_passant(board: &Board) -> Option<File> {
    let file = board.en_passant()?;
    let color = board.side_to_move();
    let to = Square::new(file, Rank::Sixth.relative_to(color));
    let behind = cozy_chess::get_pawn_attacks(to, !color);
    let pawns = behind & board.colored_pieces(color, Piece::Pawn);
    let legal = |from| board.is_legal(Move { from, to, promotion: None });
    pawns.iter().any(legal).then_some(file)
}

/// Whether the side to move, not in check, can push a pawn that is not pinned: what most positions
/// have that have a move at all, and is seen at once.
#[inline]
fn has_pawn_step(board: &Board) -> bool {
    let pawns = board.colored_pieces(board.side_to_move(), Piece::Pawn) & !board.pinned();
    let ahead = match board.side_to_move() {
        Color::White => pawns.0 << 8,
        Color::Black => pawns.0 >> 8,
    };
    board.checkers().is_empty() && ahead & !board.occupied().0 != 0
}

/// Article 5.2.2 as far as material alone decides it: bare kings, one minor piece, or nothing but
/// bishops on squares of one colour. Blocked positions in which nobody can mate either are played
/// on.
#[inline]
fn is_dead(board: &Board) -> bool {
    let (knights, bishops) = (board.pieces(Piece::Knight), board.pieces(Piece::Bishop));
    let minors = knights | bishops;
    if board.occupied() != minors | board.pieces(Piece::King) {
        return false;
    }
    let on_one_colour =
        bishops.is_subset(BitBoard::LIGHT_SQUARES) || bishops.is_subset(BitBoard::DARK_SQUARES);
    minors.len() <= 1 || (knights.is_empty() && on_one_colour)
}

/// Rights once lost never come back (article 3.8.2.1).
fn gives_up_castling(board: &Board, mv: Move) -> bool {
    let color = board.side_to_move();
    let rights = board.castle_rights(color);
    if *rights == CastleRights::EMPTY {
        return false;
    }
    let of_rook = mv.from.rank() == Rank::First.relative_to(color)
        && [rights.short, rights.long].contains(&Some(mv.from.file()));
    of_rook || board.pieces(Piece::King).has(mv.from)
}
