//! All games: a new one adds its line here and to the manifest, and touches nothing else outside
//! its folder.

pub use plyglot_host::entry::{GameEntry, find};

/// Every game there is; the first is the default.
pub static GAMES: &[&GameEntry] = &[
    &plyglot_chess::ENTRY,
    &plyglot_tictactoe::ENTRY,
    &plyglot_kalah::ENTRY,
    &plyglot_abalone::ENTRY,
    &plyglot_morris::ENTRY,
    &plyglot_oware::ENTRY,
    &plyglot_draughts::CHECKERS,
    &plyglot_draughts::INTERNATIONAL,
    &plyglot_connect4::ENTRY,
    &plyglot_othello::ENTRY,
    &plyglot_go::ENTRY,
];
