//! Go on four lines, by the rules of Tromp and Taylor, settled another way than by the program.
//!
//! All boards there are have a number (`states`), and a first pass over them asks where a side reaches
//! its margin if nothing but a ko may not be retaken: it does so without going round, or not at all
//! (`States::forced`). That decides 99 of 100 positions and proves none, for under superko a move may
//! be refused that the pass counted on. So a search follows it with every board of the game in mind
//! (`Prover`), and what it finds holds where its own moves lead to no board that has been, and where all
//! boards have been that the other side was refused. Boards are kept themselves, and up to symmetry; the
//! program has keys of positions and knows no symmetry.

mod board;
mod prove;
mod states;

pub use board::{BLACK, WHITE};
pub use prove::Prover;
pub use states::States;

/// Whether a side gets this many points at least from the empty board, Black to move, and how many nodes
/// the proof took.
pub fn gets(states: &States, side: usize, points: i32) -> (bool, u64) {
    let mut prover = Prover::new(states, side, points);
    (prover.proves_the_start(), prover.nodes())
}
