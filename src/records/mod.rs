//! Games in files: which form a file has ([`form`]), a game read from one ([`kept`]), what stays of
//! its head ([`heading`]), and the form that is ours ([`record`]).

pub mod claim;
pub mod form;
pub mod heading;
pub mod kept;
pub mod record;
pub mod tree;
