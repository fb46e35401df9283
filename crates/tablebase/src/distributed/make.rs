//! One table by several ranks: which kind it is, and what becomes of it.

use super::checkpoint::Keeper;
use super::distances::Distances;
use super::exchange::Exchange;
use super::held::Held;
use super::kind::Kind;
use super::layout::Layout;
use super::margins::Margins;
use super::share::{Shape, Share, used_codes};
use super::solver::Solver;
use super::spans::Spans;
use super::wins::Wins;
use crate::indexer::TerminalValue;
use crate::monitor::Monitor;
use crate::nodes::{AnyNodes, Nodes, Outline};
use crate::value::{Metric, NOTHING, Value};
use crate::wdl::Successor;

/// Bits that a place takes while its table is made: what is known of it, what others are told of it,
/// and what it is packed into.
pub(super) const fn building_bits(nodes: &AnyNodes<'_>, metric: Metric) -> u64 {
    match nodes {
        AnyNodes::Wdl(_) if matches!(metric, Metric::Wdl) => 16,
        AnyNodes::Wdl(_) if matches!(metric, Metric::Dtz) => 64,
        AnyNodes::Margins { most: 1.., .. } => 72,
        AnyNodes::Margins { .. } => 40,
        AnyNodes::Wdl(_) => 48,
    }
}

/// Makes a table; gives back the rank's part of it.
pub(super) fn make(
    exchange: &mut Exchange<'_>,
    nodes: &AnyNodes<'_>,
    of: Outline,
    keeper: &mut Keeper<'_>,
    monitor: &dyn Monitor,
) -> Result<Share, String> {
    let stage = keeper.open(exchange)?;
    let layout = Layout::new(of.places, exchange.size());
    let own = layout.own_places(exchange.rank()) as usize;
    match nodes {
        AnyNodes::Wdl(nodes) => match of.metric {
            Metric::Wdl => {
                let kind = Wins::new(of, own);
                let kind = Solver::new(exchange, &**nodes, layout, kind, monitor).solve(keeper)?;
                Ok(shared(exchange, layout, of.metric, &kind))
            }
            Metric::Dtz if of.may_zero_inside => {
                by_zeroing(exchange, &**nodes, of, keeper, stage, monitor)
            }
            Metric::Dtm | Metric::Dtc | Metric::Dtz | Metric::Margin => {
                let kind = Distances::new(of, false, own);
                let kind = Solver::new(exchange, &**nodes, layout, kind, monitor).solve(keeper)?;
                Ok(shared(exchange, layout, of.metric, &kind))
            }
        },
        AnyNodes::Margins { nodes, most: 0, .. } => {
            let kind = Margins::new(of, own);
            let kind = Solver::new(exchange, &**nodes, layout, kind, monitor).solve(keeper)?;
            Ok(shared(exchange, layout, of.metric, &kind))
        }
        AnyNodes::Margins { nodes, most, .. } => {
            let kind = Spans::new(of, *most, own);
            let kind = Solver::new(exchange, &**nodes, layout, kind, monitor).solve(keeper)?;
            Ok(shared(exchange, layout, of.metric, &kind))
        }
    }
}

/// Zeroing moves inside the table lead to places whose class must be known first: win, loss, draw, or a
/// win that the rule makes a draw. Wins and losses by the board alone begin; each round settles the places
/// one zeroing move farther from the last. What is known of the table's places is kept as if it were
/// finished, and asked of whoever has them. (One process goes by [`crate::stages`] instead.)
fn by_zeroing(
    exchange: &mut Exchange<'_>,
    nodes: &dyn Nodes<Successor, TerminalValue>,
    of: Outline,
    keeper: &mut Keeper<'_>,
    stage: u32,
    monitor: &dyn Monitor,
) -> Result<Share, String> {
    let layout = Layout::new(of.places, exchange.size());
    let own = layout.own_places(exchange.rank()) as usize;
    if stage == 0 {
        let on_board = Distances::new(Outline { metric: Metric::Wdl, ..of }, false, own);
        let kind = Solver::new(exchange, nodes, layout, on_board, monitor).solve(keeper)?;
        keep_known(exchange, layout, of, &kind);
    }
    keeper.known = Some(of.table);
    for stage in stage.max(1).. {
        keeper.stage = stage;
        let kind = Distances::new(of, true, own);
        let kind = Solver::new(exchange, nodes, layout, kind, monitor).solve(keeper)?;
        let known = exchange.share(of.table).map(|share| &share.cells);
        let is_same = |own: usize| {
            let before = known.map_or(0, |cells| cells.code(own as u64));
            class(kind.code(own), of.limit) == class(before, of.limit)
        };
        let changes = !(0..own).all(is_same);
        if exchange.reduce([changes.into()], u64::max) == [0] {
            return Ok(shared(exchange, layout, of.metric, &kind));
        }
        keep_known(exchange, layout, of, &kind);
    }
    unreachable!("each round settles places for good")
}

/// Keeps what is known of the table under way as if it were finished. Nobody asks before all have.
fn keep_known(exchange: &mut Exchange<'_>, layout: Layout, of: Outline, kind: &Distances) {
    let own = layout.own_places(exchange.rank()) as usize;
    let share = Shape::Words.share(layout, (0..own).map(|own| kind.code(own)));
    exchange.keep(of.table, Held::Share(share));
    exchange.reduce([], u64::max);
}

/// The rank's part of a table that is solved, kept as all other parts are.
fn shared<M, E>(
    exchange: &mut Exchange<'_>,
    layout: Layout,
    metric: Metric,
    kind: &impl Kind<M, E>,
) -> Share {
    let codes = || (0..layout.own_places(exchange.rank()) as usize).map(|own| kind.code(own));
    let used = used_codes(codes());
    let used = exchange.reduce_list(used, |a, b| a | b);
    let codes = (0..layout.own_places(exchange.rank()) as usize).map(|own| kind.code(own));
    Shape::of(metric, &used).share(layout, codes)
}

/// What of a value decides the value of a zeroing move that leads to it.
fn class(code: u16, limit: Option<u16>) -> (u16, bool) {
    Value::from_code(code).map_or((NOTHING, false), |value| {
        let beyond = limit.zip(value.distance()).is_some_and(|(limit, d)| d > limit);
        (value.without_distance().code(), beyond)
    })
}
