//! The endgame tables of the game in force: files that are attached, and small tables built in the
//! background.
//!
//! Nobody has to ask for perfect endings: a game may say that its small tables are embedded
//! ([`Indexer::embedded`]), and a thread builds them in memory as soon as a position near them
//! stands on the board. A search sees the tables that were complete when it began. One without a clock first waits for the
//! build, so that it is the same search every time; while one with a clock runs, the build waits.

use std::path::Path;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::beside;
use crate::event::{LongestWin, Notice};
use crate::game::Game;
use crate::tb_ask;
use crate::tb_view;
use crate::view::TablesView;
use plyglot_core::game::PlayedGame;
use plyglot_core::{Limits, Settings, Value};
use plyglot_parallel::pool;
use plyglot_search::SearchControl;
use plyglot_tablebase::build::{BuildRequest, build};
use plyglot_tablebase::contents::{Builder, metrics, probe};
use plyglot_tablebase::file::Refused;
use plyglot_tablebase::monitor::{Monitor, Phase};
use plyglot_tablebase::store::{Store, TableSet};
use plyglot_tablebase::{AtDepth, Indexer, Joined, Metric, Probe, TableId, Value as TableValue};

/// Bytes that building embedded tables may take.
const MEMORY: u64 = 256 << 20;
/// How often a waiting search looks whether it was stopped.
const PATIENCE: Duration = Duration::from_millis(10);

/// What the session, its searches and the thread that builds share.
#[derive(Debug, Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    /// Files, and what has been built.
    store: Store,
    /// Files alone.
    files: Store,
    /// A thread is building.
    building: bool,
    /// Searches with a clock that run now.
    clocks: u32,
    /// Nobody wants the tables any more.
    given_up: bool,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// With these files and nothing else.
    fn with_files(store: Store) -> Arc<Self> {
        let state = Mutex::new(State { files: store.clone(), store, ..State::default() });
        Arc::new(Self { state, ..Self::default() })
    }

    /// Waits for the build under way, or until the search is to stop.
    fn wait_until_built(&self, control: &SearchControl) -> MutexGuard<'_, State> {
        let mut state = self.lock();
        while state.building && !control.stop.is_set() {
            let waited = self.changed.wait_timeout(state, PATIENCE);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        state
    }
}

impl Monitor for Shared {
    fn progress(&self, _: Phase, _: u64, _: u64) {}

    fn may_go_on(&self) -> bool {
        let state = self.lock();
        let waits = |state: &mut State| state.clocks > 0 && !state.given_up;
        let state = self.changed.wait_while(state, waits).unwrap_or_else(PoisonError::into_inner);
        !state.given_up
    }
}

/// The tables of a game.
pub(super) struct Tablebases<G: Game> {
    indexer: Arc<G::Indexer>,
    shared: Arc<Shared>,
    embeds: bool,
    begun: bool,
    /// Tables with more men are left alone.
    men_max: u8,
    depth_min: i32,
    other: Option<AtDepth<Arc<dyn Probe<G>>>>,
    /// What the client was told when tables were last attached.
    told: Vec<Notice>,
}

impl<G: Game> Tablebases<G> {
    /// No tables yet.
    pub(super) fn new(rules: &G) -> Self {
        Self {
            indexer: Arc::new(rules.indexer()),
            shared: Arc::default(),
            embeds: false,
            begun: false,
            men_max: u8::MAX,
            depth_min: 1,
            other: None,
            told: Vec::new(),
        }
    }

    /// [`Tablebases::attach`] because the rules have changed and not what was asked for: nothing is
    /// said a second time.
    pub(super) fn attach_again(&mut self, rules: &G, settings: &Settings) -> Vec<Notice> {
        let before = std::mem::take(&mut self.told);
        let told = self.attach(rules, settings).unwrap_or_default();
        if told == before { Vec::new() } else { told }
    }

    /// Attaches what these settings ask for, and nothing else. Returns what the client should know;
    /// the error is that of a folder that cannot be read.
    pub(super) fn attach(&mut self, rules: &G, settings: &Settings) -> Result<Vec<Notice>, String> {
        let Wanted { path, men_max, depth_min, mut embeds } = Wanted::of(settings);
        let indexer = rules.indexer();
        let (mut store, mut told) = (Store::default(), Vec::new());
        let mut other = None;
        if let Err(why) = indexer.is_sound(rules) {
            if !path.is_empty() {
                told.push(Notice::Note(format!("tables: none attached: {why}")));
            }
            embeds = false;
        } else if !path.is_empty() {
            std::fs::read_dir(path).map_err(|error| format!("TbPath: {path}: {error}"))?;
            let game = indexer.files(rules).unwrap_or(G::NAME);
            let set = TableSet { game, rules, indexer: &indexer };
            let (count, refused) = store.attach(set, men_max, Path::new(path));
            let is_empty = count == 0 && refused.is_empty();
            let why = if is_empty { none_fits::<G>(set, path) } else { "" };
            tell_attached(&mut told, (path, count, why), &refused);
        }
        if indexer.is_sound(rules).is_ok() {
            let found = rules.other_tables(settings)?;
            for line in found.told {
                told.push(Notice::Note(line));
            }
            other = found.tables;
        }
        self.give_up();
        self.shared = Shared::with_files(store);
        self.indexer = Arc::new(indexer);
        self.embeds = embeds && <G::Indexer as Indexer<G>>::EMBEDDED_MEN > 0;
        self.begun = false;
        self.men_max = men_max;
        self.depth_min = depth_min;
        self.other = other;
        self.told.clone_from(&told);
        Ok(told)
    }

    /// Begins to build what is embedded, if the game is near it and that has not begun.
    pub(super) fn begin(&mut self, rules: &Arc<G>, pos: &G::Position) {
        if !self.embeds || self.begun || !self.indexer.is_near_embedded(pos) {
            return;
        }
        self.begun = true;
        let metric = metrics::<G, G::Indexer>()[0];
        let mut tables = self.indexer.embedded(rules);
        if self.men_max < <G::Indexer as Indexer<G>>::EMBEDDED_MEN {
            let few = self.indexer.tables(rules, self.men_max);
            tables.retain(|table| few.contains(table));
        }
        if tables.iter().all(|table| self.shared.lock().files.has(*table, metric)) {
            // Files say it all.
            return;
        }
        let (shared, indexer, rules) =
            (Arc::clone(&self.shared), Arc::clone(&self.indexer), Arc::clone(rules));
        let under_way = UnderWay::begin(shared);
        let work = move || build_embedded(&*rules, &*indexer, tables, &under_way.0);
        beside::start("tables", None, Box::new(work));
    }

    /// The tables as a search will see them.
    pub(super) fn ready(&self, pos: &G::Position) -> Ready<G> {
        let (indexer, shared) = (Arc::clone(&self.indexer), Arc::clone(&self.shared));
        let is_near = indexer.is_near_embedded(pos);
        let other = self.other.clone();
        Ready { indexer, shared, is_near, depth_min: self.depth_min, other }
    }

    /// Who wins by the files.
    pub(super) fn verdict(&self, rules: &G, pos: &G::Position) -> Option<TableValue> {
        let files = self.shared.lock().files.clone();
        let own = probe(rules, &*self.indexer, files).verdict(pos);
        own.or_else(|| self.other.as_ref()?.probe.verdict(pos))
    }

    fn give_up(&self) {
        self.shared.lock().given_up = true;
        self.shared.changed.notify_all();
    }
}

/// While this lives, tables are being built: searches without a clock wait for them. It goes with the
/// build, also with one that panics.
struct UnderWay(Arc<Shared>);

impl UnderWay {
    fn begin(shared: Arc<Shared>) -> Self {
        shared.lock().building = true;
        Self(shared)
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        self.0.lock().building = false;
        self.0.changed.notify_all();
    }
}

impl<G: Game> Drop for Tablebases<G> {
    fn drop(&mut self) {
        self.give_up();
    }
}

/// What the settings ask of tables, whatever the game.
struct Wanted<'a> {
    /// The folder with files; empty if none are wanted.
    path: &'a str,
    men_max: u8,
    depth_min: i32,
    /// Whether small tables are built beside the search.
    embeds: bool,
}

impl<'a> Wanted<'a> {
    fn of(settings: &'a Settings) -> Self {
        let number = |name: &str, default: i64| match settings.get(name) {
            Some(Value::Spin(number)) => *number,
            _ => default,
        };
        let path = match settings.get("TbPath") {
            Some(Value::Text(path)) => path.as_str(),
            _ => "",
        };
        Self {
            path,
            men_max: u8::try_from(number("TbMaxMen", 0)).unwrap_or(0),
            depth_min: i32::try_from(number("TbProbeDepth", 1)).unwrap_or(1),
            embeds: matches!(settings.get("TbEmbedded"), Some(Value::Check(true))),
        }
    }
}

/// What the client should know of the files of a folder.
fn tell_attached(
    told: &mut Vec<Notice>,
    (path, count, why): (&str, usize, &str),
    refused: &[Refused],
) {
    told.push(Notice::Note(format!("tables: {count} attached from {path}{why}")));
    told.extend(refused.iter().map(|error| Notice::Note(format!("tables: refused {error}"))));
}

/// Why no file of a folder was attached although none was refused.
fn none_fits<G: Game>(set: TableSet<'_, G, G::Indexer>, folder: &str) -> &'static str {
    let (count, _) = Store::default().attach(set, u8::MAX, Path::new(folder));
    if count > 0 {
        return ": its tables of this game have more men than TbMaxMen";
    }
    let begin = format!("{}-", set.game);
    let is_ours = |name: &str| {
        let end = name.rsplit('.').next().and_then(Metric::parse);
        name.starts_with(&begin) && end.is_some()
    };
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    if entries.into_iter().any(|entry| entry.file_name().to_str().is_some_and(is_ours)) {
        ": its tables of this game are of other rules"
    } else {
        ": no file in it is a table of this game"
    }
}

/// One thread of its own: the others belong to the search.
fn build_embedded<G: Game>(rules: &G, indexer: &G::Indexer, tables: Vec<TableId>, shared: &Shared) {
    let metric = metrics::<G, G::Indexer>()[0];
    let request =
        BuildRequest { tables, metric, folder: None, memory: MEMORY, builder: Builder::Retrograde };
    let set = TableSet { game: G::NAME, rules, indexer };
    let mut keep = |table, cells: &Arc<_>, _| {
        let mut state = shared.lock();
        if !state.store.has(table, metric) {
            state.store.insert(table, metric, Arc::clone(cells));
        }
    };
    // A build that is given up leaves what it has finished.
    let mut build = || build(set, &request, shared, &mut |_| (), &mut keep);
    if !beside::HAS_THREADS {
        let _ = build();
    } else if let Ok(pool) = pool(1) {
        let _ = pool.install(build);
    }
}

/// The tables of a game for one search.
pub(super) struct Ready<G: Game> {
    indexer: Arc<G::Indexer>,
    shared: Arc<Shared>,
    /// The position is near the tables that are built beside; far from them a search neither waits
    /// for them nor sees them, so that it does not matter how far they are.
    is_near: bool,
    depth_min: i32,
    other: Option<AtDepth<Arc<dyn Probe<G>>>>,
}

/// While this lives, the build waits.
pub(super) struct Pause(Option<Arc<Shared>>);

impl Drop for Pause {
    fn drop(&mut self) {
        if let Some(shared) = &self.0 {
            shared.lock().clocks -= 1;
            shared.changed.notify_all();
        }
    }
}

impl<G: Game> Ready<G> {
    /// Lets a search begin: waits for the build under way where no clock runs, and lets it wait
    /// where one does.
    pub(super) fn enter(&self, limits: &Limits, control: &SearchControl) -> Pause {
        if limits.move_time.is_some() || limits.clock.iter().any(Option::is_some) {
            self.shared.lock().clocks += 1;
            return Pause(Some(Arc::clone(&self.shared)));
        }
        let waited_for = self.is_near && self.shared.lock().building;
        if waited_for {
            drop(self.shared.wait_until_built(control));
        }
        if waited_for && !limits.ponder {
            // Waiting was not thinking.
            control.time.start();
        }
        Pause(None)
    }

    /// What the tables say of a position near which they were asked for: when those under way are
    /// complete, or the clock is stopped.
    pub(super) fn view(
        &self,
        rules: &G,
        played: &PlayedGame<G>,
        control: &SearchControl,
    ) -> TablesView {
        let state =
            if self.is_near { self.shared.wait_until_built(control) } else { self.shared.lock() };
        let store = state.store.clone();
        drop(state);
        let other = self.other.as_ref().map(|other| &*other.probe);
        tb_view::view(rules, &*self.indexer, store, played, other)
    }

    /// The longest win of the table of this name, or of the one that holds this position.
    pub(super) fn longest(
        &self,
        rules: &G,
        pos: &G::Position,
        table: Option<&str>,
        control: &SearchControl,
    ) -> Result<LongestWin, String> {
        drop(self.shared.wait_until_built(control));
        let store = self.shared.lock().store.clone();
        tb_ask::longest(rules, &*self.indexer, &store, pos, table)
    }

    /// What is complete now; `None` if that is nothing.
    pub(super) fn probe<'a>(&'a self, rules: &'a G) -> Option<Box<dyn Probe<G> + 'a>> {
        let state = self.shared.lock();
        let store = if self.is_near { state.store.clone() } else { state.files.clone() };
        drop(state);
        let own = (!store.is_empty()).then(|| probe(rules, &*self.indexer, store));
        let Some(other) = self.other.clone() else { return own };
        let own = own.map(|probe| AtDepth { probe, depth_min: self.depth_min });
        Some(Box::new(Joined { own, other }))
    }

    /// The tables as a search takes them.
    pub(super) fn for_search<'a>(
        &self,
        probe: &'a dyn Probe<G>,
        limits: &Limits,
        hits: &'a AtomicU64,
    ) -> plyglot_search::TbAccess<'a, G> {
        let (margins, only_mates) = (probe.margin_is_result(), limits.mate.is_some());
        let other = self.other.as_ref().map(|other| other.depth_min);
        let depth_min = other.map_or(self.depth_min, |other| other.min(self.depth_min));
        plyglot_search::TbAccess { probe, depth_min, margins, only_mates, hits }
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    #[test]
    fn a_build_that_panics_keeps_nobody_waiting() {
        let shared = Arc::<Shared>::default();
        let under_way = UnderWay::begin(Arc::clone(&shared));
        let control = SearchControl::unlimited();
        let waited = thread::scope(|scope| {
            let waiting = scope.spawn(|| drop(shared.wait_until_built(&control)));
            let _ = scope
                .spawn(move || {
                    let _under_way = under_way;
                    panic!("in the middle of a table");
                })
                .join();
            let is_over = !shared.lock().building;
            // Who waits all the same is let go, so that the test fails and does not hang.
            control.stop.set();
            waiting.join().map(|()| is_over)
        });
        assert!(waited.unwrap(), "the build is still under way");
    }
}
