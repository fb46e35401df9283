//! Endgame tables of Abalone: both builders, the verifier and the published counts.
//!
//! Three against two is built under `PLYGLOT_LONG=1` only.

use std::collections::{BTreeMap, HashSet};
use std::sync::{Arc, LazyLock};

use plyglot::core::Side;
use plyglot::endgame::monitor::NoMonitor;
use plyglot::endgame::plan::WdlPlan;
use plyglot::endgame::solved::SolvedTables;
use plyglot::endgame::stats::{Counts, count};
use plyglot::endgame::verify::{Verified, verify};
use plyglot::endgame::{Cells, Indexer, Metric, TableId, Value, iterative, retrograde};
use plyglot::games::Game;
use plyglot::games::abalone::Abalone;
use plyglot::games::abalone::indexer::{AbaloneIndexer, THREE_TWO, TWO_TWO};

/// A table made by both builders and verified.
fn build_twice(
    (rules, indexer): (&Abalone, &AbaloneIndexer),
    table: TableId,
    metric: Metric,
    solved: &SolvedTables,
) -> Vec<u16> {
    let plan = WdlPlan { rules, indexer, table, metric, solved, zeroed: None };
    let codes = retrograde::build(&plan, &NoMonitor).unwrap();
    let plain = iterative::build(&plan, &NoMonitor).unwrap();
    let differs = codes.iter().zip(&plain).position(|(a, b)| a != b);
    assert_eq!(differs, None, "{table:?} {metric}: the builders disagree");
    let verified = verify(&plan, &|at: u64| codes[at as usize], &NoMonitor);
    assert!(matches!(verified, Verified::Right(_)), "{table:?} {metric}: {verified:?}");
    codes
}

fn counted(rules: &Abalone, table: TableId, codes: &[u16]) -> [Counts; 2] {
    count(rules, &rules.indexer(), table, &|at| Value::from_code(codes[at as usize]))
}

/// The row and the column of each cell from the middle. The number of a cell is 13·row + column modulo
/// 61, and |row - column| is at most 4.
static AXIAL: LazyLock<Vec<(i32, i32)>> = LazyLock::new(|| {
    let all = (0..9_i32).flat_map(|row| (0..9_i32).map(move |column| (row, column)));
    let on_board = all.filter(|(row, column)| (row - column).abs() <= 4);
    let numbered: BTreeMap<i32, (i32, i32)> =
        on_board.map(|(row, column)| ((13 * row + column) % 61, (row - 4, column - 4))).collect();
    numbered.into_values().collect()
});

/// How many positions of the board a place stands for, colours apart: the images of its pair.
fn weight(pair: u64) -> u64 {
    let mut images = HashSet::new();
    let axial = |cell: u32| AXIAL[cell as usize];
    let low = pair.trailing_zeros();
    let mut both = [low, (pair & !(1 << low)).trailing_zeros()].map(axial);
    for _ in 0..2 {
        for _ in 0..6 {
            both = both.map(|(row, column)| (column, column - row));
            let mut image = both;
            image.sort_unstable();
            images.insert(image);
        }
        both = both.map(|(row, column)| (column, row));
    }
    images.len() as u64
}

/// 6 262 260 positions, 6264 wins, all of them at once, and no loss: Abalassembly's figures, which
/// count every position of the board with either side to move.
#[test]
fn two_against_two_has_the_published_counts() {
    let rules = Abalone::default();
    let indexer = rules.indexer();
    let codes = build_twice((&rules, &indexer), TWO_TWO, Metric::Dtm, &SolvedTables::default());
    let (mut positions, mut wins) = (0, 0);
    for at in 0..indexer.len(TWO_TWO) {
        let pair = indexer.unrank(TWO_TWO, at).unwrap().marbles(Side::Second);
        let boards = 2 * weight(pair);
        positions += boards;
        match Value::from_code(codes[at as usize]).unwrap() {
            Value::Win(plies) => {
                assert_eq!(plies, 1);
                wins += boards;
            }
            Value::Draw => (),
            Value::Loss(plies) => panic!("{at} is lost in {plies}"),
        }
    }
    assert_eq!((positions, wins), (6_262_260, 6264));
}

#[test]
fn three_against_two_has_as_many_places_as_published() {
    assert_eq!(Abalone::default().indexer().len(THREE_TWO), 11_703_240);
}

/// 11 703 240 places, 17 575 wins, 21 losses, the longest win in seven plies: Abalassembly's
/// figures, which count the classes of one side's marbles times the other's times who moves.
#[test]
#[ignore = "takes minutes: tools/check --long"]
fn three_against_two_has_the_published_counts() {
    let rules = Abalone::default();
    let indexer = rules.indexer();
    let mut solved = SolvedTables::default();
    let two = build_twice((&rules, &indexer), TWO_TWO, Metric::Dtm, &solved);
    solved.insert(TWO_TWO, Arc::new(Cells::pack(Metric::Dtm, two.clone())));
    let codes = build_twice((&rules, &indexer), THREE_TWO, Metric::Dtm, &solved);
    let [three, pair] = counted(&rules, THREE_TWO, &codes);
    let longest = [&three, &pair].iter().filter_map(|c| c.longest).map(|l| l.plies).max();
    assert_eq!(
        (three.wins + pair.wins, three.losses + pair.losses, longest),
        (17_575, 21, Some(7)),
        "{three:?} {pair:?}"
    );
}
