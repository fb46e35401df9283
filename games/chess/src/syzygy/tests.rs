//! Our own tables written in this form and read again, and files of others against our tables.

use std::fs;
use std::path::Path;

use plyglot_tablebase::Indexer;
use plyglot_tablebase::build::{BuildRequest, build, with_needs};
use plyglot_tablebase::contents::{Builder, probe};
use plyglot_tablebase::monitor::NoMonitor;
use plyglot_tablebase::store::{Store, TableSet};

use super::*;
use crate::indexer::ChessIndexer;

/// Our tables of distances to zeroing of these kinds, and what they lead into.
fn built(names: &[&str]) -> Store {
    let (rules, indexer) = (Chess::default(), ChessIndexer::default());
    let all = indexer.tables(&rules, 4);
    let wanted: Vec<TableId> =
        all.into_iter().filter(|table| names.contains(&&*indexer.name(*table))).collect();
    assert_eq!(wanted.len(), names.len(), "{names:?}");
    let request = BuildRequest {
        tables: with_needs(&indexer, &rules, &wanted),
        metric: Metric::Dtz,
        folder: None,
        memory: 1 << 30,
        builder: Builder::Retrograde,
    };
    let set = TableSet { game: "chess", rules: &rules, indexer: &indexer };
    let mut store = Store::default();
    let mut keep =
        |table, cells: &Arc<Cells>, _| store.insert(table, Metric::Dtz, Arc::clone(cells));
    build(set, &request, &NoMonitor, &mut |_| (), &mut keep).unwrap();
    store
}

/// Every so manieth position of our tables of these kinds, without en passant, with what they say.
fn each(store: &Store, names: &[&str], step: usize, asked: &mut dyn FnMut(&Position, Value)) {
    let (rules, indexer) = (Chess::default(), ChessIndexer::default());
    for table in indexer.tables(&rules, 4) {
        if names.contains(&&*indexer.name(table)) {
            for at in (0..indexer.len(table)).step_by(step) {
                let pos = indexer.unrank(table, at);
                let value = store.value(table, Metric::Dtz, at);
                if let Some((pos, value)) = pos.zip(value) {
                    asked(&pos, value);
                }
            }
        }
    }
}

/// Whether these tables agree with ours: on who wins, and on the distance but for a ply.
fn agree(tables: &Syzygy, store: &Store, names: &[&str], step: usize) -> (usize, usize) {
    let (mut count, mut shorter) = (0, 0);
    each(store, names, step, &mut |pos, value| {
        let text = || format!("{} {value:?}", pos.board());
        let wdl = tables.wdl(pos.board()).unwrap_or_else(|| panic!("{}", text()));
        let plies = i32::from(value.distance().unwrap_or(0));
        let (expected, sign) = match value {
            Value::Draw => (Wdl::Draw, 0),
            Value::Win(_) => (if plies > RULE { Wdl::CursedWin } else { Wdl::Win }, 1),
            Value::Loss(_) => (if plies > RULE { Wdl::BlessedLoss } else { Wdl::Loss }, -1),
        };
        assert_eq!(wdl, expected, "{}", text());
        let found = tables.dtz(pos.board()).unwrap_or_else(|| panic!("{}", text()));
        assert_eq!(found.signum(), sign, "{}", text());
        // Who is mated is said to be lost in one.
        let expected = if sign == 0 { 0 } else { plies.max(1) };
        assert!((expected - 1..=expected).contains(&found.abs()), "{}: {found}", text());
        shorter += usize::from(found.abs() < expected);
        count += 1;
    });
    (count, shorter)
}

#[test]
fn tables_of_three_men_are_written_and_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let (rules, indexer) = (Chess::default(), ChessIndexer::default());
    let names = ["KRK", "KPK"];
    let store = built(&names);
    let ours = probe(&rules, &indexer, store.clone());
    for name in ["KQK", "KRK", "KBK", "KNK", "KPK"] {
        write(folder.path(), name, &|pos| ours.value(pos, Metric::Dtz)).unwrap();
    }
    let (tables, found) = Syzygy::open(&[folder.path()], 7, true);
    assert_eq!((found.wdl, found.dtz, found.refused), (5, 5, Vec::new()));
    let (count, shorter) = agree(&tables, &store, &names, 9);
    assert!(count > 20_000 && shorter == 0, "{count} {shorter}");
}

#[test]
fn what_is_cut_short_or_foreign_or_changed_is_refused_with_a_reason() {
    let folder = tempfile::tempdir().unwrap();
    // Any values do: here who is nearer to the rim loses.
    let value = |pos: &Position| {
        let rank = pos.board().king(pos.board().side_to_move()) as u8 >> 3;
        Some(if rank > 2 { Value::Win(1) } else { Value::Loss(2) })
    };
    let paths = write(folder.path(), "KRK", &value).unwrap();
    let whole = fs::read(&paths[0]).unwrap();
    let why = |bytes: &[u8]| {
        fs::write(&paths[0], bytes).unwrap();
        let (tables, found) = Syzygy::open(&[folder.path()], 7, true);
        (tables, found.refused.into_iter().next().map(|refused| refused.1))
    };
    let cut = why(&whole[..whole.len() - 64]).1.unwrap();
    assert!(cut.ends_with(&format!("bytes, expected {}", whole.len())), "{cut}");
    let short = why(&whole[..20]).1.unwrap();
    assert_eq!(short, "found 20 bytes, expected a longer header");
    let foreign = why(b"not a table of any kind").1.unwrap();
    assert!(foreign.ends_with("its first bytes are not those of such a table"), "{foreign}");
    // Whatever byte is another, nothing panics: it is refused, or some positions have no value.
    let board: cozy_chess::Board = "8/8/8/3k4/8/8/1R4K1/8 b - - 0 1".parse().unwrap();
    for at in (0..whole.len().min(600)).step_by(3) {
        let mut changed = whole.clone();
        changed[at] ^= 0x55;
        let _ = why(&changed).0.wdl(&board);
    }
}

#[test]
fn a_name_of_a_table_is_that_of_both_sides() {
    for name in ["KRPvKR", "KvK", "KRvK", "KQRBNPvK", "KQRBNPvKQ", "RvK", "KPRvK", "KRvKx", "KRK"] {
        let expected = ["KRPvKR", "KRvK", "KQRBNPvK"].contains(&name);
        assert_eq!(Material::parse(name).is_some(), expected, "{name}");
    }
}

/// The folder is that of `PLYGLOT_SYZYGY`; `tools/long-run tables` has one.
#[test]
#[ignore = "needs files that are not in the repository"]
fn files_of_others_agree_with_our_tables() {
    let Ok(folder) = std::env::var("PLYGLOT_SYZYGY") else { return };
    let (tables, found) = Syzygy::open(&[Path::new(&folder)], 7, true);
    assert_eq!(found.refused, Vec::new());
    let small = ["KQK", "KRK", "KBK", "KNK", "KPK"];
    let store = built(&small);
    // Who reads the files otherwise says nearly always the same distance, so that one that is a ply
    // shorter now and then is the files' way of counting, and not ours.
    let (count, shorter) = agree(&tables, &store, &small, 3);
    assert!(count > 100_000 && shorter * 100 < count, "{count} positions, {shorter} shorter");
    let store = built(&["KBNK", "KQKR"]);
    for name in ["KBNK", "KQKR"] {
        let (count, shorter) = agree(&tables, &store, &[name], 1009);
        assert!(count > 1000 && shorter * 100 < count, "{name}: {count}, {shorter} shorter");
    }
}
