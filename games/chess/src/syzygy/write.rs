//! Writes Syzygy tables [syzygy-format] from values that are known: of every placement the value is asked, and
//! where the file need not say it, it says whatever packs best.

#![expect(
    clippy::cast_possible_truncation,
    reason = "tables of four men fit an address, and distances sixteen bits"
)]

use std::path::{Path, PathBuf};

use cozy_chess::{Board, BoardBuilder, Color, Piece};

use plyglot_core::file::write_whole;
use plyglot_tablebase::Value;

use super::numbering::{Man, Maps, Numbering, OTHER_COLOUR, PAWN, is_pawn};
use super::packer::{Parts, pack};
use super::probe::{RULE, Wdl, after, is_capture, is_pawn_move, moves};
use super::table::{
    CHECKSUM_BYTES, HAS_PAWNS, Kind, LOSSES_IN_PLIES, Material, SPLIT, WINS_IN_PLIES,
};
use crate::rules::Position;

/// More men would take hours.
const WRITTEN_MEN_MAX: usize = 4;
const KINGS: [Man; 2] = [6, 14];

/// By distance to zeroing, what a position is worth; `None` where that is not known.
pub type Known<'a> = &'a dyn Fn(&Position) -> Option<Value>;

/// Writes both tables of the kind of material that our tables call so, as `KRK`; gives back the files.
pub fn write(folder: &Path, name: &str, known: Known<'_>) -> Result<Vec<PathBuf>, String> {
    let second = name.rfind('K').filter(|at| *at > 0);
    let name = second.map(|at| format!("{}v{}", &name[..at], &name[at..]));
    let material = name.as_deref().and_then(Material::parse);
    let (Some(name), Some(material)) = (name, material) else {
        return Err("expected a table such as `KRK`".to_owned());
    };
    if material.men() > WRITTEN_MEN_MAX {
        return Err(format!("{name}: expected at most {WRITTEN_MEN_MAX} men"));
    }
    let maps = Maps::new();
    let mut written = Vec::new();
    for kind in Kind::ALL {
        let path = folder.join(format!("{name}.{}", kind.ending()));
        let bytes =
            file_of(kind, material, &maps, known).map_err(|why| format!("{name}: {why}"))?;
        write_whole(&path, &bytes).map_err(|error| format!("{}: {error}", path.display()))?;
        written.push(path);
    }
    Ok(written)
}

fn file_of(
    kind: Kind,
    material: Material,
    maps: &Maps,
    known: Known<'_>,
) -> Result<Vec<u8>, String> {
    let is_even = material == material.exchanged();
    let has_pawns = [PAWN, PAWN + OTHER_COLOUR].map(|man| material.count(man) > 0);
    let any_pawns = has_pawns != [false, false];
    let flags = if is_even { 0 } else { SPLIT } | if any_pawns { HAS_PAWNS } else { 0 };
    let mut file = kind.magic().to_vec();
    file.push(flags);
    let men = in_order(material);
    let mut parts: Vec<Parts> = Vec::new();
    let sides: &[Color] = if kind == Kind::Wdl && !is_even { &Color::ALL } else { &[Color::White] };
    for column in 0..if any_pawns { 4 } else { 1 } {
        // All groups follow one another as the men do.
        file.extend(if has_pawns == [true, true] { &[0x00, 0x11][..] } else { &[0x00] });
        file.extend(men.iter().map(|man| man << 4 | man));
        let order = [0, if has_pawns == [true, true] { 1 } else { 0xf }];
        let numbering = Numbering::new(maps, men.clone(), order, column)
            .expect("the men are ordered as a table has them");
        for &side in sides {
            let mut values = vec![None; numbering.places as usize];
            each_placement(&numbering, maps, column, &mut |place, squares| {
                if values[place].is_none() {
                    let board = board(&men, squares, side);
                    values[place] = board.map(|board| held(kind, &board, known));
                }
            });
            let flags = match kind {
                Kind::Wdl => 0,
                Kind::Dtz => WINS_IN_PLIES | LOSSES_IN_PLIES,
            };
            parts.push(pack(&filled(values)?, flags));
        }
    }
    file.extend(vec![0; file.len() & 1]);
    for part in &parts {
        file.extend(&part.header);
    }
    file.extend(vec![0; if kind == Kind::Dtz { file.len() & 1 } else { 0 }]);
    for part in &parts {
        file.extend(&part.index);
    }
    for part in &parts {
        file.extend(&part.lengths);
    }
    for part in &parts {
        file.resize(file.len().next_multiple_of(64), 0);
        file.extend(&part.blocks);
    }
    file.resize(file.len().next_multiple_of(64) + CHECKSUM_BYTES as usize, 0);
    Ok(file)
}

/// The men of a kind: those that lead, and then like ones behind one another.
fn in_order(material: Material) -> Vec<Man> {
    let all = |man: &Man| std::iter::repeat_n(*man, material.count(*man) as usize);
    let mut kinds: Vec<Man> = (1..=14).filter(|man| material.count(*man) > 0).collect();
    // Pawns before the rest; of both colours those that are fewer.
    let pawns = |man: Man| if is_pawn(man) { material.count(man) } else { u64::MAX };
    let single = kinds.iter().copied();
    let single = single.filter(|man| !KINGS.contains(man)).find(|man| material.count(*man) == 1);
    let leads = |man: Man| KINGS.contains(&man) || Some(man) == single;
    kinds.sort_by_key(|man| (pawns(*man), !leads(*man)));
    kinds.iter().flat_map(all).collect()
}

/// What stands at a place.
#[derive(Clone, Copy)]
enum Held {
    /// This number, or a lower one where a capture is as good.
    Value { value: u16, or_less: bool },
    /// No matter what.
    Any,
    /// Nobody knows.
    Unknown,
}

/// Every placement with the first man where it leads, by its number.
fn each_placement(
    numbering: &Numbering,
    maps: &Maps,
    column: usize,
    each: &mut dyn FnMut(usize, &[u8]),
) {
    let men = &numbering.men;
    let pawns_lead = is_pawn(men[0]);
    let leaders = numbering.leaders();
    let is_there = |at: usize, square: u8| {
        let (file, rank) = (square & 7, square >> 3);
        let leads = if pawns_lead { usize::from(file) == column } else { file < 4 && rank <= file };
        (at > 0 || leads) && (!is_pawn(men[at]) || (1..7).contains(&rank))
    };
    let mut squares = vec![0_u8; men.len()];
    for code in 0..64_u32.pow(men.len() as u32) {
        for (at, square) in squares.iter_mut().enumerate() {
            *square = (code >> (6 * at) & 63) as u8;
        }
        let stands =
            |(at, square): (usize, &u8)| is_there(at, *square) && !squares[..at].contains(square);
        let foremost = |square: &u8| maps.pawn_rank(*square) <= maps.pawn_rank(squares[0]);
        if squares.iter().enumerate().all(stands)
            && (!pawns_lead || squares[1..leaders].iter().all(foremost))
        {
            each(numbering.place(maps, &mut squares.clone()) as usize, &squares);
        }
    }
}

/// The board with these men; `None` if there can be no such position.
fn board(men: &[Man], squares: &[u8], side: Color) -> Option<Board> {
    let king = |wanted| men.iter().position(|man| *man == wanted).map(|at| squares[at]);
    let [one, other] = KINGS.map(king);
    let apart =
        |(one, other): (u8, u8)| (one & 7).abs_diff(other & 7).max((one >> 3).abs_diff(other >> 3));
    one.zip(other).filter(|kings| apart(*kings) > 1)?;
    let mut builder = BoardBuilder::empty();
    builder.side_to_move = side;
    for (man, square) in men.iter().zip(squares) {
        let colour = if man & OTHER_COLOUR == 0 { Color::White } else { Color::Black };
        let piece = Piece::index(usize::from(man & 7) - 1);
        builder.board[usize::from(*square)] = Some((piece, colour));
    }
    builder.build().ok()
}

/// What a file says of a position.
fn held(kind: Kind, board: &Board, known: Known<'_>) -> Held {
    let Some((wdl, plies)) = worth(board, known) else { return Held::Unknown };
    let worth_of = |mv| Some(worth_after(board, mv, known)?.0);
    let best = |is_asked: &dyn Fn(cozy_chess::Move) -> bool| {
        moves(board).into_iter().filter(|mv| is_asked(*mv)).filter_map(worth_of).max()
    };
    match kind {
        Kind::Wdl => {
            let captures = best(&|mv| is_capture(board, mv));
            let value = (wdl.number() + 2).unsigned_abs() as u16;
            Held::Value { value, or_less: captures.is_some_and(|best| best >= wdl) }
        }
        Kind::Dtz => {
            let zeroing = best(&|mv| is_capture(board, mv) || is_pawn_move(board, mv));
            let is_plain = zeroing.is_some_and(|best| best >= wdl && best > Wdl::Draw);
            if wdl == Wdl::Draw || is_plain {
                return Held::Any;
            }
            // Beyond the rule moves are counted, not plies.
            let beyond = plies - RULE - 1;
            let value = if beyond >= 0 { beyond / 2 } else { (plies - 1).max(0) };
            Held::Value { value: value.unsigned_abs() as u16, or_less: false }
        }
    }
}

/// Who wins, and the plies to zeroing.
fn worth(board: &Board, known: Known<'_>) -> Option<(Wdl, i32)> {
    let value = known(&Position::new(board.clone(), 0))?;
    let plies = i32::from(value.distance().unwrap_or(0));
    let wdl = match value {
        Value::Draw => Wdl::Draw,
        Value::Win(_) if plies > RULE => Wdl::CursedWin,
        Value::Win(_) => Wdl::Win,
        Value::Loss(_) if plies > RULE => Wdl::BlessedLoss,
        Value::Loss(_) => Wdl::Loss,
    };
    Some((wdl, plies))
}

fn worth_after(board: &Board, mv: cozy_chess::Move, known: Known<'_>) -> Option<(Wdl, i32)> {
    worth(&after(board, mv), known).map(|(wdl, plies)| (-wdl, plies))
}

/// The values as they are written: what need not be said repeats what stands before it.
fn filled(held: Vec<Option<Held>>) -> Result<Vec<u16>, String> {
    let mut last = 0;
    let value = |held: Option<Held>| {
        last = match held.unwrap_or(Held::Any) {
            Held::Any => last,
            Held::Value { value, or_less } if or_less => last.min(value),
            Held::Value { value, .. } => value,
            Held::Unknown => return Err("found no value of some position, expected one".to_owned()),
        };
        Ok(last)
    };
    held.into_iter().map(value).collect()
}
