//! How far a rank may be ahead of those whom it tells something.
//!
//! Small messages are taken in by the MPI library of whoever they are for, whether he reads or not: a rank
//! that is kept from its core would find its memory full of them. So who has read some says so, and who has
//! told more than others say to have read holds back. What is read and not yet said, of all ranks together,
//! is less than half of what makes a rank hold back; nobody waits for it.

/// Messages that others have not said to have read, at which a rank tells them no more.
pub(super) const UNREAD_MAX: u64 = 64;
/// Messages after which a rank says that it has read them, among few ranks.
const READ_AT_ONCE: u64 = 16;

/// What one rank has told and read.
pub(super) struct Flow {
    unread: u64,
    /// By rank, what was read of its messages since it was told so.
    read: Vec<u64>,
}

impl Flow {
    pub(super) fn new(ranks: usize) -> Self {
        Self { unread: 0, read: vec![0; ranks] }
    }

    /// A message has been sent.
    pub(super) const fn told(&mut self) {
        self.unread += 1;
    }

    /// Another says that it has read so many; perhaps of what was told in a job before this one.
    pub(super) const fn was_read(&mut self, count: u64) {
        self.unread = self.unread.saturating_sub(count);
    }

    /// Others are too far behind with reading to be told more.
    pub(super) const fn is_far_ahead(&self) -> bool {
        self.unread > UNREAD_MAX
    }

    /// A message of this rank has been read: how many to tell it of, if it is time for that.
    pub(super) fn read(&mut self, from: usize) -> Option<u64> {
        let ranks = self.read.len() as u64;
        let read = &mut self.read[from];
        *read += 1;
        let is_time = *read >= (UNREAD_MAX / (2 * ranks)).clamp(1, READ_AT_ONCE);
        is_time.then(|| std::mem::take(read))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_waits_for_what_is_read_and_not_said() {
        for ranks in [2, 3, 8, 16, 33, 4096] {
            let mut flow = Flow::new(ranks);
            let said = std::iter::repeat_with(|| flow.read(1)).position(|count| count.is_some());
            let unsaid = said.unwrap() * (ranks - 1);
            assert!(unsaid as u64 <= UNREAD_MAX / 2, "{ranks}: {unsaid}");
        }
    }

    #[test]
    fn who_has_told_more_than_was_read_holds_back() {
        let mut flow = Flow::new(2);
        (0..=UNREAD_MAX).for_each(|_| flow.told());
        assert!(flow.is_far_ahead());
        flow.was_read(1);
        assert!(!flow.is_far_ahead());
        flow.was_read(u64::MAX);
        assert!(!flow.is_far_ahead());
    }
}
