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

fn best(mv: &str) -> Reply {
    Reply::BestMove { best: Some(mv.to_owned()), ponder: None }
}

fn info(cp: i32, pv: &[&str]) -> Reply {
    let pv = pv.iter().map(|mv| (*mv).to_owned()).collect();
    let score = Some((Score::cp(cp), Bound::Exact));
    Reply::Info(Info { depth: Some(6), score, time_ms: Some(340), pv, ..Info::default() })
}

#[test]
fn games_and_moves_are_set_up() {
    let mut nboard = nboard::open();
    assert!(NBoard::is_greeting("nboard 2") && !NBoard::is_greeting("uci"));
    let greeting = ["> setoption name UCI_Variant value othello", "< set myname plyglot"];
    assert_eq!(talk(&mut nboard, "nboard 2"), greeting);
    assert_eq!(talk(&mut nboard, GAME), ["> position startpos moves f5 f6"]);
    assert_eq!(talk(&mut nboard, "move E6/2/3"), ["> position startpos moves f5 f6 e6"]);
    assert_eq!(talk(&mut nboard, "move f4"), ["> position startpos moves f5 f6 e6 f4"]);
    let refused = talk(&mut nboard, "set game (;GM[Othello]B[a1];)");
    assert_eq!(refused.len(), 1);
    assert!(refused[0].starts_with("< status set game: line 1: move 1, a1"), "{refused:?}");
    let refused = ["< status set depth: found `x`, expected a number"];
    assert_eq!(talk(&mut nboard, "set depth x"), refused);
    for line in ["set contempt 0", "analyze", "", "foo"] {
        assert!(talk(&mut nboard, line).is_empty(), "{line}");
    }
    assert_eq!(talk(&mut nboard, "learn"), ["< learned"]);
    assert_eq!(talk(&mut nboard, "quit"), ["> quit"]);
}

#[test]
fn moves_and_hints_are_answered() {
    let mut nboard = nboard::open();
    talk(&mut nboard, "set depth 6");
    let go = ["> setoption name MultiPV value 1", "> go depth 6"];
    assert_eq!(talk(&mut nboard, "go"), go);
    assert!(nboard.lines(&info(-100, &["d6", "c3"])).is_empty());
    assert_eq!(nboard.lines(&best("d6")), ["=== d6 -1.00 0.3", "status"]);
    let hint = ["> setoption name MultiPV value 2", "> go depth 6"];
    assert_eq!(talk(&mut nboard, "hint 2"), hint);
    assert_eq!(nboard.lines(&info(250, &["d6", "pass"])), ["search d6PA 2.50 0 6"]);
    // What is proven has a word of its own, what is a bound none.
    let Reply::Info(told) = info(400, &["d6", "c4"]) else { unreachable!("it is one") };
    let bound = Info { score: Some((Score::cp(300), Bound::Lower)), ..told.clone() };
    assert!(nboard.lines(&Reply::Info(bound)).is_empty());
    let proven = Info { exact: true, ..told };
    assert_eq!(nboard.lines(&Reply::Info(proven)), ["search d6c4 4.00 0 100%"]);
    assert_eq!(nboard.lines(&best("d6")), ["status"]);
}

#[test]
fn a_ping_ends_what_is_searched_and_nothing_more_is_said_of_it() {
    let mut nboard = nboard::open();
    assert_eq!(talk(&mut nboard, "ping 3"), ["> isready"]);
    assert_eq!(nboard.lines(&Reply::ReadyOk), ["pong 3"]);
    talk(&mut nboard, "go");
    assert_eq!(talk(&mut nboard, "ping 4"), ["> stop", "> isready"]);
    assert_eq!(talk(&mut nboard, "go").len(), 2);
    assert!(nboard.lines(&info(100, &["d6"])).is_empty());
    assert_eq!(nboard.lines(&Reply::ReadyOk), ["pong 4"]);
    assert!(nboard.lines(&best("d6")).is_empty());
    assert!(nboard.lines(&info(100, &["c4"])).is_empty());
    assert_eq!(nboard.lines(&best("c4")), ["=== c4 1.00 0.3", "status"]);
}

#[test]
fn nothing_is_said_of_a_position_that_the_client_has_left() {
    let mut nboard = nboard::open();
    talk(&mut nboard, GAME);
    talk(&mut nboard, "go");
    let refused = talk(&mut nboard, "set game (;GM[Othello]BO[8 x];)");
    assert_eq!(refused[0], "> stop");
    assert!(refused[1].starts_with("< status set game: "), "{refused:?}");
    assert!(nboard.reply(&best("d6")).is_empty());
    let lost = |command: &str, what: &str| {
        [format!("< status {command}: there is no position: the last {what} was refused")]
    };
    for command in ["go", "hint 2", "move f4"] {
        let name = command.split(' ').next().unwrap();
        assert_eq!(talk(&mut nboard, command), lost(name, "game"));
    }
    assert_eq!(talk(&mut nboard, "ping 1"), ["> isready"]);
    assert_eq!(talk(&mut nboard, GAME), ["> position startpos moves f5 f6"]);
    assert_eq!(talk(&mut nboard, "go").len(), 2);
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
