//! Who meets whom, in which order, from which opening: a function of the game's number.
//!
//! Two games in a row are a pair: the same two players, the same opening, sides changed. All pairs
//! of players meet in one opening before the next is taken.

/// The kinds of match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Everybody meets everybody.
    RoundRobin,
    /// The first player meets all others.
    Gauntlet,
}

/// All games of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    pairs: Vec<(usize, usize)>,
    games: u64,
}

/// One game of a schedule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slot {
    /// Counted from 0.
    pub number: u64,
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
        Self { pairs, games }
    }

    /// Who meets whom.
    pub fn pairs(&self) -> &[(usize, usize)] {
        &self.pairs
    }

    /// How many games there are.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The game of this number; `None` beyond the last.
    pub fn slot(&self, number: u64) -> Option<Slot> {
        if number >= self.games {
            return None;
        }
        let meetings = self.pairs.len() as u64;
        let pair = usize::try_from(number / 2 % meetings).ok()?;
        let swapped = number % 2 == 1;
        let (a, b) = self.pairs[pair];
        let players = if swapped { [b, a] } else { [a, b] };
        Some(Slot { number, pair, players, swapped, opening: number / 2 / meetings })
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
    fn in_a_gauntlet_the_first_meets_all_others() {
        let schedule = Schedule::new(Format::Gauntlet, 3, 2);
        assert_eq!(schedule.pairs(), [(0, 1), (0, 2)]);
        let players: Vec<_> = (0..4).map(|n| schedule.slot(n).unwrap().players).collect();
        assert_eq!(players, [[0, 1], [1, 0], [0, 2], [2, 0]]);
        assert_eq!(schedule.slot(4), None);
    }
}
