//! What differs between the games of the family: a value for each.
//!
//! Each field cites the paragraphs that decide it. Abbreviations: *WCDF*, "Rules of Draughts" of
//! the World Checkers Draughts Federation; *FMJD*, annex 1, "Official rules for international
//! draughts", of the Fédération Mondiale du Jeu de Dames; *FMJD-64*, "Rules of the game" of its
//! section for 64 squares (Russian and Brazilian), by section alone where no paragraph is known;
//! *APCA*, "Tournament rules of play" of the American Pool Checkers Association, whose draws, which
//! players announce, are replaced by those of Russian draughts as `PlayStrategy` has them.

use super::limits::{self, Limit};

/// How squares are named in moves and positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Squares {
    /// `11-15`: numbers from the top left.
    Numbers,
    /// `c3-d4`: columns and rows from White's left (FMJD-64 2.3).
    Algebraic,
}

/// What a capture must be among several; all false is free choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "rule books list them one by one")]
pub struct Duty {
    /// Most pieces.
    pub most: bool,
    /// Then with a king rather than a man (Italian).
    pub with_king: bool,
    /// Then most kings (Spanish, Italian).
    pub most_kings: bool,
    /// Then kings as early as possible (Italian).
    pub kings_early: bool,
}

impl Duty {
    /// Any capture will do, as long as it is played to its end.
    pub const FREE: Self =
        Self { most: false, with_king: false, most_kings: false, kings_early: false };
    /// As many pieces as possible, kings and men counting alike.
    pub const MOST: Self = Self { most: true, ..Self::FREE };
}

/// What becomes of a man that reaches the last row in the middle of a capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Crossing {
    /// It is a king, and its move is over.
    Stops,
    /// It goes on as a man, and is a king only if the capture ends there.
    StaysMan,
    /// It goes on as a king.
    Crowned,
}

/// The rules of one game of the family.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "rule books answer them by yes and no")]
pub struct RuleSet {
    /// The name of the variant.
    pub name: &'static str,
    /// White, whose men go up, has the first move; otherwise Black.
    pub white_first: bool,
    /// How squares are written.
    pub squares: Squares,
    /// Kings go as far as the diagonal is free.
    pub flying_kings: bool,
    /// Men may capture backwards.
    pub men_capture_back: bool,
    /// Men may capture kings.
    pub men_capture_kings: bool,
    /// Which of several captures must be played.
    pub duty: Duty,
    /// A man on the last row in the middle of a capture.
    pub crossing: Crossing,
    /// A captured piece leaves the board at once; otherwise it stands in the way until the move is
    /// over, and may not be jumped again.
    pub removed_at_once: bool,
    /// Where it is written that who cannot move has lost, and that the third occurrence of a position
    /// is a draw.
    pub endings: [&'static str; 2],
    /// The draws of today's rule book.
    pub official: &'static [Limit],
    /// The draws as document 4 tells them.
    pub dagaz: &'static [Limit],
    /// `GameType` of PDN 3.0.
    pub game_type: u8,
    /// One sentence for each rule, as `rules` prints them.
    pub text: &'static [&'static str],
}

impl RuleSet {
    /// English draughts, also called checkers.
    pub const ENGLISH: Self = Self {
        name: "checkers",
        white_first: false,        // WCDF 1.13
        squares: Squares::Numbers, // WCDF 1.5
        flying_kings: false,       // WCDF 1.17, 1.21
        men_capture_back: false,   // WCDF 1.18
        men_capture_kings: true,   // WCDF 1.18
        duty: Duty::FREE,          // WCDF 1.20
        crossing: Crossing::Stops, // WCDF 1.16, 1.19
        removed_at_once: false,    // WCDF 1.19
        endings: ["WCDF 1.30", "WCDF 1.32.1"],
        official: limits::WCDF,
        dagaz: limits::DAGAZ_ENGLISH,
        game_type: 21,
        text: &[
            "Black, at the top, moves first (WCDF 1.13)",
            "men move and capture forwards; on the last row they become kings, and the move is \
             over (WCDF 1.15, 1.16, 1.18, 1.19)",
            "kings move and capture one step in all directions (WCDF 1.17, 1.21)",
            "capturing is compulsory, to the end, with a free choice among captures (WCDF 1.19, \
             1.20)",
            "captured pieces leave the board after the move; none is jumped twice (WCDF 1.19, \
             1.20)",
        ],
    };

    /// Russian draughts.
    pub const RUSSIAN: Self = Self {
        name: "russian",
        white_first: true,           // FMJD-64 3
        squares: Squares::Algebraic, // FMJD-64 2
        flying_kings: true,          // FMJD-64 3
        men_capture_back: true,      // FMJD-64 4
        men_capture_kings: true,     // FMJD-64 4
        duty: Duty::FREE,            // FMJD-64 4.13
        crossing: Crossing::Crowned, // FMJD-64 4.14
        removed_at_once: false,      // FMJD-64 4
        endings: ["FMJD-64 7.1", "FMJD-64 7.2.3"],
        official: limits::FMJD_64,
        dagaz: limits::DAGAZ_RUSSIAN,
        game_type: 25,
        text: &[
            "White, at the bottom, moves first (FMJD-64 3)",
            "men move forwards and capture in all directions; kings fly (FMJD-64 3, 4)",
            "capturing is compulsory, to the end, with a free choice among captures (FMJD-64 4.13)",
            "a man that reaches the last row while capturing goes on as a king (FMJD-64 4.14)",
            "captured pieces leave the board after the move; none is jumped twice (FMJD-64 4)",
        ],
    };

    /// Brazilian draughts: international rules on 64 cells.
    pub const BRAZILIAN: Self = Self {
        name: "brazilian",
        duty: Duty::MOST,             // FMJD-64 4.16
        crossing: Crossing::StaysMan, // FMJD-64 4.16, as FMJD 4.15
        dagaz: limits::DAGAZ_INTERNATIONAL,
        game_type: 26,
        text: &[
            "White, at the bottom, moves first (FMJD-64 3)",
            "men move forwards and capture in all directions; kings fly (FMJD-64 3, 4)",
            "capturing is compulsory, and as many pieces as possible (FMJD-64 4.16)",
            "a man becomes a king only where its move ends on the last row (FMJD-64 4.16)",
            "captured pieces leave the board after the move; none is jumped twice (FMJD-64 4)",
        ],
        ..Self::RUSSIAN
    };

    /// American pool checkers.
    pub const POOL: Self = Self {
        name: "pool",
        white_first: false,           // APCA 7
        squares: Squares::Numbers,    // PDN 3.0, game type 23
        flying_kings: true,           // APCA 15, 18
        men_capture_back: true,       // APCA 14
        duty: Duty::FREE,             // APCA 20
        crossing: Crossing::StaysMan, // APCA 22, 23
        game_type: 23,
        text: &[
            "Black, at the top, moves first (APCA 7)",
            "men move forwards and capture in all directions; kings fly (APCA 14, 15, 18)",
            "capturing is compulsory, to the end, with a free choice among captures (APCA 20, 21)",
            "a man becomes a king only where its move ends on the last row (APCA 22, 23)",
            "captured pieces leave the board after the move; none is jumped twice (APCA)",
        ],
        ..Self::RUSSIAN
    };

    /// International draughts, on 100 cells.
    pub const INTERNATIONAL: Self = Self {
        name: "draughts",
        white_first: true,            // FMJD 3.3
        squares: Squares::Numbers,    // FMJD 2.6
        flying_kings: true,           // FMJD 3.9
        men_capture_back: true,       // FMJD 4.1
        men_capture_kings: true,      // FMJD 4.2
        duty: Duty::MOST,             // FMJD 4.13
        crossing: Crossing::StaysMan, // FMJD 3.5, 4.15
        removed_at_once: false,       // FMJD 4.8, 4.11
        endings: ["FMJD 7.2", "FMJD 6.1"],
        official: limits::FMJD,
        dagaz: limits::DAGAZ_INTERNATIONAL,
        game_type: 20,
        text: &[
            "White, at the bottom, moves first (FMJD 3.3)",
            "men move forwards and capture in all directions; kings fly (FMJD 3.4, 3.9, 4.1)",
            "capturing is compulsory, and as many pieces as possible (FMJD 4.13)",
            "a man becomes a king only where its move ends on the last row (FMJD 3.5, 4.15)",
            "captured pieces leave the board after the move; none is jumped twice (FMJD 4.8, 4.11)",
        ],
    };

    /// Every rule set that a variant plays by.
    pub const ALL: [Self; 5] =
        [Self::ENGLISH, Self::RUSSIAN, Self::BRAZILIAN, Self::POOL, Self::INTERNATIONAL];

    /// The rule set of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|set| set.name == name)
    }
}
