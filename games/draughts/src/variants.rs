//! The two boards: what is played on each, and what `bench` searches there.

use super::board::{Board, Board8x8, Board10x10};
use plyglot_host::game::Variant;

impl Board for Board8x8 {
    const ROW: u32 = 4;
    const EMBEDDED_MEN: u8 = 3;
    const PRUNES_LATE_MOVES: bool = false;
    const NAME: &'static str = "checkers";
    const PREFIX: &'static str = "Checkers";
    const ABOUT: &'static str = "Draughts on 64 cells: English, Russian, Brazilian, pool.";
    const VARIANTS: &'static [Variant] = &[
        Variant {
            name: "checkers",
            title: "English draughts",
            about: "English draughts: rules of the WCDF [wcdf-rules].",
        },
        Variant {
            name: "russian",
            title: "Russian draughts",
            about: "Russian draughts: rules of FMJD-64 [fmjd-64].",
        },
        Variant {
            name: "brazilian",
            title: "Brazilian draughts",
            about: "Brazilian draughts, international rules on 64 cells: [fmjd-64].",
        },
        Variant {
            name: "pool",
            title: "Pool checkers",
            about: "American pool checkers: rules of the APCA [apca-rules].",
        },
    ];
    const BENCH: &'static str = include_str!("../data/positions-64.txt");
}

impl Board for Board10x10 {
    const ROW: u32 = 5;
    const EMBEDDED_MEN: u8 = 3;
    const PRUNES_LATE_MOVES: bool = true;
    const NAME: &'static str = "draughts";
    const PREFIX: &'static str = "Draughts";
    const ABOUT: &'static str = "International draughts: 100 cells, twenty men a side.";
    const PROTOCOLS: &'static [&'static str] = &["Hub", "DXP"];
    const VARIANTS: &'static [Variant] = &[Variant {
        name: "draughts",
        title: "International draughts",
        about: "International draughts: rules of the FMJD [fmjd-rules].",
    }];
    const BENCH: &'static str = include_str!("../data/positions-100.txt");
}
