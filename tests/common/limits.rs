//! Limits of a search drawn by lot.

use std::time::Duration;

use plyglot::core::Limits;
use proptest::option;
use proptest::prelude::*;

/// Any limits: times, counts and nodes as these draw them, each of them or none.
pub(crate) fn any_limits(
    time: impl Strategy<Value = Duration> + Clone,
    count: impl Strategy<Value = u32> + Clone,
    node: impl Strategy<Value = u64> + Clone,
) -> impl Strategy<Value = Limits> {
    let clocks =
        ([option::of(time.clone()), option::of(time.clone())], [time.clone(), time.clone()]);
    let nodes = (option::of(node.clone()), option::of(node));
    let counts = (option::of(count.clone()), option::of(count.clone()), nodes, option::of(count));
    (any::<(bool, bool)>(), clocks, counts, option::of(time)).prop_map(
        |((ponder, infinite), (clock, increment), counts, move_time)| {
            let (moves_to_go, depth, (nodes, visits), mate) = counts;
            Limits {
                ponder,
                infinite,
                clock,
                increment,
                moves_to_go,
                depth,
                nodes,
                visits,
                mate,
                move_time,
            }
        },
    )
}
