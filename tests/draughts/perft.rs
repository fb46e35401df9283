//! Published counts, by both ways of counting captures that lead to the same position.

use plyglot::game::perft::{Counter, Leaves, perft};
use plyglot::game::{Notation, Rules};
use plyglot::games::draughts::{Board, Board8x8, Board10x10, Draughts, RuleSet, WithDuplicates};

/// Lines with more nodes than this wait for the long run, or cannot be waited for at all.
const NODES_MAX: u64 = 3_000_000;
const LONG_NODES_MAX: u64 = 1_000_000_000_000;
/// With more nodes than this, lines that meet are walked once.
const WALKED_NODES_MAX: u64 = 5_000_000_000;
/// What counts are remembered in, then.
const MEMORY_MIB: usize = 2048;

fn count<R: Rules>(rules: &R, pos: &R::Position, depth: u32, remembers: bool) -> u64 {
    let memory = if remembers { MEMORY_MIB } else { 0 };
    Counter::remembering(memory, &|| false).unwrap().count(rules, pos, depth).unwrap()
}

fn check<B: Board>(set: RuleSet) {
    let most = if std::env::var_os("PLYGLOT_LONG").is_some() { LONG_NODES_MAX } else { NODES_MAX };
    let game = Draughts::<B>::new(set);
    let path = format!("{}/tests/perft/{}.csv", env!("CARGO_MANIFEST_DIR"), set.name);
    let mut checked = 0;
    for record in csv::Reader::from_path(&path).unwrap().records() {
        let record = record.unwrap();
        let depth: u32 = record[3].parse().unwrap();
        let Ok(nodes) = record[4].parse::<u64>() else { continue };
        if nodes > most {
            continue;
        }
        let pos = match record[2].split_once(' ') {
            None => game.start(),
            Some((_, fen)) => game.parse_position(fen).unwrap(),
        };
        let keeps = record[1].contains("kept") || record[1].contains("keep");
        let found = if keeps {
            count(&WithDuplicates(game), &pos, depth, nodes > WALKED_NODES_MAX)
        } else {
            count(&game, &pos, depth, nodes > WALKED_NODES_MAX)
        };
        assert_eq!(found, nodes, "{record:?}");
        checked += 1;
    }
    assert!(checked >= 14, "{path} holds {checked} lines below the limit");
}

#[test]
fn english_counts_are_the_published_ones() {
    check::<Board8x8>(RuleSet::ENGLISH);
}

#[test]
fn russian_counts_are_the_published_ones() {
    check::<Board8x8>(RuleSet::RUSSIAN);
}

#[test]
fn international_counts_are_the_published_ones() {
    check::<Board10x10>(RuleSet::INTERNATIONAL);
}

#[test]
fn leaves_counted_and_leaves_listed_are_as_many() {
    for set in [RuleSet::ENGLISH, RuleSet::RUSSIAN, RuleSet::BRAZILIAN, RuleSet::POOL] {
        let game = Draughts::<Board8x8>::new(set);
        let count = |leaves| perft(&game, &game.start(), 7, leaves);
        assert_eq!(count(Leaves::Bulk), count(Leaves::Each), "{}", set.name);
    }
}
