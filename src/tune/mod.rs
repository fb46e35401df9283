//! Fitting a judge's weights to the results of games (Texel's method, Österlund 2014).
//!
//! Many games are played; of each, quiet positions are kept with the game's result ([`mod@generate`],
//! [`data`]). An evaluation `e` foretells the result by the logistic curve `1 / (1 + e^(-Ke))`;
//! the weights wanted are those whose forecast is least wrong over all positions ([`mod@fit`]). Any
//! judge that is [`crate::game::Tunable`] can be tuned; nothing here knows a game.
//!
//! ```text
//! expected score   1.0 |              ___---
//!                  0.5 |          _/            K says how steep: it is fitted first, with the
//!                  0.0 |  ___---                weights as they are, and then left alone.
//!                      +--------------------- e, cp
//! ```
#![deny(missing_docs)]

pub mod data;
pub mod fit;
pub mod generate;

pub use data::{Sample, Samples, load};
pub use fit::{FitPlan, Fitted, Progress, fit};
pub use generate::{GeneratePlan, Harvest, generate};
