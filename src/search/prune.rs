//! What the search leaves out, each part only where the game has declared it sound
//! ([`Selectivity`](crate::game::Selectivity)).
//!
//! Whole nodes: where the static eval is far above beta (reverse futility), or even a pass holds
//! beta (null move [donninger-1993]), or it is far below alpha and noisy moves do not mend it
//! (razoring [birmingham-kent-1977]). Single moves near the horizon: late quiet ones, quiet ones that
//! would have to gain too much (futility [heinz-1998]), such as lose by exchange. Plies: for late quiet
//! moves and late captures that lose, and where the table knows no move (internal iterative reduction
//! [schroder-iir]).
//!
//! Whatever is left out, the node counts as unresolved. Late moves are left out in null windows
//! only: a principal variation that may look at three moves a node sees nothing (chess: Elo -289
//! [-370, -227]).
//!
//! The sizes for chess come from 4,600 games at 8,000 to 14,000 nodes a move in which both sides had
//! all of them moved a little at random, in opposite directions; the answer for each is the mean over
//! all games. Together they were worth Elo +40 [+14, +67] in 400 games at 12,000 nodes, and +63 [+28,
//! +98] in 200 at 50,000.
//!
//! Opinions are not corrected by what searches found in positions with the same pawns (correction
//! history), as they once were: that helped the formula, but for the network 130 hundredths of it were
//! Elo 38 ± 15 worse than 60, and 50 were 14 ± 15 worse than none. It spared the end of a line that
//! may be shown, and so compared moves by two measures; without that exception, 80 hundredths were 5 ±
//! 16 worse than none.
//!
//! Nothing is searched deeper for standing alone. Singular extension [anantharaman-1988],
//! from depth 6 on with a margin of 2 cp a ply, was as good or a little better at 30,000 nodes
//! a move (200 games, Elo +28 [-12, +68]), but took two to four times the nodes to the same depth in
//! rook endings, and five times to the first mate of tests/chess.

use super::node::{Outlook, Place, is_noisy};
use super::order;
use super::searcher::{MOVE_ONLY, Searcher, Stopped, TableMode, Window, seen_by, window_for};
use super::table::Hit;
use super::watch::{Observer, Why};
use crate::core::{Bound, Score, Side};
use crate::game::{Evaluator, Rules};

/// Null move: this many plies less, and a third of the depth besides.
const NULL_MOVE_REDUCTION: i32 = 3;
/// Null move needs this much depth to be worth a try.
const NULL_MOVE_DEPTH_MIN: i32 = 3;
/// A node that the table knows no move of is reduced at this depth and more.
const UNKNOWN_DEPTH_MIN: i32 = 4;
/// An opinion this far below alpha, cp a ply, leaves a node to its noisy moves at this depth and less.
const RAZORING_CP: i32 = 250;
const RAZORING_DEPTH_MAX: i32 = 3;
/// Futility looks no farther from the horizon than this.
const FUTILITY_DEPTH_MAX: i32 = 6;
/// A lead over beta of this much, cp, takes another ply off the search after a pass, up to three.
const NULL_MOVE_LEAD_CP: i32 = 200;
const NULL_MOVE_LEAD_PLIES_MAX: i32 = 3;
/// A quiet move may be expected to gain this much, cp, and a futility margin a ply.
const FUTILITY_BASE_CP: i32 = 100;
/// Noisy moves may lose this much, cp a ply, to be searched at this depth and less.
const LOSING_CP: i32 = 60;
const LOSING_DEPTH_MAX: i32 = 6;
/// So many moves are searched at this depth and less: the base and the growth by the square of the
/// depth; half of them where things get worse. Twice as many are too many: abalone at 10,000 nodes a
/// move, 200 games, Elo over 6 and 2 +21 [-5, +46].
const LATE_BASE: i32 = 4;
const LATE_GROWTH: i32 = 1;
const LATE_DEPTH_MAX: i32 = 8;
/// Quiet moves with a history worse than this a ply are left out at this depth and less.
const DISLIKED: i32 = 3000;
const DISLIKED_DEPTH_MAX: i32 = 4;
/// Quiet moves that lose material are left out where so few plies would be left after them.
const EXCHANGE_DEPTH_MAX: i32 = 6;
/// By how much late quiet moves are reduced, in hundredths of a ply.
#[derive(Clone, Copy, Debug)]
struct Reductions {
    /// The product of two logarithms in eighths, of depth and number, is divided by this.
    divisor: i32,
    /// In every node.
    always: i32,
    /// Besides, in a null window.
    null: i32,
    /// Besides, where things get worse.
    worse: i32,
    /// Besides, where some move is expected to cut.
    cut: i32,
}

/// A ply of reductions.
const PLY: i32 = 100;
/// Half a ply a doubling of depth and number.
const REDUCTIONS: Reductions = Reductions { divisor: 288, always: 0, null: 100, worse: 0, cut: 0 };
/// Where moves are left out ([`Selectivity::skip_moves`](crate::game::Selectivity::skip_moves)).
const REDUCTIONS_SELECTIVE: Reductions =
    Reductions { divisor: 250, always: -25, null: 110, worse: 100, cut: 90 };
/// So much history is worth a ply.
const HISTORY_A_PLY: i32 = 8192;
/// Late moves are reduced from this move on, at this depth and more.
const LATE_MOVE: usize = 3;
const LATE_MOVE_DEPTH_MIN: i32 = 3;

/// A move whose turn has come.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn {
    /// How many moves came before it.
    pub number: usize,
    /// Its ordering key on the stack.
    pub key: i32,
    /// Its slot.
    pub slot: u16,
    /// What the statistics say of it, if it is quiet and not the first.
    pub liking: i32,
}

impl<R: Rules, J: Evaluator<R>, O: Observer<R>> Searcher<'_, R, J, O> {
    /// Asks the evaluator, where the answer may be of use, and remembers it by the ply. Comes
    /// before the table is asked: thinking takes as long as the table's memory to answer
    /// ([`super::table::Table::prefetch`]), and what the table knows the evaluator has often seen.
    pub(super) fn opinion(&mut self, pos: &R::Position, loud: bool, place: Place) -> Option<Score> {
        let ply = place.ply as usize;
        self.opinions.resize(ply, None);
        let selectivity = self.config.selectivity;
        let of_use = place.depth <= 0
            || selectivity.null_move
            || selectivity.futility.is_some()
            || selectivity.skip_moves;
        let opinion = (of_use && !loud).then(|| self.evaluator.evaluate(self.rules, pos));
        self.opinions.push(opinion.map(|score| (self.rules.side_to_move(pos), score)));
        opinion
    }

    /// Asks the evaluator about the root and the position before it: two plies later these are what
    /// an opinion is compared with.
    pub(super) fn opinions_of_root(&mut self, pos: &R::Position) {
        let ask = |pos: &R::Position| {
            let is_quiet = self.config.selectivity.futility.is_some()
                && self.rules.outcome(pos).is_none()
                && !self.evaluator.in_check(self.rules, pos);
            let judged =
                || (self.rules.side_to_move(pos), self.evaluator.evaluate(self.rules, pos));
            is_quiet.then(judged)
        };
        self.before_root = self.before.and_then(ask);
        let root = ask(pos);
        self.opinions.clear();
        self.opinions.push(root);
    }

    /// Compares the opinion with that of two plies ago, and corrects it by what the table knows of
    /// this position; except at the end of a line that may be shown, which is to end in what the
    /// judge says.
    pub(super) fn weigh(
        &self,
        pos: &R::Position,
        opinion: Option<Score>,
        outlook: &mut Outlook<R::Move>,
        Place { ply, depth, .. }: Place,
    ) {
        let Some(mut opinion) = opinion else { return };
        let before = match ply {
            0 | 1 => self.before_root,
            ply => self.opinions[ply as usize - 2],
        };
        outlook.improving =
            before.is_none_or(|(side, score)| side == outlook.context.side && opinion > score);
        if (depth > 0 || !outlook.open) && !self.rules.is_near_limit(pos) {
            opinion = self.by_hit(outlook.hit.as_ref(), opinion).unwrap_or(opinion);
        }
        outlook.opinion = Some(opinion);
    }

    /// What the table knows better than an opinion.
    fn by_hit(&self, hit: Option<&Hit>, opinion: Score) -> Option<Score> {
        let hit = hit.filter(|hit| !hit.score.is_proven() && hit.depth != MOVE_ONLY)?;
        let is_above = hit.score > opinion;
        let better = hit.bound == Bound::Exact || (hit.bound == Bound::Lower) == is_above;
        (self.config.table == TableMode::Deeper && better).then_some(hit.score)
    }

    /// A ply less where the table knows no move: nobody has come here before, so it matters little
    /// or will be come to again, with a move to begin with.
    pub(super) fn shallower(&self, outlook: &Outlook<R::Move>, place: Place) -> Place {
        let known = outlook.hit.as_ref().is_some_and(|hit| hit.slot.is_some());
        let wanted = self.config.selectivity.reduce_unknown
            && self.config.table > TableMode::Off
            && place.depth >= UNKNOWN_DEPTH_MIN;
        Place { depth: place.depth - i32::from(wanted && !known), ..place }
    }

    /// Whether the static eval is so far above beta that moving can only confirm it.
    pub(super) fn by_opinion(
        &mut self,
        pos: &R::Position,
        outlook: &Outlook<R::Move>,
        place: Place,
    ) -> Result<Option<(Score, Why)>, Stopped> {
        let Place { depth, window, .. } = place;
        let selectivity = self.config.selectivity;
        let Some(opinion) = outlook.opinion else { return Ok(None) };
        if !window.is_null() || window.beta.is_proven() {
            return Ok(None);
        }
        if let Some(margin) = selectivity.futility
            && depth <= FUTILITY_DEPTH_MAX
            && opinion.offset(-margin * (depth - i32::from(outlook.improving))) >= window.beta
        {
            self.unresolved += 1;
            return Ok(Some((opinion, Why::Futility)));
        }
        if let Some(found) = self.by_noise(pos, outlook, opinion, place)? {
            return Ok(Some(found));
        }
        let may_pass = selectivity.null_move && !place.after_pass;
        if may_pass && depth >= NULL_MOVE_DEPTH_MIN && opinion >= window.beta {
            return self.after_passing(pos, outlook.context.side, opinion, place);
        }
        Ok(None)
    }

    /// Razoring: where the opinion is so far below alpha that only noisy moves can mend it, and they
    /// do not, that is the score. Not where there is a check, or mates in two are missed.
    fn by_noise(
        &mut self,
        pos: &R::Position,
        outlook: &Outlook<R::Move>,
        opinion: Score,
        place: Place,
    ) -> Result<Option<(Score, Why)>, Stopped> {
        let Place { depth, window: Window { alpha, .. }, .. } = place;
        let is_far_below = self.config.selectivity.skip_moves
            && depth <= RAZORING_DEPTH_MAX
            && opinion.offset(RAZORING_CP * depth) <= alpha;
        if !is_far_below || self.evaluator.can_give_check(self.rules, pos) {
            return Ok(None);
        }
        let (score, _) =
            self.behind_horizon(|it| it.horizon(pos, outlook, Place { depth: 0, ..place }))?;
        Ok((score <= alpha).then_some((score, Why::Razoring)))
    }

    /// Null move: if even a pass holds beta, a move surely does.
    fn after_passing(
        &mut self,
        pos: &R::Position,
        side: Side,
        opinion: Score,
        place: Place,
    ) -> Result<Option<(Score, Why)>, Stopped> {
        let Place { ply, depth, window, .. } = place;
        let Some(child) = self.evaluator.null_move(self.rules, pos) else {
            return Ok(None);
        };
        let child_side = self.rules.side_to_move(&child);
        let above =
            ((opinion.raw() - window.beta.raw()) / NULL_MOVE_LEAD_CP).min(NULL_MOVE_LEAD_PLIES_MAX);
        let depth = depth - 1 - NULL_MOVE_REDUCTION - depth / 3 - above;
        let window = window_for(side, child_side, Window::null(window.beta.prev()));
        let step = crate::game::line::pass_step(self.rules, &child, side);
        self.expect(&child, step.situation, depth);
        self.key_history.push(step);
        self.path.push(None);
        let below = Place { ply: ply + 1, depth, window, after_pass: true, cuts: !place.cuts };
        let score = seen_by(side, child_side, self.node(&child, None, below)?);
        self.take_back();
        if score < place.window.beta {
            return Ok(None);
        }
        self.unresolved += 1;
        // A win found behind a pass is not a proof, nor one that tables know of there.
        let is_opinion = score <= Score::EVAL_MAX;
        Ok(Some((if is_opinion { score } else { place.window.beta }, Why::NullMove)))
    }

    /// Whether anything may be left out of this node, unless it makes loud: not while all that has been
    /// searched loses. A check is never left out, or mates in two are missed.
    pub(super) fn may_leave_out(&self, outlook: &Outlook<R::Move>, best: Score) -> bool {
        self.config.selectivity.skip_moves && !outlook.loud && !best.is_loss()
    }

    /// Whether no quiet move is worth a look any more: the node has tried enough, or all of them would
    /// have to gain too much.
    pub(super) fn wants_no_quiets(
        &self,
        outlook: &Outlook<R::Move>,
        place: Place,
        number: usize,
    ) -> bool {
        has_tried_enough(outlook, place, number) || self.is_futile(outlook, place, place.depth)
    }

    /// Whether a quiet move searched to this depth would have to gain too much.
    fn is_futile(&self, outlook: &Outlook<R::Move>, place: Place, left: i32) -> bool {
        let Some(margin) = self.config.selectivity.futility else { return false };
        let reaches = |opinion: Score| {
            opinion.offset(FUTILITY_BASE_CP + margin * left.max(1)) > place.window.alpha
        };
        left <= FUTILITY_DEPTH_MAX && outlook.opinion.is_some_and(|opinion| !reaches(opinion))
    }

    /// Whether a move so near the horizon is not worth searching: one that loses, or a quiet one
    /// that would have to gain too much, or is disliked.
    pub(super) fn skips(
        &self,
        (pos, mv): (&R::Position, R::Move),
        outlook: &Outlook<R::Move>,
        place: Place,
        (turn, reduction): (Turn, i32),
    ) -> bool {
        let depth = place.depth;
        if is_noisy(turn.key) {
            let gain = order::loss(turn.key >> 1);
            return depth <= LOSING_DEPTH_MAX && gain < -LOSING_CP * depth;
        }
        let left = depth - reduction;
        self.is_futile(outlook, place, left)
            || depth <= DISLIKED_DEPTH_MAX && turn.liking < -DISLIKED * depth
            || left <= EXCHANGE_DEPTH_MAX && !self.evaluator.is_worthwhile(self.rules, pos, mv)
    }

    /// Plies less for a late move: one that loses, or a quiet one, where they grow with the
    /// logarithms of depth and move number.
    pub(super) fn reduction(&self, outlook: &Outlook<R::Move>, place: Place, turn: Turn) -> i32 {
        let Place { depth, window, .. } = place;
        let selectivity = self.config.selectivity;
        let wanted =
            selectivity.late_moves && turn.number >= LATE_MOVE && depth >= LATE_MOVE_DEPTH_MIN;
        if !wanted || outlook.loud {
            return 0;
        }
        if is_noisy(turn.key) {
            return i32::from(selectivity.skip_moves && order::loss(turn.key >> 1) < 0);
        }
        let sizes = if selectivity.skip_moves { REDUCTIONS_SELECTIVE } else { REDUCTIONS };
        let number = u32::try_from(turn.number).unwrap_or(u32::MAX);
        let product = log2_eighths(depth.unsigned_abs()) * log2_eighths(number);
        let late = i32::try_from(product).unwrap_or(0) * PLY / sizes.divisor;
        let worse = !outlook.improving && outlook.opinion.is_some();
        let besides =
            [(window.is_null(), sizes.null), (worse, sizes.worse), (place.cuts, sizes.cut)];
        let besides: i32 = besides.into_iter().map(|(is, more)| i32::from(is) * more).sum();
        let liked = turn.liking * PLY / HISTORY_A_PLY;
        (sizes.always + late + besides - liked).div_euclid(PLY).clamp(0, depth - 2)
    }
}

/// Whether so many moves have had their turn that quiet ones are not worth a look at this depth.
fn has_tried_enough<M>(outlook: &Outlook<M>, place: Place, number: usize) -> bool {
    let Place { depth, window, .. } = place;
    let enough = (LATE_BASE + depth * depth * LATE_GROWTH) / if outlook.improving { 1 } else { 2 };
    depth <= LATE_DEPTH_MAX && window.is_null() && number >= usize::try_from(enough).unwrap_or(0)
}

/// Eight times the binary logarithm, linear between powers of two; `n >= 1`.
fn log2_eighths(n: u32) -> u32 {
    let n = n.max(1);
    let whole = n.ilog2();
    8 * whole + ((8 * n) >> whole) - 8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_grow_slowly_and_evenly() {
        let logs: Vec<u32> = [1, 2, 3, 4, 6, 8, 64].into_iter().map(log2_eighths).collect();
        assert_eq!(logs, [0, 8, 12, 16, 20, 24, 48]);
    }
}
