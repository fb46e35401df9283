//! Games in files: which form a file has ([`form`]), and the form that is ours ([`record`]).

pub mod form;
pub mod record;
