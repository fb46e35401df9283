//! One search as a test wants it: everything has a default, all that was said is kept.

use plyglot_core::Limits;
use plyglot_core::game::{Evaluator, PlayedGame, Rules, SearchParams};
use plyglot_search::tracer::SharedTracer;
use plyglot_search::{
    AlphaBeta, Config, Player, PvInfo, SearchControl, SearchInfo, SearchOptions, SearchRequest,
    SearchResult, TbAccess, TranspositionTable,
};

/// What to search, and how.
#[must_use]
#[derive(Debug)]
pub struct Query<'a, R: Rules> {
    /// The rules.
    pub rules: &'a R,
    /// The game so far.
    pub played: &'a PlayedGame<R>,
    /// Limits of the search itself; the control is apart.
    pub limits: Limits,
    /// These first moves alone, if there are any.
    pub search_moves: Vec<R::Move>,
    /// As a client gives them.
    pub options: SearchOptions,
    /// What is extended, reduced and left out, if there is no `config`.
    pub params: SearchParams,
    /// `None` leaves the choice to the player, as in play.
    pub config: Option<Config>,
    /// Who may stop it.
    pub control: SearchControl,
    /// The transposition table.
    pub table: TranspositionTable,
    /// Endgame tables.
    pub tables: Option<TbAccess<'a, R>>,
    /// Who is told of every node.
    pub tracer: Option<&'a dyn SharedTracer<R>>,
}

impl<'a, R: Rules> Query<'a, R> {
    /// The whole game, without limits.
    pub fn new(rules: &'a R, played: &'a PlayedGame<R>) -> Self {
        Self {
            rules,
            played,
            limits: Limits::default(),
            search_moves: Vec::new(),
            options: SearchOptions::default(),
            params: SearchParams::NONE,
            config: None,
            control: SearchControl::unlimited(),
            table: TranspositionTable::with_buckets(64),
            tables: None,
            tracer: None,
        }
    }

    /// To this depth.
    pub fn depth(self, depth: u32) -> Self {
        Self { limits: Limits { depth: Some(depth), ..self.limits }, ..self }
    }

    /// With these parameters.
    pub fn params(self, params: SearchParams) -> Self {
        Self { params, ..self }
    }

    /// In this configuration.
    pub fn config(self, config: Config) -> Self {
        Self { config: Some(config), ..self }
    }

    /// Under these options.
    pub fn options(self, options: SearchOptions) -> Self {
        Self { options, ..self }
    }

    /// Runs the search with an evaluator.
    pub fn run<E: Evaluator<R>>(&self, evaluator: E) -> Found<R::Move> {
        let mut player = match self.config {
            Some(config) => AlphaBeta::with_config(evaluator, config),
            None => AlphaBeta::new(evaluator, self.params),
        };
        self.run_by(&mut player)
    }

    /// Runs the search by this player.
    pub fn run_by(&self, player: &mut dyn Player<R>) -> Found<R::Move> {
        let mut said = Vec::new();
        let answer = player.think(&self.request(), &mut |saying| said.push(saying));
        Found { answer, said }
    }

    /// What a player is given.
    pub fn request(&self) -> SearchRequest<'_, R> {
        SearchRequest {
            rules: self.rules,
            played: self.played,
            limits: &self.limits,
            search_moves: &self.search_moves,
            control: &self.control,
            tt: &self.table,
            tb: self.tables,
            options: self.options,
            tracer: self.tracer,
        }
    }
}

/// What a search came to.
#[derive(Debug)]
pub struct Found<M> {
    /// The move, and how deep it was searched.
    pub answer: Option<SearchResult<M>>,
    /// All that was said meanwhile.
    pub said: Vec<SearchInfo<M>>,
}

impl<M: Copy> Found<M> {
    /// The lines, as they were said.
    pub fn reports(&self) -> impl DoubleEndedIterator<Item = &PvInfo<M>> {
        self.said.iter().filter_map(|saying| match saying {
            SearchInfo::Pv(report) => Some(report),
            _ => None,
        })
    }

    /// The lines of the last finished iteration, best first.
    pub fn lines(&self) -> Vec<&PvInfo<M>> {
        let last = self.answer.as_ref().map_or(0, |answer| answer.depth);
        let mut lines: Vec<&PvInfo<M>> = Vec::new();
        for report in self.reports().filter(|report| report.depth == last) {
            // An iteration may say a line more than once: with a bound first, then with the score.
            lines.retain(|line| line.multi_pv != report.multi_pv);
            lines.push(report);
        }
        lines.sort_by_key(|line| line.multi_pv);
        lines
    }
}
