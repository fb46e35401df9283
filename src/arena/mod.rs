//! The arena: players meet, our own rules referee, and what comes of it is counted.
//!
//! A [`player`] is an engine of ours in this process, or another program that speaks UCI or UGI over
//! a [`wire`]. The [`referee`] plays one game between two
//! of them and names whatever ended it. [`openings`] and [`schedule`] decide who meets whom from
//! which position, by which [`rules`], [`run`] plays the games of a match on several threads and puts them in order,
//! [`stats`] says what the result is worth, and a [`journal`] keeps it through a crash. In [`play`] a
//! person plays against a mind, and [`replay`] shows recorded games.

mod adjust;
mod classic;
pub mod jobs;
pub mod journal;
pub mod openings;
mod own;
pub mod play;
pub mod player;
mod program;
pub mod referee;
pub mod replay;
pub mod report;
pub mod rules;
pub mod run;
mod saved;
pub mod schedule;
pub mod solve;
pub mod spec;
pub mod stats;
mod stepping;
pub mod talk;
pub mod wire;
