//! The moves of a state one after the other, each played while it is looked at.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::state::{State, refused_move};
use plyglot::host::state::NumberedGame;
use pyo3::prelude::*;

/// The legal moves of a state, each of them played while it is looked at.
///
/// Made by ``State.walk``.
#[pyclass(frozen, module = "plyglot")]
pub(crate) struct Walk {
    state: Py<State>,
    actions: Vec<u16>,
    next: AtomicUsize,
    /// Moves played when it began.
    ply: usize,
}

impl Walk {
    /// Begins where the state stands.
    pub(crate) fn new(state: Py<State>) -> Self {
        let mut actions = Vec::new();
        let ply = {
            let mut at = state.get().at();
            at.moves(&mut actions);
            at.played().len()
        };
        Self { state, actions, next: AtomicUsize::new(0), ply }
    }

    /// Takes back what has been played since it began.
    fn rewind(&self, at: &mut dyn NumberedGame) {
        while at.played().len() > self.ply && at.undo() {}
    }
}

impl Drop for Walk {
    fn drop(&mut self) {
        if (1..=self.actions.len()).contains(&self.next.load(Ordering::Relaxed)) {
            self.rewind(&mut **self.state.get().at());
        }
    }
}

#[pymethods]
impl Walk {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&self) -> PyResult<Option<u16>> {
        let next = self.next.fetch_add(1, Ordering::Relaxed);
        let mut at = self.state.get().at();
        if next > 0 && next <= self.actions.len() {
            self.rewind(&mut **at);
        }
        let Some(&action) = self.actions.get(next) else { return Ok(None) };
        at.play(action).map_err(|error| refused_move(&error))?;
        Ok(Some(action))
    }
}
