//! What other programs are given: graphs, tables, the page.

use plyglot::core::Side;
use plyglot::game::picture::{Picture, Scene};
use plyglot::inspect::page::{self, EvalBreakdown, GameCursor};
use plyglot::inspect::render;
use plyglot::inspect::view::{PASS, View};
use serde_json::Value;

use super::desk::SEARCHES;
use super::tree::{recorded, recorded_with};

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

/// A board that shows the moves played, and knows no pass.
#[derive(Default)]
struct Played(Vec<String>);

impl GameCursor for Played {
    fn picture(&self) -> Picture {
        Picture::of_text("<board>")
    }
    fn play(&mut self, mv: Option<&str>) -> bool {
        self.0.extend(mv.map(str::to_owned));
        mv.is_some()
    }
    fn back(&mut self) {
        self.0.pop().unwrap();
    }
    fn scene(&self) -> Scene {
        vec![self.0.join(" ").into()]
    }
    fn side(&self) -> Side {
        if self.0.len().is_multiple_of(2) { Side::First } else { Side::Second }
    }
    fn evaluation(&self) -> Option<EvalBreakdown> {
        None
    }
}

/// The data of a page.
fn data(page: &str) -> Value {
    let from = page.find("id=\"data\">").unwrap() + 10;
    let to = from + page[from..].find("</script>").unwrap();
    serde_json::from_str(&page[from..to]).unwrap()
}

#[test]
fn a_page_fetches_nothing_and_no_text_ends_its_script() {
    let (_, position, go) = SEARCHES[0];
    let mut recording = recorded(position, go, "");
    recording.about.position = "</script><b>".to_owned();
    let page = page::html(&recording, &mut Played::default());
    // The only address is the name of a format.
    let addresses: Vec<_> = page.match_indices("http").map(|(at, _)| &page[at..at + 26]).collect();
    assert_eq!(
        addresses,
        ["http-equiv=\"Content-Securi", "http://www.w3.org/2000/svg", "http://www.w3.org/2000/svg"]
    );
    assert_eq!(page.matches("</script>").count(), 3);
    assert_eq!(data(&page)["position"], "</script><b>");
}

#[test]
fn a_page_has_every_deciding_visit_and_its_board() {
    for (name, position, go) in SEARCHES {
        let recording = recorded(position, go, "");
        let data = data(&page::html(&recording, &mut Played::default()));
        let nodes = data["nodes"]["move"].as_array().unwrap().len();
        let text = |column: &str, number: usize| {
            data["texts"][index(&data["nodes"][column][number])].as_str().unwrap()
        };
        let view = View::new(&recording);
        let last = index(&data["root"]);
        let mut of_last = 0;
        for number in 0..nodes {
            let (mut path, mut root) = (Vec::new(), number);
            while let Some(above) = data["nodes"]["parent"][root].as_u64() {
                path.insert(0, text("move", root).to_owned());
                root = usize::try_from(above).unwrap();
            }
            let scene = &data["nodes"]["scene"][number];
            let passes = path.iter().any(|mv| mv == PASS);
            assert_eq!(scene.is_null(), passes, "{name} {path:?}: no board after a pass");
            if !passes && !path.is_empty() {
                let shown = data["texts"][index(&scene[1])].as_str().unwrap();
                assert_eq!(shown, path.join(" "), "{name}");
            }
            if root == last && !passes {
                let visit = view.place(&path).unwrap();
                assert_eq!(text("why", number), view.reason(visit), "{name} {path:?}");
                assert_eq!(text("score", number), view.score_above(visit), "{name} {path:?}");
                of_last += 1;
            }
        }
        assert!(of_last > 3, "{name}: {of_last}");
    }
}

#[test]
fn a_page_knows_the_order_in_which_moves_were_tried() {
    // Where the table puts another move first than the one that costs most.
    let recording = recorded("position startpos moves e2e4 e7e5 g1f3", "go depth 4", "");
    let data = data(&page::html(&recording, &mut Played::default()));
    let nodes = &data["nodes"];
    let below: Vec<usize> = (0..nodes["parent"].as_array().unwrap().len())
        .filter(|&number| nodes["parent"][number] == data["root"])
        .collect();
    let mut by_page = below.clone();
    by_page.sort_by_key(|&number| nodes["tried"][number].as_u64());
    let by_page: Vec<&str> = by_page
        .iter()
        .map(|&number| data["texts"][index(&nodes["move"][number])].as_str().unwrap())
        .collect();
    let view = View::new(&recording);
    let mut tried: Vec<&str> = Vec::new();
    for &visit in view.below(view.root().unwrap()) {
        let name = view.name(visit);
        if !tried.contains(&name) {
            tried.push(name);
        }
    }
    assert_eq!(by_page, tried);
    let by_visits: Vec<&str> = below
        .iter()
        .map(|&number| data["texts"][index(&nodes["move"][number])].as_str().unwrap())
        .collect();
    assert_ne!(by_visits, tried, "the numbers on the page are not in this order");
}

#[test]
fn a_page_has_the_tree_of_every_line_and_thread() {
    let (_, position, go) = SEARCHES[4];
    let recording = recorded_with(&["MultiPV value 2", "Threads value 2"], position, go, "");
    let data = data(&page::html(&recording, &mut Played::default()));
    let view = View::new(&recording);
    let lines = view.lines();
    let trees = data["trees"].as_array().unwrap();
    assert_eq!(trees.len(), lines.values().map(Vec::len).sum::<usize>());
    for tree in trees {
        let number = |name: &str| u16::try_from(index(&tree[name])).unwrap();
        let key = (number("thread"), number("depth"));
        let root = lines[&key][index(&tree["line"]) - 1];
        let score = &data["texts"][index(&data["nodes"]["score"][index(&tree["root"])])];
        assert_eq!(score.as_str().unwrap(), view.score_above(root), "{tree}");
    }
    let last = view.lines_beside(view.root().unwrap());
    assert_eq!(last.len(), 2, "both lines of the last depth");
    assert!(view.node(last[0]).score >= view.node(last[1]).score);
}

fn index(id: &Value) -> usize {
    usize::try_from(id.as_u64().unwrap()).unwrap()
}
