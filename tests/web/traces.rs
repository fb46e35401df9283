//! Recorded searches: one that the program wrote is opened, asked about and saved again, and what is
//! none is refused.

use std::fs;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use plyglot::inspect::{Recording, file};
use serde_json::{Value, json};

use super::{Page, Server};
use crate::common::client::Client;
use crate::inspect::desk::client;

/// What the program writes of the search that these lines ask for, under a name with this end.
fn written(lines: &[&str], end: &str) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(format!("search.{end}"));
    let mut client: Client = client();
    let (last, before) = lines.split_last().unwrap();
    for line in before {
        client.send(line);
    }
    client.send(&format!("trace {}", path.display()));
    client.send(last);
    fs::read(&path).unwrap()
}

/// The same as a page sends it.
fn upload(kind: &str, bytes: &[u8]) -> Value {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return json!({"type": kind, "name": "search.jsonl", "text": text});
    }
    let base64 = BASE64_STANDARD.encode(bytes);
    json!({"type": kind, "name": "search.jsonl.zst", "base64": base64})
}

/// Opens a recorded search as our page does: reads it, opens its game and goes to where it began.
fn opened(page: &mut Page, bytes: &[u8]) -> (Value, Value) {
    let loaded = page.ask(upload("load", bytes));
    assert_eq!((&loaded["type"], &loaded["trace"]), (&json!("loaded"), &json!(true)), "{loaded}");
    let (variant, options) = (&loaded["variant"], &loaded["options"]);
    page.ask(json!({"type": "new", "variant": variant, "options": options}));
    let steps = loaded["tree"]["moves"].as_array().unwrap();
    let moves: Vec<&Value> = steps.iter().map(|step| &step["move"]).collect();
    let mut position = json!({"type": "position", "moves": moves});
    if loaded["setup"].is_string() {
        position["position"] = loaded["setup"].clone();
    }
    let state = page.ask(position);
    assert_eq!(state["type"], "state", "{state}");
    let opened = page.ask(upload("opentrace", bytes));
    assert_eq!(opened["type"], "opened", "{opened}");
    (state, opened)
}

/// What `savetrace` gives, as the program reads it.
fn saved(page: &mut Page, name: &str) -> Recording {
    let saved = page.ask(json!({"type": "savetrace"}));
    assert_eq!((&saved["type"], &saved["name"]), (&json!("saved"), &json!(name)), "{saved}");
    let bytes = BASE64_STANDARD.decode(saved["base64"].as_str().unwrap()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("saved");
    fs::write(&path, bytes).unwrap();
    file::load(path.to_str().unwrap()).unwrap()
}

const F2: [&str; 3] =
    ["position kalah startpos moves 3 5", "setoption name Kalah.Mind value f2", "go depth 4"];
const MCTS: [&str; 3] = [
    "position fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1 moves a1a7 h7h6",
    "setoption name Chess.Mind value mcts",
    "go nodes 300",
];

#[test]
fn a_search_that_the_program_wrote_is_opened_asked_about_and_saved() {
    let server = Server::start();
    let mut page = server.page();
    // A search of another game and another player is open each time; here it is tic-tac-toe.
    for (lines, end, variant, player) in [
        (&F2[..], "jsonl.zst", "kalah", "f2"),
        (&MCTS, "jsonl", "chess", "mcts"),
        (
            &["position checkers startpos moves 11-15 22-18", "go depth 5"],
            "zst",
            "checkers",
            "alphabeta",
        ),
        (
            &["position awari", "setoption name Oware.Notation value numbers", "go depth 4"],
            "jsonl",
            "awari",
            "alphabeta",
        ),
    ] {
        let bytes = written(lines, end);
        let (state, opened) = opened(&mut page, &bytes);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("written");
        fs::write(&path, &bytes).unwrap();
        let recording = file::load(path.to_str().unwrap()).unwrap();
        let about = &recording.about;
        assert_eq!(state["variant"], variant);
        assert_eq!(state["position"], about.position);
        assert_eq!((&opened["player"], &state["player"]), (&json!(player), &json!(player)));
        assert_eq!(opened["played"], json!(about.played));
        assert_eq!(opened["visits"], recording.visits);
        let nodes = opened["nodes"].as_array().unwrap();
        assert!(nodes.len() > 3 && nodes[1]["above"] == 0, "{variant}: {opened}");
        let node = page.ask(json!({"type": "node", "path": [nodes[1]["move"]]}));
        assert_eq!(node["scene"].as_array().map(Vec::len), state["scene"].as_array().map(Vec::len));
        assert!(node["scene"] != state["scene"], "{variant}: a move changes the board");
        assert!(!node["terms"].as_array().unwrap().is_empty(), "{variant}: {node}");
        let last = nodes.iter().rfind(|node| node["above"] == 0).unwrap();
        let why = page.ask(json!({"type": "whynot", "move": last["move"]}));
        assert_eq!(why["type"], "text", "{variant}: {why}");
        assert_eq!(saved(&mut page, &format!("{variant}.jsonl.zst")), recording, "{variant}");
    }
}

#[test]
fn the_next_search_with_a_theatre_takes_its_place() {
    let server = Server::start();
    let mut page = server.page();
    opened(&mut page, &written(&F2, "zst"));
    page.ask(json!({"type": "position", "moves": []}));
    page.send(
        json!({"type": "go", "limits": {"depth": 3}, "theatre": true, "player": "alphabeta"}),
    );
    page.hear_a("bestmove");
    let recording = saved(&mut page, "kalah.jsonl.zst");
    assert_eq!((recording.about.player.as_str(), recording.about.moves.len()), ("alphabeta", 0));
    page.ask(json!({"type": "new", "variant": "kalah"}));
    let none = page.refused(json!({"type": "savetrace"}));
    assert_eq!(none, "no search is recorded: `go` with `theatre` records one");
}

#[test]
fn opening_one_ends_the_search_under_way_first() {
    let server = Server::start();
    let mut page = server.page();
    let bytes = written(&F2, "zst");
    opened(&mut page, &bytes);
    let go = page.send(json!({"type": "go", "limits": {"infinite": true}, "theatre": true}));
    page.hear_a("searching");
    let open = page.send(upload("opentrace", &bytes));
    assert_eq!(page.hear_a("bestmove")["re"], go);
    assert_eq!(page.hear_a("opened")["re"], open);
    assert_eq!(saved(&mut page, "kalah.jsonl.zst").about.player, "f2");
}

#[test]
fn what_is_no_recorded_search_is_refused_and_the_last_one_stays() {
    let server = Server::start();
    let mut page = server.page();
    let bytes = written(&F2, "jsonl");
    let (state, _) = opened(&mut page, &bytes);
    let text = String::from_utf8(bytes).unwrap();
    let rows = text.lines().count() - 1;
    let packed = written(&F2, "zst");
    let changed = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        text.replacen(from, to, 1).into_bytes()
    };
    let mut turned = packed.clone();
    turned[packed.len() / 2] ^= 0x55;
    for (bytes, what) in [
        (
            changed("\"version\":2", "\"version\":3"),
            "search.jsonl: line 1: version: found 3, expected 2",
        ),
        (
            changed("plyglot trace", "another trace"),
            "search.jsonl: line 1: expected an object with `format` plyglot trace",
        ),
        (text.as_bytes()[..text.len() / 2].to_vec(), "search.jsonl: line "),
        (
            text.split_inclusive('\n').take(9).collect::<String>().into_bytes(),
            &format!("search.jsonl: line 9: found 8 visits, expected {rows} by the first line"),
        ),
        (packed[..packed.len() / 2].to_vec(), "search.jsonl.zst: line "),
        (turned, "search.jsonl.zst: line "),
        (
            changed("\"variant\":\"kalah\"", "\"variant\":\"hex\""),
            "search.jsonl: line 1: no game is called `hex`",
        ),
        (
            changed("\"moves\":[\"3\",\"5\"]", "\"moves\":[\"3\",\"9\"]"),
            "search.jsonl: line 1: move 2: ",
        ),
        (
            changed("\"moves\":[\"3\",\"5\"]", "\"moves\":[\"3\",\"4\"]"),
            "search.jsonl: line 1: position: found `",
        ),
        (
            changed("\"options\":[]", "\"options\":[[\"Hash\",\"1\"]]"),
            "search.jsonl: line 1: found option `Hash`, expected one of the rules of kalah",
        ),
        (
            changed(&format!("\"rows\":{rows}"), "\"rows\":250001"),
            "search.jsonl: line 1: rows: found 250001, expected at most 250000",
        ),
    ] {
        for kind in ["load", "opentrace"] {
            let refused = page.refused(upload(kind, &bytes));
            assert!(refused.starts_with(what) && !refused.contains('\n'), "{refused}, not {what}");
        }
    }
    // Of another game than the one that stands here; and no file at all.
    let chess = page.refused(upload("opentrace", &written(&MCTS, "zst")));
    assert_eq!(
        chess,
        "search.jsonl.zst: found a search of variant chess, expected one of variant kalah"
    );
    let nothing = page.refused(json!({"type": "opentrace", "name": "x"}));
    assert_eq!(nothing, "opentrace: expected either `text` or `base64`");
    assert_eq!(page.ask(json!({"type": "undo", "plies": 0}))["position"], state["position"]);
    assert_eq!(saved(&mut page, "kalah.jsonl.zst").about.player, "f2");
}

#[test]
fn where_nothing_was_searched_that_is_said_and_no_file_is_made() {
    let server = Server::start();
    let mut page = server.page();
    page.send(json!({"type": "go", "limits": {"depth": 3}, "theatre": true, "player": "table"}));
    page.hear_a("bestmove");
    let refused = page.refused(json!({"type": "savetrace"}));
    assert_eq!(refused, "savetrace: nothing was recorded, table moved by means of its own");
    // What endgame tables knew has a file without a visit.
    let lines = [
        "setoption name TbEmbedded value true",
        "position fen 7k/8/8/8/8/8/8/KQ6 w - - 0 1",
        "go depth 4",
    ];
    let (_, opened) = opened(&mut page, &written(&lines, "jsonl"));
    assert_eq!(opened["nodes"], json!([]));
    let said = opened["lines"][0].as_str().unwrap();
    assert!(said.starts_with("nothing was searched: the endgame tables knew the answer"), "{said}");
}

#[test]
fn a_file_may_be_longer_than_other_messages() {
    let server = Server::start();
    let mut page = server.page();
    // More than the 256 KiB of a message and than the 1 MiB after which a connection once ended.
    let bytes = written(&["position startpos", "go nodes 12000"], "jsonl");
    assert!(bytes.len() > 1 << 20, "{} bytes", bytes.len());
    let (_, opened) = opened(&mut page, &bytes);
    assert!(opened["visits"].as_u64().unwrap() > 9_000);
    let comment = "x".repeat(300 << 10);
    let long = page.refused(json!({"type": "record", "tree": {"comment": comment, "moves": []}}));
    assert!(long.contains("expected at most 262144"), "{long}");
    let huge = "x".repeat(8 << 20);
    let huge = page.refused(json!({"type": "load", "name": "huge.txt", "text": huge}));
    assert!(huge.contains("expected at most 8388608"), "{huge}");
    assert_eq!(page.ask(json!({"type": "ping"}))["type"], "pong");
}
