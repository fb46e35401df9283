//! Trace files: what is written is read, and nothing that is read can upset the reader.

use std::fs;
use std::io::Cursor;

use plyglot::core::rng;
use plyglot::inspect::file::{self, Most};
use rand::RngExt;

use super::desk::{SEARCHES, client};
use super::questions::ask_everything;
use super::tree::recorded;

const SEED: u64 = 20_261_121;

#[test]
fn what_is_written_is_read() {
    for (name, position, go) in SEARCHES {
        let recording = recorded(position, go, "");
        let mut bytes = Vec::new();
        file::write(&recording, &mut bytes).unwrap();
        let again = file::read(&mut Cursor::new(&bytes)).unwrap();
        assert_eq!(again, recording, "{name}");
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("plain.jsonl");
        file::save(&recording, path.to_str().unwrap()).unwrap();
        assert_eq!(fs::read(&path).unwrap(), bytes, "{name}: plain by its name");
        assert_eq!(file::load(path.to_str().unwrap()).unwrap(), recording, "{name}");
    }
}

#[test]
fn nonsense_is_refused_or_read_and_never_upsets_the_reader() {
    let (_, position, go) = SEARCHES[0];
    let mut good = Vec::new();
    file::write(&recorded(position, go, ""), &mut good).unwrap();
    let mut rng = rng::seeded(SEED);
    let (mut refused, mut taken) = (0, 0);
    for _ in 0..2000 {
        let mut bytes = good.clone();
        for _ in 0..rng.random_range(1..4) {
            let at = rng.random_range(0..bytes.len());
            match rng.random_range(0..4) {
                0 => bytes[at] = rng.random_range(0..=255),
                1 => bytes.truncate(at.max(1)),
                2 => _ = bytes.remove(at),
                _ => bytes.insert(at, b"-0,[\"\n{"[rng.random_range(0..7)]),
            }
        }
        match file::read(&mut Cursor::new(&bytes)) {
            Err(wrong) => {
                assert!(wrong.line >= 1 && !wrong.what.is_empty());
                refused += 1;
            }
            Ok(recording) => {
                let mut written = Vec::new();
                file::write(&recording, &mut written).unwrap();
                let again = file::read(&mut Cursor::new(&written)).unwrap();
                assert_eq!(again, recording, "what is taken is written as it was taken");
                ask_everything(&recording);
                taken += 1;
            }
        }
    }
    assert!(refused > 1000 && taken > 50, "{refused} refused, {taken} taken");
}

#[test]
fn damage_to_a_packed_file_is_an_error() {
    let (_, position, go) = SEARCHES[0];
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("trace.zst");
    let path = path.to_str().unwrap();
    file::save(&recorded(position, go, ""), path).unwrap();
    let good = fs::read(path).unwrap();
    for at in (4..good.len()).step_by(good.len() / 50 + 1) {
        fs::write(path, &good[..at]).unwrap();
        assert!(file::load(path).is_err(), "cut at {at}");
    }
    // A value that might as well be another is told by the checksum.
    for at in (6..good.len()).step_by(good.len() / 200 + 1) {
        let mut turned = good.clone();
        turned[at] ^= 1;
        fs::write(path, &turned).unwrap();
        assert!(file::load(path).is_err(), "turned at {at}");
    }
    for text in ["", "\n", "[]\n", "{}\n", "{\"format\":\"plyglot trace\",\"version\":1}\n"] {
        fs::write(path, text).unwrap();
        let error = file::load(path).unwrap_err().to_string();
        assert!(error.contains(": line 1: "), "{error}");
    }
}

#[test]
fn a_file_that_cannot_be_written_is_said_and_the_search_answers() {
    let mut client = client();
    client.send("position tictactoe");
    let path = std::env::temp_dir().join("no-such-folder/all.jsonl");
    client.send(&format!("trace {}", path.display()));
    let replies = client.send("go depth 1");
    let error = format!("info string error trace: {}", path.display());
    assert!(replies.iter().any(|line| line.starts_with(&error)), "{replies:?}");
    assert!(replies.last().unwrap().starts_with("bestmove "));
}

#[test]
fn two_recordings_part_where_they_part() {
    let folder = tempfile::tempdir().unwrap();
    let name = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (one, other) = (name("one.zst"), name("other.zst"));
    let mut client = client();
    client.send("position tictactoe startpos moves 5 1");
    for (path, go) in [(&one, "go depth 3"), (&other, "go depth 4")] {
        client.send("setoption name Clear Hash");
        client.send(&format!("trace {path}"));
        client.send(go);
        client.send("position tictactoe startpos moves 5 1");
    }
    let same = client.send(&format!("diff {other} {other}"));
    assert_eq!(same.last().unwrap(), "info string no difference in what is recorded");
    let differs = client.send(&format!("diff {one}"));
    assert!(differs[2].starts_with("info string they part at visit "), "{differs:?}");
    assert!(differs[3].starts_with("info string A: iteration "), "{differs:?}");
    assert!(differs[3].contains(", window ") && differs[4].contains(", window "), "{differs:?}");
    let nowhere = name("nowhere");
    let error = client.send(&format!("diff {nowhere}"));
    let expected = format!("info string error diff: {nowhere}: ");
    assert!(error[0].starts_with(&expected), "{error:?}");
}

#[test]
fn what_is_sent_is_read_as_a_file_is_and_no_more_than_is_agreed() {
    let (_, position, go) = SEARCHES[0];
    let recording = recorded(position, go, "");
    let (visits, mut plain) = (recording.nodes.len(), Vec::new());
    file::write(&recording, &mut plain).unwrap();
    let packed = file::packed(&recording).unwrap();
    for (bytes, name) in [(&plain, "plain"), (&packed, "packed")] {
        assert!(file::is_begun(bytes), "{name}");
        assert_eq!(file::of_bytes(name, bytes, Most::default()).unwrap(), recording);
        let fewer = Most { visits: visits - 1, ..Most::default() };
        let error = file::of_bytes(name, bytes, fewer).unwrap_err().to_string();
        let most = visits - 1;
        let what = format!("{name}: line 1: rows: found {visits}, expected at most {most}");
        assert_eq!(error, what);
    }
    let small = Most { bytes: plain.len() as u64 - 1, ..Most::default() };
    let error = file::of_bytes("packed", &packed, small).unwrap_err().to_string();
    assert!(error.ends_with(&format!(": unpacks to more than {} bytes", small.bytes)), "{error}");
    for other in
        ["", "{", "{\"}", "{a comment} 1. e4", "[Event \"?\"]", "plyglot game 1\n", "(;GM[1])"]
    {
        assert!(!file::is_begun(other.as_bytes()), "{other}");
    }
    assert!(file::is_begun(b"{\"format\": "), "of another program that writes our form");
}

/// A few bytes must not become as many rows as memory has room for.
#[test]
fn a_small_file_that_unpacks_to_very_much_is_refused() {
    let (_, position, go) = SEARCHES[0];
    let mut plain = Vec::new();
    file::write(&recorded(position, go, ""), &mut plain).unwrap();
    let text = String::from_utf8(plain).unwrap();
    let (header, rows) = text.split_once('\n').unwrap();
    let (root, count) = (rows.lines().next().unwrap(), rows.lines().count());
    let many = 100_000;
    let header = header.replace(&format!("\"rows\":{count}"), &format!("\"rows\":{many}"));
    let text = format!("{header}\n{}", format!("{root}\n").repeat(many));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("many.zst");
    fs::write(&path, zstd::bulk::compress(text.as_bytes(), 19).unwrap()).unwrap();
    let error = file::load(path.to_str().unwrap()).unwrap_err().to_string();
    assert!(
        error.ends_with("unpacks to more than 100 times its size, as no trace does"),
        "{error}"
    );
    // Nor do more rows than the first line says; as a plain file they are what they seem.
    fs::write(&path, text.replace("100000", "99999")).unwrap();
    let error = file::load(path.to_str().unwrap()).unwrap_err().to_string();
    assert!(error.ends_with("line 100001: expected 99999 visits by the first line"), "{error}");
    fs::write(&path, &text).unwrap();
    assert_eq!(file::load(path.to_str().unwrap()).unwrap().nodes.len(), many);
}
