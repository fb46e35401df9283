//! The lines of a state one after the other, each played while it is looked at.
//!
//! A loop of Python costs little more than its locks here, so there is one: where a walk has come to is
//! kept beside the game, behind the lock of its state.

use crate::error::MoveError;
use crate::state::{At, State};
use plyglot::host::state::{Lines, Step};
use pyo3::prelude::*;

/// Lines of moves of a state, each of them played while it is looked at.
///
/// Made by ``State.walk`` and ``State.lines``.
#[pyclass(frozen, module = "plyglot")]
pub(crate) struct Walk {
    state: Py<State>,
    /// Its place among the walks of the state.
    place: usize,
}

/// The walks of a state; they may be one within the other.
#[derive(Default)]
pub(crate) struct Walks(Vec<Walking>);

/// Where a walk has come to.
struct Walking {
    lines: Lines,
    stage: Stage,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// It has not played anything yet.
    Fresh,
    /// A line is played.
    UnderWay,
    /// It has shown all its lines, or lost its way.
    Over,
    /// Nobody asks any more: its place is free.
    Left,
}

impl Walks {
    /// Begins a walk, and says its place.
    fn begin(&mut self, lines: Lines) -> usize {
        let walking = Walking { lines, stage: Stage::Fresh };
        if let Some(free) = self.0.iter().position(|walking| walking.stage == Stage::Left) {
            self.0[free] = walking;
            return free;
        }
        self.0.push(walking);
        self.0.len() - 1
    }
}

impl At {
    /// Plays the next line of the walk at a place, if there is one; or says after how many moves it
    /// began, if some of these have been taken back.
    fn walk_on(&mut self, place: usize) -> Result<Option<u16>, usize> {
        let Walking { lines, stage } = &mut self.walks.0[place];
        if *stage == Stage::Over {
            return Ok(None);
        }
        let step = self.game.next_line(lines);
        *stage = if matches!(step, Step::Line(_)) { Stage::UnderWay } else { Stage::Over };
        match step {
            Step::Line(action) => Ok(Some(action)),
            Step::End => Ok(None),
            Step::Lost => Err(lines.begin()),
        }
    }

    /// Leaves a walk, and takes back what has been played since it began.
    fn leave(&mut self, place: usize) {
        let Walking { lines, stage } = &mut self.walks.0[place];
        let was_under_way = *stage == Stage::UnderWay;
        *stage = Stage::Left;
        while was_under_way && self.game.played().len() > lines.begin() && self.game.undo() {}
    }
}

impl Walk {
    /// Begins where the state stands.
    pub(crate) fn new(state: Py<State>, plies: usize) -> Self {
        let mut at = state.get().at();
        let lines = Lines::new(at.played().len(), plies);
        let place = at.walks.begin(lines);
        drop(at);
        Self { state, place }
    }
}

impl Drop for Walk {
    fn drop(&mut self) {
        self.state.get().at().leave(self.place);
    }
}

#[pymethods]
impl Walk {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&self) -> PyResult<Option<u16>> {
        let found = self.state.get().at().walk_on(self.place);
        found.map_err(|ply| {
            let text = format!("walk: it began after ply {ply}, which has been taken back");
            MoveError::new_err(text)
        })
    }
}
