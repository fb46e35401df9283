//! Tables of margins: on random games with cycles by a plain solver, on Kalah by all three builders.

use std::path::Path;
use std::sync::Arc;

use plyglot::core::{Settings, Side, Value as Setting};
use plyglot::endgame::contents::Builder;
use plyglot::endgame::indexer::NodeKind;
use plyglot::endgame::margin::{MarginSuccessor, final_margin, margin_successors_by_rules};
use plyglot::endgame::margin_probe::MarginProbe;
use plyglot::endgame::monitor::NoMonitor;
use plyglot::endgame::plan::MarginPlan;
use plyglot::endgame::solved::SolvedTables;
use plyglot::endgame::span::{code_of, margin_of};
use plyglot::endgame::store::{Store, TableSet};
use plyglot::endgame::verify::{Verified, verify_margins};
use plyglot::endgame::{
    Cells, Indexer, MarginIndexer, Margins, Probe, TableId, Value, margin_iterative,
    margin_retrograde,
};
use plyglot::game::{Notation, Outcome, Rules};
use plyglot::games::Game;
use plyglot::games::kalah::{Kalah, KalahIndexer, RuleSet, Solver};
use plyglot::host::tb::{StatsForm, TbTask};
use plyglot::options;
use plyglot::registry::{GAMES, GameEntry};
use plyglot_conformance::graph::{Graph, Node, Shape};

use super::{is_long, told_of};

/// One table of all nodes of a graph, which are so many.
#[derive(Clone, Copy, Debug)]
struct AllNodes(u16);

impl Indexer<Graph> for AllNodes {
    type Contents = Margins;

    const VERSION: u32 = 1;

    fn tables(&self, _: &Graph, _: u8) -> Vec<TableId> {
        vec![TableId(0)]
    }

    fn name(&self, _: TableId) -> String {
        "all".to_owned()
    }

    fn rules_text(&self, _: &Graph) -> String {
        String::new()
    }

    fn table_of(&self, _: &Graph, _: &u16) -> Option<TableId> {
        Some(TableId(0))
    }

    fn needs(&self, _: TableId) -> Vec<TableId> {
        Vec::new()
    }

    fn len(&self, _: TableId) -> u64 {
        self.0.into()
    }

    fn rank(&self, _: TableId, pos: &u16) -> u64 {
        (*pos).into()
    }

    fn unrank(&self, _: TableId, index: u64) -> Option<u16> {
        Some(index as u16)
    }

    fn unmoves(&self, _: &Graph, _: TableId, _: &u16, out: &mut Vec<u16>) {
        out.extend(0..self.0);
    }
}

impl MarginIndexer<Graph> for AllNodes {
    fn margin_so_far(&self, _: &Graph, _: &u16) -> i16 {
        0
    }
}

/// How far the first side can bring it from each node, by definition: the largest margin it can
/// force in finite play, or the largest that is forced on it; 0 where neither is.
fn by_definition(graph: &Graph) -> Vec<i16> {
    let nodes = graph.len() as u16;
    // Whether `side` can force an end with at least `goal`, as it sees it.
    let forces = |side: Side, goal: i16| {
        let mut can: Vec<bool> = (0..nodes)
            .map(|at| final_margin(graph, &at, side).is_some_and(|m| m >= goal))
            .collect();
        loop {
            let before = can.clone();
            for at in 0..nodes {
                let mut moves = Vec::new();
                graph.legal_moves(&at, &mut moves);
                let good = |to: &u16| before[usize::from(*to)];
                if graph.outcome(&at).is_none() {
                    can[usize::from(at)] |= if graph.side_to_move(&at) == side {
                        moves.iter().any(good)
                    } else {
                        moves.iter().all(good)
                    };
                }
            }
            if can == before {
                return can;
            }
        }
    };
    let mut margins = vec![0; graph.len()];
    for goal in 1..=127 {
        for (side, sign) in Side::BOTH.into_iter().zip([1, -1]) {
            for (margin, can) in margins.iter_mut().zip(forces(side, goal)) {
                *margin = if can { sign * goal } else { *margin };
            }
        }
    }
    margins
}

/// Random games of margins, with cycles, and moves by which the turn does not pass.
#[test]
fn margins_with_cycles_are_those_of_their_definition_by_both_builders() {
    let (mut uneven, mut caught) = (0, 0);
    for seed in 0..if is_long() { 400 } else { 60 } {
        let alternating = seed % 2 == 0;
        let shape =
            Shape { nodes: 40, ends_percent: 10, margins: true, alternating, ..Shape::SMALL };
        let graph = Graph::random(seed, shape);
        let (indexer, solved) = (AllNodes(40), SolvedTables::default());
        let plan =
            MarginPlan { rules: &graph, indexer: &indexer, table: TableId(0), solved: &solved };
        let plain = margin_iterative::build(&plan, &NoMonitor).unwrap();
        assert_eq!(margin_retrograde::build(&plan, &NoMonitor).unwrap(), plain, "seed {seed}");
        for (at, first) in by_definition(&graph).into_iter().enumerate() {
            let side = graph.side_to_move(&(at as u16));
            let expected = if side == Side::First { first } else { -first };
            assert_eq!(margin_of(plain[at]), Some(expected), "seed {seed} node {at}");
            uneven += u32::from(first != 0 && graph.outcome(&(at as u16)).is_none());
        }
        let right = verify_margins(&plan, &|at| plain[at as usize], &NoMonitor);
        assert_eq!(right, Verified::Right(40), "seed {seed}");
        for at in 0..40 {
            let mut wrong = plain.clone();
            wrong[at] = if wrong[at] == code_of(3) { code_of(-3) } else { code_of(3) };
            let found = verify_margins(&plan, &|at| wrong[at as usize], &NoMonitor);
            assert!(matches!(found, Verified::Wrong(_)), "seed {seed} node {at}");
            caught += 1;
        }
    }
    assert!(uneven > 200 && caught > 200, "{uneven} open nodes are not even");
}

/// Two boards that lead to each other, and may both end the game evenly: +5 for the one and -5 for
/// the other would follow from each other, but no play ever gets them.
#[test]
fn margins_that_only_hold_each_other_up_are_wrong() {
    let graph = Graph::new(vec![
        Node::inner(Side::First, &[1]),
        Node::inner(Side::Second, &[0]),
        Node::end(Side::First, Outcome::margin(5, "five")),
    ]);
    let (indexer, solved) = (AllNodes(3), SolvedTables::default());
    let plan = MarginPlan { rules: &graph, indexer: &indexer, table: TableId(0), solved: &solved };
    let verified =
        |codes: [i16; 3]| verify_margins(&plan, &|at| code_of(codes[at as usize]), &NoMonitor);
    assert_eq!(verified([0, 0, 5]), Verified::Right(3));
    let Verified::Wrong(found) = verified([5, -5, 5]) else { panic!("not found") };
    assert_eq!((found.found.as_str(), found.expected.as_str()), ("+5", "+0"));
}

fn rule_sets() -> [(usize, RuleSet); 5] {
    [
        (6, RuleSet::STANDARD),
        (4, RuleSet::MOVER),
        (3, RuleSet::MOVER_EMPTY),
        (2, RuleSet::IRVING),
        (1, RuleSet::STANDARD),
    ]
}

/// The tables of a game of Kalah up to so many stones, by all builders.
fn kalah_tables(kalah: &Kalah, stones: u8) -> (KalahIndexer, SolvedTables) {
    let indexer = kalah.indexer();
    let mut solved = SolvedTables::default();
    for table in indexer.tables(kalah, stones) {
        let plan = MarginPlan { rules: kalah, indexer: &indexer, table, solved: &solved };
        let plain = margin_iterative::build(&plan, &NoMonitor).unwrap();
        let in_order = indexer.solve_in_order(kalah, table, &solved, &NoMonitor).unwrap().unwrap();
        assert_eq!(in_order, plain, "{table:?} in order");
        let verified = verify_margins(&plan, &|at| plain[at as usize], &NoMonitor);
        assert!(matches!(verified, Verified::Right(_)), "{table:?}: {verified:?}");
        walk_in_parts(kalah, &indexer, table);
        let back = margin_retrograde::build(&plan, &NoMonitor).unwrap();
        for at in 0..plain.len() {
            assert_eq!(back[at], plain[at], "{table:?} {at} backwards");
        }
        solved.insert(table, Arc::new(Cells::Bytes(plain)));
    }
    (indexer, solved)
}

/// Looking at places in a row finds what looking at each finds, wherever it begins and ends.
fn walk_in_parts(kalah: &Kalah, indexer: &KalahIndexer, table: TableId) {
    let (len, mut room, mut at) = (indexer.len(table), Vec::new(), 0);
    for part in 1.. {
        let end = len.min(at + part);
        let mut seen = at;
        indexer.each_node(kalah, table, at..end, &mut room, &mut |found, spot, steps| {
            let mut expected = Vec::new();
            let there = indexer.successors(kalah, table, seen, &mut expected);
            assert_eq!((found, spot, steps), (seen, there, &expected[..]), "{table:?}");
            seen += 1;
            seen < at + 50
        });
        assert_eq!(seen, end.min(at + 50), "{table:?}");
        at = end;
        if at == len {
            break;
        }
    }
}

#[test]
fn all_three_builders_make_the_same_tables_of_kalah() {
    for (pits, set) in rule_sets() {
        let kalah = Kalah::new(set, pits, 3);
        let stones = if is_long() { 7 } else { 4 };
        let (indexer, solved) = kalah_tables(&kalah, stones);
        for table in indexer.tables(&kalah, stones) {
            assert_eq!(solved.get(table).unwrap().len(), indexer.len(table), "{pits} {set:?}");
        }
    }
}

/// By whole chains, as the rules of the game list them, instead of by single sowings.
#[test]
fn a_margin_is_that_of_the_best_chain() {
    for (pits, set) in rule_sets() {
        let kalah = Kalah::new(set, pits, 3);
        let (indexer, solved) = kalah_tables(&kalah, 4);
        for table in indexer.tables(&kalah, 4) {
            let plan = MarginPlan { rules: &kalah, indexer: &indexer, table, solved: &solved };
            let cells = solved.get(table).unwrap();
            let (mut steps, mut open) = (Vec::new(), 0);
            for at in 0..plan.places() {
                steps.clear();
                let spot = margin_successors_by_rules(&indexer, &kalah, table, at, &mut steps);
                let margin_at =
                    |(table, at)| margin_of(solved.get(table).unwrap().code(at) as u8).unwrap();
                let worth = |step: &MarginSuccessor| {
                    let after = step.to.map_or(0, margin_at);
                    step.gain + if step.same_side { after } else { -after }
                };
                let expected = match spot {
                    NodeKind::Invalid => continue,
                    NodeKind::Terminal(margin) => Some(margin),
                    NodeKind::Open => steps.iter().map(worth).max(),
                };
                open += 1;
                assert_eq!(margin_of(cells.code(at) as u8), expected, "{pits} {table:?} {at}");
            }
            // A lone stone has no opponent, and on one pit a side there are few boards.
            assert!(open > 0 || table.0 == 1, "{table:?}");
        }
    }
}

fn kalah() -> &'static GameEntry {
    GAMES.iter().find(|game| game.name == "kalah").unwrap()
}

/// What `plyglot tb` says of Kalah's tables with up to six stones.
fn told(folder: &Path, rules: &'static str, task: TbTask) -> Result<Vec<String>, String> {
    let mut settings = Settings::defaults(&options::all(GAMES));
    settings.set("Kalah.Rules", Setting::Combo(rules));
    told_of("kalah", &settings, 6, folder, task)
}

#[test]
fn kalah_has_the_commands_of_all_tables() {
    let folder = tempfile::tempdir().unwrap();
    let told = |task| told(folder.path(), "standard", task);
    let plain = told(TbTask::Build(Builder::Iterative)).unwrap();
    let files = || {
        let mut files: Vec<_> =
            std::fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().path()).collect();
        files.sort();
        files.into_iter().map(|path| (path.clone(), std::fs::read(path).unwrap())).collect()
    };
    let by_sweeps: Vec<_> = files();
    assert_eq!((by_sweeps.len(), plain.len()), (6, 7), "{plain:?}");
    for (path, _) in &by_sweeps {
        std::fs::remove_file(path).unwrap();
    }
    told(TbTask::Build(Builder::Retrograde)).unwrap();
    let in_order: Vec<_> = files();
    assert_eq!(in_order, by_sweeps, "both builders write the same bytes");
    let found = told(TbTask::Build(Builder::Retrograde)).unwrap();
    assert!(found[0].starts_with("stones1 margin: there already"), "{found:?}");
    let verified = told(TbTask::Verify).unwrap();
    assert_eq!(verified.len(), 7, "{verified:?}");
    let stats = told(TbTask::Stats { form: StatsForm::Words }).unwrap();
    // C(17, 11) - 2 C(11, 5) boards with six stones, both sides having some.
    let six = stats.iter().find(|line| line.starts_with("stones6 ")).unwrap();
    let counts: Vec<u32> = six["stones6 margin first: ".len()..]
        .split([' ', ';'])
        .filter_map(|word| word.parse().ok())
        .collect();
    assert_eq!(counts[..3].iter().sum::<u32>(), 12_376 - 924, "{stats:?}");
    let list = told(TbTask::List).unwrap();
    assert_eq!(list[5], "stones6: 12376 places, margin");
    let position = "<6,20,18,0,0,0,0,1,1,0,0,0,0,1,1> s".to_owned();
    let probed = told(TbTask::Probe { position }).unwrap();
    // Pit 6 banks one and goes on; pit 5 then banks the other.
    assert_eq!(probed[0], "stones4 margin: +2");
}

#[test]
fn a_table_of_other_rules_is_not_taken() {
    let folder = tempfile::tempdir().unwrap();
    told(folder.path(), "standard", TbTask::Build(Builder::Retrograde)).unwrap();
    let error =
        told(folder.path(), "irving", TbTask::Stats { form: StatsForm::Words }).unwrap_err();
    assert!(error.contains("holds no tables of kalah"), "{error}");
    // Under the names of the others they are told apart by what stands in them.
    let others = tempfile::tempdir().unwrap();
    told(others.path(), "irving", TbTask::Build(Builder::Retrograde)).unwrap();
    let names = |folder: &Path| {
        let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let mut names: Vec<_> = entries.collect();
        names.sort();
        names
    };
    for (name, other) in names(folder.path()).into_iter().zip(names(others.path())) {
        std::fs::copy(name, other).unwrap();
    }
    let error =
        told(others.path(), "irving", TbTask::Stats { form: StatsForm::Words }).unwrap_err();
    let expected = "found rules `6 pits, capture opposite, end either, rest owner`, expected `6 \
                    pits, capture lone, end either, rest owner`";
    assert!(error.contains(expected), "{error}");
}

/// The players take files over as they are, and a session knows the result by them.
#[test]
fn the_solver_and_a_session_go_by_the_files() {
    let folder = tempfile::tempdir().unwrap();
    told(folder.path(), "standard", TbTask::Build(Builder::Retrograde)).unwrap();
    let game = Kalah::default();
    let indexer = game.indexer();
    let mut store = Store::default();
    let (count, refused) = store.attach(
        TableSet { game: "kalah", rules: &game, indexer: &indexer },
        32,
        folder.path(),
    );
    assert_eq!((count, refused.len()), (6, 0));
    let view = MarginProbe::new(&game, &indexer, store);
    let (mut own, mut taken) = (Solver::new(&game, 1), Solver::new(&game, 1));
    own.grow(6, &|| false);
    taken.take_over(&view, 9, &|| false);
    assert_eq!(taken.tables(), own.tables());
    let table = TableId(6);
    for at in (0..indexer.len(table)).step_by(7) {
        let Some(pos) = indexer.unrank(table, at) else { continue };
        assert_eq!(taken.look_up(pos.board), own.look_up(pos.board));
        assert_eq!(view.margin(&pos), own.look_up(pos.board), "no stores, so the margin itself");
    }
    let fen = "<6,20,18,0,0,0,0,1,1,0,0,0,0,1,1> s";
    let pos = game.parse_position(fen).unwrap();
    assert_eq!(view.margin(&pos), Some(own.look_up(pos.board).unwrap() + 2));
    let mut settings = Settings::defaults(&options::all(GAMES));
    settings.set("TbPath", Setting::Text(folder.path().to_str().unwrap().to_owned()));
    let mut engine = (kalah().open)("kalah", &settings).unwrap();
    engine.attach_tables(&settings).unwrap();
    engine.set_position(Some(fen), &[]).unwrap();
    assert_eq!(engine.table_verdict(), view.margin(&pos).map(Value::of_margin));
}
