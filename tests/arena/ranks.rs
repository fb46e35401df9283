//! A match that several ranks play is, game by game, that of one process.

use std::fs;

use plyglot::matches::ranks::{Others, agree_on_seed, dismiss, follow};
use plyglot::matches::report;
use plyglot::matches::run::{Match, News, Signals, Standing, run_on};
use plyglot::matches::stats::Sprt;
use plyglot::ranks::threads;

use super::{plan_of, play};

/// The lines of a match that rank 0 has played by the others, and how it stands at the end.
fn played_by(ranks: usize, plan: &Match) -> (Vec<String>, Standing) {
    let played = threads::run(ranks, |ranks| {
        let own = (ranks.rank() == 0).then_some(plan.seed);
        assert_eq!(agree_on_seed(ranks, own), Some(plan.seed));
        if ranks.rank() > 0 {
            follow(ranks, plan);
            return None;
        }
        let mut lines = Vec::new();
        let mut tell = |news: &News<'_>| lines.push(report::game_line(&plan.outline(), news));
        let end = run_on(&mut Others(ranks), plan, &Signals::default(), &mut tell);
        dismiss(ranks);
        Some((lines, end.unwrap()))
    });
    played.into_iter().flatten().next().unwrap()
}

fn plan() -> Match {
    let mut plan = plan_of("chess", &["mind=alphabeta", "mind=alphabeta,nodes=40,name=b"], 8);
    plan.terms.adjudication.plies_max = Some(40);
    plan
}

#[test]
fn the_games_are_those_of_one_process() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| Some(folder.path().join(name));
    let alone = Match { records: file("alone"), ..plan() };
    let (lines, end) = play(&alone);
    let together = Match { records: file("together"), ..plan() };
    let (found, standing) = played_by(3, &together);
    assert_eq!(found, lines);
    assert_eq!(standing.tallies, end.tallies);
    for name in ["alone", "alone.journal"] {
        let other = name.replace("alone", "together");
        let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
        assert_eq!(read(name), read(&other), "{name}");
    }
}

#[test]
fn a_match_goes_on_by_another_number_of_ranks_and_a_test_ends_it_for_all() {
    let folder = tempfile::tempdir().unwrap();
    let mut whole = plan_of("chess", &["mind=alphabeta,nodes=1500", "mind=alphabeta,nodes=60"], 60);
    whole.sprt = Some(Sprt { elo0: 0.0, elo1: 200.0, alpha: 0.05, beta: 0.05 });
    let (_, end) = play(&whole);
    assert!(end.verdict.is_some() && end.done < 50, "{end:?}");
    let records = Some(folder.path().join("games"));
    let begun = Match { records, ..whole };
    // What a process that was killed in its ninth game has left.
    play(&begun);
    let journal = folder.path().join("games.journal");
    let text = fs::read_to_string(&journal).unwrap();
    let kept: String = text.split_inclusive('\n').take(9).collect();
    fs::write(&journal, kept).unwrap();
    let (lines, standing) = played_by(4, &Match { resume: true, ..begun });
    assert_eq!(lines.len() as u64, end.done - 8);
    assert_eq!((standing.verdict, standing.tallies), (end.verdict, end.tallies));
    assert_eq!(fs::read_to_string(&journal).unwrap(), text);
}

#[test]
fn a_player_that_does_not_start_is_named_with_its_rank() {
    let plan = plan_of("chess", &["mind=alphabeta", "cmd=/nowhere/at/all,name=b"], 2);
    let errors = threads::run(2, |ranks| {
        if ranks.rank() > 0 {
            follow(ranks, &plan);
            return String::new();
        }
        let end = run_on(&mut Others(ranks), &plan, &Signals::default(), &mut |_| ());
        dismiss(ranks);
        end.unwrap_err()
    });
    assert!(errors[0].starts_with("rank 1: b: "), "{errors:?}");
}
