//! Clients that speak otherwise than we do: who translates, and how.

use std::collections::VecDeque;

use crate::session::event::Event;
use crate::session::{Flow, Session};
use crate::{gtp, hub, nboard, xboard};
use plyglot_protocol::gtp::Gtp;
use plyglot_protocol::hub::{Act, Hub};
use plyglot_protocol::nboard::NBoard;
use plyglot_protocol::translator::Translator;
use plyglot_protocol::xboard::Xboard;

/// Who translates for a client that begins so; nobody where it speaks our own protocol.
pub(super) fn translator_for(line: &str, session: &Session) -> Option<Box<dyn Translator>> {
    if Hub::is_greeting(line) {
        Some(Box::new(hub::open()))
    } else if NBoard::is_greeting(line) {
        Some(Box::new(nboard::open()))
    } else if Xboard::is_greeting(line) {
        Some(Box::new(xboard::open(session.settings().clone())))
    } else if Gtp::is_greeting(line) {
        Some(Box::new(gtp::open(session.files().clone(), session.settings().clone())))
    } else {
        None
    }
}

/// Does what comes before the first line; nobody is told of it.
pub(super) fn greet(session: &mut Session, translator: &mut dyn Translator) {
    for act in translator.greet() {
        if let Act::Tell(told) = act {
            session.obey(told.command(), &mut Vec::new());
        }
    }
}

/// Answers one event of a conversation with a client that speaks otherwise.
pub(super) fn translated(
    session: &mut Session,
    translator: &mut dyn Translator,
    event: Event,
) -> (Flow, String) {
    let mut flow = None;
    let mut replies = Vec::new();
    let acts = match event {
        Event::Line(line) => translator.obey(&line),
        Event::EndOfInput if translator.is_at_work() => Vec::new(),
        other => {
            flow = Some(session.handle(other, &mut replies));
            replies.drain(..).flat_map(|reply| translator.reply(&reply)).collect()
        }
    };
    let (done, lines) = acted(session, translator, acts, flow);
    let text = lines.into_iter().flat_map(|line| [line, "\n".to_owned()]).collect();
    (done.unwrap_or(Flow::Continue), text)
}

/// Does these acts and what comes of them: whether to go on, where the session was told anything, and
/// the lines for the client. Whoever leaves tells the session nothing more, or an analysis that has been
/// ended would go on with the next position.
pub(super) fn acted(
    session: &mut Session,
    translator: &mut dyn Translator,
    acts: Vec<Act>,
    mut flow: Option<Flow>,
) -> (Option<Flow>, Vec<String>) {
    let (mut lines, mut replies) = (Vec::new(), Vec::new());
    let mut acts = VecDeque::from(acts);
    while let Some(act) = acts.pop_front() {
        match act {
            Act::Tell(_) if flow == Some(Flow::Quit) => {}
            Act::Tell(told) => {
                flow = Some(session.obey(told.command(), &mut replies));
                // What a reply comes to is done before what was to be done next.
                for reply in replies.drain(..).rev() {
                    for act in translator.reply(&reply).into_iter().rev() {
                        acts.push_front(act);
                    }
                }
            }
            Act::Say(line) => lines.push(line),
        }
    }
    (flow, lines)
}
