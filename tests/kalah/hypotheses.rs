//! `plyglot hypotheses`: readings of the text of 1990 ranked by the moves of a record that they
//! explain.

use std::fs;
use std::process::Command;

use plyglot::core::Settings;
use plyglot::game::Notation;
use plyglot::games::Game;
use plyglot::games::kalah::Kalah;
use plyglot::host::readings::Fit;
use plyglot::options;
use plyglot::registry::GAMES;

/// The last six moves of the sample game, where the trees are small.
const LATE: &str = "Начальная позиция: <6,25,29,3,1,0,7,3,0,0,2,2,0,0,0> s
Первым ходил игрок A

 1) A: 4 B: 9
 2) A: 5 3 B: 9
 3) A: 5 4 B: 10 12 11
Камней по окончании игры: в калахе А - 32, в калахе B - 40
";
const DUBNER: &str = "6 turns, no rule 1.4 in the tree but: the searching side without stones gets \
                      the rest; at the limit too";

/// What the command says of a record, and its errors.
fn said(record: &str, arguments: &[&str]) -> (Vec<String>, String) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("late.klh");
    fs::write(&file, record).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_plyglot"));
    let command = command.current_dir(folder.path());
    let done = command.arg("hypotheses").arg("late.klh").args(arguments).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (text(done.stdout).lines().map(str::to_owned).collect(), text(done.stderr))
}

#[test]
fn readings_are_ranked_by_what_they_explain_and_ties_come_before_misses() {
    let settings = Settings::defaults(&options::all(GAMES));
    let kalah = GAMES.iter().find(|game| game.name == Kalah::NAME).unwrap();
    let mut engine = (kalah.open)(kalah.variants[0].name, &settings).unwrap();
    let record = Kalah::default().read_game(LATE.as_bytes()).unwrap();
    let moves: Vec<&str> = record.moves.iter().map(|mv| mv.text.as_str()).collect();
    engine.set_position(record.setup.as_deref(), &moves).unwrap();
    let groups = engine.try_readings();
    let ranks: Vec<(usize, usize)> = groups
        .iter()
        .map(|group| (6 - group.count(Fit::Explained), group.count(Fit::Missed)))
        .collect();
    assert!(ranks.is_sorted() && ranks[0] == (0, 0), "{ranks:?}");
    assert!(groups[0].readings.iter().any(|reading| reading.reading == DUBNER));
    let of = |words: &str| {
        let mut groups = groups.iter();
        let has = |group: &&plyglot::host::readings::Group| {
            group.readings.iter().any(|reading| reading.reading == words)
        };
        groups.find(has).unwrap()
    };
    let unswept = of("6 turns, no rule 1.4 in the tree");
    let verdicts: Vec<Fit> = unswept.answers.iter().map(|answer| answer.verdict).collect();
    let [explained, tied] = [Fit::Explained, Fit::Tied];
    assert_eq!(verdicts, [tied, explained, tied, explained, explained, explained]);
    assert_eq!(unswept.answers[0].chosen.as_deref(), Some("1"));
    assert_eq!(unswept.in_a_row(), 0);
    let swept = of("6 turns, rule 1.4 in the tree");
    assert_eq!(swept.count(Fit::Missed), 3, "12A, 12B and 13A");
    let answers: Vec<_> = groups.iter().map(|group| &group.answers).collect();
    assert!((1..answers.len()).all(|i| !answers[..i].contains(&answers[i])), "told apart");
}

#[test]
fn the_command_names_ranks_ties_and_what_cannot_be_told_apart() {
    let (lines, errors) = said(LATE, &["--top", "2"]);
    assert_eq!(errors, "");
    assert!(lines[0].starts_with("late.klh: 6 moves, "), "{lines:?}");
    assert_eq!(lines[1], "1. 6 of 6 explained, 0 tied, 0 missed, 6 in a row");
    assert!(lines[2].ends_with(" readings that this game cannot tell apart:"), "{lines:?}");
    assert!(lines.contains(&format!("   depth: {DUBNER}")), "{lines:?}");
    assert!(lines.last().unwrap().ends_with(" ranks more; --all tells them"), "{lines:?}");
    let (lines, _) = said(LATE, &["--family", "depth", "--all"]);
    let unswept = lines.iter().position(|line| line.ends_with("6 turns, no rule 1.4 in the tree"));
    let verdict = &lines[unswept.unwrap() - 1];
    let others = "; 1. 5 (tied, plays 1), 3. 6,4 (tied, plays 1)";
    assert!(verdict.contains(" 4 of 6 explained, 2 tied, 0 missed, 0 in a row"), "{verdict}");
    assert!(verdict.ends_with(others), "{verdict}");
}

#[test]
fn what_cannot_be_tried_is_refused_in_one_line() {
    let refused = |record: &str, arguments: &[&str]| said(record, arguments).1;
    let error = refused(LATE, &["--family", "depths"]);
    assert!(error.contains("found family `depths`, expected one of depth, end, "), "{error}");
    let error = refused("1) A: 0 0", &[]);
    assert!(error.contains("late.klh: line 1: move 1, 1,1"), "{error}");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.pgn");
    fs::write(&file, "1. e4 e5 *\n").unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_plyglot"));
    let done = command.arg("hypotheses").arg(&file).output().unwrap();
    let error = String::from_utf8(done.stderr).unwrap();
    let expected = "found a game of chess, expected one of a game whose text tells of a program: \
                    kalah";
    assert!(error.contains(expected), "{error}");
}
