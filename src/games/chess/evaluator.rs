//! An opinion about chess positions, and what the search may do on the strength of it.
//!
//! The evaluation itself is in [`super::network`], the formula that it learnt from in [`super::eval`],
//! exchanges on one square in [`super::see`].

use cozy_chess::{
    BitBoard, Board, CastleRights, Color, Piece, PieceMoves, Rank, Square, get_bishop_moves,
    get_bishop_rays, get_king_moves, get_knight_moves, get_pawn_attacks, get_rook_moves,
    get_rook_rays,
};

use super::memory::Memory;
use super::rules::{Chess, Move, Position};
use super::{eval, network, see, shares};
use crate::core::Score;
use crate::game::trainable::{Facts, Trainable};
use crate::game::tunable::{Feature, Weight};
use crate::game::{Evaluator, Rules, Selectivity, Shares, Tunable};

/// A network; or the formula that was its teacher: material, where it stands, what it reaches. See
/// [`Evaluator::explain`] for the terms.
///
/// By the formula it remembers pawn structures and whole positions; a copy begins with an empty
/// memory. What it thinks does not depend on it.
#[derive(Debug, Default)]
pub struct ChessEvaluator {
    school: School,
    pawns: eval::PawnTable,
    opinions: Memory,
}

/// Where an evaluator has its opinions from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum School {
    #[default]
    Network,
    Classical,
}

impl Clone for ChessEvaluator {
    fn clone(&self) -> Self {
        Self { school: self.school, ..Self::default() }
    }
}

impl ChessEvaluator {
    /// An evaluator by the formula alone, each term of which has a name.
    pub fn classical() -> Self {
        Self { school: School::Classical, ..Self::default() }
    }

    /// The value for the side to move, cp, formed anew. A lone king is a matter of technique, which
    /// the formula knows: it is driven to the rim.
    pub(super) fn form(&self, board: &Board) -> i32 {
        let is_lone = |color| board.colors(color).len() == 1;
        if self.school == School::Classical || Color::ALL.into_iter().any(is_lone) {
            return eval::evaluate(board, &self.pawns);
        }
        let value = eval::scaled(board, network::evaluate(board));
        value.clamp(-Score::EVAL_MAX.raw(), Score::EVAL_MAX.raw())
    }
}

/// Futility margin, cp a ply: less than a pawn.
const FUTILITY_CP: i32 = 80;
/// Promoting to less than a queen is tried after all other quiet moves.
const UNDERPROMOTION: i32 = -500;
/// Hints stay within this, as [`Evaluator::order_score`] asks.
const HINT_MAX: i32 = 10_000;

impl Evaluator<Chess> for ChessEvaluator {
    fn evaluate(&self, _rules: &Chess, pos: &Position) -> Score {
        let board = pos.board();
        // The network has thought again sooner than the memory answers.
        Score::cp(match self.school {
            School::Network => self.form(board),
            School::Classical => self.opinions.recall(board.hash(), || self.form(board)),
        })
    }

    /// Captures that do not lose material by static exchange evaluation (`see`), and promotions to
    /// a queen; in check, every move.
    fn noisy_moves(&self, rules: &Chess, pos: &Position, out: &mut Vec<Move>) {
        let first = out.len();
        self.noisy_candidates(rules, pos, out);
        let mut next = first;
        for i in first..out.len() {
            if self.is_worthwhile(rules, pos, out[i]) {
                out[next] = out[i];
                next += 1;
            }
        }
        out.truncate(next);
    }

    /// All captures, and promotions to a queen; in check, every move.
    fn noisy_candidates(&self, rules: &Chess, pos: &Position, out: &mut Vec<Move>) {
        let board = pos.board();
        if self.in_check(rules, pos) {
            rules.legal_moves(pos, out);
            return;
        }
        let theirs = board.colors(!board.side_to_move());
        let last_rank = Rank::Eighth.relative_to(board.side_to_move()).bitboard();
        let en_passant = pos.en_passant().map_or(BitBoard::EMPTY, Square::bitboard);
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

    fn is_worthwhile(&self, rules: &Chess, pos: &Position, mv: Move) -> bool {
        self.in_check(rules, pos) || !see::loses(pos.board(), mv)
    }

    fn in_check(&self, _rules: &Chess, pos: &Position) -> bool {
        !pos.board().checkers().is_empty()
    }

    fn gives_check(&self, rules: &Chess, pos: &Position, mv: Move) -> bool {
        gives_check(pos.board(), mv).unwrap_or_else(|| {
            let mut child = pos.clone();
            rules.play(&mut child, mv);
            self.in_check(rules, &child)
        })
    }

    fn check_givers<'a>(
        &'a self,
        rules: &'a Chess,
        pos: &'a Position,
    ) -> impl Fn(Move) -> bool + 'a {
        let checks = Checks::of(pos.board());
        move |mv| checks.may_give(pos.board(), mv) && self.gives_check(rules, pos, mv)
    }

    fn can_give_check(&self, rules: &Chess, pos: &Position) -> bool {
        let board = pos.board();
        let checks = Checks::of(board);
        let gives =
            |moves: PieceMoves| moves.into_iter().any(|mv| self.gives_check(rules, pos, mv));
        let king = board.king(board.side_to_move());
        let by_men =
            board.generate_moves_for(!king.bitboard(), |moves| gives(checks.among(board, moves)));
        by_men || checks.king_may_give(board) && board.generate_moves_for(king.bitboard(), gives)
    }

    /// Captures by victim first and taker second (MVV-LVA), those that lose material below zero;
    /// quiet moves by how much better the piece stands.
    fn order_score(&self, rules: &Chess, pos: &Position, mv: Move) -> i32 {
        let board = pos.board();
        let may_lose = see::may_lose(board, mv) && self.is_noisy(rules, pos, mv);
        let gain = if may_lose { see::exchange(board, mv) } else { 0 };
        if gain < 0 { gain.max(-HINT_MAX) } else { self.order_score_at_sight(rules, pos, mv) }
    }

    fn quiet_order_score(&self, _rules: &Chess, pos: &Position, mv: Move) -> i32 {
        let board = pos.board();
        let Some(moved) = board.piece_on(mv.from) else { return 0 };
        match mv.promotion {
            Some(_) => UNDERPROMOTION,
            None => eval::improvement(board.side_to_move(), moved, mv),
        }
    }

    /// [`Evaluator::order_score`], not looking for who takes back.
    fn order_score_at_sight(&self, rules: &Chess, pos: &Position, mv: Move) -> i32 {
        if self.is_noisy(rules, pos, mv) {
            return first_sight(pos.board(), mv);
        }
        self.quiet_order_score(rules, pos, mv)
    }

    #[inline]
    fn noisy_order_scores<'a>(
        &'a self,
        rules: &'a Chess,
        pos: &'a Position,
    ) -> impl Fn(Move) -> Option<i32> + 'a {
        let board = pos.board();
        let en_passant = pos.en_passant().map_or(BitBoard::EMPTY, Square::bitboard);
        let targets = board.colors(!board.side_to_move()) | en_passant;
        move |mv| {
            let may = targets.has(mv.to) || mv.promotion.is_some();
            if may { self.hint_if_noisy(rules, pos, mv) } else { None }
        }
    }

    fn is_noisy(&self, _rules: &Chess, pos: &Position, mv: Move) -> bool {
        let board = pos.board();
        if let Some(piece) = mv.promotion {
            return piece == Piece::Queen;
        }
        let takes = board.colors(!board.side_to_move()).has(mv.to);
        takes || pos.en_passant() == Some(mv.to) && see::is_en_passant(board, mv)
    }

    fn capture_value(&self, _rules: &Chess, pos: &Position, mv: Move) -> Option<i32> {
        let victim = see::captured(pos.board(), mv).map_or(0, see::worth);
        mv.promotion.is_none().then_some(victim)
    }

    /// With nothing but pawns, having to move is often a misfortune (zugzwang): no null move.
    fn null_move(&self, _rules: &Chess, pos: &Position) -> Option<Position> {
        let board = pos.board();
        let kings_and_pawns = board.pieces(Piece::Pawn) | board.pieces(Piece::King);
        let pieces = board.colors(board.side_to_move()) & !kings_and_pawns;
        if pieces.is_empty() { None } else { pos.pass() }
    }

    fn prefetch(&self, pos: &Position) {
        if self.school == School::Classical {
            self.opinions.prefetch(pos.board().hash());
        }
    }

    fn selectivity(&self) -> Selectivity {
        Selectivity {
            null_move: true,
            late_moves: true,
            reduce_unknown: true,
            futility: Some(FUTILITY_CP),
            extend_loud: true,
            skip_moves: true,
            ..Selectivity::NONE
        }
    }

    fn explain(&self, _rules: &Chess, pos: &Position) -> Vec<(&'static str, Score)> {
        let board = pos.board();
        let terms = eval::terms(board);
        let mut all: Vec<_> = eval::TERMS.into_iter().zip(terms.map(Score::cp)).collect();
        if self.school == School::Network {
            // What the network sees beyond what can be named.
            all.push(("network", Score::cp(self.form(board) - terms.iter().sum::<i32>())));
        }
        all
    }

    fn shares(&self, _rules: &Chess, pos: &Position) -> Shares {
        shares::shares(self, pos.board())
    }

    fn tunable(&self) -> Option<&dyn Tunable<Chess>> {
        if self.school == School::Classical { Some(self) } else { None }
    }

    fn teacher(&self) -> Option<Self> {
        (self.school == School::Network).then(Self::classical)
    }

    fn trainable(&self) -> Option<&dyn Trainable<Chess>> {
        if self.school == School::Network { Some(self) } else { None }
    }
}

impl ChessEvaluator {
    /// [`Evaluator::noisy_order_scores`] for a move that looks noisy: few do, and for the others
    /// this is in the way.
    #[inline(never)]
    fn hint_if_noisy(&self, rules: &Chess, pos: &Position, mv: Move) -> Option<i32> {
        self.is_noisy(rules, pos, mv).then(|| first_sight(pos.board(), mv))
    }
}

/// The hint of a noisy move, not looking for who takes back.
fn first_sight(board: &Board, mv: Move) -> i32 {
    let Some(moved) = board.piece_on(mv.from) else { return 0 };
    let victim = see::captured(board, mv).map_or(0, see::worth);
    let promoted = mv.promotion.map_or(0, see::worth);
    (8 * victim + promoted - moved as i32).clamp(0, HINT_MAX)
}

/// From where, and by leaving which squares, the side to move gives check.
#[derive(Clone, Copy, Debug)]
struct Checks {
    /// By the kind of man: squares from which the king would be attacked.
    from: [BitBoard; Piece::NUM],
    /// Own men on a line with the king: behind them may be one who attacks when they leave.
    before: BitBoard,
}

impl Checks {
    #[inline]
    fn of(board: &Board) -> Self {
        let side = board.side_to_move();
        let (king, occupied) = (board.king(!side), board.occupied());
        let diagonal = get_bishop_moves(king, occupied);
        let straight = get_rook_moves(king, occupied);
        let pawn = get_pawn_attacks(king, !side);
        let knight = get_knight_moves(king);
        let from = [pawn, knight, diagonal, straight, diagonal | straight, BitBoard::EMPTY];
        Self { from, before: (diagonal | straight) & board.colors(side) }
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
fn gives_check(board: &Board, mv: Move) -> Option<bool> {
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

impl Tunable<Chess> for ChessEvaluator {
    fn weights(&self) -> Vec<Weight> {
        eval::weights()
    }

    fn features(&self, _rules: &Chess, pos: &Position, out: &mut Vec<Feature>) {
        eval::features(pos.board(), out);
    }

    fn source(&self, values: &[f64]) -> String {
        eval::source(values)
    }
}

impl Trainable<Chess> for ChessEvaluator {
    fn weights(&self) -> network::Weights {
        network::weights()
    }

    fn facts(&self, pos: &Position, facts: &mut Facts) {
        let board = pos.board();
        let mover = board.side_to_move();
        for (side, inputs) in [(mover, &mut facts.mover), (!mover, &mut facts.other)] {
            inputs.clear();
            inputs.extend(network::inputs(board, side));
        }
        facts.bucket = network::bucket(board);
    }
}
