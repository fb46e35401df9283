//! Analysis as Leela Zero and `KataGo` say it, for the clients that show it.
//!
//! ```text
//! lz-analyze b 50        info move D4 visits 100 winrate 5230 prior 0 lcb 5230 order 0 pv D4 E5 info move …
//! kata-analyze interval 50        info move D4 visits 100 winrate 0.523 scoreMean 1.5 …
//! ```
//!
//! A winrate is that of the side to move. A tree search thinks in chances and says so; of other players
//! it is what they say of wins, draws and losses, or a guess by the score. Visits are those of the move where the search counts them, as a tree search
//! does, else the nodes of the whole search.

use crate::Info;
use std::fmt::Write;

/// Whose words are used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Words {
    /// Winrates in ten thousandths.
    Leela,
    /// Winrates as parts of one, and scores in points.
    Kata,
}

/// The chance of the side to move, 0 to 1: what the search means, what it says of wins and draws, or a
/// guess by the points at the end.
pub(super) fn winrate(info: &Info) -> f64 {
    match (info.chance, info.wdl) {
        (Some(chance), _) => f64::from(chance) / 1000.0,
        (None, Some([win, draw, _])) => (f64::from(win) + f64::from(draw) / 2.0) / 1000.0,
        (None, None) => 1.0 / (1.0 + 10_f64.powf(-points(info) / SCALE_POINTS)),
    }
}

/// An analysis that goes on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Analysis {
    words: Words,
    /// Between two lines, milliseconds.
    interval_ms: u64,
    /// Moves told, at most.
    pub(super) moves_max: u32,
    /// The last word about each move.
    lines: Vec<Info>,
    said_ms: Option<u64>,
}

/// Moves told where nothing is asked.
const MOVES: u32 = 6;
const MOVES_MAX: u32 = 361;
/// So many points ahead are told as winning ten of eleven games.
const SCALE_POINTS: f64 = 10.0;
const CENTISECOND_MS: u64 = 10;

impl Analysis {
    /// What these arguments ask for: a number is an interval; a colour has been taken out. Other words
    /// are passed over with their values.
    pub(super) fn new(words: Words, arguments: &[String]) -> Self {
        let (mut interval, mut moves_max) = (0, MOVES);
        let mut rest = arguments.iter().map(String::as_str);
        while let Some(word) = rest.next() {
            let mut number = || rest.next().and_then(|value| value.parse().ok());
            match word {
                "interval" => interval = number().unwrap_or(interval),
                "maxmoves" => moves_max = number().unwrap_or(moves_max).clamp(1, MOVES_MAX),
                // A colour, points, and for how many moves.
                "avoid" | "allow" => _ = rest.nth(2),
                other => match other.parse() {
                    Ok(number) => interval = number,
                    Err(_) => _ = rest.next(),
                },
            }
        }
        let interval_ms = u64::from(interval) * CENTISECOND_MS;
        Self { words, interval_ms, moves_max, lines: Vec::new(), said_ms: None }
    }

    /// Takes what the search says; a line for the client, if it is time for one.
    pub(super) fn take(&mut self, info: &Info) -> Option<String> {
        if info.pv.is_empty() || info.score.is_none() {
            return None;
        }
        let rank = info.multi_pv.unwrap_or(1).max(1) as usize;
        let best = info.pv.first();
        self.lines.retain(|line| line.pv.first() != best);
        let at = (rank - 1).min(self.lines.len());
        self.lines.insert(at, info.clone());
        self.lines.truncate(self.moves_max as usize);
        let now = info.time_ms.unwrap_or(0);
        let is_due = self.said_ms.is_none_or(|said| now >= said + self.interval_ms);
        if !is_due {
            return None;
        }
        self.said_ms = Some(now);
        Some(self.said())
    }

    /// All moves with their lines.
    fn said(&self) -> String {
        let all: Vec<String> =
            self.lines.iter().enumerate().map(|(order, info)| self.line(order, info)).collect();
        all.join(" ")
    }

    fn line(&self, order: usize, info: &Info) -> String {
        let names: Vec<String> = info.pv.iter().map(|mv| vertex(mv)).collect();
        let mv = names.first().map_or("pass", String::as_str);
        let visits = info.visits.or(info.nodes).unwrap_or(1).max(1);
        let (winrate, points) = (winrate(info), points(info));
        let mut text = format!("info move {mv} visits {visits}");
        let _ = match self.words {
            Words::Leela => {
                let parts = (winrate * 10_000.0).round();
                write!(text, " winrate {parts} prior 0 lcb {parts}")
            }
            Words::Kata => write!(
                text,
                " winrate {winrate:.4} scoreMean {points:.2} scoreLead {points:.2} scoreStdev 0 \
                 prior 0 lcb {winrate:.4}"
            ),
        };
        let _ = write!(text, " order {order} pv {}", names.join(" "));
        text
    }
}

/// A move as GTP has it.
pub(super) fn vertex(mv: &str) -> String {
    if mv.eq_ignore_ascii_case("pass") { "pass".to_owned() } else { mv.to_uppercase() }
}

fn points(info: &Info) -> f64 {
    info.score.map_or(0.0, |(score, _)| f64::from(score.raw()) / 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_core::{Bound, Score};

    fn info(rank: u32, cp: i32, ms: u64, pv: &[&str]) -> Info {
        let pv = pv.iter().map(|mv| (*mv).to_owned()).collect();
        let score = Some((Score::cp(cp), Bound::Exact));
        let (multi_pv, nodes, time_ms) = (Some(rank), Some(40), Some(ms));
        Info { multi_pv, score, nodes, time_ms, pv, ..Info::default() }
    }

    #[test]
    fn words_that_are_not_heeded_take_their_values_with_them() {
        for text in ["50 minmoves 3", "interval 50 ownership true", "avoid b D4,E5 7 50", "50"] {
            let words: Vec<String> = text.split(' ').map(str::to_owned).collect();
            let analysis = Analysis::new(Words::Leela, &words);
            assert_eq!((analysis.interval_ms, analysis.moves_max), (500, MOVES), "{text}");
        }
    }

    #[test]
    fn moves_are_told_in_order_at_intervals() {
        let words = ["interval".to_owned(), "2".to_owned(), "maxmoves".to_owned(), "3".to_owned()];
        let mut analysis = Analysis::new(Words::Leela, &words);
        assert_eq!((analysis.interval_ms, analysis.moves_max), (20, 3));
        let first = "info move D4 visits 40 winrate 5000 prior 0 lcb 5000 order 0 pv D4 pass";
        assert_eq!(analysis.take(&info(1, 0, 5, &["D4", "pass"])).as_deref(), Some(first));
        assert_eq!(analysis.take(&info(2, -1000, 6, &["e5"])), None);
        let old = "info move E5 visits 40 winrate 909 prior 0 lcb 909 order 2 pv E5";
        let both = "info move D4 visits 40 winrate 5000 prior 0 lcb 5000 order 0 pv D4 pass info move \
                    C3 visits 40 winrate 909 prior 0 lcb 909 order 1 pv C3";
        assert_eq!(
            analysis.take(&info(2, -1000, 60, &["C3"])).as_deref(),
            Some(&*format!("{both} {old}"))
        );
        let mut kata = Analysis::new(Words::Kata, &["10".to_owned()]);
        assert_eq!(kata.interval_ms, 100);
        let said = "info move D4 visits 40 winrate 0.5573 scoreMean 1.00 scoreLead 1.00 scoreStdev 0 \
                    prior 0 lcb 0.5573 order 0 pv D4";
        assert_eq!(kata.take(&info(1, 100, 5, &["D4"])).as_deref(), Some(said));
        // Of a search that counts how often it tried a move that is told.
        let counted = Info { visits: Some(7), ..info(1, 100, 200, &["D4"]) };
        assert!(kata.take(&counted).unwrap().starts_with("info move D4 visits 7 winrate"));
    }

    #[test]
    fn a_chance_that_is_meant_goes_before_one_that_is_guessed() {
        let percent = |info: &Info| format!("{:.0}", winrate(info) * 100.0);
        let ahead = info(1, 100, 0, &["D4"]);
        assert_eq!(percent(&ahead), "56");
        let told = Info { wdl: Some([100, 200, 700]), ..ahead };
        assert_eq!(percent(&told), "20");
        assert_eq!(percent(&Info { chance: Some(853), ..told }), "85");
    }
}
