//! A recorded search: the tree as a table of nodes, in the order in which they were entered.
//!
//! ```text
//! visit      parent  move        a visit of the root (parent none) begins an iteration, or a
//!   0         -                  window of it; the visits below it follow
//!   1         0      e2e4
//!   2         1      e7e5        a parent stands before its children
//! ```
//!
//! The unit is the *visit*: a move that is searched a second time, with a wider window or to its
//! full depth, is a node of the search once more and stands here once more. So visits are somewhat
//! more than the nodes of an `info` line, which count moves played.

use std::collections::HashMap;

use plyglot_core::{Bound, RulesInForce, Score};

/// Why a node was left, as people would say it. An
/// [`ExitReason`](plyglot_search::tracer::ExitReason) seen together with what the recorder knows
/// besides.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum End {
    /// The game is over by the board; the node's text is the rule.
    Finished,
    /// A counter of moves without progress has run out; the node's text is the rule.
    NoProgress,
    /// The position has been there before; the node's `earlier` says when.
    Repetition,
    /// A faster end is known already.
    MateDistance,
    /// The transposition table knew enough.
    Table,
    /// An endgame table knew the value.
    Endgame,
    /// A pass held beta.
    NullMove,
    /// A shallower search foretold that the score is outside of the window.
    ProbCut,
    /// So far above beta near the horizon that nothing was looked at.
    Futility,
    /// So far below alpha near the horizon that only noisy moves were tried; the node's text is the
    /// best of them where it was better than standing still.
    Razoring,
    /// The static eval reached beta at the horizon (stand pat).
    StandPat,
    /// The static eval, all noisy moves looked at.
    Horizon,
    /// A move reached beta; the node's text is that move.
    Cut,
    /// All moves were searched; the node's text is the best of them.
    Searched,
    /// Moves were tried time and again, and the score is the mean; the node's text is the one tried
    /// most often.
    Averaged,
    /// The game was played on by lot to find the score.
    PlayedOut,
    /// The line is as long as lines may get.
    TooLong,
    /// The search was stopped here.
    Stopped,
}

impl End {
    /// All of them, in order.
    pub const ALL: [Self; 18] = [
        Self::Finished,
        Self::NoProgress,
        Self::Repetition,
        Self::MateDistance,
        Self::Table,
        Self::Endgame,
        Self::NullMove,
        Self::ProbCut,
        Self::Futility,
        Self::Razoring,
        Self::StandPat,
        Self::Horizon,
        Self::Cut,
        Self::Searched,
        Self::Averaged,
        Self::PlayedOut,
        Self::TooLong,
        Self::Stopped,
    ];

    /// Its word in trace files and answers.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Finished => "finished",
            Self::NoProgress => "no-progress",
            Self::Repetition => "repetition",
            Self::MateDistance => "mate-distance",
            Self::Table => "table",
            Self::Endgame => "endgame",
            Self::NullMove => "null-move",
            Self::ProbCut => "prob-cut",
            Self::Futility => "futility",
            Self::Razoring => "razoring",
            Self::StandPat => "stand-pat",
            Self::Horizon => "horizon",
            Self::Cut => "cut",
            Self::Searched => "searched",
            Self::Averaged => "averaged",
            Self::PlayedOut => "played-out",
            Self::TooLong => "too-long",
            Self::Stopped => "stopped",
        }
    }

    /// Whether standing still was a choice here, and only noisy moves were tried besides.
    pub const fn is_amid_noise(self) -> bool {
        matches!(self, Self::Horizon | Self::Razoring)
    }

    /// The end with this word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|end| end.word() == word)
    }
}

/// A text of the recording: an index into [`Recording::texts`].
pub type TextId = u32;

/// The text that says nothing: the move to the root, and a pass.
pub const NO_TEXT: TextId = 0;

/// One visit of a node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// The visit of the node above; `None` for the root.
    pub parent: Option<u32>,
    /// The worker, 0 being the first, which reports and decides.
    pub thread: u16,
    /// Plies from the root.
    pub ply: u16,
    /// The iteration, plies.
    pub iteration: u16,
    /// The move that led here; [`NO_TEXT`] for the root and after a pass.
    pub mv: TextId,
    /// Plies asked for; 0 and less in quiescence.
    pub depth: i16,
    /// Plies more because the side to move is in check.
    pub extension: i16,
    /// Plies less than the node above would give, because the move came late or was a pass.
    pub reduction: i16,
    /// Lower end of the window, for the side to move.
    pub alpha: Score,
    /// Upper end of the window.
    pub beta: Score,
    /// The static eval, where there is one: not in a finished position, nor in check.
    pub static_eval: Option<Score>,
    /// What was returned, for the side to move here; `None` if the search was stopped.
    pub score: Option<Score>,
    /// The score is seen with the same sign by the node above: the same side moved there.
    pub same_side: bool,
    /// Why it was left.
    pub end: End,
    /// The move that cut or was best, or the rule that ended the game; see [`End`].
    pub text: TextId,
    /// For a repetition: the ply at which the position stood before, negative before the root.
    pub earlier: Option<i32>,
    /// Visits of this node and below, recorded or not.
    pub visits: u64,
    /// Legal moves that were left out without a look.
    pub skipped: Vec<TextId>,
    /// The key of the position.
    pub key: u64,
}

impl Node {
    /// What the score is a bound of; `None` if the search was stopped here.
    pub fn bound(&self) -> Option<Bound> {
        let score = self.score?;
        Some(if score <= self.alpha {
            Bound::Upper
        } else if score >= self.beta {
            Bound::Lower
        } else {
            Bound::Exact
        })
    }
}

/// An iteration as the search reported it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Iteration {
    /// Plies.
    pub depth: u32,
    /// The score of the best line.
    pub score: Score,
    /// Moves played so far.
    pub nodes: u64,
    /// Microseconds so far.
    pub time_us: u64,
    /// The best line.
    pub pv: Vec<String>,
}

/// What was searched, and how it ended.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct About {
    /// What the game was played by.
    pub rules: RulesInForce,
    /// The position string of the set-up; `None` for the start position.
    pub setup: Option<String>,
    /// The moves played from the set-up before the search.
    pub moves: Vec<String>,
    /// The position string of the root.
    pub position: String,
    /// The diagram of the root, a row a line.
    pub diagram: Vec<String>,
    /// The player that was asked.
    pub player: String,
    /// The move it played; `None` if it had none, or the recording ends before.
    pub played: Option<String>,
    /// Endgame tables gave the answer at the root: nothing was searched.
    pub by_tables: bool,
    /// What the player said besides its lines.
    pub notes: Vec<String>,
    /// Legal moves that the search was not to look at: `searchmoves` named others, or an endgame
    /// table says that they give the result away.
    pub excluded: Vec<String>,
    /// The iterations as they were reported, the best line only.
    pub iterations: Vec<Iteration>,
    /// Each term of the evaluator at the end of the last line, for the side to move there.
    pub terms: Vec<(String, i32)>,
}

/// A recorded search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recording {
    /// What was searched.
    pub about: About,
    /// Visits of the whole search, recorded or not.
    pub visits: u64,
    /// Deeper plies did not fit and were dropped: all visits to this ply are here.
    pub ply_kept: Option<u32>,
    /// The visits, each after its parent.
    pub nodes: Vec<Node>,
    /// Texts by [`TextId`]; the first is empty.
    pub texts: Vec<String>,
}

impl Default for Recording {
    fn default() -> Self {
        let (about, texts) = (About::default(), vec![String::new()]);
        Self { about, visits: 0, ply_kept: None, nodes: Vec::new(), texts }
    }
}

impl Recording {
    /// A text.
    pub fn text(&self, id: TextId) -> &str {
        self.texts.get(id as usize).map_or("", String::as_str)
    }

    /// The score of a visit as the node above sees it; that of the root for its own side.
    pub fn seen_above(&self, at: u32) -> Option<Score> {
        let node = &self.nodes[at as usize];
        let own = node.same_side || node.parent.is_none();
        node.score.map(|score| if own { score } else { -score })
    }

    /// The children of every visit, in order; the visits of the root under `None`.
    pub fn children(&self) -> Children {
        let mut first = vec![0_u32; self.nodes.len() + 2];
        let slot = |parent: Option<u32>| parent.map_or(0, |at| at as usize + 1);
        for node in &self.nodes {
            first[slot(node.parent) + 1] += 1;
        }
        for i in 1..first.len() {
            first[i] += first[i - 1];
        }
        let mut next = first.clone();
        let mut list = vec![0_u32; self.nodes.len()];
        for (at, node) in (0_u32..).zip(&self.nodes) {
            let place = &mut next[slot(node.parent)];
            list[*place as usize] = at;
            *place += 1;
        }
        Children { first, list }
    }
}

/// Which visits are below which.
#[derive(Clone, Debug)]
pub struct Children {
    first: Vec<u32>,
    list: Vec<u32>,
}

impl Children {
    /// The visits of the root.
    pub fn roots(&self) -> &[u32] {
        &self.list[self.first[0] as usize..self.first[1] as usize]
    }

    /// The visits below a visit.
    pub fn of(&self, at: u32) -> &[u32] {
        let slot = at as usize + 1;
        &self.list[self.first[slot] as usize..self.first[slot + 1] as usize]
    }
}

/// Texts with their numbers, while a recording is made or read.
#[derive(Clone, Debug)]
pub(super) struct Texts {
    pub(super) list: Vec<String>,
    ids: HashMap<String, TextId>,
}

impl Texts {
    pub(super) fn new() -> Self {
        Self { list: vec![String::new()], ids: HashMap::from([(String::new(), NO_TEXT)]) }
    }

    pub(super) fn id(&mut self, text: &str) -> TextId {
        if let Some(&id) = self.ids.get(text) {
            return id;
        }
        let id = TextId::try_from(self.list.len()).unwrap_or(NO_TEXT);
        self.list.push(text.to_owned());
        self.ids.insert(text.to_owned(), id);
        id
    }
}
