//! The memory of all rooms together: who wants more than is left is told so.
//!
//! Counted is what takes most of it by far, and what a page may ask for: the transposition table of each
//! room, which trees of the tree search take as well.

use std::sync::{Arc, Mutex, PoisonError};

/// MiB that all rooms may have together, and what they have.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    /// Without a limit if `None`.
    most: Option<u64>,
    taken: Arc<Mutex<u64>>,
}

/// What a room has of it, until it is closed.
#[derive(Debug)]
pub(super) struct Share {
    budget: Budget,
    mib: u64,
}

impl Budget {
    /// So many MiB at most.
    pub fn new(most: Option<u64>) -> Self {
        Self { most, taken: Arc::default() }
    }

    /// A room has so much.
    ///
    /// # Errors
    /// Less is left.
    pub(super) fn share(&self, mib: u64) -> Result<Share, String> {
        let mut share = Share { budget: self.clone(), mib: 0 };
        share.resize(mib)?;
        Ok(share)
    }
}

impl Share {
    /// It has so much from now on, or as much as before where less is left.
    ///
    /// # Errors
    /// Less is left.
    pub(super) fn resize(&mut self, mib: u64) -> Result<(), String> {
        let mut taken = self.budget.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let others = *taken - self.mib;
        if let Some(most) = self.budget.most.filter(|most| others + mib > *most) {
            let left = most.saturating_sub(others);
            return Err(format!(
                "found {mib} MiB, expected at most {left}: all clients together may have {most}, as \
                 --memory-max says"
            ));
        }
        *taken = others + mib;
        self.mib = mib;
        Ok(())
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        let mut taken = self.budget.taken.lock().unwrap_or_else(PoisonError::into_inner);
        *taken -= self.mib;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rooms_have_no_more_than_there_is_and_give_it_back() {
        let budget = Budget::new(Some(100));
        let mut one = budget.share(60).unwrap();
        let error = "found 64 MiB, expected at most 40: all clients together may have 100, as \
                     --memory-max says";
        assert_eq!(budget.share(64).unwrap_err(), error);
        let other = budget.share(40).unwrap();
        assert!(one.resize(61).is_err());
        drop(other);
        one.resize(100).unwrap();
        drop(one);
        assert_eq!(*budget.taken.lock().unwrap(), 0);
        Budget::default().share(1 << 40).unwrap();
    }
}
