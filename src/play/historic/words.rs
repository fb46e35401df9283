//! The words of the dialogue of 1990, in English and as the program had them [dubner-1990, section 3].
//!
//! Its prompt, `Введи ход:`, its notices, `Думаю...` and `Пойду с 7 8 9 10`, and the names in its
//! records stand in the text. Of its questions the text tells what they were about.

/// What the dialogue says.
#[derive(Debug)]
pub(in crate::play) struct Words {
    /// Who plays B, and how one leaves: before and behind the name of the mind.
    pub(super) greeting: [&'static str; 2],
    /// Who plays A, whether to wait, who begins: the question, and how answers begin that are its
    /// first and its second.
    pub(super) who_is_a: Asked,
    pub(super) waits: Asked,
    pub(super) who_begins: Asked,
    /// Where random numbers begin: around the number, which comes twice.
    seed: [&'static str; 3],
    /// Before a person's move.
    pub(super) your_move: &'static str,
    /// Before the pits of a move.
    pub(super) going: &'static str,
    /// While a move is looked for.
    pub(in crate::play) thinking: &'static str,
    /// How the game has ended.
    pub(super) drawn: &'static str,
    pub(super) won: [&'static str; 2],
    /// Before the name of a file.
    pub(super) saved: &'static str,
    /// What was wrong is said; in 1990 there was a beep and nothing else.
    pub(super) explains: bool,
    /// The players, in a record; the mind's name where there is none.
    pub(in crate::play) person: &'static str,
    pub(in crate::play) program: Option<&'static str>,
}

/// A question, and the words that its two answers are, or begin.
#[derive(Debug)]
pub(super) struct Asked {
    pub(super) text: &'static str,
    pub(super) answers: [&'static [&'static str]; 2],
}

/// A person, in the record of a game.
pub(in crate::play) const PERSON: &str = "person";
/// The same in a record of 1990.
pub(in crate::play) const PERSON_RU: &str = "Человек";

impl Words {
    /// Those of a language, `en` or `ru`.
    pub(in crate::play) fn of(language: Option<&str>) -> &'static Self {
        if language == Some("ru") { &RUSSIAN } else { &ENGLISH }
    }

    /// Where random numbers begin, and how to play so again.
    pub(in crate::play) fn seeded(&self, seed: u32) -> String {
        let [before, between, behind] = self.seed;
        format!("{before}{seed}{between}{seed}{behind}")
    }
}

static ENGLISH: Words = Words {
    greeting: ["B is played by ", "; Escape leaves."],
    who_is_a: Asked {
        text: "Who plays A, a person or the machine (p, m)? ",
        answers: [&["person"], &["machine"]],
    },
    waits: Asked { text: "Wait for Enter before each move (y, n)? ", answers: [&["yes"], &["no"]] },
    who_begins: Asked { text: "Who moves first, A or B (a, b)? ", answers: [&["a"], &["b"]] },
    seed: ["Random numbers begin at ", "; --seed ", " plays so again."],
    your_move: "Your move: ",
    going: "I play",
    thinking: "thinking …",
    drawn: "The game is over: a draw.",
    won: ["The game is over: A wins.", "The game is over: B wins."],
    saved: "saved",
    explains: true,
    person: PERSON,
    program: None,
};

static RUSSIAN: Words = Words {
    greeting: ["за B играет программа (", "); ESC - выход."],
    who_is_a: Asked {
        text: "Кто будет игроком A - человек или машина (ч, м)? ",
        answers: [&["человек"], &["машина"]],
    },
    waits: Asked {
        text: "Ждать нажатия клавиши ENTER перед каждым ходом (д, н)? ",
        answers: [&["да"], &["нет"]],
    },
    who_begins: Asked {
        text: "Кто будет ходить первым - игрок A или игрок B (a, b)? ",
        // As the letters lie on the keys, Latin and Cyrillic.
        answers: [&["a", "а"], &["b", "в", "б"]],
    },
    seed: ["Случайные числа начинаются с ", "; с --seed ", " игра повторится."],
    your_move: "Введи ход: ",
    going: "Пойду с",
    thinking: "Думаю...",
    drawn: "Игра закончилась вничью.",
    won: ["Игра закончилась: выиграл игрок A.", "Игра закончилась: выиграл игрок B."],
    saved: "Партия сохранена в файле",
    explains: false,
    person: PERSON_RU,
    program: Some("Программа"),
};
