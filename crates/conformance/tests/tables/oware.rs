//! The endgame tables of awari: three programs of the machinery agree, and so does a fourth that
//! knows neither indexer nor machinery; counts.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use plyglot::endgame::build::{BuildOutcome, BuildRequest, build};
use plyglot::endgame::contents::Builder;
use plyglot::endgame::margin::{MarginSuccessor, margin_successors_by_rules};
use plyglot::endgame::monitor::NoMonitor;
use plyglot::endgame::plan::MarginPlan;
use plyglot::endgame::solved::SolvedTables;
use plyglot::endgame::span::{code_of, margin_of};
use plyglot::endgame::store::TableSet;
use plyglot::endgame::verify::{Verified, verify_margins};
use plyglot::endgame::{
    Cells, Indexer, MarginIndexer, Metric, TableId, margin_iterative, margin_retrograde,
};
use plyglot::game::Notation;
use plyglot::games::Game;
use plyglot::games::oware::{GrandSlam, Oware, OwareIndexer, Repeated, RuleSet};
use plyglot_oracles::oware::{Naive, all_rule_sets};

/// The rules of awari with every way to feed and to slam.
fn split_sets() -> impl Iterator<Item = RuleSet> {
    let RuleSet { feeding, grand_slam, .. } = RuleSet::AWARI;
    let is_awari = move |set: &RuleSet| RuleSet { feeding, grand_slam, ..*set } == RuleSet::AWARI;
    all_rule_sets().into_iter().filter(is_awari)
}

/// All tables up to so many seeds, each made of those before it.
pub(crate) fn tables_by(
    awari: &Oware,
    seeds: u32,
    one: impl Fn(&MarginPlan<'_, Oware, OwareIndexer>) -> Cells,
) -> Vec<Arc<Cells>> {
    let indexer = awari.indexer();
    let mut solved = SolvedTables::default();
    let mut all = Vec::new();
    for table in (0..=seeds).map(TableId) {
        let plan = MarginPlan { rules: awari, indexer: &indexer, table, solved: &solved };
        let cells = Arc::new(one(&plan));
        solved.insert(table, Arc::clone(&cells));
        all.push(cells);
    }
    all
}

/// Builds all tables up to so many seeds by both builders, and verifies them.
fn tables(awari: &Oware, seeds: u32) -> Vec<Arc<Cells>> {
    tables_by(awari, seeds, |plan| {
        let name = format!("{:?} {:?}", plan.table, awari.variant);
        let codes = margin_retrograde::build(plan, &NoMonitor).unwrap();
        assert_eq!(codes, margin_iterative::build(plan, &NoMonitor).unwrap(), "{name}");
        let verified = verify_margins(plan, &|at| codes[at as usize], &NoMonitor);
        assert_eq!(verified, Verified::Right(plan.indexer.len(plan.table)), "{name}");
        Cells::Bytes(codes)
    })
}

/// What the boards of so many seeds and fewer are worth, by the plain program: what the mover can
/// force in finite play, for each goal by itself, by sweeping until nothing changes.
fn by_definition(set: RuleSet, seeds: u32) -> HashMap<[u32; 12], i64> {
    let mut values = HashMap::new();
    for n in 0..=seeds {
        let boards = boards(n);
        let net = |naive: &Naive| i64::from(naive.won[0]) - i64::from(naive.won[1]);
        let mut reached: Vec<(i64, [u32; 12])> = Vec::new();
        for goal in 1..=i64::from(n) {
            // Boards on which the mover gets at least the goal, and on which he gets at most its
            // opposite, as far as is solved.
            let (mut wins, mut losses) = (HashSet::new(), HashSet::new());
            loop {
                let before = wins.len() + losses.len();
                for board in &boards {
                    let now = Naive { ring: *board, won: [0, 0], mover: 0 };
                    let moves = now.moves(set);
                    let worths: Vec<Option<i64>> = moves
                        .iter()
                        .map(|&house| {
                            let after = now.sow(set, house).after;
                            let ring = turned(after.ring);
                            let gain = net(&after);
                            if after.moves(set).is_empty() {
                                return Some(after.margin());
                            }
                            if ring.iter().sum::<u32>() < n {
                                return Some(gain - values[&ring]);
                            }
                            let is_lost = losses.contains(&ring).then_some(goal);
                            is_lost.or_else(|| wins.contains(&ring).then_some(-goal))
                        })
                        .collect();
                    if moves.is_empty() {
                        let rest = now.margin();
                        if rest >= goal {
                            wins.insert(*board);
                        } else if rest <= -goal {
                            losses.insert(*board);
                        }
                    } else if worths.iter().any(|worth| worth.is_some_and(|w| w >= goal)) {
                        wins.insert(*board);
                    } else if worths.iter().all(|worth| worth.is_some_and(|w| w <= -goal)) {
                        losses.insert(*board);
                    }
                }
                if wins.len() + losses.len() == before {
                    break;
                }
            }
            reached.extend(wins.into_iter().map(|board| (goal, board)));
            reached.extend(losses.into_iter().map(|board| (-goal, board)));
        }
        values.extend(boards.into_iter().map(|board| (board, 0)));
        // Goals rise, so the farthest reached is the last.
        values.extend(reached.into_iter().map(|(goal, board)| (board, goal)));
    }
    values
}

pub(crate) fn turned(ring: [u32; 12]) -> [u32; 12] {
    std::array::from_fn(|i| ring[(i + 6) % 12])
}

/// All boards of so many seeds, south to move, on which north has an empty house.
pub(crate) fn boards(seeds: u32) -> Vec<[u32; 12]> {
    fn fill(ring: &mut [u32; 12], at: usize, left: u32, out: &mut Vec<[u32; 12]>) {
        if at == 11 {
            ring[11] = left;
            if ring[6..].contains(&0) {
                out.push(*ring);
            }
            return;
        }
        for here in 0..=left {
            ring[at] = here;
            fill(ring, at + 1, left - here, out);
        }
    }
    let mut out = Vec::new();
    fill(&mut [0; 12], 0, seeds, &mut out);
    out
}

#[test]
fn tables_of_every_rule_set_are_as_three_programs_say() {
    for set in split_sets() {
        tables(&Oware::new(set), 5);
    }
}

#[test]
fn margins_are_those_of_a_program_that_knows_no_index() {
    let no_capture = RuleSet { grand_slam: GrandSlam::CapturesNothing, ..RuleSet::AWARI };
    let abapa = RuleSet { repeated: Repeated::Split, stop_at_half: false, ..RuleSet::OWARE };
    for set in [RuleSet::AWARI, no_capture, abapa] {
        let seeds = 4;
        let awari = Oware::new(set);
        let tables = tables(&awari, seeds);
        let values = by_definition(set, seeds);
        for (board, value) in &values {
            let text = Naive { ring: *board, won: [0, 0], mover: 0 }.text();
            let pos = awari.parse_position(&text).unwrap();
            let (table, at) = awari.indexer().locate(&awari, &pos).unwrap();
            let margin = margin_of(tables[table.0 as usize].code(at) as u8).unwrap();
            assert_eq!(i64::from(margin), *value, "{text} {set:?}");
        }
        assert_eq!(values.len(), tables.iter().map(|cells| cells.len() as usize).sum::<usize>());
    }
}

#[test]
fn steps_and_predecessors_are_those_of_the_rules() {
    for set in split_sets() {
        let awari = Oware::new(set);
        let indexer = awari.indexer();
        for (table, every) in [(6, 1), (15, 3001), (24, 500_009)] {
            let table = TableId(table);
            for at in (0..indexer.len(table)).step_by(every) {
                let (mut fast, mut plain): (Vec<MarginSuccessor>, Vec<MarginSuccessor>) =
                    (Vec::new(), Vec::new());
                let spot = indexer.successors(&awari, table, at, &mut fast);
                let expected = margin_successors_by_rules(&indexer, &awari, table, at, &mut plain);
                assert_eq!((spot, fast), (expected, plain), "{table:?} {at} {set:?}");
            }
        }
    }
}

#[test]
fn places_of_large_tables_hold_their_own_boards() {
    let awari = Oware::new(RuleSet::AWARI);
    let indexer = awari.indexer();
    for seeds in [12, 24, 36, 48] {
        let table = TableId(seeds);
        let len = indexer.len(table);
        for i in 0..20_000 {
            let at = u64::try_from(u128::from(len) * i / 20_000).unwrap();
            let pos = indexer.unrank(table, at).unwrap();
            assert_eq!(u32::from(pos.board.in_play()), seeds);
            assert_eq!(OwareIndexer::rank_board(pos.board), at, "{:?}", pos.board);
        }
    }
}

#[test]
fn rules_under_which_a_game_need_not_end_get_no_tables() {
    for (set, sound) in [
        (RuleSet::AWARI, true),
        (RuleSet { stop_at_half: true, ..RuleSet::AWARI }, true),
        (RuleSet { occurrence: 2, ..RuleSet::AWARI }, true),
        (RuleSet::OWARE, true),
        (RuleSet { repeated: Repeated::Nothing, ..RuleSet::AWARI }, false),
    ] {
        let awari = Oware::new(set);
        assert_eq!(awari.indexer().is_sound(&awari).is_ok(), sound, "{set:?}");
    }
}

#[test]
fn a_board_can_be_drawn_because_nobody_may_leave_a_cycle() {
    let awari = Oware::new(RuleSet::AWARI);
    let tables = tables(&awari, 6);
    let evens = |seeds: usize| {
        let cells = &tables[seeds];
        (0..cells.len()).filter(|&at| cells.code(at) == u16::from(code_of(0))).count()
    };
    // An odd number of seeds is never divided evenly by captures, so what is even goes on for ever.
    assert_eq!([1, 3, 5].map(evens), [0, 63, 0]);
    assert_eq!([2, 4, 6].map(evens), [13, 143, 1548]);
    // Two seeds that chase each other: nobody catches up.
    let chase = awari.parse_position("1-0-0-0-0-0-1-0-0-0-0-0-0-0-S").unwrap();
    let (table, at) = awari.indexer().locate(&awari, &chase).unwrap();
    assert_eq!(tables[table.0 as usize].code(at), u16::from(code_of(0)));
}

#[test]
fn tables_are_kept_in_files_and_found_again() {
    let folder = tempfile::tempdir().unwrap();
    let awari = Oware::new(RuleSet::AWARI);
    let indexer = awari.indexer();
    let subject = TableSet { game: "oware", rules: &awari, indexer: &indexer };
    let order = BuildRequest {
        tables: indexer.tables(&awari, 6),
        metric: Metric::Margin,
        folder: Some(folder.path()),
        memory: 1 << 30,
        builder: Builder::Retrograde,
    };
    let mut found = Vec::new();
    for _ in 0..2 {
        let mut count = 0;
        build(subject, &order, &NoMonitor, &mut |_| (), &mut |_, _, made| {
            count += usize::from(matches!(made, BuildOutcome::Found { .. }));
        })
        .unwrap();
        found.push(count);
    }
    assert_eq!(found, [0, 7]);
}
