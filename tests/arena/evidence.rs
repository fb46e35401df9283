//! What a match says of itself: records in PGN's words, and games that repeat each other.

use std::fs;
use std::time::Duration;

use plyglot::core::Side;
use plyglot::matches::openings::Openings;
use plyglot::matches::report;
use plyglot::matches::run::Match;
use plyglot::matches::spec::TimeControl;

use super::{plan, plan_of, play, stub};

/// The games of a match, as they are written.
fn records(mut plan: Match) -> String {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games");
    plan.records = Some(file.clone());
    play(&plan);
    fs::read_to_string(file).unwrap()
}

#[test]
fn records_are_dated_and_say_the_time_control_and_the_end_in_the_words_of_pgn() {
    let mut match_of_chess = plan_of("chess", &["mind=alphabeta", "mind=alphabeta,name=b"], 2);
    match_of_chess.terms.date = "2026.02.28".to_owned();
    match_of_chess.terms.time = [TimeControl::parse_clock("40/20+0.5").unwrap(); 2];
    match_of_chess.terms.adjudication.plies_max = Some(4);
    let text = records(match_of_chess.clone());
    for line in
        ["[Date \"2026.02.28\"]", "[TimeControl \"40/20+0.5\"]", "[Termination \"adjudication\"]"]
    {
        assert_eq!(text.lines().filter(|found| *found == line).count(), 2, "{line}: {text}");
    }
    let joined = text.replace('\n', " ");
    assert_eq!(joined.matches(", adjudicated: too long} 1/2-1/2").count(), 2, "{text}");
    match_of_chess.players[1].time = Some(TimeControl::MoveTime(Duration::from_millis(250)));
    let text = records(match_of_chess);
    for line in ["[WhiteTimeControl \"40/20+0.5\"]", "[BlackTimeControl \"1/0.25\"]"] {
        assert_eq!(text.lines().filter(|found| *found == line).count(), 1, "{line}: {text}");
    }
}

#[test]
fn every_end_has_its_word_in_pgn() {
    for (mode, time, word) in [
        ("late", "tc=1+0.1", "time forfeit"),
        ("illegal", "nodes=1", "rules infraction"),
        ("crash", "nodes=1", "abandoned"),
        ("honest", "nodes=1", "normal"),
    ] {
        let text = records(plan(&[&stub(mode, time), "mind=alphabeta,nodes=2000"], 2));
        let line = format!("tag Termination {word}");
        assert_eq!(text.lines().filter(|found| *found == line).count(), 2, "{mode}: {text}");
    }
}

#[test]
fn players_without_randomness_repeat_their_games_and_are_told_so() {
    let players = ["mind=alphabeta,depth=3", "mind=nextstep,Seed=3"];
    let mut repeating = plan(&players, 20);
    repeating.openings = Openings::Start;
    let (_, end) = play(&repeating);
    assert_eq!((end.done, end.repeated()), (20, 18));
    let tally = &end.tallies[0];
    assert!(tally.score().error.is_infinite());
    assert_eq!(tally.superiority(), None);
    let said = report::summary(&repeating.outline(), &end);
    assert!(said.contains("too few to say who is stronger"), "{said}");
    assert!(said.contains("18 of 20 games repeat earlier ones move by move"), "{said}");
    let varied = plan(&players, 20);
    assert!(play(&varied).1.repeated() < 10);
}

#[test]
fn players_with_random_numbers_have_others_in_each_game_and_the_same_in_the_same_match() {
    let mut random = plan(&["mind=ratings", "mind=nextstep"], 20);
    random.openings = Openings::Start;
    let moves = |plan: &Match| {
        let mut games = Vec::new();
        let end = super::told(plan, &mut |news| games.push(news.played.moves.clone()));
        (games, end.repeated())
    };
    let (games, repeated) = moves(&random);
    assert!(repeated < 18, "{games:?}");
    assert_eq!(moves(&random), (games.clone(), repeated));
    let other = Match { seed: 1, ..random.clone() };
    assert_ne!(moves(&other).0, games);
    // A seed that a player was given stays its own.
    for player in &mut random.players {
        player.options.push(("Seed".to_owned(), "3".to_owned()));
    }
    assert_eq!(moves(&random).1, 18);
}

/// [tictactoe-s2]'s ratings rate six cells alike after X1 O5 X9, and the corners lose: at either level.
#[test]
fn a_match_shows_the_fork_that_the_ratings_fall_into() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("openings");
    fs::write(&file, "startpos moves 1 5 9\n").unwrap();
    for level in ["0", "1"] {
        let mut forks = plan(&[&format!("mind=ratings,Level={level}"), "mind=nextstep"], 60);
        forks.openings = Openings::from_file(&file, &forks.terms, None).unwrap();
        let (mut lost, mut seconds) = (0, 0);
        super::told(&forks, &mut |news| {
            if news.slot.players[1] == 0 {
                seconds += 1;
                let corner = &news.played.moves[3];
                let is_fork = corner == "3" || corner == "7";
                lost += u32::from(is_fork && news.played.verdict.winner == Some(Side::First));
            }
        });
        assert_eq!(seconds, 30, "games of the ratings as second player");
        // A third of them: 10, give or take 2.6.
        assert!((3..=18).contains(&lost), "level {level}: {lost}");
    }
}

#[test]
fn games_that_repeat_are_known_after_a_break() {
    let folder = tempfile::tempdir().unwrap();
    let mut whole = plan(&["mind=alphabeta,depth=3", "mind=nextstep,Seed=3"], 4);
    whole.openings = Openings::Start;
    whole.records = Some(folder.path().join("games"));
    assert_eq!(play(&whole).1.repeated(), 2);
    whole.resume = true;
    let (lines, end) = play(&whole);
    assert_eq!((lines.len(), end.done, end.repeated()), (0, 4, 2));
}
