//! The player `nextstep`: the second method of [tictactoe-s2], function `NextStep`.
//!
//! Every empty cell is tried and the game played out from there, up to `glub` plies
//! (`TicTacToe.Glub`), O choosing the highest value and X the lowest. Values say how it ends and
//! how far away that is:
//!
//! ```text
//!   8   9 ...            15   16   ...   24   25            ... 31   32
//!   | lost, in more plies |  unknown   draw  |  won, in less plies   |
//!   lost at once                                           won at once
//! ```
//!
//! An end is worth its `Fin` times eight; each ply on the way up takes one from a win and gives
//! one to a loss, so that the near win and the far loss are liked best. What lies beyond the last
//! ply is 16. Own moves win after an odd and lose after an even number of plies, so from the root
//! wins are even and losses odd: 32, 30, 28 and 9, 11, 13, since no forced win on this board takes
//! longer than five plies. One of nine would have faded to 24, a draw.
//!
//! The text notes that hardly anything here is tic-tac-toe but `Fin`, and that the method
//! suits any game in turns, up to chess: that is what `go depth` does in all games of this program.

use super::account::{by_cell, of_lines};
use super::fin::{self, Field, O, UNFINISHED, X};
use super::ratings::{Level, Rating, play};
use crate::rules::{Position, TicTacToe};
use plyglot_core::game::{Account, PlayedGame, Rules};
use plyglot_core::{Bound, Score};
use plyglot_search::tracer::{Entering, ExitReason, SingleTracer};
use plyglot_search::{Player, PvInfo, SearchInfo, SearchRequest, SearchResult};

const LOST: u8 = X << 3;
const UNKNOWN: u8 = 16;
const DRAWN: u8 = fin::DRAWN << 3;
const WON: u8 = O << 3;

/// Plays by looking ahead as [tictactoe-s2] does.
#[derive(Clone, Copy, Debug)]
pub(super) struct NextStep {
    /// How many plies to look ahead, 1 to 9.
    pub(super) glub: u8,
}

impl Player<TicTacToe> for NextStep {
    fn think(
        &mut self,
        request: &SearchRequest<'_, TicTacToe>,
        say: &mut dyn FnMut(SearchInfo<u8>),
    ) -> Option<SearchResult<u8>> {
        let kl = fin::field(*request.played.position());
        let mut looked = Looked::ahead(self.glub);
        looked.tracer = SingleTracer::of(request.tracer).map(|tracer| (tracer, *request.rules));
        looked.boards = vec![*request.played.position()];
        let ray = looked.rayting(&kl);
        let answer = play(request, ray, Level::Highest, say)?;
        let empty = request.played.position().empty().count_ones();
        let rating = ray[usize::from(answer.best) + 1];
        let to_the_end = u32::from(self.glub) >= empty;
        say(SearchInfo::Pv(PvInfo {
            exact: to_the_end || score(rating).is_proven(),
            nodes: looked.nodes,
            time: request.control.time.thought(),
            ..PvInfo::line(u32::from(self.glub), score(rating), vec![answer.best])
        }));
        Some(SearchResult { depth: u32::from(self.glub), ..answer })
    }

    fn account(&self, _rules: &TicTacToe, played: &PlayedGame<TicTacToe>) -> Option<Account> {
        let kl = fin::field(*played.position());
        let values = Looked::ahead(self.glub).rayting(&kl);
        let about = format!(
            "how it ends within {} {}: {LOST} lost at once, {UNKNOWN} unknown, {DRAWN} drawn, \
             {WON} won at once",
            self.glub,
            if self.glub == 1 { "ply" } else { "plies" }
        );
        let cells = by_cell(&kl, |cell| values[cell].to_string());
        Some(of_lines(*played.position()).with_grid(about, cells))
    }

    fn level_option(&self) -> Option<&'static str> {
        Some(super::GLUB)
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

/// A value of the text's scale as a score of the side to move.
fn score(rating: u32) -> Score {
    let (lost, drawn, won) = (u32::from(LOST), u32::from(DRAWN), u32::from(WON));
    match rating {
        // 32 is won by the move itself, one ply from the root.
        rating if rating > drawn => Score::win_in(won - rating + 1),
        rating if rating < u32::from(UNKNOWN) => Score::loss_in(rating - lost + 1),
        _ => Score::DRAW,
    }
}

/// A value of the text's scale at a node of this ply, whose side to move has this mark.
fn seen_at(value: u8, to_move: u8, ply: u8) -> Score {
    let of_winner = |plies: u8, winner: u8| {
        let ended = if winner == to_move { Score::win_in } else { Score::loss_in };
        ended((ply + plies).into())
    };
    match value {
        value if value > DRAWN => of_winner(WON - value, O),
        value if value < UNKNOWN => of_winner(value - LOST, X),
        _ => Score::DRAW,
    }
}

/// One look ahead.
struct Looked<'a> {
    glub: u8,
    /// Moves tried.
    nodes: u64,
    /// Whoever watches, and the boards from the root to the node at hand.
    tracer: Option<(SingleTracer<'a, TicTacToe>, TicTacToe)>,
    boards: Vec<Position>,
}

impl Looked<'_> {
    fn ahead(glub: u8) -> Self {
        Self { glub, nodes: 0, tracer: None, boards: Vec::new() }
    }

    /// The text's second `Rayting`.
    fn rayting(&mut self, kl: &Field) -> Rating {
        let mut ray = [0; 10];
        self.enter(None, 0);
        for i in 1..=9 {
            if kl[i] == 0 {
                ray[i] = u32::from(self.next_step(*kl, i, O, 0));
            }
        }
        let best = ray.iter().copied().max().unwrap_or(0);
        self.leave(ExitReason::Searched, score(best));
        ray
    }

    fn enter(&mut self, cell: Option<usize>, wlo: u8) {
        let (Some((tracer, rules)), Some(&above)) = (self.tracer, self.boards.last()) else {
            return;
        };
        let mv = cell.and_then(|cell| u8::try_from(cell - 1).ok());
        let pos = mv.map_or(above, |mv| rules.after(&above, mv));
        let (alpha, beta) = (Score::MINUS_INFINITE, Score::INFINITE);
        let depth = i32::from(self.glub) - i32::from(wlo);
        tracer.enter(&Entering { ply: wlo.into(), mv, pos: &pos, alpha, beta, depth });
        self.boards.push(pos);
    }

    fn leave(&mut self, reason: ExitReason, score: Score) {
        if let Some((tracer, rules)) = self.tracer {
            // What `Fin` calls drawn may be played on by the rules.
            let is_over = self.boards.pop().is_some_and(|pos| rules.outcome(&pos).is_some());
            let is_early = reason == ExitReason::Finished && !is_over;
            let reason = if is_early { ExitReason::Horizon } else { reason };
            tracer.leave(reason, score, Bound::Exact);
        }
    }

    /// The text's `NextStep`: the value of a mark `fig` in cell `i` as ply `wlo + 1`.
    fn next_step(&mut self, pos: Field, i: usize, fig: u8, wlo: u8) -> u8 {
        self.enter(Some(i), wlo + 1);
        let (value, reason) = self.value(pos, i, fig, wlo);
        // The text's values are O's, who moves at the root.
        let to_move = if fig == X { O } else { X };
        self.leave(reason, seen_at(value, to_move, wlo + 1));
        value
    }

    /// The same, and why the node was left.
    fn value(&mut self, mut pos: Field, i: usize, fig: u8, wlo: u8) -> (u8, ExitReason) {
        pos[i] = fig;
        self.nodes += 1;
        let wlo = wlo + 1;
        let fig = if fig == X { O } else { X };
        let ended = fin::fin(&pos).0;
        if ended != UNFINISHED {
            return (ended << 3, ExitReason::Finished);
        }
        if wlo >= self.glub {
            return (UNKNOWN, ExitReason::Horizon);
        }
        let mut result = if fig == X { WON } else { LOST };
        for j in 1..=9 {
            if pos[j] != 0 {
                continue;
            }
            let ra = match self.next_step(pos, j, fig, wlo) {
                ra if ra < UNKNOWN => ra + 1,
                ra if ra > DRAWN => ra - 1,
                ra => ra,
            };
            result = if fig == X { result.min(ra) } else { result.max(ra) };
        }
        (result, ExitReason::Searched)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::indexer::{POSITIONS, unrank};

    fn rated(opposing: &[usize], own: &[usize], glub: u8) -> Vec<u32> {
        let mut kl = [0; 10];
        for (cells, mark) in [(opposing, X), (own, O)] {
            cells.iter().copied().for_each(|cell| kl[cell] = mark);
        }
        Looked::ahead(glub).rayting(&kl)[1..].to_vec()
    }

    #[test]
    fn the_first_replies_are_rated_as_in_the_text() {
        assert_eq!(rated(&[], &[], 9), [24; 9]);
        assert_eq!(rated(&[1], &[], 9), [0, 13, 13, 13, 24, 13, 13, 13, 13]);
        assert_eq!(rated(&[2], &[], 9), [24, 0, 24, 13, 24, 13, 13, 24, 13]);
        assert_eq!(rated(&[5], &[], 9), [24, 13, 24, 13, 0, 13, 24, 13, 24]);
    }

    #[test]
    fn one_ply_sees_wins_only_and_two_see_threats() {
        assert_eq!(rated(&[1, 2], &[4, 5], 1), [0, 0, 16, 0, 0, 32, 16, 16, 16]);
        assert_eq!(rated(&[1, 2], &[5], 1), [0, 0, 16, 16, 0, 16, 16, 16, 16]);
        assert_eq!(rated(&[1, 2], &[5], 2), [0, 0, 16, 9, 0, 9, 9, 9, 9]);
    }

    #[test]
    fn at_full_depth_wins_are_even_and_losses_odd() {
        let unfinished = (0..POSITIONS).map(|number| fin::field(unrank(number)));
        let unfinished = unfinished.filter(|kl| fin::fin(kl).0 == UNFINISHED);
        let values: BTreeSet<u32> =
            unfinished.flat_map(|kl| Looked::ahead(9).rayting(&kl)).collect();
        assert_eq!(values, BTreeSet::from([0, 9, 11, 13, 24, 28, 30, 32]));
    }

    #[test]
    fn the_documents_scale_is_a_distance_in_plies() {
        for (rating, text) in [
            (32, "win 1"),
            (30, "win 3"),
            (24, "cp 0"),
            (16, "cp 0"),
            (9, "loss 2"),
            (13, "loss 6"),
        ] {
            assert_eq!(score(rating).to_string(), text, "{rating}");
        }
    }
}
