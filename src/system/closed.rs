//! Whether the program was started without a standard output, as `plyglot bench >&-` does.
//!
//! Rust's own start opens `/dev/null` where a standard stream is closed, so that no file takes its
//! number; from then on what is written is lost without a word. What the loader calls before that still
//! sees how it was. Elsewhere than under Linux a closed output is not noticed.

/// Whether standard output was closed when the program began.
#[cfg(target_os = "linux")]
pub fn output_was_closed() -> bool {
    early::WAS_CLOSED.load(std::sync::atomic::Ordering::Relaxed)
}

/// Nobody has looked.
#[cfg(not(target_os = "linux"))]
pub const fn output_was_closed() -> bool {
    false
}

#[cfg(target_os = "linux")]
mod early {
    use std::sync::atomic::{AtomicBool, Ordering};

    pub(super) static WAS_CLOSED: AtomicBool = AtomicBool::new(false);

    /// Called by the loader with the other initialisers.
    #[used]
    #[expect(unsafe_code, reason = "the loader's list has no safe form")]
    // SAFETY: the section holds pointers to functions like this one, which needs nothing of Rust's start.
    #[unsafe(link_section = ".init_array")]
    static LOOK: extern "C" fn() = look;

    extern "C" fn look() {
        #[expect(unsafe_code, reason = "a call of the system before there are streams")]
        // SAFETY: asks for the flags of a number, which need not be an open file.
        let flags = unsafe { nix::libc::fcntl(nix::libc::STDOUT_FILENO, nix::libc::F_GETFD) };
        WAS_CLOSED.store(flags < 0, Ordering::Relaxed);
    }
}
