//! Moves: what one is, where they come from, and how many there are.
//!
//! An *in-line* move is named by the marble at the back and a direction; how far the push reaches
//! follows from the board. A *broadside* is named by the end of its row that comes first in the
//! alphabet, the row's axis and length, and a direction. Each move has one name, so no two names
//! lead to the same board.
//!
//! All are found for whole sets of marbles at once. In one direction, with E the empty cells, O own
//! and X opposing marbles, and b(S) the cells right behind S:
//!
//! ```text
//! one marble, two, three          m1 = O∩b(E)       m2 = O∩b(m1)   m3 = O∩b(m2)
//! one opposing marble gives way   x1 = X∩(b(E) ∪ rim)
//! two of them                     x2 = X∩b(x1)
//! two against one, three          s2 = O∩b(O∩b(x1)) s3 = O∩b(s2)
//! three against two               t3 = O∩b(O∩b(O∩b(x2)))
//! a row moves broadside           where m1 holds side by side, since each marble needs its own
//!                                 empty cell
//! ```

use super::board::{
    CELLS, DIRECTIONS, Direction, RIM, Set, at_edge, behind, cells_to_edge, edge, step,
};
use plyglot_core::bits::bits;

/// A move: 6 bits of cell, 3 of direction, 4 of kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(u16);

/// Bits are below this.
pub(super) const MOVES: usize = 1 << 13;

/// What a move does, besides where and whereto.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// `own` marbles go in line and push `pushed` opposing ones; the farthest falls if `ejects`.
    Inline { own: u8, pushed: u8, ejects: bool },
    /// A row of `len` marbles along an axis goes sideways.
    Broadside { axis: Direction, len: u8 },
}

/// The kinds by their code: first those of in-line moves, then the broadsides by axis.
const KINDS: [Kind; 15] = {
    const fn inline(own: u8, pushed: u8, ejects: bool) -> Kind {
        Kind::Inline { own, pushed, ejects }
    }
    const fn broadside(axis: u8, len: u8) -> Kind {
        Kind::Broadside { axis: Direction::new(axis), len }
    }
    [
        inline(1, 0, false),
        inline(2, 0, false),
        inline(3, 0, false),
        inline(2, 1, false),
        inline(3, 1, false),
        inline(3, 2, false),
        inline(2, 1, true),
        inline(3, 1, true),
        inline(3, 2, true),
        broadside(0, 2),
        broadside(0, 3),
        broadside(1, 2),
        broadside(1, 3),
        broadside(2, 2),
        broadside(2, 3),
    ]
};
/// The first code of a push, of an ejection, and of a broadside.
const PUSH: u16 = 3;
const EJECTION: u16 = 6;
const BROADSIDE: u16 = 9;

impl Move {
    const fn new(cell: u8, direction: usize, code: u16) -> Self {
        #[expect(clippy::cast_possible_truncation, reason = "below 6")]
        let direction = direction as u16;
        Self(cell as u16 | direction << 6 | code << 9)
    }

    /// The move of these bits, `None` if the board has no room for it.
    pub(super) const fn from_bits(bits: u16) -> Option<Self> {
        let mv = Self(bits);
        let (direction, code) = ((bits >> 6 & 7) as usize, mv.code() as usize);
        if mv.cell() as usize >= CELLS || direction >= DIRECTIONS || code >= KINDS.len() {
            return None;
        }
        let room = cells_to_edge(mv.cell(), mv.direction());
        let fits = match KINDS[code] {
            Kind::Inline { own, pushed, ejects: true } => room + 1 == own + pushed,
            Kind::Inline { own, pushed, ejects: false } => room >= own + pushed,
            Kind::Broadside { axis, len } => {
                let across = direction % 3 != axis.index();
                let far = len - 1;
                across
                    && room >= 1
                    && cells_to_edge(mv.cell(), axis) >= far
                    && cells_to_edge(step(mv.cell(), axis, far), mv.direction()) >= 1
            }
        };
        if fits { Some(mv) } else { None }
    }

    /// All of it in 13 bits.
    pub(super) const fn bits(self) -> u16 {
        self.0
    }

    /// The marble at the back, or the end of the row that comes first in the alphabet.
    pub(super) const fn cell(self) -> u8 {
        (self.0 & 63) as u8
    }

    pub(super) const fn direction(self) -> Direction {
        Direction::new((self.0 >> 6 & 7) as u8)
    }

    const fn code(self) -> u16 {
        self.0 >> 9
    }

    pub(super) const fn kind(self) -> Kind {
        KINDS[self.code() as usize]
    }

    /// It pushes opposing marbles.
    pub(super) const fn is_push(self) -> bool {
        self.code() >= PUSH && self.code() < BROADSIDE
    }

    /// It pushes a marble off the board.
    pub(super) const fn ejects(self) -> bool {
        self.code() >= EJECTION && self.code() < BROADSIDE
    }
}

impl std::fmt::Debug for Move {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{} to {:?}, {:?}",
            self.cell(),
            DELTA_NAMES[self.direction().index()],
            self.kind()
        )
    }
}

/// What the directions are called.
pub(super) const DELTA_NAMES: [&str; DIRECTIONS] = ["e", "ne", "nw", "w", "sw", "se"];

/// The marbles as one side sees them.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    pub own: Set,
    pub other: Set,
    pub empty: Set,
}

/// The marbles at the back of in-line moves in one direction.
#[derive(Clone, Copy, Debug)]
struct Inline {
    /// One, two, three marbles that push nothing.
    free: [Set; 3],
    /// Two push one, three push one, three push two.
    pushing: [Set; 3],
}

impl View {
    #[inline]
    fn inline<const D: usize>(self) -> Inline {
        let one = self.own & behind::<D>(self.empty);
        let two = self.own & behind::<D>(one);
        let three = self.own & behind::<D>(two);
        Inline { free: [one, two, three], pushing: self.pushing::<D>() }
    }

    /// The marbles at the back of pushes in one direction.
    #[inline]
    pub(super) fn pushing<const D: usize>(self) -> [Set; 3] {
        let x1 = self.other & (behind::<D>(self.empty) | edge::<D>());
        let at_x1 = behind::<D>(x1);
        let two_one = self.own & behind::<D>(self.own & at_x1);
        let three_one = self.own & behind::<D>(two_one);
        let before_x2 = self.own & behind::<D>(self.other & at_x1);
        let three_two = self.own & behind::<D>(self.own & behind::<D>(before_x2));
        [two_one, three_one, three_two]
    }

    /// How many in-line moves in one direction, and which single marbles may go there.
    #[inline]
    fn count_inline<const D: usize>(self) -> (u32, Set) {
        let open = behind::<D>(self.empty);
        let one = self.own & open;
        let at_x1 = behind::<D>(self.other & (open | edge::<D>()));
        // Chains of one and two own marbles grow together, whatever is in front of them.
        let two = self.own & behind::<D>(self.own & (at_x1 | open));
        let before_x2 = self.own & behind::<D>(self.other & at_x1);
        let three = self.own & behind::<D>(two | self.own & behind::<D>(before_x2));
        (one.count_ones() + two.count_ones() + three.count_ones(), one)
    }

    /// How many moves there are.
    pub(super) fn count(self, broadside: bool) -> u64 {
        let (e, m0) = self.count_inline::<0>();
        let (ne, m1) = self.count_inline::<1>();
        let (nw, m2) = self.count_inline::<2>();
        let (w, m3) = self.count_inline::<3>();
        let (sw, m4) = self.count_inline::<4>();
        let (se, m5) = self.count_inline::<5>();
        let mut sum = e + ne + nw + w + sw + se;
        if broadside {
            sum += rows::<0>([m1, m2, m4, m5]);
            sum += rows::<1>([m0, m2, m3, m5]);
            sum += rows::<2>([m0, m1, m3, m4]);
        }
        u64::from(sum)
    }

    /// Whether there is any move. A broadside needs marbles that could go by themselves.
    pub(super) fn has_moves(self) -> bool {
        fn step_or_push<const D: usize>(view: View) -> bool {
            view.own & behind::<D>(view.empty) != 0 || view.pushing::<D>() != [0; 3]
        }
        step_or_push::<1>(self)
            || step_or_push::<4>(self)
            || step_or_push::<0>(self)
            || step_or_push::<2>(self)
            || step_or_push::<3>(self)
            || step_or_push::<5>(self)
    }

    /// Appends the pushes that eject.
    pub(super) fn ejections(self, out: &mut Vec<Move>) {
        if self.other & RIM == 0 {
            return;
        }
        self.ejections_to::<0>(out);
        self.ejections_to::<1>(out);
        self.ejections_to::<2>(out);
        self.ejections_to::<3>(out);
        self.ejections_to::<4>(out);
        self.ejections_to::<5>(out);
    }

    #[inline]
    fn ejections_to<const D: usize>(self, out: &mut Vec<Move>) {
        let at_rim = behind::<D>(self.other & edge::<D>());
        if at_rim & (self.own | self.other) == 0 {
            return;
        }
        let [two_one, three_one, three_two] = self.pushing::<D>();
        let falling =
            [two_one & at_edge::<D>(2), three_one & at_edge::<D>(3), three_two & at_edge::<D>(4)];
        push_all(D, falling, out);
    }

    /// Appends all moves: pushes, then in-line moves, then broadsides.
    pub(super) fn all(self, broadside: bool, out: &mut Vec<Move>) {
        let directions = [
            self.inline::<0>(),
            self.inline::<1>(),
            self.inline::<2>(),
            self.inline::<3>(),
            self.inline::<4>(),
            self.inline::<5>(),
        ];
        for (direction, inline) in directions.iter().enumerate() {
            push_all(direction, inline.pushing, out);
        }
        for (direction, inline) in directions.iter().enumerate() {
            for (code, set) in (0..).zip(inline.free) {
                out.extend(bits(set).map(|cell| Move::new(cell, direction, code)));
            }
        }
        if broadside {
            let able = directions.map(|inline| inline.free[0]);
            list_rows::<0>(able, out);
            list_rows::<1>(able, out);
            list_rows::<2>(able, out);
        }
    }
}

fn push_all(direction: usize, pushing: [Set; 3], out: &mut Vec<Move>) {
    if pushing == [0; 3] {
        return;
    }
    for ((code, set), reach) in (PUSH..).zip(pushing).zip([3, 4, 5]) {
        for cell in bits(set) {
            let falls = cells_to_edge(cell, Direction::ALL[direction]) < reach;
            let code = if falls { code + EJECTION - PUSH } else { code };
            out.push(Move::new(cell, direction, code));
        }
    }
}

/// How many rows of two and three along the axis can go broadside, over four directions.
#[inline]
fn rows<const AXIS: usize>(able: [Set; 4]) -> u32 {
    let mut sum = 0;
    for one in able {
        let two = one & behind::<AXIS>(one);
        let three = one & behind::<AXIS>(two);
        sum += two.count_ones() + three.count_ones();
    }
    sum
}

fn list_rows<const AXIS: usize>(able: [Set; DIRECTIONS], out: &mut Vec<Move>) {
    let code = BROADSIDE + 2 * u16::try_from(AXIS).unwrap_or(0);
    for (direction, one) in able.into_iter().enumerate() {
        if direction % 3 == AXIS {
            continue;
        }
        let two = one & behind::<AXIS>(one);
        let three = one & behind::<AXIS>(two);
        out.extend(bits(two).map(|cell| Move::new(cell, direction, code)));
        out.extend(bits(three).map(|cell| Move::new(cell, direction, code + 1)));
    }
}

/// The cells of a row, from its first end.
pub(super) fn row(cell: u8, axis: Direction, len: u8) -> impl Iterator<Item = u8> {
    (0..len).map(move |steps| step(cell, axis, steps))
}
