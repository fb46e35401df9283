//! What several test programs share.
pub(crate) mod client;
pub(crate) mod golden;
pub(crate) mod limits;
pub(crate) mod manual;
pub(crate) mod program;
pub(crate) mod transcript;
