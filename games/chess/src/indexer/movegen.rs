//! Moves forward and back over a few men, for the builders.
//!
//! The rules proper stand in `rules.rs` and the crate below it; this is the same once more for at
//! most five men, fast because it makes no board: the tests compare the two on every position of the
//! small tables and at random places of the large ones. There is no castling here, and no counter.

use cozy_chess::Piece;

use super::material::{Kind, MEN_MAX, Man, Material};
use super::men::{Men, NO_FILE, attacks};
use plyglot_core::bits::bits;
use plyglot_tablebase::TableId;
use plyglot_tablebase::indexer::{NodeKind, Predecessor, TerminalValue};
use plyglot_tablebase::wdl::{Successor, Target};

const LIGHT: u64 = 0x55aa_55aa_55aa_55aa;
const PROMOTIONS: [Piece; 4] = [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight];

/// A kind with its number: what a step is made in.
#[derive(Clone, Copy)]
pub(super) struct MoveGen<'a> {
    pub(super) material: &'a Material,
    pub(super) kind: &'a Kind,
}

/// A man goes to a square and takes what stands on `prey`, if there is anything.
#[derive(Clone, Copy)]
struct Step {
    slot: usize,
    to: u8,
    prey: u8,
}

impl MoveGen<'_> {
    /// What is at a place, and where its moves lead.
    #[inline]
    pub(super) fn successors(&self, at: u64, out: &mut Vec<Successor>) -> NodeKind<TerminalValue> {
        let Some(men) = self.material.unrank(self.kind, at) else { return NodeKind::Invalid };
        for slot in 0..self.kind.men.len() {
            if self.kind.men[slot].0 == men.side {
                self.moves_of(&men, slot, out);
            }
        }
        if out.is_empty() {
            let king = men.squares[usize::from(men.side)];
            let by = 1 - men.side;
            let mated = men.is_attacked(self.kind, king, by, men.occupied(self.kind), MEN_MAX);
            return NodeKind::Terminal(if mated {
                TerminalValue::Loss
            } else {
                TerminalValue::Draw
            });
        }
        if self.is_dead(&men) {
            out.clear();
            return NodeKind::Terminal(TerminalValue::Draw);
        }
        NodeKind::Open
    }

    /// Nobody can ever mate: one minor piece, or bishops on squares of one colour [fide-2023,
    /// 5.2.2].
    fn is_dead(&self, men: &Men) -> bool {
        let pieces = &self.kind.men[2..];
        let bishops = pieces.iter().all(|man| man.1 == Piece::Bishop);
        if bishops {
            let squares = men.squares[2..self.kind.men.len()].iter();
            let light = squares.filter(|square| LIGHT >> **square & 1 == 1).count();
            return light == 0 || light == pieces.len();
        }
        pieces.len() == 1 && pieces[0].1 == Piece::Knight
    }

    /// The moves of one man.
    #[inline]
    fn moves_of(&self, men: &Men, slot: usize, out: &mut Vec<Successor>) {
        let occupied = men.occupied(self.kind);
        let man = self.kind.men[slot];
        let from = men.squares[slot];
        if man.1 == Piece::Pawn {
            self.pawn_moves(men, slot, occupied, out);
            return;
        }
        for to in bits(attacks(man, from, occupied)) {
            self.move_to(men, Step { slot, to, prey: to }, occupied, out);
        }
    }

    fn pawn_moves(&self, men: &Men, slot: usize, occupied: u64, out: &mut Vec<Successor>) {
        let (side, from) = (self.kind.men[slot].0, men.squares[slot]);
        let forward = |square: u8| if side == 0 { square + 8 } else { square - 8 };
        let one = forward(from);
        if occupied >> one & 1 == 0 {
            self.move_to(men, Step { slot, to: one, prey: one }, occupied, out);
            let home = if side == 0 { from < 16 } else { from >= 48 };
            if home && occupied >> forward(one) & 1 == 0 {
                self.move_to(
                    men,
                    Step { slot, to: forward(one), prey: forward(one) },
                    occupied,
                    out,
                );
            }
        }
        for to in bits(attacks(self.kind.men[slot], from, occupied)) {
            if occupied >> to & 1 == 1 {
                self.move_to(men, Step { slot, to, prey: to }, occupied, out);
            } else if men.passant != NO_FILE {
                let [stands, passed, _] = Men::double_step(1 - side, men.passant);
                if to == passed {
                    self.move_to(men, Step { slot, to, prey: stands }, occupied, out);
                }
            }
        }
    }

    /// What a step leads to; nothing if it takes its own side's man or leaves the king in check.
    #[inline]
    fn move_to(&self, men: &Men, step: Step, occupied: u64, out: &mut Vec<Successor>) {
        let Step { slot, to, prey } = step;
        let (kind, side) = (self.kind, men.side);
        let mut after = Men { side: 1 - side, passant: NO_FILE, ..*men };
        let mut taken = MEN_MAX;
        if occupied >> prey & 1 == 1 {
            let found = men.squares[..kind.men.len()].iter().position(|square| *square == prey);
            taken = found.expect("a man stands there");
            if kind.men[taken].0 == side {
                return;
            }
        }
        after.squares[slot] = to;
        let lifted = if taken == MEN_MAX { 0 } else { 1 << prey };
        let now = (occupied ^ 1 << men.squares[slot]) & !lifted | 1 << to;
        if after.is_attacked(kind, after.squares[usize::from(side)], 1 - side, now, taken) {
            return;
        }
        let is_pawn = kind.men[slot].1 == Piece::Pawn;
        let promotes = is_pawn && !(8..56).contains(&to);
        let successor =
            |to: Target| Successor { to, same_side: false, zeroes: is_pawn || taken != MEN_MAX };
        if taken == MEN_MAX && !promotes {
            if is_pawn && kind.has_passant && to.abs_diff(men.squares[slot]) == 16 {
                let file = to % 8;
                after.passant = if after.may_take(kind, file) { file } else { NO_FILE };
            }
            out.push(successor(Target::SameTable(self.material.rank(kind, &after))));
        } else if promotes {
            for piece in PROMOTIONS {
                out.push(successor(self.converted(&after, taken, Some((slot, piece)))));
            }
        } else {
            out.push(successor(self.converted(&after, taken, None)));
        }
    }

    /// Where men stand that have become another kind.
    fn converted(&self, men: &Men, taken: usize, promoted: Option<(usize, Piece)>) -> Target {
        let mut list: [(Man, u8); MEN_MAX] = [((0, Piece::King), 0); MEN_MAX];
        let mut count = 0;
        for slot in (0..self.kind.men.len()).filter(|&slot| slot != taken) {
            let (side, piece) = self.kind.men[slot];
            let piece = promoted.filter(|(of, _)| *of == slot).map_or(piece, |(_, to)| to);
            list[count] = ((side, piece), men.squares[slot]);
            count += 1;
        }
        // Bare kings are in no table: a draw.
        self.material
            .place_of(&list[..count], men.side, NO_FILE)
            .map_or(Target::Terminal(TerminalValue::Draw), |(kind, at)| {
                Target::OtherTable(TableId(kind as u32), at)
            })
    }

    /// The men of every position of this kind from which a move leads to these.
    pub(super) fn before(&self, men: &Men, mut found: impl FnMut(&Men, bool)) {
        let kind = self.kind;
        let (mover, occupied) = (1 - men.side, men.occupied(kind));
        if men.passant != NO_FILE {
            let [stands, _, origin] = Men::double_step(mover, men.passant);
            if let Some(slot) = men.slot_of(kind, (mover, Piece::Pawn), stands) {
                self.moved_back(men, slot, origin, &mut found);
            }
            return;
        }
        for slot in (0..kind.men.len()).filter(|&slot| kind.men[slot].0 == mover) {
            let on = men.squares[slot];
            if kind.men[slot].1 != Piece::Pawn {
                for from in bits(attacks(kind.men[slot], on, occupied) & !occupied) {
                    self.moved_back(men, slot, from, &mut found);
                }
                continue;
            }
            let (back, rank) = if mover == 0 { (on - 8, on / 8) } else { (on + 8, 7 - on / 8) };
            if rank < 2 || occupied >> back & 1 == 1 {
                continue;
            }
            self.moved_back(men, slot, back, &mut found);
            let origin = if mover == 0 { back.wrapping_sub(8) } else { back + 8 };
            let steps = rank == 3 && occupied >> origin & 1 == 0;
            // A double step that can be answered en passant leads to the place that says so.
            if steps && !(kind.has_passant && men.may_take(kind, on % 8)) {
                self.moved_back(men, slot, origin, &mut found);
            }
        }
    }

    /// The position with a man moved back, without and with each double step that may have come
    /// before it.
    #[inline]
    fn moved_back(&self, men: &Men, slot: usize, from: u8, found: &mut impl FnMut(&Men, bool)) {
        let kind = self.kind;
        let mut before = Men { side: 1 - men.side, passant: NO_FILE, ..*men };
        before.squares[slot] = from;
        if !before.is_position(kind) {
            return;
        }
        let is_pawn = kind.men[slot].1 == Piece::Pawn;
        found(&before, is_pawn);
        if !kind.has_passant {
            return;
        }
        for victim in 2..kind.men.len() {
            let file = before.squares[victim] % 8;
            let [stands, ..] = Men::double_step(men.side, file);
            let is_victim =
                kind.men[victim] == (men.side, Piece::Pawn) && before.squares[victim] == stands;
            if is_victim && before.has_passant(kind, file) {
                found(&Men { passant: file, ..before }, is_pawn);
            }
        }
    }

    /// The places of [`MoveGen::before`].
    #[inline]
    pub(super) fn predecessors(&self, at: u64, out: &mut Vec<Predecessor>) {
        let Some(men) = self.material.unrank(self.kind, at) else { return };
        self.before(&men, |before, zeroes| {
            let at = self.material.rank(self.kind, before);
            out.push(Predecessor { at, same_side: false, zeroes });
        });
    }
}
