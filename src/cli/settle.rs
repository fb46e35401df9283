//! `plyglot solve GAME … --dir FOLDER`: a proof that takes hours or days, taken up again where it was.

use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::Duration;

use plyglot_host::settle::SettleJob;

use super::asked::on_ctrl_c;
use super::{threads, within};
use crate::io;
use crate::options::Chosen;

/// A day.
const MINUTES_MAX: u64 = 24 * 60;
/// A tebibyte.
const MEMORY_MAX_MIB: u64 = 1 << 20;
/// More stones, men or discs than any table has.
const TABLES_MAX: i64 = 255;

/// How a proof is kept.
#[derive(clap::Args, Clone, Debug)]
pub(super) struct Kept {
    /// Keep the proof of a start position here, and go on with what is there
    #[arg(long, value_name = "FOLDER")]
    dir: Option<PathBuf>,
    /// Threads of such a proof; all there are if 0
    #[arg(long, default_value_t = 0, value_parser = threads(0), requires = "dir")]
    threads: usize,
    /// MiB in which it remembers positions, its tables apart
    #[arg(long, value_name = "MIB", default_value_t = 1024, value_parser = within::<u64>(1..=MEMORY_MAX_MIB),
        requires = "dir")]
    memory: u64,
    /// Stones in play that its endgame tables go up to; they are kept as well
    #[arg(long, value_name = "STONES", requires = "dir",
        value_parser = clap::value_parser!(u16).range(1..=TABLES_MAX))]
    tables: Option<u16>,
    /// Decides by lot what it tries first among what promises as much, for a second proof
    #[arg(long, default_value_t = 0, requires = "dir")]
    seed: u64,
    /// Settles every opening pit by itself, too, once the start is settled
    #[arg(long, requires = "dir")]
    pits: bool,
    /// Finds a line of best play, too, once the start is settled
    #[arg(long, requires = "dir")]
    line: bool,
    /// Minutes between two checkpoints
    #[arg(long, value_name = "MINUTES", default_value_t = 10, value_parser = within::<u64>(1..=MINUTES_MAX),
        requires = "dir")]
    checkpoint: u64,
}

impl Kept {
    /// Whether a proof is to be kept.
    pub(super) const fn is_wanted(&self) -> bool {
        self.dir.is_some()
    }

    /// Settles the start; what is proven is told on the way, and Ctrl-C ends with a checkpoint.
    pub(super) fn settle(&self, chosen: &Chosen) -> Result<(), String> {
        let Self { dir, threads, memory, tables, seed, pits, line, checkpoint } = self;
        let interrupted = on_ctrl_c();
        let job = SettleJob {
            folder: dir.as_deref().unwrap_or_else(|| std::path::Path::new(".")),
            threads: *threads,
            memory_mib: usize::try_from(*memory).unwrap_or(usize::MAX),
            tables: *tables,
            seed: *seed,
            pits: *pits,
            line: *line,
            every: Duration::from_mins(*checkpoint),
            must_stop: &|| interrupted.load(Ordering::SeqCst),
        };
        let (game, variant) = (chosen.game, chosen.variant.name);
        let is_settled = (game.settle)(variant, &chosen.settings, &job, &io::tell)?;
        match (is_settled, *pits || *line) {
            (true, _) => Ok(()),
            (false, false) => Err("solve: not proven yet".to_owned()),
            (false, true) => Err("solve: not all that was asked for is proven yet".to_owned()),
        }
    }
}
