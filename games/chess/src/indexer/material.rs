//! Which tables there are: kinds of material with at most five men, and the numbering of the
//! placements of each.
//!
//! A table is named by its men, the stronger side first: `KRK`, `KBNK`, `KRPKR`. Positions in which
//! Black has the stronger side are looked up with colours exchanged and the board turned over; where
//! both sides have the same men, positions with Black to move are.
//!
//! ```text
//! place = (side to move) · P + placement                       below 2 P, or P where sides are alike
//! placement = first(kings) + ((white pawns · … black pawns) · … pieces) · …
//! P = Σ over the pairs of kings of C(48 - j, wp) · C(48 - j - wp, bp) · Π C(free, like pieces)
//!     j: how many of the two kings stand on the second to seventh rank
//! ```
//!
//! Behind the placements stand the positions in which a pawn may be taken en passant, where both
//! sides have pawns: [`super::en_passant`].

use cozy_chess::Piece;

use super::kings::Kings;
use plyglot_tablebase::rank::binomial;

/// Men of the largest tables, kings included.
pub(super) const MEN_MAX: usize = 5;
/// The squares a pawn can stand on: the second to the seventh rank.
pub(super) const PAWN_SQUARES: u64 = 0x00ff_ffff_ffff_ff00;

/// A man: 0 for White and 1 for Black, and which piece.
pub(super) type Man = (u8, Piece);

/// Men of one colour and piece: they are alike, and ranked as a set.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    pub(super) man: Man,
    /// The first of its slots.
    pub(super) first: usize,
    pub(super) count: usize,
}

/// One kind of material: a table.
#[derive(Debug)]
pub(super) struct Kind {
    pub(super) name: String,
    /// What stands in each slot: the kings, pawns, and pieces, White's before Black's of each.
    pub(super) men: Vec<Man>,
    /// All but the kings, in the order of slots.
    pub(super) groups: Vec<Group>,
    pub(super) has_pawns: bool,
    /// Both sides have pawns.
    pub(super) has_passant: bool,
    /// Both sides have the same men.
    pub(super) is_even: bool,
    /// For each slot that of a man of the other colour, where sides are alike.
    pub(super) mirror: [usize; MEN_MAX],
    /// By how many kings stand on pawns' squares: how many sets each group can be.
    pub(super) sets: [[u64; MEN_MAX]; 3],
    /// By pair of kings: the first placement; at the end, how many there are.
    pub(super) first: Vec<u64>,
}

/// How the pieces rank in names and slots.
const ORDER: [Piece; 5] = [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight, Piece::Pawn];

impl Kind {
    fn new(sides: [&[Piece]; 2], kings: &Kings) -> Self {
        let slots_of = |wanted: &dyn Fn(Piece) -> bool| {
            let of_side = |color: usize| {
                let pieces = ORDER.into_iter().filter(|piece| wanted(*piece));
                pieces.filter_map(move |piece| {
                    let count = sides[color].iter().filter(|found| **found == piece).count();
                    (count > 0).then_some(((color as u8, piece), count))
                })
            };
            [of_side(0).collect::<Vec<_>>(), of_side(1).collect()].concat()
        };
        let pawns = slots_of(&|piece| piece == Piece::Pawn);
        let pieces = slots_of(&|piece| piece != Piece::Pawn);
        let mut men = vec![(0, Piece::King), (1, Piece::King)];
        let mut groups = Vec::new();
        for (man, count) in pawns.into_iter().chain(pieces) {
            groups.push(Group { man, first: men.len(), count });
            men.extend(std::iter::repeat_n(man, count));
        }
        let mut mirror = [0; MEN_MAX];
        let is_even = sides[0] == sides[1];
        if is_even {
            (mirror[0], mirror[1]) = (1, 0);
            for group in &groups {
                let other = |found: &&Group| found.man == (1 - group.man.0, group.man.1);
                let other = groups.iter().find(other).expect("both sides have the same men");
                for i in 0..group.count {
                    mirror[group.first + i] = other.first + i;
                }
            }
        }
        let has_pawn = |color: u8| groups.iter().any(|group| group.man == (color, Piece::Pawn));
        let (has_pawns, has_passant) = (has_pawn(0) || has_pawn(1), has_pawn(0) && has_pawn(1));
        let sets = [0, 1, 2].map(|kings_among| sets(&groups, kings_among));
        let mut first = vec![0];
        for pair in 0..kings.len() {
            let (white, black) = kings.unrank(pair);
            let all: u64 = sets[kings_among_pawns(white, black)].iter().product();
            first.push(first[pair] + all);
        }
        let letters = |side: &[Piece]| side.iter().map(|p| letter(*p)).collect::<String>();
        let name = format!("K{}K{}", letters(sides[0]), letters(sides[1]));
        Self { name, men, groups, has_pawns, has_passant, is_even, mirror, sets, first }
    }

    /// How many placements there are for each side to move.
    pub(super) fn placements(&self) -> u64 {
        *self.first.last().expect("there is a pair of kings")
    }

    /// How many sides to move are told apart.
    pub(super) fn sides(&self) -> u64 {
        if self.is_even { 1 } else { 2 }
    }

    /// How many pawns there are.
    pub(super) fn pawns(&self) -> usize {
        self.men.iter().filter(|man| man.1 == Piece::Pawn).count()
    }
}

/// How many of the two kings stand where a pawn could.
#[inline]
pub(super) fn kings_among_pawns(white: u8, black: u8) -> usize {
    ((PAWN_SQUARES >> white & 1) + (PAWN_SQUARES >> black & 1)) as usize
}

/// For each group the number of its sets on the squares that the groups before have left.
fn sets(groups: &[Group], kings_among: usize) -> [u64; MEN_MAX] {
    let (mut pawn_squares, mut squares) = (48 - kings_among, 62);
    let mut sets = [1; MEN_MAX];
    for (group, sets) in groups.iter().zip(&mut sets) {
        let free = if group.man.1 == Piece::Pawn { &mut pawn_squares } else { &mut squares };
        *sets = binomial(*free, group.count);
        *free -= group.count;
        if group.man.1 == Piece::Pawn {
            squares -= group.count;
        }
    }
    sets
}

fn letter(piece: Piece) -> char {
    match piece {
        Piece::Pawn => 'P',
        Piece::Knight => 'N',
        Piece::Bishop => 'B',
        Piece::Rook => 'R',
        Piece::Queen => 'Q',
        Piece::King => 'K',
    }
}

/// All kinds of material.
#[derive(Debug)]
pub(super) struct Material {
    /// With three men, four, five; of as many those with fewer pawns first, since pawns become
    /// pieces.
    pub(super) kinds: Vec<Kind>,
    /// By [`signature`]: the kind, and whether colours are exchanged. Sorted.
    by_signature: Vec<(u64, (usize, bool))>,
    /// Without and with pawns.
    kings: [Kings; 2],
}

impl Material {
    pub(super) fn new() -> Self {
        let kings = [Kings::new(false), Kings::new(true)];
        let mut kinds: Vec<Kind> = Vec::new();
        for [white, black] in splits() {
            let has_pawns = white.iter().chain(&black).any(|piece| *piece == Piece::Pawn);
            kinds.push(Kind::new([&white, &black], &kings[usize::from(has_pawns)]));
        }
        kinds.sort_by_key(|kind| (kind.men.len(), kind.pawns()));
        let mut by_signature = Vec::new();
        for (i, kind) in kinds.iter().enumerate() {
            let exchanged = kind.men.iter().map(|man| (1 - man.0, man.1));
            by_signature.push((signature(kind.men.iter().copied()), (i, false)));
            by_signature.push((signature(exchanged), (i, true)));
        }
        // Of two equal ones, a kind with like sides, the one that exchanges nothing stays.
        by_signature.sort_unstable();
        by_signature.dedup_by_key(|entry| entry.0);
        Self { kinds, by_signature, kings }
    }

    /// The pairs of kings of a kind.
    #[inline]
    pub(super) fn kings(&self, kind: &Kind) -> &Kings {
        &self.kings[usize::from(kind.has_pawns)]
    }

    /// The kind with these men, and whether their colours must be exchanged.
    #[inline]
    pub(super) fn find(&self, men: impl Iterator<Item = Man>) -> Option<(usize, bool)> {
        let wanted = signature(men);
        let at = self.by_signature.binary_search_by_key(&wanted, |entry| entry.0).ok()?;
        Some(self.by_signature[at].1)
    }
}

/// Four bits for each colour and piece: how many there are. Kings do not count.
fn signature(men: impl Iterator<Item = Man>) -> u64 {
    men.filter(|man| man.1 != Piece::King)
        .map(|(color, piece)| 1 << (4 * (5 * u32::from(color) + piece as u32)))
        .sum()
}

/// What the two sides can have besides their kings, the stronger side first.
fn splits() -> Vec<[Vec<Piece>; 2]> {
    let mut splits = Vec::new();
    let sets = |count: usize| -> Vec<Vec<Piece>> {
        let mut sets: Vec<Vec<Piece>> = vec![Vec::new()];
        for _ in 0..count {
            let longer = |set: &Vec<Piece>| {
                let from =
                    set.last().map_or(0, |last| ORDER.iter().position(|p| p == last).unwrap_or(0));
                let set = set.clone();
                ORDER[from..]
                    .iter()
                    .map(move |piece| [set.clone(), vec![*piece]].concat())
                    .collect()
            };
            sets = sets.iter().flat_map(|set| -> Vec<Vec<Piece>> { longer(set) }).collect();
        }
        sets
    };
    let rank = |set: &[Piece]| {
        set.iter().map(|piece| ORDER.iter().position(|p| p == piece)).collect::<Vec<_>>()
    };
    for (white, black) in [(1, 0), (2, 0), (1, 1), (3, 0), (2, 1)] {
        for strong in sets(white) {
            for weak in sets(black) {
                if white > black || rank(&strong) <= rank(&weak) {
                    splits.push([strong.clone(), weak]);
                }
            }
        }
    }
    splits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_145_tables_with_at_most_five_men() {
        let material = Material::new();
        let with = |men: usize| material.kinds.iter().filter(|kind| kind.men.len() == men).count();
        assert_eq!((with(3), with(4), with(5)), (5, 30, 110));
        let names: Vec<&str> = material.kinds.iter().map(|kind| kind.name.as_str()).collect();
        assert_eq!(names[..5], ["KQK", "KRK", "KBK", "KNK", "KPK"]);
        for name in ["KBNK", "KQKR", "KRPKR", "KPPKP", "KNNKP"] {
            assert!(names.contains(&name), "{names:?}");
        }
    }

    #[test]
    fn placements_are_counted_as_by_hand() {
        let material = Material::new();
        let placements =
            |name| material.kinds.iter().find(|kind| kind.name == name).unwrap().placements();
        assert_eq!(placements("KRK"), 462 * 62);
        assert_eq!(placements("KBNK"), 462 * 62 * 61);
        // The kings on a pawn's square are taken out: fewer than 1806 · 48.
        assert_eq!(placements("KPK"), 84012);
        assert_eq!(placements("KRPKR"), 84012 * 61 * 60);
    }
}
