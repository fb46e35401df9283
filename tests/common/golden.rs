//! Files that say what the program says, compared with what it says now. With `PLYGLOT_BLESS=1` a test
//! writes its file anew, and what has changed there is to be read.

use std::fs;
use std::path::{Path, PathBuf};

/// Whether files are written anew.
pub(crate) fn is_blessing() -> bool {
    std::env::var_os("PLYGLOT_BLESS").is_some()
}

fn path_of(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(file)
}

/// The file of this path below the repository; empty if there is none.
pub(crate) fn kept(file: &str) -> String {
    fs::read_to_string(path_of(file)).unwrap_or_default()
}

/// The file is what was found now, or becomes it.
pub(crate) fn check(file: &str, found: &str) {
    let kept = kept(file);
    if is_blessing() && kept != found {
        fs::write(path_of(file), found).unwrap();
        return;
    }
    let pairs = found.lines().zip(kept.lines());
    if let Some((at, (now, kept))) = pairs.enumerate().find(|(_, (now, kept))| now != kept) {
        panic!("{file}:{}: `{now}`, not `{kept}`: {RENEW}", at + 1);
    }
    assert!(kept == found, "{file} is longer or shorter than it should be: {RENEW}");
}

const RENEW: &str = "if that was meant, PLYGLOT_BLESS=1 and this test write it anew";
