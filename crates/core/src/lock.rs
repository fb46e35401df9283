//! Files and folders that one program has to itself while it writes.
//!
//! A lock belongs to an open file and not to a process, and a program that is about to begin has all
//! open files of the one that begins it until it has become another. A lock that only ends with the
//! last of these may outlive its file by that moment, in which the next who asks is refused: so it is
//! given back by name. Of a process that ends in whatever way nothing stays locked.

use std::fs::File;
use std::io;
use std::ops::{Deref, DerefMut};
use std::path::Path;

/// A file that is ours until it is dropped.
#[derive(Debug)]
pub struct LockedFile(File);

impl LockedFile {
    /// Locks a file; `None` where somebody else has locked it.
    pub fn new(file: File) -> io::Result<Option<Self>> {
        Ok(system::lock(&file)?.then_some(Self(file)))
    }
}

impl Drop for LockedFile {
    fn drop(&mut self) {
        system::unlock(&self.0);
    }
}

impl Deref for LockedFile {
    type Target = File;

    fn deref(&self) -> &File {
        &self.0
    }
}

impl DerefMut for LockedFile {
    fn deref_mut(&mut self) -> &mut File {
        &mut self.0
    }
}

/// A folder that is ours until it is dropped; it stays as it is.
#[derive(Debug)]
pub struct LockedFolder {
    #[cfg(unix)]
    _open: LockedFile,
}

impl LockedFolder {
    /// Locks a folder; `None` where somebody else has locked it.
    #[cfg(unix)]
    pub fn new(path: &Path) -> io::Result<Option<Self>> {
        Ok(LockedFile::new(File::open(path)?)?.map(|open| Self { _open: open }))
    }

    /// Nobody is kept from a folder elsewhere.
    #[cfg(not(unix))]
    pub fn new(_: &Path) -> io::Result<Option<Self>> {
        Ok(Some(Self {}))
    }
}

#[cfg(unix)]
mod system {
    use super::{File, io};
    use rustix::fs::{FlockOperation, flock};
    use rustix::io::Errno;

    /// Whether nobody else has it.
    pub(super) fn lock(file: &File) -> io::Result<bool> {
        match flock(file, FlockOperation::NonBlockingLockExclusive) {
            // A file system without locks is no reason not to write.
            Ok(()) | Err(Errno::NOTSUP | Errno::NOLCK) => Ok(true),
            Err(Errno::WOULDBLOCK) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    /// What cannot be given back ends with the file.
    pub(super) fn unlock(file: &File) {
        let _ = flock(file, FlockOperation::Unlock);
    }
}

/// Nobody is kept from a file elsewhere.
#[cfg(not(unix))]
mod system {
    use super::{File, io};

    pub(super) fn lock(_: &File) -> io::Result<bool> {
        Ok(true)
    }

    pub(super) fn unlock(_: &File) {}
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::io::{PipeReader, PipeWriter, Read as _, Write as _, pipe};
    use std::os::unix::process::CommandExt as _;
    use std::process::Command;

    /// Begins a program that says when it has been begun, and becomes what it is to be when it is told so.
    #[expect(
        unsafe_code,
        reason = "what is done between the two halves of a beginning is unsafe to say"
    )]
    fn begin(mut tell: PipeWriter, mut wait: PipeReader) -> io::Result<()> {
        let mut program = Command::new("true");
        // SAFETY: a byte is written and one is read, and nothing is allocated or locked.
        unsafe {
            program.pre_exec(move || {
                tell.write_all(b"!")?;
                wait.read_exact(&mut [0])
            });
        }
        program.status().map(drop)
    }

    #[test]
    fn what_is_dropped_is_free_though_a_program_is_about_to_begin() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let locked = || LockedFile::new(File::create(&path).unwrap()).unwrap();
        let held = locked().unwrap();
        assert!(locked().is_none());
        let ((mut told, tell), (wait, mut go)) = (pipe().unwrap(), pipe().unwrap());
        let begun = std::thread::spawn(|| begin(tell, wait));
        told.read_exact(&mut [0]).unwrap();
        drop(held);
        let free = locked();
        go.write_all(b"!").unwrap();
        begun.join().unwrap().unwrap();
        assert!(free.is_some(), "while the other has the file still open");
    }

    #[test]
    fn a_folder_is_held_by_one() {
        let folder = tempfile::tempdir().unwrap();
        let held = LockedFolder::new(folder.path()).unwrap();
        assert!(held.is_some());
        assert!(LockedFolder::new(folder.path()).unwrap().is_none());
        drop(held);
        assert!(LockedFolder::new(folder.path()).unwrap().is_some());
        assert!(LockedFolder::new(&folder.path().join("none")).is_err());
    }
}
