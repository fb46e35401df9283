//! `NBoard`: lines of a client as commands, and our replies as its lines.

use plyglot::core::{Bound, Info, Score};
use plyglot::nboard;
use plyglot::protocol::Reply;
use plyglot::protocol::hub::Act;
use plyglot::protocol::nboard::NBoard;
use plyglot::protocol::translator::Translator;

/// What comes of a line, `>` told to the session, `<` said to the client.
fn talk(nboard: &mut NBoard, line: &str) -> Vec<String> {
    let text = |act: Act| match act {
        Act::Tell(told) => format!("> {}", told.command()),
        Act::Say(line) => format!("< {line}"),
    };
    nboard.obey(line).into_iter().map(text).collect()
}

const GAME: &str = "set game (;GM[Othello]PC[NBoard]PB[a]PW[b]RE[?]TY[8]BO[8 \
    ---------------------------O*------*O--------------------------- *]B[F5//1]W[F6/1.0];)";

const GAME_OF_WHITE: &str = "set game (;GM[Othello]PC[NBoard]PB[a]PW[b]RE[?]TY[8]BO[8 \
    ---------------------------O*------*O--------------------------- O];)";

fn best(mv: &str) -> Reply {
    Reply::BestMove { best: Some(mv.to_owned()), ponder: None }
}

fn info(cp: i32, pv: &[&str]) -> Reply {
    let pv = pv.iter().map(|mv| (*mv).to_owned()).collect();
    let score = Some((Score::cp(cp), Bound::Exact));
    let (nodes, time_ms) = (Some(1200), Some(340));
    Reply::Info(Info { depth: Some(6), score, nodes, time_ms, pv, ..Info::default() })
}

#[test]
fn games_and_moves_are_set_up() {
    let mut nboard = nboard::open();
    assert!(NBoard::is_greeting("nboard 2") && !NBoard::is_greeting("uci"));
    let greeting = ["> setoption name UCI_Variant value othello", "< set myname plyglot"];
    assert_eq!(talk(&mut nboard, "nboard 2"), greeting);
    // Where the program was started as `plyglot nboard`, the client's own greeting is the second.
    assert_eq!(talk(&mut nboard, "nboard 2"), greeting[..1]);
    assert_eq!(talk(&mut nboard, GAME), ["> position startpos moves f5 f6"]);
    assert_eq!(talk(&mut nboard, "move E6/2/3"), ["> position startpos moves f5 f6 e6"]);
    assert_eq!(talk(&mut nboard, "move f4"), ["> position startpos moves f5 f6 e6 f4"]);
    let refused = talk(&mut nboard, "set game (;GM[Othello]B[a1];)");
    assert_eq!(refused.len(), 1);
    assert!(refused[0].starts_with("< status set game: line 1: move 1, a1"), "{refused:?}");
    let refused = ["< status set depth: found `x`, expected a number"];
    assert_eq!(talk(&mut nboard, "set depth x"), refused);
    for line in ["set contempt 0", "", "foo"] {
        assert!(talk(&mut nboard, line).is_empty(), "{line}");
    }
    assert_eq!(talk(&mut nboard, "learn"), ["< learned"]);
    assert_eq!(talk(&mut nboard, "quit"), ["> quit"]);
}

#[test]
fn moves_and_hints_are_answered() {
    let mut nboard = nboard::open();
    talk(&mut nboard, "set depth 6");
    let go = ["< status thinking", "> setoption name MultiPV value 1", "> go depth 6"];
    assert_eq!(talk(&mut nboard, "go"), go);
    let thinking = ["search d6c3 -1.00 0 6", "nodestats 1200 0.34"];
    assert_eq!(nboard.lines(&info(-100, &["d6", "c3"])), thinking);
    let move_made = ["=== d6 -1.00 0.34", "status"];
    assert_eq!(nboard.lines(&best("d6")), move_made);
    let hint = ["< status analyzing", "> setoption name MultiPV value 2", "> go depth 6"];
    assert_eq!(talk(&mut nboard, "hint 2"), hint);
    let Reply::Info(first) = info(250, &["d6", "pass"]) else { unreachable!("it is one") };
    let nth = |nth| Reply::Info(Info { multi_pv: Some(nth), ..first.clone() });
    let thinking = ["search d6PA 2.50 0 6", "nodestats 1200 0.34"];
    assert_eq!(nboard.lines(&nth(1)), thinking);
    assert_eq!(nboard.lines(&nth(2)), thinking[..1], "once for all lines of a depth");
    // What is proven has a word of its own, what is a bound none.
    let Reply::Info(told) = info(400, &["d6", "c4"]) else { unreachable!("it is one") };
    let bound = Info { score: Some((Score::cp(300), Bound::Lower)), ..told.clone() };
    assert!(nboard.lines(&Reply::Info(bound)).is_empty());
    let proven = Info { exact: true, ..told };
    let thinking = ["search d6c4 4.00 0 100%", "nodestats 1200 0.34"];
    assert_eq!(nboard.lines(&Reply::Info(proven)), thinking);
    // What is spent behind the last line is told at the end.
    let last = Info { nodes: Some(1500), time_ms: Some(350), ..Info::default() };
    assert!(nboard.lines(&Reply::Info(last)).is_empty());
    assert_eq!(nboard.lines(&best("d6")), ["nodestats 1500 0.35", "status"]);
}

#[test]
fn a_move_is_searched_by_the_clock_of_the_game_and_a_hint_is_not() {
    let mut nboard = nboard::open();
    talk(&mut nboard, "set depth 20");
    talk(&mut nboard, "set game (;GM[Othello]TB[5:00]TW[1:00/5]B[F5//10.5]W[F6/1.0/20];)");
    let go = |nboard: &mut NBoard| talk(nboard, "go").pop().unwrap();
    assert_eq!(go(&mut nboard), "> go wtime 289500 btime 45000 binc 5000 depth 20");
    assert_eq!(talk(&mut nboard, "hint 1").pop().unwrap(), "> go depth 20");
    talk(&mut nboard, "move E6/2.00/9.5");
    assert_eq!(go(&mut nboard), "> go wtime 280000 btime 45000 binc 5000 depth 20");
    talk(&mut nboard, GAME);
    assert_eq!(go(&mut nboard), "> go depth 20");
    let refused = talk(&mut nboard, "set game (;GM[Othello]TI[soon];)");
    let clock = "TI: found `soon`, expected a clock as in 15:00/00:10/02:00";
    assert_eq!(refused.last().unwrap(), &format!("< status set game: {clock}"));
    assert_eq!(go(&mut nboard), "> go depth 20");
}

#[test]
fn an_analysis_goes_through_the_game_from_its_end() {
    let mut nboard = nboard::open();
    let act = |act: Act| match act {
        Act::Tell(told) => format!("> {}", told.command()),
        Act::Say(line) => format!("< {line}"),
    };
    let reply = |nboard: &mut NBoard, reply: &Reply| -> Vec<String> {
        nboard.reply(reply).into_iter().map(act).collect()
    };
    talk(&mut nboard, GAME);
    let begun = ["< status analyzing", "> setoption name MultiPV value 1", "> go depth 10"];
    assert_eq!(talk(&mut nboard, "analyze"), begun);
    assert!(reply(&mut nboard, &info(150, &["e6"])).is_empty());
    let next = ["< analysis 2 1.50", "> position startpos moves f5", "> go depth 10"];
    assert_eq!(reply(&mut nboard, &best("e6")), next);
    reply(&mut nboard, &info(-200, &["f6"]));
    let last = ["< analysis 1 2.00", "> position startpos", "> go depth 10"];
    assert_eq!(reply(&mut nboard, &best("f6")), last);
    reply(&mut nboard, &info(0, &["f5"]));
    assert_eq!(reply(&mut nboard, &best("f5")), ["< analysis 0 0.00", "< status"]);
    // What follows is about the game as it stood.
    let position = "> position startpos moves f5 f6";
    assert_eq!(talk(&mut nboard, "go")[1], position);
    reply(&mut nboard, &best("e6"));
    // A ping ends it.
    talk(&mut nboard, "analyze");
    reply(&mut nboard, &best("e6"));
    assert_eq!(talk(&mut nboard, "ping 1"), ["> stop", "< status", "> isready"]);
    assert!(reply(&mut nboard, &best("f6")).is_empty());
    assert_eq!(reply(&mut nboard, &Reply::ReadyOk), ["< pong 1"]);
    assert!(talk(&mut nboard, "go").contains(&position.to_owned()));
    // A finished game has a value and no move.
    talk(&mut nboard, "analyze");
    let score = Some((Score::cp(6400), Bound::Exact));
    assert!(reply(&mut nboard, &best("e6")).is_empty());
    reply(&mut nboard, &Reply::Info(Info { score, ..Info::default() }));
    let none = Reply::BestMove { best: None, ponder: None };
    assert_eq!(reply(&mut nboard, &none)[0], "< analysis 2 64.00");
    // Where White begins, the values are Black's all the same.
    talk(&mut nboard, GAME_OF_WHITE);
    reply(&mut nboard, &best("e6"));
    talk(&mut nboard, "analyze");
    reply(&mut nboard, &info(150, &["d3"]));
    assert_eq!(reply(&mut nboard, &best("d3")), ["< analysis 0 -1.50", "< status"]);
    talk(&mut nboard, GAME);
    talk(&mut nboard, "analyze");
    reply(&mut nboard, &best("e6"));
    // A client that is gone hears the rest.
    assert!(nboard.is_at_work());
    reply(&mut nboard, &best("f6"));
    assert_eq!(reply(&mut nboard, &best("f5"))[1..], ["< status", "> quit"]);
}

#[test]
fn a_ping_ends_what_is_searched_and_nothing_more_is_said_of_it() {
    let mut nboard = nboard::open();
    assert_eq!(talk(&mut nboard, "ping 3"), ["> isready"]);
    assert_eq!(nboard.lines(&Reply::ReadyOk), ["pong 3"]);
    talk(&mut nboard, "go");
    assert_eq!(talk(&mut nboard, "ping 4"), ["> stop", "< status", "> isready"]);
    assert_eq!(talk(&mut nboard, "go").len(), 3);
    assert!(nboard.lines(&info(100, &["d6"])).is_empty());
    assert_eq!(nboard.lines(&Reply::ReadyOk), ["pong 4"]);
    assert!(nboard.lines(&best("d6")).is_empty());
    assert_eq!(nboard.lines(&info(100, &["c4"])), ["search c4 1.00 0 6", "nodestats 1200 0.34"]);
    let move_made = ["=== c4 1.00 0.34", "status"];
    assert_eq!(nboard.lines(&best("c4")), move_made);
}

#[test]
fn nothing_is_said_of_a_position_that_the_client_has_left() {
    let mut nboard = nboard::open();
    talk(&mut nboard, GAME);
    talk(&mut nboard, "go");
    let refused = talk(&mut nboard, "set game (;GM[Othello]BO[8 x];)");
    assert_eq!(refused[0], "> stop");
    assert!(refused[2].starts_with("< status set game: "), "{refused:?}");
    assert!(nboard.reply(&best("d6")).is_empty());
    let lost = |command: &str, what: &str| {
        [format!("< status {command}: there is no position: the last {what} was refused")]
    };
    for command in ["go", "hint 2", "analyze", "move f4"] {
        let name = command.split(' ').next().unwrap();
        assert_eq!(talk(&mut nboard, command), lost(name, "game"));
    }
    assert_eq!(talk(&mut nboard, "ping 1"), ["> isready"]);
    assert_eq!(talk(&mut nboard, GAME), ["> position startpos moves f5 f6"]);
    assert_eq!(talk(&mut nboard, "go").len(), 3);
    assert_eq!(nboard.lines(&best("e6"))[1], "status");
    let refused = ["< status move: move 3: `a1` is not legal here: it turns no disc over"];
    assert_eq!(talk(&mut nboard, "move A1"), refused);
    assert_eq!(talk(&mut nboard, "go"), lost("go", "move"));
    assert_eq!(talk(&mut nboard, GAME).len(), 1);
    assert_eq!(talk(&mut nboard, "move e6"), ["> position startpos moves f5 f6 e6"]);
}

#[test]
fn a_go_in_a_finished_game_is_answered_by_the_move_without_a_square() {
    let mut nboard = nboard::open();
    let none = Reply::BestMove { best: None, ponder: None };
    talk(&mut nboard, "go");
    assert_eq!(nboard.lines(&none), ["=== PA", "status the game is over"]);
    talk(&mut nboard, "hint 3");
    assert_eq!(nboard.lines(&none), ["status the game is over"]);
}
