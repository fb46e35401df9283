//! A match that is played in shares comes to what it comes to in one piece.

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use plyglot::matches::merge::merge;
use plyglot::matches::report;
use plyglot::matches::run::Match;
use plyglot::matches::schedule::Share;
use plyglot::matches::stats::Sprt;

use super::{plan_of, play};

/// Plays a share of a match and says where its games are.
fn share(plan: &Match, share: &str, folder: &Path) -> PathBuf {
    let file = folder.join(share.replace('/', "-"));
    let schedule = plan.schedule.clone().only(Share::parse(share).unwrap());
    let part = Match { schedule, records: Some(file.clone()), ..plan.clone() };
    let (_, end) = play(&part);
    assert_eq!(end.done, part.schedule.games(), "{share}");
    file
}

/// Chess of three players that make mistakes, some of which repeat their games.
fn plan() -> Match {
    let players = ["mind=alphabeta", "mind=alphabeta,nodes=40,name=b", "mind=alphabeta,name=c"];
    let mut plan = plan_of("chess", &players, 8);
    plan.terms.adjudication.plies_max = Some(40);
    plan
}

#[test]
fn shares_come_to_what_the_match_comes_to_in_one_piece() {
    let folder = tempfile::tempdir().unwrap();
    let whole = plan();
    let (_, end) = play(&whole);
    let files: Vec<_> =
        ["1/4", "2/4", "3/4", "4/4"].map(|nth| share(&whole, nth, folder.path())).to_vec();
    let merged = merge(&files).unwrap();
    assert_eq!(merged.standing.tallies, end.tallies);
    assert_eq!(
        merged.summary(),
        format!("24 of 24 games\n{}", report::summary(&whole.outline(), &end))
    );
    let merged = merge(&files[1..3]).unwrap();
    assert!(merged.summary().starts_with("12 of 24 games\n"), "{}", merged.summary());
}

#[test]
fn a_test_is_decided_where_it_would_have_been() {
    let folder = tempfile::tempdir().unwrap();
    let mut whole = plan_of("chess", &["mind=alphabeta,nodes=1500", "mind=alphabeta,nodes=60"], 60);
    whole.sprt = Some(Sprt { elo0: 0.0, elo1: 200.0, alpha: 0.05, beta: 0.05 });
    let (_, end) = play(&whole);
    assert!(end.verdict.is_some() && end.done < 50, "{end:?}");
    let files = ["1/2", "2/2"].map(|nth| share(&whole, nth, folder.path()));
    let merged = merge(&files).unwrap();
    assert_eq!(merged.standing.verdict, end.verdict);
    assert_eq!(merged.standing.tallies, end.tallies);
    let summary = format!("{} of 60 games, {} more not counted\n", end.done, 60 - end.done);
    assert!(merged.summary().starts_with(&summary), "{}", merged.summary());
}

#[test]
fn what_does_not_belong_together_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let whole = plan();
    let one = share(&whole, "1/3", folder.path());
    let again = share(&whole, "4/6", folder.path());
    let other = share(&Match { seed: 9, ..whole }, "3/3", folder.path());
    let error = |files: &[&PathBuf]| {
        let files: Vec<_> = files.iter().copied().cloned().collect();
        merge(&files).unwrap_err().replace(&folder.path().display().to_string(), "…")
    };
    assert_eq!(error(&[&one, &again]), "…/4-6: found game 7, which is in …/1-3, too");
    assert_eq!(
        error(&[&one, &other]),
        "…/3-3: found another match than that of …/1-3: it differs in the seed"
    );
    assert_eq!(error(&[&one, &one]), "…/1-3: found game 1, which is in …/1-3, too");
    let journal = one.with_file_name("1-3.journal");
    let text = fs::read_to_string(&journal).unwrap();
    // Of a pair that is not complete nothing is counted.
    let cut = text.trim_end().rfind('\n').unwrap() + 1;
    fs::write(&journal, &text[..cut + 9]).unwrap();
    let merged = merge(std::slice::from_ref(&journal)).unwrap();
    assert!(merged.summary().starts_with("6 of 24 games, 1 more not counted\n"), "{merged:?}");
    fs::write(&journal, text.replacen("checksum", "", 1).replacen("game 0 ", "game 1 ", 1))
        .unwrap();
    let damaged = error(&[&journal]);
    assert!(damaged.starts_with("…/1-3.journal: line 2: found `game 1 "), "{damaged}");
    fs::write(&journal, "plyglot match 3 0123456789abcdef 5\n").unwrap();
    assert_eq!(
        error(&[&one]),
        "…/1-3.journal: line 1: found `plyglot match 3 0123456789abcdef 5`, expected `plyglot \
         match 5 …` with its checksum"
    );
}

#[test]
fn the_program_plays_shares_and_counts_them() {
    let folder = tempfile::tempdir().unwrap();
    let program = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_plyglot"));
        command.current_dir(folder.path()).args(["--game", "tictactoe", "match"]).args(arguments);
        command.assert()
    };
    let players = ["-p", "mind=nextstep", "-p", "mind=ratings", "-n", "6", "--seed", "5"];
    for (nth, file) in [("1/2", "a"), ("2/2", "b")] {
        let shard = [&players[..], &["--shard", nth, "--out", file]].concat();
        let done = program(&shard).success();
        let said = String::from_utf8_lossy(&done.get_output().stdout).into_owned();
        let games = if nth == "1/2" { 4 } else { 2 };
        let head = format!("{games} games of tictactoe, seed 5, share {nth}\n");
        assert!(said.starts_with(&head), "{said}");
    }
    let said = |arguments: &[&str]| {
        let done = program(arguments).success();
        String::from_utf8_lossy(&done.get_output().stdout).into_owned()
    };
    let whole = said(&players);
    let meeting = whole.lines().find(|line| line.starts_with("nextstep - ratings: ")).unwrap();
    let merged = said(&["merge", "b", "a.journal"]);
    assert!(merged.starts_with("6 of 6 games\n") && merged.contains(meeting), "{merged}");
    for (arguments, error) in [
        (&["merge"][..], "<FILE>"),
        (&["merge", "nowhere"], "nowhere.journal: No such file"),
        (&["-p", "mind=ratings", "--shard", "3/2"], "expected NTH/OF, such as 3/16"),
        (&["-p", "mind=ratings", "--shard", "1/2"], "--seed <SEED>"),
    ] {
        let done = program(arguments).failure().code(2);
        let said = String::from_utf8_lossy(&done.get_output().stderr).into_owned();
        assert!(said.contains(error), "{arguments:?}: {said}");
    }
}
