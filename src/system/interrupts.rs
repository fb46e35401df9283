//! What a person asks of a program at work by Ctrl-C: first to stop thinking, then to leave.
//!
//! While a player thinks, the first one stops its search, and what it has found is played; the next
//! leaves, unless the person has had a turn since. At the prompt the first one leaves.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Shared by who hears the signal and who is at work.
#[derive(Clone, Debug, Default)]
pub struct Interrupts {
    leave: Arc<AtomicBool>,
    stop: Arc<AtomicBool>,
    /// The person may type.
    at_prompt: Arc<AtomicBool>,
    /// The work in hand has been told to stop.
    was_told: Arc<AtomicBool>,
}

impl Interrupts {
    /// Ctrl-C was typed. Whether that leaves.
    pub fn typed(&self) -> bool {
        let first = !self.was_told.swap(true, Ordering::SeqCst);
        if first && !self.at_prompt.load(Ordering::SeqCst) {
            self.stop.store(true, Ordering::SeqCst);
            return false;
        }
        self.leave();
        true
    }

    /// Whoever waits for something waits no longer.
    pub fn leave(&self) {
        self.leave.store(true, Ordering::SeqCst);
    }

    /// Whether nobody is to wait any longer.
    pub fn must_leave(&self) -> bool {
        self.leave.load(Ordering::SeqCst)
    }

    /// Whether what thinks is to be stopped; said once.
    pub fn must_stop(&self) -> bool {
        self.stop.swap(false, Ordering::SeqCst)
    }

    /// It is the person's turn; what was asked before is done.
    pub fn at_prompt(&self) {
        self.was_told.store(false, Ordering::SeqCst);
        self.stop.store(false, Ordering::SeqCst);
        self.at_prompt.store(true, Ordering::SeqCst);
    }

    /// What the person has typed is being worked at.
    pub fn at_work(&self) {
        self.at_prompt.store(false, Ordering::SeqCst);
    }

    /// What the person does while it is his turn.
    pub fn turn<T>(&self, read: impl FnOnce() -> T) -> T {
        self.at_prompt();
        let read = read();
        self.at_work();
        read
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_stops_what_thinks_and_the_second_leaves() {
        let interrupts = Interrupts::default();
        assert!(!interrupts.typed() && !interrupts.must_leave());
        assert!(interrupts.must_stop() && !interrupts.must_stop());
        assert!(interrupts.typed() && interrupts.must_leave());
    }

    #[test]
    fn after_a_turn_of_the_person_it_begins_anew() {
        let interrupts = Interrupts::default();
        assert!(!interrupts.typed());
        interrupts.at_prompt();
        interrupts.at_work();
        assert!(!interrupts.must_stop() && !interrupts.typed());
        interrupts.at_prompt();
        assert!(interrupts.typed() && interrupts.must_leave());
    }
}
