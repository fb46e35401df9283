//! Gapless ranking of the positions of a game, and what the builders ask about them.
//!
//! A game gives an [`Index`]: which tables there are, a number for each position of a table and
//! back, and the positions from which a position can come ("unmoves"). Everything else has a
//! default written in terms of the rules; a game overrides [`Index::look`] and
//! [`Index::predecessors`] only for speed, and tests compare the fast forms with the defaults.
//!
//! *Gapless* is meant of what a closed formula can count. Some numbers may still hold no position,
//! because a rule forbids it (in chess, the side that has moved may not stand in check) or because
//! a symmetric one stands elsewhere: [`Index::unrank`] answers `None` there.

use std::ops::Range;

use super::build::is_sound_for;
use super::margin::{Spot, Step, steps_by_rules};
use super::plan::{Known, Watcher};
use super::value::{Metric, Value};
use crate::core::Side;
use crate::game::Rules;

/// One table of a game's index: positions of one kind of material, say. The number is the game's
/// own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TableId(pub u32);

/// Where a move leads.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum To {
    /// A place in the same table.
    Here(u64),
    /// A place in another table.
    Table(TableId, u64),
    /// The end of the game, at a position that no table holds; the value is that of the side to
    /// move there.
    Ended(EndedValue),
}

/// How a game has ended, from the side to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum EndedValue {
    /// Lost.
    Loss,
    /// Drawn.
    Draw,
    /// Won.
    Win,
}

impl EndedValue {
    /// As a table says it: the distance is 0.
    pub const fn value(self) -> Value {
        match self {
            Self::Loss => Value::Loss(0),
            Self::Draw => Value::Draw,
            Self::Win => Value::Win(0),
        }
    }
}

/// One move, as a builder sees it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Edge {
    /// Where it leads.
    pub to: To,
    /// The side that made it moves again.
    pub same_side: bool,
    /// It resets the counter of the no-progress rule.
    pub zeroes: bool,
}

/// A position of the same table from which a move leads to the one asked about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Back {
    /// Its place.
    pub at: u64,
    /// The side that made the move moves again.
    pub same_side: bool,
    /// The move resets the counter of the no-progress rule.
    pub zeroes: bool,
}

/// What there is at a place of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// No position.
    Nothing,
    /// A position in which the game is over; the value is that of the side to move.
    Ended(EndedValue),
    /// A position that goes on.
    Open,
}

/// A bijection between the positions of each table and `0..len`.
pub trait Index<R: Rules>: Send + Sync + 'static {
    /// The version of the numbering. It goes into every file: tables ranked in another way are
    /// refused.
    const VERSION: u32;

    /// The game is decided by how far a side is ahead, and its tables hold margins
    /// ([`Metric::Margin`]) instead of wins and losses.
    const MARGINS: bool = false;

    /// Boards of one table may come back, so that margins could hold each other up in a circle.
    const CYCLES: bool = true;

    /// One game of this index is played under several rules, and the word of [`Index::files`] does
    /// not tell them apart: the name of a file carries a mark of its rules.
    const RULES_VARY: bool = false;

    /// Tables with at most so many men are built if nobody says otherwise.
    const USUAL_MEN: u8 = 4;

    /// Tables with at most so many men are built in memory unless somebody says otherwise; they
    /// should take no more than a second. None if 0.
    const EMBEDDED_MEN: u8 = 0;

    /// The limit of the game's no-progress rule, in plies, where it has one.
    fn counter_limit(&self) -> Option<u16> {
        None
    }

    /// The game has come so near to the embedded tables that building them may pay. Far from them
    /// nobody should wait for them.
    fn is_near_embedded(&self, _pos: &R::Position) -> bool {
        true
    }

    /// Why no value without a history holds under these rules, if so: a cycle must be worth
    /// nothing to anybody.
    fn is_sound(&self, rules: &R) -> Result<(), &'static str> {
        is_sound_for(rules)
    }

    /// The tables with at most `men_max` men on the board, each after those it [`Index::needs`].
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

    /// The table a position belongs to; `None` where the index does not reach.
    fn table_of(&self, rules: &R, pos: &R::Position) -> Option<TableId>;

    /// The tables that moves of this table lead into, itself apart.
    fn needs(&self, table: TableId) -> Vec<TableId>;

    /// How many places the table has.
    fn len(&self, table: TableId) -> u64;

    /// The number of a position of this table, below [`Index::len`].
    fn rank(&self, table: TableId, pos: &R::Position) -> u64;

    /// The table and the number of a position; `None` where the index does not reach.
    fn place(&self, rules: &R, pos: &R::Position) -> Option<(TableId, u64)> {
        let table = self.table_of(rules, pos)?;
        Some((table, self.rank(table, pos)))
    }

    /// The position of this number, `index < len`; `None` where there is none.
    fn unrank(&self, table: TableId, index: u64) -> Option<R::Position>;

    /// Appends the positions from which a legal move leads to `pos` within its table. Too many do
    /// no harm: each is asked whether it has such a move.
    fn unmoves(&self, rules: &R, table: TableId, pos: &R::Position, out: &mut Vec<R::Position>);

    /// What is at a place, and where its moves lead. Appends nothing unless the place is open.
    fn look(&self, rules: &R, table: TableId, at: u64, out: &mut Vec<Edge>) -> Place {
        look_by_rules(self, rules, table, at, out)
    }

    /// What is at a place of a table of margins, and what its moves gain. Appends nothing unless the
    /// place is open.
    fn steps(&self, rules: &R, table: TableId, at: u64, out: &mut Vec<Step>) -> Spot {
        steps_by_rules(self, rules, table, at, out)
    }

    /// Looks at places one after the other as [`Index::steps`] does at one, with room for the steps,
    /// until `see` says `false`. A game that finds neighbouring boards faster than each by itself
    /// overrides it.
    fn each_spot(
        &self,
        rules: &R,
        table: TableId,
        places: Range<u64>,
        steps: &mut Vec<Step>,
        see: &mut dyn FnMut(u64, Spot, &[Step]) -> bool,
    ) {
        for at in places {
            steps.clear();
            let spot = self.steps(rules, table, at, steps);
            if !see(at, spot, steps) {
                return;
            }
        }
    }

    /// How far the side to move is ahead already: what it has banked more than the other. A table
    /// does not know it; the game ends with that and the margin of the table together.
    fn ahead(&self, _rules: &R, _pos: &R::Position) -> i16 {
        0
    }

    /// The margin is the result of a game by these rules; otherwise who is ahead has won, however
    /// far.
    fn by_margin(&self, _rules: &R) -> bool {
        Self::MARGINS
    }

    /// How much play that never leaves a table of margins may bring either side, where that depends
    /// on history: such a table holds bounds ([`super::bounds`]). 0 where it is even.
    fn endless(&self, _rules: &R, _table: TableId) -> i16 {
        0
    }

    /// A table of margins made in one pass, each board after those it leads to; the inner `None`
    /// if the watcher stopped it. `None` where the game knows no such order.
    fn margins_in_order(
        &self,
        _rules: &R,
        _table: TableId,
        _known: &Known,
        _watcher: &dyn Watcher,
    ) -> Option<Option<Vec<u8>>> {
        None
    }

    /// The positions of the same table from which a move leads to the one at this place.
    fn predecessors(&self, rules: &R, table: TableId, at: u64, out: &mut Vec<Back>) {
        predecessors_by_rules(self, rules, table, at, out);
    }

    /// Who moves in the position at a place; `None` where there is none.
    fn side_to_move(&self, rules: &R, table: TableId, at: u64) -> Option<Side> {
        self.unrank(table, at).map(|pos| rules.side_to_move(&pos))
    }

    /// The no-progress counter of a position, where the game has one; a table knows only positions
    /// in which it stands at nought.
    fn counter(&self, _rules: &R, _pos: &R::Position) -> u16 {
        0
    }

    /// Two moves of one position may lead to the same place of this table, because the table holds
    /// one of several symmetric positions. `false` spares the builders looking for that.
    fn may_coincide(&self, _table: TableId) -> bool {
        true
    }
}

/// The metrics that the tables of a game may count by, the usual one first.
pub const fn metrics<R: Rules, I: Index<R>>() -> &'static [Metric] {
    if I::MARGINS {
        &[Metric::Margin]
    } else {
        &[Metric::Dtm, Metric::Dtc, Metric::Dtz, Metric::Wld]
    }
}

/// [`Index::look`] in terms of the rules and the two bijections.
pub fn look_by_rules<R: Rules, I: Index<R> + ?Sized>(
    index: &I,
    rules: &R,
    table: TableId,
    at: u64,
    out: &mut Vec<Edge>,
) -> Place {
    let Some(pos) = index.unrank(table, at) else { return Place::Nothing };
    if let Some(ended) = ended(rules, &pos) {
        return Place::Ended(ended);
    }
    let mover = rules.side_to_move(&pos);
    let mut moves = Vec::new();
    rules.legal_moves(&pos, &mut moves);
    out.extend(moves.into_iter().map(|mv| edge(index, rules, table, (mover, &pos), mv).0));
    Place::Open
}

/// One move of a position as an edge, and the position it leads to.
pub fn edge<R: Rules, I: Index<R> + ?Sized>(
    index: &I,
    rules: &R,
    table: TableId,
    (mover, pos): (Side, &R::Position),
    mv: R::Move,
) -> (Edge, R::Position) {
    let zeroes = rules.is_irreversible(pos, mv);
    let mut child = pos.clone();
    rules.play(&mut child, mv);
    let to = match index.table_of(rules, &child) {
        Some(to) if to == table => To::Here(index.rank(table, &child)),
        Some(to) => To::Table(to, index.rank(to, &child)),
        None => To::Ended(ended(rules, &child).unwrap_or_else(|| {
            panic!("a move leads from {table:?} to {child:?}, which is in no table and not over")
        })),
    };
    (Edge { to, same_side: rules.side_to_move(&child) == mover, zeroes }, child)
}

/// [`Index::predecessors`] in terms of the rules and the unmoves.
pub fn predecessors_by_rules<R: Rules, I: Index<R> + ?Sized>(
    index: &I,
    rules: &R,
    table: TableId,
    at: u64,
    out: &mut Vec<Back>,
) {
    let Some(pos) = index.unrank(table, at) else { return };
    let mut before = Vec::new();
    index.unmoves(rules, table, &pos, &mut before);
    for earlier in before {
        if ended(rules, &earlier).is_some() {
            continue;
        }
        let from = index.rank(table, &earlier);
        let mover = rules.side_to_move(&earlier);
        let mut moves = Vec::new();
        rules.legal_moves(&earlier, &mut moves);
        for mv in moves {
            let (edge, _) = edge(index, rules, table, (mover, &earlier), mv);
            if edge.to == To::Here(at) {
                out.push(Back { at: from, same_side: edge.same_side, zeroes: edge.zeroes });
            }
        }
    }
    out.sort_unstable();
    out.dedup();
}

/// How the game has ended on the board, from the side to move. A draw that has to be claimed is no
/// end: it is decided by the counter, which no table knows.
pub fn ended<R: Rules>(rules: &R, pos: &R::Position) -> Option<EndedValue> {
    let outcome = rules.outcome(pos).filter(|outcome| !outcome.claim)?;
    Some(match outcome.winner() {
        None => EndedValue::Draw,
        Some(side) if side == rules.side_to_move(pos) => EndedValue::Win,
        Some(_) => EndedValue::Loss,
    })
}

/// The index of a game that has no endgames to tabulate.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct NoIndex;

impl<R: Rules> Index<R> for NoIndex {
    const VERSION: u32 = 0;

    fn tables(&self, _rules: &R, _men_max: u8) -> Vec<TableId> {
        Vec::new()
    }

    fn name(&self, table: TableId) -> String {
        unreachable!("there is no {table:?}")
    }

    fn rules_text(&self, _rules: &R) -> String {
        String::new()
    }

    fn table_of(&self, _rules: &R, _pos: &R::Position) -> Option<TableId> {
        None
    }

    fn needs(&self, _table: TableId) -> Vec<TableId> {
        Vec::new()
    }

    fn len(&self, _table: TableId) -> u64 {
        0
    }

    fn rank(&self, table: TableId, _pos: &R::Position) -> u64 {
        unreachable!("no position has a table, so none is in {table:?}")
    }

    fn unrank(&self, _table: TableId, _index: u64) -> Option<R::Position> {
        None
    }

    fn unmoves(&self, _rules: &R, _table: TableId, _pos: &R::Position, _: &mut Vec<R::Position>) {}
}
