//! The documents beside the code: the files and commands they name exist, and the sessions shown in
//! README.md and in the chapters of the games are ones the program holds.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;

use plyglot::registry::{GAMES, GameEntry};
use regex::Regex;

use crate::common::golden;
use crate::common::manual::{blocks, pages, read, root};
use crate::common::transcript::{run, run_binary};

/// What stands between backquotes, with the line it stands on; blocks of code are left out.
fn quoted(text: &str) -> Vec<(usize, String)> {
    let quotes = Regex::new("`([^`]+)`").unwrap();
    let mut in_block = false;
    let mut found = Vec::new();
    for (i, line) in text.lines().enumerate() {
        if line.starts_with("```") {
            in_block = !in_block;
        } else if !in_block {
            let words = quotes.captures_iter(line).map(|hit| hit[1].to_owned());
            found.extend(words.map(|word| (i + 1, word)));
        }
    }
    found
}

/// The repository path that a quoted text begins with: `tools/check` of `tools/check --long`, or a
/// file at the top. Words in capitals stand for something else.
fn repository_path(quoted: &str) -> Option<String> {
    static PATH: LazyLock<Regex> = LazyLock::new(|| {
        let below =
            r"(?:src|crates|docs|games|bindings|tests|tools|benches|fuzz|\.ci)(?:/[\w.\-]+)+";
        let path = format!(r"^({below}|[\w\-]+\.(?:md|toml)|LICENSE-\w+)/?(?: |$)");
        Regex::new(&path).unwrap()
    });
    let path = PATH.captures(quoted)?[1].to_owned();
    (!path.contains("NAME")).then_some(path)
}

#[test]
fn every_file_named_exists() {
    let mut checked = 0;
    for document in pages().into_iter().chain(["README.md".to_owned()]) {
        // A chapter may name the files of its game from where it stands.
        let beside = |path: &str| root().join(&document).with_file_name(path);
        for (line, word) in quoted(&read(&document)) {
            let Some(path) = repository_path(&word) else { continue };
            let exists = root().join(&path).exists() || beside(&path).exists();
            assert!(exists, "{document}:{line}: there is no `{path}`");
            checked += 1;
        }
    }
    assert!(checked > 200, "only {checked} paths found");
}

#[test]
fn paths_are_told_from_other_words() {
    for (word, path) in [
        ("tools/check --long", Some("tools/check")),
        ("crates/core", Some("crates/core")),
        ("docs/sources.md", Some("docs/sources.md")),
        (".ci/run", Some(".ci/run")),
        ("protocol.md", Some("protocol.md")),
        ("LICENSE-MIT", Some("LICENSE-MIT")),
        ("games/NAME", None),
        ("rules.rs", None),
        ("target/release/plyglot", None),
        ("go depth 8", None),
    ] {
        assert_eq!(repository_path(word).as_deref(), path, "{word}");
    }
}

/// Files that ARCHITECTURE.md lists by their names below the folder the item is about.
#[test]
fn every_source_file_is_on_the_map_and_the_map_has_no_others() {
    let map = read("ARCHITECTURE.md");
    let map = map.split("## Map").nth(1).unwrap().split("\n## ").next().unwrap();
    for item in map.lines().filter(|line| line.starts_with("- ")) {
        let words: Vec<String> = quoted(item).into_iter().map(|(_, word)| word).collect();
        let folder = &words[0];
        let mut listed: Vec<&str> = words[1..]
            .iter()
            .map(String::as_str)
            .filter(|word| {
                [".rs", ".html", ".css", ".js", ".py", ".pyi", ".typed"]
                    .iter()
                    .any(|end| word.strip_suffix(end).is_some())
            })
            .collect();
        listed.sort_unstable();
        if folder == "games" {
            let model = root().join(folder).join("tictactoe/src");
            let is_there = |file: &&str| model.join(file).exists();
            assert!(listed.iter().all(is_there), "{listed:?}");
            continue;
        }
        let mut there: Vec<String> = fs::read_dir(root().join(folder))
            .unwrap()
            .map(Result::unwrap)
            .filter(|entry| entry.path().is_file())
            .map(|entry| entry.file_name().into_string().unwrap())
            .filter(|name| name != "mod.rs" && name != "lib.rs")
            .collect();
        there.sort_unstable();
        assert_eq!(listed, there, "{folder}");
    }
}

#[test]
fn the_layers_of_the_document_are_those_of_the_source() {
    let text = read("ARCHITECTURE.md");
    let row = Regex::new(r"(?m)^\| `((?:src|crates)/\w+)` \|").unwrap();
    let mut listed: Vec<String> = row.captures_iter(&text).map(|hit| hit[1].to_owned()).collect();
    let folders = |below: &'static str| {
        let entries = fs::read_dir(root().join(below)).unwrap().map(Result::unwrap);
        let folders = entries.filter(|entry| entry.path().is_dir());
        folders.map(move |entry| format!("{below}/{}", entry.file_name().to_str().unwrap()))
    };
    let mut there: Vec<String> = folders("src").chain(folders("crates")).collect();
    listed.sort_unstable();
    there.sort_unstable();
    assert_eq!(listed, there);
}

/// The games of the registry, as README.md lists them.
fn list_of_games() -> String {
    let code = |name: &str| format!("`{name}`");
    let row = |game: &&GameEntry| {
        let variants: Vec<_> = game.variants.iter().map(|variant| code(variant.name)).collect();
        let players: Vec<_> = (game.players)().into_iter().map(|(name, _)| code(name)).collect();
        let tables = if game.has_tables { "yes" } else { "" };
        let record = game.record_extension;
        let files = if record.is_empty() { String::new() } else { format!(".{record}") };
        let cells = [
            variants.join(", "),
            game.about.to_owned(),
            players.join(", "),
            tables.to_owned(),
            files,
            game.protocols.join(", "),
            game.solved.to_owned(),
        ];
        format!("| {} |\n", cells.join(" | "))
    };
    let head = "| game and variants | | players | tables | records | protocols | settled |\n\
                |---|---|---|---|---|---|---|\n";
    std::iter::once(head.to_owned()).chain(GAMES.iter().map(row)).collect()
}

#[test]
fn the_games_of_the_readme_are_those_of_the_code() {
    const MARKS: [&str; 2] = ["<!-- games -->\n\n", "\n<!-- /games -->"];
    let text = read("README.md");
    let from = text.find(MARKS[0]).unwrap() + MARKS[0].len();
    let to = text.find(MARKS[1]).unwrap();
    golden::check("README.md", &format!("{}{}{}", &text[..from], list_of_games(), &text[to..]));
}

#[test]
fn the_sessions_of_the_readme_are_held_as_shown() {
    for block in blocks("README.md", "transcript") {
        run(&block.name, &block.text).unwrap();
        run_binary(&block.name, &block.text).unwrap();
    }
}

/// The variants and players of the game, and the files it is made of; and it shows a session.
#[test]
fn the_chapter_of_each_game_names_all_there_is() {
    let registry = read("src/registry.rs");
    let line = Regex::new(r"&plyglot_(\w+)::\w+,").unwrap();
    let folders: Vec<String> =
        line.captures_iter(&registry).map(|found| format!("games/{}", &found[1])).collect();
    assert_eq!(folders.len(), GAMES.len());
    for (folder, game) in folders.into_iter().zip(GAMES) {
        let chapter = format!("{folder}/README.md");
        let text = read(&chapter);
        let named: Vec<String> = quoted(&text).into_iter().map(|(_, word)| word).collect();
        let variants = game.variants.iter().map(|variant| variant.name.to_owned());
        let players = (game.players)().into_iter().map(|(name, _)| name.to_owned());
        let source = fs::read_dir(root().join(format!("{folder}/src"))).unwrap();
        let files = source.map(|file| file.unwrap().file_name().into_string().unwrap());
        for name in variants.chain(players).chain(files) {
            assert!(named.contains(&name), "{chapter}: there is nothing of `{name}`");
        }
        let sessions = blocks(&chapter, "transcript");
        assert!(sessions.iter().any(|block| block.text.lines().count() >= 10), "{chapter}");
    }
}

#[test]
fn the_sample_of_the_readme_ends_as_shown() {
    let text = read("README.md");
    let shown = |start: &str| {
        let line = text.lines().find(|line| line.starts_with(&format!("    {start} ")));
        line.unwrap().trim_start().to_owned()
    };
    // What a search finds changes with the search, the form of what it says does not.
    let numbers = Regex::new(r"(seldepth|cp|nodes) -?\d+").unwrap();
    let moves = Regex::new(r"\b(pv|bestmove|ponder) [a-h1-8 ]+").unwrap();
    let form = |line: &str| {
        let line = numbers.replace_all(line, "$1 #").into_owned();
        moves.replace_all(&line, "$1 … ").trim_end().to_owned()
    };
    let (info, best) = (form(&shown("info depth")), form(&shown("bestmove")));
    assert!(info.starts_with("info depth 10 seldepth # multipv 1 score cp # nodes # …"), "{info}");
    let transcript =
        format!("> position startpos moves e2e4\n> go depth 10\n...\n{info}\n{best}\n");
    assert!(text.contains("printf 'position startpos moves e2e4\\ngo depth 10\\n'"));
    run("README.md", &transcript).unwrap();
}

/// The checker has the rules once more and shares nothing with the program. What is not so does not pass.
#[test]
fn what_has_been_settled_is_found_again_by_its_checker() {
    let results = root().join("docs/results");
    let check = |file: &Path| {
        let output =
            Command::new("python3").arg(results.join("check.py")).arg(file).output().unwrap();
        let said = [output.stdout, output.stderr].concat();
        (output.status.success(), String::from_utf8(said).unwrap())
    };
    let settled = results.join("settled.csv");
    let (passes, said) = check(&settled);
    assert!(passes && said.contains(" computed again, "), "{said}");
    let folder = tempfile::tempdir().unwrap();
    let changed = folder.path().join("settled.csv");
    let text = fs::read_to_string(&settled).unwrap();
    let row = "tictactoe,,start,value,draw,";
    assert!(text.contains(row));
    fs::write(&changed, text.replace(row, "tictactoe,,start,value,first wins,")).unwrap();
    let (passes, said) = check(&changed);
    assert!(!passes && said.contains("found first wins, computed draw"), "{said}");
}
