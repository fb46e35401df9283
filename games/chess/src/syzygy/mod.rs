//! Syzygy tables [syzygy-format], read beside our own.
//!
//! They come in pairs, `KRPvKR.rtbw` and `KRPvKR.rtbz`: who wins under the fifty-move rule, and how
//! far it is to the next move that sets its counter back. A folder may hold some of them only; what is
//! asked of a position of a kind that is not there has no answer.
//!
//! A file is not mapped into memory, for the reasons in `crates/tablebase/src/file.rs`: a value takes
//! three short reads, of its entry in an index, of a length, and of its block.

mod numbering;
mod packed;
mod packer;
mod probe;
mod table;
#[cfg(test)]
mod tests;
mod write;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use plyglot_core::{Settings, Value as Setting};
use plyglot_host::game::OtherTables;
use plyglot_tablebase::{AtDepth, Cells, Metric, MoveValues, Probe, TableId, Value};

use self::numbering::{MEN_MAX, Maps};
pub use self::probe::Wdl;
use self::probe::{RULE, men};
use self::table::{Kind, LETTERS, Material, Table};
pub use self::write::{Known, write};
use crate::rules::{Chess, Move, Position};

/// The two tables of a kind of material, where they are there.
#[derive(Debug, Default)]
struct Pair {
    wdl: Option<Table>,
    dtz: Option<Table>,
}

impl Pair {
    const fn of(&self, kind: Kind) -> Option<&Table> {
        match kind {
            Kind::Wdl => self.wdl.as_ref(),
            Kind::Dtz => self.dtz.as_ref(),
        }
    }
}

/// All Syzygy tables of some folders.
#[derive(Debug)]
pub struct Syzygy {
    pairs: Vec<Pair>,
    /// By the men of both sides, either way.
    by_men: HashMap<u64, usize>,
    /// Positions with more men are not looked up.
    men_max: usize,
    /// What is won but for the fifty-move rule is drawn.
    fifty_moves: bool,
}

/// What was found in folders: tables of each kind, and what was refused, with the reasons.
#[derive(Debug, Default)]
pub struct Found {
    /// Tables of wins and draws.
    pub wdl: usize,
    /// Tables of distances.
    pub dtz: usize,
    /// Files that are none, or damaged.
    pub refused: Vec<(PathBuf, String)>,
}

/// The tables that the settings of a client ask for.
pub(super) fn attached(settings: &Settings) -> Result<OtherTables<Chess>, String> {
    let list = settings.text("SyzygyPath");
    let mut found = OtherTables::default();
    if list.is_empty() {
        return Ok(found);
    }
    let number = |name: &str, default: i64| match settings.get(name) {
        Some(Setting::Spin(number)) => *number,
        _ => default,
    };
    let fifty_moves = !matches!(settings.get("Syzygy50MoveRule"), Some(Setting::Check(false)));
    let folders: Vec<PathBuf> = std::env::split_paths(list).collect();
    for folder in &folders {
        std::fs::read_dir(folder)
            .map_err(|error| format!("SyzygyPath: {}: {error}", folder.display()))?;
    }
    let folders: Vec<&Path> = folders.iter().map(PathBuf::as_path).collect();
    let men_max =
        usize::try_from(number("SyzygyProbeLimit", i64::try_from(MEN_MAX).unwrap_or(i64::MAX)))
            .unwrap_or(MEN_MAX);
    let (tables, Found { wdl, dtz, refused }) = Syzygy::open(&folders, men_max, fifty_moves);
    found
        .told
        .push(format!("Syzygy: {wdl} tables of wins and draws, {dtz} of distances from {list}"));
    let refused =
        refused.iter().map(|(path, why)| format!("Syzygy: refused {}: {why}", path.display()));
    found.told.extend(refused);
    if wdl > 0 {
        let depth_min = i32::try_from(number("SyzygyProbeDepth", 1)).unwrap_or(1);
        found.tables = Some(AtDepth { probe: Arc::new(tables), depth_min });
    }
    Ok(found)
}

impl Syzygy {
    /// Opens all tables of these folders that have no more than so many men. The first of two files of
    /// one name counts.
    pub fn open(folders: &[&Path], men_max: usize, fifty_moves: bool) -> (Self, Found) {
        let maps = Arc::new(Maps::new());
        let mut all = Self { pairs: Vec::new(), by_men: HashMap::new(), men_max: 0, fifty_moves };
        let mut found = Found::default();
        for folder in folders {
            let mut paths = match std::fs::read_dir(folder) {
                Ok(entries) => entries.flatten().map(|entry| entry.path()).collect(),
                Err(error) => {
                    found.refused.push((folder.to_path_buf(), error.to_string()));
                    Vec::new()
                }
            };
            paths.sort_unstable();
            for path in paths {
                if let Some((kind, material)) = kind_of(&path) {
                    all.add(&path, (kind, material), men_max, &maps, &mut found);
                }
            }
        }
        (all, found)
    }

    fn add(
        &mut self,
        path: &Path,
        (kind, material): (Kind, Material),
        men_max: usize,
        maps: &Arc<Maps>,
        found: &mut Found,
    ) {
        let count = material.men();
        let is_there = self.tables(material.0).is_some_and(|pair| pair.of(kind).is_some());
        if count > men_max || is_there {
            return;
        }
        let table = match Table::open(path, kind, material, maps) {
            Ok(table) => table,
            Err(why) => {
                found.refused.push((path.to_owned(), why));
                return;
            }
        };
        let at = *self.by_men.entry(material.0).or_insert(self.pairs.len());
        self.by_men.insert(material.exchanged().0, at);
        if at == self.pairs.len() {
            self.pairs.push(Pair::default());
        }
        match kind {
            Kind::Wdl => (self.pairs[at].wdl, found.wdl) = (Some(table), found.wdl + 1),
            Kind::Dtz => (self.pairs[at].dtz, found.dtz) = (Some(table), found.dtz + 1),
        }
        self.men_max = self.men_max.max(count);
    }

    fn tables(&self, men: u64) -> Option<&Pair> {
        self.by_men.get(&men).map(|at| &self.pairs[*at])
    }

    /// Who wins as the rules in force have it.
    fn result(&self, wdl: Wdl) -> Value {
        match wdl {
            Wdl::Win => Value::Win(0),
            Wdl::Loss => Value::Loss(0),
            Wdl::CursedWin if !self.fifty_moves => Value::Win(0),
            Wdl::BlessedLoss if !self.fifty_moves => Value::Loss(0),
            Wdl::CursedWin | Wdl::BlessedLoss | Wdl::Draw => Value::Draw,
        }
    }
}

/// What a file is, by its name; `None` where it is something else.
fn kind_of(path: &Path) -> Option<(Kind, Material)> {
    let ending = path.extension()?.to_str()?;
    let kind = Kind::ALL.into_iter().find(|kind| kind.ending() == ending)?;
    Some((kind, Material::parse(path.file_stem()?.to_str()?)?))
}

/// A distance with the sign of who wins, as tables have it.
fn value_of(plies: i32) -> Value {
    let distance = plies.unsigned_abs().try_into().unwrap_or(u16::MAX);
    match plies.signum() {
        0 => Value::Draw,
        1 => Value::Win(distance),
        _ => Value::Loss(distance),
    }
}

impl Probe<Chess> for Syzygy {
    /// A win that may just be in time, or just not, is none and no draw: distances may be a ply too
    /// small.
    fn verdict(&self, pos: &Position) -> Option<Value> {
        let wdl = self.wdl(pos.board())?;
        let result = self.result(wdl);
        if result == Value::Draw || pos.halfmoves() == 0 || !self.fifty_moves {
            return Some(result);
        }
        let plies = self.dtz(pos.board())?.abs() + i32::from(pos.halfmoves());
        match plies - RULE {
            ..0 => Some(result),
            0 => None,
            1.. => Some(Value::Draw),
        }
    }

    /// In a search only where the counter stands at nought: who wins is then all there is to know.
    fn end(&self, pos: &Position) -> Option<Value> {
        let is_asked = pos.halfmoves() == 0;
        is_asked.then(|| self.wdl(pos.board())).flatten().map(|wdl| self.result(wdl))
    }

    fn moves(&self, pos: &Position, moves: &[Move]) -> Option<MoveValues> {
        let by = |metric| -> Option<Vec<Value>> {
            moves.iter().map(|&mv| self.move_value(pos, mv, metric)).collect()
        };
        let (metric, values) = [Metric::Dtz, Metric::Wdl]
            .into_iter()
            .find_map(|metric| Some((metric, by(metric)?)))?;
        let mut values = MoveValues { metric, values, in_time: true };
        let counter = pos.halfmoves();
        let fits = |value: Value| {
            value
                .distance()
                .is_none_or(|plies| i32::from(plies + counter) < RULE || !self.fifty_moves)
        };
        values.in_time = metric == Metric::Wdl || values.best().is_none_or(fits);
        Some(values)
    }

    fn move_value(&self, pos: &Position, mv: Move, metric: Metric) -> Option<Value> {
        if !self.is_asked(pos.board()) {
            return None;
        }
        match metric {
            Metric::Dtz => self.move_plies(pos.board(), mv, true).map(value_of),
            Metric::Wdl => {
                let child = probe::after(pos.board(), mv);
                self.wdl(&child).map(|wdl| self.result(-wdl))
            }
            Metric::Dtm | Metric::Dtc | Metric::Margin => None,
        }
    }

    fn value(&self, pos: &Position, metric: Metric) -> Option<Value> {
        match metric {
            Metric::Dtz => self.dtz(pos.board()).map(value_of),
            Metric::Wdl => self.wdl(pos.board()).map(|wdl| self.result(wdl)),
            Metric::Dtm | Metric::Dtc | Metric::Margin => None,
        }
    }

    fn cells(&self, _table: TableId, _metric: Metric) -> Option<Arc<Cells>> {
        None
    }

    /// `Syzygy KRPvKR`, the side with more men or better ones first.
    fn table_name(&self, pos: &Position) -> Option<String> {
        let board = pos.board();
        self.wdl(board)?;
        let mut sides = [String::new(), String::new()];
        let mut standing: Vec<u8> = men(board).into_iter().map(|(man, _)| man).collect();
        standing.sort_unstable_by(|one, other| other.cmp(one));
        for man in standing {
            let letter = LETTERS.chars().nth(usize::from(6 - (man & 7)));
            sides[usize::from(man > 8)].extend(letter);
        }
        let rank = |side: &String| {
            let of_letter = |letter| LETTERS.find(letter).map_or(0, |at| LETTERS.len() - at);
            (side.len(), side.chars().map(of_letter).collect::<Vec<_>>())
        };
        sides.sort_by_key(|side| std::cmp::Reverse(rank(side)));
        Some(format!("Syzygy {}v{}", sides[0], sides[1]))
    }
}
