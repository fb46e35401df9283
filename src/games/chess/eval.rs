//! What a chess position looks like to somebody who does not calculate: eight terms, each worked
//! out for both colours and subtracted, a bonus for the move, and a discount where there are no
//! pawns to win with.
//!
//! Every weight has a value for the middlegame and one for the endgame; the position lies between
//! them by the men left on the board (tapering, as in Fruit 2.1): a knight or bishop counts 1, a
//! rook 2, a queen 4, and 24 is a full board. Each term is tapered by itself, so that the terms
//! shown to people add up to the whole.
//!
//! Where men belong is given by formulas, not by tables of 64 numbers: `centre` is 0 on the rim and
//! grows by one towards the middle, on files and on ranks alike.
//!
//! ```text
//! files  a b c d e f g h        ranks  1 2 3 4 5 6 7 8
//!        0 1 2 3 3 2 1 0               0 1 2 3 3 2 1 0
//! ```

use std::ops::{Add, Mul, Sub};

use cozy_chess::{
    BitBoard, Board, Color, Move, Piece, Rank, Square, get_bishop_moves, get_king_moves,
    get_knight_moves, get_pawn_attacks, get_rook_moves,
};

/// The names of the terms, in the order of [`terms`].
pub(super) const NAMES: [&str; 10] = [
    "material",
    "placement",
    "mobility",
    "bishop pair",
    "pawns",
    "king shelter",
    "king attack",
    "lone king",
    "tempo",
    "no pawns",
];

/// Having the move is worth this much, cp.
const TEMPO: i32 = 12;
/// How many terms are worked out for each side.
const SIDED: usize = NAMES.len() - 2;
/// A lead in pieces, cp, that wins without a pawn: more than a bishop.
const ENOUGH_WITHOUT_PAWNS: i32 = 400;
/// Game phase of a full board.
const PHASE_MAX: i32 = 24;

/// A number of centipawns that changes from the middlegame to the endgame.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct Weight {
    middlegame: i32,
    endgame: i32,
}

const fn weight(middlegame: i32, endgame: i32) -> Weight {
    Weight { middlegame, endgame }
}

impl Add for Weight {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        weight(self.middlegame + other.middlegame, self.endgame + other.endgame)
    }
}

impl Sub for Weight {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        weight(self.middlegame - other.middlegame, self.endgame - other.endgame)
    }
}

impl Mul<i32> for Weight {
    type Output = Self;
    fn mul(self, times: i32) -> Self {
        weight(self.middlegame * times, self.endgame * times)
    }
}

impl Weight {
    const ZERO: Self = weight(0, 0);

    const fn taper(self, phase: i32) -> i32 {
        (self.middlegame * phase + self.endgame * (PHASE_MAX - phase)) / PHASE_MAX
    }
}

/// Pawn, knight, bishop, rook, queen; the king is never exchanged.
const MATERIAL: [Weight; Piece::NUM] = [
    weight(88, 112),
    weight(330, 305),
    weight(345, 325),
    weight(470, 540),
    weight(980, 1000),
    Weight::ZERO,
];
const BISHOP_PAIR: Weight = weight(28, 48);

/// By piece: weight of one square more to go to, and how many squares are usual.
const MOBILITY: [(Weight, i32); Piece::NUM] = [
    (Weight::ZERO, 0),
    (weight(4, 4), 4),
    (weight(4, 4), 6),
    (weight(2, 4), 7),
    (weight(1, 2), 13),
    (Weight::ZERO, 0),
];
const OPEN_FILE: Weight = weight(16, 6);

/// A pawn no opposing pawn can stop or take, by rank from its own side.
const PASSED: [Weight; Rank::NUM] = [
    Weight::ZERO,
    weight(2, 8),
    weight(4, 14),
    weight(10, 28),
    weight(24, 52),
    weight(48, 88),
    weight(80, 135),
    Weight::ZERO,
];
const ISOLATED: Weight = weight(-10, -12);
const DOUBLED: Weight = weight(-8, -18);

/// A pawn one step and two steps in front of the king, on its file or beside it.
const SHELTER: [Weight; 2] = [weight(14, 0), weight(7, 0)];

/// By piece: how much each square next to the opposing king that it attacks counts.
const KING_ATTACK: [i32; Piece::NUM] = [0, 3, 3, 4, 5, 0];
/// Counts are squared, so that many attackers are more than the sum of them.
const KING_ATTACK_DIVISOR: i32 = 10;
const KING_ATTACK_MAX: i32 = 350;

/// Where each piece belongs, squares as White sees them.
const PLACEMENT: [[Weight; Square::NUM]; Piece::NUM] = {
    let mut table = [[Weight::ZERO; Square::NUM]; Piece::NUM];
    let mut piece = 0;
    while piece < Piece::NUM {
        let mut square = 0;
        while square < Square::NUM {
            table[piece][square] = placement(Piece::ALL[piece], square % 8, square / 8);
            square += 1;
        }
        piece += 1;
    }
    table
};

const CENTRE: [i32; 8] = [0, 1, 2, 3, 3, 2, 1, 0];
const PAWN_ADVANCE: [Weight; 8] = [
    Weight::ZERO,
    weight(0, 0),
    weight(1, 4),
    weight(5, 9),
    weight(11, 18),
    weight(19, 32),
    weight(30, 55),
    Weight::ZERO,
];
/// The king at home, by how central its file is: castled best, in the middle worst.
const KING_HOME: [i32; 4] = [20, 28, 6, -8];

const fn placement(piece: Piece, file: usize, rank: usize) -> Weight {
    let across = CENTRE[file];
    let centre = across + CENTRE[rank];
    // Men still where they began.
    let home = if rank == 0 { 7 } else { 0 };
    let seventh = if rank == 6 { 12 } else { 0 };
    match piece {
        Piece::Pawn => {
            let middle = match rank {
                1 => -3 * across,
                2 => 2 * across,
                3 | 4 => 5 * across,
                _ => 0,
            };
            let advance = PAWN_ADVANCE[rank];
            weight(advance.middlegame + middle, advance.endgame)
        }
        Piece::Knight => weight(8 * centre - 26 - home, 6 * centre - 20),
        Piece::Bishop => weight(3 * centre - 8 - home, 2 * centre - 6),
        Piece::Rook => weight(3 * across - 4 + seventh, seventh),
        Piece::Queen => weight(centre - 3, 4 * centre - 12),
        Piece::King => {
            #[expect(clippy::cast_sign_loss, reason = "centres are 0 to 3")]
            let shelter = KING_HOME[across as usize];
            #[expect(clippy::cast_possible_truncation, reason = "ranks are 0 to 7")]
            let away = 24 * rank.cast_signed() as i32;
            weight(shelter - away, 9 * centre - 27)
        }
    }
}

/// Each term of the evaluation for the side to move, centipawns; [`NAMES`] names them.
pub(super) fn terms(board: &Board) -> [i32; NAMES.len()] {
    let color = board.side_to_move();
    let ours = Survey::new(board, color).weights();
    let theirs = Survey::new(board, !color).weights();
    let phase = phase(board);
    let mut terms = [0; NAMES.len()];
    let mut sum = TEMPO;
    for (term, (our, their)) in terms.iter_mut().zip(ours.into_iter().zip(theirs)) {
        *term = (our - their).taper(phase);
        sum += *term;
    }
    terms[SIDED] = TEMPO;
    terms[SIDED + 1] = discount(board, if sum > 0 { color } else { !color }, sum);
    terms
}

/// Without pawns, a lead of a minor piece is rarely enough to win, and two knights never are: takes
/// three quarters off `sum`, which is in favour of `leader`.
fn discount(board: &Board, leader: Color, sum: i32) -> i32 {
    if !board.colored_pieces(leader, Piece::Pawn).is_empty() {
        return 0;
    }
    let pieces = |color: Color| -> i32 {
        let worth = |piece: Piece| {
            let count = board.colored_pieces(color, piece).len().cast_signed();
            count * MATERIAL[piece as usize].endgame
        };
        [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen].into_iter().map(worth).sum()
    };
    let men = board.colors(leader);
    let two_knights = men.len() == 3 && (men & board.pieces(Piece::Knight)).len() == 2;
    let enough = pieces(leader) - pieces(!leader) > ENOUGH_WITHOUT_PAWNS;
    if enough && !two_knights { 0 } else { -sum * 3 / 4 }
}

/// How much better a piece stands after a move, by its place in the middlegame, cp.
pub(super) fn improvement(color: Color, piece: Piece, mv: Move) -> i32 {
    let at = |square: Square| PLACEMENT[piece as usize][square.relative_to(color) as usize];
    (at(mv.to) - at(mv.from)).middlegame
}

/// 24 with all men on the board, 0 with kings and pawns.
fn phase(board: &Board) -> i32 {
    let count = |piece| board.pieces(piece).len().cast_signed();
    let minors = count(Piece::Knight) + count(Piece::Bishop);
    (minors + 2 * count(Piece::Rook) + 4 * count(Piece::Queen)).min(PHASE_MAX)
}

/// One colour's side of the board.
struct Survey<'a> {
    board: &'a Board,
    color: Color,
    pawns: BitBoard,
    their_pawns: BitBoard,
}

impl<'a> Survey<'a> {
    fn new(board: &'a Board, color: Color) -> Self {
        let pawns = board.colored_pieces(color, Piece::Pawn);
        let their_pawns = board.colored_pieces(!color, Piece::Pawn);
        Self { board, color, pawns, their_pawns }
    }

    /// The terms of one side, in the order of [`NAMES`].
    fn weights(&self) -> [Weight; SIDED] {
        let (mobility, king_attack) = self.activity();
        [
            self.material(),
            self.placement(),
            mobility,
            self.bishop_pair(),
            self.pawns(),
            self.shelter(),
            king_attack,
            self.drive(),
        ]
    }

    fn material(&self) -> Weight {
        let of = |piece: Piece| {
            let count = self.board.colored_pieces(self.color, piece).len().cast_signed();
            MATERIAL[piece as usize] * count
        };
        Piece::ALL.into_iter().fold(Weight::ZERO, |sum, piece| sum + of(piece))
    }

    fn placement(&self) -> Weight {
        let mut sum = Weight::ZERO;
        for piece in Piece::ALL {
            let table = &PLACEMENT[piece as usize];
            for square in self.board.colored_pieces(self.color, piece) {
                sum = sum + table[square.relative_to(self.color) as usize];
            }
        }
        sum
    }

    /// Mobility with rooks' open files, and the attack on the opposing king.
    fn activity(&self) -> (Weight, Weight) {
        let board = self.board;
        let guarded = pawn_attacks(self.their_pawns, !self.color);
        let free = !(board.colors(self.color) | guarded);
        let ring = get_king_moves(board.king(!self.color));
        let (mut mobility, mut attack, mut attackers) = (Weight::ZERO, 0, 0);
        for piece in [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen] {
            let (each, usual) = MOBILITY[piece as usize];
            for square in board.colored_pieces(self.color, piece) {
                let reach = reach(board, piece, square);
                mobility = mobility + each * ((reach & free).len().cast_signed() - usual);
                let near = (reach & ring).len().cast_signed();
                attack += KING_ATTACK[piece as usize] * near;
                attackers += i32::from(near > 0);
                if piece == Piece::Rook && (square.file().bitboard() & self.pawns).is_empty() {
                    mobility = mobility + OPEN_FILE;
                }
            }
        }
        let attack = if attackers < 2 { 0 } else { attack * attack / KING_ATTACK_DIVISOR };
        (mobility, weight(attack.min(KING_ATTACK_MAX), 0))
    }

    fn bishop_pair(&self) -> Weight {
        let bishops = self.board.colored_pieces(self.color, Piece::Bishop);
        let pair = !bishops.is_disjoint(BitBoard::LIGHT_SQUARES)
            && !bishops.is_disjoint(BitBoard::DARK_SQUARES);
        BISHOP_PAIR * i32::from(pair)
    }

    fn pawns(&self) -> Weight {
        let mut sum = Weight::ZERO;
        for square in self.pawns {
            let file = square.file();
            let ahead = ahead_of(square, self.color);
            if (self.pawns & file.adjacent()).is_empty() {
                sum = sum + ISOLATED;
            }
            if !(self.pawns & file.bitboard() & ahead).is_empty() {
                sum = sum + DOUBLED;
            } else if (self.their_pawns & (file.bitboard() | file.adjacent()) & ahead).is_empty() {
                sum = sum + self.passed(square);
            }
        }
        sum
    }

    /// A passed pawn by its rank, and by which king is nearer to its way.
    fn passed(&self, square: Square) -> Weight {
        let rank = square.rank().relative_to(self.color) as usize;
        let stop = square.offset(0, if self.color == Color::White { 1 } else { -1 });
        let distance = |color| king_distance(self.board.king(color), stop);
        let ahead = distance(!self.color) - distance(self.color);
        #[expect(clippy::cast_possible_truncation, reason = "ranks are 0 to 7")]
        let steps = rank.cast_signed() as i32;
        PASSED[rank] + weight(0, ahead * steps)
    }

    /// Pawns in front of a king that has stayed at home.
    fn shelter(&self) -> Weight {
        let king = self.board.king(self.color);
        let home = king.rank().relative_to(self.color) <= Rank::Second;
        if !home {
            return Weight::ZERO;
        }
        let around = king.file().bitboard() | king.file().adjacent();
        let mut sum = Weight::ZERO;
        for (steps, each) in (1..).zip(SHELTER) {
            let forward = if self.color == Color::White { steps } else { -steps };
            if let Some(in_front) = king.try_offset(0, forward) {
                let pawns = self.pawns & around & in_front.rank().bitboard();
                sum = sum + each * pawns.len().cast_signed();
            }
        }
        sum
    }

    /// Against a lone king: drive it to the rim and bring the own king near.
    fn drive(&self) -> Weight {
        let board = self.board;
        let king = board.king(!self.color);
        if board.colors(!self.color) != king.bitboard() {
            return Weight::ZERO;
        }
        let centre = CENTRE[king.file() as usize] + CENTRE[king.rank() as usize];
        let apart = king_distance(king, board.king(self.color));
        weight(0, 12 * (6 - centre) + 6 * (7 - apart))
    }
}

/// The squares a piece attacks.
#[inline]
fn reach(board: &Board, piece: Piece, square: Square) -> BitBoard {
    let occupied = board.occupied();
    match piece {
        Piece::Pawn => BitBoard::EMPTY,
        Piece::Knight => get_knight_moves(square),
        Piece::Bishop => get_bishop_moves(square, occupied),
        Piece::Rook => get_rook_moves(square, occupied),
        Piece::Queen => get_bishop_moves(square, occupied) | get_rook_moves(square, occupied),
        Piece::King => get_king_moves(square),
    }
}

fn pawn_attacks(pawns: BitBoard, color: Color) -> BitBoard {
    pawns.iter().fold(BitBoard::EMPTY, |all, square| all | get_pawn_attacks(square, color))
}

/// All squares on higher ranks, as this colour counts them.
fn ahead_of(square: Square, color: Color) -> BitBoard {
    let rank = square.rank() as u32;
    BitBoard(match color {
        Color::White => u64::MAX.checked_shl(8 * (rank + 1)).unwrap_or(0),
        Color::Black => !(u64::MAX << (8 * rank)),
    })
}

/// How many moves a king needs from one square to the other.
fn king_distance(a: Square, b: Square) -> i32 {
    let files = (a.file() as i32 - b.file() as i32).abs();
    files.max((a.rank() as i32 - b.rank() as i32).abs())
}
