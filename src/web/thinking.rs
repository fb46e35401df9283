//! Searches: what a page asks as limits, and what a search tells as messages.

use std::time::Duration;

use super::message::{Go, GoLimits, LINES_MAX};
use super::reply::{BestMove, Info, ScoreView};
use plyglot_core::{Bound, Limits, Score};
use plyglot_host::event::{Answer, JobResult, Notice};

/// The limits of a search, none longer than `think_ms`.
///
/// # Errors
/// Says which field is wrong.
pub fn limits(go: &Go, think_ms: u64) -> Result<Limits, String> {
    let GoLimits { depth, nodes, movetime, infinite, mate, time, inc } = go.limits;
    let above_zero = |name: &str, number: Option<u64>| match number {
        Some(0) => Err(format!("go: {name}: found `0`, expected at least 1")),
        number => Ok(number),
    };
    above_zero("depth", depth.map(u64::from))?;
    above_zero("nodes", nodes)?;
    above_zero("movetime", movetime)?;
    above_zero("mate", mate.map(u64::from))?;
    if let Some(lines) = go.lines.filter(|lines| !(1..=LINES_MAX).contains(lines)) {
        return Err(format!("go: lines: found `{lines}`, expected 1 to {LINES_MAX}"));
    }
    let millis = |ms: u64| Duration::from_millis(ms.min(think_ms));
    let limits = Limits {
        infinite,
        depth,
        nodes,
        mate,
        move_time: movetime.map(millis),
        clock: time.map_or([None; 2], |sides| sides.map(|ms| Some(Duration::from_millis(ms)))),
        increment: inc.map_or([Duration::ZERO; 2], |sides| sides.map(Duration::from_millis)),
        ..Limits::default()
    };
    Ok(limits)
}

/// What a search has found, where that is a line with a score.
pub fn info(info: plyglot_core::Info) -> Option<Info> {
    let (score, bound) = info.score?;
    Some(Info {
        line: info.multi_pv.unwrap_or(1),
        depth: info.depth.unwrap_or(0),
        seldepth: info.seldepth,
        score: score_view(score),
        bound: match bound {
            Bound::Exact => None,
            Bound::Lower => Some("lower"),
            Bound::Upper => Some("upper"),
        },
        wdl: info.wdl,
        nodes: info.nodes.unwrap_or(0),
        nps: info.nps,
        time: info.time_ms.unwrap_or(0),
        tbhits: info.tb_hits.unwrap_or(0),
        hashfull: info.hashfull,
        pv: info.pv,
        names: Vec::new(),
    })
}

/// A score for people and for bars.
pub fn score_view(score: Score) -> ScoreView {
    match score.plies_to_end() {
        Some(plies) => ScoreView {
            cp: None,
            // In moves of the winner, as UCI has it.
            mate: Some(plies - plies / 2),
            text: score.to_string(),
        },
        None => ScoreView {
            cp: Some(score.raw()),
            mate: None,
            text: by_table(score)
                .map_or_else(|| format!("{:+.2}", f64::from(score.raw()) / 100.0), str::to_owned),
        },
    }
}

/// What tables say, where they say it.
fn by_table(score: Score) -> Option<&'static str> {
    let (likely, most) = (Score::likely_win(0), Score::EVAL_MAX);
    match score {
        _ if score > likely => Some("win by table"),
        _ if score > most => Some("win by table, if in time"),
        _ if score < -likely => Some("loss by table"),
        _ if score < -most => Some("loss by table, if in time"),
        _ => None,
    }
}

/// What a search has come to.
pub fn best_move(result: &JobResult) -> BestMove {
    let (best, ponder) = match &result.answer {
        Answer::Move { best, ponder } => (best.clone(), ponder.clone()),
        _ => (None, None),
    };
    BestMove {
        best,
        ponder,
        notices: result.notices.iter().map(|notice| text(notice).to_owned()).collect(),
        used_ms: u64::try_from(result.used.as_millis()).unwrap_or(u64::MAX),
        recorded: result.recording.is_some(),
    }
}

/// The words of a notice.
pub fn text(notice: &Notice) -> &str {
    match notice {
        Notice::Note(text) | Notice::Error(text) => text,
    }
}
