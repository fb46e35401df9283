//! Gapless ranking of the positions of a game: the bijection that every table stands on.
//!
//! A game gives an [`Indexer`]: which tables there are, a number for each position of a table and
//! back, and the positions from which a position can come ("unmoves") [thompson-1986]. The number
//! of a position in its table is called its *place*. What a table holds at its places is a second
//! question, and has a trait of its own: [`super::wdl::WdlIndexer`] for games that are won or lost,
//! [`super::margin::MarginIndexer`] for games decided by how far one is ahead. Either has defaults
//! in terms of the rules; a game overrides the moves forward and [`Indexer::predecessors`] only for
//! speed, and tests compare the fast forms with the defaults.
//!
//! *Gapless* is meant of what a closed formula can count. Some numbers may still hold no position,
//! because a rule forbids it (in chess, the side that has moved may not stand in check) or because
//! a symmetric one stands elsewhere: [`Indexer::unrank`] answers `None` there.

use super::distinct::may_repeat;
use super::value::Value;
use plyglot_core::Side;
use plyglot_core::game::Rules;
use plyglot_core::game::repetition::{Same, Then};

/// One table of a game's indexer: positions of one kind of material, say. The number is the game's
/// own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TableId(pub u32);

/// How a game has ended, from the side to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum TerminalValue {
    /// Lost.
    Loss,
    /// Drawn.
    Draw,
    /// Won.
    Win,
}

impl TerminalValue {
    /// As a table says it: the distance is 0.
    pub const fn value(self) -> Value {
        match self {
            Self::Loss => Value::Loss(0),
            Self::Draw => Value::Draw,
            Self::Win => Value::Win(0),
        }
    }
}

/// What there is at a place of a table; `T` says how a game has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NodeKind<T> {
    /// No position.
    Invalid,
    /// A position in which the game is over; the value is that of the side to move.
    Terminal(T),
    /// A position that goes on.
    Open,
}

/// A position of the same table from which a move leads to the one asked about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Predecessor {
    /// Its place.
    pub at: u64,
    /// The side that made the move moves again.
    pub same_side: bool,
    /// The move resets the counter of the no-progress rule.
    pub zeroes: bool,
}

/// A bijection between the positions of each table and `0..len`.
pub trait Indexer<R: Rules>: Send + Sync + Sized + 'static {
    /// What its tables hold: [`Wdl`](super::wdl::Wdl) or [`Margins`](super::margin::Margins). The
    /// trait of that name says the rest.
    type Contents;

    /// The version of the numbering. It goes into every file: tables ranked in another way are
    /// refused.
    const VERSION: u32;

    /// One game of this indexer is played under several rules, and the word of [`Indexer::files`]
    /// does not tell them apart: the name of a file carries a mark of its rules.
    const RULES_VARY: bool = false;

    /// Tables with at most so many men are built if nobody says otherwise.
    const USUAL_MEN: u8 = 4;

    /// Tables with at most so many men are built in memory unless somebody says otherwise; they
    /// should take no more than a second. None if 0.
    const EMBEDDED_MEN: u8 = 0;

    /// The tables that are built in memory: those with [`Indexer::EMBEDDED_MEN`], where a game does not
    /// know better. They take no more than a second either.
    fn embedded(&self, rules: &R) -> Vec<TableId> {
        self.tables(rules, Self::EMBEDDED_MEN)
    }

    /// The game has come so near to the embedded tables that building them may pay. Far from them
    /// nobody should wait for them.
    fn is_near_embedded(&self, _pos: &R::Position) -> bool {
        true
    }

    /// Why no value without a history holds under these rules, if so: a cycle must be worth
    /// nothing to anybody.
    fn is_sound(&self, rules: &R) -> Result<(), &'static str> {
        is_sound_by_repetition(rules)
    }

    /// The tables with at most `men_max` men on the board, each after those it [`Indexer::needs`].
    fn tables(&self, rules: &R, men_max: u8) -> Vec<TableId>;

    /// The tables of a job that names none; those with few men where the game does not say.
    fn usual(&self, _rules: &R) -> Option<Vec<TableId>> {
        None
    }

    /// The word for a table, unique in the game and fit for a file's name: `KRK`.
    fn name(&self, table: TableId) -> String;

    /// What the values depend on besides the name of the game: everything in the rules that changes
    /// how a position is played, and nothing else. Files built under another text are refused.
    fn rules_text(&self, rules: &R) -> String;

    /// The word that the files of these rules' tables begin with, where variants of one game have
    /// tables of their own and one folder is to hold them all; `None` for the name of the game.
    fn files(&self, _rules: &R) -> Option<&'static str> {
        None
    }

    /// The table a position belongs to; `None` where the indexer does not reach.
    fn table_of(&self, rules: &R, pos: &R::Position) -> Option<TableId>;

    /// The tables that moves of this table lead into, itself apart.
    fn needs(&self, table: TableId) -> Vec<TableId>;

    /// How many places the table has.
    fn len(&self, table: TableId) -> u64;

    /// The number of a position of this table, below [`Indexer::len`].
    fn rank(&self, table: TableId, pos: &R::Position) -> u64;

    /// The table and the number of a position; `None` where the indexer does not reach.
    fn locate(&self, rules: &R, pos: &R::Position) -> Option<(TableId, u64)> {
        let table = self.table_of(rules, pos)?;
        Some((table, self.rank(table, pos)))
    }

    /// The position of this number, `index < len`; `None` where there is none.
    fn unrank(&self, table: TableId, index: u64) -> Option<R::Position>;

    /// Who moves in the position at a place; `None` where there is none.
    fn side_to_move(&self, rules: &R, table: TableId, at: u64) -> Option<Side> {
        self.unrank(table, at).map(|pos| rules.side_to_move(&pos))
    }

    /// Appends the positions from which a legal move leads to `pos` within its table. Too many do
    /// no harm: each is asked whether it has such a move.
    fn unmoves(&self, rules: &R, table: TableId, pos: &R::Position, out: &mut Vec<R::Position>);

    /// The positions of the same table from which a move leads to the one at this place.
    fn predecessors(&self, rules: &R, table: TableId, at: u64, out: &mut Vec<Predecessor>) {
        predecessors_by_rules(self, rules, table, at, out);
    }

    /// The same position with the other side to move, where that is one: what tells a *zugzwang*, a
    /// position in which whoever has to move would rather not. `None` where the game knows no pass.
    fn passed(&self, _rules: &R, _pos: &R::Position) -> Option<R::Position> {
        None
    }

    /// Of the places that hold images of one position, the one by which the laws compare them. A
    /// place is its own where the indexer keeps no images apart.
    fn representative(&self, _table: TableId, at: u64) -> u64 {
        at
    }

    /// Two moves of one position may lead to the same place of this table, because the table holds
    /// one of several symmetric positions. `false` spares the builders looking for that.
    fn may_coincide(&self, _table: TableId) -> bool {
        true
    }
}

/// Whether values without a history are right under these rules: a cycle must be a draw, and what
/// wins must never have to come back to a position that counts. A win goes through each situation
/// once at most, and so through what is the same whoever is to move twice at most. Fails closed:
/// whatever is not known to be right is not.
fn is_sound_by_repetition<R: Rules>(rules: &R) -> Result<(), &'static str> {
    let repetition = rules.repetition();
    match repetition.then {
        _ if !repetition.is_on() => Ok(()),
        Then::Draw | Then::Claim => match repetition.same {
            Same::Situation => Ok(()),
            Same::Position if repetition.count > 2 => Ok(()),
            Same::Position | Same::Board | Same::BoardAndTurn => Err(
                "tables know no history, and under these rules a win may be drawn by a board that \
                 comes back with another side to move, or other rights",
            ),
        },
        Then::Settled => Err("tables of wins and losses do not know what a repeated board settles"),
        Then::Forbidden => {
            Err("tables know no history, and these rules forbid what has been before")
        }
        Then::RepeaterLoses => {
            Err("tables know no history, and under these rules who repeats has lost")
        }
    }
}

/// [`Indexer::predecessors`] in terms of the rules and the unmoves.
pub fn predecessors_by_rules<R: Rules, I: Indexer<R>>(
    indexer: &I,
    rules: &R,
    table: TableId,
    at: u64,
    out: &mut Vec<Predecessor>,
) {
    let Some(pos) = indexer.unrank(table, at) else { return };
    let mut before = Vec::new();
    indexer.unmoves(rules, table, &pos, &mut before);
    for earlier in before {
        if terminal_value(rules, &earlier).is_some() {
            continue;
        }
        let from = indexer.rank(table, &earlier);
        let mover = rules.side_to_move(&earlier);
        let mut moves = Vec::new();
        rules.legal_moves(&earlier, &mut moves);
        for mv in moves {
            let child = rules.after(&earlier, mv);
            if indexer.locate(rules, &child) == Some((table, at)) {
                let same_side = rules.side_to_move(&child) == mover;
                let zeroes = rules.is_irreversible(&earlier, mv);
                out.push(Predecessor { at: from, same_side, zeroes });
            }
        }
    }
    each_once(out);
}

/// Sorted in one place for all games.
fn each_once(found: &mut Vec<Predecessor>) {
    found.sort_unstable();
    found.dedup();
}

/// What [`Indexer::predecessors`] finds, each once.
#[inline]
pub(super) fn distinct_predecessors<R: Rules, I: Indexer<R>>(
    indexer: &I,
    rules: &R,
    table: TableId,
    at: u64,
    out: &mut Vec<Predecessor>,
) {
    out.clear();
    indexer.predecessors(rules, table, at, out);
    if indexer.may_coincide(table) && may_repeat(out.iter().map(|found| found.at)) {
        each_once(out);
    }
}

/// How the game has ended on the board, from the side to move. A draw that has to be claimed is no
/// end: it is decided by the counter, which no table knows.
pub fn terminal_value<R: Rules>(rules: &R, pos: &R::Position) -> Option<TerminalValue> {
    let outcome = rules.outcome(pos).filter(|outcome| !outcome.claim)?;
    Some(match outcome.winner() {
        None => TerminalValue::Draw,
        Some(side) if side == rules.side_to_move(pos) => TerminalValue::Win,
        Some(_) => TerminalValue::Loss,
    })
}
