//! What several test programs share.
pub(crate) mod golden;
pub(crate) mod transcript;
