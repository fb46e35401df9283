//! `plyglot bench`: fixed positions of every game are searched, and their nodes counted.

use std::path::{Path, PathBuf};

use plyglot_core::file::read_text;
use plyglot_host::entry::GameEntry;
use plyglot_host::job;

use crate::{bench, io};

/// No file of node counts is longer.
const COUNTS_BYTES_MAX: u64 = 1 << 20;

/// What `plyglot bench` is asked.
#[derive(clap::Args, Clone, Debug)]
pub(super) struct BenchJob {
    /// Compare the counts with this file and fail where they differ
    #[arg(long, value_name = "FILE")]
    expect: Option<PathBuf>,
}

impl BenchJob {
    pub(super) fn run(&self, games: &[&'static GameEntry]) -> Result<(), String> {
        let expected = self.expect.as_deref().map(read).transpose()?;
        let total = bench::run(games, &job::running_clock(), &mut |line| io::say(&line))?;
        let total = total.ok_or("bench was stopped")?;
        let compared = expected.map_or(Ok(()), |text| total.compare(&text));
        io::say(&total.summary());
        compared.map_err(|differences| format!("bench: {differences}"))
    }
}

fn read(path: &Path) -> Result<String, String> {
    read_text(path, COUNTS_BYTES_MAX).map_err(|error| format!("{}: {error}", path.display()))
}
