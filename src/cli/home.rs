//! The tables a user keeps for all programs that play: who plays looks there unasked, as other programs
//! do with their data, so that a client need not be told of them.
//!
//! The folder is `plyglot/tables` where the system has a user's data, or the one that an environment
//! variable names; none if that is empty. Whoever names a folder by `TbPath`, if only an empty one, has
//! that. Jobs whose result is to be the same everywhere ask for none.

use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;

use etcetera::BaseStrategy;

use super::Job;
use plyglot_host::tb::TbTask;
use plyglot_protocol::words::same_words;

/// Names another folder than the system's.
const VARIABLE: &str = "PLYGLOT_TABLES";
/// The option of a player that has tables.
const OPTION: &str = "TbPath";

/// The folder, whether it is there or not.
pub(super) fn tables() -> Option<PathBuf> {
    folder(std::env::var_os(VARIABLE), || Some(etcetera::choose_base_strategy().ok()?.data_dir()))
}

/// The folder, for a job that is to have it; made where tables are to be put into it.
pub(super) fn expect_tables(task: &TbTask) -> Result<PathBuf, String> {
    let folder = tables().ok_or_else(|| {
        format!("tb: --home: found no folder of a user's data, expected one, or one that {VARIABLE} names")
    })?;
    if matches!(task, TbTask::Build(_)) {
        fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    Ok(folder)
}

fn folder(named: Option<OsString>, data: impl Fn() -> Option<PathBuf>) -> Option<PathBuf> {
    match named {
        Some(folder) => Some(PathBuf::from(folder)).filter(|folder| !folder.as_os_str().is_empty()),
        None => data().map(|data| data.join("plyglot").join("tables")),
    }
}

/// The options as they were given, with the folder for a job that plays, if it is there.
pub(super) fn with_tables(mut options: Vec<String>, job: Option<&Job>) -> Vec<String> {
    let names = |option: &String| same_words(option.split('=').next().unwrap_or(option), OPTION);
    if job.is_none_or(Job::plays) && !options.iter().any(names) {
        let folder = tables().filter(|folder| folder.is_dir());
        let folder = folder.as_ref().and_then(|folder| folder.to_str());
        options.extend(folder.map(|folder| format!("{OPTION}={folder}")));
    }
    options
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_folder_is_the_users_or_the_one_that_is_named() {
        let data = || Some(PathBuf::from("data"));
        assert_eq!(folder(None, data), Some(PathBuf::from("data/plyglot/tables")));
        assert_eq!(folder(Some("other".into()), data), Some(PathBuf::from("other")));
        assert_eq!(folder(Some(OsString::new()), data), None, "none is wanted");
    }

    #[test]
    fn who_names_a_folder_has_that_one() {
        let given = |option: &str| with_tables(vec![option.to_owned()], None);
        for option in ["TbPath=", "TbPath=here", "tbpath=here"] {
            assert_eq!(given(option), [option]);
        }
    }
}
