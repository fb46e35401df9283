//! Pawn structure, which depends on nothing but the pawns, and is therefore remembered.
//!
//! ```text
//! isolated: no own pawn on the files beside      backward: neither supported nor beside a pawn,
//! doubled:  an own pawn further ahead            its next square guarded by a pawn, and no own
//! passed:   no pawn ahead, none that could       pawn beside or behind that could guard it
//!           take it on its way
//! ```

use std::fmt::{self, Debug};
use std::sync::atomic::{AtomicU64, Ordering};

use cozy_chess::{BitBoard, Board, Color, Piece};

use super::bits::{ahead, beside, count, files, fill_ahead, pawn_attacks};
use super::layout::{PASSED, PAWNS, PHALANX, SUPPORTED};
use super::weight::{Sum, Tally, Weight};

/// Tells the tally of the pawns of both colours, and gives the passed ones.
pub(super) fn survey<T: Tally>(board: &Board, tally: &mut T) -> BitBoard {
    let pawns = |color| board.colored_pieces(color, Piece::Pawn);
    let (white, black) = (pawns(Color::White), pawns(Color::Black));
    side(Color::White, white, black, tally) | side(Color::Black, black, white, tally)
}

fn side<T: Tally>(color: Color, ours: BitBoard, theirs: BitBoard, tally: &mut T) -> BitBoard {
    let attacks = pawn_attacks(ours, color);
    let our_files = files(ours);
    let isolated = ours & !beside(our_files);
    let supported = ours & attacks;
    let phalanx = ours & beside(ours);
    let behind_ours = fill_ahead(ahead(ours, !color), !color);
    let doubled = ours & behind_ours;
    let exposed = ahead(ours, color) & pawn_attacks(theirs, !color);
    let hopeless = exposed & !fill_ahead(attacks, color);
    let backward = ahead(hopeless, !color) & !supported & !phalanx & !isolated;
    let guarded = fill_ahead(ahead(theirs, !color), !color);
    let passed = ours & !(guarded | beside(guarded)) & !behind_ours;
    tally.add(color, PAWNS.first, count(isolated));
    tally.add(color, PAWNS.first + 1, count(isolated & !files(theirs)));
    tally.add(color, PAWNS.first + 2, count(doubled));
    tally.add(color, PAWNS.first + 3, count(backward));
    for (group, set) in [(SUPPORTED, supported), (PHALANX, phalanx), (PASSED, passed)] {
        for square in set {
            tally.add(color, group.first + square.rank().relative_to(color) as usize, 1);
        }
    }
    for square in ours {
        tally.add_man(color, Piece::Pawn, square);
    }
    passed
}

/// Pawn structures seen before, of one evaluator.
///
/// An entry holds both sets of pawns, so that what is found is what was asked for; each is XORed
/// with the rest, so that what two threads have written at once is not [hyatt-mann-2002].
pub(in super::super) struct PawnTable {
    entries: Box<[Entry]>,
}

/// Of a board without pawns the sum is nought and nothing is passed: so says an entry never
/// written.
#[derive(Default)]
struct Entry {
    white: AtomicU64,
    black: AtomicU64,
    sum: AtomicU64,
    passed: AtomicU64,
}

const ENTRIES: usize = 1 << 13;

impl Default for PawnTable {
    fn default() -> Self {
        let entries = (0..ENTRIES).map(|_| Entry::default());
        Self { entries: entries.collect() }
    }
}

impl Debug for PawnTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PawnTable").finish_non_exhaustive()
    }
}

impl PawnTable {
    /// [`survey`], remembered.
    #[inline]
    pub(super) fn survey(&self, board: &Board, sum: &mut Sum) -> BitBoard {
        let all = board.pieces(Piece::Pawn);
        let white = (all & board.colors(Color::White)).0;
        let black = (all & board.colors(Color::Black)).0;
        let entry = &self.entries[index(white, black)];
        if let Some((lead, passed)) = entry.read(white, black) {
            sum.add_lead(lead);
            return passed;
        }
        let mut own = Sum::default();
        let passed = survey(board, &mut own);
        entry.write(white, black, own.lead(), passed);
        sum.add_lead(own.lead());
        passed
    }
}

impl Entry {
    #[inline]
    fn read(&self, white: u64, black: u64) -> Option<(Weight, BitBoard)> {
        let sum = self.sum.load(Ordering::Relaxed);
        let passed = self.passed.load(Ordering::Relaxed);
        let rest = sum ^ passed;
        let is_same = self.white.load(Ordering::Relaxed) ^ rest == white
            && self.black.load(Ordering::Relaxed) ^ rest.rotate_left(32) == black;
        #[expect(clippy::cast_possible_truncation, reason = "a weight has 32 bits")]
        is_same.then_some((Weight::from_bits(sum as u32), BitBoard(passed)))
    }

    fn write(&self, white: u64, black: u64, lead: Weight, passed: BitBoard) {
        let sum = u64::from(lead.bits());
        let rest = sum ^ passed.0;
        self.sum.store(sum, Ordering::Relaxed);
        self.passed.store(passed.0, Ordering::Relaxed);
        self.white.store(white ^ rest, Ordering::Relaxed);
        self.black.store(black ^ rest.rotate_left(32), Ordering::Relaxed);
    }
}

fn mixed(white: u64, black: u64) -> u64 {
    let both = white.wrapping_mul(0x9E37_79B9_7F4A_7C15)
        ^ black.wrapping_mul(0xC2B2_AE3D_27D4_EB4F).rotate_left(23);
    both.wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

#[expect(clippy::cast_possible_truncation, reason = "13 bits are left")]
fn index(white: u64, black: u64) -> usize {
    (mixed(white, black) >> (u64::BITS - ENTRIES.ilog2())) as usize
}
