//! Positions that share a place are worth the same, in every table of every game that is small
//! enough to be met in a match.

use plyglot::core::rng::seeded;
use plyglot::endgame::{Indexer, TableId, TableIndexer};
use plyglot::game::Notation;
use plyglot::games::Game;
use plyglot::games::chess::indexer::ChessIndexer;
use plyglot::games::chess::{Chess, Position};
use plyglot::games::kalah::{Kalah, RuleSet};
use plyglot::games::oware::{Oware, RuleSet as OwareRules};
use plyglot_conformance::indexer::check_sharing;

use super::altered::Altered;

/// Only the positions that stand for places keep them: their images get the place of another
/// position. Numbers and positions are still one to one.
fn muddled(chess: &ChessIndexer, table: TableId, pos: &Position) -> u64 {
    let at = chess.rank(table, pos);
    let there = chess.unrank(table, at).unwrap();
    let other = at ^ 1;
    let is_other = there.board() != pos.board()
        && other < chess.len(table)
        && chess.unrank(table, other).is_some();
    if is_other { other } else { at }
}

#[test]
fn an_indexer_that_gives_two_different_positions_one_place_is_found() {
    let chess = Chess::default();
    let muddled = Altered { rank: muddled, ..Altered::of(&chess) };
    for table in muddled.tables(&chess, 4) {
        for at in (0..muddled.len(table)).step_by(997) {
            let Some(pos) = muddled.unrank(table, at) else { continue };
            assert_eq!(muddled.rank(table, &pos), at, "one to one, as far as numbers can tell");
        }
        let found = check_sharing(&chess, &muddled, table, 60, &mut seeded(32));
        let law = found.err().map(|broken| broken.law);
        // Where all positions are dead, it does not matter which of them share a place.
        let is_dead = ["KBK", "KNK"].contains(&muddled.name(table).as_str());
        let expected = "positions that share a place have the same moves";
        assert_eq!(law, (!is_dead).then_some(expected), "{}", muddled.name(table));
    }
}

/// How many tables were looked at, on so many walks each.
fn checked<R: Notation, I: TableIndexer<R>>(
    rules: &R,
    indexer: &I,
    men_max: u8,
    walks: u32,
) -> usize {
    let tables = indexer.tables(rules, men_max);
    let mut rng = seeded(31);
    for &table in &tables {
        check_sharing(rules, indexer, table, walks, &mut rng).unwrap();
    }
    tables.len()
}

#[test]
fn positions_of_chess_that_share_a_place_are_worth_the_same() {
    let chess = Chess::default();
    assert_eq!(checked(&chess, &chess.indexer(), 5, 60), 145);
}

#[test]
fn boards_of_oware_that_share_a_place_are_worth_the_same() {
    for set in [OwareRules { stop_at_half: false, ..OwareRules::OWARE }, OwareRules::AWARI] {
        let awari = Oware::new(set);
        assert_eq!(checked(&awari, &awari.indexer(), 14, 60), 15, "{set:?}");
    }
}

#[test]
fn boards_of_kalah_that_share_a_place_are_worth_the_same() {
    for set in RuleSet::PRESETS.iter().map(|way| way.value) {
        let kalah = Kalah::new(set, 6, 4);
        assert_eq!(checked(&kalah, &kalah.indexer(), 12, 60), 12, "{set:?}");
    }
}
