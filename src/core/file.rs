//! Files that are written whole or not at all.
//!
//! The only input or output of this layer. Whoever keeps something in a file (a saved game, a
//! learning table, a record of games) writes it through here: into a new file of the same folder,
//! to the disk, and then in place of the old one. A crash at any moment leaves one or the other.

use std::fs::{self, Permissions};
use std::io::{self, Write};
use std::path::Path;

/// Puts a file of these bytes in the place of whatever is at `path`. A link stays a link, and an
/// existing file's permissions stay; a new one's are those any program would give it. A device or
/// a pipe (`/dev/null`) is written to as it stands: nothing may take its place.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let about = fs::metadata(&path);
    if about.as_ref().is_ok_and(|about| !about.is_file() && !about.is_dir()) {
        return fs::OpenOptions::new().write(true).open(&path)?.write_all(bytes);
    }
    let permissions = about.map(|about| about.permissions());
    let mut builder = tempfile::Builder::new();
    if let Some(usual) = usual_permissions() {
        builder.permissions(usual);
    }
    // A folder that is not there is an error that names no temporary file.
    fs::metadata(folder(&path))?;
    let mut file = builder.tempfile_in(folder(&path))?;
    file.write_all(bytes)?;
    if let Ok(permissions) = permissions {
        file.as_file().set_permissions(permissions)?;
    }
    file.as_file().sync_all()?;
    file.persist(&path)?;
    Ok(())
}

/// The folder that holds the file.
pub fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    }
}

/// What a new file may be read and written by before the process's mask is applied.
#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "elsewhere there is nothing to say")]
fn usual_permissions() -> Option<Permissions> {
    Some(std::os::unix::fs::PermissionsExt::from_mode(0o666))
}

#[cfg(not(unix))]
fn usual_permissions() -> Option<Permissions> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_and_nothing_is_left_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        for text in ["one", "two"] {
            write_whole(&path, text.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_folder_that_is_not_there_is_an_error() {
        assert!(write_whole(Path::new("/nowhere/at/all"), b"x").is_err());
    }

    #[test]
    #[cfg(unix)]
    fn a_pipe_is_written_to_and_stays_a_pipe() {
        use std::os::unix::fs::FileTypeExt;
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status().unwrap();
        assert!(made.success());
        let reader = std::thread::spawn({
            let pipe = pipe.clone();
            move || fs::read_to_string(pipe).unwrap()
        });
        write_whole(&pipe, b"through").unwrap();
        assert_eq!(reader.join().unwrap(), "through");
        assert!(fs::metadata(&pipe).unwrap().file_type().is_fifo());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    #[cfg(unix)]
    fn permissions_are_those_of_the_old_file_or_the_usual_ones() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let (ours, usual) = (folder.path().join("ours"), folder.path().join("usual"));
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode();
        write_whole(&ours, b"x").unwrap();
        fs::write(&usual, b"x").unwrap();
        assert_eq!(mode(&ours), mode(&usual));
        fs::set_permissions(&ours, Permissions::from_mode(0o640)).unwrap();
        write_whole(&ours, b"y").unwrap();
        assert_eq!(mode(&ours) & 0o777, 0o640);
    }
}
