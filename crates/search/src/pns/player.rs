//! The prover as a player: questions until the value is known, each answer told as a bound.
//!
//! Where the search is stopped before, a move that shows a win or a draw is played if there is one, else
//! what the generic search plays in the time that is left. That also answers `go depth` and `go mate`: a
//! proof knows no depth.

use std::cell::{Cell, RefCell};
use std::time::Duration;

use super::grade::{Goal, Grade};
use super::prover::Prover;
use super::table::Table;
use crate::fallback::{Fallback, refused};
use crate::player::{Player, PvInfo, SearchInfo, SearchRequest, SearchResult};
use crate::ranking::Ranking;
use crate::threads::AlphaBeta;
use crate::worker::Stopped;
use plyglot_core::game::{Evaluator, PlayedGame, Rules, SearchParams};
use plyglot_core::{Bound, Side};

/// So deep the generic search looks where nothing could be shown and no limit was given.
const OTHERWISE_DEPTH: u32 = 6;
/// The part of the time and of the nodes for a move that may go into a proof, in hundredths: where it
/// finds nothing, the generic search needs some to find a move.
const PROOF_PART: u32 = 70;
/// How often it is told that a proof is still being looked for.
const NEWS_EVERY: Duration = Duration::from_secs(2);
/// Nodes between two looks at the clock.
const POLL_INTERVAL: u32 = 64;
/// Most moves of a line that are told, and most nodes to find those of which no proof is known.
const LINE: (usize, u64) = (60, 200_000);

/// Proof-number search, and an evaluator where it finds no proof.
#[derive(Debug)]
pub struct ProofSearch<E> {
    table: Table,
    otherwise: Fallback<AlphaBeta<E>>,
    ends: bool,
}

impl<E> ProofSearch<E> {
    /// Remembers in at most so many MiB. `ends` says that these games are so small that any position is
    /// settled in the time that people wait. Evaluator and parameters are those of the generic search.
    pub fn new(mib: usize, ends: bool, evaluator: E, params: SearchParams) -> Self {
        let search = AlphaBeta::new(evaluator, params);
        Self { table: Table::new(mib), otherwise: Fallback::new(search, OTHERWISE_DEPTH), ends }
    }

    /// Settles the position, and what else is asked of it; nothing where no move shows a draw.
    fn settle<R: Rules>(
        &mut self,
        request: &SearchRequest<'_, R>,
        say: &mut dyn FnMut(SearchInfo<R::Move>),
    ) -> Option<SearchResult<R::Move>> {
        let SearchRequest { rules, played, .. } = *request;
        let moves = request.root_moves();
        if moves.is_empty() {
            return None;
        }
        let is_all = moves.len() == played.moves(rules).len();
        let meter = Meter::new(request, say);
        let mut count = |ply| meter.count(ply);
        let prover = Prover {
            rules,
            repetition: rules.repetition().in_search(played.key_history()),
            key_history: played.key_history().clone(),
            table: &mut self.table,
            count: &mut count,
            nodes: 0,
            nodes_max: u64::MAX,
        };
        let side = rules.side_to_move(played.position());
        let settling = Settling { request, prover, side, supposes: false, meter: &meter };
        settling.run(&moves, is_all)
    }
}

impl<R: Rules, E: Evaluator<R>> Player<R> for ProofSearch<E> {
    fn think(
        &mut self,
        request: &SearchRequest<'_, R>,
        say: &mut dyn FnMut(SearchInfo<R::Move>),
    ) -> Option<SearchResult<R::Move>> {
        let has_target = request.options.target_depth.map(|_| "a proof has no depth");
        if let Some(why) = refused(request.limits).or(has_target) {
            return self.otherwise.instead(why, request, say);
        }
        let settled = self.settle(request, say);
        settled.or_else(|| self.otherwise.after(request, say))
    }

    fn ends_by_itself(&self, _rules: &R, _played: &PlayedGame<R>, _chosen: bool) -> bool {
        self.ends
    }

    fn new_game(&mut self) {
        self.table.clear();
        <AlphaBeta<E> as Player<R>>::new_game(self.otherwise.player_mut());
    }
}

/// Counts nodes, says now and then how many there were, and when it is enough.
struct Meter<'a, 's, R: Rules> {
    request: &'a SearchRequest<'a, R>,
    polled: Cell<u32>,
    /// The longest line, in plies.
    seldepth: Cell<u32>,
    /// When it was said last.
    told: Cell<Duration>,
    say: RefCell<&'s mut dyn FnMut(SearchInfo<R::Move>)>,
}

impl<'a, 's, R: Rules> Meter<'a, 's, R> {
    fn new(request: &'a SearchRequest<'a, R>, say: &'s mut dyn FnMut(SearchInfo<R::Move>)) -> Self {
        let (polled, seldepth, told) = (Cell::new(0), Cell::new(0), Cell::new(Duration::ZERO));
        Self { request, polled, seldepth, told, say: RefCell::new(say) }
    }

    fn say(&self, info: SearchInfo<R::Move>) {
        (self.say.borrow_mut())(info);
    }

    /// Counts a node; whether it was the last one.
    fn count(&self, ply: u32) -> bool {
        let control = self.request.control;
        control.nodes.add(1);
        self.seldepth.set(self.seldepth.get().max(ply));
        if control.nodes.has_used(PROOF_PART) {
            return true;
        }
        self.polled.set((self.polled.get() + 1) % POLL_INTERVAL);
        if self.polled.get() != 0 {
            return false;
        }
        let thought = control.time.thought();
        if thought > self.told.get() + NEWS_EVERY {
            self.told.set(thought);
            self.say(SearchInfo::Note(format!("settling, {} nodes", control.nodes.count())));
        }
        control.has_used(PROOF_PART)
    }
}

/// A position that is being settled.
struct Settling<'p, 'a, 's, R: Rules> {
    request: &'p SearchRequest<'p, R>,
    prover: Prover<'a, R>,
    side: Side,
    /// What was shown rests on an end that has to be claimed, or that only a search takes for one.
    supposes: bool,
    meter: &'p Meter<'p, 's, R>,
}

/// What has been shown of a line: its value as the side to move counts, and its moves.
struct Shown<M> {
    low: i32,
    high: i32,
    best: Option<M>,
}

impl<R: Rules> Settling<'_, '_, '_, R> {
    fn run(mut self, moves: &[R::Move], is_all: bool) -> Option<SearchResult<R::Move>> {
        // A single move may be worth less than the position, and never more.
        let mut ranking = Ranking::new(moves, Grade::LOSS.seen_by(Side::First), self.bounds().1);
        let mut first = None;
        let mut lines = 1..=self.request.options.multi_pv.min(moves.len());
        if is_all {
            lines.next();
            let shown = self.settle_root();
            let best = shown.best.filter(|_| shown.low == shown.high || shown.low >= 0)?;
            let line = self.tell(1, &shown);
            ranking.place_best(best, shown.low);
            first = Some((line, shown.low == shown.high));
        }
        let mut are_settled = first.as_ref().is_none_or(|&(_, is_settled)| is_settled);
        for multi_pv in lines {
            if !are_settled {
                break;
            }
            let next = ranking.settle_next(&mut aim, &mut |mv, alpha| self.ask(mv, alpha));
            are_settled = next.is_settled;
            let shown = Shown { low: next.low, high: next.high, best: next.mv };
            if first.is_none() && !are_settled && next.low < 0 {
                return None;
            }
            let line = self.tell(multi_pv, &shown);
            first.get_or_insert((line, are_settled));
        }
        let (line, _) = first?;
        let best = *line.first()?;
        Some(SearchResult { best, ponder: line.get(1).copied(), depth: 1, cut: !are_settled })
    }

    /// Between which values the root lies from the beginning.
    fn bounds(&self) -> (i32, i32) {
        let pos = self.request.played.position();
        let [low, high] = match self.request.rules.margin_bounds(pos) {
            Some(bounds) => bounds.map(Grade::margin),
            None => [Grade::LOSS, Grade::WIN],
        };
        let [one, other] = [low, high].map(|grade| grade.seen_by(self.side));
        (one.min(other), one.max(other))
    }

    /// What a side has to be asked to know whether the side to move gets more than `alpha`.
    fn goal(&self, alpha: i32) -> Goal {
        match self.side {
            Side::First => Goal(Grade::as_seen_by(Side::First, alpha + 1)),
            Side::Second => Goal(Grade::as_seen_by(Side::Second, alpha)),
        }
    }

    /// Asks about the position until its value is known and a move that reaches it, or it is late.
    fn settle_root(&mut self) -> Shown<R::Move> {
        let (low, high) = self.bounds();
        let mut shown = Shown { low, high, best: None };
        let pos = self.request.played.position();
        while shown.low < shown.high || shown.best.is_none() {
            let alpha =
                if shown.low < shown.high { aim(shown.low, shown.high) } else { shown.low - 1 };
            let Ok((proof, by)) = self.prover.settle(pos, self.goal(alpha)) else { break };
            self.supposes |= proof.supposes;
            let value = proof.grade.seen_by(self.side);
            if proof.winner == self.side {
                shown.low = shown.low.max(value);
                shown.best = by;
            } else {
                shown.high = shown.high.min(value);
            }
            if shown.low < shown.high {
                self.tell(1, &shown);
            }
        }
        shown
    }

    /// Whether a move is worth more than `alpha`: a bound of its value.
    fn ask(&mut self, mv: R::Move, alpha: i32) -> Result<i32, Stopped> {
        let pos = self.request.played.position();
        let proof = self.prover.settle_move(pos, mv, self.goal(alpha))?;
        self.supposes |= proof.supposes;
        Ok(proof.grade.seen_by(self.side))
    }

    /// Tells what has been shown; the line, as far as it is known.
    fn tell(&mut self, multi_pv: usize, shown: &Shown<R::Move>) -> Vec<R::Move> {
        let is_settled = shown.low == shown.high;
        let (value, bound) = match shown.best {
            _ if is_settled => (shown.low, Bound::Exact),
            Some(_) => (shown.low, Bound::Lower),
            None => (shown.high, Bound::Upper),
        };
        let pv = match shown.best {
            Some(best) if is_settled => {
                let grade = Grade::as_seen_by(self.side, value);
                self.prover.line(self.request.played.position(), best, grade, LINE)
            }
            best => best.into_iter().collect(),
        };
        let control = self.request.control;
        self.meter.say(SearchInfo::Pv(PvInfo {
            seldepth: self.meter.seldepth.get().max(1),
            multi_pv,
            bound,
            exact: is_settled && !self.supposes,
            nodes: control.nodes.count(),
            time: control.time.thought(),
            hashfull: self.prover.table.fill(),
            ..PvInfo::line(1, Grade::as_seen_by(self.side, value).score(self.side), pv.clone())
        }));
        pv
    }
}

/// What is asked next of a value within these bounds: whether it is more than this.
fn aim(low: i32, high: i32) -> i32 {
    low + (high - low) / 2
}
