//! Positions in which a pawn may be taken en passant: places behind all placements.
//!
//! Whether a double step was made just now is part of the position, so these positions have places
//! of their own. Seen from the side to move, with the capturing pawn to the right of its victim (the
//! board is reflected where it stands to the left):
//!
//! ```text
//!    origin   .   .          empty: the pawn came from here
//!    passed   .   .          empty: it is taken here
//!    victim   p P            p has moved two squares, P may take it
//!
//! number = ((((victim's file · 60 + white king) · 59 + black king) · pawns left …) · pieces left …)
//! ```
//!
//! The four squares of the picture are free for nobody. The other pawns are counted on the remaining
//! 44 squares of theirs whether or not a king stands on them; such numbers hold no position, nor do
//! those in which the capture is not legal, or the double step was not, or two pawns can take and the
//! position has a lower number by the other one.

use cozy_chess::Piece;

use super::kings::IMAGE;
use super::material::{Group, Kind, MEN_MAX};
use super::men::{Men, NO_FILE};
use super::placement::{free_square, rank_group, unrank_group};
use plyglot_tablebase::rank::binomial;

/// Files on which the victim can stand with a pawn to its right.
const FILES: u64 = 7;
/// Squares outside the picture, and pawns' squares among them.
const SQUARES: usize = 60;
const PAWN_SQUARES_LEFT: usize = 44;

/// How many numbers there are for one side to move.
pub(super) fn len(kind: &Kind) -> u64 {
    if !kind.has_passant {
        return 0;
    }
    let (sets, groups) = rest(kind);
    let all: u64 = sets[..groups.len()].iter().product();
    FILES * SQUARES as u64 * (SQUARES as u64 - 1) * all
}

/// The groups without the two pawns of the picture, and how many sets each can be.
fn rest(kind: &Kind) -> ([u64; MEN_MAX], Vec<Group>) {
    let (mut pawn_squares, mut squares) = (PAWN_SQUARES_LEFT, SQUARES - 2);
    let mut sets = [1; MEN_MAX];
    let mut groups = Vec::new();
    for group in &kind.groups {
        let is_pawns = group.man.1 == Piece::Pawn;
        let left =
            Group { first: group.first, count: group.count - usize::from(is_pawns), ..*group };
        if left.count == 0 {
            continue;
        }
        let free = if is_pawns { &mut pawn_squares } else { &mut squares };
        sets[groups.len()] = binomial(*free, left.count);
        *free -= left.count;
        if is_pawns {
            squares -= left.count;
        }
        groups.push(left);
    }
    (sets, groups)
}

/// The number of men whose `passant` is set: the lowest, if two pawns can take.
pub(super) fn rank(kind: &Kind, men: &Men) -> u64 {
    let ours = (men.side, Piece::Pawn);
    let [stands, ..] = Men::double_step(1 - men.side, men.passant);
    let victim =
        men.slot_of(kind, (1 - men.side, Piece::Pawn), stands).expect("the victim is there");
    let right = (men.passant < 7).then(|| men.slot_of(kind, ours, stands + 1)).flatten();
    let left = (men.passant > 0).then(|| men.slot_of(kind, ours, stands - 1)).flatten();
    let by_right = right.map(|slot| rank_right(kind, men, victim, slot));
    let by_left = left.map(|slot| {
        let turned = Men { passant: 7 - men.passant, ..men.image(&IMAGE[1]) };
        rank_right(kind, &turned, victim, slot)
    });
    by_right.into_iter().chain(by_left).min().expect("some pawn can take")
}

/// The number, with the capturing pawn to the right.
fn rank_right(kind: &Kind, men: &Men, victim: usize, taker: usize) -> u64 {
    let mut men = *men;
    // The two pawns go to the end of their groups, where the rest does not look.
    for slot in [victim, taker] {
        let group = kind.groups.iter().find(|g| (g.first..g.first + g.count).contains(&slot));
        let last = group.map_or(slot, |group| group.first + group.count - 1);
        men.squares.swap(slot, last);
    }
    let mut taken = picture(men.side, men.passant);
    let place = |taken: u64, square: u8| {
        u64::from(square) - u64::from((taken & ((1 << square) - 1)).count_ones())
    };
    let mut number = u64::from(men.passant) * SQUARES as u64 + place(taken, men.squares[0]);
    let with_king = taken | 1 << men.squares[0];
    number = number * (SQUARES as u64 - 1) + place(with_king, men.squares[1]);
    let (sets, groups) = rest(kind);
    let kings = 1 << men.squares[0] | 1 << men.squares[1];
    for (group, sets) in groups.iter().zip(sets) {
        let held = if group.man.1 == Piece::Pawn { taken } else { taken | kings };
        number = number * sets + rank_group(*group, &men, held);
        for slot in group.first..group.first + group.count {
            taken |= 1 << men.squares[slot];
        }
    }
    number
}

/// The squares of the picture.
fn picture(side: u8, file: u8) -> u64 {
    let [stands, passed, origin] = Men::double_step(1 - side, file);
    1 << stands | 1 << passed | 1 << origin | 1 << (stands + 1)
}

/// The men of a number; `None` where there is no position.
pub(super) fn unrank(kind: &Kind, number: u64, side: u8) -> Option<Men> {
    let (sets, groups) = rest(kind);
    let mut numbers = [0; MEN_MAX];
    let mut left = number;
    for i in (0..groups.len()).rev() {
        (numbers[i], left) = (left % sets[i], left / sets[i]);
    }
    let (black, left) = (left % (SQUARES as u64 - 1), left / (SQUARES as u64 - 1));
    let (white, file) = (left % SQUARES as u64, (left / SQUARES as u64) as u8);
    let mut taken = picture(side, file);
    let mut men = Men { squares: [0; MEN_MAX], side, passant: file };
    men.squares[0] = free_square(taken, white as u8);
    men.squares[1] = free_square(taken | 1 << men.squares[0], black as u8);
    let kings = 1 << men.squares[0] | 1 << men.squares[1];
    for (group, number) in groups.iter().zip(numbers) {
        let is_pawns = group.man.1 == Piece::Pawn;
        let mut held = if is_pawns { taken } else { taken | kings };
        unrank_group(*group, number, &mut men, &mut held);
        taken |= held;
        if is_pawns && taken & kings != 0 {
            return None;
        }
    }
    let [stands, ..] = Men::double_step(1 - side, file);
    for (color, square) in [(1 - side, stands), (side, stands + 1)] {
        let pawns = kind.groups.iter().find(|group| group.man == (color, Piece::Pawn))?;
        men.squares[pawns.first + pawns.count - 1] = square;
    }
    let touch = cozy_chess::get_king_moves(super::men::square(men.squares[0]));
    let apart = touch.0 >> men.squares[1] & 1 == 0;
    let stands = apart && men.has_passant(kind, file) && rank(kind, &men) == number;
    debug_assert_ne!(men.passant, NO_FILE);
    stands.then_some(men)
}
