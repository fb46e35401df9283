//! The search against plain minimax: the same depth, the same evaluator, nothing left out.
//!
//! The minimax below is written apart from the search and as simply as can be: no window, no table,
//! no ordering above the horizon. What lies beyond it is resolved as the search resolves it, by the
//! evaluator's noisy moves, with a window to bear it: a second, plain alpha-beta whose value is
//! that of minimax. Positions in check get their ply more, and the second occurrence of a
//! position counts as in the search.
//!
//! Two searches are held against it. The *sound parts* (window, move ordering, aspiration,
//! statistics, the table as a hint) promise its value exactly; a difference is a mistake. *As it
//! plays*, the search also cuts by the table and leaves out what the evaluator allows: null move,
//! reductions, futility, late moves. Then values may move, and how far is worth knowing.
//!
//! Where a value differs, the recorded search is followed downwards. Every visit claims something:
//! a score, or a bound of it, for its depth. As long as a claim below is wrong, that is where it
//! came from; the visit whose claim is wrong while all claims below it are right is where the two
//! part. Endgame tables are left out on both sides.

use super::recorder::Recorder;
use super::recording::{End, NO_TEXT, Recording};
use super::scope::Scope;
use super::view::{View, bounded};
use plyglot_core::game::played_game::{ended_by_history, retain_allowed};
use plyglot_core::game::{
    Evaluator, NodeTactics, Notation, PlayedGame, Repetition, Rules, SearchParams, Tactics,
};
use plyglot_core::sort::sort_descending;
use plyglot_core::{Bound, Limits, Score};
use plyglot_search::tracer::SharedTracer;
use plyglot_search::window::Window;
use plyglot_search::worker::PLY_LIMIT;
use plyglot_search::{
    AlphaBeta, Config, Player, SearchControl, SearchOptions, SearchRequest, Stopped,
    TranspositionTable, TtMode,
};

/// What a search and plain minimax say of one position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Compared {
    /// What the search says.
    pub searched: Score,
    /// What plain minimax says.
    pub plain: Score,
    /// Where they part, in lines for people; empty where they agree.
    pub parting: Vec<String>,
}

/// A position, searched in two ways and by plain minimax.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checked {
    /// The parts of the search that promise the value of minimax.
    pub sound: Compared,
    /// The search as it plays.
    pub plays: Compared,
    /// Positions that plain minimax has looked at.
    pub nodes: u64,
}

/// Searches the position of a game in both ways and by plain minimax, to this depth in plies.
pub fn check<R: Notation, E: Evaluator<R>>(
    rules: &R,
    evaluator: &E,
    params: SearchParams,
    played: &PlayedGame<R>,
    depth: u32,
    control: &SearchControl,
) -> Result<Checked, Stopped> {
    let repetition = rules.repetition().in_search(played.key_history());
    let extends = params.check_extension;
    let mut minimax = Minimax { rules, evaluator, extends, repetition, control, nodes: 0 };
    let plain = minimax.root(played, depth)?;
    let full = Config::full(params, repetition);
    let params = SearchParams { check_extension: extends, ..SearchParams::NONE };
    let sound = minimax.compare(
        played,
        depth,
        Config { params, tt: TtMode::Order, qsearch_nodes_max: u64::MAX, ..full },
        plain,
    )?;
    let plays = minimax.compare(played, depth, full, plain)?;
    Ok(Checked { sound, plays, nodes: minimax.nodes })
}

/// The table of a search that is checked: enough for the depths that minimax can follow.
const TABLE_BUCKETS: usize = 1 << 16;
/// How many positions may pass between two looks at the clock.
const POLL_INTERVAL_NODES: u64 = 1024;

/// Plain minimax.
struct Minimax<'a, R: Rules, E> {
    rules: &'a R,
    evaluator: &'a E,
    /// Who is in check gets a ply more.
    extends: bool,
    /// The rule as it holds within a search.
    repetition: Repetition,
    control: &'a SearchControl,
    nodes: u64,
}

impl<R: Notation, E: Evaluator<R>> Minimax<'_, R, E> {
    /// The value of the position to search; it gets no ply more.
    fn root(&mut self, played: &PlayedGame<R>, depth: u32) -> Result<Score, Stopped> {
        let mut played = played.clone();
        let values = self.values(&mut played, depth.cast_signed() - 1, 0)?;
        let best = values.into_iter().map(|(_, score)| score).max();
        Ok(best.unwrap_or_else(|| self.stuck(&played, 0)))
    }

    /// The value of a node that is asked for so many plies, for the side to move.
    fn node(
        &mut self,
        played: &mut PlayedGame<R>,
        depth: i32,
        ply: u32,
        window: Window,
    ) -> Result<Score, Stopped> {
        self.count()?;
        let pos = played.position();
        let ended = || ended_by_history(self.rules, self.repetition, played.key_history(), pos);
        if let Some(outcome) = self.rules.outcome(pos).or_else(ended) {
            return Ok(outcome.score(self.rules.side_to_move(pos), ply));
        }
        if ply >= PLY_LIMIT {
            return Ok(self.evaluator.evaluate(self.rules, pos));
        }
        let depth = depth + self.extension(pos);
        if depth <= 0 {
            return self.horizon(played, ply, window);
        }
        let values = self.values(played, depth - 1, ply)?;
        let best = values.into_iter().map(|(_, score)| score).max();
        Ok(best.unwrap_or_else(|| self.stuck(played, ply)))
    }

    /// The value of each move for the side that plays it, searched so many plies below it.
    fn values(
        &mut self,
        played: &mut PlayedGame<R>,
        depth: i32,
        ply: u32,
    ) -> Result<Vec<(R::Move, Score)>, Stopped> {
        let mut values = Vec::new();
        for mv in played.moves(self.rules) {
            values.push((mv, self.after(played, mv, depth, ply, Window::FULL)?));
        }
        Ok(values)
    }

    /// The value of a move for the side that plays it, in its window.
    fn after(
        &mut self,
        played: &mut PlayedGame<R>,
        mv: R::Move,
        depth: i32,
        ply: u32,
        Window { alpha, beta }: Window,
    ) -> Result<Score, Stopped> {
        let side = self.rules.side_to_move(played.position());
        played.play(self.rules, mv);
        let again = self.rules.side_to_move(played.position()) == side;
        let window =
            if again { Window { alpha, beta } } else { Window { alpha: -beta, beta: -alpha } };
        let score = self.node(played, depth, ply + 1, window);
        played.undo();
        score.map(|score| if again { score } else { -score })
    }

    /// What the evaluator thinks after the noisy moves; in check all moves are noisy, and
    /// there is no standing still.
    fn horizon(
        &mut self,
        played: &mut PlayedGame<R>,
        ply: u32,
        window: Window,
    ) -> Result<Score, Stopped> {
        let Window { mut alpha, beta } = window;
        let pos = played.position();
        let node = self.evaluator.tactics().node(self.rules, pos);
        let mut best = (!node.in_check()).then(|| self.evaluator.evaluate(self.rules, pos));
        let mut noisy = Vec::new();
        node.quiescence_moves(&mut noisy);
        retain_allowed(self.rules, self.repetition, played.key_history(), pos, &mut noisy, 0);
        sort_descending(&mut noisy, |&mv| node.order_score_by_see(mv));
        drop(node);
        for mv in noisy {
            alpha = best.map_or(alpha, |best| alpha.max(best));
            if alpha >= beta {
                break;
            }
            let score = self.after(played, mv, -1, ply, Window { alpha, beta })?;
            best = best.max(Some(score));
        }
        Ok(best.unwrap_or_else(|| self.stuck(played, ply)))
    }

    fn extension(&self, pos: &R::Position) -> i32 {
        i32::from(self.extends && self.evaluator.tactics().node(self.rules, pos).in_check())
    }

    fn stuck(&self, played: &PlayedGame<R>, ply: u32) -> Score {
        let pos = played.position();
        self.rules.stuck(pos).score(self.rules.side_to_move(pos), ply)
    }

    fn count(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        let asks = self.nodes.is_multiple_of(POLL_INTERVAL_NODES);
        if asks && self.control.must_stop() { Err(Stopped) } else { Ok(()) }
    }

    /// Searches, and finds out where the search parts from minimax.
    fn compare(
        &mut self,
        played: &PlayedGame<R>,
        depth: u32,
        config: Config,
        plain: Score,
    ) -> Result<Compared, Stopped> {
        let scope = Scope { depth, ..Scope::default() };
        let recorder = Recorder::new(self.rules, played, scope, 1);
        self.search(played, depth, config, &recorder);
        let recording = recorder.into_recording();
        let view = View::new(&recording);
        let root = view.root().and_then(|root| Some((root, view.node(root).score?)));
        let Some((root, searched)) = root else {
            // No move to search: both say what being stuck is worth.
            return Ok(Compared { searched: plain, plain, parting: Vec::new() });
        };
        if self.control.stop.is_set() {
            return Err(Stopped);
        }
        let parting =
            if searched == plain { Vec::new() } else { self.follow(&view, root, played, plain)? };
        Ok(Compared { searched, plain, parting })
    }

    fn search(
        &self,
        played: &PlayedGame<R>,
        depth: u32,
        config: Config,
        tracer: &dyn SharedTracer<R>,
    ) {
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let request = SearchRequest {
            rules: self.rules,
            played,
            limits: &limits,
            search_moves: &[],
            control: &self.control.part(),
            tt: &TranspositionTable::with_buckets(TABLE_BUCKETS),
            tb: None,
            options: SearchOptions::default(),
            tracer: Some(tracer),
        };
        AlphaBeta::with_config(self.evaluator.clone(), config).think(&request, &mut |_| {});
    }

    /// Goes down the recorded tree as long as a claim below is wrong; says what is wrong at the end.
    fn follow(
        &mut self,
        view: &View<'_>,
        root: u32,
        played: &PlayedGame<R>,
        plain: Score,
    ) -> Result<Vec<String>, Stopped> {
        let (mut at, mut value, mut played) = (root, plain, played.clone());
        while let Some((child, found)) = self.wrong_below(view, at, &mut played)? {
            if let Ok(mv) = self.rules.parse_move(&played, view.name(child)) {
                played.play(self.rules, mv);
            }
            (at, value) = (child, found);
        }
        let (node, path) = (view.node(at), view.path(at).join(" "));
        let place = if path.is_empty() { "the root".to_owned() } else { path };
        let claim = node.score.zip(node.bound());
        let claim = claim.map_or(String::new(), |(score, bound)| bounded(score, bound));
        let mut lines = vec![
            format!("they part at {place}, {}", view.depth(at)),
            format!("  the search: {claim}, {}", view.reason(at)),
        ];
        let best = self.best_move(view, at, &mut played)?;
        lines.push(format!("  plain minimax: {value}{best}"));
        Ok(lines)
    }

    /// The first visit below whose claim is wrong, and the value that is right.
    fn wrong_below(
        &mut self,
        view: &View<'_>,
        at: u32,
        played: &mut PlayedGame<R>,
    ) -> Result<Option<(u32, Score)>, Stopped> {
        let mut known: Vec<((u32, i16), Score)> = Vec::new();
        for &child in view.below(at) {
            let node = view.node(child);
            let Some(mv) = self.played(view, child, played) else { continue };
            let asked = (node.mv, node.depth);
            let before = known.iter().find(|(question, _)| *question == asked);
            let value = if let Some(&(_, value)) = before {
                value
            } else {
                played.play(self.rules, mv);
                let ply = u32::from(node.ply);
                let value = self.node(played, i32::from(node.depth), ply, Window::FULL);
                played.undo();
                let value = value?;
                known.push((asked, value));
                value
            };
            if !holds(view.recording, child, value) {
                return Ok(Some((child, value)));
            }
        }
        Ok(None)
    }

    /// The move behind a visit; none for a pass.
    fn played(&self, view: &View<'_>, at: u32, played: &PlayedGame<R>) -> Option<R::Move> {
        let is_pass = view.node(at).mv == NO_TEXT;
        let text = Some(view.name(at)).filter(|_| !is_pass)?;
        self.rules.parse_move(played, text).ok()
    }

    /// What minimax plays in a node, and what the search made of that move.
    fn best_move(
        &mut self,
        view: &View<'_>,
        at: u32,
        played: &mut PlayedGame<R>,
    ) -> Result<String, Stopped> {
        let node = view.node(at);
        let pos = played.position();
        let longer = if node.parent.is_none() { 0 } else { self.extension(pos) };
        let depth = i32::from(node.depth) + longer;
        let ended = ended_by_history(self.rules, self.repetition, played.key_history(), pos);
        if depth <= 0 || ended.is_some() || self.rules.outcome(pos).is_some() {
            return Ok(String::new());
        }
        let values = self.values(played, depth - 1, node.ply.into())?;
        let best = values.iter().map(|(_, score)| *score).max();
        let first = values.iter().find(|(_, score)| Some(*score) == best);
        let Some(&(mv, _)) = first else { return Ok(String::new()) };
        let text = self.rules.move_text(played.position(), mv);
        let left_out = node.skipped.iter().any(|&id| view.text(id) == text);
        let fate = match view.deciding(at, &text) {
            _ if left_out => "left out by the search".to_owned(),
            Some(child) => {
                format!("to the search {}, {}", view.score_above(child), view.depth(child))
            }
            None if matches!(node.end, End::Cut | End::Searched) || node.end.is_amid_noise() => {
                "which the search did not come to".to_owned()
            }
            None => "where the search looked at no move".to_owned(),
        };
        Ok(format!(" by {text}, {fate}"))
    }
}

/// Whether what a visit claims is true of the right value.
fn holds(recording: &Recording, at: u32, value: Score) -> bool {
    let node = &recording.nodes[at as usize];
    match node.score.zip(node.bound()) {
        None => true,
        Some((score, Bound::Exact)) => value == score,
        Some((score, Bound::Lower)) => value >= score,
        Some((score, Bound::Upper)) => value <= score,
    }
}
