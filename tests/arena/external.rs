//! A match against a program that is not ours: Debian's `stockfish`, over UCI, through the binary.
//!
//! The test is ignored unless it is asked for, which tools/check does where it is installed, and the
//! gate installs it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use plyglot::core::{Settings, Side};
use plyglot::options;
use plyglot::registry::{GAMES, find};
use regex::Regex;

/// Plies after which a game is cut.
const PLIES_MAX: usize = 100;

/// Debian keeps games outside the usual path.
fn stockfish() -> PathBuf {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain([PathBuf::from("/usr/games")]);
    let mut programs = folders.map(|folder| folder.join("stockfish"));
    programs.find(|program| program.is_file()).expect("apt-get install stockfish")
}

/// What `plyglot match` prints for these arguments; it ends well.
pub(super) fn played(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_plyglot")).args(arguments).output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{error}");
    String::from_utf8(output.stdout).unwrap()
}

/// The value of a tag of a PGN game.
fn tag(game: &str, name: &str) -> String {
    let pair = Regex::new(&format!(r#"(?m)^\[{name} "(.*)"\]$"#)).unwrap();
    pair.captures(game).unwrap_or_else(|| panic!("no tag {name} in {game}"))[1].to_owned()
}

/// The moves of a PGN game: no tags, comments, numbers, result.
fn moves(game: &str) -> Vec<String> {
    let text = Regex::new(r"(?s)\[[^\]]*\]|\{[^}]*\}").unwrap().replace_all(game, " ");
    let is_move = |word: &&str| word.starts_with(|c: char| c.is_ascii_alphabetic());
    text.split_whitespace().filter(is_move).map(str::to_owned).collect()
}

/// What ended a game: the end of the comment on its last move.
fn reason(game: &str) -> String {
    let comment = Regex::new(r"(?s)\{([^}]*)\}\s+\S+\s*$").unwrap();
    let text = comment.captures(game).unwrap_or_else(|| panic!("no last comment in {game}"));
    let words: Vec<&str> = text[1].split_whitespace().collect();
    words.join(" ").rsplit(", ").next().unwrap_or_default().to_owned()
}

/// Plays a recorded game again: as many plies as it says, to the end by the rules that it names.
fn check(game: &str) {
    let (entry, variant) = find(GAMES, "chess").unwrap();
    let mut engine = (entry.open)(variant.name, &Settings::defaults(&options::all(GAMES))).unwrap();
    let words = moves(game);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    engine.play(&words).unwrap_or_else(|error| panic!("{error} in {game}"));
    assert_eq!(tag(game, "PlyCount"), words.len().to_string());
    let reason = reason(game);
    if reason == "adjudicated: too long" {
        assert_eq!(tag(game, "Termination"), "adjudication");
        assert_eq!((engine.outcome(), words.len()), (None, PLIES_MAX));
        assert_eq!(tag(game, "Result"), "1/2-1/2");
        return;
    }
    let outcome = engine.outcome().unwrap_or_else(|| panic!("the game goes on: {game}"));
    assert_eq!((outcome.reason, tag(game, "Termination").as_str()), (reason.as_str(), "normal"));
    let result = match outcome.winner() {
        None => "1/2-1/2",
        Some(Side::First) => "1-0",
        Some(Side::Second) => "0-1",
    };
    assert_eq!(tag(game, "Result"), result);
}

/// Two short matches, by nodes and by plies; the program is strong and we are held down, so games
/// end by mate within a few moves or are cut after so many plies.
#[test]
#[ignore = "needs `stockfish`: tools/check runs it where that is installed"]
fn stockfish_plays_over_uci_and_every_game_is_recorded_as_it_was_played() {
    let program = stockfish();
    let folder = tempfile::tempdir().unwrap();
    for (name, ours, theirs) in
        [("nodes", "nodes=100", "nodes=20000"), ("plies", "depth=1", "depth=8")]
    {
        let records = folder.path().join(format!("{name}.pgn"));
        let output = played(&[
            "match",
            "--player",
            &format!("mind=alphabeta,name=ours,{ours}"),
            "--player",
            &format!("cmd={},Threads=1,Hash=1,{theirs}", program.display()),
            "--games=4",
            "--random-plies=4",
            "--seed=7",
            "--concurrency=2",
            &format!("--plies-max={PLIES_MAX}"),
            &format!("--out={}", records.display()),
        ]);
        assert_eq!(output.lines().filter(|line| line.contains("game ")).count(), 4, "{output}");
        check_file(&records);
    }
}

fn check_file(records: &Path) {
    let text = fs::read_to_string(records).unwrap();
    let games: Vec<&str> = text.split("[Event ").skip(1).collect();
    let games: Vec<String> = games.into_iter().map(|game| format!("[Event {game}")).collect();
    assert_eq!(games.len(), 4, "{text}");
    let mut lost = 0;
    for (i, game) in games.iter().enumerate() {
        check(game);
        let mut names = ["ours", "stockfish"];
        names.rotate_left(i % 2);
        assert_eq!([tag(game, "White"), tag(game, "Black")], names);
        assert_eq!(tag(game, "Round"), (i + 1).to_string());
        // Both sides of an opening begin alike.
        assert_eq!(moves(game)[..4], moves(&games[i / 2 * 2])[..4]);
        lost += usize::from(tag(game, "Result") == ["0-1", "1-0"][i % 2]);
    }
    assert!(lost > 0, "{text}");
    // Scores and depths of both are in the comments, so what it said was understood.
    let said = Regex::new(r"\{[+-](?:M?\d|\d+\.\d\d)").unwrap();
    assert!(said.find_iter(&text).count() * 2 > moves(&text).len(), "{text}");
}
