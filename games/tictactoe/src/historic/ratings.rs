//! The player `ratings`: the first method of [tictactoe-s2], procedures `Rayting` and `SelectCell`.
//!
//! Every empty cell gets a rating, by looking at the sum of the marks on each line through it (4
//! for an own mark, 1 for one of the opponent's):
//!
//! | rating | what a mark in this cell does | how it is seen |
//! |---|---|---|
//! | 1000000 | wins at once | a line sum of 8 |
//! | 100000 | stops an immediate loss | 2 |
//! | 10000 | makes a fork | a second 4 among the lines of the cell |
//! | 1000 | stops the opponent's fork | a second 1; also the empty cells of those lines |
//! | 100 | prepares a fork | 4 with 0; on the other cells of the empty line |
//! | 10 | stops the preparation of one | 1 with 0; on the empty cells of both lines |
//! | 1 | is possible | empty |
//!
//! Ratings add up, the highest possible is 2200001. At `TicTacToe.Level` 1 a cell of the highest
//! rating is played, at level 0 any cell with a probability in proportion to its rating. The lot
//! is drawn from the seed and the position, so the same game can be played again.
//!
//! The method is kept as published, and it is not without a mistake. The second player can be
//! forked:
//!
//! ```text
//! 1 5 9 3 7:   X |   | O        After X1 O5 X9 all six cells are rated alike, the corners 3 and 7
//!             ---+---+---       too, which answer the fork threatened there by leaving the other
//!                | O |          corner to X. After X7 both 4 and 8 win for X. The same
//!             ---+---+---       happens from every corner; nothing else loses.
//!              X |   | X
//! ```
//!
//! As the first player the method never loses, and `nextstep` at full depth never does.

use rand::RngExt;

use super::account::of_ratings;
use super::fin::{self, Field, KLE, LIN, LineSums};
use crate::rules::TicTacToe;
use plyglot_core::game::{Account, PlayedGame};
use plyglot_core::rng::{Rng, seeded};
use plyglot_search::{Player, SearchInfo, SearchRequest, SearchResult};

/// `ray`: the rating of each cell, 0 for an occupied one; cells count from 1.
pub(super) type Rating = [u32; 10];

/// The text's `lvl`: how a cell is chosen by the ratings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Level {
    /// 0: any cell, with a probability in proportion to its rating.
    Proportional,
    /// 1: a cell of the highest rating.
    Highest,
}

/// Plays by the ratings of [tictactoe-s2].
#[derive(Clone, Copy, Debug)]
pub(super) struct Ratings {
    pub(super) level: Level,
}

impl Player<TicTacToe> for Ratings {
    fn think(
        &mut self,
        request: &SearchRequest<'_, TicTacToe>,
        say: &mut dyn FnMut(SearchInfo<u8>),
    ) -> Option<SearchResult<u8>> {
        play(request, rate(&fin::field(*request.played.position())), self.level, say)
    }

    fn account(&self, _rules: &TicTacToe, played: &PlayedGame<TicTacToe>) -> Option<Account> {
        let pos = *played.position();
        Some(of_ratings(pos, &rate(&fin::field(pos))))
    }

    fn level_option(&self) -> Option<&'static str> {
        Some(super::LEVEL)
    }

    fn ends_by_itself(
        &self,
        _rules: &TicTacToe,
        _line: &PlayedGame<TicTacToe>,
        _chosen: bool,
    ) -> bool {
        true
    }
}

/// `Analis` without its messages: the field is looked over by `Fin`, then rated.
pub(super) fn rate(kl: &Field) -> Rating {
    rayting(kl, &fin::fin(kl).1)
}

/// Chooses among the moves of the task by their ratings, and says what the ratings are.
pub(super) fn play(
    request: &SearchRequest<'_, TicTacToe>,
    mut ray: Rating,
    level: Level,
    say: &mut dyn FnMut(SearchInfo<u8>),
) -> Option<SearchResult<u8>> {
    let pos = request.played.position();
    let moves = request.root_moves();
    if moves.is_empty() {
        return None;
    }
    if fin::fin(&fin::field(*pos)).0 == fin::DRAWN {
        say(SearchInfo::Note("drawn: every line holds both marks".to_owned()));
    }
    let text: Vec<String> = ray[1..].iter().map(u32::to_string).collect();
    say(SearchInfo::Note(format!("ratings {}", text.join(" "))));
    for cell in 0..9 {
        if !moves.contains(&cell) {
            ray[usize::from(cell) + 1] = 0;
        }
    }
    if ray == [0; 10] {
        // Only cells are left that an edited table never plays.
        for &mv in &moves {
            ray[usize::from(mv) + 1] = 1;
        }
    }
    let weights = weights(&ray, level);
    if weights.iter().filter(|&&weight| weight > 0).count() > 1 {
        request.say_seed(say);
    }
    let cell = select_cell(&weights, &mut seeded(request.lot()));
    let best = moves.into_iter().find(|&mv| usize::from(mv) + 1 == cell)?;
    Some(SearchResult { best, ponder: None, depth: 0, cut: false })
}

/// The chances of the cells, by the text's `lvl`.
fn weights(ray: &Rating, level: Level) -> Rating {
    match level {
        Level::Proportional => *ray,
        Level::Highest => {
            let highest = ray.iter().copied().max().unwrap_or(0);
            ray.map(|rating| u32::from(rating == highest && rating > 0))
        }
    }
}

/// The text's `SelectCell`: a cell from 1 to 9, drawn by lot. Some weight is above 0.
fn select_cell(weights: &Rating, rng: &mut Rng) -> usize {
    let mut mr = rng.random_range(0..weights.iter().sum::<u32>());
    for (cell, &weight) in weights.iter().enumerate() {
        if mr < weight {
            return cell;
        }
        mr -= weight;
    }
    unreachable!("the lot is below the sum of the weights")
}

/// The lines through one cell met so far, by their sums 0, 1 and 4.
#[derive(Default)]
struct Met {
    s00: Vec<usize>,
    s11: Vec<usize>,
    s44: Vec<usize>,
}

/// The text's `Rayting`.
fn rayting(kl: &Field, li: &LineSums) -> Rating {
    let mut ray = [0; 10];
    for ii in 1..=9 {
        if kl[ii] != 0 {
            continue;
        }
        ray[ii] += 1;
        let mut met = Met::default();
        for ssj in KLE[ii - 1].into_iter().filter(|&line| line != 0) {
            match li[ssj] {
                0 => empty_line(&mut ray, kl, ii, ssj, &mut met),
                1 => opposing_line(&mut ray, kl, ii, ssj, &mut met),
                2 => ray[ii] += 100_000,
                4 => own_line(&mut ray, kl, ii, ssj, &mut met),
                8 => ray[ii] += 1_000_000,
                _ => (),
            }
        }
    }
    ray
}

/// The line `ssj` through `ii` has a sum of 0.
fn empty_line(ray: &mut Rating, kl: &Field, ii: usize, ssj: usize, met: &mut Met) {
    met.s00.push(ssj);
    for _ in &met.s44 {
        raise(ray, kl, ssj, Some(ii), 100);
    }
    for &line in &met.s11 {
        raise(ray, kl, ssj, None, 10);
        raise(ray, kl, line, Some(ii), 10);
    }
}

/// The line `ssj` through `ii` has a sum of 1.
fn opposing_line(ray: &mut Rating, kl: &Field, ii: usize, ssj: usize, met: &mut Met) {
    met.s11.push(ssj);
    if met.s11.len() > 1 {
        ray[ii] += 1000;
        for &line in &met.s11 {
            raise(ray, kl, line, Some(ii), 1000);
        }
    }
    for &line in &met.s00 {
        raise(ray, kl, ssj, None, 10);
        raise(ray, kl, line, Some(ii), 10);
    }
}

/// The line `ssj` through `ii` has a sum of 4.
fn own_line(ray: &mut Rating, kl: &Field, ii: usize, ssj: usize, met: &mut Met) {
    met.s44.push(ssj);
    if met.s44.len() > 1 {
        ray[ii] += 10_000;
    }
    for &line in &met.s00 {
        raise(ray, kl, line, Some(ii), 100);
    }
}

/// Adds to the empty cells of a line, one of them excepted.
fn raise(ray: &mut Rating, kl: &Field, line: usize, except: Option<usize>, by: u32) {
    for sj in LIN[line - 1] {
        if Some(sj) != except && kl[sj] == 0 {
            ray[sj] += by;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::indexer::{POSITIONS, unrank};

    /// The ratings of an `X`/`O`/digit field, O to be played for.
    fn check(opposing: &[usize], own: &[usize], ratings: [u32; 9]) {
        let mut kl = [0; 10];
        for (cells, mark) in [(opposing, fin::X), (own, fin::O)] {
            cells.iter().copied().for_each(|cell| kl[cell] = mark);
        }
        assert_eq!(rate(&kl)[1..], ratings, "X {opposing:?} O {own:?}");
    }

    #[test]
    fn the_first_replies_are_rated_as_in_the_text() {
        check(&[], &[], [1; 9]);
        check(&[1], &[], [0, 41, 61, 41, 91, 41, 61, 41, 71]);
        check(&[2], &[], [51, 0, 51, 21, 61, 21, 41, 41, 41]);
        check(&[5], &[], [81, 41, 81, 41, 0, 41, 81, 41, 81]);
    }

    #[test]
    fn all_boards_are_rated_as_by_a_second_transcription_of_the_text() {
        let mut digest: u128 = 0;
        for board in 0..3_u32.pow(9) {
            let mark = |cell: u32| [0, fin::X, fin::O][(board / 3_u32.pow(9 - cell) % 3) as usize];
            let kl: Field = std::array::from_fn(|cell| match cell {
                0 => 0,
                cell => mark(u32::try_from(cell).unwrap()),
            });
            for rating in &rate(&kl)[1..] {
                digest = (digest * 1_000_003 + u128::from(*rating)) % (1 << 61);
            }
        }
        assert_eq!(digest, 1_629_464_811_025_320_665);
    }

    #[test]
    fn the_highest_rating_needs_22_bits() {
        let unfinished = (0..POSITIONS).map(|number| fin::field(unrank(number)));
        let unfinished = unfinished.filter(|kl| fin::fin(kl).0 == fin::UNFINISHED);
        assert_eq!(unfinished.flat_map(|kl| rate(&kl)).max(), Some(2_200_001));
    }

    #[test]
    fn level_0_draws_in_proportion_and_level_1_only_the_highest() {
        let ray: Rating = [0, 0, 10, 0, 30, 0, 0, 30, 0, 30];
        for (level, shares) in [
            (Level::Proportional, [0, 0, 1000, 0, 3000, 0, 0, 3000, 0, 3000]),
            (Level::Highest, [0, 0, 0, 0, 3333, 0, 0, 3333, 0, 3333]),
        ] {
            let mut rng = seeded(1);
            let mut drawn = [0_i32; 10];
            (0..10_000).for_each(|_| drawn[select_cell(&weights(&ray, level), &mut rng)] += 1);
            for (cell, (drawn, share)) in drawn.into_iter().zip(shares).enumerate() {
                let tolerance = if share == 0 { 0 } else { 150 };
                assert!((drawn - share).abs() <= tolerance, "{level:?} cell {cell}: {drawn}");
            }
        }
    }
}
