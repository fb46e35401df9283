//! Stones are put on points, and what has no liberty is taken off [tromp-taylor-rules].
//!
//! - Black, the first side, begins on an empty board, or White on one with handicap stones.
//! - A turn is a stone put on an empty point, or a pass. Chains of the other side that have no
//!   liberty then are taken off, then those of the side itself ([`RuleSet::suicide`]).
//! - Two passes running end the game, and it is decided by the margin of [`RuleSet::scoring`].
//! - Where taking a stone leads back, the point is part of the position: it may not be played on at
//!   once, under any rule. What came earlier is history, which the repetition rule reads
//!   ([`Ko`]): under the two forms of superko the generator of a played game leaves out what would
//!   bring a board back. A pass brings a board back, and no rule minds.
//!
//! Margins are whole points. Where the komi has half a point, so has every margin, and half a point
//! counts as a whole one for the side that is ahead by it: 0.5 is told as 1, and -7.5 as -8.

use super::board::{Grid, Placed, Points, SIZE_MAX, Set, Stones, WORDS_MAX};
use super::life;
use super::variant::{KOMI_HALVES_MAX, Ko, RuleSet, Scoring, Terms, handicap_max};
use plyglot_core::game::repetition::{Repetition, Same, Then};
use plyglot_core::game::{Outcome, Rules};
use plyglot_core::symmetry::{OF_SQUARE, in_square};
use plyglot_core::{Side, zobrist};

/// The rules in force.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Go {
    /// What was asked for.
    pub terms: Terms,
    grid: Grid<WORDS_MAX>,
}

/// The stones, and what else decides how the game goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// The stones of Black and of White.
    pub stones: [Points; 2],
    /// A key of the stones alone.
    key: u64,
    /// What White gets, half points.
    pub komi: i16,
    /// Stones that Black and White have taken, where they count ([`Scoring::Territory`]), at most 9999;
    /// else 0.
    pub taken: [u16; 2],
    /// The point on which the side to move may not play because of a ko; [`NO_POINT`] for none.
    ko: u16,
    /// Passes running, 2 at most.
    pub passes: u8,
    /// Whose turn it is.
    pub side: Side,
}

/// A stone put on a point, or a pass.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Move(pub(super) u16);

/// Beyond all points.
const NO_POINT: u16 = 384;
const SALT: u64 = 3_735_204_391;
/// The largest board on which it is asked what can still be won: on others no search comes so far.
const BOUNDED_SIZE_MAX: u8 = 7;
/// Passes that end the game.
const PASSES_MAX: u8 = 2;
const OVER: &str = "two passes";
/// More stones than anybody takes in a game; what comes beyond is not counted.
pub(super) const TAKEN_MAX: u16 = 9_999;

/// A number for a stone of each side on each point.
static STONE_KEYS: [[u64; NO_POINT as usize]; 2] = stone_keys();

const fn stone_keys() -> [[u64; NO_POINT as usize]; 2] {
    let mut keys = [[0; NO_POINT as usize]; 2];
    let mut at = 0;
    while at < NO_POINT as usize {
        keys[0][at] = zobrist::random(SALT, 2 * at as u64);
        keys[1][at] = zobrist::random(SALT, 2 * at as u64 + 1);
        at += 1;
    }
    keys
}

impl Move {
    /// No stone.
    pub const PASS: Self = Self(NO_POINT);

    /// The bit of the point; none of a pass.
    #[inline]
    pub fn point(self) -> Option<u16> {
        (self != Self::PASS).then_some(self.0)
    }
}

impl Position {
    /// Black's and White's stones on an otherwise fresh board.
    pub fn new(stones: [Points; 2], side: Side, komi: i16) -> Self {
        let key = key_of(stones[0], 0) ^ key_of(stones[1], 1);
        Self { stones, key, komi, taken: [0; 2], ko: NO_POINT, passes: 0, side }
    }

    /// The point that a ko forbids.
    pub fn ko(&self) -> Option<u16> {
        (self.ko != NO_POINT).then_some(self.ko)
    }

    /// The same position with this point forbidden by a ko.
    #[must_use]
    pub fn with_ko(self, ko: Option<u16>) -> Self {
        Self { ko: ko.unwrap_or(NO_POINT), ..self }
    }

    /// The stones as the side to move sees them, in as many words as are asked for.
    #[inline]
    pub fn seen<const N: usize>(&self) -> Stones<N> {
        let stones = |side: Side| self.stones[side.index()].resized();
        Stones { own: stones(self.side), opposing: stones(self.side.other()) }
    }
}

/// Half points as a margin: half a point counts as a whole one.
pub(super) const fn margin_of(halves: i16) -> i16 {
    halves / 2 + halves % 2
}

/// A key of stones of one side.
fn key_of<const N: usize>(stones: Set<N>, side: usize) -> u64 {
    stones.iter().fold(0, |key, point| key ^ STONE_KEYS[side][usize::from(point)])
}

/// Calls a function compiled for as many words as the board of a game takes.
macro_rules! by_words {
    ($rules:expr, $function:ident ( $($argument:expr),* )) => {
        match $rules.terms.size {
            0..=7 => $function::<1>($($argument),*),
            8..=10 => $function::<2>($($argument),*),
            11..=13 => $function::<3>($($argument),*),
            _ => $function::<{ $crate::board::WORDS_MAX }>($($argument),*),
        }
    };
}
pub(super) use by_words;

impl Default for Go {
    fn default() -> Self {
        Self::new(Terms { size: 9, rules: RuleSet::TROMP_TAYLOR, komi: 15, handicap: 0 })
    }
}

impl Go {
    /// The game under these terms.
    pub fn new(terms: Terms) -> Self {
        Self { terms, grid: Grid::new(terms.size) }
    }

    /// Lines of the board.
    pub fn size(&self) -> u8 {
        self.terms.size
    }

    /// The lines of the board.
    pub fn grid(&self) -> &Grid<WORDS_MAX> {
        &self.grid
    }

    /// The bit of a point by its column and row, from 0.
    pub fn point(&self, column: u8, row: u8) -> u16 {
        u16::from(row) * (u16::from(self.size()) + 1) + u16::from(column)
    }

    /// Column and row of a point, from 0.
    #[expect(clippy::cast_possible_truncation, reason = "no board has more than 19 lines")]
    pub fn column_and_row(&self, point: u16) -> (u8, u8) {
        let stride = u16::from(self.size()) + 1;
        ((point % stride) as u8, (point / stride) as u8)
    }

    /// The points of the board, lowest first.
    pub fn points(&self) -> impl Iterator<Item = u16> + use<> {
        self.grid.board.iter()
    }

    /// Where the side to move may put a stone, what was played before apart.
    pub fn playable(&self, pos: &Position) -> Points {
        let mut playable = by_words!(self, playable(self, pos));
        if let Some(ko) = pos.ko() {
            playable = playable.without(Set::of(ko));
        }
        if pos.passes >= PASSES_MAX { Set::EMPTY } else { playable }
    }

    /// Whether a move of the board is legal, what was played before apart.
    pub fn is_legal(&self, pos: &Position, mv: Move) -> bool {
        if pos.passes >= PASSES_MAX {
            return false;
        }
        let Some(point) = mv.point() else { return true };
        pos.ko != point && by_words!(self, is_playable(self, pos, point))
    }

    /// By how many half points Black is ahead if all stones on the board are alive.
    #[expect(clippy::cast_possible_truncation, reason = "asserted at the end of this file")]
    pub fn half_points(&self, pos: &Position) -> i16 {
        let [black, white] = by_words!(self, surrounded(self, pos));
        let count = |set: Points| set.count().cast_signed();
        let own = match self.terms.rules.scoring {
            Scoring::Area => count(pos.stones[0]) - count(pos.stones[1]),
            Scoring::Territory => i32::from(pos.taken[0]) - i32::from(pos.taken[1]),
        };
        let halves = 2 * (count(black) - count(white) + own) - i32::from(pos.komi);
        halves as i16
    }

    /// The same as the margin of a game: half a point counts as a whole one.
    pub fn margin(&self, pos: &Position) -> i16 {
        margin_of(self.half_points(pos))
    }

    /// The points for so many handicap stones, in the order of [gtp-2, 4.1.1].
    pub fn handicap_points(&self, stones: u8) -> Vec<u16> {
        let size = self.size();
        if stones < 2 || stones > handicap_max(size) {
            return Vec::new();
        }
        let low = if size < 13 { 2 } else { 3 };
        let (high, middle) = (size - 1 - low, size / 2);
        let corners = [(low, low), (high, high), (low, high), (high, low)];
        let sides = [(low, middle), (high, middle), (middle, low), (middle, high)];
        let pairs = usize::from(stones - stones % 2);
        let mut points: Vec<(u8, u8)> = corners.into_iter().chain(sides).collect();
        points.truncate(usize::from(stones).min(4).max(pairs));
        if stones > 4 && stones % 2 == 1 {
            points.push((middle, middle));
        }
        points.into_iter().map(|(column, row)| self.point(column, row)).collect()
    }

    /// The position after a stone has been put on a point.
    fn put(&self, pos: &mut Position, point: u16) {
        let side = pos.side.index();
        pos.key ^= STONE_KEYS[side][usize::from(point)];
        if stands_free(self, pos, point) {
            pos.stones[side].insert(point);
            pos.ko = NO_POINT;
            return;
        }
        let (stones, captured, suicides, ko) = by_words!(self, placed(self, pos, point));
        let [own, opposing] = stones;
        pos.stones[side] = own;
        pos.stones[1 - side] = opposing;
        if !captured.is_empty() {
            pos.key ^= key_of(captured, 1 - side);
            self.take(pos, side, captured);
        }
        if !suicides.is_empty() {
            pos.key ^= key_of(suicides, side);
            self.take(pos, 1 - side, suicides);
        }
        pos.ko = ko.unwrap_or(NO_POINT);
    }

    /// Counts stones that a side has taken, where they count.
    #[expect(clippy::cast_possible_truncation, reason = "a board has 361 points")]
    fn take(&self, pos: &mut Position, taker: usize, stones: Points) {
        if self.terms.rules.scoring == Scoring::Territory {
            let taken = pos.taken[taker].saturating_add(stones.count() as u16);
            pos.taken[taker] = taken.min(TAKEN_MAX);
        }
    }
}

fn is_playable<const N: usize>(rules: &Go, pos: &Position, point: u16) -> bool {
    let (grid, stones) = (rules.grid.resized(), pos.seen::<N>());
    stones.empty(&grid).contains(point)
        && stones.is_playable(&grid, point, rules.terms.rules.suicide)
}

/// Whether a stone will have no stone of the other side beside it, and an empty point: then nothing
/// else changes on the board.
#[inline]
fn stands_free(rules: &Go, pos: &Position, point: u16) -> bool {
    let [own, opposing] = [pos.side, pos.side.other()].map(|side| &pos.stones[side.index()]);
    let mut has_empty = false;
    for beside in rules.grid.neighbours(point) {
        if opposing.contains_number(beside) {
            return false;
        }
        has_empty |= rules.grid.board.contains_number(beside) && !own.contains_number(beside);
    }
    has_empty
}

fn playable<const N: usize>(rules: &Go, pos: &Position) -> Points {
    pos.seen::<N>().playable(&rules.grid.resized(), rules.terms.rules.suicide).resized()
}

fn surrounded<const N: usize>(rules: &Go, pos: &Position) -> [Points; 2] {
    let [own, opposing] = pos.seen::<N>().surrounded(&rules.grid.resized()).map(Set::resized);
    if pos.side == Side::First { [own, opposing] } else { [opposing, own] }
}

/// The stones of the side that moves and of the other, those of the other and its own that are taken
/// off, and the ko.
#[inline]
fn placed<const N: usize>(
    rules: &Go,
    pos: &Position,
    point: u16,
) -> ([Points; 2], Points, Points, Option<u16>) {
    let placed = pos.seen::<N>().placed(&rules.grid.resized(), point);
    let Placed { stones, captured, suicides, ko } = placed;
    let stones = [stones.own.resized(), stones.opposing.resized()];
    (stones, captured.resized(), suicides.resized(), ko)
}

/// How many points Black and White keep by passing.
#[expect(clippy::cast_possible_truncation, reason = "a board has 361 points")]
fn kept<const N: usize>(rules: &Go, pos: &Position) -> [i16; 2] {
    let (grid, stones) = (rules.grid.resized(), pos.seen::<N>());
    let suicide = rules.terms.rules.suicide;
    let turned = Stones { own: stones.opposing, opposing: stones.own };
    let [own, opposing] =
        [stones, turned].map(|stones| life::kept(&grid, &stones, suicide).count() as i16);
    if pos.side == Side::First { [own, opposing] } else { [opposing, own] }
}

impl Rules for Go {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        let Terms { komi, handicap, .. } = self.terms;
        let mut black = Set::EMPTY;
        self.handicap_points(handicap).into_iter().for_each(|point| black.insert(point));
        let side = if handicap > 0 { Side::Second } else { Side::First };
        Position::new([black, Set::EMPTY], side, komi + self.terms.compensation())
    }

    fn side_to_move(&self, pos: &Position) -> Side {
        pos.side
    }

    /// Points from the lowest, and a pass at the end.
    fn legal_moves(&self, pos: &Position, out: &mut Vec<Move>) {
        if pos.passes >= PASSES_MAX {
            return;
        }
        out.extend(self.playable(pos).iter().map(Move));
        out.push(Move::PASS);
    }

    fn count_moves(&self, pos: &Position) -> u64 {
        if pos.passes >= PASSES_MAX { 0 } else { u64::from(self.playable(pos).count()) + 1 }
    }

    fn play(&self, pos: &mut Position, mv: Move) {
        debug_assert!(self.is_legal(pos, mv), "{mv:?}");
        if let Some(point) = mv.point() {
            self.put(pos, point);
            pos.passes = 0;
        } else {
            pos.ko = NO_POINT;
            pos.passes += 1;
        }
        pos.side = pos.side.other();
    }

    fn outcome(&self, pos: &Position) -> Option<Outcome> {
        (pos.passes >= PASSES_MAX).then(|| Outcome::margin(self.margin(pos), OVER))
    }

    fn stuck(&self, _pos: &Position) -> Outcome {
        unreachable!("no rule of repetition speaks of a pass")
    }

    /// Each side keeps what is alive though it only passes; at worst the rest is the other's.
    fn margin_bounds(&self, pos: &Position) -> Option<[i16; 2]> {
        let Terms { size, rules, .. } = self.terms;
        if rules.scoring != Scoring::Area || size > BOUNDED_SIZE_MAX {
            return None;
        }
        let area = i16::from(size) * i16::from(size);
        let [black, white] = by_words!(self, kept(self, pos));
        let [least, most] = [2 * black - area, area - 2 * white];
        let [least, most] = [least, most].map(|area| margin_of(2 * area - pos.komi));
        // A game without result is as good as an even one.
        let is_drawn = rules.ko == Ko::Simple;
        Some(if is_drawn { [least.min(0), most.max(0)] } else { [least, most] })
    }

    #[inline]
    fn key(&self, pos: &Position) -> u64 {
        let Position { komi, taken, ko, passes, .. } = *pos;
        let rest = u64::from(komi.cast_unsigned())
            | u64::from(taken[0]) << 16
            | u64::from(taken[1]) << 32
            | u64::from(ko) << 48
            | u64::from(passes) << 60;
        let side = if pos.side == Side::Second { zobrist::SECOND_TO_MOVE } else { 0 };
        pos.key ^ zobrist::random(SALT + 1, rest) ^ side
    }

    fn images(&self, pos: &Position) -> Vec<Position> {
        let all = (0..OF_SQUARE).map(|symmetry| {
            let image = |point| {
                let (column, row) = in_square(self.column_and_row(point), self.size(), symmetry);
                self.point(column, row)
            };
            let mut stones = [Points::EMPTY; 2];
            for (from, to) in pos.stones.iter().zip(&mut stones) {
                from.iter().for_each(|point| to.insert(image(point)));
            }
            let turned = Position::new(stones, pos.side, pos.komi);
            Position { taken: pos.taken, passes: pos.passes, ..turned }.with_ko(pos.ko().map(image))
        });
        all.collect()
    }

    fn board_key(&self, pos: &Position) -> u64 {
        pos.key
    }

    /// Told of a stone that changes nothing else on the board.
    #[inline]
    fn board_after(&self, pos: &Position, mv: Move) -> Option<(u64, Side)> {
        let point = mv.point()?;
        let stone = STONE_KEYS[pos.side.index()][usize::from(point)];
        stands_free(self, pos, point).then_some((pos.key ^ stone, pos.side.other()))
    }

    fn is_same(&self, one: &Position, other: &Position, same: Same) -> bool {
        let rest = |pos: &Position| (pos.komi, pos.taken, pos.ko, pos.passes);
        one.stones == other.stones
            && (same.is_board() || rest(one) == rest(other))
            && (!same.has_turn() || one.side == other.side)
    }

    const ENCODED_MOVES: usize = Move::PASS.0 as usize + 1;

    fn encode_move(mv: Move) -> u16 {
        mv.0
    }

    fn decode_move(&self, pos: &Position, encoded: u16) -> Option<Move> {
        let mv = Move(encoded);
        let is_move = mv == Move::PASS || encoded < NO_POINT && self.grid.board.contains(encoded);
        (is_move && self.is_legal(pos, mv)).then_some(mv)
    }

    /// Superko speaks of stones. What the simple rule calls a draw may come about by a pass.
    fn is_exempt(&self, _pos: &Position, mv: Move) -> bool {
        mv == Move::PASS && self.terms.rules.ko != Ko::Simple
    }

    fn repetition(&self) -> Repetition {
        match self.terms.rules.ko {
            // What has been taken meanwhile brings nothing new: a triple ko under territory, too.
            Ko::Simple => {
                Repetition { then: Then::Draw, same: Same::BoardAndTurn, ..Repetition::THREEFOLD }
            }
            Ko::Positional => Repetition { same: Same::Board, ..Repetition::SUPERKO },
            Ko::Situational => Repetition { same: Same::BoardAndTurn, ..Repetition::SUPERKO },
        }
    }
}

// What is counted, with any komi, is a number of half points that a margin has room for.
const _: () = {
    let points_max = SIZE_MAX as i32 * SIZE_MAX as i32;
    assert!(2 * (points_max + TAKEN_MAX as i32) + 2 * KOMI_HALVES_MAX as i32 <= i16::MAX as i32);
};
const _: () = assert!(size_of::<Position>() <= 128 && NO_POINT as usize == 64 * WORDS_MAX);
