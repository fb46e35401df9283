//! Leaves names of functions out of what `cargo build --release` makes: nobody reads them there, and they
//! are a sixth of the program. `strip` of a profile does not reach a package that has settings of its own
//! in that profile, as this one has. A panic tells its line all the same, and profilers have a profile
//! of their own, which keeps them.

#![expect(clippy::disallowed_macros, reason = "that is how cargo is told")]

use std::env::var;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let is = |name: &str, value: &str| var(name).is_ok_and(|found| found == value);
    if is("PROFILE", "release") && is("DEBUG", "false") && is("CARGO_CFG_TARGET_OS", "linux") {
        println!("cargo::rustc-link-arg-bins=-Wl,--strip-all");
    }
}
