//! Opinions about positions, and what the search may do on the strength of them.
//!
//! Which moves are noisy, which position is quiet, what a pass would be worth: none of it is a
//! rule of the game, so none of it is in [`Rules`]. A game may have several evaluators.

use super::{Rules, SearchParams, Trainable, Tunable};
use crate::core::Score;

/// An opinion about the positions of one game.
pub trait Evaluator<R: Rules>: Clone + Send + Sync + 'static {
    /// The value of the position for the side to move, within ±[`Score::EVAL_MAX`]. Never called
    /// on a finished position.
    fn evaluate(&self, rules: &R, pos: &R::Position) -> Score;

    /// Is told that [`Evaluator::evaluate`] will soon be asked about a position: an evaluator who
    /// remembers opinions brings its memory near.
    fn prefetch(&self, _pos: &R::Position) {}

    /// Appends the moves that quiescence must look at before it believes [`Evaluator::evaluate`]:
    /// captures, promotions. Legal moves only; in a position that [`Evaluator::in_check`], all of
    /// them.
    fn noisy_moves(&self, _rules: &R, _pos: &R::Position, _out: &mut Vec<R::Move>) {}

    /// Appends what [`Evaluator::noisy_moves`] lists, in the same order, and perhaps others
    /// between: for a game in which it takes long to see which moves belong, and few of them get
    /// their turn.
    fn noisy_candidates(&self, rules: &R, pos: &R::Position, out: &mut Vec<R::Move>) {
        self.noisy_moves(rules, pos, out);
    }

    /// Whether a candidate belongs to [`Evaluator::noisy_moves`]; of a quiet move, whether what was
    /// moved is safe there. The search leaves out moves that are neither, under
    /// [`SearchParams::move_pruning`].
    fn is_worthwhile(&self, _rules: &R, _pos: &R::Position, _mv: R::Move) -> bool {
        true
    }

    /// The side to move cannot choose to stand: it is in check, or must capture.
    fn in_check(&self, _rules: &R, _pos: &R::Position) -> bool {
        false
    }

    /// Nobody has to do anything yet, but the opinion is not to be trusted before the side to move
    /// has answered something: a capture that threatens. Not asked in a position that
    /// [`Evaluator::in_check`]; see [`SearchParams::threat_extension`].
    fn is_threatened(&self, _rules: &R, _pos: &R::Position) -> bool {
        false
    }

    /// Whether the position after a legal move [`Evaluator::in_check`]: what it says by default is
    /// found by playing the move; a game that can see it without says the same sooner.
    fn gives_check(&self, rules: &R, pos: &R::Position, mv: R::Move) -> bool {
        let mut child = pos.clone();
        rules.play(&mut child, mv);
        self.in_check(rules, &child)
    }

    /// The game's own guess at how good a move is, before any search: 0 for an ordinary move, more
    /// for one to try early, less for one to try late. Within ±10,000.
    fn order_score(&self, _rules: &R, _pos: &R::Position, _mv: R::Move) -> i32 {
        0
    }

    /// [`Evaluator::order_score`] as far as it can be seen at once: the same where that is not
    /// negative, and never less.
    fn order_score_at_sight(&self, rules: &R, pos: &R::Position, mv: R::Move) -> i32 {
        self.order_score(rules, pos, mv)
    }

    /// [`Evaluator::order_score_at_sight`] of the moves of this position that are
    /// [`Evaluator::is_noisy`], `None` for any other: two questions that are asked together of all
    /// moves of a node.
    fn noisy_order_scores<'a>(
        &'a self,
        rules: &'a R,
        pos: &'a R::Position,
    ) -> impl Fn(R::Move) -> Option<i32> + 'a {
        move |mv| self.is_noisy(rules, pos, mv).then(|| self.order_score_at_sight(rules, pos, mv))
    }

    /// Which moves of this position [`Evaluator::gives_check`], asked of most of them: where
    /// something can be found out beforehand that holds for all of them, it is.
    fn check_givers<'a>(
        &'a self,
        rules: &'a R,
        pos: &'a R::Position,
    ) -> impl Fn(R::Move) -> bool + 'a {
        move |mv| self.gives_check(rules, pos, mv)
    }

    /// Whether some move of this position [`Evaluator::gives_check`]: the same as asking all of
    /// them, perhaps found sooner.
    fn can_give_check(&self, rules: &R, pos: &R::Position) -> bool {
        let mut moves = Vec::new();
        rules.legal_moves(pos, &mut moves);
        let gives_check = self.check_givers(rules, pos);
        moves.into_iter().any(gives_check)
    }

    /// [`Evaluator::order_score`] for a move that is not [`Evaluator::is_noisy`]: the same, perhaps
    /// found sooner.
    fn quiet_order_score(&self, rules: &R, pos: &R::Position, mv: R::Move) -> i32 {
        self.order_score(rules, pos, mv)
    }

    /// The move is tactical: it is not reduced, and statistics of quiet moves ignore it.
    fn is_noisy(&self, _rules: &R, _pos: &R::Position, _mv: R::Move) -> bool {
        false
    }

    /// The most that a noisy move wins by itself, cp: the man it takes. `None` where it may win more
    /// than can be said (a promotion); see [`SearchParams::qsearch_pruning`].
    fn capture_value(&self, _rules: &R, _pos: &R::Position, _mv: R::Move) -> Option<i32> {
        None
    }

    /// The position after passing, where passing tells something: `None` where the game or the
    /// position makes it unsound (zugzwang, check).
    fn null_move(&self, _rules: &R, _pos: &R::Position) -> Option<R::Position> {
        None
    }

    /// What the search extends, reduces and leaves out in this game.
    fn search_params(&self) -> SearchParams {
        SearchParams::NONE
    }

    /// Each term of [`Evaluator::evaluate`], for people: name and value for the side to move,
    /// adding up to the whole.
    fn explain(&self, rules: &R, pos: &R::Position) -> Vec<(&'static str, Score)> {
        vec![("evaluation", self.evaluate(rules, pos))]
    }

    /// What single places of the board give to [`Evaluator::evaluate`], for people: what stands on
    /// a square, what lies in a pit. Called where that may be called.
    fn shares(&self, _rules: &R, _pos: &R::Position) -> Shares {
        Shares::default()
    }

    /// This evaluator as one whose weights can be tuned, if it is one.
    fn tunable(&self) -> Option<&dyn Tunable<R>> {
        None
    }

    /// The evaluator from whom this one's network learnt at school, if it has one: for people he
    /// says more.
    fn teacher(&self) -> Option<Self> {
        None
    }

    /// This evaluator as one whose network can be trained, if it has one; then it has a teacher.
    fn trainable(&self) -> Option<&dyn Trainable<R>> {
        None
    }
}

/// What single places of the board give to an evaluation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Shares {
    /// How the values are meant, in a few words; empty where there are none.
    pub about: &'static str,
    /// Places of [`Notation::picture`](super::Notation::picture) by name, and what each gives, for
    /// the side to move.
    pub values: Vec<(String, Score)>,
}

impl Shares {
    /// What [`Shares::about`] says of values that were found by [`Shares::by_removal`].
    const BY_REMOVAL: &'static str = "the value with the man there less the value without";

    /// What each man is worth where it stands: the value of the position less the value without
    /// him, which `without` names by place, if the evaluator can be asked there.
    pub fn by_removal(
        value: Score,
        without: impl Iterator<Item = (String, Option<Score>)>,
    ) -> Self {
        let worth =
            |(place, rest): (String, Option<Score>)| Some((place, value.offset(-rest?.raw())));
        Self { about: Self::BY_REMOVAL, values: without.filter_map(worth).collect() }
    }
}
