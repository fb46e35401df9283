//! Programs that we start, and signals that ask us to end.
//!
//! A program gets a process group of its own, so that whatever it starts in its turn can be ended
//! with it. Elsewhere than under Unix it is ended alone.

use std::process::{Child, Command};
use std::time::Duration;

/// Starts a program as the head of a process group.
#[cfg(unix)]
pub fn spawn_group(command: &mut Command) -> std::io::Result<Child> {
    std::os::unix::process::CommandExt::process_group(command, 0);
    command.spawn()
}

/// Starts a program.
#[cfg(not(unix))]
pub fn spawn_group(command: &mut Command) -> std::io::Result<Child> {
    command.spawn()
}

/// Kills such a program with its group, and waits for its end.
#[cfg(unix)]
pub fn kill_group(child: &mut Child) {
    use nix::sys::signal::{Signal, killpg};
    use nix::unistd::Pid;
    // Before it is waited for: until then its number is nobody else's. It may be gone already.
    if let Ok(id) = i32::try_from(child.id()) {
        let _ = killpg(Pid::from_raw(id), Signal::SIGKILL);
    }
    let _ = child.wait();
}

/// Kills such a program, and waits for its end.
#[cfg(not(unix))]
pub fn kill_group(child: &mut Child) {
    let _ = child.kill();
    let _ = child.wait();
}

/// The time that this program has had of all processors.
#[cfg(unix)]
pub fn processor_time() -> Option<Duration> {
    use nix::time::{ClockId, clock_gettime};
    clock_gettime(ClockId::CLOCK_PROCESS_CPUTIME_ID).ok().map(Duration::from)
}

/// It is not asked for elsewhere.
#[cfg(not(unix))]
pub fn processor_time() -> Option<Duration> {
    None
}

/// Ends the program from a thread beside `main`, which may wait for somebody who is gone.
pub fn end_at_once(code: i32) -> ! {
    #[expect(clippy::disallowed_methods, reason = "main cannot return")]
    std::process::exit(code)
}

/// Does this when the program is asked to end: by SIGTERM, or because its terminal has gone. To be
/// called before another thread is started, which would be ended by the signal otherwise.
#[cfg(unix)]
pub fn on_termination(act: impl FnOnce() + Send + 'static) {
    use nix::sys::signal::{SigSet, Signal};
    let signals: SigSet = [Signal::SIGTERM, Signal::SIGHUP].into_iter().collect();
    // Where it cannot be blocked the signal ends the program, as it would have.
    if signals.thread_block().is_ok() {
        std::thread::spawn(move || {
            if signals.wait().is_ok() {
                act();
            }
        });
    }
}

/// Nobody asks so elsewhere.
#[cfg(not(unix))]
pub fn on_termination(_: impl FnOnce() + Send + 'static) {}
