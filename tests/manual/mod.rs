//! The manual: every page is a chapter, every link leads somewhere, every conversation is held as it
//! is shown, every command works. That mdBook makes a book of it is a step of `tools/long-run`.

mod commands;

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

use regex::Regex;

use crate::common::manual::{SUMMARY, beside, blocks, pages, prose, read, root};
use crate::common::transcript::{run, run_binary};

/// Pages that stand elsewhere than in `docs` and the folders of the games.
const ELSEWHERE: [&str; 5] =
    ["protocol.md", "endgames.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"];
/// What pages show besides text.
const PICTURES: &str = "docs/images/";

#[test]
fn every_page_is_a_chapter_once() {
    let names = |folder: &str| -> Vec<String> {
        let entries = fs::read_dir(root().join(folder)).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    };
    let is_page = |name: &String| name.strip_suffix(".md").is_some();
    let of_docs = names("docs").into_iter().filter(is_page).map(|name| format!("docs/{name}"));
    let of_games = names("games").into_iter().map(|name| format!("games/{name}/README.md"));
    let all = of_docs.chain(of_games).chain(ELSEWHERE.map(str::to_owned));
    let there: BTreeSet<String> = all.filter(|page| page != SUMMARY).collect();
    let mut listed = BTreeSet::new();
    for page in pages() {
        assert!(there.contains(&page), "{SUMMARY}: there is no `{page}`");
        assert!(listed.insert(page.clone()), "{SUMMARY}: `{page}` stands there twice");
    }
    let missing: Vec<_> = there.difference(&listed).collect();
    assert!(missing.is_empty(), "{SUMMARY} does not list {missing:?}");
}

/// The names by which a page's headings can be linked to, as mdBook and GitHub make them.
fn anchors(page: &str) -> BTreeSet<String> {
    let link = Regex::new(r"\[([^\]]*)\]\([^)]*\)").unwrap();
    let mut found = BTreeSet::new();
    for line in prose(page).lines() {
        let Some(title) = line.strip_prefix('#').map(|rest| rest.trim_start_matches('#')) else {
            continue;
        };
        let title = link.replace_all(title, "$1");
        let kept = title.trim().chars().filter_map(|c| match c {
            c if c.is_alphanumeric() || c == '_' || c == '-' => Some(c.to_ascii_lowercase()),
            c => c.is_whitespace().then_some('-'),
        });
        found.insert(kept.collect());
    }
    found
}

/// The links of a page, each with its line: outside of code, and not into the web.
fn links(page: &str) -> Vec<(usize, String)> {
    let code = Regex::new("`[^`]*`").unwrap();
    let link = Regex::new(r"\]\(([^)\s]+)\)").unwrap();
    let text = prose(page);
    let lines = text.lines().enumerate().flat_map(|(i, line)| {
        let line = code.replace_all(line, "").into_owned();
        let found: Vec<_> =
            link.captures_iter(&line).map(|hit| (i + 1, hit[1].to_owned())).collect();
        found
    });
    lines.filter(|(_, link)| !link.contains("://")).collect()
}

#[test]
fn every_link_leads_to_a_chapter_or_a_picture() {
    let pages = pages();
    let mut checked = 0;
    for page in &pages {
        for (line, link) in links(page) {
            let (path, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let target = if path.is_empty() { page.clone() } else { beside(page, path) };
            let is_picture = target.starts_with(PICTURES) && root().join(&target).is_file();
            let leads = pages.contains(&target) || is_picture;
            assert!(leads, "{page}:{line}: `{link}` leads to no chapter and no picture");
            let is_heading = anchor.is_empty() || anchors(&target).contains(anchor);
            assert!(is_heading, "{page}:{line}: {target} has no heading for `#{anchor}`");
            checked += 1;
        }
    }
    assert!(checked > 100, "only {checked} links found");
}

#[test]
fn every_conversation_is_held_as_shown() {
    let pages = pages();
    let shown = pages.iter().filter(|page| *page != "protocol.md"); // tests/protocol/md.rs has that
    let blocks: Vec<_> = shown.flat_map(|page| blocks(page, "transcript")).collect();
    assert!(blocks.len() > 12, "only {} blocks", blocks.len());
    let differences: Vec<String> = blocks
        .iter()
        .flat_map(|block| [run(&block.name, &block.text), run_binary(&block.name, &block.text)])
        .filter_map(Result::err)
        .collect();
    assert!(differences.is_empty(), "\n{}", differences.join("\n"));
}

/// The commands that a help of the program lists.
fn listed(arguments: &[&str]) -> Vec<String> {
    let help = Command::new(env!("CARGO_BIN_EXE_plyglot")).args(arguments).output().unwrap();
    let text = String::from_utf8(help.stdout).unwrap();
    let list = text.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    let name = Regex::new(r"(?m)^  (\w[\w-]*) ").unwrap();
    let names = name.captures_iter(list).map(|found| found[1].to_owned());
    names.filter(|name| name != "help").collect()
}

#[test]
fn the_chapter_on_the_command_line_has_every_command() {
    const PAGE: &str = "docs/command-line.md";
    let text = read(PAGE);
    let commands = listed(&["--help"]);
    assert!(commands.len() > 15, "{commands:?}");
    let of_tables = listed(&["tb", "--help"]).into_iter().map(|name| format!("tb {name}"));
    for command in commands.into_iter().chain(of_tables) {
        let named = Regex::new(&format!(r"(?m)^\|.*`{command}\b")).unwrap();
        assert!(named.is_match(&text), "{PAGE}: no table has a row about `{command}`");
    }
}
