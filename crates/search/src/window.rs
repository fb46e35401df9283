//! The bounds between which a score is of interest, and both sides' view of them.

use plyglot_core::{Bound, Score, Side};

/// The bounds between which a score is of interest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    /// Below or at this, it does not matter how bad.
    pub alpha: Score,
    /// At or above this, it does not matter how good.
    pub beta: Score,
}

impl Window {
    /// Everything is of interest.
    pub const FULL: Self = Self { alpha: Score::MINUS_INFINITE, beta: Score::INFINITE };

    /// Only the question "better than alpha?" is asked.
    #[must_use]
    pub const fn null(alpha: Score) -> Self {
        Self { alpha, beta: alpha.next() }
    }

    /// Whether this is a null window.
    pub const fn is_null(self) -> bool {
        self.beta.raw() - self.alpha.raw() == 1
    }
}

/// The part of the window that can still happen at this ply: nobody loses sooner than now or wins
/// sooner than by the next move. When nothing is left, the end that lies beyond the window: it
/// bounds the score, and the window asks for no more.
#[inline]
pub(super) fn within_reach(window: Window, ply: u32) -> Result<Window, Score> {
    let (worst, best) = (Score::loss_in(ply), Score::win_in(ply + 1));
    if window.alpha >= best {
        Err(best)
    } else if window.beta <= worst {
        Err(worst)
    } else {
        Ok(Window { alpha: window.alpha.max(worst), beta: window.beta.min(best) })
    }
}

/// What a fail-soft score is a bound of.
pub(super) fn bound_of(score: Score, window: Window) -> Bound {
    if score <= window.alpha {
        Bound::Upper
    } else if score >= window.beta {
        Bound::Lower
    } else {
        Bound::Exact
    }
}

/// What is believed of a score that is a bound of a window: an end that is not proven, because much was
/// left out on the way there, is no more than that the window was left.
pub(super) fn believed(score: Score, bound: Bound, window: Window) -> Score {
    match bound {
        Bound::Lower if score.is_win() => window.beta,
        Bound::Upper if score.is_loss() => window.alpha,
        _ => score,
    }
}

/// A score of the child seen by the parent: negated when the turn has passed, kept when the same
/// side moves again.
pub(super) fn seen_by(side: Side, child_side: Side, score: Score) -> Score {
    if side == child_side { score } else { -score }
}

/// The parent's window as the child's side sees it.
pub(super) fn window_for(side: Side, child_side: Side, window: Window) -> Window {
    if side == child_side { window } else { Window { alpha: -window.beta, beta: -window.alpha } }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_happen_any_more_is_cut_off_the_window() {
        let reach = within_reach(Window::FULL, 3).unwrap();
        assert_eq!(reach, Window { alpha: Score::loss_in(3), beta: Score::win_in(4) });
        let mated_sooner = Window { alpha: Score::win_in(3), beta: Score::INFINITE };
        assert_eq!(within_reach(mated_sooner, 3), Err(Score::win_in(4)), "an upper bound");
        let lost_later = Window { alpha: Score::MINUS_INFINITE, beta: Score::loss_in(3) };
        assert_eq!(within_reach(lost_later, 3), Err(Score::loss_in(3)), "a lower bound");
    }
}
