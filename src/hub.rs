//! The games that clients may play over Hub, under the names that pydraughts has for them
//! [pydraughts-program].
//!
//! In English draughts and pool checkers Black begins, from the lowest squares: the board is turned. In
//! Russian and Brazilian draughts squares of moves count from a1 row by row upwards (`9-13` is a3-b4),
//! while position strings, and we, count from b8 downwards: moves are flipped.

use plyglot_protocol::hub::{Hub, Variant};

/// The game of Hub itself, which is meant where none is named.
const NORMAL: Variant = variant("normal", ["draughts", "Draughts.Notation"], false, false);
static VARIANTS: [Variant; 5] = [
    NORMAL,
    variant("russian", ["russian", "Checkers.Notation"], false, true),
    variant("brazilian", ["brazilian", "Checkers.Notation"], false, true),
    variant("english", ["checkers", "Checkers.Notation"], true, false),
    variant("pool", ["pool", "Checkers.Notation"], true, false),
];

const fn variant(
    name: &'static str,
    [ours, notation]: [&'static str; 2],
    is_turned: bool,
    is_flipped: bool,
) -> Variant {
    let options = [("UCI_Variant", ours), (notation, "hub")];
    Variant { name, options, is_turned, is_flipped }
}

/// A conversation about these games.
pub fn open() -> Hub {
    Hub::new(&NORMAL, &VARIANTS)
}
