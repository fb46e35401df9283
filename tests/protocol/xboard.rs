//! CECP: lines of `XBoard` as commands, and what is told to it.

use std::collections::VecDeque;

use plyglot::core::rng;
use plyglot::core::{Bound, Info, Score, Settings};
use plyglot::options;
use plyglot::protocol::Reply;
use plyglot::protocol::hub::{Act, Told};
use plyglot::protocol::translator::Translator;
use plyglot::protocol::xboard::Xboard;
use plyglot::registry::GAMES;
use plyglot::xboard;
use rand::RngExt;

use super::gtp::text;
use super::nonsense::damaged;
use crate::common::program::Program;

fn opened() -> Xboard {
    xboard::open(Settings::defaults(&options::all(GAMES)))
}

fn talk(xboard: &mut Xboard, line: &str) -> Vec<String> {
    text(xboard.obey(line))
}

fn best(mv: &str, ponder: Option<&str>) -> Reply {
    Reply::BestMove { best: Some(mv.to_owned()), ponder: ponder.map(str::to_owned) }
}

fn info(cp: i32, pv: &[&str]) -> Reply {
    let pv = pv.iter().map(|mv| (*mv).to_owned()).collect();
    let score = Some((Score::cp(cp), Bound::Exact));
    let (depth, nodes, time_ms) = (Some(3), Some(9), Some(340));
    Reply::Info(Info { depth, nodes, score, time_ms, pv, ..Info::default() })
}

#[test]
fn moves_are_answered_by_the_clock_and_the_opponents_time_is_used() {
    let mut xboard = opened();
    for line in ["xboard", "level 40 5 0", "post", "time 1000", "otim 2000", "accepted ping"] {
        assert!(talk(&mut xboard, line).is_empty(), "{line}");
    }
    assert_eq!(talk(&mut xboard, "new"), ["> ucinewgame"]);
    assert_eq!(talk(&mut xboard, "hard"), ["> setoption name Ponder value true"]);
    assert!(talk(&mut xboard, "time 1000").is_empty());
    assert!(talk(&mut xboard, "otim 2000").is_empty());
    let thinks = [
        "> setoption name UCI_Variant value chess",
        "> position startpos moves e2e4",
        "> go wtime 20000 btime 10000 movestogo 40",
    ];
    assert_eq!(talk(&mut xboard, "usermove e2e4"), thinks);
    assert!(talk(&mut xboard, "ping 1").is_empty());
    assert_eq!(text(xboard.reply(&info(-20, &["e7e5"]))), ["3 -20 34 9 3 0 0\te7e5"]);
    assert_eq!(talk(&mut xboard, "usermove d2d4"), ["Illegal move (it is not your turn): d2d4"]);
    let answered = text(xboard.reply(&best("e7e5", Some("g1f3"))));
    assert_eq!(
        answered[..3],
        ["move e7e5", "Hint: g1f3", "> position startpos moves e2e4 e7e5 g1f3"]
    );
    assert!(answered[3].starts_with("> go ponder wtime 20000 btime "), "{answered:?}");
    assert_eq!(answered[4..], ["> isready"]);
    assert_eq!(text(xboard.reply(&Reply::ReadyOk)), ["pong 1"]);
    let moved = talk(&mut xboard, "g1f3");
    assert_eq!(moved[..2], ["> stop", "> position startpos moves e2e4 e7e5 g1f3"]);
    // What the search on the opponent's time says now, nobody waits for.
    assert!(xboard.reply(&info(0, &["b8c6"])).is_empty());
    assert!(xboard.reply(&best("b8c6", None)).is_empty());
    assert_eq!(text(xboard.reply(&best("b8c6", None))), ["move b8c6"]);
    assert_eq!(talk(&mut xboard, "remove"), Vec::<String>::new());
    assert!(talk(&mut xboard, "f1c4")[0].ends_with("moves e2e4 e7e5 f1c4"));
    assert_eq!(talk(&mut xboard, "force"), ["> stop"]);
    assert!(xboard.reply(&best("b8c6", None)).is_empty());
}

#[test]
fn castling_of_chess960_is_written_as_xboard_has_it() {
    let mut xboard = opened();
    talk(&mut xboard, "variant fischerandom");
    talk(&mut xboard, "setboard 4k3/8/8/8/8/8/8/1R2K2R w KQ - 0 1");
    let acts = talk(&mut xboard, "go");
    assert_eq!(acts[0], "> setoption name UCI_Variant value chess960");
    assert_eq!(text(xboard.reply(&best("e1h1", None))), ["move O-O"]);
    talk(&mut xboard, "setboard 1r2k2r/8/8/8/8/8/8/4K3 b KQkq - 0 1");
    talk(&mut xboard, "force");
    assert!(talk(&mut xboard, "usermove O-O-O").is_empty());
    let error = "Error (unsupported variant): variant suicide";
    assert_eq!(talk(&mut xboard, "variant suicide"), [error]);
}

#[test]
fn games_that_are_over_are_claimed_with_their_reason() {
    for (position, mv, claim) in [
        ("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1", "f7g7", "1-0 {White mates}"),
        ("7k/8/6K1/5Q2/8/8/8/8 w - - 0 1", "f5f7", "1/2-1/2 {Stalemate}"),
        ("7k/8/8/8/8/8/1r6/K7 w - - 0 1", "a1b2", "1/2-1/2 {Draw: insufficient material}"),
        ("4k3/8/8/8/8/8/R7/4K3 w - - 99 80", "a2a3", "1/2-1/2 {Draw: fifty-move rule}"),
    ] {
        // Ours has ended it, or the opponent's has.
        let mut xboard = opened();
        talk(&mut xboard, &format!("setboard {position}"));
        talk(&mut xboard, "go");
        let told = text(xboard.reply(&best(mv, None)));
        assert_eq!(told, [&format!("move {mv}"), claim], "{position}");
        let mut xboard = opened();
        talk(&mut xboard, &format!("setboard {position}"));
        assert_eq!(talk(&mut xboard, mv), [claim], "{position}");
    }
    let mut xboard = opened();
    talk(&mut xboard, "option Claim=never");
    talk(&mut xboard, "setboard 4k3/8/8/8/8/8/R7/4K3 w - - 99 80");
    assert!(talk(&mut xboard, "a2a3").iter().any(|act| act.starts_with("> go ")));
}

#[test]
fn analysis_follows_the_game_and_draws_are_taken_from_behind() {
    let mut xboard = opened();
    let acts = talk(&mut xboard, "analyze");
    assert_eq!(acts[1..], ["> position startpos", "> go infinite"]);
    assert_eq!(text(xboard.reply(&info(30, &["e2e4"]))), ["3 30 34 9 3 0 0\te2e4"]);
    assert_eq!(talk(&mut xboard, "."), ["stat01: 34 9 3 20 20"]);
    assert_eq!(talk(&mut xboard, "hint"), ["Hint: e2e4"]);
    let acts = talk(&mut xboard, "e2e4");
    assert_eq!(acts, ["> stop", "> position startpos moves e2e4", "> go infinite"]);
    let acts = talk(&mut xboard, "option MultiPV=2");
    assert_eq!(acts[..2], ["> stop", "> setoption name MultiPV value 2"]);
    assert_eq!(acts[2..], ["> position startpos moves e2e4", "> go infinite"]);
    assert_eq!(talk(&mut xboard, "exit"), ["> stop"]);
    assert_eq!(talk(&mut xboard, "exit"), ["Error (command not legal now): exit"]);
    (0..3).for_each(|_| _ = xboard.reply(&best("e7e5", None)));
    assert!(talk(&mut xboard, "draw").is_empty());
    talk(&mut xboard, "go");
    xboard.reply(&info(-120, &["e7e5"]));
    assert_eq!(talk(&mut xboard, "draw"), ["offer draw"]);
    assert_eq!(talk(&mut xboard, "memory 100"), ["> setoption name Hash value 75"]);
    assert_eq!(talk(&mut xboard, "cores 0"), ["> setoption name Threads value 1"]);
    let refused = talk(&mut xboard, "option MultiPV=0");
    assert!(refused[0].starts_with("Error (option MultiPV: `0` is not "), "{refused:?}");
    assert_eq!(talk(&mut xboard, "cores x"), ["Error (expected a number): cores x"]);
}

#[test]
fn a_board_is_put_up_by_hand() {
    let mut xboard = opened();
    for line in ["new", "force", "edit", "#", "Ke1", "Rh1", "c", "Ke8", "."] {
        assert!(talk(&mut xboard, line).iter().all(|act| act == "> ucinewgame"), "{line}");
    }
    let acts = talk(&mut xboard, "go");
    assert_eq!(acts[1], "> position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    assert_eq!(talk(&mut xboard, "edit"), ["> stop"]);
    assert_eq!(talk(&mut xboard, "e2e4"), ["Error (unknown edit command): e2e4"]);
}

/// What `XBoard` may send.
const GOOD: &[&str] = &[
    "new",
    "protover 2",
    "accepted debug",
    "variant fischerandom",
    "variant normal",
    "level 40 0:30 1",
    "st 1",
    "sd 2",
    "time 100",
    "otim -1",
    "usermove e2e4",
    "e7e5",
    "g1f3",
    "usermove O-O",
    "go",
    "force",
    "playother",
    "white",
    "black",
    "?",
    "ping 3",
    "draw",
    "result 1-0 {White mates}",
    "setboard 4k3/8/8/8/8/8/8/4K2R w K - 0 1",
    "setboard nonsense",
    "edit",
    "Pa4",
    ".",
    "#",
    "hint",
    "bk",
    "undo",
    "remove",
    "hard",
    "easy",
    "post",
    "nopost",
    "analyze",
    "exit",
    "memory 8",
    "cores 1",
    "option MultiPV=2",
    "option Clear Hash",
    "pause",
    "resume",
    "rating 1 2",
];

/// How a line may begin that is told to `XBoard`.
const WORDS: [&str; 16] = [
    "feature ",
    "move ",
    "Illegal move",
    "Error (",
    "tellusererror ",
    "pong ",
    "Hint: ",
    "stat01: ",
    "offer draw",
    "setup ",
    "1-0 {",
    "0-1 {",
    "1/2-1/2 {",
    "# ",
    " ",
    "3 ",
];

#[test]
fn damaged_lines_are_taken_calmly() {
    let mut rng = rng::seeded(20_261_126);
    let mut xboard = opened();
    for _ in 0..10_000 {
        let line = damaged(&mut rng, GOOD);
        let mut acts = VecDeque::from(xboard.obey(&line));
        while let Some(act) = acts.pop_front() {
            let told = match act {
                Act::Say(said) => {
                    let is_known = WORDS.iter().any(|word| said.starts_with(word));
                    assert!(is_known || said.is_empty(), "{line:?}: {said:?}");
                    assert!(!said.contains(['\n', '\r']), "{line:?}: {said:?}");
                    continue;
                }
                Act::Tell(told) => told,
            };
            assert!(!told.command().to_string().contains('\n'), "{line:?}");
            // Some searches are answered at once, others when they are stopped, or never.
            match told {
                Told::IsReady => acts.extend(xboard.reply(&Reply::ReadyOk)),
                Told::Go(limits) if !limits.is_unbounded() && rng.random_range(0..2) > 0 => {
                    acts.extend(xboard.reply(&info(-200, &["e2e4"])));
                    acts.extend(xboard.reply(&best("e2e4", Some("e7e5"))));
                }
                Told::Stop => acts.extend(xboard.reply(&best("e2e4", None))),
                Told::Go(_)
                | Told::Position(..)
                | Told::SetOption(..)
                | Told::NewGame
                | Told::PonderHit
                | Told::Quit => {}
            }
        }
    }
}

#[test]
fn the_program_lives_through_nonsense_and_still_says_pong() {
    let mut rng = rng::seeded(20_261_127);
    let mut program = Program::start(&["xboard"]);
    for _ in 0..2000 {
        let line = damaged(&mut rng, GOOD);
        if !line.starts_with("quit") && !line.contains("cores") && !line.contains("memory") {
            program.send(&format!("{line}\n"));
        }
    }
    program.send(".\nquit?\nresume\n?\nforce\nping 4711\n");
    program.wait_for("pong 4711");
    program.send("quit\n");
    let (_, status) = program.end();
    assert!(status.success(), "{status}");
}
