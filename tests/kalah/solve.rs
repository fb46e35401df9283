//! The solver of Kalah against plain minimax, against its own tables, and against what others found.
//!
//! Values that take long to prove are left out of the default run; `PLYGLOT_LONG=1` has them all up
//! to forty stones.

use std::collections::HashMap;
use std::sync::Arc;

use super::naive::{self, Naive};
use plyglot::core::{Bound, Limits, Score, Settings, Side};
use plyglot::game::{Notation, PlayedGame, Rules};
use plyglot::games::Game;
use plyglot::games::kalah::{Board, Chain, Kalah, Position, RuleSet, Solver};
use plyglot::options;
use plyglot::registry::GAMES;
use plyglot::search::player::{SearchInfo, SearchOptions};
use plyglot::search::time::{Budget, WallTimer};
use plyglot::search::{Player, SearchControl, SearchRequest, TranspositionTable};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

fn settled(solver: &mut Solver, board: Board) -> i16 {
    let progress = solver.settle(board, &|_| u64::MAX, &mut |_| {}).unwrap();
    progress.settled().unwrap()
}

fn random_board(pits: usize, stones: u16, rng: &mut Pcg64) -> Board {
    let mut words = [0_u64; 2];
    for _ in 0..stones {
        words[rng.random_range(0..2)] += 1 << (8 * rng.random_range(0..pits));
    }
    Board { own: words[0], opposing: words[1] }
}

/// Every combination of the rules that has a final margin.
fn rule_sets() -> impl Iterator<Item = RuleSet> {
    naive::rule_sets().into_iter().filter(|set| !set.stop_at_half && !set.pie)
}

#[test]
fn margins_are_those_of_plain_minimax_under_every_rule() {
    let mut rng = Pcg64::seed_from_u64(1);
    for set in rule_sets() {
        for (pits, stones_max) in [(1, 30), (2, 20), (3, 16), (4, 12), (6, 10), (7, 8), (8, 8)] {
            let kalah = Kalah::new(set, pits, 1);
            let mut solver = Solver::new(&kalah, 1);
            let mut seen = HashMap::new();
            // Without tables at first, then with more and more of them.
            for (i, tables) in [0, 0, 1, 2, 4, 6].into_iter().enumerate() {
                solver.grow(tables, &|| false);
                solver.set_threads(1 + i % 3);
                for _ in 0..4 {
                    let board = random_board(pits, rng.random_range(0..=stones_max), &mut rng);
                    let plain = Naive::of_board(board, pits).margin(set, &mut seen);
                    assert_eq!(settled(&mut solver, board), plain, "{set:?} {pits} {board:x?}");
                }
            }
        }
    }
}

#[test]
fn the_tables_say_what_the_search_finds() {
    let mut rng = Pcg64::seed_from_u64(2);
    let (mut checked, mut decided) = (0, 0);
    for set in rule_sets() {
        for (pits, stones) in [(6, 10), (4, 12), (8, 7)] {
            let kalah = Kalah::new(set, pits, 1);
            let mut with = Solver::new(&kalah, 1);
            with.grow(stones, &|| false);
            let mut without = Solver::new(&kalah, 4);
            for _ in 0..420 {
                let board = random_board(pits, rng.random_range(0..=stones), &mut rng);
                let margin = with.look_up(board).unwrap();
                assert_eq!(margin, settled(&mut without, board), "{set:?} {pits} {board:x?}");
                checked += 1;
                decided += usize::from(margin != 0);
            }
            let above = random_board(pits, stones + 1, &mut rng);
            assert_eq!(with.look_up(above), None);
            assert_eq!(without.tables(), (0, 1));
        }
    }
    assert!(checked > 10_000 && decided > 7_000, "{checked} boards, {decided} not even");
}

#[test]
fn the_tables_are_as_many_as_there_are_boards() {
    let kalah = Kalah::new(RuleSet::STANDARD, 6, 6);
    let mut solver = Solver::new(&kalah, 1);
    // [irving-2000] counts the boards with stones on both sides; the formula for the others is
    // 2 C(n + 6, 6) - 1. The counts are those of `kalah` in the reference's endgame figures.
    for (stones, both) in [(1, 0), (2, 36), (3, 288), (5, 5265), (10, 630_631)] {
        solver.grow(stones, &|| false);
        let choose6: usize = (1..=6).fold(1, |c, i| c * (usize::from(stones) + i) / i);
        assert_eq!(solver.tables(), (stones, both + 2 * choose6 - 1));
    }
}

#[test]
fn tables_that_are_stopped_stay_as_they_were() {
    let kalah = Kalah::new(RuleSet::STANDARD, 6, 6);
    let mut solver = Solver::new(&kalah, 1);
    let polls = std::cell::Cell::new(40);
    solver.grow(20, &|| polls.replace(polls.get() - 1) == 0);
    let (stones, boards) = solver.tables();
    assert!((1..20).contains(&stones), "{stones}");
    let mut whole = Solver::new(&kalah, 1);
    whole.grow(stones, &|| false);
    assert_eq!(whole.tables().1, boards);
    let mut rng = Pcg64::seed_from_u64(3);
    solver.grow(6, &|| false);
    whole.grow(6, &|| false);
    for _ in 0..200 {
        let board = random_board(6, rng.random_range(0..=6), &mut rng);
        assert_eq!(solver.look_up(board), whole.look_up(board), "{board:x?}");
    }
}

#[test]
fn margins_and_opening_moves_are_the_known_ones() {
    let is_long = std::env::var_os("PLYGLOT_LONG").is_some();
    // What others published or computed, and what tools/kalah-values found.
    let files = ["values.csv", "solved.csv"];
    let rows = files.into_iter().flat_map(|file| {
        let path = format!("{}/tests/kalah/{file}", env!("CARGO_MANIFEST_DIR"));
        csv::Reader::from_path(path).unwrap().into_records()
    });
    let mut solvers: HashMap<String, Solver> = HashMap::new();
    let mut checked = 0;
    for row in rows {
        let row = row.unwrap();
        let [rules, pits, stones, pit, margin] = std::array::from_fn(|i| &row[i]);
        let set = RuleSet::PRESETS.iter().find(|way| way.word == rules).unwrap().value;
        let kalah = Kalah::new(set, pits.parse().unwrap(), stones.parse().unwrap());
        let board = kalah.start().board;
        if board.in_play() > if is_long { 48 } else { 28 } {
            continue;
        }
        let solver =
            solvers.entry(format!("{rules} {pits}")).or_insert_with(|| Solver::new(&kalah, 1024));
        solver.grow(solver.worthwhile(board.in_play()), &|| false);
        let found = if pit.is_empty() {
            settled(solver, board)
        } else {
            let sown = kalah.sowings().sow(board, pit.parse::<usize>().unwrap() - 1);
            let banked = sown.banked.cast_signed();
            if sown.again {
                banked + settled(solver, sown.board)
            } else {
                banked - settled(solver, sown.board.turned())
            }
        };
        assert_eq!(found.to_string(), margin, "{row:?}");
        checked += 1;
    }
    assert!(checked > 400, "{checked}");
}

/// What a player answers to these limits, and what it says on the way.
pub(super) fn think(
    kalah: &Kalah,
    player: &mut dyn Player<Kalah>,
    pos: Position,
    nodes: Option<u64>,
    control: &SearchControl,
) -> (Chain, Vec<SearchInfo<Chain>>) {
    let played = PlayedGame::new(kalah, pos);
    let table = TranspositionTable::new(1);
    let limits = Limits { nodes, infinite: nodes.is_none(), ..Limits::default() };
    let request = SearchRequest {
        rules: kalah,
        played: &played,
        limits: &limits,
        tb: None,
        tracer: None,
        search_moves: &[],
        control,
        tt: &table,
        options: SearchOptions::default(),
    };
    let mut said = Vec::new();
    let answer = player.think(&request, &mut |saying| said.push(saying)).unwrap();
    (answer.best, said)
}

/// What a player plays with so many nodes to a move.
fn answer(kalah: &Kalah, player: &mut dyn Player<Kalah>, pos: Position, nodes: u64) -> Chain {
    think(kalah, player, pos, Some(nodes), &counting_clock(nodes)).0
}

/// A clock that stops after so many nodes.
fn counting_clock(nodes: u64) -> SearchControl {
    let control =
        SearchControl::new(Arc::new(WallTimer::default()), Budget::default(), Some(nodes));
    control.time.start();
    control
}

/// The player of this name with these options.
pub(super) fn player(kalah: &Kalah, name: &str, values: &[(&str, &str)]) -> Box<dyn Player<Kalah>> {
    let all = options::all(GAMES);
    let mut settings = Settings::defaults(&all);
    for (name, value) in values {
        let opt = all.iter().find(|opt| opt.name == *name).unwrap();
        settings.set(&opt.name, opt.parse(value).unwrap().unwrap());
    }
    let entry = Kalah::PLAYERS.iter().find(|entry| entry.name == name).unwrap();
    (entry.make)(kalah, &settings).unwrap()
}

fn says(said: &[SearchInfo<Chain>], words: &str) -> bool {
    said.iter().any(|saying| matches!(saying, SearchInfo::Note(text) if text.contains(words)))
}

#[test]
fn the_mind_narrows_the_bounds_until_they_meet_and_plays_a_best_chain() {
    for (set, margin) in [(RuleSet::STANDARD, 6), (RuleSet::IRVING, 8)] {
        let kalah = Kalah::new(set, 4, 3);
        let mut solve = player(&kalah, "solve", &[]);
        let start = kalah.start();
        let (best, said) = think(&kalah, solve.as_mut(), start, None, &SearchControl::unlimited());
        let reports: Vec<_> = said
            .iter()
            .filter_map(|saying| if let SearchInfo::Pv(it) = saying { Some(it) } else { None })
            .collect();
        let (last, before) = reports.split_last().unwrap();
        assert!(last.exact && last.bound == Bound::Exact && last.pv == [best]);
        assert_eq!(last.score, Score::cp(100 * margin));
        assert!(before.len() > 1 && before.iter().all(|it| !it.exact));
        for report in before {
            let is_right = match report.bound {
                Bound::Lower => report.score <= last.score,
                Bound::Upper => report.score >= last.score,
                Bound::Exact => false,
            };
            assert!(is_right, "{report:?}");
        }
        let mut after = start;
        kalah.play(&mut after, best);
        let (_, said) = think(&kalah, solve.as_mut(), after, None, &SearchControl::unlimited());
        assert!(says(&said, &format!("margin {:+} proven", -margin)), "{best}: {said:?}");
    }
}

#[test]
fn what_is_stopped_or_refused_is_still_answered() {
    let kalah = Kalah::default();
    let stopped = SearchControl::unlimited();
    stopped.stop.set();
    // Who has won already looks for the best move all the same.
    let won = kalah.parse_position("<6,40,2,4,1,3,0,6,2,1,5,2,0,3,3> s").unwrap();
    for pos in [kalah.start(), won] {
        let mut solve = player(&kalah, "solve", &[]);
        let (best, said) = think(&kalah, solve.as_mut(), pos, None, &stopped);
        assert!(kalah.replay(&pos, best).is_ok() && !says(&said, "proven"));
        let depth = said.iter().rev().find_map(|saying| match saying {
            SearchInfo::Pv(pv) => Some(pv.depth),
            _ => None,
        });
        assert!(depth > Some(3), "the first move there is, after no look at it: {said:?}");
    }
    for set in [
        RuleSet { stop_at_half: true, ..RuleSet::STANDARD },
        RuleSet { pie: true, ..RuleSet::STANDARD },
    ] {
        let kalah = Kalah::new(set, 3, 2);
        let mut solve = player(&kalah, "solve", &[]);
        let (best, said) = think(&kalah, solve.as_mut(), kalah.start(), Some(1000), &stopped);
        assert!(kalah.replay(&kalah.start(), best).is_ok());
        assert!(says(&said, "not settled"), "{said:?}");
    }
    let full = Kalah::new(RuleSet::STANDARD, 8, 12);
    let refused = Solver::new(&full, 1 << 16).refuses(&full, &full.start());
    assert!(refused.unwrap().contains("192 stones"));
}

#[test]
fn the_options_of_tables_and_memory_do_something() {
    let kalah = Kalah::new(RuleSet::STANDARD, 6, 2);
    let start = kalah.start();
    for (tables, is_proven) in [("0", false), ("4", true)] {
        let mut default = player(&kalah, "alphabeta", &[("Kalah.Tables", tables)]);
        let control = counting_clock(50_000);
        let (_, said) = think(&kalah, default.as_mut(), start, Some(50_000), &control);
        assert_eq!(says(&said, "proven"), is_proven, "{tables}");
    }
    let kalah = Kalah::default();
    for (mib, is_refused) in [("1", true), ("64", false)] {
        let mut solve = player(&kalah, "solve", &[("Kalah.SolverMemory", mib)]);
        let stopped = SearchControl::unlimited();
        stopped.stop.set();
        let (_, said) = think(&kalah, solve.as_mut(), kalah.start(), Some(1), &stopped);
        assert_eq!(says(&said, "1 MiB of memory"), is_refused, "{mib}");
    }
}

#[test]
fn the_default_mind_wins_every_won_position_of_twenty_stones() {
    let mut rng = Pcg64::seed_from_u64(4);
    let mut games = 0;
    for set in RuleSet::PRESETS.iter().map(|way| way.value) {
        let kalah = Kalah::new(set, 6, 6);
        // Smaller tables than by default are made sooner, and have less to say.
        let mut player = player(&kalah, Kalah::PLAYERS[0].name, &[("Kalah.Tables", "10")]);
        let mut solver = Solver::new(&kalah, 16);
        solver.grow(8, &|| false);
        for stones in 9..=20 {
            let board = random_board(6, stones, &mut rng);
            let margin = settled(&mut solver, board);
            let side = if rng.random_bool(0.5) { Side::First } else { Side::Second };
            // The stores are such that the mover wins by the smallest margin there is.
            let lead = if margin % 2 == 0 { 2 } else { 1 } - margin;
            let behind = (72 - stones.cast_signed() - lead) / 2;
            let stores = [behind + lead, behind].map(i16::cast_unsigned);
            let text = position_text(&kalah, board, stores, side);
            let start = kalah.parse_position(&text).unwrap();
            let end = play_out(&kalah, player.as_mut(), &mut solver, start);
            let winner = kalah.outcome(&end).unwrap().winner();
            assert_eq!(winner, Some(side), "{set:?} {text}");
            games += 1;
        }
    }
    assert_eq!(games, 48);
}

fn position_text(kalah: &Kalah, board: Board, stores: [u16; 2], side: Side) -> String {
    let pits = kalah.pits();
    let read = |word: u64| (0..pits).map(move |i| (word >> (8 * i) & 0xff).to_string());
    let (mut words, mut stores) = ([board.own, board.opposing], stores);
    if side == Side::Second {
        words.reverse();
        stores.reverse();
    }
    let stones: Vec<String> = words.into_iter().flat_map(read).collect();
    let letter = if side == Side::First { 's' } else { 'n' };
    format!("<{pits},{},{},{}> {letter}", stores[0], stores[1], stones.join(","))
}

/// The player for the side to move, a perfect player for the other.
fn play_out(
    kalah: &Kalah,
    player: &mut dyn Player<Kalah>,
    solver: &mut Solver,
    start: Position,
) -> Position {
    let mut pos = start;
    while kalah.outcome(&pos).is_none() {
        if pos.side == start.side {
            let best = answer(kalah, player, pos, 20_000);
            kalah.play(&mut pos, best);
        } else {
            let margin = settled(solver, pos.board);
            let (pit, _) = solver.best_sowing(pos.board, margin, &|| false).unwrap();
            kalah.play(&mut pos, Chain::EMPTY.and(pit));
        }
    }
    pos
}

/// `go nodes` means not more than that: the solver once looked every 4096 nodes only.
#[test]
fn one_thread_searches_no_more_nodes_than_it_is_granted() {
    for nodes_max in [0, 1, 5, 1000, 4095, 4097, 10_000] {
        let kalah = Kalah::new(RuleSet::STANDARD, 6, 6);
        let mut solver = Solver::new(&kalah, 1);
        let board = kalah.start().board;
        let grant = |nodes: u64| nodes_max - nodes;
        let progress = solver.settle(board, &grant, &mut |_| {}).unwrap();
        assert_eq!(progress.nodes, nodes_max, "what is granted is used");
    }
}
