//! The pages of the manual that show the microscope at work, a table made sweep by sweep, and other
//! commands with what they print, are what their commands say.
//!
//! A page holds blocks marked `console`: a line `$ COMMAND`, lines `> …` that go on with it, and
//! what it prints. Every command is run by the shell in the top folder, with the program under test
//! as `plyglot`; times are shown as `#`. What is read from a recorded search or game is as shown, to
//! the letter; a search made for the page runs, and says something. What it finds is as of the day
//! when `PLYGLOT_BLESS=1` wrote it, and the words between the blocks are about that.

use std::path::Path;
use std::process::Command;

use regex::Regex;

use crate::common::golden;
use crate::common::manual::pages;

/// Fewer pages would hold nothing.
const PAGES_MIN: usize = 5;

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
    // A machine that takes long says how far it has come.
    let progress = Regex::new(r"(?m)^.* s so far\n").unwrap();
    progress.replace_all(&times.replace_all(&text, "$1 #"), "").into_owned()
}

/// The page with the answers that its commands give now, those of searches only when blessed; and how
/// many commands there are.
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
            let (now, mut shown) = (output(&command), String::new());
            assert!(!now.is_empty(), "{command}");
            commands += 1;
            let is_answer = |line: &&str| !line.starts_with("$ ") && *line != "```";
            while let Some(line) = lines.next_if(is_answer) {
                shown.extend([line, "\n"]);
            }
            let is_searched = command.contains("\ngo ") && !golden::is_blessing();
            text.push_str(if is_searched { &shown } else { &now });
        }
    }
    (text, commands)
}

#[test]
fn the_showcases_are_what_their_commands_say() {
    let pages = pages().into_iter().map(|name| (golden::kept(&name), name));
    let pages: Vec<_> = pages.filter(|(text, _)| text.contains("\n```console\n")).collect();
    assert!(pages.len() >= PAGES_MIN, "only {} pages", pages.len());
    for (text, name) in pages {
        let (renewed, commands) = renewed(&text);
        assert!(commands > 0, "{name}: no commands");
        golden::check(&name, &renewed);
    }
}
