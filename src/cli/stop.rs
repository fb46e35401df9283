//! Jobs that are told to stop: Ctrl-C, SIGTERM, or a terminal that goes. One line says what is kept.
//!
//! Files are written whole or not at all (`plyglot_core::file`), so a job can end at any moment; what it
//! has kept until then is true.

use crate::io;
use crate::system::processes;

/// What a shell says of a program that Ctrl-C has ended; ours whichever signal it was.
const STOPPED: i32 = 128 + 2;

/// From now on a job that is told to stop says this and ends. To be called once, before there is work.
pub(super) fn says(word: impl Fn() -> String + Send + 'static) {
    // Without a handler it ends all the same, and says nothing.
    let _ = ctrlc::set_handler(move || told(&word()));
}

/// Says this of a job that was told to stop, and ends it.
pub(super) fn told(word: &str) -> ! {
    io::notice(&format!("plyglot: stopped; {word}"));
    end()
}

/// Ends a job that was told to stop and has said so.
pub(super) fn end() -> ! {
    processes::end_at_once(STOPPED)
}
