//! Exceptions: what the engine says, by what was asked of it.

use plyglot::host::state::SetupError;
use pyo3::PyErr;
use pyo3::create_exception;
use pyo3::exceptions::PyValueError;

create_exception!(
    plyglot,
    PlyglotError,
    PyValueError,
    "What plyglot refuses: the text says what was read, where, and what was expected."
);
create_exception!(plyglot, GameError, PlyglotError, "No game or variant is called so.");
create_exception!(plyglot, OptionError, PlyglotError, "An option that is not there, or its value.");
create_exception!(plyglot, PositionError, PlyglotError, "A position string that is none.");
create_exception!(plyglot, MoveError, PlyglotError, "A move that is none, or may not be played.");

/// A set-up that was not taken.
pub(crate) fn setup(error: &SetupError) -> PyErr {
    match error {
        SetupError::Position(error) => PositionError::new_err(error.to_string()),
        SetupError::Move { .. } | SetupError::Undo { .. } => MoveError::new_err(error.to_string()),
    }
}

/// Anything else that was refused.
pub(crate) fn refused(text: impl ToString) -> PyErr {
    PlyglotError::new_err(text.to_string())
}
