//! What a game played on sees of a point and the stones beside it, at one look.

use super::playout::Playout;
use super::table::{Holds, Liberties, opposite};

impl Playout {
    /// What the eight points around hold, as [`super::shapes`] asks for it.
    pub(super) fn surrounding(&self, at: usize) -> u16 {
        let [below, left, right, above] = self.table.around(at);
        let [below_left, below_right, above_left, above_right] = self.table.corners(at);
        let clockwise =
            [above_left, above, above_right, right, below_right, below, below_left, left];
        clockwise.into_iter().rev().fold(0, |seen, at| seen << 2 | self.table.holds[at] as u16)
    }

    /// Whether a stone there leaves its chain with one liberty at most, as far as its neighbours show:
    /// what it takes, and chains with more than two liberties, give room.
    pub(super) fn is_self_atari(&self, at: usize, own: Holds) -> bool {
        let mut room = 0;
        for beside in self.table.around(at) {
            let stone = self.table.holds[beside];
            match stone {
                Holds::Nothing => room += 1,
                Holds::Frame => {}
                _ => {
                    let liberties = self.liberties_of(beside);
                    if liberties.is_atari() == (stone != own) {
                        room += if stone == own { 2 } else { 1 };
                    }
                }
            }
        }
        room < 2
    }

    /// Whether a stone of this side has two liberties there at sight, one being enough beside a chain
    /// of its side that has others.
    pub(super) fn gives_room(&self, at: usize, own: Holds) -> bool {
        let mut room = 0;
        for beside in self.table.around(at) {
            match self.table.holds[beside] {
                Holds::Nothing => room += 1,
                Holds::Frame => {}
                stone if stone == own => {
                    let liberties = self.liberties_of(beside);
                    room += if liberties.is_atari() { 0 } else { 2 };
                }
                _ => {}
            }
        }
        room >= 2 && self.is_sensible(at, own)
    }

    /// Legal, and no eye.
    pub(super) fn is_sensible(&self, at: usize, own: Holds) -> bool {
        let around = self.table.around(at);
        let mut friends = 0;
        for beside in around {
            match self.table.holds[beside] {
                Holds::Nothing => return true,
                Holds::Frame => friends += 1,
                stone => friends += u8::from(stone == own),
            }
        }
        if usize::from(self.ko) == at || friends == 4 && self.is_eye(at, own) {
            return false;
        }
        around.into_iter().any(|beside| {
            let stone = self.table.holds[beside];
            if stone == Holds::Frame {
                return false;
            }
            let is_atari = self.liberties_of(beside).is_atari();
            // A chain of one's own lends a liberty, one of the other side is taken.
            is_atari != (stone == own)
        })
    }

    /// Whether a point that only stones of one side are beside is an eye: of the corners around it the
    /// other side has none at the edge, and one at most inside.
    pub(super) fn is_eye(&self, at: usize, own: Holds) -> bool {
        let is_inside =
            self.table.around(at).iter().all(|&at| self.table.holds[at] != Holds::Frame);
        let opposite = opposite(own);
        let lost =
            self.table.corners(at).iter().filter(|&&at| self.table.holds[at] == opposite).count();
        lost < if is_inside { 2 } else { 1 }
    }

    /// Whether a stone of this side there takes others.
    pub(super) fn takes(&self, at: usize, own: Holds) -> bool {
        let opposite = opposite(own);
        self.table.around(at).into_iter().any(|beside| {
            self.table.holds[beside] == opposite && self.liberties_of(beside).is_atari()
        })
    }

    /// Whether the chain of a stone has two liberties.
    pub(super) fn has_two_liberties(&self, stone: usize) -> bool {
        let (mut known, mut count, mut at) = ([0; 2], 0, stone);
        loop {
            for beside in self.table.around(at) {
                if self.table.holds[beside] == Holds::Nothing && !known[..count].contains(&beside) {
                    if count == known.len() {
                        return false;
                    }
                    known[count] = beside;
                    count += 1;
                }
            }
            at = self.table.next[at].into();
            if at == stone {
                return count == known.len();
            }
        }
    }

    /// The liberties of the chain of a stone.
    pub(super) fn liberties_of(&self, stone: usize) -> Liberties {
        self.table.liberties[usize::from(self.table.head[stone])]
    }
}
