//! What a shallow search foretells of a deeper one, measured: the numbers of `ProbCut` [buro-1995].
//!
//! Positions of games are searched ply by ply; for each pair of depths
//! ([`Forecast::depth_below`]) the line is found that foretells the deeper score best by the shallower
//! one (least squares), and the standard error of its forecasts, by stages of the game
//! ([`NodeTactics::stage`]).
//!
//! ```text
//! stage depth from slope offset error positions
//!     1     6    2   987      3   271       498        v6 = 0.987 v2 + 3 cp, give or take 271
//! ```

use std::collections::BTreeMap;

use super::data::each_line;
use plyglot_core::game::tactics::Forecast;
use plyglot_core::game::{
    Evaluator, NodeTactics, Notation, PlayedGame, Rules, SearchParams, Tactics,
};
use plyglot_core::{Limits, Score};
use plyglot_search::player::SearchInfo;
use plyglot_search::{
    AlphaBeta, Player, SearchControl, SearchOptions, SearchRequest, TranspositionTable,
};

/// What is to be measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ForecastPlan {
    /// The deepest search, plies.
    pub depth: u32,
    /// So many positions of the file, evenly spread.
    pub positions: usize,
}

/// One line of what was measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Measured {
    /// [`NodeTactics::stage`].
    pub stage: usize,
    /// Plies.
    pub depth: i32,
    /// What foretells a search so deep.
    pub forecast: Forecast,
    /// From so many positions.
    pub positions: usize,
}

/// The scores of a position, by depth.
#[derive(Debug, Default)]
struct Scores(BTreeMap<i32, f64>);

/// The scores of all positions, by stage and depth. What is the same for every game is done by these two and
/// compiled here.
#[derive(Debug, Default)]
struct Study(BTreeMap<(usize, i32), Sums>);

/// Pairs of scores, added up.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    count: usize,
    x: f64,
    y: f64,
    xx: f64,
    xy: f64,
    yy: f64,
}

/// With fewer positions nothing is said of a stage.
const POSITIONS_MIN: usize = 20;
/// Buckets of the table of one search: 1 MiB.
const TABLE_BUCKETS: usize = 1 << 14;

/// Searches positions of this text, and says how their scores go together; `each` is told how many are
/// done. `ProbCut` itself is left out of these searches.
///
/// # Errors
///
/// The first line that is not a result and a position, by its number.
pub fn forecasts<R: Notation, E: Evaluator<R>>(
    rules: &R,
    evaluator: &E,
    params: SearchParams,
    (text, plan): (&str, ForecastPlan),
    each: &mut dyn FnMut(usize),
) -> Result<Vec<Measured>, String> {
    let mut all = Vec::new();
    each_line(rules, text, |_, pos| {
        if rules.outcome(&pos).is_none() {
            all.push(pos);
        }
    })?;
    let params = SearchParams { prob_cut: None, ..params };
    let tt = TranspositionTable::with_buckets(TABLE_BUCKETS);
    let mut study = Study::default();
    let step = all.len().div_ceil(plan.positions.max(1)).max(1);
    for (done, pos) in all.iter().step_by(step).enumerate() {
        each(done);
        tt.clear();
        let scores = scores(rules, evaluator, params, (pos, &tt), plan.depth);
        study.add(evaluator.tactics().node(rules, pos).stage(), &scores);
    }
    Ok(study.measured())
}

/// The score of each depth that is no proof and no more than an evaluation may be.
fn scores<R: Rules, E: Evaluator<R>>(
    rules: &R,
    evaluator: &E,
    params: SearchParams,
    (pos, tt): (&R::Position, &TranspositionTable),
    depth: u32,
) -> Scores {
    let played = PlayedGame::new(rules, pos.clone());
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let control = SearchControl::unlimited();
    let request = SearchRequest {
        rules,
        played: &played,
        limits: &limits,
        search_moves: &[],
        control: &control,
        tt,
        tb: None,
        options: SearchOptions::default(),
        tracer: None,
    };
    let mut scores = Scores::default();
    AlphaBeta::new(evaluator.clone(), params).think(&request, &mut |info| {
        if let SearchInfo::Pv(info) = info
            && !info.exact
            && !info.score.is_proven()
        {
            scores.insert(info.depth, info.score);
        }
    });
    scores
}

impl Scores {
    fn insert(&mut self, depth: u32, score: Score) {
        self.0.insert(depth.cast_signed(), f64::from(score.raw()));
    }
}

impl Study {
    /// Takes up each depth of a position with what foretells it.
    fn add(&mut self, stage: usize, Scores(scores): &Scores) {
        for (&depth, &deep) in scores {
            let below = Forecast::depth_below(depth);
            if let Some(&shallow) = below.and_then(|below| scores.get(&below)) {
                self.0.entry((stage, depth)).or_default().add(shallow, deep);
            }
        }
    }

    fn measured(self) -> Vec<Measured> {
        self.0.into_iter().filter_map(|(at, sums)| sums.measured(at)).collect()
    }
}

impl Sums {
    fn add(&mut self, x: f64, y: f64) {
        self.count += 1;
        self.x += x;
        self.y += y;
        self.xx += x * x;
        self.xy += x * y;
        self.yy += y * y;
    }

    /// The line of least squares, and what is left beside it.
    fn measured(&self, (stage, depth): (usize, i32)) -> Option<Measured> {
        let Self { count, x, y, xx, xy, yy } = *self;
        let below = Forecast::depth_below(depth).filter(|_| count >= POSITIONS_MIN)?;
        #[expect(clippy::cast_precision_loss, reason = "a number of positions")]
        let n = count as f64;
        let (vx, vy, cov) = (xx - x * x / n, yy - y * y / n, xy - x * y / n);
        let slope = if vx > 0.0 { cov / vx } else { 1.0 };
        let offset = (y - slope * x) / n;
        let error = ((vy - slope * cov).max(0.0) / (n - 2.0)).sqrt();
        #[expect(clippy::cast_possible_truncation, reason = "scores have 16 bits")]
        let [slope, offset, error] = [1000.0 * slope, offset, error].map(|of| of.round() as i32);
        let forecast = Forecast { depth: below, slope: slope.max(1), offset, error };
        Some(Measured { stage, depth, forecast, positions: count })
    }
}

impl Measured {
    /// What the columns of a line are.
    pub const HEAD: &str = "stage depth from slope offset error positions";

    /// As a line.
    pub fn line(&self) -> String {
        let Self { stage, depth, forecast, positions } = self;
        let Forecast { depth: from, slope, offset, error } = forecast;
        format!("{stage:5} {depth:5} {from:4} {slope:5} {offset:6} {error:5} {positions:9}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_with_noise_is_found_again() {
        let mut sums = Sums::default();
        for at in 0..400_i32 {
            let x = f64::from(at - 200);
            let noise = if at % 2 == 0 { 30.0 } else { -30.0 };
            sums.add(x, 0.9 * x + 7.0 + noise);
        }
        let found = sums.measured((2, 6)).unwrap();
        let Forecast { depth, slope, offset, error } = found.forecast;
        assert_eq!((found.stage, found.depth, depth, found.positions), (2, 6, 2, 400));
        assert!((898..=902).contains(&slope) && (6..=8).contains(&offset), "{found:?}");
        assert_eq!(error, 30);
        assert_eq!(Sums { count: 19, ..sums }.measured((2, 6)), None);
    }
}
