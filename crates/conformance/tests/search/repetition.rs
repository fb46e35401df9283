//! Every field of a repetition rule changes what may be played, how a game ends and what the
//! search finds: a field that were ignored would fail here.
//!
//! ```text
//! ring:   0 ──► 1 ──► 2 ──► 3      First moves at 0 and 2, Second at 1 and 3, nobody has a choice;
//!         ▲                 │      every position is thought to be worth 100 to First
//!         └─────────────────┘
//! twin:   0 ──► 1 ──► 2 ──► 3 ──► 4  First wins      0 and 3 show one board, the turn is another's
//! ```

use plyglot::core::Side::{First, Second};
use plyglot::core::{Score, Side};
use plyglot::game::repetition::{Binds, Same, Then, Within};
use plyglot::game::{Outcome, PlayedGame, Repetition};
use plyglot::search::{Config, SearchOptions};
use plyglot_conformance::graph::{Graph, Node, NodeValue, Shape};
use plyglot_conformance::searching::Query;

const DRAWN: Repetition = Repetition { then: Then::Draw, ..Repetition::SUPERKO };
const LOST: Repetition = Repetition { then: Then::RepeaterLoses, ..Repetition::SUPERKO };

fn ring(repetition: Repetition) -> Graph {
    let node = |side: Side, to| {
        Node::inner(side, &[to]).with_value(if side == First { 100 } else { -100 })
    };
    Graph::new(vec![node(First, 1), node(Second, 2), node(First, 3), node(Second, 0)])
        .where_stuck_loses()
        .with_repetition(repetition)
}

fn twin(repetition: Repetition) -> Graph {
    Graph::new(vec![
        Node::inner(First, &[1]).with_board(0),
        Node::inner(Second, &[2]),
        Node::inner(First, &[3]),
        Node::inner(Second, &[4]).with_board(0),
        Node::end(First, Outcome::win(First, "won")),
    ])
    .where_stuck_loses()
    .with_repetition(repetition)
}

/// How a game goes that is played on until it ends, twelve plies at most: plies and outcome.
fn played_on(graph: &Graph) -> (usize, Option<Outcome>) {
    let mut played = PlayedGame::new(graph, 0);
    while played.outcome(graph).is_none() && played.moves_played().len() < 12 {
        played.play(graph, played.moves(graph)[0]);
    }
    (played.moves_played().len(), played.outcome(graph))
}

/// What the search finds, as in play and with nothing but alpha-beta.
fn searched(graph: &Graph, played: &PlayedGame<Graph>, depth: u32) -> Score {
    let query = || Query::new(graph, played).depth(depth);
    let two = SearchOptions { threads: 2, ..SearchOptions::default() };
    let score = query().run(NodeValue).lines()[0].score;
    for query in [query().config(Config::PLAIN), query().options(two)] {
        assert_eq!(query.run(NodeValue).lines()[0].score, score, "{graph:?}");
    }
    score
}

/// Plays a graph on and searches it.
fn check(graph: &Graph, plies: usize, outcome: Option<Outcome>, score: Score) {
    assert_eq!(played_on(graph), (plies, outcome), "{graph:?}");
    assert_eq!(searched(graph, &PlayedGame::new(graph, 0), 10), score, "{graph:?}");
}

const GOES_ON: Score = Score::cp(100);
const SECOND_STUCK: Option<Outcome> = Some(Outcome::win(First, "no move"));
const FIRST_STUCK: Option<Outcome> = Some(Outcome::win(Second, "no move"));

#[test]
fn count_says_at_which_occurrence() {
    check(&ring(Repetition::NONE), 12, None, GOES_ON);
    check(&ring(Repetition::SUPERKO), 3, SECOND_STUCK, Score::win_in(3));
    let third = Repetition { count: 3, ..Repetition::SUPERKO };
    check(&ring(third), 7, SECOND_STUCK, Score::win_in(7));
    let draw = |reason| Some(Outcome::draw(reason));
    check(&ring(DRAWN), 4, draw("repetition"), Score::DRAW);
    // The search does not wait for the third time to call it a draw.
    check(&ring(Repetition::THREEFOLD), 8, draw("threefold repetition"), Score::DRAW);
}

#[test]
fn then_says_what_it_means() {
    check(&ring(Repetition::SUPERKO), 3, SECOND_STUCK, Score::win_in(3));
    check(&ring(DRAWN), 4, Some(Outcome::draw("repetition")), Score::DRAW);
    check(&ring(LOST), 4, Some(Outcome::win(First, "repetition")), Score::win_in(4));
}

#[test]
fn within_says_how_far_back() {
    for (plies, bites) in [(2, false), (3, false), (4, true), (5, true)] {
        let within = Within::Plies(plies);
        let forbidden = ring(Repetition { within, ..Repetition::SUPERKO });
        let drawn = ring(Repetition { within, ..DRAWN });
        if bites {
            check(&forbidden, 3, SECOND_STUCK, Score::win_in(3));
            check(&drawn, 4, Some(Outcome::draw("repetition")), Score::DRAW);
        } else {
            check(&forbidden, 12, None, GOES_ON);
            check(&drawn, 12, None, GOES_ON);
        }
    }
}

#[test]
fn binds_says_whom() {
    let bound = |side, rule| ring(Repetition { binds: Binds::Only(side), ..rule });
    check(&bound(Second, Repetition::SUPERKO), 3, SECOND_STUCK, Score::win_in(3));
    // Second may go round; then First has to repeat 1 and may not.
    check(&bound(First, Repetition::SUPERKO), 4, FIRST_STUCK, Score::loss_in(4));
    check(&bound(Second, LOST), 4, Some(Outcome::win(First, "repetition")), Score::win_in(4));
    check(&bound(First, LOST), 5, Some(Outcome::win(Second, "repetition")), Score::loss_in(5));
}

#[test]
fn same_says_whether_the_turn_counts() {
    let rule = |same, then| twin(Repetition { same, then, ..Repetition::SUPERKO });
    let won = Some(Outcome::win(First, "won"));
    for then in [Then::Forbidden, Then::Draw, Then::RepeaterLoses] {
        check(&rule(Same::Situation, then), 4, won, Score::win_in(4));
    }
    check(&rule(Same::Position, Then::Forbidden), 2, FIRST_STUCK, Score::loss_in(2));
    let draw = Some(Outcome::draw("repetition"));
    check(&rule(Same::Position, Then::Draw), 3, draw, Score::DRAW);
    let lost = Some(Outcome::win(Second, "repetition"));
    check(&rule(Same::Position, Then::RepeaterLoses), 3, lost, Score::loss_in(3));
}

#[test]
fn the_search_knows_what_was_played_before_it() {
    // From 2 the ring is at 0 after two plies: only with the history is that a repetition.
    let graph = ring(Repetition::SUPERKO);
    let mut played = PlayedGame::new(&graph, 0);
    played.play(&graph, 1);
    played.play(&graph, 2);
    assert_eq!(searched(&graph, &played, 6), Score::win_in(1), "Second is stuck at 3");
    assert_eq!(
        searched(&graph, &PlayedGame::new(&graph, 2), 6),
        Score::win_in(3),
        "Second is stuck at 1"
    );
}

#[test]
fn an_irreversible_move_changes_nothing_but_the_looking_back() {
    // 0 and 1 go round; 2 to 5 is another ring, and nobody comes back from it.
    let nodes = || {
        vec![
            Node::inner(First, &[1]),
            Node::inner(Second, &[0, 2]),
            Node::inner(First, &[3]),
            Node::inner(Second, &[4]),
            Node::inner(First, &[5]),
            Node::inner(Second, &[2]),
        ]
    };
    let rules = [Repetition::SUPERKO, Repetition::KO, DRAWN, LOST, Repetition::THREEFOLD];
    for repetition in rules {
        let graph = Graph::new(nodes()).with_repetition(repetition);
        let quick = graph.clone().with_irreversible_moves();
        for plies in 0..10 {
            let mut lines = [PlayedGame::new(&graph, 0), PlayedGame::new(&quick, 0)];
            for ply in 0..plies {
                let [mv, same] = [(&graph, &lines[0]), (&quick, &lines[1])]
                    .map(|(rules, played)| played.moves(rules).last().copied());
                assert_eq!(mv, same, "{repetition:?}, ply {ply}");
                let Some(mv) = mv else { break };
                lines[0].play(&graph, mv);
                lines[1].play(&quick, mv);
            }
            assert_eq!(lines[0].outcome(&graph), lines[1].outcome(&quick), "{repetition:?}");
        }
    }
}

/// A game is played on by the positions themselves: where every key is that of every other, moves and
/// ends are as where none is.
#[test]
fn equal_keys_of_different_positions_decide_nothing() {
    let draw_at_third = Repetition { same: Same::Position, ..Repetition::THREEFOLD };
    let rules = [
        Repetition::SUPERKO,
        Repetition::POSITIONAL_SUPERKO,
        Repetition::KO,
        Repetition::FIVEFOLD,
        draw_at_third,
        LOST,
    ];
    let mut repeated = 0;
    for (seed, repetition) in (0..200).flat_map(|seed| rules.map(|rule| (seed, rule))) {
        let graph = Graph::random(seed, Shape::SMALL).with_repetition(repetition);
        let blind = graph.clone().where_keys_collide();
        let mut played = [PlayedGame::new(&graph, 0), PlayedGame::new(&blind, 0)];
        for ply in 0..40 {
            let what = format!("{repetition}, seed {seed}, ply {ply}");
            let outcomes = [played[0].outcome(&graph), played[1].outcome(&blind)];
            assert_eq!(outcomes[0], outcomes[1], "{what}");
            assert_eq!(played[0].occurrences(&graph), played[1].occurrences(&blind), "{what}");
            let moves = played[0].moves(&graph);
            assert_eq!(moves, played[1].moves(&blind), "{what}");
            let is_over = outcomes[0].is_some_and(|outcome| !outcome.claim);
            repeated += u32::from(played[0].occurrences(&graph) > 1);
            let Some(&mv) = moves.get(ply % moves.len().max(1)).filter(|_| !is_over) else { break };
            assert_eq!(played[0].repeats(&graph, mv), played[1].repeats(&blind, mv), "{what}");
            played[0].play(&graph, mv);
            played[1].play(&blind, mv);
        }
    }
    assert!(repeated > 500, "{repeated}");
}

#[test]
fn what_may_be_claimed_ends_at_the_last_occurrence_only() {
    let graph = ring(Repetition::FIVEFOLD);
    let mut played = PlayedGame::new(&graph, 0);
    let outcomes: Vec<Option<Outcome>> = (0..17)
        .map(|_| {
            let outcome = played.outcome(&graph);
            let mv = played.moves(&graph)[0];
            played.play(&graph, mv);
            outcome
        })
        .collect();
    let claim = Some(Outcome::claimable_draw("threefold repetition"));
    assert!(outcomes[..8].iter().all(Option::is_none), "{outcomes:?}");
    assert!(outcomes[8..16].iter().all(|&outcome| outcome == claim), "{outcomes:?}");
    assert_eq!(outcomes[16], Some(Outcome::draw("fivefold repetition")));
    let once = Repetition { count: 2, ..Repetition::THREEFOLD_CLAIM };
    check(&ring(once), 4, Some(Outcome::claimable_draw("repetition")), Score::DRAW);
}
