//! The dialogue of the program of 1990, `plyglot play --classic` [dubner-1990, section 3].
//!
//! ```text
//! who plays A? ── person ──────────────► who moves first? ──► the game
//!            └─── machine ► wait? ─────┘
//! ```
//!
//! B is always the machine. Its moves are announced, `I am going to play 7,8,9`, and each sowing
//! waits for Enter; of a game of the machine against itself only if that is wanted. What is no move
//! is answered with a beep and asked for again, Escape leaves, and a game that is over is kept in
//! `lastgame.klh`, or what its game's records are called.
//!
//! A is the first side and B the second, also where B begins: the board is then set up with the second
//! side on move, and the record says so. In a game that cannot begin so, A becomes the second side.

use super::super::Play;
use plyglot_core::Side;
use plyglot_core::text::shorten;

/// What a terminal sounds at.
const BEEP: char = '\u{7}';
/// What Escape sends.
const ESCAPE: &str = "\u{1b}";

/// What is asked before the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::play) enum Question {
    WhoIsA,
    Waits,
    WhoBegins,
}

/// Where the dialogue stands.
#[derive(Clone, Copy, Debug)]
pub(in crate::play) struct Classic {
    question: Option<Question>,
    a_is_person: bool,
    b_begins: bool,
    /// The game that is over has been kept.
    is_kept: bool,
}

impl Default for Classic {
    fn default() -> Self {
        Self {
            question: Some(Question::WhoIsA),
            a_is_person: true,
            b_begins: false,
            is_kept: false,
        }
    }
}

impl Question {
    fn text(self) -> &'static str {
        match self {
            Self::WhoIsA => "Who plays A, a person or the machine (p, m)? ",
            Self::Waits => "Wait for Enter before each move (y, n)? ",
            Self::WhoBegins => "Who moves first, A or B (a, b)? ",
        }
    }

    /// The two answers there are; whether it is the first of them, if it is one.
    fn is_first(self, answer: &str) -> Result<bool, String> {
        let answers = match self {
            Self::WhoIsA => ["person", "machine"],
            Self::Waits => ["yes", "no"],
            Self::WhoBegins => ["a", "b"],
        };
        let lower = answer.to_lowercase();
        let is = |word: &str| !lower.is_empty() && word.starts_with(&lower);
        let [first, second] = answers;
        match (is(first), is(second)) {
            (true, _) => Ok(true),
            (_, true) => Ok(false),
            _ => Err(format!("found `{}`, expected {first} or {second}", shorten(answer))),
        }
    }
}

impl Play {
    /// What is being asked, before the game.
    pub(in crate::play) fn question(&self) -> Option<Question> {
        self.classic.and_then(|classic| classic.question)
    }

    /// The first words, while it is not known yet who plays.
    pub(in crate::play) fn classic_greeting(&self) -> String {
        format!("{}: B is played by {}; Escape leaves.", self.variant, self.mind())
    }

    /// What stands before the line that is being typed.
    pub(in crate::play) fn classic_prompt(&self) -> Option<String> {
        let classic = self.classic?;
        let otherwise = if self.steps.is_empty() { "Your move: " } else { "" };
        Some(classic.question.map_or(otherwise, Question::text).to_owned())
    }

    /// Whether a line is Escape, where that leaves, or `quit` where no command is taken.
    pub(in crate::play) fn leaves_at(&self, line: &str) -> bool {
        let is_quit = self.question().is_some() && line == "quit";
        is_quit || self.classic.is_some() && line.starts_with(ESCAPE)
    }

    /// What was wrong, with a beep where there is one.
    pub(in crate::play) fn complaint(&self, error: String) -> String {
        if self.classic.is_some() { format!("{BEEP}{error}") } else { error }
    }

    /// Takes the answer to what was asked, and asks the next.
    pub(in crate::play) fn answer_question(&mut self, answer: &str) -> Vec<String> {
        let Some((mut classic, question)) = self.classic.zip(self.question()) else {
            return Vec::new();
        };
        let is_first = match question.is_first(answer) {
            Ok(is_first) => is_first,
            Err(error) => return vec![self.complaint(error)],
        };
        classic.question = match question {
            Question::WhoIsA => {
                (classic.a_is_person, self.waits) = (is_first, true);
                Some(if is_first { Question::WhoBegins } else { Question::Waits })
            }
            Question::Waits => {
                self.waits = is_first;
                Some(Question::WhoBegins)
            }
            Question::WhoBegins => {
                classic.b_begins = !is_first && self.engine.let_begin(Side::Second);
                let a_is_first = is_first || classic.b_begins;
                self.persons =
                    [classic.a_is_person && a_is_first, classic.a_is_person && !a_is_first];
                None
            }
        };
        self.classic = Some(classic);
        if classic.question.is_some() { Vec::new() } else { self.greeting() }
    }

    /// Lets the side begin that was said to, in another game too.
    pub(in crate::play) fn begin_again(&mut self) {
        if self.classic.is_some_and(|classic| classic.b_begins) {
            self.engine.let_begin(Side::Second);
        }
    }

    /// Keeps a game that has just ended.
    pub(in crate::play) fn last_game(&mut self) -> Option<String> {
        let is_over = self.outcome().is_some();
        let classic = self.classic.as_mut()?;
        let is_kept = std::mem::replace(&mut classic.is_kept, is_over);
        if is_kept || !is_over {
            return None;
        }
        let form = match self.game.record_extension {
            "" => "game",
            form => form,
        };
        let saved = self.save(&format!("lastgame.{form}"));
        Some(saved.map_or_else(|error| error, |said| said.join(" ")))
    }
}
