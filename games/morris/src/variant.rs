//! What the members of the family disagree about, one field each, and the games that have names.
//!
//! The sources that [`describe`] cites:
//!
//! - [gasser-1996], section 2, for nine men's morris;
//! - [sanmill-program], its presets; its position strings and move words are also spoken here;
//! - [gevay-danner-2014] for Lasker's game and morabaraba;
//! - [dagaz-9] on repeated mills and on what may be taken.

use super::board::Board;
use plyglot_core::{Choice, Scope, Way};

/// Which men a mill takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MillProtection {
    /// A man in a mill only if there is no other [gasser-1996] [sanmill-program].
    UnlessNone,
    /// Never a man in a mill; without another nothing is taken [dagaz-9].
    Never,
    /// Any man (an option of [sanmill-program]).
    Always,
}

pub(super) const FROM_MILLS: Choice<MillProtection> = Choice {
    scope: Scope::Rules,
    option: "Morris.CaptureFromMills",
    about: "A man in a mill may be taken only if there is no other, never, or always.",
    unset: BY_VARIANT,
    ways: &[
        Way::new(
            "if_no_other",
            MillProtection::UnlessNone,
            "one that is in a mill only if all are [gasser-1996]",
        ),
        Way::new("never", MillProtection::Never, "never one in a mill [dagaz-9]"),
        Way::new("always", MillProtection::Always, "in a mill or not: Morris.CaptureFromMills"),
    ],
};

/// What happens where the side to move has no move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoMove {
    /// It has lost [gasser-1996].
    Loss,
    /// A draw (an option of [sanmill-program]).
    Draw,
    /// It passes, and the other side goes on; a draw if that has no move either (an option of
    /// [sanmill-program], which leaves the last open).
    Pass,
}

pub(super) const NO_MOVE: Choice<NoMove> = Choice {
    scope: Scope::Rules,
    option: "Morris.NoMove",
    about: "A side that cannot move has lost, or the game is drawn, or it passes; if neither can \
            move, passing makes a draw.",
    unset: BY_VARIANT,
    ways: &[
        Way::new("loss", NoMove::Loss, "whoever cannot move has lost [gasser-1996]"),
        Way::new("draw", NoMove::Draw, "a side that cannot move draws: Morris.NoMove"),
        Way::new(
            "pass",
            NoMove::Pass,
            "a side that cannot move passes, and if neither can the game is drawn: Morris.NoMove",
        ),
    ],
};

/// What a mill formed again is, by [dagaz-9].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MillRepeat {
    /// A mill like any other.
    Allowed,
    /// A mill of the same three men on the same points as two moves of this side ago takes nothing.
    Barren,
    /// Such a mill may not be formed.
    Forbidden,
    /// A man that has just closed a mill may not go straight back from that mill into another
    /// ([sanmill-program]: `restrictRepeatedMillsFormation`).
    Reverse,
}

pub(super) const REPEAT: Choice<MillRepeat> = Choice {
    scope: Scope::Rules,
    option: "Morris.MillRepeat",
    about: "The same men on the same line again after one move are a mill like any other, take \
            nothing, or may not go there [dagaz-9]; `reverse` forbids the man that closed a mill \
            to go straight back from it into another [sanmill-program]. By `Morris.MillOnce` a \
            line on which there was a mill is none again, and nothing is forbidden there.",
    unset: BY_VARIANT,
    ways: &[
        Way::new(
            "allowed",
            MillRepeat::Allowed,
            "a mill may be opened and closed as often as one likes [gasser-1996]",
        ),
        Way::new(
            "barren",
            MillRepeat::Barren,
            "the same men on the same line again after one move take nothing [dagaz-9]",
        ),
        Way::new(
            "forbidden",
            MillRepeat::Forbidden,
            "the same men may not form the same line again after one move [dagaz-9]",
        ),
        Way::new(
            "reverse",
            MillRepeat::Reverse,
            "a man that closed a mill may not go straight back into another [sanmill-program]",
        ),
    ],
};

/// Whether mills are those of [dagaz-9].
pub(super) const COMPAT: Choice<bool> = Choice {
    scope: Scope::Rules,
    option: "Morris.Compat",
    about: "All that [dagaz-9] tells of mills in one word: no man in a mill is taken, several mills \
            take one man each, and the same mill again after one move takes nothing; other options \
            change it piece by piece.",
    unset: None,
    ways: &[Way::unsaid("none", false), Way::unsaid("dagaz", true)],
};

/// Whether the last three men of a side fly.
pub(super) const FLYING: Choice<bool> = Choice {
    scope: Scope::Rules,
    option: "Morris.Flying",
    about: "The last three men of a side move to any empty point, or to neighbouring ones like all \
            others.",
    unset: BY_VARIANT,
    ways: &[
        Way::new(
            "at_three",
            true,
            "men move to a neighbouring point; the last three of a side to any [gasser-1996]",
        ),
        Way::new(
            "never",
            false,
            "men move to a neighbouring point, the last three too: Morris.Flying",
        ),
    ],
};

/// Whether each of several mills takes a man.
pub(super) const DOUBLE: Choice<bool> = Choice {
    scope: Scope::Rules,
    option: "Morris.DoubleMill",
    about: "Several mills closed by one move take one man, or one each.",
    unset: BY_VARIANT,
    ways: &[
        Way::new("one", false, "two mills closed at once take one man [gasser-1996]"),
        Way::new("each", true, "two mills closed at once take two men, three take three [dagaz-9]"),
    ],
};

/// Whether a full board is a draw.
pub(super) const FULL_BOARD: Choice<bool> = Choice {
    scope: Scope::Rules,
    option: "Morris.FullBoard",
    about: "A full board is a position without a move like any other, or a draw.",
    unset: BY_VARIANT,
    ways: &[
        Way::unsaid("no_move", false),
        Way::new("draw", true, "a full board is a draw [gevay-danner-2014]"),
    ],
};

/// The word of an option that leaves a rule as the variant has it.
const BY_VARIANT: Option<&str> = Some("variant");

/// The rules of one member of the family.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "the options of the family, most of them yes or no"
)]
pub struct RuleSet {
    /// The board.
    pub board: Board,
    /// Men of each side.
    pub men: u8,
    /// A man on the board may move while there are men in hand.
    pub moves_while_placing: bool,
    /// A side with no men in hand and three on the board moves to any empty point.
    pub flying: bool,
    /// The first mill wins, and nothing is taken.
    pub mill_wins: bool,
    /// Which men a mill takes.
    pub shield: MillProtection,
    /// Two mills closed by one move take two men, three take three; otherwise one.
    pub each_mill_takes: bool,
    /// What happens where the side to move has no move.
    pub no_move: NoMove,
    /// A full board is a draw.
    pub full_board_draws: bool,
    /// What a mill formed again is.
    pub mill_repeat: MillRepeat,
    /// A line takes something once only: where a side has had mills on all of its points, another
    /// is none (`oneTimeUseMill` of [sanmill-program]).
    pub mill_once: bool,
}

impl RuleSet {
    /// Nine men's morris [gasser-1996].
    pub const NINE: Self = Self {
        board: Board::Rings,
        men: 9,
        moves_while_placing: false,
        flying: true,
        mill_wins: false,
        shield: MillProtection::UnlessNone,
        each_mill_takes: false,
        no_move: NoMove::Loss,
        full_board_draws: false,
        mill_repeat: MillRepeat::Allowed,
        mill_once: false,
    };
    /// Six men on two rings, without flying.
    pub const SIX: Self = Self { board: Board::TwoRings, men: 6, flying: false, ..Self::NINE };
    /// Lasker's ten men, who may move while others are in hand [gevay-danner-2014]
    /// [sanmill-program].
    pub const LASKER: Self = Self { men: 10, moves_while_placing: true, ..Self::NINE };
    /// Twelve men and diagonals; a board that fills up leaves the first side without a move
    /// [sanmill-program].
    pub const TWELVE: Self = Self { board: Board::Diagonals, men: 12, ..Self::NINE };
    /// The same, and a full board is a draw [gevay-danner-2014].
    pub const MORABARABA: Self = Self { full_board_draws: true, ..Self::TWELVE };
    /// Three men on the square: the first mill wins, and after placing a man goes anywhere.
    pub const THREE: Self = Self { board: Board::Square, men: 3, mill_wins: true, ..Self::NINE };

    /// The same game with the mills of [dagaz-9].
    #[must_use]
    pub const fn as_dagaz_tells(self) -> Self {
        Self {
            shield: MillProtection::Never,
            each_mill_takes: true,
            mill_repeat: MillRepeat::Barren,
            ..self
        }
    }

    /// The variants by name, the default first.
    pub const VARIANTS: [(&'static str, Self); 6] = [
        ("morris", Self::NINE),
        ("sixmorris", Self::SIX),
        ("lasker", Self::LASKER),
        ("morabaraba", Self::MORABARABA),
        ("twelvemorris", Self::TWELVE),
        ("threemorris", Self::THREE),
    ];
}

/// What the text writes for a repeated mill, letter by letter.
const LETTERS: &str = "that is `(not-situation-repeated? hash 1 2)`: hash is that of the three men of \
                       a line, each with his point and a number of his own; 1 is the repetition \
                       that counts, the first; 2 is how many moves of that side it looks back, past \
                       the one that opened the mill to the one that formed it [dagaz-9]";

/// The rule set in force, a rule a line, each with its source.
pub(super) fn describe(set: &RuleSet) -> Vec<String> {
    let board = match set.board {
        Board::Rings => "three rings joined at the middles of their sides, 16 lines [gasser-1996]",
        Board::Diagonals => {
            "three rings joined at middles and corners, 20 lines [gevay-danner-2014]"
        }
        Board::TwoRings => "two rings joined at the middles of their sides, 8 lines",
        Board::Square => "a square with its centre and diagonals, 8 lines",
    };
    let moving = if set.moves_while_placing {
        "a man on the board may move instead of one being placed [gevay-danner-2014]"
    } else {
        "no man moves before all of its side are placed [gasser-1996]"
    };
    let mills = if set.mill_wins {
        vec!["whoever has three men on a line has won".to_owned()]
    } else {
        describe_mills(set)
    };
    let full_board = FULL_BOARD.rule(set.full_board_draws);
    let head = [
        &format!("{} men a side, on {board}", set.men),
        "White, the first side, and Black place a man by turns [gasser-1996]",
        moving,
        FLYING.rule(set.flying),
    ];
    let lines = head.map(str::to_owned).into_iter().chain(mills);
    let lines = lines.chain([NO_MOVE.rule(set.no_move), full_board].map(str::to_owned));
    lines.filter(|line| !line.is_empty()).collect()
}

fn describe_mills(set: &RuleSet) -> Vec<String> {
    let from_mills = FROM_MILLS.rule(set.shield);
    let once = if set.mill_once {
        "where a side has had mills on all three points it takes nothing [sanmill-program]"
    } else {
        ""
    };
    let letters = match set.mill_repeat {
        MillRepeat::Barren | MillRepeat::Forbidden => LETTERS,
        MillRepeat::Allowed | MillRepeat::Reverse => "",
    };
    [
        &format!("three men on a line, a mill, take an opposing man, {from_mills}"),
        DOUBLE.rule(set.each_mill_takes),
        REPEAT.rule(set.mill_repeat),
        letters,
        once,
        "whoever has fewer than three men has lost [gasser-1996]",
    ]
    .map(str::to_owned)
    .into()
}
