//! What rank 0 finds in the folder, told to all.

use super::exchange::Exchange;
use crate::build::{BuildError, BuildRequest};
use crate::contents::{Contents, TableIndexer};
use crate::file::{Label, Reason, TableFile};
use crate::indexer::TableId;
use crate::nodes::Outline;
use crate::store::{self, TableSet, paths_of};
use plyglot_core::game::Rules;

/// What rank 0 has found in the folder.
enum Found {
    Nothing,
    /// A file that cannot be used.
    Refused(String),
    File(TableFile),
    /// A file that must not be touched.
    Error(String),
}

/// A table's file as all ranks know of it.
pub(super) struct Known {
    /// Its length, if there is a sound one.
    pub(super) bytes: Option<u64>,
    /// The file itself, on rank 0.
    pub(super) file: Option<TableFile>,
}

/// What rank 0 finds in the folder, told to all.
pub(super) fn found<R: Rules, I: TableIndexer<R>>(
    exchange: &mut Exchange<'_>,
    request: &BuildRequest<'_>,
    label: &Label,
) -> Result<(Known, Vec<String>), BuildError> {
    let found =
        if exchange.rank() == 0 { look_for::<R, I>(request, label) } else { Found::Nothing };
    let (kind, text) = match &found {
        Found::Nothing => (b'-', String::new()),
        Found::Refused(why) => (b'?', why.clone()),
        Found::File(file) => (b'+', file.bytes().to_string()),
        Found::Error(why) => (b'!', why.clone()),
    };
    let word = exchange.broadcast([&[kind], text.as_bytes()].concat());
    let text = String::from_utf8_lossy(&word[1..]).into_owned();
    let file = if let Found::File(file) = found { Some(file) } else { None };
    let known = |bytes| Known { bytes, file };
    match word[0] {
        b'+' => Ok((known(text.parse().ok()), Vec::new())),
        b'?' => Ok((known(None), vec![text])),
        b'!' => Err(BuildError::Rank(text)),
        _ => Ok((known(None), Vec::new())),
    }
}

fn look_for<R: Rules, I: TableIndexer<R>>(request: &BuildRequest<'_>, label: &Label) -> Found {
    let Some(folder) = request.folder else { return Found::Nothing };
    let own = paths_of::<R, I>(folder, label).0;
    match store::open::<R, I>(folder, label) {
        Some((_, Ok(file))) => Found::File(file),
        Some((path, Err(error))) if path == own => match error.reason {
            Reason::Other { what: "game" | "rules", .. } => Found::Error(error.to_string()),
            _ => Found::Refused(error.to_string()),
        },
        None | Some((_, Err(_))) => Found::Nothing,
    }
}

pub(super) fn outline<R: Rules, I: TableIndexer<R>>(
    set: TableSet<'_, R, I>,
    request: &BuildRequest<'_>,
    table: TableId,
) -> Outline {
    Outline {
        table,
        places: set.indexer.len(table),
        metric: request.metric,
        limit: I::Contents::counter_limit(set.indexer),
        may_zero_inside: I::Contents::may_zero_inside(set.indexer, table),
        merges: set.indexer.may_coincide(table),
    }
}
