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
//!
//! Functions that came out as the same machine code are laid together where the linker can do it (lld,
//! mold and gold can, GNU ld cannot: a trivial program is linked to see). Every game has its own copies of
//! what is generic, and one in thirty is the same to the byte. Nothing here compares addresses of functions.

#![expect(clippy::disallowed_macros, reason = "that is how cargo is told")]

use std::env::var;
use std::fs::{read_to_string, write};
use std::process::Command;

/// What `cargo package` says of the commit, beside the manifest of a packed crate.
const PACKED: &str = ".cargo_vcs_info.json";
/// Identical code folding, as the linkers that have it call it.
const FOLD_SAME_CODE: &str = "-Wl,--icf=all";
/// Letters of a commit that are shown.
const COMMIT_LETTERS: usize = 10;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let is = |name: &str, value: &str| var(name).is_ok_and(|found| found == value);
    // The profile for profilers is a release, too.
    let is_release = is("PROFILE", "release");
    if is_release && is("CARGO_CFG_TARGET_OS", "linux") {
        if is("DEBUG", "false") {
            println!("cargo::rustc-link-arg-bins=-Wl,--strip-all");
        }
        if links_with(FOLD_SAME_CODE) {
            println!("cargo::rustc-link-arg-bins={FOLD_SAME_CODE}");
        }
    }
    let commit = if is_release { commit() } else { None };
    let said = commit.unwrap_or_else(|| "no commit".to_owned());
    let mut about = vec![if is_release { said } else { "not a release build".to_owned() }];
    about.extend(var("CARGO_FEATURE_MPI").is_ok().then(|| "mpi".to_owned()));
    let version = var("CARGO_PKG_VERSION").unwrap_or_default();
    println!("cargo::rustc-env=PLYGLOT_VERSION={version} ({})", about.join(", "));
}

/// Whether the linker that will link the program understands `argument`.
fn links_with(argument: &str) -> bool {
    let (Ok(rustc), Ok(target), Ok(folder)) = (var("RUSTC"), var("TARGET"), var("OUT_DIR")) else {
        return false;
    };
    let (source, program) = (format!("{folder}/trivial.rs"), format!("{folder}/trivial"));
    let mut command = Command::new(rustc);
    command.args(["--edition=2021", "--target", &target, &source, "-o", &program]);
    if let Ok(linker) = var("RUSTC_LINKER") {
        command.args(["-C", &format!("linker={linker}")]);
    }
    let flags = var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    command.args(flags.split('\x1f').filter(|flag| !flag.is_empty()));
    command.args(["-C", &format!("link-arg={argument}")]);
    write(&source, "fn main() {}").is_ok()
        && command.output().is_ok_and(|output| output.status.success())
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
