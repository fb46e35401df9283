//! What clients see of the search: limits, clocks, lines and memory of every game. The search itself is
//! tested in `crates/conformance/tests`.

pub(crate) mod bounds;
mod lines;
mod memory;
mod pace;
