//! plyglot for Python: the module `plyglot._plyglot`, of which the package `plyglot` makes its own.
//!
//! A `Game` is the rules of one variant under some options; a `State` is such a game
//! as it stands. A state plays moves by number without an engine; the engine, with its player, its
//! settings and its transposition table, is made for the first search, count or question.
//!
//! Three things hold for all of it. Nothing is locked while Python runs: what is behind a lock is
//! copied out before an object is made of it, so that no garbage collection meets a lock that its
//! own thread holds. Work that takes its time runs in threads of the engine, the interpreter being
//! free meanwhile; whoever waits looks every few milliseconds whether it was interrupted
//! (`wait.rs`). And texts of errors are those of the engine.
#![deny(missing_docs)]
#![expect(clippy::doc_markdown, reason = "docstrings are written as Python writes them")]
#![expect(clippy::needless_pass_by_value, reason = "what Python hands over is handed over whole")]
#![expect(clippy::trivially_copy_pass_by_ref, reason = "methods of Python have a reference")]

mod asked;
mod count;
mod error;
mod game;
mod layout;
mod search;
mod state;
mod tables;
mod trace;
mod values;
mod wait;
mod walk;

use pyo3::prelude::*;

/// Games, searches, endgame tables and records of plyglot.
#[pymodule]
mod _plyglot {
    #[pymodule_export]
    use crate::asked::load;
    #[pymodule_export]
    use crate::error::{GameError, MoveError, OptionError, PlyglotError, PositionError};
    #[pymodule_export]
    use crate::game::{Game, bench, game, games};
    #[pymodule_export]
    use crate::search::{Search, SearchResult, Solution};
    #[pymodule_export]
    use crate::state::State;
    #[pymodule_export]
    use crate::tables::{Probe, Verdict, build, list_tables, verify};
    #[pymodule_export]
    use crate::trace::Trace;
    #[pymodule_export]
    use crate::values::{Info, Outcome, Score};
    #[pymodule_export]
    use crate::walk::Walk;
    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "as Python spells it")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
