//! Lines as a person types or pastes them at a terminal.
//!
//! A terminal that says where a paste begins and ends has its lines taken for one, to be looked at before
//! Enter; others send them as if somebody typed very fast. Either way each is a line of its own here, in
//! its turn.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, Sender};

use rustyline::error::ReadlineError;
use rustyline::{Cmd, Config, DefaultEditor, ExternalPrinter, KeyCode, KeyEvent, Modifiers};

use crate::session::event::Event;

/// Keys that send more than Escape send all of it at once.
const ESCAPE_ALONE_MS: u16 = 50;

/// An editor of the line that is being typed.
pub(super) struct Typist {
    editor: DefaultEditor,
    /// Lines of a paste behind the one that was taken last.
    pasted: VecDeque<String>,
}

impl Typist {
    /// At this terminal; Escape ends the input where that is wanted.
    pub(super) fn new(escape_ends: bool) -> rustyline::Result<Self> {
        let config = Config::builder();
        let config =
            if escape_ends { config.keyseq_timeout(Some(ESCAPE_ALONE_MS)) } else { config };
        let mut editor = DefaultEditor::with_config(config.build())?;
        if escape_ends {
            editor.bind_sequence(KeyEvent(KeyCode::Esc, Modifiers::NONE), Cmd::Interrupt);
        }
        Ok(Self { editor, pasted: VecDeque::new() })
    }

    /// Who writes above the line that is being typed; not at a terminal that cannot move its cursor.
    pub(super) fn printer(&mut self) -> rustyline::Result<impl ExternalPrinter + use<>> {
        self.editor.create_external_printer()
    }

    /// The line that is typed next.
    pub(super) fn next(&mut self, prompt: &str) -> Event {
        if let Some(line) = self.pasted.pop_front() {
            return Event::Line(line);
        }
        match self.editor.readline(prompt) {
            Ok(text) => {
                let _ = self.editor.add_history_entry(&text);
                self.pasted.extend(text.lines().map(str::to_owned));
                Event::Line(self.pasted.pop_front().unwrap_or_default())
            }
            Err(ReadlineError::Interrupted) => Event::Interrupt,
            Err(_) => Event::EndOfInput,
        }
    }

    /// Sends each line typed, once the one before it has been handled.
    pub(super) fn read(mut self, events: &Sender<Event>, may_read: &Receiver<()>) {
        while may_read.recv().is_ok() {
            if events.send(self.next("> ")).is_err() {
                return;
            }
        }
    }
}
