//! Another player behind a solver: what is played where there is no proof.
//!
//! A proof knows no depth, so `go depth` and `go mate` are the other player's; and a solver may come to its end before
//! it has shown a move worth playing. Then the other one has what is left of the time and of the nodes.
//! Two ends leave nothing: a request without any limit, which it answers by looking a fixed number of plies
//! ahead, and `stop`, after which a client waits: it answers by a few nodes, and not by the first legal
//! move.

use super::player::{Player, PvInfo, SearchInfo, SearchRequest, SearchResult};
use plyglot_core::Limits;
use plyglot_core::game::Rules;

/// So many nodes are searched when it is told to stop: some hundredths of a second.
const STOPPED_NODES: u64 = 10_000;

/// Why a solver cannot be asked for what these limits name: so many plies, or a mate within so many.
pub fn refused(limits: &Limits) -> Option<&'static str> {
    limits.depth.or(limits.mate).map(|_| "a proof has no depth")
}

/// A player that plays where a solver has found nothing.
#[derive(Debug)]
pub struct Fallback<P> {
    player: P,
    depth: u32,
}

impl<P> Fallback<P> {
    /// It looks so many plies ahead where nothing else limits it.
    pub const fn new(player: P, depth: u32) -> Self {
        Self { player, depth }
    }

    /// The player by itself.
    pub const fn player(&self) -> &P {
        &self.player
    }

    /// The same, to have it play.
    pub const fn player_mut(&mut self) -> &mut P {
        &mut self.player
    }

    /// Plays what the solver cannot be asked, and says why.
    pub fn instead<R: Rules>(
        &mut self,
        why: &str,
        request: &SearchRequest<'_, R>,
        say: &mut dyn FnMut(SearchInfo<R::Move>),
    ) -> Option<SearchResult<R::Move>>
    where
        P: Player<R>,
    {
        say(SearchInfo::Note(format!("not settled: {why}; an ordinary search plays")));
        self.player.think(request, say)
    }

    /// Plays where the solver has come to an end and has nothing to play.
    pub fn after<R: Rules>(
        &mut self,
        request: &SearchRequest<'_, R>,
        say: &mut dyn FnMut(SearchInfo<R::Move>),
    ) -> Option<SearchResult<R::Move>>
    where
        P: Player<R>,
    {
        let ends = request.limits.infinite || request.limits.is_limited();
        let depth = if ends { request.limits.depth } else { Some(self.depth) };
        let limits = Limits { depth, ..request.limits.clone() };
        let whole = request.control;
        if !whole.stop.is_set() {
            return self.player.think(&SearchRequest { limits: &limits, ..*request }, say);
        }
        let rest = whole.afterwards(STOPPED_NODES);
        let limits = Limits { nodes: Some(STOPPED_NODES), ..limits };
        let request = SearchRequest { control: &rest, limits: &limits, ..*request };
        // Nodes and time go on from where they were.
        let nodes = whole.nodes.count();
        let mut tell = |info| {
            say(match info {
                SearchInfo::Pv(pv) => {
                    let time = whole.time.thought();
                    SearchInfo::Pv(PvInfo { nodes: nodes + pv.nodes, time, ..pv })
                }
                other => other,
            });
        };
        let result = self.player.think(&request, &mut tell);
        whole.nodes.add(rest.nodes.count());
        result.map(|result| SearchResult { cut: true, ..result })
    }
}
