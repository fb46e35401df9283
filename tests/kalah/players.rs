//! Kalah's players: the program of [dubner-1990] and its sample game, what its options change, and
//! the search by sowings against the search by chains.

use std::sync::Arc;
use std::time::Duration;

use crate::common::client::Client;
use crate::search::bounds::answer;
use plyglot::core::{Limits, Score, Settings};
use plyglot::game::{Notation, PlayedGame, Rules};
use plyglot::games::Game;
use plyglot::games::kalah::{Chain, Kalah, RuleSet};
use plyglot::options;
use plyglot::registry::GAMES;
use plyglot::search::player::{PvInfo, SearchInfo};
use plyglot::search::time::{Budget, ScriptedTimer};
use plyglot::search::{SearchControl, SearchOptions, SearchRequest, TranspositionTable};
use plyglot_conformance::laws::each_position;

const SAMPLE: &[u8] = include_bytes!("sample.klh");

/// What a player with these options answers, and its last report.
fn think(
    kalah: &Kalah,
    values: &[(&str, &str)],
    played: &PlayedGame<Kalah>,
    depth: u32,
) -> (Chain, PvInfo<Chain>) {
    let control = SearchControl::unlimited();
    let (best, report) = think_by(kalah, values, played, (depth, &control));
    (best, report.unwrap())
}

/// The same by a clock, which may stop before there is anything to report.
fn think_by(
    kalah: &Kalah,
    values: &[(&str, &str)],
    played: &PlayedGame<Kalah>,
    (depth, control): (u32, &SearchControl),
) -> (Chain, Option<PvInfo<Chain>>) {
    let all = options::all(GAMES);
    let mut settings = Settings::defaults(&all);
    for (name, value) in values {
        let opt = all.iter().find(|opt| opt.name == format!("Kalah.{name}")).unwrap();
        settings.set(&opt.name, opt.parse(value).unwrap().unwrap());
    }
    let name = settings.combo("Kalah.Mind");
    let entry = Kalah::PLAYERS.iter().find(|entry| entry.name == name).unwrap();
    let mut player = (entry.make)(kalah, &settings).unwrap();
    let table = TranspositionTable::try_new(4).unwrap();
    control.time.start();
    // A search for an end leaves nothing out; none is found within no moves.
    let limits = Limits { depth: Some(depth), mate: Some(0), ..Limits::default() };
    let request = SearchRequest {
        rules: kalah,
        played,
        limits: &limits,
        search_moves: &[],
        control,
        tt: &table,
        tb: None,
        options: SearchOptions::default(),
        tracer: None,
    };
    let mut last = None;
    let answer = player.think(&request, &mut |saying| {
        if let SearchInfo::Pv(report) = saying {
            last = Some(report);
        }
    });
    (answer.unwrap().best, last)
}

/// Which moves of the sample game are the first best of `f2`.
fn found(values: &[(&str, &str)]) -> Vec<bool> {
    let kalah = Kalah::default();
    let mut played = PlayedGame::new(&kalah, kalah.start());
    let mut found = Vec::new();
    for mv in kalah.read_game(SAMPLE).unwrap().moves {
        let mv = kalah.parse_move(&played, &mv.text).unwrap();
        found.push(think(&kalah, values, &played, 100).0 == mv);
        played.play(&kalah, mv);
    }
    found
}

#[test]
fn under_compat_dubner_f2_plays_all_26_moves_of_the_sample_game_and_with_rule_1_4_it_plays_20() {
    assert_eq!(found(&[("Mind", "f2"), ("Compat", "dubner")]), [true; 26]);
    let same = found(&[("Mind", "f2")]);
    assert_eq!(same.iter().filter(|&&same| same).count(), 20, "with rule 1.4");
}

#[test]
fn each_option_of_f2_changes_what_it_says() {
    let kalah = Kalah::default();
    let pos = kalah.parse_position("<6,9,7,1,8,2,8,1,6,9,4,7,0,8,2> s").unwrap();
    let played = PlayedGame::new(&kalah, pos);
    let said = |values: &[(&str, &str)]| {
        let all = [&[("Mind", "f2"), ("MaxLevel", "3")], values].concat();
        let (_, report) = think(&kalah, &all, &played, 100);
        (report.score, report.nodes, report.depth)
    };
    let plain = said(&[]);
    assert_eq!(plain.2, 4);
    for values in [
        ("MaxLevel", "2"),
        ("Evaluation", "activity"),
        ("Evaluation", "tseitin"),
        ("Budget", "1000"),
    ] {
        assert_ne!(said(&[values]), plain, "{values:?}");
    }
    assert_ne!(said(&[("Evaluation", "activity")]), said(&[("Evaluation", "tseitin")]));
    assert!(said(&[("Budget", "1000")]).1 <= 1000);
    let late = kalah.parse_position("<6,30,29,0,0,0,0,0,2,2,1,0,2,0,6> s").unwrap();
    let played = PlayedGame::new(&kalah, late);
    let compat = |word| think(&kalah, &[("Mind", "f2"), ("Compat", word)], &played, 1).1.score;
    assert_eq!((compat("none"), compat("dubner")), (Score::cp(-1000), Score::cp(200)));
}

#[test]
fn the_searching_side_is_given_what_is_left_where_it_cannot_move_and_the_other_is_not() {
    let kalah = Kalah::default();
    let score = |position: &str, depth| {
        let played = PlayedGame::new(&kalah, kalah.parse_position(position).unwrap());
        think(&kalah, &[("Mind", "f2"), ("Compat", "dubner")], &played, depth).1.score
    };
    // South's lone stone moves up and is caught; one stone of north's is left.
    assert_eq!(score("<6,10,10,1,0,0,0,0,0,1,0,0,1,0,0> s", 2), Score::cp(-100), "11 to 12");
    // South's lone stone catches all that north has; two of south's are left.
    assert_eq!(score("<6,10,10,1,0,0,2,0,0,0,0,0,0,3,0> s", 1), Score::cp(400), "14 to 10");
}

/// The most chains that a long random search found on the largest board: more than anybody counts.
const WIDEST: &str = "<8,0,0,6,5,4,3,2,1,19,16,4,18,17,18,29,19,1,30> s";

#[test]
fn f2_stops_when_its_time_or_its_nodes_are_used_up_however_many_chains_there_are() {
    let kalah = Kalah::new(RuleSet::STANDARD, 8, 12);
    let played = PlayedGame::new(&kalah, kalah.parse_position(WIDEST).unwrap());
    for budget in ["0", "1000000000"] {
        let values = [("Mind", "f2"), ("Budget", budget)];
        // A millisecond a look.
        let timer = Arc::new(ScriptedTimer::new(1000));
        let hard = Some(Duration::from_millis(70));
        let control = SearchControl::new(timer, Budget { soft: None, hard }, None);
        let (best, _) = think_by(&kalah, &values, &played, (100, &control));
        assert!(played.moves(&kalah).contains(&best), "{best}");
    }
    let control =
        SearchControl::new(Arc::new(ScriptedTimer::new(0)), Budget::default(), Some(5000));
    let (_, report) = think_by(&kalah, &[("Mind", "f2")], &played, (100, &control));
    assert!(report.is_none_or(|report| report.nodes <= 5000));
    let start = PlayedGame::new(&kalah, kalah.start());
    let control =
        SearchControl::new(Arc::new(ScriptedTimer::new(0)), Budget::default(), Some(5000));
    let report = think_by(&kalah, &[("Mind", "f2")], &start, (100, &control)).1.unwrap();
    assert!(report.depth > 1 && report.nodes <= 5000, "{report:?}");
}

#[test]
fn a_budget_is_spent_no_deeper_than_asked() {
    let mut client = Client::new(0);
    client.tell("setoption name Kalah.Mind value f2");
    client.tell("setoption name Kalah.Budget value 100000");
    client.set_up("kalah startpos");
    let depths = [1, 2, 5].map(|depth| {
        let replies = client.go(&format!("depth {depth}"));
        answer(&replies).0.unwrap().depth
    });
    assert_eq!(depths, [1, 2, 5].map(Some));
}

#[test]
fn sowings_and_chains_are_searched_to_the_same_values() {
    let mut searched = 0;
    let boards = [(RuleSet::STANDARD, 6, 6), (RuleSet::IRVING, 4, 4), (RuleSet::MOVER, 6, 3)];
    for (set, pits, stones) in boards {
        let kalah = Kalah::new(RuleSet { pie: stones == 4, ..set }, pits, stones);
        for seed in 0..2 {
            let Ok(()) = each_position(&kalah, seed, |played| {
                if kalah.outcome(played.position()).is_some() {
                    return Ok(());
                }
                for depth in [1, 3, 4] {
                    let (best, by_sowing) = think(&kalah, &[], played, depth);
                    let (_, by_chain) = think(&kalah, &[("Mind", "chains")], played, depth);
                    let text = kalah.position_text(played.position());
                    assert_eq!(by_sowing.score, by_chain.score, "{text} depth {depth}");
                    let end = kalah.replay(played.position(), best).unwrap();
                    let is_whole = end.side != played.position().side || kalah.is_over(&end);
                    assert!(is_whole, "{text}: {best} stops before its end");
                    assert!(played.moves(&kalah).contains(&best), "{text}: {best} is not listed");
                    searched += 1;
                }
                Ok::<(), std::convert::Infallible>(())
            });
        }
    }
    assert!(searched > 200, "{searched}");
}

#[test]
fn of_chains_that_lead_to_one_position_the_listed_one_is_played() {
    let kalah = Kalah::new(RuleSet::STANDARD, 6, 6);
    // `5,2`, `5,4`, `5,6,2` and `5,6,4` capture the last stone of the other side and end the game.
    let pos = kalah.parse_position("<6,26,29,1,3,9,1,2,0,0,1,0,0,0,0> s").unwrap();
    let played = PlayedGame::new(&kalah, pos);
    let moves = played.moves(&kalah);
    for depth in 1..8 {
        let control = SearchControl::unlimited();
        let (best, report) = think_by(&kalah, &[], &played, (depth, &control));
        assert!(moves.contains(&best), "{best} at depth {depth}");
        assert_eq!(report.unwrap().pv.first(), Some(&best));
    }
    for mind in ["alphabeta", "solve"] {
        let mut client = Client::new(0);
        client.tell(&format!("setoption name Kalah.Mind value {mind}"));
        client.set_up("kalah fen <6,26,29,1,3,9,1,2,0,0,1,0,0,0,0> s");
        let replies = client.go("nodes 100000");
        let (info, best) = answer(&replies);
        let first = info.unwrap().pv.first();
        assert_eq!([first, best].map(|mv| mv.map(String::as_str)), [Some("5,2"); 2], "{mind}");
    }
    let texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
    let listed = texts.iter().filter(|text| ["5,2", "5,4", "5,6,2", "5,6,4"].contains(&&***text));
    assert_eq!(listed.collect::<Vec<_>>(), ["5,2"]);
}

#[test]
fn a_swap_is_worth_the_same_by_sowings_and_by_chains() {
    let kalah = Kalah::new(RuleSet { pie: true, ..RuleSet::STANDARD }, 3, 2);
    let mut swaps = 0;
    for first in PlayedGame::new(&kalah, kalah.start()).moves(&kalah) {
        let mut played = PlayedGame::new(&kalah, kalah.start());
        played.play(&kalah, first);
        for depth in 1..=6 {
            let (best, by_sowing) = think(&kalah, &[], &played, depth);
            let (_, by_chain) = think(&kalah, &[("Mind", "chains")], &played, depth);
            assert_eq!(by_sowing.score, by_chain.score, "{first}, depth {depth}: {best}");
            swaps += usize::from(best == Chain::SWAP);
        }
    }
    assert!(swaps > 0, "sometimes it is best");
}
