//! Who meets whom, in which order, from which opening: a function of the game's number.
//!
//! Two games in a row are a pair: the same two players, the same opening, sides changed. All pairs
//! of players meet in one opening before the next is taken.
//!
//! A match may be played in shares, each by a process that knows nothing of the others: of `3/16` are the
//! third of sixteen pairs, the nineteenth and so on.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The kinds of match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Everybody meets everybody.
    RoundRobin,
    /// The first player meets all others.
    Gauntlet,
}

/// All games of a match, or a share of them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Schedule {
    pairs: Vec<(usize, usize)>,
    /// Of the whole match.
    games: u64,
    share: Share,
}

/// Which pairs of games are played here: those whose number leaves this remainder.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Share {
    /// Counted from 0, below `of`.
    nth: u64,
    of: u64,
}

impl Share {
    /// Everything.
    pub const WHOLE: Self = Self { nth: 0, of: 1 };

    /// Reads `3/16`, the third of sixteen shares; `None` where it is none.
    pub fn parse(text: &str) -> Option<Self> {
        let (nth, of) = text.split_once('/')?;
        let (nth, of): (u64, u64) = (nth.trim().parse().ok()?, of.trim().parse().ok()?);
        (1..=of).contains(&nth).then(|| Self { nth: nth - 1, of })
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.nth + 1, self.of)
    }
}

/// One game of a schedule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slot {
    /// Counted from 0 in the whole match.
    pub number: u64,
    /// Counted from 0 in the share.
    pub order: u64,
    /// Which meeting of two players, an index into [`Schedule::pairs`].
    pub pair: usize,
    /// Players by side: who moves first, who second.
    pub players: [usize; 2],
    /// The first of the pair's two players has the second side.
    pub swapped: bool,
    /// The number of the opening.
    pub opening: u64,
}

impl Schedule {
    /// A schedule of `games` games for each two players that meet, rounded up to pairs.
    pub fn new(format: Format, players: usize, games: u64) -> Self {
        let meets = |first: usize| (first + 1..players).map(move |second| (first, second));
        let firsts = match format {
            Format::RoundRobin => 0..players,
            Format::Gauntlet => 0..1,
        };
        let pairs: Vec<_> = firsts.flat_map(meets).collect();
        let games = games.div_ceil(2) * 2 * pairs.len() as u64;
        Self { pairs, games, share: Share::WHOLE }
    }

    /// This share of the same match.
    #[must_use]
    pub fn only(self, share: Share) -> Self {
        Self { share, ..self }
    }

    /// The share it is.
    pub fn share(&self) -> Share {
        self.share
    }

    /// Whether it says what it can say of so many players.
    pub fn is_sound(&self, players: usize) -> bool {
        let Self { pairs, games, share } = self;
        let is_meeting = |&(a, b): &(usize, usize)| a < b && b < players;
        let is_whole = |meetings: u64| meetings > 0 && games % (2 * meetings) == 0;
        pairs.iter().all(is_meeting) && is_whole(pairs.len() as u64) && share.nth < share.of
    }

    /// What the other has otherwise, in the words of the command line.
    pub fn differences(&self, other: &Self) -> Vec<&'static str> {
        let Self { pairs, games, share } = self;
        [
            ("who meets whom", *pairs != other.pairs),
            ("the number of games", *games != other.games),
            ("the share that is played", *share != other.share),
        ]
        .into_iter()
        .filter_map(|(name, differs)| differs.then_some(name))
        .collect()
    }

    /// Who meets whom.
    pub fn pairs(&self) -> &[(usize, usize)] {
        &self.pairs
    }

    /// How many games there are.
    pub fn games(&self) -> u64 {
        let Share { nth, of } = self.share;
        (self.games / 2).saturating_sub(nth).div_ceil(of) * 2
    }

    /// The game of this place; `None` beyond the last.
    pub fn slot(&self, order: u64) -> Option<Slot> {
        if order >= self.games() {
            return None;
        }
        let Share { nth, of } = self.share;
        let number = 2 * (order / 2 * of + nth) + order % 2;
        let meetings = self.pairs.len() as u64;
        let pair = usize::try_from(number / 2 % meetings).ok()?;
        let swapped = number % 2 == 1;
        let (a, b) = self.pairs[pair];
        let players = if swapped { [b, a] } else { [a, b] };
        Some(Slot { number, order, pair, players, swapped, opening: number / 2 / meetings })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn everybody_meets_everybody_from_both_sides_of_every_opening() {
        let schedule = Schedule::new(Format::RoundRobin, 4, 5);
        assert_eq!(schedule.games(), 6 * 6);
        let mut met = BTreeMap::new();
        for slot in (0..).map_while(|number| schedule.slot(number)) {
            *met.entry((slot.players, slot.opening)).or_insert(0) += 1;
        }
        assert_eq!(met.len(), 36);
        assert!(met.values().all(|times| *times == 1));
        assert!(met.keys().all(|([a, b], opening)| a != b && *opening < 3));
    }

    #[test]
    fn shares_are_the_whole_and_no_game_is_in_two() {
        for (games, of) in [(2, 1), (2, 5), (10, 3), (12, 4), (30, 7)] {
            let whole = Schedule::new(Format::Gauntlet, 3, games);
            let mut numbers: Vec<u64> = Vec::new();
            for nth in 1..=of {
                let share = Share::parse(&format!("{nth}/{of}")).unwrap();
                let part = whole.clone().only(share);
                let slots: Vec<_> = (0..).map_while(|order| part.slot(order)).collect();
                assert_eq!(slots.len() as u64, part.games(), "{share} of {games}");
                for slot in slots {
                    assert_eq!(
                        Some(slot).map(|it| Slot { order: it.number, ..it }),
                        whole.slot(slot.number)
                    );
                    numbers.push(slot.number);
                }
            }
            numbers.sort_unstable();
            assert_eq!(numbers, (0..whole.games()).collect::<Vec<_>>());
        }
        for wrong in ["0/3", "4/3", "1/0", "3", "", "a/b", "1/-1"] {
            assert_eq!(Share::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn in_a_gauntlet_the_first_meets_all_others() {
        let schedule = Schedule::new(Format::Gauntlet, 3, 2);
        assert_eq!(schedule.pairs(), [(0, 1), (0, 2)]);
        let players: Vec<_> = (0..4).map(|n| schedule.slot(n).unwrap().players).collect();
        assert_eq!(players, [[0, 1], [1, 0], [0, 2], [2, 0]]);
        assert_eq!(schedule.slot(4), None);
    }
}
