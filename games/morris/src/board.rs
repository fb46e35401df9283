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

use super::lanes::{LANES, Word, turned};
pub(super) use super::lanes::{Pair, Set, halves, pair};

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
    fn sides<W: Word>(own: W) -> [W; 3] {
        let (behind, before) = (turned::<1, W>(own), turned::<7, W>(own));
        let corners = W::each(CORNERS);
        let middles = behind & before & W::each(MIDDLES);
        let ending = behind & turned::<2, W>(own) & corners;
        let beginning = before & turned::<6, W>(own) & corners;
        [middles, ending, beginning]
    }

    /// The points whose line across the rings these men hold but for the point itself.
    #[inline]
    fn across<W: Word>(self, own: W) -> W {
        match self {
            Self::Rings | Self::Diagonals => {
                let up = own << 8 | own >> 16 & W::each(0xff);
                let down = own >> 8 | own << 16 & W::each(0xff_0000);
                up & down & W::each(self.spokes())
            }
            Self::TwoRings => W::each(0),
            Self::Square => {
                let centre = u32::from(CENTRE);
                let opposite = turned::<4, W>(own) & W::each(0xff);
                let pairs = own & opposite;
                // The centre in the lowest bit of a lane, and in all of them.
                let any = |set: W| {
                    let set = set | set >> 4 & W::each(0x0f);
                    let set = set | set >> 2 & W::each(0x03);
                    (set | set >> 1) & W::each(1)
                };
                let held = own >> centre & W::each(1);
                let held = held | held << 1;
                let held = held | held << 2;
                opposite & (held | held << 4) | any(pairs) << centre
            }
        }
    }

    /// The points, taken or not, at which these men have both other points of two lines.
    #[inline]
    pub(super) fn forks<W: Word>(self, own: W) -> W {
        let [middles, ending, beginning] = Self::sides(own);
        let (across, corners) = (self.across(own), ending & beginning);
        (corners | (middles | ending | beginning) & across) & W::each(self.all())
    }

    /// The points, taken or not, at which these men have both other points of a line.
    #[inline]
    pub(super) fn closers<W: Word>(self, own: W) -> W {
        let [middles, ending, beginning] = Self::sides(own);
        (middles | ending | beginning | self.across(own)) & W::each(self.all())
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
    pub(super) fn slides<W: Word>(self, movers: W, own: W, empty: W) -> [(W, W); 4] {
        let [middles, ending, beginning] = Self::sides(own);
        let across = self.across(own);
        let round = (middles | ending | beginning) & W::each(self.all());
        let joined = W::each(self.spokes()) & empty;
        [
            (turned::<1, W>(movers) & empty, beginning | across),
            (turned::<7, W>(movers) & empty, ending | across),
            // What leaves one set of a pair is on no point of the other.
            (movers << 8 & joined, round),
            (movers >> 8 & joined, round),
        ]
    }

    /// The empty points beside these men.
    #[inline]
    pub(super) fn beside<W: Word>(self, own: W, empty: W) -> W {
        let round = turned::<1, W>(own) | turned::<7, W>(own);
        let joined = match self {
            Self::Rings | Self::Diagonals | Self::TwoRings => {
                (own << 8 | own >> 8) & W::each(self.spokes())
            }
            Self::Square => Self::beside_centre(own),
        };
        (round | joined) & empty
    }

    /// On the square: the centre if a man stands anywhere else, all around it if one stands there.
    fn beside_centre<W: Word>(own: W) -> W {
        let centre = u32::from(CENTRE);
        let around = own & W::each(0xff);
        let around = around | around >> 4;
        let around = around | around >> 2;
        let held = own >> centre & W::each(1);
        let held = held | held << 1;
        let held = held | held << 2;
        held | held << 4 | ((around | around >> 1) & W::each(1)) << centre
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

/// A point so many farther round its ring, clockwise.
const fn round(point: u8, by: u8) -> Set {
    1 << (point & !7 | (point + by) & 7)
}

const fn neighbours(board: Board, point: u8) -> Set {
    let beside = round(point, 1) | round(point, 7);
    match (board, point) {
        (Board::Square, CENTRE) => 0xff,
        (Board::Square, _) => beside | 1 << CENTRE,
        (Board::Rings | Board::Diagonals | Board::TwoRings, _) => {
            let set: Set = 1 << point;
            (beside | (set << 8 | set >> 8) & board.spokes()) & board.all()
        }
    }
}

const fn lines(board: Board, point: u8) -> [Set; LINES_MAX] {
    let set: Set = 1 << point;
    if let (Board::Square, CENTRE) = (board, point) {
        return [0x11, 0x22, 0x44, 0x88];
    }
    let mut lines = [0; LINES_MAX];
    if set & MIDDLES != 0 {
        lines[0] = round(point, 1) | round(point, 7);
    } else {
        lines[0] = round(point, 1) | round(point, 2);
        lines[1] = round(point, 7) | round(point, 6);
    }
    lines[2] = match board {
        Board::Rings | Board::Diagonals if set & board.spokes() != 0 => {
            (LANES << (point % 8)) & !set
        }
        Board::Square => round(point, 4) | 1 << CENTRE,
        Board::Rings | Board::Diagonals | Board::TwoRings => 0,
    };
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_core::bits::bits;

    fn naive_closers(board: Board, own: Set) -> Set {
        let lines = board.lines();
        let closes = |point: &u8| {
            lines.iter().any(|line| line >> point & 1 == 1 && line & !(1 << point) & !own == 0)
        };
        (0..board.points()).filter(closes).fold(0, |set, point| set | 1 << point)
    }

    /// Some thousand sets of points, thin and thick.
    fn sets(board: Board) -> impl Iterator<Item = Set> {
        let random = |i: u64| plyglot_core::zobrist::random(7, i);
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
                let places: Vec<_> = bits(line).map(|point| board.place(point)).collect();
                let columns: Vec<i16> = places.iter().map(|(c, _)| i16::from(*c)).collect();
                let rows: Vec<i16> = places.iter().map(|(_, r)| i16::from(*r)).collect();
                let turn = (columns[1] - columns[0]) * (rows[2] - rows[0])
                    - (columns[2] - columns[0]) * (rows[1] - rows[0]);
                assert_eq!(turn, 0, "{board:?} {line:x}");
                let near = bits(line).map(|p| (board.neighbours(p) & line).count_ones());
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
                for other in [own, !own, 0, 0xff_ffff].map(|other| other & board.all()) {
                    check_pair(board, [own, other]);
                }
                let mills = bits(own).filter(|&point| board.mills_through(own, point) > 0);
                assert_eq!(board.in_mills(own), mills.fold(0, |set, point| set | 1 << point));
                if board != Board::Square {
                    let twice = (0..board.points()).filter(|&p| board.mills_through(own, p) > 1);
                    assert_eq!(board.forks(own), twice.fold(0, |set, point| set | 1 << point));
                }
                let empty = board.all() & !own & (own.rotate_left(5) | 0x0f_0f0f);
                let beside = bits(own).fold(0, |set, point| set | board.neighbours(point));
                assert_eq!(board.beside(own, empty), beside & empty);
            }
        }
    }

    fn check_pair(board: Board, sets: [Set; 2]) {
        let both = pair(sets);
        assert_eq!(halves(both), sets);
        assert_eq!(halves(board.closers(both)), sets.map(|set| board.closers(set)));
        assert_eq!(halves(board.forks(both)), sets.map(|set| board.forks(set)));
        let empty = sets.map(|set| board.all() & (set.rotate_left(3) | 0x0f_0f0f));
        let each = [0, 1];
        let beside = each.map(|i| board.beside(sets[i], empty[i]));
        assert_eq!(halves(board.beside(both, pair(empty))), beside);
        if board != Board::Square {
            let alone = each.map(|i| board.slides(sets[i], sets[i], empty[i]));
            let slides = board.slides(both, both, pair(empty));
            for (way, (to, closers)) in slides.into_iter().enumerate() {
                let expected = alone.map(|ways| ways[way].0 & ways[way].1);
                assert_eq!(halves(to & closers), expected, "{board:?} {sets:x?}");
                assert_eq!(halves(to), alone.map(|ways| ways[way].0), "{board:?} {sets:x?}");
            }
        }
    }

    #[test]
    fn slides_by_direction_are_those_man_by_man() {
        for board in [Board::Rings, Board::Diagonals, Board::TwoRings] {
            for own in sets(board) {
                let empty = board.all() & !own;
                let (mut all, mut closing) = (0, 0);
                for from in bits(own) {
                    for to in bits(board.neighbours(from) & empty) {
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
