//! What differs between the games of the family: a value for each.
//!
//! Each field cites the paragraphs that decide it: [wcdf-rules] for English draughts, [fmjd-rules]
//! for international draughts, [fmjd-64] for Russian and Brazilian, by section alone where no
//! paragraph is known, and [apca-rules] for pool checkers, whose draws, which players announce, are
//! replaced by those of Russian draughts, as they are on [playstrategy-program].

use super::limits::{self, Limit};
use plyglot_core::game::Repetition;

/// How squares are named in moves and positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Squares {
    /// `11-15`: numbers from the top left.
    Numbers,
    /// `c3-d4`: columns and rows from White's left [fmjd-64, 2.3].
    Algebraic,
}

/// What a capture must be among several; all false is free choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "rule books list them one by one")]
pub struct CaptureObligation {
    /// Most pieces.
    pub most: bool,
    /// Then with a king rather than a man (Italian).
    pub with_king: bool,
    /// Then most kings (Spanish, Italian).
    pub most_kings: bool,
    /// Then kings as early as possible (Italian).
    pub kings_early: bool,
}

impl CaptureObligation {
    /// Any capture will do, as long as it is played to its end.
    pub const FREE: Self =
        Self { most: false, with_king: false, most_kings: false, kings_early: false };
    /// As many pieces as possible, kings and men counting alike.
    pub const MOST: Self = Self { most: true, ..Self::FREE };
}

/// What becomes of a man that reaches the last row in the middle of a capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PromotionDuringCapture {
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
    pub duty: CaptureObligation,
    /// A man on the last row in the middle of a capture.
    pub crossing: PromotionDuringCapture,
    /// A captured piece leaves the board at once; otherwise it stands in the way until the move is
    /// over, and may not be jumped again.
    pub removed_at_once: bool,
    /// Where it is written that who cannot move has lost, and that the third occurrence of a position
    /// is a draw.
    pub endings: [&'static str; 2],
    /// What the third occurrence of a position means in today's rule book: the end, where "the game
    /// is considered drawn", or a claim, where a player has to show it.
    pub repetition: Repetition,
    /// The draws of today's rule book.
    pub official: &'static [Limit],
    /// The draws as [dagaz-9] tells them.
    pub dagaz: &'static [Limit],
    /// `GameType` of [pdn-3].
    pub game_type: u8,
    /// One sentence for each rule, as `rules` prints them.
    pub text: &'static [&'static str],
}

impl RuleSet {
    /// English draughts, also called checkers.
    pub const ENGLISH: Self = Self {
        name: "checkers",
        white_first: false,                      // [wcdf-rules, 1.13]
        squares: Squares::Numbers,               // [wcdf-rules, 1.5]
        flying_kings: false,                     // [wcdf-rules, 1.17, 1.21]
        men_capture_back: false,                 // [wcdf-rules, 1.18]
        men_capture_kings: true,                 // [wcdf-rules, 1.18]
        duty: CaptureObligation::FREE,           // [wcdf-rules, 1.20]
        crossing: PromotionDuringCapture::Stops, // [wcdf-rules, 1.16, 1.19]
        removed_at_once: false,                  // [wcdf-rules, 1.19]
        endings: ["[wcdf-rules, 1.30]", "[wcdf-rules, 1.32.1]"],
        repetition: Repetition::THREEFOLD_CLAIM, // [wcdf-rules, 1.32.1]
        official: limits::WCDF,
        dagaz: limits::DAGAZ_ENGLISH,
        game_type: 21,
        text: &[
            "Black, at the top, moves first [wcdf-rules, 1.13]",
            "men move and capture forwards; on the last row they become kings, and the move is \
             over [wcdf-rules, 1.15, 1.16, 1.18, 1.19]",
            "kings move and capture one step in all directions [wcdf-rules, 1.17, 1.21]",
            "capturing is compulsory, to the end, with a free choice among captures \
             [wcdf-rules, 1.19, 1.20]",
            "captured pieces leave the board after the move; none is jumped twice \
             [wcdf-rules, 1.19, 1.20]",
        ],
    };

    /// Russian draughts.
    pub const RUSSIAN: Self = Self {
        name: "russian",
        white_first: true,                         // [fmjd-64, 3]
        squares: Squares::Algebraic,               // [fmjd-64, 2]
        flying_kings: true,                        // [fmjd-64, 3]
        men_capture_back: true,                    // [fmjd-64, 4]
        men_capture_kings: true,                   // [fmjd-64, 4]
        duty: CaptureObligation::FREE,             // [fmjd-64, 4.13]
        crossing: PromotionDuringCapture::Crowned, // [fmjd-64, 4.14]
        removed_at_once: false,                    // [fmjd-64, 4]
        endings: ["[fmjd-64, 7.1]", "[fmjd-64, 7.2.3]"],
        repetition: Repetition::THREEFOLD, // [fmjd-64, 7.2.3]
        official: limits::FMJD_64,
        dagaz: limits::DAGAZ_RUSSIAN,
        game_type: 25,
        text: &[
            "White, at the bottom, moves first [fmjd-64, 3]",
            "men move forwards and capture in all directions; kings fly [fmjd-64, 3, 4]",
            "capturing is compulsory, to the end, with a free choice among captures \
             [fmjd-64, 4.13]",
            "a man that reaches the last row while capturing goes on as a king [fmjd-64, 4.14]",
            "captured pieces leave the board after the move; none is jumped twice [fmjd-64, 4]",
        ],
    };

    /// Brazilian draughts: international rules on 64 cells.
    pub const BRAZILIAN: Self = Self {
        name: "brazilian",
        duty: CaptureObligation::MOST,              // [fmjd-64, 4.16]
        crossing: PromotionDuringCapture::StaysMan, // [fmjd-64, 4.16], as [fmjd-rules, 4.15]
        dagaz: limits::DAGAZ_INTERNATIONAL,
        game_type: 26,
        text: &[
            "White, at the bottom, moves first [fmjd-64, 3]",
            "men move forwards and capture in all directions; kings fly [fmjd-64, 3, 4]",
            "capturing is compulsory, and as many pieces as possible [fmjd-64, 4.16]",
            "a man becomes a king only where its move ends on the last row [fmjd-64, 4.16]",
            "captured pieces leave the board after the move; none is jumped twice [fmjd-64, 4]",
        ],
        ..Self::RUSSIAN
    };

    /// American pool checkers.
    pub const POOL: Self = Self {
        name: "pool",
        white_first: false,                         // [apca-rules, 7]
        squares: Squares::Numbers,                  // [pdn-3], game type 23
        flying_kings: true,                         // [apca-rules, 15, 18]
        men_capture_back: true,                     // [apca-rules, 14]
        duty: CaptureObligation::FREE,              // [apca-rules, 20]
        crossing: PromotionDuringCapture::StaysMan, // [apca-rules, 22, 23]
        game_type: 23,
        text: &[
            "Black, at the top, moves first [apca-rules, 7]",
            "men move forwards and capture in all directions; kings fly [apca-rules, 14, 15, 18]",
            "capturing is compulsory, to the end, with a free choice among captures \
             [apca-rules, 20, 21]",
            "a man becomes a king only where its move ends on the last row [apca-rules, 22, 23]",
            "captured pieces leave the board after the move; none is jumped twice [apca-rules]",
        ],
        ..Self::RUSSIAN
    };

    /// International draughts, on 100 cells.
    pub const INTERNATIONAL: Self = Self {
        name: "draughts",
        white_first: true,                          // [fmjd-rules, 3.3]
        squares: Squares::Numbers,                  // [fmjd-rules, 2.6]
        flying_kings: true,                         // [fmjd-rules, 3.9]
        men_capture_back: true,                     // [fmjd-rules, 4.1]
        men_capture_kings: true,                    // [fmjd-rules, 4.2]
        duty: CaptureObligation::MOST,              // [fmjd-rules, 4.13]
        crossing: PromotionDuringCapture::StaysMan, // [fmjd-rules, 3.5, 4.15]
        removed_at_once: false,                     // [fmjd-rules, 4.8, 4.11]
        endings: ["[fmjd-rules, 7.2]", "[fmjd-rules, 6.1] [dagaz-9, section 2]"],
        repetition: Repetition::THREEFOLD, // [fmjd-rules, 6.1]
        official: limits::FMJD,
        dagaz: limits::DAGAZ_INTERNATIONAL,
        game_type: 20,
        text: &[
            "White, at the bottom, moves first [fmjd-rules, 3.3]",
            "men move forwards and capture in all directions; kings fly \
             [fmjd-rules, 3.4, 3.9, 4.1]",
            "capturing is compulsory, and as many pieces as possible [fmjd-rules, 4.13]",
            "a man becomes a king only where its move ends on the last row [fmjd-rules, 3.5, 4.15]",
            "captured pieces leave the board after the move; none is jumped twice \
             [fmjd-rules, 4.8, 4.11]",
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
