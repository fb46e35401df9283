//! What the members of the family disagree about, one field each, and the games that have names.
//!
//! The sources that [`describe`] cites:
//!
//! - [gasser-1996], section 2, for nine men's morris;
//! - [sanmill-program], its presets; its position strings and move words are also spoken here;
//! - [gevay-danner-2014] for Lasker's game and morabaraba;
//! - [dagaz-9] on repeated mills and on what may be taken.

use super::board::Board;

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

/// The rule set in force, a rule a line, each with its source.
pub(super) fn describe(set: &RuleSet) -> Vec<String> {
    let men = set.men;
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
    let flying = if set.flying {
        "men move to a neighbouring point; the last three of a side to any [gasser-1996]"
    } else {
        "men move to a neighbouring point, the last three too: Morris.Flying"
    };
    let mut lines = vec![
        format!("{men} men a side, on {board}"),
        "White, the first side, and Black place a man by turns [gasser-1996]".to_owned(),
        moving.to_owned(),
        flying.to_owned(),
    ];
    if set.mill_wins {
        lines.push("whoever has three men on a line has won".to_owned());
    } else {
        lines.extend(describe_mills(set));
    }
    lines.push(match set.no_move {
        NoMove::Loss => "whoever cannot move has lost [gasser-1996]".to_owned(),
        NoMove::Draw => "a side that cannot move draws: Morris.NoMove".to_owned(),
        NoMove::Pass => "a side that cannot move passes, and if neither can the game is drawn: \
                         Morris.NoMove"
            .to_owned(),
    });
    if set.full_board_draws {
        lines.push("a full board is a draw [gevay-danner-2014]".to_owned());
    }
    lines
}

fn describe_mills(set: &RuleSet) -> Vec<String> {
    let shield = match set.shield {
        MillProtection::UnlessNone => "one that is in a mill only if all are [gasser-1996]",
        MillProtection::Never => "never one in a mill [dagaz-9]",
        MillProtection::Always => "in a mill or not: Morris.CaptureFromMills",
    };
    let double = if set.each_mill_takes {
        "two mills closed at once take two men, three take three [dagaz-9]"
    } else {
        "two mills closed at once take one man [gasser-1996]"
    };
    let repeat = match set.mill_repeat {
        MillRepeat::Allowed => {
            "a mill may be opened and closed as often as one likes [gasser-1996]"
        }
        MillRepeat::Barren => {
            "the same men on the same line again after one move take nothing [dagaz-9]"
        }
        MillRepeat::Forbidden => {
            "the same men may not form the same line again after one move [dagaz-9]"
        }
        MillRepeat::Reverse => {
            "a man that closed a mill may not go straight back into another \
             [sanmill-program]"
        }
    };
    let mut lines = vec![
        format!("three men on a line, a mill, take an opposing man, {shield}"),
        double.to_owned(),
        repeat.to_owned(),
    ];
    if set.mill_once {
        lines.push(
            "where a side has had mills on all three points it takes nothing \
                   [sanmill-program]"
                .to_owned(),
        );
    }
    lines.push("whoever has fewer than three men has lost [gasser-1996]".to_owned());
    lines
}
