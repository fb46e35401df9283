//! The commands that the manual, README.md among it, shows in blocks marked `sh`: each is run by the
//! shell, those of a page in order and in a folder of their own, with the program under test as
//! `plyglot`. A command works if it says so by its status and nothing it prints is an error.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::os::unix::fs::symlink;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use regex::Regex;

use crate::common::manual::{blocks, pages, root};

/// How a command is tried that takes hours, or what this machine may not have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Instead {
    /// It is begun, and stopped where it runs by then: so its options are right.
    Begun,
    /// It is not run.
    Nothing,
}
use Instead::{Begun, Nothing};

/// Commands that begin so, and why they are not simply run.
const EXCEPTIONS: [(&str, Instead, &str); 33] = [
    ("sudo apt install", Nothing, "installs packages"),
    ("pip install", Nothing, "builds the package; tools/python-test tries it"),
    ("python -c", Nothing, "needs the package; tools/python-test tries it"),
    ("tools/wasm-build", Nothing, "compiles everything for browsers; tools/wasm-test tries it"),
    ("plyglot web --export", Nothing, "needs what the command before it makes"),
    ("python3 -m http.server", Nothing, "a server; tools/wasm-test has its own"),
    ("cargo build", Nothing, "the tests are built already"),
    ("tools/check", Nothing, "runs this test"),
    ("tools/new-game", Nothing, "makes a game in the repository; tests/new_game.rs tries it"),
    ("plyglot web --open", Nothing, "opens a browser; tools/web-test tries the page"),
    ("mpirun", Nothing, "other processes; tools/mpi-test tries them"),
    ("exec srun", Nothing, "a job of Slurm"),
    ("exec plyglot", Nothing, "a job of Slurm"),
    ("seq 16 | parallel", Nothing, "other machines"),
    ("cutechess-cli", Nothing, "a program of others"),
    ("fastchess", Nothing, "a program of others"),
    ("plyglot match -p mind=alphabeta,name=new -p cmd=stockfish", Nothing, "a program of others"),
    ("plyglot --game chess match -p mind=alphabeta,Skill=6", Nothing, "a program of others"),
    ("tools/peer-match", Nothing, "programs of others"),
    ("tools/drawn-openings", Nothing, "tables that take hours"),
    ("plyglot hypotheses", Begun, "a minute"),
    (
        "plyglot --game tictactoe match -p mind=ratings -p mind=nextstep -p mind=alphabeta",
        Begun,
        "300 games",
    ),
    ("plyglot match -p mind=alphabeta,nodes=4000", Begun, "a share of a long match"),
    ("tools/kalah-values", Begun, "an hour"),
    ("plyglot tune chess --generate 100000", Begun, "days"),
    ("plyglot tune chess --network --epochs 6", Nothing, "the games of the command before it"),
    ("plyglot tune oware --generate 12000", Begun, "a quarter of an hour"),
    (
        "plyglot tune oware --network --distillation 30",
        Nothing,
        "the games of the command before it",
    ),
    ("plyglot tb build morris --only", Begun, "hours"),
    ("plyglot tb verify morris --only", Nothing, "the tables of the commands before it"),
    (
        "plyglot match morris -p mind=alphabeta,name=a",
        Nothing,
        "the tables of the commands before it",
    ),
    ("tools/perfect-games", Nothing, "the games of the command before it"),
    ("plyglot match merge share-*.txt", Nothing, "the shares of the command before it"),
];

/// What is only begun has failed by then if it fails.
const BEGUN: Duration = Duration::from_millis(400);
/// The longest that a command of the manual may take.
const PATIENCE: Duration = Duration::from_mins(1);

/// The commands of a block: a line each, with those that go on it, and the text handed to it.
fn commands(block: &str) -> Vec<String> {
    let here = Regex::new(r"<<'?(\w+)'?").unwrap();
    let mut found: Vec<String> = Vec::new();
    let mut lines = block.lines();
    while let Some(line) = lines.next() {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let mut command = line.to_owned();
        while command.ends_with('\\') {
            command.push('\n');
            command.push_str(lines.next().unwrap_or_default());
        }
        if let Some(end) = here.captures(&command).map(|found| found[1].to_owned()) {
            for line in lines.by_ref() {
                command.extend(["\n", line]);
                if line == end {
                    break;
                }
            }
        }
        found.push(command);
    }
    found
}

#[test]
fn blocks_are_cut_into_commands() {
    let block = "# A word.\na \\\n  b | c\n\nd <<'END'\ne\nEND\nf\n";
    assert_eq!(commands(block), ["a \\\n  b | c", "d <<'END'\ne\nEND", "f"]);
}

/// The command as it is run: the program by one name, however the page calls it.
fn named(command: &str) -> String {
    let command = command.replace("cargo run --release -- ", "plyglot ");
    command.replace("cargo run --release", "plyglot").replace("target/release/plyglot", "plyglot")
}

/// Puts the files of the repository that a command names where it looks for them; of tools also what
/// they read.
fn provide(command: &str, folder: &Path) {
    let path = Regex::new(r"\b(?:tests|tools|docs|games)(?:/[\w.-]+)+").unwrap();
    for found in path.find_iter(command) {
        let named = root().join(found.as_str());
        let tools = fs::read_dir(root().join("tools")).unwrap().map(|file| file.unwrap().path());
        let is_read = |file: &PathBuf| file.extension().is_some_and(|extension| extension == "py");
        for from in tools.filter(is_read).chain([named]).filter(|file| file.is_file()) {
            let to = folder.join(from.strip_prefix(root()).unwrap());
            fs::create_dir_all(to.parent().unwrap()).unwrap();
            fs::copy(from, to).unwrap();
        }
    }
}

/// Ends a command and whatever it has started.
fn kill(group: u32) {
    let group = format!("-{group}");
    let _ = Command::new("kill").args(["-KILL", "--", &group]).stderr(Stdio::null()).status();
}

/// Runs a command in this folder; the error is what went wrong.
fn attempt(command: &str, instead: Option<Instead>, folder: &Path) -> Result<(), String> {
    provide(command, folder);
    let output = folder.join("output-of-the-test");
    let path = format!("{}:{}", folder.join("bin").display(), std::env::var("PATH").unwrap());
    let file = || File::options().append(true).open(&output).unwrap();
    fs::write(&output, "").unwrap();
    let mut shell = Command::new("sh");
    shell.args(["-c", command]).current_dir(folder).env("PATH", path).stdin(Stdio::null());
    shell.env("PLYGLOT_TABLES", folder.join("home"));
    let mut child = shell.stdout(file()).stderr(file()).process_group(0).spawn().unwrap();
    let group = child.id();
    let (sender, done) = channel();
    let waiting = thread::spawn(move || sender.send(child.wait().unwrap()));
    let is_begun_only = instead == Some(Begun);
    let Ok(status) = done.recv_timeout(if is_begun_only { BEGUN } else { PATIENCE }) else {
        kill(group);
        _ = waiting.join();
        let late = format!("takes longer than {PATIENCE:?}");
        return if is_begun_only { Ok(()) } else { Err(late) };
    };
    let said = String::from_utf8_lossy(&fs::read(&output).unwrap()).into_owned();
    if status.success() && !said.contains("info string error") {
        return Ok(());
    }
    let last = said.lines().rev().take(5).collect::<Vec<_>>().join("\n  ");
    Err(format!("{status}, the last first:\n  {last}"))
}

/// Runs the commands of a page in order; what failed, and which exceptions there were.
fn try_page(page: &str) -> (usize, Vec<String>, Vec<&'static str>) {
    let folder = tempfile::tempdir().unwrap();
    let bin = folder.path().join("bin");
    fs::create_dir(&bin).unwrap();
    symlink(env!("CARGO_BIN_EXE_plyglot"), bin.join("plyglot")).unwrap();
    let (mut count, mut failed, mut excepted) = (0, Vec::new(), Vec::new());
    for block in blocks(page, "sh") {
        for command in commands(&block.text) {
            let command = named(&command);
            let exception = EXCEPTIONS.iter().find(|(start, ..)| command.starts_with(start));
            let instead = exception.map(|(_, instead, _)| *instead);
            excepted.extend(exception.map(|(start, ..)| *start));
            if instead == Some(Nothing) {
                continue;
            }
            count += 1;
            let done = attempt(&command, instead, folder.path());
            failed.extend(done.err().map(|why| format!("{}: `{command}`: {why}", block.name)));
        }
    }
    (count, failed, excepted)
}

#[test]
fn every_command_shown_works() {
    let mut pages = pages();
    pages.push("README.md".to_owned());
    let (open, all) = (Mutex::new(pages), Mutex::new(Vec::new()));
    let work = || {
        loop {
            let page = open.lock().unwrap().pop();
            let Some(page) = page else { break };
            let tried = try_page(&page);
            all.lock().unwrap().push(tried);
        }
    };
    let workers = thread::available_parallelism().map_or(2, usize::from);
    thread::scope(|scope| (0..workers).for_each(|_| _ = scope.spawn(work)));
    let all = all.into_inner().unwrap();
    let failed: Vec<&String> = all.iter().flat_map(|(_, failed, _)| failed).collect();
    assert!(failed.is_empty(), "{failed:#?}");
    let count: usize = all.iter().map(|(count, ..)| count).sum();
    assert!(count > 80, "only {count} commands found");
    let met: BTreeSet<&str> = all.iter().flat_map(|(.., met)| met).copied().collect();
    let unused: Vec<_> = EXCEPTIONS.iter().filter(|(start, ..)| !met.contains(start)).collect();
    assert!(unused.is_empty(), "no page shows these any more: {unused:#?}");
}
