//! The player `wave` in a session, with threads as in play: thinking ahead, pondering, hints, its
//! statistics, and that it always answers and always ends.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use plyglot::core::rng;
use plyglot::protocol::Reply;
use plyglot::registry::GAMES;
use plyglot::search::time::WallTimer;
use plyglot::session::event::Event;
use plyglot::session::{Flow, Session};
use rand::RngExt;

/// No answer takes so long, whatever else the machine does.
const SOON: Duration = Duration::from_secs(30);

struct Client {
    session: Session,
    inbox: Receiver<Event>,
    said: Vec<String>,
}

impl Client {
    fn new(options: &[&str]) -> Self {
        let (events, inbox) = channel();
        let session = Session::new(GAMES, Arc::new(WallTimer::default()), events).unwrap();
        let mut client = Self { session, inbox, said: Vec::new() };
        client.line("setoption name UCI_Variant value abalone");
        for option in ["Mind value wave", "WaveMemory value 1"].iter().chain(options) {
            client.line(&format!("setoption name {option}"));
        }
        client
    }

    fn event(&mut self, event: Event) -> Flow {
        let mut replies: Vec<Reply> = Vec::new();
        let flow = self.session.handle(event, &mut replies);
        let dialect = self.session.dialect();
        self.said.extend(replies.iter().map(|reply| reply.in_dialect(dialect).to_string()));
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
            let event = self.inbox.recv_timeout(SOON).expect(start);
            self.event(event);
        }
    }

    /// Leaves, and sees that no thread is left that could still say something.
    fn quit(mut self) -> Vec<String> {
        let mut flow = self.line("quit");
        while flow == Flow::Continue {
            let event = self.inbox.recv_timeout(SOON).unwrap();
            flow = self.event(event);
        }
        let Self { session, inbox, said } = self;
        drop(session);
        while inbox.recv_timeout(SOON).is_ok() {}
        let nobody = std::sync::mpsc::RecvTimeoutError::Disconnected;
        assert_eq!(inbox.recv_timeout(SOON).unwrap_err(), nobody);
        said
    }
}

#[test]
fn between_moves_the_tree_grows_and_is_used_for_hint_and_move() {
    let mut client = Client::new(&["Ponder value true"]);
    client.wait_for("info depth 2 ");
    client.line("hint");
    let hint = client.wait_for("info string hint ");
    let mv = hint.rsplit(' ').next().unwrap().to_owned();
    client.line(&format!("moves {mv}"));
    // The layer below is kept: it is known without a node made for it.
    client.line("go depth 1");
    let info = client.wait_for("info depth 1 ");
    assert!(info.contains(" nodes 0 "), "{info}");
    let best = client.wait_for("bestmove ");
    client.wait_for("info depth 2 ");
    client.line(&format!("moves {}", best.split(' ').nth(1).unwrap()));
    client.line("hint");
    client.wait_for("info string hint ");
    client.quit();
}

#[test]
fn who_leaves_in_mid_game_is_told_how_the_moves_were_found() {
    let mut client = Client::new(&[]);
    client.line("position startpos moves a1b1");
    client.line("go depth 2");
    client.wait_for("bestmove ");
    let said = client.quit();
    assert_eq!(said.len(), 2, "{said:?}");
    assert_eq!(
        said[0],
        "info string wave: the game is left; 1 plies played; pushed off: by Black 0, by White 0"
    );
    assert!(said[1].starts_with("info string wave: 1 moves chosen at depth 2 to 2, "), "{said:?}");
    // Who has not moved, or whose game is over, has no more to say.
    let of_wave = |said: Vec<String>| said.iter().any(|line| line.contains("wave: "));
    assert!(!of_wave(Client::new(&[]).quit()));
    let mut client = Client::new(&[]);
    client.line("position fen s4/S5/S6/8/4s4/8/7/6/s4 5 0 b 0 1");
    client.line("go depth 1");
    client.wait_for("bestmove ");
    assert!(!of_wave(client.quit()));
}

#[test]
fn pondering_ends_in_an_answer_after_ponderhit_or_stop_and_not_before() {
    for end in ["ponderhit", "stop"] {
        let mut client = Client::new(&[]);
        client.line("go ponder depth 3");
        client.wait_for("info depth 2 ");
        client.line("isready");
        client.wait_for("readyok");
        client.line(end);
        client.wait_for("bestmove ");
        assert!(!client.quit().iter().any(|line| line.starts_with("bestmove")), "{end}");
    }
}

#[test]
fn the_target_depth_rises_and_falls() {
    let mut client = Client::new(&[
        "Depth Policy value adaptive",
        "Start Depth value 2",
        "Think Time value 3600000",
        "Max Think Time value 3600000",
    ]);
    for (target, note) in [
        (2, "info string target depth raised from 2 to 3"),
        (3, "info string target depth raised from 3 to 4"),
    ] {
        client.line("go");
        client.wait_for(&format!("info depth {target} "));
        client.wait_for(note);
    }
    client.line("setoption name Think Time value 0");
    client.line("setoption name Max Think Time value 0");
    client.line("go");
    client.wait_for("info string target depth lowered from 2 to 1");
    client.quit();
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
        let mut client = Client::new(&["Ponder value true"]);
        let mut asked = 0;
        for _ in 0..40 {
            let line = lines[rng.random_range(0..lines.len())];
            client.line(line);
            asked += usize::from(line.starts_with("go"));
            if line.starts_with("go ponder") || line.starts_with("go infinite") {
                client.line(if line.contains("ponder") { "ponderhit" } else { "stop" });
            }
            for _ in 0..rng.random_range(0..3) {
                if let Ok(event) = client.inbox.try_recv() {
                    client.event(event);
                }
            }
            while client.session.is_busy() {
                if line.contains("infinite") {
                    client.line("stop");
                }
                let event = client.inbox.recv_timeout(SOON).unwrap();
                client.event(event);
            }
        }
        let said = client.quit();
        let answers = said.iter().filter(|line| line.starts_with("bestmove")).count();
        let refused = said.iter().filter(|line| line.starts_with("info string error go")).count();
        assert_eq!((answers, refused), (asked, 0));
        assert!(!said.iter().any(|line| line.contains("failed")), "{said:?}");
    }
}
