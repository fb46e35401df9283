//! Files that are written whole or not at all, and files that are read only if they are files.
//!
//! The only input or output of this layer. Whoever keeps something in a file (a saved game, a
//! learning table, a record of games) writes it through here: into a new file of the same folder,
//! to the disk, and then in place of the old one. A crash at any moment leaves one or the other.
//! The new file has no name until it is whole, where the system can do that (`O_TMPFILE` of Linux),
//! so that who is killed leaves nothing behind; elsewhere, and for the moment in which one name goes
//! over to another file, it is called `.plyglot-…tmp`, and what is left of such a name is cleared
//! away by the next who writes into the folder.
//!
//! What is read is a regular file of a size that was said beforehand. A device, a pipe or a socket
//! may give bytes for ever, or keep us waiting for the first one.

use std::fs::{self, File, Metadata, OpenOptions, Permissions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// What our names for unfinished files begin and end with.
const UNFINISHED: (&str, &str) = (".plyglot-", ".tmp");
/// Nobody writes for so long; an older unfinished file is nobody's.
const UNFINISHED_MAX: Duration = Duration::from_hours(1);

/// No list of openings, problems or games is longer.
pub const LIST_BYTES_MAX: u64 = 1 << 30;

/// Makes a file that grows beyond the limit the process was given (`ulimit -f`) an error of the write,
/// not the end of the process. To be called once, at the start.
pub fn survive_size_limit() {
    #[cfg(unix)]
    #[expect(unsafe_code, reason = "a call of the system that has no safe form")]
    // SAFETY: the disposition of one signal is set to `ignore`, before there are other threads.
    unsafe {
        libc::signal(libc::SIGXFSZ, libc::SIG_IGN);
    }
}

/// Opens a regular file for reading. What is none is refused, and never waited for.
pub fn open(path: &Path) -> io::Result<File> {
    // Asked before, since to open a device may do something; and after, since it may be another.
    regular(&fs::metadata(path)?)?;
    let file = unhurried(OpenOptions::new().read(true)).open(path)?;
    regular(&file.metadata()?)?;
    Ok(file)
}

/// Reads a regular file of at most so many bytes.
pub fn read(path: &Path, bytes_max: u64) -> io::Result<Vec<u8>> {
    let file = open(path)?;
    let len = file.metadata()?.len();
    if len > bytes_max {
        return Err(io::Error::other(format!("has {len} bytes, expected at most {bytes_max}")));
    }
    let mut bytes = Vec::new();
    // A file that grows meanwhile is read as it was.
    file.take(len).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The same of a file that holds text.
pub fn read_text(path: &Path, bytes_max: u64) -> io::Result<String> {
    let text = String::from_utf8(read(path, bytes_max)?);
    text.map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "is no text in UTF-8"))
}

/// Opens a regular file to write behind what is in it, or makes a new one.
pub fn open_to_append(path: &Path) -> io::Result<File> {
    match fs::metadata(path) {
        Ok(about) => regular(&about)?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    let file = unhurried(OpenOptions::new().read(true).append(true).create(true)).open(path)?;
    regular(&file.metadata()?)?;
    Ok(file)
}

/// Fills the buffer with what stands in a file from `at` on. That the file has become shorter is an
/// error, not a signal as it would be for a mapped one.
#[cfg(unix)]
pub fn read_at(file: &File, buffer: &mut [u8], at: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, buffer, at)
}

/// The same where files are asked for their bytes in another way.
#[cfg(windows)]
pub fn read_at(file: &File, buffer: &mut [u8], at: u64) -> io::Result<()> {
    let mut done = 0;
    while done < buffer.len() {
        let rest = &mut buffer[done..];
        match std::os::windows::fs::FileExt::seek_read(file, rest, at + done as u64)? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            read => done += read,
        }
    }
    Ok(())
}

/// The same where nothing says how: a browser has no files.
#[cfg(not(any(unix, windows)))]
pub fn read_at(_: &File, _: &mut [u8], _: u64) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Puts a file of these bytes in the place of whatever is at `path`. A link stays a link, and an
/// existing file's permissions stay; a new one's are those any program would give it. What is there
/// and is no regular file is refused.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    WholeFile::create(path)?.fill(bytes)
}

/// A file that is written bit by bit and is not there before [`WholeFile::put`]. Who drops it leaves
/// nothing behind.
#[derive(Debug)]
pub struct WholeFile {
    path: PathBuf,
    form: Form,
}

/// A file on its way.
#[derive(Debug)]
enum Form {
    /// It has no name yet.
    #[cfg(target_os = "linux")]
    Unnamed(File),
    /// It has a name of its own.
    Named(tempfile::NamedTempFile),
}

impl WholeFile {
    /// Begins a file that is to stand in the place of whatever is at `path`, as [`write_whole`] does.
    pub fn create(path: &Path) -> io::Result<Self> {
        Self::create_as(path, unnamed)
    }

    fn create_as(path: &Path, unnamed: fn(&Path) -> Option<Form>) -> io::Result<Self> {
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let about = fs::metadata(&path);
        about.as_ref().map_or(Ok(()), regular)?;
        // A folder that is not there is an error that names no temporary file.
        fs::metadata(folder(&path))?;
        clear_away(folder(&path), UNFINISHED_MAX);
        let form = unnamed(&path).map_or_else(|| named(&path), Ok)?;
        let file = Self { path, form };
        if let Ok(about) = about {
            file.file().set_permissions(about.permissions())?;
        }
        Ok(file)
    }

    fn file(&self) -> &File {
        match &self.form {
            #[cfg(target_os = "linux")]
            Form::Unnamed(file) => file,
            Form::Named(file) => file.as_file(),
        }
    }

    /// Writes over what stands `at` so many bytes from the beginning.
    pub fn write_at(&mut self, bytes: &[u8], at: u64) -> io::Result<()> {
        let mut file = self.file();
        file.seek(SeekFrom::Start(at))?;
        file.write_all(bytes)?;
        file.seek(SeekFrom::End(0)).map(drop)
    }

    /// Writes these bytes and puts it in its place.
    pub fn fill(mut self, bytes: &[u8]) -> io::Result<()> {
        self.write_all(bytes)?;
        self.put()
    }

    /// Where it will be.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Brings it to the disk and puts it in its place.
    pub fn put(self) -> io::Result<()> {
        self.file().sync_all()?;
        match self.form {
            #[cfg(target_os = "linux")]
            Form::Unnamed(file) => name(&file, &self.path),
            Form::Named(file) => file.persist(&self.path).map(drop).map_err(io::Error::from),
        }
    }
}

impl io::Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file().flush()
    }
}

/// The file whose name goes on so behind that of this one.
pub fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// The folder that holds the file.
pub fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    }
}

fn regular(about: &Metadata) -> io::Result<()> {
    if about.is_file() { Ok(()) } else { Err(io::Error::other("is no regular file")) }
}

/// A pipe is opened without waiting for who holds its other end, and no terminal becomes ours.
#[cfg(unix)]
fn unhurried(options: &mut OpenOptions) -> &OpenOptions {
    let flags = libc::O_NONBLOCK | libc::O_NOCTTY;
    std::os::unix::fs::OpenOptionsExt::custom_flags(options, flags)
}

#[cfg(not(unix))]
fn unhurried(options: &mut OpenOptions) -> &OpenOptions {
    options
}

/// A file that has no name until it is whole; `None` where the system has no such files, or cannot
/// give one a name later.
#[cfg(target_os = "linux")]
fn unnamed(path: &Path) -> Option<Form> {
    use rustix::fs::{CWD, Mode, OFlags, openat};
    fs::metadata("/proc/self/fd").ok()?;
    let flags = OFlags::WRONLY | OFlags::TMPFILE | OFlags::CLOEXEC;
    let file = openat(CWD, folder(path), flags, Mode::from_raw_mode(0o666)).ok()?;
    Some(Form::Unnamed(File::from(file)))
}

#[cfg(not(target_os = "linux"))]
fn unnamed(_: &Path) -> Option<Form> {
    None
}

/// The same with a name from the start.
fn named(path: &Path) -> io::Result<Form> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(UNFINISHED.0).suffix(UNFINISHED.1);
    if let Some(usual) = usual_permissions() {
        builder.permissions(usual);
    }
    builder.tempfile_in(folder(path)).map(Form::Named).map_err(of_the_system)
}

/// An error without the name of the file on its way, which nobody has asked for.
fn of_the_system(error: io::Error) -> io::Error {
    let inner = error.get_ref().and_then(|inner| inner.source()?.downcast_ref::<io::Error>());
    inner.and_then(io::Error::raw_os_error).map_or(error, io::Error::from_raw_os_error)
}

/// Gives a file its name; if the name is taken, by another name that then takes its place.
#[cfg(target_os = "linux")]
fn name(file: &File, path: &Path) -> io::Result<()> {
    use rustix::fs::{AtFlags, CWD, linkat};
    use rustix::io::Errno;
    use std::os::fd::AsRawFd as _;
    let now = format!("/proc/self/fd/{}", file.as_raw_fd());
    let link = |to: &Path| linkat(CWD, &now, CWD, to, AtFlags::SYMLINK_FOLLOW);
    match link(path) {
        Ok(()) => return Ok(()),
        Err(Errno::EXIST) => {}
        Err(error) => return Err(error.into()),
    }
    let (begin, end) = UNFINISHED;
    let own = |n: u32| folder(path).join(format!("{begin}{}-{n}{end}", std::process::id()));
    let beside = (0..).map(own).find_map(|beside| match link(&beside) {
        Ok(()) => Some(Ok(beside)),
        Err(Errno::EXIST) => None,
        Err(error) => Some(Err(error)),
    });
    let beside = beside.unwrap_or(Err(Errno::EXIST))?;
    fs::rename(&beside, path).inspect_err(|_| drop(fs::remove_file(&beside)))
}

/// Removes unfinished files that nobody has touched for so long. What cannot be removed stays.
fn clear_away(folder: &Path, older_than: Duration) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let is_ours = |name: &str| name.starts_with(UNFINISHED.0) && name.ends_with(UNFINISHED.1);
    for entry in entries.flatten() {
        if !entry.file_name().to_str().is_some_and(is_ours) {
            continue;
        }
        let changed = entry.metadata().and_then(|about| about.modified());
        let age = changed.ok().and_then(|changed| SystemTime::now().duration_since(changed).ok());
        if age.is_some_and(|age| age >= older_than) {
            let _ = fs::remove_file(entry.path());
        }
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

    /// A way to write, as there are two.
    type Write = fn(&Path, &[u8]) -> io::Result<()>;

    /// Whatever this system can do, and what every system can.
    const WAYS: [Write; 2] = [write_whole, |path, bytes| {
        let mut file = WholeFile::create_as(path, |_| None)?;
        file.write_all(bytes)?;
        file.put()
    }];

    #[test]
    fn a_file_is_replaced_and_nothing_is_left_beside_it() {
        for write in WAYS {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("file");
            for text in ["one", "two"] {
                write(&path, text.as_bytes()).unwrap();
                assert_eq!(fs::read_to_string(&path).unwrap(), text);
            }
            assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        }
    }

    #[test]
    fn a_file_on_its_way_is_not_there_and_may_be_changed() {
        for unnamed in [unnamed, |_: &Path| None] {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("file");
            let mut file = WholeFile::create_as(&path, unnamed).unwrap();
            file.write_all(b"sum ? of").unwrap();
            file.write_at(b"7", 4).unwrap();
            file.write_all(b" three").unwrap();
            assert!(!path.exists());
            file.put().unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), "sum 7 of three");
            drop(WholeFile::create_as(&path, unnamed).unwrap());
            assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "given up");
        }
    }

    #[test]
    fn a_folder_that_is_not_there_is_an_error() {
        assert!(write_whole(Path::new("/nowhere/at/all"), b"x").is_err());
    }

    /// What a killed program has left goes, what is being written and what is not ours stays.
    #[test]
    fn what_was_left_unfinished_is_cleared_away() {
        let folder = tempfile::tempdir().unwrap();
        let long_ago = SystemTime::now() - 2 * UNFINISHED_MAX;
        let names = [".plyglot-77-0.tmp", ".plyglot-now.tmp", ".tmpAbCdEf", ".plyglot-notes"];
        for name in names {
            let file = File::create(folder.path().join(name)).unwrap();
            if name != names[1] {
                file.set_modified(long_ago).unwrap();
            }
        }
        write_whole(&folder.path().join("file"), b"x").unwrap();
        let is_there = names.map(|name| folder.path().join(name).exists());
        assert_eq!(is_there, [false, true, true, true]);
    }

    #[test]
    fn what_is_too_large_or_no_text_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, b"12\xff4").unwrap();
        assert_eq!(read(&path, 4).unwrap(), b"12\xff4");
        let error = read(&path, 3).unwrap_err().to_string();
        assert_eq!(error, "has 4 bytes, expected at most 3");
        assert_eq!(read_text(&path, 4).unwrap_err().to_string(), "is no text in UTF-8");
        assert!(read(folder.path(), 4).is_err(), "a folder");
    }

    #[test]
    #[cfg(unix)]
    fn pipes_sockets_and_devices_are_refused_and_not_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let [pipe, socket] = ["pipe", "socket"].map(|name| folder.path().join(name));
        let made = std::process::Command::new("mkfifo").arg(&pipe).status().unwrap();
        assert!(made.success());
        let _socket = std::os::unix::net::UnixListener::bind(&socket).unwrap();
        for path in [&pipe, &socket, Path::new("/dev/zero"), Path::new("/dev/null")] {
            let refused = [
                read(path, u64::MAX).map(drop),
                open_to_append(path).map(drop),
                write_whole(path, b"x"),
            ];
            for error in refused.map(Result::unwrap_err) {
                assert_eq!(error.to_string(), "is no regular file", "{}", path.display());
            }
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }

    #[test]
    #[cfg(unix)]
    fn permissions_are_those_of_the_old_file_or_the_usual_ones() {
        use std::os::unix::fs::PermissionsExt;
        for write in WAYS {
            let folder = tempfile::tempdir().unwrap();
            let (ours, usual) = (folder.path().join("ours"), folder.path().join("usual"));
            let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode();
            write(&ours, b"x").unwrap();
            fs::write(&usual, b"x").unwrap();
            assert_eq!(mode(&ours), mode(&usual));
            fs::set_permissions(&ours, Permissions::from_mode(0o640)).unwrap();
            write(&ours, b"y").unwrap();
            assert_eq!(mode(&ours) & 0o777, 0o640);
        }
    }
}
