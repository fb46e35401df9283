//! Every question there is, for recordings of which nothing is known: whatever is answered, nothing
//! may break. The fuzz target of trace files asks the same.

use plyglot::inspect::query::{self, Walk};
use plyglot::inspect::{Recording, compare, render};
use plyglot::protocol::Ask;

pub(crate) fn ask_everything(recording: &Recording) {
    let mut walk = Walk::default();
    let first = recording.nodes.get(1).map_or("", |node| recording.text(node.mv)).to_owned();
    for ask in [
        Ask::Iterations,
        Ask::Hot,
        Ask::Why(None),
        Ask::Why(Some(&first)),
        Ask::Tree { path: Vec::new(), depth: 3 },
        Ask::Down(&first),
        Ask::Best(3),
        Ask::Why(None),
        Ask::Up,
    ] {
        let _ = query::answer(Some(recording), &mut walk, &ask);
    }
    let _ = compare::diff(recording, recording);
    let _ = (render::csv(recording), render::dot(recording, 2));
}
