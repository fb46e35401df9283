//! The line protocol: lines, laws of lines, conversations, nonsense, and the document about it.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

#[path = "../common/mod.rs"]
mod common;
mod laws;
mod lines;
mod md;
mod nonsense;
mod transcripts;
