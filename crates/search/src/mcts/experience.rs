//! What a move promises before it has been tried, counted in visits that it is taken to have had
//! (heuristic prior knowledge as equivalent experience [gelly-silver-2011]).
//!
//! A prior says how much of the search a move deserves, experience what it is expected to come to. It
//! weighs as much as so many visits, wherever the move's own are counted, and so wears off as these
//! come in.

/// Visits that a move is taken to have had, and how many of them were won by whoever makes it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Experience {
    visits: f32,
    won: f32,
}

impl Experience {
    /// Nothing is expected of the move in particular.
    pub const NONE: Self = Self { visits: 0.0, won: 0.0 };

    /// So many more visits, of which this share was won, 0 to 1.
    #[must_use]
    pub fn and(self, visits: f32, share: f32) -> Self {
        Self { visits: self.visits + visits, won: self.won + visits * share }
    }

    /// How many visits it weighs.
    pub fn visits(self) -> f32 {
        self.visits
    }

    /// The mean of this and of so many visits of the move's own, not none in all.
    #[inline]
    pub fn with(self, visits: u32, mean: f64) -> f64 {
        let visits = f64::from(visits);
        (mean * visits + f64::from(self.won)) / (visits + f64::from(self.visits))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn experience_wears_off_as_visits_come_in() {
        let some = Experience::NONE.and(10.0, 0.5).and(10.0, 1.0);
        assert!((some.visits() - 20.0).abs() < 1e-6);
        let of = |visits| some.with(visits, 0.25);
        assert!((of(0) - 0.75).abs() < 1e-9 && (of(20) - 0.5).abs() < 1e-9);
        assert!((of(2_000_000) - 0.25).abs() < 1e-4);
    }
}
