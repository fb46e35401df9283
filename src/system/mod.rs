//! What the operating system has to do with us: other programs that we start, and signals.

pub mod closed;
pub mod interrupts;
pub mod processes;
pub mod ranks;
