//! Long texts that are part of the program, deflated when it is built.
//!
//! The weights of a pattern evaluator are a text of a megabyte: lines that people can read, compare and
//! put under version control. In the program they need not be: a build script packs them to a fifth, and
//! they are read once, when an evaluator is first wanted.
//!
//! ```text
//! build.rs   plyglot_packed::pack(&["data/weights.txt"]);
//! src/       static TEXT: LazyLock<String> = LazyLock::new(|| plyglot_packed::text!("weights.txt"));
//! ```

use std::path::{Path, PathBuf};
use std::{env, fs};

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec;

/// Of 1 to 10: beyond this one, twice the time for one per cent.
const LEVEL: u8 = 7;

/// For a build script: packs files of its package into its output folder, each under its own name.
///
/// # Panics
///
/// Where a file cannot be read or written: a build ends there.
#[expect(clippy::disallowed_macros, clippy::print_stdout, reason = "that is how cargo is told")]
pub fn pack(files: &[&str]) {
    let [root, out] = ["CARGO_MANIFEST_DIR", "OUT_DIR"].map(|name| {
        PathBuf::from(
            env::var_os(name).unwrap_or_else(|| panic!("{name} is set for build scripts")),
        )
    });
    for file in files {
        println!("cargo::rerun-if-changed={file}");
        let path = root.join(file);
        let bytes = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let name = Path::new(file).file_name().unwrap_or_else(|| panic!("{file} names no file"));
        let target = out.join(name);
        fs::write(&target, compress_to_vec(&bytes, LEVEL))
            .unwrap_or_else(|error| panic!("{}: {error}", target.display()));
    }
}

/// What [`text!`] stands for: the text that was packed.
///
/// # Panics
///
/// Where the bytes are not those of a packed text, which a build makes sure of.
pub fn unpacked(bytes: &[u8]) -> String {
    let text = decompress_to_vec(bytes).expect("packed when the program was built");
    String::from_utf8(text).expect("a text when the program was built")
}

/// The text of a file that the build script of the package packed, by the file's name.
#[macro_export]
macro_rules! text {
    ($name:literal) => {
        $crate::unpacked(include_bytes!(concat!(env!("OUT_DIR"), "/", $name)))
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_comes_back() {
        for text in ["", "one\n", &"-104.6 0.3\n".repeat(5000)] {
            let packed = compress_to_vec(text.as_bytes(), LEVEL);
            assert_eq!(unpacked(&packed), text);
            assert!(packed.len() <= 20 + text.len() / 20, "{} {}", packed.len(), text.len());
        }
    }

    #[test]
    #[should_panic(expected = "packed when the program was built")]
    fn what_was_not_packed_is_refused() {
        unpacked(b"-104.6 0.3");
    }
}
