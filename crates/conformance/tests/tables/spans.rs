//! The tables of oware, where what a cycle is worth depends on where it is cut: what they say is
//! exact or a bound, and who asks is told which.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use plyglot::core::Settings;
use plyglot::endgame::contents::Builder;
use plyglot::endgame::file::Budget;
use plyglot::endgame::margin_probe::MarginProbe;
use plyglot::endgame::monitor::NoMonitor;
use plyglot::endgame::plan::MarginPlan;
use plyglot::endgame::solved::SolvedTables;
use plyglot::endgame::span::{Span, code_of};
use plyglot::endgame::store::{Store, TableSet};
use plyglot::endgame::verify::Verified;
use plyglot::endgame::{
    Cells, Indexer, MarginIndexer, Metric, Probe, TableId, Value, bounds, margin_retrograde, store,
};
use plyglot::game::Notation;
use plyglot::games::Game;
use plyglot::games::oware::{Feeding, GrandSlam, Oware, OwareIndexer, Repeated, RuleSet};
use plyglot::host::tb::{StatsForm, TbTask};
use plyglot::options;
use plyglot::registry::GAMES;
use plyglot_oracles::oware::Naive;

use super::oware::{boards, tables_by, turned};
use super::told_of;

const SEEDS: u32 = 5;

/// All tables up to so many seeds, verified.
fn tables(awari: &Oware, seeds: u32) -> Vec<Arc<Cells>> {
    tables_by(awari, seeds, |plan| {
        let codes = if plan.indexer.cycle_margin_max(awari, plan.table) > 0 {
            bounds::build(plan, &NoMonitor).unwrap()
        } else {
            vec![Span::exactly(0).code()]
        };
        let verified = bounds::verify(plan, &|at| codes[at as usize], &NoMonitor);
        let places = plan.indexer.len(plan.table);
        assert_eq!(verified, Verified::Right(places), "{:?} {:?}", plan.table, awari.variant);
        let cells = Cells::pack(Metric::Margin, codes);
        assert_eq!(cells.width(), 8, "a byte a place");
        cells
    })
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
            let (mut has, mut held) = (HashSet::new(), HashSet::new());
            let mut before = usize::MAX;
            while before != has.len() + held.len() {
                before = has.len() + held.len();
                for board in &boards {
                    let worths = worths(set, *board, &spans);
                    let now = Naive { ring: *board, won: [0, 0], mover: 0 };
                    let ended = worths.is_empty().then(|| now.margin());
                    let gets = |worth: &Worth| match worth {
                        Worth::Known(low, _) => *low >= goal,
                        Worth::Inside(ring) => held.contains(ring),
                    };
                    let lacks = |worth: &Worth| match worth {
                        Worth::Known(_, high) => *high <= -goal,
                        Worth::Inside(ring) => has.contains(ring),
                    };
                    let is_held = ended.map_or(worths.iter().all(lacks), |end| end <= -goal);
                    if ended.map_or(worths.iter().any(gets), |end| end >= goal) {
                        has.insert(*board);
                    }
                    if is_held {
                        held.insert(*board);
                    }
                }
            }
            // Goals rise: the highest that it has, the lowest that it is held to.
            for board in has {
                found.get_mut(&board).unwrap().0 = goal;
            }
            for board in held {
                found.get_mut(&board).unwrap().1 = -goal;
            }
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
        let awari = Oware::new(set);
        let tables = tables(&awari, SEEDS - 1);
        // The plain program is asked about boards, not about stores.
        let plain = RuleSet { stop_at_half: false, ..set };
        for (board, (low, high)) in by_definition(plain, SEEDS - 1) {
            let text = Naive { ring: board, won: [0, 0], mover: 0 }.text();
            let pos = awari.parse_position(&text).unwrap();
            let (table, at) = awari.indexer().locate(&awari, &pos).unwrap();
            let span = Span::from_code(tables[table.0 as usize].code(at)).unwrap();
            assert_eq!((i64::from(span.low), i64::from(span.high)), (low, high), "{text} {set:?}");
        }
    }
}

/// What is found at a place that was changed, or at one that rests on it.
fn wrong_at(awari: &Oware, solved: &SolvedTables, table: TableId, codes: &[u16]) -> Option<u64> {
    let indexer = awari.indexer();
    let plan = MarginPlan { rules: awari, indexer: &indexer, table, solved };
    match bounds::verify(&plan, &|at| codes[at as usize], &NoMonitor) {
        Verified::Wrong(mismatch) => Some(mismatch.at),
        Verified::Right(_) | Verified::Unreadable(_) | Verified::Stopped => None,
    }
}

#[test]
fn a_changed_bound_is_found_by_the_verifier() {
    let awari = Oware::new(RuleSet::OWARE);
    let table = TableId(4);
    let (mut solved, all) = (SolvedTables::default(), tables(&awari, table.0));
    for (smaller, cells) in (0..table.0).map(TableId).zip(&all) {
        solved.insert(smaller, Arc::clone(cells));
    }
    let right: Vec<u16> = (0..all[4].len()).map(|at| all[4].code(at)).collect();
    assert_eq!(wrong_at(&awari, &solved, table, &right), None);
    for at in (0..right.len()).step_by(3) {
        let Span { low, high } = Span::from_code(right[at]).unwrap();
        for span in [Span { low: low - 2, high }, Span { low, high: high + 2 }] {
            let mut codes = right.clone();
            codes[at] = span.code();
            assert!(wrong_at(&awari, &solved, table, &codes).is_some(), "{at}: {span}");
        }
    }
}

/// If endless play were even, every board would have an exact margin, and each would follow from
/// those after it: but where nobody can leave a cycle, from nothing else.
#[test]
fn bounds_that_only_hold_each_other_up_are_wrong() {
    let awari = Oware::new(RuleSet::OWARE);
    let even = Oware::new(RuleSet { repeated: Repeated::Split, ..RuleSet::OWARE });
    let indexer = even.indexer();
    let mut solved = SolvedTables::default();
    let mut found = Vec::new();
    for table in (0..=4).map(TableId) {
        let plan = MarginPlan { rules: &even, indexer: &indexer, table, solved: &solved };
        let margins = margin_retrograde::build(&plan, &NoMonitor).unwrap();
        let codes: Vec<u16> = margins.iter().copied().map(u16::from).collect();
        if table.0 > 0 {
            found.push(wrong_at(&awari, &solved, table, &codes).map(|at| margins[at as usize]));
        }
        solved.insert(table, Arc::new(Cells::Bytes(margins)));
    }
    let even = Some(code_of(0));
    assert_eq!(found, [None, even, even, even], "a seed alone cannot go round for ever");
}

/// The file of a table of bounds names spans by bytes, and says what memory says.
#[test]
fn files_of_bounds_have_a_byte_a_place() {
    let folder = tempfile::tempdir().unwrap();
    let awari = Oware::new(RuleSet::OWARE);
    let indexer = awari.indexer();
    let settings = Settings::defaults(&options::all(GAMES));
    let men = SEEDS.try_into().unwrap();
    let told = |task| told_of("oware", &settings, men, folder.path(), task).unwrap();
    told(TbTask::Build(Builder::Retrograde));
    assert_eq!(told(TbTask::Verify).len(), 7);
    for (table, expected) in (0..).map(TableId).zip(tables(&awari, SEEDS)) {
        let wanted = store::label(
            TableSet { game: "oware", rules: &awari, indexer: &indexer },
            table,
            Metric::Margin,
        );
        let (_, file) = store::open::<Oware, OwareIndexer>(folder.path(), &wanted).unwrap();
        let file = file.unwrap();
        assert_eq!(file.cells().unwrap().width(), 8, "{table:?}");
        let budget = Budget::new(1 << 20);
        for at in 0..expected.len() {
            assert_eq!(file.code(at, &budget), Some(expected.code(at)), "{table:?} {at}");
        }
    }
    let position = "1-0-0-0-0-0-1-0-0-0-0-0-23-23-S".to_owned();
    let probed = told(TbTask::Probe { position });
    assert_eq!(probed, ["02 margin: -2 to +2, as cycles are cut", "A: -2 to +2"]);
    let stats = told(TbTask::Stats { form: StatsForm::Words });
    let tables = stats.iter().filter(|line| !line.starts_with(' '));
    let open = tables.map(|line| line.contains("left open by bounds"));
    // One seed cannot go round for ever, two can.
    assert_eq!(open.collect::<Vec<_>>(), [false, false, true, true, true, true], "{stats:?}");
}

#[test]
fn who_wins_is_said_only_where_the_bounds_settle_it() {
    let awari = Oware::new(RuleSet::OWARE);
    let (indexer, mut store) = (awari.indexer(), Store::default());
    for (table, cells) in (0..).zip(tables(&awari, SEEDS)) {
        store.insert(TableId(table), Metric::Margin, cells);
    }
    let view = MarginProbe::new(&awari, &indexer, store);
    let (mut exact, mut open) = (0, 0);
    for at in 0..indexer.len(TableId(SEEDS)) {
        let board = indexer.unrank(TableId(SEEDS), at).unwrap();
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
    assert!(view.asks_after_conversions() && !view.margin_is_result());
}
