//! The dialogue of the program of 1990, `plyglot play --classic` [dubner-1990, section 3].
//!
//! ```text
//! who plays A? ── person ──────────────► who moves first? ──► the game
//!            └─── machine ► wait? ─────┘
//! ```
//!
//! B is always the machine. Its moves are announced, `I play 7 8 9`, and each sowing waits for Enter;
//! of a game of the machine against itself only if that is wanted. What is no move, Enter alone
//! among it, is answered with a beep and asked for again, Escape leaves, and a game that is over is
//! kept in `lastgame.klh`, or what its game's records are called. A game of the machine against
//! itself is the end of the dialogue. At a terminal each board takes the place of the last one.
//!
//! A is the first side and B the second, also where B begins: the board is then set up with the
//! second side on move, and the record says so. In a game that cannot begin so, A becomes the second
//! side.

use super::super::Play;
use super::words::{Asked, Words};
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
    words: &'static Words,
}

impl Classic {
    /// Its beginning, in these words.
    pub(in crate::play) fn new(words: &'static Words) -> Self {
        Self {
            question: Some(Question::WhoIsA),
            a_is_person: true,
            b_begins: false,
            is_kept: false,
            words,
        }
    }
}

impl Question {
    fn asked(self, words: &'static Words) -> &'static Asked {
        match self {
            Self::WhoIsA => &words.who_is_a,
            Self::Waits => &words.waits,
            Self::WhoBegins => &words.who_begins,
        }
    }
}

impl Asked {
    /// Whether an answer is the first of the two, if it is one.
    fn is_first(&self, answer: &str) -> Result<bool, String> {
        let lower = answer.to_lowercase();
        let is =
            |words: &[&str]| !lower.is_empty() && words.iter().any(|word| word.starts_with(&lower));
        let [first, second] = self.answers;
        match (is(first), is(second)) {
            (true, _) => Ok(true),
            (_, true) => Ok(false),
            _ => {
                let (found, first, second) = (shorten(answer), first[0], second[0]);
                Err(format!("found `{found}`, expected {first} or {second}"))
            }
        }
    }
}

impl Play {
    /// What is being asked, before the game.
    pub(in crate::play) fn question(&self) -> Option<Question> {
        self.classic.and_then(|classic| classic.question)
    }

    /// The words of this dialogue, if it is held.
    pub(in crate::play) fn classic_words(&self) -> Option<&'static Words> {
        self.classic.map(|classic| classic.words)
    }

    /// The first words, while it is not known yet who plays.
    pub(in crate::play) fn classic_greeting(&self) -> String {
        let [before, behind] = self.classic_words().map_or(["", ""], |words| words.greeting);
        format!("{}: {before}{}{behind}", self.variant, self.mind())
    }

    /// What stands before the line that is being typed.
    pub(in crate::play) fn classic_prompt(&self) -> Option<String> {
        let Classic { question, words, .. } = self.classic?;
        let otherwise = if self.steps.is_empty() { words.your_move } else { "" };
        Some(question.map_or(otherwise, |question| question.asked(words).text).to_owned())
    }

    /// `I play 7 8 9`, what is left of a move.
    pub(in crate::play) fn classic_announcement(&self, steps: &[String]) -> Option<String> {
        let words = self.classic_words()?;
        Some(format!("{} {}", words.going, steps.join(" ")))
    }

    /// What stands below the board: how the game has ended.
    pub(in crate::play) fn classic_footing(&self) -> Option<Vec<String>> {
        let Classic { words, .. } = self.classic?;
        let said = self.outcome().map(|outcome| match outcome.winner() {
            None => words.drawn,
            Some(side) => words.won[self.player_of(side)],
        });
        Some(said.map(str::to_owned).into_iter().collect())
    }

    /// Whether a side is A's, 0, or B's, 1.
    fn player_of(&self, side: Side) -> usize {
        let Some(classic) = self.classic else { return side.index() };
        // In a game that the second side cannot begin B is the first.
        let a_is_second = classic.a_is_person && self.persons == [false, true];
        if a_is_second { side.other().index() } else { side.index() }
    }

    /// Whether a line is Escape, where that leaves, or `quit` where no command is taken.
    pub(in crate::play) fn leaves_at(&self, line: &str) -> bool {
        let is_quit = self.question().is_some() && line == "quit";
        is_quit || self.classic.is_some() && line.starts_with(ESCAPE)
    }

    /// What was wrong, with a beep where there is one.
    pub(in crate::play) fn complaint(&self, error: String) -> String {
        match self.classic_words() {
            None => error,
            Some(words) if words.explains => format!("{BEEP}{error}"),
            Some(_) => BEEP.to_string(),
        }
    }

    /// What is said to Enter alone, where nothing waits for it.
    pub(in crate::play) fn nothing_typed(&self) -> Vec<String> {
        self.classic.map(|_| BEEP.to_string()).into_iter().collect()
    }

    /// Takes the answer to what was asked, and asks the next.
    pub(in crate::play) fn answer_question(&mut self, answer: &str) -> Vec<String> {
        let Some((mut classic, question)) = self.classic.zip(self.question()) else {
            return Vec::new();
        };
        let is_first = match question.asked(classic.words).is_first(answer) {
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
        if classic.question.is_some() { Vec::new() } else { self.board() }
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
        let (words, file) = (classic.words, format!("lastgame.{form}"));
        let saved = self.save(&file);
        if self.persons == [false, false] {
            self.interrupts.leave();
        }
        Some(saved.map_or_else(
            |error| error,
            |said| {
                if words.explains { said.join(" ") } else { format!("{} {file}", words.saved) }
            },
        ))
    }
}
