//! Conversations over a socket with another program, which may be the one that serves.

use std::io::{self, BufRead as _, BufReader, Read, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{RecvTimeoutError, Sender};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::Duration;

use socket2::{SockRef, TcpKeepalive};

use super::foreign::acted;
use super::{ServeError, TICK, notice, open};
use crate::session::event::Event;
use crate::session::{Flow, Session};
use plyglot_host::entry::GameEntry;
use plyglot_protocol::Command;
use plyglot_protocol::translator::Translator;

/// The longest message that is waited for; who sends more is not listened to any longer.
const MESSAGE_BYTES_MAX: u64 = 1 << 16;

/// A peer may vanish without a word, with its machine or the way to it. After such a silence it is asked
/// for, below its own protocol, ...
const SILENCE: Duration = Duration::from_mins(1);
/// ... and again so often, until the system takes it for gone: on Linux after nine times.
const ASKED_EVERY: Duration = Duration::from_secs(10);

/// How messages end: what is read up to, and what is written.
#[derive(Clone, Copy, Debug)]
pub struct Ends {
    /// The last byte of a message.
    pub read: u8,
    /// What follows a message of ours.
    pub write: &'static str,
}

/// The first that calls at this address; where we wait is said beside the result.
pub fn accept(address: &str) -> Result<TcpStream, String> {
    let failed = |error: io::Error| format!("listening at {address}: {error}");
    let listening = TcpListener::bind(address).map_err(failed)?;
    let own = listening.local_addr().map_err(failed)?;
    notice(&format!("waiting at {own} (Ctrl-C ends it)"));
    let (stream, _) = listening.accept().map_err(failed)?;
    Ok(stream)
}

/// Who listens at this address.
pub fn call(address: &str) -> Result<TcpStream, String> {
    TcpStream::connect(address).map_err(|error| format!("calling {address}: {error}"))
}

/// Holds a conversation until one of both leaves it. `presets` are obeyed before.
pub fn converse<T: Translator>(
    games: &'static [&'static GameEntry],
    presets: &[Command<'_>],
    mut stream: TcpStream,
    ends: Ends,
    translator: impl FnOnce(&Session) -> T,
) -> Result<(), ServeError> {
    let (mut session, events, inbox) = open(games, presets)?;
    let mut translator = translator(&session);
    let reading = stream.try_clone()?;
    // What is said is short, and waited for.
    stream.set_nodelay(true)?;
    let asking = TcpKeepalive::new().with_time(SILENCE).with_interval(ASKED_EVERY);
    SockRef::from(&stream).set_tcp_keepalive(&asking)?;
    let why = Arc::new(OnceLock::new());
    let left = Arc::clone(&why);
    thread::spawn(move || {
        let _ = left.set(read(reading, ends.read, &events));
        // Nobody may listen any more.
        let _ = events.send(Event::Terminate);
    });
    let acts = translator.open();
    let (mut flow, mut lines) = acted(&mut session, &mut translator, acts, None);
    loop {
        let text: String = lines.iter().flat_map(|line| [line.as_str(), ends.write]).collect();
        session.note_said(&text);
        // Who has left does not listen, which is no failure.
        if let Err(error) = stream.write_all(text.as_bytes()) {
            notice(&format!("the other side is lost: {error}"));
            return Ok(());
        }
        if flow == Some(Flow::Quit) {
            return Ok(());
        }
        let acts = match inbox.recv_timeout(TICK) {
            Ok(Event::Line(line)) => {
                session.note_heard(&line);
                translator.obey(&line)
            }
            Ok(other) => {
                let mut replies = Vec::new();
                if session.handle(other, &mut replies) == Flow::Quit {
                    if let Some(why) = why.get() {
                        notice(why);
                    }
                    return Ok(());
                }
                replies.iter().flat_map(|reply| translator.reply(reply)).collect()
            }
            Err(RecvTimeoutError::Timeout) => Vec::new(),
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        };
        (flow, lines) = acted(&mut session, &mut translator, acts, None);
    }
}

/// Hands messages on until there are none any more; why.
fn read(stream: TcpStream, end: u8, events: &Sender<Event>) -> String {
    let mut stream = BufReader::new(stream);
    loop {
        let mut bytes = Vec::new();
        let read = stream.by_ref().take(MESSAGE_BYTES_MAX).read_until(end, &mut bytes);
        let is_whole = bytes.pop_if(|last| *last == end).is_some();
        let line = match read {
            Ok(_) if is_whole => String::from_utf8_lossy(&bytes).into_owned(),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Ok(0) => return "the other side has left".to_owned(),
            Ok(found) => return format!("found {found} bytes without the end of a message"),
            Err(error) => return format!("the other side is lost: {error}"),
        };
        if events.send(Event::Line(line)).is_err() {
            return "nobody listens".to_owned();
        }
    }
}
