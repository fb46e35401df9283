//! A finished table verified by all ranks.

use std::sync::Arc;

use super::checkpoint::Keeper;
use super::derive::{DeriveMargins, DeriveSpans, DeriveValues, Findings, Wrong};
use super::exchange::Exchange;
use super::founded::{FoundedMargins, FoundedSpans};
use super::held::Held;
use super::kind::Look;
use super::layout::Layout;
use super::look::Walk;
use super::make::make;
use super::share::Share;
use super::solver::Solver;
use crate::indexer::TerminalValue;
use crate::margin::MarginSuccessor;
use crate::monitor::{Monitor, Phase};
use crate::nodes::{AnyNodes, Nodes, Outline};
use crate::span::{Span, margin_of};
use crate::value::{Metric, Value};
use crate::verify::{Ahead, Mismatch, Verified};
use crate::wdl::Successor;

/// A table under verification.
pub(super) struct Check<'c, 'x> {
    pub(super) exchange: &'c mut Exchange<'x>,
    pub(super) of: Outline,
    /// The name of the table.
    pub(super) name: String,
    pub(super) monitor: &'c dyn Monitor,
}

impl Check<'_, '_> {
    /// Derives every code again; this rank's part of the table, and of those it needs, is kept.
    pub(super) fn verify(&mut self, nodes: &AnyNodes<'_>) -> Result<Verified, String> {
        let share = self.exchange.share(self.of.table).cloned().ok_or("no table to verify")?;
        let cells = Arc::clone(&share.cells);
        let findings = match nodes {
            AnyNodes::Wdl(_) if self.of.metric == Metric::Wdl => self.wins(nodes, &share)?,
            AnyNodes::Wdl(nodes) => self.values(&**nodes, &share),
            AnyNodes::Margins { nodes, most: 0, cycles } => {
                let look = DeriveMargins { cells, findings: Findings::default() };
                let findings = self.look(&**nodes, look).findings;
                if *cycles { self.founded_margins(&**nodes, &share, findings)? } else { findings }
            }
            AnyNodes::Margins { nodes, most, .. } => {
                let look = DeriveSpans { of: self.of, cells, findings: Findings::default() };
                let findings = self.look(&**nodes, look).findings;
                self.founded_spans(&**nodes, *most, &share, findings)?
            }
        };
        Ok(self.verdict(findings))
    }

    fn look<M: Copy, E: Copy, L: Look<M, E>>(&mut self, nodes: &dyn Nodes<M, E>, mut look: L) -> L {
        let layout = Layout::new(self.of.places, self.exchange.size());
        let (ranks, places) = (self.exchange.size() as u64, self.of.places);
        let monitor = self.monitor;
        let mut go_on = |exchange: &mut Exchange<'_>, done: u64| {
            monitor.sent(exchange.traffic.messages, exchange.traffic.bytes);
            monitor.progress(Phase::Verify, (done * ranks).min(places), places);
            true
        };
        Walk { nodes, layout }.show(self.exchange, &mut look, 0, &mut go_on);
        // Others may still ask.
        self.exchange.reduce([], u64::max);
        look
    }

    fn values(&mut self, nodes: &dyn Nodes<Successor, TerminalValue>, share: &Share) -> Findings {
        let cells = Arc::clone(&share.cells);
        self.look(nodes, DeriveValues { of: self.of, cells, findings: Findings::default() })
            .findings
    }

    /// A table without distances is compared with one of conversions, made for the purpose and
    /// verified first.
    fn wins(&mut self, nodes: &AnyNodes<'_>, share: &Share) -> Result<Findings, String> {
        let AnyNodes::Wdl(places) = nodes else { return Ok(Findings::default()) };
        let clock = || std::time::Duration::ZERO;
        let mut keeper = Keeper::new(None, None, &clock, String::new());
        let of = Outline { metric: Metric::Dtc, ..self.of };
        let by_distance = make(self.exchange, nodes, of, &mut keeper, self.monitor)?;
        self.exchange.keep(of.table, Held::Share(by_distance.clone()));
        self.exchange.reduce([], u64::max);
        let mut check = Check { exchange: &mut *self.exchange, of, name: String::new(), ..*self };
        let mut findings = check.values(&**places, &by_distance);
        let value = |cells: &crate::value::Cells, own| {
            Value::from_code(cells.code(own)).map(Value::without_distance)
        };
        let differs = (0..share.cells.len()).find(|own| {
            let expected = value(&by_distance.cells, *own);
            expected.is_some() && value(&share.cells, *own) != expected
        });
        if let Some(own) = differs {
            let text = |cells| value(cells, own).map_or("nothing".to_owned(), |it| it.to_string());
            let (found, expected) = (text(&share.cells), text(&by_distance.cells));
            findings.wrong = Some(Wrong { own: own as usize, found, expected });
        }
        self.exchange.keep(self.of.table, Held::Share(share.clone()));
        Ok(findings)
    }

    fn founded_margins(
        &mut self,
        nodes: &dyn Nodes<MarginSuccessor, i16>,
        share: &Share,
        mut findings: Findings,
    ) -> Result<Findings, String> {
        if self.exchange.reduce([findings.wrong.is_some().into()], u64::max) == [1] {
            return Ok(findings);
        }
        let kind = FoundedMargins::new(self.of, Arc::clone(&share.cells));
        let kind = self.solve(nodes, kind)?;
        findings.wrong = kind.unfounded().map(|own| {
            let found = margin_of(share.cells.code(own as u64) as u8).unwrap_or(0);
            Wrong { own, found: Ahead(found).to_string(), expected: Ahead(0).to_string() }
        });
        Ok(findings)
    }

    fn founded_spans(
        &mut self,
        nodes: &dyn Nodes<MarginSuccessor, i16>,
        most: i16,
        share: &Share,
        mut findings: Findings,
    ) -> Result<Findings, String> {
        if self.exchange.reduce([findings.wrong.is_some().into()], u64::max) == [1] {
            return Ok(findings);
        }
        let kind = FoundedSpans::new(self.of, most, Arc::clone(&share.cells));
        let kind = self.solve(nodes, kind)?;
        findings.wrong = kind.unfounded().map(|own| {
            let found = Span::from_code(share.cells.code(own as u64));
            let found = found.map_or("nothing".to_owned(), |found| found.to_string());
            Wrong { own, found, expected: Span { low: -most, high: most }.to_string() }
        });
        Ok(findings)
    }

    fn solve<K: super::kind::Kind<MarginSuccessor, i16>>(
        &mut self,
        nodes: &dyn Nodes<MarginSuccessor, i16>,
        kind: K,
    ) -> Result<K, String> {
        let layout = Layout::new(self.of.places, self.exchange.size());
        let clock = || std::time::Duration::ZERO;
        let mut keeper = Keeper::new(None, None, &clock, String::new());
        Solver::new(self.exchange, nodes, layout, kind, self.monitor).solve(&mut keeper)
    }

    /// What all ranks have found: how many positions, or the first of all that is wrong.
    fn verdict(&mut self, findings: Findings) -> Verified {
        let layout = Layout::new(self.of.places, self.exchange.size());
        let rank = self.exchange.rank();
        let at = |wrong: &Wrong| layout.at(rank, wrong.own as u64);
        let own = findings.wrong.as_ref().map_or(u64::MAX, at);
        let [first] = self.exchange.reduce([own], u64::min);
        let [positions] = self.exchange.reduce([findings.positions], |a, b| a + b);
        if first == u64::MAX {
            return Verified::Right(positions);
        }
        let said = findings
            .wrong
            .map_or(String::new(), |wrong| format!("{}\n{}", wrong.found, wrong.expected));
        let said = self.exchange.broadcast_from(layout.owner(first).0, said.into_bytes());
        let said = String::from_utf8_lossy(&said).into_owned();
        let (found, expected) = said.split_once('\n').unwrap_or((&said, ""));
        let (found, expected) = (Some(found.to_owned()), Some(expected.to_owned()));
        Verified::Wrong(Mismatch::new(self.name.clone(), first, found, expected))
    }
}
