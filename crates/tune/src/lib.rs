//! Fitting an evaluator's weights to the results of games (Texel's method [osterlund-2014]).
//!
//! Many games are played; of each, quiet positions are kept with the game's result ([`mod@generate`],
//! [`data`]). An evaluation `e` foretells the result by the logistic curve `1 / (1 + e^(-Ke))`;
//! the weights wanted are those whose forecast is least wrong over all positions ([`mod@fit`]). Any
//! evaluator that is [`plyglot_core::game::Tunable`] can be tuned; nothing here knows a game.
//!
//! ```text
//! expected score   1.0 |              ___---
//!                  0.5 |          _/            K says how steep: it is fitted first, with the
//!                  0.0 |  ___---                weights as they are, and then left alone.
//!                      +--------------------- e, cp
//! ```
//!
//! An evaluator that asks a network ([`plyglot_network`]) is [`plyglot_core::game::Trainable`]: its
//! network is distilled from another evaluator first and learns from games then ([`mod@study`]), by
//! the slope of its error ([`mod@train`]).
//!
//! The numbers of the search itself are tuned by games ([`mod@spsa`]); what its shallow searches foretell
//! of deeper ones is measured ([`mod@forecasts`]).
#![deny(missing_docs)]

pub mod data;
pub mod fit;
pub mod forecasts;
pub mod generate;
pub mod network_samples;
pub mod spsa;
pub mod study;
pub mod train;

pub use data::{Sample, Samples, load};
pub use fit::{FitPlan, Fitted, Progress, fit};
pub use forecasts::{ForecastPlan, Measured, forecasts};
pub use generate::{GeneratePlan, Harvest, generate, generate_over};
pub use network_samples::{Distillation, NetworkSamples};
pub use spsa::{Spsa, SpsaPlan};
pub use study::{StudyPlan, study};

/// The chance of winning that a search's score stands for, a cp, where nothing has been fitted: a
/// hundred are 64 in a hundred. So it was in chess games of 600 nodes a move.
const STEEPNESS: f64 = 1.0 / GeneratePlan::SCALE as f64;
