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

/// PGN of other rule books may go on where FIDE 9.6 ends the game.
#[test]
fn a_record_that_goes_on_behind_the_end_is_loaded_up_to_it() {
    let server = Server::start();
    let mut page = server.page();
    page.ask(json!({"type": "new", "variant": "chess"}));
    let shuffle = "Nf3 Nf6 Ng1 Ng8 ".repeat(5);
    let text = format!("[Event \"the \"Cup\"\"]\n\n{shuffle} e4 {{late}} (d4 d5) e5 1/2-1/2");
    let loaded = load(&mut page, "a.pgn", &text);
    assert_eq!(loaded["tree"]["moves"].as_array().unwrap().len(), 16);
    assert_eq!(loaded["tags"]["Event"], "the \"Cup\"");
    let remarks = loaded["remarks"].as_array().unwrap();
    let expected = "the game ends after move 16, draw (fivefold repetition), by the rules in force: \
                    6 more moves of the file left out";
    assert_eq!(remarks, &[json!(expected)]);
}

#[test]
fn records_of_go_keep_comments_and_end_where_the_game_does() {
    let server = Server::start();
    let mut page = server.page();
    page.ask(json!({"type": "new", "variant": "go"}));
    let tree = json!({"comment": "first\n\nsecond", "moves": []});
    let record = page.ask(json!({"type": "record", "tree": tree}));
    let text = record["text"].as_str().unwrap();
    assert!(text.contains("C[first\n\nsecond]"), "{text}");
    let text = "(;GM[1]SZ[9](;B[ee]C[x];W[];B[];W[cc];B[dd])(;B[dd]C[y]))";
    let loaded = load(&mut page, "game.sgf", text);
    let moves = loaded["tree"]["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 3, "{loaded}");
    assert_eq!(moves[0]["comment"], "x");
    assert_eq!(moves[0]["variations"][0][0]["comment"], "y");
    assert!(loaded["remarks"][0].as_str().unwrap().contains("2 more moves"), "{loaded}");
}

/// What is pasted has no name, and another game may be on the board.
#[test]
fn a_record_without_a_name_is_known_at_sight() {
    let server = Server::start();
    let mut page = server.page();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    for (record, variant) in [
        (text(b"[Event \"x\"]\n\n1. e4 *"), "chess"),
        (text(b"[GameType \"25\"]\n1. c3-d4 *"), "russian"),
        ("(;GM[Othello]PC[x]PB[a]PW[b]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[d3];)".to_owned(), "othello"),
        ("(;GM[1]FF[4]SZ[9];B[ee];W[cc])".to_owned(), "go"),
        ("Игрок A : x\nИгрок B : y\nПервым ходил игрок A\n\n 1) A: 1 B: 9\n".to_owned(), "kalah"),
    ] {
        for shown in ["abalone", "chess"] {
            page.ask(json!({"type": "new", "variant": shown}));
            let loaded = load(&mut page, "pasted", &record);
            assert_eq!(loaded["variant"], variant, "{loaded}");
            assert!(!loaded["tree"]["moves"].as_array().unwrap().is_empty(), "{loaded}");
        }
    }
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

#[test]
fn our_own_form_has_variations_of_any_game() {
    let server = Server::start();
    let mut page = server.page();
    for (variant, moves) in [("kalah", ["1", "2", "3"]), ("abalone", ["c3d4", "g5f5", "c4d4"])] {
        page.ask(json!({"type": "new", "variant": variant}));
        let [first, second, other] = moves.map(|mv| json!(mv));
        let tree = json!({"comment": "[%eval 0.10]", "moves": [
            {"move": first, "comment": "[%eval -1.25] why not", "nags": [5], "variations": [
                [{"move": other, "comment": "tried before"}]
            ]},
            {"move": second},
        ]});
        let record = page.ask(json!({"type": "record", "form": "text", "tree": tree}));
        let loaded = load(&mut page, "game.txt", record["text"].as_str().unwrap());
        let mut expected = tree.clone();
        if variant == "kalah" {
            // The first sowing ends in the store.
            expected["moves"][1]["again"] = json!(true);
        }
        assert_eq!((&loaded["remarks"], &loaded["tree"]), (&json!([]), &expected), "{record}");
    }
}

#[test]
fn what_a_file_says_of_the_end_can_be_saved_again() {
    let server = Server::start();
    let mut page = server.page();
    page.ask(json!({"type": "new", "variant": "chess"}));
    let loaded = load(&mut page, "a.pgn", "[White \"Ann\"]\n[Result \"0-1\"]\n1. e4 e5 0-1");
    assert_eq!(loaded["result"], "second");
    let tags = json!({"Result": loaded["result"]});
    let record = page.ask(json!({"type": "record", "tags": tags, "tree": loaded["tree"]}));
    assert!(record["text"].as_str().unwrap().contains("[Result \"0-1\"]"), "{record}");
}

#[test]
fn variations_too_deep_to_be_kept_are_said_to_be_left_out() {
    let server = Server::start();
    let mut page = server.page();
    page.ask(json!({"type": "new", "variant": "go"}));
    // A move and a pass, and another move instead of the pass, so many times within each other.
    let nested = |depth: u8| {
        let level = |at: u8| {
            let (own, other) = if at.is_multiple_of(2) { ('B', 'W') } else { ('W', 'B') };
            let [column, row] = [at % 9, at / 9].map(|line| char::from(b'a' + line));
            format!(";{own}[{column}{row}](;{other}[])(")
        };
        let end = if depth.is_multiple_of(2) { ";B[ii]" } else { ";W[ii]" };
        let open: String = (0..depth).map(level).collect();
        format!("(;GM[1]SZ[9]{open}{end}{})", ")".repeat(depth.into()))
    };
    let loaded = load(&mut page, "a.sgf", &nested(40));
    assert_eq!(loaded["remarks"], json!([]));
    let left_out = "a variation is left out: found more than 40 within each other";
    let loaded = load(&mut page, "a.sgf", &nested(42));
    assert_eq!(loaded["remarks"], json!([left_out]));
}

#[test]
fn moves_have_the_names_of_records() {
    let server = Server::start();
    let mut page = server.page();
    page.ask(json!({"type": "new", "variant": "chess"}));
    let state = page.ask(json!({"type": "position", "moves": ["e2e4", "e7e5", "g1f3"]}));
    assert_eq!(state["names"], json!(["e4", "e5", "Nf3"]));
    let legal = state["legal"].as_array().unwrap();
    let knight = legal.iter().find(|mv| mv["text"] == "b8c6").unwrap();
    assert_eq!(knight["name"], "Nc6");
    let id = page.send(json!({"type": "go", "limits": {"depth": 4}}));
    let info = page.hear_a("info");
    assert_eq!(
        (info["re"].as_u64(), info["names"].as_array().unwrap().len()),
        (Some(id), info["pv"].as_array().unwrap().len())
    );
    let loaded = load(&mut page, "a.pgn", "1. e4 (1. Nf3 Nf6) 1... c5 *");
    assert_eq!(loaded["tree"]["moves"][0]["variations"][0][1]["name"], "Nf6");
}
