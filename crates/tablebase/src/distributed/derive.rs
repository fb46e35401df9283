//! Every code of a table derived again from those of its successors, wherever these are.
//!
//! See [`crate::verify`]; here the codes of the table itself are asked about like those of others.

use std::sync::Arc;

use super::kind::Look;
use crate::indexer::{NodeKind, TableId, TerminalValue};
use crate::margin::MarginSuccessor;
use crate::nodes::Outline;
use crate::plan::Child;
use crate::span::{Span, margin_of};
use crate::value::{Cells, Value};
use crate::verify::Ahead;
use crate::wdl::{Successor, Target};

/// A place of a rank's own whose code is not what follows from its successors.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Wrong {
    pub(super) own: usize,
    pub(super) found: String,
    pub(super) expected: String,
}

/// What a look at all places finds.
#[derive(Default)]
pub(super) struct Findings {
    /// Positions looked at.
    pub(super) positions: u64,
    /// The first that is wrong.
    pub(super) wrong: Option<Wrong>,
}

impl Findings {
    fn compare<T: ToString + PartialEq>(
        &mut self,
        own: usize,
        found: Option<T>,
        expected: Option<T>,
    ) {
        self.positions += 1;
        if found != expected && self.wrong.is_none() {
            let text = |one: Option<T>| one.map_or("nothing".to_owned(), |one| one.to_string());
            self.wrong = Some(Wrong { own, found: text(found), expected: text(expected) });
        }
    }
}

/// Wins and losses by distance.
pub(super) struct DeriveValues {
    pub(super) of: Outline,
    pub(super) cells: Arc<Cells>,
    pub(super) findings: Findings,
}

impl Look<Successor, TerminalValue> for DeriveValues {
    fn asks(&self, mv: &Successor) -> Option<(TableId, u64)> {
        match mv.to {
            Target::OtherTable(table, at) => Some((table, at)),
            Target::SameTable(at) => Some((self.of.table, at)),
            Target::Terminal(_) => None,
        }
    }

    fn see(
        &mut self,
        own: usize,
        node: NodeKind<TerminalValue>,
        moves: &[Successor],
        codes: &mut dyn Iterator<Item = u16>,
    ) {
        let counting = self.of.counting();
        let worths = moves.iter().map(|mv| {
            let known = match self.asks(mv) {
                Some(_) => Value::from_code(codes.next()?)?,
                None => Value::Draw,
            };
            match counting.child(mv, counting.is_by_zeroing(), |_, _| known) {
                Child::Internal { same_side, .. } => Some(known.before(same_side)),
                Child::Known(code) => Value::from_code(code),
            }
        });
        let expected = match node {
            NodeKind::Invalid => return,
            NodeKind::Terminal(value) => Some(value.value()),
            NodeKind::Open => best(worths, |value: &Value| i64::from(value.preference())),
        };
        self.findings.compare(own, Value::from_code(self.cells.code(own as u64)), expected);
    }
}

/// The best of all worths; none where one is not known, or there are none.
fn best<T>(mut worths: impl Iterator<Item = Option<T>>, order: fn(&T) -> i64) -> Option<T> {
    worths.try_fold(None, |best: Option<T>, worth| {
        let worth = worth?;
        Some(Some(best.filter(|best| order(best) >= order(&worth)).unwrap_or(worth)))
    })?
}

/// Margins.
pub(super) struct DeriveMargins {
    pub(super) cells: Arc<Cells>,
    pub(super) findings: Findings,
}

impl Look<MarginSuccessor, i16> for DeriveMargins {
    fn asks(&self, mv: &MarginSuccessor) -> Option<(TableId, u64)> {
        mv.to
    }

    fn see(
        &mut self,
        own: usize,
        node: NodeKind<i16>,
        moves: &[MarginSuccessor],
        codes: &mut dyn Iterator<Item = u16>,
    ) {
        let worths = moves.iter().map(|mv| {
            let Some(_) = mv.to else { return Some(mv.gain) };
            Some(mv.worth(margin_of(codes.next()? as u8)?))
        });
        let expected = match node {
            NodeKind::Invalid => return,
            NodeKind::Terminal(margin) => Some(margin),
            NodeKind::Open => best(worths, |margin: &i16| i64::from(*margin)),
        };
        let found = margin_of(self.cells.code(own as u64) as u8);
        self.findings.compare(own, found.map(Ahead), expected.map(Ahead));
    }
}

/// Bounds.
pub(super) struct DeriveSpans {
    pub(super) of: Outline,
    pub(super) cells: Arc<Cells>,
    pub(super) findings: Findings,
}

impl Look<MarginSuccessor, i16> for DeriveSpans {
    fn asks(&self, mv: &MarginSuccessor) -> Option<(TableId, u64)> {
        mv.to
    }

    fn see(
        &mut self,
        own: usize,
        node: NodeKind<i16>,
        moves: &[MarginSuccessor],
        codes: &mut dyn Iterator<Item = u16>,
    ) {
        let mut worths = moves.iter().map(|mv| {
            let Some((table, _)) = mv.to else { return Some(Span::exactly(mv.gain)) };
            let gain = if table == self.of.table { 0 } else { mv.gain };
            Some(Span::from_code(codes.next()?)?.flipped().plus(gain))
        });
        let expected = match node {
            NodeKind::Invalid => return,
            NodeKind::Terminal(margin) => Some(Span::exactly(margin)),
            NodeKind::Open => worths
                .try_fold(None, |best: Option<Span>, worth| {
                    let worth = worth?;
                    Some(Some(best.map_or(worth, |best| best.or(worth))))
                })
                .flatten(),
        };
        let found = Span::from_code(self.cells.code(own as u64));
        self.findings.compare(own, found, expected);
    }
}
