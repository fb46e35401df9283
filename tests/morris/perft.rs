//! Published and computed counts of `tests/perft/morris.csv`, in both countings: whole turns
//! ("compound"), and a removal as a ply of its own ("separate").

use plyglot::game::perft::{Counter, Leaves, perft};
use plyglot::game::{Notation, Rules};
use plyglot::games::Game;
use plyglot::games::morris::{Morris, RuleSet};

#[test]
fn every_line_of_the_table_is_counted() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/perft/morris.csv");
    let mut checked = 0;
    for record in csv::Reader::from_path(path).unwrap().records() {
        let record = record.unwrap();
        let (variant, counting) = record[1].split_once(' ').unwrap();
        let set = RuleSet::VARIANTS.iter().find(|(name, _)| *name == variant).unwrap().1;
        let rules = Morris { split: counting == "separate", ..Morris::new(set) };
        let pos = match &record[2] {
            "startpos" => rules.start(),
            text => rules.parse_position(text).unwrap(),
        };
        let (depth, nodes) = (record[3].parse().unwrap(), record[4].parse().unwrap());
        assert_eq!(perft(&rules, &pos, depth, Leaves::Bulk), nodes, "{record:?}");
        if counting == "separate" {
            let whole = Morris { split: false, ..rules };
            assert_eq!(
                whole.count("actions", &pos, depth, &mut Counter::new(&|| false)),
                Ok(nodes)
            );
        }
        if nodes < 500_000 {
            assert_eq!(perft(&rules, &pos, depth, Leaves::Each), nodes, "{record:?}");
        }
        checked += 1;
    }
    assert_eq!(checked, 29);
}
