//! The game once more, as slowly and plainly as can be: twelve houses in a ring, seed by seed.
//! Written from the rules as books tell them, not from the program.

use plyglot_oware::{Feeding, GrandSlam, Repeated, RuleSet};

/// Houses A to F and a to f in a ring, seeds won by south and north, and who is to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Naive {
    /// The seeds of the houses, A to F and a to f.
    pub ring: [u32; 12],
    /// The seeds that south and north have won.
    pub won: [u32; 2],
    /// Whose turn it is: 0 for south, 1 for north.
    pub mover: usize,
}

/// What a move did.
#[derive(Debug)]
pub struct Played {
    /// The board after it.
    pub after: Naive,
    /// It was a grand slam: it would have captured all that the other side has.
    pub slam: bool,
}

impl Naive {
    /// Reads the position string.
    pub fn parse(text: &str) -> Self {
        let words: Vec<&str> = text.split('-').collect();
        let number = |i: usize| words[i].parse().unwrap();
        Self {
            ring: std::array::from_fn(number),
            won: [number(12), number(13)],
            mover: usize::from(words[14] == "N"),
        }
    }

    /// Writes it.
    pub fn text(&self) -> String {
        let numbers = self.ring.iter().chain(&self.won).map(u32::to_string);
        let mut words: Vec<String> = numbers.collect();
        words.push(if self.mover == 0 { "S" } else { "N" }.to_owned());
        words.join("-")
    }

    /// The seeds in the houses of a side.
    pub fn seeds(&self, side: usize) -> u32 {
        self.ring[6 * side..6 * side + 6].iter().sum()
    }

    /// Sows and captures; `house` is that of the ring.
    pub fn sow(&self, set: RuleSet, house: usize) -> Played {
        let mut after = self.clone();
        let mut at = house;
        let mut hand = std::mem::take(&mut after.ring[house]);
        while hand > 0 {
            at = (at + 1) % 12;
            if at != house {
                after.ring[at] += 1;
                hand -= 1;
            }
        }
        let other = 1 - self.mover;
        let mut caught = Vec::new();
        while at / 6 == other && [2, 3].contains(&after.ring[at]) {
            caught.push(at);
            at = (at + 11) % 12;
        }
        let prey: u32 = caught.iter().map(|&at| after.ring[at]).sum();
        let slam = prey > 0 && prey == after.seeds(other);
        if slam {
            // The houses were met backwards: the first in the order of sowing is the last here.
            match set.grand_slam {
                GrandSlam::CapturesNothing => caught.clear(),
                GrandSlam::SparesFirst => drop(caught.pop()),
                GrandSlam::SparesLast => drop(caught.remove(0)),
                GrandSlam::Illegal | GrandSlam::Captures | GrandSlam::RestToOpponent => (),
            }
        }
        for at in caught {
            after.won[self.mover] += std::mem::take(&mut after.ring[at]);
        }
        if slam && set.grand_slam == GrandSlam::RestToOpponent {
            after.won[other] += after.ring.iter().sum::<u32>();
            after.ring = [0; 12];
        }
        after.mover = other;
        Played { after, slam }
    }

    /// The houses of the ring that may be sown.
    pub fn moves(&self, set: RuleSet) -> Vec<usize> {
        let half = (self.ring.iter().sum::<u32>() + self.won[0] + self.won[1]) / 2;
        if set.stop_at_half && self.won.iter().any(|&won| won > half) {
            return Vec::new();
        }
        let other = 1 - self.mover;
        let mut houses: Vec<usize> =
            (6 * self.mover..6 * self.mover + 6).filter(|&house| self.ring[house] > 0).collect();
        if set.grand_slam == GrandSlam::Illegal {
            houses.retain(|&house| !self.sow(set, house).slam);
        }
        match set.feeding {
            Feeding::MustFeed if self.seeds(other) == 0 => {
                houses.retain(|&house| self.sow(set, house).after.seeds(other) > 0);
            }
            Feeding::MustFeed => (),
            Feeding::MustLeave => {
                let leaves = |&&house: &&usize| self.sow(set, house).after.seeds(other) > 0;
                let leaving: Vec<usize> = houses.iter().filter(leaves).copied().collect();
                if !leaving.is_empty() {
                    houses = leaving;
                }
            }
        }
        houses
    }

    /// How many games of so many moves there are.
    pub fn perft(&self, set: RuleSet, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let moves = self.moves(set).into_iter();
        moves.map(|house| self.sow(set, house).after.perft(set, depth - 1)).sum()
    }

    /// How far south is ahead when the board is divided as at an ordinary end.
    pub fn margin(&self) -> i64 {
        i64::from(self.won[0] + self.seeds(0)) - i64::from(self.won[1] + self.seeds(1))
    }
}

/// Every combination of rules.
pub fn all_rule_sets() -> Vec<RuleSet> {
    let mut all = Vec::new();
    for feeding in [Feeding::MustFeed, Feeding::MustLeave] {
        for grand_slam in [
            GrandSlam::CapturesNothing,
            GrandSlam::Illegal,
            GrandSlam::Captures,
            GrandSlam::SparesFirst,
            GrandSlam::SparesLast,
            GrandSlam::RestToOpponent,
        ] {
            for repeated in [Repeated::OwnSide, Repeated::Split, Repeated::Nothing] {
                for occurrence in [2, 3] {
                    for stop_at_half in [false, true] {
                        all.push(RuleSet {
                            feeding,
                            grand_slam,
                            repeated,
                            occurrence,
                            stop_at_half,
                        });
                    }
                }
            }
        }
    }
    all
}
