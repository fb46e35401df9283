//! Matches: players meet, our own rules referee, and what comes of it is counted.
//!
//! A [`player`] is an engine of ours in this process, or another program that speaks UCI or UGI over
//! a [`wire`]. An [`observer`] may look on. The [`referee`] plays one game between two of them and names whatever ended it.
//! [`openings`] and [`schedule`] decide who meets whom from which position, by which [`rules`],
//! [`run`] plays the games of a match on several threads and puts them in order, [`stats`] says what
//! the result is worth, and a [`journal`] keeps it through a crash, with an [`outline`] of the match
//! and the [`conditions`] that tell it from others. What
//! was played in shares is [`merge`]d; [`ranks`] play a match on several processes. A player that is asked about
//! positions with known answers [`solve`]s them.

pub mod conditions;
pub mod date;
pub mod journal;
pub mod merge;
pub mod observer;
pub mod openings;
pub mod outline;
mod own;
pub mod player;
mod program;
pub mod ranks;
pub mod referee;
pub mod report;
pub mod rules;
pub mod run;
pub mod schedule;
pub mod solve;
pub mod spec;
pub mod stats;
pub mod wire;
