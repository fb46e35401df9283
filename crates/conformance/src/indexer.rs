//! The laws of an indexer.
//!
//! A table is an array; its indexer is right when it is a bijection onto that array, when every
//! table a move can lead into is built before, and when positions that share a place are worth the
//! same. Small tables are checked whole, large ones at random places.
//!
//! **Positions that share a place.** A table keeps one position for many: images under the
//! symmetries of the board, mostly, or the same with colours changed. Which symmetries a game has
//! is not asked here, since an indexer that declares them wrongly would be held against its own
//! mistake. Asked is what tables rest on: let q be the position that stands for the place of p.
//! Either both are over, with the same result; or the moves of p and those of q, found by the
//! rules, lead to the same places, with the same turn, gain and effect on counters
//! ([`Contents::node_of`]). Where that holds of every p, sharing a place is a *bisimulation* of the
//! graph of the game: what one of the two can play the other can answer in kind, into positions
//! that share a place again. So whoever can force a result from the one in n plies can force it
//! from the other in n plies, by induction over n, and one value under each metric is right for
//! both. Conversely, two positions that are not worth the same differ so somewhere on the way to
//! the end, and are found there or before. The positions p are drawn by random walks from random
//! places: a few moves turn the board away from how the indexer would have it. An indexer that
//! gives images of one position several places says which are one
//! ([`plyglot_tablebase::Indexer::representative`]); if it said too much, the law would find that in the same
//! way. (Rules under which a game is over as soon as it is won do not tell margins; there the law
//! is one of the same game played on.)

use rand::RngExt;

use crate::laws::{self, Broken, broken};
use plyglot_core::game::Notation;
use plyglot_core::rng::{Rng, seeded};
use plyglot_tablebase::TableId;
use plyglot_tablebase::contents::{Contents, TableIndexer};

/// Tables up to this length are checked at every place.
const WHOLE_MAX: u64 = 20_000;
/// Longer ones at this many.
const PLACES: u64 = 2_000;
/// Unmoves are compared with moves at every so many places.
const BACK_EVERY: u64 = 8;
/// Walks from random places of a table, to meet positions that stand for no place themselves.
const WALKS: u32 = 100;
/// Plies of a walk: few enough that no counter comes near its limit.
const WALK_PLIES: u32 = 6;
/// Random games whose positions are looked up.
const GAMES: u32 = 10;

/// Checks the laws of [`plyglot_tablebase::Indexer`] on all tables with at most `men_max` men, and on the
/// positions of random games that a table holds.
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
            (0..len).try_for_each(|at| check_place(rules, indexer, table, &needs, at))?;
        } else {
            for _ in 0..PLACES {
                check_place(rules, indexer, table, &needs, rng.random_range(0..len))?;
            }
        }
        check_sharing(rules, indexer, table, WALKS, &mut rng)?;
    }
    for game in 0..u64::from(GAMES) {
        laws::each_position(rules, seed.wrapping_add(game), |played| {
            let pos = played.position();
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
    table: TableId,
    needs: &[TableId],
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
        let child = rules.after(&pos, mv);
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

/// Checks on so many random walks from places of a table that positions which share a place are
/// worth the same.
pub fn check_sharing<R: Notation, I: TableIndexer<R>>(
    rules: &R,
    indexer: &I,
    table: TableId,
    walks: u32,
    rng: &mut Rng,
) -> Result<(), Broken> {
    let len = indexer.len(table);
    for _ in 0..if len > 0 { walks } else { 0 } {
        let Some(mut pos) = indexer.unrank(table, rng.random_range(0..len)) else { continue };
        for _ in 0..WALK_PLIES {
            let Some(table) = indexer.table_of(rules, &pos) else { break };
            check_shared_place(rules, indexer, table, &pos)?;
            let mut moves = Vec::new();
            if rules.outcome(&pos).is_none() {
                rules.legal_moves(&pos, &mut moves);
            }
            if moves.is_empty() {
                break;
            }
            rules.play(&mut pos, moves[rng.random_range(0..moves.len())]);
        }
    }
    Ok(())
}

/// A position and the one that stands for its place: the same moves, into the same places. The
/// position is one in which no counter is near its limit.
pub fn check_shared_place<R: Notation, I: TableIndexer<R>>(
    rules: &R,
    indexer: &I,
    table: TableId,
    pos: &R::Position,
) -> Result<(), Broken> {
    check_pos(rules, indexer, table, pos)?;
    let at = indexer.representative(table, indexer.rank(table, pos));
    let Some(twin) = indexer.unrank(table, at) else {
        let detail = format!("place {at} of {}", indexer.name(table));
        return Err(broken(rules, pos, "what represents places holds a position", detail));
    };
    let [own, others] = [pos, &twin].map(|pos| I::Contents::node_of(indexer, rules, table, pos));
    if own == others {
        return Ok(());
    }
    let detail = format!(
        "place {at} of {} stands for {}: {own:?}, not {others:?}",
        indexer.name(table),
        rules.position_text(&twin)
    );
    Err(broken(rules, pos, "positions that share a place have the same moves", detail))
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
