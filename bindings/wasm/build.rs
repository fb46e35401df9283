//! A search recurses once a ply, and more beyond its horizon: the usual mebibyte of stack would not do.

#![expect(clippy::disallowed_macros, reason = "that is how cargo is told")]

use std::env::var;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm") {
        println!("cargo::rustc-link-arg-cdylib=-zstack-size=16777216");
    }
}
