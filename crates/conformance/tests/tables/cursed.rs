//! Wins that come after a no-progress rule has ended the game, and draws that are hard to keep.
//!
//! Chess has cursed wins only with five men, whose tables are large. Here the fifty-move rule ends
//! games after twelve moves, so that most wins with a rook are cursed.

use std::sync::atomic::AtomicU64;

use plyglot::core::Score;
use plyglot::endgame::demand::Demand;
use plyglot::endgame::store::Store;
use plyglot::endgame::wdl_probe::WdlProbe;
use plyglot::endgame::{Indexer, Metric, Probe, Value};
use plyglot::game::{Notation, PlayedGame, Rules};
use plyglot::games::Game;
use plyglot::games::chess::{Chess, Position};
use plyglot::search::TbAccess;

use super::altered::Altered;
use super::chess::{built, named};
use plyglot_conformance::searching::Query;

/// Plies after which games are drawn here.
const LIMIT: u16 = 24;

fn access<'a>(probe: &'a dyn Probe<Chess>, hits: &'a AtomicU64) -> TbAccess<'a, Chess> {
    TbAccess { probe, depth_min: 1, margins: false, only_mates: false, hits }
}

/// What the search says of a position, and what it plays.
fn think(rules: &Chess, probe: &dyn Probe<Chess>, fen: &str) -> (String, Score) {
    let hits = AtomicU64::new(0);
    let played = PlayedGame::new(rules, rules.parse_position(fen).unwrap());
    let query = Query { tables: Some(access(probe, &hits)), ..Query::new(rules, &played).depth(4) };
    let found = query.run(rules.evaluator());
    let best = found.answer.as_ref().unwrap().best;
    (rules.move_text(played.position(), best), found.lines()[0].score)
}

#[test]
fn a_win_that_the_rule_cuts_short_is_none_by_any_metric() {
    let (near, far) = ("8/8/8/8/8/4k3/R7/4K3 w - - 0 1", "8/8/8/8/4k3/8/8/K6R w - - 0 1");
    for metric in Metric::OF_WDL {
        let (rules, chess, store) = built(&["KRK"], metric);
        let probe = WdlProbe::new(&rules, &chess, store.clone());
        let hurried = Altered { limit: Some(LIMIT), ..Altered::of(&rules) };
        let cursed = WdlProbe::new(&rules, &hurried, store);
        let pos = |fen: &str| rules.parse_position(fen).unwrap();
        let moves = |probe: &dyn Probe<Chess>, fen: &str| {
            let played = PlayedGame::new(&rules, pos(fen));
            probe.moves(played.position(), &played.moves(&rules)).unwrap()
        };
        // Fifty moves are enough for both.
        for fen in [near, far] {
            assert_eq!(probe.verdict(&pos(fen)), Some(Value::Win(0)), "{metric} {fen}");
            assert!(moves(&probe, fen).in_time, "{metric} {fen}");
        }
        let expected = if metric == Metric::Dtz { Some(Value::Draw) } else { None };
        assert_eq!(cursed.verdict(&pos(far)), expected, "{metric}");
        assert_eq!(cursed.end(&pos(far)), expected, "{metric}");
        assert_eq!(cursed.likely(&pos(far), 0), Some(Value::Win(0)), "{metric}: but for the rule");
        let judged = moves(&cursed, far);
        assert!(!judged.in_time, "{metric}: {judged:?}");
        assert!(
            matches!(judged.best(), Some(Value::Win(_))),
            "the best move is known all the same"
        );
        // The root says no more than that: neither a mate nor a win by tables.
        let (_, score) = think(&rules, &cursed, far);
        assert!(score.raw().abs() <= Score::EVAL_MAX.raw(), "{metric}: {score}");
    }
}

#[test]
fn a_win_that_comes_in_time_is_one_by_distances() {
    let fen = "8/8/8/8/8/2k5/7R/2K5 w - - 0 1";
    let (rules, _, store) = built(&["KRK"], Metric::Dtm);
    let hurried = Altered { limit: Some(LIMIT), ..Altered::of(&rules) };
    let probe = WdlProbe::new(&rules, &hurried, store);
    let pos = rules.parse_position(fen).unwrap();
    let Some(Value::Win(plies)) = probe.value(&pos, Metric::Dtm) else { panic!("not won") };
    assert!(plies <= LIMIT, "{plies}");
    assert_eq!(probe.verdict(&pos), Some(Value::Win(0)));
    assert_eq!(think(&rules, &probe, fen).1, Score::win_in(u32::from(plies)));
}

/// Answers that keep the draw after a move.
fn keeping(rules: &Chess, probe: &dyn Probe<Chess>, pos: &Position) -> usize {
    let mut moves = Vec::new();
    rules.legal_moves(pos, &mut moves);
    let judged = probe.moves(pos, &moves).unwrap();
    judged.values.iter().filter(|value| **value == Value::Draw).count()
}

/// King and pawn against king, where White has no win: Black is asked for the only moves there are.
#[test]
fn a_drawn_ending_is_played_so_that_few_answers_hold_it() {
    let (rules, indexer, store): (_, _, Store) = built(&["KPK"], Metric::Dtm);
    let probe = WdlProbe::new(&rules, &indexer, store);
    let table = named(&indexer, &rules, "KPK");
    let (mut looked_at, mut fewer) = (0, 0);
    for at in (0..indexer.len(table) / 2).step_by(997) {
        let Some(pos) = indexer.unrank(table, at) else { continue };
        let mut moves = Vec::new();
        rules.legal_moves(&pos, &mut moves);
        let judged = probe.moves(&pos, &moves);
        let Some(judged) = judged.filter(|judged| judged.best() == Some(Value::Draw)) else {
            continue;
        };
        let drawing = moves.iter().zip(&judged.values).filter(|(_, value)| **value == Value::Draw);
        let after = drawing.map(|(mv, _)| rules.after(&pos, *mv));
        let counts: Vec<usize> = after
            .filter(|child| rules.outcome(child).is_none())
            .map(|child| keeping(&rules, &probe, &child))
            .collect();
        let Some(&fewest) = counts.iter().min() else { continue };
        for (mv, _) in moves.iter().zip(&judged.values).filter(|(_, value)| **value == Value::Draw)
        {
            let child = rules.after(&pos, *mv);
            let demand = Demand::after(&probe, &rules, &PlayedGame::new(&rules, pos.clone()), *mv);
            let asked = rules.outcome(&child).is_none().then(|| keeping(&rules, &probe, &child));
            assert_eq!(demand.unwrap().answers().map(|(keeping, _)| keeping), asked);
        }
        let fen = rules.position_text(&pos);
        let (best, _) = think(&rules, &probe, &fen);
        let mv = moves.iter().find(|mv| rules.move_text(&pos, **mv) == best).unwrap();
        assert_eq!(keeping(&rules, &probe, &rules.after(&pos, *mv)), fewest, "{fen} {best}");
        looked_at += 1;
        fewer += usize::from(counts.iter().any(|count| *count > fewest));
    }
    assert!(looked_at > 15 && fewer > 10, "{looked_at} positions, a choice in {fewer}");
}
