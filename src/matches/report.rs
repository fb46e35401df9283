//! How a match stands, as text.

use std::fmt::Write as _;

use super::outline::Outline;
use super::run::{News, Standing};
use super::stats::{Sprt, Tally, Verdict};
use plyglot_core::Side;
use serde_json::{Value, json};

/// One game as it ends: `game 12: new - old 1/2-1/2 (stalemate), 74 plies`.
pub fn game_line(outline: &Outline, news: &News<'_>) -> String {
    let [first, second] = news.slot.players.map(|player| &outline.names[player]);
    let verdict = &news.played.verdict;
    let result = match verdict.winner {
        None => "1/2-1/2",
        Some(Side::First) => "1-0",
        Some(Side::Second) => "0-1",
    };
    let (number, reason) = (news.slot.number + 1, &verdict.reason);
    let plies = news.played.moves.len();
    format!("game {number}: {first} - {second} {result} ({reason}), {plies} plies")
}

/// How every meeting stands, with the sequential test where there is one.
pub fn standing(outline: &Outline, standing: &Standing) -> String {
    let mut text = String::new();
    for (tally, (a, b)) in standing.tallies.iter().zip(outline.schedule.pairs()) {
        let (a, b) = (&outline.names[*a], &outline.names[*b]);
        let _ = writeln!(text, "{a} - {b}: {tally}");
    }
    if let Some(sprt) = &outline.sprt {
        let _ = writeln!(text, "{}", sprt_line(sprt, &standing.tallies[0], standing.verdict));
    }
    text
}

fn sprt_line(sprt: &Sprt, tally: &Tally, verdict: Option<Verdict>) -> String {
    let (low, high) = sprt.bounds();
    let Sprt { elo0, elo1, alpha, beta } = sprt;
    let said = match verdict {
        Some(Verdict::H1) => format!("accepted: stronger by {elo1}"),
        Some(Verdict::H0) => format!("accepted: not stronger than by {elo0}"),
        Some(Verdict::Open) | None => "open".to_owned(),
    };
    let llr = sprt.llr(tally);
    let asked = format!("SPRT elo0 {elo0} elo1 {elo1} alpha {alpha} beta {beta}");
    format!("{asked}: LLR {llr:.2} ({low:.2}, {high:.2}), {said}")
}

/// Everything at the end: meetings, a cross table where there are several, reasons.
pub fn summary(outline: &Outline, end: &Standing) -> String {
    let mut text = standing(outline, end);
    if outline.names.len() > 2 {
        text += &cross_table(outline, end);
    }
    let reasons = end.reasons.iter().map(|(reason, times)| format!("{reason} {times}"));
    let _ = writeln!(text, "ended by: {}", reasons.collect::<Vec<_>>().join(", "));
    if end.repeated() > 0 {
        let (repeated, done) = (end.repeated(), end.done);
        let _ = writeln!(
            text,
            "{repeated} of {done} games repeat earlier ones move by move: players without \
             randomness need --random-plies N or --openings FILE"
        );
    }
    text
}

/// The same for programs: each meeting with its games, pairs of games, score and Elo with the error of
/// 95 %, and the sequential test.
pub fn json(outline: &Outline, end: &Standing, variant: &str, seed: u64) -> Value {
    let meeting = |(tally, (a, b)): (&Tally, &(usize, usize))| {
        let [lost, drawn, won] = tally.games;
        let (score, elo) = (tally.score(), tally.elo());
        json!({
            "players": [outline.names[*a], outline.names[*b]],
            "won": won,
            "drawn": drawn,
            "lost": lost,
            "pairs": tally.pairs,
            "score": { "value": score.value, "error": score.error },
            "elo": { "value": elo.value, "error": elo.error },
        })
    };
    let sprt = outline.sprt.as_ref().map(|sprt| {
        let (low, high) = sprt.bounds();
        let verdict = match end.verdict {
            Some(Verdict::H1) => "H1",
            Some(Verdict::H0) => "H0",
            Some(Verdict::Open) | None => "open",
        };
        let llr = sprt.llr(&end.tallies[0]);
        json!({ "elo0": sprt.elo0, "elo1": sprt.elo1, "llr": llr, "bounds": [low, high], "verdict": verdict })
    });
    json!({
        "game": variant,
        "seed": seed,
        "games": end.done,
        "meetings": end.tallies.iter().zip(outline.schedule.pairs()).map(meeting).collect::<Vec<_>>(),
        "sprt": sprt,
        "ended_by": end.reasons,
    })
}

/// Points of every player against every other, best first.
fn cross_table(outline: &Outline, end: &Standing) -> String {
    let count = outline.names.len();
    // Half points and games of the row's player against the column's.
    let mut cells = vec![vec![(0u64, 0u64); count]; count];
    for (tally, (a, b)) in end.tallies.iter().zip(outline.schedule.pairs()) {
        let [lost, drawn, won] = tally.games;
        cells[*a][*b] = (2 * won + drawn, tally.played());
        cells[*b][*a] = (2 * lost + drawn, tally.played());
    }
    let total = |row: usize| {
        let sum = |part: fn(&(u64, u64)) -> u64| cells[row].iter().map(part).sum::<u64>();
        (sum(|cell| cell.0), sum(|cell| cell.1))
    };
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by_key(|&row| std::cmp::Reverse(total(row).0));
    let width = outline.names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let mut text = format!("{:4} {:width$} {:>13}", "", "", "points");
    for rank in 1..=count {
        let _ = write!(text, " {rank:>11}");
    }
    text.push('\n');
    for (rank, &row) in order.iter().enumerate() {
        let (points, games) = total(row);
        let name = &outline.names[row];
        let _ = write!(text, "{:>3}. {name:width$} {:>13}", rank + 1, fraction(points, games));
        for &column in &order {
            let (points, games) = cells[row][column];
            let cell = if row == column { "-".to_owned() } else { fraction(points, games) };
            let _ = write!(text, " {cell:>11}");
        }
        text.push('\n');
    }
    text
}

/// Half points of games: `12.5/20`.
fn fraction(half_points: u64, games: u64) -> String {
    let half = if half_points % 2 == 1 { ".5" } else { "" };
    format!("{}{half}/{games}", half_points / 2)
}
