//! Words everyone uses: sides, scores, limits, options, hash keys, random numbers.
//!
//! Nothing here starts a thread or knows a game, and only [`mod@file`] does input or output.
#![deny(missing_docs)]

pub mod bits;
pub mod choice;
pub mod file;
pub mod game;
mod info;
pub mod limits;
pub mod lock;
pub mod memory;
pub mod option;
pub mod priority;
pub mod rng;
pub mod rules_in_force;
pub mod score;
pub mod seal;
pub mod side;
pub mod sort;
pub mod symmetry;
pub mod text;
pub mod zobrist;

pub use choice::{Choice, Way};
pub use info::Info;
pub use limits::{Limits, WALK_DEPTH_MAX};
pub use option::{Kind, Opt, OptionError, Scope, Settings, Value};
pub use rules_in_force::RulesInForce;
pub use score::{Bound, Score};
pub use side::Side;
