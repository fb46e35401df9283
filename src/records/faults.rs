//! What a move of a recorded game gave away, and what that is called.
//!
//! Scores are hard to compare, a pawn at the start and a pawn in a won ending above all; so they become
//! chances first, of 100, by a logistic curve, and a move is judged by the chances it lost: ten are an
//! inaccuracy, twenty a mistake, thirty a blunder. How accurate a side has played is the mean over its
//! moves of a curve that falls from 100 as chances are lost. The curves are those that people know from
//! their game server for centipawns [lichess-accuracy]; the page for browsers has the same.

use super::claim::disputed;
use plyglot_core::game::Ending;
use plyglot_core::text::in_columns;
use plyglot_core::{Score, Side};
use plyglot_host::state::GameState;

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

    /// What stands before its name.
    pub const fn article(self) -> &'static str {
        match self {
            Self::Inaccuracy => "an",
            Self::Mistake | Self::Blunder => "a",
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

/// What was thought of a position, for the side that moves there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thought {
    /// Whose move it is.
    pub side: Side,
    /// What the position is worth to that side; `None` where nobody said.
    pub score: Option<Score>,
    /// How it would go on, best move first.
    pub pv: Vec<String>,
}

impl Thought {
    /// What there is to think of a game that its rules have ended, or a claim that they allow and that its
    /// record tells of; `None` where it goes on.
    pub fn of_end(state: &dyn GameState, claim: Option<Ending>) -> Option<Self> {
        let outcome = state.outcome()?;
        let is_claimed = claim.is_some() && disputed(claim, Some(&outcome)).is_none();
        if outcome.claim && !is_claimed {
            return None;
        }
        let side = state.side_to_move();
        Some(Self { side, score: Some(outcome.score(side, 1)), pv: Vec::new() })
    }
}

/// A move judged by what was thought before and after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// Who moved.
    pub side: Side,
    /// Before and after, for the side that moved.
    pub scores: [Option<Score>; 2],
    /// What would have been played, best move first; empty where it was.
    pub better: Vec<String>,
    /// What the move is called, if it gave anything away.
    pub fault: Option<Fault>,
}

impl Verdict {
    /// The verdict on this move, as the engine writes it, which led from one position to the other.
    pub fn of(mv: &str, before: &Thought, after: &Thought) -> Self {
        let same = before.side == after.side;
        let score = after.score.map(|score| if same { score } else { -score });
        let scores = [before.score, score];
        // What would have been played anyway gave nothing away that the search knew of.
        let is_other = before.pv.first().is_some_and(|best| best != mv);
        let better = if is_other { before.pv.clone() } else { Vec::new() };
        let fault = match scores.map(|score| score.map(chances)) {
            [Some(before), Some(after)] if is_other => Fault::of(before, after),
            _ => None,
        };
        Self { side: before.side, scores, better, fault }
    }
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
    /// Counts a move of this side, if it could be judged.
    pub fn count(&mut self, verdict: &Verdict) {
        let [Some(before), Some(after)] = verdict.scores.map(|score| score.map(chances)) else {
            return;
        };
        let fault = verdict.fault;
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
    fn what_would_have_been_played_anyway_is_no_fault_and_scores_are_those_of_who_moved() {
        let thought = |side, cp, pv: &[&str]| Thought {
            side,
            score: Some(Score::cp(cp)),
            pv: pv.iter().map(|&mv| mv.to_owned()).collect(),
        };
        let before = thought(Side::First, 300, &["a", "b"]);
        for (after, seen) in
            [(thought(Side::Second, 400, &[]), -400), (thought(Side::First, -400, &[]), -400)]
        {
            let verdict = Verdict::of("c", &before, &after);
            assert_eq!(verdict.scores, [Some(Score::cp(300)), Some(Score::cp(seen))]);
            assert_eq!((verdict.fault, verdict.better.len()), (Some(Fault::Blunder), 2));
            let best = Verdict::of("a", &before, &after);
            assert_eq!((best.fault, best.better.len()), (None, 0));
            let mut account = Account::default();
            account.count(&verdict);
            account.count(&best);
            account.count(&Verdict { scores: [None; 2], ..best });
            assert_eq!((account.moves, account.faults), (2, [0, 0, 1]));
        }
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
