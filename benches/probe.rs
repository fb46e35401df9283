//! How many random positions a second the endgame tables answer, one thread: `cargo bench --bench
//! probe`. The issue asks for five million from memory and one from unpacked blocks of a file.
#![expect(clippy::unwrap_used, reason = "a bench stops at the first surprise")]

use std::sync::Arc;

use divan::Bencher;
use divan::counter::ItemsCount;
use plyglot::core::rng::seeded;
use plyglot::endgame::build::{Builder, Order, Subject, build, with_needs};
use plyglot::endgame::plan::Unwatched;
use plyglot::endgame::probe::{Probe, View};
use plyglot::endgame::store::Store;
use plyglot::endgame::{Index, Metric};
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
    let index = rules.index();
    let folder = tempfile::tempdir().unwrap();
    let wanted = index.tables(&rules, 5).into_iter().find(|table| index.name(*table) == "KQKR");
    let table = wanted.unwrap();
    let order = Order {
        tables: with_needs(&index, &rules, &[table]),
        metric: Metric::Wld,
        folder: Some(folder.path()),
        memory: 1 << 30,
        builder: Builder::Retrograde,
    };
    let mut store = Store::default();
    let subject = Subject { game: "chess", rules: &rules, index: &index };
    let mut keep = |table, cells: &Arc<_>, _| store.insert(table, Metric::Wld, Arc::clone(cells));
    build(subject, &order, &Unwatched, &mut |_| (), &mut keep).unwrap();
    if from_file {
        store = Store::default();
        store.attach(("chess", &rules, &index), 4, folder.path());
    }
    let mut rng = seeded(1);
    let mut positions = Vec::new();
    while positions.len() < POSITIONS {
        positions.extend(index.unrank(table, rng.random_range(0..index.len(table))));
    }
    let view = View::new(&rules, &index, store);
    bencher.counter(ItemsCount::new(POSITIONS)).bench_local(|| {
        positions.iter().filter(|pos| divan::black_box(view.verdict(pos)).is_some()).count()
    });
}
