//! How many random positions a second the endgame tables answer, one thread: `cargo bench --bench
//! probe`. The issue asks for five million from memory and one from unpacked blocks of a file.
#![expect(clippy::unwrap_used, reason = "a bench stops at the first surprise")]

use std::sync::Arc;

use divan::Bencher;
use divan::counter::ItemsCount;
use plyglot::core::rng::seeded;
use plyglot::endgame::build::{BuildRequest, build, with_needs};
use plyglot::endgame::contents::Builder;
use plyglot::endgame::monitor::NoMonitor;
use plyglot::endgame::store::{Store, TableSet};
use plyglot::endgame::wdl_probe::WdlProbe;
use plyglot::endgame::{Indexer, Metric, Probe};
use plyglot::games::Game;
use plyglot::games::chess::Chess;
use rand::RngExt;

/// Random positions asked in each round.
const POSITIONS: usize = 4096;

fn main() {
    divan::main();
}

#[divan::bench]
fn from_memory(bencher: Bencher<'_, '_>) {
    ask(bencher, false);
}

#[divan::bench]
fn from_unpacked_blocks(bencher: Bencher<'_, '_>) {
    ask(bencher, true);
}

fn ask(bencher: Bencher<'_, '_>, from_file: bool) {
    let rules = Chess::default();
    let indexer = rules.indexer();
    let folder = tempfile::tempdir().unwrap();
    let wanted = indexer.tables(&rules, 5).into_iter().find(|table| indexer.name(*table) == "KQKR");
    let table = wanted.unwrap();
    let order = BuildRequest {
        tables: with_needs(&indexer, &rules, &[table]),
        metric: Metric::Wdl,
        folder: Some(folder.path()),
        memory: 1 << 30,
        builder: Builder::Retrograde,
    };
    let mut store = Store::default();
    let subject = TableSet { game: "chess", rules: &rules, indexer: &indexer };
    let mut keep = |table, cells: &Arc<_>, _| store.insert(table, Metric::Wdl, Arc::clone(cells));
    build(subject, &order, &NoMonitor, &mut |_| (), &mut keep).unwrap();
    if from_file {
        store = Store::default();
        store.attach(
            TableSet { game: "chess", rules: &rules, indexer: &indexer },
            4,
            folder.path(),
        );
    }
    let mut rng = seeded(1);
    let mut positions = Vec::new();
    while positions.len() < POSITIONS {
        positions.extend(indexer.unrank(table, rng.random_range(0..indexer.len(table))));
    }
    let view = WdlProbe::new(&rules, &indexer, store);
    bencher.counter(ItemsCount::new(POSITIONS)).bench_local(|| {
        positions.iter().filter(|pos| divan::black_box(view.verdict(pos)).is_some()).count()
    });
}
