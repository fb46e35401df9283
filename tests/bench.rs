//! Bench in the build of the tests counts what bench in the release build counts:
//! `tools/check` compares the latter with the same file. `PLYGLOT_BLESS=1` adds
//! the count of a game that has none; one that differs is never written over.

use plyglot::bench;
use plyglot::host::job::running_clock;
use plyglot::registry::GAMES;

use crate::common::golden;

const FILE: &str = "tests/bench.txt";

#[test]
fn bench_counts_the_nodes_that_bench_txt_says() {
    let total = bench::run(GAMES, &running_clock(), &mut |_| {}).unwrap().unwrap();
    if golden::is_blessing() {
        golden::check(FILE, &with_new_games(&golden::kept(FILE), &total));
    }
    total.compare(&golden::kept(FILE)).unwrap();
}

/// The lines of the file, with one for each game that has none, in order.
fn with_new_games(expected: &str, total: &bench::Total) -> String {
    let is_listed = |game| expected.lines().any(|line| line.split(' ').next() == Some(game));
    let new = total.nodes.iter().filter(|(game, _)| !is_listed(**game));
    let new = new.map(|(game, nodes)| format!("{game} {nodes}"));
    let (head, old): (Vec<String>, Vec<String>) =
        expected.lines().map(str::to_owned).partition(|line| line.starts_with('#'));
    let mut counts: Vec<String> = old.into_iter().chain(new).collect();
    counts.sort();
    head.into_iter().chain(counts).map(|line| line + "\n").collect()
}

#[test]
fn a_new_game_gets_its_line_and_the_others_keep_theirs() {
    let total = bench::Total { nodes: [("a", 1), ("b", 2)].into(), ..bench::Total::default() };
    assert_eq!(with_new_games("# counts\nb 3\nc 4\n", &total), "# counts\na 1\nb 3\nc 4\n");
}

#[test]
fn every_difference_is_named() {
    let total = bench::Total { nodes: [("a", 1), ("b", 2)].into(), ..bench::Total::default() };
    let expected = "# counts\na 1\nc 3 # gone\nb 4\nfour";
    let differences = total.compare(expected).unwrap_err();
    assert_eq!(
        differences,
        "`four` is not a game and a number; b: 2 nodes, expected 4; c: expected, but not played"
    );
}
