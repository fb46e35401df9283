//! Games with variations and comments, out and in again.

use serde_json::{Value, json};

use super::Server;

/// What a page is told of a file.
fn load(page: &mut super::Page, name: &str, text: &str) -> Value {
    let loaded = page.ask(json!({"type": "load", "name": name, "text": text}));
    assert_eq!(loaded["type"], "loaded", "{loaded}");
    loaded
}

#[test]
fn a_tree_goes_out_as_pgn_or_pdn_and_comes_back() {
    let server = Server::start();
    for (variant, name, text) in [
        (
            "chess",
            "a.pgn",
            "[Event \"x\"]\n\n{start} 1. e4! $14 {best (by test)} e5 (1... c5 2. Nf3 (2. c3 d5?) \
             2... d6 {ok}) (1... e6 $2) 2. Nf3 ; to the end\nNc6 1-0\n",
        ),
        (
            "draughts",
            "a.pdn",
            "[GameType \"20\"]\n1. 32-28 19-23 (1... 18-23 {no} 2. 33 - 29 23x32) 2. 28x19 14x23 $1 *",
        ),
    ] {
        let mut page = server.page();
        page.ask(json!({"type": "new", "variant": variant}));
        let loaded = load(&mut page, name, text);
        assert_eq!((&loaded["variant"], &loaded["remarks"]), (&json!(variant), &json!([])));
        let tree = &loaded["tree"];
        let variations = tree["moves"][1]["variations"].as_array().unwrap();
        assert!(!variations.is_empty(), "{tree}");
        let tags = json!({"First": "Ann", "Second": "Bob"});
        let record = page.ask(json!({"type": "record", "tags": tags, "tree": tree}));
        let text = record["text"].as_str().unwrap();
        assert!(text.contains("[White \"Ann\"]"), "{text}");
        let again = load(&mut page, record["name"].as_str().unwrap(), text);
        assert_eq!(again["tree"], *tree, "{text}");
    }
}

#[test]
fn a_mistake_in_a_variation_costs_its_rest_and_one_in_the_game_all() {
    let server = Server::start();
    let mut page = server.page();
    page.ask(json!({"type": "new", "variant": "chess"}));
    let loaded = load(&mut page, "a.pgn", "1. e4 e5 (1... c5 2. Qh8 {lost} d6 (2... e6)) 2. Nf3 *");
    let moves = &loaded["tree"]["moves"];
    assert_eq!(moves.as_array().unwrap().len(), 3);
    assert_eq!(moves[1]["variations"][0].as_array().unwrap().len(), 1);
    assert!(loaded["remarks"][0].as_str().unwrap().contains("Qh8"), "{loaded}");
    let refused = page.refused(json!({"type": "load", "name": "a.pgn", "text": "1. e4 e4 *"}));
    assert!(refused.contains("move 2, e4 of the second side"), "{refused}");
    let state = page.ask(json!({"type": "undo", "plies": 0}));
    assert_eq!(state["moves"], json!([]), "nothing is set up by loading");
    let tree = json!({"moves": [{"move": "e4", "variations": [[{"move": "e5"}]]}]});
    let refused = page.refused(json!({"type": "record", "tree": tree}));
    assert!(refused.contains("`e5` is not legal here"), "{refused}");
}

#[test]
fn other_forms_have_the_moves_of_the_game() {
    let server = Server::start();
    let mut page = server.page();
    for (variant, moves, end) in
        [("kalah", ["1", "2"], ".klh"), ("abalone", ["c3d4", "g5f5"], ".txt")]
    {
        page.ask(json!({"type": "new", "variant": variant}));
        let steps: Vec<Value> = moves.iter().map(|mv| json!({"move": mv})).collect();
        let record = page.ask(json!({"type": "record", "tree": {"moves": steps}}));
        let (name, text) = (record["name"].as_str().unwrap(), record["text"].as_str().unwrap());
        assert!(name.ends_with(end), "{name}");
        let loaded = load(&mut page, name, text);
        assert_eq!(loaded["variant"], variant);
        assert!(!loaded["tree"]["moves"].as_array().unwrap().is_empty(), "{loaded}");
    }
}

#[test]
fn a_file_that_is_no_utf8_comes_as_base64() {
    let server = Server::start();
    let mut page = server.page();
    page.ask(json!({"type": "new", "variant": "chess"}));
    // "[White \"Jos\xe9\"]\n1. e4 *" in Latin-1.
    let loaded = page.ask(json!({
        "type": "load", "name": "a.pgn", "base64": "W1doaXRlICJKb3PpIl0KMS4gZTQgKg=="
    }));
    assert_eq!(loaded["tags"]["First"], "José");
    for (message, what) in [
        (json!({"type": "load", "name": "a", "base64": "?"}), "load: base64"),
        (json!({"type": "load", "name": "a"}), "expected either `text` or `base64`"),
        (
            json!({"type": "load", "name": "a.txt", "text": "hello"}),
            "found `hello`, expected a move",
        ),
    ] {
        let refused = page.refused(message);
        assert!(refused.contains(what), "{refused}");
    }
}
