//! What comes back: kos, triple kos, sending two and returning one, eternal life.
//!
//! [dagaz-9] names a ko, a triple ko and eternal life as the forms in which a game of Go could go on for
//! ever, and the two superkos that forbid them. Sending two and returning one is the form in which
//! these differ.

use plyglot_core::game::{Ending, Notation, PlayedGame};

use crate::{Go, Ko, RuleSet, Scoring, Terms};

/// A game from a position, and what was said of the move that could not be played.
fn played(ko: Ko, position: &str, moves: &str) -> (Go, PlayedGame<Go>, Option<String>) {
    let size = u8::try_from(position.split('/').count()).unwrap();
    let rules = RuleSet { ko, ..RuleSet::TROMP_TAYLOR };
    let go = Go::new(Terms { size, rules, komi: 0, handicap: 0 });
    let setup = go.parse_position(position).unwrap();
    let mut game = PlayedGame::new(&go, setup);
    for text in moves.split_whitespace() {
        match go.parse_move(&game, text) {
            Ok(mv) => {
                assert!(game.moves(&go).contains(&mv), "{text} is listed");
                game.play(&go, mv);
            }
            Err(error) => {
                let is_listed = |mv| go.move_text(game.position(), mv).eq_ignore_ascii_case(text);
                assert!(!game.moves(&go).into_iter().any(is_listed), "{text} is not listed");
                return (go, game, Some(error.to_string()));
            }
        }
    }
    (go, game, None)
}

/// What is said of the last move under each rule of ko; none if it may be played.
fn said(position: &str, moves: &str) -> [Option<String>; 3] {
    [Ko::Simple, Ko::Positional, Ko::Situational].map(|ko| played(ko, position, moves).2)
}

fn repeats(text: &str, ply: usize) -> String {
    format!("`{text}` repeats the position after ply {ply}, which these rules forbid")
}

/// ```text
///  4 . . . .
///  3 . X O .
///  2 X . X O      White takes C2 at B2
///  1 . X O .
/// ```
const KO: &str = "4/1XO1/X1XO/1XO1 w";

#[test]
fn a_ko_may_not_be_retaken_at_once() {
    let retaken = "`C2` is not legal here: a ko may not be retaken at once: it repeats the position \
                   after ply 0";
    assert_eq!(said(KO, "B2 C2"), [(); 3].map(|()| Some(retaken.to_owned())));
    // The ko is part of the position: where nothing was played, it is known all the same.
    let (go, game, _) = played(Ko::Simple, KO, "B2");
    let text = go.position_text(game.position());
    assert_eq!(text, "4/1XO1/XO1O/1XO1 b C2 0 0");
    let alone = "`C2` is not legal here: a ko may not be retaken at once";
    assert_eq!(said(&text, "C2"), [(); 3].map(|()| Some(alone.to_owned())));
}

#[test]
fn a_ko_may_be_retaken_after_a_threat_and_its_answer() {
    assert_eq!(said(KO, "B2 D4 A4 C2"), [None, None, None]);
}

#[test]
fn passes_lift_a_ko_but_not_superko() {
    // One side passes instead of a threat: with the other's answer the board is another.
    assert_eq!(said(KO, "B2 pass A4 C2"), [None, None, None]);
    // Without an answer nothing was played between. A pass more would end the game.
    assert_eq!(
        said(KO, "B2 pass pass C2")[0].as_deref().map(|said| said.contains("over")),
        Some(true)
    );
}

/// ```text
///  2 O O X X .      Black sends a second stone to A1, White takes two at C1,
///  1 . X . X .      Black takes one at B1
/// ```
const SENDING: &str = "5/5/5/OOXX1/1X1X1 b";

#[test]
fn sending_two_and_returning_one_is_where_the_superkos_differ() {
    assert_eq!(said(SENDING, "A1 C1 B1"), [None, Some(repeats("B1", 0)), None]);
    // With the same side to move it comes back when White has passed.
    assert_eq!(said(SENDING, "A1 C1 B1 pass A1")[2], Some(repeats("A1", 1)));
    // By the simple rule it goes on and on, until it is no game.
    let round = "A1 C1 B1 pass ";
    let (go, game, error) = played(Ko::Simple, SENDING, &round.repeat(3));
    assert_eq!(
        (error, game.outcome(&go).map(|outcome| outcome.ending)),
        (None, Some(Ending::Draw))
    );
}

/// ```text
///  7 . X O . . . .
///  6 X O . O . . .      three kos: White holds the first,
///  5 . X O . . . .
///  4 X . X O . . .      Black the second,
///  3 . X O . . . .
///  2 X O . O . . .      White the third
///  1 . X O . . . .
/// ```
const TRIPLE: &str = "1XO4/XO1O3/1XO4/X1XO3/1XO4/XO1O3/1XO4 b";
const ROUND: &str = "C6 B4 C2 B6 C4 B2";

#[test]
fn a_triple_ko_goes_round_for_ever_unless_superko_forbids_it() {
    assert_eq!(said(TRIPLE, ROUND), [None, Some(repeats("B2", 0)), Some(repeats("B2", 0))]);
    // The position with which it begins has no ko yet, so it comes back a round later.
    let (go, game, error) = played(Ko::Simple, TRIPLE, &format!("{ROUND} {ROUND} {ROUND}"));
    assert_eq!(error, None);
    let outcome = game.outcome(&go).unwrap();
    assert_eq!((outcome.ending, outcome.reason), (Ending::Draw, "threefold repetition"));
    // Stones taken on the way are counted, and make no position new.
    let rules = RuleSet { ko: Ko::Simple, scoring: Scoring::Territory, ..RuleSet::CHINESE };
    let go = Go::new(Terms { size: go.terms.size, rules, komi: 0, handicap: 0 });
    let setup = go.parse_position(TRIPLE).unwrap();
    let mut game = PlayedGame::new(&go, setup);
    for text in ROUND.repeat(3).replace("B2C6", "B2 C6").split_whitespace() {
        if game.outcome(&go).is_none() {
            let mv = go.parse_move(&game, text).unwrap();
            game.play(&go, mv);
        }
    }
    assert_eq!(game.outcome(&go).map(|outcome| outcome.ending), Some(Ending::Draw));
}

/// ```text
///  5 X . O . .      Black throws in at E5 and White at B5; Black takes two at D5,
///  4 X X X O O      White takes two at C5
///  3 . X . O .
///  2 X O O O .
///  1 X O . O O
/// ```
const ETERNAL: &str = "X1O2/XXXOO/1X1O1/XOOO1/XO1OO b";

#[test]
fn eternal_life_goes_on_for_ever_unless_superko_forbids_it() {
    let round = "E5 B5 D5 C5 ";
    assert_eq!(said(ETERNAL, round), [None, Some(repeats("C5", 0)), Some(repeats("C5", 0))]);
    let (go, game, error) = played(Ko::Simple, ETERNAL, &round.repeat(2));
    let outcome = game.outcome(&go).unwrap();
    assert_eq!((error, outcome.ending), (None, Ending::Draw));
}

#[test]
fn suicide_of_several_stones_by_rule_and_of_one_never() {
    let position = "3/OO1/1XO b";
    let (go, game, error) = played(Ko::Positional, position, "A1");
    assert_eq!(error, None);
    assert_eq!(go.position_text(game.position()), "3/OO1/2O w - 0 0");
    let one = "`A1` is not legal here: it has no liberty there";
    assert_eq!(said("3/O2/1O1 b", "A1"), [(); 3].map(|()| Some(one.to_owned())));
}
