//! Rooms: a game and a search for each page, that nobody else disturbs and a reload finds again.

use serde_json::{Value, json};

use super::Server;

/// Begins an analysis that only `stop` ends.
fn analyse(page: &mut super::Page, variant: &str) -> u64 {
    page.ask(json!({"type": "new", "variant": variant}));
    page.send(json!({"type": "go", "limits": {"infinite": true}, "lines": 2}))
}

#[test]
fn two_pages_search_at_once_and_neither_sees_the_other() {
    let server = Server::start();
    let (mut one, mut other) = (server.page(), server.page());
    let chess = analyse(&mut one, "chess");
    let kalah = analyse(&mut other, "kalah");
    for (page, id) in [(&mut one, chess), (&mut other, kalah)] {
        let info = page.hear_a("info");
        assert_eq!(info["re"], id);
        assert_eq!(page.ask(json!({"type": "ping"}))["type"], "pong");
    }
    let stop = one.send(json!({"type": "stop"}));
    let best = one.hear_a("bestmove");
    assert_eq!(best["re"], chess, "the answer is that of the search, {stop} has none");
    assert!(best["best"].is_string());
    // The other search goes on.
    other.hear_a("info");
    other.send(json!({"type": "stop"}));
    assert_eq!(other.hear_a("bestmove")["re"], kalah);
}

#[test]
fn what_is_refused_leaves_a_search_alone() {
    let server = Server::start();
    let mut page = server.page();
    let go = analyse(&mut page, "chess");
    for message in [
        json!({"type": "play", "move": "e2e5"}),
        json!({"type": "set", "options": {"Nope": 1}}),
        json!({"type": "new", "variant": "nosuch"}),
        json!({"type": "position", "position": "x", "moves": []}),
        json!({"type": "position", "moves": ["e2e5"]}),
        json!({"type": "undo", "plies": 77}),
        json!({"type": "go", "limits": {"depth": 0}}),
        json!({"type": "go", "limits": {"depth": 1}, "player": "nosuch"}),
        json!({"type": "go", "limits": {"depth": 1}, "moves": ["e2e5"]}),
    ] {
        let text = message.to_string();
        let id = page.send(message);
        let reply = page.reply_to(id);
        assert_eq!(reply["type"], "refused", "{text}: {reply}");
    }
    page.send(json!({"type": "stop"}));
    assert_eq!(page.hear_a("bestmove")["re"], go, "it went on till here");
}

#[test]
fn what_changes_the_game_ends_the_search_first() {
    let server = Server::start();
    let mut page = server.page();
    let go = analyse(&mut page, "awari");
    page.hear_a("info");
    let play = page.send(json!({"type": "play", "move": "F"}));
    let best = page.hear_a("bestmove");
    assert_eq!(best["re"], go);
    let state = page.hear_a("state");
    assert_eq!((&state["re"], &state["moves"]), (&json!(play), &json!(["F"])));
    // A sowing of four: the house emptied, four seeds, the turn of the other side.
    assert_eq!(state["frames"].as_array().unwrap().len(), 6);
}

#[test]
fn a_reload_finds_the_game_and_the_search_that_goes_on() {
    let server = Server::start();
    let (mut page, welcome) = server.page_of(None);
    let session = welcome["session"].as_str().unwrap().to_owned();
    let go = analyse(&mut page, "chess");
    page.hear_a("info");
    drop(page);
    let (mut page, welcome) = server.page_of(Some(&session));
    assert_eq!((&welcome["resumed"], &welcome["session"]), (&json!(true), &json!(session)));
    let state = page.hear_a("state");
    assert_eq!(state["variant"], "chess");
    assert!(state["picture"].is_object(), "a new page has no picture yet");
    assert_eq!(page.hear_a("searching")["re"], go);
    assert_eq!(page.hear_a("info")["re"], go);
    page.send(json!({"type": "stop"}));
    assert_eq!(page.hear_a("bestmove")["re"], go);
    assert!(page.ask(json!({"type": "undo", "plies": 0}))["picture"].is_null(), "it has one now");
}

#[test]
fn what_a_search_has_come_to_while_nobody_was_there_is_told_afterwards() {
    let server = Server::start();
    let (mut page, welcome) = server.page_of(None);
    let session = welcome["session"].as_str().unwrap().to_owned();
    let go = page.send(json!({"type": "go", "limits": {"depth": 9}}));
    page.hear_a("searching");
    drop(page);
    let (mut page, _) = server.page_of(Some(&session));
    assert_eq!(page.hear_a("bestmove")["re"], go);
}

#[test]
fn the_newer_page_of_a_session_takes_over() {
    let server = Server::start();
    let (mut older, welcome) = server.page_of(None);
    older.hear_a("state");
    let (mut newer, again) = server.page_of(welcome["session"].as_str());
    assert_eq!(again["resumed"], true);
    assert_eq!(older.hear(), None);
    assert_eq!(newer.ask(json!({"type": "play", "move": "5"}))["moves"], json!(["5"]));
    let (_, unknown) = server.page_of(Some("00000000000000000000000000000000"));
    assert_eq!(unknown["resumed"], false);
}

#[test]
fn a_position_is_set_up_wholly_or_not_at_all() {
    let server = Server::start();
    let mut page = server.page();
    page.ask(json!({"type": "play", "move": "5"}));
    for (message, what) in [
        (json!({"type": "position", "moves": ["1", "2", "1"]}), "move 3: `1` is not legal here"),
        (json!({"type": "position", "position": "what", "moves": []}), "position: rows: found"),
        (json!({"type": "play", "move": "5"}), "`5` is not legal here"),
        (json!({"type": "undo", "plies": 2}), "undo: found 2, expected at most 1"),
        (json!({"type": "new", "variant": "hex"}), "new: found game `hex`, expected one of"),
        (json!({"type": "go", "limits": {"depth": 0}}), "go: depth: found `0`"),
        (json!({"type": "go", "limits": {}, "lines": 6}), "go: lines: found `6`, expected 1 to 5"),
        (json!({"type": "go", "limits": {}, "player": "nobody"}), "`nobody` is not one of"),
    ] {
        let refused = page.refused(message);
        assert!(refused.contains(what), "{refused}");
    }
    assert_eq!(page.ask(json!({"type": "undo", "plies": 0}))["moves"], json!(["5"]));
}

#[test]
fn the_tree_is_shown_while_it_grows_and_asked_about_afterwards() {
    let server = Server::start();
    let mut page = server.page();
    page.ask(json!({"type": "new", "variant": "chess"}));
    let none = page.refused(json!({"type": "whynot", "move": "a2a3"}));
    assert_eq!(none, "no search is recorded: `go` with `theatre` records one");
    page.send(json!({"type": "go", "limits": {"depth": 6}, "theatre": true}));
    let theatre = page.hear_a("theatre");
    let nodes = theatre["nodes"].as_array().unwrap();
    assert!(nodes.len() > 20, "{theatre}");
    assert!(nodes[0]["above"].is_null() && nodes[0]["move"] == "");
    let is_behind = |(at, node): (usize, &Value)| node["above"].as_u64().unwrap() < at as u64;
    assert!(nodes.iter().enumerate().skip(1).all(is_behind));
    let best = page.hear_a("bestmove");
    assert_eq!(best["recorded"], true);
    let why = page.ask(json!({"type": "whynot", "move": "a2a3"}));
    assert!(why["lines"][0].as_str().unwrap().starts_with("a2a3 "), "{why}");
    let node = page.ask(json!({"type": "node", "path": [best["best"]]}));
    assert_eq!(node["side"], "second");
    assert_eq!(node["nodes"][1]["above"], 0);
    assert_eq!(node["scene"].as_array().unwrap().len(), 66, "squares and whose turn it is");
}

/// Each tree of a tree search takes the place of the one before: the visits are those of the search.
#[test]
fn the_tree_of_averages_is_shown_while_it_grows_too() {
    let server = Server::start();
    let mut page = server.page();
    page.ask(json!({"type": "new", "variant": "go"}));
    page.send(json!({"type": "go", "limits": {"infinite": true}, "theatre": true}));
    let mut visits = Vec::new();
    while visits.len() < 3 {
        let theatre = page.hear_a("theatre");
        visits.push(theatre["nodes"][0]["visits"].as_u64().unwrap());
        assert!(theatre["nodes"].as_array().unwrap().len() > 1, "{theatre}");
    }
    page.send(json!({"type": "stop"}));
    let best = page.hear_a("bestmove");
    assert!(visits.is_sorted() && visits[0] < visits[2], "{visits:?}");
    let node = page.ask(json!({"type": "node", "path": []}));
    let searched = node["nodes"][0]["visits"].as_u64().unwrap();
    assert!(searched >= visits[2] && searched < 2 * visits[2] + 100_000, "{visits:?} {searched}");
    assert_eq!(best["recorded"], true);
}

#[test]
fn fifty_pages_analyse_at_once_and_each_gets_its_lines() {
    let server = Server::start();
    let variants = ["chess", "kalah", "awari", "morris", "abalone"];
    let mut pages: Vec<_> = (0..50).map(|_| server.page()).collect();
    let begin = |(n, page): (usize, &mut super::Page)| analyse(page, variants[n % variants.len()]);
    let searches: Vec<u64> = pages.iter_mut().enumerate().map(begin).collect();
    for (page, go) in pages.iter_mut().zip(searches) {
        assert_eq!(page.hear_a("info")["re"], go);
        assert_eq!(page.ask(json!({"type": "ping"}))["type"], "pong");
    }
    for page in &mut pages {
        page.send(json!({"type": "stop"}));
    }
    assert!(pages.iter_mut().all(|page| page.hear_a("bestmove")["best"].is_string()));
}

#[test]
fn who_reads_nothing_is_cut_off_and_disturbs_nobody() {
    let server = Server::start();
    let (mut slow, welcome) = server.page_of(None);
    slow.ask(json!({"type": "new", "variant": "abalone"}));
    // Each answer has a board of ten kilobytes, and nobody reads them. More than may wait for a
    // room are refused, which is an answer, too.
    for _ in 0..3_000 {
        slow.id += 1;
        let id = slow.id;
        let sent = slow.socket.send(tungstenite::Message::text(
            json!({"id": id, "type": "position", "moves": []}).to_string(),
        ));
        if sent.is_err() {
            break;
        }
    }
    let mut other = server.page();
    assert_eq!(other.ask(json!({"type": "ping"}))["type"], "pong");
    drop(slow);
    let (_, again) = server.page_of(welcome["session"].as_str());
    assert_eq!(again["resumed"], true);
}

#[test]
fn a_player_that_learns_is_taught_and_shows_its_table() {
    let server = Server::start();
    let mut page = server.page();
    let refused = page.refused(json!({"type": "learn", "games": 10}));
    assert!(refused.contains("does not learn; expected learning"), "{refused}");
    page.ask(json!({"type": "set", "options": {"Mind": "learning"}}));
    let learn = page.send(json!({"type": "learn", "games": 200, "seed": 1}));
    let first = page.reply_to(learn);
    assert_eq!((&first["first"], &first["last"]), (&json!(1), &json!(4)));
    let mut last = first;
    while last["done"] != true {
        last = page.reply_to(learn);
    }
    assert!(last["knowledge"].as_str().unwrap().starts_with("plyglot-learning 1 tictactoe\n"));
    page.ask(json!({"type": "play", "move": "5"}));
    let account = page.ask(json!({"type": "accounts"}));
    assert_eq!(account["players"][0]["grids"][0]["places"].as_array().unwrap().len(), 8);
}

#[test]
fn three_mens_morris_is_known_whole_with_four_men_too() {
    let server = Server::start();
    let mut page = server.page();
    for (men, value) in [(3, "draw"), (4, "win")] {
        let options = json!({"Morris.Men": men});
        let new = json!({"type": "new", "variant": "threemorris", "options": options});
        assert_eq!(page.ask(new)["type"], "state", "{men}");
        let tables = page.ask(json!({"type": "probe"}));
        assert_eq!(tables["table"], "three-place00", "{tables}");
        assert_eq!(tables["moves"].as_array().unwrap().len(), 9, "{tables}");
        assert_eq!(tables["verdicts"][0]["wdl"], value, "{tables}");
    }
}
