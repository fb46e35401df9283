//! Games in files: which form a file has ([`form`]), a game read from one ([`kept`]), what stays of
//! its head ([`heading`]), the form that is ours ([`record`]), variations and comments ([`tree`],
//! [`annotated`]), what a move gave away ([`faults`]), and the game of a recorded
//! search ([`traced`]).

pub mod annotated;
pub mod claim;
pub mod faults;
pub mod form;
pub mod heading;
pub mod kept;
pub mod record;
pub mod traced;
pub mod tree;
