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

/// The sets of two sides in one word, which many operations work on as on one of them.
pub(super) type Pair = u64;

/// The lowest bit of either half.
const HALVES: Pair = 1 << 32 | 1;

/// Two sets as one word.
#[inline]
pub(super) const fn pair([low, high]: [Set; 2]) -> Pair {
    (high as Pair) << 32 | low as Pair
}

/// One word as two sets.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "the halves of a word")]
pub(super) const fn halves(sets: Pair) -> [Set; 2] {
    [sets as Set, (sets >> 32) as Set]
}

/// The lower half of a word.
#[inline]
const fn low(sets: Pair) -> Set {
    halves(sets)[0]
}

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

/// Every lane of both halves has this bit.
const LANES: Pair = 0x01_01_01 * HALVES;
/// The middles of sides, and the corners.
const MIDDLES: Pair = 0x55 * LANES;
const CORNERS: Pair = 0xaa * LANES;
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
const fn turned<const BY: u32>(sets: Pair) -> Pair {
    let wrapped = ((1 << BY) - 1) * LANES;
    (sets << BY) & !wrapped & (0xff * LANES) | (sets >> (8 - BY)) & wrapped
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
    const fn spokes(self) -> Pair {
        match self {
            Self::Rings => MIDDLES,
            Self::Diagonals => 0xff * LANES,
            Self::TwoRings => MIDDLES & (0xffff * HALVES),
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

    /// The points of the mills that these men have through a point, which they may hold or not; but
    /// not of those that lie in `used` altogether. And how many such mills there are.
    pub(super) fn new_mills_through(self, own: Set, point: u8, used: Set) -> (Set, u8) {
        let lines = KNOWN[self as usize].lines[usize::from(point)].into_iter();
        let mills =
            lines.filter(|rest| *rest != 0 && rest & !own == 0).map(|rest| rest | 1 << point);
        mills.filter(|mill| mill & !used != 0).fold((0, 0), |(all, n), mill| (all | mill, n + 1))
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
    const fn sides(own: Pair) -> [Pair; 3] {
        let (behind, before) = (turned::<1>(own), turned::<7>(own));
        let middles = behind & before & MIDDLES;
        let ending = behind & turned::<2>(own) & CORNERS;
        let beginning = before & turned::<6>(own) & CORNERS;
        [middles, ending, beginning]
    }

    /// The points whose line across the rings these men hold but for the point itself.
    #[inline]
    const fn across(self, own: Pair) -> Pair {
        const FIRST: Pair = 0xff * HALVES;
        const LAST: Pair = FIRST << 16;
        match self {
            Self::Rings | Self::Diagonals => {
                let up = own << 8 | own >> 16 & FIRST;
                let down = own >> 8 | own << 16 & LAST;
                up & down & self.spokes()
            }
            Self::TwoRings => 0,
            Self::Square => {
                let opposite = turned::<4>(own) & FIRST;
                let through = opposite & ((own >> CENTRE & HALVES) * 0xff);
                let [first, second] = halves(own & opposite);
                let centre = (first != 0) as Pair | ((second != 0) as Pair) << 32;
                through | centre << CENTRE
            }
        }
    }

    /// The points of each half, taken or not, at which its men have both other points of two lines.
    #[inline]
    pub(super) const fn forks_of(self, own: Pair) -> Pair {
        let [middles, ending, beginning] = Self::sides(own);
        let (across, corners) = (self.across(own), ending & beginning);
        (corners | (middles | ending | beginning) & across) & self.everywhere()
    }

    /// The points of each half, taken or not, at which its men have both other points of a line.
    #[inline]
    pub(super) const fn closers_of(self, own: Pair) -> Pair {
        let [middles, ending, beginning] = Self::sides(own);
        (middles | ending | beginning | self.across(own)) & self.everywhere()
    }

    /// For each half what [`Board::slides`] is for one set.
    #[inline]
    pub(super) const fn slides_of(self, movers: Pair, own: Pair, empty: Pair) -> [(Pair, Pair); 4] {
        let [middles, ending, beginning] = Self::sides(own);
        let across = self.across(own);
        let round = (middles | ending | beginning) & self.everywhere();
        let joined = self.spokes() & empty;
        [
            (turned::<1>(movers) & empty, beginning | across),
            (turned::<7>(movers) & empty, ending | across),
            // What leaves a half is on no point of the other.
            (movers << 8 & joined, round),
            (movers >> 8 & joined, round),
        ]
    }

    /// For each half the empty points beside its men; not on the square.
    #[inline]
    pub(super) const fn beside_of(self, own: Pair, empty: Pair) -> Pair {
        let round = turned::<1>(own) | turned::<7>(own);
        (round | (own << 8 | own >> 8) & self.spokes()) & empty
    }

    /// All points in each half.
    #[inline]
    const fn everywhere(self) -> Pair {
        self.all() as Pair * HALVES
    }

    /// The points, taken or not, at which these men have both other points of a line.
    #[inline]
    pub(super) const fn closers(self, own: Set) -> Set {
        low(self.closers_of(own as Pair))
    }

    /// The men that stand in a mill.
    #[inline]
    pub(super) const fn in_mills(self, own: Set) -> Set {
        own & self.closers(own)
    }

    /// For each of the four directions in which men slide on rings: where the movers, some of a
    /// side's men, get to, and at which of these points that closes a mill. The square has no such
    /// form.
    ///
    /// The line a man slides along is no mill afterwards, since he has left it.
    #[inline]
    pub(super) fn slides(self, movers: Set, own: Set, empty: Set) -> [(Set, Set); 4] {
        let ways = self.slides_of(movers.into(), own.into(), empty.into());
        ways.map(|(to, closers)| (low(to), low(closers)))
    }

    /// The empty points beside these men.
    #[inline]
    pub(super) fn beside(self, own: Set, empty: Set) -> Set {
        match self {
            Self::Rings | Self::Diagonals | Self::TwoRings => {
                low(self.beside_of(own.into(), empty.into()))
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
    let set: Pair = 1 << point;
    let round = low(turned::<1>(set) | turned::<7>(set));
    if let Board::Square = board {
        return if point == CENTRE { 0xff } else { round | 1 << CENTRE };
    }
    let across = (set << 8 | set >> 8) & board.spokes();
    (round | low(across)) & board.all()
}

const fn lines(board: Board, point: u8) -> [Set; LINES_MAX] {
    let set: Pair = 1 << point;
    if let (Board::Square, CENTRE) = (board, point) {
        return [0x11, 0x22, 0x44, 0x88];
    }
    let mut lines = [0; LINES_MAX];
    if set & MIDDLES != 0 {
        lines[0] = low(turned::<1>(set) | turned::<7>(set));
    } else {
        lines[0] = low(turned::<1>(set) | turned::<2>(set));
        lines[1] = low(turned::<7>(set) | turned::<6>(set));
    }
    lines[2] = match board {
        Board::Rings | Board::Diagonals if set & board.spokes() != 0 => {
            low((LANES << (point % 8)) & !set)
        }
        Board::Square => low(turned::<4>(set) | 1 << CENTRE),
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
                // With another set beside it, which stays out of it.
                let others = [own, !own, 0, 0xff_ffff].map(|other| other & board.all());
                for other in others {
                    let (two, both) = (pair([own, other]), [own, other]);
                    assert_eq!(halves(two), both);
                    assert_eq!(halves(board.closers_of(two)), both.map(|set| board.closers(set)));
                    let forks = |set: Set| low(board.forks_of(set.into()));
                    assert_eq!(halves(board.forks_of(two)), both.map(forks));
                    if board != Board::Square {
                        let empty = board.all() & (other.rotate_left(3) | 0x0f_0f0f);
                        let found = halves(board.beside_of(two, pair([empty; 2])));
                        assert_eq!(found, both.map(|set| board.beside(set, empty)));
                        let found = board
                            .slides_of(two, two, pair([empty; 2]))
                            .map(|(to, closers)| halves(to & closers));
                        let ways = both.map(|set| board.slides(set, set, empty));
                        let expected =
                            std::array::from_fn(|way| ways.map(|ways| ways[way].0 & ways[way].1));
                        assert_eq!(found, expected, "{board:?} {own:x} {other:x}");
                    }
                }
                let mills = points(own).filter(|&point| board.mills_through(own, point) > 0);
                assert_eq!(board.in_mills(own), mills.fold(0, |set, point| set | 1 << point));
                if board != Board::Square {
                    let twice = (0..board.points()).filter(|&p| board.mills_through(own, p) > 1);
                    assert_eq!(
                        low(board.forks_of(own.into())),
                        twice.fold(0, |set, point| set | 1 << point)
                    );
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
