//! A recording read as a tree: which visit decided about a move, and how a visit is said.
//!
//! A move may be visited more than once: by every iteration, and within one with a narrow window
//! first and a wide one afterwards. The visit that decided is the last one.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::recording::{Children, End, NO_TEXT, Node, Recording, TextId};
use plyglot_core::text::shorten;
use plyglot_core::{Bound, Score};

/// So many moves are named where another was expected.
const NAMED_MAX: usize = 12;

/// What a pass is called where moves have names.
pub const PASS: &str = "(pass)";

/// A recording with its children at hand.
#[derive(Debug)]
pub struct View<'r> {
    /// The recording.
    pub recording: &'r Recording,
    children: Children,
}

/// A move of a node, with its visits put together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Branch {
    /// The move.
    pub mv: TextId,
    /// The visit that decided.
    pub at: u32,
    /// The visits of it and below, all together.
    pub visits: u64,
}

impl<'r> View<'r> {
    /// Prepares a recording for questions.
    pub fn new(recording: &'r Recording) -> Self {
        Self { recording, children: recording.children() }
    }

    /// A visit.
    pub fn node(&self, at: u32) -> &'r Node {
        &self.recording.nodes[at as usize]
    }

    /// The visits of the root by the first worker, in order.
    pub fn roots(&self) -> &[u32] {
        let all = self.children.roots();
        &all[..all.partition_point(|&at| self.node(at).thread == 0)]
    }

    /// The visits of the root by all workers, each worker's in order.
    pub fn roots_of_all(&self) -> &[u32] {
        self.children.roots()
    }

    /// The visits below a visit, in order.
    pub fn below(&self, at: u32) -> &[u32] {
        self.children.of(at)
    }

    /// The visit of the root that decided: that of the last iteration that has a finished one.
    pub fn root(&self) -> Option<u32> {
        let last = self.by_iteration().pop_last();
        last.map(|(_, at)| at).or(self.roots().last().copied())
    }

    /// The visit of the root that decided, for each iteration of the first worker that has a
    /// finished one: that of the best line.
    pub fn by_iteration(&self) -> BTreeMap<u16, u32> {
        let of_first = self.lines().into_iter().filter(|((thread, _), _)| *thread == 0);
        of_first.filter_map(|((_, depth), lines)| Some((depth, *lines.first()?))).collect()
    }

    /// By thread and iteration the finished visits of the root that decided, one for each line, the
    /// best first. Several lines are searched one after the other, each without the moves of those
    /// before it; where a window did not hold the score of a line, a wider one follows, and the last
    /// of them decides.
    pub fn lines(&self) -> BTreeMap<(u16, u16), Vec<u32>> {
        let exact =
            |at: u32| self.node(at).score.filter(|_| self.node(at).bound() == Some(Bound::Exact));
        let mut lines: BTreeMap<(u16, u16), Vec<u32>> = BTreeMap::new();
        let finished = self.roots_of_all().iter().filter(|&&at| self.node(at).score.is_some());
        for &at in finished {
            let known = lines.entry((self.node(at).thread, self.node(at).iteration)).or_default();
            match known.last_mut().filter(|before| exact(**before).is_none()) {
                Some(before) => *before = at,
                None => known.push(at),
            }
        }
        for known in lines.values_mut() {
            known.sort_by_key(|&at| Reverse(exact(at)));
        }
        lines
    }

    /// The lines of the iteration that a visit of the root belongs to, the best first; of another
    /// visit none.
    pub fn lines_beside(&self, at: u32) -> Vec<u32> {
        let node = self.node(at);
        let lines = self.lines().remove(&(node.thread, node.iteration));
        lines.filter(|_| node.parent.is_none()).unwrap_or_default()
    }

    /// The moves of a visit in the order in which they were first tried.
    pub fn branches(&self, at: u32) -> Vec<Branch> {
        let node = self.node(at);
        let searched =
            i32::from(node.depth) + i32::from(node.extension) > 0 && !node.end.is_amid_noise();
        let mut branches: Vec<Branch> = Vec::new();
        for &child in self.below(at) {
            let Node { mv, visits, depth, .. } = *self.node(child);
            let counts = mv != NO_TEXT && !(searched && depth < 0);
            match branches.iter_mut().find(|branch| branch.mv == mv) {
                Some(branch) => {
                    branch.visits = branch.visits.saturating_add(visits);
                    if counts {
                        branch.at = child;
                    }
                }
                None => branches.push(Branch { mv, at: child, visits }),
            }
        }
        branches
    }

    /// The visit that decided about this move. A turn of several moves by one side, written with
    /// commas between them, is followed through the nodes of its parts.
    pub fn deciding(&self, at: u32, mv: &str) -> Option<u32> {
        let is_it = |branch: &Branch, mv: &str| self.text(branch.mv).eq_ignore_ascii_case(mv);
        let branches = self.branches(at);
        if let Some(branch) = branches.iter().find(|branch| is_it(branch, mv)) {
            return Some(branch.at);
        }
        let (first, rest) = mv.split_once(',')?;
        let branch = branches.iter().find(|branch| is_it(branch, first))?;
        let next = self.deciding(branch.at, rest)?;
        self.node(next).same_side.then_some(next)
    }

    /// Of a turn of several moves by one side the visit to which it is recorded, and the rest.
    pub fn beginning<'m>(&self, at: u32, mv: &'m str) -> Option<(u32, &'m str)> {
        let (first, rest) = mv.split_once(',')?;
        let next = self.deciding(at, first)?;
        self.beginning(next, rest).or(Some((next, rest)))
    }

    /// The visit at the end of a path of moves from the root.
    pub fn place(&self, path: &[String]) -> Result<u32, String> {
        let mut at = self.root().ok_or("the recording is empty")?;
        for mv in path {
            at = self.deciding(at, mv).ok_or_else(|| self.no_such_move(at, mv))?;
        }
        Ok(at)
    }

    /// Says that a move was not visited here.
    pub fn no_such_move(&self, at: u32, mv: &str) -> String {
        let branches = self.branches(at);
        let names = branches.iter().filter(|branch| branch.mv != NO_TEXT);
        let mut names: Vec<&str> = names.map(|branch| self.text(branch.mv)).collect();
        if names.is_empty() {
            return format!("found `{}`, but nothing is recorded below this node", shorten(mv));
        }
        if names.len() > NAMED_MAX {
            names.truncate(NAMED_MAX);
            names.push("…");
        }
        format!("found `{}`, expected a recorded move: {}", shorten(mv), names.join(" "))
    }

    /// The visits along the best line below a visit: by the move that cut or was best.
    pub fn line(&self, at: u32) -> Vec<u32> {
        let mut line = Vec::new();
        let mut here = at;
        while let Some(next) = self.best_below(here) {
            line.push(next);
            here = next;
        }
        line
    }

    /// The visit of the move that cut or was best; `None` where that was not a move, or the visit
    /// is not recorded.
    pub fn best_below(&self, at: u32) -> Option<u32> {
        let node = self.node(at);
        let has_move = matches!(node.end, End::Cut | End::Searched | End::Averaged)
            || node.end.is_amid_noise();
        let mv = Some(node.text).filter(|&mv| has_move && mv != NO_TEXT)?;
        let stood = node.end.is_amid_noise() && node.score == node.static_eval;
        let branch = self.branches(at).into_iter().find(|branch| branch.mv == mv)?;
        (!stood).then_some(branch.at)
    }

    /// A text.
    pub fn text(&self, id: TextId) -> &'r str {
        self.recording.text(id)
    }

    /// The moves to a visit from the root; a pass is `(pass)`.
    pub fn path(&self, at: u32) -> Vec<&'r str> {
        let mut path = Vec::new();
        let mut here = Some(at);
        while let Some(at) = here {
            let node = self.node(at);
            if node.parent.is_some() {
                path.push(self.name(at));
            }
            here = node.parent;
        }
        path.reverse();
        path
    }

    /// The move that led to a visit.
    pub fn name(&self, at: u32) -> &'r str {
        match self.node(at).mv {
            NO_TEXT => PASS,
            mv => self.text(mv),
        }
    }

    /// The score of a visit as the node above sees it: `cp 12`, `at most cp 12`.
    pub fn score_above(&self, at: u32) -> String {
        let node = self.node(at);
        let (Some(score), Some(bound)) = (self.recording.seen_above(at), node.bound()) else {
            return "no score".to_owned();
        };
        let own = node.same_side || node.parent.is_none();
        let bound = match bound {
            Bound::Lower if !own => Bound::Upper,
            Bound::Upper if !own => Bound::Lower,
            bound => bound,
        };
        bounded(score, bound)
    }

    /// Why a visit ended, in words.
    pub fn reason(&self, at: u32) -> String {
        let node = self.node(at);
        let text = self.text(node.text);
        let with = |what: &str, tail: String| match node.text {
            NO_TEXT => what.to_owned(),
            _ => format!("{what}{tail}"),
        };
        let reason = match node.end {
            End::Finished => with("the game is over", format!(" ({text})")),
            End::NoProgress => with("drawn by counting moves", format!(" ({text})")),
            End::Repetition => match node.earlier {
                Some(ply @ 0..) => format!("repeats the position of ply {ply}"),
                Some(back) => format!("repeats a position {} plies before the root", -back),
                None => "repeats a position".to_owned(),
            },
            End::MateDistance => "a faster end is known".to_owned(),
            End::Table => "known to the table".to_owned(),
            End::Endgame if node.score.is_some_and(Score::is_likely) => {
                "known to an endgame table, but a rule may end the game before".to_owned()
            }
            End::Endgame => "known to an endgame table".to_owned(),
            End::NullMove => "even a pass holds beta".to_owned(),
            End::ProbCut => "a shallower search foretells a score outside of the window".to_owned(),
            End::Futility => "so far above beta that nothing was looked at".to_owned(),
            End::Razoring => {
                let best = format!(", best noisy move {text}");
                with("so far below alpha that only noisy moves were tried", best)
            }
            End::StandPat => "horizon, static eval reaches beta".to_owned(),
            End::Horizon => with("horizon", format!(", best noisy move {text}")),
            End::Cut => with("cut", format!(" by {text}")),
            End::Searched => with("all moves searched", format!(", best {text}")),
            End::Averaged => with("the mean of what was tried", format!(", most often {text}")),
            End::PlayedOut => "played on by lot".to_owned(),
            End::TooLong => "the line is as long as lines may get".to_owned(),
            End::Stopped => "stopped".to_owned(),
        };
        match node.skipped.len() {
            0 => reason,
            untried if node.end == End::Averaged => format!("{reason}, {untried} not tried"),
            left_out => format!("{reason}, {left_out} left out"),
        }
    }

    /// Depth with what was added and taken away: `depth 4 (1 more)`.
    pub fn depth(&self, at: u32) -> String {
        let Node { depth, extension, reduction, .. } = *self.node(at);
        match (extension, reduction) {
            (0, 0) => format!("depth {depth}"),
            (0, _) => format!("depth {depth} ({reduction} less)"),
            (_, 0) => format!("depth {depth} ({extension} more)"),
            _ => format!("depth {depth} ({reduction} less, {extension} more)"),
        }
    }
}

/// A score with what it is a bound of.
pub fn bounded(score: Score, bound: Bound) -> String {
    match bound {
        Bound::Exact => score.to_string(),
        Bound::Lower => format!("at least {score}"),
        Bound::Upper => format!("at most {score}"),
    }
}

/// One end of a window: `inf` where it is open.
pub fn edge(score: Score) -> String {
    match score {
        Score::INFINITE => "inf".to_owned(),
        Score::MINUS_INFINITE => "-inf".to_owned(),
        score => score.to_string(),
    }
}
