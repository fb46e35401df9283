//! docs/web.md: each message that it shows is one, and what it says a server answers it answers.
//!
//! ```text
//! > {"id": 1, "type": "hello", "version": 1}     what a page sends
//! < {"type": "welcome", "re": 1, "session": "…"} a reply, or what matters of it
//! ```
//!
//! A reply has the fields that are shown and perhaps others; `"…"` stands for any value, and as the
//! last of a list for any more.

use std::collections::BTreeSet;

use plyglot::web::message::Message;
use serde_json::Value;

use super::{Page, Server};

const MANUAL: &str = include_str!("../../docs/web.md");

/// The conversations of the manual, each a list of lines.
fn conversations() -> Vec<Vec<&'static str>> {
    let blocks = MANUAL.split("```json\n").skip(1);
    let blocks = blocks.map(|block| block.split("```").next().unwrap().lines().collect());
    blocks.filter(|block: &Vec<&str>| block.iter().any(|line| line.starts_with("> "))).collect()
}

/// Whether a value is as it is shown.
fn fits(shown: &Value, found: &Value) -> bool {
    match (shown, found) {
        (Value::String(any), _) if any == "…" => true,
        (Value::Object(shown), Value::Object(found)) => {
            shown.iter().all(|(name, value)| found.get(name).is_some_and(|it| fits(value, it)))
        }
        (Value::Array(shown), Value::Array(found)) => match shown.split_last() {
            Some((last, before)) if last == "…" => {
                found.len() >= before.len() && before.iter().zip(found).all(|(a, b)| fits(a, b))
            }
            _ => shown.len() == found.len() && shown.iter().zip(found).all(|(a, b)| fits(a, b)),
        },
        _ => shown == found,
    }
}

/// The next message, or the one that is shown; what comes as often as it likes is passed over until it is
/// that. How often the top of a tree is shown depends on how fast it grows.
fn next_of(page: &mut Page, shown: &Value) -> Value {
    loop {
        let heard = page.hear().expect("the server is there");
        let is_news =
            ["info", "theatre", "learned", "note"].iter().any(|news| heard["type"] == *news);
        if !is_news || fits(shown, &heard) {
            return heard;
        }
    }
}

#[test]
fn each_message_shown_is_read_and_written_back() {
    let mut kinds = BTreeSet::new();
    for line in conversations().into_iter().flatten() {
        let Some(text) = line.strip_prefix("> ") else { continue };
        let message = Message::parse(text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
        let written: Value = serde_json::from_str(&message.to_text()).unwrap();
        let shown: Value = serde_json::from_str(text).unwrap();
        assert_eq!(written, shown);
        kinds.insert(shown["type"].as_str().unwrap().to_owned());
    }
    let all = [
        "accounts",
        "claim",
        "draws",
        "edit",
        "go",
        "hello",
        "hint",
        "learn",
        "load",
        "longest",
        "look",
        "new",
        "node",
        "opentrace",
        "peek",
        "perfect",
        "ping",
        "play",
        "position",
        "probe",
        "record",
        "rules",
        "savetrace",
        "set",
        "stop",
        "undo",
        "watch",
        "why",
        "whynot",
    ];
    assert_eq!(kinds.iter().map(String::as_str).collect::<Vec<_>>(), all);
}

#[test]
fn a_server_answers_as_shown() {
    let server = Server::start();
    for conversation in conversations() {
        let mut page = server.connect(&[]).unwrap();
        if !conversation[0].contains("hello") {
            page = server.page();
            page.hear_a("state");
        }
        for line in conversation {
            if let Some(text) = line.strip_prefix("> ") {
                page.send_text(text);
            } else if let Some(text) = line.strip_prefix("< ") {
                let shown: Value =
                    serde_json::from_str(text).unwrap_or_else(|e| panic!("{text}: {e}"));
                let found = next_of(&mut page, &shown);
                assert!(fits(&shown, &found), "shown: {shown}\nfound: {found}");
            }
        }
    }
}
