//! Waiting for work of the engine: the interpreter is free meanwhile, and Ctrl-C ends it.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use crate::error::refused;
use pyo3::prelude::*;

/// How often a wait looks whether there are signals, or something to tell.
pub(crate) const INTERVAL: Duration = Duration::from_millis(20);

/// Does a job in a thread of its own and waits for it. `look` is called again and again meanwhile;
/// where it fails, or a signal came, the job is told to `stop`, and the error is raised when it has.
pub(crate) fn work<T: Send + 'static>(
    py: Python<'_>,
    job: impl FnOnce() -> T + Send + 'static,
    stop: impl Fn(),
    mut look: impl FnMut() -> PyResult<()>,
) -> PyResult<T> {
    let (done, result) = channel();
    let thread = thread::Builder::new().name("plyglot".to_owned()).spawn(move || {
        // Whoever waited may have gone.
        drop(done.send(job()));
    });
    thread.map_err(|error| refused(format!("no thread for the work: {error}")))?;
    let mut failed = None;
    // A receiver may be handed from thread to thread, but not be shared.
    let mut result = Some(result);
    loop {
        let (inbox, got) = {
            let inbox = result.take();
            py.detach(move || {
                let got = inbox.as_ref().map(|inbox| inbox.recv_timeout(INTERVAL));
                (inbox, got)
            })
        };
        result = inbox;
        let seen = look().and_then(|()| py.check_signals());
        if let Err(error) = seen {
            stop();
            failed.get_or_insert(error);
        }
        match got {
            Some(Ok(value)) => return failed.map_or(Ok(value), Err),
            Some(Err(RecvTimeoutError::Timeout)) => {}
            Some(Err(RecvTimeoutError::Disconnected)) | None => {
                return Err(failed.unwrap_or_else(|| refused("the work failed")));
            }
        }
    }
}
