//! The page: the files of `web/`, in the program itself, so that there is nothing to install. While
//! the program is being worked on (debug builds) they are read from that folder.

use std::borrow::Cow;

use plyglot_inspect::page;
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "web/"]
struct Files;

/// The file that the page of a recorded search shares with this one.
const BOARD: &str = "board.js";
/// The page at `/`.
pub const INDEX: &str = "index.html";
/// Where the other files are.
const FOLDER: &str = "/assets/";

/// The file that is served at a path, with its kind.
pub fn file(path: &str) -> Option<(&'static str, Cow<'static, [u8]>)> {
    let name = match path {
        "/" => INDEX,
        path => path.strip_prefix(FOLDER)?,
    };
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./".contains(c);
    if !name.chars().all(is_plain) || name.contains("..") || name.starts_with('/') {
        return None;
    }
    let kind = kind(name)?;
    Some((kind, content(name)?))
}

/// All files of the page by their names, with what is in them; the first is [`INDEX`].
pub fn all() -> impl Iterator<Item = (String, Cow<'static, [u8]>)> {
    let mut names: Vec<String> = Files::iter().map(Cow::into_owned).collect();
    names.push(BOARD.to_owned());
    names.sort_by_key(|name| (name != INDEX, name.clone()));
    names.into_iter().filter_map(|name| {
        kind(&name)?;
        let content = content(&name)?;
        Some((name, content))
    })
}

fn content(name: &str) -> Option<Cow<'static, [u8]>> {
    match name {
        BOARD => Some(Cow::Borrowed(page::BOARD.as_bytes())),
        name => Files::get(name).map(|file| file.data),
    }
}

/// What a file is, by the end of its name; what is none of these is not served.
fn kind(name: &str) -> Option<&'static str> {
    let (_, end) = name.rsplit_once('.')?;
    Some(match end {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "json" | "webmanifest" => "application/json",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
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
}
