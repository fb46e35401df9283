//! Endgame tables in the search.
//!
//! Inside the tree a table says who wins, and the node is done: like a hit of the transposition table
//! of any depth. Where it counts plies to the end (DTM), that is a mate as good as one on the board.
//! Otherwise the score lies in a band of its own between evaluations and proven ends,
//! and the sooner the tables are reached the better, so that the search makes its way there. At the
//! root, where the tables count plies, the best move is looked up and played: following the lowest
//! number wins, which knowing that one wins does not [fierz-egdb, WLD]. Not where a no-progress rule
//! may end the game before: such a root is searched among the best moves, for the other side may
//! not know either.
//!
//! Where a rule ends games for want of progress and the tables count nothing, nobody knows whether a win
//! comes before. Most do: after a move that sets the rule's counter back the score lies in another band,
//! below what is certain. Between such moves the tables say nothing, so that the search finds the next.
//!
//! A root that the tables call drawn is searched without them, among the moves that keep the draw and
//! leave the other side the fewest answers that keep it too: to the tables all of these are alike,
//! but the other side may go wrong. Its score is that of the draw.
//!
//! In a game of margins a table says how far ahead one ends, and that is the score of the node.

use std::sync::atomic::Ordering;

use super::player::{PvInfo, SearchInfo, SearchRequest, SearchResult, TbAccess};
use super::tracer::Tracer;
use super::worker::{Searcher, Stopped};
use plyglot_core::game::{Evaluator, PlayedGame, Rules};
use plyglot_core::score::PLY_MAX;
use plyglot_core::sort::sort_descending;
use plyglot_core::{Bound, Score};
use plyglot_tablebase::demand::Demand;
use plyglot_tablebase::{Metric, MoveValues, Value};

/// The longest line of play shown from the tables, in plies.
const LINE_MAX: usize = 64;

impl<R: Rules, E: Evaluator<R>, T: Tracer<R>> Searcher<'_, R, E, T> {
    /// What the tablebases say of a node.
    pub(super) fn probe_tb(
        &mut self,
        pos: &R::Position,
        ply: u32,
        depth: i32,
    ) -> Result<Option<Score>, Stopped> {
        let Some(tb) = self.shared.tb.filter(|tb| depth >= tb.depth_min) else {
            return Ok(None);
        };
        if tb.probe.asks_after_conversions() && !self.has_converted() {
            return Ok(None);
        }
        self.count_probe()?;
        Ok(self.ask_tb(tb, pos, ply, depth))
    }

    /// The move before was one for good: counters of no-progress rules stand at nought.
    fn has_converted(&self) -> bool {
        self.key_history.newest().is_some_and(|step| step.irreversible)
    }

    fn ask_tb(
        &mut self,
        tb: TbAccess<'_, R>,
        pos: &R::Position,
        ply: u32,
        depth: i32,
    ) -> Option<Score> {
        if tb.margins {
            let margin = tb.probe.margin(pos)?;
            tb.hits.fetch_add(1, Ordering::Relaxed);
            return Some(Score::cp(100 * i32::from(margin)));
        }
        let score = match tb.probe.end_at(pos, depth) {
            Some(value) => score(value, ply),
            None if self.has_converted() => likely(tb.probe.likely(pos, depth)?, ply)?,
            None => return None,
        };
        let is_known = score == Score::DRAW || score.is_proven();
        if tb.only_mates && !is_known {
            return None;
        }
        tb.hits.fetch_add(1, Ordering::Relaxed);
        // Who wins may be certain; how soon is not.
        self.unresolved += u64::from(!is_known);
        Some(score)
    }
}

/// What a table says of a position so many plies from the root, as a score.
fn score(value: Value, ply: u32) -> Score {
    let at = |plies: u16| Some(ply + u32::from(plies)).filter(|at| *at <= PLY_MAX);
    match value {
        Value::Draw => Score::DRAW,
        Value::Win(0) => Score::table_win(ply),
        Value::Loss(0) => -Score::table_win(ply),
        Value::Win(plies) => at(plies).map_or(Score::table_win(ply), Score::win_in),
        Value::Loss(plies) => at(plies).map_or(-Score::table_win(ply), Score::loss_in),
    }
}

/// The same of a win that a rule may come before. A draw would have been certain.
fn likely(value: Value, ply: u32) -> Option<Score> {
    match value {
        Value::Draw => None,
        Value::Win(_) => Some(Score::likely_win(ply)),
        Value::Loss(_) => Some(-Score::likely_win(ply)),
    }
}

/// What is left to search at a root once the tables have been asked.
pub(super) enum AtRoot<R: Rules> {
    /// Nothing: they know the move.
    Settled(SearchResult<R::Move>),
    /// These moves, all of which the tables call drawn, without the tables and as a draw ([`as_drawn`]).
    Drawn(Vec<R::Move>),
    /// These moves.
    Open(Vec<R::Move>),
}

/// Asks the tables about the root. Who is to play below full strength is not told.
pub(super) fn at_root<R: Rules>(
    request: &SearchRequest<'_, R>,
    say: &mut dyn FnMut(SearchInfo<R::Move>),
) -> AtRoot<R> {
    let moves = request.root_moves();
    if !request.options.skill.is_full() {
        return AtRoot::Open(moves);
    }
    if let Some(answer) = answer(request, &moves, say) {
        return AtRoot::Settled(answer);
    }
    let is_drawn = is_drawn(request, &moves);
    let moves = root_moves(request, moves);
    if is_drawn { AtRoot::Drawn(most_demanding(request, moves)) } else { AtRoot::Open(moves) }
}

/// Whether the tables call the root drawn: all they say of its best moves is that.
fn is_drawn<R: Rules>(request: &SearchRequest<'_, R>, moves: &[R::Move]) -> bool {
    let judged = request.tb.filter(|tb| !tb.margins && moves.len() > 1);
    let judged = judged.and_then(|tb| judged_moves(tb, request.rules, request.played, moves));
    judged.is_some_and(|judged| judged.best() == Some(Value::Draw))
}

/// The moves a search should choose from: those that keep what the tables promise.
fn root_moves<R: Rules>(request: &SearchRequest<'_, R>, moves: Vec<R::Move>) -> Vec<R::Move> {
    let Some(wishes) = rate_root_moves(request, &moves) else { return moves };
    let best = wishes.iter().max();
    kept(moves, &|at| wishes.get(at) == best)
}

/// The moves whose places are to be kept.
fn kept<M>(mut moves: Vec<M>, is_kept: &dyn Fn(usize) -> bool) -> Vec<M> {
    let mut at = 0;
    moves.retain(|_| {
        at += 1;
        is_kept(at - 1)
    });
    moves
}

/// Of the moves of a drawn position those that are hardest to answer, but no fewer than lines are
/// asked for. All of them where some answer is in no table.
fn most_demanding<R: Rules>(request: &SearchRequest<'_, R>, moves: Vec<R::Move>) -> Vec<R::Move> {
    let Some(tb) = request.tb else { return moves };
    let mut demands = Vec::with_capacity(moves.len());
    for &mv in &moves {
        let demand = Demand::after(tb.probe, request.rules, request.played, mv);
        let Some(demand) = demand else { return moves };
        demands.push(demand);
    }
    let lines = request.options.multi_pv.clamp(1, moves.len().max(1));
    let Some(last) = hardest(&demands, lines) else { return moves };
    kept(moves, &|at| demands[at] <= last)
}

/// The last of so many demands that are the hardest.
fn hardest(demands: &[Demand], count: usize) -> Option<Demand> {
    let mut sorted = demands.to_vec();
    sorted.sort_unstable();
    sorted.get(count - 1).copied()
}

/// How much the side to move should like each move.
fn rate_root_moves<R: Rules>(
    request: &SearchRequest<'_, R>,
    moves: &[R::Move],
) -> Option<Vec<i32>> {
    let tb = request.tb.filter(|tb| !tb.only_mates && !moves.is_empty())?;
    if tb.margins {
        let margins = tb.probe.margins(request.played.position(), moves)?;
        return Some(margins.into_iter().map(i32::from).collect());
    }
    let judged = judged_moves(tb, request.rules, request.played, moves)?;
    Some(judged.values.into_iter().map(Value::preference).collect())
}

/// What the tables say of each move, but for those by which a position comes back once too often: tables
/// know of no history.
fn judged_moves<R: Rules>(
    tb: TbAccess<'_, R>,
    rules: &R,
    played: &PlayedGame<R>,
    moves: &[R::Move],
) -> Option<MoveValues> {
    let mut judged = tb.probe.moves(played.position(), moves)?;
    let mover = rules.side_to_move(played.position());
    for (value, &mv) in judged.values.iter_mut().zip(moves) {
        if played.repeats(rules, mv).is_none() {
            continue;
        }
        let mut after = played.clone();
        after.play(rules, mv);
        *value = match after.outcome(rules).map(|outcome| outcome.winner()) {
            None => *value,
            Some(None) => Value::Draw,
            Some(Some(winner)) if winner == mover => Value::Win(1),
            Some(Some(_)) => Value::Loss(1),
        };
    }
    Some(judged)
}

/// Says of every line that it is a draw, as the tables have it.
pub(super) fn as_drawn<M>(say: &mut dyn FnMut(SearchInfo<M>)) -> impl FnMut(SearchInfo<M>) {
    |saying| match saying {
        SearchInfo::Pv(report) => {
            let (score, bound) = (Score::DRAW, Bound::Exact);
            say(SearchInfo::Pv(PvInfo { score, bound, exact: false, ..report }));
        }
        other => say(other),
    }
}

/// The answer of the tables themselves: where they count plies and somebody wins in time, there is
/// nothing to search.
fn answer<R: Rules>(
    request: &SearchRequest<'_, R>,
    moves: &[R::Move],
    say: &mut dyn FnMut(SearchInfo<R::Move>),
) -> Option<SearchResult<R::Move>> {
    let tb = request.tb?;
    let judged = judged_moves(tb, request.rules, request.played, moves)?;
    let metric = judged.metric;
    let is_of_use = metric == Metric::Dtm || metric != Metric::Wdl && !tb.only_mates;
    let counts = is_of_use && judged.in_time;
    let best = judged.best().filter(|best| counts && *best != Value::Draw)?;
    let mut lines: Vec<(R::Move, Value)> = moves.iter().copied().zip(judged.values).collect();
    sort_descending(&mut lines, |(_, value)| value.preference());
    debug_assert_eq!(lines.first().map(|played| played.1), Some(best));
    let mut answer = None;
    for (i, &(mv, value)) in lines.iter().take(request.options.multi_pv).enumerate() {
        let pv = line_of_play(request, mv);
        tb.hits.fetch_add(moves.len() as u64, Ordering::Relaxed);
        answer = answer.or(Some((mv, pv.get(1).copied())));
        let score = match value {
            _ if metric == Metric::Dtm => score(value, 0),
            Value::Draw => Score::DRAW,
            Value::Win(plies) => Score::table_win(plies.into()),
            Value::Loss(plies) => -Score::table_win(plies.into()),
        };
        say(SearchInfo::Pv(PvInfo {
            seldepth: u32::try_from(pv.len()).unwrap_or(u32::MAX),
            multi_pv: i + 1,
            time: request.control.time.thought(),
            hashfull: request.tt.hashfull(),
            tb_hits: tb.hits.load(Ordering::Relaxed),
            ..PvInfo::line(1, score, pv)
        }));
    }
    let (best, ponder) = answer?;
    let ponder = ponder.filter(|_| request.passes_turn(best));
    Some(SearchResult { best, ponder, depth: 1, cut: false })
}

/// How the tables would play on after this move.
fn line_of_play<R: Rules>(request: &SearchRequest<'_, R>, first: R::Move) -> Vec<R::Move> {
    let mut played = request.played.clone();
    played.play(request.rules, first);
    let mut pv = vec![first];
    while pv.len() < LINE_MAX && played.outcome(request.rules).is_none() {
        let moves = played.moves(request.rules);
        let Some(tb) = request.tb else { break };
        let Some(judged) = judged_moves(tb, request.rules, &played, &moves) else { break };
        let best = judged.best();
        let Some(at) = judged.values.iter().position(|value| Some(*value) == best) else { break };
        if best == Some(Value::Draw) {
            break;
        }
        played.play(request.rules, moves[at]);
        pv.push(moves[at]);
    }
    pv
}
