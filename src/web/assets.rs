//! The page: the files of `web/`, in the program itself, so that there is nothing to install. While
//! the program is being worked on (debug builds) they are read from that folder.

use std::borrow::Cow;

use plyglot_inspect::page;

/// Files of the folder, each with what is in it.
macro_rules! files {
    ($($name:literal,)*) => {
        &[$(($name, include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/web/", $name)))),*]
    };
}

const FILES: &[(&str, &[u8])] = files![
    "analysis.js",
    "animate.js",
    "arrows.js",
    "boardview.js",
    "dom.js",
    "events.js",
    "files.js",
    "game.js",
    "graph.js",
    "here.js",
    "index.html",
    "keys.js",
    "learn.js",
    "look.js",
    "main.js",
    "match.js",
    "moves.js",
    "options.js",
    "playpanel.js",
    "review.js",
    "score.js",
    "setup.js",
    "socket.js",
    "store.js",
    "style.css",
    "tables.js",
    "tabs.js",
    "theatre.js",
    "tree.js",
    "watch.js",
    "worker.js",
];

/// The file that the page of a recorded search shares with this one.
const BOARD: &str = "board.js";
/// The page at `/`.
pub const INDEX: &str = "index.html";
/// Where the other files are served.
const ASSETS: &str = "/assets/";
/// Where they lie.
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/web");

/// The file that is served at a path, with its kind.
pub fn file(path: &str) -> Option<(&'static str, Cow<'static, [u8]>)> {
    let name = match path {
        "/" => INDEX,
        path => path.strip_prefix(ASSETS)?,
    };
    let kind = kind(name)?;
    Some((kind, content(name)?))
}

/// All files of the page by their names, with what is in them; the first is [`INDEX`].
pub fn all() -> impl Iterator<Item = (&'static str, Cow<'static, [u8]>)> {
    let mut names: Vec<&str> = FILES.iter().map(|(name, _)| *name).chain([BOARD]).collect();
    names.sort_by_key(|name| (*name != INDEX, *name));
    names.into_iter().filter_map(|name| Some((name, content(name)?)))
}

fn content(name: &str) -> Option<Cow<'static, [u8]>> {
    if name == BOARD {
        return Some(Cow::Borrowed(page::BOARD.as_bytes()));
    }
    let (_, built_in) = FILES.iter().find(|(listed, _)| *listed == name)?;
    if cfg!(debug_assertions)
        && let Ok(now) = std::fs::read(format!("{FOLDER}/{name}"))
    {
        return Some(Cow::Owned(now));
    }
    Some(Cow::Borrowed(built_in))
}

/// What a file is, by the end of its name; what is none of these is not served.
fn kind(name: &str) -> Option<&'static str> {
    let (_, end) = name.rsplit_once('.')?;
    Some(match end {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_of_the_page_are_served() {
        assert!(file("/").is_some_and(|(kind, _)| kind.starts_with("text/html")));
        for path in ["/assets/../Cargo.toml", "/assets//etc/passwd", "/Cargo.toml", "/assets/", ""]
        {
            assert!(file(path).is_none(), "{path}");
        }
        let (_, board) = file("/assets/board.js").unwrap();
        assert!(all().any(|(name, content)| name == BOARD && content == board));
    }

    #[test]
    fn every_file_of_the_folder_is_listed_and_served() {
        let listed = |name: &str| FILES.iter().any(|(listed, _)| *listed == name);
        for file in std::fs::read_dir(FOLDER).unwrap() {
            let name = file.unwrap().file_name().into_string().unwrap();
            assert!(listed(&name), "{name} is missing in the list");
        }
        for (name, content) in all() {
            assert_eq!(file(&format!("{ASSETS}{name}")).unwrap().1, content);
        }
    }
}
