//! The options of the family: each rule as the variant has it, or otherwise.

use super::rules::{Morris, USUAL_MOVE_LIMIT};
use super::variant::{COMPAT, DOUBLE, FLYING, FROM_MILLS, FULL_BOARD, NO_MOVE, REPEAT, RuleSet};
use plyglot_core::game::{Repetition, repetition_options};
use plyglot_core::{Opt, OptionError, Scope, Settings};
use plyglot_host::game::Game;

pub(super) const MOVE_LIMIT: &str = "Morris.MoveLimit";
pub(super) const ENDGAME_LIMIT: &str = "Morris.EndgameMoveLimit";
pub(super) const PLY_LIMIT: &str = "Morris.PlyLimit";
const MEN: &str = "Morris.Men";
const ONCE: &str = "Morris.MillOnce";
const SPLIT: &str = "Morris.SplitCapture";

pub(super) fn options() -> Vec<Opt> {
    let mut options = vec![
        COMPAT.opt(),
        FLYING.opt(),
        FROM_MILLS.opt(),
        DOUBLE.opt(),
        NO_MOVE.opt(),
        FULL_BOARD.opt(),
        REPEAT.opt(),
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
    ];
    options.extend(repetition_options::options(Morris::PREFIX));
    options.extend(limits());
    options.push(Opt::check(
        Scope::Rules,
        SPLIT,
        false,
        "A removal is a move of its own, for clients that send and want single actions.",
    ));
    options
}

/// The options that decide how a game is drawn.
pub(super) fn draw_options() -> Vec<Opt> {
    let mut options = vec![COMPAT.opt(), REPEAT.opt()];
    options.extend(repetition_options::options(Morris::PREFIX));
    options.extend(limits());
    options
}

fn limits() -> [Opt; 3] {
    [
        Opt::spin(
            Scope::Rules,
            MOVE_LIMIT,
            USUAL_MOVE_LIMIT.into(),
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
    ]
}

pub(super) fn open(variant: &'static str, settings: &Settings) -> Result<Morris, OptionError> {
    let found = RuleSet::VARIANTS.into_iter().find(|(name, _)| *name == variant);
    let (_, set) =
        found.ok_or_else(|| OptionError::Refused(format!("no variant is called `{variant}`")))?;
    let set = if COMPAT.of(settings, false) { set.as_dagaz_tells() } else { set };
    let plies = |name| u16::try_from(settings.spin(name)).unwrap_or(u16::MAX);
    let set = RuleSet {
        men: men(settings, &set)?,
        flying: FLYING.of(settings, set.flying),
        shield: FROM_MILLS.of(settings, set.shield),
        each_mill_takes: DOUBLE.of(settings, set.each_mill_takes),
        no_move: NO_MOVE.of(settings, set.no_move),
        full_board_draws: FULL_BOARD.of(settings, set.full_board_draws),
        mill_repeat: REPEAT.of(settings, set.mill_repeat),
        mill_once: settings.check(ONCE),
        ..set
    };
    Ok(Morris {
        set,
        repetition: repetition_options::chosen(Morris::PREFIX, settings, Repetition::THREEFOLD)?,
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
