//! The desk's part with memory: the transposition table, and what is made before any clock runs.

use std::sync::Arc;

use super::event;
use super::handler::CommandHandler;
use super::running::RunningJob;
use plyglot_host::job;
use plyglot_protocol::Reply;
use plyglot_search::TranspositionTable;

/// The pages of a larger table are written beside the session.
const WRITTEN_AT_ONCE_MIB: usize = 128;

impl CommandHandler {
    /// Forgets what was searched.
    pub(super) fn forget_table(&mut self) {
        match &self.table {
            // To have it anew costs nothing, and its pages are written beside the session.
            Some(table) if table.mib() > WRITTEN_AT_ONCE_MIB => self.table = None,
            Some(table) => table.clear(),
            None => {}
        }
    }

    /// The transposition table; smaller than asked for where memory is short.
    pub(super) fn table(&mut self, out: &mut Vec<Reply>) -> Arc<TranspositionTable> {
        let mut mib = usize::try_from(self.settings.spin("Hash")).unwrap_or(1).max(1);
        let table = self.table.take().unwrap_or_else(|| {
            loop {
                match TranspositionTable::try_new(mib) {
                    Ok(table) => break Arc::new(table),
                    Err(error) if mib > 1 => {
                        out.push(Reply::Error(format!("Hash: {mib} MiB: {error}, trying half")));
                        mib /= 2;
                    }
                    Err(_) => break Arc::new(TranspositionTable::with_buckets(1)),
                }
            }
        });
        self.table = Some(Arc::clone(&table));
        table
    }

    /// Makes what searches will need: a small table at once, the rest beside. Returns what runs now.
    pub(super) fn prepare(&mut self, out: &mut Vec<Reply>) -> Option<RunningJob> {
        let mut table = self.table(out);
        self.table = None;
        let to_take_in = table.is_to_be_taken_in();
        if to_take_in.is_some()
            && let Some(table) = Arc::get_mut(&mut table)
        {
            table.advise();
        }
        self.table = Some(Arc::clone(&table));
        let is_large = to_take_in.is_some_and(|mib| mib > WRITTEN_AT_ONCE_MIB);
        if !is_large {
            table.take_in(&|| false);
        }
        (is_large || self.engine.needs_preparation()).then(|| {
            let clock = job::running_clock();
            self.engine.prepare(table, Arc::clone(&clock), event::listener(&self.events));
            RunningJob::preparing(clock)
        })
    }
}
