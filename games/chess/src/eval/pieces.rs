//! Men other than pawns: what they reach, where they stand well, and what they threaten.
//!
//! Every piece is looked at once; what it attacks is entered in maps of its side, which tell
//! threats, kings in danger and passed pawns afterwards.

use cozy_chess::{
    BitBoard, Board, Color, Piece, Rank, Square, get_bishop_moves, get_king_moves,
    get_knight_moves, get_rook_moves,
};

use super::bits::{ahead, beside, count, fill_ahead, pawn_attacks};
use super::layout::{
    BAD_BISHOP, FILES, LOOSE, MINOR_THREAT, MOBILITY, MOBILITY_OF, OUTPOST, PAIR, PAWN_THREAT,
    ROOK_THREAT,
};
use super::weight::Tally;

/// By piece: how much an attacker of the king's surroundings counts.
pub(super) const ATTACKER: [i32; Piece::NUM] = [0, 2, 2, 3, 4, 0];

/// What one colour's men do.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Reach {
    /// By piece, all squares attacked.
    pub by: [BitBoard; Piece::NUM],
    /// Attacked by any man.
    pub all: BitBoard,
    /// Attacked twice or more.
    pub twice: BitBoard,
    /// Count of attackers of the other king's surroundings, and of squares there they attack.
    pub danger: i32,
}

impl Reach {
    #[inline]
    fn enter(&mut self, piece: Piece, squares: BitBoard) {
        self.twice |= self.all & squares;
        self.all |= squares;
        self.by[piece as usize] |= squares;
    }
}

/// A position, and what has been found out about it.
#[derive(Debug)]
pub(super) struct Survey<'a> {
    pub board: &'a Board,
    pub passed: BitBoard,
    /// Both by colour.
    pub pawns: [BitBoard; Color::NUM],
    pub reach: [Reach; Color::NUM],
}

impl<'a> Survey<'a> {
    /// `passed` are the passed pawns of both colours.
    pub(super) fn new(board: &'a Board, passed: BitBoard) -> Self {
        let pawns = Color::ALL.map(|color| board.colored_pieces(color, Piece::Pawn));
        let reach = Color::ALL.map(|color| {
            let mut reach = Reach::default();
            reach.enter(Piece::King, get_king_moves(board.king(color)));
            reach.enter(Piece::Pawn, pawn_attacks(pawns[color as usize], color));
            reach
        });
        Self { board, passed, pawns, reach }
    }

    /// Everything but pawn structure.
    pub(super) fn tell<T: Tally>(mut self, tally: &mut T) {
        for color in Color::ALL {
            self.tell_pieces(color, tally);
        }
        for color in Color::ALL {
            self.tell_threats(color, tally);
            self.tell_king(color, tally);
            self.tell_passed(color, tally);
        }
    }

    fn tell_pieces<T: Tally>(&mut self, color: Color, tally: &mut T) {
        let board = self.board;
        tally.add_man(color, Piece::King, board.king(color));
        let (all, queens) = (board.occupied(), board.pieces(Piece::Queen));
        let rooks = board.colored_pieces(color, Piece::Rook);
        let through_diagonals = all ^ queens;
        let through_lines = all & !(queens | rooks);
        let knight = get_knight_moves;
        let bishop = |square| get_bishop_moves(square, through_diagonals);
        let rook = |square| get_rook_moves(square, through_lines);
        let queen = |square| get_bishop_moves(square, all) | get_rook_moves(square, all);
        self.tell_kind(color, Piece::Knight, knight, tally);
        self.tell_kind(color, Piece::Bishop, bishop, tally);
        self.tell_kind(color, Piece::Rook, rook, tally);
        self.tell_kind(color, Piece::Queen, queen, tally);
        self.tell_rooks(color, rooks, tally);
        self.tell_minors(color, tally);
    }

    /// The pieces of one kind: material, placement, mobility, and what they attack.
    #[inline]
    fn tell_kind<T: Tally>(
        &mut self,
        color: Color,
        piece: Piece,
        reached: impl Fn(Square) -> BitBoard,
        tally: &mut T,
    ) {
        let board = self.board;
        let (ours, theirs) = (color as usize, !color as usize);
        let guarded = self.reach[theirs].by[Piece::Pawn as usize];
        let free = !(self.pawns[ours] | board.king(color).bitboard() | guarded);
        let ring = self.reach[theirs].by[Piece::King as usize];
        let mobility = MOBILITY.first + MOBILITY_OF[piece as usize];
        for square in board.colored_pieces(color, piece) {
            let squares = reached(square);
            tally.add_man(color, piece, square);
            tally.add(color, mobility + (squares & free).len() as usize, 1);
            let near = count(squares & ring);
            let reach = &mut self.reach[ours];
            reach.enter(piece, squares);
            reach.danger += if near > 0 { ATTACKER[piece as usize] + near } else { 0 };
        }
    }

    fn tell_rooks<T: Tally>(&self, color: Color, rooks: BitBoard, tally: &mut T) {
        let ours = self.pawns[color as usize];
        for square in rooks {
            let file = square.file().bitboard();
            if file.is_disjoint(ours) {
                let half = !file.is_disjoint(self.pawns[!color as usize]);
                tally.add(color, FILES.first + usize::from(half), 1);
            }
        }
        let seventh = Rank::Seventh.relative_to(color).bitboard();
        let eighth = Rank::Eighth.relative_to(color);
        if self.board.king(!color).rank() == eighth {
            tally.add(color, FILES.first + 2, count(rooks & seventh));
        }
    }

    /// Outposts (squares our pawns guard and theirs never can), shelter behind pawns, the pair,
    /// and bishops behind their own pawns.
    fn tell_minors<T: Tally>(&self, color: Color, tally: &mut T) {
        const DARK: BitBoard = BitBoard::DARK_SQUARES;
        let (ours, theirs) = (self.pawns[color as usize], self.pawns[!color as usize]);
        let bishops = self.board.colored_pieces(color, Piece::Bishop);
        let knights = self.board.colored_pieces(color, Piece::Knight);
        let in_reach = beside(fill_ahead(ahead(theirs, !color), !color));
        let guarded = self.reach[color as usize].by[Piece::Pawn as usize];
        let outposts = guarded & !in_reach & outpost_ranks(color);
        let behind = ahead(ours | theirs, !color);
        tally.add(color, OUTPOST.first, count(knights & outposts));
        tally.add(color, OUTPOST.first + 1, count(bishops & outposts));
        tally.add(color, OUTPOST.first + 2, count(knights & behind));
        tally.add(color, OUTPOST.first + 3, count(bishops & behind));
        let (dark, light) = (count(bishops & DARK), count(bishops & !DARK));
        tally.add(color, PAIR.first, i32::from(dark > 0 && light > 0));
        if dark + light > 0 {
            let blocked = dark * count(ours & DARK) + light * count(ours & !DARK);
            tally.add(color, BAD_BISHOP.first, blocked);
        }
    }

    fn tell_threats<T: Tally>(&self, color: Color, tally: &mut T) {
        let (ours, theirs) = (&self.reach[color as usize], &self.reach[!color as usize]);
        let men = self.board.colors(!color);
        let guarded = theirs.by[Piece::Pawn as usize];
        let pieces = men & !self.pawns[!color as usize];
        let by_pawn = ours.by[Piece::Pawn as usize] & pieces;
        // What a pawn guards is not worth a piece, unless it is worth more.
        let queens = self.board.pieces(Piece::Queen);
        let heavy = queens | self.board.pieces(Piece::Rook);
        let minors = ours.by[Piece::Knight as usize] | ours.by[Piece::Bishop as usize];
        let by_minor = minors & men & (heavy | !guarded);
        let by_rook = ours.by[Piece::Rook as usize] & men & (queens | !guarded);
        let threats = [(PAWN_THREAT, by_pawn), (MINOR_THREAT, by_minor), (ROOK_THREAT, by_rook)];
        for (group, men) in threats.into_iter().filter(|(_, men)| !men.is_empty()) {
            for (number, piece) in (0..5).zip(Piece::ALL) {
                tally.add(color, group.first + number, count(men & self.board.pieces(piece)));
            }
        }
        let king = self.board.pieces(Piece::King);
        let loose = men & ours.all & !theirs.all & !king;
        tally.add(color, LOOSE.first, count(loose & pieces));
        tally.add(color, LOOSE.first + 1, count(loose & !pieces));
        tally.add(color, LOOSE.first + 2, count(ours.by[Piece::King as usize] & men & !guarded));
        let steps = self.steps(color) & !guarded & (ours.all | !theirs.all);
        let forked = pawn_attacks(steps, color) & pieces & !ours.by[Piece::Pawn as usize];
        tally.add(color, LOOSE.first + 3, count(forked));
    }

    /// The squares this colour's pawns can step to.
    fn steps(&self, color: Color) -> BitBoard {
        let empty = !self.board.occupied();
        let one = ahead(self.pawns[color as usize], color) & empty;
        let third = Rank::Third.relative_to(color).bitboard();
        one | ahead(one & third, color) & empty
    }
}

/// The fourth to the sixth rank.
fn outpost_ranks(color: Color) -> BitBoard {
    [Rank::Fourth, Rank::Fifth, Rank::Sixth]
        .into_iter()
        .fold(BitBoard::EMPTY, |all, rank| all | rank.relative_to(color).bitboard())
}
