//! The arena: players that misbehave, matches that are broken off and gone on with, results that
//! do not depend on how many games run at once.

mod arguments;
mod evidence;
mod external;
mod ranks;
mod rules;
mod shards;
#[cfg(target_os = "linux")]
mod signals;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Duration;

use plyglot::core::{Score, Settings};
use plyglot::matches::observer::Observer;
use plyglot::matches::openings::Openings;
use plyglot::matches::player::MatchPlayer;
use plyglot::matches::referee::{Adjudication, Terms, Threshold};
use plyglot::matches::report;
use plyglot::matches::rules::MatchRules;
use plyglot::matches::run::{Match, News, Signals, Standing, run};
use plyglot::matches::schedule::{Format, Schedule};
use plyglot::matches::solve;
use plyglot::matches::spec::{PlayerSpec, TimeControl, limits};
use plyglot::matches::stats;
use plyglot::matches::stats::{Sprt, Verdict};
use plyglot::options;
use plyglot::protocol::Setup;
use plyglot::records::form::Form;
use plyglot::registry::{GAMES, find};

/// A match of tic-tac-toe between these players, a game of nodes a move.
fn plan(players: &[&str], games: u64) -> Match {
    plan_of("tictactoe", players, games)
}

fn plan_of(variant: &str, players: &[&str], games: u64) -> Match {
    let (game, variant) = find(GAMES, variant).unwrap();
    let settings = Settings::defaults(&options::all(GAMES));
    let terms = Terms {
        game,
        variant: variant.name,
        match_rules: MatchRules::new(game, variant.name, &settings, Vec::new()).unwrap(),
        settings,
        form: Form::Players,
        time: [TimeControl::Nodes(300); 2],
        margin: Duration::from_millis(200),
        patience: Duration::from_secs(2),
        date: String::new(),
        adjudication: Adjudication::default(),
        observer: Observer::default(),
    };
    Match {
        players: players.iter().map(|text| PlayerSpec::parse(text).unwrap()).collect(),
        terms,
        schedule: Schedule::new(Format::RoundRobin, players.len(), games),
        openings: Openings::Random { plies: 2, seed: 5 },
        concurrency: 2,
        sprt: None,
        records: None,
        positions: None,
        seed: 0,
        resume: false,
    }
}

/// A stub that behaves like this, and its time control.
fn stub(mode: &str, time: &str) -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/arena/stub.py");
    format!("cmd=python3 {path} {mode},name={mode},{time}")
}

/// Plays a match and tells of its games: how it stands at the end.
fn told(plan: &Match, tell: &mut dyn FnMut(&News<'_>)) -> Standing {
    run(plan, &Signals::default(), tell).unwrap()
}

/// Plays a match: its lines, and how it stands at the end.
fn play(plan: &Match) -> (Vec<String>, Standing) {
    let mut lines = Vec::new();
    let end = told(plan, &mut |news| lines.push(report::game_line(&plan.outline(), news)));
    (lines, end)
}

#[test]
fn every_way_to_misbehave_loses_by_its_name() {
    for (mode, time, reason) in [
        ("late", "tc=1+0.1", "lost on time: "),
        ("silent", "nodes=1", "silent"),
        ("illegal", "nodes=1", "illegal move: move 1: `"),
        ("crash", "nodes=1", "crashed"),
        ("twice", "nodes=1", "answered twice: `"),
        ("chatty", "nodes=1", "silent"),
        ("endless", "nodes=1", "wrote a line of more than 1048576 bytes"),
        ("flood", "nodes=1", "wrote more than 64 MiB to one question"),
        ("none", "nodes=1", "claims the end of a game that goes on"),
    ] {
        let mut plan = plan(&[&stub(mode, time), "mind=alphabeta,nodes=2000"], 2);
        if mode == "flood" {
            // A busy machine takes its time to write so much.
            plan.terms.patience = Duration::from_secs(100);
        }
        let (lines, end) = play(&plan);
        assert_eq!(end.tallies[0].games, [2, 0, 0], "{mode}: {lines:?}");
        // A second answer to the last move of a game comes too late to lose it.
        let seen = lines.iter().filter(|line| line.contains(&format!("({reason}"))).count();
        assert!(seen == 2 || (seen == 1 && mode == "twice"), "{mode}: {lines:?}");
    }
}

#[test]
fn an_honest_stub_plays_to_the_end_of_the_rules() {
    let (lines, end) = play(&plan(&[&stub("honest", "tc=5"), "mind=alphabeta"], 6));
    assert_eq!(end.done, 6);
    let ends = ["(three in a row)", "(full board)"];
    assert!(lines.iter().all(|line| ends.iter().any(|end| line.contains(end))), "{lines:?}");
}

#[test]
fn a_player_that_does_not_start_ends_the_match_with_its_reason() {
    for (player, error) in [
        ("cmd=/nowhere/at/all", "all: /nowhere/at/all: "),
        ("mind=genius", "genius: setoption TicTacToe.Mind: `genius` is not one of"),
        ("mind=ratings,Speed=9", "ratings: no option is called `Speed`"),
    ] {
        let result = run(&plan(&[player, "mind=alphabeta"], 2), &Signals::default(), &mut |_| {});
        let found = result.unwrap_err();
        assert!(found.starts_with(error), "{found}");
    }
}

#[test]
fn what_is_played_and_written_does_not_depend_on_the_concurrency() {
    let folder = tempfile::tempdir().unwrap();
    let texts: Vec<(Vec<String>, String, String)> = [1, 2, 5]
        .into_iter()
        .map(|concurrency| {
            let name = |kind: &str| folder.path().join(format!("{concurrency}.{kind}"));
            let players = ["mind=alphabeta,name=a,TbEmbedded=false", "mind=alphabeta,nodes=100"];
            let mut plan = plan_of("chess", &players, 10);
            // On a busy machine the tables that one of them builds may take longer than two seconds.
            plan.terms.patience = Duration::from_secs(100);
            plan.concurrency = concurrency;
            (plan.records, plan.positions) = (Some(name("pgn")), Some(name("positions")));
            let (lines, end) = play(&plan);
            assert_eq!(end.done, 10);
            let read = |path: &Path| fs::read_to_string(path).unwrap();
            (lines, read(&name("pgn")), read(&name("positions")))
        })
        .collect();
    assert_eq!(texts[0], texts[1]);
    assert_eq!(texts[0], texts[2]);
    assert_eq!(texts[0].1.matches("[Result ").count(), 10);
    assert!(
        texts[0].2.lines().all(|line| ["1 ", "0 ", "0.5 "].iter().any(|r| line.starts_with(r)))
    );
}

#[test]
fn a_match_that_was_broken_off_goes_on_to_the_same_end() {
    let folder = tempfile::tempdir().unwrap();
    let written = |name: &str| -> (PathBuf, PathBuf) {
        (folder.path().join(name), folder.path().join(format!("{name}.journal")))
    };
    let mut whole = plan(&["mind=nextstep", "mind=ratings"], 20);
    whole.records = Some(written("whole").0);
    let (_, end) = play(&whole);
    let mut parts = Match { records: Some(written("parts").0), concurrency: 1, ..whole.clone() };
    for stop_at in [3, 4, 11] {
        let signals = Signals::default();
        let part = run(&parts, &signals, &mut |news| {
            signals.finish.store(news.standing.done >= stop_at, Ordering::Relaxed);
        });
        let done = part.unwrap().done;
        assert!((stop_at..20).contains(&done), "{done}");
        parts.resume = true;
    }
    let (_, resumed) = play(&parts);
    assert_eq!(resumed.tallies, end.tallies);
    assert_eq!(resumed.reasons, end.reasons);
    for name in [0, 1] {
        let read = |(records, journal): (PathBuf, PathBuf)| {
            fs::read_to_string(if name == 0 { records } else { journal }).unwrap()
        };
        assert_eq!(read(written("whole")), read(written("parts")));
    }
}

#[test]
fn a_sequential_test_ends_the_match_at_the_same_game_however_many_run() {
    let sprt = Sprt { elo0: 0.0, elo1: 200.0, alpha: 0.05, beta: 0.05 };
    let ends: Vec<u64> = [1, 4]
        .into_iter()
        .map(|concurrency| {
            let mut plan = plan_of(
                "chess",
                &["mind=alphabeta,nodes=1500", "mind=alphabeta,nodes=60,name=weak"],
                400,
            );
            (plan.concurrency, plan.sprt) = (concurrency, Some(sprt));
            let (_, end) = play(&plan);
            assert_eq!(end.verdict, Some(Verdict::H1));
            end.done
        })
        .collect();
    assert_eq!(ends[0], ends[1]);
    assert!(ends[0] < 100, "{ends:?}");
}

#[test]
fn games_are_broken_off_by_score_and_length_only_when_asked() {
    let players = ["mind=alphabeta,nodes=2000", "mind=alphabeta,nodes=20,name=weak"];
    let plain = plan_of("chess", &players, 4);
    assert!(!play(&plain).1.reasons.contains_key("adjudicated"));
    for (adjudication, reason) in [
        (
            Adjudication { resign: Some(Threshold { score: 400, moves: 2 }), ..Default::default() },
            "adjudicated: won by score",
        ),
        (
            Adjudication { draw: Some(Threshold { score: 9999, moves: 1 }), ..Default::default() },
            "adjudicated: drawn by score",
        ),
        (Adjudication { plies_max: Some(9), ..Default::default() }, "adjudicated: too long"),
    ] {
        let mut plan = plain.clone();
        plan.terms.adjudication = adjudication;
        let (lines, _) = play(&plan);
        assert!(lines.iter().any(|line| line.contains(reason)), "{reason}: {lines:?}");
    }
}

#[test]
fn each_pair_has_one_opening_and_both_sides() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("openings");
    let text = "# two\nstartpos moves e2e4 c7c5\n\n\
                r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - bm Bb5; id \"x\";\n";
    fs::write(&file, text).unwrap();
    let mut plan = plan_of("chess", &["mind=alphabeta,nodes=20", "mind=alphabeta,nodes=30"], 4);
    plan.openings = Openings::from_file(&file, &plan.terms, None).unwrap();
    plan.terms.adjudication.plies_max = Some(8);
    let mut begun = Vec::new();
    run(&plan, &Signals::default(), &mut |news| {
        let text = news.played.moves[..2].join(" ");
        begun.push((news.slot.players, text.starts_with("e2e4 c7c5")));
    })
    .unwrap();
    assert_eq!(begun, [([0, 1], true), ([1, 0], true), ([0, 1], false), ([1, 0], false)]);
    fs::write(&file, "startpos moves e2e5\n").unwrap();
    let error = Openings::from_file(&file, &plan.terms, None).unwrap_err();
    assert!(
        error.contains("openings: line 1: move 1: `e2e5` is not legal here: a pawn"),
        "{error}"
    );
}

#[test]
fn problems_are_read_and_solved_and_bad_ones_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("problems");
    let (game, variant) = find(GAMES, "chess").unwrap();
    let settings = Settings::defaults(&options::all(GAMES));
    let read = |text: &str| {
        fs::write(&file, text).unwrap();
        solve::read(&file, game, variant.name, &settings)
    };
    let problems = read(
        "# mates\n6k1/5ppp/8/8/8/8/8/K2R4 w - - bm Rd8#; id \"back rank\";\n\
         6k1/5ppp/8/8/8/8/8/K2R4 w - - am Rd8;\n",
    )
    .unwrap();
    assert_eq!((problems[0].id.as_str(), problems[1].id.as_str()), ("back rank", "line 3"));
    let spec = PlayerSpec::parse("mind=alphabeta").unwrap();
    let mut player = MatchPlayer::new(spec, game, variant.name);
    let limits = limits("depth 3").unwrap();
    let solved: Vec<bool> = problems
        .iter()
        .map(|problem| solve::attempt(&mut player, problem, &limits).unwrap().solved)
        .collect();
    assert_eq!(solved, [true, false]);
    for (text, error) in [
        ("8/8 w - - bm e4;", "problems: line 1: position: "),
        ("6k1/5ppp/8/8/8/8/8/K2R4 w - - bm Rh5;", "problems: line 1: move 1: `Rh5` is not legal"),
        ("6k1/5ppp/8/8/8/8/8/K2R4 w - - id \"x\";", "expected an operation bm or am"),
    ] {
        let found = read(text).unwrap_err();
        assert!(found.contains(error), "{found}");
    }
    // The fifty that are measured with are all read.
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/positions/wac50.epd");
    assert_eq!(solve::read(Path::new(path), game, variant.name, &settings).unwrap().len(), 50);
}

#[test]
fn problems_of_othello_are_read_as_the_field_writes_them() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("problems.OBF");
    let (game, variant) = find(GAMES, "othello").unwrap();
    let settings = Settings::defaults(&options::all(GAMES));
    let read = |text: &str| {
        fs::write(&file, text).unwrap();
        solve::read(&file, game, variant.name, &settings)
    };
    let board = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOOOOOO-OOOOOO-- X";
    let problems = read(&format!(
        "% some end\n\n{board}; H7:+52; G8:+6; h8:+052; % the end; A1:+2\n{board};G8:-2;H8:+3 % 2\n"
    ))
    .unwrap();
    let shown: Vec<_> =
        problems.iter().map(|it| (it.id.as_str(), it.best.join(" "), it.value)).collect();
    let expected = [("line 3", "h7 h8".to_owned(), Some(52)), ("line 4", "h8".to_owned(), Some(3))];
    assert_eq!(shown, expected);
    let spec = PlayerSpec::parse("mind=solve").unwrap();
    let mut player = MatchPlayer::new(spec, game, variant.name);
    let limits = limits("nodes 100000").unwrap();
    let attempt = solve::attempt(&mut player, &problems[0], &limits).unwrap();
    assert!(attempt.solved && attempt.has_value_of(&problems[0]), "{attempt:?}");
    let attempt = solve::attempt(&mut player, &problems[1], &limits).unwrap();
    assert!(!attempt.has_value_of(&problems[1]), "{attempt:?}");
    assert_eq!(attempt.values(&problems[1]).unwrap(), ", +52 for +3");
    for (text, error) in [
        ("% nothing\n", "no positions: expected lines of `POSITION; MOVE:VALUE;`"),
        (&format!("{board}; % G8:+1"), "line 1: found no moves, expected some with their values"),
        (&format!("{board}; G8+1;"), "line 1: found `G8+1`, expected a move and its value"),
        (&format!("{board}; G8:x;"), "line 1: found `G8:x`, expected a move and its value"),
        (&format!("{board}; A1:+1;"), "line 1: move 1: `A1` is not legal here"),
        (&format!("-{board}; G8:+1;"), "line 1: position: board: found `65 squares`"),
    ] {
        let found = read(text).unwrap_err();
        assert!(found.contains(error), "{found}");
    }
}

/// Small tables are there unasked, as in a session: a win of three men is known at depth 1.
#[test]
fn a_player_of_ours_has_the_tables_that_are_built_in_memory() {
    let (game, variant) = find(GAMES, "chess").unwrap();
    let spec = PlayerSpec::parse("mind=alphabeta").unwrap();
    let mut player = MatchPlayer::new(spec, game, variant.name);
    player.new_game().unwrap();
    let position = Some("8/8/8/4k3/8/8/R7/K7 w - - 0 1");
    let setup = Setup { game: None, position, moves: Vec::new() };
    let thought = player.think(&setup, &limits("depth 1").unwrap(), Duration::from_mins(1));
    assert_eq!(thought.unwrap().score.and_then(Score::plies_to_end), Some(29));
}

#[test]
fn a_round_robin_ends_with_a_cross_table() {
    let plan = plan(&["mind=alphabeta", "mind=ratings", "mind=nextstep"], 4);
    let (_, end) = play(&plan);
    let text = report::summary(&plan.outline(), &end);
    assert_eq!(end.done, 12);
    for name in ["alphabeta", "ratings", "nextstep"] {
        let row = text.lines().find(|line| line.contains(&format!(". {name} "))).expect(&text);
        assert!(row.contains("/8") && row.contains("/4") && row.contains('-'), "{row}");
    }
    let total: u64 = end.tallies.iter().map(stats::Tally::played).sum();
    assert_eq!(total, 12);
}
