//! Books of games by lot, held to what can be told of them in the plainest way.

use super::file::{Refused, read, write};
use super::grow::grow;
use super::*;
use plyglot_conformance::graph::{Graph, Shape};
use plyglot_conformance::laws::{self, Broken};
use plyglot_core::RulesInForce;
use plyglot_core::game::repetition::Same;
use plyglot_core::game::{Evaluator, Notation, PlayedGame, PositionError, Rules};
use plyglot_core::seal::{sealed, unsealed};
use plyglot_core::text::shorten;
use plyglot_core::{Side, game::Outcome};
use std::fmt::{self, Write};

const TERMS: Terms = Terms { nodes: 1, ply_cost: 40, decided: None };

fn in_force() -> RulesInForce {
    let options = vec![("Graph.Shape".to_owned(), "7".to_owned())];
    RulesInForce { variant: "graph".to_owned(), options }
}

/// A game without circles; of every other one a side may move twice.
fn graph(seed: u64) -> Graph {
    let alternating = seed.is_multiple_of(2);
    let margins = seed.is_multiple_of(3);
    let shape =
        Shape { nodes: 24, moves_max: 3, ends_percent: 20, alternating, margins, acyclic: true };
    Graph::random(seed, shape)
}

/// One that begins with several moves, and has more than a few positions.
fn broad() -> Graph {
    let is_broad = |rules: &Graph| {
        let mut book = Book::new(TERMS);
        grown(rules, &mut book, usize::MAX);
        book.len() > 10 && book.nodes[0].moves.len() > 1
    };
    (0..1000).map(graph).find(is_broad).unwrap()
}

fn static_eval(rules: &Graph, played: &PlayedGame<Graph>) -> Score {
    plyglot_conformance::graph::NodeValue.evaluate(rules, played.position())
}

/// What a position is worth to the side that has the move there, if both sides know all.
fn solved(rules: &Graph, played: &PlayedGame<Graph>) -> Score {
    let pos = *played.position();
    let sign = if rules.side_to_move(&pos) == Side::First { 1 } else { -1 };
    match truth(rules, pos, 0) {
        (1_000_000 | -1_000_000, 0) => unreachable!("a game that is over is not judged"),
        (value, plies) if value.abs() == 1_000_000 => {
            let plies = plies.unsigned_abs();
            if sign * value > 0 { Score::win_in(plies) } else { Score::loss_in(plies) }
        }
        (value, _) => Score::cp(sign * value),
    }
}

fn grown(rules: &Graph, book: &mut Book<Graph>, positions: usize) {
    let judge = |played: &PlayedGame<Graph>| Ok(static_eval(rules, played));
    grow(rules, book, positions, &judge, &mut |_| Ok(())).unwrap();
}

/// What both sides come to if they know all, for the first, and after how many plies: by looking at every
/// line there is.
fn truth(rules: &Graph, pos: u16, ply: i32) -> (i32, i32) {
    if let Some(outcome) = rules.outcome(&pos) {
        let score = outcome.score(Side::First, 0);
        let value = if score.is_proven() { score.raw().signum() * 1_000_000 } else { score.raw() };
        return (value, ply);
    }
    let mut moves = Vec::new();
    rules.legal_moves(&pos, &mut moves);
    let sign = if rules.side_to_move(&pos) == Side::First { 1 } else { -1 };
    // Who wins wants it soon, who loses late.
    let rank =
        |&(value, ply): &(i32, i32)| (sign * value, if sign * value > 0 { -ply } else { ply });
    moves.into_iter().map(|to| truth(rules, to, ply + 1)).max_by_key(rank).unwrap()
}

#[test]
fn a_book_that_knows_all_has_the_value_of_minimax() {
    let mut ends = [0; 2];
    for seed in 0..200 {
        let rules = graph(seed);
        let mut book = Book::new(TERMS);
        grown(&rules, &mut book, usize::MAX);
        let (value, plies) = truth(&rules, 0, 0);
        let sign = if rules.side_to_move(&0) == Side::First { 1 } else { -1 };
        let score = book.score().unwrap();
        if value.abs() == 1_000_000 {
            assert_eq!(score.plies_to_end(), Some(sign * value.signum() * plies), "{seed}");
        } else {
            assert_eq!(score, Score::cp(sign * value), "{seed}");
        }
        ends[usize::from(value.abs() == 1_000_000)] += 1;
    }
    assert!(ends.iter().all(|&many| many > 30), "{ends:?}");
}

/// The costs of all lines of a book to positions that it does not have.
fn costs(book: &Book<Graph>, number: usize, so_far: u64, out: &mut Vec<u64>) {
    let best = book.nodes[number].score();
    for mv in &book.nodes[number].moves {
        let given_away = u64::from(best.raw().abs_diff(mv.score.raw()));
        let cost = so_far + given_away + u64::from(TERMS.ply_cost);
        match mv.below {
            Some(below) => {
                assert_eq!(mv.score, seen_before(book.nodes[below].score(), mv.turns));
                costs(book, below, cost, out);
            }
            None if mv.is_end => {}
            None => out.push(cost),
        }
    }
}

#[test]
fn what_is_looked_at_next_is_the_end_of_the_cheapest_line() {
    let (mut looked, mut judged) = (0, BTreeSet::new());
    for seed in 0..100 {
        let rules = graph(seed);
        let mut book = Book::new(TERMS);
        loop {
            let before = book.len();
            grown(&rules, &mut book, before + 1);
            if book.len() == before {
                break;
            }
            let mut all = Vec::new();
            costs(&book, 0, 0, &mut all);
            let cheapest = all.into_iter().min().unwrap_or(NEVER);
            assert_eq!(book.nodes[0].cost, cheapest, "{seed}: {before}");
            assert_eq!(book.cheapest().is_some(), cheapest != NEVER);
            looked += 1;
            judged.insert(cheapest);
        }
    }
    assert!(looked > 500 && judged.len() > 200, "{looked} {}", judged.len());
}

#[test]
fn nothing_is_judged_twice() {
    let mut all = 0;
    for seed in 0..100 {
        let rules = graph(seed);
        let seen = std::sync::Mutex::new(BTreeSet::new());
        let judge = |played: &PlayedGame<Graph>| {
            let place = (*played.position(), played.moves_played().len());
            assert!(seen.lock().unwrap().insert(place), "{seed}: {place:?}");
            Ok(static_eval(&rules, played))
        };
        let mut book = Book::new(TERMS);
        grow(&rules, &mut book, usize::MAX, &judge, &mut |_| Ok(())).unwrap();
        let judged = seen.lock().unwrap().len();
        // All but the start; what was judged is in the book now.
        assert_eq!(judged + 1, book.len());
        all += judged;
    }
    assert!(all > 500, "{all}");
}

#[test]
fn an_error_leaves_a_whole_book() {
    let rules = broad();
    let mut book = Book::new(TERMS);
    let judge = |played: &PlayedGame<Graph>| match played.moves_played().len() {
        0..=2 => Ok(static_eval(&rules, played)),
        _ => Err("too far".to_owned()),
    };
    let ended = grow(&rules, &mut book, usize::MAX, &judge, &mut |_| Ok(()));
    assert_eq!(ended, Err("too far".to_owned()));
    let mut told = 0;
    let ended = grow(&rules, &mut Book::new(TERMS), 9, &|_| Ok(Score::DRAW), &mut |_| {
        told += 1;
        if told < 3 { Ok(()) } else { Err("full".to_owned()) }
    });
    assert_eq!((ended, told), (Err("full".to_owned()), 3));
    let text = write(&rules, &in_force(), &book);
    assert_eq!(read(&rules, &in_force(), &text).unwrap().len(), book.len());
}

#[test]
fn a_book_is_written_and_read_and_goes_on_as_if_nothing_had_been() {
    for seed in 0..60 {
        let rules = graph(seed);
        let (mut at_once, mut in_parts) = (Book::new(TERMS), Book::new(TERMS));
        grown(&rules, &mut at_once, 12);
        for positions in [0, 1, 3, 7, 12] {
            grown(&rules, &mut in_parts, positions);
            let text = write(&rules, &in_force(), &in_parts);
            in_parts = read(&rules, &in_force(), &text).unwrap();
            assert_eq!(write(&rules, &in_force(), &in_parts), text, "{seed}: {positions}");
        }
        assert_eq!(in_parts.score(), at_once.score());
        assert_eq!(write(&rules, &in_force(), &in_parts), write(&rules, &in_force(), &at_once));
    }
}

/// By a judge that knows all: what is left at the ends of lines is over, or decided as near as it has to be.
#[test]
fn decided_lines_are_followed_to_so_many_plies_before_the_end() {
    let mut sizes = [0; 3];
    for seed in 0..200 {
        let rules = graph(seed);
        for (size, decided) in sizes.iter_mut().zip([None, Some(3), Some(0)]) {
            let mut book = Book::new(Terms { decided, ..TERMS });
            let judge = |played: &PlayedGame<Graph>| Ok(solved(&rules, played));
            grow(&rules, &mut book, usize::MAX, &judge, &mut |_| Ok(())).unwrap();
            for mv in book.nodes.iter().flat_map(|node| &node.moves) {
                let is_over = rules.outcome(&mv.mv).is_some();
                let plies = mv.score.plies_to_end().map(i32::unsigned_abs);
                let is_near = match decided {
                    None => plies.is_some(),
                    Some(most) => plies.is_some_and(|plies| plies <= most),
                };
                assert_eq!(mv.below.is_none(), is_over || is_near, "{seed} {decided:?} {mv:?}");
            }
            *size += book.len();
            let text = write(&rules, &in_force(), &book);
            let again = read(&rules, &in_force(), &text).unwrap();
            assert_eq!((again.terms(), again.cheapest()), (book.terms(), None), "{text}");
        }
    }
    let [none, some, all] = sizes;
    assert!(none < some && some < all, "{sizes:?}");
}

#[test]
fn a_position_is_found_by_its_key_whatever_led_to_it() {
    let rules = broad();
    let mut book = Book::new(TERMS);
    grown(&rules, &mut book, usize::MAX);
    let start = PlayedGame::new(&rules, rules.start());
    let moves = book.moves(&rules, &start).unwrap();
    assert!(moves.windows(2).all(|pair| pair[0].score >= pair[1].score));
    assert_eq!(Some(moves[0].score), book.score());
    let behind: usize = moves.iter().map(|mv| book.count_behind(mv)).max().unwrap();
    assert!(behind > 0 && behind < book.len());
    let key = rules.key(&0);
    assert_eq!((book.find((key, 0)), book.find((key, 77))), (Some(0), Some(0)));
    assert!(book.find((key ^ 1, 0)).is_none());
    assert!(Book::<Graph>::new(TERMS).moves(&rules, &start).is_none());
}

/// The same game on a board that may be turned over: each move can be made so that it is, or is not; some turn
/// it over themselves.
struct Mirrored(Graph);

/// What a move that turns the board over has more than the node it leads to.
const OVER: u16 = 1000;

impl Rules for Mirrored {
    type Position = (u16, bool);
    type Move = u16;

    fn start(&self) -> (u16, bool) {
        (0, false)
    }

    fn side_to_move(&self, pos: &(u16, bool)) -> Side {
        self.0.side_to_move(&pos.0)
    }

    fn legal_moves(&self, pos: &(u16, bool), out: &mut Vec<u16>) {
        let mut targets = Vec::new();
        self.0.legal_moves(&pos.0, &mut targets);
        if pos.1 {
            targets.reverse();
        }
        out.extend(targets.into_iter().flat_map(|to| [to, to + OVER]));
    }

    fn play(&self, pos: &mut (u16, bool), mv: u16) {
        let to = mv % OVER;
        *pos = (to, pos.1 ^ (mv >= OVER) ^ to.is_multiple_of(3));
    }

    fn outcome(&self, pos: &(u16, bool)) -> Option<Outcome> {
        self.0.outcome(&pos.0)
    }

    fn stuck(&self, pos: &(u16, bool)) -> Outcome {
        self.0.stuck(&pos.0)
    }

    fn key(&self, pos: &(u16, bool)) -> u64 {
        self.0.key(&pos.0) ^ u64::from(pos.1) << 7
    }

    fn is_same(&self, one: &(u16, bool), other: &(u16, bool), same: Same) -> bool {
        one.1 == other.1 && self.0.is_same(&one.0, &other.0, same)
    }

    fn images(&self, &(node, is_over): &(u16, bool)) -> Vec<(u16, bool)> {
        vec![(node, is_over), (node, !is_over)]
    }

    fn encode_move(mv: u16) -> u16 {
        mv
    }
}

impl Notation for Mirrored {
    const MOVE_FORM: &'static str = "the number of a node, and `o` for over";

    fn parse_position(&self, text: &str) -> Result<(u16, bool), PositionError> {
        let node = self.0.parse_position(text.trim_end_matches('o'))?;
        Ok((node, text.ends_with('o')))
    }

    fn write_position(&self, pos: &(u16, bool), f: &mut dyn Write) -> fmt::Result {
        write!(f, "{}{}", pos.0, if pos.1 { "o" } else { "" })
    }

    /// Seen from a side of the board, it is turned over or not.
    fn write_move(&self, pos: &(u16, bool), mv: u16, f: &mut dyn Write) -> fmt::Result {
        let is_over = (mv >= OVER) ^ pos.1;
        write!(f, "{}{}", mv % OVER, if is_over { "o" } else { "" })
    }

    fn write_diagram(&self, pos: &(u16, bool), f: &mut dyn Write) -> fmt::Result {
        writeln!(f, "{pos:?}")
    }
}

#[test]
fn images_of_a_position_are_one_position_of_a_book() {
    let mut seen_over = 0;
    for seed in 0..60 {
        let (plain, rules) = (graph(seed), Mirrored(graph(seed)));
        laws::check(&rules, seed, 4).unwrap();
        let mut expected = Book::new(TERMS);
        grown(&plain, &mut expected, usize::MAX);
        let judged = std::sync::Mutex::new(BTreeSet::new());
        let judge = |played: &PlayedGame<Mirrored>| {
            let node = played.position().0;
            let place = (node, played.moves_played().len());
            assert!(judged.lock().unwrap().insert(place), "{seed}: {place:?} is judged twice");
            Ok(plyglot_conformance::graph::NodeValue.evaluate(&rules.0, &node))
        };
        let mut book = Book::new(TERMS);
        for positions in [1, 4, 9, usize::MAX] {
            grow(&rules, &mut book, positions, &judge, &mut |_| Ok(())).unwrap();
            let text = write(&rules, &in_force(), &book);
            book = read(&rules, &in_force(), &text).unwrap();
            assert_eq!(write(&rules, &in_force(), &book), text, "{seed}");
        }
        assert_eq!((book.len(), book.score()), (expected.len(), expected.score()), "{seed}");
        // On either side of the board the book has the legal moves, each worth what it is.
        laws::each_position(&rules, seed, |played| {
            let ply = u32::try_from(played.moves_played().len()).unwrap();
            let number = expected.at.get(&(plain.key(&played.position().0), ply));
            let Some(moves) = book.moves(&rules, played) else {
                assert!(number.is_none(), "{seed}");
                return Ok::<(), Broken>(());
            };
            assert_eq!(moves.len(), played.moves(&rules).len());
            for mv in &moves {
                let known = &expected.nodes[*number.unwrap()].moves;
                let same = known.iter().find(|known| known.mv == mv.mv % OVER).unwrap();
                assert_eq!(mv.score, same.score, "{seed}");
            }
            seen_over += usize::from(played.position().1);
            Ok(())
        })
        .unwrap();
    }
    assert!(seen_over > 30, "{seen_over}");
}

#[test]
fn a_text_that_does_not_fit_is_refused_with_a_reason() {
    let rules = broad();
    let mut book = Book::new(TERMS);
    grown(&rules, &mut book, 8);
    let text = write(&rules, &in_force(), &book);
    let refused = |text: &str| read(&rules, &in_force(), text).unwrap_err();
    for at in 0..text.len() {
        let mut bytes = text.clone().into_bytes();
        bytes[at] ^= 1;
        if let Ok(changed) = String::from_utf8(bytes) {
            assert!(!refused(&changed).is_of_others, "{changed}");
        }
        assert!(!refused(&text[..at]).is_of_others, "{at} bytes");
    }
    // With a checksum of their own.
    let body = unsealed(&text).unwrap();
    let why = |from: &str, to: &str| {
        assert!(body.contains(from), "{from} in {body}");
        refused(&sealed(&body.replacen(from, to, 1))).why
    };
    assert_eq!(
        why("book 1", "book 2"),
        "line 1: found `plyglot book 2`, expected `plyglot book 1`: it is no opening book"
    );
    assert!(
        why("1 nodes", "one nodes")
            .starts_with("line 4: found `one nodes a move, 40 cp a ply`, expected")
    );
    assert_eq!(why("0\t0\t", "0\t1\t"), "line 5: no line of the book leads to this position");
    let first = body.lines().nth(4).unwrap();
    let (place, moves) = first.rsplit_once('\t').unwrap();
    let (mv, rest) = moves.split_once(' ').unwrap();
    let name = mv.split(':').next().unwrap();
    assert_eq!(
        why(first, &format!("{place}\t{rest}")),
        format!("line 5: found no move `{name}`, expected all")
    );
    assert_eq!(
        why(first, &format!("{place}\t{moves} 23:5")),
        "line 5: found `23`, expected a legal move"
    );
    assert_eq!(
        why(first, &format!("{place}\t{mv} {rest}:X")),
        format!("line 5: found `{}:X`, expected `MOVE:SCORE`", rest.rsplit(' ').next().unwrap())
    );
    assert_eq!(
        why(first, place),
        "line 5: found `0?0`, expected ply, position and moves, between tabs"
    );
    assert_eq!(
        why(first, &format!("{first}\n{first}")),
        format!("line 6: found `{}`, expected each position once", shorten(first))
    );
    let others = |from: &str, to: &str| {
        let refused = refused(&sealed(&body.replacen(from, to, 1)));
        assert!(refused.is_of_others);
        refused.why
    };
    assert_eq!(others("variant graph", "variant go"), "it is about `go`, expected graph");
    assert_eq!(others("Shape 7", "Shape 8"), "it is about other rules: Graph.Shape differs");
    let other = Refused { why: "x".to_owned(), is_of_others: false };
    assert_eq!(Refused::from("x".to_owned()), other);
}

#[test]
fn a_game_that_is_over_at_its_start_has_an_empty_book() {
    let end = plyglot_conformance::graph::Node::end(Side::First, Outcome::draw("drawn"));
    let rules = Graph::new(vec![end]);
    let mut book = Book::new(TERMS);
    grown(&rules, &mut book, 5);
    assert!(book.is_empty() && book.score().is_none());
    let text = write(&rules, &in_force(), &book);
    assert!(read(&rules, &in_force(), &text).unwrap().is_empty());
}
