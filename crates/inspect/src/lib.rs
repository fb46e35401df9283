//! The search under the microscope: what a search did, node by node, and questions about it.
//!
//! A [`Recorder`] watches one search and leaves a [`Recording`]: the tree as a table of nodes, its
//! moves as text. Everything else works on that and knows no game and no search: [`mod@file`] writes
//! and reads it, [`query`] answers questions. The same answers serve the protocol, where a search
//! has just been recorded, and `plyglot inspect`, where a file holds one.
#![deny(missing_docs)]

pub mod check;
pub mod compare;
pub mod file;
pub mod heat;
mod merge;
mod packing;
pub mod page;
pub mod query;
pub mod recorder;
pub mod recording;
pub mod render;
pub mod scope;
pub mod view;

pub use recorder::Recorder;
pub use recording::{End, Node, Recording};
pub use scope::Scope;
