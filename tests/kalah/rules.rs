//! Kalah against a second opinion, its options one by one, its numbers, and its widest turns.

use std::collections::BTreeSet;

use super::naive::{Naive, rule_sets};
use plyglot::core::{Settings, Side};
use plyglot::endgame::NoIndexer;
use plyglot::game::{Notation, PlayedGame, Rules};
use plyglot::games::Game;
use plyglot::games::kalah::{Chain, Kalah, Numbers, RuleSet};
use plyglot::options;
use plyglot::registry::GAMES;
use plyglot_conformance::game::check_explanations;
use plyglot_conformance::game::check_game;
use plyglot_conformance::laws::each_position;

fn keeps_the_laws(kalah: &Kalah, seed: u64) {
    check_game(kalah, &kalah.evaluator(), &NoIndexer, seed).unwrap();
    check_explanations(kalah, seed).unwrap();
}

#[test]
fn the_laws_hold_under_every_combination_of_rules() {
    for (i, set) in rule_sets().into_iter().enumerate() {
        let (pits, stones) = [(6, 6), (1, 3), (8, 2), (3, 12), (4, 4)][i % 5];
        let mut kalah = Kalah::new(set, pits, stones);
        kalah.numbers = if i.count_ones() % 2 == 0 { Numbers::Own } else { Numbers::Desk };
        keeps_the_laws(&kalah, i as u64);
    }
    keeps_the_laws(&Kalah::new(RuleSet::STANDARD, 8, 12), 7);
}

#[test]
fn random_games_are_those_of_the_rules_by_hand_and_each_position_has_one_chain() {
    let mut shared = 0;
    for (i, set) in rule_sets().into_iter().enumerate() {
        let (pits, stones) = [(3, 3), (4, 4), (2, 7), (6, 2), (5, 3)][i % 5];
        let kalah = Kalah::new(RuleSet { pie: false, ..set }, pits, stones);
        for seed in 0..6 {
            let Ok(()) = each_position(&kalah, seed, |played| {
                let pos = played.position();
                let naive = Naive::of(&kalah, pos);
                let over = naive.is_over(set);
                assert_eq!(over, kalah.outcome(pos).is_some(), "{set:?} {pos:?}");
                let mut wanted = BTreeSet::new();
                let chains = if over { 0 } else { naive.chains(set, &mut wanted) };
                let moves = played.moves(&kalah);
                let found: BTreeSet<Naive> = moves
                    .iter()
                    .map(|&mv| Naive::of(&kalah, &kalah.replay(pos, mv).unwrap()))
                    .collect();
                assert_eq!(found, wanted, "{set:?} {}", kalah.position_text(pos));
                assert_eq!(found.len(), moves.len(), "{}", kalah.position_text(pos));
                shared += chains - moves.len() as u64;
                Ok::<(), std::convert::Infallible>(())
            });
        }
    }
    assert!(shared > 30, "chains in other orders came up: {shared}");
}

/// What an option changes: the first chains and the course of a short game tell.
fn opened(values: &[(&str, &str)]) -> Kalah {
    let all = options::all(GAMES);
    let mut settings = Settings::defaults(&all);
    for (name, value) in values {
        let opt = all.iter().find(|opt| opt.name == format!("Kalah.{name}")).unwrap();
        settings.set(&opt.name, opt.parse(value).unwrap().unwrap());
    }
    Kalah::open("kalah", &settings).unwrap()
}

fn after(kalah: &Kalah, position: &str, moves: &str) -> String {
    let pos = kalah.parse_position(position).unwrap();
    let mut played = PlayedGame::new(kalah, pos);
    for text in moves.split_whitespace() {
        let mv = kalah.parse_move(&played, text).unwrap();
        played.play(kalah, mv);
    }
    let outcome = played.outcome(kalah).map_or(String::new(), |o| format!(" {:?}", o.ending));
    kalah.position_text(played.position()) + &outcome
}

#[test]
fn each_option_changes_what_it_says() {
    /// Options, a position, moves from it, and where they lead.
    type Row = (&'static [(&'static str, &'static str)], &'static str, &'static str, &'static str);
    let table: [Row; 15] = [
        (&[], "<3,0,0,1,0,4,0,2,2> s", "1", "<3,3,0,0,0,4,0,0,2> n"),
        (&[], "<3,0,0,1,0,4,1,0,2> s", "1", "<3,0,0,0,1,4,1,0,2> n"),
        (&[("Capture", "lone")], "<3,0,0,1,0,4,1,0,2> s", "1", "<3,1,0,0,0,4,1,0,2> n"),
        (&[("Rules", "irving")], "<3,0,0,1,0,4,1,0,2> s", "1", "<3,1,0,0,0,4,1,0,2> n"),
        (&[("Rules", "mover-empty")], "<3,0,0,1,0,4,1,0,2> s", "1", "<3,1,0,0,0,4,1,0,2> n"),
        (
            &[("Rules", "irving"), ("Capture", "opposite")],
            "<3,0,0,1,0,4,1,0,2> s",
            "1",
            "<3,0,0,0,1,4,1,0,2> n",
        ),
        (&[], "<3,0,0,0,0,1,1,0,2> s", "3", "<3,1,3,0,0,0,0,0,0> s Margin(-2)"),
        (&[("End", "mover")], "<3,0,0,0,1,0,1,0,2> s", "2", "<3,2,0,0,0,0,0,0,2> n"),
        (&[("End", "mover")], "<3,0,0,0,0,2,1,0,2> s", "3", "<3,1,0,0,0,0,2,0,2> n"),
        (&[("Rules", "mover")], "<3,0,0,0,0,2,1,0,2> s", "3", "<3,1,0,0,0,0,2,0,2> n"),
        (
            &[("Rules", "mover"), ("End", "either")],
            "<3,0,0,0,0,2,1,0,2> s",
            "3",
            "<3,1,4,0,0,0,0,0,0> n Margin(-3)",
        ),
        (&[("Rest", "opponent")], "<3,0,0,0,0,1,1,0,2> s", "3", "<3,4,0,0,0,0,0,0,0> s Margin(4)"),
        (&[("Stop", "half")], "<3,3,0,0,1,1,1,0,0> s", "3", "<3,4,0,0,1,0,1,0,0> s Win(First)"),
        (&[("Numbers", "desk")], "<3,0,0,3,3,3,3,3,3> s", "0,1 4", "<3,2,1,1,0,5,0,5,4> s"),
        (&[("Pie", "true")], "<3,0,0,3,3,3,3,3,3> s pie", "2 swap", "<3,0,1,4,3,3,3,0,4> s"),
    ];
    for (values, position, moves, wanted) in table {
        let pits = [("Pits", "3")];
        let all: Vec<_> = pits.iter().chain(values).copied().collect();
        let found = after(&opened(&all), position, moves);
        assert_eq!(found, wanted, "{values:?} {position} {moves}");
    }
    let start = |values: &[(&str, &str)]| {
        let kalah = opened(values);
        kalah.position_text(&kalah.start())
    };
    assert_eq!(start(&[("Pits", "2"), ("Stones", "12")]), "<2,0,0,12,12,12,12> s");
    assert_eq!(start(&[("Pits", "1"), ("Pie", "true")]), "<1,0,0,6,6> s pie");
}

#[test]
fn sowings_can_be_played_one_by_one_and_chains_in_any_order() {
    let kalah = Kalah::default();
    let whole = after(&kalah, "<6,0,0,6,6,6,6,6,6,6,6,6,6,6,6> s", "1,2 1");
    assert_eq!(whole, after(&kalah, "<6,0,0,6,6,6,6,6,6,6,6,6,6,6,6> s", "1 2 1"));
    // Two bonus sowings that do not touch each other, in both orders.
    let position = "<6,0,0,0,0,0,0,2,1,6,6,6,6,6,6> s";
    let pos = kalah.parse_position(position).unwrap();
    let played = PlayedGame::new(&kalah, pos);
    for text in ["6,5,6", "5,6", "6", "5", "5,"] {
        assert_eq!(kalah.parse_move(&played, text).is_ok(), !text.ends_with(','), "{text}");
    }
    for text in ["6 5", "6, 5", "A = 6,5", "a=6 5", "А = 6,5"] {
        assert_eq!(kalah.parse_move(&played, text).unwrap().to_string(), "6,5", "{text}");
    }
    for text in ["6  5 x", "C = 6,5", "= 6,5", "6,,5", "A ="] {
        let error = kalah.parse_move(&played, text).unwrap_err().to_string();
        assert!(error.contains(" is not a move, expected "), "{error}");
    }
    let words = ["A", "=", "6,5", "B", "=1", "A=", "2", "3"];
    assert_eq!(kalah.moves_in(&words), ["A = 6,5", "B =1", "A= 2", "3"]);
    let [wide, _] = ["6,5", "1"].map(|text| kalah.parse_move(&played, text));
    assert_eq!(wide.unwrap().len(), 2);
    for (text, error) in [
        ("1", "`1` is not legal here: pit 1 is empty"),
        ("5,5", "`5,5` is not legal here: pit 5 is empty after 5"),
        ("6,6", "`6,6` is not legal here: pit 6 is empty after 6"),
        ("7", "`7` is not legal here: pits of A are 1 to 6"),
        ("B = 6", "`B = 6` is not legal here: it is the turn of A"),
        ("9", "`9` is not a move, expected pits with commas between them, as in 1,2"),
        ("swap", "`swap` is not legal here: there is nothing to swap"),
    ] {
        assert_eq!(kalah.parse_move(&played, text).unwrap_err().to_string(), error);
    }
}

#[test]
fn a_chain_is_refused_where_the_turn_or_the_game_ends_before_it() {
    for (position, text, why) in [
        ("<6,0,0,6,6,6,6,6,6,6,6,6,6,6,6> s", "2,1", "the turn ends after 2"),
        ("<6,0,0,6,6,6,6,6,6,6,6,6,6,6,6> s", "1,2,3", "the turn ends after 1,2"),
        ("<6,0,0,0,0,0,0,0,1,6,6,6,6,6,6> s", "6,1", "the game ends after 6"),
        ("<6,0,0,6,6,6,6,6,6,0,6,6,6,6,6> n", "1", "pit 1 is empty"),
        ("<6,0,0,6,6,6,6,6,6,0,6,6,6,6,6> n", "A = 1", "it is the turn of B"),
    ] {
        let kalah = Kalah::default();
        let played = PlayedGame::new(&kalah, kalah.parse_position(position).unwrap());
        let found = kalah.parse_move(&played, text).unwrap_err().to_string();
        assert_eq!(found, format!("`{text}` is not legal here: {why}"));
    }
}

#[test]
fn who_has_sown_swaps_no_more() {
    let kalah = opened(&[("Pits", "4"), ("Stones", "3"), ("Pie", "true")]);
    let mut played = PlayedGame::new(&kalah, kalah.start());
    for (text, can_swap) in [("2", false), ("1", true), ("2", false), ("1", false)] {
        played.play(&kalah, kalah.parse_move(&played, text).unwrap());
        assert_eq!(kalah.parse_move(&played, "swap").is_ok(), can_swap, "after {text}");
    }
}

#[test]
fn pits_have_the_numbers_of_the_screen_where_that_is_wanted() {
    let kalah = opened(&[("Numbers", "desk")]);
    let pos = kalah.parse_position("<6,0,0,6,6,6,6,6,6,6,6,6,6,6,6> n").unwrap();
    let mut drawn = String::new();
    kalah.write_diagram(&pos, &mut drawn).unwrap();
    let rows: Vec<&str> = drawn.lines().collect();
    assert_eq!(rows[0], "         12  11  10   9   8   7");
    assert_eq!(rows[3], "          0   1   2   3   4   5");
    let played = PlayedGame::new(&kalah, pos);
    let mut moves = Vec::new();
    kalah.legal_moves(&pos, &mut moves);
    let texts: Vec<String> = moves.iter().map(|&mv| kalah.move_text(&pos, mv)).collect();
    assert_eq!(texts.first().map(String::as_str), Some("7,8"));
    assert!(texts.iter().all(|text| kalah.parse_move(&played, text).is_ok()), "{texts:?}");
    for text in ["6", "13", "0", "07", "+7", "5"] {
        assert!(kalah.parse_move(&played, text).is_err(), "{text}");
    }
    // What a record holds is the same by either name.
    let record = kalah.read_game(include_bytes!("sample.klh")).unwrap();
    assert_eq!(record.moves[1].text, "11");
}

#[test]
fn the_two_rows_of_the_text_are_a_position() {
    let kalah = Kalah::default();
    let read = |text: &str| kalah.parse_position(text).map(|pos| kalah.position_text(&pos));
    let expected = "<6,10,1,0,0,8,8,8,8,0,8,7,7,0,7> s";
    for text in [
        "1 7 0 7 7 8 0\n  0 0 8 8 8 8 10",
        "1 7 0 7 7 8 0 / 0 0 8 8 8 8 10",
        "1 7 0 7 7 8 0 0 0 8 8 8 8 10 s",
    ] {
        assert_eq!(read(text).unwrap(), expected, "{text}");
    }
    assert_eq!(read("1 7 0 7 7 8 0 / 0 0 8 8 8 8 10 n").unwrap(), expected.replace(" s", " n"));
    for (text, error) in [
        ("1 7 0", "position: board: found `3 numbers`, expected 14: B's store and pits"),
        ("1 7 0 7 7 8 0 / 0 0 8 8 8 8 x", "position: store: found `x`, expected a whole number"),
    ] {
        let found = read(text).unwrap_err().to_string();
        assert!(found.starts_with(error), "{found}");
    }
}

#[test]
fn positions_are_refused_with_their_reason() {
    let kalah = Kalah::default();
    for (text, error) in [
        ("", "board: found ``, expected <m,S,N,s1..sm,n1..nm>"),
        ("<4,0,0,1,1,1,1,1,1,1,1> s", "pits a side: found `4`, expected 6, as Kalah.Pits says"),
        ("<6,0,0> s", "board: found `3 numbers`, expected 15: <m,S,N,s1..sm,n1..nm>"),
        (
            "<6,0,0,-1,6,6,6,6,6,6,6,6,6,6,6> s",
            "pit: found `-1`, expected a whole number from 0 to 255",
        ),
        (
            "<6,99999,0,6,6,6,6,6,6,6,6,6,6,6,6> s",
            "store: found `99999`, expected a whole number from 0 to 9999",
        ),
        (
            "<6,0,0,200,6,6,6,6,6,6,6,6,6,6,6> s",
            "board: found `266 stones`, expected at most 255 stones in the pits",
        ),
        ("<6,0,0,6,6,6,6,6,6,6,6,6,6,6,6> x", "side: found `x`, expected s or n"),
        ("<6,0,0,6,6,6,6,6,6,6,6,6,6,6,6> s 1", "end: found `1`, expected nothing more"),
    ] {
        let found = kalah.parse_position(text).unwrap_err().to_string();
        assert_eq!(found, format!("position: {error}"), "{text}");
    }
    let pos = kalah.parse_position(" <6, 1,0,6,6,6,6,6,6,6,6,6,6,6,6> ").unwrap();
    assert_eq!((pos.side, pos.stores), (Side::First, [1, 0]));
}

#[test]
fn the_widest_turn_is_listed_in_time() {
    // The most positions within reach that a long random search found on the largest board.
    let kalah = Kalah::new(RuleSet::STANDARD, 8, 12);
    let pos = kalah.parse_position(WIDEST).unwrap();
    let mut moves = Vec::new();
    kalah.legal_moves(&pos, &mut moves);
    let longest = moves.iter().map(|mv| mv.len()).max().unwrap();
    assert_eq!(moves.len(), 12_163, "{} moves, longest {longest}", moves.len());
    let played = PlayedGame::new(&kalah, pos);
    let text = moves.last().unwrap().to_string();
    assert_eq!(kalah.parse_move(&played, &text), Ok(*moves.last().unwrap()));
    assert_ne!(moves[0], Chain::EMPTY);
}

const WIDEST: &str = "<8,0,0,6,5,4,3,2,1,19,16,4,18,17,18,29,19,1,30> s";

#[test]
fn where_moves_are_to_be_chosen_a_part_of_a_turn_stands_for_all_that_go_on() {
    let kalah = Kalah::new(RuleSet { pie: false, ..RuleSet::STANDARD }, 6, 6);
    let played = PlayedGame::new(&kalah, kalah.start());
    let meant = |text: &str| {
        let mv = kalah.parse_move(&played, text).unwrap();
        kalah.meant_by(&played, mv).into_iter().map(|mv| kalah.move_text(&kalah.start(), mv))
    };
    let listed = played.moves(&kalah);
    let texts = listed.iter().map(|&mv| kalah.move_text(&kalah.start(), mv));
    let going_on: Vec<String> = texts.filter(|text| text.starts_with("1,")).collect();
    assert!(
        going_on.len() > 3,
        "{going_on:?} of {:?}",
        listed.iter().map(|&mv| kalah.move_text(&kalah.start(), mv)).collect::<Vec<_>>()
    );
    assert_eq!(meant("1").collect::<Vec<_>>(), going_on, "its last stone ends in the store");
    assert_eq!(meant("2").collect::<Vec<_>>(), ["2"]);
}

#[test]
fn the_two_rows_of_the_text_are_read_with_their_stroke_in_the_middle_or_without_it() {
    let kalah = Kalah::new(RuleSet { pie: false, ..RuleSet::STANDARD }, 6, 6);
    let wanted = kalah.parse_position("<6,1,2,8,7,6,5,4,3,6,6,6,6,6,0> n").unwrap();
    for text in [
        "2 0 6 6 6 6 6 / 8 7 6 5 4 3 1 n",
        "2 0 6 6 6 6 6/8 7 6 5 4 3 1 n",
        "2 0 6 6 6 6 6 8 7 6 5 4 3 1 n",
        "2 0 6 6 6 6 6\n8 7 6 5 4 3 1 n",
    ] {
        assert_eq!(kalah.parse_position(text).as_ref(), Ok(&wanted), "{text}");
    }
    for (text, found) in [
        ("2 0 6 6 6 6 6 8 / 7 6 5 4 3 1 n", "`a stroke after 8 numbers`, expected one after 7"),
        ("2 0 6 6 / 6 6 6 / 8 7 6 5 4 3 1", "`a stroke after 4 numbers`, expected one after 7"),
        ("2 0 6 6 6 6 6 / 8 7 6 5 4 3", "`13 numbers`, expected 14"),
        ("2 0 6 6 6 6 6 / 8 7 6 5 4 3 1 s pie", "`pie`, expected nothing more"),
    ] {
        let error = kalah.parse_position(text).unwrap_err().to_string();
        assert!(error.contains(found), "{text}: {error}");
    }
}
