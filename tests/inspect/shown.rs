//! What other programs are given: graphs, tables, the page.

use plyglot::inspect::{page, render};

use crate::desk::SEARCHES;
use crate::tree::recorded;

#[test]
fn a_table_has_every_visit_and_every_column() {
    for (name, position, go) in SEARCHES {
        let recording = recorded(position, go, "");
        let text = render::csv(&recording);
        let mut table = csv::Reader::from_reader(text.as_bytes());
        let headers = table.headers().unwrap().clone();
        let column = |name: &str| headers.iter().position(|header| header == name).unwrap();
        let (mv, visits) = (column("move"), column("visits"));
        let rows: Vec<csv::StringRecord> = table.records().map(Result::unwrap).collect();
        assert_eq!(rows.len(), recording.nodes.len(), "{name}");
        for (row, node) in rows.iter().zip(&recording.nodes) {
            assert_eq!(&row[mv], recording.text(node.mv), "{name}");
            assert_eq!(row[visits], node.visits.to_string(), "{name}");
        }
    }
}

#[test]
fn a_graph_has_a_node_for_every_edge() {
    let (_, position, go) = SEARCHES[0];
    let text = render::dot(&recorded(position, go, ""), 2);
    let nodes = text.lines().filter(|line| line.contains("[label=")).count();
    let edges = text.lines().filter(|line| line.contains(" -> ")).count();
    assert!(edges > 7, "{edges}");
    assert_eq!(nodes, edges + 1);
    assert!(text.starts_with("digraph ") && text.ends_with("}\n"));
}

#[test]
fn a_page_holds_its_data_and_fetches_nothing() {
    let (_, position, go) = SEARCHES[0];
    let recording = recorded(position, go, "");
    let mut asked = Vec::new();
    let text = page::html(&recording, &mut |path| {
        asked.push(path.join(" "));
        Some(vec!["<board>".to_owned()])
    });
    // The only address is the name of a format.
    let addresses: Vec<_> = text.match_indices("http").collect();
    assert_eq!(addresses.len(), 1, "{addresses:?}");
    assert!(!text.contains("<board>"), "nothing in a text may end the script");
    let from = text.find("id=\"data\">").unwrap() + 10;
    let to = from + text[from..].find("</script>").unwrap();
    let data: serde_json::Value = serde_json::from_str(&text[from..to]).unwrap();
    assert_eq!(data["visits"], recording.visits);
    assert!(data["nodes"].as_array().unwrap().len() > 50);
    assert_eq!(data["nodes"][0]["best"], "6");
    assert_eq!(data["boards"].as_object().unwrap().len(), asked.len());
    assert_eq!(asked[0], "", "the root has a board");
}
