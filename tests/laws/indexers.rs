//! The laws of indexers and of their files, and tables that break them.

use plyglot::core::Side;
use plyglot::endgame::{Indexer, TableId, Wdl, WdlIndexer};
use plyglot::game::Outcome;
use plyglot_conformance::files::check_files;
use plyglot_conformance::graph::{Graph, Node};
use plyglot_conformance::indexer::check_indexer;

use super::SEED;

/// Two tables over the graph of [`chain`]: nodes 0 and 1 lead into 2 and 3.
#[derive(Clone, Copy, Debug)]
struct TwoTables(&'static str);

fn chain() -> Graph {
    Graph::new(vec![
        Node::inner(Side::First, &[1, 2]),
        Node::inner(Side::Second, &[0, 3]),
        Node::inner(Side::Second, &[3]),
        Node::end(Side::First, Outcome::draw("drawn")),
    ])
}

impl Indexer<Graph> for TwoTables {
    type Contents = Wdl;

    const VERSION: u32 = 1;

    fn name(&self, table: TableId) -> String {
        table.0.to_string()
    }

    fn rules_text(&self, _: &Graph) -> String {
        if self.0 == "other rules" { "other".to_owned() } else { String::new() }
    }

    fn tables(&self, _: &Graph, _: u8) -> Vec<TableId> {
        if self.0 == "disorder" {
            vec![TableId(1), TableId(0)]
        } else {
            vec![TableId(0), TableId(1)]
        }
    }

    fn table_of(&self, _: &Graph, pos: &u16) -> Option<TableId> {
        Some(TableId(u32::from(*pos < 2)))
    }

    fn needs(&self, table: TableId) -> Vec<TableId> {
        if table.0 == 1 && self.0 != "forgotten need" { vec![TableId(0)] } else { Vec::new() }
    }

    fn len(&self, table: TableId) -> u64 {
        if self.0 == "short" || self.0 == "two in one" && table.0 == 1 { 1 } else { 2 }
    }

    fn rank(&self, table: TableId, pos: &u16) -> u64 {
        let all_in_one = self.0 == "no bijection" || self.0 == "two in one" && table.0 == 1;
        u64::from(if all_in_one { 0 } else { pos % 2 })
    }

    fn unrank(&self, table: TableId, index: u64) -> Option<u16> {
        let first = if table.0 == 1 { 0 } else { 2 };
        Some(first + u16::try_from(index).unwrap())
    }

    fn unmoves(&self, _: &Graph, table: TableId, _: &u16, out: &mut Vec<u16>) {
        if self.0 != "no unmoves" {
            out.extend(if table.0 == 1 { [0, 1] } else { [2, 3] });
        }
    }
}

impl WdlIndexer<Graph> for TwoTables {}

#[test]
fn each_wrong_indexer_breaks_its_own_law() {
    for (wrong, law) in [
        ("nothing", None),
        ("disorder", Some("a table comes after those it needs")),
        ("forgotten need", Some("moves lead into tables that are needed")),
        ("no unmoves", Some("unmoves find every position a move comes from")),
        ("no bijection", Some("the position at a place has that place")),
        ("short", Some("a place is below the length of its table")),
        ("two in one", Some("positions that share a place have the same moves")),
    ] {
        let found = check_indexer(&chain(), &TwoTables(wrong), 9, SEED);
        assert_eq!(found.err().map(|broken| broken.law), law, "{wrong}");
    }
}

/// Rules differ by their texts, or by their moves alone.
#[test]
fn files_that_do_not_tell_rules_apart_break_a_law() {
    let other = Graph::new(vec![
        Node::inner(Side::First, &[2]),
        Node::inner(Side::Second, &[3]),
        Node::inner(Side::Second, &[3]),
        Node::end(Side::First, Outcome::draw("drawn")),
    ]);
    let law = |one: &Graph, words: [&'static str; 2]| {
        let pairs = [(one, TwoTables(words[0])), (&chain(), TwoTables(words[1]))];
        check_files("graph", &pairs, SEED).err().map(|broken| broken.law)
    };
    assert_eq!(law(&chain(), ["nothing", "nothing"]), None);
    let names = "tables of different rules have files of different names";
    assert_eq!(law(&chain(), ["other rules", "nothing"]), Some(names));
    let moves = "rules with one text for their tables have the same moves";
    assert_eq!(law(&other, ["nothing", "nothing"]), Some(moves));
}
