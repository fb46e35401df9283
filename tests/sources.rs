//! What is cited and `docs/sources.md` belong together: no key without an entry, no entry without
//! a citation, and nothing is cited by a number that nobody can look up.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use regex::Regex;

/// Where citations are looked for, besides the pages at the top.
const FOLDERS: [&str; 7] = ["benches", "crates", "docs", "games", "src", "tests", "tools"];
/// The kinds of files that cite. Pages and scripts have brackets of their own.
const EXTENSIONS: [&str; 5] = ["", "csv", "epd", "md", "rs"];
/// The page with all keys.
const PAGE: &str = "docs/sources.md";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The files that may cite, each with its text.
fn texts() -> Vec<(PathBuf, String)> {
    let mut open: Vec<PathBuf> = FOLDERS.iter().map(|folder| root().join(folder)).collect();
    let at_top = fs::read_dir(root()).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = at_top.filter(|path| path.is_file()).collect();
    while let Some(dir) = open.pop() {
        for entry in fs::read_dir(dir).unwrap() {
            let path = entry.unwrap().path();
            let is_built = path.file_name().is_some_and(|name| name == "target");
            if !path.is_dir() {
                files.push(path);
            } else if !is_built {
                open.push(path);
            }
        }
    }
    let cites = |path: &PathBuf| {
        let extension = path.extension().unwrap_or_default();
        EXTENSIONS.iter().any(|known| extension == *known)
    };
    files.retain(cites);
    files.sort();
    let read = |path: PathBuf| fs::read_to_string(&path).ok().map(|text| (path, text));
    files.into_iter().filter_map(read).collect()
}

/// The keys cited in a text: words with hyphens in brackets, followed by `]` or by a comma and what
/// is to be looked up.
fn cited(text: &str) -> Vec<String> {
    let citation = Regex::new(r"(?:^|[^\w\])])\[([a-z]{2,}(?:-[a-z0-9]+)+)[\],]").unwrap();
    citation.captures_iter(text).map(|hit| hit[1].to_owned()).collect()
}

/// The keys of the page: the first word of each row of its tables.
fn entries() -> Vec<String> {
    let row = Regex::new(r"(?m)^\| `([^`]+)` \|").unwrap();
    let page = fs::read_to_string(root().join(PAGE)).unwrap();
    row.captures_iter(&page).map(|hit| hit[1].to_owned()).collect()
}

#[test]
fn citations_are_told_from_other_brackets() {
    for (text, keys) in [
        ("the end [dubner-1990, 1.4] is", vec!["dubner-1990"]),
        ("[thompson-1986]\n//! [bal-allis-1995].", vec!["thompson-1986", "bal-allis-1995"]),
        ("a table ([fierz-egdb])", vec!["fierz-egdb"]),
        ("[`Index`], [a-z], [0-9a-f], cells[last-one], th[aria-sort], [Elo -289]", vec![]),
    ] {
        assert_eq!(cited(text), keys, "{text}");
    }
}

#[test]
fn every_key_has_an_entry_and_every_entry_is_cited() {
    let entries = entries();
    let known: BTreeSet<&String> = entries.iter().collect();
    assert_eq!(known.len(), entries.len(), "a key has two entries");
    let mut used = BTreeSet::new();
    for (path, text) in texts() {
        if path.ends_with(PAGE) || path.ends_with(file!()) {
            continue;
        }
        for key in cited(&text) {
            assert!(known.contains(&key), "{}: `{key}` is not in {PAGE}", path.display());
            used.insert(key);
        }
    }
    let unused: Vec<&String> = entries.iter().filter(|key| !used.contains(*key)).collect();
    assert!(unused.is_empty(), "nobody cites {unused:?}");
    assert!(entries.len() > 50, "only {} entries", entries.len());
}

#[test]
fn no_source_is_cited_by_a_number() {
    let numbered = Regex::new(r"(?i)\bdocuments?[\s/!#]+\d").unwrap();
    for (path, text) in texts() {
        let found = numbered.find(&text).map(|hit| 1 + text[..hit.start()].matches('\n').count());
        assert_eq!(found, None, "{}: a source is cited by its number", path.display());
    }
}
