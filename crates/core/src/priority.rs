//! Threads that give way to the others of this program.

/// Lets everything else run before this thread, and before those that it starts: on Linux a thread has
/// a niceness of its own and hands it on. Elsewhere nothing changes.
pub fn give_way() {
    // The kernel's weight of it is a tenth of that of a thread that has said nothing.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::nice(10);
}
