//! Which files a client may touch.
//!
//! Who may ask an engine for a move need not have the run of its machine. So the files of a client
//! lie below one folder, by default the one the program was started in: a name without `..`, no link
//! that leads out, and what is there is a regular file (`core::file`). Outside of it nothing is
//! looked at, so that no error tells what is there. Whoever starts the program may name another
//! folder or none (`--files DIR`, `--no-files`); what he names himself on the command line is his.

use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use plyglot_core::text::shorten;

/// What whoever starts the program lets its client do.
#[derive(Clone, Debug)]
pub struct Permissions {
    /// Run commands of the shell, by `perft N compare COMMAND`.
    pub commands: bool,
    /// Read and write these files.
    pub files: Files,
}

impl Permissions {
    /// Files below this folder, or below the one the program was started in, or none; commands of the
    /// shell or not. The error is that of a folder that cannot be used.
    pub fn new(below: Option<&Path>, no_files: bool, commands: bool) -> Result<Self, String> {
        let files = match below {
            _ if no_files => Files::none(),
            None => Files::here(),
            Some(folder) => Files::below(folder)
                .map_err(|error| format!("--files: {}: {error}", folder.display()))?,
        };
        Ok(Self { commands, files })
    }
}

/// Where the files of a client may lie.
#[derive(Clone, Debug)]
pub struct Files(Reach);

#[derive(Clone, Debug)]
enum Reach {
    /// As far as the system lets us.
    Anywhere,
    /// Below a folder.
    Below {
        /// As it was named.
        named: PathBuf,
        /// Without links.
        real: PathBuf,
    },
    /// There are none.
    Nowhere,
}

/// Why a client may not have a file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FilesError {
    /// It may have none.
    #[error("found `{0}`, expected no file: the program was started with --no-files")]
    NoFiles(String),
    /// It lies elsewhere.
    #[error("found `{0}`, expected a file below the folder that --files names")]
    Outside(String),
}

impl Files {
    /// Whatever the system allows: for what a person names on his own command line.
    pub const fn anywhere() -> Self {
        Self(Reach::Anywhere)
    }

    /// None at all.
    pub const fn none() -> Self {
        Self(Reach::Nowhere)
    }

    /// Those below this folder.
    pub fn below(folder: &Path) -> io::Result<Self> {
        let real = fs::canonicalize(folder)?;
        if !real.is_dir() {
            return Err(io::ErrorKind::NotADirectory.into());
        }
        Ok(Self(Reach::Below { named: folder.to_owned(), real }))
    }

    /// Those below the folder in which the program was started.
    pub fn here() -> Self {
        Self::below(Path::new(".")).unwrap_or(Self::none())
    }

    /// The file that the client means, whether it is there or not.
    pub fn find(&self, path: &str) -> Result<PathBuf, FilesError> {
        let outside = || FilesError::Outside(shorten(path));
        let (named, real) = match &self.0 {
            Reach::Anywhere => return Ok(path.into()),
            Reach::Nowhere => return Err(FilesError::NoFiles(shorten(path))),
            Reach::Below { named, real } => (named, real),
        };
        let path = Path::new(path);
        let below = if path.is_absolute() {
            let below = path.strip_prefix(real).or_else(|_| path.strip_prefix(named));
            below.map_err(|_| outside())?
        } else {
            path
        };
        let mut at = real.clone();
        for part in below.components() {
            match part {
                Component::Normal(name) => at.push(name),
                Component::CurDir => continue,
                Component::ParentDir | Component::RootDir | Component::Prefix(_) => {
                    return Err(outside());
                }
            }
            // What is not there, or may not be looked at, says so when it is opened.
            if fs::symlink_metadata(&at).is_ok_and(|about| about.is_symlink()) {
                let target = fs::canonicalize(&at).ok();
                at = target.filter(|target| target.starts_with(real)).ok_or_else(outside)?;
            }
        }
        Ok(if path.is_absolute() || named == Path::new(".") {
            path.to_owned()
        } else {
            named.join(below)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_stays_below_its_folder() {
        let outer = tempfile::tempdir().unwrap();
        let folder = outer.path().join("files");
        fs::create_dir_all(folder.join("sub")).unwrap();
        fs::write(outer.path().join("secret"), "x").unwrap();
        let files = Files::below(&folder).unwrap();
        let absolute = folder.join("sub/a").to_str().unwrap().to_owned();
        for (path, expected) in [
            ("a", "a"),
            ("./a", "a"),
            ("sub/../a", ""),
            ("sub/a b", "sub/a b"),
            ("none/a", "none/a"),
        ] {
            let found = files.find(path).ok();
            let wanted = (!expected.is_empty()).then(|| folder.join(expected));
            assert_eq!(found, wanted, "{path}");
        }
        assert_eq!(files.find(&absolute).unwrap(), Path::new(&absolute));
        let beside = outer.path().join("files2").to_str().unwrap().to_owned();
        for path in ["..", "../secret", "/", "/etc/passwd", "sub/../../secret", &beside] {
            let error = files.find(path).unwrap_err();
            assert_eq!(error, FilesError::Outside(shorten(path)));
        }
    }

    /// Neither where a link leads nor whether anything is there can be told from the error.
    #[test]
    #[cfg(unix)]
    fn no_link_leads_out() {
        use std::os::unix::fs::symlink;
        let outer = tempfile::tempdir().unwrap();
        let folder = outer.path().join("files");
        fs::create_dir_all(folder.join("sub")).unwrap();
        fs::write(outer.path().join("secret"), "x").unwrap();
        fs::write(folder.join("sub/own"), "x").unwrap();
        symlink(outer.path(), folder.join("out")).unwrap();
        symlink(outer.path().join("secret"), folder.join("there")).unwrap();
        symlink(outer.path().join("nothing"), folder.join("not-there")).unwrap();
        symlink(folder.join("sub"), folder.join("in")).unwrap();
        let files = Files::below(&folder).unwrap();
        for path in ["out", "out/secret", "out/nothing", "there", "not-there", "out/files/sub/own"]
        {
            assert_eq!(files.find(path), Err(FilesError::Outside(path.to_owned())));
        }
        assert_eq!(files.find("in/own").unwrap(), folder.join("in/own"));
    }

    #[test]
    fn who_started_the_program_may_allow_all_or_nothing() {
        assert_eq!(Files::anywhere().find("/etc/../x").unwrap(), Path::new("/etc/../x"));
        assert_eq!(Files::none().find("a"), Err(FilesError::NoFiles("a".to_owned())));
        assert_eq!(Files::here().find("a b").unwrap(), Path::new("a b"));
        assert!(Files::below(Path::new("/nowhere/at/all")).is_err());
    }
}
