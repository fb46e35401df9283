//! The workers of one search: the first is the thread that asked for it, the others are started
//! beside, as many as the system has.
//!
//! A worker that panics stops the others, and what it said is handed on; the search answers
//! whatever it has.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread::{self, Scope, ScopedJoinHandle};

use super::player::SearchInfo;
use super::time::StopFlag;
use plyglot_core::memory;

/// Deep searches recurse: a frame a ply, and quiescence below.
pub const STACK_BYTES: usize = 32 << 20;

/// What a helper has besides its stack, at most: histories and variations.
const HELPER_MIB: usize = 4;

/// What a worker comes to: what its panic said, if it panicked.
pub type Failed = Option<String>;

/// Whether the system has a thread for this helper, by its number from 1. Always so but in tests:
/// it is what is asked of the system besides.
pub type MayStart = fn(usize) -> bool;

/// The workers of one search.
#[derive(Clone, Copy, Debug)]
pub struct Team<'a> {
    /// How many there are to be.
    pub threads: usize,
    /// Which of them have a thread.
    pub may_start: MayStart,
    /// Ends the search of all of them, and nothing else.
    pub stop: &'a StopFlag,
}

impl Team<'_> {
    /// Runs all workers to the end, the first here. Once that is done the others are stopped, if they
    /// are to be. The text is that of the panic of one of them.
    pub fn run<M>(
        self,
        say: &mut dyn FnMut(SearchInfo<M>),
        lead: impl FnOnce(&mut dyn FnMut(SearchInfo<M>)) -> HelpersGoOn,
        help: impl Fn(usize) + Sync,
    ) -> Failed {
        let mut lead = Some(lead);
        let mut first = |note: Option<String>| {
            if let Some(note) = note {
                say(SearchInfo::Note(note));
            }
            lead.take().map_or(HelpersGoOn(false), |lead| lead(say))
        };
        self.run_all(&mut first, &help)
    }

    /// [`Team::run`], compiled once for all games. The first is told if there are fewer than there were
    /// to be.
    fn run_all(
        self,
        lead: &mut dyn FnMut(Option<String>) -> HelpersGoOn,
        help: &(dyn Fn(usize) + Sync),
    ) -> Failed {
        thread::scope(|scope| {
            let mut helpers = Vec::new();
            let addresses = memory::free_addresses_mib().unwrap_or(usize::MAX);
            let fitting = addresses / ((STACK_BYTES >> 20) + HELPER_MIB);
            let mut note = None;
            for number in 1..self.threads {
                let work = move || self.guarded(|| help(number)).err();
                let started = (number <= fitting).then(|| self.start(scope, number, work));
                let Some(helper) = started.flatten() else {
                    let (has, wanted) = (number, self.threads);
                    note =
                        Some(format!("{has} of {wanted} threads search: the system has no more"));
                    break;
                };
                helpers.push(helper);
            }
            let led = self.guarded(|| lead(note));
            if !matches!(led, Ok(HelpersGoOn(true))) {
                self.stop.set();
            }
            let of_helpers = helpers.into_iter().filter_map(|helper| helper.join().ok().flatten());
            // All helpers are joined, whoever failed.
            let of_helpers: Vec<String> = of_helpers.collect();
            led.err().or_else(|| of_helpers.into_iter().next())
        })
    }

    /// Starts a helper, if the system has a thread left.
    fn start<'scope>(
        self,
        scope: &'scope Scope<'scope, '_>,
        number: usize,
        help: impl FnOnce() -> Failed + Send + 'scope,
    ) -> Option<ScopedJoinHandle<'scope, Failed>> {
        let builder = thread::Builder::new().name("helper".to_owned()).stack_size(STACK_BYTES);
        let has_thread = (self.may_start)(number);
        has_thread.then(|| builder.spawn_scoped(scope, help).ok()).flatten()
    }

    /// What work comes to; if it panics, all are told to stop.
    fn guarded<T>(self, work: impl FnOnce() -> T) -> Result<T, String> {
        let done = catch_unwind(AssertUnwindSafe(work));
        done.map_err(|panic| {
            self.stop.set();
            panic_text(&*panic)
        })
    }
}

/// Whether the helpers have an end of their own that is to be waited for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HelpersGoOn(pub bool);

/// What a panic said.
fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "a worker panicked".to_owned())
}
