//! Questions about a recording, answered in lines of text.

use super::recording::Recording;
use crate::protocol::Ask;

/// Where `up` and `down` have led: moves from the root.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Walk {
    /// The moves.
    pub path: Vec<String>,
}

/// Answers a question; the text of an error is for the client.
pub fn answer(
    recording: Option<&Recording>,
    _walk: &mut Walk,
    ask: &Ask<'_>,
) -> Result<Vec<String>, String> {
    let recording =
        recording.ok_or_else(|| format!("{ask}: no search is recorded, send trace on before go"))?;
    Ok(vec![format!("{} visits", recording.visits)])
}
