//! Second programs: small, slow, and written for nothing but to be different from what they check.
//!
//! They are a crate because they count and solve much, and are compiled well for the tests, which as
//! a whole are compiled quickly.

#![expect(clippy::unwrap_used, reason = "a mistake here is to be seen at once")]
#![expect(clippy::cast_possible_truncation, reason = "boards are small")]

pub mod abalone;
pub mod chess_endings;
pub mod go_four;
pub mod morris;
pub mod oware;
