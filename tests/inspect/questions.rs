//! Every question there is, for recordings of which nothing is known: whatever is answered, nothing
//! may break. The fuzz target of trace files asks the same.

use plyglot::core::Side;
use plyglot::game::picture::{Picture, Scene};
use plyglot::inspect::page::{self, EvalBreakdown, GameCursor};
use plyglot::inspect::query::{self, Walk};
use plyglot::inspect::{Recording, compare, render};
use plyglot::protocol::Ask;

/// A game of which nothing is known but that every other move can be played.
struct Guess(usize);

impl GameCursor for Guess {
    fn picture(&self) -> Picture {
        Picture::of_text("?")
    }
    fn play(&mut self, mv: Option<&str>) -> bool {
        let can = mv.is_some_and(|mv| !mv.len().is_multiple_of(2));
        self.0 += usize::from(can);
        can
    }
    fn back(&mut self) {
        self.0 = self.0.checked_sub(1).expect("only what was played is taken back");
    }
    fn scene(&self) -> Scene {
        vec![self.0.to_string().into()]
    }
    fn side(&self) -> Side {
        Side::First
    }
    fn evaluation(&self) -> Option<EvalBreakdown> {
        Some(EvalBreakdown::default())
    }
}

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
    let _ = page::html(recording, &mut Guess(0));
}
