//! Abalone: its rules against a plain second program and against published numbers, its text, its
//! options.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod bojar;
mod naive;
mod options;
mod rules;
mod search;
#[path = "../search/searching.rs"]
mod searching;
mod text;
mod wave;
