//! One command of the command line, obeyed as if a client had sent it.

use std::io;

use super::{ServeError, next_event, open, write_out, written};
use crate::session::Flow;
use crate::session::event::Event;
use plyglot_host::entry::GameEntry;
use plyglot_protocol::{Command, Reply};

/// Obeys this command of the command line as if a client had sent it, and nothing else. What a client
/// would be told as an error is one here.
pub fn obey(
    games: &'static [&'static GameEntry],
    presets: &[Command<'_>],
    command: Command<'_>,
) -> Result<(), ServeError> {
    let (mut session, events, inbox) = open(games, presets)?;
    session.allow_commands();
    session.note_heard(&command.to_string());
    let mut replies = Vec::new();
    session.obey(command, &mut replies);
    let _ = events.send(Event::EndOfInput);
    let (mut flow, mut is_stopped, mut refused) = (Flow::Continue, false, Vec::new());
    loop {
        let is_error = |reply: &mut Reply| matches!(reply, Reply::Error(_));
        refused.extend(replies.extract_if(.., is_error));
        let text = written(&session, &replies);
        replies.clear();
        session.note_said(&text);
        match write_out(&text) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(()),
            written => written?,
        }
        if flow == Flow::Quit {
            break;
        }
        let Some(event) = next_event(&inbox) else { break };
        is_stopped |= matches!(event, Event::Terminate | Event::Interrupt);
        flow = session.handle(event, &mut replies);
    }
    let said = |error: Reply| if let Reply::Error(text) = error { Some(text) } else { None };
    let refused: Vec<_> = refused.into_iter().filter_map(said).collect();
    if is_stopped {
        return Err(ServeError::Stopped);
    }
    if refused.is_empty() { Ok(()) } else { Err(ServeError::Refused(refused.join("; "))) }
}
