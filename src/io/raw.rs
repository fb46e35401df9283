//! A terminal that hands on each key at once: a dialogue held by keys over a screen drawn in place.
//!
//! The terminal shows no key itself; Ctrl-C stays a signal. However the dialogue ends, the terminal is
//! as it was before.

use std::io;
use std::os::fd::AsFd;

use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::termios::{self, FlushArg, LocalFlags, SetArg, Termios};
use nix::unistd::read;

use super::keys::{Key, KeyDialogue};
use crate::system::interrupts::Interrupts;

/// So long without a key, the dialogue has a turn of its own.
const TICK_MS: u8 = 150;
/// A key sends fewer bytes; a paste comes in pieces.
const BYTES_AT_ONCE: usize = 64;

/// Everything erased, and the terminal's own cursor hidden.
const BEGIN: &str = "\u{1b}[2J\u{1b}[?25l";
/// The terminal's own cursor shown again.
const END: &str = "\u{1b}[?25h";
/// To the upper left corner.
const HOME: &str = "\u{1b}[H";
/// What is left of a line erased, and the next line.
const NEXT_LINE: &str = "\u{1b}[K\n";
/// What is left below erased.
const ERASE_BELOW: &str = "\u{1b}[J";
const BEEP: &str = "\u{7}";

/// Holds a dialogue by the keys of this terminal until it is over.
pub(super) fn hold(
    terminal: impl AsFd + Copy,
    dialogue: &mut dyn KeyDialogue,
    interrupts: &Interrupts,
    write: &mut dyn FnMut(&str) -> io::Result<()>,
) -> io::Result<()> {
    let raw = Raw::new(terminal)?;
    write(BEGIN)?;
    let held = turns(terminal, dialogue, interrupts, write);
    drop(raw);
    write(END)?;
    held?;
    let lines: String = dialogue.farewell().into_iter().map(|line| line + "\n").collect();
    write(&lines)
}

/// Key by key.
fn turns(
    terminal: impl AsFd + Copy,
    dialogue: &mut dyn KeyDialogue,
    interrupts: &Interrupts,
    write: &mut dyn FnMut(&str) -> io::Result<()>,
) -> io::Result<()> {
    let mut shown = String::new();
    loop {
        let screen: String = dialogue.screen().into_iter().map(|line| line + NEXT_LINE).collect();
        if screen != shown {
            write(&format!("{HOME}{screen}{ERASE_BELOW}"))?;
            shown = screen;
        }
        if dialogue.is_over() {
            return Ok(());
        }
        if dialogue.has_work() {
            interrupts.at_work();
            dialogue.work();
            // What was typed meanwhile was typed at another position.
            termios::tcflush(terminal, FlushArg::TCIFLUSH)?;
            continue;
        }
        interrupts.at_prompt();
        let Some(keys) = typed(terminal)? else {
            interrupts.leave();
            return Ok(());
        };
        if keys.is_empty() {
            dialogue.tick();
        }
        for key in keys {
            if !dialogue.has_work() && dialogue.key(key) {
                write(BEEP)?;
            }
        }
    }
}

/// The keys typed within a tick; `None` at the end of the input.
fn typed(terminal: impl AsFd + Copy) -> io::Result<Option<Vec<Key>>> {
    let mut fds = [PollFd::new(terminal.as_fd(), PollFlags::POLLIN)];
    match poll(&mut fds, PollTimeout::from(TICK_MS)) {
        Ok(0) | Err(Errno::EINTR) => return Ok(Some(Vec::new())),
        polled => _ = polled?,
    }
    let mut bytes = [0; BYTES_AT_ONCE];
    match read(terminal, &mut bytes) {
        Ok(0) => Ok(None),
        Ok(count) => Ok(Some(keys(&bytes[..count]))),
        Err(Errno::EINTR) => Ok(Some(Vec::new())),
        Err(error) => Err(error.into()),
    }
}

/// What these bytes of a terminal are: keys that send more than Escape send all of it at once.
fn keys(mut bytes: &[u8]) -> Vec<Key> {
    let mut keys = Vec::new();
    while let Some((&first, rest)) = bytes.split_first() {
        let arrow = match rest {
            [b'[' | b'O', b'A', ..] => Some(Key::Up),
            [b'[' | b'O', b'B', ..] => Some(Key::Down),
            [b'[' | b'O', b'C', ..] => Some(Key::Right),
            [b'[' | b'O', b'D', ..] => Some(Key::Left),
            _ => None,
        };
        bytes = rest;
        match (first, arrow) {
            (0x1b, Some(arrow)) => {
                keys.push(arrow);
                bytes = &rest[2..];
            }
            (0x1b, None) if rest.first() == Some(&b'[') => {
                // A key that means nothing here, to its last byte.
                let end = rest[1..].iter().position(|byte| (0x40..0x7f).contains(byte));
                bytes = end.map_or(&[], |end| &rest[end + 2..]);
            }
            (0x1b, None) => keys.push(Key::Escape),
            (b'\r' | b'\n', _) => keys.push(Key::Enter),
            (0x20..0x7f, _) => keys.push(Key::Char(char::from(first))),
            _ => {}
        }
    }
    keys
}

/// A terminal that hands on each key; as it was before when this is dropped.
struct Raw<T: AsFd> {
    terminal: T,
    before: Termios,
}

impl<T: AsFd> Raw<T> {
    fn new(terminal: T) -> io::Result<Self> {
        let before = termios::tcgetattr(&terminal)?;
        let mut raw = before.clone();
        raw.local_flags.remove(LocalFlags::ICANON | LocalFlags::ECHO);
        termios::tcsetattr(&terminal, SetArg::TCSANOW, &raw)?;
        Ok(Self { terminal, before })
    }
}

impl<T: AsFd> Drop for Raw<T> {
    fn drop(&mut self) {
        // A terminal that is gone needs nothing any more.
        let _ = termios::tcsetattr(&self.terminal, SetArg::TCSANOW, &self.before);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_keys_and_an_escape_alone_is_one_too() {
        assert_eq!(
            keys(b"7U+*q\r\n"),
            [
                Key::Char('7'),
                Key::Char('U'),
                Key::Char('+'),
                Key::Char('*'),
                Key::Char('q'),
                Key::Enter,
                Key::Enter
            ]
        );
        assert_eq!(keys(b"\x1b[A\x1bOB\x1b[C\x1b[D"), [Key::Up, Key::Down, Key::Right, Key::Left]);
        assert_eq!(keys(b"\x1b"), [Key::Escape]);
        assert_eq!(keys(b"\x1b\x1b[A"), [Key::Escape, Key::Up]);
        assert_eq!(keys(b"\x1b[15~k"), [Key::Char('k')], "a function key means nothing");
        assert_eq!(keys(b"\x01\xff"), []);
    }
}
