//! The player `f2`: the program of [dubner-1990] as a player of today's games.
//!
//! It looks `Kalah.MaxLevel` + 1 turns ahead and plays the first of equal moves; the text's MAXLEVEL
//! are nodes of the levels 0 to MAXLEVEL that have successors. What is liked, `Kalah.Evaluation`, is
//! in the module `estimate`. `Kalah.Budget` is the search of Tseitin's program instead, within so
//! many positions.
//!
//! `Kalah.Compat=dubner` searches under [`Reading::DUBNER`], one of several readings of the text
//! under which its sample game is played move by move; `docs/dubner.md` names the others.

use super::estimate::{EVALUATION, Evaluation, score};
use super::f2::{Best, Search};
use super::reading::{End, Reading};
use crate::chain::Chain;
use crate::rules::{Kalah, Position};
use plyglot_core::game::{Account, PlayedGame};
use plyglot_core::{Choice, Scope, Settings, Way};
use plyglot_search::tracer::SingleTracer;
use plyglot_search::{Player, PvInfo, SearchInfo, SearchRequest, SearchResult};

/// Dubner's player.
#[derive(Clone, Copy, Debug)]
pub(super) struct F2 {
    pub(super) max_level: u32,
    /// Positions a move may cost; 0 for a search of all moves to `max_level`.
    pub(super) budget: u64,
    pub(super) reading: Reading,
    /// What there is to say of the reading has been said in this game.
    pub(super) is_told: bool,
}

pub(super) const MAX_LEVEL: &str = "Kalah.MaxLevel";
pub(super) const BUDGET: &str = "Kalah.Budget";
/// By which reading of the text is searched: what makes one of an evaluation.
pub(super) const COMPAT: Choice<bool> = Choice {
    scope: Scope::Player,
    option: "Kalah.Compat",
    about: "With `dubner` the mind `f2` searches by one of the several readings of [dubner-1990] \
            under which it plays all moves of the text's sample game: no rule 1.4 in its tree, \
            but that its own side, without stones to move, gets what is left.",
    unset: None,
    ways: &[Way::unsaid("none", false), Way::unsaid("dubner", true)],
};

/// What is said of `Kalah.Compat=dubner` once a game.
const ONE_OF_SEVERAL: &str = "Kalah.Compat dubner is one of several readings of the text that \
                              explain its sample game; `plyglot hypotheses` names them";

impl F2 {
    pub(super) fn new(settings: &Settings) -> Self {
        let evaluation = EVALUATION.of(settings, Evaluation::Difference);
        let is_dubner = COMPAT.of(settings, false);
        let reading =
            if is_dubner { Reading::dubner(evaluation) } else { Reading::ruled(evaluation) };
        Self {
            max_level: u32::try_from(settings.spin(MAX_LEVEL)).unwrap_or(0),
            budget: settings.spin(BUDGET).unsigned_abs(),
            reading,
            is_told: !is_dubner,
        }
    }

    /// All of the search, level after level, so that there is an answer when time is up; the last
    /// level decides. With a budget there is one search.
    fn search(
        self,
        request: &SearchRequest<'_, Kalah>,
        say: &mut dyn FnMut(SearchInfo<Chain>),
    ) -> (Vec<Chain>, u32) {
        let mut search = Search::new(self.reading, request.rules, request.control);
        search.tracer = SingleTracer::of(request.tracer);
        let limit = request.limits.depth.map(|depth| depth.saturating_sub(1));
        let levels = if self.budget > 0 {
            let last = limit.unwrap_or(u32::MAX);
            last..=last
        } else {
            0..=limit.map_or(self.max_level, |limit| limit.min(self.max_level))
        };
        let pos = request.played.position();
        let mut found = (Vec::new(), 0);
        for level in levels {
            search.last_level = level;
            search.wanted = request.search_moves;
            let best = match self.budget {
                0 => search.root(pos),
                budget => search.root_by_budget(pos, budget),
            };
            let best = Best { line: of_the_game(request.rules, pos, &best.line), ..best };
            if search.stopped || best.line.is_empty() {
                break;
            }
            let longest = u32::try_from(best.line.len()).unwrap_or(0);
            let depth = if self.budget > 0 { longest } else { level + 1 };
            say(SearchInfo::Pv(report(&search, request, depth, &best)));
            found = (best.line, depth);
        }
        if found.0.is_empty()
            && let Some(best) = glance(&mut search, request)
        {
            say(SearchInfo::Pv(report(&search, request, 1, &best)));
            found = (best.line, 0);
        }
        found
    }
}

impl Player<Kalah> for F2 {
    fn level_option(&self) -> Option<&'static str> {
        Some(MAX_LEVEL)
    }

    fn think(
        &mut self,
        request: &SearchRequest<'_, Kalah>,
        say: &mut dyn FnMut(SearchInfo<Chain>),
    ) -> Option<SearchResult<Chain>> {
        if !std::mem::replace(&mut self.is_told, true) {
            say(SearchInfo::Note(ONE_OF_SEVERAL.to_owned()));
        }
        let moves = request.root_moves();
        let (line, depth) = self.search(request, say);
        let best = *line.first().or(moves.first())?;
        Some(SearchResult { best, ponder: line.get(1).copied(), depth, cut: false })
    }

    fn account(&self, kalah: &Kalah, played: &PlayedGame<Kalah>) -> Option<Account> {
        let finishes = self.reading.end == End::Ruled;
        Some(self.reading.evaluation.account(kalah, played.position(), finishes))
    }

    fn ends_by_itself(&self, _rules: &Kalah, _line: &PlayedGame<Kalah>, _chosen: bool) -> bool {
        true
    }

    fn new_game(&mut self) {
        self.is_told = !matches!(self.reading.end, End::Loose(_));
    }
}

/// The move after which the position looks best, for want of a search that has ended.
fn glance(search: &mut Search<'_>, request: &SearchRequest<'_, Kalah>) -> Option<Best> {
    let pos = request.played.position();
    let looks = |mv: Chain| {
        let child = search.kalah.replay(pos, mv).ok()?;
        let value = search.leaf(&child);
        Some(Best { value: if child.side == pos.side { value } else { -value }, line: vec![mv] })
    };
    let children = request.root_moves().into_iter().filter_map(looks);
    children.reduce(|best, next| if next.value > best.value { next } else { best })
}

fn report(
    search: &Search<'_>,
    request: &SearchRequest<'_, Kalah>,
    depth: u32,
    best: &Best,
) -> PvInfo<Chain> {
    PvInfo {
        seldepth: depth.max(u32::try_from(best.line.len()).unwrap_or(0)),
        nodes: search.nodes,
        time: request.control.time.thought(),
        ..PvInfo::line(depth, score(best.value), best.line.clone())
    }
}

/// A line of this player as one of the game: without rule 1.4 it sows on where the game is over
/// already.
fn of_the_game(kalah: &Kalah, start: &Position, line: &[Chain]) -> Vec<Chain> {
    let mut at = *start;
    let mut played = Vec::new();
    for chain in line {
        let (side, mut sown) = (at.side, Chain::EMPTY);
        for pit in chain.pits() {
            if at.side != side || kalah.is_over(&at) {
                break;
            }
            kalah.sow(&mut at, pit);
            sown = sown.and(pit);
        }
        if sown == Chain::EMPTY {
            break;
        }
        played.push(sown);
    }
    played
}
