//! What shallow searches foretell of deeper ones, as it was measured: the numbers of multi-`ProbCut`
//! [buro-1995].
//!
//! `data/forecasts.txt` has a line for each stage of the game and each pair of depths, in the form in
//! which `plyglot tune othello --forecasts` says them. A stage is a quarter of the sixty squares that are filled in a game;
//! the margin of error grows from stage to stage, until the end comes into sight. They are known on
//! the board of eight by eight only, as the patterns are that they rest on.

use std::sync::LazyLock;

use super::board::Board;
use super::rules::Othello;
use super::terms::count;
use plyglot_core::game::tactics::Forecast;

/// Stages of a game.
const STAGES: usize = 4;
/// Discs a stage.
const STAGE_DISCS: i32 = 15;
/// Discs in the beginning.
const DISCS_FIRST: i32 = 4;
/// Depths of which something may be known, plies.
const DEPTHS: usize = 32;
const TEXT: &str = include_str!("../data/forecasts.txt");

type Table = [[Option<Forecast>; DEPTHS]; STAGES];

static TABLE: LazyLock<Table> = LazyLock::new(|| read(TEXT));

/// The quarter of the game.
pub(super) fn stage(board: Board) -> usize {
    let stage = usize::try_from((count(board.taken()) - DISCS_FIRST) / STAGE_DISCS);
    stage.unwrap_or(0).min(STAGES - 1)
}

/// What is known of searches so deep.
#[inline]
pub(super) fn forecast(rules: &Othello, board: Board, depth: i32) -> Option<Forecast> {
    if rules.size() != 8 {
        return None;
    }
    TABLE[stage(board)].get(usize::try_from(depth).ok()?).copied().flatten()
}

/// Lines of numbers: stage, depth, what it is foretold by, slope, offset, error, positions. Searches deeper
/// than those measured are foretold as the last that ends with the same side: the error hardly grows any
/// more where both look so far.
fn read(text: &str) -> Table {
    let mut table = [[None; DEPTHS]; STAGES];
    for line in
        text.lines().filter(|line| !line.trim_start().starts_with(|c: char| c.is_alphabetic()))
    {
        let words: Vec<i32> =
            line.split_whitespace().filter_map(|word| word.parse().ok()).collect();
        let [stage, deep, depth, slope, offset, error, _] = words[..] else {
            unreachable!("a line of data/forecasts.txt is not as it was written: {line}");
        };
        let forecast = Forecast { depth, slope, offset, error };
        table[stage.unsigned_abs() as usize][deep.unsigned_abs() as usize] = Some(forecast);
    }
    for stage in &mut table {
        for (at, deep) in (0..).zip(0..DEPTHS).skip(2) {
            let last = stage[deep - 2].zip(Forecast::depth_below(at));
            stage[deep] = stage[deep].or(last.map(|(last, depth)| Forecast { depth, ..last }));
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Empties;
    use plyglot_core::game::{Notation, Rules};

    #[test]
    fn every_stage_has_its_forecasts_on_the_large_board_only() {
        let rules = Othello::default();
        let start = rules.start().board;
        assert_eq!(stage(start), 0);
        let full = rules.parse_position(&format!("{} X", "X".repeat(63) + "O")).unwrap();
        assert_eq!(stage(full.board), STAGES - 1);
        for stage in &*TABLE {
            let known: Vec<usize> = (0..DEPTHS).filter(|depth| stage[*depth].is_some()).collect();
            assert_eq!(known.first(), Some(&3), "{known:?}");
            for (depth, forecast) in (0..).zip(stage) {
                let Some(forecast) = forecast else { continue };
                assert_eq!(Some(forecast.depth), Forecast::depth_below(depth));
                assert!(
                    (500..2000).contains(&forecast.slope) && forecast.error > 0,
                    "{forecast:?}"
                );
            }
        }
        assert!(forecast(&rules, start, 6).is_some() && forecast(&rules, start, 1).is_none());
        // Beyond what was measured: from half as deep, as the last depth of the same kind.
        for (deep, as_at) in [(14, 12), (15, 13), (24, 12), (31, 13)] {
            let [deep, as_at] = [(deep, deep), (deep, as_at)].map(|(depth, row)| {
                let found = forecast(&rules, start, row)?;
                Some((Forecast::depth_below(depth)?, found.slope, found.offset, found.error))
            });
            assert!(deep.is_some() && deep == as_at);
        }
        assert_eq!(forecast(&rules, start, 24).unwrap().depth, 12);
        let small = Othello::new(6, Empties::Winner);
        assert_eq!(forecast(&small, small.start().board, 6), None);
    }
}
