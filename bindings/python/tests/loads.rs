//! The extension as an interpreter loads it. Everything else is tested from there: `tools/python-test`.

use std::fs;
use std::path::Path;
use std::process::Command;

/// It is built for this test, and lies where the test does.
fn extension() -> &'static Path {
    let test = std::env::current_exe().expect("a test has a file");
    let file = if cfg!(target_os = "macos") { "lib_plyglot.dylib" } else { "lib_plyglot.so" };
    let path = test.parent().expect("a file is in a folder").join(file);
    Box::leak(path.into_boxed_path())
}

#[test]
fn python_loads_it_and_plays() {
    if Command::new("python3").arg("--version").output().is_err() {
        eprintln!("skipped: there is no python3");
        return;
    }
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let package = folder.path().join("plyglot");
    fs::create_dir(&package).expect("a folder in it");
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("python/plyglot");
    for entry in fs::read_dir(sources).expect("the package is there") {
        let path = entry.expect("each of its files, too").path();
        if let Some(name) = path.file_name().filter(|_| path.is_file()) {
            fs::copy(&path, package.join(name)).expect("a copy");
        }
    }
    fs::copy(extension(), package.join("_plyglot.abi3.so")).expect("the extension is there");
    let lines = "import plyglot\n\
                 state = plyglot.game('kalah', stones=4).new_state()\n\
                 state.play('3,1')\n\
                 assert state.search(depth=3).best in state.legal_moves()\n\
                 print(state.perft(2))";
    let mut python = Command::new("python3");
    python.args(["-c", lines]).env("PYTHONPATH", folder.path()).env("PYTHONDONTWRITEBYTECODE", "1");
    let done = python.output().expect("python3 runs");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let counted: u64 = String::from_utf8_lossy(&done.stdout).trim().parse().expect("a number");
    assert!(counted > 50, "{counted}");
}
