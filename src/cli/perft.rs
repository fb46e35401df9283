//! `plyglot perft`: lines of a given length are counted, as the command of the protocol does it.

use std::collections::BTreeMap;
use std::sync::mpsc::RecvTimeoutError;

use plyglot_host::entry::GameEntry;
use plyglot_host::event::{Answer, Listener, SearchEvent};
use plyglot_protocol::{Command, Setup};
use serde_json::json;

use super::asked::{Asked, TICK};
use super::{stop, words};
use crate::io::{self, ServeError, once};
use crate::options::Chosen;

/// The start of the game, as positions are asked for elsewhere.
const START: &str = "startpos";
/// What is left of a count that was stopped.
const NOTHING: &str = "there is no sum";

/// What `plyglot perft` is asked.
#[derive(clap::Args, Clone, Debug)]
#[command(override_usage = "plyglot perft [GAME] DEPTH [POSITION] [OPTIONS]")]
pub(super) struct PerftJob {
    /// Plies
    #[arg(value_parser = super::words::plies)]
    depth: u32,
    /// Position string; the start position of the game if left out
    position: Option<String>,
    /// A file with another program's counts, or a command of the shell that prints them
    #[arg(long, value_name = "FILE|COMMAND")]
    compare: Option<String>,
    /// As JSON
    #[arg(long, conflicts_with = "compare")]
    json: bool,
}

impl PerftJob {
    pub(super) fn run<'a>(
        &'a self,
        games: &'static [&'static GameEntry],
        name: &str,
        options: &[String],
        mut presets: Vec<Command<'a>>,
    ) -> Result<(), String> {
        let depth = self.depth;
        let position = self.position.as_deref().filter(|text| *text != START);
        if position.is_some_and(words::may_be_a_game) {
            let words = self.position.as_slice();
            return Err(words::not_set_up(games, "perft", words, "it is no position"));
        }
        if self.json {
            return self.as_json(games, name, options);
        }
        if position.is_some() {
            let setup = Setup { game: None, position, moves: Vec::new() };
            presets.push(Command::Position(setup));
        }
        let command = match &self.compare {
            Some(_) if depth == 0 => {
                return Err("perft: found 0 plies, expected at least 1 to compare".to_owned());
            }
            Some(with) => Command::Compare { depth, with },
            None => Command::Perft { depth, counting: None },
        };
        match once::obey(games, &presets, command) {
            Err(ServeError::Stopped) => stop::told(NOTHING),
            obeyed => obeyed.map_err(|error| error.to_string()),
        }
    }

    /// Counts, and says it at the end for programs.
    fn as_json(
        &self,
        games: &'static [&'static GameEntry],
        name: &str,
        options: &[String],
    ) -> Result<(), String> {
        let mut chosen = Chosen::new(games, "perft", name)?;
        chosen.set_all(options)?;
        let mut asked = Asked::open(&chosen, None)?;
        asked.set_up(self.position.as_deref()).map_err(|error| format!("perft: {error}"))?;
        let (listener, inbox) = Listener::channel();
        let control = asked.engine.begin_perft(self.depth, None, listener);
        let mut moves = BTreeMap::new();
        let nodes = loop {
            match inbox.recv_timeout(TICK) {
                Ok(SearchEvent::Divided { mv, nodes }) => _ = moves.insert(mv, nodes),
                Ok(SearchEvent::Done(result)) => match result.answer {
                    Answer::Divided(nodes) => break nodes,
                    _ if asked.is_interrupted() => stop::told(NOTHING),
                    _ => return Err("perft was stopped".to_owned()),
                },
                Err(RecvTimeoutError::Timeout) if asked.is_interrupted() => control.stop.set(),
                Ok(_) | Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err("perft has failed".to_owned()),
            }
        };
        let position = asked.engine.state().board().position;
        let (game, depth) = (chosen.variant.name, self.depth);
        io::say(
            &json!({ "game": game, "position": position, "depth": depth, "moves": moves, "nodes": nodes })
                .to_string(),
        );
        Ok(())
    }
}
