//! Places of chess tables at which a pawn may be taken en passant: their numbers, moves and values
//! against the rules, and against the slow generator that shares nothing with either but text.

use plyglot::core::rng::{Rng, seeded};
use plyglot::endgame::indexer::predecessors_by_rules;
use plyglot::endgame::wdl::{Successor, Target, successors_by_rules};
use plyglot::endgame::wdl_probe::WdlProbe;
use plyglot::endgame::{Indexer, Metric, Probe, Value, WdlIndexer};
use plyglot::game::{Notation, Rules};
use plyglot::games::Game;
use plyglot::games::chess::indexer::ChessIndexer;
use plyglot::games::chess::{Chess, Position};
use plyglot_conformance::indexer::check_shared_place;
use plyglot_oracles::chess_endings::{self as naive, Place};
use rand::RngExt;

use super::chess::built;

/// A pawn has just made a double step and may be taken.
struct EnPassant {
    men: Vec<(bool, char)>,
    squares: Vec<usize>,
    white: bool,
    /// Where the pawn stands, its slot being 2, and whence it came.
    victim: usize,
    origin: usize,
    fen: String,
    pos: Position,
}

impl EnPassant {
    /// A position by lot with a man more, if any; `None` if the rules know no such position.
    fn by_lot(rules: &Chess, rng: &mut Rng) -> Option<Self> {
        let (white, file) = (rng.random::<bool>(), rng.random_range(0..8_usize));
        let taker = file.checked_add_signed(if rng.random() { 1 } else { -1 })?;
        let [rank, passed, origin] = if white { [4, 5, 6] } else { [3, 2, 1] };
        let mut men = vec![(true, 'K'), (false, 'K'), (!white, 'P'), (white, 'P')];
        let mut squares = vec![rng.random_range(0..64), rng.random_range(0..64)];
        squares.extend([8 * rank + file, 8 * rank + taker]);
        let more = [
            None,
            Some((white, 'P')),
            Some((!white, 'P')),
            Some((white, 'R')),
            Some((!white, 'N')),
        ];
        if let Some(man) = more[rng.random_range(0..more.len())] {
            let area = if man.1 == 'P' { 8..56 } else { 0..64 };
            men.push(man);
            squares.push(rng.random_range(area));
        }
        let [passed, origin] = [passed, origin].map(|rank| 8 * rank + file);
        let mut held = [&squares[..], &[passed, origin]].concat();
        held.sort_unstable();
        if taker > 7 || held.windows(2).any(|two| two[0] == two[1]) {
            return None;
        }
        let right = format!(" - {} ", square(passed));
        let fen = naive::fen(&men, &Place::new(squares.clone(), white)).replace(" - - ", &right);
        let pos = rules.parse_position(&fen).ok().filter(|pos| pos.en_passant().is_some())?;
        let victim = 8 * rank + file;
        Some(Self { men, squares, white, victim, origin, fen, pos })
    }

    fn place(&self) -> Place {
        Place::new(self.squares.clone(), self.white)
    }

    /// The position after each move as the slow generator knows it: men and side to move.
    fn successors(&self) -> Vec<String> {
        let plain = naive::successors(&self.men, &self.place());
        let taken = naive::en_passant(&self.men, &self.place(), self.victim);
        plain.into_iter().map(|(fen, _)| fen).chain(taken).collect()
    }

    /// The position before the double step; `None` if the rules know no such position.
    fn before(&self, rules: &Chess) -> Option<Position> {
        let mut squares = self.squares.clone();
        squares[2] = self.origin;
        let fen = naive::fen(&self.men, &Place::new(squares, !self.white));
        rules.parse_position(&fen).ok()
    }
}

fn square(at: usize) -> String {
    format!("{}{}", char::from(b'a' + (at % 8) as u8), at / 8 + 1)
}

/// Men and side to move of a position as text.
fn board(fen: &str) -> String {
    fen.split(' ').take(2).collect::<Vec<_>>().join(" ")
}

/// The images of a position that a table may keep for it: left and right exchanged, colours
/// exchanged, both.
fn images(fen: &str) -> Vec<String> {
    let parts: Vec<&str> = fen.split(' ').collect();
    let [men, side, _, passed, ..] = parts[..] else { panic!("{fen}") };
    let (file, rank) = (passed.as_bytes()[0], passed.as_bytes()[1]);
    let mut found = Vec::new();
    for (mirrored, exchanged) in [(false, false), (true, false), (false, true), (true, true)] {
        let row = |row: &str| {
            if mirrored { row.chars().rev().collect() } else { row.to_owned() }
        };
        let mut rows: Vec<String> = men.split('/').map(row).collect();
        let (mut side, mut rank) = (side, rank);
        if exchanged {
            let other = |c: char| {
                if c.is_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() }
            };
            rows = rows.iter().rev().map(|row| row.chars().map(other).collect()).collect();
            side = if side == "w" { "b" } else { "w" };
            rank = b'1' + (b'8' - rank);
        }
        let file = if mirrored { b'a' + (b'h' - file) } else { file };
        let passed = format!("{}{}", char::from(file), char::from(rank));
        found.push(format!("{} {side} - {passed}", rows.join("/")));
    }
    found
}

/// A thousand places with a capture en passant, by the indexer alone: their numbers, what follows
/// and what comes before.
#[test]
fn a_thousand_places_with_a_capture_en_passant_are_as_the_rules_say() {
    let rules = Chess::default();
    let (indexer, mut rng) = (rules.indexer(), seeded(41));
    let (mut met, mut reached, mut unreached, mut tables) =
        (0, 0, 0, std::collections::HashSet::new());
    while met < 1000 {
        let Some(found) = EnPassant::by_lot(&rules, &mut rng) else { continue };
        // Before the double step the other king may have stood in check: no game comes there.
        let Some((table, at)) = indexer.locate(&rules, &found.pos) else {
            assert!(found.before(&rules).is_none(), "{} is in no table", found.fen);
            unreached += 1;
            continue;
        };
        assert!(at < indexer.len(table), "{}", found.fen);
        check_shared_place(&rules, &indexer, table, &found.pos).unwrap();
        let twin = rules.position_text(&indexer.unrank(table, at).unwrap());
        let is_image = |image: &String| twin.starts_with(image.as_str());
        assert!(images(&found.fen).iter().any(is_image), "{} became {twin}", found.fen);
        // Without the right to take the men have a place of their own.
        let quiet = rules.parse_position(&format!("{} - - 0 1", board(&found.fen))).unwrap();
        assert_ne!(indexer.locate(&rules, &quiet), Some((table, at)), "{}", found.fen);
        check_moves(&rules, &indexer, &found);
        reached += u32::from(check_before(&rules, &indexer, &found));
        tables.insert(indexer.name(table));
        met += 1;
    }
    assert!(reached > 500, "only {reached} come from a double step that is in a table");
    assert!((1..200).contains(&unreached), "{unreached} are in no table");
    let mut tables: Vec<String> = tables.into_iter().collect();
    tables.sort();
    assert_eq!(tables, ["KNPKP", "KPKP", "KPPKP", "KRPKP"]);
}

/// The moves of a place forward: by the rules, by the slow generator, and found again backwards.
fn check_moves(rules: &Chess, indexer: &ChessIndexer, found: &EnPassant) {
    let mut moves = Vec::new();
    rules.legal_moves(&found.pos, &mut moves);
    let after = |mv| {
        let mut child = found.pos.clone();
        rules.play(&mut child, mv);
        board(&rules.position_text(&child))
    };
    let mut by_rules: Vec<String> = moves.into_iter().map(after).collect();
    let mut otherwise: Vec<String> = found.successors().iter().map(|fen| board(fen)).collect();
    by_rules.sort();
    otherwise.sort();
    assert_eq!(by_rules, otherwise, "{}", found.fen);

    let (table, at) = indexer.locate(rules, &found.pos).unwrap();
    let sorted = |mut successors: Vec<Successor>| {
        successors.sort_unstable();
        successors
    };
    let (mut fast, mut slow) = (Vec::new(), Vec::new());
    let node = indexer.successors(rules, table, at, &mut fast);
    assert_eq!(node, successors_by_rules(indexer, rules, table, at, &mut slow), "{}", found.fen);
    assert_eq!(sorted(fast.clone()), sorted(slow), "{}", found.fen);
    for successor in fast {
        let Target::SameTable(to) = successor.to else { continue };
        let mut back = Vec::new();
        indexer.predecessors(rules, table, to, &mut back);
        assert!(back.iter().any(|back| back.at == at), "{}: {to} does not come from it", found.fen);
    }
}

/// What comes before a place is the double step and nothing else. Whether there is such a position.
fn check_before(rules: &Chess, indexer: &ChessIndexer, found: &EnPassant) -> bool {
    let (table, at) = indexer.locate(rules, &found.pos).unwrap();
    let (mut fast, mut slow) = (Vec::new(), Vec::new());
    indexer.predecessors(rules, table, at, &mut fast);
    predecessors_by_rules(indexer, rules, table, at, &mut slow);
    fast.sort_unstable();
    fast.dedup();
    assert_eq!(fast, slow, "{}", found.fen);
    let Some(before) = found.before(rules) else { return false };
    let (from, earlier) = indexer.locate(rules, &before).unwrap();
    assert_eq!(from, table, "{}", found.fen);
    assert!(fast.iter().any(|back| back.at == earlier && back.zeroes), "{}", found.fen);
    let mut successors = Vec::new();
    indexer.successors(rules, table, earlier, &mut successors);
    let leads = |successor: &Successor| successor.to == Target::SameTable(at);
    assert!(successors.iter().any(leads), "{}: the double step leads elsewhere", found.fen);
    true
}

/// In a built table the value of a place with a capture en passant follows from its moves as the
/// slow generator makes them.
#[test]
#[ignore = "takes minutes: tools/check --long"]
fn values_of_five_hundred_places_follow_from_captures_en_passant() {
    let (rules, indexer, store) = built(&["KPKP"], Metric::Dtm);
    let probe = WdlProbe::new(&rules, &indexer, store);
    let (mut rng, mut met, mut decided) = (seeded(42), 0, 0);
    while met < 500 {
        let is_asked = |found: &EnPassant| {
            found.men.len() == 4 && indexer.locate(&rules, &found.pos).is_some()
        };
        let Some(found) = EnPassant::by_lot(&rules, &mut rng).filter(is_asked) else { continue };
        // A pawn that has come so far makes no double step: the text after a move is all there is.
        let worth = |fen: String| {
            let pos = rules.parse_position(&fen).unwrap();
            probe.value(&pos, Metric::Dtm).unwrap().before(false)
        };
        let expected = found.successors().into_iter().map(worth).max_by_key(|v| v.preference());
        assert_eq!(probe.value(&found.pos, Metric::Dtm), expected, "{}", found.fen);
        decided += u32::from(expected != Some(Value::Draw));
        met += 1;
    }
    assert!(decided > 100, "{decided} are won or lost");
}
