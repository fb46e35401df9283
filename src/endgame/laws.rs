//! The laws of an index, and all laws of a game at once.
//!
//! A table is an array; its index is right when it is a bijection onto that array and when every
//! table a move can lead into is built before. Small tables are checked whole, large ones at
//! random places.

use rand::RngExt;

use super::contents::TableIndexer;
use super::indexer::TableId;
use crate::core::rng::{Rng, seeded};
use crate::game::laws::{self, Broken, broken};
use crate::game::{Evaluator, Notation};

/// Tables up to this length are checked at every place.
const WHOLE_MAX: u64 = 20_000;
/// Longer ones at this many.
const PLACES: u64 = 2_000;
/// Unmoves are compared with moves at every so many places.
const BACK_EVERY: u64 = 8;
/// Random games for each part of [`check_game`].
const GAMES: u32 = 10;
/// How many men the tables of [`check_game`] may have.
const MEN_MAX: u8 = 3;

/// Every law there is for a game: rules, notation, evaluator and indexer. A registry entry calls this
/// with the parts of its game.
pub fn check_game<R: Notation, J: Evaluator<R>, I: TableIndexer<R>>(
    rules: &R,
    evaluator: &J,
    indexer: &I,
    seed: u64,
) -> Result<(), Broken> {
    laws::check(rules, seed, GAMES)?;
    laws::check_judge(rules, evaluator, seed, GAMES)?;
    check_indexer(rules, indexer, MEN_MAX, seed)
}

/// Checks the laws of [`Indexer`] on all tables with at most `men_max` men, and on the positions of
/// random games that a table holds.
pub fn check_indexer<R: Notation, I: TableIndexer<R>>(
    rules: &R,
    indexer: &I,
    men_max: u8,
    seed: u64,
) -> Result<(), Broken> {
    let mut rng: Rng = seeded(seed);
    let tables = indexer.tables(rules, men_max);
    for (i, &table) in tables.iter().enumerate() {
        let needs = indexer.needs(table);
        if let Some(missing) = needs.iter().find(|need| !tables[..i].contains(need)) {
            let detail = format!("{missing:?} is not before {table:?}");
            let law = "a table comes after those it needs";
            return Err(broken(rules, &rules.start(), law, detail));
        }
        let len = indexer.len(table);
        if len <= WHOLE_MAX {
            (0..len).try_for_each(|at| check_place(rules, indexer, (table, &needs), at))?;
        } else {
            for _ in 0..PLACES {
                check_place(rules, indexer, (table, &needs), rng.random_range(0..len))?;
            }
        }
    }
    for game in 0..u64::from(GAMES) {
        laws::each_position(rules, seed.wrapping_add(game), |line| {
            let pos = line.position();
            indexer
                .table_of(rules, pos)
                .map_or(Ok(()), |table| check_pos(rules, indexer, table, pos))
        })?;
    }
    Ok(())
}

/// The position at one place of a table: it is at that place, and its moves stay where they may.
fn check_place<R: Notation, I: TableIndexer<R>>(
    rules: &R,
    indexer: &I,
    (table, needs): (TableId, &[TableId]),
    at: u64,
) -> Result<(), Broken> {
    let Some(pos) = indexer.unrank(table, at) else { return Ok(()) };
    let found = (indexer.table_of(rules, &pos), indexer.rank(table, &pos));
    if found != (Some(table), at) {
        let detail = format!("{table:?} {at} came back as {found:?}");
        return Err(broken(rules, &pos, "the position at a place has that place", detail));
    }
    if rules.outcome(&pos).is_some() {
        return Ok(());
    }
    let mut moves = Vec::new();
    rules.legal_moves(&pos, &mut moves);
    for mv in moves {
        let mut child = pos.clone();
        rules.play(&mut child, mv);
        let leads_to = indexer.table_of(rules, &child);
        let is_known = match leads_to {
            Some(to) => to == table || needs.contains(&to),
            None => rules.outcome(&child).is_some(),
        };
        if leads_to == Some(table) && at.is_multiple_of(BACK_EVERY) {
            let to = indexer.rank(table, &child);
            let mut before = Vec::new();
            indexer.predecessors(rules, table, to, &mut before);
            if !before.iter().any(|back| back.at == at) {
                let detail = format!(
                    "{} leads to {to} of {table:?}, which does not come from {at}",
                    rules.move_text(&pos, mv)
                );
                let law = "unmoves find every position a move comes from";
                return Err(broken(rules, &pos, law, detail));
            }
        }
        if !is_known {
            let detail =
                format!("{} leads from {table:?} to {leads_to:?}", rules.move_text(&pos, mv));
            return Err(broken(rules, &pos, "moves lead into tables that are needed", detail));
        }
    }
    Ok(())
}

/// A position met in a game: its place is in the table, and holds it or a symmetric one.
fn check_pos<R: Notation, I: TableIndexer<R>>(
    rules: &R,
    indexer: &I,
    table: TableId,
    pos: &R::Position,
) -> Result<(), Broken> {
    let (rank, len) = (indexer.rank(table, pos), indexer.len(table));
    if rank >= len {
        let detail = format!("place {rank} of {len} in {table:?}");
        return Err(broken(rules, pos, "a place is below the length of its table", detail));
    }
    let there = indexer.unrank(table, rank).map(|there| indexer.rank(table, &there));
    if there != Some(rank) {
        let detail = format!("place {rank} of {table:?} came back as {there:?}");
        return Err(broken(rules, pos, "the position at a place has that place", detail));
    }
    Ok(())
}
