//! Small boards solved by the generic search, superko and all.
//!
//! Under superko a value depends on the way that led to a position, so the transposition table orders
//! moves and settles nothing; what is told as exact has been searched to the end of every line that
//! matters, each with its own history. What shortens the way is that no margin is larger than the
//! board ([`Rules::margin_bounds`](plyglot_core::game::Rules::margin_bounds)).

use plyglot_core::game::{PlayedGame, Rules};
use plyglot_core::{Bound, Limits, Score};
use plyglot_search::{
    AlphaBeta, Player, SearchControl, SearchInfo, SearchOptions, SearchRequest, TranspositionTable,
};

use crate::{Go, GoEvaluator, Ko, RuleSet, Terms};

/// The exact score of the start, and how many moves were played to find it; none within so many plies.
fn solved(size: u8, rules: RuleSet, depth: u32) -> Option<(Score, u64)> {
    let go = Go::new(Terms { size, rules, komi: 0, handicap: 0 });
    let played = PlayedGame::new(&go, go.start());
    let (control, tt) = (SearchControl::unlimited(), TranspositionTable::with_buckets(1 << 16));
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let request = SearchRequest {
        rules: &go,
        played: &played,
        limits: &limits,
        search_moves: &[],
        control: &control,
        tt: &tt,
        tb: None,
        options: SearchOptions::default(),
        tracer: None,
    };
    let mut exact = None;
    let mut player = AlphaBeta::new(GoEvaluator::default(), crate::tactics::PARAMS);
    player.think(&request, &mut |said| {
        if let SearchInfo::Pv(info) = said
            && info.exact
            && info.bound == Bound::Exact
        {
            exact = Some((info.score, info.nodes));
        }
    });
    exact
}

#[test]
fn two_lines_are_won_by_one_point_and_three_by_all_nine() {
    for ko in [Ko::Positional, Ko::Situational] {
        for suicide in [true, false] {
            let rules = RuleSet { suicide, ko, ..RuleSet::TROMP_TAYLOR };
            let (score, _) = solved(2, rules, 80).unwrap();
            assert_eq!(score, Score::cp(100), "{rules:?}");
        }
    }
    for rules in [RuleSet::TROMP_TAYLOR, RuleSet::CHINESE] {
        let (score, _) = solved(3, rules, 30).unwrap();
        assert_eq!(score, Score::cp(900), "{rules:?}");
    }
}
