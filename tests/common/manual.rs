//! The manual: its pages, as `docs/SUMMARY.md` lists them, and the blocks that stand in them.

use std::fs;
use std::path::{Component, Path, PathBuf};

use regex::Regex;

/// The contents of the manual.
pub(crate) const SUMMARY: &str = "docs/SUMMARY.md";

/// The top folder of the repository.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The text of a file below it.
pub(crate) fn read(file: &str) -> String {
    fs::read_to_string(root().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// All pages in order, as paths below the repository.
pub(crate) fn pages() -> Vec<String> {
    let entry = Regex::new(r"(?m)^ *(?:- )?\[[^\]]+\]\(([^)]+)\)$").unwrap();
    let text = read(SUMMARY);
    let pages: Vec<String> =
        entry.captures_iter(&text).map(|found| beside(SUMMARY, &found[1])).collect();
    assert!(pages.len() > 30, "{SUMMARY}: only {} pages", pages.len());
    pages
}

/// Where a link of this page leads, as a path below the repository.
pub(crate) fn beside(page: &str, link: &str) -> String {
    let mut path = PathBuf::new();
    for part in Path::new(page).parent().unwrap().join(link).components() {
        match part {
            Component::ParentDir => assert!(path.pop(), "{page}: `{link}` leads out"),
            part => path.push(part),
        }
    }
    path.to_str().unwrap().to_owned()
}

/// What stands between three backquotes.
pub(crate) struct Block {
    /// The page, and the line the block begins at.
    pub(crate) name: String,
    pub(crate) text: String,
}

/// The blocks of a page that are marked with this word.
pub(crate) fn blocks(page: &str, mark: &str) -> Vec<Block> {
    let (mut blocks, mut open) = (Vec::new(), None::<(bool, Block)>);
    for (i, line) in read(page).lines().enumerate() {
        match &mut open {
            None => {
                let name = format!("{page}, block at line {}", i + 1);
                let block = Block { name, text: String::new() };
                open = line.strip_prefix("```").map(|word| (word == mark, block));
            }
            Some(_) if line == "```" => {
                blocks.extend(open.take().filter(|(is_marked, _)| *is_marked).map(|(_, it)| it));
            }
            Some((_, block)) => block.text.extend([line, "\n"]),
        }
    }
    assert!(open.is_none(), "{page}: a block is not closed");
    blocks
}

/// The page with its blocks of code blanked out, so that lines keep their numbers.
pub(crate) fn prose(page: &str) -> String {
    let mut in_block = false;
    let mut text = String::new();
    for line in read(page).lines() {
        let is_fence = line.starts_with("```");
        in_block ^= is_fence;
        let is_code = is_fence || in_block || line.starts_with("    ");
        text.extend([if is_code { "" } else { line }, "\n"]);
    }
    text
}
