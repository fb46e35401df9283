//! Published counts that take captures apart which lead to the same position; `tests/perft.rs` has the
//! others.

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

fn check<B: Board>(set: RuleSet) {
    let most = if std::env::var_os("PLYGLOT_LONG").is_some() { LONG_NODES_MAX } else { NODES_MAX };
    let game = Draughts::<B>::new(set);
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/games/draughts/data/duplicates.csv");
    let mut checked = 0;
    for record in csv::Reader::from_path(path).unwrap().records() {
        let record = record.unwrap();
        let (depth, nodes) = (record[3].parse().unwrap(), record[4].parse().unwrap());
        if &record[0] != set.name || nodes > most {
            continue;
        }
        let pos = match &record[2] {
            "startpos" => game.start(),
            fen => game.parse_position(fen).unwrap(),
        };
        let memory = if nodes > WALKED_NODES_MAX { MEMORY_MIB } else { 0 };
        let mut counter = Counter::remembering(memory, &|| false).unwrap();
        assert_eq!(counter.count(&WithDuplicates(game), &pos, depth), Ok(nodes), "{record:?}");
        checked += 1;
    }
    assert!(checked >= 7, "{path}: {checked} lines of {} below the limit", set.name);
}

#[test]
fn captures_that_meet_are_as_many_as_published() {
    check::<Board8x8>(RuleSet::ENGLISH);
    check::<Board8x8>(RuleSet::RUSSIAN);
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
