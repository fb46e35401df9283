//! `plyglot tune`: games that make positions, weights fitted to them, networks trained on them.

use std::fs;
use std::path::Path;
use std::process::Command;

use plyglot::core::Settings;
use plyglot::host::tune::TuneJob;
use plyglot::network::Weights;
use plyglot::options;
use plyglot::ranks::threads;
use plyglot::registry::{GAMES, find};
use plyglot::tune::{FitPlan, GeneratePlan};

/// What the program found and how far it had come on the way, or its complaint.
fn tune(folder: &Path, arguments: &str) -> Result<[String; 2], String> {
    let output = Command::new(env!("CARGO_BIN_EXE_plyglot"))
        .current_dir(folder)
        .arg("tune")
        .args(arguments.split(' '))
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    let [found, told] = [output.stdout, output.stderr].map(text);
    if output.status.success() { Ok([found, told]) } else { Err(told) }
}

const GENERATE: &str = "chess --generate 40 --nodes 60 --forecast 75 --seed 3";

/// A folder with the positions of some short games.
fn positions() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    tune(folder.path(), &format!("{GENERATE} --positions p.txt")).unwrap();
    folder
}

/// The last number of a line.
fn last_number(line: &str) -> f64 {
    line.rsplit(' ').next().unwrap().parse().unwrap()
}

#[test]
fn games_are_the_same_by_any_number_of_threads_and_differ_by_mind_and_seed() {
    let folder = positions();
    let of = |more: &str, file: &str| {
        tune(folder.path(), &format!("{GENERATE} {more} --positions {file}")).unwrap();
        fs::read_to_string(folder.path().join(file)).unwrap()
    };
    let first = fs::read_to_string(folder.path().join("p.txt")).unwrap();
    assert!(first.lines().count() > 1000, "{first}");
    for line in first.lines() {
        let (score, fen) = line.split_once(' ').unwrap();
        assert!((0.0..=1.0).contains(&score.parse::<f64>().unwrap()), "{line}");
        assert_eq!(fen.split(' ').count(), 6, "{line}");
    }
    assert_eq!(of("--threads 3", "threads.txt"), first);
    let output = Command::new(env!("CARGO_BIN_EXE_plyglot"))
        .current_dir(folder.path())
        .args(["--option", "Chess.Mind=classical", "tune"])
        .args(GENERATE.split(' '))
        .args(["--positions", "classical.txt"])
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    assert_ne!(fs::read_to_string(folder.path().join("classical.txt")).unwrap(), first);
}

/// Killed at any moment, the same games are gone on with as if nothing had happened.
#[test]
fn games_that_are_there_are_gone_on_with() {
    let folder = positions();
    let at = |name: &str| folder.path().join(name);
    let expected = fs::read(at("p.txt")).unwrap();
    let resumed =
        |more: &str| tune(folder.path(), &format!("{GENERATE} {more} --positions r.txt --resume"));
    // What was there before stays.
    let first = GENERATE.replace("40", "14");
    fs::write(at("r.txt"), "0.5 of another day\n").unwrap();
    tune(folder.path(), &format!("{first} --positions r.txt")).unwrap();
    let journal = fs::read_to_string(at("r.txt.journal")).unwrap();
    let said = resumed("--threads 1").unwrap();
    assert!(said[0].contains("r.txt: going on after game 14\n"), "{said:?}");
    let whole = [b"0.5 of another day\n", &expected[..]].concat();
    assert_eq!(fs::read(at("r.txt")).unwrap(), whole);
    // As a kill leaves it: games that the journal does not know, the last of them torn.
    fs::write(at("r.txt.journal"), &journal).unwrap();
    fs::write(at("r.txt"), &whole[..whole.len() - 99]).unwrap();
    resumed("--threads 2").unwrap();
    assert_eq!(fs::read(at("r.txt")).unwrap(), whole);
    // All are there: nothing is played.
    resumed("--threads 1").unwrap();
    assert_eq!(fs::read(at("r.txt")).unwrap(), whole);
    let held = plyglot::core::lock::LockedFile::new(fs::File::open(at("r.txt")).unwrap()).unwrap();
    assert!(held.is_some());
    if cfg!(unix) {
        let said = resumed("--threads 1").unwrap_err();
        assert!(said.contains("r.txt: another job is writing to it"), "{said}");
    }
    drop(held);
    for (text, error) in [
        (journal.replace("14 games", "15 games"), "r.txt.journal: its checksum does not fit"),
        (String::new(), "r.txt.journal: its checksum does not fit"),
    ] {
        fs::write(at("r.txt.journal"), text).unwrap();
        let said = resumed("--threads 1").unwrap_err();
        assert!(said.contains(error), "{said}");
    }
    fs::write(at("r.txt.journal"), &journal).unwrap();
    let other = resumed("--scale 300").unwrap_err();
    assert!(other.contains("r.txt.journal: line 2: found `chess, 60 nodes a move"), "{other}");
    fs::write(at("r.txt"), "").unwrap();
    let short = resumed("--threads 1").unwrap_err();
    assert!(short.contains("r.txt: found 0 bytes, expected at least the "), "{short}");
}

#[test]
fn several_ranks_write_what_one_process_does() {
    let folder = positions();
    let file = folder.path().join("ranks.txt");
    let plan = GeneratePlan {
        games: 40,
        first: 1,
        nodes: 60,
        seed: 3,
        threads: 1,
        forecast: 75,
        random_plies: GeneratePlan::RANDOM_PLIES,
        scale: GeneratePlan::SCALE,
    };
    let (game, variant) = find(GAMES, "chess").unwrap();
    let job = TuneJob {
        positions: vec![file.clone()],
        generate: Some(plan),
        goes_on: false,
        fit: FitPlan { epochs: 1, seed: 0, pull: 0 },
        study: None,
        forecasts: None,
        search: None,
        out: None,
    };
    let settings = Settings::defaults(&options::all(GAMES));
    let done = threads::run(3, |ranks| {
        (game.tune)(variant.name, &settings, &job, Some(ranks), &mut |_| ())
    });
    assert_eq!(done, vec![Ok(()); 3]);
    let expected = fs::read_to_string(folder.path().join("p.txt")).unwrap();
    assert_eq!(fs::read_to_string(file).unwrap(), expected);
}

#[test]
fn a_network_learns_from_positions_and_from_its_teacher() {
    let folder = positions();
    let path = folder.path();
    let train = |more: &str, file: &str| {
        let said = tune(path, &format!("chess --network --positions p.txt --out {file} {more}"));
        let bytes = fs::read(path.join(file)).unwrap();
        let [found, told] = said.unwrap();
        assert_eq!(found, "", "{told}");
        (told, Weights::from_bytes(&bytes).unwrap())
    };
    let (said, practised) = train("--epochs 8 --seed 1", "practised.bin");
    let errors: Vec<f64> = said
        .lines()
        .filter(|line| line.starts_with("practice"))
        .map(|line| last_number(line.split(" held").next().unwrap()))
        .collect();
    assert_eq!(errors.len(), 8, "{said}");
    assert!(errors[7] < errors[0], "the more often, the better: {said}");
    assert_eq!(train("--epochs 8 --seed 1", "again.bin").1, practised, "the same seed");
    let (said, taught) = train("--epochs 1 --distillation 2 --seed 1", "taught.bin");
    let errors: Vec<f64> =
        said.lines().filter(|line| line.starts_with("distillation")).map(last_number).collect();
    assert_eq!(errors.len(), 1, "{said}");
    assert!(errors[0] < 0.25, "worse than by lot: {said}");
    assert_eq!(taught.shape, practised.shape);
    assert_ne!(taught, practised);
}

#[test]
fn weights_are_fitted_to_positions_and_written_as_a_table() {
    let folder = positions();
    let fitted = |more: &str| {
        tune(folder.path(), &format!("chess --positions p.txt --epochs 3{more}")).unwrap()
    };
    let [found, told] = fitted(" --out w.txt");
    let losses: Vec<f64> =
        told.lines().filter(|line| line.starts_with("epoch")).map(last_number).collect();
    assert!(losses.len() >= 3 && losses.iter().all(|loss| *loss < 0.7), "{told}");
    assert!(found.starts_with("best: epoch ") && found.lines().count() == 1, "{found}");
    let source = fs::read_to_string(folder.path().join("w.txt")).unwrap();
    assert!(source.contains("# material: P N B R Q"), "{source}");
    // Without a file they go where they can be piped into one.
    let [piped, told] = fitted("");
    assert_eq!(piped.trim_end(), source.trim_end());
    assert!(told.contains(&found), "{told}");
}

#[test]
fn what_is_wrong_is_said_in_a_line() {
    let folder = positions();
    fs::write(folder.path().join("bad.txt"), "0.5 startpos\n1.5 startpos\n").unwrap();
    fs::write(folder.path().join("few.txt"), "0.5 startpos\n").unwrap();
    for (arguments, expected) in [
        ("chess --network --positions p.txt", "--out: found nothing"),
        ("chess --network --positions bad.txt --out n", "bad.txt: line 2: result: found `1.5`"),
        (
            "chess --network --positions few.txt --out n",
            "positions: found 1, expected some thousands",
        ),
        ("chess --network --positions none.txt --out n", "none.txt: "),
        ("othello --network --positions p.txt --out n", "othello: its evaluator has no network"),
        ("chess --school 3 --positions p.txt", "--network"),
        ("tictactoe --positions p.txt", "tictactoe: its evaluator has no weights"),
    ] {
        let error = tune(folder.path(), arguments).unwrap_err();
        assert!(error.contains(expected), "{arguments}: {error}");
        assert!(!folder.path().join("n").exists(), "{arguments}");
    }
}

/// Kalah is played by single sowings, whose search has numbers of its own.
#[test]
fn the_numbers_that_are_tuned_are_those_of_the_default_player() {
    let folder = tempfile::tempdir().unwrap();
    let [found, told] = tune(folder.path(), "kalah --search 1 --nodes 50 --seed 3").unwrap();
    for number in ["aspiration 25 ", "reverse_futility.margin 60 ", "razoring.depth_max 3 "] {
        assert!(found.lines().any(|line| line.starts_with(number)), "{number}: {found}");
    }
    assert!(told.starts_with("iteration 1: "), "{told}");
}
