//! What a table says of a position, and how it is kept. (Margins have codes of their own, see
//! [`super::margin`].)
//!
//! The result array of [fierz-egdb] has four values, WIN, LOSS, DRAW and UNKNOWN, beside an array
//! of counters. Here both are one number, the *code*: nothing, a draw, or a win or a loss in so
//! many plies, from the side to move. What is counted is the metric:
//!
//! | metric | counts plies to | promises |
//! |---|---|---|
//! | `wld` | nothing | who wins; a winner who looks no further may never make progress |
//! | `dtm` | the end | following the lowest number wins in the fewest moves |
//! | `dtc` | the end, or a move into another table | wins, perhaps not by the shortest way |
//! | `dtz` | the end, or a move that resets the counter of a no-progress rule | wins under that rule where the count fits what is left of it |
//! | `margin` | nothing: it is how far ahead the side to move ends | the best result, in games decided by how far one is ahead |
//!
//! ```text
//! code   0        1     2        3         4        5         …   2 + 2d    3 + 2d
//!        nothing  draw  win in 0 loss in 0 win in 1 loss in 1     win in d  loss in d
//! ```

use std::fmt;

use plyglot_core::memory::prefetch;

/// What is counted in a table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Metric {
    /// Win, loss or draw alone.
    Wdl,
    /// Distance to the end of the game ("mate").
    Dtm,
    /// Distance to conversion: to the end, or into another table.
    Dtc,
    /// Distance to zeroing: to the end, or to a move that resets the no-progress counter. A count
    /// above the limit of the rule is a win on the board that the rule makes a draw.
    Dtz,
    /// How far the side to move will be ahead of what it is now.
    Margin,
}

impl Metric {
    /// All of them, in the order of their numbers in files.
    pub const ALL: [Self; 5] = [Self::Wdl, Self::Dtm, Self::Dtc, Self::Dtz, Self::Margin];
    /// Those that say who wins: the metrics of a game that is won or lost.
    pub const OF_WDL: [Self; 4] = [Self::Wdl, Self::Dtm, Self::Dtc, Self::Dtz];

    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Wdl => "wld",
            Self::Dtm => "dtm",
            Self::Dtc => "dtc",
            Self::Dtz => "dtz",
            Self::Margin => "margin",
        }
    }

    /// The metric of this word.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|metric| metric.word().eq_ignore_ascii_case(word))
    }

    /// The distances between a position and what it leads to are kept.
    pub const fn has_distance(self) -> bool {
        matches!(self, Self::Dtm | Self::Dtc | Self::Dtz)
    }
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// What a table says of a position, from the side to move. The distance is in plies; without
/// meaning in a table of wins, losses and draws.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// Nobody can force a win.
    Draw,
    /// The side to move wins.
    Win(u16),
    /// The side to move loses.
    Loss(u16),
}

/// The longest distance a code can hold.
pub const DISTANCE_MAX: u16 = 0x3ffe;

/// The code of a place that holds no position, or of one not asked about.
pub const NOTHING: u16 = 0;

/// Stands in the place of a code where a builder has not come yet.
pub(super) const NOT_YET: u16 = u16::MAX;

impl Value {
    /// The number it is kept as.
    #[inline]
    pub const fn code(self) -> u16 {
        match self {
            Self::Draw => 1,
            Self::Win(plies) => 2 + 2 * plies,
            Self::Loss(plies) => 3 + 2 * plies,
        }
    }

    /// What is kept as this number; `None` for [`NOTHING`].
    #[inline]
    pub const fn from_code(code: u16) -> Option<Self> {
        match code {
            NOTHING => None,
            1 => Some(Self::Draw),
            _ if code & 1 == 0 => Some(Self::Win((code - 2) / 2)),
            _ => Some(Self::Loss((code - 3) / 2)),
        }
    }

    /// Who wins by this margin of the side to move; how far ahead stands where plies are elsewhere.
    pub const fn of_margin(margin: i16) -> Self {
        match margin {
            0 => Self::Draw,
            1.. => Self::Win(margin.unsigned_abs()),
            _ => Self::Loss(margin.unsigned_abs()),
        }
    }

    /// Plies, where somebody wins.
    pub const fn distance(self) -> Option<u16> {
        match self {
            Self::Draw => None,
            Self::Win(plies) | Self::Loss(plies) => Some(plies),
        }
    }

    /// Who wins, the distance forgotten.
    #[must_use]
    pub const fn without_distance(self) -> Self {
        match self {
            Self::Draw => Self::Draw,
            Self::Win(_) => Self::Win(0),
            Self::Loss(_) => Self::Loss(0),
        }
    }

    /// From the other side.
    #[must_use]
    pub const fn flipped(self) -> Self {
        match self {
            Self::Draw => Self::Draw,
            Self::Win(plies) => Self::Loss(plies),
            Self::Loss(plies) => Self::Win(plies),
        }
    }

    /// What a move into a position of this value is worth to the one who makes it: seen from the
    /// other side unless the same side moves again, and a ply farther.
    #[must_use]
    pub const fn before(self, same_side: bool) -> Self {
        let seen = if same_side { self } else { self.flipped() };
        match seen {
            Self::Draw => Self::Draw,
            Self::Win(plies) => Self::Win(plies + 1),
            Self::Loss(plies) => Self::Loss(plies + 1),
        }
    }

    /// Orders values as the side to move likes them: late losses, draws, wins, quick ones last.
    pub const fn preference(self) -> i32 {
        match self {
            Self::Draw => 0,
            Self::Win(plies) => 0x8000 - plies as i32,
            Self::Loss(plies) => plies as i32 - 0x8000,
        }
    }
}

/// `win in 31`, `loss in 2`, `draw`.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Draw => f.write_str("draw"),
            Self::Win(plies) => write!(f, "win in {plies}"),
            Self::Loss(plies) => write!(f, "loss in {plies}"),
        }
    }
}

/// The codes that a table uses, where a byte can name each of them: in ascending order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Palette {
    codes: Box<[u16; Self::LEN_MAX]>,
    len: usize,
}

impl Palette {
    /// Most codes of a palette.
    pub const LEN_MAX: usize = 1 << u8::BITS;

    /// The codes that these are; `None` if they are too many.
    pub fn of(codes: &[u16]) -> Option<Self> {
        let mut is_used = vec![false; 1 << u16::BITS];
        for &code in codes {
            is_used[usize::from(code)] = true;
        }
        let used: Vec<u16> = (0..=u16::MAX).filter(|&code| is_used[usize::from(code)]).collect();
        Self::from_sorted(&used)
    }

    /// These codes, if they ascend and are not too many.
    pub fn from_sorted(sorted: &[u16]) -> Option<Self> {
        let fits = sorted.len() <= Self::LEN_MAX && sorted.is_sorted_by(|a, b| a < b);
        fits.then(|| {
            let mut codes = Box::new([NOTHING; Self::LEN_MAX]);
            codes[..sorted.len()].copy_from_slice(sorted);
            Self { codes, len: sorted.len() }
        })
    }

    /// The codes.
    pub fn codes(&self) -> &[u16] {
        &self.codes[..self.len]
    }

    /// The code of this name.
    #[inline]
    pub const fn code(&self, name: u8) -> u16 {
        self.codes[name as usize]
    }

    /// The byte that names a code of the palette.
    pub fn name(&self, code: u16) -> u8 {
        let found = self.codes().binary_search(&code);
        debug_assert!(found.is_ok(), "{code} is not among {:?}", self.codes());
        found.unwrap_or_default() as u8
    }
}

/// The codes of a table as they lie in memory: in bytes where all of them fit, or where they are so
/// few that a byte can name them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cells {
    /// Four codes a byte, each 0 to 3: wins, losses and draws without distances.
    Quarters(Vec<u8>, u64),
    /// A byte a code.
    Bytes(Vec<u8>),
    /// A byte a code, which names it.
    Named(Vec<u8>, Palette),
    /// Two bytes a code.
    Words(Vec<u16>),
}

impl Cells {
    /// Packs codes as tightly as this metric, their size and their number allow.
    pub fn pack(metric: Metric, codes: Vec<u16>) -> Self {
        if metric == Metric::Wdl {
            return Self::Quarters(codes.chunks(4).map(quarters).collect(), codes.len() as u64);
        }
        if codes.iter().all(|&code| u8::try_from(code).is_ok()) {
            return Self::Bytes(codes.into_iter().map(|code| code as u8).collect());
        }
        match Palette::of(&codes) {
            Some(palette) => {
                Self::Named(codes.iter().map(|&code| palette.name(code)).collect(), palette)
            }
            None => Self::Words(codes),
        }
    }

    /// Bits a code.
    pub const fn width(&self) -> u8 {
        match self {
            Self::Quarters(..) => 2,
            Self::Bytes(_) | Self::Named(..) => 8,
            Self::Words(_) => 16,
        }
    }

    /// What the bytes stand for, where they are names.
    pub const fn palette(&self) -> Option<&Palette> {
        match self {
            Self::Named(_, palette) => Some(palette),
            Self::Quarters(..) | Self::Bytes(_) | Self::Words(_) => None,
        }
    }

    /// The code at a place.
    #[inline]
    pub fn code(&self, at: u64) -> u16 {
        match self {
            Self::Quarters(bytes, _) => quarter(bytes, at as usize),
            Self::Bytes(_) | Self::Named(..) | Self::Words(_) => self.wide_code(at),
        }
    }

    /// The same, which is for bytes and words; apart, so that it does not keep the other from being
    /// compiled into its callers.
    #[inline(never)]
    fn wide_code(&self, at: u64) -> u16 {
        let at = at as usize;
        match self {
            Self::Quarters(bytes, _) => quarter(bytes, at),
            Self::Bytes(bytes) => u16::from(bytes[at]),
            Self::Named(bytes, palette) => palette.code(bytes[at]),
            Self::Words(words) => words[at],
        }
    }

    /// Asks for the code at a place, which will be needed.
    #[inline]
    pub fn prefetch(&self, at: u64) {
        let at = at as usize;
        match self {
            Self::Quarters(bytes, _) => bytes.get(at / 4).map(prefetch),
            Self::Bytes(bytes) | Self::Named(bytes, _) => bytes.get(at).map(prefetch),
            Self::Words(words) => words.get(at).map(prefetch),
        };
    }

    /// How many codes there are.
    pub fn len(&self) -> u64 {
        match self {
            Self::Quarters(_, len) => *len,
            Self::Bytes(bytes) | Self::Named(bytes, _) => bytes.len() as u64,
            Self::Words(words) => words.len() as u64,
        }
    }

    /// There is no code.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The code at a place of four in a byte.
#[inline]
fn quarter(bytes: &[u8], at: usize) -> u16 {
    u16::from(bytes[at / 4] >> (2 * (at % 4)) & 3)
}

/// Up to four codes in a byte, the first lowest.
pub(super) fn quarters(four: &[u16]) -> u8 {
    four.iter().rev().fold(0, |byte, &code| byte << 2 | code.min(3) as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_and_values_correspond() {
        for code in 1..1000 {
            assert_eq!(Value::from_code(code).unwrap().code(), code);
        }
        assert_eq!(Value::from_code(NOTHING), None);
        assert_eq!(Value::Loss(DISTANCE_MAX).code(), 0x7fff);
    }

    #[test]
    fn preferencees_rank_values_from_the_quick_loss_to_the_quick_win() {
        let ranked = [Value::Loss(0), Value::Loss(9), Value::Draw, Value::Win(9), Value::Win(1)];
        assert!(ranked.is_sorted_by_key(|value| value.preference()));
    }

    #[test]
    fn packed_codes_come_back() {
        let codes = [0, 1, 2, 3, 1, 3, 2];
        for metric in Metric::ALL {
            let cells = Cells::pack(metric, codes.to_vec());
            assert_eq!(cells.len(), 7);
            assert!((0..7).all(|at| cells.code(at) == codes[at as usize]), "{cells:?}");
        }
    }

    #[test]
    fn large_codes_take_a_byte_where_they_are_few_and_two_where_they_are_many() {
        for (count, width) in [(256, 8), (257, 16)] {
            let codes: Vec<u16> = (0..count).map(|i| 7 * i).collect();
            let cells = Cells::pack(Metric::Dtm, codes.clone());
            assert_eq!(cells.width(), width, "{count} codes");
            assert!((0..).zip(&codes).all(|(at, &code)| cells.code(at) == code), "{cells:?}");
        }
        assert_eq!(Palette::from_sorted(&[3, 3]), None);
    }
}
