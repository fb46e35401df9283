//! `help`: every command, from one table that protocol.md is checked against, and whatever else has a
//! name (`src/guide.rs`).

use crate::guide;
use plyglot_core::text::shorten;
use plyglot_host::entry::GameEntry;

/// A command as help shows it.
#[derive(Clone, Copy, Debug)]
pub struct Topic {
    /// Its first word.
    pub name: &'static str,
    /// How it is written.
    pub usage: &'static str,
    /// What it does, a sentence or two.
    pub about: &'static str,
}

const fn topic(name: &'static str, usage: &'static str, about: &'static str) -> Topic {
    Topic { name, usage, about }
}

/// Every command.
pub const TOPICS: &[Topic] = &[
    topic("uci", "uci", "Speak UCI: names, options, uciok."),
    topic("ugi", "ugi", "Speak UGI: names, options, ugiok."),
    topic(
        "debug",
        "debug on|off",
        "Say more behind `info string`, such as the time planned for a move.",
    ),
    topic("isready", "isready", "Answered readyok at once, also during a search."),
    topic(
        "setoption",
        "setoption name NAME [value VALUE]",
        "Sets an option; the prefix of the game in force may be dropped.",
    ),
    topic("register", "register …", "Ignored: nothing needs registering."),
    topic(
        "ucinewgame",
        "ucinewgame",
        "The next search belongs to another game: the board is set to its start, the table cleared.",
    ),
    topic("uginewgame", "uginewgame", "As ucinewgame."),
    topic(
        "position",
        "position [GAME] startpos|fen FEN [moves M1 M2 …]",
        "Sets up a position and plays the moves, or changes nothing and says why.",
    ),
    topic(
        "moves",
        "moves [M1 M2 …]",
        "Plays moves from the present position; without a move, lists the legal ones.",
    ),
    topic(
        "go",
        "go [depth N] [nodes N] [movetime MS] [wtime MS btime MS winc MS binc MS] [p1time MS …] [movestogo N] [visits N] [mate N] [searchmoves M …] [infinite] [ponder]",
        "Searches until a limit is met, or until stop. `go perft N` counts lines.",
    ),
    topic("stop", "stop", "Ends the search; it answers with the best it has."),
    topic("ponderhit", "ponderhit", "The move pondered on was played: the clock starts."),
    topic("query", "query p1turn|gameover|result", "UGI's questions, answered with `response …`."),
    topic("d", "d", "Shows the board, its position string and key, counters and result."),
    topic(
        "eval",
        "eval [MIND…]",
        "Shows what the mind in force, or each of these, thinks of the position, term by term.",
    ),
    topic(
        "perft",
        "perft N [compare FILE|COMMAND]",
        "Counts the lines of N plies, by first move; or finds where another program counts others. \
         With the option PerftMemory, lines that meet are walked once.",
    ),
    topic(
        "check",
        "check depth N [FILE]",
        "Holds the search against plain minimax, here or on the positions of a file.",
    ),
    topic("bench", "bench", "Searches fixed positions of every game and counts nodes."),
    topic(
        "trace",
        "trace on|off|FILE [nodes N] [depth D] [ply P] [move M…]",
        "Records every search from now on, none, or the next one into a file.",
    ),
    topic(
        "why",
        "why [[not] MOVE]",
        "The best line and its reasons, or what speaks against a move.",
    ),
    topic("tree", "tree [PATH] [depth N]", "The moves of a node of the recorded search."),
    topic("up", "up", "Back to the node above, for tree, why and best."),
    topic("down", "down MOVE", "To the node below this move."),
    topic("best", "best [N]", "The N best moves of the node, with the line that answers each."),
    topic("hot", "hot", "Where the visits of the recorded search went."),
    topic("iterations", "iterations", "The recorded search depth by depth."),
    topic("diff", "diff A [B]", "Where a trace file and the recorded search part, or two files."),
    topic(
        "explain",
        "explain eval [MIND…]",
        "The evaluator's weights that count here, how often each does, and what each place gives.",
    ),
    topic("hint", "hint", "Says the best move that the mind knows here without thinking."),
    topic(
        "node",
        "node [MOVE …]",
        "What the mind keeps of the node after these moves: value, depth, permission, sons lost.",
    ),
    topic("rules", "rules", "Shows the exact rule set in force."),
    topic(
        "draws",
        "draws",
        "What would end the game by counting or repetition, how far it has come, and the paragraph, \
         by each rule book side by side.",
    ),
    topic("tb", "tb", "Shows what the endgame tables say of the position and its moves."),
    topic("book", "book", "Shows what the opening book says of the position and its moves."),
    topic("undo", "undo [N]", "Takes back one move, or N."),
    topic("save", "save FILE", "Writes the game with its set-up, options and moves."),
    topic("load", "load FILE", "Takes up a saved game."),
    topic(
        "help",
        "help [TOPIC]",
        "This list, or more about a command, a game, a player or an option: `help kalah`.",
    ),
    topic("quit", "quit", "Ends the search and the program."),
];

/// The lines that `help` or `help TOPIC` shows, of a command, a game, a player or an option; the error
/// says what there is.
pub(super) fn lines(
    games: &'static [&'static GameEntry],
    in_force: &'static GameEntry,
    topic: Option<&str>,
) -> Result<Vec<String>, String> {
    let Some(name) = topic else {
        let width = TOPICS.iter().map(|topic| topic.name.len()).max().unwrap_or(0);
        let row = |topic: &Topic| format!("{:width$}  {}", topic.name, topic.about);
        return Ok(TOPICS.iter().map(row).collect());
    };
    let command = TOPICS.iter().find(|topic| topic.name.eq_ignore_ascii_case(name));
    let mut lines: Vec<String> =
        command.map_or(Vec::new(), |topic| vec![topic.usage.to_owned(), topic.about.to_owned()]);
    lines.extend(guide::topic(games, Some(in_force), name));
    if !lines.is_empty() {
        return Ok(lines);
    }
    let names: Vec<_> = TOPICS.iter().map(|topic| topic.name).collect();
    let meant = guide::meant_topic(games, &names, name);
    let (found, names) = (shorten(name), names.join(", "));
    Err(format!(
        "help: found `{found}`, expected a game, a player, an option or one of {names}{meant}"
    ))
}
