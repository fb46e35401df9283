//! The player `wave`: the player of [bojar-1998].
//!
//! While the opponent thinks, it lets a tree grow breadth-first ([`tree`], the text's "wave"):
//! under `go ponder` until `ponderhit`, and between its moves when `Ponder` is on. When it is to
//! move it looks whether the tree is already as deep as it wants to look, and otherwise searches
//! the rest by alpha-beta ([`dive`], `deepthought`). The tree is kept from move to move.
//!
//! How deep it wants to look (`HLOUBKAMYSLENI`) is the target of the adaptive depth policy: a ply
//! more after a move that took less than DOBAMYSLENI, a ply less after one that took more than
//! MAXDOBAMYSLENI. Without that policy, or under `go depth`, it looks as deep as the limits let it.
//!
//! Two things are not as in [bojar-1998]. Its program could not be interrupted; here the depths
//! below the target are searched first, one after the other, so that there is an answer whenever
//! one is wanted. And it did not know that a game can be drawn; the tree knows the limits on its
//! length, but no repetition.

mod asked;
mod dive;
mod seen;
mod tree;

#[cfg(test)]
mod tests;

use super::bojar::BojarEvaluator;
use crate::movegen::Move;
use crate::rules::{Abalone, Position};
use dive::{Dive, Found};
use plyglot_core::game::{Account, Evaluator, Outcome, PlayedGame};
use plyglot_core::memory::free_mib;
use plyglot_core::{Opt, Scope, Score, Settings, Side};
use plyglot_search::tracer::SingleTracer;
use plyglot_search::{
    Player, PvInfo, SearchControl, SearchInfo, SearchRequest, SearchResult, Stopped,
};
use tree::{FINAL, NONE, Pruning, Step, Tree};

const WIDTH: &str = "Abalone.SirkaMysleni";
const THRESHOLD: &str = "Abalone.PrahRezuVlny";
const DEPTH_MIN: &str = "Abalone.HloubkaRezuVlny";
const MEMORY: &str = "Abalone.WaveMemory";
const RESERVE: &str = "Abalone.WaveReserve";

/// Nobody looks deeper.
const DEPTH_MAX: u32 = 100;
/// The clock is asked once for so many nodes made or visited.
const NODES_PER_LOOK: u64 = 1024;

/// The options of the player.
pub(super) fn options() -> [Opt; 5] {
    [
        Opt::spin(
            Scope::Player,
            WIDTH,
            0,
            (0, 1000),
            "The wave keeps so many best sons of each node, all if 0; [bojar-1998] warns of it \
             (SIRKAMYSLENI).",
        ),
        Opt::spin(
            Scope::Player,
            THRESHOLD,
            1000,
            (0, 60_000),
            "The wave drops sons worse than the best by more points, none if 0 (PRAHREZUVLNY).",
        ),
        Opt::spin(
            Scope::Player,
            DEPTH_MIN,
            3,
            (1, 100),
            "The wave drops sons of nodes worked out to at least so many plies (HLOUBKAREZUVLNY).",
        ),
        Opt::spin(
            Scope::Player,
            MEMORY,
            128,
            (1, 65_536),
            "The tree of the wave may take so many MiB.",
        ),
        Opt::check(
            Scope::Player,
            RESERVE,
            true,
            "The wave leaves room for the nodes of deepthought, which can then go deeper than a \
             wave that has used up its memory; that of [bojar-1998] does not, nor does \
             `Abalone.Compat` at `bojar`.",
        ),
    ]
    .map(|opt| opt.heeded_by(&["wave"]))
}

/// The player of [bojar-1998].
#[derive(Debug)]
pub(super) struct Wave {
    tree: Tree,
    statistics: Statistics,
    /// What is to be said of the memory there is, once.
    short: Option<String>,
    /// The position it was asked about last, and the move it chose there among all: deepthought looks
    /// deeper than what the tree keeps.
    chosen: Option<(Position, Move)>,
}

/// What is told at the end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Statistics {
    /// Moves chosen.
    moves: u32,
    /// Of them, moves that the wave had already worked out.
    at_once: u32,
    /// Nodes made by the wave and by deepthought.
    waved: u64,
    dived: u64,
    /// The deepest the wave came.
    wave_depth: u32,
    /// The least and the greatest depth that a move was chosen with.
    depths: Option<(u32, u32)>,
}

impl Wave {
    /// The player that the options ask for.
    pub(super) fn new(rules: &Abalone, settings: &Settings) -> Self {
        let number = |name| settings.spin(name);
        let pruning = Pruning {
            width: u32::try_from(number(WIDTH)).unwrap_or(0),
            threshold: i32::try_from(number(THRESHOLD)).unwrap_or(0),
            depth_min: u8::try_from(number(DEPTH_MIN)).unwrap_or(1),
        };
        let wanted = usize::try_from(number(MEMORY)).unwrap_or(1);
        // It grows little by little, so that the system would never refuse it, and kill us at the end.
        let mib = free_mib().map_or(wanted, |free| wanted.min(free.max(1)));
        let short = (mib < wanted).then(|| {
            format!("wave: {wanted} MiB: only {mib} MiB are free, the tree may take these")
        });
        let reserves = settings.check(RESERVE) && !rules.is_bojars;
        let reserve = if reserves { DEPTH_MAX as usize + 1 } else { 0 };
        let evaluator = BojarEvaluator::new(settings);
        let tree = Tree::new(*rules, evaluator, pruning, mib).reserving(reserve);
        Self { tree, statistics: Statistics::default(), short, chosen: None }
    }

    /// Lets the wave go on until it may not or cannot, and says whenever the root is known deeper.
    fn grow(
        &mut self,
        request: &SearchRequest<'_, Abalone>,
        meter: &mut Meter<'_>,
        may_go_on: &dyn Fn() -> bool,
        say: &mut dyn FnMut(SearchInfo<Move>),
    ) {
        let before = self.tree.created();
        while may_go_on() && meter.check(self.tree.created()).is_ok() {
            match self.tree.step() {
                Step::Grew => {}
                Step::Deeper => {
                    let found = self.known();
                    self.statistics.wave_depth = self.statistics.wave_depth.max(found.depth);
                    say(SearchInfo::Pv(meter.report(request, &found, self.tree.created())));
                }
                Step::Full | Step::Known => break,
            }
        }
        self.statistics.waved += self.tree.created() - before;
    }

    /// Makes sure that all sons of the root are there.
    fn first_layer(&mut self, meter: &mut Meter<'_>) {
        let before = self.tree.created();
        while self.tree.depth(self.tree.root()) == 0 && meter.has_nodes(self.tree.created()) {
            if self.tree.step() == Step::Full {
                break;
            }
        }
        self.statistics.waved += self.tree.created() - before;
    }

    /// What the wave knows about the root.
    fn known(&self) -> Found {
        let root = self.tree.root();
        let mut pv = Vec::new();
        self.tree.best_line(root, &mut pv);
        let depth = match self.tree.depth(root) {
            // Known to the end: as deep as the line goes.
            FINAL => u32::try_from(pv.len()).unwrap_or(DEPTH_MAX).max(1),
            depth => depth.into(),
        };
        Found { score: Score::from_table(self.tree.value(root), 0), depth, pv }
    }

    /// What is known at the beginning, if anything.
    fn begin(
        &mut self,
        request: &SearchRequest<'_, Abalone>,
        meter: &mut Meter<'_>,
    ) -> Option<Found> {
        let tracer = SingleTracer::of(request.tracer);
        if !request.search_moves.is_empty() {
            let dive = Dive::new(&mut self.tree, meter, 1).traced_by(tracer);
            return dive.run(request.played.position(), request.search_moves).ok();
        }
        let root = self.tree.root();
        if let Some(tracer) = tracer.filter(|_| root != NONE) {
            self.tree.show(tracer, root, request.played.position(), 0);
        }
        Some(self.known()).filter(|found| !found.pv.is_empty())
    }

    /// `mozektahne` of the original: as deep as is wanted, where the wave has not been yet.
    fn deepen(
        &mut self,
        request: &SearchRequest<'_, Abalone>,
        meter: &mut Meter<'_>,
        found: &mut Found,
        say: &mut dyn FnMut(SearchInfo<Move>),
    ) {
        let before = self.tree.created();
        let (target, tracer) = (target(request), SingleTracer::of(request.tracer));
        while found.depth < target
            && !self.is_settled(request, found)
            && meter.control.may_deepen(100)
        {
            let depth = found.depth + 1;
            let dive = Dive::new(&mut self.tree, meter, depth).traced_by(tracer);
            let Ok(next) = dive.run(request.played.position(), request.search_moves) else { break };
            let cut_to = Some(next.depth).filter(|&reached| reached < depth);
            *found = next;
            say(SearchInfo::Pv(meter.report(request, found, self.tree.created())));
            if let Some(reached) = cut_to {
                say(SearchInfo::Note(format!(
                    "wave: out of memory, searched to depth {reached} instead of {depth}"
                )));
                break;
            }
        }
        self.statistics.dived += self.tree.created() - before;
    }

    /// Whether no deeper look can change the answer.
    fn is_settled(&self, request: &SearchRequest<'_, Abalone>, found: &Found) -> bool {
        let root = self.tree.root();
        let known = request.search_moves.is_empty() && self.tree.depth(root) == FINAL;
        let plies = found.score.plies_to_end().map(i32::unsigned_abs);
        known || plies.is_some_and(|plies| plies <= found.depth)
    }
}

/// How deep to look.
fn target(request: &SearchRequest<'_, Abalone>) -> u32 {
    let limits = request.limits;
    let mate = limits.mate.map(|moves| moves.saturating_mul(2).saturating_sub(1).max(1));
    let asked = [request.options.target_depth, limits.depth, mate].into_iter().flatten().min();
    asked.unwrap_or(DEPTH_MAX).min(DEPTH_MAX)
}

impl Player<Abalone> for Wave {
    fn think(
        &mut self,
        request: &SearchRequest<'_, Abalone>,
        say: &mut dyn FnMut(SearchInfo<Move>),
    ) -> Option<SearchResult<Move>> {
        let first = *request.root_moves().first()?;
        if let Some(text) = self.short.take() {
            say(SearchInfo::Note(text));
        }
        self.tree.move_to(request.played);
        let mut meter = Meter::new(request.control, self.tree.created());
        let waiting = || !request.control.stop.is_set() && request.control.time.used().is_none();
        self.grow(request, &mut meter, &waiting, say);
        let at_once = self.tree.depth(self.tree.root()) > 0;
        self.first_layer(&mut meter);
        let nothing = Found { score: Score::DRAW, depth: 0, pv: vec![first] };
        let mut found = self.begin(request, &mut meter).unwrap_or(nothing);
        let at_once = at_once && found.depth >= target(request);
        say(SearchInfo::Pv(meter.report(request, &found, self.tree.created())));
        self.deepen(request, &mut meter, &mut found, say);
        meter.tell(self.tree.created());
        self.statistics.count(found.depth, at_once);
        let best = found.pv.first().copied().unwrap_or(first);
        // Among chosen moves it is no hint.
        let is_free = request.search_moves.is_empty();
        self.chosen = is_free.then_some((*request.played.position(), best));
        Some(SearchResult {
            best,
            ponder: found.pv.get(1).copied(),
            depth: found.depth,
            cut: request.options.target_depth.is_some_and(|target| found.depth < target)
                && request.control.time.is_out(),
        })
    }

    fn thinks_ahead(&self) -> bool {
        true
    }

    fn think_ahead(
        &mut self,
        request: &SearchRequest<'_, Abalone>,
        say: &mut dyn FnMut(SearchInfo<Move>),
    ) {
        self.tree.move_to(request.played);
        let mut meter = Meter::new(request.control, self.tree.created());
        self.grow(request, &mut meter, &|| !request.control.stop.is_set(), say);
        meter.tell(self.tree.created());
    }

    fn account(&self, rules: &Abalone, played: &PlayedGame<Abalone>) -> Option<Account> {
        Some(self.tree.evaluator().account(rules, played.position()))
    }

    fn best_known(&self, _rules: &Abalone, played: &PlayedGame<Abalone>) -> Option<Move> {
        let chosen = self.chosen.filter(|(pos, _)| pos == played.position());
        chosen.map(|(_, mv)| mv).or_else(|| self.tree.best_of(played))
    }

    fn node(
        &self,
        _rules: &Abalone,
        played: &PlayedGame<Abalone>,
        moves: &[Move],
    ) -> Result<Vec<String>, String> {
        self.tree.about(played, moves)
    }

    fn game_over(
        &mut self,
        _rules: &Abalone,
        played: &PlayedGame<Abalone>,
        outcome: &Outcome,
    ) -> Result<Vec<String>, String> {
        Ok(self.statistics.lines(played, Some(outcome), self.tree.dropped))
    }

    fn left_alone(&self, played: &PlayedGame<Abalone>) -> Vec<String> {
        // Where nothing was played no game is left.
        if played.moves_played().is_empty() {
            Vec::new()
        } else {
            self.statistics.lines(played, None, self.tree.dropped)
        }
    }

    fn new_game(&mut self) {
        self.tree.clear();
        self.chosen = None;
        self.tree.dropped = [0; 2];
        self.statistics = Statistics::default();
    }
}

impl Statistics {
    fn count(&mut self, depth: u32, at_once: bool) {
        self.moves += 1;
        self.at_once += u32::from(at_once);
        let (least, most) = self.depths.unwrap_or((depth, depth));
        self.depths = Some((least.min(depth), most.max(depth)));
    }

    /// The end of the game in words, without one if it was left before, how the moves were found,
    /// and what the tree has dropped.
    fn lines(
        &self,
        played: &PlayedGame<Abalone>,
        outcome: Option<&Outcome>,
        dropped: [u64; 2],
    ) -> Vec<String> {
        let pos = played.position();
        let end = outcome.map_or("the game is left".to_owned(), |outcome| {
            let winner = match outcome.winner() {
                Some(Side::First) => "Black wins",
                Some(Side::Second) => "White wins",
                None => "draw",
            };
            format!("{winner} ({})", outcome.reason)
        });
        let [black, white] = Side::BOTH.map(|side| pos.ejected(side));
        let plies = played.moves_played().len();
        let (least, most) = self.depths.unwrap_or_default();
        let Self { moves, at_once, waved, dived, wave_depth, .. } = self;
        let [width, threshold] = dropped;
        let thrown = (dropped != [0; 2]).then(|| {
            format!("wave: thrown away {width} by SIRKAMYSLENI, {threshold} by PRAHREZUVLNY")
        });
        let mut lines = vec![
            format!(
                "wave: {end}; {plies} plies played; pushed off: by Black {black}, by White {white}"
            ),
            format!(
                "wave: {moves} moves chosen at depth {least} to {most}, {at_once} of them known \
                 beforehand; {waved} nodes in the wave, to depth {wave_depth} at most, {dived} in \
                 deepthought"
            ),
        ];
        lines.extend(thrown);
        lines
    }
}

/// Counts nodes for the clock, and asks it.
#[derive(Debug)]
struct Meter<'c> {
    control: &'c SearchControl,
    /// Nodes made before the search.
    start: u64,
    /// Nodes of the search that the clock knows of.
    told: u64,
    /// Nodes made or visited since the clock was last asked; it is asked at the first.
    unwatched: u64,
}

impl<'c> Meter<'c> {
    fn new(control: &'c SearchControl, created: u64) -> Self {
        Self { control, start: created, told: 0, unwatched: NODES_PER_LOOK }
    }

    /// Whether one more node may be made.
    fn has_nodes(&self, created: u64) -> bool {
        self.control.nodes.max().is_none_or(|max| created - self.start < max)
    }

    /// Whether the search may go on with one more node.
    fn check(&mut self, created: u64) -> Result<(), Stopped> {
        if self.has_nodes(created) { self.visit(created) } else { Err(Stopped) }
    }

    /// Whether the search may go on: asked at every node, also where none is made. A tree that
    /// has grown for long has millions of them to walk through.
    fn visit(&mut self, created: u64) -> Result<(), Stopped> {
        self.unwatched += 1;
        if self.unwatched > NODES_PER_LOOK {
            self.unwatched = 0;
            self.tell(created);
            if self.control.must_stop() {
                return Err(Stopped);
            }
        }
        Ok(())
    }

    /// Tells the clock of the nodes made since the last time.
    fn tell(&mut self, created: u64) {
        let nodes = created - self.start;
        self.control.nodes.add(nodes - self.told);
        self.told = nodes;
    }

    /// What has been found, for the client; the line ends where the game does.
    fn report(
        &mut self,
        request: &SearchRequest<'_, Abalone>,
        found: &Found,
        created: u64,
    ) -> PvInfo<Move> {
        self.tell(created);
        let mut played = request.played.clone();
        let mut pv = Vec::new();
        for &mv in &found.pv {
            played.play(request.rules, mv);
            pv.push(mv);
            if played.outcome(request.rules).is_some() {
                break;
            }
        }
        PvInfo {
            exact: found.score.is_proven(),
            nodes: self.told,
            time: self.control.time.thought(),
            ..PvInfo::line(found.depth, found.score, pv)
        }
    }
}
