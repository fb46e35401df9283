//! What a player remembers from one search to the next, and when it forgets.

use crate::common::client::Client;
#[cfg(target_os = "linux")]
use crate::common::program::Program;
use plyglot::core::{Limits, Side};
use plyglot::game::{PlayedGame, Rules};
use plyglot::games::Game;
use plyglot::games::chess::{Chess, ChessEvaluator};
use plyglot::search::player::SearchOptions;
use plyglot::search::{AlphaBeta, Player, SearchControl, SearchRequest, TranspositionTable};

/// Nodes of a search of the start position to a fixed depth, from an empty table.
fn nodes(player: &mut AlphaBeta<ChessEvaluator>) -> u64 {
    let rules = Chess::default();
    let played = PlayedGame::new(&rules, rules.start());
    assert_eq!(rules.side_to_move(played.position()), Side::First);
    let (control, table) = (SearchControl::unlimited(), TranspositionTable::new(1));
    let limits = Limits { depth: Some(8), ..Limits::default() };
    let (search_moves, options) = (&[][..], SearchOptions::default());
    let (rules, played, limits, control) = (&rules, &played, &limits, &control);
    let request = SearchRequest {
        rules,
        played,
        limits,
        search_moves,
        control,
        tt: &table,
        tb: None,
        options,
        tracer: None,
    };
    assert!(player.think(&request, &mut |_| {}).is_some());
    control.nodes.count()
}

#[test]
fn a_mind_learns_which_quiet_moves_are_good_and_forgets_it_with_the_game() {
    let mut player = AlphaBeta::new(ChessEvaluator::default(), Chess::default().search_params());
    let first = nodes(&mut player);
    let second = nodes(&mut player);
    assert_ne!(first, second, "what was learnt orders the moves");
    let other = &mut AlphaBeta::new(ChessEvaluator::default(), Chess::default().search_params());
    assert_eq!([nodes(other), nodes(other)], [first, second], "the same twice is the same");
    Player::<Chess>::new_game(&mut player);
    assert_eq!(nodes(&mut player), first, "a new game begins with nothing learnt");
}

/// The nodes of a proof of this position.
fn proof(client: &mut Client, game: &str, position: &str) -> String {
    client.set_up(&format!("{game} {position}"));
    let replies = client.go("nodes 1000000000");
    let texts = client.texts(&replies);
    assert!(texts.iter().any(|text| text == "info string exact"), "{texts:?}");
    let last = texts.iter().rfind(|text| text.starts_with("info depth")).unwrap();
    last.split(" nodes ").nth(1).unwrap().split(' ').next().unwrap().to_owned()
}

#[test]
fn a_solver_forgets_the_last_game() {
    let kalah = ["Kalah.Pits value 4", "Kalah.Stones value 3"];
    let connect4 = ["Connect4.Width value 5", "Connect4.Height value 5"];
    for (game, mind, options) in
        [("kalah", "Kalah.Mind", kalah), ("connect4", "Connect4.Mind", connect4)]
    {
        let mut client = Client::new(0);
        client.ask(&format!("setoption name {mind} value solve"));
        for option in options {
            client.ask(&format!("setoption name {option}"));
        }
        let first = proof(&mut client, game, "startpos");
        assert_ne!(
            proof(&mut client, game, "startpos"),
            first,
            "{game}: what was settled is known"
        );
        proof(&mut client, game, "startpos moves 1");
        client.tell("ucinewgame");
        assert_eq!(proof(&mut client, game, "startpos"), first, "{game}");
    }
}

/// Whether a part of the program's memory of so many KiB is to lie in large pages (proc(5), `hg`).
#[cfg(target_os = "linux")]
fn has_large_pages(id: u32, wanted: std::ops::Range<u64>) -> bool {
    let parts = std::fs::read_to_string(format!("/proc/{id}/smaps")).unwrap();
    let mut kib = 0;
    parts.lines().any(|line| {
        let (name, value) = line.split_once(':').unwrap_or_default();
        if name == "Size" {
            kib = value.trim().trim_end_matches(" kB").parse().unwrap();
        }
        name == "VmFlags" && wanted.contains(&kib) && value.split(' ').any(|flag| flag == "hg")
    })
}

/// Scripts do not ask `isready`; who has a clock and has not asked has no time for large pages.
#[test]
#[cfg(target_os = "linux")]
fn a_search_without_a_clock_has_its_table_in_large_pages() {
    if !std::path::Path::new("/sys/kernel/mm/transparent_hugepage").exists() {
        return;
    }
    for (go, is_expected) in
        [("go depth 3", true), ("go nodes 500", true), ("go movetime 9", false)]
    {
        let mut program = Program::start(&["--option", "Hash=64"]);
        program.send(&format!("position checkers startpos\n{go}\n"));
        program.wait_for("bestmove");
        // The heap of what is small has a part of a GiB.
        let found = has_large_pages(program.child.id(), 60 << 10..68 << 10);
        assert_eq!(found, is_expected, "{go}");
        assert!(program.end().1.success());
    }
}
