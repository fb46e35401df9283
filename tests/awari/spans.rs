//! The tables of oware, where what a cycle is worth depends on where it is cut: what they say is
//! exact or a bound, and who asks is told which.

use std::collections::HashMap;
use std::sync::Arc;

use plyglot::endgame::bounds::{self, Span};
use plyglot::endgame::margin::MarginPlan;
use plyglot::endgame::plan::{Known, Unwatched};
use plyglot::endgame::probe::{Probe, View};
use plyglot::endgame::store::Store;
use plyglot::endgame::verify::Verified;
use plyglot::endgame::{Cells, Index, Metric, TableId, Value};
use plyglot::game::Notation;
use plyglot::games::Game;
use plyglot::games::awari::{Awari, Feeding, GrandSlam, RuleSet};

use super::naive::Naive;
use super::tables::{boards, turned};

const SEEDS: u32 = 5;

/// All tables up to so many seeds, verified.
fn tables(awari: &Awari, seeds: u32) -> Vec<Arc<Cells>> {
    let index = awari.index();
    let mut known = Known::default();
    let mut all = Vec::new();
    for table in (0..=seeds).map(TableId) {
        let plan = MarginPlan { rules: awari, index: &index, table, known: &known };
        let codes = if index.endless(awari, table) > 0 {
            bounds::build(&plan, &Unwatched).unwrap()
        } else {
            vec![Span::exactly(0).code()]
        };
        let verified = bounds::verify(&plan, &|at| codes[at as usize], &Unwatched);
        assert_eq!(verified, Verified::Right(index.len(table)), "{table:?} {:?}", awari.variant);
        let cells = Arc::new(Cells::Words(codes));
        known.insert(table, Arc::clone(&cells));
        all.push(cells);
    }
    all
}

/// What a move is worth to the mover: settled, or the board it leads to among as many seeds.
enum Worth {
    Known(i64, i64),
    Inside([u32; 12]),
}

fn worths(set: RuleSet, board: [u32; 12], spans: &HashMap<[u32; 12], (i64, i64)>) -> Vec<Worth> {
    let now = Naive { ring: board, won: [0, 0], mover: 0 };
    let one = |house: usize| {
        let after = now.sow(set, house).after;
        let ring = turned(after.ring);
        let gain = i64::from(after.won[0]) - i64::from(after.won[1]);
        if after.moves(set).is_empty() {
            return Worth::Known(after.margin(), after.margin());
        }
        match spans.get(&ring) {
            Some((low, high)) => Worth::Known(gain - high, gain - low),
            None => Worth::Inside(ring),
        }
    };
    now.moves(set).into_iter().map(one).collect()
}

/// What the mover can force, and be held to, on each board: each goal by itself, by sweeping until
/// nothing changes.
fn by_definition(set: RuleSet, seeds: u32) -> HashMap<[u32; 12], (i64, i64)> {
    let mut spans = HashMap::new();
    for n in 0..=i64::from(seeds) {
        let boards = boards(u32::try_from(n).unwrap());
        let mut found: HashMap<[u32; 12], (i64, i64)> =
            boards.iter().map(|board| (*board, (-n, n))).collect();
        for goal in 1 - n..=n {
            let (mut has, mut held) = (HashMap::new(), HashMap::new());
            let mut before = usize::MAX;
            while before != has.len() + held.len() {
                before = has.len() + held.len();
                for board in &boards {
                    let worths = worths(set, *board, &spans);
                    let now = Naive { ring: *board, won: [0, 0], mover: 0 };
                    let ended = worths.is_empty().then(|| now.margin());
                    let gets = |worth: &Worth| match worth {
                        Worth::Known(low, _) => *low >= goal,
                        Worth::Inside(ring) => held.contains_key(ring),
                    };
                    let lacks = |worth: &Worth| match worth {
                        Worth::Known(_, high) => *high <= -goal,
                        Worth::Inside(ring) => has.contains_key(ring),
                    };
                    let is_held = ended.map_or(worths.iter().all(lacks), |end| end <= -goal);
                    if ended.map_or(worths.iter().any(gets), |end| end >= goal) {
                        has.insert(*board, ());
                    }
                    if is_held {
                        held.insert(*board, ());
                    }
                }
            }
            // Goals rise: the highest that it has, the lowest that it is held to.
            has.into_keys().for_each(|board| found.get_mut(&board).unwrap().0 = goal);
            held.into_keys().for_each(|board| found.get_mut(&board).unwrap().1 = -goal);
        }
        spans.extend(found);
    }
    spans
}

fn sets() -> [RuleSet; 4] {
    [
        RuleSet::OWARE,
        RuleSet { grand_slam: GrandSlam::Captures, ..RuleSet::OWARE },
        RuleSet { grand_slam: GrandSlam::RestToOpponent, ..RuleSet::OWARE },
        RuleSet { feeding: Feeding::MustLeave, ..RuleSet::OWARE },
    ]
}

#[test]
fn spans_are_those_of_a_program_that_knows_no_index() {
    for set in sets() {
        let awari = Awari::new(set);
        let tables = tables(&awari, SEEDS - 1);
        // The plain program is asked about boards, not about stores.
        let plain = RuleSet { stop_at_half: false, ..set };
        for (board, (low, high)) in by_definition(plain, SEEDS - 1) {
            let text = Naive { ring: board, won: [0, 0], mover: 0 }.text();
            let pos = awari.parse_position(&text).unwrap();
            let (table, at) = awari.index().place(&awari, &pos).unwrap();
            let span = Span::from_code(tables[table.0 as usize].code(at)).unwrap();
            assert_eq!((i64::from(span.low), i64::from(span.high)), (low, high), "{text} {set:?}");
        }
    }
}

#[test]
fn who_wins_is_said_only_where_the_bounds_settle_it() {
    let awari = Awari::new(RuleSet::OWARE);
    let (index, mut store) = (awari.index(), Store::default());
    for (table, cells) in (0..).zip(tables(&awari, SEEDS)) {
        store.insert(TableId(table), Metric::Margin, cells);
    }
    let view = View::new(&awari, &index, store);
    let (mut exact, mut open) = (0, 0);
    for at in 0..index.len(TableId(SEEDS)) {
        let board = index.unrank(TableId(SEEDS), at).unwrap();
        for stores in [[20, 23], [21, 22], [22, 21], [18, 23]] {
            let mut pos = board;
            pos.stores = stores;
            let span = view.span(&pos).unwrap();
            let verdict = view.verdict(&pos).map(Value::without_distance);
            let expected = if span.low > 0 {
                Some(Value::Win(0))
            } else if span.high < 0 {
                Some(Value::Loss(0))
            } else {
                (span == Span::exactly(0)).then_some(Value::Draw)
            };
            assert_eq!(verdict, expected, "{pos:?} {span:?}");
            assert_eq!(view.margin(&pos), span.exact(), "{pos:?}");
            exact += u32::from(span.exact().is_some());
            open += u32::from(verdict.is_none());
        }
    }
    assert!(exact > 0 && open > 0, "{exact} exact, {open} open");
    assert!(view.asks_after_conversions() && !view.by_margin());
}
