//! The player `wave` in a session, with threads as in play: thinking ahead, pondering, hints, its
//! statistics, and that it always answers and always ends.

use std::sync::Arc;
use std::time::Duration;

use plyglot::core::rng;
use plyglot::registry::GAMES;
use plyglot::search::time::WallTimer;
use plyglot::session::Flow;
use plyglot::session::event::Event;
use rand::RngExt;

use crate::common::client::Client;

/// No answer takes so long, whatever else the machine does.
const SOON: Duration = Duration::from_secs(30);

/// A client by the clock on the wall, and what was said to it.
struct Talk {
    client: Client,
    said: Vec<String>,
}

impl Talk {
    fn new(options: &[&str]) -> Self {
        let client = Client::with(GAMES, Arc::new(WallTimer::default()));
        let mut talk = Self { client, said: Vec::new() };
        talk.line("setoption name UCI_Variant value abalone");
        for option in ["Mind value wave", "WaveMemory value 1"].iter().chain(options) {
            talk.line(&format!("setoption name {option}"));
        }
        talk
    }

    fn event(&mut self, event: Event) -> Flow {
        let (replies, flow) = self.client.event(event);
        self.said.extend(self.client.texts(&replies));
        flow
    }

    fn line(&mut self, line: &str) -> Flow {
        self.event(Event::Line(line.to_owned()))
    }

    /// Waits until something is said that begins so; gives back that line.
    fn wait_for(&mut self, start: &str) -> String {
        loop {
            if let Some(at) = self.said.iter().position(|line| line.starts_with(start)) {
                let line = self.said.swap_remove(at);
                self.said.clear();
                return line;
            }
            let event = self.client.inbox.recv_timeout(SOON).expect(start);
            self.event(event);
        }
    }

    /// Leaves, and sees that no thread is left that could still say something.
    fn quit(mut self) -> Vec<String> {
        let mut flow = self.line("quit");
        while flow == Flow::Continue {
            let event = self.client.inbox.recv_timeout(SOON).unwrap();
            flow = self.event(event);
        }
        let Self { client: Client { session, inbox }, said } = self;
        drop(session);
        while inbox.recv_timeout(SOON).is_ok() {}
        let nobody = std::sync::mpsc::RecvTimeoutError::Disconnected;
        assert_eq!(inbox.recv_timeout(SOON).unwrap_err(), nobody);
        said
    }
}

#[test]
fn between_moves_the_tree_grows_and_is_used_for_hint_and_move() {
    let mut talk = Talk::new(&["Ponder value true"]);
    talk.wait_for("info depth 2 ");
    talk.line("hint");
    let hint = talk.wait_for("info string hint ");
    let mv = hint.rsplit(' ').next().unwrap().to_owned();
    talk.line(&format!("moves {mv}"));
    // The layer below is kept: it is known without a node made for it.
    talk.line("go depth 1");
    let info = talk.wait_for("info depth 1 ");
    assert!(info.contains(" nodes 0 "), "{info}");
    let best = talk.wait_for("bestmove ");
    talk.wait_for("info depth 2 ");
    talk.line(&format!("moves {}", best.split(' ').nth(1).unwrap()));
    talk.line("hint");
    talk.wait_for("info string hint ");
    talk.quit();
}

#[test]
fn the_hint_after_a_search_is_the_move_that_it_chose() {
    // Several roots, of which deepthought changes its mind about some below what the wave keeps.
    for position in ["startpos", "startpos moves a1b2", "startpos moves a1b2 i5h5 c3d4"] {
        let mut talk = Talk::new(&["Ponder value false"]);
        talk.line(&format!("position abalone {position}"));
        talk.line("go depth 4");
        let best = talk.wait_for("bestmove ");
        talk.line("hint");
        let hint = talk.wait_for("info string hint ");
        assert_eq!(hint.rsplit(' ').next(), best.split(' ').nth(1), "{position}");
        talk.quit();
    }
}

#[test]
fn a_move_that_was_the_only_one_to_look_at_is_no_hint() {
    let mut talk = Talk::new(&["Ponder value false"]);
    talk.line("go depth 2 searchmoves c3d4");
    assert!(talk.wait_for("bestmove ").starts_with("bestmove c3d4"));
    talk.line("hint");
    let hint = talk.wait_for("info string hint ");
    assert!(!hint.ends_with(" c3d4"), "{hint}");
    talk.quit();
}

#[test]
fn who_leaves_in_mid_game_is_told_how_the_moves_were_found() {
    let mut talk = Talk::new(&[]);
    talk.line("position startpos moves a1b1");
    talk.line("go depth 2");
    talk.wait_for("bestmove ");
    let said = talk.quit();
    assert_eq!(said.len(), 2, "{said:?}");
    assert_eq!(
        said[0],
        "info string wave: the game is left; 1 plies played; pushed off: by Black 0, by White 0"
    );
    assert!(said[1].starts_with("info string wave: 1 moves chosen at depth 2 to 2, "), "{said:?}");
    // Who has not moved, or whose game is over, has no more to say.
    let of_wave = |said: Vec<String>| said.iter().any(|line| line.contains("wave: "));
    assert!(!of_wave(Talk::new(&[]).quit()));
    let mut talk = Talk::new(&[]);
    talk.line("position fen s4/S5/S6/8/4s4/8/7/6/s4 5 0 b 0 1");
    talk.line("go depth 1");
    talk.wait_for("bestmove ");
    assert!(!of_wave(talk.quit()));
}

#[test]
fn pondering_ends_in_an_answer_after_ponderhit_or_stop_and_not_before() {
    for end in ["ponderhit", "stop"] {
        let mut talk = Talk::new(&[]);
        talk.line("go ponder depth 3");
        talk.wait_for("info depth 2 ");
        talk.line("isready");
        talk.wait_for("readyok");
        talk.line(end);
        talk.wait_for("bestmove ");
        assert!(!talk.quit().iter().any(|line| line.starts_with("bestmove")), "{end}");
    }
}

#[test]
fn the_target_depth_rises_and_falls() {
    let mut talk = Talk::new(&[
        "Depth Policy value adaptive",
        "Start Depth value 2",
        "Think Time value 3600000",
        "Max Think Time value 3600000",
    ]);
    for (target, note) in [
        (2, "info string target depth raised from 2 to 3"),
        (3, "info string target depth raised from 3 to 4"),
    ] {
        talk.line("go");
        talk.wait_for(&format!("info depth {target} "));
        talk.wait_for(note);
    }
    talk.line("setoption name Think Time value 0");
    talk.line("setoption name Max Think Time value 0");
    talk.line("go");
    talk.wait_for("info string target depth lowered from 2 to 1");
    talk.quit();
}

#[test]
fn whatever_is_asked_every_go_is_answered_once_and_all_threads_end() {
    let lines = [
        "isready",
        "position startpos",
        "position startpos moves a1b1 i9h9 c3c5d4",
        "position fen s4/S5/S6/8/4s4/8/7/6/s4 5 0 b 0 1",
        "position fen 5/6/7/8/S8/8/7/6/5 6 0 w 0 9",
        "moves c3:nw",
        "undo",
        "ucinewgame",
        "hint",
        "d",
        "stop",
        "ponderhit",
        "setoption name Hash value 1",
        "setoption name Abalone.Broadside value false",
        "setoption name Abalone.SirkaMysleni value 4",
        "go depth 2",
        "go nodes 3000",
        "go movetime 20",
        "go wtime 100 btime 100",
        "go ponder wtime 1000",
        "go infinite",
        "go depth 2 searchmoves c3d4 a1b2",
        "go mate 1",
    ];
    let mut rng = rng::seeded(5);
    for _ in 0..8 {
        let mut talk = Talk::new(&["Ponder value true"]);
        let mut asked = 0;
        for _ in 0..40 {
            let line = lines[rng.random_range(0..lines.len())];
            talk.line(line);
            asked += usize::from(line.starts_with("go"));
            if line.starts_with("go ponder") || line.starts_with("go infinite") {
                talk.line(if line.contains("ponder") { "ponderhit" } else { "stop" });
            }
            for _ in 0..rng.random_range(0..3) {
                if let Ok(event) = talk.client.inbox.try_recv() {
                    talk.event(event);
                }
            }
            while talk.client.session.is_busy() {
                if line.contains("infinite") {
                    talk.line("stop");
                }
                let event = talk.client.inbox.recv_timeout(SOON).unwrap();
                talk.event(event);
            }
        }
        let said = talk.quit();
        let answers = said.iter().filter(|line| line.starts_with("bestmove")).count();
        let refused = said.iter().filter(|line| line.starts_with("info string error go")).count();
        assert_eq!((answers, refused), (asked, 0));
        assert!(!said.iter().any(|line| line.contains("failed")), "{said:?}");
    }
}

#[test]
fn a_node_says_its_permission_and_what_the_width_limit_has_thrown_away() {
    let mut talk = Talk::new(&["SirkaMysleni value 3"]);
    talk.line("position startpos moves a1b1");
    talk.line("node");
    assert!(talk.wait_for("info string error node: ").ends_with("does not know this position yet"));
    talk.line("go depth 1");
    talk.wait_for("bestmove ");
    talk.line("node");
    let node = talk.said.iter().find(|line| line.starts_with("info string node: value ")).unwrap();
    assert!(node.contains(", depth 1, dohloubky 1, sons "), "{node}");
    assert!(node.contains(", 3 kept, best "), "{node}");
    let best = node.rsplit(' ').next().unwrap().to_owned();
    let thrown = talk.wait_for("info string node: thrown away ");
    let lost: Vec<&str> = thrown.rsplit(": ").next().unwrap().split(", ").collect();
    let count = format!("thrown away {} by SIRKAMYSLENI, 0 by PRAHREZUVLNY", lost.len());
    assert!(lost.len() > 30 && thrown.contains(&count), "{thrown}");
    // One that is lost is no node; one that is kept is, and has no sons itself yet.
    talk.line(&format!("node {}", lost[0].split(' ').next().unwrap()));
    assert!(talk.wait_for("info string error node: ").ends_with(" was thrown away"));
    talk.line(&format!("node {best}"));
    let son = talk.wait_for("info string node: ");
    assert!(son.contains(", depth 0, dohloubky 0, sons 0 made of "), "{son}");
    let said = talk.quit();
    assert!(said.contains(&format!("info string wave: {count}")), "{said:?}");
}

#[test]
fn an_attack_that_was_thrown_away_is_named_as_one() {
    let mut talk = Talk::new(&["SirkaMysleni value 1"]);
    // Two marbles may be pushed off, g3 to i5 and f7 to f9; one move is kept.
    talk.line("position fen s4/S5/S6/5SSs/9/8/7/6/5 0 0 b 0 1");
    talk.line("go depth 1");
    talk.wait_for("bestmove ");
    talk.line("node");
    let thrown = talk.wait_for("info string node: thrown away ");
    assert_eq!(thrown.matches(" pushes a marble off").count(), 1, "{thrown}");
}

#[test]
fn a_wave_that_has_used_up_its_memory_searches_as_deep_as_without_it() {
    let comes_to = |options: &[&str]| -> u32 {
        let mut talk = Talk::new(options);
        talk.line("position startpos moves a1b1");
        // A mebibyte is full before three plies are known; then the search goes on alone.
        talk.line("go ponder depth 4");
        loop {
            let depth = |line: &String| {
                let lacks =
                    line.strip_prefix("info string wave: out of memory, searched to depth ");
                lacks.and_then(|rest| rest.split(' ').next()?.parse().ok())
            };
            if talk.said.iter().any(|line| line.starts_with("info depth 4 ")) {
                return 4;
            }
            if let Some(depth) = talk.said.iter().find_map(depth) {
                return depth;
            }
            let event = talk.client.inbox.recv_timeout(SOON).unwrap();
            talk.event(event);
        }
    };
    assert_eq!(comes_to(&[]), 4);
    // The way of the text.
    assert!(comes_to(&["WaveReserve value false"]) < 4);
    assert!(comes_to(&["Abalone.Compat value bojar"]) < 4);
}
