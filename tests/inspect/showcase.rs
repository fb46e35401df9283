//! The pages under `docs` that show the microscope at work are what their commands say.
//!
//! A page holds blocks marked `console`: a line `$ COMMAND`, lines `> …` that go on with it, and
//! what it prints. Every command is run by the shell in the top folder, with the program under test
//! as `plyglot`; times are shown as `#`. `PLYGLOT_BLESS=1 cargo test --test all inspect::showcase` writes
//! the answers anew; the words between the blocks are then to be read again.

use std::fs;
use std::path::Path;
use std::process::Command;

use regex::Regex;

const PAGES: [&str; 3] = ["docs/strange-game.md", "docs/tictactoe-tree.md", "docs/missed-move.md"];
/// Fewer commands would hold nothing.
const COMMANDS_MIN: usize = 3;

/// What a command prints, without what differs from one run to the next.
fn output(command: &str) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_plyglot"));
    let mut path = program.parent().unwrap().as_os_str().to_owned();
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap());
    let mut shell = Command::new("sh");
    shell.args(["-c", command]).current_dir(env!("CARGO_MANIFEST_DIR")).env("PATH", path);
    let done = shell.output().unwrap();
    assert!(done.status.success(), "{command}: {}", String::from_utf8_lossy(&done.stderr));
    let text = String::from_utf8(done.stdout).unwrap();
    let times = Regex::new(r"\b(time|nps) [0-9]+").unwrap();
    times.replace_all(&text, "$1 #").into_owned()
}

/// The page with the answers that its commands give now, and how many there are.
fn renewed(page: &str) -> (String, usize) {
    let (mut text, mut commands) = (String::new(), 0);
    let mut lines = page.lines().peekable();
    while let Some(line) = lines.next() {
        text.extend([line, "\n"]);
        if line != "```console" {
            continue;
        }
        while let Some(first) = lines.peek().and_then(|line| line.strip_prefix("$ ")) {
            let mut command = first.to_owned();
            text.extend(["$ ", first, "\n"]);
            lines.next();
            while let Some(more) = lines.peek().and_then(|line| line.strip_prefix("> ")) {
                command.extend(["\n", more]);
                text.extend(["> ", more, "\n"]);
                lines.next();
            }
            text.push_str(&output(&command));
            commands += 1;
            let is_answer = |line: &&str| !line.starts_with("$ ") && *line != "```";
            while lines.next_if(is_answer).is_some() {}
        }
    }
    (text, commands)
}

#[test]
fn the_showcases_are_what_their_commands_say() {
    for name in PAGES {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
        let page = fs::read_to_string(&path).unwrap();
        let (renewed, commands) = renewed(&page);
        assert!(commands >= COMMANDS_MIN, "{name}: only {commands} commands");
        if std::env::var_os("PLYGLOT_BLESS").is_some() {
            fs::write(&path, &renewed).unwrap();
        } else {
            let first = page.lines().zip(renewed.lines()).find(|(page, now)| page != now);
            assert_eq!(first, None, "{name}");
            assert_eq!(page, renewed, "{name}");
        }
    }
}
