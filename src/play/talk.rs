//! The words of `plyglot play`: what may be asked in its dialogue, and how moves, scores and sides
//! are said.

use crate::matches::player::Thought;
use plyglot_core::text::shorten;
use plyglot_host::view::score_text;

/// Moves on one line of the list.
const MOVES_A_LINE: usize = 8;

/// A word of the dialogue, what may follow it (in brackets where it may be left out), and what it
/// does.
const COMMANDS: &[(&str, &str, &str)] = &[
    ("board", "", "Draws the board."),
    ("list", "", "Lists the legal moves with their numbers."),
    ("moves", "", "As list."),
    ("hint", "", "Says what the mind would play here, and its score."),
    ("undo", "", "Goes back to your last turn."),
    ("switch", "", "Changes sides: the mind plays yours."),
    ("resign", "", "Gives the game up."),
    (
        "claim",
        "[MOVE]",
        "Claims a draw that the rules let you claim: here, or with the move that brings it about.",
    ),
    ("new", "", "Begins a new game."),
    (
        "save",
        "FILE",
        "Writes the game to a file: as .pgn, .pdn or .klh if FILE ends so and the game has that.",
    ),
    ("load", "FILE", "Goes on with a saved game."),
    ("mind", "[NAME]", "Chooses who plays against you, or lists who could."),
    ("level", "[N]", "Sets how strong the mind plays, by the option it has for that."),
    ("set", "[OPTION [VALUE]]", "Sets an option, or says what options hold."),
    ("info", "[on|off]", "Says score and depth with each move of the mind, or not."),
    ("eval", "", "Says what the evaluator thinks of the position."),
    ("rules", "", "Says the rules in force."),
    ("games", "", "Lists the games that could be played instead, by `plyglot play NAME`."),
    ("help", "", "Lists the commands."),
    ("quit", "", "Leaves."),
];

/// The command that a line gives, and what follows it; `None` where the line is no command. Refused
/// when something is missing or too much.
pub(super) fn command(line: &str) -> Result<Option<(&'static str, &str)>, String> {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let known = COMMANDS.iter().find(|(name, ..)| name.eq_ignore_ascii_case(word));
    let Some(&(name, wanted, _)) = known else { return Ok(None) };
    if wanted.is_empty() && !rest.is_empty() {
        return Err(format!("{name}: found `{}`, expected nothing", shorten(rest)));
    }
    if rest.is_empty() && !wanted.is_empty() && !wanted.starts_with('[') {
        return Err(format!("{name}: found nothing, expected {wanted}"));
    }
    Ok(Some((name, rest)))
}

/// The moves with their numbers, in columns.
pub(super) fn list(moves: &[String]) -> Vec<String> {
    let numbered: Vec<String> =
        moves.iter().enumerate().map(|(i, mv)| format!("#{} {mv}", i + 1)).collect();
    let width = numbered.iter().map(String::len).max().unwrap_or(0);
    let line = |row: &[String]| {
        let cells: Vec<String> = row.iter().map(|cell| format!("{cell:width$}")).collect();
        cells.join("  ").trim_end().to_owned()
    };
    numbered.chunks(MOVES_A_LINE).map(line).collect()
}

/// Which sides persons play, by [`Side::index`].
pub(super) fn persons(side: &str) -> Result<[bool; 2], String> {
    match side {
        "first" => Ok([true, false]),
        "second" => Ok([false, true]),
        "both" => Ok([true, true]),
        "none" => Ok([false, false]),
        _ => Err(format!("play: found side `{side}`, expected first, second, both or none")),
    }
}

/// Who plays what.
pub(super) fn who(persons: [bool; 2], mind: &str) -> String {
    match persons {
        [true, true] => "you play both sides".to_owned(),
        [false, false] => format!("{mind} plays both sides"),
        [true, false] => format!("you play the first side against {mind}"),
        [false, true] => format!("you play the second side against {mind}"),
    }
}

/// ` (score +0.31, depth 12)`, from the side that moves; empty where the mind said nothing.
pub(super) fn about(thought: &Thought) -> String {
    let Some(score) = thought.score else { return String::new() };
    format!(" (score {}, depth {})", score_text(score), thought.depth)
}

/// How to play, and every command with what it does.
pub(super) fn help() -> Vec<String> {
    let usages = COMMANDS.iter().map(|(name, wanted, about)| (format!("{name} {wanted}"), about));
    let lines = usages.map(|(usage, about)| format!("{usage:15} {about}"));
    let moves = format!(
        "{:15} Plays a move; #N that of the number N in the list, N does if no moves are numbers.",
        "MOVE"
    );
    std::iter::once(moves).chain(lines).collect()
}
