//! The page as a folder for any web server: with the engine beside it, compiled for browsers, nothing
//! has to run on the machine that serves it. What the page is told by its own element: that the engine
//! is here, and the game to begin with.

use std::fs;
use std::path::{Path, PathBuf};

use super::assets::{self, INDEX};
use plyglot_core::file::{read, write_whole};

/// Where the files of the page are but for the first, as links in it have it.
const FOLDER: &str = "assets";
/// What `tools/wasm-build` makes: the engine, and what hands it to JavaScript.
const ENGINE: [&str; 2] = ["plyglot_wasm.js", "plyglot_wasm_bg.wasm"];
/// No engine is larger.
const ENGINE_BYTES_MAX: u64 = 64 << 20;
/// The element that the page reads.
const ROOT: &str = "<html lang=\"en\">";

/// What is to be written.
#[derive(Clone, Copy, Debug)]
pub struct Export<'a> {
    /// Into which folder; it is made if need be, and files of the same names give way.
    pub folder: &'a Path,
    /// Where the engine is.
    pub wasm: &'a Path,
    /// The game or variant to begin with.
    pub game: &'a str,
}

impl Export<'_> {
    /// Writes all files; says where they are and how they can be served.
    ///
    /// # Errors
    /// There is no engine, which is found out before anything is written, or a file cannot be written.
    pub fn write(self) -> Result<String, String> {
        let mut files = Vec::new();
        for name in ENGINE {
            let path = self.wasm.join(name);
            let bytes = read(&path, ENGINE_BYTES_MAX);
            let bytes = bytes.map_err(|error| {
                let path = path.display();
                format!("web: --wasm: {path}: {error}; expected what tools/wasm-build makes")
            })?;
            files.push((PathBuf::from(FOLDER).join(name), bytes));
        }
        for (name, bytes) in assets::all() {
            if name == INDEX {
                files.push((PathBuf::from(INDEX), self.page(&bytes)?));
            } else {
                files.push((PathBuf::from(FOLDER).join(name), bytes.into_owned()));
            }
        }
        let failed = |path: &Path, error| format!("web: --export: {}: {error}", path.display());
        let assets = self.folder.join(FOLDER);
        fs::create_dir_all(&assets).map_err(|error| failed(&assets, error))?;
        for (name, bytes) in &files {
            let path = self.folder.join(name);
            write_whole(&path, bytes).map_err(|error| failed(&path, error))?;
        }
        let bytes: usize = files.iter().map(|(_, bytes)| bytes.len()).sum();
        let (count, folder) = (files.len(), self.folder.display());
        Ok(format!(
            "{folder}: {count} files, {bytes} bytes; for instance python3 -m http.server --directory \
             {folder} serves them"
        ))
    }

    /// The first page, that says where its engine is.
    fn page(self, bytes: &[u8]) -> Result<Vec<u8>, String> {
        let text = String::from_utf8_lossy(bytes);
        let (head, rest) =
            text.split_once(ROOT).ok_or("web: --export: the page has no root element")?;
        let root = format!("<html lang=\"en\" data-engine=\"here\" data-game=\"{}\">", self.game);
        Ok(format!("{head}{root}{rest}").into_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_has_the_page_and_its_engine_or_nothing() {
        let dir = tempfile::tempdir().unwrap();
        let (folder, wasm) = (dir.path().join("site"), dir.path().join("wasm"));
        let export = Export { folder: &folder, wasm: &wasm, game: "kalah" };
        let error = export.write().unwrap_err();
        assert!(error.contains("plyglot_wasm.js") && error.contains("tools/wasm-build"), "{error}");
        assert!(!folder.exists());
        fs::create_dir(&wasm).unwrap();
        for name in ENGINE {
            fs::write(wasm.join(name), name).unwrap();
        }
        let said = export.write().unwrap();
        let page = fs::read_to_string(folder.join(INDEX)).unwrap();
        assert!(page.contains(r#"data-engine="here" data-game="kalah""#), "{page}");
        // Below whatever address the folder is served: no link begins at the root of the server.
        assert!(!page.contains("=\"/"), "{page}");
        for name in ["main.js", "here.js", "worker.js", "style.css"].into_iter().chain(ENGINE) {
            assert!(folder.join(FOLDER).join(name).is_file(), "{name}: {said}");
        }
    }
}
