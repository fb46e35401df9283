//! The two boards: what is played on each, and what `bench` searches there.

use super::board::{Board, Board8x8, Board10x10};
use plyglot_host::game::{BenchPosition, Variant};

impl Board for Board8x8 {
    const ROW: u32 = 4;
    const EMBEDDED_MEN: u8 = 3;
    const NAME: &'static str = "checkers";
    const PREFIX: &'static str = "Checkers";
    const ABOUT: &'static str = "Draughts on 64 cells: English, Russian, Brazilian, pool.";
    const VARIANTS: &'static [Variant] = &[
        Variant { name: "checkers", about: "English draughts: rules of the WCDF [wcdf-rules]." },
        Variant { name: "russian", about: "Russian draughts: rules of FMJD-64 [fmjd-64]." },
        Variant {
            name: "brazilian",
            about: "Brazilian draughts, international rules on 64 cells: [fmjd-64].",
        },
        Variant { name: "pool", about: "American pool checkers: rules of the APCA [apca-rules]." },
    ];
    const BENCH: &'static [BenchPosition] = &[
        BenchPosition { position: "startpos", depth: 11 },
        BenchPosition { position: "startpos moves 11-15 23-19 8-11 22-17 4-8", depth: 11 },
        BenchPosition { position: "fen B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29", depth: 9 },
    ];
}

impl Board for Board10x10 {
    const ROW: u32 = 5;
    const EMBEDDED_MEN: u8 = 3;
    const NAME: &'static str = "draughts";
    const PREFIX: &'static str = "Draughts";
    const ABOUT: &'static str = "International draughts: 100 cells, twenty men a side.";
    const VARIANTS: &'static [Variant] = &[Variant {
        name: "draughts",
        about: "International draughts: rules of the FMJD [fmjd-rules].",
    }];
    const BENCH: &'static [BenchPosition] = &[
        BenchPosition { position: "startpos", depth: 11 },
        BenchPosition { position: "startpos moves 32-28 19-23 28x19 14x23 33-28", depth: 11 },
        BenchPosition {
            position: "fen W:W25,27,28,30,32-35,37,38:B12-14,16,18,19,21,23,24,26",
            depth: 13,
        },
    ];
}
