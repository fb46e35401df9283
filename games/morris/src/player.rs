//! The default player: the generic search, which looks at one of symmetric first moves only.
//!
//! On the empty board 24 placings are four up to symmetry, and after a man on a corner or a middle
//! half of the replies are images of the others. Values are the same, so nothing is lost; the first
//! of each class in the order of the moves is the one that is played.

use super::evaluator::MorrisEvaluator;
use super::moves::Move;
use super::position::Position;
use super::rules::Morris;
use super::symmetry::geometry;
use super::tactics::PARAMS;
use plyglot_core::Side;
use plyglot_core::game::{Account, PlayedGame};
use plyglot_search::AlphaBeta;
use plyglot_search::player::{Player, SearchInfo, SearchRequest, SearchResult};

/// Alpha-beta without symmetric first moves.
#[derive(Debug)]
pub(super) struct MorrisPlayer {
    search: AlphaBeta<MorrisEvaluator>,
}

impl MorrisPlayer {
    pub(super) fn new(evaluator: MorrisEvaluator) -> Self {
        Self { search: AlphaBeta::new(evaluator, PARAMS) }
    }
}

/// The moves without those that are images of earlier ones under a symmetry of the position.
pub(super) fn without_images(rules: &Morris, pos: &Position, moves: &[Move]) -> Vec<Move> {
    let geometry = geometry(rules.set.board);
    let keeps = |symmetry: &usize| {
        Side::BOTH.iter().all(|side| geometry.image(*symmetry, pos.men(*side)) == pos.men(*side))
    };
    let remembers =
        Side::BOTH.iter().any(|side| pos.last(*side).is_some() || pos.formed(*side) != 0);
    let symmetries: Vec<usize> =
        (0..geometry.symmetries()).filter(keeps).take(if remembers { 1 } else { 16 }).collect();
    let mut seen: Vec<[u32; 3]> = Vec::new();
    let mut is_new = |mv: &&Move| {
        let point = |point: Option<u8>| point.map_or(0, |point| 1 << point);
        let sets = [point(mv.from()), point(mv.to()), mv.taken_set()];
        let images = symmetries.iter().map(|s| sets.map(|set| geometry.image(*s, set)));
        let least = images.min().filter(|least| !seen.contains(least));
        seen.extend(least);
        least.is_some()
    };
    moves.iter().filter(|mv| is_new(mv)).copied().collect()
}

impl Player<Morris> for MorrisPlayer {
    fn level_option(&self) -> Option<&'static str> {
        <AlphaBeta<MorrisEvaluator> as Player<Morris>>::level_option(&self.search)
    }

    fn think(
        &mut self,
        request: &SearchRequest<'_, Morris>,
        say: &mut dyn FnMut(SearchInfo<Move>),
    ) -> Option<SearchResult<Move>> {
        if !request.search_moves.is_empty() || request.options.multi_pv > 1 {
            return self.search.think(request, say);
        }
        let moves = request.root_moves();
        let search_moves = without_images(request.rules, request.played.position(), &moves);
        if search_moves.len() == moves.len() {
            return self.search.think(request, say);
        }
        self.search.think(&SearchRequest { search_moves: &search_moves, ..*request }, say)
    }

    fn account(&self, rules: &Morris, played: &PlayedGame<Morris>) -> Option<Account> {
        self.search.account(rules, played)
    }

    fn new_game(&mut self) {
        <AlphaBeta<MorrisEvaluator> as Player<Morris>>::new_game(&mut self.search);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RuleSet;
    use plyglot_core::game::{Notation, Rules};

    #[test]
    fn first_moves_are_few_up_to_symmetry() {
        let kept = |set: RuleSet, words: &str| {
            let rules = Morris::new(set);
            let mut played = PlayedGame::new(&rules, rules.start());
            for word in words.split_whitespace() {
                let mv = rules.parse_move(&played, word).unwrap();
                played.play(&rules, mv);
            }
            without_images(&rules, played.position(), &played.moves(&rules)).len()
        };
        assert_eq!(kept(RuleSet::NINE, ""), 4, "middles and corners, of the middle ring or others");
        assert_eq!(kept(RuleSet::SIX, ""), 2);
        assert_eq!(kept(RuleSet::THREE, ""), 3);
        assert_eq!(kept(RuleSet::NINE, "d6"), 9, "mirrored, and rings exchanged");
        assert_eq!(kept(RuleSet::NINE, "d6 g7"), 22);
    }
}
