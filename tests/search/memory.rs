//! What a player remembers from one search to the next, and when it forgets.

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
