//! What every game and every search is held against, for tests alone: nothing that plays depends on
//! this crate.
//!
//! - [`laws`]: what rules and notation of a game promise; [`evaluators`]: its evaluators; [`indexer`]: what its endgame
//!   tables rest on; [`game`]: all laws of a game, in all its variants, under all its options;
//! - [`files`]: the files of endgame tables under all rules of a game;
//! - [`options`]: values of options, drawn by lot;
//! - [`graph`]: games drawn on paper;
//! - [`network`]: networks, by their files alone;
//! - [`minimax`]: the value of a position, written as it is defined;
//! - [`searching`]: one search as a test wants it.
#![deny(missing_docs)]

pub mod evaluators;
pub mod files;
pub mod game;
pub mod graph;
pub mod indexer;
pub mod laws;
pub mod minimax;
pub mod network;
pub mod options;
pub mod searching;
