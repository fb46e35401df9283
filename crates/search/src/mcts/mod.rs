//! Monte Carlo tree search, as a player of every game: a tree of averages that grows where it
//! promises most.
//!
//! ```text
//! select      choose, at every node from the root on, what is best or hardly known   [select]
//! evaluate    what the evaluator thinks of the leaf, or a playout by lot             [simulation, playout]
//! back up     a mean for every node on the way, and what is proven                   [tree, proof]
//! ```
//!
//! The method is that of [coulom-2006] with the choice of [kocsis-szepesvari-2006]; that a leaf is
//! evaluated instead of played to the end goes back to [lorentz-2008], that ends are proven to
//! [winands-2008]. Each file names what it took from whom. One simulation is one node of the
//! protocol. Depth `d` is reached with `4^d` visits of the root: what a depth costs alpha-beta, about,
//! where moves are well ordered.
//!
//! One thread without a clock is reproducible to the node.

mod chance;
mod experience;
mod kept;
mod lines;
mod options;
pub mod playout;
mod proof;
mod select;
mod show;
mod simulation;
mod think;
mod tree;

pub use experience::Experience;
pub use options::options;
pub use playout::{LastingMoves, Lots, PlayoutPolicy, UsualPlayouts, play_on};

use self::kept::Kept;
use self::options::Wishes;
use self::think::Thinking;
use crate::player::{Player, SearchInfo, SearchRequest, SearchResult};
use crate::tb::{self, AtRoot};
use crate::team::MayStart;
use plyglot_core::Settings;
use plyglot_core::game::{Account, Evaluator, PlayedGame, Rules, SearchParams};

/// Monte Carlo tree search with an evaluator and a game's playouts.
#[derive(Debug)]
pub struct Mcts<R: Rules, E, P> {
    evaluator: E,
    params: SearchParams,
    policy: P,
    wishes: Wishes,
    may_start: MayStart,
    kept: Option<Kept<R>>,
}

impl<R: Rules, E: Evaluator<R>, P: PlayoutPolicy<R>> Mcts<R, E, P> {
    /// With this evaluator, what its quiescence leaves out, the playouts of the game, and what the
    /// settings say of both; options that are not among these are as if nobody had set them.
    pub fn new(evaluator: E, params: SearchParams, policy: P, settings: &Settings) -> Self {
        let wishes = Wishes::of(settings);
        Self { evaluator, params, policy, wishes, may_start: |_| true, kept: None }
    }

    /// With threads only for the helpers that `may_start`, for tests of what happens without.
    #[must_use]
    pub fn with_threads(self, may_start: MayStart) -> Self {
        Self { may_start, ..self }
    }

    /// Searches these moves; `all` says that they are all there are.
    fn search(
        &mut self,
        request: &SearchRequest<'_, R>,
        moves: &[R::Move],
        is_all: bool,
        say: &mut dyn FnMut(SearchInfo<R::Move>),
    ) -> Option<SearchResult<R::Move>> {
        if moves.is_empty() {
            return None;
        }
        request.tt.new_search();
        // What is proven in a search for a mate, or of some moves only, holds nowhere else.
        let is_whole = is_all && request.limits.mate.is_none();
        let kept = self.kept.take().filter(|_| is_whole);
        let thinking = Thinking {
            request,
            evaluator: &self.evaluator,
            params: self.params,
            policy: &self.policy,
            wishes: self.wishes,
            may_start: self.may_start,
        };
        let (result, tree) = thinking.run(kept, moves, say);
        self.kept =
            tree.filter(|_| is_whole).map(|tree| Kept::new(request.played, tree, request.tt));
        Some(result)
    }
}

impl<R: Rules, E: Evaluator<R>, P: PlayoutPolicy<R>> Player<R> for Mcts<R, E, P> {
    fn level_option(&self) -> Option<&'static str> {
        Some("Skill")
    }

    fn think(
        &mut self,
        request: &SearchRequest<'_, R>,
        say: &mut dyn FnMut(SearchInfo<R::Move>),
    ) -> Option<SearchResult<R::Move>> {
        match tb::at_root(request, say) {
            AtRoot::Settled(answer) => Some(answer),
            AtRoot::Drawn(moves) => {
                let request = SearchRequest { tb: None, ..*request };
                self.search(&request, &moves, false, &mut tb::as_drawn(say))
            }
            AtRoot::Open(moves) => {
                let is_all = moves.len() == request.played.moves(request.rules).len();
                self.search(request, &moves, is_all, say)
            }
        }
    }

    fn account(&self, rules: &R, played: &PlayedGame<R>) -> Option<Account> {
        Some(self.evaluator.account(rules, played.position()))
    }

    fn node(
        &self,
        rules: &R,
        played: &PlayedGame<R>,
        moves: &[R::Move],
    ) -> Result<Vec<String>, String> {
        let kept = self.kept.as_ref().and_then(|kept| kept.tree_of(played));
        let tree = kept.ok_or("no tree is kept of this position")?;
        think::tell_node(&tree.root, (rules, played.position()), moves, self.squash(rules))
    }

    fn new_game(&mut self) {
        self.kept = None;
    }
}

impl<R: Rules, E, P: PlayoutPolicy<R>> Mcts<R, E, P> {
    fn squash(&self, rules: &R) -> chance::Squash {
        chance::Squash::new(self.policy.scale_cp(rules))
    }
}
