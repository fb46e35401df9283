//! The protocol's guarantees as conversations, `tests/transcripts/*.txt`: each is played against a
//! session in this process and against the program through pipes.

use std::fs;
use std::path::PathBuf;

use crate::common::transcript::{run, run_binary};

fn each(play: impl Fn(&str, &str) -> Result<(), String>) {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/transcripts");
    let mut paths: Vec<_> =
        fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    assert!(!paths.is_empty());
    let play = |path: &PathBuf| {
        play(path.file_name()?.to_str()?, &fs::read_to_string(path).unwrap()).err()
    };
    let differences: Vec<String> = paths.iter().filter_map(play).collect();
    assert!(differences.is_empty(), "\n{}", differences.join("\n"));
}

#[test]
fn a_session_in_this_process_says_what_the_transcripts_say() {
    each(run);
}

#[test]
fn the_program_says_what_the_transcripts_say() {
    each(run_binary);
}
