//! Stages: zeroing moves inside a table lead to lower ones, all others stay in theirs; and what is made
//! stage by stage follows from itself, under a limit that leaves wins behind some steps of pawns cursed.
//! (Since zeroing moves lead down, nothing else does. The plain builder, which asks a table until it gives
//! the answers it was given, is held against this one in the tests of chess and draughts.)

use std::sync::Arc;

use plyglot::endgame::indexer::NodeKind;
use plyglot::endgame::monitor::NoMonitor;
use plyglot::endgame::plan::WdlPlan;
use plyglot::endgame::solved::SolvedTables;
use plyglot::endgame::verify::{Verified, verify};
use plyglot::endgame::wdl::Target;
use plyglot::endgame::{Cells, Metric, Value, WdlIndexer, retrograde};
use plyglot::game::Notation;
use plyglot::games::Game;
use plyglot::games::chess::Chess;
use plyglot::games::draughts::{Board, Board8x8, Board10x10, Draughts, RuleSet};

use super::altered::Altered;
use super::chess::named;

/// At so many places of a table it is looked, or at all.
const PLACES: u64 = 100_000;

/// Checks places of some tables. Returns the stages that positions are of in the last of them.
fn check<R: Notation, I: WdlIndexer<R>>(rules: &R, indexer: &I, tables: &[&str]) -> Vec<u32> {
    let (mut of_positions, mut moves) = (Vec::new(), Vec::new());
    for name in tables {
        let table = named(indexer, rules, name);
        let (len, stages) = (indexer.len(table), indexer.stages(table));
        of_positions = vec![0; stages as usize];
        let mut run = (0, 0);
        for at in (0..len).step_by((1 + len / PLACES) as usize) {
            let (stage, end) = indexer.stage(table, at);
            assert!(end > at && end <= len, "{name} {at}: {end}");
            assert!(at >= run.1 || stage == run.0, "{name} {at}: {stage}, told before {run:?}");
            if at >= run.1 {
                run = (stage, end);
            }
            moves.clear();
            if indexer.successors(rules, table, at, &mut moves) == NodeKind::Invalid {
                continue;
            }
            of_positions[stage as usize] += 1;
            for mv in &moves {
                let Target::SameTable(to) = mv.to else { continue };
                let next = indexer.stage(table, to).0;
                let is_right = if mv.zeroes { next < stage } else { next == stage };
                assert!(is_right, "{name} {at}: {mv:?} leads from stage {stage} to {next}");
            }
        }
    }
    of_positions
}

fn of_draughts<B: Board>(set: RuleSet, tables: &[&str]) -> Vec<u32> {
    let game = Draughts::<B>::new(set);
    check(&game, &game.indexer(), tables)
}

#[test]
fn zeroing_moves_inside_a_table_lead_to_lower_stages() {
    let chess = Chess::default();
    let of_kpkp = check(&chess, &chess.indexer(), &["KQK", "KPK", "KRKP", "KPPK", "KPKP"]);
    assert_eq!(of_kpkp.len(), 11);
    assert!(of_kpkp.iter().all(|positions| *positions > 0), "{of_kpkp:?}");
    let men = of_draughts::<Board8x8>(RuleSet::ENGLISH, &["KvK", "KMvK", "KMvMM", "MvM"]);
    assert_eq!(men.len(), 13);
    assert!(men.iter().all(|positions| *positions > 0), "{men:?}");
    of_draughts::<Board8x8>(RuleSet::RUSSIAN, &["MMvK"]);
    of_draughts::<Board10x10>(RuleSet::INTERNATIONAL, &["KMvM", "MvM"]);
}

/// Plies from one step of a pawn to the next after which games are drawn here: the king often comes too late.
const LIMIT: u16 = 6;

#[test]
fn what_is_made_stage_by_stage_follows_from_itself() {
    let rules = Chess::default();
    let chess = Altered { limit: Some(LIMIT), ..Altered::of(&rules) };
    let (metric, mut solved, mut cursed) = (Metric::Dtz, SolvedTables::default(), 0);
    for name in ["KQK", "KRK", "KBK", "KNK", "KPK"] {
        let table = named(&chess, &rules, name);
        let plan = WdlPlan {
            rules: &rules,
            indexer: &chess,
            table,
            metric,
            solved: &solved,
            zeroed: None,
        };
        let codes = retrograde::build(&plan, &NoMonitor).unwrap();
        let verified = verify(&plan, &|at: u64| codes[at as usize], &NoMonitor);
        assert!(matches!(verified, Verified::Right(_)), "{name}: {verified:?}");
        let distances = codes.iter().filter_map(|code| Value::from_code(*code)?.distance());
        cursed = distances.filter(|plies| *plies > LIMIT).count();
        solved.insert(table, Arc::new(Cells::pack(metric, codes)));
    }
    assert!(cursed > 1000, "{cursed} in KPK");
}
