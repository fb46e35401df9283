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
