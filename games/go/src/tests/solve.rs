//! Small boards solved under superko, by two searches.
//!
//! Under superko a value depends on the way that led to a position. The generic search lets the
//! transposition table order moves and settles nothing by it; what it tells as exact has been searched
//! to the end of every line that matters, each with its own history. Proof-number search uses a proof
//! wherever it holds. What shortens the way of both is that no margin is larger than the board
//! ([`Rules::margin_bounds`](plyglot_core::game::Rules::margin_bounds)).

use std::sync::Arc;

use plyglot_core::game::{Notation, PlayedGame, Rules, SearchParams};
use plyglot_core::rng::seeded;
use plyglot_core::{Bound, Limits, Score};
use plyglot_search::time::{Budget, WallTimer};
use plyglot_search::{
    AlphaBeta, Player, ProofSearch, PvInfo, SearchControl, SearchInfo, SearchOptions,
    SearchRequest, TranspositionTable,
};
use rand::RngExt;

use crate::{Go, GoEvaluator, Ko, Move, RuleSet, Terms};

/// No game of the boards here that matters is longer.
const TO_THE_END: Asked<'_> = Asked { depth: Some(80), nodes: None, moves: &[] };
/// What takes the generic search longer is left out.
const NODES: u64 = 30_000;

/// The two searches, the second with so much memory.
fn alphabeta() -> Box<dyn Player<Go>> {
    Box::new(AlphaBeta::new(GoEvaluator::default(), crate::tactics::PARAMS))
}

fn prover(mib: usize) -> Box<dyn Player<Go>> {
    Box::new(ProofSearch::new(mib, true, GoEvaluator::default(), SearchParams::NONE))
}

/// A client may stop a proof that nobody limits, and waits for a move: not for the first one there is.
#[test]
fn a_proof_that_is_stopped_is_followed_by_a_look_ahead() {
    let go = game(9, RuleSet::TROMP_TAYLOR);
    // White's stone in the middle has one liberty left.
    let pos = go.parse_position("9/9/9/4X4/3XO4/4X4/9/9/9 b - 0 0").unwrap();
    let played = PlayedGame::new(&go, pos);
    let control = SearchControl::unlimited();
    control.stop.set();
    let info = told_by(&go, &played, &mut *prover(16), Asked::default(), &control).unwrap();
    assert!(info.depth > 1 && info.nodes > 100, "{info:?}");
    assert_eq!(go.move_text(&pos, info.pv[0]), "F5");
}

/// A game without komi.
fn game(size: u8, rules: RuleSet) -> Go {
    Go::new(Terms { size, rules, komi: 0, handicap: 0 })
}

/// What a player is asked; whatever it likes if nothing is said.
#[derive(Clone, Copy, Default)]
struct Asked<'a> {
    depth: Option<u32>,
    nodes: Option<u64>,
    moves: &'a [Move],
}

/// The last line that a player tells of a game as it stands.
fn told(
    go: &Go,
    played: &PlayedGame<Go>,
    player: &mut dyn Player<Go>,
    asked: Asked<'_>,
) -> Option<PvInfo<Move>> {
    let (timer, budget) = (Arc::new(WallTimer::default()), Budget::default());
    told_by(go, played, player, asked, &SearchControl::new(timer, budget, asked.nodes))
}

/// The same with a clock that others may stop.
fn told_by(
    go: &Go,
    played: &PlayedGame<Go>,
    player: &mut dyn Player<Go>,
    Asked { depth, nodes, moves }: Asked<'_>,
    control: &SearchControl,
) -> Option<PvInfo<Move>> {
    let tt = TranspositionTable::with_buckets(1 << 16);
    let limits = Limits { depth, nodes, ..Limits::default() };
    let request = SearchRequest {
        rules: go,
        played,
        limits: &limits,
        search_moves: moves,
        control,
        tt: &tt,
        tb: None,
        options: SearchOptions::default(),
        tracer: None,
    };
    let mut last = None;
    player.think(&request, &mut |said| {
        if let SearchInfo::Pv(info) = said {
            last = Some(info);
        }
    });
    last
}

/// The exact score and a line that shows it; none where the player does not come so far.
fn solved(
    go: &Go,
    played: &PlayedGame<Go>,
    player: &mut dyn Player<Go>,
    asked: Asked<'_>,
) -> Option<(Score, Vec<Move>)> {
    let info = told(go, played, player, asked)?;
    (info.exact && info.bound == Bound::Exact).then_some((info.score, info.pv))
}

#[test]
fn two_lines_are_won_by_one_point_and_three_by_all_nine() {
    let both = |size, rules, wanted| {
        let go = game(size, rules);
        let start = PlayedGame::new(&go, go.start());
        let by_depth = solved(&go, &start, &mut *alphabeta(), TO_THE_END).unwrap();
        let by_proof = solved(&go, &start, &mut *prover(16), Asked::default()).unwrap();
        assert_eq!([by_depth.0, by_proof.0], [Score::cp(wanted); 2], "{size} {rules:?}");
    };
    for ko in [Ko::Positional, Ko::Situational] {
        for suicide in [true, false] {
            both(2, RuleSet { suicide, ko, ..RuleSet::TROMP_TAYLOR }, 100);
        }
    }
    both(3, RuleSet::TROMP_TAYLOR, 900);
    both(3, RuleSet::CHINESE, 900);
}

/// Games by lot, so that boards come back that have been: what is left to play is worth the same to both
/// searches, and a line is one of the game, to its end.
#[test]
fn in_the_middle_of_a_game_both_searches_see_the_same_margin() {
    let sets = [RuleSet::TROMP_TAYLOR, RuleSet::CHINESE, RuleSet::AGA];
    let mut kinds = [0, 0];
    for seed in 0..160_u64 {
        let size = if seed.is_multiple_of(2) { 2 } else { 3 };
        let go = game(size, sets[usize::try_from(seed).unwrap() % 3]);
        let mut rng = seeded(seed);
        let mut played = PlayedGame::new(&go, go.start());
        let plies = if size == 2 { 4 } else { 12 } + seed % 12;
        for _ in 0..plies {
            if played.outcome(&go).is_some() {
                break;
            }
            let moves: Vec<Move> =
                played.moves(&go).into_iter().filter(|&mv| mv != Move::PASS).collect();
            let mv =
                if moves.is_empty() { Move::PASS } else { moves[rng.random_range(0..moves.len())] };
            played.play(&go, mv);
        }
        if played.outcome(&go).is_some() {
            continue;
        }
        let is_barred = |point| {
            go.is_legal(played.position(), Move(point)) && !played.moves(&go).contains(&Move(point))
        };
        let (score, line) = solved(&go, &played, &mut *prover(16), Asked::default()).unwrap();
        let limits = Asked { nodes: Some(NODES), ..TO_THE_END };
        if let Some((by_depth, _)) = solved(&go, &played, &mut *alphabeta(), limits) {
            assert_eq!(score, by_depth, "seed {seed}, {:?}", played.position());
            kinds[usize::from(go.points().any(is_barred))] += 1;
        }
        let side = go.side_to_move(played.position());
        if size == 2 {
            each_move_is_worth_what_follows(&go, &played, score);
        }
        for mv in line {
            assert!(played.moves(&go).contains(&mv), "seed {seed}");
            played.play(&go, mv);
        }
        if let Some(outcome) = played.outcome(&go) {
            assert_eq!(outcome.score(side, 0), score, "seed {seed}");
        }
    }
    assert!(kinds.iter().all(|&games| games > 10), "{kinds:?}");
}

/// Each move asked about alone has the value of the game after it, and the best of them that of the game.
fn each_move_is_worth_what_follows(go: &Go, played: &PlayedGame<Go>, score: Score) {
    let mut best = Score::MINUS_INFINITE;
    for mv in played.moves(go) {
        let mut after = played.clone();
        after.play(go, mv);
        let side = go.side_to_move(played.position());
        let wanted = match after.outcome(go) {
            Some(outcome) => outcome.score(side, 0),
            None => -solved(go, &after, &mut *prover(16), Asked::default()).unwrap().0,
        };
        let alone = Asked { moves: &[mv], ..Asked::default() };
        let (found, line) = solved(go, played, &mut *prover(16), alone).unwrap();
        assert_eq!((found, line[0]), (wanted, mv), "{:?} {mv:?}", played.position());
        best = best.max(wanted);
    }
    assert_eq!(best, score, "{:?}", played.position());
}

/// White has the whole board if he only passes, and loses it by filling an eye of his own.
#[test]
fn a_move_may_be_worth_less_than_a_board_that_is_owned() {
    let go = game(2, RuleSet::TROMP_TAYLOR);
    let played = PlayedGame::new(&go, go.parse_position("O1/1O w - 0 0").unwrap());
    each_move_is_worth_what_follows(&go, &played, Score::cp(400));
}

/// Where a ko may not be retaken and a third repetition draws, two passes end the game all the same.
#[test]
fn two_passes_end_a_game_that_repetitions_may_draw() {
    let rules = RuleSet { ko: Ko::Simple, ..RuleSet::TROMP_TAYLOR };
    for (size, text, wanted) in
        [(2, "1X/X1 w - 0 0", -400), (2, "1X/2 b - 0 0", 400), (3, "3/3/3 b - 0 0", 900)]
    {
        let go = game(size, rules);
        let played = PlayedGame::new(&go, go.parse_position(text).unwrap());
        let score = told(&go, &played, &mut *prover(16), Asked::default()).map(|info| info.score);
        assert_eq!(score, Some(Score::cp(wanted)), "{text}");
    }
}

#[test]
#[ignore = "some minutes, and a GiB or two"]
fn four_lines_are_won_by_two_points() {
    let go = game(4, RuleSet::TROMP_TAYLOR);
    let start = PlayedGame::new(&go, go.start());
    let (score, _) = solved(&go, &start, &mut *prover(3000), Asked::default()).unwrap();
    assert_eq!(score, Score::cp(200));
}
