//! DXP and KGP: conversations with other programs, as lines and over sockets.

use std::io::{BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::time::Duration;

use plyglot::core::rng;
use plyglot::core::{Settings, Side};
use plyglot::protocol::Reply;
use plyglot::protocol::dxp::{Dxp, Wish};
use plyglot::protocol::hub::{Act, Told};
use plyglot::protocol::kgp::Kgp;
use plyglot::protocol::translator::Translator;
use plyglot::registry::GAMES;
use plyglot::{dxp, kgp, options};
use rand::RngExt;

use super::gtp::{best, info, text};
use super::nonsense::damaged;
use crate::common::program::{Program, soon, wait_for};

const PATIENCE: Duration = Duration::from_mins(1);

fn silent(_: &str) {}

fn draughts(wish: Option<Wish>) -> Dxp {
    dxp::open(&Settings::defaults(&options::all(GAMES)), wish, silent)
}

fn kalah() -> Kgp {
    kgp::open(Some("se\"cret".to_owned()), silent)
}

fn talk(translator: &mut dyn Translator, line: &str) -> Vec<String> {
    text(translator.obey(line))
}

/// A request that White, or Black, plays so many moves in one minute.
fn request(follower: char, moves: u32) -> String {
    format!("R01{:32}{follower}001{moves:03}A", "Other")
}

#[test]
fn games_that_others_ask_for_are_played_by_our_rules() {
    let mut dxp = draughts(None);
    assert!(dxp.open().is_empty());
    let started = talk(&mut dxp, &request('W', 2));
    assert_eq!(started[0], format!("A{:32}0", "plyglot"));
    let thinks = [
        "> ucinewgame",
        "> setoption name UCI_Variant value draughts",
        "> setoption name Draughts.Notation value hub",
        "> position startpos",
        "> go wtime 60000 btime 60000 movestogo 2",
    ];
    assert_eq!(started[1..], thinks);
    assert_eq!(talk(&mut dxp, &request('W', 2))[0], format!("A{:32}2", "plyglot"));
    assert_eq!(text(dxp.reply(&best("32-28"))), ["M0000322800"]);
    let thinks = talk(&mut dxp, "M0007192300");
    assert_eq!(thinks[0], "> position startpos moves 32-28 19-23");
    // Ours is measured, theirs is what the message says.
    assert!(thinks[1].starts_with("> go wtime "), "{thinks:?}");
    assert!(thinks[1].ends_with(" btime 53000 movestogo 1"), "{thinks:?}");
    assert_eq!(text(dxp.reply(&best("28x19x23"))), ["M000028190123"]);
    // Back to White's second move, then the capture is answered without its squares.
    assert_eq!(talk(&mut dxp, "B002W")[..2], ["K0", "> position startpos moves 32-28 19-23"]);
    assert_eq!(text(dxp.reply(&best("28x19x23"))), ["M000028190123"]);
    assert_eq!(talk(&mut dxp, "M0001142300"), ["E00"]);
    assert!(talk(&mut dxp, "E00").is_empty());
    // A move that is none ends a game without a result, and so does one at the wrong time.
    talk(&mut dxp, &request('Z', 0));
    assert_eq!(talk(&mut dxp, "M0001322700").len(), 2);
    assert!(talk(&mut dxp, "M0001322700").is_empty());
    assert_eq!(text(dxp.reply(&best("20-25"))), ["M0000202500"]);
    assert_eq!(talk(&mut dxp, "M0001322700"), ["E00"]);
    assert_eq!(talk(&mut dxp, "E01"), ["> quit"]);
    for (unfit, code) in [("R02", '1'), ("R01", '2'), ("R", '1')] {
        assert_eq!(talk(&mut draughts(None), unfit), [format!("A{:32}{code}", "plyglot")]);
    }
}

#[test]
fn games_that_we_ask_for_are_played_one_after_the_other() {
    let wish = Wish { games: 2, side: Side::Second, minutes: 0, moves: 0 };
    let mut dxp = draughts(Some(wish));
    assert_eq!(text(dxp.open()), [format!("R01{:32}W000000A", "plyglot")]);
    assert_eq!(talk(&mut dxp, &format!("A{:32}0", "Other")), ["> ucinewgame"]);
    let thinks = talk(&mut dxp, "M0001322800");
    assert_eq!(thinks.last().unwrap(), "> go movetime 5000");
    // The other gives up while it would be our turn only in theory.
    assert_eq!(talk(&mut dxp, "E10")[..2], ["> stop", "E00"]);
    assert!(dxp.reply(&best("19-23")).is_empty());
    assert_eq!(talk(&mut dxp, &format!("A{:32}0", "Other")).last().unwrap(), "> go movetime 5000");
    assert_eq!(text(dxp.reply(&best("32-28"))), ["M0000322800"]);
    assert_eq!(talk(&mut dxp, "E11"), ["E01", "> quit"]);
    let mut refused = draughts(Some(wish));
    refused.open();
    assert_eq!(talk(&mut refused, &format!("A{:32}3", "Other")), ["> quit"]);
}

#[test]
fn boards_of_kalah_are_answered_until_the_server_has_heard_enough() {
    let mut kgp = kalah();
    let greeted = talk(&mut kgp, "kgp 1 0 1");
    assert_eq!(greeted[0], "> setoption name UCI_Variant value kalah");
    assert_eq!(greeted[8..], ["set auth:token \"se\\\"cret\"", "> isready"]);
    assert_eq!(text(kgp.reply(&Reply::ReadyOk)), ["mode freeplay"]);
    let asked = [
        "@4 move 1",
        "> setoption name Kalah.Pits value 3",
        "> position fen <3,0,0,3,3,3,3,3,3> s",
        "> go movetime 86400000",
    ];
    assert_eq!(talk(&mut kgp, "4 state <3,0,0,3,3,3,3,3,3>"), asked);
    assert_eq!(text(kgp.reply(&info(100, &["2,3", "1"]))), ["@4 move 2"]);
    assert!(kgp.reply(&info(100, &["2", "1"])).is_empty());
    assert_eq!(talk(&mut kgp, "ping"), ["pong"]);
    assert_eq!(talk(&mut kgp, "9 ping abc"), ["@9 pong"]);
    assert!(talk(&mut kgp, "6@3 stop").is_empty());
    assert_eq!(talk(&mut kgp, "6@4 stop"), ["> stop"]);
    assert_eq!(text(kgp.reply(&best("3"))), ["> isready"]);
    assert!(kgp.reply(&Reply::ReadyOk).is_empty());
    for line in ["set time:mode absolute", "set time:clock 9", "set time:opclock 8", "ok", "foo"] {
        assert!(talk(&mut kgp, line).is_empty(), "{line}");
    }
    let asked = talk(&mut kgp, "8 state <3,1,3,0,4,4,4,3,3>");
    assert_eq!(asked[2], "> go wtime 9000 btime 8000", "{asked:?}");
    assert_eq!(asked[0], "@8 move 2");
    assert_eq!(text(kgp.reply(&best("3"))), ["@8 move 3", "@8 yield", "> isready"]);
    assert!(kgp.reply(&Reply::ReadyOk).is_empty());
    assert_eq!(talk(&mut kgp, "10 state <3,1,3,0,0,4,4,3,3>"), ["@10 move 3", "@10 yield"]);
    talk(&mut kgp, "12 state <3,1,3,0,4,4,4,3,3>");
    let asked = talk(&mut kgp, "14 state <3,1,3,0,4,4,4,3,3>");
    assert_eq!(asked[..3], ["@12 yield", "> stop", "@14 move 2"]);
    assert_eq!(talk(&mut kgp, "16@14 stop"), ["> stop"]);
    let refused = ["> stop", "@11 error \"Not a board\""];
    assert_eq!(talk(&mut kgp, "11 state <3,1"), refused);
    assert_eq!(talk(&mut kgp, "goodbye"), ["> quit"]);
    let refused = ["error \"Unsupported version\"", "goodbye", "> quit"];
    assert_eq!(talk(&mut kalah(), "kgp 2 0 0"), refused);
}

#[test]
fn what_searches_need_is_made_between_boards_and_keeps_none_waiting() {
    let mut kgp = kalah();
    talk(&mut kgp, "kgp 1 0 1");
    assert_eq!(text(kgp.reply(&Reply::ReadyOk)), ["mode freeplay"]);
    talk(&mut kgp, "4 state <3,0,0,3,3,3,3,3,3>");
    talk(&mut kgp, "6@4 stop");
    assert_eq!(text(kgp.reply(&best("3"))), ["> isready"]);
    assert_eq!(talk(&mut kgp, "8 state <3,1,3,0,4,4,4,3,3>")[..2], ["> stop", "@8 move 2"]);
    assert!(kgp.reply(&Reply::ReadyOk).is_empty());
    // Of two that follow each other at once only the second is answered before there is time.
    talk(&mut kgp, "10 state <3,1,3,0,4,4,4,3,3>");
    assert!(kgp.reply(&best("3")).is_empty());
    assert_eq!(text(kgp.reply(&best("3"))), ["@10 move 3", "@10 yield", "> isready"]);
}

const GOOD_DXP: &[&str] = &[
    "R01Other                           W060075A",
    "R01Other                           Z000000A",
    "M0001322800",
    "M0001192300",
    "M000128190123",
    "A                                0",
    "E00",
    "E11",
    "B001W",
    "B002Z",
    "K0",
    "CWell played",
];
const GOOD_KGP: &[&str] = &[
    "kgp 1 0 1",
    "4 state <3,0,0,3,3,3,3,3,3>",
    "5 state <6,0,0,6,6,6,6,6,6,6,6,6,6,6,6>",
    "6@4 stop",
    "7@5 stop",
    "8 ping",
    "set time:mode absolute",
    "set time:clock 3",
    "error \"what\"",
    "ok",
];

/// Damaged lines, some searches answered at once, some when stopped.
fn live_through(translator: &mut dyn Translator, good: &[&'static str], mv: &str, known: &[char]) {
    let mut rng = rng::seeded(20_261_128);
    for _ in 0..10_000 {
        let line = damaged(&mut rng, good);
        let mut acts = std::collections::VecDeque::from(translator.obey(&line));
        while let Some(act) = acts.pop_front() {
            match act {
                Act::Say(said) => {
                    assert!(said.starts_with(known) && said.is_ascii(), "{line:?}: {said:?}");
                    assert!(!said.contains(['\0', '\n', '\r']), "{line:?}: {said:?}");
                }
                Act::Tell(Told::Go(_)) if rng.random_range(0..2) > 0 => {
                    acts.extend(translator.reply(&info(0, &[mv])));
                    acts.extend(translator.reply(&best(mv)));
                }
                Act::Tell(Told::Stop) => acts.extend(translator.reply(&best(mv))),
                Act::Tell(told) => assert!(!told.command().to_string().contains('\n'), "{line:?}"),
            }
        }
        translator.reply(&Reply::ReadyOk);
    }
}

#[test]
fn damaged_messages_are_taken_calmly() {
    live_through(&mut draughts(None), GOOD_DXP, "32-28", &['A', 'M', 'E', 'K']);
    let wish = Wish { games: 99, side: Side::First, minutes: 1, moves: 2 };
    live_through(&mut draughts(Some(wish)), GOOD_DXP, "32-28", &['A', 'M', 'E', 'K', 'R']);
    live_through(&mut kalah(), GOOD_KGP, "1,2", &['@', 's', 'm', 'e', 'g', 'p', 'y']);
}

/// A port that nobody uses at the moment.
fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// A depth of two plies, which rises while moves take less than a millisecond.
const QUICK: [&str; 6] =
    ["--option", "Depth Policy=adaptive", "--option", "Start Depth=2", "--option", "Think Time=1"];

/// Both ends of a game of three moves a side.
#[test]
fn two_ends_of_dxp_play_with_each_other() {
    let port = free_port().to_string();
    let follower = Program::start(&[&["dxp", "--listen", &port], &QUICK[..]].concat());
    let to = format!("127.0.0.1:{port}");
    let said = soon("a game", move || {
        loop {
            let arguments = ["dxp", "--connect", &to, "--games", "2", "--moves", "3"];
            let (said, status) = Program::start(&[&arguments, &QUICK[..]].concat()).end();
            // The other may not listen yet.
            if status.success() {
                return said;
            }
        }
    });
    assert_eq!(said.matches("dxp: a game with plyglot").count(), 2, "{said}");
    let (said, status) = follower.end();
    assert!(status.success() && said.contains("dxp: all moves are made"), "{said}");
}

#[test]
fn a_server_of_kgp_is_played_for() {
    let listening = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listening.local_addr().unwrap().port().to_string();
    let program = Program::start(&["kgp", "--port", &port]);
    let (mut stream, _) = listening.accept().unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    let mut lines = BufReader::new(stream.try_clone().unwrap());
    let mut send = |text: &str| stream.write_all(text.as_bytes()).unwrap();
    send("kgp 1 0 1\r\n");
    assert_eq!(wait_for(&mut lines, "mode"), "mode freeplay\r\n");
    // The last stone of pit 4 makes another turn, and nothing is as good.
    send(
        "set time:mode absolute\r\nset time:clock 5\r\n4 state <6,0,0,0,0,3,0,0,1,1,0,0,0,0,0>\r\n",
    );
    wait_for(&mut lines, "@4 move");
    wait_for(&mut lines, "@4 yield");
    send("6 state <6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>\r\n");
    wait_for(&mut lines, "@6 move");
    send("8@6 stop\r\n9 ping\r\ngoodbye\r\n");
    assert_eq!(wait_for(&mut lines, "@9"), "@9 pong\r\n");
    let (_, status) = program.end();
    assert!(status.success(), "{status}");
}

/// The state of a connection between these ports, which proc(5) tells: `tr` is 2 while a timer runs that asks
/// for a silent peer.
#[cfg(target_os = "linux")]
fn timer_between(from: u16, to: u16) -> Option<String> {
    let table = std::fs::read_to_string("/proc/net/tcp").unwrap();
    let mut rows = table.lines().map(|row| row.split_whitespace().collect::<Vec<_>>());
    let ends = [format!(":{from:04X}"), format!(":{to:04X}")];
    let row = rows.find(|row| row[1].ends_with(&ends[0]) && row[2].ends_with(&ends[1]))?;
    row[5].split_once(':').map(|(timer, _)| timer.to_owned())
}

/// Whose machine is gone says nothing, and nothing is said to it while it is its turn.
#[test]
#[cfg(target_os = "linux")]
fn a_silent_peer_is_asked_for() {
    let listening = TcpListener::bind("127.0.0.1:0").unwrap();
    let to = listening.local_addr().unwrap();
    let mut program = Program::start(&["dxp", "--connect", &to.to_string()]);
    let (mut stream, from) = listening.accept().unwrap();
    let mut first = [0];
    stream.read_exact(&mut first).unwrap();
    assert_eq!(&first, b"R");
    soon("a timer", move || {
        while timer_between(from.port(), to.port()).as_deref() != Some("02") {
            std::thread::yield_now();
        }
    });
    drop(stream);
    let mut beside = program.child.stderr.take().unwrap();
    let (_, status) = program.end();
    let mut said = String::new();
    beside.read_to_string(&mut said).unwrap();
    assert!(status.success() && said.starts_with("the other side "), "{status} {said}");
}

#[test]
fn who_sends_nonsense_and_leaves_ends_the_program() {
    for job in ["dxp", "kgp"] {
        let port = free_port().to_string();
        let listening = TcpListener::bind(format!("127.0.0.1:{port}")).unwrap();
        let to = format!("127.0.0.1:{port}");
        let arguments =
            if job == "dxp" { ["dxp", "--connect", &to] } else { ["kgp", "--port", &port] };
        let program = Program::start(&arguments);
        let (mut stream, _): (TcpStream, _) = listening.accept().unwrap();
        stream.write_all(&[0xff; 3000]).unwrap();
        stream.write_all(b"\0\n\0E\0M\0state\r\nkgp\n9 state <,>\n").unwrap();
        stream.shutdown(std::net::Shutdown::Write).unwrap();
        let mut said = Vec::new();
        stream.read_to_end(&mut said).unwrap();
        let (_, status) = program.end();
        assert!(status.success(), "{job}: {status}");
    }
}
