//! A program that is killed while it writes leaves no half file, neither under the final name nor
//! under another. What has no name yet is looked at through `/proc`.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::Path;

use plyglot::inspect::file;

use crate::common::program::Program;

/// A search whose trace takes a while to write: some megabytes.
const SEARCH: &str = "position startpos\ngo nodes 30000\n";
/// So many programs are to be killed while they write. Whoever watches them may be kept from its
/// processor meanwhile, and some end before: more are started then, but not without end.
const KILLS: usize = 4;
const STARTS: usize = 40;

fn start(trace: &Path) -> Program {
    let mut program = Program::start(&["--files", trace.parent().unwrap().to_str().unwrap()]);
    program.send(&format!("setoption name Hash value 1\ntrace {}\n{SEARCH}", trace.display()));
    program
}

/// What lies in a folder besides this file.
fn beside(folder: &Path, file: &Path) -> usize {
    let entries = fs::read_dir(folder).unwrap().flatten();
    entries.filter(|entry| entry.path() != file).count()
}

/// Bytes of the file that a program writes into a folder and that has no name yet.
fn unnamed(program: u32, folder: &Path) -> Option<u64> {
    let open = fs::read_dir(format!("/proc/{program}/fd")).ok()?.flatten();
    let is_ours = |entry: &fs::DirEntry| {
        fs::read_link(entry.path()).is_ok_and(|target| target.starts_with(folder))
    };
    open.filter(is_ours).find_map(|entry| Some(fs::metadata(entry.path()).ok()?.len()))
}

#[test]
fn a_killed_program_leaves_no_half_trace() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("trace.jsonl");
    let mut half_way = 0;
    for kill in 0..STARTS {
        if half_way == KILLS {
            break;
        }
        // Every other time there is a file already, which must survive.
        let before = (kill % 2 == 1).then_some("the file before\n");
        match before {
            Some(text) => fs::write(&path, text).unwrap(),
            None => drop(fs::remove_file(&path)),
        }
        let program = start(&path);
        // Killed when so much of the new file is written, from nothing on.
        let wanted = half_way as u64 * 100_000;
        let caught = loop {
            match unnamed(program.child.id(), folder.path()) {
                Some(size) if size >= wanted => break true,
                _ if fs::read(&path).ok().as_deref() != before.map(str::as_bytes) => break false,
                _ => std::thread::yield_now(),
            }
        };
        program.signal("-9");
        program.ends_soon();
        let text = fs::read(&path).ok();
        let is_old = text.as_deref() == before.map(str::as_bytes);
        half_way += usize::from(caught && is_old);
        if !is_old {
            let recording = file::load(path.to_str().unwrap()).unwrap();
            assert!(recording.visits > 2_000, "whole: {}", recording.visits);
        }
        assert_eq!(beside(folder.path(), &path), 0, "nothing is left behind");
    }
    assert!(half_way > 0, "no program was killed while it wrote");
}

#[test]
fn a_program_that_is_let_live_writes_the_same_file_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("trace.jsonl");
    let mut program = start(&path);
    program.wait_for("bestmove ");
    assert!(program.end().1.success());
    assert_eq!(beside(folder.path(), &path), 0, "nothing else is left");
    assert!(file::load(path.to_str().unwrap()).unwrap().visits > 2_000);
}
