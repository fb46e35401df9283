//! What a match result is worth: score, Elo, error bars, and the sequential test.
//!
//! Games come in pairs that begin from the same opening with sides changed, and a pair is one
//! observation: what an opening favours cancels out, and the variance of pairs is the honest one
//! (the "pentanomial" model: a pair is worth 0, ½, 1, 1½ or 2 points). The sequential probability
//! ratio test is Wald's [wald-1945], with the generalized log-likelihood ratio for a multinomial
//! distribution (Michel Van den Bergh, "A practical introduction to the GSPRT", section 4.2): each
//! hypothesis takes the likeliest distribution of pairs that has its mean. Its normal approximation
//! needs many pairs, and takes a first pair of two wins for a proof. elo0 and elo1 are logistic Elo.
//!
//! Few observations say little of their variance, and a normal distribution takes none for
//! certainty. So of fewer than [`EVIDENCE_MIN`] it is not said who is stronger, nor, where they
//! were all alike, how far the score may be off; and of `n` it is never said with more than
//! 1 - 2^-n, as sure as one is after heads `n` times that a coin has no other side. An
//! observation that repeats another move by move, as of players without randomness from the same
//! opening, is counted in the score and is no further evidence.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Half points of one game for the player counted: 0 lost, 1 drawn, 2 won.
pub type HalfPoints = u8;

/// 95 % of a normal distribution lie within so many standard deviations.
const Z_95: f64 = 1.959_964;

/// Of fewer observations it is not said who is stronger.
pub const EVIDENCE_MIN: f64 = 10.0;

/// Results of one player against another, in games and in pairs of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Lost, drawn, won games.
    pub games: [u64; 3],
    /// Pairs by half points, 0 to 4.
    pub pairs: [u64; 5],
    /// Games that repeat an earlier one move by move, and pairs of two such games.
    pub repeated: [u64; 2],
    /// The first game of a pair whose second is still to come, and whether it repeats another.
    open: Option<(HalfPoints, bool)>,
}

/// A score with its error bar.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The most likely value.
    pub value: f64,
    /// Half the width of the 95 % interval; infinite where nothing can be said.
    pub error: f64,
}

impl Tally {
    /// Counts a game; two in a row are a pair.
    pub fn add(&mut self, points: HalfPoints) {
        self.count(points, false);
    }

    /// Counts a game that may repeat an earlier one.
    pub fn count(&mut self, points: HalfPoints, repeats: bool) {
        self.games[usize::from(points.min(2))] += 1;
        self.repeated[0] += u64::from(repeats);
        match self.open.take() {
            None => self.open = Some((points, repeats)),
            Some((first, both)) => {
                self.pairs[usize::from((first + points).min(4))] += 1;
                self.repeated[1] += u64::from(both && repeats);
            }
        }
    }

    /// Games counted.
    pub fn played(&self) -> u64 {
        self.games.iter().sum()
    }

    /// Points, as fractions of what was to be had; one half before any game.
    #[expect(clippy::cast_precision_loss, reason = "nobody plays 2^52 games")]
    pub fn score(&self) -> Estimate {
        let played = self.played() as f64;
        if played == 0.0 {
            return Estimate { value: 0.5, error: f64::INFINITY };
        }
        let value = (self.games[2] as f64 + 0.5 * self.games[1] as f64) / played;
        let (observations, variance) = self.variance();
        let is_known = observations >= 2.0 && (variance > 0.0 || observations >= EVIDENCE_MIN);
        let error = if is_known { Z_95 * (variance / observations).sqrt() } else { f64::INFINITY };
        Estimate { value, error }
    }

    /// The score as a difference in logistic Elo, with the ends of the interval carried over.
    pub fn elo(&self) -> Estimate {
        let score = self.score();
        let (low, high) = (score.value - score.error, score.value + score.error);
        let (value, error) = (elo_of(score.value), (elo_of(high) - elo_of(low)) / 2.0);
        let known = value.is_finite() && !error.is_nan();
        Estimate { value, error: if known { error } else { f64::INFINITY } }
    }

    /// How likely the player is the stronger one, given the games; `None` if they are too few.
    pub fn superiority(&self) -> Option<f64> {
        let (observations, _) = self.variance();
        if observations < EVIDENCE_MIN {
            return None;
        }
        let score = self.score();
        let lead = score.value - 0.5;
        let deviations = if lead.abs() < f64::EPSILON { 0.0 } else { Z_95 * lead / score.error };
        let likely = 0.5 * (1.0 + erf(deviations / std::f64::consts::SQRT_2));
        let doubt = 0.5f64.powf(observations);
        Some(likely.clamp(doubt, 1.0 - doubt))
    }

    /// Number of observations and the variance of one, as a score between 0 and 1: pairs where
    /// every game belongs to one, else games. Those that repeat others are not counted.
    #[expect(clippy::cast_precision_loss, reason = "nobody plays 2^52 games")]
    fn variance(&self) -> (f64, f64) {
        let pairs: u64 = self.pairs.iter().sum();
        let ((n, variance), repeated) =
            if pairs * 2 + u64::from(self.open.is_some()) == self.played() && pairs > 0 {
                (spread(&self.pairs.map(|n| n as f64)), self.repeated[1])
            } else {
                (spread(&self.games.map(|n| n as f64)), self.repeated[0])
            };
        (n - repeated as f64, variance)
    }

    /// The share of pairs that repeat no other.
    #[expect(clippy::cast_precision_loss, reason = "nobody plays 2^52 games")]
    fn evidence(&self) -> f64 {
        1.0 - self.repeated[1] as f64 / self.pairs.iter().sum::<u64>().max(1) as f64
    }
}

/// Number and variance of observations that are worth 0 to 1 in equal steps.
fn spread(counts: &[f64]) -> (f64, f64) {
    let n: f64 = counts.iter().sum();
    let mean = weighted(counts, |value| value) / n;
    (n, weighted(counts, |value| (value - mean) * (value - mean)) / n)
}

#[expect(clippy::cast_precision_loss, reason = "five counts")]
fn weighted(counts: &[f64], f: impl Fn(f64) -> f64) -> f64 {
    let last = (counts.len() - 1) as f64;
    counts.iter().enumerate().map(|(i, n)| n * f(i as f64 / last)).sum()
}

/// The Elo difference at which this score is expected; ±infinite at the ends.
pub fn elo_of(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        // Even is 0, and not -0.
        400.0 * (score / (1.0 - score)).log10()
    }
}

/// The score expected at this Elo difference.
pub fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The error function (Abramowitz and Stegun 7.1.26), to seven digits.
fn erf(x: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.327_591_1 * x.abs());
    let coefficients =
        [1.061_405_429, -1.453_152_027, 1.421_413_741, -0.284_496_736, 0.254_829_592];
    let sum = coefficients.iter().fold(0.0, |sum, a| (sum + a) * t);
    (1.0 - sum * (-x * x).exp()).copysign(x)
}

/// A sequential test of "stronger by elo1" against "stronger by elo0".
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Sprt {
    /// The null hypothesis.
    pub elo0: f64,
    /// The alternative.
    pub elo1: f64,
    /// Chance of accepting elo1 when elo0 is true.
    pub alpha: f64,
    /// Chance of accepting elo0 when elo1 is true.
    pub beta: f64,
}

/// What a sequential test has come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// More games are needed.
    Open,
    /// elo0 accepted.
    H0,
    /// elo1 accepted.
    H1,
}

impl Sprt {
    /// The log-likelihood ratios at which the test ends.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio of what has been played, by pairs.
    #[expect(clippy::cast_precision_loss, reason = "nobody plays 2^52 games")]
    pub fn llr(&self, tally: &Tally) -> f64 {
        if tally.pairs.iter().sum::<u64>() == 0 {
            return 0.0;
        }
        // A result that has not occurred yet is not impossible.
        let counts = tally.pairs.map(|n| if n == 0 { 1e-3 } else { n as f64 });
        let [of0, of1] = [self.elo0, self.elo1].map(|elo| {
            let likely = likeliest(&counts, score_of(elo));
            counts.iter().zip(likely).map(|(n, p)| n * p.ln()).sum::<f64>()
        });
        (of1 - of0) * tally.evidence()
    }

    /// Whether the test has ended.
    pub fn verdict(&self, tally: &Tally) -> Verdict {
        let ((low, high), llr) = (self.bounds(), self.llr(tally));
        if llr >= high {
            Verdict::H1
        } else if llr <= low {
            Verdict::H0
        } else {
            Verdict::Open
        }
    }
}

/// The likeliest distribution of pairs with this mean, between 0 and 1, given how often each kind
/// was seen; none of the counts is nought.
///
/// Lagrange's multipliers give `p = seen / (1 + t (value - mean))` for each kind, where `t` makes
/// the mean come true; the mean falls as `t` grows, so `t` is found by halving.
fn likeliest(counts: &[f64; 5], mean: f64) -> [f64; 5] {
    /// Halvings until nothing of a double is left to be halved.
    const HALVINGS: u32 = 100;
    let n: f64 = counts.iter().sum();
    let values = [0.0, 0.25, 0.5, 0.75, 1.0].map(|value| value - mean);
    let share = |t: f64| {
        let mut shares = *counts;
        for (share, value) in shares.iter_mut().zip(values) {
            *share /= n * (1.0 + t * value);
        }
        shares
    };
    // Within these bounds every share is positive.
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(low, high);
        let lead: f64 = share(middle).iter().zip(values).map(|(p, value)| p * value).sum();
        if lead > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    share(f64::midpoint(low, high))
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [lost, drawn, won] = self.games;
        let (score, elo) = (self.score(), self.elo());
        write!(f, "+{won} -{lost} ={drawn} in {} games, ", self.played())?;
        write!(f, "{:.1} % ± {:.1}, ", 100.0 * score.value, 100.0 * score.error)?;
        write!(f, "Elo {:+.1} ± {:.1}, ", tenths(elo.value), elo.error)?;
        match self.superiority() {
            Some(likely) => write!(f, "stronger with {} %", percent(likely))?,
            None => write!(f, "too few to say who is stronger")?,
        }
        write!(f, ", pairs {:?}", self.pairs)?;
        match self.repeated {
            [0, _] => Ok(()),
            [games, _] => write!(f, "; {games} of the games repeat others and are no evidence"),
        }
    }
}

/// Rounded as it is shown, so that nothing is less than nothing.
fn tenths(value: f64) -> f64 {
    (value * 10.0).round() / 10.0 + 0.0
}

/// With one digit; what is not certain is not called so.
fn percent(likely: f64) -> String {
    match likely {
        l if l > 0.999 && l < 1.0 => ">99.9".to_owned(),
        l if l < 0.001 && l > 0.0 => "<0.1".to_owned(),
        l => format!("{:.1}", 100.0 * l),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(pairs: [u64; 5]) -> Tally {
        let mut tally = Tally::default();
        for (points, n) in (0u8..).zip(pairs) {
            for _ in 0..n {
                tally.add(points / 2);
                tally.add(points - points / 2);
            }
        }
        assert_eq!(tally.pairs, pairs);
        tally
    }

    fn close(a: f64, b: f64, tolerance: f64) -> bool {
        (a - b).abs() <= tolerance
    }

    #[test]
    fn elo_and_score_are_inverse_and_known_at_some_points() {
        for elo in [-400.0, -10.0, 0.0, 35.0, 191.0] {
            assert!(close(elo_of(score_of(elo)), elo, 1e-9));
        }
        assert!(close(elo_of(0.75), 190.85, 0.01));
        assert!(close(elo_of(0.6), 70.44, 0.01));
    }

    #[test]
    fn the_error_bar_is_that_of_pairs_where_games_are_paired() {
        // 100 pairs of one win and one loss each: every pair is even, and nothing varies.
        let even = tally([0, 0, 100, 0, 0]);
        assert_eq!((even.score().value, even.score().error), (0.5, 0.0));
        // 50 pairs of each extreme: a pair's score has variance 1/4.
        let wild = tally([50, 0, 0, 0, 50]);
        assert!(close(wild.score().error, 1.96 * (0.25f64 / 100.0).sqrt(), 1e-4));
    }

    /// `erf` in the tables of Abramowitz and Stegun (7.1): erf 1 = 0.8427007929.
    #[test]
    fn the_error_function_agrees_with_its_table() {
        for (x, y) in
            [(0.0, 0.0), (0.5, 0.520_499_877_8), (1.0, 0.842_700_792_9), (2.0, 0.995_322_265)]
        {
            assert!(close(erf(x), y, 2e-7), "{x}");
            assert!(close(erf(-x), -y, 2e-7), "{x}");
        }
    }

    #[test]
    fn few_pairs_and_pairs_without_variance_are_no_certainty() {
        let said = |pairs| tally(pairs).to_string();
        assert!(said([0, 0, 0, 0, 2]).contains("100.0 % ± inf"), "{}", said([0, 0, 0, 0, 2]));
        for few in [[0, 0, 0, 0, 2], [0, 0, 1, 1, 2], [0, 0, 0, 9, 0]] {
            assert_eq!(tally(few).superiority(), None, "{few:?}");
            assert!(said(few).contains("too few to say who is stronger"), "{}", said(few));
        }
        // Ten wins of ten pairs, and nothing else: heads ten times.
        assert_eq!(tally([0, 0, 0, 0, 10]).superiority(), Some(1.0 - 1.0 / 1024.0));
        assert!(said([0, 0, 0, 0, 10]).contains("stronger with >99.9 %"));
        assert!(close(tally([0, 0, 10, 0, 0]).superiority().unwrap(), 0.5, 1e-6));
        let likely = tally([1, 2, 5, 6, 2]).superiority().unwrap();
        assert!(likely > 0.8 && likely < 0.95, "{likely}");
    }

    #[test]
    fn no_elo_is_less_than_nothing() {
        assert!(tally([0, 0, 2, 0, 0]).to_string().contains("Elo +0.0"));
        assert!(tally([0, 0, 2, 0, 0]).elo().value.is_sign_positive(), "or JSON says -0.0");
        assert_eq!(format!("{:+.1}", tenths(-0.04)), "+0.0");
        assert_eq!(format!("{:+.1}", tenths(-0.06)), "-0.1");
    }

    #[test]
    fn what_repeats_is_no_evidence() {
        let mut repeating = tally([0, 1, 0, 3, 0]);
        let once = repeating;
        for _ in 0..25 {
            for points in [0, 1, 1, 2, 1, 2, 1, 2] {
                repeating.count(points, true);
            }
        }
        let (score, first) = (repeating.score(), once.score());
        assert!(close(score.value, first.value, 0.01) && close(score.error, first.error, 0.01));
        assert_eq!((once.superiority(), repeating.superiority()), (None, None));
        assert_eq!((repeating.played(), repeating.repeated), (208, [200, 100]));
        let sprt = Sprt { elo0: 0.0, elo1: 100.0, alpha: 0.05, beta: 0.05 };
        assert!(close(sprt.llr(&repeating), sprt.llr(&once), 0.02));
        let said = repeating.to_string();
        assert!(said.ends_with("; 200 of the games repeat others and are no evidence"), "{said}");
    }

    #[test]
    fn the_bounds_are_walds() {
        let sprt = Sprt { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05 };
        let (low, high) = sprt.bounds();
        assert!(close(low, -2.944, 0.001) && close(high, 2.944, 0.001));
    }

    #[test]
    fn the_test_ends_on_the_side_of_the_truth() {
        let sprt = Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05 };
        assert_eq!(sprt.verdict(&Tally::default()), Verdict::Open);
        assert_eq!(sprt.verdict(&tally([5, 20, 50, 20, 5])), Verdict::Open);
        assert_eq!(sprt.verdict(&tally([200, 900, 2000, 1400, 400])), Verdict::H1);
        assert_eq!(sprt.verdict(&tally([400, 1400, 2000, 900, 200])), Verdict::H0);
    }

    /// What the multipliers give has the sum and the mean it should, and nothing near it that has
    /// them too is likelier.
    #[test]
    fn the_likeliest_distribution_is_the_likeliest() {
        for (counts, mean) in [
            ([30.0, 200.0, 400.0, 250.0, 60.0], 0.5),
            ([30.0, 200.0, 400.0, 250.0, 60.0], 0.64),
            ([1e-3, 1e-3, 1e-3, 1e-3, 3.0], 0.5),
            ([7.0, 1e-3, 2.0, 1e-3, 1.0], 0.9),
        ] {
            let found = likeliest(&counts, mean);
            let likelihood =
                |p: &[f64; 5]| counts.iter().zip(p).map(|(n, p)| n * p.ln()).sum::<f64>();
            assert!(close(found.iter().sum(), 1.0, 1e-9), "{found:?}");
            assert!(close(weighted(&found, |value| value), mean, 1e-9), "{found:?}");
            let least = found.iter().copied().fold(1.0, f64::min);
            for kind in 1..4 {
                for step in [0.1 * least, -0.1 * least] {
                    // From a kind to both its neighbours: neither sum nor mean changes.
                    let mut other = found;
                    other[kind] -= 2.0 * step;
                    other[kind - 1] += step;
                    other[kind + 1] += step;
                    assert!(likelihood(&other) < likelihood(&found), "{found:?} {kind} {step}");
                }
            }
        }
    }

    /// With many pairs and hypotheses near what was seen, it is the ratio of normal densities.
    #[test]
    fn the_ratio_of_many_pairs_is_that_of_two_normal_densities() {
        let sprt = Sprt { elo0: -2.0, elo1: 8.0, alpha: 0.05, beta: 0.05 };
        let tally = tally([30, 200, 400, 250, 60]);
        let counts = [30.0, 200.0, 400.0, 250.0, 60.0];
        let (n, variance) = spread(&counts);
        let mean = weighted(&counts, |value| value) / n;
        let (s0, s1) = (score_of(-2.0), score_of(8.0));
        let normal = n * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
        assert!(close(sprt.llr(&tally), normal, 0.02 * normal), "{} {normal}", sprt.llr(&tally));
    }

    #[test]
    fn a_few_pairs_decide_nothing() {
        for (elo0, elo1) in [(0.0, 5.0), (0.0, 100.0), (-100.0, 0.0)] {
            let sprt = Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 };
            for pairs in [[0, 0, 0, 0, 1], [1, 0, 0, 0, 0], [0, 0, 2, 0, 0], [0, 0, 0, 1, 2]] {
                let verdict = sprt.verdict(&tally(pairs));
                assert_eq!(verdict, Verdict::Open, "{elo0} {elo1} {pairs:?}");
            }
        }
    }
}
