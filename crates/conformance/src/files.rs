//! The law of the files of tables: whoever builds tables under other rules never replaces those that
//! are there.
//!
//! A file is found by its name, and believed by the text of its rules. So under one name there is
//! one text, whatever the variant and the options; and under one name and one text a place has the
//! same moves, for otherwise tables would be believed that are none of these rules.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use rand::RngExt;

use crate::laws::{Broken, broken};
use crate::options::{of_game, values};
use plyglot_core::game::Notation;
use plyglot_core::rng::seeded;
use plyglot_core::{Scope, Settings};
use plyglot_host::Game;
use plyglot_tablebase::contents::{Contents, TableIndexer, metrics};
use plyglot_tablebase::store::{TableSet, label, paths_of};
use plyglot_tablebase::{Indexer, TableId};

/// So many tables of each set of rules, the smallest.
const TABLES: usize = 2;
/// Places of a table that are compared.
const PLACES: u32 = 200;

/// The rules of every variant under the default options, and under each other value of one option
/// of the rules.
pub fn all_rules<G: Game>() -> Vec<G> {
    let options = of_game::<G>();
    let usual = Settings::defaults(&options);
    let mut each = vec![usual.clone()];
    for opt in options.iter().filter(|opt| opt.scope == Scope::Rules) {
        each.extend(values(opt).into_iter().map(|value| {
            let mut settings = usual.clone();
            settings.set(&opt.name, value);
            settings
        }));
    }
    let variants = G::VARIANTS.iter();
    let rules = variants.flat_map(|variant| each.iter().map(|set| G::open(variant.name, set)));
    // Not every value of an option is a game by itself.
    rules.filter_map(Result::ok).collect()
}

/// Checks the law on these rules of one game, `game` being its name.
pub fn check_files<R: Notation, I: TableIndexer<R>>(
    game: &str,
    all: &[(&R, I)],
    seed: u64,
) -> Result<(), Broken> {
    let mut seen: HashMap<PathBuf, usize> = HashMap::new();
    for (i, (rules, indexer)) in all.iter().enumerate() {
        for table in smallest(*rules, indexer) {
            let game = indexer.files(rules).unwrap_or(game);
            let set = TableSet { game, rules: *rules, indexer };
            let wanted = label(set, table, metrics::<R, I>()[0]);
            let (path, _) = paths_of::<R, I>(Path::new(""), &wanted);
            let (others, other) = &all[*seen.entry(path.clone()).or_insert(i)];
            let text = other.rules_text(others);
            if text != wanted.rules {
                let law = "tables of different rules have files of different names";
                let detail = format!("{}: `{}` and `{text}`", path.display(), wanted.rules);
                return Err(broken(*rules, &rules.start(), law, detail));
            }
            check_places((*rules, indexer), (*others, other), table, seed)?;
        }
    }
    Ok(())
}

fn smallest<R: Notation, I: TableIndexer<R>>(rules: &R, indexer: &I) -> Vec<TableId> {
    let mut tables = indexer.tables(rules, u8::MAX);
    tables.truncate(TABLES);
    tables
}

/// Places of a table as two sets of rules have them, which say that they are the same.
fn check_places<R: Notation, I: TableIndexer<R>>(
    (rules, indexer): (&R, &I),
    (others, other): (&R, &I),
    table: TableId,
    seed: u64,
) -> Result<(), Broken> {
    let mut rng = seeded(seed);
    let len = indexer.len(table);
    for _ in 0..if len > 0 { PLACES } else { 0 } {
        let at = rng.random_range(0..len);
        let (Some(pos), Some(twin)) = (indexer.unrank(table, at), other.unrank(table, at)) else {
            continue;
        };
        if !is_whole(rules, indexer, &pos) || !is_whole(others, other, &twin) {
            continue;
        }
        let node = I::Contents::node_of(indexer, rules, table, &pos);
        let expected = I::Contents::node_of(other, others, table, &twin);
        if node.is_some() && expected.is_some() && node != expected {
            let law = "rules with one text for their tables have the same moves";
            let detail = format!("{node:?}, not {expected:?}");
            return Err(broken(rules, &pos, law, detail));
        }
    }
    Ok(())
}

/// Whether the tables hold all that the moves of a position lead to: where a turn is played in
/// steps, they know nothing of the middle of one.
fn is_whole<R: Notation, I: TableIndexer<R>>(rules: &R, indexer: &I, pos: &R::Position) -> bool {
    let mut moves = Vec::new();
    if rules.outcome(pos).is_none() {
        rules.legal_moves(pos, &mut moves);
    }
    moves
        .into_iter()
        .map(|mv| rules.after(pos, mv))
        .all(|child| indexer.locate(rules, &child).is_some() || rules.outcome(&child).is_some())
}

/// Checks the law on a game in all its variants and under all options.
pub fn check_files_of<G: Game>(seed: u64) -> Result<(), Broken> {
    let rules = all_rules::<G>();
    let all: Vec<(&G, <G as Game>::Indexer)> =
        rules.iter().map(|rules| (rules, rules.indexer())).collect();
    let sound: Vec<_> =
        all.into_iter().filter(|(rules, indexer)| indexer.is_sound(rules).is_ok()).collect();
    check_files(G::NAME, &sound, seed)
}
