//! What the program says of itself, and what `cargo build --release` leaves out of it.
//!
//! `plyglot --version` names the commit that a release was built from, by git or by what `cargo package`
//! has written beside the manifest, and the features that are not there by default: the same sources say
//! the same. Other builds do not, so that a commit compiles nothing anew.
//!
//! Names of functions are left out of a release: nobody reads them there, and they are a sixth of the
//! program. `strip` of a profile does not reach a package that has settings of its own in that profile,
//! as this one has. A panic tells its line all the same, and profilers have a profile of their own, which
//! keeps them.

#![expect(clippy::disallowed_macros, reason = "that is how cargo is told")]

use std::env::var;
use std::fs::read_to_string;
use std::process::Command;

/// What `cargo package` says of the commit, beside the manifest of a packed crate.
const PACKED: &str = ".cargo_vcs_info.json";
/// Letters of a commit that are shown.
const COMMIT_LETTERS: usize = 10;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let is = |name: &str, value: &str| var(name).is_ok_and(|found| found == value);
    let is_release = is("PROFILE", "release") && is("DEBUG", "false");
    if is_release && is("CARGO_CFG_TARGET_OS", "linux") {
        println!("cargo::rustc-link-arg-bins=-Wl,--strip-all");
    }
    let commit = if is_release { commit() } else { None };
    let said = commit.unwrap_or_else(|| "no commit".to_owned());
    let mut about = vec![if is_release { said } else { "not a release build".to_owned() }];
    about.extend(var("CARGO_FEATURE_MPI").is_ok().then(|| "mpi".to_owned()));
    let version = var("CARGO_PKG_VERSION").unwrap_or_default();
    println!("cargo::rustc-env=PLYGLOT_VERSION={version} ({})", about.join(", "));
}

/// The commit of the sources, by git or by what `cargo package` says.
fn commit() -> Option<String> {
    let hash = match read_to_string(PACKED) {
        Ok(text) => text.split('"').find(|word| is_hash(word))?.to_owned(),
        Err(_) => git(&["rev-parse", "HEAD"]).filter(|hash| is_hash(hash))?,
    };
    // Where these change, the commit may have.
    for name in ["HEAD", "logs/HEAD"] {
        if let Some(path) = git(&["rev-parse", "--git-path", name]) {
            println!("cargo::rerun-if-changed={path}");
        }
    }
    hash.get(..COMMIT_LETTERS).map(str::to_owned)
}

fn is_hash(word: &str) -> bool {
    word.len() == 40 && word.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// What git says here, if this is a work tree of ours and git is there.
fn git(words: &[&str]) -> Option<String> {
    let output = Command::new("git").args(words).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
