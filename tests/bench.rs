//! Bench in the build of the tests counts what bench in the release build counts:
//! `tools/check` compares the latter with the same file.

use plyglot::server::bench;
use plyglot::server::job::running_clock;
use plyglot::server::registry::GAMES;

#[test]
fn bench_counts_the_nodes_that_bench_txt_says() {
    let total = bench::run(GAMES, &running_clock(), &mut |_| {}).unwrap().unwrap();
    total.compare(include_str!("bench.txt")).unwrap();
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
