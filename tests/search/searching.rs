//! One search as a test wants it: everything has a default, all that was said is kept.

use plyglot::core::Limits;
use plyglot::game::{Evaluator, PlayedGame, Rules, SearchParams};
use plyglot::search::tracer::SharedTracer;
use plyglot::search::{
    AlphaBeta, Config, Player, PvInfo, SearchControl, SearchInfo, SearchOptions, SearchRequest,
    SearchResult, TbAccess, TranspositionTable,
};

/// What to search, and how.
pub(crate) struct Query<'a, R: Rules> {
    pub(crate) rules: &'a R,
    pub(crate) played: &'a PlayedGame<R>,
    pub(crate) limits: Limits,
    pub(crate) search_moves: Vec<R::Move>,
    pub(crate) options: SearchOptions,
    /// What is extended, reduced and left out, if there is no `config`.
    pub(crate) params: SearchParams,
    /// `None` leaves the choice to the player, as in play.
    pub(crate) config: Option<Config>,
    pub(crate) control: SearchControl,
    pub(crate) table: TranspositionTable,
    pub(crate) tables: Option<TbAccess<'a, R>>,
    pub(crate) tracer: Option<&'a dyn SharedTracer<R>>,
}

impl<'a, R: Rules> Query<'a, R> {
    pub(crate) fn new(rules: &'a R, played: &'a PlayedGame<R>) -> Self {
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

    pub(crate) fn depth(self, depth: u32) -> Self {
        Self { limits: Limits { depth: Some(depth), ..self.limits }, ..self }
    }

    pub(crate) fn params(self, params: SearchParams) -> Self {
        Self { params, ..self }
    }

    pub(crate) fn config(self, config: Config) -> Self {
        Self { config: Some(config), ..self }
    }

    pub(crate) fn options(self, options: SearchOptions) -> Self {
        Self { options, ..self }
    }

    /// Runs the search with an evaluator.
    pub(crate) fn run<J: Evaluator<R>>(&self, evaluator: J) -> Found<R::Move> {
        let mut player = match self.config {
            Some(config) => AlphaBeta::with_config(evaluator, config),
            None => AlphaBeta::new(evaluator, self.params),
        };
        self.run_by(&mut player)
    }

    /// Runs the search by this player.
    pub(crate) fn run_by(&self, player: &mut dyn Player<R>) -> Found<R::Move> {
        let mut said = Vec::new();
        let answer = player.think(&self.request(), &mut |saying| said.push(saying));
        Found { answer, said }
    }

    /// What a player is given.
    pub(crate) fn request(&self) -> SearchRequest<'_, R> {
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
pub(crate) struct Found<M> {
    pub(crate) answer: Option<SearchResult<M>>,
    pub(crate) said: Vec<SearchInfo<M>>,
}

impl<M: Copy> Found<M> {
    pub(crate) fn reports(&self) -> impl DoubleEndedIterator<Item = &PvInfo<M>> {
        self.said.iter().filter_map(|saying| match saying {
            SearchInfo::Pv(report) => Some(report),
            _ => None,
        })
    }

    /// The lines of the last finished iteration, best first.
    pub(crate) fn lines(&self) -> Vec<&PvInfo<M>> {
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
