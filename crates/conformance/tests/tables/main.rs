//! Endgame tables of every game: builders against each other, the verifier, published counts, and second
//! programs; games played out by what tables say; what is kept of them where a place is two bits.
//!
//! They are here, and not with the tests from outside, because nearly all they do is work of their own:
//! second programs, and builders whose tables nobody plays by. Compiled as well as a game is, that takes
//! half the time. What takes long all the same is built under `PLYGLOT_LONG=1` only.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]
#![expect(clippy::cast_possible_truncation, reason = "places of small tables are indices")]
#![expect(clippy::trivially_copy_pass_by_ref, reason = "rules are lent, as the library takes them")]

mod abalone;
mod altered;
mod chess;
mod cursed;
mod draughts;
mod en_passant;
mod independent;
mod margins;
mod morris;
mod oware;
mod sharing;
mod spans;
mod stages;
mod two_bits;

use std::path::Path;

use plyglot::core::Settings;
use plyglot::host::tb::{TbJob, TbTask};
use plyglot::registry::{GAMES, find};

fn is_long() -> bool {
    std::env::var_os("PLYGLOT_LONG").is_some()
}

/// What `plyglot tb` says of the tables of a game with up to so many men.
fn told_of(
    game: &str,
    settings: &Settings,
    men: u8,
    folder: &Path,
    task: TbTask,
) -> Result<Vec<String>, String> {
    let job = TbJob { men_max: Some(men), memory_mib: 256, threads: 2, ..TbJob::new(task, folder) };
    let (entry, variant) = find(GAMES, game).unwrap();
    let mut lines = Vec::new();
    (entry.tb)(variant.name, settings, &job, &mut |told| lines.push(told.line().to_owned()))?;
    Ok(lines)
}
