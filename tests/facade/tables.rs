//! Jobs with endgame tables, whatever is asked of them: what cannot be done is an error, and a build that
//! is not watched any longer stops.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use plyglot::core::Settings;
use plyglot::endgame::Metric;
use plyglot::endgame::contents::Builder;
use plyglot::endgame::monitor::Phase;
use plyglot::host::tb::{StatsForm, TbJob, TbTask, TbWatch, TbWatcher};
use plyglot::host::told::Told;
use plyglot::options;
use plyglot::registry::{GAMES, find};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

use super::wishes::{Text, text};
use super::{POSITIONS, each_variant};

/// Jobs for each variant.
const JOBS: u32 = 10;
const JOBS_LONG: u32 = 2000;
/// How often the work may ask whether it may go on.
const PATIENCE: u32 = 20;

/// What is asked, its texts still to be damaged.
#[derive(Clone, Debug)]
struct Order {
    task: u8,
    only: Vec<Text>,
    position: Text,
    men_max: Option<u8>,
    metric: Option<Metric>,
    memory_mib: u64,
    is_missing: bool,
}

fn order() -> impl Strategy<Value = Order> {
    let men = option::of(select(vec![0, 1, 2, 3, 4, 32, u8::MAX]));
    let metric = option::of(select(Metric::ALL.to_vec()));
    let where_ = (select(vec![0, 1, 64]), any::<bool>());
    (0_u8..8, vec(text(3, 2), 0..3), text(1, 4), men, metric, where_).prop_map(
        |(task, only, position, men_max, metric, (memory_mib, is_missing))| Order {
            task,
            only,
            position,
            men_max,
            metric,
            memory_mib,
            is_missing,
        },
    )
}

/// Somebody who looks on for a moment.
struct Passer(AtomicU32);

impl TbWatcher for Passer {
    fn progress(&self, _: &str, _: Phase, _: u64, _: u64) {}

    fn may_go_on(&self) -> bool {
        self.0.fetch_add(1, Ordering::Relaxed) < PATIENCE
    }
}

fn obey(variant: &str, order: &Order) {
    let (game, variant) = find(GAMES, variant).unwrap();
    let settings = Settings::defaults(&options::all(GAMES));
    let folder = tempfile::tempdir().unwrap();
    let mut job = TbJob {
        men_max: Some(3),
        memory_mib: order.memory_mib,
        threads: 1,
        ..TbJob::new(TbTask::List, folder.path())
    };
    let mut names = Vec::new();
    let name = |told: Told<'_>| names.push(told.line().split(':').next().unwrap().to_owned());
    let _ = (game.tb)(variant.name, &settings, &job, &mut { name });
    let position = order.position.of(&POSITIONS);
    job.task = match order.task {
        0 => TbTask::Build(Builder::Retrograde),
        1 => TbTask::Build(Builder::Iterative),
        2 => TbTask::Verify,
        3 => TbTask::Stats { form: StatsForm::Words },
        4 => TbTask::Probe { position },
        5 => TbTask::Line { position },
        6 => TbTask::Mine { count: NonZeroUsize::MIN },
        _ => TbTask::Export { folder: folder.path().join("others") },
    };
    job.only = order.only.iter().map(|text| text.of(&names)).collect();
    (job.men_max, job.metric) = (order.men_max, order.metric);
    if order.is_missing {
        job.folder = folder.path().join("not\0there");
    }
    job.watch = Some(TbWatch(Arc::new(Passer(AtomicU32::new(0)))));
    if let Err(error) = (game.tb)(variant.name, &settings, &job, &mut |_| {}) {
        // What a panic of a builder comes to.
        assert_ne!(error, "the build failed", "{job:?}");
    }
}

#[test]
fn whatever_is_asked_of_tables_is_done_or_refused() {
    each_variant(JOBS, &order(), obey);
}

#[test]
#[ignore = "takes minutes"]
fn whatever_is_asked_of_tables_is_done_or_refused_many_times() {
    each_variant(JOBS_LONG, &order(), obey);
}
