//! Following the work on a table, and stopping it.

/// Follows a build, and may stop it.
pub trait Monitor: Sync {
    /// So many of the places of this phase are done.
    fn progress(&self, phase: Phase, done: u64, total: u64);

    /// This rank of several has sent so much so far.
    fn sent(&self, _messages: u64, _bytes: u64) {}

    /// Asked between pieces of work; may wait. `false` gives the build up.
    fn may_go_on(&self) -> bool {
        true
    }
}

/// Nobody follows.
#[derive(Clone, Copy, Default, Debug)]
pub struct NoMonitor;

impl Monitor for NoMonitor {
    fn progress(&self, _: Phase, _: u64, _: u64) {}
}

/// How many places it is when so many of the parts of a table are done, if all parts count alike.
pub(super) fn share(places: u64, done: usize, parts: usize) -> u64 {
    (u128::from(places) * done as u128 / parts as u128) as u64
}

/// What a builder is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Every place is looked at for the first time.
    Initial,
    /// Places this far from the end are being solved.
    Distance(u16),
    /// What is known at these places is followed backwards.
    Backwards,
    /// Values are compared with those of their successors.
    Verify,
    /// So many values have been found to follow from others, and not from each other in a circle.
    Founded,
}
