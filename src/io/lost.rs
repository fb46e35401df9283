//! Whether something of what was said on standard output got lost, as on a full disk.
//!
//! Standard output is one for the whole program, and so is this. That nobody listens any more, as behind
//! `| head`, is no loss: whoever leaves has heard enough. But what is thought then is thought for nobody,
//! so it is asked now and then, not only when something is written.

use std::io;
use std::sync::OnceLock;

use crate::system::closed::output_was_closed;

/// The first failure.
static LOST: OnceLock<String> = OnceLock::new();

/// An error where there was no standard output when the program began.
pub(super) fn expect_open() -> io::Result<()> {
    if output_was_closed() {
        Err(io::Error::other("closed when the program began"))
    } else {
        Ok(())
    }
}

/// Notes why a write has failed.
pub(super) fn note(error: &io::Error) {
    if error.kind() != io::ErrorKind::BrokenPipe {
        let _ = LOST.set(error.to_string());
    }
}

/// Whether nobody can read any more what is written there: the other end of its pipe is closed.
#[cfg(unix)]
pub(super) fn has_no_reader(output: &impl std::os::fd::AsFd) -> bool {
    use nix::poll::{PollFd, PollFlags, PollTimeout, poll};

    let mut asked = [PollFd::new(output.as_fd(), PollFlags::empty())];
    poll(&mut asked, PollTimeout::ZERO).is_ok()
        && asked[0].revents().is_some_and(|found| found.contains(PollFlags::POLLERR))
}

/// It is found out when something is written.
#[cfg(not(unix))]
pub(super) const fn has_no_reader<T>(_output: &T) -> bool {
    false
}

/// An error if anything that was said on standard output is lost. To be asked at the end.
pub fn check() -> Result<(), String> {
    let told = |error| format!("standard output: {error}; what was said is lost");
    LOST.get().map_or(Ok(()), |error| Err(told(error)))
}
