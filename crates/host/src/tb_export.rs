//! `plyglot tb export`: tables of another form written from ours.

use std::fs;
use std::path::Path;

use crate::game::Game;
use crate::progress::Voice;
use crate::tb_ask::build_here;
use plyglot_core::text::shorten;
use plyglot_tablebase::build::{BuildRequest, with_needs};
use plyglot_tablebase::contents::{metrics, probe};
use plyglot_tablebase::store::{Store, TableSet};
use plyglot_tablebase::{Indexer, Metric};

/// Writes each of the tables of a job. Ours of distances to zeroing that are in no file are built here
/// and now.
pub(super) fn export<G: Game>(
    set: TableSet<'_, G, G::Indexer>,
    request: &BuildRequest<'_>,
    to: &Path,
    voice: &Voice,
) -> Result<(), String> {
    let TableSet { game, rules, indexer } = set;
    if !metrics::<G, G::Indexer>().contains(&Metric::Dtz) {
        return Err(format!("{}: has no tables of dtz", shorten(game)));
    }
    fs::create_dir_all(to).map_err(|error| format!("{}: {error}", to.display()))?;
    let mut store = Store::default();
    if let Some(folder) = request.folder.filter(|folder| folder.exists()) {
        for error in store.attach(set, u8::MAX, folder).1 {
            voice.say(format!("refused: {error}"));
        }
    }
    let wanted = with_needs(indexer, rules, &request.tables);
    if !wanted.iter().all(|table| store.has(*table, Metric::Dtz)) {
        let request =
            BuildRequest { tables: wanted, metric: Metric::Dtz, folder: None, ..request.clone() };
        build_here::<G>(set, &request, &mut store, voice)?;
    }
    let ours = probe(rules, indexer, store);
    for &table in &request.tables {
        let known = |pos: &G::Position| ours.value(pos, Metric::Dtz);
        for path in rules.write_other(&indexer.name(table), &known, to)? {
            let bytes = fs::metadata(&path).map_or(0, |about| about.len());
            voice.say(format!("{}: {bytes} bytes", path.display()));
        }
    }
    Ok(())
}
