//! What rule books disagree about: the size of the board, and whose the empty squares are.

use plyglot_core::{Choice, Scope, Way};

/// Who gets the squares that stay empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Empties {
    /// Whoever has more discs [wof-rules].
    #[default]
    Winner,
    /// Nobody: discs alone are counted.
    Nobody,
}

pub(super) const EMPTIES: Choice<Empties> = Choice {
    scope: Scope::Rules,
    option: "Othello.Empties",
    about: "The squares that are empty at the end count for whoever has more discs [wof-rules], or \
            for nobody.",
    unset: None,
    ways: &[
        Way::new(
            "winner",
            Empties::Winner,
            "squares that are empty at the end count for the winner [wof-rules]",
        ),
        Way::new("nobody", Empties::Nobody, "discs alone are counted at the end: Othello.Empties"),
    ],
};

/// The variants, by the squares a side of the board has, the default first.
pub(super) const SIZES: [(&str, u8); 3] = [("othello", 8), ("othello6", 6), ("othello4", 4)];
