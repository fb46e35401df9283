//! Files that are written whole or not at all.

use std::io::Write as _;
use std::path::Path;

/// Writes a file whole or not at all.
pub(super) fn write_whole(path: &Path, text: &str) -> Result<(), String> {
    let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let directory = path.parent().filter(|dir| !dir.as_os_str().is_empty());
    let file = tempfile::NamedTempFile::new_in(directory.unwrap_or(Path::new(".")));
    let mut file = file.map_err(|error| failed(&error))?;
    file.write_all(text.as_bytes()).map_err(|error| failed(&error))?;
    file.persist(path).map_err(|error| failed(&error))?;
    Ok(())
}
