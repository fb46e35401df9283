//! A client of one session whose clock stands still.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};

use plyglot::protocol::Dialect;
use plyglot::registry::GAMES;
use plyglot::search::time::ScriptedTimer;
use plyglot::session::Session;
use plyglot::session::event::Event;
use plyglot::session::files::Files;

pub(crate) struct Client {
    session: Session,
    inbox: Receiver<Event>,
}

impl Client {
    pub(crate) fn new() -> Self {
        let (events, inbox) = channel();
        let mut session = Session::new(GAMES, Arc::new(ScriptedTimer::new(0)), events).unwrap();
        session.allow_files(Files::below(&std::env::temp_dir()).unwrap());
        let mut client = Self { session, inbox };
        // What endgame tables know is not searched, and leaves nothing to record.
        client.send("setoption name TbEmbedded value false");
        client
    }

    /// Lets it run commands of the shell.
    pub(crate) fn allow_commands(&mut self) {
        self.session.allow_commands();
    }

    /// Sends a line and waits until it is done; the replies.
    pub(crate) fn send(&mut self, line: &str) -> Vec<String> {
        let mut replies = Vec::new();
        self.session.handle(Event::Line(line.to_owned()), &mut replies);
        while self.session.is_busy() {
            let event = self.inbox.recv().unwrap();
            self.session.handle(event, &mut replies);
        }
        replies.iter().map(|reply| reply.in_dialect(Dialect::Uci).to_string()).collect()
    }
}

/// Small searches of every game, the deeper ones where the tree stays small.
pub(crate) const SEARCHES: [(&str, &str, &str); 10] = [
    ("tictactoe", "position tictactoe startpos moves 5 1", "go depth 4"),
    ("kalah", "position kalah startpos", "go depth 3"),
    ("abalone", "position abalone startpos", "go depth 3"),
    // A mate in one: what the evaluator of chess thinks hardly matters.
    ("chess", "position fen 7k/8/5K2/6Q1/8/8/8/8 w - - 0 1", "go depth 4"),
    ("chess-start", "position startpos", "go depth 8"),
    // The game has stood here before.
    (
        "chess-repeated",
        "position fen 6k1/8/8/8/8/8/8/K6R w - - 0 1 moves h1h2 g8g7 h2h1 g7f7 h1h2 f7g7 h2h1 g7g8 h1h2",
        "go depth 5",
    ),
    ("checkers", "position checkers", "go depth 4"),
    ("draughts", "position draughts", "go depth 3"),
    ("morris", "position threemorris", "go depth 3"),
    ("awari", "position awari", "go depth 3"),
];
