//! `plyglot replay`: a record played through, wrong ones told with their line, and what moves gave
//! away.

use std::path::PathBuf;

use plyglot::core::RulesInForce;
use plyglot::host::state::GameText;
use plyglot::play::replay::{ReplayJob, replay_to};
use plyglot::records::record::Record;
use plyglot::records::tree::Tree;
use plyglot::registry::GAMES;

fn replayed(arguments: &ReplayJob) -> (Vec<String>, Result<(), String>) {
    let mut lines = Vec::new();
    let done = replay_to(GAMES, arguments, &mut |line| lines.push(line.to_owned()));
    (lines, done)
}

fn arguments(file: impl Into<PathBuf>) -> ReplayJob {
    ReplayJob { file: file.into(), ..ReplayJob::default() }
}

fn sample() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "tests/kalah/sample.klh"].iter().collect()
}

#[test]
fn the_sample_game_is_played_through_with_a_board_a_move() {
    let (lines, done) = replayed(&arguments(sample()));
    done.unwrap();
    assert_eq!(lines.last().unwrap(), "26 moves: second side wins by 8 (no stones left)");
    assert_eq!(lines[0], "First: Программа");
    let boards = lines.iter().filter(|line| line.ends_with("pits of A (first)")).count();
    assert_eq!(boards, 27);
    let at = lines.iter().position(|line| line == "13. first side: 1,6,5,6").unwrap();
    assert_eq!(lines[at + 2], "B   20    2   2  14   3   1   2");
    assert_eq!(lines[at + 3], "          1   3   4   3   1   0    16 A");
}

#[test]
fn what_stands_in_the_way_is_told_with_file_and_line() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.klh");
    let sample = std::fs::read_to_string(sample()).unwrap();
    for (from, to, error) in [
        (
            "A: 0 3 B",
            "A: 0 0 B",
            "line 5: move 1, 1,1 of the first side: `1,1` is not legal here: pit 1 is empty after 1",
        ),
        ("A: 5 B: 7", "A: 6 B: 7", "line 6: found pit `6`, expected 0 to 5 for A or 7 to 12 for B"),
        (
            "10 12 11",
            "10 12 11 10",
            "line 17: move 26, 4,6,5,4 of the second side: `4,6,5,4` is \
          not legal here: the game ends after 4,6,5",
        ),
    ] {
        std::fs::write(&file, sample.replacen(from, to, 1)).unwrap();
        let (_, done) = replayed(&arguments(&file));
        assert_eq!(done.unwrap_err(), format!("{}: {error}", file.display()));
    }
    std::fs::write(&file, sample.replace("А - 32", "А - 36")).unwrap();
    let (lines, done) = replayed(&arguments(&file));
    done.unwrap();
    assert_eq!(lines.last().unwrap(), "the record says otherwise: second side wins by 4");
    let other = folder.path().join("game.txt");
    assert!(replayed(&arguments(&other)).1.unwrap_err().contains("game.txt: "), "no such file");
    std::fs::write(&other, "1. e2e4").unwrap();
    let foreign = replayed(&arguments(&other)).1.unwrap_err();
    let expected = "found another kind of file, expected records (.ggf, .klh, .pdn, .pgn, .sgf) or games saved by this program";
    assert_eq!(foreign, format!("{}: {expected}", other.display()));
}

#[test]
fn the_sowings_of_one_side_are_not_played_as_the_others() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.klh");
    // A's first sowing ends in his store: it is his turn still.
    std::fs::write(&file, "1) A: 0 B: 11\n").unwrap();
    let error = replayed(&arguments(&file)).1.unwrap_err();
    let expected = "line 1: move 2, 5 of the second side: it is the turn of the first side";
    assert_eq!(error, format!("{}: {expected}", file.display()));
}

#[test]
fn a_record_says_under_which_rules_it_was_played() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.klh");
    let text = "Правила: Kalah.Pits=4 Kalah.Stones=3\nПервым ходил игрок B\n1) B: 6 8 A: 0\n";
    std::fs::write(&file, text).unwrap();
    let (lines, done) = replayed(&arguments(&file));
    done.unwrap();
    assert_eq!(lines[0], "          4   3   2   1    pits of B (second)");
    assert!(lines.contains(&"1. second side: 2,4".to_owned()), "{lines:?}");
    assert!(lines.contains(&"2. first side: 1".to_owned()), "{lines:?}");
    for (from, to, error) in [
        (
            "Kalah.Pits=4",
            "Kalah.Pits=x",
            "line 1: option Kalah.Pits: `x` is not a whole number from 1 to 8",
        ),
        ("Kalah.Pits=4", "Pits", "line 1: found `Pits`, expected options as NAME=VALUE"),
        (
            "Kalah.Pits=4",
            "TbPath=x",
            "line 1: found option `TbPath`, expected one of the rules of kalah",
        ),
        (
            "Kalah.Pits=4",
            "Kalah.Mind=f2",
            "line 1: found option `Kalah.Mind`, expected one of the rules of kalah",
        ),
    ] {
        std::fs::write(&file, text.replace(from, to)).unwrap();
        let found = replayed(&arguments(&file)).1.unwrap_err();
        assert_eq!(found, format!("{}: {error}", file.display()));
    }
}

#[test]
fn games_in_our_own_form_are_played_through_by_what_they_say_of_themselves() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.txt");
    let record = |result: &str| Record {
        rules: RulesInForce {
            variant: "tictactoe".to_owned(),
            options: vec![("TicTacToe.Notation".to_owned(), "drop".to_owned())],
        },
        tags: vec![("First".to_owned(), "Ada".to_owned())],
        game: GameText {
            setup: None,
            moves: ["P@b2", "P@a1", "P@b1", "P@a2", "P@b3"].map(str::to_owned).into(),
            result: Some(result.to_owned()),
        },
        tree: Tree::default(),
    };
    let text = record("first side wins (three in a row)").to_text() + "\n";
    std::fs::write(&file, text + &record("draw (both tired)").to_text()).unwrap();
    let (lines, done) = replayed(&arguments(&file));
    done.unwrap();
    assert_eq!(lines[..2], ["Variant: tictactoe", "First: Ada"]);
    let ends = lines.iter().filter(|line| line.starts_with("5 moves: first side wins ("));
    assert_eq!(ends.count(), 2, "{lines:?}");
    assert_eq!(lines.last().unwrap(), "the record says: draw (both tired)");
    assert_eq!(lines.iter().filter(|line| line.starts_with("the record says")).count(), 1);
}

#[test]
fn an_analysis_says_what_each_move_gave_away() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.klh");
    // Pit 2 ends in the store and leaves room for a catch of ten; pit 1 alone moves one stone on.
    std::fs::write(&file, "Начальная позиция: <3,9,0,1,2,0,0,10,0> s\n1) A: 0\n").unwrap();
    let options = vec!["Kalah.Pits=3".to_owned()];
    let go = "depth 6".to_owned();
    let (lines, done) = replayed(&ReplayJob { options, analyse: true, go, ..arguments(&file) });
    let verdicts: Vec<&String> = lines.iter().filter(|line| line.contains("best")).collect();
    let [verdict] = verdicts[..] else { panic!("{lines:?} {done:?}") };
    assert!(verdict.starts_with("   best 2,1, +"), "{verdict}");
    let lost: f64 = verdict.split("; gave away ").nth(1).unwrap().parse().unwrap();
    assert!(lost > 10.0, "{verdict}");
}
