//! The lines of a state one after the other, each played while it is looked at.

use crate::error::MoveError;
use crate::state::State;
use plyglot::host::state::{Lines, Step};
use pyo3::prelude::*;

/// Lines of moves of a state, each of them played while it is looked at.
///
/// Made by ``State.walk`` and ``State.lines``.
#[pyclass(module = "plyglot")]
pub(crate) struct Walk {
    state: Py<State>,
    lines: Lines,
    /// A line is played.
    is_under_way: bool,
    is_over: bool,
}

impl Walk {
    /// Begins where the state stands.
    pub(crate) fn new(state: Py<State>, plies: usize) -> Self {
        let lines = Lines::new(state.get().at().played().len(), plies);
        Self { state, lines, is_under_way: false, is_over: false }
    }
}

impl Drop for Walk {
    /// Takes back what has been played since it began.
    fn drop(&mut self) {
        if self.is_under_way {
            let mut at = self.state.get().at();
            while at.played().len() > self.lines.begin() && at.undo() {}
        }
    }
}

#[pymethods]
impl Walk {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&mut self) -> PyResult<Option<u16>> {
        if self.is_over {
            return Ok(None);
        }
        let step = self.state.get().at().next_line(&mut self.lines);
        match step {
            Step::Line(action) => {
                self.is_under_way = true;
                return Ok(Some(action));
            }
            Step::End => (self.is_under_way, self.is_over) = (false, true),
            Step::Lost => {
                (self.is_under_way, self.is_over) = (false, true);
                let ply = self.lines.begin();
                let text = format!("walk: it began after ply {ply}, which has been taken back");
                return Err(MoveError::new_err(text));
            }
        }
        Ok(None)
    }
}
