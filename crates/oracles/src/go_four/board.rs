//! Boards of four lines: a bit a point, Black's and White's stones in half a word each.

/// The side that begins.
pub const BLACK: usize = 0;
/// The other one.
pub const WHITE: usize = 1;
/// How many points there are.
pub(super) const POINTS: usize = 16;
/// How many ways there are to turn and mirror a board.
pub(super) const TURNS: usize = 8;

const NOT_FIRST_COLUMN: u16 = 0xeeee;
const NOT_LAST_COLUMN: u16 = 0x7777;

/// Where stones are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(super) struct Board(u32);

impl Board {
    /// With these stones.
    pub(super) fn new(black: u16, white: u16) -> Self {
        Self(u32::from(black) | u32::from(white) << 16)
    }

    /// The stones of a side.
    pub(super) fn stones(self, side: usize) -> u16 {
        (self.0 >> (16 * side)) as u16
    }

    /// The points without a stone.
    pub(super) fn empty(self) -> u16 {
        !(self.stones(BLACK) | self.stones(WHITE))
    }

    /// Whether every chain has a liberty.
    pub(super) fn is_legal(self) -> bool {
        [BLACK, WHITE].into_iter().all(|side| {
            let own = self.stones(side);
            bits(own).all(|point| around(region(own, point)) & self.empty() != 0)
        })
    }

    /// After a stone of this side on an empty point; the same board if the stone itself is taken.
    #[must_use]
    pub(super) fn after(self, side: usize, point: usize) -> Self {
        let mut own = self.stones(side) | 1 << point;
        let mut other = self.stones(1 - side);
        let free = |stones: u16| !stones;
        for near in bits(around(1 << point) & other) {
            let chain = region(other, near);
            if around(chain) & free(own | other) == 0 {
                other &= !chain;
            }
        }
        let chain = region(own, point);
        if around(chain) & free(own | other) == 0 {
            own &= !chain;
        }
        if side == BLACK { Self::new(own, other) } else { Self::new(other, own) }
    }

    /// By how many points a side is ahead: stones, and empty points that it alone surrounds.
    pub(super) fn ahead(self, side: usize) -> i32 {
        let mut area = [BLACK, WHITE].map(|side| self.stones(side).count_ones().cast_signed());
        let mut rest = self.empty();
        while rest != 0 {
            let hole = region(self.empty(), rest.trailing_zeros() as usize);
            rest &= !hole;
            let sides = [BLACK, WHITE].map(|side| around(hole) & self.stones(side) != 0);
            for side in [BLACK, WHITE] {
                if sides[side] && !sides[1 - side] {
                    area[side] += hole.count_ones().cast_signed();
                }
            }
        }
        area[side] - area[1 - side]
    }

    /// Turned or mirrored.
    pub(super) fn turned(self, turns: &Turns, turn: usize) -> Self {
        let [black, white] = [BLACK, WHITE].map(|side| {
            let stones = self.stones(side);
            turns.rows[turn][usize::from(stones & 0xff)]
                | turns.rows_above[turn][usize::from(stones >> 8)]
        });
        Self::new(black, white)
    }
}

/// The points of a set, lowest first.
pub(super) fn bits(set: u16) -> impl Iterator<Item = usize> {
    (0..POINTS).filter(move |point| set >> point & 1 == 1)
}

/// The points next to a set, and perhaps in it.
fn around(set: u16) -> u16 {
    set << 4 | set >> 4 | set << 1 & NOT_FIRST_COLUMN | set >> 1 & NOT_LAST_COLUMN
}

/// The part of a set that hangs together with one of its points.
fn region(set: u16, point: usize) -> u16 {
    let mut found = 1 << point;
    loop {
        let more = (found | around(found)) & set;
        if more == found {
            return found;
        }
        found = more;
    }
}

/// How points and sets are turned.
#[derive(Debug)]
pub(super) struct Turns {
    points: [[usize; POINTS]; TURNS],
    rows: [[u16; 256]; TURNS],
    rows_above: [[u16; 256]; TURNS],
}

impl Turns {
    /// All eight.
    pub(super) fn new() -> Self {
        let points: [[usize; POINTS]; TURNS] =
            std::array::from_fn(|turn| std::array::from_fn(|point| turned_point(turn, point)));
        let sets = |turn: usize, shift: usize| {
            std::array::from_fn(|set| {
                bits((set as u16) << shift).fold(0, |found, point| found | 1 << points[turn][point])
            })
        };
        let rows = std::array::from_fn(|turn| sets(turn, 0));
        let rows_above = std::array::from_fn(|turn| sets(turn, 8));
        Self { points, rows, rows_above }
    }

    /// Where a point comes to lie.
    pub(super) fn point(&self, turn: usize, point: usize) -> usize {
        self.points[turn][point]
    }

    /// The turn that takes another one back.
    pub(super) fn back(&self, turn: usize) -> usize {
        let is_back = |&back: &usize| {
            (0..POINTS).all(|point| self.points[back][self.points[turn][point]] == point)
        };
        (0..TURNS).find(is_back).unwrap()
    }
}

fn turned_point(turn: usize, point: usize) -> usize {
    let (mut row, mut column) = (point / 4, point % 4);
    if turn & 1 != 0 {
        row = 3 - row;
    }
    if turn & 2 != 0 {
        column = 3 - column;
    }
    if turn & 4 != 0 {
        (row, column) = (column, row);
    }
    4 * row + column
}
