//! Oware and awari: the rules against a plain second program and published counts, a game for each
//! rule on which the two rule sets differ, text.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod differences;
mod naive;
mod rules;
mod spans;
mod tables;
mod text;
