//! Commands that wait until what runs has ended, in the order they came.

use std::collections::VecDeque;

use plyglot_core::text::shorten;

/// No client sends so many commands ahead, or so much text.
const COMMANDS_MAX: usize = 100_000;
const BYTES_MAX: usize = 64 << 20;

/// Commands that wait, the oldest first.
#[derive(Debug, Default)]
pub(super) struct Waiting {
    lines: VecDeque<Next>,
    bytes: usize,
    /// How many commands have been taken out: the number of the oldest.
    taken: u64,
    /// Commands with numbers below this were asked for before the last `stop`.
    stopped: u64,
    /// The number of the newest `go`.
    newest_go: Option<u64>,
    /// The client was told that there is no room.
    is_full: bool,
}

/// What a command waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// `isready`: for what is being made ready, or ends.
    IsReady,
    /// `quit`, `help` and the like: for a file alone.
    AtOnce,
    /// For all that runs.
    Idle,
}

/// A command that waits.
#[derive(Debug)]
pub(super) struct Next {
    pub line: String,
    pub kind: Kind,
    /// The client has sent `stop` since.
    pub is_stopped: bool,
    /// The client has sent `ponderhit` since, and means this search.
    pub is_hit: bool,
}

impl Waiting {
    /// Whether nothing waits.
    pub(super) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// One more command, which is a `go` or not. The first one that there is no room for is refused
    /// with an error, and those that follow it in silence, until there is room again: a client that
    /// does not stop would only be answered without end.
    pub(super) fn push(&mut self, line: &str, is_go: bool) -> Result<(), String> {
        if self.lines.len() >= COMMANDS_MAX || self.bytes + line.len() > BYTES_MAX {
            if std::mem::replace(&mut self.is_full, true) {
                return Ok(());
            }
            return Err(format!(
                "{}: found {} commands of {} bytes waiting already, expected at most \
                 {COMMANDS_MAX} of {BYTES_MAX} bytes; what comes now is lost",
                shorten(first_word(line)),
                self.lines.len(),
                self.bytes,
            ));
        }
        if is_go {
            self.newest_go = Some(self.taken + self.lines.len() as u64);
        }
        self.bytes += line.len();
        let kind = match first_word(line) {
            "isready" => Kind::IsReady,
            "quit" | "debug" | "register" | "help" => Kind::AtOnce,
            _ => Kind::Idle,
        };
        let line = line.to_owned();
        self.lines.push_back(Next { line, kind, is_stopped: false, is_hit: false });
        Ok(())
    }

    /// The oldest command.
    pub(super) fn front(&self) -> Option<&Next> {
        self.lines.front()
    }

    /// Takes the oldest command out.
    pub(super) fn pop(&mut self) -> Option<Next> {
        let next = self.lines.pop_front()?;
        let number = self.taken;
        self.taken += 1;
        self.bytes -= next.line.len();
        self.is_full = false;
        if self.newest_go == Some(number) {
            self.newest_go = None;
        }
        Some(Next { is_stopped: number < self.stopped, ..next })
    }

    /// `stop`: all searches that wait now are to answer as soon as they have begun.
    pub(super) fn stop_all(&mut self) {
        self.stopped = self.taken + self.lines.len() as u64;
    }

    /// `ponderhit`: whether the search it means waits here.
    pub(super) fn ponder_hit(&mut self) -> bool {
        let index = self.newest_go.and_then(|number| usize::try_from(number - self.taken).ok());
        let next = index.and_then(|index| self.lines.get_mut(index));
        next.map(|next| next.is_hit = true).is_some()
    }

    /// Forgets them all.
    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }
}

/// The command's name.
pub(super) fn first_word(line: &str) -> &str {
    line.split_whitespace().next().unwrap_or("")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(waiting: &mut Waiting) -> Vec<(String, bool, bool)> {
        std::iter::from_fn(|| waiting.pop())
            .map(|next| (next.line, next.is_stopped, next.is_hit))
            .collect()
    }

    #[test]
    fn stop_means_what_waits_and_ponderhit_the_newest_search() {
        let mut waiting = Waiting::default();
        for (line, is_go) in [("go 1", true), ("d", false), ("go 2", true), ("isready", false)] {
            assert_eq!(waiting.push(line, is_go), Ok(()));
        }
        assert!(waiting.ponder_hit());
        waiting.stop_all();
        assert_eq!(waiting.push("go 3", true), Ok(()));
        let expected = [
            ("go 1", true, false),
            ("d", true, false),
            ("go 2", true, true),
            ("isready", true, false),
            ("go 3", false, false),
        ];
        assert_eq!(all(&mut waiting), expected.map(|(line, s, h)| (line.to_owned(), s, h)));
        assert!(!waiting.ponder_hit(), "nothing waits any more");
    }

    #[test]
    fn bytes_are_limited_as_lines_are_and_the_client_is_told_once() {
        let mut waiting = Waiting::default();
        let long = format!("d{}", " ".repeat((1 << 20) - 1));
        let refused: usize =
            (0..200).map(|_| usize::from(waiting.push(&long, false).is_err())).sum();
        assert_eq!((refused, waiting.lines.len()), (1, 64));
        waiting.pop();
        assert_eq!(waiting.push("go", true), Ok(()), "there is room again");
        assert!(waiting.push(&long, false).is_err(), "and soon there is not");
        waiting.clear();
        for _ in 0..COMMANDS_MAX {
            assert_eq!(waiting.push("d", false), Ok(()));
        }
        assert!(waiting.push("d", false).is_err());
    }
}
