//! The boards: rings of eight points in one word, their lines and neighbours.
//!
//! A ring is a lane of eight bits that begins at the middle of the top and goes clockwise, as
//! Sanmill's position strings do; even bits are the middles of sides, odd bits the corners. The
//! lanes follow each other from the innermost ring to the outermost:
//!
//! ```text
//! 7 23----------16----------17        three rings, 24 points: bits 0-7, 8-15, 16-23;
//!    |           |           |        with diagonals the corners are joined as the middles are
//! 6  |  15-------8-------9   |
//!    |   |       |       |   |        two rings, 16 points: bits 0-7, 8-15
//! 5  |   |   7---0---1   |   |
//!    |   |   |       |   |   |        one square, 9 points: bits 0-7, and 8 for its centre
//! 4 22--14---6       2--10--18
//!    a   b   c   d   e   f   g
//! ```
//!
//! A *mill* is three men on one line. Whole sets of points are looked at by turning lanes: which
//! points would complete a mill, say, takes a dozen operations for all of them together.

/// Points as bits.
pub(super) type Set = u32;

/// The board that a variant is played on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Board {
    /// Three rings joined at the middles of their sides: nine men's morris.
    Rings,
    /// The same with the corners joined too: twelve men's morris, morabaraba.
    Diagonals,
    /// Two rings: six men's morris.
    TwoRings,
    /// One square with its centre and diagonals: three men's morris.
    Square,
}

/// Every lane has this bit.
const LANES: Set = 0x01_01_01;
/// The middles of sides, and the corners.
const MIDDLES: Set = 0x55 * LANES;
const CORNERS: Set = 0xaa * LANES;
/// The centre of the square.
const CENTRE: u8 = 8;
/// Most lines through a point.
const LINES_MAX: usize = 4;
/// Points of the largest board.
pub(super) const POINTS_MAX: usize = 24;

/// What is known of each point of a board.
struct Known {
    neighbours: [Set; POINTS_MAX],
    /// The other two points of each line through a point; 0 for no line.
    lines: [[Set; LINES_MAX]; POINTS_MAX],
}

static KNOWN: [Known; 4] =
    [known(Board::Rings), known(Board::Diagonals), known(Board::TwoRings), known(Board::Square)];

/// Every lane turned clockwise by so many points.
#[inline]
const fn turned<const BY: u32>(set: Set) -> Set {
    let wrapped = ((1 << BY) - 1) * LANES;
    (set << BY) & !wrapped & (0xff * LANES) | (set >> (8 - BY)) & wrapped
}

impl Board {
    /// All boards.
    pub const ALL: [Self; 4] = [Self::Rings, Self::Diagonals, Self::TwoRings, Self::Square];

    /// How many points it has.
    pub const fn points(self) -> u8 {
        match self {
            Self::Rings | Self::Diagonals => 24,
            Self::TwoRings => 16,
            Self::Square => 9,
        }
    }

    /// All of them.
    #[inline]
    pub(super) const fn all(self) -> Set {
        (1 << self.points()) - 1
    }

    /// How many rings it has.
    pub(super) const fn rings(self) -> u8 {
        self.points() / 8
    }

    /// Where rings are joined.
    #[inline]
    const fn spokes(self) -> Set {
        match self {
            Self::Rings => MIDDLES,
            Self::Diagonals => 0xff * LANES,
            Self::TwoRings => MIDDLES & 0xffff,
            Self::Square => 0,
        }
    }

    /// The points that a line joins to this one.
    #[inline]
    pub(super) fn neighbours(self, point: u8) -> Set {
        KNOWN[self as usize].neighbours[usize::from(point)]
    }

    /// How many mills these men have through a point, which they may hold or not.
    #[inline]
    pub(super) fn mills_through(self, own: Set, point: u8) -> u8 {
        let lines = &KNOWN[self as usize].lines[usize::from(point)];
        lines.iter().map(|&rest| u8::from(rest != 0 && rest & !own == 0)).sum()
    }

    /// All lines, each as the set of its three points.
    #[cfg(test)]
    pub(super) fn lines(self) -> Vec<Set> {
        let through = |point: u8| {
            let rests = KNOWN[self as usize].lines[usize::from(point)];
            rests.into_iter().filter(|rest| *rest != 0).map(move |rest| rest | 1 << point)
        };
        let mut lines: Vec<Set> = (0..self.points()).flat_map(through).collect();
        lines.sort_unstable();
        lines.dedup();
        lines
    }

    /// The points, taken or not, whose side of a ring these men hold but for the point itself; the
    /// corners once for the side behind them and once for the side before them, clockwise.
    #[inline]
    fn sides(own: Set) -> [Set; 3] {
        let (behind, before) = (turned::<1>(own), turned::<7>(own));
        let middles = behind & before & MIDDLES;
        let ending = behind & turned::<2>(own) & CORNERS;
        let beginning = before & turned::<6>(own) & CORNERS;
        [middles, ending, beginning]
    }

    /// The points whose line across the rings these men hold but for the point itself.
    #[inline]
    fn across(self, own: Set) -> Set {
        match self {
            Self::Rings | Self::Diagonals => {
                let (up, down) = (own << 8 | own >> 16, own << 16 | own >> 8);
                up & down & self.spokes()
            }
            Self::TwoRings => 0,
            Self::Square => {
                let opposite = turned::<4>(own) & 0xff;
                let through = if own >> CENTRE & 1 == 1 { opposite } else { 0 };
                through | Set::from(own & opposite != 0) << CENTRE
            }
        }
    }

    /// The points, taken or not, at which these men have both other points of two lines.
    #[inline]
    pub(super) fn forks(self, own: Set) -> Set {
        let [middles, ending, beginning] = Self::sides(own);
        let (across, corners) = (self.across(own), ending & beginning);
        (corners | (middles | ending | beginning) & across) & self.all()
    }

    /// The points, taken or not, at which these men have both other points of a line.
    #[inline]
    pub(super) fn closers(self, own: Set) -> Set {
        let [middles, ending, beginning] = Self::sides(own);
        (middles | ending | beginning | self.across(own)) & self.all()
    }

    /// The men that stand in a mill.
    #[inline]
    pub(super) fn in_mills(self, own: Set) -> Set {
        own & self.closers(own)
    }

    /// For each of the four directions in which men slide on rings: where the movers, some of a
    /// side's men, get to, and at which of these points that closes a mill. The square has no such
    /// form.
    ///
    /// The line a man slides along is no mill afterwards, since he has left it.
    #[inline]
    pub(super) fn slides(self, movers: Set, own: Set, empty: Set) -> [(Set, Set); 4] {
        let [middles, ending, beginning] = Self::sides(own);
        let across = self.across(own);
        let round = (middles | ending | beginning) & self.all();
        let joined = self.spokes() & empty;
        [
            (turned::<1>(movers) & empty, beginning | across),
            (turned::<7>(movers) & empty, ending | across),
            (movers << 8 & joined, round),
            (movers >> 8 & joined, round),
        ]
    }

    /// The empty points beside these men.
    #[inline]
    pub(super) fn beside(self, own: Set, empty: Set) -> Set {
        match self {
            Self::Rings | Self::Diagonals | Self::TwoRings => {
                let round = turned::<1>(own) | turned::<7>(own);
                (round | (own << 8 | own >> 8) & self.spokes()) & empty
            }
            Self::Square => {
                points(own).fold(0, |found, point| found | self.neighbours(point)) & empty
            }
        }
    }

    /// The point of this name, upper and lower case alike.
    pub(super) fn point(self, name: &str) -> Option<u8> {
        (0..self.points()).find(|&point| self.name(point).eq_ignore_ascii_case(name))
    }

    /// Column and row of a point, from the left and from below, from 0.
    pub(super) fn place(self, point: u8) -> (u8, u8) {
        if let (Self::Square, CENTRE) = (self, point) {
            return (1, 1);
        }
        let (middle, reach) = (self.rings(), point / 8 + 1);
        let (right, up) = match point % 8 {
            0 => (0, 1),
            1 => (1, 1),
            2 => (1, 0),
            3 => (1, -1),
            4 => (0, -1),
            5 => (-1, -1),
            6 => (-1, 0),
            _ => (-1, 1),
        };
        let at = |way: i8| (middle.cast_signed() + way * reach.cast_signed()).cast_unsigned();
        (at(right), at(up))
    }

    /// The name of a point: column and row, as in `d6`.
    pub(super) fn name(self, point: u8) -> String {
        let (column, row) = self.place(point);
        format!("{}{}", char::from(b'a' + column), row + 1)
    }
}

/// The points of a set, from the lowest.
#[inline]
pub(super) fn points(mut set: Set) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let point = u8::try_from(set.trailing_zeros()).unwrap_or(0);
        let found = (set != 0).then_some(point);
        set &= set.wrapping_sub(1);
        found
    })
}

const fn known(board: Board) -> Known {
    let mut known = Known { neighbours: [0; POINTS_MAX], lines: [[0; LINES_MAX]; POINTS_MAX] };
    let mut point = 0;
    while point < board.points() {
        known.neighbours[point as usize] = neighbours(board, point);
        known.lines[point as usize] = lines(board, point);
        point += 1;
    }
    known
}

const fn neighbours(board: Board, point: u8) -> Set {
    if let Board::Square = board {
        return if point == CENTRE {
            0xff
        } else {
            turned::<1>(1 << point) | turned::<7>(1 << point) | 1 << CENTRE
        };
    }
    let set: Set = 1 << point;
    let across = (set << 8 | set >> 8) & board.spokes();
    (turned::<1>(set) | turned::<7>(set) | across) & board.all()
}

const fn lines(board: Board, point: u8) -> [Set; LINES_MAX] {
    let set: Set = 1 << point;
    if let (Board::Square, CENTRE) = (board, point) {
        return [0x11, 0x22, 0x44, 0x88];
    }
    let mut lines = [0; LINES_MAX];
    if set & MIDDLES != 0 {
        lines[0] = turned::<1>(set) | turned::<7>(set);
    } else {
        lines[0] = turned::<1>(set) | turned::<2>(set);
        lines[1] = turned::<7>(set) | turned::<6>(set);
    }
    lines[2] = match board {
        Board::Rings | Board::Diagonals if set & board.spokes() != 0 => {
            (LANES << (point % 8)) & !set
        }
        Board::Square => turned::<4>(set) | 1 << CENTRE,
        Board::Rings | Board::Diagonals | Board::TwoRings => 0,
    };
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn naive_closers(board: Board, own: Set) -> Set {
        let lines = board.lines();
        let closes = |point: &u8| {
            lines.iter().any(|line| line >> point & 1 == 1 && line & !(1 << point) & !own == 0)
        };
        (0..board.points()).filter(closes).fold(0, |set, point| set | 1 << point)
    }

    /// Some thousand sets of points, thin and thick.
    fn sets(board: Board) -> impl Iterator<Item = Set> {
        let random = |i: u64| crate::core::zobrist::random(7, i);
        (0..2000).map(move |i| {
            let thin = if i % 2 == 0 { random(3 * i + 1) } else { u64::MAX };
            Set::try_from(random(3 * i) & thin & 0xff_ffff).unwrap() & board.all()
        })
    }

    #[test]
    fn the_boards_have_16_20_8_and_8_lines() {
        assert_eq!(Board::ALL.map(|board| board.lines().len()), [16, 20, 8, 8]);
        let joints = Board::ALL.map(|board| {
            (0..board.points()).map(|point| board.neighbours(point).count_ones()).sum::<u32>() / 2
        });
        assert_eq!(joints, [32, 40, 20, 16]);
    }

    /// The three points of a line stand in one row, one column or one diagonal, and neighbours are
    /// the points between which no other lies.
    #[test]
    fn lines_are_straight_on_the_drawn_board() {
        for board in Board::ALL {
            for line in board.lines() {
                let places: Vec<_> = points(line).map(|point| board.place(point)).collect();
                let columns: Vec<i16> = places.iter().map(|(c, _)| i16::from(*c)).collect();
                let rows: Vec<i16> = places.iter().map(|(_, r)| i16::from(*r)).collect();
                let turn = (columns[1] - columns[0]) * (rows[2] - rows[0])
                    - (columns[2] - columns[0]) * (rows[1] - rows[0]);
                assert_eq!(turn, 0, "{board:?} {line:x}");
                let near = points(line).map(|p| (board.neighbours(p) & line).count_ones());
                assert_eq!(near.sum::<u32>(), 4, "{board:?} {line:x}: two joints");
            }
        }
    }

    #[test]
    fn turned_lanes_say_what_a_look_at_every_line_says() {
        for board in Board::ALL {
            for own in sets(board) {
                assert_eq!(board.closers(own), naive_closers(board, own), "{board:?} {own:x}");
                let mills = points(own).filter(|&point| board.mills_through(own, point) > 0);
                assert_eq!(board.in_mills(own), mills.fold(0, |set, point| set | 1 << point));
                if board != Board::Square {
                    let twice = (0..board.points()).filter(|&p| board.mills_through(own, p) > 1);
                    assert_eq!(board.forks(own), twice.fold(0, |set, point| set | 1 << point));
                }
                let empty = board.all() & !own & (own.rotate_left(5) | 0x0f_0f0f);
                let beside = points(own).fold(0, |set, point| set | board.neighbours(point));
                assert_eq!(board.beside(own, empty), beside & empty);
            }
        }
    }

    #[test]
    fn slides_by_direction_are_those_man_by_man() {
        for board in [Board::Rings, Board::Diagonals, Board::TwoRings] {
            for own in sets(board) {
                let empty = board.all() & !own;
                let (mut all, mut closing) = (0, 0);
                for from in points(own) {
                    for to in points(board.neighbours(from) & empty) {
                        all += 1;
                        closing += u32::from(board.mills_through(own ^ 1 << from, to) > 0);
                    }
                }
                let found = board.slides(own, own, empty);
                let sums = found.iter().fold((0, 0), |sums, (to, closers)| {
                    (sums.0 + to.count_ones(), sums.1 + (to & closers).count_ones())
                });
                assert_eq!(sums, (all, closing), "{board:?} {own:x}");
            }
        }
    }

    #[test]
    fn points_have_the_usual_names() {
        let names = |board: Board| {
            (0..board.points()).map(|point| board.name(point)).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(
            names(Board::Rings),
            "d5 e5 e4 e3 d3 c3 c4 c5 d6 f6 f4 f2 d2 b2 b4 b6 d7 g7 g4 g1 d1 a1 a4 a7"
        );
        assert_eq!(names(Board::TwoRings), "c4 d4 d3 d2 c2 b2 b3 b4 c5 e5 e3 e1 c1 a1 a3 a5");
        assert_eq!(names(Board::Square), "b3 c3 c2 c1 b1 a1 a2 a3 b2");
        assert_eq!(Board::Rings.point("D7"), Some(16));
        assert_eq!(Board::Rings.point("d4"), None);
    }
}
