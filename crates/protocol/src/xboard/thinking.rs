//! What is told of a search [cecp-2, sections 10 and 12].
//!
//! ```text
//! 9 156 1084 48000 14 44280 0  e2e4 e7e5     plies, score, hundredths of a second, nodes; longest
//!                                           line, nodes a second, table hits; a tab and the line
//! stat01: 1234 30000 7 5 30 g1f3            while analysing: time, nodes, plies, moves left, of how many
//! ```

use plyglot_core::{Bound, Info, Score};

/// A proven win, less nothing for the moves to it.
const MATE: i32 = 100_000;
const CENTISECOND_MS: u64 = 10;

/// A score as clients read it: hundredths, or 100000 and the moves to a proven end.
pub(super) fn points(score: Score) -> i32 {
    match score.plies_to_end() {
        None => Score::cp(score.raw()).raw(),
        Some(plies) if plies > 0 => MATE + plies - plies / 2,
        Some(plies) => plies - plies / 2 - MATE,
    }
}

/// A line of thinking, where there is a line of moves to show.
pub(super) fn line(info: &Info) -> Option<String> {
    let (depth, (score, bound)) = (info.depth?, info.score?);
    if info.pv.is_empty() {
        return None;
    }
    let (score, time) = (points(score), info.time_ms.unwrap_or(0) / CENTISECOND_MS);
    let nodes = info.nodes.unwrap_or(0);
    let longest = info.seldepth.unwrap_or(depth);
    let (speed, hits) = (info.nps.unwrap_or(0), info.tb_hits.unwrap_or(0));
    let mark = match bound {
        Bound::Exact => "",
        Bound::Lower => " !",
        Bound::Upper => " ?",
    };
    let pv = info.pv.join(" ");
    Some(format!("{depth} {score} {time} {nodes} {longest} {speed} {hits}\t{pv}{mark}"))
}

/// How far an analysis has come.
#[derive(Clone, Debug, Default)]
pub(super) struct Status {
    depth: u32,
    nodes: u64,
    time_ms: u64,
    current: Option<(String, u32)>,
    /// The best move so far.
    best: Option<String>,
}

impl Status {
    /// The search has said this.
    pub(super) fn take(&mut self, info: &Info) {
        self.depth = info.depth.unwrap_or(self.depth);
        self.nodes = info.nodes.unwrap_or(self.nodes);
        self.time_ms = info.time_ms.unwrap_or(self.time_ms);
        if info.current.is_some() {
            self.current.clone_from(&info.current);
        }
        if info.multi_pv.is_none_or(|rank| rank == 1) && !info.pv.is_empty() {
            self.best = info.pv.first().cloned();
        }
    }

    /// The best move that it knows.
    pub(super) fn best(&self) -> Option<&str> {
        self.best.as_deref()
    }

    /// The answer to `.`, of so many legal moves.
    pub(super) fn line(&self, moves: usize) -> String {
        let Self { depth, nodes, time_ms, current, .. } = self;
        let time = time_ms / CENTISECOND_MS;
        let (name, at) = current.as_ref().map_or(("", 0), |(mv, number)| (mv, *number as usize));
        let left = moves.saturating_sub(at);
        format!("stat01: {time} {nodes} {depth} {left} {moves} {name}").trim_end().to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_centiseconds_and_moves_to_mate() {
        let info = Info {
            depth: Some(9),
            seldepth: Some(14),
            score: Some((Score::cp(156), Bound::Exact)),
            nodes: Some(48_000),
            nps: Some(44_280),
            time_ms: Some(10_849),
            pv: vec!["e2e4".to_owned(), "e7e5".to_owned()],
            ..Info::default()
        };
        let told = line(&info).unwrap_or_default();
        assert_eq!(told, "9 156 1084 48000 14 44280 0\te2e4 e7e5");
        let lower = Info { score: Some((Score::cp(156), Bound::Lower)), ..info.clone() };
        assert!(line(&lower).is_some_and(|told| told.ends_with("\te2e4 e7e5 !")));
        assert_eq!(line(&Info { pv: Vec::new(), ..info }), None);
        let cases = [
            (Score::win_in(1), 100_001),
            (Score::win_in(4), 100_002),
            (Score::win_in(5), 100_003),
            (Score::loss_in(0), -100_000),
            (Score::loss_in(2), -100_001),
            (Score::loss_in(4), -100_002),
            (Score::cp(-20), -20),
            (Score::table_win(3), 20_000),
        ];
        for (score, points_of) in cases {
            assert_eq!(points(score), points_of, "{score}");
        }
    }

    #[test]
    fn a_status_counts_the_moves_that_are_left() {
        let mut status = Status::default();
        assert_eq!(status.line(20), "stat01: 0 0 0 20 20");
        let current = Some(("g1f3".to_owned(), 15));
        let (depth, nodes, time_ms) = (Some(7), Some(30_000), Some(12_349));
        status.take(&Info { depth, nodes, time_ms, current, ..Info::default() });
        status.take(&Info::default());
        assert_eq!(status.line(20), "stat01: 1234 30000 7 5 20 g1f3");
    }
}
