//! What the operating system has to do with us: other programs that we start, signals, and memory.

pub mod closed;
pub mod heap;
pub mod interrupts;
pub mod processes;
pub mod ranks;
