//! What the search may ask about a chess position: checks, captures, exchanges.
//!
//! Exchanges on one square are in [`super::see`].

use std::cell::OnceCell;

use cozy_chess::{
    BitBoard, Board, CastleRights, Piece, PieceMoves, Rank, Square, get_bishop_moves,
    get_bishop_rays, get_king_moves, get_knight_moves, get_pawn_attacks, get_rook_moves,
    get_rook_rays,
};

use super::rules::{Chess, Move, Position};
use super::{eval, see};
use plyglot_core::game::tactics::gives_check_when_played;
use plyglot_core::game::{NodeTactics, Rules, SearchParams, Tactics};

/// Captures, promotions to a queen, and checks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ChessTactics;

/// Futility margin, cp a ply: less than a pawn.
const FUTILITY_CP: i32 = 80;
/// Found as `search/selectivity.rs` tells.
pub(super) const PARAMS: SearchParams = SearchParams {
    check_extension: true,
    iir_depth_min: Some(4),
    ..SearchParams::selective(FUTILITY_CP)
};
/// Promoting to less than a queen is tried after all other quiet moves.
const UNDERPROMOTION: i32 = -500;
/// Order scores stay within this, as [`NodeTactics::order_score`] asks.
const ORDER_SCORE_MAX: i32 = 10_000;

impl Tactics<Chess> for ChessTactics {
    type Node<'a> = ChessNode<'a>;

    #[inline]
    fn node<'a>(&'a self, rules: &'a Chess, pos: &'a Position) -> ChessNode<'a> {
        let board = pos.board();
        let en_passant = pos.en_passant().map_or(BitBoard::EMPTY, Square::bitboard);
        let targets = board.colors(!board.side_to_move()) | en_passant;
        ChessNode { rules, pos, targets, checks: OnceCell::new() }
    }

    /// With nothing but pawns, having to move is often a misfortune (zugzwang): no null move.
    fn null_move(&self, _rules: &Chess, pos: &Position) -> Option<Position> {
        let board = pos.board();
        let kings_and_pawns = board.pieces(Piece::Pawn) | board.pieces(Piece::King);
        let pieces = board.colors(board.side_to_move()) & !kings_and_pawns;
        if pieces.is_empty() { None } else { pos.pass() }
    }
}

/// The tactics of one position.
#[derive(Debug)]
pub struct ChessNode<'a> {
    rules: &'a Chess,
    pos: &'a Position,
    /// Where something may be taken.
    targets: BitBoard,
    checks: OnceCell<Checks>,
}

impl ChessNode<'_> {
    fn board(&self) -> &Board {
        self.pos.board()
    }

    #[inline]
    fn checks(&self) -> &Checks {
        self.checks.get_or_init(|| Checks::of(self.board(), self.en_passant()))
    }

    fn en_passant(&self) -> BitBoard {
        self.pos.en_passant().map_or(BitBoard::EMPTY, Square::bitboard)
    }

    /// [`NodeTactics::gives_check`] for a move that may be one.
    fn attacks_king(&self, mv: Move) -> bool {
        attacks_king(self.board(), mv)
            .unwrap_or_else(|| gives_check_when_played(&ChessTactics, self.rules, self.pos, mv))
    }

    /// [`NodeTactics::is_noisy`] for a move that looks noisy: few do, and for the others this is in
    /// the way.
    #[inline(never)]
    fn is_capture_or_queen(&self, mv: Move) -> bool {
        let board = self.board();
        if let Some(piece) = mv.promotion {
            return piece == Piece::Queen;
        }
        let takes = board.colors(!board.side_to_move()).has(mv.to);
        takes || self.pos.en_passant() == Some(mv.to) && see::is_en_passant(board, mv)
    }
}

impl NodeTactics<Move> for ChessNode<'_> {
    #[inline]
    fn in_check(&self) -> bool {
        !self.board().checkers().is_empty()
    }

    /// All captures, and promotions to a queen; in check, every move.
    fn noisy_moves(&self, out: &mut Vec<Move>) {
        if self.in_check() {
            self.rules.legal_moves(self.pos, out);
            return;
        }
        let (board, en_passant) = (self.board(), self.en_passant());
        let theirs = board.colors(!board.side_to_move());
        let last_rank = Rank::Eighth.relative_to(board.side_to_move()).bitboard();
        // To look for all moves of a king takes as long as for those of all other men.
        let king = board.king(board.side_to_move());
        board.generate_moves_for(!king.bitboard(), |moves| {
            let pawn = moves.piece == Piece::Pawn;
            let targets = if pawn { theirs | last_rank | en_passant } else { theirs };
            for mv in (PieceMoves { to: moves.to & targets, ..moves }) {
                let wanted = matches!(mv.promotion, None | Some(Piece::Queen));
                // A pawn straight ahead of the en passant square goes to it, and takes nothing.
                let quiet = pawn && mv.promotion.is_none() && mv.from.file() == mv.to.file();
                if wanted && !quiet {
                    out.push(mv);
                }
            }
            false
        });
        let by_king = (get_king_moves(king) & theirs).into_iter();
        let by_king = by_king.map(|to| Move { from: king, to, promotion: None });
        out.extend(by_king.filter(|&mv| board.is_legal(mv)));
    }

    #[inline]
    fn is_noisy(&self, mv: Move) -> bool {
        let may = self.targets.has(mv.to) || mv.promotion.is_some();
        may && self.is_capture_or_queen(mv)
    }

    /// Captures by victim first and taker second (MVV-LVA); quiet moves by how much better the
    /// piece stands.
    #[inline]
    fn order_score(&self, mv: Move) -> i32 {
        if self.is_noisy(mv) { by_victim(self.board(), mv) } else { by_square(self.board(), mv) }
    }

    fn see_loss(&self, mv: Move) -> i32 {
        let board = self.board();
        if !see::may_lose(board, mv) {
            return 0;
        }
        see::exchange(board, mv).clamp(-ORDER_SCORE_MAX, 0)
    }

    fn loses_material(&self, mv: Move) -> bool {
        see::loses(self.board(), mv)
    }

    fn capture_value(&self, mv: Move) -> Option<i32> {
        let victim = see::captured(self.board(), mv).map_or(0, see::worth);
        mv.promotion.is_none().then_some(victim)
    }

    #[inline]
    fn gives_check(&self, mv: Move) -> bool {
        let checks = self.checks();
        checks.looks_like_one(mv) && checks.may_give(self.board(), mv) && self.attacks_king(mv)
    }

    fn can_give_check(&self) -> bool {
        let (board, checks) = (self.board(), self.checks());
        let gives = |moves: PieceMoves| moves.into_iter().any(|mv| self.attacks_king(mv));
        let king = board.king(board.side_to_move());
        let by_men =
            board.generate_moves_for(!king.bitboard(), |moves| gives(checks.among(board, moves)));
        by_men || checks.king_may_give(board) && board.generate_moves_for(king.bitboard(), gives)
    }
}

/// The order score of a noisy move, not looking for who takes back.
fn by_victim(board: &Board, mv: Move) -> i32 {
    let Some(moved) = board.piece_on(mv.from) else { return 0 };
    let victim = see::captured(board, mv).map_or(0, see::worth);
    let promoted = mv.promotion.map_or(0, see::worth);
    (8 * victim + promoted - moved as i32).clamp(0, ORDER_SCORE_MAX)
}

/// The order score of a quiet move.
fn by_square(board: &Board, mv: Move) -> i32 {
    let Some(moved) = board.piece_on(mv.from) else { return 0 };
    match mv.promotion {
        Some(_) => UNDERPROMOTION,
        None => eval::improvement(board.side_to_move(), moved, mv),
    }
}

/// From where, and by leaving which squares, the side to move gives check.
#[derive(Clone, Copy, Debug)]
struct Checks {
    /// By the kind of man: squares from which the king would be attacked.
    from: [BitBoard; Piece::NUM],
    /// Own men on a line with the king: behind them may be one who attacks when they leave.
    before: BitBoard,
    /// Where alone a man can go that gives check otherwise: all of `from`, onto an own rook, which is
    /// castling, and en passant. Most moves go elsewhere.
    targets: BitBoard,
}

impl Checks {
    #[inline]
    fn of(board: &Board, en_passant: BitBoard) -> Self {
        let side = board.side_to_move();
        let (king, occupied) = (board.king(!side), board.occupied());
        let diagonal = get_bishop_moves(king, occupied);
        let straight = get_rook_moves(king, occupied);
        let pawn = get_pawn_attacks(king, !side);
        let knight = get_knight_moves(king);
        let from = [pawn, knight, diagonal, straight, diagonal | straight, BitBoard::EMPTY];
        let before = (diagonal | straight) & board.colors(side);
        let targets = pawn | knight | diagonal | straight | board.colors(side) | en_passant;
        Self { from, before, targets }
    }

    /// Whether a move looks as if it may be a check, whoever makes it: `false` is certain.
    #[inline]
    fn looks_like_one(&self, mv: Move) -> bool {
        self.targets.has(mv.to) || self.before.has(mv.from) || mv.promotion.is_some()
    }

    /// Whether a move may be a check: `false` is certain.
    #[inline]
    fn may_give(&self, board: &Board, mv: Move) -> bool {
        let Some(piece) = board.piece_on(mv.from) else { return false };
        let castles = board.colors(board.side_to_move()).has(mv.to);
        let is_plain = mv.promotion.is_none() && !castles;
        !is_plain
            || self.before.has(mv.from)
            || self.from[piece as usize].has(mv.to)
            || see::is_en_passant(board, mv)
    }

    /// Those of the moves of a man, not the king, that may be checks.
    #[inline]
    fn among(&self, board: &Board, moves: PieceMoves) -> PieceMoves {
        if self.before.has(moves.from) {
            return moves;
        }
        let last_rank = Rank::Eighth.relative_to(board.side_to_move()).bitboard();
        // Pawns that change the file and take nothing take en passant, which opens another line.
        let by_pawn = match moves.piece {
            Piece::Pawn => last_rank | !(board.occupied() | moves.from.file().bitboard()),
            _ => BitBoard::EMPTY,
        };
        PieceMoves { to: moves.to & (self.from[moves.piece as usize] | by_pawn), ..moves }
    }

    /// Whether the king's leaving a line or castling may be a check.
    fn king_may_give(&self, board: &Board) -> bool {
        let side = board.side_to_move();
        self.before.has(board.king(side)) || *board.castle_rights(side) != CastleRights::EMPTY
    }
}

/// Whether a move attacks the king, by itself or by opening a line, seen without playing it; `None`
/// for the moves that do more than take a man from one square to another.
fn attacks_king(board: &Board, mv: Move) -> Option<bool> {
    let side = board.side_to_move();
    let piece = board.piece_on(mv.from)?;
    let castles = board.colors(side).has(mv.to);
    if castles || mv.promotion.is_some() || see::is_en_passant(board, mv) {
        return None;
    }
    let king = board.king(!side);
    let occupied = (board.occupied() ^ mv.from.bitboard()) | mv.to.bitboard();
    // Rays come first: most moves end on no line with the king, and need no look along it.
    let diagonal =
        || get_bishop_rays(king).has(mv.to) && get_bishop_moves(king, occupied).has(mv.to);
    let straight = || get_rook_rays(king).has(mv.to) && get_rook_moves(king, occupied).has(mv.to);
    let direct = match piece {
        Piece::Pawn => get_pawn_attacks(mv.to, side).has(king),
        Piece::Knight => get_knight_moves(mv.to).has(king),
        Piece::Bishop => diagonal(),
        Piece::Rook => straight(),
        Piece::Queen => diagonal() || straight(),
        Piece::King => false,
    };
    if direct {
        return Some(true);
    }
    let behind = board.colors(side) ^ mv.from.bitboard();
    let queens = board.pieces(Piece::Queen);
    let uncovers = |rays: BitBoard, kind: Piece, reach: fn(Square, BitBoard) -> BitBoard| {
        if !rays.has(mv.from) {
            return false;
        }
        let sliders = behind & (board.pieces(kind) | queens) & rays;
        !sliders.is_empty() && !(reach(king, occupied) & sliders).is_empty()
    };
    let by_bishop = uncovers(get_bishop_rays(king), Piece::Bishop, get_bishop_moves);
    Some(by_bishop || uncovers(get_rook_rays(king), Piece::Rook, get_rook_moves))
}
