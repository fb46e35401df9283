//! The options of the family: each rule as the variant has it, or otherwise.

use super::rules::Morris;
use super::variant::{MillProtection, MillRepeat, NoMove, RuleSet};
use plyglot_core::{Opt, OptionError, Scope, Settings};

const FLYING: &str = "Morris.Flying";
const FROM_MILLS: &str = "Morris.CaptureFromMills";
const DOUBLE: &str = "Morris.DoubleMill";
const NO_MOVE: &str = "Morris.NoMove";
const FULL_BOARD: &str = "Morris.FullBoard";
const REPEAT: &str = "Morris.MillRepeat";
const THREEFOLD: &str = "Morris.Threefold";
const MOVE_LIMIT: &str = "Morris.MoveLimit";
const ENDGAME_LIMIT: &str = "Morris.EndgameMoveLimit";
const PLY_LIMIT: &str = "Morris.PlyLimit";
const MEN: &str = "Morris.Men";
const ONCE: &str = "Morris.MillOnce";
const SPLIT: &str = "Morris.SplitCapture";
/// The rule is that of the variant.
const BY_VARIANT: &str = "variant";

pub(super) fn options() -> Vec<Opt> {
    let mut options = vec![
        Opt::combo(
            Scope::Rules,
            FLYING,
            vec![BY_VARIANT, "at_three", "never"],
            "The last three men of a side move to any empty point, or to neighbouring ones like \
             all others.",
        ),
        Opt::combo(
            Scope::Rules,
            FROM_MILLS,
            vec![BY_VARIANT, "if_no_other", "never", "always"],
            "A man in a mill may be taken only if there is no other, never, or always.",
        ),
        Opt::combo(
            Scope::Rules,
            DOUBLE,
            vec![BY_VARIANT, "one", "each"],
            "Several mills closed by one move take one man, or one each.",
        ),
        Opt::combo(
            Scope::Rules,
            NO_MOVE,
            vec![BY_VARIANT, "loss", "draw", "pass"],
            "A side that cannot move has lost, or the game is drawn, or it passes; if neither can \
             move, passing makes a draw.",
        ),
        Opt::combo(
            Scope::Rules,
            FULL_BOARD,
            vec![BY_VARIANT, "no_move", "draw"],
            "A full board is a position without a move like any other, or a draw.",
        ),
    ];
    options.extend(more());
    options
}

/// The options of rules that are the same in all variants but where their own say otherwise.
fn more() -> [Opt; 8] {
    [
        Opt::combo(
            Scope::Rules,
            REPEAT,
            vec!["allowed", "barren", "forbidden", "reverse"],
            "The same men on the same line again after one move are a mill like any other, take \
             nothing, or may not go there [dagaz-9]; `reverse` forbids the man that closed a \
             mill to go straight back from it into another [sanmill-program].",
        ),
        Opt::check(
            Scope::Rules,
            ONCE,
            false,
            "A line takes something once only: where a side has had mills on all three of its points, \
             another takes nothing [sanmill-program, Russian mill].",
        ),
        Opt::spin(
            Scope::Rules,
            MEN,
            0,
            (0, 12),
            "Men of each side; 0 for as many as the variant has.",
        ),
        Opt::check(Scope::Rules, THREEFOLD, true, "The third occurrence of a position is a draw."),
        Opt::spin(
            Scope::Rules,
            MOVE_LIMIT,
            100,
            (0, 10_000),
            "So many plies without a man placed or taken are a draw; 0 for never.",
        ),
        Opt::spin(
            Scope::Rules,
            ENDGAME_LIMIT,
            0,
            (0, 10_000),
            "The same where all men are placed and a side has three left; 0 for no other limit there.",
        ),
        Opt::spin(
            Scope::Rules,
            PLY_LIMIT,
            0,
            (0, 10_000),
            "The game is drawn after so many plies in all; 0 for never.",
        ),
        Opt::check(
            Scope::Rules,
            SPLIT,
            false,
            "A removal is a move of its own, for clients that send and want single actions.",
        ),
    ]
}

pub(super) fn open(variant: &'static str, settings: &Settings) -> Result<Morris, OptionError> {
    let found = RuleSet::VARIANTS.into_iter().find(|(name, _)| *name == variant);
    let (_, set) =
        found.ok_or_else(|| OptionError::Refused(format!("no variant is called `{variant}`")))?;
    let plies = |name| u16::try_from(settings.spin(name)).unwrap_or(u16::MAX);
    let set = RuleSet {
        men: men(settings, &set)?,
        flying: match settings.combo(FLYING) {
            "at_three" => true,
            "never" => false,
            _ => set.flying,
        },
        shield: match settings.combo(FROM_MILLS) {
            "if_no_other" => MillProtection::UnlessNone,
            "never" => MillProtection::Never,
            "always" => MillProtection::Always,
            _ => set.shield,
        },
        each_mill_takes: match settings.combo(DOUBLE) {
            "one" => false,
            "each" => true,
            _ => set.each_mill_takes,
        },
        no_move: match settings.combo(NO_MOVE) {
            "loss" => NoMove::Loss,
            "draw" => NoMove::Draw,
            "pass" => NoMove::Pass,
            _ => set.no_move,
        },
        full_board_draws: match settings.combo(FULL_BOARD) {
            "no_move" => false,
            "draw" => true,
            _ => set.full_board_draws,
        },
        mill_repeat: match settings.combo(REPEAT) {
            "barren" => MillRepeat::Barren,
            "forbidden" => MillRepeat::Forbidden,
            "reverse" => MillRepeat::Reverse,
            _ => MillRepeat::Allowed,
        },
        mill_once: settings.check(ONCE),
        ..set
    };
    Ok(Morris {
        set,
        threefold: settings.check(THREEFOLD),
        move_limit: plies(MOVE_LIMIT),
        endgame_limit: plies(ENDGAME_LIMIT),
        ply_limit: plies(PLY_LIMIT),
        split: settings.check(SPLIT),
    })
}

/// How many men a side has: three make a mill, and the board holds all of both.
fn men(settings: &Settings, set: &RuleSet) -> Result<u8, OptionError> {
    let men = u8::try_from(settings.spin(MEN)).unwrap_or(u8::MAX);
    let most = set.board.points() / 2;
    match men {
        0 => Ok(set.men),
        3.. if men <= most => Ok(men),
        _ => Err(OptionError::Refused(format!(
            "{MEN}: found {men}, expected 0 or 3 to {most} on this board"
        ))),
    }
}
