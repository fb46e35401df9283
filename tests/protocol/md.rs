//! protocol.md says what the program does: its examples run, its tables are those of the code, and
//! nothing is missing.

use crate::common::golden;
use crate::common::manual::{blocks, pages};
use crate::common::transcript::{run, run_binary};
use plyglot::core::Info;
use plyglot::options;
use plyglot::protocol::Reply;
use plyglot::registry::GAMES;
use plyglot::session::help::TOPICS;

const FILE: &str = "protocol.md";

fn document() -> String {
    golden::kept(FILE)
}

fn every_block(play: impl Fn(&str, &str) -> Result<(), String>) {
    let blocks = blocks(FILE, "transcript");
    assert!(blocks.len() > 30, "only {} blocks", blocks.len());
    let differences: Vec<String> =
        blocks.iter().filter_map(|block| play(&block.name, &block.text).err()).collect();
    assert!(differences.is_empty(), "\n{}", differences.join("\n"));
}

#[test]
fn a_session_answers_every_example_as_written() {
    every_block(run);
}

#[test]
fn the_program_answers_every_example_as_written() {
    every_block(run_binary);
}

/// Conversations in other words than ours begin with their first line.
#[test]
fn the_program_answers_every_example_in_other_protocols() {
    let blocks = blocks(FILE, "dialogue");
    assert!(!blocks.is_empty());
    let differences: Vec<String> =
        blocks.iter().filter_map(|block| run_binary(&block.name, &block.text).err()).collect();
    assert!(differences.is_empty(), "\n{}", differences.join("\n"));
}

/// The page with every option table that it has as the code has it, and whose tables these are.
fn with_fresh_tables(page: &str) -> (String, Vec<&'static str>) {
    let games = GAMES.iter().map(|game| (game.name, Some(game.name)));
    let (mut fresh, mut found) = (golden::kept(page), Vec::new());
    for (name, game) in std::iter::once(("engine", None)).chain(games) {
        let mark = format!("<!-- options:{name} -->\n");
        let Some(from) = fresh.find(&mark).map(|at| at + mark.len()) else { continue };
        let to = from + fresh[from..].find("<!-- /options -->").unwrap();
        fresh.replace_range(from..to, &format!("\n{}\n", options::markdown(GAMES, game)));
        found.push(name);
    }
    (fresh, found)
}

#[test]
fn the_option_tables_are_those_of_the_code() {
    let (fresh, found) = with_fresh_tables(FILE);
    assert_eq!(found.len(), 1 + GAMES.len(), "only {found:?}");
    golden::check(FILE, &fresh);
}

#[test]
fn the_chapter_of_each_game_has_its_options() {
    for page in pages().into_iter().filter(|page| page.starts_with("games/")) {
        let (fresh, found) = with_fresh_tables(&page);
        assert_eq!(found.len(), 1, "{page}: {found:?}");
        golden::check(&page, &fresh);
    }
}

/// Whether some heading is about this word.
fn has_heading(document: &str, word: &str) -> bool {
    let wanted = format!("### `{word}`");
    document.lines().any(|line| line == wanted)
}

/// Whether some table has a row about this word.
fn has_row(document: &str, word: &str) -> bool {
    let wanted = format!("| `{word}` |");
    document.lines().any(|line| line.starts_with(&wanted))
}

#[test]
fn every_command_has_a_section() {
    let document = document();
    let missing: Vec<_> = TOPICS
        .iter()
        .map(|topic| topic.name)
        .filter(|name| !has_heading(&document, name))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn every_variant_and_every_mind_has_a_row_and_every_unit_is_named() {
    let document = document();
    for game in GAMES {
        for variant in game.variants {
            assert!(has_row(&document, variant.name), "variant {}", variant.name);
            let row = document.lines().find(|l| l.starts_with(&format!("| `{}` |", variant.name)));
            assert!(row.unwrap().ends_with(&format!("| {} |", game.unit)), "{}", variant.name);
        }
        for (player, _) in (game.players)() {
            assert!(has_row(&document, player), "{}: mind {player}", game.name);
        }
    }
}

/// The heading a reply is described under; `None` for the lines for people. A new kind of reply
/// has to be added here, and so to the document.
fn heading(reply: &Reply) -> Option<&'static str> {
    match reply {
        Reply::IdName(_) => Some("id name"),
        Reply::IdAuthor(_) => Some("id author"),
        Reply::Option(_) => Some("option"),
        Reply::UciOk => Some("uciok"),
        Reply::UgiOk => Some("ugiok"),
        Reply::ReadyOk => Some("readyok"),
        Reply::Info(_) => Some("info"),
        Reply::Note(_) => Some("info string"),
        Reply::Error(_) => Some("info string error"),
        Reply::BestMove { .. } => Some("bestmove"),
        Reply::Response(_) => Some("response"),
        Reply::Text(_) => None,
    }
}

#[test]
fn every_kind_of_reply_has_a_section() {
    let document = document();
    let text = String::new;
    let replies = [
        Reply::IdName(text()),
        Reply::IdAuthor(text()),
        Reply::Option(text()),
        Reply::UciOk,
        Reply::UgiOk,
        Reply::ReadyOk,
        Reply::Info(Info::default()),
        Reply::Note(text()),
        Reply::Error(text()),
        Reply::BestMove { best: None, ponder: None },
        Reply::Response("true"),
        Reply::Text(text()),
    ];
    for word in replies.iter().filter_map(heading) {
        assert!(has_heading(&document, word), "{word}");
    }
    for answer in Reply::RESPONSES {
        assert!(document.contains(&format!("`{answer}`")), "response {answer}");
    }
}

#[test]
fn every_field_of_info_is_explained() {
    // Without `..`, so that a new field has to be added here, and so to the document.
    let Info {
        depth: _,
        seldepth: _,
        multi_pv: _,
        score: _,
        // A note says it.
        exact: _,
        // Clients that speak of chances hear of it.
        chance: _,
        visits: _,
        wdl: _,
        nodes: _,
        nps: _,
        hashfull: _,
        tb_hits: _,
        time_ms: _,
        current: _,
        pv: _,
    } = Info::default();
    let document = document();
    let fields = [
        "depth", "seldepth", "multipv", "score", "wdl", "nodes", "nps", "hashfull", "tbhits",
        "time", "pv",
    ];
    for field in fields {
        assert!(has_row(&document, field), "{field}");
    }
    assert!(document.contains("| `currmove`, `currmovenumber` |"));
}
