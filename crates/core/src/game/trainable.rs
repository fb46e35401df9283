//! Evaluators that ask a network: what a trainer has to know of it.
//!
//! A network is fitted like other weights, to what searches expected and how games ended; but it has
//! so many that a *distillation* comes first: it learns the values of an evaluator that was there
//! before it, the *reference evaluator* of the game, about as many positions as wanted.

use super::Rules;
use plyglot_network::Weights;

/// The features that are active in a position, for a network.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct ActiveFeatures {
    /// The inputs that hold for the side to move.
    pub mover: Vec<u16>,
    /// The inputs that hold for the other side; as many.
    pub other: Vec<u16>,
    /// The kind of position.
    pub bucket: usize,
    /// What the evaluator knows without the network and adds to its value, for the side to move, cp: the
    /// seeds in the stores, say, where they are what is played for. 0 where it adds nothing.
    pub known: i32,
}

/// An evaluator with a network.
pub trait Trainable<R: Rules>: Sync {
    /// The weights that the evaluator plays by.
    fn weights(&self) -> Weights;

    /// What the network is told of a position, in place of what was there.
    fn active_features(&self, rules: &R, pos: &R::Position, features: &mut ActiveFeatures);
}
