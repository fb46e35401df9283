//! What searches and games say, as values: outcomes, scores, reports.

use plyglot::core::{Bound, Info as Said, Score as Number, Side};
use plyglot::game::{Ending, Outcome as Ended};
use plyglot::host::view::outcome_text;
use pyo3::prelude::*;

/// How a game has ended, and by which rule.
///
/// Attributes
/// ----------
/// winner : int or None
///     0 if the first side won, 1 if the second, None for a draw.
/// margin : int or None
///     How far the first side is ahead, in the unit of the game (stones, points, discs), in games that are
///     decided by a margin.
/// reason : str
///     The rule, such as ``checkmate``.
/// claim : bool
///     A player may claim this end; the game goes on if nobody does.
#[pyclass(frozen, eq, hash, get_all, module = "plyglot")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Outcome {
    winner: Option<usize>,
    margin: Option<i16>,
    reason: &'static str,
    claim: bool,
    text: String,
}

impl Outcome {
    pub(crate) fn of(outcome: &Ended) -> Self {
        Self {
            winner: outcome.winner().map(Side::index),
            margin: match outcome.ending {
                Ending::Margin(margin) => Some(margin),
                Ending::Draw | Ending::Win(_) => None,
            },
            reason: outcome.reason,
            claim: outcome.claim,
            text: outcome_text(outcome),
        }
    }
}

#[pymethods]
impl Outcome {
    /// What each side gets: 1.0 for a win, 0.0 for a draw, -1.0 for a loss.
    ///
    /// Returns
    /// -------
    /// tuple of float
    ///     Of the first side, and of the second.
    fn returns(&self) -> (f64, f64) {
        match self.winner {
            None => (0.0, 0.0),
            Some(0) => (1.0, -1.0),
            Some(_) => (-1.0, 1.0),
        }
    }

    fn __str__(&self) -> String {
        self.text.clone()
    }

    fn __repr__(&self) -> String {
        format!("<Outcome {}>", self.text)
    }
}

/// What a position or a move is worth, from the side to move.
///
/// Scores are ordered: any win is above any evaluation, a nearer win above one farther off.
///
/// Attributes
/// ----------
/// raw : int
///     The number itself, from -32001 to 32001.
/// units : float or None
///     In units of the game (pawns, stones, ...); None for a proven win or loss.
/// plies : int or None
///     Plies to the end of a proven win (positive) or loss (zero or negative).
/// is_win, is_loss : bool
///     Proven on the board.
#[pyclass(frozen, eq, ord, hash, module = "plyglot")]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Score(Number);

impl Score {
    pub(crate) const fn of(score: Number) -> Self {
        Self(score)
    }

    pub(crate) const fn number(self) -> Number {
        self.0
    }

    pub(crate) fn text(self) -> String {
        match (self.0.plies_to_end(), self.units()) {
            (Some(plies), _) if plies > 0 => format!("win in {plies}"),
            (Some(plies), _) => format!("loss in {}", -plies),
            (None, units) => format!("{:+.2}", units.unwrap_or_default()),
        }
    }
}

#[pymethods]
impl Score {
    #[getter]
    fn raw(&self) -> i32 {
        self.0.raw()
    }

    #[getter]
    pub(crate) fn units(&self) -> Option<f64> {
        (!self.0.is_proven()).then(|| f64::from(self.0.raw()) / 100.0)
    }

    #[getter]
    fn plies(&self) -> Option<i32> {
        self.0.plies_to_end()
    }

    #[getter]
    fn is_win(&self) -> bool {
        self.0.is_win()
    }

    #[getter]
    fn is_loss(&self) -> bool {
        self.0.is_loss()
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __repr__(&self) -> String {
        format!("<Score {}>", self.text())
    }
}

/// A report of a search: a line and what it is worth, or the move that is looked at now.
///
/// Attributes
/// ----------
/// depth, seldepth : int or None
///     Plies of this iteration, and of the longest line.
/// multipv : int or None
///     Rank of the line, from 1.
/// score : Score or None
///     Worth of the line for the side to move.
/// bound : str or None
///     ``exact``, ``lower`` or ``upper``: what the score is.
/// exact : bool
///     The score is proven.
/// wdl : tuple of int or None
///     Chances of win, draw and loss in thousandths, with the option UCI_ShowWDL.
/// nodes, nps, hashfull, tbhits : int or None
///     Moves played, moves a second, fill of the transposition table in thousandths, table hits.
/// time : float or None
///     Seconds.
/// current : str or None
///     The move that is looked at.
/// pv : list of str
///     The line, best move first.
#[pyclass(frozen, get_all, module = "plyglot")]
#[derive(Clone)]
pub(crate) struct Info {
    pub(crate) depth: Option<u32>,
    seldepth: Option<u32>,
    pub(crate) multipv: Option<u32>,
    pub(crate) score: Option<Score>,
    pub(crate) bound: Option<&'static str>,
    pub(crate) exact: bool,
    wdl: Option<(u16, u16, u16)>,
    pub(crate) nodes: Option<u64>,
    nps: Option<u64>,
    hashfull: Option<u32>,
    tbhits: Option<u64>,
    time: Option<f64>,
    current: Option<String>,
    pub(crate) pv: Vec<String>,
}

impl Info {
    pub(crate) fn of(info: Said) -> Self {
        #[expect(clippy::cast_precision_loss, reason = "no search takes 2^53 ms")]
        let seconds = |millis: u64| millis as f64 / 1000.0;
        Self {
            depth: info.depth,
            seldepth: info.seldepth,
            multipv: info.multi_pv,
            score: info.score.map(|(score, _)| Score(score)),
            bound: info.score.map(|(_, bound)| word(bound)),
            exact: info.exact,
            wdl: info.wdl.map(|[win, draw, loss]| (win, draw, loss)),
            nodes: info.nodes,
            nps: info.nps,
            hashfull: info.hashfull,
            tbhits: info.tb_hits,
            time: info.time_ms.map(seconds),
            current: info.current.map(|(mv, _)| mv),
            pv: info.pv,
        }
    }

    /// It is a line with its score.
    pub(crate) fn is_line(&self) -> bool {
        self.score.is_some() && self.bound == Some(word(Bound::Exact))
    }
}

#[pymethods]
impl Info {
    fn __repr__(&self) -> String {
        let score = self.score.map_or_else(|| "no score".to_owned(), Score::text);
        let depth = self.depth.unwrap_or(0);
        format!("<Info depth {depth}, {score}, {}>", self.pv.join(" "))
    }
}

/// The word of a bound.
pub(crate) const fn word(bound: Bound) -> &'static str {
    match bound {
        Bound::Exact => "exact",
        Bound::Lower => "lower",
        Bound::Upper => "upper",
    }
}
