//! One Syzygy file: what its header says, and the value of a placement [syzygy-format].
//!
//! ```text
//! 0  magic      71 e8 23 5d of wins and draws (`.rtbw`), d7 66 0c a5 of distances (`.rtbz`)
//! 4  flags      1 both sides to move differ, 2 there are pawns
//! 5  orders     for each file of the foremost pawn (a to d; one where there are no pawns):
//!               how groups follow one another, and the men, in half bytes: White's table, Black's
//!    headers    of the packed values of each file and side
//!    maps       of distances
//!    indexes, lengths, blocks, of each file and side; 16 bytes of a checksum
//! ```
//!
//! Tables of distances hold one side to move, that of wins and draws both, but one where both sides
//! have the same men.

#![expect(
    clippy::cast_possible_truncation,
    reason = "what a header says was compared with what there is"
)]

use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use plyglot_core::file::{open, read_at};

use super::numbering::{MEN_MAX, Man, Maps, Numbering, OTHER_COLOUR, PAWN};
use super::packed::{Fault, Head, Packed};

/// So much is read of a file to begin with, and at most.
const HEAD_BYTES: [u64; 2] = [1 << 14, 1 << 23];
/// Bytes behind the blocks.
pub(super) const CHECKSUM_BYTES: u64 = 16;
/// Flags of the file.
pub(super) const SPLIT: u8 = 1;
pub(super) const HAS_PAWNS: u8 = 2;
/// Flags of distances: that of Black to move is held, values are mapped, wins and losses are counted in
/// plies and not in moves, mapped values have two bytes.
pub(super) const BLACK_TO_MOVE: u8 = 1;
const MAPPED: u8 = 2;
pub(super) const WINS_IN_PLIES: u8 = 4;
pub(super) const LOSSES_IN_PLIES: u8 = 8;
const WIDE: u8 = 16;

/// What a file holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// Who wins, and whether the fifty-move rule makes it a draw.
    Wdl,
    /// Plies to the next move that sets the counter back.
    Dtz,
}

impl Kind {
    pub(super) const ALL: [Self; 2] = [Self::Wdl, Self::Dtz];

    /// How the names of its files end.
    pub(super) const fn ending(self) -> &'static str {
        match self {
            Self::Wdl => "rtbw",
            Self::Dtz => "rtbz",
        }
    }

    pub(super) const fn magic(self) -> [u8; 4] {
        match self {
            Self::Wdl => [0x71, 0xe8, 0x23, 0x5d],
            Self::Dtz => [0xd7, 0x66, 0x0c, 0xa5],
        }
    }
}

/// The men of both sides: how many of each kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Material(pub(super) u64);

impl Material {
    /// The men of the two sides that a name like `KRPvKR` stands for.
    pub(super) fn parse(name: &str) -> Option<Self> {
        let (white, black) = name.split_once('v')?;
        let (mut key, mut count) = (0, 0);
        for (side, colour) in [(white, 0), (black, OTHER_COLOUR)] {
            let mut last = None;
            for letter in side.chars() {
                let rank = LETTERS.find(letter)?;
                // Each side begins with its one king, the others in order behind.
                let fits = if last.is_none() { rank == 0 } else { rank > 0 && Some(rank) >= last };
                fits.then_some(())?;
                last = Some(rank);
                key += Self::one(6 - rank as Man + colour);
                count += 1;
            }
            last?;
        }
        (3..=MEN_MAX).contains(&count).then_some(Self(key))
    }

    /// What one man counts.
    pub(super) const fn one(man: Man) -> u64 {
        1 << (4 * man)
    }

    /// How many men there are.
    pub(super) fn men(self) -> usize {
        (0..16).map(|man| self.count(man)).sum::<u64>() as usize
    }

    pub(super) const fn count(self, man: Man) -> u64 {
        self.0 >> (4 * man) & 0xf
    }

    /// The same with colours exchanged.
    pub(super) const fn exchanged(self) -> Self {
        Self(self.0.rotate_left(32))
    }

    fn of(men: &[Man]) -> Self {
        Self(men.iter().map(|man| Self::one(*man)).sum())
    }
}

/// The men from king to pawn, as names of tables have them.
pub(super) const LETTERS: &str = "KQRBNP";

/// The values of the placements with the foremost pawn on one file, and one side to move.
#[derive(Debug)]
struct Set {
    numbering: Numbering,
    packed: Packed,
    /// What numbers stand for, by who wins: drawn, won, lost, cursed win, blessed loss in the order of
    /// the file.
    map: Option<[Vec<u16>; 4]>,
}

/// A table in a file.
#[derive(Debug)]
pub(super) struct Table {
    file: File,
    maps: Arc<Maps>,
    material: Material,
    /// By the file of the foremost pawn, and the side to move.
    sets: Vec<Vec<Set>>,
}

/// What a table of distances says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Distance {
    /// So many, as the file counts.
    Value(u16),
    /// It holds the other side to move.
    OtherSide,
}

/// A placement as a table looks it up: the men with their squares, and whether Black is to move, colours
/// exchanged where the table has them so.
#[derive(Debug)]
struct Placement {
    men: [(Man, u8); MEN_MAX],
    len: usize,
    black_to_move: bool,
}

impl Table {
    /// Opens a file of this kind, whose name says that it has these men. The reason is in words.
    pub(super) fn open(
        path: &Path,
        kind: Kind,
        material: Material,
        maps: &Arc<Maps>,
    ) -> Result<Self, String> {
        let file = open(path).map_err(|error| error.to_string())?;
        let len = file.metadata().map_err(|error| error.to_string())?.len();
        let mut bytes = HEAD_BYTES[0].min(len);
        loop {
            let mut head = vec![0; bytes as usize];
            read_at(&file, &mut head, 0).map_err(|error| error.to_string())?;
            match read_sets(&mut Head::new(&head), kind, material, maps) {
                Ok((sets, end)) => {
                    let expected = end.next_multiple_of(64) + CHECKSUM_BYTES;
                    if len != expected {
                        return Err(format!("found {len} bytes, expected {expected}"));
                    }
                    return Ok(Self { file, maps: Arc::clone(maps), material, sets });
                }
                Err(Fault::Short) if bytes < len.min(HEAD_BYTES[1]) => {
                    bytes = (4 * bytes).min(len);
                }
                Err(Fault::Short) => {
                    return Err(format!("found {len} bytes, expected a longer header"));
                }
                Err(Fault::Broken(what)) => return Err(format!("damaged or foreign: {what}")),
            }
        }
    }

    /// Who wins as the file has it: 0 to 4 from loss to win. `men` are all on the board.
    pub(super) fn wdl(&self, men: &[(Man, u8)], black_to_move: bool) -> Option<u16> {
        let mut placement = self.placement(men, black_to_move);
        let (set, mut squares) = self.set(&mut placement)?;
        let place = set.numbering.place(&self.maps, &mut squares[..placement.len]);
        set.packed.value(&self.file, place).filter(|value| *value <= 4)
    }

    /// The distance of a position that is won (2), lost (-2) or one of both but for the rule, in plies;
    /// that of positions beyond the rule is counted from there.
    pub(super) fn dtz(&self, men: &[(Man, u8)], black_to_move: bool, wdl: i32) -> Option<Distance> {
        let mut placement = self.placement(men, black_to_move);
        let (set, mut squares) = self.set(&mut placement)?;
        let flags = set.packed.flags;
        let holds_black = flags & BLACK_TO_MOVE != 0;
        let is_even = self.material == self.material.exchanged();
        let has_pawns = self.sets.len() > 1;
        if holds_black != placement.black_to_move && (has_pawns || !is_even) {
            return Some(Distance::OtherSide);
        }
        let place = set.numbering.place(&self.maps, &mut squares[..placement.len]);
        let mut value = set.packed.value(&self.file, place)?;
        if let Some(map) = &set.map {
            let column = match wdl {
                2 => 0,
                -2 => 1,
                1 => 2,
                _ => 3,
            };
            value = *map[column].get(usize::from(value))?;
        }
        let in_plies = match wdl {
            2 => flags & WINS_IN_PLIES != 0,
            -2 => flags & LOSSES_IN_PLIES != 0,
            _ => false,
        };
        Some(Distance::Value(if in_plies { value } else { value.checked_mul(2)? } + 1))
    }

    /// Whether colours are exchanged where the table is asked about these men with this side to move.
    fn placement(&self, men: &[(Man, u8)], black_to_move: bool) -> Placement {
        let found = Material::of(&men.iter().map(|man| man.0).collect::<Vec<_>>());
        let is_even = found == found.exchanged();
        let exchanges = if is_even { black_to_move } else { found != self.material };
        let (colour, rank) = if exchanges { (OTHER_COLOUR, 56) } else { (0, 0) };
        let mut placement = Placement {
            men: [(0, 0); MEN_MAX],
            len: men.len(),
            black_to_move: black_to_move != exchanges,
        };
        for (to, &(man, square)) in placement.men.iter_mut().zip(men) {
            *to = (man ^ colour, square ^ rank);
        }
        placement
    }

    /// The set that holds a placement, and the squares in the order of its men.
    fn set(&self, placement: &mut Placement) -> Option<(&Set, [u8; MEN_MAX])> {
        let men = &mut placement.men[..placement.len];
        let mut file = 0;
        if self.sets.len() > 1 {
            let lead = self.sets[0][0].numbering.men[0];
            let rank = |at: &usize| self.maps.pawn_rank(men[*at].1);
            let first = (0..men.len()).filter(|at| men[*at].0 == lead).max_by_key(rank)?;
            men.swap(0, first);
            let column = usize::from(men[0].1 & 7);
            file = column.min(7 - column);
        }
        let sides = self.sets.get(file)?;
        let set = if sides.len() > 1 && placement.black_to_move { &sides[1] } else { &sides[0] };
        let mut squares = [0; MEN_MAX];
        for (at, &man) in set.numbering.men.iter().enumerate() {
            let found = (at..men.len()).find(|found| men[*found].0 == man)?;
            men.swap(at, found);
            squares[at] = men[at].1;
        }
        Some((set, squares))
    }
}

/// What a header says, and where the blocks end.
fn read_sets(
    head: &mut Head<'_>,
    kind: Kind,
    material: Material,
    maps: &Maps,
) -> Result<(Vec<Vec<Set>>, u64), Fault> {
    if head.take(4)? != kind.magic() {
        return Err(Fault::Broken("its first bytes are not those of such a table"));
    }
    let is_even = material == material.exchanged();
    let pawns = [material.count(PAWN), material.count(PAWN + OTHER_COLOUR)];
    let has_pawns = pawns != [0, 0];
    let expected = if is_even { 0 } else { SPLIT } | if has_pawns { HAS_PAWNS } else { 0 };
    if head.u8()? & (SPLIT | HAS_PAWNS) != expected {
        return Err(Fault::Broken("its flags are not those of these men"));
    }
    let sides = if kind == Kind::Wdl && !is_even { 2 } else { 1 };
    let files = if has_pawns { 4 } else { 1 };
    let both = pawns[0] > 0 && pawns[1] > 0;
    let mut numberings = Vec::new();
    for file in 0..files {
        numberings.push(read_orders(head, (material, sides, both), maps, file)?);
    }
    head.even()?;
    let mut sets: Vec<Vec<Set>> = Vec::new();
    for orders in numberings {
        let mut of_file = Vec::new();
        for numbering in orders {
            let packed = Packed::read(head, numbering.places)?;
            of_file.push(Set { numbering, packed, map: None });
        }
        sets.push(of_file);
    }
    if kind == Kind::Dtz {
        for set in sets.iter_mut().flatten() {
            set.map = read_map(head, set.packed.flags)?;
        }
        head.even()?;
    }
    let mut at = head.at() as u64;
    for put in [Packed::put_index, Packed::put_lengths, Packed::put_blocks] {
        for set in sets.iter_mut().flatten() {
            at = put(&mut set.packed, at);
        }
    }
    Ok((sets, at))
}

/// The orders of the table of each side to move.
fn read_orders(
    head: &mut Head<'_>,
    (material, sides, both_have_pawns): (Material, usize, bool),
    maps: &Maps,
    file: usize,
) -> Result<Vec<Numbering>, Fault> {
    let first = head.u8()?;
    let second = if both_have_pawns { head.u8()? } else { 0xff };
    let men = head.take(material.men())?;
    let numbering = |side: usize| {
        let nibble = |byte: u8| byte >> (4 * side) & 0xf;
        let men: Vec<Man> = men.iter().map(|byte| nibble(*byte)).collect();
        let is_whole = Material::of(&men) == material;
        let order = [nibble(first), nibble(second)];
        let made = is_whole.then(|| Numbering::new(maps, men, order, file)).flatten();
        made.ok_or(Fault::Broken("the order of its men"))
    };
    (0..sides).map(numbering).collect()
}

/// What the numbers of a set of distances stand for.
fn read_map(head: &mut Head<'_>, flags: u8) -> Result<Option<[Vec<u16>; 4]>, Fault> {
    if flags & MAPPED == 0 {
        return Ok(None);
    }
    let mut map = [const { Vec::new() }; 4];
    if flags & WIDE != 0 {
        head.even()?;
    }
    for column in &mut map {
        let wide = flags & WIDE != 0;
        let len = if wide { head.u16()? } else { head.u8()?.into() };
        for _ in 0..len {
            column.push(if wide { head.u16()? } else { head.u8()?.into() });
        }
    }
    Ok(Some(map))
}
