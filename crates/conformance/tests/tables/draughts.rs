//! The endgame indexer: counts that are published, both builders and the verifier, and the tables
//! of one piece against one.
//!
//! Four pieces and more are built by `plyglot tb build`, not here.

use plyglot::endgame::indexer::predecessors_by_rules;
use plyglot::endgame::monitor::NoMonitor;
use plyglot::endgame::plan::WdlPlan;
use plyglot::endgame::solved::SolvedTables;
use plyglot::endgame::store::Store;
use plyglot::endgame::verify::{Verified, verify};
use plyglot::endgame::wdl::successors_by_rules;
use plyglot::endgame::wdl_probe::WdlProbe;
use plyglot::endgame::{
    Cells, Indexer, Metric, Probe, TableId, Value, WdlIndexer, iterative, retrograde,
};
use plyglot::game::{Notation, Rules};
use plyglot::games::Game;
use plyglot::games::draughts::{Board, Board8x8, Board10x10, Draughts, Kind, RuleSet};
use plyglot_conformance::indexer::check_indexer;

/// Positions with so many pieces, the side to move looked at as one colour, both sides having some:
/// the columns "entries" of the counts by formula.
fn entries<B: Board>(set: RuleSet, pieces: u8) -> u64 {
    let game = Draughts::<B>::new(set);
    let indexer = game.indexer();
    let smaller = indexer.tables(&game, pieces - 1);
    let tables = indexer.tables(&game, pieces);
    tables
        .into_iter()
        .filter(|table| !smaller.contains(table))
        .map(|table| indexer.len(table))
        .sum()
}

/// Chinook counts placements of both colours without the side to move, and those with one side only:
/// with p(n) placements of n pieces of one colour, 2·p(n) of those, and the rest counted once where
/// our entries count it once, too, for either colour to move is the other's mirror image.
#[test]
fn entries_are_the_published_counts_without_those_of_one_side_only() {
    let published = [(2, 6_972), (3, 261_224), (4, 7_092_774), (5, 148_688_232_u64)];
    let entries_listed = [(2, 3_488), (3, 196_032), (4, 6_209_316), (5, 139_450_808_u64)];
    for ((pieces, all), (_, listed)) in published.into_iter().zip(entries_listed) {
        let found = entries::<Board8x8>(RuleSet::ENGLISH, pieces);
        assert_eq!(found, listed, "{pieces} pieces");
        assert_eq!(found, all - one_side_only(pieces), "{pieces} pieces");
    }
    for (pieces, listed) in [(2, 8_845), (3, 806_300), (4, 41_971_200), (5, 1_570_600_750_u64)] {
        assert_eq!(
            entries::<Board10x10>(RuleSet::INTERNATIONAL, pieces),
            listed,
            "{pieces} pieces"
        );
    }
}

/// Placements of so many pieces of one colour, for both colours: men on 28 squares, kings on 32.
fn one_side_only(pieces: u8) -> u64 {
    let choose = |n: u64, k: u64| (0..k).fold(1, |all, i| all * (n - i) / (i + 1));
    let n = u64::from(pieces);
    2 * (0..=n).map(|men| choose(28, men) * choose(32 - men, n - men)).sum::<u64>()
}

/// A table made by the retrograde builder alone.
fn retrograde<B: Board>(
    game: &Draughts<B>,
    table: TableId,
    metric: Metric,
    solved: &SolvedTables,
) -> Vec<u16> {
    let plan =
        WdlPlan { rules: game, indexer: &game.indexer(), table, metric, solved, zeroed: None };
    retrograde::build(&plan, &NoMonitor).unwrap()
}

/// A table made by both builders and verified.
fn build<B: Board>(
    game: &Draughts<B>,
    table: TableId,
    metric: Metric,
    solved: &SolvedTables,
) -> Vec<u16> {
    let indexer = game.indexer();
    let plan = WdlPlan { rules: game, indexer: &indexer, table, metric, solved, zeroed: None };
    let codes = retrograde::build(&plan, &NoMonitor).unwrap();
    let plain = iterative::build(&plan, &NoMonitor).unwrap();
    let name = indexer.name(table);
    let differs = codes.iter().zip(&plain).position(|(a, b)| a != b);
    assert_eq!(differs, None, "{name} {metric}: the builders disagree");
    let verified = verify(&plan, &|at: u64| codes[usize::try_from(at).unwrap()], &NoMonitor);
    assert!(matches!(verified, Verified::Right(_)), "{name} {metric}: {verified:?}");
    codes
}

/// Wins, draws, losses and the longest of them, of the side to move with this piece against that.
fn one_against_one<B: Board>(set: RuleSet, pieces: &str) -> [u64; 4] {
    let game = Draughts::<B>::new(set);
    let indexer = game.indexer();
    let mut solved = SolvedTables::default();
    let mut counts = [0; 4];
    for table in indexer.tables(&game, 2) {
        let codes = build(&game, table, Metric::Dtm, &solved);
        for (at, &code) in (0..).zip(&codes) {
            let pos = indexer.unrank(table, at).unwrap();
            let side = game.side_to_move(&pos);
            let kind = |side| if pos.is_king_of(side) { 'K' } else { 'M' };
            if pieces != format!("{}v{}", kind(side), kind(side.other())) {
                continue;
            }
            let value = Value::from_code(code).unwrap();
            let place = match value {
                Value::Win(_) => 0,
                Value::Draw => 1,
                Value::Loss(_) => 2,
            };
            counts[place] += 1;
            counts[3] = counts[3].max(value.distance().unwrap_or(0).into());
        }
        solved.insert(table, std::sync::Arc::new(Cells::pack(Metric::Dtm, codes)));
    }
    counts
}

/// The side to move first; W/D/L and the longest way in plies.
#[test]
fn one_piece_against_one_has_the_published_values() {
    let english = [
        ("KvK", [230, 654, 108, 11]),
        ("KvM", [331, 531, 6, 11]),
        ("MvK", [53, 574, 241, 12]),
        ("MvM", [102, 611, 47, 13]),
    ];
    let russian = [
        ("KvK", [194, 796, 2, 3]),
        ("KvM", [746, 122, 0, 7]),
        ("MvK", [67, 262, 539, 8]),
        ("MvM", [284, 327, 149, 13]),
    ];
    let international = [
        ("KvK", [424, 2024, 2, 3]),
        ("KvM", [1924, 281, 0, 7]),
        ("MvK", [121, 574, 1510, 8]),
        ("MvM", [736, 799, 450, 17]),
    ];
    for (pieces, expected) in english {
        assert_eq!(one_against_one::<Board8x8>(RuleSet::ENGLISH, pieces), expected, "{pieces}");
    }
    for (pieces, expected) in russian {
        assert_eq!(one_against_one::<Board8x8>(RuleSet::RUSSIAN, pieces), expected, "{pieces}");
    }
    for (pieces, expected) in international {
        assert_eq!(
            one_against_one::<Board10x10>(RuleSet::INTERNATIONAL, pieces),
            expected,
            "{pieces}"
        );
    }
}

#[test]
fn two_kings_against_one_are_won_as_trice_reported() {
    let game = Draughts::<Board8x8>::new(RuleSet::ENGLISH);
    let indexer = game.indexer();
    let mut solved = SolvedTables::default();
    for table in indexer.tables(&game, 3) {
        let codes = build(&game, table, Metric::Dtm, &solved);
        if indexer.name(table) == "KKvK" {
            let half = usize::try_from(indexer.len(table) / 2).unwrap();
            let values = codes[..half].iter().map(|&code| Value::from_code(code).unwrap());
            let (mut wins, mut draws, mut longest) = (0, 0, 0);
            for value in values {
                wins += u32::from(matches!(value, Value::Win(_)));
                draws += u32::from(value == Value::Draw);
                longest = longest.max(value.distance().unwrap_or(0));
            }
            assert_eq!((half, wins, draws, longest), (14_880, 14_846, 34, 33));
            return;
        }
        solved.insert(table, std::sync::Arc::new(Cells::pack(Metric::Dtm, codes)));
    }
    panic!("there is no KKvK");
}

#[test]
fn the_laws_of_an_index_hold_in_every_variant() {
    for set in [RuleSet::ENGLISH, RuleSet::RUSSIAN, RuleSet::BRAZILIAN, RuleSet::POOL] {
        let game = Draughts::<Board8x8>::new(set);
        check_indexer(&game, &game.indexer(), 4, 3).unwrap();
    }
    let game = Draughts::<Board10x10>::new(RuleSet::INTERNATIONAL);
    check_indexer(&game, &game.indexer(), 4, 3).unwrap();
}

/// The fast look at a place, and the fast way back, against those by the rules: every so many places
/// of all tables of four pieces.
fn looks_as_the_rules_do<B: Board>(set: RuleSet, every: usize) {
    let game = Draughts::<B>::new(set);
    let indexer = game.indexer();
    for table in indexer.tables(&game, 4) {
        for at in (0..indexer.len(table)).step_by(every) {
            let (mut fast, mut plain) = (Vec::new(), Vec::new());
            let name = indexer.name(table);
            let place = indexer.successors(&game, table, at, &mut fast);
            let same = successors_by_rules(&indexer, &game, table, at, &mut plain);
            fast.sort_unstable();
            plain.sort_unstable();
            assert_eq!((place, &fast), (same, &plain), "{} {name} {at}", set.name);
            let (mut fast, mut plain) = (Vec::new(), Vec::new());
            indexer.predecessors(&game, table, at, &mut fast);
            predecessors_by_rules(&indexer, &game, table, at, &mut plain);
            fast.sort_unstable();
            plain.sort_unstable();
            assert_eq!(fast, plain, "{} {name} {at}", set.name);
        }
    }
}

#[test]
fn a_place_is_looked_at_as_the_rules_have_it() {
    for set in [RuleSet::ENGLISH, RuleSet::RUSSIAN, RuleSet::BRAZILIAN, RuleSet::POOL] {
        looks_as_the_rules_do::<Board8x8>(set, 1009);
    }
    looks_as_the_rules_do::<Board10x10>(RuleSet::INTERNATIONAL, 5003);
}

/// Whether a position belongs to a table.
fn is_held<B: Board>(game: &Draughts<B>, fen: &str) -> bool {
    let pos = game.parse_position(fen).unwrap();
    game.indexer().table_of(game, &pos).is_some()
}

/// In how many plies a count ends the game that no move sets back, if a win may take longer.
fn deadline<B: Board>(game: &Draughts<B>, fen: &str) -> Option<u16> {
    let pos = game.parse_position(fen).unwrap();
    game.indexer().deadline(game, &pos)
}

#[test]
fn a_count_that_may_come_before_a_win_is_a_deadline() {
    let game = Draughts::<Board10x10>::new(RuleSet::INTERNATIONAL);
    let two_to_one = "W:WK50,K48:BK1";
    assert_eq!(deadline(&game, two_to_one), None, "nine plies are enough");
    assert_eq!(deadline(&game, "W:WK50,K48:BK1:H2:M2"), Some(8), "the count has begun");
    let short = game.with_limit(Kind::TwoToOne, 4);
    assert_eq!(deadline(&short, two_to_one), Some(8), "eight may be too few");
    assert_eq!(deadline(&game, "W:WK50,K48,K47:BK1"), Some(32), "sixteen moves");
    let freed = Kind::ALL.into_iter().fold(game, |game, kind| game.with_limit(kind, 0));
    assert_eq!(deadline(&freed, "W:WK50,K48,K47:BK1"), None);
    assert!(!is_held(&freed, "W:WK50,K48:B"), "the game is over");
    let russian = Draughts::<Board8x8>::new(RuleSet::RUSSIAN);
    assert_eq!(deadline(&russian, "W:WKa1,c1:Bh8,f8"), None, "nothing but quiet moves is counted");
    assert_eq!(deadline(&russian, "W:WKa1,c1:BKh8,f8"), Some(60), "kings on both sides");
    let english = Draughts::<Board8x8>::new(RuleSet::ENGLISH);
    let short = english.with_limit(Kind::TwoToOne, 5);
    assert_eq!(deadline(&short, "W:WK30,K31:BK1"), Some(10), "short kings");
}

/// The tables with so many pieces under a set of rules, with distances to the end.
fn solved_tables<B: Board>(game: &Draughts<B>, names: &[&str]) -> Store {
    let indexer = game.indexer();
    let (mut solved, mut store) = (SolvedTables::default(), Store::default());
    let pieces = names.iter().map(|name| name.len() - 1).max().unwrap_or(2);
    let tables = indexer.tables(game, u8::try_from(pieces).unwrap());
    let wanted = |table: &TableId| names.contains(&indexer.name(*table).as_str());
    let mut needed: Vec<TableId> = tables.iter().copied().filter(wanted).collect();
    let mut at = 0;
    while let Some(&table) = needed.get(at) {
        let needs = indexer.needs(table).into_iter();
        let more: Vec<TableId> = needs.filter(|need| !needed.contains(need)).collect();
        needed.extend(more);
        at += 1;
    }
    for table in tables.into_iter().filter(|table| needed.contains(table)) {
        let codes = retrograde(game, table, Metric::Dtm, &solved);
        let cells = std::sync::Arc::new(Cells::pack(Metric::Dtm, codes));
        store.insert(table, Metric::Dtm, std::sync::Arc::clone(&cells));
        solved.insert(table, cells);
    }
    store
}

/// The longest win of two kings against one, where so many plies of ten have been played.
#[test]
fn a_win_counts_if_its_distance_is_within_the_deadline() {
    let game = Draughts::<Board8x8>::new(RuleSet::RUSSIAN);
    let indexer = game.indexer();
    let store = solved_tables(&game, &["KKvK"]);
    let table = indexer.tables(&game, 3).into_iter().find(|table| indexer.name(*table) == "KKvK");
    let table = table.unwrap();
    let won = |at| match store.value(table, Metric::Dtm, at) {
        Some(Value::Win(plies)) => plies,
        _ => 0,
    };
    let longest = (0..indexer.len(table)).max_by_key(|&at| won(at)).unwrap();
    let plies = won(longest);
    assert!((3..=9).contains(&plies), "{plies}");
    let fen = game.position_text(&indexer.unrank(table, longest).unwrap());
    let pieces: Vec<&str> = fen.split(':').take(3).collect();
    let probe = WdlProbe::new(&game, &indexer, store.clone());
    for (count, is_won) in [(0, true), (10 - plies, true), (11 - plies, false), (9, false)] {
        let fen = format!("{}:H{count}:M{count}", pieces.join(":"));
        let pos = game.parse_position(&fen).unwrap();
        let held = Some(Value::Win(plies));
        assert_eq!(probe.value(&pos, Metric::Dtm), held, "{fen}: what the table says");
        assert_eq!(probe.verdict(&pos), is_won.then_some(Value::Win(0)), "{fen}");
        assert_eq!(probe.end(&pos), held.filter(|_| is_won), "{fen}");
        let mut moves = Vec::new();
        game.legal_moves(&pos, &mut moves);
        assert_eq!(probe.moves(&pos, &moves).unwrap().in_time, is_won, "{fen}");
    }
}

/// Tables of distances, and the rules of the game they are asked in.
struct Held<'a> {
    game: &'a Draughts<Board8x8>,
    store: &'a Store,
}

impl Held<'_> {
    fn value(&self, pos: &<Draughts<Board8x8> as Rules>::Position) -> Option<Value> {
        let (table, at) = self.game.indexer().locate(self.game, pos)?;
        self.store.value(table, Metric::Dtm, at)
    }

    /// Whether a lone king has the long diagonal to itself.
    fn is_road_held(&self, pos: &<Draughts<Board8x8> as Rules>::Position) -> bool {
        self.game.counters(pos).iter().any(|(name, ..)| *name == Kind::Road.counter())
    }

    fn replies(
        &self,
        pos: &<Draughts<Board8x8> as Rules>::Position,
    ) -> Vec<<Draughts<Board8x8> as Rules>::Position> {
        let mut moves = Vec::new();
        self.game.legal_moves(pos, &mut moves);
        moves.into_iter().map(|mv| self.game.after(pos, mv)).collect()
    }

    /// Whether a quickest win leaves the king no long diagonal for so many plies more.
    fn drives_off(&self, pos: &<Draughts<Board8x8> as Rules>::Position, plies: u16) -> bool {
        let Some(Value::Win(distance)) = self.value(pos) else { return false };
        let is_kept = |after: &_| self.is_road_held(after) && !self.drives_off(after, plies - 2);
        let drives = |child: &_| {
            let is_quickest = match self.value(child) {
                None => true,
                Some(value) => value == Value::Loss(distance - 1),
            };
            is_quickest && !self.replies(child).iter().any(is_kept)
        };
        distance <= plies || plies >= 2 && self.replies(pos).iter().any(drives)
    }
}

/// Whoever claims a win by its distance goes through positions in which the lone king may take the long
/// diagonal, and has drawn if he keeps it for five moves: he is driven off or lost before.
#[test]
fn nobody_draws_on_the_long_diagonal_what_is_lost_by_its_distance() {
    for set in [RuleSet::RUSSIAN, RuleSet::BRAZILIAN] {
        let game = Draughts::<Board8x8>::new(set);
        let indexer = game.indexer();
        let names = ["KKKvK", "KKMvK", "KMMvK"];
        let store = solved_tables(&game, &names);
        let held = Held { game: &game, store: &store };
        let mut seen = [0, 0];
        let tables = indexer.tables(&game, 4).into_iter();
        for table in tables.filter(|table| names.contains(&indexer.name(*table).as_str())) {
            for at in 0..indexer.len(table) {
                let Some(Value::Win(plies)) = store.value(table, Metric::Dtm, at) else { continue };
                let Some(pos) = indexer.unrank(table, at).filter(|_| plies > 10) else { continue };
                let pos = game.parse_position(&game.position_text(&pos)).unwrap();
                if held.is_road_held(&pos) {
                    seen[usize::from(held.drives_off(&pos, 10))] += 1;
                }
            }
        }
        assert!(seen[0] == 0 && seen[1] > 0, "{}: {seen:?}", set.name);
    }
}

/// The quiet count is looked at by whoever asks, against the limit of the game.
#[test]
fn the_quiet_limit_of_the_game_is_that_of_its_tables() {
    let english = Draughts::<Board8x8>::new(RuleSet::ENGLISH);
    assert!(is_held(&english, "W:WK30,K31:BK1"));
    assert!(is_held(&english, "W:WK30,K31:BK1:H20"));
    assert!(is_held(&english.with_limit(Kind::Quiet, 10), "W:WK30,K31:BK1"));
    let plies = |game: Draughts<Board8x8>| game.indexer().counter_limit();
    assert_eq!(plies(english), Some(80));
    assert_eq!(plies(english.with_limit(Kind::Quiet, 10)), Some(20));
    assert_eq!(plies(english.with_limit(Kind::Quiet, 0)), None);
    assert_eq!(plies(Draughts::new(RuleSet::RUSSIAN)), Some(30));
}

/// A win in 33 plies, where the count stands at so many of 80.
#[test]
fn a_win_that_comes_after_the_limit_is_no_promise() {
    let game = Draughts::<Board8x8>::new(RuleSet::ENGLISH);
    let indexer = game.indexer();
    let view = WdlProbe::new(&game, &indexer, solved_tables(&game, &["KKvK"]));
    for (count, in_time) in [(0, true), (1, true), (47, true), (48, false), (70, false)] {
        let pos = game.parse_position(&format!("B:WK19:BK31,K32:H{count}")).unwrap();
        let mut moves = Vec::new();
        game.legal_moves(&pos, &mut moves);
        let judged = view.moves(&pos, &moves).unwrap();
        assert_eq!((judged.best(), judged.in_time), (Some(Value::Win(33)), in_time), "{count}");
        let verdict = in_time.then_some(Value::Win(0));
        assert_eq!(view.verdict(&pos), verdict, "{count}");
    }
}

#[test]
fn tables_of_variants_have_files_of_their_own() {
    let files = |set| {
        let game = Draughts::<Board8x8>::new(set);
        game.indexer().files(&game)
    };
    let sets = [RuleSet::ENGLISH, RuleSet::RUSSIAN, RuleSet::BRAZILIAN, RuleSet::POOL];
    assert_eq!(sets.map(files), ["checkers", "russian", "brazilian", "pool"].map(Some));
}

/// The longest win or loss of each table of two pieces, the first a king, against a king.
fn longest_of_two_to_one<B: Board>(set: RuleSet) -> u16 {
    let game = Draughts::<B>::new(set);
    let indexer = game.indexer();
    let mut solved = SolvedTables::default();
    let mut longest = 0;
    for table in indexer.tables(&game, 3) {
        let codes = retrograde(&game, table, Metric::Dtm, &solved);
        if ["KvK", "KKvK", "KMvK"].contains(&indexer.name(table).as_str()) {
            let plies = codes.iter().filter_map(|&code| Value::from_code(code)?.distance());
            longest = plies.fold(longest, u16::max);
        }
        solved.insert(table, std::sync::Arc::new(Cells::pack(Metric::Dtm, codes)));
    }
    longest
}

#[test]
fn five_moves_are_enough_for_two_against_a_flying_king() {
    for set in [RuleSet::RUSSIAN, RuleSet::BRAZILIAN, RuleSet::POOL] {
        assert_eq!(longest_of_two_to_one::<Board8x8>(set), 9, "{}", set.name);
    }
    assert_eq!(longest_of_two_to_one::<Board10x10>(RuleSet::INTERNATIONAL), 9);
}
