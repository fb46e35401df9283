//! Where a build puts what it makes.

use std::fs;
use std::io;
use std::path::Path;

use crate::game::Game;
use crate::output::begun;
use plyglot_core::file::WholeFile;
use plyglot_core::lock::LockedFolder;
use plyglot_tablebase::TableId;
use plyglot_tablebase::build::BuildRequest;
use plyglot_tablebase::store::{TableSet, label, paths_of};

/// A folder and a report, seen to before there is work that could be lost.
pub(super) struct Site {
    /// Nobody else builds in the folder meanwhile.
    _folder: LockedFolder,
    /// The report, begun and empty.
    pub(super) report: Option<WholeFile>,
}

impl Site {
    /// Makes the folder where it is not there yet. A folder that cannot be written is refused where a
    /// table is missing.
    pub(super) fn open<G: Game>(
        set: TableSet<'_, G, G::Indexer>,
        request: &BuildRequest<'_>,
        report: Option<&Path>,
    ) -> Result<Self, String> {
        let folder = request.folder.unwrap_or(Path::new("."));
        let at = |error: io::Error| format!("{}: {error}", folder.display());
        fs::create_dir_all(folder).map_err(at)?;
        let held = LockedFolder::new(folder)
            .map_err(at)?
            .ok_or_else(|| format!("{}: another build is under way there", folder.display()))?;
        let is_there = |table: &TableId| {
            let wanted = label(set, *table, request.metric);
            let (own, older) = paths_of::<G, G::Indexer>(folder, &wanted);
            own.exists() || older.is_some_and(|path| path.exists())
        };
        if !request.tables.iter().all(is_there) {
            WholeFile::create(&folder.join("a table")).map_err(at)?;
        }
        Ok(Self { _folder: held, report: report.map(begun).transpose()? })
    }
}
