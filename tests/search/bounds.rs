//! How much a search may do before it looks at the clock, and when it has been told to stop: in
//! every game and variant, in positions that come up and in positions that are too much.

use plyglot::core::{Settings, rng};
use plyglot::game::{PlayedGame, Rules, SearchParams};
use plyglot::games::Game;
use plyglot::games::tictactoe::TicTacToe;
use plyglot::options;
use plyglot::protocol::{Info, Reply};
use plyglot::registry::{GAMES, GameEntry};
use plyglot::search::player::{SearchInfo, SearchOptions};
use plyglot::search::{AlphaBeta, Player, SearchControl, SearchRequest, SearchResult};
use rand::RngExt;

use crate::common::client::Client;
use plyglot_conformance::searching::Query;

/// What can be searched between two looks at the clock, and a little more.
const NODES_MAX: u64 = 4 * 1024;
const GAMES_A_VARIANT: u64 = 40;
/// Positions in which iteration 1 took from seconds to minutes, and the options they need.
const CROWDED: [(&str, &str); 8] = [
    (
        "Morris.CaptureFromMills=always",
        "morabaraba fen OOOO@***/*O*O@@**/@O***@@* b m s 7 3 6 3 0 0 13 8 17 4 0 50 82 ids:nodes",
    ),
    ("", "morabaraba startpos moves c3 g1 f2 e4 f6 f4 b4 g7 d6 e5 b2 d7 c5"),
    ("Morris.CaptureFromMills=always", "twelvemorris startpos moves e5 g1 g7 b6 b4 d6"),
    (
        "",
        "draughts fen B:WK2,K7,9,K10,12,K13,14,24,K26,K27,28,K29,K31,33,34,K38,K41,\
         K44,K45,47:BK1,5,K8,K15,K16,17,K18,K19,21,23,K25,K36,39,K40,K43,K46,K50:M9",
    ),
    ("", "russian fen W:WK1,K2,K3,K4,K9,K10,K11,K12,K21:BK29,K30,K31,K32,K25,K26,K20,K17"),
    ("", "checkers fen W:WK1,K2,K3,K4,K9,K10,K11,K12,K21:BK29,K30,K31,K32,K25,K26,K20,K17"),
    ("", "chess fen k1qqq3/ppqqq3/8/8/8/8/PPQQQ3/K1QQQ3 w - - 0 1"),
    ("", "kalah startpos"),
];

/// The last line with a score, and the move that is played.
pub(crate) fn answer(replies: &[Reply]) -> (Option<&Info>, Option<&String>) {
    let mut infos = replies.iter().rev().filter_map(|reply| match reply {
        Reply::Info(info) if info.score.is_some() => Some(info),
        _ => None,
    });
    let best = replies.iter().find_map(|reply| match reply {
        Reply::BestMove { best, .. } => best.as_ref(),
        _ => None,
    });
    (infos.next(), best)
}

/// Searches with a hard limit that is over at the first look at the clock.
fn hurried(client: &mut Client, position: &str) {
    client.set_up(position);
    let replies = client.go("movetime 1");
    let (info, best) = answer(&replies);
    let info = info.unwrap_or_else(|| panic!("{position}: nothing is said: {replies:?}"));
    assert!(info.nodes.unwrap() <= NODES_MAX, "{position}: {info:?}");
    assert_eq!(info.pv.first(), best, "{position}");
}

/// A position after random moves: `VARIANT startpos moves …`, not over.
fn random_position(game: &GameEntry, variant: &'static str, seed: u64) -> String {
    let settings = Settings::defaults(&options::all(GAMES));
    let mut engine = (game.open)(variant, &settings).unwrap();
    let mut rng = rng::seeded(seed);
    let mut played = Vec::new();
    for _ in 0..rng.random_range(0..60) {
        let moves = engine.legal_moves();
        let mv = &moves[rng.random_range(0..moves.len())];
        engine.play(&[mv]).unwrap();
        if engine.outcome().is_some() {
            engine.undo(1).unwrap();
            break;
        }
        played.push(mv.clone());
    }
    let moves = if played.is_empty() { String::new() } else { " moves ".to_owned() };
    format!("{variant} startpos{moves}{}", played.join(" "))
}

#[test]
fn a_hard_limit_holds_from_the_first_nodes_on_in_every_variant() {
    let mut client = Client::new(1000);
    for game in GAMES {
        for variant in game.variants {
            for seed in 0..GAMES_A_VARIANT {
                hurried(&mut client, &random_position(game, variant.name, seed));
            }
        }
    }
}

#[test]
fn a_hard_limit_holds_where_iteration_1_and_its_captures_are_too_much() {
    for (option, position) in CROWDED {
        let mut client = Client::new(1000);
        if let Some((name, value)) = option.split_once('=') {
            client.tell(&format!("setoption name {name} value {value}"));
        }
        hurried(&mut client, position);
    }
}

#[test]
fn quiescence_has_an_end_in_a_crowd_of_kings() {
    // A board of kings in reach of each other is searched to its depth without anybody's stop.
    let mut client = Client::new(0);
    for (option, position) in &CROWDED[..6] {
        if let Some((name, value)) = option.split_once('=') {
            client.tell(&format!("setoption name {name} value {value}"));
        }
        client.set_up(position);
        let replies = client.go("depth 1");
        let nodes = answer(&replies).0.unwrap().nodes.unwrap();
        assert!(nodes < 4096 * 200, "{position}: {nodes}");
    }
}

#[test]
fn a_search_of_few_nodes_says_what_it_plays_and_how_good_that_looks() {
    let mut client = Client::new(0);
    for game in GAMES {
        for variant in game.variants {
            let position = random_position(game, variant.name, 7);
            client.set_up(&position);
            for nodes in [1, 2, 10, 100] {
                let replies = client.go(&format!("nodes {nodes}"));
                let (info, best) = answer(&replies);
                let info = info.unwrap_or_else(|| panic!("{position}: {replies:?}"));
                assert!(info.nodes.unwrap() <= nodes, "{position}: {info:?}");
                assert!(best.is_some() && info.pv.first() == best, "{position}: {replies:?}");
                assert!(info.depth.unwrap() >= 1 && info.seldepth >= info.depth, "{info:?}");
            }
        }
    }
}

#[test]
fn without_threads_for_helpers_those_there_are_search() {
    let rules = TicTacToe::default();
    let played = PlayedGame::new(&rules, rules.start());
    let options = SearchOptions { threads: 64, ..SearchOptions::default() };
    let query = Query::new(&rules, &played).depth(9).options(options);
    for (may_start, note) in [
        ((|number| number < 3) as fn(usize) -> bool, Some("3 of 64 threads search: ")),
        (|_| false, Some("1 of 64 threads search: ")),
        (|_| true, None),
    ] {
        let mut player =
            AlphaBeta::new(rules.evaluator(), SearchParams::NONE).with_threads(may_start);
        let (found, notes) = think(&query, &mut player);
        assert_eq!(found.unwrap().depth, 9);
        assert_eq!(notes.len(), usize::from(note.is_some()), "{notes:?}");
        assert!(note.is_none_or(|note| notes[0].starts_with(note)), "{notes:?}");
    }
}

fn think<R: Rules>(
    query: &Query<'_, R>,
    player: &mut dyn Player<R>,
) -> (Option<SearchResult<R::Move>>, Vec<String>) {
    let control = SearchControl::unlimited();
    let request = SearchRequest { control: &control, ..query.request() };
    let mut notes = Vec::new();
    let answer = player.think(&request, &mut |saying| {
        if let SearchInfo::Note(note) = saying {
            notes.push(note);
        }
    });
    (answer, notes)
}

#[test]
fn the_rest_of_a_chain_is_searched_and_the_line_begins_with_what_is_played() {
    let mut client = Client::new(0);
    client.set_up("kalah startpos moves 1,6 1 1 5 6,3 1");
    let replies = client.go("nodes 20000");
    assert_ne!(answer(&replies).1.unwrap(), "6,1", "-302 where 6,2 is +264");
    let kalah = GAMES.iter().find(|game| game.name == "kalah").unwrap();
    for seed in 0..300 {
        let position = random_position(kalah, "kalah", seed);
        client.set_up(&position);
        let replies = client.go(&format!("nodes {}", 50 << (seed % 8)));
        let (info, best) = answer(&replies);
        assert_eq!(info.unwrap().pv.first(), best, "{position}: {replies:?}");
    }
}

#[test]
fn every_mind_of_every_game_chooses_among_searchmoves_and_says_a_score() {
    for game in GAMES {
        for (player, _) in (game.players)() {
            let mut client = Client::new(0);
            client.tell(&format!("setoption name {}.Mind value {player}", game.prefix));
            for seed in 0..10 {
                let variant = game.variants[0].name;
                let position = random_position(game, variant, seed);
                client.set_up(&position);
                let settings = Settings::defaults(&options::all(GAMES));
                let mut engine = (game.open)(variant, &settings).unwrap();
                let played: Vec<&str> = position.split(' ').skip(3).collect();
                engine.play(&played).unwrap();
                let moves = engine.legal_moves();
                assert!(!moves.is_empty(), "{position}");
                let chosen = [moves.last(), moves.get(moves.len() / 2)].map(Option::unwrap);
                let replies =
                    client.go(&format!("depth 2 searchmoves {} {}", chosen[0], chosen[1]));
                let (info, best) = answer(&replies);
                let best = best.unwrap_or_else(|| panic!("{player} {position}: {replies:?}"));
                assert!(chosen.contains(&best), "{player} {position}: {best} of {chosen:?}");
                // The players by published ratings have ratings and no scores.
                let has_no_score = player == "ratings" || player == "table";
                assert_eq!(info.is_none(), has_no_score, "{player} {position}: {replies:?}");
                let pv = info.map(|info| &info.pv);
                assert!(pv.is_none_or(|pv| pv.first() == Some(best)), "{player}: {replies:?}");
            }
        }
    }
}

#[test]
fn the_player_without_rule_1_4_says_a_score_and_plays_legal_moves() {
    let mut client = Client::new(0);
    client.tell("setoption name Kalah.Mind value f2");
    client.tell("setoption name Kalah.Compat value dubner");
    let kalah = GAMES.iter().find(|game| game.name == "kalah").unwrap();
    for seed in 0..60 {
        let position = random_position(kalah, "kalah", seed);
        client.set_up(&position);
        let replies = client.go(["depth 3", "nodes 1"][usize::from(seed % 3 == 0)]);
        let (info, best) = answer(&replies);
        assert_eq!(info.unwrap().pv.first(), best, "{position}: {replies:?}");
        client.set_up(&format!(
            "{position}{} {}",
            if position.contains("moves") { "" } else { " moves" },
            best.unwrap()
        ));
    }
}

#[test]
fn players_that_end_by_themselves_need_no_limit_and_no_stop() {
    for (player, position, is_bounded) in [
        ("Kalah.Mind value f2", "kalah startpos", true),
        ("Kalah.Mind value solve", "kalah startpos", true),
        ("Kalah.Mind value alphabeta", "kalah startpos", false),
        ("TicTacToe.Mind value nextstep", "tictactoe startpos", true),
        ("TicTacToe.Mind value ratings", "tictactoe startpos", true),
        ("TicTacToe.Mind value table", "tictactoe startpos", true),
        ("TicTacToe.Mind value learning", "tictactoe startpos", true),
    ] {
        let mut client = Client::new(0);
        client.tell(&format!("setoption name {player}"));
        client.tell("setoption name Kalah.Stones value 2");
        client.set_up(position);
        let _ = client.tell("go");
        let asked = client.tell("d");
        let is_refused = |reply: &Reply| matches!(reply, Reply::Error(_));
        assert_eq!(!asked.iter().any(is_refused), is_bounded, "{player}: {asked:?}");
        client.tell("stop");
    }
}

#[test]
fn the_solver_heeds_depth_and_nodes() {
    let mut client = Client::new(0);
    client.tell("setoption name Kalah.Mind value solve");
    client.set_up("kalah startpos");
    let replies = client.go("depth 4");
    let note = "not settled: a proof has no depth; an ordinary search plays";
    let note = Reply::Note(note.to_owned());
    assert!(replies.contains(&note), "{replies:?}");
    assert_eq!(answer(&replies).0.unwrap().depth, Some(4));
    let replies = client.go("mate 1");
    assert!(replies.contains(&note), "{replies:?}");
    let replies = client.go("nodes 20000");
    let is_small = |reply: &Reply| match reply {
        Reply::Note(text) => text
            .strip_prefix("endgame tables: ")
            .and_then(|text| text.split(", ").nth(1)?.split(' ').next()?.parse::<u64>().ok())
            .is_some_and(|boards| boards <= 20_000),
        _ => false,
    };
    assert!(replies.iter().any(is_small), "{replies:?}");
    assert!(answer(&replies).0.unwrap().nodes.unwrap() <= 40_000, "{replies:?}");
}

/// A proof from these starts would take hours; a look for a mate does not.
#[test]
fn solvers_leave_a_mate_to_the_search() {
    for game in ["connect4", "othello", "go"] {
        let mut client = Client::new(0);
        client.set_up(&format!("{game} startpos"));
        client.tell("setoption name Mind value solve");
        let replies = client.go("mate 1");
        let is_note =
            |reply: &Reply| matches!(reply, Reply::Note(text) if text.starts_with("not settled"));
        assert!(replies.iter().any(is_note), "{game}: {replies:?}");
    }
}

#[test]
fn one_occurrence_before_the_root_is_no_draw() {
    let mut client = Client::new(0);
    client.set_up(
        "fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1 moves g1f3 g8f6 f3g1 f6g8",
    );
    let replies = client.go("depth 6");
    let (score, _) = answer(&replies).0.unwrap().score.unwrap();
    assert!(score.raw() < -500, "a queen down: {replies:?}");
}
