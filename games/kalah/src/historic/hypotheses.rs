//! Readings of the text of [dubner-1990], in families, and what each says of a move.
//!
//! The text gives a game that its program played with MAXLEVEL 5 and in which its author found the
//! play strange. A family varies one thing about the search and leaves the rest as the text has it:
//!
//! | family | what is varied |
//! |---|---|
//! | `depth` | how many turns are looked ahead, with rule 1.4 in the tree, without, and as `dubner` |
//! | `end` | what a node without stones to move is worth, on which side, at which depth |
//! | `players` | the same, A and B told apart instead of the searching side and the other |
//! | `order` | in which order pits are tried, and which of equal moves is played |
//! | `rules` | the rules of capture, end and rest that hold in the tree |
//! | `evaluation` | what is liked |
//!
//! Most positions of a game are so early that no line of the tree comes to the places where
//! readings part. A search says at which of them it has been ([`Cases`]), and its answer is that
//! of every reading that does the same there: so a thousand readings cost little more than a few.

use super::estimate::{EVALUATION, Evaluation};
use super::f2::Search;
use super::reading::{Bare, Cases, Emptied, End, Loose, Reading, Whose};
use crate::chain::Chain;
use crate::rules::{Kalah, Position};
use crate::variant::End as GameEnd;
use crate::variant::{CAPTURE, Capture, END, REST, Rest, RuleSet};
use plyglot_core::game::PlayedGame;
use plyglot_host::readings::{Fit, Hypothesis, ReadingAnswer};
use plyglot_search::SearchControl;

/// MAXLEVEL of the game in the text.
const LEVEL: u32 = 5;

/// A reading, how deep it looks, and the rules in its tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Trial {
    family: &'static str,
    max_level: u32,
    /// `None` for those of the game.
    rules: Option<RuleSet>,
    reading: Reading,
}

/// The readings by name.
pub(crate) fn readings() -> Vec<Hypothesis> {
    let named = |trial: Trial| Hypothesis { family: trial.family, reading: trial.words() };
    trials().into_iter().map(named).collect()
}

/// What each of them says of a move at the end of a game.
pub(crate) fn answers(
    kalah: &Kalah,
    played: &PlayedGame<Kalah>,
    mv: Chain,
) -> Vec<ReadingAnswer<Chain>> {
    let mut known: Vec<(Trial, Cases, ReadingAnswer<Chain>)> = Vec::new();
    let pos = played.position();
    let mut answer = |trial: Trial| {
        let is_same = |(other, met, _): &&(Trial, Cases, _)| trial.agrees(other, *met, pos);
        if let Some((.., answer)) = known.iter().find(is_same) {
            return *answer;
        }
        let (met, answer) = trial.answer(kalah, pos, mv);
        known.push((trial, met, answer));
        answer
    };
    trials().into_iter().map(&mut answer).collect()
}

impl Trial {
    const fn new(family: &'static str, max_level: u32, end: End) -> Self {
        let reading = Reading { end, ..Reading::ruled(Evaluation::Difference) };
        Self { family, max_level, rules: None, reading }
    }

    /// Whether a search for a move here is, step by step, the one of another reading that has been
    /// at these places and no others.
    fn agrees(&self, other: &Self, met: Cases, pos: &Position) -> bool {
        let rest = |trial: &Self| {
            let reading = Reading { end: End::Ruled, ..trial.reading };
            (trial.max_level, trial.rules, reading)
        };
        let does_the_same = match (self.reading.end, other.reading.end) {
            (End::Ruled, End::Ruled) => true,
            (End::Loose(one), End::Loose(other)) => met
                .iter()
                .all(|place| one.treatment(place, pos.side) == other.treatment(place, pos.side)),
            (End::Ruled, End::Loose(_)) | (End::Loose(_), End::Ruled) => false,
        };
        does_the_same && rest(self) == rest(other)
    }

    /// What this reading plays and says of the move that was played, and where it has been.
    fn answer(&self, kalah: &Kalah, pos: &Position, mv: Chain) -> (Cases, ReadingAnswer<Chain>) {
        let in_tree = self.rules.map(|rules| Kalah::new(rules, kalah.pits(), kalah.stones));
        let control = SearchControl::unlimited();
        let mut search = Search::new(self.reading, in_tree.as_ref().unwrap_or(kalah), &control);
        search.last_level = self.max_level;
        let best = search.root(pos);
        let chosen = best.line.first().copied();
        let verdict = if chosen == Some(mv) {
            Fit::Explained
        } else if search.is_as_good(pos, mv, best.value) {
            Fit::Tied
        } else {
            Fit::Missed
        };
        (search.met, ReadingAnswer { chosen, verdict })
    }

    /// Whether what it does at the limit is what it does elsewhere, and has been listed without.
    fn says_nothing_of_the_limit(&self) -> bool {
        matches!(
            self.reading.end,
            End::Loose(Loose {
                bare: [Bare::Unswept, Bare::Unswept],
                at_limit: true,
                idle_ends: false,
                ..
            })
        )
    }

    /// What is read so, in words.
    fn words(&self) -> String {
        let Reading { evaluation, end, is_backward, takes_last } = self.reading;
        let mut words = vec![format!("{} turns", self.max_level + 1)];
        if evaluation != Evaluation::Difference {
            words.push(format!("evaluation {}", EVALUATION.word(evaluation).unwrap_or("")));
        }
        if is_backward {
            words.push("pits from the last to the first".to_owned());
        }
        if takes_last {
            words.push("the last of equal moves".to_owned());
        }
        if let Some(RuleSet { capture, end, rest, .. }) = self.rules {
            let rules = [
                ("capture", CAPTURE.word(capture)),
                ("end", END.word(end)),
                ("rest", REST.word(rest)),
            ];
            words.extend(rules.map(|(name, word)| format!("{name} {}", word.unwrap_or(""))));
        }
        match end {
            End::Ruled => words.push("rule 1.4 in the tree".to_owned()),
            End::Loose(Loose::UNSWEPT) => words.push("no rule 1.4 in the tree".to_owned()),
            End::Loose(loose) => words.push(loose.words()),
        }
        words.join(", ")
    }
}

impl Loose {
    fn words(self) -> String {
        let sides = match self.whose {
            Whose::Searching => ["the searching side", "the other side"],
            Whose::Players => ["A", "B"],
        };
        let bare = self.bare.into_iter().zip(sides).filter(|(bare, _)| *bare != Bare::Unswept);
        let mut buts: Vec<String> =
            bare.map(|(bare, side)| format!("{side} without stones {}", bare.words())).collect();
        if self.idle_ends {
            buts.push("it is over where the side that moved has none".to_owned());
        }
        if self.at_limit && !buts.is_empty() {
            buts.push("at the limit too".to_owned());
        }
        match self.emptied {
            Emptied::NoMove => (),
            Emptied::Passes => buts.push("a chain may take the last stone".to_owned()),
            Emptied::Ends => {
                buts.push("a chain that takes the last stone ends the game".to_owned());
            }
        }
        format!("no rule 1.4 in the tree but: {}", buts.join("; "))
    }
}

impl Emptied {
    const ALL: [Self; 3] = [Self::NoMove, Self::Passes, Self::Ends];
}

impl Bare {
    const ALL: [Self; 7] = [
        Self::Unswept,
        Self::Owner,
        Self::Itself,
        Self::Negated,
        Self::Zero,
        Self::Lost,
        Self::Won,
    ];

    const fn words(self) -> &'static str {
        match self {
            Self::Unswept => "leaves the rest to nobody",
            Self::Owner => "leaves the rest to its owner",
            Self::Itself => "gets the rest",
            Self::Negated => "has the estimate's wrong sign",
            Self::Zero => "is worth 0",
            Self::Lost => "has lost",
            Self::Won => "has won",
        }
    }
}

/// All readings, family by family.
fn trials() -> Vec<Trial> {
    let mut trials = depths();
    trials.extend(ends());
    trials.extend(players());
    trials.extend(orders());
    trials.extend(rules());
    trials.extend(evaluations());
    trials
}

/// The three ends that the other families are combined with.
const ENDS: [End; 3] = [End::Ruled, End::Loose(Loose::UNSWEPT), End::Loose(Loose::DUBNER)];

fn depths() -> Vec<Trial> {
    let levels = [3, 4, 5, 6].into_iter();
    levels.flat_map(|level| ENDS.map(|end| Trial::new("depth", level, end))).collect()
}

/// Two values for nodes without stones to move, all pairs.
fn pairs() -> impl Iterator<Item = [Bare; 2]> {
    Bare::ALL.into_iter().flat_map(|one| Bare::ALL.map(|other| [one, other]))
}

fn ends() -> Vec<Trial> {
    let mut trials = Vec::new();
    for bare in pairs() {
        for at_limit in [false, true] {
            let loose = Loose { bare, at_limit, ..Loose::UNSWEPT };
            for max_level in [LEVEL - 1, LEVEL + 1] {
                trials.push(Trial::new("end", max_level, End::Loose(loose)));
            }
            for idle_ends in [false, true] {
                trials.extend(Emptied::ALL.map(|emptied| {
                    let end = End::Loose(Loose { emptied, idle_ends, ..loose });
                    Trial::new("end", LEVEL, end)
                }));
            }
        }
    }
    let known: Vec<Trial> =
        depths().into_iter().map(|trial| Trial { family: "end", ..trial }).collect();
    trials.retain(|trial| !known.contains(trial) && !trial.says_nothing_of_the_limit());
    trials
}

fn players() -> Vec<Trial> {
    let differing = pairs().filter(|[a, b]| a != b);
    let trials = differing.flat_map(|bare| {
        [false, true].map(|at_limit| {
            let loose = Loose { bare, whose: Whose::Players, at_limit, ..Loose::UNSWEPT };
            Trial::new("players", LEVEL, End::Loose(loose))
        })
    });
    trials.collect()
}

fn orders() -> Vec<Trial> {
    let mut trials = Vec::new();
    for (is_backward, takes_last) in [(false, true), (true, false), (true, true)] {
        for level in [LEVEL - 1, LEVEL] {
            trials.extend(ENDS.map(|end| {
                let trial = Trial::new("order", level, end);
                let reading = Reading { is_backward, takes_last, ..trial.reading };
                Trial { reading, ..trial }
            }));
        }
    }
    trials
}

fn rules() -> Vec<Trial> {
    let mut trials = Vec::new();
    for level in [LEVEL - 1, LEVEL] {
        for capture in [Capture::Opposite, Capture::Lone] {
            for (end, rest) in [
                (GameEnd::Either, Rest::Owner),
                (GameEnd::Either, Rest::Opponent),
                (GameEnd::Mover, Rest::Owner),
                (GameEnd::Mover, Rest::Opponent),
            ] {
                let rules = RuleSet { capture, end, rest, ..RuleSet::STANDARD };
                let trial = Trial::new("rules", level, End::Ruled);
                trials.push(Trial { rules: Some(rules), ..trial });
            }
        }
        let lone = Some(RuleSet::IRVING);
        let loose = ENDS.into_iter().filter(|end| *end != End::Ruled);
        trials.extend(loose.map(|end| Trial { rules: lone, ..Trial::new("rules", level, end) }));
    }
    trials.retain(|trial| trial.rules != Some(RuleSet::STANDARD));
    trials
}

fn evaluations() -> Vec<Trial> {
    let mut trials = Vec::new();
    for evaluation in [Evaluation::Activity, Evaluation::Tseitin] {
        for level in [LEVEL - 1, LEVEL] {
            trials.extend(ENDS.map(|end| {
                let trial = Trial::new("evaluation", level, end);
                Trial { reading: Reading { evaluation, ..trial.reading }, ..trial }
            }));
        }
    }
    trials
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_core::game::Notation;
    use std::collections::BTreeSet;

    /// The sample game from A's eleventh move on: the trees are small there.
    const LATE: &str = "<6,25,29,3,1,0,7,3,0,0,2,2,0,0,0> s";
    const PLAYED: [&str; 6] = ["5", "3", "6,4", "3", "6,5", "4,6,5"];

    #[test]
    fn every_reading_has_words_of_its_own() {
        let trials = trials();
        let words: BTreeSet<String> =
            trials.iter().map(|trial| format!("{} {}", trial.family, trial.words())).collect();
        assert_eq!(words.len(), trials.len());
        assert!(trials.len() > 500, "{}", trials.len());
    }

    #[test]
    fn an_answer_taken_over_from_another_reading_is_the_one_a_search_gives() {
        let kalah = Kalah::default();
        let mut played = PlayedGame::new(&kalah, kalah.parse_position(LATE).unwrap());
        let mut verdicts = BTreeSet::new();
        for text in PLAYED {
            let pos = *played.position();
            let mv = kalah.parse_move(&played, text).unwrap();
            let together = answers(&kalah, &played, mv);
            for (trial, answer) in trials().into_iter().zip(together).step_by(7) {
                assert_eq!(trial.answer(&kalah, &pos, mv).1, answer, "{} {pos:?}", trial.words());
                verdicts.insert(format!("{text} {:?}", answer.verdict));
            }
            played.play(&kalah, mv);
        }
        assert!(verdicts.len() > 8, "{verdicts:?}");
    }
}
