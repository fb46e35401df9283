//! The player of [dubner-1990], as far as the text tells; nothing of the game itself needs it.
//!
//! `f2` is its search, `successors` its walk over the moves of a position, `estimate` what it
//! likes, `reading` what the text leaves open about all three, `player` the program as a player.
//! `hypotheses` tries readings on a recorded game; what came of it is told in `docs/dubner.md`.

mod estimate;
mod f2;
pub(super) mod hypotheses;
mod player;
mod reading;
mod successors;

use super::rules::Kalah;
use plyglot_core::{Opt, Scope};
use plyglot_search::PlayerEntry;

/// The player.
pub(super) const F2: PlayerEntry<Kalah> = PlayerEntry {
    name: "f2",
    about: "The player of [dubner-1990]: procedure F2 [knuth-moore-1975], MaxLevel + 1 plies.",
    make: |_, settings| Ok(Box::new(player::F2::new(settings))),
};

/// Its options.
pub(super) fn options() -> [Opt; 4] {
    [
        Opt::spin(
            Scope::Player,
            player::MAX_LEVEL,
            5,
            (0, 40),
            "The mind `f2` looks one move further than this number: levels from 0 to it.",
        ),
        estimate::EVALUATION.opt(),
        Opt::spin(
            Scope::Player,
            player::BUDGET,
            0,
            (0, 1_000_000_000),
            "Positions the mind `f2` may look at for a move, more for lines that look good, as \
             Tseitin's program with 1000; 0 is no such limit and looks at all lines.",
        ),
        player::COMPAT.opt(),
    ]
    .map(|opt| opt.heeded_by(&["f2"]))
}
