//! The shape of the source: layers, who may name what, lengths, and the state of the data files.

use std::fs;
use std::path::{Path, PathBuf};

use plyglot::registry::GAMES;
use regex::Regex;

/// The crates in order: each depends on those before it only. A game depends on these, and on no
/// other game; the program depends on all.
const CRATES: [&str; 13] = [
    "packed",
    "parallel",
    "network",
    "core",
    "protocol",
    "ranks",
    "mpi",
    "tablebase",
    "search",
    "inspect",
    "tune",
    "book",
    "host",
];
/// What tests alone depend on.
const OF_TESTS: [&str; 2] = ["conformance", "oracles"];
/// The files and folders of the program itself in order: each names itself and those before it only.
const LAYERS: [&str; 21] = [
    "heap", "registry", "options", "guide", "bench", "system", "engine", "records", "session",
    "refereed", "gtp", "hub", "nboard", "xboard", "dxp", "kgp", "io", "matches", "play", "web",
    "cli",
];
/// The longest file, in lines.
const LINES_MAX: usize = 500;

/// What only certain files and folders may name, and why.
const RESERVED: [(&str, &[&str], &str); 6] = [
    (r"\bnom::", &["crates/protocol/src/grammar.rs"], "one grammar, one place"),
    (
        r"\bclap\b",
        &["src/cli/", "src/play/job.rs", "src/play/replay.rs"],
        "the words of a job stand where the job is",
    ),
    (
        r"\bio::std(in|out)\b|\bstd(in|out)\(\)",
        &["src/io/mod.rs"],
        "one thread writes the output, and it lives there",
    ),
    // The arrival of a line is stamped where it is read; `bench` measures nodes per second; what is
    // told to a page goes out at intervals; GTP, CECP and DXP have clocks that nobody else may read.
    (
        r"\bInstant\b",
        &[
            "crates/search/src/time.rs",
            "crates/host/src/bench.rs",
            "crates/protocol/src/gtp/mod.rs",
            "crates/protocol/src/xboard/mod.rs",
            "crates/protocol/src/dxp/mod.rs",
            "src/io/mod.rs",
            "src/matches/wire.rs",
            "src/matches/program.rs",
            "src/matches/own.rs",
            "src/web/server.rs",
        ],
        "time comes from the clock",
    ),
    (r"\bprocess::exit\b", &["src/system/processes.rs"], "return from main"),
    (r"\brayon::", &["crates/parallel/src/threads.rs"], "a browser has one thread"),
];

struct Source {
    /// Below the repository, with slashes.
    path: String,
    text: String,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The folders below this one, by name.
fn folders(below: &str) -> Vec<String> {
    let entries = fs::read_dir(root().join(below)).unwrap().map(Result::unwrap);
    let names = entries.map(|entry| entry.file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

/// The sources of the program, of all crates, games and bindings.
fn sources() -> Vec<Source> {
    let read = |path: PathBuf| {
        let below = path.strip_prefix(root()).unwrap().to_str().unwrap().replace('\\', "/");
        Source { path: below, text: fs::read_to_string(&path).unwrap() }
    };
    let of_crates = ["crates", "games", "bindings"].into_iter().flat_map(|below| {
        folders(below).into_iter().map(move |name| root().join(below).join(name).join("src"))
    });
    let all: Vec<Source> = std::iter::once(root().join("src"))
        .chain(of_crates)
        .flat_map(|folder| files(&folder, "rs"))
        .map(read)
        .collect();
    assert!(all.len() > 100, "only {} files found", all.len());
    all
}

/// All files below `root` with this extension, in order.
fn files(root: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![root.to_owned()];
    while let Some(dir) = open.pop() {
        for entry in fs::read_dir(dir).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|found| found == extension) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// The lines of code without comments, joined again so that line numbers stay.
fn code(source: &Source) -> String {
    let strip = |line: &str| line.split("//").next().unwrap_or("").to_owned();
    source.text.lines().map(strip).collect::<Vec<_>>().join("\n")
}

fn line_of(code: &str, at: usize) -> usize {
    1 + code[..at].matches('\n').count()
}

/// The layers named in a piece of code, each with where: `x` of `crate::x`, and every `x` of
/// `crate::{x, y::z}`.
fn names(code: &str) -> Vec<(usize, String)> {
    let path = Regex::new(r"\b(?:crate|plyglot)::(?:(\w+)|\{)").unwrap();
    let mut found = Vec::new();
    for hit in path.captures_iter(code) {
        let whole = hit.get(0).unwrap();
        if let Some(name) = hit.get(1) {
            found.push((whole.start(), name.as_str().to_owned()));
        } else {
            let inside = heads(&code[whole.end()..]);
            found.extend(inside.into_iter().map(|name| (whole.start(), name)));
        }
    }
    found
}

/// The first words of the parts of a group, up to the brace that closes it.
fn heads(group: &str) -> Vec<String> {
    let (mut depth, mut parts) = (1, vec![String::new()]);
    for c in group.chars() {
        depth += i32::from(c == '{') - i32::from(c == '}');
        match c {
            _ if depth == 0 => break,
            ',' if depth == 1 => parts.push(String::new()),
            c => parts.last_mut().unwrap().push(c),
        }
    }
    let head = |part: &String| part.trim().split("::").next().unwrap_or("").to_owned();
    parts.iter().map(head).filter(|head| !head.is_empty()).collect()
}

#[test]
fn names_are_found_in_every_form_of_use() {
    let found = |code| names(code).into_iter().map(|(_, name)| name).collect::<Vec<_>>();
    assert_eq!(found("use crate::core::{Score, Side};"), ["core"]);
    assert_eq!(found("use crate::{core::{Score, Side},\n game};"), ["core", "game"]);
    assert_eq!(found("    crate::search::SearchControl::unlimited()"), ["search"]);
    assert!(found("use super::node::Place;").is_empty());
}

/// What a crate of ours depends on, of our crates; its tests apart.
fn dependencies(folder: &str) -> Vec<String> {
    let manifest = fs::read_to_string(root().join(folder).join("Cargo.toml")).unwrap();
    let ours = Regex::new(r"(?m)^plyglot-([\w-]+)").unwrap();
    let manifest = manifest.split("\n[dev-").next().unwrap();
    ours.captures_iter(manifest).map(|found| found[1].to_owned()).collect()
}

/// The compiler holds the arrows between crates, as long as the manifests do; within the program
/// they are those of [`LAYERS`].
#[test]
fn arrows_point_down() {
    let mut listed = CRATES.map(str::to_owned).to_vec();
    listed.extend(OF_TESTS.map(str::to_owned));
    listed.sort();
    assert_eq!(folders("crates"), listed);
    for (i, name) in CRATES.iter().enumerate() {
        for below in dependencies(&format!("crates/{name}")) {
            let is_below = CRATES[..i].contains(&below.as_str());
            assert!(is_below, "`{name}` may not depend on `{below}`");
        }
    }
    let rank = |layer: &str| LAYERS.iter().position(|known| *known == layer);
    for source in sources() {
        let Some(below) = source.path.strip_prefix("src/") else { continue };
        if ["lib.rs", "main.rs"].contains(&below) {
            continue;
        }
        let layer = below.split_once('/').map_or(below, |(folder, _)| folder);
        let layer = layer.strip_suffix(".rs").unwrap_or(layer);
        let own = rank(layer).unwrap_or_else(|| panic!("{} is in no layer", source.path));
        let code = code(&source);
        for (at, name) in names(&code) {
            let place = format!("{}:{}", source.path, line_of(&code, at));
            let is_below = rank(&name).is_none_or(|other| other <= own);
            assert!(is_below, "{place}: `{layer}` may not name `{name}`");
        }
    }
}

/// Whoever reads a crate from the bottom up never meets a file that needs one farther up.
#[test]
fn no_two_files_of_a_crate_import_each_other() {
    let sources = sources();
    for name in CRATES {
        let head = format!("crates/{name}/src/");
        let files = sources.iter().filter_map(|source| {
            let file = source.path.strip_prefix(&head)?.strip_suffix(".rs")?;
            (file != "lib" && !file.contains('/')).then(|| (file.to_owned(), siblings(source)))
        });
        let mut left: Vec<(String, Vec<String>)> = files.collect();
        while !left.is_empty() {
            let names: Vec<String> = left.iter().map(|(name, _)| name.clone()).collect();
            let before = left.len();
            left.retain(|(own, imports)| {
                imports.iter().any(|name| name != own && names.contains(name))
            });
            assert!(left.len() < before, "{name}: these import each other in a circle: {names:?}");
        }
    }
}

/// The words by which a file at the top of a crate names its neighbours; tests apart.
fn siblings(source: &Source) -> Vec<String> {
    let sibling = Regex::new(r"\b(?:super|crate)::(\{[^;]*\}|\w+)").unwrap();
    let word = Regex::new(r"\w+").unwrap();
    let code = code(source);
    let code = code.split("#[cfg(test)]").next().unwrap_or("");
    let named = sibling.captures_iter(code).flat_map(|hit| {
        let group = hit[1].to_owned();
        word.find_iter(&group).map(|word| word.as_str().to_owned()).collect::<Vec<_>>()
    });
    named.collect()
}

#[test]
fn no_game_depends_on_another() {
    let games = folders("games");
    assert!(games.contains(&"tictactoe".to_owned()), "{games:?}");
    for game in &games {
        for below in dependencies(&format!("games/{game}")) {
            assert!(CRATES.contains(&below.as_str()), "`{game}` may not depend on `{below}`");
        }
    }
}

/// What other languages have of this library needs the engine, and nothing of the program.
#[test]
fn bindings_depend_on_the_library_without_the_program() {
    let library = Regex::new(r"(?m)^plyglot = \{[^}]*default-features = false[^}]*\}$").unwrap();
    for binding in folders("bindings") {
        let manifest = root().join("bindings").join(binding).join("Cargo.toml");
        let text = fs::read_to_string(&manifest).unwrap();
        assert!(library.is_match(&text), "{}", manifest.display());
    }
}

#[test]
fn no_test_stands_where_none_is_run() {
    for folder in ["crates", "games", "bindings"] {
        for member in folders(folder) {
            let manifest = format!("{folder}/{member}/Cargo.toml");
            let text = fs::read_to_string(root().join(&manifest)).unwrap();
            if !text.lines().any(|line| line.starts_with("test = false")) {
                continue;
            }
            let within = format!("{folder}/{member}/");
            let tested = sources().into_iter().filter(|source| source.path.starts_with(&within));
            for source in tested {
                let has_tests = source.text.contains("#[cfg(test)]");
                assert!(!has_tests, "{}: {manifest} says that there are no tests", source.path);
            }
        }
    }
}

#[test]
fn what_is_reserved_is_named_in_its_place_only() {
    for (pattern, places, reason) in RESERVED {
        let pattern = Regex::new(pattern).unwrap();
        let is_elsewhere = |source: &&Source| !places.iter().any(|it| source.path.starts_with(it));
        for source in sources().iter().filter(is_elsewhere) {
            let code = code(source);
            if let Some(hit) = pattern.find(&code) {
                panic!("{}:{}: {reason}", source.path, line_of(&code, hit.start()));
            }
        }
    }
}

#[test]
fn files_are_short_and_clean() {
    let unfinished = Regex::new(r"\b(TODO|FIXME|XXX)\b").unwrap();
    let of_tests = files(&root().join("tests"), "rs").into_iter().map(|path| {
        let text = fs::read_to_string(&path).unwrap();
        Source { path: path.display().to_string(), text }
    });
    let sources = sources().into_iter().map(|source| (source, true));
    for (Source { path, text }, is_source) in sources.chain(of_tests.map(|test| (test, false))) {
        let length = text.lines().count();
        assert!(length <= LINES_MAX, "{path}: {length} lines");
        assert!(text.is_empty() || text.ends_with('\n'), "{path}: the last line");
        for (i, line) in text.lines().enumerate() {
            let place = format!("{path}:{}", i + 1);
            assert!(!line.contains('\t'), "{place}: a tab");
            assert_eq!(line, line.trim_end(), "{place}: white space at the end");
            assert!(!(is_source && unfinished.is_match(line)), "{place}: not finished");
        }
    }
}

#[test]
fn every_module_begins_with_its_essay() {
    for source in sources().iter().filter(|source| !source.text.trim().is_empty()) {
        let is_binary = source.path == "src/main.rs";
        assert!(is_binary || source.text.starts_with("//! "), "{} has no head", source.path);
    }
}

#[test]
fn every_table_of_weights_and_every_book_says_how_it_was_made() {
    let data = |game| root().join("games").join(game).join("data");
    let of = |extension| {
        folders("games").into_iter().flat_map(move |game| files(&data(game), extension))
    };
    let is_table = |path: &PathBuf| {
        let name = path.file_name().unwrap().to_str().unwrap();
        name.starts_with("weights") || name.strip_suffix(".bin").is_some()
    };
    let tables: Vec<PathBuf> = of("txt").chain(of("bin")).filter(is_table).collect();
    let books: Vec<PathBuf> = of("book").collect();
    assert!(tables.len() > 6 && !books.is_empty(), "{tables:?} {books:?}");
    for table in tables.into_iter().chain(books) {
        let manifest = table.with_extension("toml");
        let text = fs::read_to_string(&manifest).unwrap_or_default();
        let keys: Vec<&str> = text.lines().filter_map(|line| line.split(" = \"").next()).collect();
        assert_eq!(keys, ["data", "command", "seed", "commit", "match"], "{}", manifest.display());
    }
}

/// The column in which each line names where its number comes from.
const SOURCE_COLUMN: &str = "source";

#[test]
fn every_perft_count_has_a_source() {
    let data =
        folders("games").into_iter().map(|game| root().join("games").join(game).join("data"));
    let template = root().join("tools/template/data");
    let folders = data.filter(|folder| folder.exists()).chain([template]);
    let tables: Vec<PathBuf> = folders.flat_map(|folder| files(&folder, "csv")).collect();
    assert!(tables.len() > 6, "{tables:?}");
    for path in tables {
        let mut reader = csv::Reader::from_path(&path).unwrap();
        let headers = reader.headers().unwrap().clone();
        let column = headers.iter().position(|header| header == SOURCE_COLUMN);
        let column = column.unwrap_or_else(|| panic!("{}: {headers:?}", path.display()));
        let mut records = 0;
        for record in reader.records() {
            let record = record.unwrap();
            assert!(!record[column].trim().is_empty(), "{}: {record:?}", path.display());
            records += 1;
        }
        assert!(records > 0, "{} is empty", path.display());
    }
}

/// The fuzz targets have a lock file of their own, which `cargo` refuses once a dependency is
/// missing there; nothing else would say so.
#[test]
fn the_fuzz_targets_are_locked_to_all_dependencies() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let manifest = fs::read_to_string(root.join("Cargo.toml")).unwrap();
    // Those for some machines only follow behind.
    let section = manifest.split("\n[dependencies]\n").nth(1).unwrap();
    let section = section.split("\n[dev-dependencies]").next().unwrap();
    let of_feature = manifest.lines().find(|line| line.starts_with("mpi = [")).unwrap();
    let names = section.lines().filter(|line| line.contains("workspace = true"));
    let names = names.map(|line| line.split(['.', ' ']).next().unwrap());
    // What a feature brings that is off by default is not locked there.
    let mut wanted: Vec<&str> =
        names.filter(|name| !of_feature.contains(&format!("\"dep:{name}\""))).collect();
    wanted.sort_unstable();
    let lock = fs::read_to_string(root.join("fuzz/Cargo.lock")).unwrap();
    let of_us = lock.split("\nname = \"plyglot\"\n").nth(1).unwrap();
    let of_us = of_us.split("dependencies = [").nth(1).unwrap().split(']').next().unwrap();
    // A name of which there are several versions has its own behind it.
    let quotes = |line: &str| {
        let quoted = line.trim().trim_matches([',', '"']);
        quoted.split(' ').next().unwrap_or("").to_owned()
    };
    let locked: Vec<String> = of_us.lines().map(quotes).filter(|name| !name.is_empty()).collect();
    assert!(wanted.len() > 5, "{wanted:?}");
    assert_eq!(locked, wanted, "renew fuzz/Cargo.lock: cargo metadata in fuzz");
}

/// What `fuzz/run every` runs is each target of the folder; of which games, the registry says.
#[test]
fn every_fuzz_target_is_built_and_none_names_a_game() {
    let root = root().join("fuzz");
    for path in files(&root.join("fuzz_targets"), "rs") {
        let text = fs::read_to_string(&path).unwrap();
        let game = GAMES.iter().find(|game| text.contains(&format!("\"{}\"", game.name)));
        assert_eq!(game.map(|game| game.name), None, "{}", path.display());
    }
    let manifest = fs::read_to_string(root.join("Cargo.toml")).unwrap();
    let built = Regex::new(r#"(?m)^path = "(fuzz_targets/.*)"$"#).unwrap();
    let mut built: Vec<_> =
        built.captures_iter(&manifest).map(|found| root.join(&found[1])).collect();
    built.sort();
    assert_eq!(built, files(&root.join("fuzz_targets"), "rs"), "in fuzz/Cargo.toml and on disk");
}
