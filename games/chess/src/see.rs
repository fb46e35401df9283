//! Static exchange evaluation: what a capture wins once everybody has recaptured on its square.
//!
//! Both sides take on one square with their least valuable man, one after the other, and either
//! may stop when going on would lose. Men behind a slider or a pawn join in as the line opens
//! (x-rays). A king takes only what is not defended any more. Left out: pins, checks elsewhere,
//! and promotions by the men that recapture; the first move is taken to be legal.
//!
//! ```text
//! 4  . . . p . .      Rd2xd4 wins a pawn if nothing defends it: +100.
//! 3  . . . . . .      With a bishop on f6 to take back: 100 - 500 = -400.
//! 2  . . . R . .      With the second rook to take the bishop: 100 - 500 + 335 = -65.
//! 1  . . . R . .
//! ```

use cozy_chess::{
    BitBoard, Board, Color, Move, Piece, Rank, Square, get_bishop_moves, get_king_moves,
    get_knight_moves, get_pawn_attacks, get_rook_moves,
};

/// What a man is worth in an exchange, centipawns. A king is never lost.
const WORTH: [i32; Piece::NUM] = [100, 325, 335, 500, 975, 20_000];

/// What a man is worth in an exchange, centipawns.
pub(super) const fn worth(piece: Piece) -> i32 {
    WORTH[piece as usize]
}

/// The man a move takes, en passant included; castling takes nothing.
#[inline]
pub(super) fn captured(board: &Board, mv: Move) -> Option<Piece> {
    if board.colors(!board.side_to_move()).has(mv.to) {
        board.piece_on(mv.to)
    } else {
        is_en_passant(board, mv).then_some(Piece::Pawn)
    }
}

/// A pawn changes its file and takes nothing on the square it goes to.
#[inline]
pub(super) fn is_en_passant(board: &Board, mv: Move) -> bool {
    mv.from.file() != mv.to.file()
        && board.pieces(Piece::Pawn).has(mv.from)
        && !board.occupied().has(mv.to)
}

/// What a legal move wins (or loses, below zero) on the square it goes to, centipawns.
pub(super) fn exchange(board: &Board, mv: Move) -> i32 {
    let side = board.side_to_move();
    let Some(moved) = board.piece_on(mv.from) else { return 0 };
    if board.colors(side).has(mv.to) {
        return 0; // Castling.
    }
    let victim = captured(board, mv).map_or(0, worth);
    let promoted = mv.promotion.unwrap_or(moved);
    let mut occupied = board.occupied() ^ mv.from.bitboard();
    if is_en_passant(board, mv) {
        let passed = Square::new(mv.to.file(), Rank::Fifth.relative_to(side));
        occupied ^= passed.bitboard();
    }
    let on_square = Exchange { board, square: mv.to }.reply(occupied, !side, worth(promoted));
    victim + worth(promoted) - worth(moved) - on_square
}

/// Whether a move can lose material by [`exchange`] at all, seen at once: taking a man that is worth as
/// much as the taker cannot. A king goes and takes only where nobody can take it, its moves being
/// legal; so does castling.
#[inline]
pub(super) fn may_lose(board: &Board, mv: Move) -> bool {
    let victim = captured(board, mv).map_or(0, worth);
    let taker = board.piece_on(mv.from).map_or(0, worth);
    taker > victim && taker != worth(Piece::King)
}

/// Whether a move loses material by [`exchange`], found without adding it up.
#[inline]
pub(super) fn loses(board: &Board, mv: Move) -> bool {
    if !may_lose(board, mv) {
        return false;
    }
    let victim = captured(board, mv).map_or(0, worth);
    let taker = board.piece_on(mv.from).map_or(0, worth);
    if mv.promotion.is_some() || is_en_passant(board, mv) {
        return exchange(board, mv) < 0;
    }
    let occupied = board.occupied() ^ mv.from.bitboard();
    let square = Exchange { board, square: mv.to };
    square.is_worth_taking(occupied, !board.side_to_move(), taker - victim)
}

/// All men of both colours that reach a square over these occupied squares.
pub(super) fn attackers(board: &Board, square: Square, occupied: BitBoard) -> BitBoard {
    Exchange { board, square }.attackers(occupied)
}

/// The square everybody takes on.
#[derive(Clone, Copy)]
struct Exchange<'a> {
    board: &'a Board,
    square: Square,
}

impl Exchange<'_> {
    /// What `side` wins by taking the man worth `stake` on the square, or zero by leaving it.
    fn reply(self, occupied: BitBoard, side: Color, stake: i32) -> i32 {
        let attackers = self.attackers(occupied);
        let ours = attackers & self.board.colors(side);
        let Some((piece, from)) = self.least_valuable(ours) else { return 0 };
        let occupied = occupied ^ from.bitboard();
        if piece == Piece::King {
            // Taking with the king must leave nobody who could take it.
            let theirs = self.attackers(occupied) & self.board.colors(!side);
            return if theirs.is_empty() { stake } else { 0 };
        }
        (stake - self.reply(occupied, !side, worth(piece))).max(0)
    }

    /// Whether `side` wins something in all by taking first on the square, where what stands there is
    /// worth `stake` more than it has cost: everybody goes on while what would be left if the
    /// exchange ended with the other's next capture is still a gain.
    fn is_worth_taking(self, mut occupied: BitBoard, mut side: Color, mut stake: i32) -> bool {
        let Self { board, square } = self;
        let queens = board.pieces(Piece::Queen);
        let diagonal = board.pieces(Piece::Bishop) | queens;
        let straight = board.pieces(Piece::Rook) | queens;
        let mut attackers = self.attackers(occupied);
        // Who is ahead if nobody takes any more: at first, who does not have to take.
        let mut gains = false;
        loop {
            attackers &= occupied;
            let ours = attackers & board.colors(side);
            let Some((piece, from)) = self.least_valuable(ours) else { return gains };
            if piece == Piece::King {
                // Taking with the king must leave nobody who could take it.
                let alone = (attackers & board.colors(!side)).is_empty();
                return gains != alone;
            }
            gains = !gains;
            // What the other side is ahead by if it takes back; nothing more is to be won by it.
            stake = worth(piece) - stake;
            if stake < i32::from(!gains) {
                return gains;
            }
            occupied ^= from.bitboard();
            // The line behind the taker opens.
            if matches!(piece, Piece::Pawn | Piece::Bishop | Piece::Queen) {
                attackers |= get_bishop_moves(square, occupied) & diagonal;
            }
            if matches!(piece, Piece::Rook | Piece::Queen) {
                attackers |= get_rook_moves(square, occupied) & straight;
            }
            side = !side;
        }
    }

    /// All men of both colours that reach the square over these occupied squares.
    fn attackers(self, occupied: BitBoard) -> BitBoard {
        let Self { board, square } = self;
        let queens = board.pieces(Piece::Queen);
        let diagonal = board.pieces(Piece::Bishop) | queens;
        let straight = board.pieces(Piece::Rook) | queens;
        let pawns = |color: Color| {
            get_pawn_attacks(square, !color) & board.colored_pieces(color, Piece::Pawn)
        };
        let all = get_bishop_moves(square, occupied) & diagonal
            | get_rook_moves(square, occupied) & straight
            | get_knight_moves(square) & board.pieces(Piece::Knight)
            | get_king_moves(square) & board.pieces(Piece::King)
            | pawns(Color::White)
            | pawns(Color::Black);
        all & occupied
    }

    /// The cheapest of these men, and the lowest square it stands on.
    fn least_valuable(self, men: BitBoard) -> Option<(Piece, Square)> {
        if men.is_empty() {
            return None;
        }
        Piece::ALL.into_iter().find_map(|piece| {
            let square = (men & self.board.pieces(piece)).next_square()?;
            Some((piece, square))
        })
    }
}

#[cfg(test)]
mod tests {
    use rand::RngExt;

    use super::*;
    use plyglot_core::rng;

    /// The same exchange on a plain 8 by 8 array, lines walked square by square.
    #[derive(Clone)]
    struct Naive {
        men: [Option<(Piece, Color)>; 64],
    }

    const STRAIGHT: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
    const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

    impl Naive {
        fn new(board: &Board) -> Self {
            let man = |square| board.piece_on(square).zip(board.color_on(square));
            Self { men: Square::ALL.map(man) }
        }

        fn reaches(&self, from: Square, to: Square) -> bool {
            let (piece, color) = self.men[from as usize].unwrap();
            let files = to.file() as i8 - from.file() as i8;
            let ranks = to.rank() as i8 - from.rank() as i8;
            let forward = if color == Color::White { 1 } else { -1 };
            let steps: &[(i8, i8)] = match piece {
                Piece::Pawn => return ranks == forward && files.abs() == 1,
                Piece::Knight => return files.abs() * ranks.abs() == 2,
                Piece::King => return files.abs().max(ranks.abs()) == 1,
                Piece::Bishop => &DIAGONAL,
                Piece::Rook => &STRAIGHT,
                Piece::Queen => &[STRAIGHT, DIAGONAL].concat(),
            };
            steps.iter().any(|&(file, rank)| self.slides(from, to, file, rank))
        }

        fn slides(&self, from: Square, to: Square, file: i8, rank: i8) -> bool {
            let mut at = from.try_offset(file, rank);
            while let Some(square) = at {
                if square == to {
                    return true;
                }
                if self.men[square as usize].is_some() {
                    return false;
                }
                at = square.try_offset(file, rank);
            }
            false
        }

        fn takers(&self, to: Square, side: Color) -> Vec<Square> {
            let owned = |square: &Square| {
                self.men[*square as usize].is_some_and(|(_, color)| color == side)
            };
            let all = Square::ALL.into_iter();
            all.filter(|square| *square != to && owned(square) && self.reaches(*square, to))
                .collect()
        }

        /// What `side` wins by taking on `to`, if it likes.
        fn best(&self, to: Square, side: Color) -> i32 {
            let stake = worth(self.men[to as usize].unwrap().0);
            let value = |from: &Square| worth(self.men[*from as usize].unwrap().0);
            let Some(from) = self.takers(to, side).into_iter().min_by_key(value) else { return 0 };
            let mut after = self.clone();
            after.men[to as usize] = after.men[from as usize].take();
            let is_king = value(&from) == worth(Piece::King);
            if is_king && !after.takers(to, !side).is_empty() {
                return 0;
            }
            (stake - after.best(to, !side)).max(0)
        }

        fn exchange(board: &Board, mv: Move) -> i32 {
            let mut after = Self::new(board);
            let taken = after.men[mv.to as usize];
            let (moved, color) = after.men[mv.from as usize].take().unwrap();
            let promoted = mv.promotion.unwrap_or(moved);
            after.men[mv.to as usize] = Some((promoted, color));
            let mut gain = taken.map_or(0, |(piece, _)| worth(piece));
            if moved == Piece::Pawn && taken.is_none() && mv.from.file() != mv.to.file() {
                after.men[Square::new(mv.to.file(), mv.from.rank()) as usize] = None;
                gain = worth(Piece::Pawn);
            }
            gain + worth(promoted) - worth(moved) - after.best(mv.to, !color)
        }
    }

    #[test]
    fn thousands_of_random_moves_agree_with_the_naive_exchange() {
        const SEED: u64 = 2026;
        let mut rng = rng::seeded(SEED);
        let (mut captures, mut losing) = (0, 0);
        for _game in 0..120 {
            let mut board = Board::startpos();
            for _ply in 0..120 {
                let mut moves = Vec::new();
                board.generate_moves(|more| {
                    moves.extend(more);
                    false
                });
                if moves.is_empty() {
                    break;
                }
                for &mv in &moves {
                    if board.colors(board.side_to_move()).has(mv.to) {
                        continue;
                    }
                    let gain = exchange(&board, mv);
                    assert_eq!(gain, Naive::exchange(&board, mv), "seed {SEED}: {board} {mv}");
                    assert_eq!(loses(&board, mv), gain < 0, "seed {SEED}: {board} {mv}");
                    captures += u32::from(captured(&board, mv).is_some());
                    losing += u32::from(gain < 0);
                }
                board.play_unchecked(moves[rng.random_range(0..moves.len())]);
            }
        }
        assert!(captures > 20_000 && losing > 20_000, "{captures} captures, {losing} losing");
    }

    #[test]
    fn exchanges_are_worth_what_the_recaptures_leave() {
        for (fen, mv, gain) in [
            ("4k3/8/8/8/3p4/8/3R4/3RK3 w - - 0 1", "d2d4", 100),
            ("4k3/8/5b2/8/3p4/8/3R4/4K3 w - - 0 1", "d2d4", 100 - 500),
            ("4k3/8/5b2/8/3p4/8/3R4/3RK3 w - - 0 1", "d2d4", 100 - 500 + 335),
            // The king may take only when nobody is left to take it.
            ("8/8/8/3kp3/8/8/4R3/4K3 w - - 0 1", "e2e5", 100 - 500),
            ("8/8/8/3kp3/8/8/4R3/4RK2 w - - 0 1", "e2e5", 100),
            // En passant, and a promotion that is taken at once.
            ("4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 0),
            ("2r1k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b7b8q", -100),
            ("2r1k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b7c8q", 500 + 875),
        ] {
            let board: Board = fen.parse().unwrap();
            let mv: Move = mv.parse().unwrap();
            assert!(board.is_legal(mv), "{fen} {mv}");
            assert_eq!(exchange(&board, mv), gain, "{fen} {mv}");
        }
    }
}
