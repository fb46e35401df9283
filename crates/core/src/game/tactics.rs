//! What the search may ask about a node besides its value: which moves are noisy, which position is
//! quiet, what a pass would be worth.
//!
//! A [`Tactics`] makes a [`NodeTactics`] for every node. It borrows the position, so that a
//! question names a move alone, and what takes long (from which squares the king would be attacked)
//! is found once a node, and only where somebody asks. Every answer has a default, which is that of
//! plain alpha-beta: [`NoTactics`] gives nothing else.

use super::Rules;

/// Makes what the search may ask about a node.
pub trait Tactics<R: Rules>: Clone + Send + Sync + 'static {
    /// The questions about one node.
    type Node<'a>: NodeTactics<R::Move>
    where
        R: 'a;

    /// The questions about a position that is not finished. Made at every node, so it costs little:
    /// what takes long waits until it is asked for.
    fn node<'a>(&'a self, rules: &'a R, pos: &'a R::Position) -> Self::Node<'a>;

    /// The position after passing, where passing tells something: `None` where the game or the
    /// position makes it unsound (zugzwang, check).
    fn null_move(&self, _rules: &R, _pos: &R::Position) -> Option<R::Position> {
        None
    }
}

/// What the search may ask about one node and its legal moves, which are of type `M`.
pub trait NodeTactics<M: Copy> {
    /// The side to move cannot choose to stand: it is in check, or must capture.
    fn in_check(&self) -> bool {
        false
    }

    /// Nobody has to do anything yet, but the static eval is not to be trusted before the side to
    /// move has answered something: a capture that threatens. Not asked in check; see
    /// [`SearchParams::threat_extension`](super::SearchParams::threat_extension).
    fn is_threatened(&self) -> bool {
        false
    }

    /// Appends the moves that quiescence looks at, as far as they can be told at sight: captures,
    /// promotions. In check, all. Those that [`NodeTactics::loses_material`] it leaves out again
    /// when their turn has come.
    fn noisy_moves(&self, _out: &mut Vec<M>) {}

    /// The move is tactical: it is not reduced, and statistics of quiet moves ignore it.
    fn is_noisy(&self, _mv: M) -> bool {
        false
    }

    /// The game's own guess at how good a move is, at sight: 0 for an ordinary move, more for one
    /// to try early, less for one to try late. Within ±10,000.
    fn order_score(&self, _mv: M) -> i32 {
        0
    }

    /// What a noisy move loses once everybody has recaptured (static exchange evaluation), down to
    /// -10,000: then that is its order score. 0 where it loses nothing.
    fn see_loss(&self, _mv: M) -> i32 {
        0
    }

    /// Whether a move, noisy or quiet, loses material once everybody has recaptured; of a noisy
    /// one, [`NodeTactics::see_loss`] says how much. The search leaves such moves out under
    /// [`SearchParams::move_pruning`](super::SearchParams::move_pruning) and in quiescence, but not
    /// in check.
    fn loses_material(&self, _mv: M) -> bool {
        false
    }

    /// The most that a noisy move wins by itself, cp: the man it takes. `None` where it may win more
    /// than can be said (a promotion); see
    /// [`SearchParams::qsearch_pruning`](super::SearchParams::qsearch_pruning).
    fn capture_value(&self, _mv: M) -> Option<i32> {
        None
    }

    /// Whether the side to move after this move is in check.
    fn gives_check(&self, _mv: M) -> bool {
        false
    }

    /// Which part of the game this is, from 0: what [`NodeTactics::forecast`] rests on is measured for
    /// each by itself.
    fn stage(&self) -> usize {
        0
    }

    /// What a shallower search foretells of one of this depth, plies, where that has been measured; see
    /// [`SearchParams::prob_cut`](super::SearchParams::prob_cut).
    fn forecast(&self, _depth: i32) -> Option<Forecast> {
        None
    }

    /// Whether some move may give check; `false` is certain. Nothing is razored where one may
    /// ([`SearchParams::razoring`](super::SearchParams::razoring)).
    fn can_give_check(&self) -> bool {
        false
    }

    /// Appends the noisy moves that quiescence tries if nothing cuts: those that lose no material;
    /// in check, all.
    fn quiescence_moves(&self, out: &mut Vec<M>) {
        let first = out.len();
        self.noisy_moves(out);
        if self.in_check() {
            return;
        }
        let mut kept = first;
        for i in first..out.len() {
            if !self.loses_material(out[i]) {
                out[kept] = out[i];
                kept += 1;
            }
        }
        out.truncate(kept);
    }

    /// [`NodeTactics::order_score`] on a closer look: what a noisy move loses, if it does.
    fn order_score_by_see(&self, mv: M) -> i32 {
        let loss = if self.is_noisy(mv) { self.see_loss(mv) } else { 0 };
        if loss < 0 { loss } else { self.order_score(mv) }
    }
}

/// What the score of a search foretells of that of a deeper one: `slope` thousandths of it and `offset`,
/// with a standard error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Forecast {
    /// The depth of the shallower search, plies.
    pub depth: i32,
    /// Thousandths, more than 0.
    pub slope: i32,
    /// Cp.
    pub offset: i32,
    /// Cp.
    pub error: i32,
}

impl Forecast {
    /// The depth that a search of this depth is foretold by: about half of it, both even or both odd, since
    /// who has moved last seems to stand better; `None` where there is nothing to save.
    pub const fn depth_below(depth: i32) -> Option<i32> {
        match depth {
            ..=2 => None,
            _ => Some(if (depth / 2 - depth) % 2 == 0 { depth / 2 } else { depth / 2 - 1 }),
        }
    }

    /// The least score of the shallower search that foretells a score of `beta` and more, where so many
    /// hundredths of the error are taken off; raw.
    pub const fn score_for(&self, beta: i32, hundredths: i32) -> i32 {
        let wanted = 1000 * (beta - self.offset) + 10 * hundredths * self.error;
        // Rounded up.
        -(-wanted).div_euclid(self.slope)
    }

    /// The most that foretells a score of `alpha` and less, where so many hundredths are added; raw.
    pub const fn score_below(&self, alpha: i32, hundredths: i32) -> i32 {
        (1000 * (alpha - self.offset) - 10 * hundredths * self.error).div_euclid(self.slope)
    }
}

/// Nothing to say: no move is noisy, nobody is ever in check, and no pass tells anything.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NoTactics;

impl<R: Rules> Tactics<R> for NoTactics {
    type Node<'a>
        = Self
    where
        R: 'a;

    fn node<'a>(&'a self, _rules: &'a R, _pos: &'a R::Position) -> Self {
        Self
    }
}

impl<M: Copy> NodeTactics<M> for NoTactics {}

/// Whether the side to move is in check after a legal move, found by playing it: for games that
/// cannot see it without.
pub fn gives_check_when_played<R: Rules>(
    tactics: &impl Tactics<R>,
    rules: &R,
    pos: &R::Position,
    mv: R::Move,
) -> bool {
    let child = rules.after(pos, mv);
    tactics.node(rules, &child).in_check()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forecasts_are_on_the_safe_side_of_the_window() {
        let plain = Forecast { depth: 2, slope: 1000, offset: 0, error: 200 };
        assert_eq!((plain.score_for(100, 150), plain.score_below(100, 150)), (400, -200));
        let bent = Forecast { depth: 2, slope: 900, offset: 50, error: 100 };
        // 0.9 · 279 + 50 - 100 is 201.1, and with 277 it is 199.3; 0.9 · 55 + 50 + 100 is 199.5.
        assert_eq!((bent.score_for(201, 100), bent.score_below(200, 100)), (279, 55));
        let depths: Vec<Option<i32>> = (1..=10).map(Forecast::depth_below).collect();
        let pairs = [1, 2, 1, 2, 3, 4, 3, 4].map(Some);
        assert_eq!(depths, [[None; 2].as_slice(), &pairs].concat());
    }
}
