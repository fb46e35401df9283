//! `tools/new-game`: its template is a game that keeps everything the games of the registry keep, and
//! what is made of it is complete, or nothing is made. That all checks pass afterwards is a step of
//! `tools/long-run`, which compiles the program once more.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use plyglot::bench;
use plyglot::host::job::running_clock;
use plyglot::registry::GameEntry;
use regex::Regex;

use crate::perft::check_lines;

static TEMPLATE: &[&GameEntry] = &[&plyglot_template::ENTRY];
/// What the tool reads and changes; of the games it reads all it finds.
const FILES: [&str; 7] = [
    "Cargo.toml",
    "Cargo.lock",
    "fuzz/Cargo.lock",
    "protocol.md",
    "docs/SUMMARY.md",
    "src/lib.rs",
    "src/registry.rs",
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All files below a folder, in order.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(dir) = open.pop() {
        for path in fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() { open.push(path) } else { found.push(path) }
        }
    }
    found.sort();
    found
}

/// A copy of what the tool needs.
struct Copy(tempfile::TempDir);

impl Copy {
    fn new() -> Self {
        let copy = Self(tempfile::tempdir().unwrap());
        let folders = ["tools/template", "games"].map(|folder| files(&root().join(folder)));
        let below = folders.iter().flatten().map(|path| path.strip_prefix(root()).unwrap());
        let is_needed = |path: &&Path| path.ends_with("src/lib.rs") || path.starts_with("tools");
        for path in FILES.map(Path::new).into_iter().chain(below.filter(is_needed)) {
            copy.put(path);
        }
        copy.put(Path::new("tools/new-game"));
        copy
    }

    fn put(&self, path: &Path) {
        let target = self.0.path().join(path);
        fs::create_dir_all(target.parent().unwrap()).unwrap();
        fs::copy(root().join(path), target).unwrap();
    }

    fn run(&self, arguments: &[&str]) -> Output {
        let mut tool = Command::new("python3");
        tool.arg(self.0.path().join("tools/new-game")).args(arguments).output().unwrap()
    }

    fn read(&self, path: &str) -> String {
        fs::read_to_string(self.0.path().join(path)).unwrap()
    }

    /// All files and what is in them.
    fn state(&self) -> Vec<(PathBuf, Vec<u8>)> {
        files(self.0.path())
            .into_iter()
            .map(|path| (path.clone(), fs::read(path).unwrap()))
            .collect()
    }
}

#[test]
fn the_template_counts_what_its_file_says() {
    let counted = check_lines(TEMPLATE, &root().join("tools/template/data/perft.csv"));
    assert_eq!(counted.into_iter().collect::<Vec<_>>(), ["template"]);
}

#[test]
fn the_template_has_positions_for_bench() {
    let total = bench::run(TEMPLATE, &running_clock(), &mut |_| {}).unwrap().unwrap();
    assert!(total.nodes["template"] > 100, "{total:?}");
}

#[test]
fn a_new_game_is_complete_and_has_its_own_name() {
    let copy = Copy::new();
    let before = copy.state();
    let done = copy.run(&["connect_four", "--files-only"]);
    assert!(done.status.success(), "{done:?}");

    let game = copy.0.path().join("games/connect_four");
    let below = |folder: &Path| -> Vec<PathBuf> {
        let all = files(folder);
        all.iter().map(|path| path.strip_prefix(folder).unwrap().to_owned()).collect()
    };
    let mut expected = below(&root().join("tools/template"));
    // That part goes into the manual.
    expected.retain(|path| path != Path::new("protocol.md"));
    assert_eq!(below(&game), expected);
    let placeholder = Regex::new("(?i)template|model.game").unwrap();
    for path in files(&game) {
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(placeholder.find(&text), None, "{}", path.display());
    }
    assert!(copy.read("games/connect_four/src/rules.rs").contains("pub struct ConnectFour {"));
    assert!(copy.read("games/connect_four/README.md").starts_with("# Connect four\n"));

    for (path, line) in [
        ("Cargo.toml", "plyglot-connect_four.workspace = true"),
        (
            "Cargo.toml",
            "plyglot-connect_four = { path = \"games/connect_four\", version = \"0.1.0\" }",
        ),
        ("src/lib.rs", "    pub use plyglot_connect_four as connect_four;"),
        ("src/registry.rs", "    &plyglot_connect_four::ENTRY,"),
        ("Cargo.lock", "name = \"plyglot-connect_four\""),
        ("Cargo.lock", " \"plyglot-connect_four\","),
        ("fuzz/Cargo.lock", "name = \"plyglot-connect_four\""),
        ("fuzz/Cargo.lock", " \"plyglot-connect_four\","),
        ("protocol.md", "### Connect four"),
        ("protocol.md", "<!-- options:connect_four -->"),
        ("docs/SUMMARY.md", "- [Connect four](../games/connect_four/README.md)"),
    ] {
        assert_eq!(copy.read(path).lines().filter(|l| *l == line).count(), 1, "{path}: {line}");
    }
    // Nothing that was there is gone, or another.
    for (path, old) in before {
        let (old, new) = (String::from_utf8(old).unwrap(), fs::read_to_string(&path).unwrap());
        let mut left = new.lines();
        let missing = old.lines().find(|line| !left.any(|kept| kept == *line));
        assert_eq!(missing, None, "{}", path.display());
    }
}

/// Each of these says what is wrong with it, and changes nothing.
#[test]
fn a_name_that_cannot_be_is_refused() {
    let copy = Copy::new();
    let before = copy.state();
    for (name, reason) in [
        ("Hex", "expected lower-case letters"),
        ("nine_", "expected lower-case letters"),
        ("3d", "expected lower-case letters"),
        ("match", "is a word of Rust"),
        ("fen", "is a word of the command `position`"),
        ("position", "is a name that the template uses itself"),
        ("laws", "is a name that the template uses itself"),
        ("search", "plyglot-search is in Cargo.lock already"),
        ("fuzz", "plyglot-fuzz is in fuzz/Cargo.lock already"),
        ("kalah", "plyglot-kalah is in Cargo.lock already"),
        ("chess960", "is a variant of the game in games/chess"),
        ("tic_tac_toe", "the options of the game in games/tictactoe begin with `TicTacToe`"),
    ] {
        let done = copy.run(&[name, "--files-only"]);
        let said = String::from_utf8(done.stderr).unwrap();
        assert!(done.status.code() == Some(1) && said.contains(reason), "{name}: {said}");
    }
    for wrong in [&[][..], &["--help"], &["hex", "--quick"]] {
        assert_eq!(copy.run(wrong).status.code(), Some(2), "{wrong:?}");
    }
    assert_eq!(copy.state(), before);
}

#[test]
fn where_there_is_no_place_for_it_no_game_is_made() {
    for path in FILES {
        let copy = Copy::new();
        fs::write(copy.0.path().join(path), "").unwrap();
        let before = copy.state();
        let done = copy.run(&["hex", "--files-only"]);
        let said = String::from_utf8(done.stderr).unwrap();
        assert_eq!(done.status.code(), Some(1), "{path}: {said}");
        assert!(said.starts_with("new-game: ") && said.contains(path), "{path}: {said}");
        assert_eq!(copy.state(), before, "{path}");
    }
}
