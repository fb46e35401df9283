//! Games in files: which form a file has ([`form`]), a game read from one ([`kept`]), what stays of
//! its head ([`heading`]), the form that is ours ([`record`]), variations and comments ([`tree`],
//! [`annotated`]), and what a move gave away ([`faults`]).

pub mod annotated;
pub mod claim;
pub mod faults;
pub mod form;
pub mod heading;
pub mod kept;
pub mod record;
pub mod tree;
