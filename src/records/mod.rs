//! Games in files: which form a file has ([`form`]), what stays of its head ([`heading`]), and the form that is ours ([`record`]).

pub mod claim;
pub mod form;
pub mod heading;
pub mod record;
pub mod tree;
