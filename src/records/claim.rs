//! What a record says of the end of its game, held against what the rules say.

use plyglot_core::Side;
use plyglot_core::game::{Ending, Outcome};

/// What a record says of the end that the rules do not.
pub fn disputed(claim: Option<Ending>, outcome: Option<&Outcome>) -> Option<Ending> {
    let ending = outcome.map(|outcome| outcome.ending);
    claim.filter(|&claim| !agree(claim, ending))
}

/// The same as the end of a sentence, where one of the two must be wrong: players may agree on a
/// draw or give up, but what lies on the board they cannot agree on.
pub(super) fn contradiction(claim: Option<Ending>, outcome: Option<&Outcome>) -> Option<String> {
    let is_wrong = |claim: &Ending| outcome.is_some() || matches!(claim, Ending::Margin(_));
    let wrong = disputed(claim, outcome).filter(is_wrong);
    wrong.map(|claim| format!("; the file says otherwise of the end: {}", claim_text(claim)))
}

/// Whether a record says of the end what the rules say; some forms have no word for the margin.
fn agree(claim: Ending, ending: Option<Ending>) -> bool {
    match (claim, ending) {
        (claim, Some(ending)) if claim == ending => true,
        (Ending::Win(side), Some(Ending::Margin(units)))
        | (Ending::Margin(units), Some(Ending::Win(side))) => {
            units != 0 && (units > 0) == (side == Side::First)
        }
        (Ending::Draw, Some(Ending::Margin(0))) | (Ending::Margin(0), Some(Ending::Draw)) => true,
        _ => false,
    }
}

/// What a record says of the end of its game.
pub fn claim_text(claim: Ending) -> String {
    match claim {
        Ending::Draw | Ending::Margin(0) => "a draw".to_owned(),
        Ending::Win(side) => format!("{} wins", side_name(side)),
        Ending::Margin(units) => {
            let winner = if units > 0 { Side::First } else { Side::Second };
            format!("{} wins by {}", side_name(winner), units.unsigned_abs())
        }
    }
}

/// A side in a word, as programs are told.
pub const fn side_word(side: Side) -> &'static str {
    match side {
        Side::First => "first",
        Side::Second => "second",
    }
}

/// A side in words.
pub fn side_name(side: Side) -> &'static str {
    if side == Side::First { "first side" } else { "second side" }
}
