//! Proof-number search, as a player of games whose values depend on the way that led there.
//!
//! ```text
//! grade     ends of games on one line of numbers, and questions about them
//! proof     who reaches what, and what must have been before for that
//! table     what is known of positions
//! prover    the search: one question, one answer
//! player    questions until nothing else is possible: `go` settles the position
//! ```
//!
//! The search is that of [allis-1994], depth first [nagai-2002]. Under superko most of a game's positions
//! can be reached in ways that leave different moves, and a table that tells positions apart and nothing
//! else gives wrong answers; one that does not ask it searches each way anew. Here every proof says after
//! which ways it holds (`proof`), in the spirit of [kishimoto-muller-2004], so that one is used wherever
//! it is true and nowhere else. By this the generic search settles Go on four lines.
//!
//! Keys stand for positions, as everywhere in a search. A game whose keys leave out a counter that
//! decides it may not offer this player: a proof does not see that counter.

mod grade;
mod player;
mod proof;
mod prover;
mod table;

pub use player::ProofSearch;
