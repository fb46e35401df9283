//! Endgame tables: both builders, the verifier, published counts, play-outs, and six men's morris
//! whole. The larger tables are built under `PLYGLOT_LONG=1`.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use plyglot::core::Side;
use plyglot::core::rng::seeded;
use plyglot::endgame::monitor::NoMonitor;
use plyglot::endgame::plan::WdlPlan;
use plyglot::endgame::solved::SolvedTables;
use plyglot::endgame::store::Store;
use plyglot::endgame::verify::{Verified, verify};
use plyglot::endgame::wdl::WdlIndexer;
use plyglot::endgame::wdl_probe::WdlProbe;
use plyglot::endgame::{Cells, Indexer, Metric, Probe, TableId, Value, iterative, retrograde};
use plyglot::game::{Notation, Rules};
use plyglot::games::Game;
use plyglot::games::morris::indexer::MorrisIndexer;
use plyglot::games::morris::{MillProtection, Morris, NoMove, Position, RuleSet};
use rand::RngExt;

use super::is_long;

/// The tables of so many men, by name, as codes; the smallest ones made by both builders, and all
/// verified.
struct Built {
    rules: Morris,
    indexer: MorrisIndexer,
    solved: SolvedTables,
    codes: HashMap<String, (TableId, Vec<u16>)>,
}

/// Longer tables are made by one builder only.
const TWICE_MAX: u64 = 30_000;

fn build(set: RuleSet, men: u8, metric: Metric) -> Built {
    let rules = Morris::new(set);
    let indexer = rules.indexer();
    let mut built =
        Built { rules, indexer, solved: SolvedTables::default(), codes: HashMap::new() };
    for table in indexer.tables(&rules, men) {
        let name = indexer.name(table);
        let solved = &built.solved;
        let plan =
            WdlPlan { rules: &rules, indexer: &indexer, table, metric, solved, zeroed: None };
        let codes = retrograde::build(&plan, &NoMonitor).unwrap();
        if codes.len() as u64 <= TWICE_MAX {
            let plain = iterative::build(&plan, &NoMonitor).unwrap();
            assert!(codes == plain, "{name} {metric}: the builders disagree");
        }
        let at = |at: u64| codes[usize::try_from(at).unwrap()];
        let verified = verify(&plan, &at, &NoMonitor);
        assert!(matches!(verified, Verified::Right(_)), "{name} {metric}: {verified:?}");
        built.solved.insert(table, Arc::new(Cells::pack(metric, codes.clone())));
        built.codes.insert(name, (table, codes));
    }
    built
}

/// Each value of a table in turn is another one; a table is looked through by the men of who waits here.
#[test]
fn no_wrong_value_is_missed_wherever_it_stands() {
    let Built { rules, indexer, solved, codes } = build(RuleSet::THREE, 6, Metric::Dtm);
    let (table, metric) = (codes["three-3v3"].0, Metric::Dtm);
    assert!(indexer.pieces(table).is_some());
    let (rules, indexer, solved) = (&rules, &indexer, &solved);
    let plan = WdlPlan { rules, indexer, table, metric, solved, zeroed: None };
    let right = &codes["three-3v3"].1;
    let mut spoilt = right.clone();
    let positions = (0..right.len()).filter(|at| indexer.unrank(table, *at as u64).is_some());
    let verified = |codes: &[u16]| verify(&plan, &|at: u64| codes[at as usize], &NoMonitor);
    assert_eq!(verified(right), Verified::Right(positions.clone().count() as u64));
    for at in positions {
        spoilt[at] =
            if right[at] == Value::Draw.code() { Value::Loss(40) } else { Value::Draw }.code();
        assert!(matches!(verified(&spoilt), Verified::Wrong(_)), "{at}");
        spoilt[at] = right[at];
    }
}

/// Wins, losses and draws, for movers of so many men: of the orbits; of the places of a table
/// whose mover's men alone stand for their images; and of all positions.
fn counts(built: &Built, name: &str, mover: u32) -> ([u64; 3], [u64; 3], [u64; 3], u16) {
    let (table, codes) = &built.codes[name];
    let (mut orbits, mut places, mut raw, mut longest) = ([0; 3], [0; 3], [0; 3], 0);
    for at in 0..built.indexer.len(*table) {
        let Some(pos) = built.indexer.unrank(*table, at) else { continue };
        let [own, other] = [pos.side(), pos.side().other()].map(|side| pos.men(side));
        if own.count_ones() != mover {
            continue;
        }
        let value = Value::from_code(codes[usize::try_from(at).unwrap()]).unwrap();
        let which = match value {
            Value::Win(_) => 0,
            Value::Loss(_) => 1,
            Value::Draw => 2,
        };
        let mut images: Vec<(u32, u32)> =
            built.indexer.images(own).into_iter().zip(built.indexer.images(other)).collect();
        images.sort_unstable();
        images.dedup();
        let mut of_mover: Vec<u32> = images.iter().map(|(own, _)| *own).collect();
        of_mover.dedup();
        orbits[which] += 1;
        raw[which] += images.len() as u64;
        places[which] += (images.len() / of_mover.len()) as u64;
        longest = longest.max(value.distance().unwrap_or(0));
    }
    (orbits, places, raw, longest)
}

/// Three against three, both sides flying: 2 232 160 positions won, 455 648 lost, 4112 drawn, the
/// longest win 26 plies; 140 621, 28 736 and 269 up to symmetry; and 174 485, 35 303 and 352 places
/// of the third-party table that puts the mover's men alone into orbits.
#[test]
fn three_against_three_has_the_published_counts() {
    let built = build(RuleSet::NINE, 6, Metric::Dtm);
    let (orbits, places, raw, longest) = counts(&built, "3v3", 3);
    assert_eq!(orbits, [140_621, 28_736, 269]);
    assert_eq!(places, [174_485, 35_303, 352]);
    assert_eq!(raw, [2_232_160, 455_648, 4112]);
    assert_eq!(longest, 26);
}

/// Three to move against four: 945 630 places, 126 377 won, none lost, the longest win 33 plies;
/// from the same third-party table.
#[test]
#[ignore = "takes minutes: tools/check --long"]
fn four_against_three_has_the_published_counts() {
    let built = build(RuleSet::NINE, 7, Metric::Dtm);
    let (_, places, _, longest) = counts(&built, "4v3", 3);
    assert_eq!((places, longest), ([126_377, 0, 819_253], 33));
}

/// The orbits of a sector are as many as Burnside's lemma says.
#[test]
fn sectors_have_as_many_positions_as_symmetry_says() {
    let indexer = Morris::default().indexer();
    let orbits = |name: &str, mover: u32| {
        let rules = Morris::default();
        let tables = indexer.tables(&rules, 18);
        let table = tables.into_iter().find(|table| indexer.name(*table) == name).unwrap();
        let places = (0..indexer.len(table)).filter_map(|at| indexer.unrank(table, at));
        places.filter(|pos| pos.men(pos.side()).count_ones() == mover).count()
    };
    assert_eq!(orbits("3v3", 3), 169_626);
    if is_long() {
        assert_eq!([orbits("4v3", 4), orbits("4v3", 3)], [760_398; 2]);
        assert_eq!(orbits("4v4", 4), 3_225_597);
    }
    let tables = indexer.tables(&Morris::default(), 18);
    let places = |is_placing: bool| {
        let found = tables.iter().filter(|table| indexer.name(**table).contains('+') == is_placing);
        found.map(|table| indexer.len(*table)).sum::<u64>()
    };
    assert_eq!(places(false), 9_193_626_407, "all moving sectors");
    assert_eq!(places(true), 18_654_421_599, "all numbers of men in hand");
}

/// Both builders and the verifier agree under other rules too.
#[test]
fn small_tables_are_the_same_by_three_programs() {
    let sets = [
        RuleSet::THREE,
        RuleSet { flying: false, ..RuleSet::THREE },
        RuleSet { shield: MillProtection::Never, ..RuleSet::SIX },
        RuleSet { shield: MillProtection::Always, no_move: NoMove::Draw, ..RuleSet::SIX },
        RuleSet { each_mill_takes: true, flying: true, ..RuleSet::SIX },
        RuleSet { no_move: NoMove::Pass, ..RuleSet::SIX },
        RuleSet { no_move: NoMove::Pass, flying: false, ..RuleSet::THREE },
        RuleSet { men: 3, ..RuleSet::NINE },
        RuleSet { men: 3, each_mill_takes: true, ..RuleSet::NINE },
        RuleSet { men: 3, ..RuleSet::LASKER },
    ];
    for set in sets {
        for metric in [Metric::Dtm, Metric::Dtc, Metric::Wdl] {
            let men = if set.mill_wins || metric != Metric::Dtm { 6 } else { 7 };
            let built = build(set, men, metric);
            assert!(!built.codes.is_empty(), "{set:?}");
        }
    }
}

/// Where a stuck side passes, its position is worth what the other side's is after it, a ply later;
/// and tables built under another rule are refused.
#[test]
fn a_pass_is_a_move_of_the_tables() {
    let with = |no_move: NoMove| build(RuleSet { no_move, ..RuleSet::SIX }, 10, Metric::Dtm);
    let [passing, losing] = [NoMove::Pass, NoMove::Loss].map(with);
    assert_ne!(
        passing.indexer.rules_text(&passing.rules),
        losing.indexer.rules_text(&losing.rules)
    );
    let (mut stuck, mut saved) = (0, 0);
    for (name, (table, codes)) in &passing.codes {
        let value = |at: u64| Value::from_code(codes[usize::try_from(at).unwrap()]).unwrap();
        for at in 0..passing.indexer.len(*table) {
            let Some(pos) = passing.indexer.unrank(*table, at) else { continue };
            if losing.rules.outcome(&pos).is_none() {
                continue;
            }
            let lost = losing.codes[name].1[usize::try_from(at).unwrap()];
            assert_eq!(Value::from_code(lost), Some(Value::Loss(0)));
            let mut moves = Vec::new();
            passing.rules.legal_moves(&pos, &mut moves);
            assert!(moves.len() == 1 && moves[0].is_pass(), "{pos:?}");
            let mut after = pos;
            passing.rules.play(&mut after, moves[0]);
            let expected = value(passing.indexer.rank(*table, &after)).before(false);
            assert_eq!(value(at), expected, "{pos:?}");
            stuck += 1;
            saved += u32::from(!matches!(expected, Value::Loss(_)));
        }
    }
    assert!(stuck > 0 && saved > 0, "{stuck} stuck, {saved} of these not lost");
    assert!(play_out(&passing, Metric::Dtm, 300) > 30);
}

/// Three men's morris whole: a draw where men go anywhere; where they go to neighbouring points,
/// whoever begins takes the centre and wins with his fifth turn. A second solver, in another
/// language, found both; there is no published figure.
#[test]
fn three_mens_morris_is_drawn_with_flying_and_won_by_the_first_side_without() {
    for (flying, expected) in [(true, Value::Draw), (false, Value::Win(9))] {
        let built = build(RuleSet { flying, ..RuleSet::THREE }, 6, Metric::Dtm);
        let (_, codes) = &built.codes["three-place00"];
        assert_eq!(Value::from_code(codes[0]), Some(expected), "flying {flying}");
        let (table, codes) = &built.codes["three-place01"];
        let pos = built.rules.parse_position("********/O b p p 1 2 0 3").unwrap();
        assert_eq!(built.indexer.table_of(&built.rules, &pos), Some(*table));
        let at = usize::try_from(built.indexer.rank(*table, &pos)).unwrap();
        let expected = if flying { Value::Draw } else { Value::Loss(8) };
        assert_eq!(Value::from_code(codes[at]), Some(expected), "flying {flying}, the centre");
    }
}

/// Plays from random places of the tables, both sides by the tables: the value stays, and the
/// distance shrinks with every ply.
fn play_out(built: &Built, metric: Metric, games: u32) -> u32 {
    let mut store = Store::default();
    for (table, codes) in built.codes.values() {
        store.insert(*table, metric, Arc::new(Cells::pack(metric, codes.clone())));
    }
    let view = WdlProbe::new(&built.rules, &built.indexer, store);
    let tables: Vec<&(TableId, Vec<u16>)> = {
        let mut named: Vec<_> = built.codes.iter().collect();
        named.sort_by_key(|(name, _)| *name);
        named.into_iter().map(|(_, table)| table).collect()
    };
    let mut rng = seeded(91);
    let mut decided = 0;
    for _ in 0..games {
        let (table, codes) = tables[rng.random_range(0..tables.len())];
        let at = rng.random_range(0..codes.len() as u64);
        let Some(mut pos) = built.indexer.unrank(*table, at) else { continue };
        let mut value = view.value(&pos, metric).unwrap();
        decided += u32::from(value != Value::Draw);
        for _ in 0..40 {
            let mut moves = Vec::new();
            built.rules.legal_moves(&pos, &mut moves);
            if moves.is_empty() {
                assert_eq!(value, Value::Loss(0));
                break;
            }
            let judged = view.moves(&pos, &moves).unwrap();
            assert_eq!((judged.metric, judged.best()), (metric, Some(value)), "{pos:?}");
            let best: Vec<usize> =
                (0..moves.len()).filter(|i| judged.values[*i] == value).collect();
            built.rules.play(&mut pos, moves[best[rng.random_range(0..best.len())]]);
            let Some(after) = view.value(&pos, metric) else { break };
            match (value, after) {
                (Value::Draw, Value::Draw) => {}
                (Value::Win(plies), Value::Loss(left)) | (Value::Loss(plies), Value::Win(left)) => {
                    assert_eq!(left + 1, plies);
                }
                other => panic!("{other:?} at {pos:?}"),
            }
            value = after;
        }
    }
    decided
}

#[test]
fn games_by_the_tables_keep_their_value_and_come_nearer_to_their_end() {
    let (six, nine) = if is_long() { (12, 7) } else { (8, 6) };
    let built = build(RuleSet::SIX, six, Metric::Dtm);
    let games = if is_long() { 10_000 } else { 500 };
    assert!(play_out(&built, Metric::Dtm, games) > games / 5);
    let built = build(RuleSet::NINE, nine, Metric::Dtm);
    assert!(play_out(&built, Metric::Dtm, games) > games / 5);
}

/// Six men's morris whole is a draw, with flying and without.
#[test]
#[ignore = "takes minutes: tools/check --long"]
fn six_mens_morris_is_a_draw() {
    for flying in [false, true] {
        let built = build(RuleSet { flying, ..RuleSet::SIX }, 12, Metric::Dtm);
        let (_, codes) = &built.codes["six-place00"];
        assert_eq!(codes, &[Value::Draw.code()], "flying {flying}");
    }
}

/// How many positions of six men's morris with so many men can be reached, colours and symmetric
/// ones apart, those included in which a side is left with two men.
fn reachable(set: RuleSet) -> u64 {
    let rules = Morris::new(set);
    let indexer = rules.indexer();
    let mut seen: HashMap<(TableId, Side), Vec<bool>> = HashMap::new();
    let mut lost = HashSet::new();
    let (mut open, mut sum, mut moves) = (vec![rules.start()], 0, Vec::new());
    let images = |pos: &Position| {
        let sides = Side::BOTH.map(|side| indexer.images(pos.men(side)));
        let [white, black] = sides;
        let mut images: Vec<(u32, u32)> = white.into_iter().zip(black).collect();
        images.sort_unstable();
        images.dedup();
        images
    };
    while let Some(pos) = open.pop() {
        sum += images(&pos).len() as u64;
        moves.clear();
        rules.legal_moves(&pos, &mut moves);
        for &mv in &moves {
            let mut child = pos;
            rules.play(&mut child, mv);
            let Some(table) = indexer.table_of(&rules, &child) else {
                assert!(rules.outcome(&child).is_some(), "{child:?} is in no table");
                let images = images(&child);
                let hands = Side::BOTH.map(|side| child.hand(side));
                if lost.insert((images[0], hands, child.side())) {
                    sum += images.len() as u64;
                }
                continue;
            };
            let at = usize::try_from(indexer.rank(table, &child)).unwrap();
            let len = usize::try_from(indexer.len(table)).unwrap();
            let seen = seen.entry((table, child.side())).or_insert_with(|| vec![false; len]);
            if !std::mem::replace(&mut seen[at], true) {
                open.push(child);
            }
        }
    }
    sum
}

/// Every position of the game on the large board with few men is in a table, or lost. With three men
/// whoever begins wins, with four and five the game is drawn.
#[test]
fn the_large_board_with_few_men_is_kept_whole() {
    let with = |men| RuleSet { men, ..RuleSet::NINE };
    assert!(reachable(with(3)) > 1_000_000);
    let built = build(with(3), 6, Metric::Dtm);
    let start = |built: &Built, name: &str| Value::from_code(built.codes[name].1[0]).unwrap();
    assert_eq!(start(&built, "0+3v0+3"), Value::Win(23));
    assert!(play_out(&built, Metric::Dtm, 500) > 30);
    if is_long() {
        assert_eq!(start(&build(with(4), 8, Metric::Dtm), "0+4v0+4"), Value::Draw);
        assert_eq!(start(&build(with(5), 10, Metric::Wdl), "0+5v0+5"), Value::Draw);
    }
    let lasker = |men| RuleSet { men, ..RuleSet::LASKER };
    assert!(reachable(lasker(3)) > 1_000_000);
    let built = build(lasker(3), 6, Metric::Dtm);
    assert_eq!(start(&built, "lasker-0+3v0+3"), Value::Win(23));
    assert!(play_out(&built, Metric::Dtm, 500) > 30);
}

/// The numbers of positions of a published solution, without flying and with, for four, five and
/// six men.
#[test]
fn six_mens_morris_has_the_published_number_of_reachable_positions() {
    let published =
        [(4, 4_111_151, 4_111_327), (5, 17_844_721, 17_846_785), (6, 42_372_745, 42_383_945)];
    for (men, sliding, flying) in published {
        if men > 4 && !is_long() {
            break;
        }
        for (flying, positions) in [(false, sliding), (true, flying)] {
            let set = RuleSet { men, flying, ..RuleSet::SIX };
            assert_eq!(reachable(set), positions, "{men} men, flying {flying}");
        }
    }
}
