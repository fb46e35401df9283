//! What a move of a recorded game gave away, and what that is called.
//!
//! Scores are hard to compare, a pawn at the start and a pawn in a won ending above all; so they become
//! chances first, of 100, by a logistic curve, and a move is judged by the chances it lost: ten are an
//! inaccuracy, twenty a mistake, thirty a blunder. How accurate a side has played is the mean over its
//! moves of a curve that falls from 100 as chances are lost. The curves are those that people know from
//! their game server for centipawns [lichess-accuracy]; the page for browsers has the same.

use plyglot_core::Score;
use plyglot_core::text::in_columns;

/// How fast chances rise with a score.
const SLOPE: f64 = 0.003_682_08;
/// More than this many hundredths change no chance.
const CP_MAX: i32 = 1500;

/// What a move is called that gives something away.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Fault {
    /// Ten chances of 100 lost.
    Inaccuracy,
    /// Twenty.
    Mistake,
    /// Thirty.
    Blunder,
}

impl Fault {
    /// From the slightest to the worst.
    pub const ALL: [Self; 3] = [Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// The fault of a move that took the chances of its side from one value to another.
    pub fn of(before: f64, after: f64) -> Option<Self> {
        let lost = before - after;
        Self::ALL.into_iter().rev().find(|fault| lost >= fault.least())
    }

    const fn least(self) -> f64 {
        match self {
            Self::Inaccuracy => 10.0,
            Self::Mistake => 20.0,
            Self::Blunder => 30.0,
        }
    }

    /// The mark behind a move, and its numeric annotation glyph [edwards-1994, 10].
    pub const fn mark(self) -> (&'static str, u16) {
        match self {
            Self::Inaccuracy => ("?!", 6),
            Self::Mistake => ("?", 2),
            Self::Blunder => ("??", 4),
        }
    }

    /// In words.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }
}

/// What who has this score may hope for, of 100.
pub fn chances(score: Score) -> f64 {
    match score.plies_to_end() {
        Some(plies) if plies > 0 => 100.0,
        Some(_) => 0.0,
        None => {
            let cp = f64::from(score.raw().clamp(-CP_MAX, CP_MAX));
            100.0 / (1.0 + (-SLOPE * cp).exp())
        }
    }
}

/// How accurate a move was that took the chances of its side from one value to another, 0 to 100.
pub fn accuracy(before: f64, after: f64) -> f64 {
    let lost = (before - after).max(0.0);
    (103.1668 * (-0.043_54 * lost).exp() - 3.1669).clamp(0.0, 100.0)
}

/// What the moves of one side came to.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Account {
    /// Moves that were judged.
    pub moves: u32,
    /// Faults, by [`Fault`].
    pub faults: [u32; 3],
    accuracy: f64,
}

impl Account {
    /// Counts a move that took the chances of its side from one value to another.
    pub fn count(&mut self, before: f64, after: f64, fault: Option<Fault>) {
        self.moves += 1;
        self.accuracy += accuracy(before, after);
        if let Some(fault) = fault {
            self.faults[fault as usize] += 1;
        }
    }

    /// The mean accuracy of the moves; `None` where there was none.
    pub fn accuracy(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.accuracy / f64::from(self.moves))
    }
}

/// A table of both sides.
pub fn table(names: [&str; 2], accounts: &[Account; 2]) -> Vec<String> {
    let plural = |fault: Fault| match fault {
        Fault::Inaccuracy => "inaccuracies".to_owned(),
        fault => format!("{}s", fault.name()),
    };
    let head = ["", "moves", "accuracy"].map(str::to_owned).into_iter();
    let head = head.chain(Fault::ALL.map(plural)).collect();
    let row = |(name, account): (&str, &Account)| {
        let accuracy = account.accuracy().map_or("-".to_owned(), |mean| format!("{mean:.0} %"));
        let numbers = account.faults.iter().map(u32::to_string);
        [name.to_owned(), account.moves.to_string(), accuracy].into_iter().chain(numbers).collect()
    };
    let rows: Vec<Vec<String>> =
        std::iter::once(head).chain(names.into_iter().zip(accounts).map(row)).collect();
    in_columns(&rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_even_at_nothing_and_those_of_both_sides_add_up() {
        assert!((chances(Score::cp(0)) - 50.0).abs() < 1e-9);
        for cp in [1, 80, 350, 1499, 1500, 9000] {
            let sum = chances(Score::cp(cp)) + chances(Score::cp(-cp));
            assert!((sum - 100.0).abs() < 1e-9, "{cp}");
        }
        assert!((chances(Score::win_in(9)) - 100.0).abs() < 1e-9);
        assert!(chances(Score::loss_in(8)).abs() < 1e-9);
    }

    #[test]
    fn a_fault_has_the_name_of_what_it_lost() {
        for (before, after, fault) in [
            (50.0, 41.0, None),
            (50.0, 40.0, Some(Fault::Inaccuracy)),
            (50.0, 30.0, Some(Fault::Mistake)),
            (100.0, 0.0, Some(Fault::Blunder)),
            (40.0, 60.0, None),
        ] {
            assert_eq!(Fault::of(before, after), fault, "{before} to {after}");
        }
        assert!((accuracy(50.0, 60.0) - 100.0).abs() < 0.01);
        assert!(accuracy(100.0, 0.0) < 1.0);
    }
}
